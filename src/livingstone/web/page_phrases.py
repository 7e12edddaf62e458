"""The phrases of the pages, from a file in `phrases` for each language."""

import tomllib
from functools import cache
from importlib.resources import files

import livingstone as ls

_FOLDER = files("livingstone.web") / "phrases"
PAGE_LANGUAGES = tuple(code for code in ls.LANGUAGES if (_FOLDER / f"{code}.toml").is_file())
"""The languages of the pages."""


@cache
def page_phrases(language: str) -> ls.edition.Phrases:
    """Load the phrases of the pages in a language, one of `PAGE_LANGUAGES`."""
    file = _FOLDER / f"{language}.toml"
    return ls.edition.Phrases.read(language, tomllib.loads(file.read_text(encoding="utf-8")))
