"""Observations: what an array shows of a view, and that it shows nothing else."""

import numpy as np
import pytest
from editions import PRINTED
from hypothesis import given
from positions import at_die, give, lay_aside, lay_open, play, sail, table

import livingstone as ls
from livingstone.envs import Layout, Observation, Observer, observe
from livingstone.testing import Game, games, observers


def part(layout: Layout, seen: Observation, name: str) -> list[object]:
    """Give one part of an observation as a list of its shape."""
    found = layout[name]
    whole: list[object] = seen[found.where].astype(int).reshape(found.shape).tolist()
    return whole


def rich_state() -> ls.State:
    """Let seat 1 of three have taken a 4, with tents, cards, gems and chests about."""
    state = sail(table(3, 1, 4, 4, 6, first=1), 3)
    state = give(state, 0, coins=5, chest=2, gems=ls.Gems(1, 0, 2), tents=[(2, 3)])
    state = give(
        state, 1, coins=7, chest=1, points=9, cards=["lion", "market", "market"], scored=[(4, 1)]
    )
    state = lay_open(lay_aside(state, ls.Stones(black=3, blue=1)), "two_dice")
    return play(state, ls.TakeDie(4))


def test_each_part_shows_what_it_is_named_for() -> None:
    state = rich_state()
    seen, layout = observe(ls.view(state, 1)), Layout(PRINTED, 3)
    ids = [card for card, _ in PRINTED.deck]
    # Seats come by distance from the observer: 1, 2, 0.
    figures = {
        "dice": [1, 0, 0, 1, 0, 1],
        "die": [0, 0, 0, 1, 0, 0],
        "dice_taken": [1],
        "dice_left": [0],
        "boat": [0, 0, 1] + [0] * 7,
        "cost": [PRINTED.board.costs[2]],
        "prices": [PRINTED.board.costs[2] + fee for fee in (0, 1, 0, 0, 0, 0)],
        "bank": [state.bank],
        "bag": list(state.bag),
        "aside": [3, 0, 1, 0, 0],
        "gems_drawn": [0, 0, 0],
        "played": [int(card == "two_dice") for card in ids],
        "draw_pile": [state.draw_pile.total],
        "pending": [0, 0, 0, 0],
        "is_over": [0],
        "threshold": [0],
        "to_move": [1, 0, 0],
        "starting": [1, 0, 0],
        "funds": [8, 3, 7],
        "chest_least": [1, 0, 1],
        "chest_most": [8, 0, 7],
        "points": [9, 0, 0],
        "supply": [10, 11, 10],
        "hand_size": [3, 0, 0],
        "last_die": [4, 0, 0],
        "clear_gems": [0, 0, 1],
        "blue_gems": [0, 0, 0],
        "red_gems": [0, 0, 2],
        "purse": [7],
        "chest": [1],
        "hand": [["lion", "market", "market"].count(card) for card in ids],
    }
    assert {name: part(layout, seen, name) for name in figures} == figures
    assert {part.name for part in layout.parts} == {"tents", "scored", *figures}
    tents, scored = (np.array(part(layout, seen, name)) for name in ("tents", "scored"))
    assert np.argwhere(tents).tolist() == [[0, 0, 3], [2, 2, 1]]
    assert np.argwhere(scored).tolist() == [[0, 0, 3]]
    seen[:] = 0  # an observation can be written to
    assert observe(ls.view(state, 1)).any()


def test_r10_2_a_spectator_has_nothing_of_its_own() -> None:
    seen, layout = observe(ls.view(rich_state(), None)), Layout(PRINTED, 3)
    assert not any(seen[layout[name].where].any() for name in ("purse", "chest", "hand"))
    assert part(layout, seen, "funds") == [7, 8, 3]  # seat 0 comes first


def test_the_parts_follow_each_other_without_gaps() -> None:
    for layout in Layout("printed", 2), Layout("bga", 5):
        stops = [0, *(part.where.stop for part in layout.parts)]
        assert [part.start for part in layout.parts] == stops[:-1]
        assert stops[-1] == layout.size
        assert tuple(layout[part.name] for part in layout.parts) == layout.parts
    with pytest.raises(KeyError):
        Layout("printed", 2)["nonsense"]
    observer = Observer(Layout(PRINTED, 3))
    for other, told in (table(2, 2), "3 players"), (table(3, 2, edition="bga"), "Edition"):
        with pytest.raises(ls.ArgumentError, match=f"made for {told}"):
            observer.observe(ls.view(other, 0))


@given(games(longest=80))
def test_every_number_is_within_its_bounds(game: Game) -> None:
    layout = Layout(game.last.edition, len(game.last.players))
    for state in game.states[::10]:
        for seat in observers(state):
            seen = observe(ls.view(state, seat))
            assert (seen.dtype.name, seen.shape) == ("float32", (layout.size,))
            for one in layout.parts:
                numbers = seen[one.where]
                assert (numbers >= 0).all(), one
                assert one.most is None or (numbers <= one.most).all(), one


def test_r6_11_gems_that_a_collapse_returned_can_be_drawn_again_in_the_same_turn() -> None:
    """More are counted then than there are of a colour."""
    state = at_die(1, edition="bga").changed(dice_taken=2, gems_drawn=ls.Gems(19, 0, 0))
    assert ls.validate(state) == []
    layout = Layout(state.edition, 3)
    seen = part(layout, observe(ls.view(state, 0)), "gems_drawn")
    assert seen[0] == 19 <= (layout["gems_drawn"].most or 0)


def test_r4_4_a_price_is_that_of_the_rules() -> None:
    for edition in "printed", "bga":
        state = give(table(3, 2, 5, edition=edition), 1, tents=[(2, 1), (2, 1), (4, 1)])
        state = give(give(state, 2, tents=[(2, 1)]), 0, tents=[(5, 1)])  # own ones cost no fee
        seen, layout = observe(ls.view(state, 0)), Layout(state.edition, 3)
        rows = range(1, 7)
        prices = [ls.price_of(state, row).total for row in rows]
        assert part(layout, seen, "prices") == prices
        assert prices[1] == 3 if edition == "printed" else 4


def test_no_price_is_above_its_most() -> None:
    """R4.4, `bga`: a spectator is told the price for one without tents, beside all of them."""
    state = ls.new_game(2, edition="bga", explicit_chance=True)
    columns, rows = len(state.edition.board.columns), len(state.edition.board.rows)
    tents = (*[(0,) * rows] * (columns - 1), (11, *(0,) * (rows - 1)))
    players = tuple([player.changed(tents=tents, supply=0) for player in state.players])
    crowded = state.changed(boat=columns, players=players)
    assert not ls.validate(crowded)
    prices = Layout("bga", 2)["prices"]
    assert observe(ls.view(crowded, None))[prices.where].max() == prices.most
