"""The board as SVG shows all that a view holds, and nothing else."""

import builtins
import json
import re
import runpy
from collections import Counter
from itertools import product
from typing import Any
from xml.etree import ElementTree

import pytest
from picture_samples import GAMES, crowded, sampled, views_of
from positions import finish, give, last_turn, table
from programs import ROOT

import livingstone as ls
from livingstone import svg
from livingstone.values import GEM_COLOURS

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ["Ann", "Ben", "Cem", "Dee", "Eve", *map(str, range(15))]


def parsed(picture: str) -> ElementTree.Element:
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    return root


def targets(root: ElementTree.Element) -> dict[str, list[ElementTree.Element]]:
    """Find what can be clicked, by its name."""
    found: dict[str, list[ElementTree.Element]] = {}
    for part in root.iter():
        if name := part.get("data-target"):
            found.setdefault(name, []).append(part)
    return found


def classes(part: ElementTree.Element) -> list[str]:
    return part.get("class", "").split()


def seen_as(shown: ls.View | ls.State) -> ls.View:
    return ls.view(shown, None) if isinstance(shown, ls.State) else shown


@pytest.mark.parametrize(("players", "edition"), GAMES)
def test_a_picture_shows_each_tent_each_die_and_each_target(
    players: int, edition: ls.Edition
) -> None:
    for state in sampled(players, edition):
        for shown in views_of(state):
            root = parsed(svg.board(shown, names=NAMES[:players]))
            assert_complete(root, seen_as(shown))


@pytest.mark.parametrize("narrow", [False, True])
def test_r8_1_a_row_shows_who_has_the_most_tents_in_it(*, narrow: bool) -> None:
    state = give(table(3, 5), 0, tents=[(1, 1), (1, 2), (4, 1)])
    state = give(state, 2, tents=[(1, 3), (4, 2)])
    root = parsed(svg.land(state, names=NAMES[:3], narrow=narrow))
    rows = [part for part in root.iter() if "majority" in classes(part)]
    shown = [
        [name for tent in part.iter() for name in classes(tent) if name.startswith("seat-")]
        for part in rows
    ]
    assert shown == [["seat-0"], [], [], ["seat-0", "seat-2"], [], []]
    assert rows[0].get("aria-label") == "Most tents in row 1: 12 (Ann 2)"
    assert rows[1].get("aria-label") == "Most tents in row 2: 10"
    assert rows[3].get("aria-label") == "Most tents in row 4: 6 (Ann 1, Cem 1)"


def assert_complete(root: ElementTree.Element, view: ls.View) -> None:
    found = targets(root)
    assert_tents(found, view)
    for value, count in Counter(view.dice).items():
        assert sum(int(die.get("data-count", 0)) for die in found[f"die-{value}"]) == count
    assert any(classes(part) == ["die", "taken"] for part in root.iter()) == bool(view.die)
    hand = Counter(view.own.hand if view.own else ())
    assert hand == {
        name.removeprefix("card-"): int(parts[0].get("data-count", 0))
        for name, parts in found.items()
        if name.startswith("card-")
    }
    always = {"chest", "bag", "deck", "purse", "end", *(f"gem-{colour}" for colour in GEM_COLOURS)}
    assert always <= set(found)
    for part in (part for parts in found.values() for part in parts):
        assert part.get("aria-label") == part.findtext(f"{SVG}title")
        assert part.get("aria-label")


def assert_tents(found: dict[str, list[ElementTree.Element]], view: ls.View) -> None:
    board = view.edition.board
    for row, column in product(range(len(board.rows)), range(len(board.columns))):
        space = ls.Space(row + 1, column + 1)
        (drawn,) = found[f"space-r{space.row}c{space.column}"]
        tents = {
            (int(part.get("data-seat", -1)), int(part.get("data-tents", 0)), "scored" in marked)
            for part in drawn.iter()
            if "tents" in (marked := classes(part))
        }
        assert tents == {
            (seat, player.tents_at(space), player.has_scored_tent_at(space))
            for seat, player in enumerate(view.players)
            if player.tents_at(space)
        }


@pytest.mark.parametrize("edition", ["printed", "bga"])
def test_every_legal_move_has_something_to_click(edition: str) -> None:
    for state in sampled(3, ls.load_edition(edition), 40):
        view = ls.view(state, state.current_player)
        found = targets(parsed(svg.board(view)))
        assert {moves.target for moves in ls.group_moves(view)} <= set(found)


def test_nothing_in_a_picture_can_clash_or_run_or_be_fetched() -> None:
    picture = svg.board(crowded())
    root = parsed(picture)
    assert not [part for part in root.iter() if "id" in part.attrib]
    assert {part.tag.removeprefix(SVG) for part in root.iter()} <= {
        *("svg", "title", "style", "g", "path", "rect", "circle", "ellipse", "text", "tspan")
    }
    assert not re.search(r"url\(|href|@import|javascript|\son\w+=", picture)


def test_rules_for_dark_pages_and_light_ones_are_in_the_stylesheet() -> None:
    style = svg.stylesheet()
    assert "prefers-color-scheme:dark" in style
    used = set(re.findall(r"var\((--[\w-]+)\)", style))
    assert used <= set(re.findall(r"(--[\w-]+):", style))
    assert all("svg.livingstone" in rule for rule in re.findall(r"([^{}]+)\{[^{}]*\}", style))


def test_cards_are_drawn_with_how_many_there_are() -> None:
    found = targets(parsed(svg.cards("printed", ["lion", "market", "market"])))
    assert {name: part.get("data-count") for name, (part,) in found.items()} == {
        "card-lion": "1",
        "card-market": "2",
    }
    assert len(targets(parsed(svg.cards()))) == len(ls.load_edition("printed").cards)


def test_a_notebook_shows_views_and_states(monkeypatch: pytest.MonkeyPatch) -> None:
    state: Any = crowded()
    seen: Any = ls.view(state, 1)
    assert state._repr_svg_() == svg.board(state, size=880)
    assert seen._repr_svg_() == svg.board(seen, size=880)
    drawn = list[Any]()
    monkeypatch.setattr(builtins, "display", drawn.append, raising=False)
    runpy.run_path(str(ROOT / "examples" / "notebook_game.py"))
    assert len(drawn) == 4
    assert all(shown._repr_svg_().startswith("<svg") for shown in drawn)


@pytest.mark.parametrize(("seat", "shown"), [(0, ["market"]), (2, ["lion", "market"])])
def test_r10_4_hands_of_others_are_shown_at_the_end(seat: int, shown: list[str]) -> None:
    state = give(give(last_turn(3), 0, cards=["lion"]), 1, cards=["market"])
    picture = svg.board(ls.view(finish(state), seat))
    assert re.findall('data-card="([^"]*)"', picture) == shown
    assert picture.count('font-size="14">Player') == len(shown)  # beside the cards


def test_only_the_player_to_move_reads_your_turn() -> None:
    state = give(table(2, 2, 5), 0)
    own, other = (svg.board(ls.view(state, seat)) for seat in (0, 1))
    turn = re.compile("your turn", re.IGNORECASE)
    assert turn.search(own)
    assert not turn.search(other)


def test_a_picture_is_a_text_that_notebooks_draw() -> None:
    for picture in (call() for call in PICTURES):
        assert picture._repr_svg_() == picture == str(picture)
        assert type(picture._repr_svg_()) is type(str(picture)) is str
        assert json.loads(json.dumps(picture)) == picture
        assert hash(picture) == hash(str(picture))


PICTURES: list[Any] = [
    lambda **styled: svg.board(crowded(), **styled),
    lambda **styled: svg.land(crowded(), **styled),
    lambda **styled: svg.cards("bga", ["market"], **styled),
    lambda **styled: svg.dice([1, 5], **styled),
    lambda **styled: svg.icon("chest", **styled),
]


@pytest.mark.parametrize("picture", PICTURES)
def test_a_picture_comes_with_its_stylesheet_or_without(picture: Any) -> None:
    assert parsed(picture()).findtext(f"{SVG}style") == svg.stylesheet()
    assert picture(styled=True) == picture()
    assert parsed(picture(styled=False)).find(f"{SVG}style") is None


@pytest.mark.parametrize("name", ["die-6", "tent-19", "black", "coin"])
def test_icons_are_hidden_from_screen_readers(name: str) -> None:
    assert parsed(svg.icon(name, size=50)).get("aria-hidden") == "true"


@pytest.mark.parametrize("name", ["die-0", "die-21", "tent-20", "../chest"])
def test_other_icons_are_refused(name: str) -> None:
    with pytest.raises(ls.ArgumentError, match="there is no icon"):
        svg.icon(name)
