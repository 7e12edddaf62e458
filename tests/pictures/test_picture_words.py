"""The words in pictures: each one that the language files have is used."""

import re
from importlib.resources import files

import pytest
from positions import lay_aside

import livingstone as ls
from livingstone.edition.phrases import phrases_in


def test_every_phrase_is_used() -> None:
    package = files("livingstone.pictures")
    folders = [package, package / "drawing"]
    sources = [file for folder in folders for file in folder.iterdir() if file.name[-3:] == ".py"]
    code = "".join(source.read_text(encoding="utf-8") for source in sources)
    stones = {"black", "clear", "blue", "red", "white"}
    table = "picture."
    keys = {key.removeprefix(table) for key in phrases_in("en").by_key if key.startswith(table)}
    unused = {
        key for key in keys - stones if not re.search(rf"[\"'](?:picture\.)?{key}[\"']", code)
    }
    assert not unused


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("fr", "1 noire, 1 claire, 1 bleue, 1 rouge", "2 noires, 2 claires, 2 bleues, 2 rouges"),
        ("it", "1 nera, 1 chiara, 1 blu, 1 rossa", "2 nere, 2 chiare, 2 blu, 2 rosse"),
    ],
)
def test_stones_have_the_form_of_their_number(language: str, one: str, two: str) -> None:
    for count, listed in ((1, one), (2, two)):
        stones = ls.Stones(black=count, clear=count, blue=count, red=count, white=0)
        state = lay_aside(ls.new_game(2, seed=7), stones)
        assert f": {listed}\n" in ls.text.board(state, width=200, language=language)
        assert f': {listed}"' in ls.svg.board(state, language=language)
