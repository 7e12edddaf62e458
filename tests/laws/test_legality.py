"""What holds in every game: exactly the legal moves are accepted, in the documented order."""

from random import Random

import pytest
from candidates import garbage_of, universe
from editions import RULESETS, new_game
from hypothesis import given
from hypothesis import strategies as st

from livingstone import (
    BuildTent,
    Code,
    Dig,
    Donate,
    DrawCard,
    EndTurn,
    IllegalMoveError,
    PlayCard,
    SellGems,
    Space,
    State,
    TakeCoins,
    TakeDie,
    apply,
    is_legal,
    legal_moves,
    why_illegal,
)
from livingstone.moves import Action
from livingstone.testing import Game, games, options, pick_rare
from livingstone.values import GEM_COLOURS


@given(games())
def test_whoever_is_to_move_can_move(game: Game) -> None:
    for state in game.states:
        moves = legal_moves(state)
        assert bool(moves) == (not state.is_chance and not state.is_over)
        assert len(set(moves)) == len(moves)


@given(games(longest=120))
def test_every_legal_move_is_accepted(game: Game) -> None:
    for state in game.states:
        for action in options(state)[:50]:
            assert is_legal(state, action)
            assert why_illegal(state, action) is None
        if not state.is_over:
            apply(state, options(state)[-1])


@given(games(longest=200), st.integers(0, 2**16))
def test_exactly_the_legal_moves_are_accepted(game: Game, number: int) -> None:
    state = game.states[number % len(game.states)]
    assert_only_legal_moves_are_accepted(state)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_exactly_the_legal_moves_are_accepted_late_in_a_game(ruleset: str, players: int) -> None:
    random = Random(players)
    state = new_game(players, seed=players, edition=ruleset)
    probes = set(random.sample(range(300), 6))
    for step in range(300):
        if state.is_over:
            break
        if step in probes:
            assert_only_legal_moves_are_accepted(state)
        state = apply(state, pick_rare(legal_moves(state), random.randrange(256)))
    assert_only_legal_moves_are_accepted(state)


def assert_only_legal_moves_are_accepted(state: State) -> None:
    legal = set(options(state))
    candidates = set(universe(state))
    assert legal <= candidates
    for action in candidates:
        assert_agreed(state, action, legal=action in legal)
    for garbage in garbage_of(state):
        assert_agreed(state, garbage, legal=False)


def assert_agreed(state: State, action: Action, *, legal: bool) -> None:
    assert is_legal(state, action) == legal, action
    refusal = why_illegal(state, action)
    if legal:
        assert refusal is None
        apply(state, action)
        return
    assert refusal is not None
    assert isinstance(refusal.code, Code)
    assert refusal.rule.startswith("R")
    assert refusal.sentence
    with pytest.raises(IllegalMoveError) as error:
        apply(state, action)
    assert error.value.reason == refusal
    assert error.value.state is state
    assert error.value.move is action


KINDS_IN_ORDER = (
    TakeDie,
    DrawCard,
    TakeCoins,
    Dig,
    BuildTent,
    PlayCard,
    SellGems,
    Donate,
    EndTurn,
)


@given(games())
def test_moves_come_in_the_documented_order(game: Game) -> None:
    for state in game.states:
        moves = legal_moves(state)
        assert list(moves) == sorted(moves, key=documented_order)
        builds = [move for move in moves if isinstance(move, BuildTent)]
        for i, build in enumerate(builds[1:], 1):
            same = [b for b in builds[:i] if (b.row, b.cards) == (build.row, build.cards)]
            assert same == builds[i - len(same) : i], "the same cards are not side by side"


def documented_order(move: Action) -> tuple[object, ...]:
    kind = KINDS_IN_ORDER.index(type(move))
    match move:
        case TakeDie(value):
            return kind, value
        case BuildTent(row):
            return kind, row
        case PlayCard(card, None, space, source):
            return kind, card, *(place or Space(0, 0) for place in (space, _by_column(source)))
        case PlayCard(card, gems):
            return kind, card, gems
        case SellGems(gem, count):
            return kind, GEM_COLOURS.index(gem), count
        case Donate(coins):
            return kind, coins
        case _:
            return (kind,)


def _by_column(source: Space | None) -> tuple[int, int] | None:
    return source and (source.column, source.row)
