"""Data files: each mistake in a deck is told with its path."""

from pathlib import Path

import pytest
from changed_files import Change, drop, problems_with, put

KINDS = (
    "no_cost_tent, ignore_die, more_dice, second_tent, market, boat_back, draw_stones, "
    "gain_coins, score_points, mine_collapse"
)


BAD_DECKS: list[tuple[Change, str]] = [
    (drop("cards"), "cards: is missing"),
    (put("cards", 0, "id", value="ignore_die"), "cards: 'ignore_die' occurs more than once"),
    (
        put("cards", 0, "id", value="No Way"),
        "cards[0].id: must be lower-case letters, digits and underscores, not 'No Way'",
    ),
    (put("cards", 0, "count", value=0), "cards[0].count: must be 1 to 1000, not 0"),
    (
        put("cards", 0, "effect", value={"kind": "fly"}),
        f"cards[0].effect: kind must be one of {KINDS}, not 'fly'",
    ),
    (
        put("cards", 0, "effect", value={}),
        f"cards[0].effect: kind must be one of {KINDS}, not None",
    ),
    (put("cards", 2, "effect", "dice", value=0), "cards[2].effect.dice: must be 1 to 10000, not 0"),
    (
        put("cards", 4, "effect", "coins", "clear", value=0),
        "cards[4].effect.coins.clear: must be 1 to 10000, not 0",
    ),
    (
        put("cards", 4, "effect", "points", "red", value=-1),
        "cards[4].effect.points.red: must be 0 to 10000, not -1",
    ),
    (
        put("cards", 4, "effect", "coins", "black", value=1),
        "cards[4].effect.coins: unknown: 'black'",
    ),
    (
        put("cards", 5, "effect", "columns", value=-1),
        "cards[5].effect.columns: must be 1 to 10000, not -1",
    ),
    (
        put("cards", 6, "effect", "stones", value=21),
        "cards[6].effect.stones: must be 1 to 20, not 21",
    ),
    (
        put("cards", 8, "effect", "points", value=0),
        "cards[8].effect.points: must be 1 to 10000, not 0",
    ),
    (drop("cards", 0, "names", "en"), "cards[0].names.en: is missing"),
    (put("cards", 0, "names", "de", value=4), "cards[0].names.de"),
    (put("cards", 0, "names", "la", value="leo"), "cards[0].names: unknown: 'la'"),
    (
        put("cards", 0, "text", value="one\ntwo"),
        "cards[0].text: must be one line of 1 to 200 characters, not 'one\\ntwo'",
    ),
    (put("cards", 0, "text", value=""), "cards[0].text: must be one line of 1 to 200 characters"),
    (put("cards", 0, "inferred", value=["effect"]), "cards[0].inferred[0]: must be one of count,"),
]


@pytest.mark.parametrize(("change", "problem"), BAD_DECKS, ids=[p for _, p in BAD_DECKS])
def test_a_bad_deck_is_told_what_and_where(tmp_path: Path, change: Change, problem: str) -> None:
    (found,) = problems_with(tmp_path, cards=change)
    assert found.startswith(problem)
