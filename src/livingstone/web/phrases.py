"""The phrases of the pages: a TOML file for each language, in the folder `phrases`."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from attrs import frozen

import livingstone as ls

_FOLDER = files("livingstone.web") / "phrases"
LANGUAGES = tuple(code for code in ls.LANGUAGES if (_FOLDER / f"{code}.toml").is_file())
"""The languages of the pages."""


@frozen(eq=False)
class Phrases:
    """The phrases in one language."""

    language: str
    by_key: Mapping[str, str]
    """With names in braces for values."""

    def say(self, key: str, /, **values: object) -> str:
        """Return a phrase with its values filled in."""
        return self.by_key[key].format(**values)

    def kind(self, kind: str) -> str:
        """Return the phrase for who plays on a seat; the name of a bot without a phrase."""
        return self.by_key.get(f"kind.{kind}", kind)


@cache
def phrases_in(language: str) -> Phrases:
    """Load the phrases in one of `LANGUAGES`."""
    tables = tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    by_key = {f"{name}.{key}": table[key] for name, table in tables.items() for key in table}
    return Phrases(language, by_key)


@cache
def rules_in(language: str) -> dict[str, dict[str, str]]:
    """Load the rules by chapter and number, each chapter with a `title`."""
    return tomllib.loads((_FOLDER / "rules" / f"{language}.toml").read_text(encoding="utf-8"))
