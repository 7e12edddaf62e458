"""The action cards as they are printed (R6)."""

from typing import Annotated, Literal

from attrs import frozen

from livingstone.edition.effect import Effect
from livingstone.support.structuring.limits import Between, Identifier, Line


@frozen
class CardNames:
    """The names of a card in four languages; None where it has none."""

    en: Line
    """In English."""
    de: Line | None = None
    """In German."""
    fr: Line | None = None
    """In French."""
    it: Line | None = None
    """In Italian."""

    def called(self, language: str) -> str:
        """Return the name in a language, or the English one where there is none.

        >>> CardNames("Lion", de="Löwe").called("de"), CardNames("Lion").called("de")
        ('Löwe', 'Lion')
        """
        name: str | None = getattr(self, language, None)
        return name or self.en


@frozen
class Card:
    """A kind of action card (R6)."""

    id: Identifier
    """Its name in moves and states."""
    count: Annotated[int, Between(1, 1000)]
    """The number of copies in the deck."""
    effect: Effect
    """The effect of playing it."""
    names: CardNames
    """Its names in four languages."""
    text: Line
    """Its effect, in one line of English."""
    inferred: tuple[Literal["count", "names.en", "names.de", "names.fr", "names.it"], ...] = ()
    """The facts that no source gives."""


Cards = Annotated[tuple[Card, ...], Between(0, 200)]
