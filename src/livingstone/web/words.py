"""The words of the pages: one data file for each language, in the folder `phrases`."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from attrs import frozen

import livingstone as ls

__all__ = ["Words", "preferred", "words_in"]

_FOLDER = files("livingstone.web") / "phrases"


@frozen(eq=False)
class Words:
    """The words of one language; names in braces are filled in."""

    language: str
    """One of `LANGUAGES`."""
    by_key: Mapping[str, str]
    """Each phrase by the name of its table and its own, such as `table.undo`."""

    def say(self, key: str, /, **values: object) -> str:
        """Give a phrase, filled in.

        >>> words_in("de").say("table.undo")
        'Zurücknehmen'

        Raises `KeyError` for a phrase that is not there, and for a value that it needs.
        """
        return self.by_key[key].format(**values)


@cache
def words_in(language: str) -> Words:
    """Find the words of a language, which must be one of `LANGUAGES`."""
    tables = tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    by_key = {f"{name}.{key}": table[key] for name, table in tables.items() for key in table}
    return Words(language, by_key)


def preferred(accepted: str) -> str:
    """Choose the language that a browser asks for first, by its header `Accept-Language`.

    >>> preferred("pt-BR,fr-CH;q=0.9,en;q=0.8"), preferred("pt")
    ('fr', 'en')
    """
    for part in accepted[:200].split(","):
        language = part.strip()[:2].lower()
        if language in ls.LANGUAGES:
            return language
    return "en"
