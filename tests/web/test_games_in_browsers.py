"""Games played by clicks in Chromium."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from web_windows import Server, Window, open_window, running_server, wait_for


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture(scope="module")
def _windows() -> Iterator[tuple[Window, Window]]:
    with open_window() as ann, open_window() as ben:
        yield ann, ben


@pytest.fixture
def windows(_windows: tuple[Window, Window], server: Server) -> tuple[Window, Window]:
    """Open two windows without cookies."""
    for window in _windows:
        window.open(server.address)
        window.driver.delete_all_cookies()
        window.problems()
    return _windows


def begin(window: Window, server: Server, *kinds: str) -> None:
    """Begin a game of these kinds of players."""
    window.open(server.address)
    for seat, kind in enumerate(kinds):
        window.choose(f"kind-{seat}", kind)
    for seat, name in enumerate(("Ann", "Ben")[: len(kinds)]):
        window.fill(f"name-{seat}", name)
    window.click("form[action='/tables'] button.main")
    window.wait("#moves, #curtain")


def two_people(windows: tuple[Window, Window], server: Server, *bots: str) -> None:
    """Let Ann begin a game, and Ben follow her link."""
    ann, ben = windows
    begin(ann, server, "person", "open", *bots)
    ann.click("[data-opens=invite]")
    ann.wait("#invite[open]")
    links = [link.get_attribute("value") for link in ann.all("#invite .link")]
    ann.click("#invite form button")
    ben.open(str(links[-1]))
    ben.click("main form button")
    ben.wait("#moves")


def mover(windows: tuple[Window, ...]) -> Window:
    """Wait for somebody's turn."""
    return wait_for(lambda: next((window for window in windows if window.is_turn), None))


def sensible(window: Window) -> str:
    """Choose a target: a die, a tent where it is legal, else coins."""
    wanted = ("die-", "space-", "purse", "bag", "deck", "end")
    targets = wait_for(lambda: window.targets)
    return next(target for kind in wanted for target in targets if target.startswith(kind))


def over(window: Window) -> bool:
    return window.has("#final table")


def test_two_people_and_a_bot_play_a_whole_game(
    windows: tuple[Window, Window], server: Server
) -> None:
    two_people(windows, server, "novice")
    ann, ben = windows
    for _ in range(400):
        turn = wait_for(lambda: over(ann) or next((w for w in windows if w.is_turn), None))
        if not isinstance(turn, Window):
            break
        assert turn.text("#status h1")
        turn.do(sensible(turn))
    wait_for(lambda: over(ann) and over(ben))
    assert ann.text("#final table") == ben.text("#final table")
    assert any("Column 10" in line for line in ann.story)
    assert ann.problems() == ben.problems() == []
    ann.click("#final form button")
    ben.click("#final form button")
    wait_for(lambda: ann.driver.current_url == ben.driver.current_url)
    assert mover(windows).targets


def test_only_its_player_can_undo_a_move(windows: tuple[Window, Window], server: Server) -> None:
    two_people(windows, server)
    turn = mover(windows)
    other = next(window for window in windows if window is not turn)
    turn.do(sensible(turn))
    before = turn.text("#players")
    turn.do("purse")
    wait_for(lambda: turn.text("#players") != before)
    taken = turn.text("#players")
    assert not other.has("[data-deed=undo]:enabled")
    turn.click("[data-deed=undo]:enabled")
    wait_for(lambda: turn.text("#players") == before)
    turn.click("[data-deed=redo]:enabled")
    wait_for(lambda: turn.text("#players") == taken)


def test_an_illegal_move_is_answered_with_the_reason(
    windows: tuple[Window, Window], server: Server
) -> None:
    two_people(windows, server)
    turn = mover(windows)
    turn.click("[data-target='space-r6c10']")
    assert turn.wait("#told:not(:empty)").text == "Tents are built in the boat's column, 1 (R4.4)."
    turn.click(".supplies [data-target=bag]")
    wait_for(lambda: turn.text("#told").endswith("(R4.3)."))


def test_a_used_link_is_no_longer_offered(windows: tuple[Window, Window], server: Server) -> None:
    two_people(windows, server)
    ann, _ = windows
    ann.click("[data-opens=invite]")
    ann.wait("#invite[open]")
    assert len(ann.all("#invite .link")) == 1


def test_a_reloaded_page_shows_the_same(windows: tuple[Window, Window], server: Server) -> None:
    two_people(windows, server)
    turn = mover(windows)
    for _ in range(3):
        turn.do(sensible(turn))
    before = [turn.text(part) for part in ("#status", "#players", "#log", "#moves")]
    turn.driver.refresh()
    wait_for(
        lambda: [turn.text(part) for part in ("#status", "#players", "#log", "#moves")] == before
    )


def test_a_killed_server_continues_where_it_was(
    windows: tuple[Window, Window], tmp_path: Path
) -> None:
    with running_server(tmp_path) as server:
        two_people(windows, server)
        for _ in range(3):
            turn = mover(windows)
            while (target := sensible(turn)) != "end":
                turn.do(target)
            before = turn.story
            server.kill()
            turn.click("#moves [data-target=end]")
            turn.wait("#lost")
            server.start()
            turn.wait_until_gone("#lost")
            assert turn.story[: len(before)] == before
            turn.click("[data-deed=undo]:enabled")
            turn.click("[data-deed=redo]:enabled")
            turn.wait_for_story(before)
            turn.do("end")


DEAF = """
window.EventSource = class extends EventSource {
  set onmessage(tell) {
    super.onmessage = (event) => { tell(event); this.close(); };
  }
};
"""
"""With this, a page receives only the first message of its stream."""


def test_a_tab_with_an_old_board_is_refused(windows: tuple[Window, Window], server: Server) -> None:
    two_people(windows, server)
    turn = mover(windows)
    turn.do(sensible(turn))
    driver, first, address = turn.driver, turn.driver.current_window_handle, turn.driver.current_url
    driver.switch_to.new_window("tab")
    driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": DEAF})
    turn.open(address)
    wait_for(lambda: turn.targets)
    stale = driver.current_window_handle
    driver.switch_to.window(first)
    turn.do("purse")
    after = turn.text("#players")
    driver.switch_to.window(stale)
    assert turn.text("#players") != after
    if not turn.has("#dice [aria-pressed=true]"):
        turn.click("#dice .legal")
    turn.click(".supplies [data-target=purse]")
    assert turn.wait("#told:not(:empty)").text.startswith("The game has changed in the meantime")
    driver.close()
    driver.switch_to.window(first)
    assert turn.text("#players") == after


def test_a_double_click_is_one_move(windows: tuple[Window, Window], server: Server) -> None:
    two_people(windows, server)
    turn = mover(windows)
    turn.do(sensible(turn))
    told = len(turn.story)
    turn.script(
        "const b = document.querySelector('#moves ul:not([hidden]) [data-target=purse]');"
        "b.click(); b.click()"
    )
    wait_for(lambda: len(turn.story) > told)
    turn.do("end")
    assert turn.story.count(turn.story[told]) == 1


def test_spectators_see_public_things_and_cannot_move(
    windows: tuple[Window, Window], server: Server
) -> None:
    ann, spectator = windows
    begin(ann, server, "person", "settler")
    turn = mover((ann,))
    spectator.open(ann.driver.current_url)
    spectator.wait("#log li")
    assert spectator.targets == []
    assert not spectator.has("#hand [data-target]")
    assert not spectator.has("[data-opens=invite]")
    turn.do(sensible(turn))
    wait_for(lambda: len(spectator.story) == len(ann.story))
    spectator.click("[data-target='space-r1c1']")
    assert spectator.text("#told") == ""
