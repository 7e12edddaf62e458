"""The strategies that are published: they meet everything there is, and need Hypothesis alone."""

import subprocess
import sys
from random import Random
from typing import Annotated, Any, Literal

import pytest
from attrs import evolve
from editions import new_game
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

import livingstone as ls
from livingstone.edition.effect import Effect, known_kinds
from livingstone.game.moves import Action
from livingstone.support.limits import Between
from livingstone.testing import (
    Pick,
    custom_editions,
    fold,
    new_games,
    pick_any,
    pick_card,
    pick_rare,
    records,
    states,
    values_of,
    views,
)
from livingstone.testing.strategies import dealt, late

EFFECTS = tuple(known_kinds().values())


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)


def test_without_hypothesis_the_error_says_what_to_install() -> None:
    hidden = "import sys; sys.modules['hypothesis'] = None"
    done = run(f"{hidden}; from livingstone import testing; testing.games()")
    last = done.stderr.strip().splitlines()[-1]
    assert "MissingExtraError" in last
    assert "pip install 'livingstone[testing]'" in last


def test_the_library_itself_does_not_load_hypothesis() -> None:
    code = (
        "import livingstone, sys; assert not {'hypothesis', 'livingstone.testing'} & {*sys.modules}"
    )
    assert run(code).returncode == 0


@pytest.mark.parametrize("kind", EFFECTS)
def test_effects_of_every_kind_are_drawn(kind: type) -> None:
    unshrunk = settings(phases=[Phase.generate], max_examples=2000)
    drawn = find(values_of(Effect), lambda effect: isinstance(effect, kind), settings=unshrunk)
    assert isinstance(drawn, kind)


@given(st.data())
def test_more_than_five_play_where_fewer_cannot(data: st.DataObject) -> None:
    shipped = ls.load_edition("printed")
    board = evolve(shipped.board, players=evolve(shipped.board.players, least=6, most=8))
    game = data.draw(new_games(st.just(evolve(shipped, board=board)), longest=20))
    assert len(game.start.players) == 6


@given(st.data(), custom_editions())
def test_editions_of_ones_own_can_be_given(data: st.DataObject, edition: ls.Edition) -> None:
    game = data.draw(new_games(st.just(edition), longest=30))
    assert game.start.edition is edition
    assert data.draw(records(st.just(game))).edition == edition
    assert data.draw(views(st.just(game.last))).edition is edition


def test_a_type_without_a_strategy_is_named() -> None:
    with pytest.raises(TypeError, match="float"):
        values_of(float)


def test_a_game_tells_its_steps_and_how_to_come_to_its_end() -> None:
    game = fold(ls.new_game(2, seed=7), [0, 0], pick_card, "a game of seed 7")
    assert [ls.apply(before, action) for before, action, _ in game.steps()] == [*game.states[1:]]
    assert repr(game) == f"<a game of seed 7: {list(game.actions)}>"


@pytest.mark.parametrize(
    ("gifts", "boat", "changes"),
    [
        ([0], 1, {"hand": ("antelope",)}),
        ([11], 2, {"hand": ("boat_back",)}),
        ([8], 9, {"gems": ls.Gems(blue=1)}),
        ([51], 2, {"coins": 10}),
        ([142], 3, {"coins": 7}),
        ([12], 3, {"coins": 1, "chest": 2, "donations": 1, "chest_limit": 3}),
        ([0, 0, 3], 1, {"hand": ("antelope",)}),
    ],
)
def test_gifts_are_cards_gems_and_coins(
    gifts: list[int], boat: int, changes: dict[str, Any]
) -> None:
    start = new_game(2, explicit_chance=True)
    state = dealt(start, gifts)
    assert state.boat == boat
    assert state.players[0] == evolve(start.players[0], **changes)
    assert ls.validate(state) == []


def test_a_gift_is_a_card_that_lies_open() -> None:
    start = new_game(2, explicit_chance=True)
    state = dealt(start, [6])
    assert [*state.played] == [("antelope", 1)]
    assert state.draw_pile + state.played == start.draw_pile
    assert state.players == start.players


def test_gifts_are_scored_tents_behind_the_boat_and_go_round() -> None:
    state = dealt(new_game(2, explicit_chance=True), [73, 51, 73, 0, 73, 0, 73])
    first, second = state.players
    assert (state.boat, first.tents_at(ls.Space(5, 2)), first.supply) == (4, 11, 0)
    assert first.scored == (ls.Space(5, 2),)
    assert (second.coins, second.hand) == (10, ("antelope", "antelope"))


@given(states(longest=40), st.randoms(use_true_random=False))
def test_a_late_position_is_valid_and_no_earlier(state: ls.State, random: Random) -> None:
    if state.is_over or state.pending is not None:
        return
    after = late(state, random)
    assert {*ls.validate(after)} <= {*ls.validate(state)}
    assert after.boat >= state.boat
    assert all(
        new.supply <= old.supply for old, new in zip(state.players, after.players, strict=True)
    )


def tents(state: ls.State) -> int:
    return sum(map(sum, state.player.tents))


RARE = {
    "many tents": lambda state: tents(state) >= 6,
    "a tent in the column of the boat": lambda state: any(state.player.tents[state.boat - 1]),
    "a large purse": lambda state: state.player.coins >= 20,
    "gems of all kinds": lambda state: min(state.player.gems) >= 1,
    "many points": lambda state: state.player.points >= 30,
    "a large chest": lambda state: state.player.chest > 15,
    "a large hand": lambda state: len(state.player.hand) >= 5,
    "the last column": lambda state: state.boat == 10,
    "few stones": lambda state: state.bag.total <= 30,
    "an empty bank": lambda state: not state.bank,
    "an empty draw pile": lambda state: not state.draw_pile,
}


@pytest.mark.parametrize("name", RARE)
def test_late_positions_have_what_few_games_lead_to(name: str) -> None:
    start = new_game(3, seed=7)
    found = [late(start, Random(seed)) for seed in range(100)]
    assert sum(map(RARE[name], found)) >= 5


MANY = [ls.Donate(coins) for coins in range(1, 513)]
BUILD = ls.BuildTent(1, ("no_cost_tent",))


@pytest.mark.parametrize(
    ("pick", "options", "number", "picked"),
    [
        (pick_any, MANY[:3], 7, MANY[1]),
        (pick_any, MANY[:256], 255, MANY[255]),
        (pick_any, MANY, 255, MANY[510]),
        (pick_rare, MANY[:3], 5, MANY[2]),
        (pick_rare, [*MANY[:3], ls.EndTurn()], 1, ls.EndTurn()),
        (pick_rare, [*MANY[:3], ls.EndTurn()], 4, MANY[2]),
        (pick_rare, [ls.PlayCard("lion"), ls.PlayCard("market")], 1, ls.PlayCard("market")),
        (pick_rare, [ls.BuildTent(1), ls.BuildTent(2), BUILD], 1, BUILD),
        (pick_card, [ls.BuildTent(1), BUILD], 1, BUILD),
        (pick_card, [ls.EndTurn(), ls.DrawCard(), ls.PlayCard("lion")], 3, ls.DrawCard()),
        (pick_card, [ls.EndTurn(), ls.DrawCard(), ls.PlayCard("lion")], 4, ls.DrawCard()),
        (pick_card, [ls.EndTurn(), ls.DrawCard(), ls.PlayCard("lion")], 0, ls.EndTurn()),
        (pick_card, [ls.EndTurn(), ls.TakeCoins()], 1, ls.EndTurn()),
    ],
)
def test_numbers_pick_options(pick: Pick, options: list[Action], number: int, picked: Any) -> None:
    assert pick(options, number) == picked


@pytest.mark.parametrize(
    ("wanted", "values"),
    [
        (Annotated[int, Between(3, 5)], {3, 4, 5}),
        (Annotated[int, Between(8, 20)], {8}),
        (int, {0, 1, 2, 3, 4, 5, 6, 7}),
        (Literal["a", "b"], {"a", "b"}),
        (bool, {True, False}),
        (tuple[bool, Literal["a"]], {(True, "a"), (False, "a")}),
        (tuple[Literal["a"], ...], {("a",) * length for length in range(5)}),
        (
            Annotated[tuple[Literal["a"], ...], Between(6, 20)],
            {("a",) * length for length in range(6, 11)},
        ),
        (ls.TakeCoins | ls.Dig, {ls.TakeCoins(), ls.Dig()}),
    ],
)
def test_values_of_a_type_are_all_in_its_range(wanted: Any, values: set[Any]) -> None:
    strategy = values_of(wanted, largest=7)
    for value in values:
        find(strategy, lambda drawn: drawn == value)  # noqa: B023
    with pytest.raises(NoSuchExample):
        find(strategy, lambda drawn: drawn not in values)
