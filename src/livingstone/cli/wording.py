"""The words of the game at the terminal: what it says, and what it understands."""

from collections.abc import Iterator
from functools import cache
from typing import Literal, TypeAlias

from attrs import frozen

from livingstone.edition.cards import Card
from livingstone.words.phrases import Phrases, phrases_in

__all__ = ["Wording", "wording_in"]

Kind: TypeAlias = Literal["words", "commands"]


@frozen(eq=False)
class Wording:
    """What is said and understood in one language."""

    phrases: Phrases
    """The phrases of the language; those of the terminal stand in tables of their own."""
    english: Phrases
    """The English ones, whose words are always understood."""

    def say(self, key: str, **values: object) -> str:
        """Give a sentence, filled in.

        >>> wording_in("en").say("thinking", name="Ben")
        'Ben is thinking…'
        """
        return self.phrases.say(f"terminal.{key}", **values)

    def head(self, key: str, **values: object) -> str:
        """Give the head of a column of the final table."""
        return self.phrases.say(f"terminal_table.{key}", **values)

    @property
    def help(self) -> str:
        """What can be typed."""
        return self.phrases.say("terminal_help.text").strip("\n")

    def card(self, card: Card) -> str:
        """Give the name of a card; the English one where it has none in this language."""
        return card.names.called(self.phrases.language)

    def find(self, typed: str, *kinds: Kind) -> set[str]:
        """Find what a word can mean: what is called so, or else all whose names begin so.

        >>> wording_in("de").find("verk", "words"), wording_in("de").find("SELL", "words")
        ({'sell'}, {'sell'})
        """
        named = [(alias, meaning) for kind in kinds for alias, meaning in self._named(kind)]
        wanted = typed.casefold()
        same = {meaning for alias, meaning in named if alias == wanted}
        return same or {meaning for alias, meaning in named if alias.startswith(wanted)}

    def is_word(self, typed: str, meaning: str) -> bool:
        """Say whether a whole word, not only its beginning, means this."""
        return (typed.casefold(), meaning) in self._named("words")

    def _named(self, kind: Kind) -> Iterator[tuple[str, str]]:
        """Go through the words of a kind, each with its meaning."""
        table = f"terminal_{kind}."
        for phrases in (self.phrases, self.english):
            for key in phrases.by_key:
                if key.startswith(table):
                    for alias in phrases.say(key).split():
                        yield alias, key.removeprefix(table)


@cache
def wording_in(language: str) -> Wording:
    """Load the words of a language, one of `livingstone.LANGUAGES`."""
    return Wording(phrases_in(language), phrases_in("en"))
