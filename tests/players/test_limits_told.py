"""A bot with a parameter `seconds` gets the limit; a bot that needs more time is refused."""

from random import Random

import pytest

import livingstone as ls
from livingstone.players import IsmctsBot, RandomBot
from livingstone.players.bot import check_time, choose_within

VIEW = ls.view(ls.new_game(2, seed=7), 0)


class Hurried:
    """Remembers the limit, and needs a second."""

    least_seconds = 1.0
    limit: float | None = -1.0

    def choose(self, view: ls.View, rng: Random, *, seconds: float | None = None) -> ls.Move:
        self.limit = seconds
        return view.legal_moves[0]


@pytest.mark.parametrize("seconds", [None, 0.5])
def test_a_bot_with_a_parameter_for_it_gets_the_limit(seconds: float | None) -> None:
    bot = Hurried()
    assert choose_within(bot, VIEW, Random(1), seconds) == VIEW.legal_moves[0]
    assert bot.limit == seconds


def test_another_bot_is_asked_as_without_a_limit() -> None:
    chosen = {choose_within(RandomBot(), VIEW, Random(1), seconds) for seconds in (None, 0.5)}
    assert len(chosen) == 1


def test_a_limit_below_what_a_bot_needs_is_refused() -> None:
    check_time(RandomBot(), 1e-9)
    check_time(Hurried(), 1.0)
    check_time(Hurried(), None)
    with pytest.raises(ls.ArgumentError, match="Hurried needs 1 s for a move, more than"):
        check_time(Hurried(), 0.9)
    with pytest.raises(ls.ArgumentError, match=r"IsmctsBot needs 0\.2 s for a move"):
        check_time(IsmctsBot(seconds=0.2), 0.1)
