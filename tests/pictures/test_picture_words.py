"""The words in pictures are there in every language."""

import re
import string
from importlib.resources import files

import pytest

from livingstone.pictures.phrases import LANGUAGES, phrases_in
from livingstone.structuring.toml import read_toml


def placeholders(phrase: str) -> set[str | None]:
    return {field for _, field, _, _ in string.Formatter().parse(phrase) if field is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_have_the_same_phrases(language: str) -> None:
    phrases, english = phrases_in(language).by_key, phrases_in("en").by_key
    assert list(phrases) == sorted(english)
    for key, phrase in phrases.items():
        assert placeholders(phrase) == placeholders(english[key]), key
        assert phrase == phrase.strip()


def test_there_is_a_file_for_each_language_and_no_other() -> None:
    folder = files("livingstone.words") / "phrases"
    assert {file.name for file in folder.iterdir()} == {f"{name}.toml" for name in LANGUAGES}
    for name in LANGUAGES:
        assert read_toml((folder / f"{name}.toml").read_text(encoding="utf-8"))["picture"]


def test_every_phrase_is_used() -> None:
    package = files("livingstone.pictures")
    folders = [package, package / "drawing", package / "lettering"]
    sources = [file for folder in folders for file in folder.iterdir() if file.name[-3:] == ".py"]
    code = "".join(source.read_text(encoding="utf-8") for source in sources)
    stones = {"black", "clear", "blue", "red", "white"}
    unused = {
        key for key in phrases_in("en").by_key if not re.search(f"[\"']{key}[\"']", code)
    } - stones
    assert not unused
