"""The board as SVG shows all that a view holds, and nothing else."""

import builtins
import re
import runpy
from collections import Counter
from itertools import product
from typing import Any
from xml.etree import ElementTree

import pytest
from picture_samples import GAMES, board_of, crowded, sampled, views_of
from positions import finish, give, last_turn, leave_in_bank, table
from programs import ROOT

import livingstone as ls
from livingstone.pictures import svg
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


def test_tents_of_five_players_stand_on_one_space() -> None:
    (space,) = targets(parsed(svg.board(crowded(), names=NAMES[:5])))["space-r2c3"]
    assert space.get("aria-label") == "Row 2, column 3: Ann 1, Ben 2, Cem 3, Dee 4, Eve 5"
    bodies = {part.get("d") for part in space.iter(f"{SVG}path")}
    assert len(bodies) >= 5, "each player's tents have a shape of their own"


def test_scored_tents_have_a_shape_of_their_own() -> None:
    state = crowded()
    spaces = targets(parsed(svg.board(state)))
    (scored,), (plain,) = spaces["space-r1c1"], spaces["space-r2c3"]
    flag = {part.get("d") for part in scored.iter() if "gold" in classes(part)}
    assert flag
    assert not flag & {part.get("d") for part in plain.iter()}


def test_nothing_in_a_picture_can_clash_or_run_or_be_fetched() -> None:
    picture = svg.board(crowded())
    root = parsed(picture)
    assert not [part for part in root.iter() if "id" in part.attrib]
    assert {part.tag.removeprefix(SVG) for part in root.iter()} <= {
        *("svg", "title", "style", "g", "path", "rect", "circle", "ellipse", "text", "tspan"),
    }
    assert not re.search(r"url\(|href|@import|javascript|\son\w+=", picture)


def test_rules_for_dark_pages_and_light_ones_are_in_the_stylesheet() -> None:
    style = svg.stylesheet()
    assert "prefers-color-scheme:dark" in style
    used = set(re.findall(r"var\((--[\w-]+)\)", style))
    assert used <= set(re.findall(r"(--[\w-]+):", style))
    assert all("svg.livingstone" in rule for rule in re.findall(r"([^{}]+)\{[^{}]*\}", style))


def test_every_class_that_is_coloured_is_in_the_stylesheet() -> None:
    picture = svg.board(crowded(), styled=False) + svg.cards(language="fr", styled=False)
    for stone in ls.Stones._fields:
        assert f"stone-{stone}" in picture
        assert f".stone-{stone}{{" in svg.stylesheet()
    assert "Marché" in picture


def test_a_size_sets_the_width_and_keeps_the_form() -> None:
    picture = parsed(svg.board(crowded(), size=480))
    _, _, width, height = map(float, picture.get("viewBox", "").split())
    assert picture.get("width") == "480"
    assert float(picture.get("height", 0)) == pytest.approx(480 * height / width, abs=0.5)
    assert parsed(svg.board(crowded())).get("width") is None


def test_a_picture_is_as_wide_as_its_board() -> None:
    pictures = {}
    for columns in (10, 40):
        root = parsed(svg.board(ls.new_game(2, seed=7, edition=board_of(4, columns))))
        assert len([name for name in targets(root) if name.startswith("space-")]) == 4 * columns
        drawn = [part.get("class") for part in root.iter()]
        assert (drawn.count("river"), drawn.count("falls"), drawn.count("boat")) == (1, 1, 1)
        pictures[columns] = float(root.get("viewBox", "").split()[2])
    assert pictures[10] == 960
    assert pictures[40] > 40 * 30


def test_dice_with_many_sides_show_numerals() -> None:
    assert ">17</text>" in svg.dice([3, 17])
    assert "</text>" not in svg.dice([3, 6])


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


def test_the_seat_whose_view_it_is_has_the_things_to_point_at() -> None:
    lines = re.split('(?=<g class="player")', svg.board(ls.view(ls.new_game(3, seed=7), 2)))[1:]
    assert ['data-target="chest"' in line for line in lines] == [False, False, True]


def test_nothing_is_marked_as_the_next_column_after_the_end() -> None:
    state = last_turn(3)
    assert 'class="ring"' in svg.land(state)
    assert 'class="ring"' not in svg.land(finish(state))


def test_r1_3_row_1_is_nearest_to_the_river() -> None:
    land = svg.land(ls.new_game(3, seed=7))
    found = re.findall(r'data-target="space-r(\d)c1".*?translate\(\S+ (\S+?)\)', land)
    heights = [float(height) for _, height in sorted(found)]
    assert len(heights) == 6
    assert heights == sorted(heights, reverse=True)


def labels(part: ElementTree.Element) -> list[str]:
    return [title.text or "" for title in part.iter(f"{SVG}title")]


def figures(part: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in part.iter(f"{SVG}text")]


def test_the_bank_and_the_draw_pile_show_their_numbers() -> None:
    state = leave_in_bank(table(3, 2, 5), 7, to=1)
    root = ElementTree.fromstring(svg.board(state))
    found = {label: part for part in root.iter() for label in [part.get("aria-label") or ""]}
    deck = ls.view(state, None).draw_pile_size
    assert "7" in figures(found["Bank: 7"])
    assert str(deck) in figures(found[f"Draw pile: {deck}"])


def test_r1_4_each_column_has_its_expedition_cost() -> None:
    state = table(3, 2, 5)
    costs = [label for label in labels(ElementTree.fromstring(svg.board(state))) if "cost" in label]
    assert costs == [
        f"Column {column}: Expedition cost {cost}"
        for column, cost in enumerate(state.edition.board.costs, 1)
    ]


@pytest.mark.parametrize(("seat", "shown"), [(0, ["market"]), (2, ["lion", "market"])])
def test_r10_4_hands_of_others_are_shown_at_the_end(seat: int, shown: list[str]) -> None:
    state = give(give(last_turn(3), 0, cards=["lion"]), 1, cards=["market"])
    picture = svg.board(ls.view(finish(state), seat))
    assert re.findall('data-card="([^"]*)"', picture) == shown
    assert picture.count('font-size="14">Player') == len(shown)  # beside the cards


def test_the_flag_marks_the_player_who_began_the_round() -> None:
    state = table(3, 2, 5, first=1).changed(current_player=2)
    root = ElementTree.fromstring(svg.board(state, names=["Ann", "Ben", "Cem"]))
    flagged = [
        player.get("data-seat")
        for player in root.iter()
        if player.get("class") == "player" and "Ben began this round" in labels(player)
    ]
    assert flagged == ["1"]


@pytest.mark.parametrize(("seat", "is_numbered"), [(4, False), (5, True), (19, True)])
def test_a_tent_of_a_shape_that_another_has_too_bears_its_seat(
    seat: int, is_numbered: bool
) -> None:
    root = ElementTree.fromstring(svg.icon(f"tent-{seat}", styled=False))
    assert (str(seat) in figures(root)) == is_numbered


def test_only_the_player_to_move_reads_your_turn() -> None:
    state = give(table(2, 2, 5), 0)
    own, other = (svg.board(ls.view(state, seat)) for seat in (0, 1))
    turn = re.compile("your turn", re.IGNORECASE)
    assert turn.search(own)
    assert not turn.search(other)


def test_many_dice_leave_room_for_the_name() -> None:
    scales = list[str | None]()
    for count in (4, 10, 40):
        picture = svg.board(table(2, 4).changed(dice=(4,) * count))
        assert picture.count('data-target="die-4"') == count
        scales += re.findall(r"translate\(\S+ 28\)(?: scale\((\S+)\))?\"", picture)
    assert scales == ["", "", "0.28"]


PICTURES = [
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


def test_the_land_is_drawn_as_the_whole_picture_draws_it() -> None:
    land = svg.land(crowded())
    for part in ('data-target="space-r6c1"', 'class="boat"', 'class="river"', 'class="tents'):
        assert land.count(part) == svg.board(crowded()).count(part) > 0
    for part in ("die-", "chest", "deck", 'class="player"'):
        assert f'data-target="{part}' not in land


@pytest.mark.parametrize("name", ["die-6", "tent-19", "black", "coin"])
def test_icons_are_hidden_from_screen_readers(name: str) -> None:
    assert parsed(svg.icon(name, size=50)).get("aria-hidden") == "true"


@pytest.mark.parametrize("name", ["die-0", "die-21", "tent-20", "../chest"])
def test_other_icons_are_refused(name: str) -> None:
    with pytest.raises(ls.ArgumentError, match="there is no icon"):
        svg.icon(name)
