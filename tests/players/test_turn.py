"""A bot is asked when its seat is to move; a caller who asks at another time is told so."""

from random import Random

import pytest

import livingstone as ls
from livingstone.players import Bot, GreedyBot, IsmctsBot, RandomBot


@pytest.mark.parametrize("bot", [RandomBot(), GreedyBot(), IsmctsBot(iterations=1)], ids=repr)
def test_a_bot_needs_a_view_of_the_seat_to_move(bot: Bot) -> None:
    state, waiting = ls.new_game(3, seed=1), ls.new_game(3, explicit_chance=True)
    for seen in ls.view(state, 1), ls.view(state, None), ls.view(waiting, 0):
        with pytest.raises(ls.ArgumentError, match="there is no move to choose in this view"):
            bot.choose(seen, Random(1))
