"""The phrases of each language, from files in `data/`.

A phrase that depends on a number or on who is addressed has a text for each form: `they` and `you`,
or `other` and the forms that the file lists under `numbers`.
"""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

from attrs import frozen

from livingstone.edition.loading import shipped, shipped_bytes
from livingstone.edition.types import Edition
from livingstone.support.arguments import one_of

Phrase: TypeAlias = str | Mapping[str, str]

LANGUAGES: tuple[str, ...] = tuple(
    sorted(file.name[:-5] for file in shipped("phrases").iterdir() if file.name.endswith(".toml"))
)
"""The codes of all languages, such as `en`, sorted."""
PAGE_LANGUAGES = tuple(code for code in LANGUAGES if shipped(f"pages/{code}.toml").is_file())
"""The languages of the web pages."""


@frozen(eq=False)
class Phrases:
    """The phrases of one language; `phrases_in` loads them."""

    language: str
    """One of `LANGUAGES`."""
    numbers: Mapping[str, Sequence[int]]
    """The numbers that take each form; others take `other`."""
    by_key: Mapping[str, Phrase]
    """By table and name, such as `amounts.coins`."""

    def say(
        self, key: str, /, *, count: object = None, is_you: object = False, **values: object
    ) -> str:
        """Fill a phrase in, in the form for a number or for who is addressed.

        >>> phrases_in("de").say("events.turn_begun", is_you=True)
        'Du bist am Zug.'

        Raises `KeyError` for an unknown phrase and a missing value.
        """
        phrase = self.by_key[key]
        if not isinstance(phrase, str):
            phrase = phrase[self._form(phrase, count, is_you)]
        return phrase.format(count=count, **values)

    def card(self, edition: Edition, card: str) -> str:
        """Return the name of a card: in English if need be, its id if the card is unknown.

        >>> from livingstone import load_edition
        >>> phrases_in("de").card(load_edition("printed"), "lion")
        'Löwe'
        """
        names = (kind.names.called(self.language) for kind in edition.cards if kind.id == card)
        return next(names, card)

    def _form(self, phrase: Mapping[str, str], count: object, is_you: object) -> str:
        if "they" in phrase:
            return "you" if is_you else "they"
        fitting = (form for form, numbers in self.numbers.items() if count in numbers)
        return next((form for form in fitting if form in phrase), "other")


@cache
def phrases_in(language: str, folder: str = "phrases") -> Phrases:
    """Load the phrases of a language: those of sentences or, from the folder `pages`, of web pages.

    >>> phrases_in("it").say("amounts.coins", count=1)
    '1 moneta'

    Raises `ArgumentError` for an unknown language.
    """
    tables = _load(folder, language)
    numbers = tables.pop("numbers", {})
    by_key = {f"{name}.{key}": table[key] for name, table in tables.items() for key in table}
    return Phrases(language, numbers, by_key)


def language_of_rules(language: str) -> str:
    """Return the language, or English if the rules are not translated into it.

    >>> language_of_rules("fr")
    'fr'

    Raises `ArgumentError` for an unknown language.
    """
    one_of("the language", language, LANGUAGES)
    return language if shipped(f"rules/{language}.toml").is_file() else "en"


@cache
def rules_in(language: str) -> dict[str, dict[str, str]]:
    """Load the rules by chapter and number, with `title` and placeholders; `ArgumentError`."""
    return _load("rules", language_of_rules(language))


def _load(folder: str, language: str) -> dict[str, dict[str, Any]]:
    one_of("the language", language, LANGUAGES)
    return tomllib.loads(shipped_bytes(f"{folder}/{language}.toml").decode())
