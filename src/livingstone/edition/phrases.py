"""The phrases of each language, from files in `data/`.

A phrase that depends on a number or on who is addressed has a text for each form: `they` and `you`,
or `other` and the forms that the file lists under `numbers`.
"""

import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from string import Formatter
from typing import Any, TypeAlias

from attrs import frozen

from livingstone.edition.loading import Source, read_data, shipped, shipped_bytes
from livingstone.edition.types import Edition
from livingstone.errors import DataError, short_repr
from livingstone.support.arguments import need, one_of

Phrase: TypeAlias = str | Mapping[str, str]

LANGUAGES: tuple[str, ...] = tuple(
    sorted(file.name[:-5] for file in shipped("phrases").iterdir() if file.name.endswith(".toml"))
)
"""The codes of all languages, such as `en`, sorted."""
_FORMS = ({"they", "you"}, {"other"})
"""The forms that a phrase with forms needs: either all of the first, or the second."""


@frozen(eq=False)
class Phrases:
    """The phrases of one language, of the library or of a front end of your own."""

    __repr__ = short_repr

    language: str
    """Its code, such as `en`."""
    numbers: Mapping[str, Sequence[int]]
    """The numbers that take each form; others take `other`."""
    by_key: Mapping[str, Phrase]
    """The texts by table and name, such as `amounts.coins`; some have a text for each form."""

    @classmethod
    def read(cls, language: str, source: "Source") -> "Phrases":
        """Read the phrases of a front end of your own, from the path of a TOML file or a mapping.

        Each table has texts by their names, with placeholders in braces. A text that depends on a
        number has the form `other` and those that the table `numbers` lists; a text about a player
        has the forms `they` and `you`.

        >>> numbers = {"one": [1]}
        >>> table = {"left": {"one": "{count} tent is left", "other": "{count} tents are left"}}
        >>> phrases = Phrases.read("en", {"numbers": numbers, "tents": table})
        >>> phrases.say("tents.left", count=1), phrases.say("tents.left", count=3)
        ('1 tent is left', '3 tents are left')

        Raises `DataError` with all problems of the file.
        """
        need("the language", language, "str", str)
        if isinstance(source, Mapping):
            name = "the phrases"
            tables = dict(source)
        else:
            name = os.fspath(source)
            tables = read_data(source)
        if problems := [*_problems_of(tables)]:
            raise DataError(name, problems)
        return cls._of(language, tables)

    @classmethod
    def _of(cls, language: str, tables: dict[str, dict[str, Any]]) -> "Phrases":
        numbers = tables.pop("numbers", {})
        by_key = {f"{name}.{key}": table[key] for name, table in tables.items() for key in table}
        return cls(language, numbers, by_key)

    def say(
        self, key: str, /, *, count: object = None, is_you: object = False, **values: object
    ) -> str:
        """Fill a phrase in, in the form for a number or for who is addressed.

        >>> forms = {"they": "{player} ist am Zug.", "you": "Du bist am Zug."}
        >>> phrases = Phrases.read("de", {"events": {"turn": forms}})
        >>> phrases.say("events.turn", player="Ben"), phrases.say("events.turn", is_you=True)
        ('Ben ist am Zug.', 'Du bist am Zug.')

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
def phrases_in(language: str) -> Phrases:
    """Load the phrases of a language, in which the library and the terminal speak.

    >>> phrases_in("it").say("amounts.coins", count=1)
    '1 moneta'

    Raises `ArgumentError` for an unknown language.
    """
    return Phrases._of(language, _load("phrases", language))


def _problems_of(tables: Mapping[str, Any]) -> Iterator[str]:
    """Say what is wrong with the tables of a file of phrases."""
    for name, table in tables.items():
        if not isinstance(table, Mapping):
            yield f"{name}: must be a table of texts"
        elif name == "numbers":
            yield from _problems_of_numbers(table)
        else:
            for key, phrase in table.items():
                if problem := _problem_of(phrase):
                    yield f"{name}.{key}: {problem}"


def _problems_of_numbers(table: Mapping[str, Any]) -> Iterator[str]:
    for form, numbers in table.items():
        if not isinstance(numbers, list | tuple) or any(type(n) is not int for n in numbers):
            yield f"numbers.{form}: must be a list of whole numbers"


def _problem_of(phrase: object) -> str | None:
    """Say what is wrong with a phrase; None if nothing is."""
    forms = phrase if isinstance(phrase, Mapping) else {"other": phrase}
    if not any(form <= {*forms} for form in _FORMS):
        return "must have the form other, or they and you"
    for text in forms.values():
        if not isinstance(text, str):
            return "must be a text, or a table of one text for each form"
        try:
            [*Formatter().parse(text)]
        except ValueError as error:
            return f"has braces that do not fit: {error}"
    return None


def language_of_rules(language: str) -> str:
    """Return the language in which `describe_rules` answers: English if it is not translated.

    >>> language_of_rules("de")
    'de'

    Raises `ArgumentError` for a language that is not one of `LANGUAGES`.
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
