"""Hypothesis strategies for editions: those that are shipped, and boards and decks of all kinds."""

from editions import RULESETS, Table, card_table, make_edition
from hypothesis import strategies as st

from livingstone import Edition, load_edition

shipped_editions = st.sampled_from([load_edition(name) for name in RULESETS])


def _figures(least: int) -> st.SearchStrategy[Table]:
    return st.fixed_dictionaries({gem: st.integers(least, 4) for gem in ("clear", "blue", "red")})


_EFFECTS: dict[str, st.SearchStrategy[Table]] = {
    "no_cost_tent": st.just({}),
    "ignore_die": st.just({}),
    "more_dice": st.fixed_dictionaries({"dice": st.integers(1, 2)}),
    "second_tent": st.just({}),
    "market": st.fixed_dictionaries({"coins": _figures(1), "points": _figures(0)}),
    "boat_back": st.fixed_dictionaries({"columns": st.integers(1, 3)}),
    "draw_stones": st.fixed_dictionaries({"stones": st.integers(1, 5)}),
    "gain_coins": st.fixed_dictionaries({"coins": st.integers(1, 9)}),
    "score_points": st.fixed_dictionaries({"points": st.integers(1, 9)}),
    "mine_collapse": st.just({}),
}
EFFECT_KINDS = tuple(_EFFECTS)


@st.composite
def decks(draw: st.DrawFn) -> list[Table]:
    """Draw any mix of cards: none, several of one effect, several collapses."""
    kinds = draw(st.lists(st.sampled_from(EFFECT_KINDS), max_size=12))
    ids = draw(st.permutations([f"card_{letter}" for letter in "abcdefghijkl"[: len(kinds)]]))
    return [
        card_table(id, kind, draw(st.integers(1, 3)), **draw(_EFFECTS[kind]))
        for id, kind in zip(ids, kinds, strict=True)
    ]


@st.composite
def boards(draw: st.DrawFn, *, most_dice: int = 3) -> Table:
    """Draw a board of 1 to 6 rows and 1 to 12 columns with all that belongs to it."""
    sides = draw(st.integers(1, 8))
    rows = draw(st.integers(1, min(6, sides)))
    columns = draw(st.one_of(st.integers(1, 4), st.integers(1, 12)))
    start, least = draw(st.integers(0, 6)), draw(st.integers(2, 5))
    most = draw(st.integers(least, 5))
    ones = draw(st.integers(max(1, start * most), start * most + 30))
    few = st.integers(0, 6)
    return {
        "tents": draw(st.integers(1, 11)),
        "start_coins": start,
        "neighbour_fee": draw(st.integers(0, 2)),
        "players": {"least": least, "most": most},
        "dice": {
            "per_player": draw(st.integers(1, most_dice)),
            "sides": sides,
            "donation": draw(st.integers(1, 4)),
        },
        "rows": [
            {"value": draw(st.integers(1, 7)), "majority": draw(st.integers(0, 12))}
            for _ in range(rows)
        ],
        "columns": [{"cost": draw(st.integers(1, 4))} for _ in range(columns)],
        "coins": [{"value": 1, "count": ones}],
        "stones": {
            "black": {"count": draw(few)},
            "clear": {"count": draw(few), "value": draw(st.integers(1, 5))},
            "blue": {"count": draw(few), "value": draw(st.integers(1, 5))},
            "red": {"count": draw(few), "value": draw(st.integers(1, 5))},
            "white": {"count": 1},
        },
    }


@st.composite
def custom_editions(draw: st.DrawFn, *, most_dice: int = 3) -> Edition:
    """Draw an edition of one's own, with either ruleset."""
    board = draw(boards(most_dice=most_dice))
    return make_edition(board, draw(decks()), draw(st.sampled_from(RULESETS)))


any_editions = st.one_of(shipped_editions, custom_editions())
