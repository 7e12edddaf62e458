"""Information states: what a seat remembers."""

from random import Random

import pytest
from editions import new_game
from hypothesis import given

import livingstone as ls
from livingstone.envs import InformationState
from livingstone.game.moves import Action
from livingstone.testing import Game, games


def remembered(start: ls.State, actions: list[Action], seat: int | None) -> InformationState:
    """Let a seat watch a game with explicit chance."""
    state = start
    seen = InformationState(start.edition, len(start.players), start.starting_player, seat)
    for action in actions:
        after = ls.apply(state, action)
        seen, state = seen.after(state, action, after), after
    return seen


@given(games(explicit=True, midgame=False, longest=60))
def test_information_is_that_of_the_record_of_the_seat(game: Game) -> None:
    record = ls.Record.of(game.states[0], game.actions)
    for seat in (0, 1, None):
        seen = remembered(game.states[0], list(game.actions), seat)
        own = record.seen_by(seat)
        assert (seen.lines, seen.revealed, seen.first) == (own.actions, own.revealed, own.first)
        assert seen == remembered(game.states[0], list(game.actions), seat)


def test_secrets_of_others_do_not_tell_games_apart() -> None:
    start = new_game(3, explicit_chance=True)
    common: list[Action] = [ls.DiceRolled((1, 2, 3, 4, 5, 6)), ls.TakeDie(1), ls.DrawCard()]
    histories: list[list[Action]] = [
        [*common, ls.CardRevealed(card), ls.Donate(coins)]
        for card, coins in [("lion", 1), ("market", 3)]
    ]
    for seat, differs in [(0, True), (1, False), (2, False), (None, False)]:
        first, second = (remembered(start, actions, seat) for actions in histories)
        assert (first != second) == (first.text != second.text) == differs
    assert "??" not in remembered(start, histories[0], 0).text
    assert remembered(start, histories[0], 1).text.splitlines()[-2:] == [
        "d card ??",
        "p0 donate ??",
    ]


def test_r10_4_hands_revealed_at_the_end_are_part_of_it() -> None:
    state, chooser, actions = new_game(2, explicit_chance=True), Random(3), list[Action]()
    while not state.is_over:
        moves = ls.legal_moves(state)
        actions.append(chooser.choice(moves) if moves else ls.sample_outcome(state, chooser))
        state = ls.apply(state, actions[-1])
    seen = remembered(new_game(2, explicit_chance=True), actions, 0)
    assert len(seen.revealed) == 2
    assert seen.text.splitlines()[-1].startswith("p1 had coins=")


def test_information_grows_by_single_legal_actions() -> None:
    seeded = ls.new_game(2, seed=7)
    with pytest.raises(ls.ArgumentError, match="explicit chance"):
        remembered(seeded, [ls.Donate(1)], 0)
