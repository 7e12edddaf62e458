"""`greedy` with its most costly habits mended, by rules of thumb that a person can follow.

They change what it thinks of a die and its use, before the last round. All else is as in `greedy`.
"""

import json
from functools import cached_property
from math import inf
from pathlib import Path
from random import Random

from attrs import frozen

import livingstone as ls
from livingstone.game.effects.base import effects_of
from livingstone.game.rules.price import coins_due
from livingstone.players import GreedyBot
from livingstone.players.valuation import Valuation, best_gain, die_gains, hoped_for, use_gain

Use = ls.DrawCard | ls.TakeCoins | ls.Dig | ls.BuildTent


@frozen
class Thumb:
    """What `greedy` overlooks, in points."""

    card: float
    """A card is worth more in the first round, and less and less later."""
    coins: float
    """Taking coins is worth less."""
    rent: float
    """A coin paid to another player costs more."""
    tent: float
    """By how much more the worth of a tent counts."""
    room: float
    """By how much more the dice count that can be taken later."""
    top: float
    """A tent in row 6 is worth less."""
    early: float
    """A tent is worth less in the first round, and less and less so later."""
    skipped: float
    """Each value that is skipped costs something."""


PLAIN = Thumb(card=0.0, coins=0.0, rent=0.0, tent=1.0, room=1.0, top=0.0, early=0.0, skipped=0.0)
"""What `greedy` thinks."""
FILE = Path(__file__).with_name("thumbs.json")
THUMBS = {int(key): Thumb(**own) for key, own in json.loads(FILE.read_text("utf-8")).items()}
"""By the number of players, as `thumbs.py` found them; 3 stands for three and more."""


@frozen
class Mended:
    """Plays like `greedy`, but chooses dice and their uses by the rules of thumb."""

    thumb: Thumb | None = None

    def choose(self, view: ls.View, rng: Random) -> ls.Move:
        """Choose a move."""
        return self.mend(view, GreedyBot().choose(view, rng))

    def mend(self, view: ls.View, move: ls.Move) -> ls.Move:
        """Choose another die or use than `greedy`, if it is better by the rules of thumb."""
        if view.boat == len(view.edition.board.columns) or not isinstance(move, Use | ls.TakeDie):
            return move
        thumb = self.thumb or THUMBS[min(len(view.players), 3)]
        mind = Mind(Valuation.of_view(view), thumb)
        moves = [other for other in view.legal_moves if isinstance(other, Use | ls.TakeDie)]
        return max(moves, key=mind.worth)


@frozen(slots=False, eq=False)
class Mind:
    """What a die and its uses are worth, in points."""

    valuation: Valuation
    thumb: Thumb

    def worth(self, move: ls.Move) -> float:
        """Estimate what a die, or a use of the die in hand, gains."""
        if isinstance(move, ls.TakeDie):
            return self._die(move.value)
        assert isinstance(move, Use)
        gain = use_gain(self.valuation, move)
        match move:
            case ls.BuildTent(row, cards):
                is_free = "no_cost_tent" in cards
                return self._tent(row, gain, is_free)
            case ls.DrawCard():
                return gain + self.thumb.card * self._left
            case ls.TakeCoins():
                return gain + self.thumb.coins
            case _:
                return gain

    @property
    def _left(self) -> float:
        """The part of the game that is left: 1 at the start, 0 in the last round."""
        return self.valuation.projection.rounds_left / 9

    def _tent(self, row: int, gain: float, is_free: bool) -> float:
        thumb, position = self.thumb, self.valuation.position
        rent = coins_due(position, row) - position.edition.board.costs[position.boat - 1]
        gain = thumb.tent * gain - thumb.rent * rent * (not is_free) + thumb.early * self._left
        return gain + thumb.top * (row == len(position.edition.board.rows))

    def _die(self, value: int) -> float:
        """Estimate what a die gains, and the dice that can be taken later."""
        gains = self._gains
        skipped = sum(die < value for die in gains)
        plain = self._plain_gains
        hope = hoped_for(self.valuation, plain, value) - plain[value]
        return gains[value] + self.thumb.room * hope + self.thumb.skipped * skipped

    @cached_property
    def _gains(self) -> dict[int, float]:
        """The gain of each die that can be taken, by its value."""
        dice, last = self.valuation.position.dice, self.valuation.player.last_die
        return {die: self._best_use(die) for die in set(dice) if die > last}

    @cached_property
    def _plain_gains(self) -> dict[int, float]:
        return die_gains(self.valuation)

    def _best_use(self, die: int) -> float:
        valuation, thumb = self.valuation, self.thumb
        board, coins = valuation.position.edition.board, valuation.own.coins
        funds = coins + valuation.player.gems.worth(board.gem_values)
        best = max(
            valuation.draw + thumb.card * self._left,
            valuation.coins(die) + thumb.coins,
            valuation.stones(die),
        )
        held = {card: effects_of(valuation.position.edition)[card] for card in valuation.own.hand}
        for row in range(1, len(board.rows) + 1):
            price, gain = valuation.price(row), best_gain(valuation, row)
            if gain == -inf or (row != die and "ignore_die" not in held):
                continue
            cards = 0.0 if row == die else valuation.card(held["ignore_die"])
            if price <= (funds if row == die else coins):
                best = max(best, self._tent(row, gain - valuation.coin * price - cards, False))
            if row == die and "no_cost_tent" in held:
                free = gain - valuation.card(held["no_cost_tent"])
                best = max(best, self._tent(row, free, True))
        return best
