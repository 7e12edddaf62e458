"""Reviews of finished games in Chromium."""

import os
from pathlib import Path
from random import Random

import pytest
from web_windows import Window, running_server

pytest.importorskip("numba")

import livingstone as ls
from livingstone.web.game_store import Customs, GameStore, TableSeat
from livingstone.web.live_tables import LiveTable, Tables, new_token

AXE = os.environ.get("AXE")
"""The path of `axe.min.js` of axe-core; without it, accessibility is not tested."""
BOARD = """
const { top, bottom } = document.querySelector('#land').getBoundingClientRect();
return [top, bottom];
"""
BESIDE = """
return [cost, document.querySelector('#land')].map((it) => it.getBoundingClientRect())
  .map(({ top, bottom }, place) => (place ? top : bottom));
"""
FITS = "return document.documentElement.scrollWidth <= innerWidth;"
CUT = """
const menu = [...document.querySelectorAll(".menu > *")]
  .filter((it) => it.getBoundingClientRect().right > innerWidth);
const signs = [...document.querySelectorAll(".moment h3 b")]
  .filter((it) => it.getClientRects().length > 1 || it.clientHeight > 40);
return [...menu, ...signs].map((it) => it.textContent);
"""
SMALLEST = """
const texts = [...document.querySelectorAll('.chart text')].filter((it) => it.checkVisibility());
return [Math.min(...texts.map((it) => parseFloat(getComputedStyle(it).fontSize)
  * it.getScreenCTM().a))];
"""


def faults(window: Window) -> list[str]:
    """List what axe finds on the page; nothing without it."""
    if not AXE:
        return []
    window.script(Path(AXE).read_text("utf-8"))
    found = window.driver.execute_async_script(
        "const done = arguments[0]; axe.run().then(r => done(r.violations))"
    )
    return [fault["id"] for fault in found]


def played(tables: Tables) -> LiveTable:
    """Play a game in which Ann errs now and then."""
    seats = (TableSeat("Ann", "person", new_token()), TableSeat("Ben", "greedy", new_token()))
    state = start = ls.new_game(2, seed=11)
    greedy, rng, moves = ls.load_player("greedy"), Random(3), list[ls.Action]()
    while not state.is_over:
        view = ls.view(state, state.current_player)
        errs = view.seat == 0 and rng.random() < 0.2
        moves.append(rng.choice(view.legal_moves) if errs else greedy.choose(view, rng))
        state = ls.apply(state, moves[-1])
    game = ls.Record.of(start, moves)
    return tables.begin("printed", seats, Customs(language="en"), game.actions, first=0)


def test_a_finished_game_has_a_review_whose_marks_lead_to_positions(
    tmp_path: Path, window: Window
) -> None:
    store = GameStore(tmp_path / "games.db")
    table = played(Tables(store))
    store.close()
    with running_server(tmp_path) as server:
        window.open(f"{server.address}/table/{table.id}/sit/{table.kept.seats[0].token}")
        window.click("main button")
        window.click("#final a")
        review = f"{server.address}/table/{table.id}/review?seat=0"
        window.wait("#chances svg")
        window.keep_picture("review")
        for size in ((1280, 800), (600, 800), (390, 844), (844, 390)):
            window.resize(*size, mobile=size[0] < 1000)
            window.open(review)
            window.wait("#chances svg")
            window.keep_picture(f"review-{size[0]}")
            smallest = window.script(SMALLEST)
            assert smallest[0] >= 9, f"texts of {smallest[0]} px at {size}"
            assert faults(window) == []
            assert 1 <= len(window.all(".moment")) <= 5
            window.click(".moment [data-position]:not([data-asks])")
            window.wait("#cost:not(:empty)")
            told, shown = window.script(BESIDE)
            assert abs(told - shown) < 40 or size == (844, 390), f"apart from the board: {size}"
            window.keep_picture(f"moment-{size[0]}")
            window.click(".moment [data-asks]")
            window.wait(".asking #moves")
            assert not window.text("#cost"), "it would tell the answer"
            assert not window.text("#answer")
            board, height = window.script(BOARD), size[1]
            assert board[0] >= 0
            assert board[1] <= height * (1 if size[0] == 1280 else 1.05), f"the board at {size}"
            if window.has("#dice .legal"):
                window.click("#dice .legal")
            window.click("#moves :not([hidden]) > li > [data-move]:not(:has(+ dialog))")
            window.wait("#answer .own")
            window.keep_picture(f"answer-{size[0]}")
            top, bottom = window.script(BOARD)
            assert (top, bottom) == tuple(board), "the answer leaves the board where it is"
            assert 0 < window.script("return answer.getBoundingClientRect().top") < height
            window.click("[data-asks=end]")
            window.wait("#film")
        window.script("document.querySelector('#chances [data-position]').dispatchEvent("
                      "new MouseEvent('click', {bubbles: true}))")  # fmt: skip
        window.resize(390, 844, mobile=True)
        for language in ls.LANGUAGES:
            window.open(f"{review}&language={language}")
            window.wait(".moment")
            window.keep_picture(f"review-390-{language}")
            assert window.script(FITS), f"the page is too wide in {language}"
            assert window.script(CUT) == [], f"links or signs are cut in {language}"
        assert window.problems() == []
