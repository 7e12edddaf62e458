"""Data files: each mistake in a board is told with its path."""

from pathlib import Path

import pytest
from changed_files import Change, drop, load_changed, problems_with, put
from editions import board_table, load_edition

BAD_BOARDS: list[tuple[Change, str]] = [
    (put("tents", value=1.9), "tents: must be a whole number, not 1.9"),
    (put("tents", value=0), "tents: must be 1 to 10000, not 0"),
    (put("tents", value=10_001), "tents: must be 1 to 10000, not 10001"),
    (drop("tents"), "tents: is missing"),
    (put("tent", value=4), "unknown: 'tent'"),
    (put("start_coins", value=-1), "start_coins: must be 0 to 10000, not -1"),
    (put("neighbour_fee", value=-1), "neighbour_fee: must be 0 to 10000, not -1"),
    (put("players", "least", value=1), "players.least: must be 2 to 20, not 1"),
    (put("players", "most", value=21), "players.most: must be 2 to 20, not 21"),
    (put("players", value={"least": 4, "most": 3}), "players: least (4) is more than most (3)"),
    (put("dice", "sides", value=0), "dice.sides: must be 1 to 20, not 0"),
    (put("dice", "per_player", value=0), "dice.per_player: must be 1 to 10, not 0"),
    (put("dice", "donation", value=0), "dice.donation: must be 1 to 20, not 0"),
    (put("columns", value=[]), "columns: must have 1 to 100 entries, not 0"),
    (put("columns", value=[{"cost": 1}] * 101), "columns: must have 1 to 100 entries, not 101"),
    (put("columns", 2, "cost", value=0), "columns[2].cost: must be 1 to 10000, not 0"),
    (put("columns", 0, "inferred", value=["value"]), "columns[0].inferred[0]: must be one of cost"),
    (put("columns", 0, "inferred", value="cost"), "columns[0].inferred: must be a list, not"),
    (put("rows", value=[]), "rows: must have 1 to 20 entries, not 0"),
    (
        lambda table: table["rows"].append({"value": 7, "majority": 1}),
        "rows: a die of 6 sides cannot reach 7 rows",
    ),
    (put("rows", 0, "value", value=0), "rows[0].value: must be 1 to 10000, not 0"),
    (put("rows", 5, "majority", value=-2), "rows[5].majority: must be 0 to 10000, not -2"),
    (put("coins", value=[]), "coins: must have 1 to 20 entries, not 0"),
    (put("coins", 1, "value", value=0), "coins[1].value: must be 1 to 10000, not 0"),
    (put("coins", 1, "value", value=1), "coins: 1 occurs more than once"),
    (put("start_coins", value=41), "coins: worth 204 together, but 5 players start with 205"),
    (put("dice", "sides", value=20), "dice: 10 dice of 20 sides can show too much to list"),
    (put("stones", "red", "count", value=41), "stones.red.count: must be 0 to 40, not 41"),
    (put("coins", 3, "count", value=1000), "coins: worth 10154 together, more than 10000"),
    (put("stones", "white", "count", value=0), "stones.white.count: must be 1, not 0"),
    (put("stones", "white", "count", value=2), "stones.white.count: must be 1, not 2"),
    (put("stones", "black", "count", value=-1), "stones.black.count: must be 0 to 10000, not -1"),
    (put("stones", "clear", "value", value=0), "stones.clear.value: must be 1 to 10000, not 0"),
]


@pytest.mark.parametrize(("change", "problem"), BAD_BOARDS, ids=[p for _, p in BAD_BOARDS])
def test_a_bad_board_is_told_what_and_where(tmp_path: Path, change: Change, problem: str) -> None:
    (found,) = problems_with(tmp_path, board=change)
    assert found.startswith(problem)


def test_r9_2_a_donation_roll_with_too_many_outcomes_to_list_is_refused(tmp_path: Path) -> None:
    dice = board_table()["dice"] | {"sides": 12, "donation": 20}
    problems = problems_with(tmp_path, board=put("dice", value=dice))
    assert problems == ["dice: 20 dice of 12 sides can show too much to list"]


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    edition = load_changed(tmp_path, board=put("tents", value=12))
    path = tmp_path / "board.toml"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert load_edition("printed", board=path) == edition


KINDS = (
    "no_cost_tent, ignore_die, more_dice, second_tent, market, boat_back, draw_stones, "
    "gain_coins, score_points, mine_collapse"
)


def effect(card: int, *path: str, value: object) -> Change:
    return put("cards", card, "effect", *path, value=value)


BAD_DECKS: list[tuple[Change, str]] = [
    (drop("cards"), "cards: is missing"),
    (put("cards", 0, "id", value="ignore_die"), "cards: 'ignore_die' occurs more than once"),
    (put("cards", 0, "id", value="No Way"), "cards[0].id: must be lower-case letters, digits and"),
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
    (effect(4, "coins", "clear", value=0), "cards[4].effect.coins.clear: must be 1 to 10000"),
    (effect(4, "points", "red", value=-1), "cards[4].effect.points.red: must be 0 to 10000"),
    (effect(4, "coins", "black", value=1), "cards[4].effect.coins: unknown: 'black'"),
    (effect(5, "columns", value=-1), "cards[5].effect.columns: must be 1 to 10000, not -1"),
    (effect(6, "stones", value=21), "cards[6].effect.stones: must be 1 to 20, not 21"),
    (effect(8, "points", value=0), "cards[8].effect.points: must be 1 to 10000, not 0"),
    (drop("cards", 0, "names", "en"), "cards[0].names.en: is missing"),
    (put("cards", 0, "names", "de", value=4), "cards[0].names.de"),
    (put("cards", 0, "names", "la", value="leo"), "cards[0].names: unknown: 'la'"),
    (put("cards", 0, "text", value="one\ntwo"), "cards[0].text: must be one line of 1 to 200"),
    (put("cards", 0, "text", value=""), "cards[0].text: must be one line of 1 to 200 characters"),
    (put("cards", 0, "inferred", value=["effect"]), "cards[0].inferred[0]: must be one of count,"),
]


@pytest.mark.parametrize(("change", "problem"), BAD_DECKS, ids=[p for _, p in BAD_DECKS])
def test_a_bad_deck_is_told_what_and_where(tmp_path: Path, change: Change, problem: str) -> None:
    (found,) = problems_with(tmp_path, cards=change)
    assert found.startswith(problem)
