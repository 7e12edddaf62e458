"""The words in pictures: each one that the language files have is used."""

import re
from importlib.resources import files

from livingstone.words.phrases import phrases_in


def test_every_phrase_is_used() -> None:
    package = files("livingstone.pictures")
    folders = [package, package / "drawing", package / "lettering"]
    sources = [file for folder in folders for file in folder.iterdir() if file.name[-3:] == ".py"]
    code = "".join(source.read_text(encoding="utf-8") for source in sources)
    stones = {"black", "clear", "blue", "red", "white"}
    table = "picture."
    keys = {key.removeprefix(table) for key in phrases_in("en").by_key if key.startswith(table)}
    unused = {
        key for key in keys - stones if not re.search(rf"[\"'](?:picture\.)?{key}[\"']", code)
    }
    assert not unused
