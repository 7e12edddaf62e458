"""Reviews of finished games in Chromium."""

from pathlib import Path
from random import Random

import pytest
from web_windows import Window, running_server

pytest.importorskip("numba")

import livingstone as ls
from livingstone.web.store import Seat, Store
from livingstone.web.tables import LiveTable, Tables, new_token


def played(tables: Tables) -> LiveTable:
    """Play a game in which Ann errs now and then."""
    seats = (Seat("Ann", "person", new_token()), Seat("Ben", "settler", new_token()))
    table = tables.begin("printed", seats, first=0, language="en")
    greedy, rng = ls.load_player("greedy"), Random(3)
    while not table.game.state.is_over:
        seat = table.game.state.current_player
        view = table.game.view(seat)
        errs = seat == 0 and rng.random() < 0.2
        move = rng.choice(view.legal_moves) if errs else greedy.choose(view, rng)
        tables.play(table, seat, move, table.game.version)
    return table


def test_a_finished_game_has_a_review_whose_marks_lead_to_positions(
    tmp_path: Path, window: Window
) -> None:
    store = Store(tmp_path / "games.db")
    table = played(Tables(store))
    store.close()
    with running_server(tmp_path) as server:
        window.open(f"{server.address}/table/{table.id}/sit/{table.kept.seats[0].token}")
        window.click("main button")
        window.click("#final a")
        window.wait("#chances svg")
        window.keep_picture("review")
        window.click(".review summary")
        place = window.script("return document.querySelector('.review summary').dataset.position")
        wanted = f"return location.search.includes('at={place}&')"
        assert window.wait("details[open] p").text.startswith("Round ")
        window.wait(".cursor[opacity='1']")
        window.keep_picture("question")
        assert window.script(wanted) or window.script(
            f"return film.elements.at.value === '{place}'"
        )
        window.script("document.querySelector('#chances [data-position]').dispatchEvent("
                      "new MouseEvent('click', {bubbles: true}))")  # fmt: skip
        assert window.problems() == []
