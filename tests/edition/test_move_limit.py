"""An edition in which a player could have too many legal moves to list is refused (R6.6)."""

import pytest
from editions import card_table, make_edition, market_table, tiny_board
from hypothesis import given

import livingstone as ls
from livingstone.edition.loading import MOST_MOVES, check_edition
from livingstone.testing import states

GEMS = {colour: {"count": 40, "value": 1} for colour in ("clear", "blue", "red")}
FREE = card_table("free", "no_cost_tent")
STONES = {"black": {"count": 0}, **GEMS, "white": {"count": 1}}


def bound(edition: ls.Edition, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return the number of legal moves that an edition is thought to have at most."""
    monkeypatch.setattr("livingstone.edition.loading.MOST_MOVES", 0)
    (problem,) = check_edition(edition)
    return int(problem.split()[4])


def test_r6_6_two_markets_for_forty_gems_of_each_colour_are_too_many() -> None:
    make_edition(tiny_board(stones=STONES), [market_table("market")])
    markets = {"cards": [market_table("one"), market_table("two")]}
    with pytest.raises(ls.DataError, match=f"legal moves, more than {MOST_MOVES}"):
        ls.load_edition("printed", board=tiny_board(stones=STONES), cards=markets)


def test_a_document_with_such_an_edition_is_refused() -> None:
    edition = make_edition(tiny_board(stones=STONES), [market_table("one")])
    twice = edition.cards[0], ls.load_edition("printed").card("market")
    text = ls.to_json(
        ls.new_game(2, edition=ls.Edition("bga", edition.ruleset, edition.board, twice))
    )
    with pytest.raises(ls.DataError, match="a player could have"):
        ls.from_json(text, ls.State)


def test_the_bound_counts_the_kinds_of_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of 4 tents can be moved; there are 2 rows, 2 columns, dice of 2 sides and 9 coins."""
    board = tiny_board(
        tents=9,
        rows=[{"value": 1, "majority": 1}] * 2,
        columns=[{"cost": 1}] * 2,
        dice={"per_player": 2, "sides": 2, "donation": 1},
        coins=[{"value": 1, "count": 9}],
        stones=STONES | {colour: {"count": 1, "value": 1} for colour in GEMS},
    )
    others, builds = 4 + 2 + 3 + 9, 2 * 4
    for cards, expected in (
        ([], others + builds),
        ([card_table("lion", "score_points", points=4)], others + builds + 1),
        ([FREE], others + 2 * builds + 1),
        (
            [card_table("free", "no_cost_tent"), card_table("any", "ignore_die")],
            others + 4 * builds + 2,
        ),
        ([card_table("second", "second_tent")], others + builds + 4 * 4),
        ([market_table("market")], others + builds + 2**3 - 1),
    ):
        edition = make_edition(board, cards)
        with monkeypatch.context() as patch:
            assert bound(edition, patch) == expected


@given(states())
def test_no_player_has_more_moves_than_the_bound(state: ls.State) -> None:
    with pytest.MonkeyPatch.context() as patch:
        assert len(ls.legal_moves(state)) <= bound(state.edition, patch)
