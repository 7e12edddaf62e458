"""What a picture is made of: a view, the players' names, the words of a language."""

import unicodedata
from collections.abc import Iterable, Sequence
from typing import assert_never

from attrs import frozen

from livingstone.errors import ArgumentError, shown
from livingstone.game.moves import CardDraw, DonationRoll, RoundRoll, StoneDraw
from livingstone.game.state import State
from livingstone.game.view import PlayerView, Private, View, view
from livingstone.words.phrases import Phrases, phrases_in

__all__ = ["LONGEST_NAME", "Subject", "shorten", "subject_of", "without_controls"]

LONGEST_NAME = 40
"""No more characters of a name are shown, in whatever picture."""


@frozen(eq=False)
class Subject:
    """What a picture is made of; it holds no secrets, since a view holds none."""

    view: View
    """What is drawn."""
    names: tuple[str, ...]
    """By seat: one line each, neither empty nor longer than `LONGEST_NAME`."""
    phrases: Phrases
    """The words of the picture."""

    @property
    def own_seat(self) -> int:
        """The seat whose things can be clicked: the viewer's; for a spectator, who is to move."""
        seat = self.view.seat
        return self.view.current_player if seat is None else seat

    @property
    def seats(self) -> Iterable[tuple[int, str, PlayerView]]:
        """Each seat with its name and what is public of it."""
        return zip(range(len(self.names)), self.names, self.view.players, strict=True)

    def private(self, seat: int) -> Private | None:
        """Give what the view shows of a player's purse, chest and hand; None if it is hidden."""
        if self.view.revealed is not None:
            return self.view.revealed[seat]
        return self.view.own if seat == self.view.seat else None

    def chest(self, seat: int) -> tuple[int, int]:
        """Give the least and the most that a player's chest can hold, as far as it is known."""
        own, player = self.private(seat), self.view.players[seat]
        return (own.chest, own.chest) if own else (player.chest_least, player.chest_most)

    def awaited(self) -> str:
        """Say what the game waits for, a move or chance."""
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
        """Give a phrase in the picture's language, filled in."""
        return self.phrases.say(f"picture.{key}", **values)

    def card(self, card: str) -> str:
        """Give the name of a card in the picture's language."""
        return self.phrases.card(self.view.edition, card)


def subject_of(seen: View | State, names: Sequence[str] | None, language: str) -> Subject:
    """Take the arguments that all pictures of a game have in common.

    Raises `ArgumentError` for what is neither a view nor a state, for names too few or too many,
    and for a language that is not there.
    """
    if type(seen) is State:
        seen = view(seen, None)
    if type(seen) is not View:
        raise ArgumentError(f"a picture needs a View or a State, not a {type(seen).__name__}")
    phrases = phrases_in(language)
    return Subject(seen, _checked(names, len(seen.players), phrases), phrases)


def _checked(names: Sequence[str] | None, players: int, phrases: Phrases) -> tuple[str, ...]:
    if names is None:
        names = [""] * players
    wanted = f"names must be a list of {players} texts, one a seat"
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise ArgumentError(f"{wanted}: {shown(names)}")
    if len(names) != players:
        raise ArgumentError(f"{wanted}, and not of {len(names)}")
    for name in names:
        if not isinstance(name, str):
            raise ArgumentError(f"{wanted}: {shown(name)}")
    return tuple(
        shorten(without_controls(name), LONGEST_NAME) or phrases.say("picture.player", number=seat)
        for seat, name in enumerate(names)
    )


def without_controls(text: str) -> str:
    """Make one line of a text: no control characters, none that turn the direction of writing.

    >>> without_controls(" Ann" + chr(27) + "[31m" + chr(10) + "Lee ")
    'Ann[31m Lee'
    """
    kept = [
        " " if sign.isspace() else sign
        for sign in text
        if sign.isspace() or unicodedata.category(sign)[0] != "C"
    ]
    return " ".join("".join(kept).split())


def shorten(text: str, length: int) -> str:
    """Cut a text that has more characters than this; an ellipsis stands for what is missing.

    >>> shorten("Livingstone", 7), shorten("Stanley", 7)
    ('Living…', 'Stanley')
    """
    return text if len(text) <= length else f"{text[: length - 1].rstrip()}…"
