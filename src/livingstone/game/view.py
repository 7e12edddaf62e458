"""R10: the view of one seat, or of a spectator.

A view has no field for anything that its seat may not know, and no reference to the state it was
made from or to a seed: a program that inspects it finds no secret.
"""

import io
import pickle
from collections.abc import Iterable
from typing import Any

from attrs import evolve, field, fields, frozen

from livingstone.errors import short_repr
from livingstone.game.moves import (
    CardChoice,
    CardLook,
    CardRevealed,
    CardsShown,
    DonationRoll,
    HandDraw,
    Move,
)
from livingstone.game.state import Known, Player, Position, State, TentOwner
from livingstone.support.limits import OPTIONAL, Points
from livingstone.values import CardPile, Gems, Space

# Without slots: with them, a view takes twice as long to make, and bots get one for each move.


@frozen(slots=False)
class PlayerView(TentOwner):
    """The public part of one player (R10.1); most fields are those of `Player`."""

    __repr__ = short_repr

    funds: int
    """Coins in purse and chest together; they follow from public income and payments (R10.2)."""
    hand_size: int
    """How many cards are held."""
    donations: int
    """How often this player donated."""
    chest_least: int
    """The least that the chest can hold: one coin for each donation (R5.2)."""
    chest_most: int
    """The most that the chest can hold: the lowest sum of purse and chest since the last donation
    (R10.2); 0 before the first."""
    points: Points
    """Scored so far; final after the end scoring (R8.1 to R8.3)."""
    supply: int
    """Tents not on the board."""
    gems: Gems
    """Kept in front of the player."""
    last_die: int
    """The value of the last die taken in this round (R2.3); 0 if none."""
    tents: tuple[tuple[int, ...], ...]
    """The number of tents on each space, by column, then by row: `tents[column - 1][row - 1]` is
    the same as `tents_at(Space(row, column))`."""
    scored: tuple[Space, ...]
    """The spaces that are scored for this player (R7.2), sorted."""


@frozen(slots=False)
class Private:
    """The secrets of a player, until the end scoring reveals them (R10.2, R10.4)."""

    __repr__ = short_repr

    coins: int
    """In the purse."""
    chest: int
    """Coins donated."""
    hand: tuple[str, ...]
    """Ids of the cards held, sorted."""
    known: tuple[Known, ...] = field(default=(), metadata=OPTIONAL)
    """What the seat of a view knows of hidden cards; never that of others."""


@frozen(slots=False)
class View(Position[PlayerView]):
    """A position of the game as one seat, or a spectator, sees it (R10)."""

    seat: int | None
    """The seat that sees this; None for a spectator."""
    players: tuple[PlayerView, ...]
    """What is public of each player, by seat, clockwise (R1.1)."""
    own: Private | None
    """The secrets of this seat; None for a spectator."""
    revealed: tuple[Private, ...] | None
    """The secrets of all players, by seat, after the end scoring (R10.4); None before."""
    unseen: CardPile
    """The cards that are not in sight: the draw pile together with the other hands (for a
    spectator, all hands), with those that `own.known` tells; when the hands are open, only the draw
    pile."""
    draw_pile_size: int
    """How many cards there are to draw."""
    legal_moves: tuple[Move, ...]
    """The legal moves, in the order of `legal_moves`; none unless this seat is to move."""

    def __repr__(self) -> str:
        return self._summary(f", seen by {'all' if self.seat is None else f'seat {self.seat}'}")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle equal views to equal bytes.

        Which parts are the same object can depend on what is hidden; fast mode does not record it.
        """
        stream = io.BytesIO()
        pickler = pickle.Pickler(stream)
        pickler.fast = True
        pickler.dump({field.name: getattr(self, field.name) for field in fields(View)})
        return _unpickled, (stream.getvalue(),)


def _unpickled(parts: bytes) -> View:
    return View(**pickle.loads(parts))  # noqa: S301  # called by a pickle that is being loaded


def show(state: State, seat: int | None, moves: tuple[Move, ...]) -> View:
    """Return the view of a seat, or of a spectator (None), with these legal moves."""
    viewer = None if seat is None else state.players[seat]
    private = None
    if viewer is not None:
        private = Private(viewer.coins, viewer.chest, viewer.hand, viewer.known)
    opened = is_open(state)
    hand = () if viewer is None else viewer.hand
    return View(
        state.edition,
        state.current_player,
        state.starting_player,
        state.boat,
        state.dice,
        state.die,
        state.dice_taken,
        state.dice_left,
        state.bank,
        state.bag,
        state.aside,
        state.gems_drawn,
        state.played,
        state.pending if state.choice is None else choice_seen_by(seat, state.choice),
        state.is_over,
        state.threshold,
        seat,
        tuple(map(_public, state.players)),
        private,
        tuple(map(private_of, state.players)) if opened else None,
        state.draw_pile if opened else unseen_cards(state.edition.deck, state.played, hand),
        state.draw_pile.total,
        moves,
        playing=state.playing,
    )


def choice_seen_by(seat: int | None, choice: CardChoice) -> CardChoice:
    """Hide cards that were drawn or shown before a choice from all but who saw them (R10.2)."""
    saw = {choice.turn}
    if isinstance(choice.event, CardLook):
        saw = {choice.event.looker(choice.turn)}
    if isinstance(choice.event, HandDraw):
        saw.add(choice.event.owner)
    is_hidden = seat not in saw and isinstance(choice.outcome, CardRevealed | CardsShown)
    return evolve(choice, outcome=None) if is_hidden else choice


def is_open(state: State) -> bool:
    """Return whether hands and chests are open: from the end scoring on (R10.4).

    Ruling: with two players, they are open already before the donation roll.
    """
    return state.is_over or isinstance(state.pending, DonationRoll)


def private_of(player: Player) -> Private:
    """Copy the secrets of a player (R10.2)."""
    return Private(player.coins, player.chest, player.hand)


def unseen_cards(deck: CardPile, played: CardPile, hand: Iterable[str]) -> CardPile:
    """List the cards of the deck that lie neither open nor in this hand (R10.1).

    All ids come from the deck, so that not even which object an id is depends on what is hidden.
    """
    counts = dict(deck.items)
    for card, count in played:
        counts[card] -= count
    for card in hand:
        counts[card] -= 1
    return CardPile(tuple((card, count) for card, count in counts.items() if count))


def _public(player: Player) -> PlayerView:
    """Copy the public part of a player (R10.1): of purse and chest only the sum (R10.2).

    Ruling: what follows about the chest is public, too: it holds a coin for each donation, and no
    more than the lowest sum of purse and chest since the last one.
    """
    return PlayerView(
        player.coins + player.chest,
        len(player.hand),
        player.donations,
        player.donations,
        player.chest_limit,
        player.points,
        player.supply,
        player.gems,
        player.last_die,
        player.tents,
        player.scored,
    )
