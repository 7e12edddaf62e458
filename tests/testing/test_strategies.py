"""The strategies that are published: they meet everything there is, and need Hypothesis alone."""

import subprocess
import sys
from typing import Annotated, Any, Literal

import pytest
from attrs import evolve
from editions import new_game
from hypothesis import find, given
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

import livingstone as ls
from livingstone import testing
from livingstone.edition.effect import Effect, known_kinds
from livingstone.edition.loading import check_edition
from livingstone.edition.types import Card
from livingstone.game.moves import Action
from livingstone.support.limits import Between
from livingstone.testing import (
    Game,
    Pick,
    custom_editions,
    fold,
    new_games,
    pick_any,
    pick_card,
    pick_rare,
    records,
    starts,
    values_of,
    views,
)
from livingstone.testing.games import dealt

EFFECTS = tuple(known_kinds().values())


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)


def test_the_names_are_sorted_and_exist() -> None:
    assert testing.__all__ == sorted(testing.__all__)
    assert all(hasattr(testing, name) for name in testing.__all__)


def test_without_hypothesis_the_error_says_what_to_install() -> None:
    done = run("import sys; sys.modules['hypothesis'] = None; import livingstone.testing")
    last = done.stderr.strip().splitlines()[-1]
    assert "MissingExtraError" in last
    assert "pip install 'livingstone[testing]'" in last


def test_the_library_itself_does_not_load_hypothesis() -> None:
    code = (
        "import livingstone, sys; assert not {'hypothesis', 'livingstone.testing'} & {*sys.modules}"
    )
    assert run(code).returncode == 0


@pytest.mark.parametrize("goods", ["hand", "gems", "scored", "coins"])
def test_a_game_can_start_with_goods_of_every_kind(goods: str) -> None:
    poor = ls.new_game(2, explicit_chance=True).players[0]
    games = starts(st.just(ls.load_edition("printed")), explicit=True)
    rich = find(games, lambda game: getattr(game.start.players[0], goods) != getattr(poor, goods))
    assert ls.validate(rich.start) == []


@pytest.mark.parametrize("kind", EFFECTS)
def test_effects_of_every_kind_are_drawn(kind: type) -> None:
    assert isinstance(find(values_of(Effect), lambda effect: isinstance(effect, kind)), kind)


@pytest.mark.parametrize("kind", EFFECTS)
def test_a_card_with_any_effect_comes_up_in_random_games(kind: type[Any]) -> None:
    effect = find(values_of(kind), lambda effect: True)
    edition = deck_of(effect)
    games = [game_with(edition, seed) for seed in range(20)]
    is_met = is_drawn if edition.is_collapse("card") else is_played
    assert any(is_met(action) for game in games for action in game.actions)


def deck_of(effect: Effect) -> ls.Edition:
    """Make the shipped edition's deck twenty cards with one effect."""
    shipped = ls.load_edition("printed")
    card = Card("card", 20, effect, shipped.cards[0].names, "A card of a test.")
    return evolve(shipped, cards=(card,))


def game_with(edition: ls.Edition, seed: int) -> Game:
    """Play on with choices that look random."""
    choices = [(number * number * 7 + number * seed) % 251 for number in range(400)]
    return fold(ls.new_game(2, edition=edition, explicit_chance=True), choices, pick_card)


def is_played(action: Action) -> bool:
    """Return whether a card was played, by itself or with a tent."""
    return isinstance(action, ls.PlayCard) or (
        isinstance(action, ls.BuildTent) and bool(action.cards)
    )


def is_drawn(action: Action) -> bool:
    return isinstance(action, ls.CardRevealed)


@given(custom_editions())
def test_custom_editions_can_be_played(edition: ls.Edition) -> None:
    assert check_edition(edition) == []
    assert ls.validate(ls.new_game(edition.board.players.least, edition=edition, seed=1)) == []


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
        ([9], 10, {"hand": ("boat_back",)}),
        ([6], 7, {"gems": ls.Gems(blue=1)}),
        ([37], 8, {"coins": 10}),
        ([102], 3, {"coins": 7}),
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


def test_gifts_are_scored_tents_behind_the_boat_and_go_round() -> None:
    state = dealt(new_game(2, explicit_chance=True), [53, 37, 53, 0, 53, 0, 53])
    first, second = state.players
    assert (state.boat, first.tents_at(ls.Space(5, 2)), first.supply) == (4, 11, 0)
    assert first.scored == (ls.Space(5, 2),)
    assert (second.coins, second.hand) == (10, ("antelope", "antelope"))


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
        (ls.TakeCoins | ls.Dig, {ls.TakeCoins(), ls.Dig()}),
    ],
)
def test_values_of_a_type_are_all_in_its_range(wanted: Any, values: set[Any]) -> None:
    strategy = values_of(wanted, largest=7)
    for value in values:
        find(strategy, lambda drawn: drawn == value)  # noqa: B023
    with pytest.raises(NoSuchExample):
        find(strategy, lambda drawn: drawn not in values)
