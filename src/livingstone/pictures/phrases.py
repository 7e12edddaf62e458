"""The words in pictures, by language: one data file each, in `words/phrases`."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from attrs import frozen

from livingstone.edition.printed import Edition
from livingstone.errors import ArgumentError, shown
from livingstone.structuring.toml import read_toml

__all__ = ["LANGUAGES", "Phrases", "phrases_in"]

LANGUAGES = ("en", "de", "fr", "it")
"""The languages in which the game was published."""


@frozen(eq=False)
class Phrases:
    """The phrases of one language."""

    language: str
    """One of `LANGUAGES`."""
    by_key: Mapping[str, str]
    """What stands in the language's file under `picture`."""

    def say(self, key: str, **values: object) -> str:
        """Give a phrase, filled in.

        >>> phrases_in("de").say("column", column=4)
        'Spalte 4'
        """
        return self.by_key[key].format(**values)

    def card(self, edition: Edition, card: str) -> str:
        """Give the name of a card; the English one where it has none in this language.

        >>> from livingstone import load_edition
        >>> phrases_in("it").card(load_edition("printed"), "lion")
        'Leone'
        """
        names = edition.card(card).names
        name: str | None = getattr(names, self.language)
        return name or names.en


def phrases_in(language: object) -> Phrases:
    """Find the phrases of a language; raises `ArgumentError` for one that is not there."""
    if not isinstance(language, str) or language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise ArgumentError(f"the language must be one of {known}: {shown(language)}")
    return _load(language)


@cache
def _load(language: str) -> Phrases:
    file = files("livingstone.words") / "phrases" / f"{language}.toml"
    return Phrases(language, read_toml(file.read_text(encoding="utf-8"))["picture"])
