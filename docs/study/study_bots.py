"""The players of the study: `greedy` with one habit changed, so that the change can be measured."""

from random import Random

from attrs import evolve, frozen

from livingstone import BuildTent, DrawCard, Move, PlayCard, View
from livingstone.players import GreedyBot
from livingstone.players.weights import weights_for

__all__ = ["CARDS", "SAVERS", "Saver", "Without", "never_draws", "spends", "without"]

CARDS = (
    *("no_cost_tent", "ignore_die", "two_dice", "second_tent"),
    *("market", "boat_back", "three_stones", "four_coins"),
)
"""Cards that do something when played; points count in hand as well (R8.3)."""


@frozen
class Without:
    """Plays like `greedy`, but as if it did not hold a certain card."""

    card: str

    def choose(self, view: View, rng: Random) -> Move:
        """Hide the card and every way to play it, and let `greedy` choose from what is left."""
        assert view.own is not None
        moves = tuple(move for move in view.legal_moves if not self._plays(move))
        hand = tuple(card for card in view.own.hand if card != self.card)
        own = evolve(view.own, hand=hand)
        return GreedyBot().choose(evolve(view, own=own, legal_moves=moves), rng)

    def _plays(self, move: Move) -> bool:
        match move:
            case PlayCard(card):
                return card == self.card
            case BuildTent(_, cards):
                return self.card in cards
            case _:
                return False


@frozen
class NeverDraws:
    """Plays like `greedy`, but never uses a die to draw a card (R4.1)."""

    def choose(self, view: View, rng: Random) -> Move:
        """Leave drawing out of the moves, unless a die has no other use."""
        moves = tuple(move for move in view.legal_moves if not isinstance(move, DrawCard))
        return GreedyBot().choose(evolve(view, legal_moves=moves or view.legal_moves), rng)


@frozen
class Saver:
    """Plays like `greedy`, but puts coins by from the first round on, to have a sum at the end.

    For a tent it pays only what its purse and chest hold beyond the part of the sum that is due by
    this column.
    """

    goal: int
    """Coins."""

    def choose(self, view: View, rng: Random) -> Move:
        """Show `greedy` only the coins that may be spent, and only the tents these pay for."""
        assert view.own is not None
        due = self.goal * view.boat / len(view.edition.board.columns)
        free = max(0, min(view.own.coins, int(view.own.coins + view.own.chest - due)))
        moves = tuple(move for move in view.legal_moves if self._is_paid(view, move, free))
        own = evolve(view.own, coins=free)
        return GreedyBot().choose(evolve(view, own=own, legal_moves=moves), rng)

    def _is_paid(self, view: View, move: Move, free: int) -> bool:
        match move:
            case BuildTent(row, cards) if not set(cards) & FREE:
                return _price(view, row) <= free
            case _:
                return True


FREE = {"no_cost_tent"}
"""Cards that make a tent free (R6.1)."""


def _price(view: View, row: int) -> int:
    """Sum the coins due for a tent in a row of the boat's column (R4.4)."""
    column, edition = view.boat - 1, view.edition
    tents = [
        player.tents[column][row - 1]
        for seat, player in enumerate(view.players)
        if seat != view.seat
    ]
    fees = sum(tents) if edition.ruleset.neighbour_fee_per_tent else sum(map(bool, tents))
    return edition.board.costs[column] + fees * edition.board.neighbour_fee


@frozen
class Spender:
    """Plays like `greedy`, but never takes a coin to be worth more than so many points."""

    coin: float

    def choose(self, view: View, rng: Random) -> Move:
        """Have `greedy` choose with the weights for the number of players, but for this one."""
        weights = evolve(weights_for(len(view.players)), dearest_coin=self.coin)
        return GreedyBot(weights).choose(view, rng)


without_no_cost_tent = Without("no_cost_tent")
without_ignore_die = Without("ignore_die")
without_two_dice = Without("two_dice")
without_second_tent = Without("second_tent")
without_market = Without("market")
without_boat_back = Without("boat_back")
without_three_stones = Without("three_stones")
without_four_coins = Without("four_coins")
never_draws = NeverDraws()
spends = Spender(0.5)
saves_15 = Saver(15)
saves_20 = Saver(20)
saves_25 = Saver(25)
saves_35 = Saver(35)

SAVERS = {
    "spends": "values a coin at half a point at most",
    "saves_15": "puts by for 15 coins",
    "saves_20": "puts by for 20 coins",
    "saves_25": "puts by for 25 coins",
    "saves_35": "puts by for 35 coins",
}
"""Bots that differ in what they keep for the end, and how."""


def without(card: str) -> str:
    """Name the bot that does without a card."""
    return f"study_bots:without_{card}"
