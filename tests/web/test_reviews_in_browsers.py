"""Reviews of finished games, and hints, in Chromium."""

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from web_windows import Window, running_server

pytest.importorskip("numba")

import livingstone as ls
from livingstone.web.store import Seat, Store
from livingstone.web.tables import LiveTable, Tables, new_token

SCREENSHOTS = os.environ.get("SCREENSHOTS", "")
"""A folder for screenshots; without it, none are kept."""


def begun(tables: Tables) -> LiveTable:
    seats = (Seat("Ann", "person", new_token()), Seat("Ben", "settler", new_token()))
    return tables.begin("printed", seats, first=0, language="en", hints=True)


def played(tables: Tables) -> LiveTable:
    """Play a game in which Ann errs now and then."""
    table, greedy, rng = begun(tables), ls.load_player("greedy"), Random(3)
    while not table.game.state.is_over:
        seat = table.game.state.current_player
        view = table.game.view(seat)
        errs = seat == 0 and rng.random() < 0.2
        move = rng.choice(view.legal_moves) if errs else greedy.choose(view, rng)
        tables.play(table, seat, move, table.game.version)
    return table


@pytest.fixture(scope="module")
def links(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    """Return the links to Ann's seats in a finished game and in a new one."""
    folder = tmp_path_factory.mktemp("server")
    store = Store(folder / "games.db")
    tables = [make(Tables(store)) for make in (played, begun)]
    store.close()
    with running_server(folder) as server:
        yield [
            f"{server.address}/table/{table.id}/sit/{table.kept.seats[0].token}" for table in tables
        ]


def shoot(window: Window, name: str) -> None:
    if SCREENSHOTS:
        window.driver.save_screenshot(str(Path(SCREENSHOTS) / f"{name}.png"))


def test_a_finished_game_has_a_review_whose_marks_lead_to_positions(
    links: list[str], window: Window
) -> None:
    window.open(links[0])
    window.click("main button")
    window.click("#final a")
    window.wait("#chances svg")
    shoot(window, "review")
    window.click(".review summary")
    place = window.script("return document.querySelector('.review summary').dataset.position")
    wanted = f"return location.search.includes('at={place}&')"
    assert window.wait("details[open] p").text.startswith("Round ")
    window.wait(".cursor[opacity='1']")
    shoot(window, "question")
    assert window.script(wanted) or window.script(f"return film.elements.at.value === '{place}'")
    window.script("document.querySelector('#chances [data-position]').dispatchEvent("
                  "new MouseEvent('click', {bubbles: true}))")  # fmt: skip
    assert window.problems() == []


def test_a_hint_is_told_at_a_table_that_allows_it(links: list[str], window: Window) -> None:
    window.open(links[1])
    window.click("main button")
    window.click("[data-hints]:enabled")
    told = window.wait("#told:not(:empty)")
    assert told.text.startswith(("Good: ", "This is not possible"))
    shoot(window, "hint")
    assert window.problems() == []
