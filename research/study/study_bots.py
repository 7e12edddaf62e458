"""The players of the study: `greedy` with one habit changed, so that the change can be measured."""

from collections.abc import Callable
from random import Random

from attrs import evolve, frozen

from livingstone import (
    BuildTent,
    Dig,
    DrawCard,
    Edition,
    Move,
    PlayCard,
    TakeCoins,
    TakeDie,
    View,
    load_edition,
    price_of,
)
from livingstone.players import Bot, GreedyBot
from livingstone.players.weights import weights_for

__all__ = ["ACTIONS", "CARDS", "COLUMNS", "DICE", "ROWS", "SAVERS", "named"]

Avoided = Callable[[View, Move], bool]
"""Whether a bot avoids a move."""


@frozen
class Avoiding:
    """Plays like `greedy`, but avoids some moves as long as there are others.

    It does not know this of itself: it takes a die for what it will not do with it.
    """

    avoids: Avoided

    def choose(self, view: View, rng: Random) -> Move:
        """Leave the moves out that are avoided, and let `greedy` choose from the others."""
        moves = tuple(move for move in view.legal_moves if not self.avoids(view, move))
        return GreedyBot().choose(evolve(view, legal_moves=moves or view.legal_moves), rng)


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
        if not isinstance(move, BuildTent):
            return True
        return price_of(view, move.row, move.cards).total <= free


@frozen
class Spender:
    """Plays like `greedy`, but never values a coin above this many points."""

    coin: float

    def choose(self, view: View, rng: Random) -> Move:
        """Have `greedy` choose with the weights for the number of players, but for this one."""
        weights = evolve(weights_for(len(view.players)), dearest_coin=self.coin)
        return GreedyBot(weights).choose(view, rng)


def _takes(value: int) -> Avoided:
    return lambda _, move: isinstance(move, TakeDie) and move.value == value


def _is(action: type) -> Avoided:
    return lambda _, move: isinstance(move, action)


def _is_in_row(row: int) -> Avoided:
    return lambda _, move: _tent(move, 0)[0] == row


def _is_in_column(column: int) -> Avoided:
    return lambda view, move: _tent(move, view.boat)[1] == column


def _tent(move: Move, boat: int) -> tuple[int, int]:
    """Give the row and the column where a move puts a tent; zeros if it puts none."""
    match move:
        case BuildTent(row):
            return row, boat
        case PlayCard(space=space) if space is not None:
            return space.row, space.column
        case _:
            return 0, 0


def _names(edition: Edition) -> dict[str, Bot]:
    """Make all bots, by their names."""
    board = edition.board
    bots: dict[str, Bot] = {"never_draws": Avoiding(_is(DrawCard)), "spends": Spender(0.5)}
    bots |= {"never_banks": Avoiding(_is(TakeCoins)), "never_digs": Avoiding(_is(Dig))}
    bots["never_builds"] = Avoiding(_is(BuildTent))
    for value in range(1, board.dice.sides + 1):
        bots[f"without_die_{value}"] = Avoiding(_takes(value))
    for row in range(1, len(board.rows) + 1):
        bots[f"without_row_{row}"] = Avoiding(_is_in_row(row))
    for column in range(1, len(board.columns) + 1):
        bots[f"without_column_{column}"] = Avoiding(_is_in_column(column))
    bots |= {f"without_{card}": Without(card) for card in CARDS.values()}
    return bots | {f"saves_{goal}": Saver(goal) for goal in (15, 20, 25, 35)}


CARDS = {
    f"without_{card}": card
    for card in (
        *("no_cost_tent", "ignore_die", "two_dice", "second_tent"),
        *("market", "boat_back", "three_stones", "four_coins"),
    )
}
"""Cards that do something when played, by the bots that do without."""
DICE = {f"without_die_{value}": f"{value}" for value in range(1, 7)}
ROWS = {f"without_row_{row}": f"{row}" for row in range(1, 7)}
COLUMNS = {f"without_column_{column}": f"{column}" for column in range(1, 11)}
ACTIONS = {
    "never_builds": "building a tent (R4.4)",
    "never_digs": "digging (R4.3)",
    "never_banks": "taking coins (R4.2)",
    "never_draws": "drawing a card (R4.1)",
}
SAVERS = {
    "spends": "values a coin at half a point at most",
    "saves_15": "puts by for 15 coins",
    "saves_20": "puts by for 20 coins",
    "saves_25": "puts by for 25 coins",
    "saves_35": "puts by for 35 coins",
}
"""Bots that differ in what they keep for the end, and how."""

_BOTS = _names(load_edition("printed"))


def __getattr__(name: str) -> Bot:
    """Give the bot with a name of this module."""
    if name not in _BOTS:
        raise AttributeError(name)
    return _BOTS[name]


def named(bot: str) -> str:
    """Name a bot of this module as `load_player` wants it.

    >>> named("never_digs")
    'study_bots:never_digs'
    """
    return f"study_bots:{bot}"
