"""A view as pictures show it: with the names of the players, in a language and an encoding."""

import unicodedata
from collections.abc import Iterable, Sequence
from typing import assert_never

from attrs import frozen

from livingstone.edition.phrases import Phrases, phrases_in
from livingstone.game.moves import (
    CardChoice,
    CardDraw,
    CardLook,
    CardRoll,
    DonationRoll,
    HandDraw,
    RoundRoll,
    StoneDraw,
)
from livingstone.game.state import State
from livingstone.game.view import PlayerView, Private, View
from livingstone.game.viewing import view
from livingstone.support.arguments import check_names, need
from livingstone.values import Stones

LONGEST_NAME = 40
"""Pictures show at most this many characters of a name."""
_STAND_INS = str.maketrans({"ß": "ss", "œ": "oe", "æ": "ae", "ø": "o", "ł": "l"})


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
        own = self.private(seat)
        player = self.view.players[seat]
        least, most = player.chest_least, player.chest_most
        if own:
            return str(own.chest)
        return str(least) if least == most else f"{least}{to}{most}"

    def awaited(self) -> str:
        """Describe what the game waits for."""
        match self.view.pending:
            case RoundRoll() | DonationRoll() | CardRoll():
                return self.say("awaits_dice")
            case StoneDraw():
                return self.say("awaits_stones")
            case CardDraw() | CardLook() | HandDraw():
                return self.say("awaits_card")
            case CardChoice() | None:
                is_own = self.view.seat == self.view.current_player
                return self.say("your_turn" if is_own else "turn")
            case unknown:
                assert_never(unknown)

    def counted(self, stones: Stones) -> list[tuple[str, str]]:
        """List the kinds of stones that there are, each with its number and name in words."""
        held = stones._asdict().items()
        return [(kind, f"{n} {self.say(kind, count=n)}") for kind, n in held if n]

    def say(self, key: str, **values: object) -> str:
        """Fill a phrase of pictures in."""
        return encodable(self.phrases.say(f"picture.{key}", **values), self.encoding)


def named_view(
    seen: View | State, names: Sequence[str] | None, language: str, encoding: str | None = None
) -> NamedView:
    """Return the named view of the arguments that all pictures of a game share."""
    need("a picture", seen, "State or View", State, View)
    if isinstance(seen, State):
        seen = view(seen, None)
    players = len(seen.players)
    phrases = phrases_in(language)
    names = [""] * players if names is None else names
    check_names(names, players)
    shown = list[str]()
    for seat, name in enumerate(map(without_controls, names)):
        if len(name) > LONGEST_NAME:
            name = f"{name[: LONGEST_NAME - 1].rstrip()}…"
        number = phrases.say("amounts.player", seat=seat)
        shown.append(encodable(name or number[:1].upper() + number[1:], encoding))
    return NamedView(seen, tuple(shown), phrases, encoding)


def without_controls(text: str) -> str:
    r"""Make one line of a text, without control characters and marks of writing direction.

    A terminal would obey them.

    >>> without_controls("\x1b[31mAnn\n\u202eBen")
    '[31mAnn Ben'
    """
    kept = (c for c in text if c.isspace() or unicodedata.category(c)[0] != "C")
    return " ".join("".join(kept).split())


def encodable(text: str, encoding: str | None) -> str:
    """Replace what an encoding lacks by the letter without its accent, or by a `?`.

    >>> encodable("Würfel, Großbuchstaben, 石", "ascii")
    'Wurfel, Grossbuchstaben, ?'
    """
    if encoding is None or can_be_encoded(text, encoding):
        return text
    replaced = ""
    for letter in text:
        choices = letter, letter.translate(_STAND_INS), unicodedata.normalize("NFKD", letter)[:1]
        replaced += next((choice for choice in choices if can_be_encoded(choice, encoding)), "?")
    return replaced


def can_be_encoded(text: str, encoding: str) -> bool:
    """Return whether an encoding has all characters of a text."""
    try:
        text.encode(encoding)
    except (LookupError, UnicodeError):  # also codecs that are not for text
        return False
    return True
