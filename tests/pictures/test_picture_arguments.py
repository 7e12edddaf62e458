"""What pictures are asked for by mistake, and names that are meant to harm."""

from typing import Any
from xml.etree import ElementTree

import pytest
from editions import card_table, make_edition, tiny_board
from picture_samples import crowded

import livingstone as ls
from livingstone.pictures import svg, text

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
        ({"names": ["Ann"]}, "names must be a list of 5 texts, one a seat, and not of 1$"),
        ({"names": ["Ann"] * 6}, "names must be a list of 5 texts"),
        ({"names": "Anneb"}, "names must be a list of 5 texts"),
        ({"names": 5}, "names must be a list of 5 texts"),
        ({"names": ["A", "B", 3, "D", "E"]}, "names must be a list of 5 texts, one a seat: 3$"),
        ({"language": "xx"}, f"the language must be one of {KNOWN}"),
        ({"language": None}, f"the language must be one of {KNOWN}"),
        ({"language": ["en"]}, f"the language must be one of {KNOWN}"),
        ({"language": "../en"}, f"the language must be one of {KNOWN}"),
    ],
    ids=str,
)
def test_wrong_arguments_are_told(picture: Any, arguments: dict[str, Any], told: str) -> None:
    with pytest.raises(ls.ArgumentError, match=told):
        picture(**arguments)


@pytest.mark.parametrize("board", [svg.board, text.board, text.lines])
@pytest.mark.parametrize("shown", [None, "state", 7, ls.Space(1, 1), ls.State, ls.View])
def test_only_views_and_states_are_drawn(board: Any, shown: object) -> None:
    with pytest.raises(ls.ArgumentError, match="a View or a State"):
        board(shown)


@pytest.mark.parametrize("size", [0, 49, 10_001, -5, 480.0, "480", True, 10**400])
def test_a_size_must_be_a_sensible_width(size: Any) -> None:
    with pytest.raises(ls.ArgumentError, match="size must be a whole number from 50 to 10000"):
        drawn(size=size)


@pytest.mark.parametrize("width", [0, 39, 1001, 80.0, "80", None, True])
def test_a_width_must_be_a_sensible_one(width: Any) -> None:
    with pytest.raises(ls.ArgumentError, match="width must be a whole number from 40 to 1000"):
        written(width=width)


@pytest.mark.parametrize("encoding", ["klingon", 7, "", b"ascii", "a\0b"])
def test_an_encoding_must_be_known(encoding: Any) -> None:
    with pytest.raises(ls.ArgumentError, match="encoding must be one that Python knows"):
        written(encoding=encoding)


@pytest.mark.parametrize("values", [[], [0], [21], ["4"], "44", 4, [1] * 201, [True]])
def test_only_dice_are_drawn_as_dice(values: Any) -> None:
    with pytest.raises(ls.ArgumentError):
        svg.dice(values)


@pytest.mark.parametrize(
    ("edition", "ids"),
    [("klingon", None), (7, None), ("printed", ["joker"]), ("printed", "lion"), ("printed", [7])],
)
def test_only_cards_of_an_edition_are_drawn(edition: Any, ids: Any) -> None:
    with pytest.raises(ls.ArgumentError):
        svg.cards(edition, ids)


def test_no_cards_are_no_picture() -> None:
    with pytest.raises(ls.ArgumentError, match="no cards"):
        svg.cards("printed", [])


def test_hostile_names_stay_text_in_a_picture() -> None:
    picture = drawn(names=HOSTILE)
    root = ElementTree.fromstring(picture)
    assert "<script" not in picture
    assert not [part for part in root.iter() if any(key.startswith("on") for key in part.attrib)]
    said = " ".join(root.itertext())
    assert "<script>" in said
    assert "x" * 41 not in picture
    assert not {sign for sign in picture if not sign.isprintable()} - {"\n"}


@pytest.mark.parametrize("name", [" ", "<b onclick='x'>", "M" * 200, "M " * 100, "]]>&"])
def test_hostile_names_of_cards_stay_text(name: str) -> None:
    card = card_table("joker", "gain_coins", coins=4) | {"names": {"en": name, "de": name}}
    root = ElementTree.fromstring(svg.cards(make_edition(tiny_board(), [card])))
    assert name.strip()[:5] in " ".join(root.itertext())


@pytest.mark.parametrize("encoding", [None, "utf-8", "ascii"])
def test_hostile_names_do_nothing_to_a_terminal(encoding: str | None) -> None:
    board = written(names=HOSTILE, encoding=encoding)
    assert not {sign for sign in board if not sign.isprintable()} - {"\n"}
    assert max(map(len, board.splitlines())) <= 80


@pytest.mark.parametrize("name", ["", "  ", "\x1b\x07", "\u200b"])
def test_a_name_of_nothing_gives_way_to_the_number_of_the_seat(name: str) -> None:
    picture = drawn(names=[name] * 5, language="de")
    assert "Spieler 4" in picture
