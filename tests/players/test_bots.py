"""The shipped players: legal in every game, from what a seat may know, the same each time."""

import pickle
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from blind_bots import Looking
from editions import new_game
from hypothesis import given
from hypothesis import strategies as st

import livingstone as ls
from livingstone.players import BlindBot, Bot, GreedyBot, IsmctsBot, RandomBot
from livingstone.players.bot import choose_for_mover, choose_within
from livingstone.testing import (
    Game,
    editions,
    fold,
    games,
    numbers,
    pick_rare,
    starts,
    with_other_secrets,
)

BOTS: list[Bot] = [RandomBot(), GreedyBot(), IsmctsBot(iterations=3)]
EACH = pytest.mark.parametrize("bot", BOTS, ids=repr)


def play(state: ls.State, bot: Bot, rng: Random, longest: int) -> ls.State:
    """Let a bot play all seats, seeing a view of the seat to move and nothing else."""
    for _ in range(longest):
        if state.is_over:
            break
        seen = ls.view(state, state.current_player)
        move = bot.choose(seen, rng)
        assert move in seen.legal_moves
        state = ls.apply(state, move)
    return state


@pytest.mark.parametrize("bot", BOTS[:2], ids=repr)
@given(start=starts(editions(), explicit=False), seed=st.integers(0, 99))
def test_a_bot_plays_any_edition_to_the_end(bot: Bot, start: Game, seed: int) -> None:
    """A game ends with probability 1, not surely (R2.7)."""
    assert ls.validate(play(start.last, bot, Random(seed), 3000)) == []


@EACH
@given(data=st.data())
def test_a_bot_chooses_a_legal_move_anywhere(bot: Bot, data: st.DataObject) -> None:
    """Also in positions that no player who thinks would come to."""
    start = data.draw(starts(editions(), explicit=False))
    play(fold(start.last, data.draw(numbers(80)), pick_rare).last, bot, Random(0), 6)


@EACH
@given(data=st.data())
def test_r10_2_what_a_bot_may_not_know_changes_nothing(bot: Bot, data: st.DataObject) -> None:
    """The same random numbers give the same move, also in another process."""
    state = data.draw(games(explicit=False, longest=80)).last
    if state.is_over:
        return
    seat = state.current_player
    other = data.draw(with_other_secrets(state, seat))
    sent = pickle.loads(pickle.dumps(bot))
    chosen = bot.choose(ls.view(state, seat), Random(1))
    assert sent.choose(ls.view(other, seat), Random(1)) == chosen


@EACH
def test_a_bot_needs_a_view_of_the_seat_to_move(bot: Bot) -> None:
    state, waiting = ls.new_game(3, seed=1), ls.new_game(3, explicit_chance=True)
    for seen in ls.view(state, 1), ls.view(state, None), ls.view(waiting, 0):
        with pytest.raises(ls.ArgumentError, match="there is no move to choose in this view"):
            bot.choose(seen, Random(1))


VIEW = ls.view(ls.new_game(2, seed=7), 0)


class Hurried:
    """Remembers the limit, and needs a second."""

    least_seconds = 1.0
    limit: float | None = -1.0

    def choose(self, view: ls.View, rng: Random, *, seconds: float | None = None) -> ls.Move:
        self.limit = seconds
        return view.legal_moves[0]


def test_a_bot_with_a_parameter_for_it_gets_the_limit() -> None:
    bot = Hurried()
    for seconds in (None, 0.5):
        assert choose_within(bot, VIEW, Random(1), seconds) == VIEW.legal_moves[0]
        assert bot.limit == seconds
    assert choose_within(RandomBot(), VIEW, Random(1), 0.5) in VIEW.legal_moves


def test_a_blind_bot_gets_the_legal_moves_and_nothing_of_the_state() -> None:
    given = list[object]()

    class Watching(BlindBot):
        def choose_from(self, *arguments: Any) -> ls.Move:
            given.extend(arguments)
            return ls.EndTurn()

    state, rng = new_game(2, seed=7), Random(1)
    moves = ls.legal_moves(state)
    assert choose_for_mover(Watching(), state, moves, rng) == ls.EndTurn()
    assert given == [moves, rng]


def test_a_subclass_that_looks_at_the_position_gets_a_view() -> None:
    state, rng = new_game(2, seed=7), Random(1)
    moves = ls.legal_moves(state)
    for bot in (Looking(), SimpleNamespace(choose=Looking().choose)):
        assert choose_for_mover(bot, state, moves, rng) == moves[0]
    assert rng.getstate() == Random(1).getstate()
