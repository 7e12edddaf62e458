"""The words of the game at the terminal, in the languages of the library: one file for each."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias

from attrs import frozen

from livingstone.edition.cards import Card
from livingstone.structuring.toml import read_toml

__all__ = ["Wording", "wording_in"]

Kind: TypeAlias = Literal["words", "commands"]


@frozen(eq=False)
class Wording:
    """What is said and understood in one language."""

    language: str
    """One of `livingstone.words.LANGUAGES`."""
    tables: Mapping[str, Mapping[str, str]]
    """The tables of the language's file."""
    english: Mapping[str, Mapping[str, str]]
    """Those of the English one, whose words are always understood."""

    def say(self, key: str, **values: object) -> str:
        """Give a sentence, filled in.

        >>> wording_in("en").say("thinking", name="Ben")
        'Ben is thinking…'
        """
        return self.tables["say"][key].format(**values)

    def head(self, key: str, **values: object) -> str:
        """Give the head of a column of the final table."""
        return self.tables["table"][key].format(**values)

    @property
    def help(self) -> str:
        """What can be typed."""
        return self.tables["help"]["text"].strip("\n")

    def card(self, card: Card) -> str:
        """Give the name of a card; the English one where it has none in this language."""
        name: str | None = getattr(card.names, self.language)
        return name or card.names.en

    def find(self, typed: str, *kinds: Kind) -> set[str]:
        """Find what a word can mean: what is called so, or else all whose names begin so.

        >>> wording_in("de").find("verk", "words"), wording_in("de").find("SELL", "words")
        ({'sell'}, {'sell'})
        """
        named = [
            (alias, meaning)
            for kind in kinds
            for table in (self.tables, self.english)
            for meaning, aliases in table[kind].items()
            for alias in aliases.split()
        ]
        wanted = typed.casefold()
        same = {meaning for alias, meaning in named if alias == wanted}
        return same or {meaning for alias, meaning in named if alias.startswith(wanted)}

    def is_word(self, typed: str, meaning: str) -> bool:
        """Say whether a whole word, not only its beginning, means this."""
        return any(
            typed.casefold() in table["words"][meaning].split()
            for table in (self.tables, self.english)
        )


@cache
def wording_in(language: str) -> Wording:
    """Load the words of a language, one of `livingstone.words.LANGUAGES`."""
    return Wording(language, _load(language), _load("en"))


def _load(language: str) -> Mapping[str, Mapping[str, str]]:
    file = files("livingstone.cli") / "phrases" / f"{language}.toml"
    return read_toml(file.read_text(encoding="utf-8"))
