"""Pictures for pages that lay out a table in their own way."""

from collections.abc import Callable
from xml.etree import ElementTree

import pytest
from picture_samples import crowded

import livingstone as ls

PICTURES: list[Callable[[bool], str]] = [
    lambda styled: ls.svg.board(crowded(), styled=styled),
    lambda styled: ls.svg.land(crowded(), styled=styled),
    lambda styled: ls.svg.cards("bga", ["market"], styled=styled),
    lambda styled: ls.svg.dice([1, 5], styled=styled),
    lambda styled: ls.svg.icon("chest", styled=styled),
]


@pytest.mark.parametrize("picture", PICTURES)
def test_a_picture_comes_with_its_stylesheet_or_without(picture: Callable[[bool], str]) -> None:
    tag = "{http://www.w3.org/2000/svg}style"
    assert ElementTree.fromstring(picture(True)).findtext(tag) == ls.svg.stylesheet()
    assert ElementTree.fromstring(picture(False)).find(tag) is None


def test_the_land_is_drawn_as_the_whole_picture_draws_it() -> None:
    land = ls.svg.land(crowded())
    for part in ('data-target="space-r6c1"', 'class="boat"', 'class="river"', 'class="tents'):
        assert land.count(part) == ls.svg.board(crowded()).count(part) > 0
    for part in ("die-", "chest", "deck", 'class="player"'):
        assert f'data-target="{part}' not in land


@pytest.mark.parametrize("name", ["die-6", "die-20", "tent-0", "tent-19", "black", "coin", "deck"])
def test_icons_are_hidden_from_screen_readers(name: str) -> None:
    assert ElementTree.fromstring(ls.svg.icon(name, size=50)).get("aria-hidden") == "true"


@pytest.mark.parametrize("name", ["die-0", "die-21", "tent-20", "../chest"])
def test_other_icons_are_refused(name: str) -> None:
    with pytest.raises(ls.ArgumentError, match="there is no icon"):
        ls.svg.icon(name)
