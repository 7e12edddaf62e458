"""What pictures are asked for by mistake, and names that are meant to harm."""

import re
from importlib.resources import files
from typing import Any
from xml.etree import ElementTree

import pytest
from editions import card_table, make_edition, tiny_board
from picture_samples import crowded

import livingstone as ls
from livingstone import svg, text
from livingstone.edition.phrases import phrases_in

KNOWN = ", ".join(ls.LANGUAGES)
HOSTILE = [
    "<script>alert(1)</script>",
    "\x1b[2J\x1b]0;owned\x07",
    "a\u202eb\u2066c\x00\ud800\uffff",
    "\"' onload='x' &amp; ]]> --> ${x} {name} %s",
    "x" * 5000,
]


def drawn(**arguments: Any) -> str:
    return svg.board(crowded(), **arguments)


def written(**arguments: Any) -> str:
    return text.board(crowded(), **arguments)


@pytest.mark.parametrize("picture", [drawn, written])
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"names": ["Ann"]}, "names must have one for each seat, 5, not 1$"),
        ({"names": ["Ann"] * 6}, "names must have one for each seat, 5, not 6$"),
        ({"language": "../en"}, f"the language must be one of {KNOWN}"),
    ],
    ids=str,
)
def test_wrong_arguments_are_told(picture: Any, arguments: dict[str, Any], told: str) -> None:
    with pytest.raises(ls.ArgumentError, match=told):
        picture(**arguments)


@pytest.mark.parametrize("size", [49, 10_001])
def test_a_size_must_be_a_sensible_width(size: int) -> None:
    assert all(drawn(size=good) for good in (50, 10_000))
    with pytest.raises(ls.ArgumentError, match="size must be a whole number from 50 to 10000"):
        drawn(size=size)


@pytest.mark.parametrize("encoding", ["klingon", "", "a\0b"])
def test_an_encoding_must_be_known(encoding: Any) -> None:
    with pytest.raises(ls.ArgumentError, match="encoding must be one that Python knows"):
        written(encoding=encoding)


def test_only_dice_are_drawn_as_dice() -> None:
    with pytest.raises(ls.ArgumentError, match="a die must be a whole number, 1 or more: 0"):
        svg.dice([0])


@pytest.mark.parametrize(("edition", "ids"), [("klingon", None), ("printed", ["joker"])])
def test_only_cards_of_an_edition_are_drawn(edition: Any, ids: Any) -> None:
    with pytest.raises(ls.ArgumentError):
        svg.cards(edition, ids)


def test_a_picture_of_nothing_is_empty() -> None:
    for picture in (svg.cards("printed", []), svg.dice([])):
        assert len(ElementTree.fromstring(picture)) == 4  # style, title, paper, nothing


def test_hostile_names_stay_text_in_a_picture() -> None:
    picture = drawn(names=HOSTILE)
    root = ElementTree.fromstring(picture)
    assert "<script" not in picture
    assert not [part for part in root.iter() if any(key.startswith("on") for key in part.attrib)]
    said = " ".join(root.itertext())
    assert "<script>" in said
    assert "x" * 41 not in picture
    assert not {sign for sign in picture if not sign.isprintable()} - {"\n"}


def test_names_have_forty_characters_at_most() -> None:
    names = [letter * length for letter, length in zip("xyzuv", (39, 40, 41, 42, 1), strict=True)]
    board = written(names=names, encoding="utf-8", width=120)
    shown = [*names[:2], "z" * 39 + "…", "u" * 39 + "…", "v"]
    assert [line[4:44].rstrip() for line in board.splitlines()[-5:]] == shown


@pytest.mark.parametrize("name", [" ", "<b onclick='x'>", "M" * 200, "M " * 100, "]]>&"])
def test_hostile_names_of_cards_stay_text(name: str) -> None:
    card = card_table("joker", "gain_coins", coins=4) | {"names": {"en": name, "de": name}}
    root = ElementTree.fromstring(svg.cards(make_edition(tiny_board(), [card])))
    assert name.strip()[:5] in " ".join(root.itertext())


@pytest.mark.parametrize("encoding", [None, "utf-8", "ascii"])
def test_hostile_names_do_nothing_to_a_terminal(encoding: str | None) -> None:
    board = written(names=HOSTILE, encoding=encoding)
    assert not {sign for sign in board if not sign.isprintable()} - {"\n"}


@pytest.mark.parametrize("name", ["", " \x1b", "\u200b"])
def test_a_name_of_nothing_gives_way_to_the_number_of_the_seat(name: str) -> None:
    picture = drawn(names=[name] * 5, language="de")
    assert "Spieler 4" in picture


def test_every_phrase_is_used() -> None:
    library = files("livingstone")
    folders = [library / "pictures", library / "pictures" / "drawing"]
    sources = [file for folder in folders for file in folder.iterdir() if file.name[-3:] == ".py"]
    sources += [library / "svg.py", library / "text.py"]
    code = "".join(source.read_text(encoding="utf-8") for source in sources)
    stones = {"black", "clear", "blue", "red", "white"}
    table = "picture."
    keys = {key.removeprefix(table) for key in phrases_in("en").by_key if key.startswith(table)}
    unused = {
        key for key in keys - stones if not re.search(rf"[\"'](?:picture\.)?{key}[\"']", code)
    }
    assert not unused
