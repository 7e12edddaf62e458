"""The words of the terminal, from a file in `phrases` for each language."""

import tomllib
from functools import cache
from importlib.resources import files

import livingstone as ls

_FOLDER = files("livingstone.cli") / "phrases"


@cache
def terminal_phrases(language: str) -> ls.edition.Phrases:
    """Load the words of the terminal in a language, or in English if they are not translated."""
    file = _FOLDER / f"{language}.toml"
    if not file.is_file():
        file = _FOLDER / "en.toml"
    return ls.edition.Phrases.read(language, tomllib.loads(file.read_text(encoding="utf-8")))
