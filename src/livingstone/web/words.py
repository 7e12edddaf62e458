"""The words of the pages: one data file for each language, in the folder `phrases`."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from attrs import frozen

import livingstone as ls

__all__ = ["LANGUAGES", "Words", "words_in"]

_FOLDER = files("livingstone.web") / "phrases"
LANGUAGES = tuple(code for code in ls.LANGUAGES if (_FOLDER / f"{code}.toml").is_file())
"""The languages of the library that there are pages in."""


@frozen(eq=False)
class Words:
    """The words of one language; names in braces are filled in."""

    language: str
    """One of `LANGUAGES`."""
    by_key: Mapping[str, str]
    """Each phrase by the name of its table and its own, such as `table.undo`."""

    def say(self, key: str, /, **values: object) -> str:
        """Give a phrase, filled in; raises `KeyError` for one that is not there.

        >>> words_in("de").say("table.undo")
        'Zurücknehmen'
        """
        return self.by_key[key].format(**values)


@cache
def words_in(language: str) -> Words:
    """Find the words of a language, which must be one of `LANGUAGES`."""
    tables = tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    by_key = {f"{name}.{key}": table[key] for name, table in tables.items() for key in table}
    return Words(language, by_key)
