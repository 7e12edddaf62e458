"""A view as pictures show it: with the names of the players, in a language."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from attrs import frozen

from livingstone.edition.phrases import Phrases, phrases_in
from livingstone.errors import ArgumentError
from livingstone.game.moves import CardDraw, DonationRoll, RoundRoll, StoneDraw
from livingstone.game.state import State
from livingstone.game.view import PlayerView, Private, View
from livingstone.game.viewing import view
from livingstone.pictures.letters import encodable, without_controls

LONGEST_NAME = 40
"""Pictures show at most this many characters of a name."""


@frozen(eq=False)
class NamedView:
    """A view with names and phrases; it holds no secrets, since a view holds none."""

    view: View
    names: tuple[str, ...]
    """By seat: one line each, of 1 to `LONGEST_NAME` characters."""
    phrases: Phrases
    encoding: str | None = None
    """Of the text; None for any characters."""

    @property
    def own_seat(self) -> int:
        """The seat whose things can be clicked: the viewer's, or that of the player to move."""
        seat = self.view.seat
        return self.view.current_player if seat is None else seat

    @property
    def seats(self) -> Iterable[tuple[int, str, PlayerView]]:
        """Each seat with its name and its public part."""
        return zip(range(len(self.names)), self.names, self.view.players, strict=True)

    def private(self, seat: int) -> Private | None:
        """Return a player's purse, chest and hand; None if they are hidden."""
        if self.view.revealed is not None:
            return self.view.revealed[seat]
        return self.view.own if seat == self.view.seat else None

    def chest(self, seat: int, to: str) -> str:
        """Write what a player's chest holds: a number, or the least and the most (R10.2)."""
        own, player = self.private(seat), self.view.players[seat]
        least, most = player.chest_least, player.chest_most
        if own:
            return str(own.chest)
        return str(least) if least == most else f"{least}{to}{most}"

    def awaited(self) -> str:
        """Describe what the game waits for."""
        match self.view.pending:
            case RoundRoll() | DonationRoll():
                return self.say("awaits_dice")
            case StoneDraw():
                return self.say("awaits_stones")
            case CardDraw():
                return self.say("awaits_card")
            case None:
                is_own = self.view.seat == self.view.current_player
                return self.say("your_turn" if is_own else "turn")
            case unknown:
                assert_never(unknown)

    def say(self, key: str, **values: object) -> str:
        """Fill a phrase of pictures in."""
        return encodable(self.phrases.say(f"picture.{key}", **values), self.encoding)

    def card(self, card: str) -> str:
        """Name a card."""
        return self.phrases.card(self.view.edition, card)


def named_view(
    seen: View | State, names: Sequence[str] | None, language: str, encoding: str | None = None
) -> NamedView:
    """Return the named view of the arguments that all pictures of a game share."""
    if isinstance(seen, State):
        seen = view(seen, None)
    players, phrases = len(seen.players), phrases_in(language)
    names = [""] * players if names is None else names
    if len(names) != players:
        raise ArgumentError(f"names must have one for each seat, {players}, not {len(names)}")
    lines = (
        _shortened(without_controls(name)) or phrases.say("picture.player", number=seat)
        for seat, name in enumerate(names)
    )
    encoded = tuple(encodable(line, encoding) for line in lines)
    return NamedView(seen, encoded, phrases, encoding)


def _shortened(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1].rstrip()}…"
