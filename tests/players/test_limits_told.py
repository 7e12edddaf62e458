"""A bot with a parameter `seconds` gets the limit; a bot that needs more time is refused."""

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from editions import new_game

import livingstone as ls
from livingstone.players import IsmctsBot, RandomBot
from livingstone.players.bot import check_time, choose_within


class Hurried:
    """Remembers how many seconds it was given."""

    told: float | None = None

    def choose(self, view: ls.View, rng: Random, *, seconds: float | None = None) -> ls.Move:
        self.told = seconds
        return view.legal_moves[0]


class Unreadable:
    """Has a method `choose` whose signature cannot be read."""

    class Choosing:
        __signature__ = "none"

        def __call__(self, view: ls.View, rng: Random) -> ls.Move:
            return view.legal_moves[-1]

    choose = Choosing()


def seen() -> ls.View:
    return ls.view(new_game(2, seed=7), 0)


@pytest.mark.parametrize("seconds", [None, 0.5])
def test_a_bot_with_a_parameter_for_them_is_told_the_seconds(seconds: float | None) -> None:
    bot = Hurried()
    assert choose_within(bot, seen(), Random(1), seconds) == seen().legal_moves[0]
    assert bot.told == seconds


@pytest.mark.parametrize("bot", [RandomBot(), Unreadable()])
def test_another_bot_is_asked_as_without_a_limit(bot: ls.Bot) -> None:
    asked = [choose_within(bot, seen(), Random(1), seconds) for seconds in (None, 0.5)]
    assert asked[0] == asked[1]


def test_a_limit_below_what_a_bot_needs_is_refused() -> None:
    check_time(IsmctsBot(seconds=0.2), 0.5)
    check_time(IsmctsBot(seconds=0.2), None)
    check_time(RandomBot(), 1e-9)
    with pytest.raises(ls.ArgumentError, match=r"IsmctsBot needs 0\.2 s for a move"):
        check_time(IsmctsBot(seconds=0.2), 0.1)


def test_a_bot_may_need_as_long_as_the_limit() -> None:
    patient: Any = SimpleNamespace(least_seconds=1.0)
    check_time(patient, 1.0)
    with pytest.raises(ls.ArgumentError, match="more than the limit"):
        check_time(patient, 0.9)
