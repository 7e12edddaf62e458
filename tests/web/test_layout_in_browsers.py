"""Pages in Chromium whose texts need much room: long names, notices, the result of a game."""

from pathlib import Path
from random import Random

import pytest
from web_windows import Server, Window, begin, running_server, wait_for

import livingstone as ls
from livingstone.web.game_store import Customs, GameStore, TableSeat
from livingstone.web.live_tables import LiveTable, Tables, new_token

SIZES = ((1280, 900), (390, 844), (320, 640))
NAMES = ("Maximiliane-Alexandrine", "Friedrich-Wilhelm der II", "W" * 24, "Ann", "Bernhardine")
BOXES = """
return ["told", "lost"].map((id) => {
  const { top, bottom, left, right } = document.getElementById(id).getBoundingClientRect();
  return [top, bottom, left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight];
});
"""
TOO_WIDE = """
return [...document.querySelectorAll(".wide, main, main svg")]
  .filter((it) => it.checkVisibility() && it.scrollWidth > it.clientWidth + 1 && it.clientWidth)
  .map((it) => `${it.className.baseVal ?? it.className} ${it.scrollWidth} > ${it.clientWidth}`);
"""


@pytest.mark.parametrize("size", SIZES)
def test_a_lost_connection_and_a_refusal_are_told_beside_each_other(
    window: Window, server: Server, size: tuple[int, int]
) -> None:
    begin(window, server)
    window.resize(*size, mobile=size[0] < 1000)
    window.script("lost.hidden = false; told.textContent = lost.textContent")
    told, lost = window.script(BOXES)
    assert told[2]
    assert lost[2]
    assert told[1] <= lost[0] or lost[1] <= told[0]


def last_move(tables: Tables, name: str = "Ann") -> LiveTable:
    """Keep a game that Ann ends by her next move."""
    for seed in range(50):
        game = ls.Table(ls.new_game(2, seed=seed))
        bot = ls.load_player("greedy")
        rng = Random(seed)
        while not game.state.is_over:
            game.play(bot.choose(game.view(game.state.current_player), rng))
        before = game.states[-2]
        if before.current_player == 0 and game.history[-1].actions[0] == ls.EndTurn():
            break
    actions = ls.Record.of(game.start, [done.actions[0] for done in game.history]).actions
    last = max(at for at, line in enumerate(actions) if line == "p0 end")
    seats = (TableSeat(name, "person", new_token()), TableSeat("Ben", "greedy", new_token()))
    customs = Customs(language="en")
    first = game.start.starting_player
    return tables.begin("printed", seats, customs, actions[:last], first=first)


@pytest.mark.parametrize("size", SIZES[:2])
def test_at_the_end_the_result_comes_into_sight_and_nobody_can_leave(
    tmp_path: Path, window: Window, size: tuple[int, int]
) -> None:
    store = GameStore(tmp_path / "games.db")
    table = last_move(Tables(store))
    store.close()
    with running_server(tmp_path) as server:
        window.resize(*size, mobile=size[0] < 1000)
        window.open(f"{server.address}/table/{table.id}/sit/{table.kept.seats[0].token}")
        window.click("main form button")
        wait_for(lambda: window.is_turn)
        assert window.has("[data-opens=leave]")
        window.script("scrollTo(0, 1e6)")
        window.script("document.querySelector('#moves [data-target=end]').click()")
        window.wait("#final h2")
        assert not window.has("[data-opens=leave], #leave")
        top = "return document.querySelector('#final h2').getBoundingClientRect().top"
        wait_for(lambda: 0 <= window.script(top) < size[1])


def test_statistics_of_a_long_name_fit_into_their_card(tmp_path: Path, window: Window) -> None:
    store = GameStore(tmp_path / "games.db")
    table = last_move(Tables(store), "Donaudampfschiffkapitän")
    store.close()
    with running_server(tmp_path) as server:
        window.open(f"{server.address}/table/{table.id}/sit/{table.kept.seats[0].token}")
        window.click("main form button")
        wait_for(lambda: window.is_turn)
        window.script("document.querySelector('#moves [data-target=end]').click()")
        wait_for(lambda: window.has("dialog[open]") or window.has("#final h2"))
        window.script("document.querySelector('dialog[open] button:not([type])')?.click()")
        window.wait("#final h2")
        for language in ls.LANGUAGES:
            window.open(f"{server.address}/?language={language}")
            for size in SIZES[:2]:
                window.resize(*size, mobile=size[0] < 1000)
                window.script("document.querySelector('.figures').closest('details').open = true")
                assert window.script(OUTSIDE) <= 1, (language, size)
                window.keep_picture(f"statistics-{size[0]}-{language}")


OUTSIDE = """
const [table, card] = [".figures", ".card:has(.figures)"]
  .map((it) => document.querySelector(it).getBoundingClientRect().right);
return Math.max(table - card, document.documentElement.scrollWidth - innerWidth);
"""
"""How many pixels of the statistics are outside their card, or of the page outside the window."""


def ended(tables: Tables) -> LiveTable:
    """Keep a game of five people that is over."""
    start = ls.new_game(5, seed=4)
    game = ls.Table(start)
    bot = ls.load_player("greedy")
    rng = Random(4)
    while not game.state.is_over:
        game.play(bot.choose(game.view(game.state.current_player), rng))
    seats = tuple(TableSeat(name, "person", new_token()) for name in NAMES)
    actions = ls.Record.of(start, [action for done in game.history for action in done.actions[:1]])
    first = start.starting_player
    return tables.begin("printed", seats, Customs(language="de"), actions.actions, first=first)


BROKEN = """
return [...document.querySelectorAll("#final thead th span")]
  .filter((name) => {
    const lines = document.createRange();
    lines.selectNodeContents(name);
    return lines.getClientRects().length > name.textContent.split(/[ -]/).length;
  })
  .map((name) => name.textContent);
"""
"""The names in the heads of the result that are broken within a word."""


def test_five_long_names_fit_into_the_result_and_all_else_of_a_page(
    tmp_path: Path, window: Window
) -> None:
    store = GameStore(tmp_path / "games.db")
    table = ended(Tables(store))
    store.close()
    with running_server(tmp_path) as server:
        window.open(f"{server.address}/?language=de")
        window.open(f"{server.address}/table/{table.id}/sit/{table.kept.seats[0].token}")
        window.click("main form button")
        window.wait("#final table")
        for size in SIZES:
            window.resize(*size, mobile=size[0] < 1000)
            assert window.script(TOO_WIDE) == [], size
            assert window.script(BROKEN) == [], size
            window.keep_picture(f"names-{size[0]}")


COVERED = """
const land = document.querySelector("#land svg").getBoundingClientRect();
return [...document.querySelectorAll("#table section, #table .deeds, .player, .log")]
  .filter((it) => it.checkVisibility() && !it.closest("#land"))
  .filter((it) => {
    const { left, right, top, bottom } = it.getBoundingClientRect();
    return left < land.right - 1 && right > land.left + 1
      && top < land.bottom - 1 && bottom > land.top + 1;
  })
  .map((it) => it.className);
"""
WIDTH = "return document.querySelector('#land').getBoundingClientRect().width"


@pytest.mark.parametrize("size", [(844, 390), (915, 412), (667, 375)])
def test_on_a_phone_on_its_side_the_board_covers_nothing_however_far_it_is_scrolled(
    window: Window, server: Server, size: tuple[int, int]
) -> None:
    begin(window, server)
    window.resize(*size, mobile=True)
    for down in (0, 200, 500, 10**6):
        window.script("scrollTo(0, arguments[0])", down)
        window.keep_picture(f"side-{size[0]}-{down}")
        assert window.script(COVERED) == []
    assert window.script(TOO_WIDE) == []
    window.open(server.address)
    assert not window.has("details[data-wide][open]")
    window.resize()
    window.open(server.address)
    assert window.has("details[data-wide][open]")


@pytest.mark.parametrize("size", [(1280, 900), (1366, 660), (1440, 800)])
def test_a_zoom_of_200_percent_makes_the_board_larger(
    window: Window, server: Server, size: tuple[int, int]
) -> None:
    begin(window, server)
    width, height = size
    window.resize(width, height)
    usual = window.script(WIDTH)
    window.resize(width // 2, height // 2)
    window.keep_picture(f"zoomed-{width}")
    assert 2 * window.script(WIDTH) > 1.2 * usual
    assert window.script(TOO_WIDE) == []
