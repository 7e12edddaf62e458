"""Pages whose server cannot be reached for a while, and keys that would leave them."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from web_windows import Keys, Server, Window, open_window, running_server, wait_for


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running_server(tmp_path) as server:
        yield server


@pytest.fixture
def window() -> Iterator[Window]:
    with open_window() as window:
        yield window


class BadGateway(BaseHTTPRequestHandler):
    """Answers like a proxy whose server cannot be reached."""

    asked = 0

    def do_GET(self) -> None:
        BadGateway.asked += 1
        self.send_error(502)

    def log_message(self, *values: object) -> None:
        pass


@contextmanager
def proxy(port: int) -> Iterator[None]:
    with ThreadingHTTPServer(("127.0.0.1", port), BadGateway) as served:
        thread = threading.Thread(target=served.serve_forever)
        thread.start()
        try:
            yield
        finally:
            served.shutdown()
            thread.join()


def begin(window: Window, server: Server, other: str = "settler") -> None:
    window.open(server.address)
    window.choose("kind-1", other)
    window.fill("name-0", "Ann")
    if other == "person":
        window.fill("name-1", "Ben")
    window.click("form[action='/tables'] button.main")
    window.wait("#moves, #curtain")


def test_a_page_comes_back_after_a_proxy_has_answered_for_the_server(
    window: Window, server: Server
) -> None:
    """Browsers do not reconnect after a stream was answered with an error."""
    begin(window, server)
    wait_for(lambda: window.is_turn)
    BadGateway.asked = 0
    server.kill()
    with proxy(server.port):
        window.wait("#lost")
        wait_for(lambda: BadGateway.asked > 1)
    server.start()
    window.wait_until_gone("#lost")
    window.do(window.targets[0])


def test_a_choice_that_is_open_stays_when_the_connection_comes_back(
    window: Window, server: Server
) -> None:
    begin(window, server)
    wait_for(lambda: window.is_turn)
    window.click("[data-target=chest]")
    chosen = "return document.querySelector('dialog.choice[open]')?.dataset.for"
    wait_for(lambda: window.script(chosen) == "chest")
    server.kill()
    wait_for(lambda: not window.script("return document.getElementById('lost').hidden"))
    server.start()
    wait_for(lambda: window.script("return document.getElementById('lost').hidden"))
    assert window.script(chosen) == "chest"
    window.click("dialog.choice[open] .choices button:nth-child(2)")
    wait_for(lambda: "2 coins" in window.story[-1])


def test_no_key_takes_the_cover_from_a_shared_screen(window: Window, server: Server) -> None:
    begin(window, server, "person")
    window.wait("#curtain[open]")
    for _ in range(4):
        window.press(Keys.ESCAPE)
    window.wait("#curtain[open] form:not([hidden])")
    window.click("#curtain form:not([hidden]) a")
    wait_for(lambda: window.is_turn)


def test_a_replay_tells_that_its_server_is_away_and_keeps_its_position(
    window: Window, server: Server
) -> None:
    begin(window, server)
    wait_for(lambda: window.is_turn)
    window.do(window.targets[0])
    window.open(f"{window.driver.current_url}/replay?seat=0&at=0")
    window.wait("#film")
    where = "return film.elements.where.value"
    shown = window.script(where)
    server.kill()
    window.press(Keys.ARROW_RIGHT)
    window.wait("#lost")
    assert window.script(where) == shown
    server.start()
    window.press(Keys.ARROW_RIGHT)
    window.wait_until_gone("#lost")
    wait_for(lambda: window.script(where).startswith("1 /"))
    window.click(".bottom nav a:not([aria-current])")
    wait_for(lambda: "language=" in window.driver.current_url)
    wait_for(lambda: window.script(where).startswith("1 /"))


def test_a_replay_leaves_the_keys_of_the_browser_alone(window: Window, server: Server) -> None:
    begin(window, server)
    wait_for(lambda: window.is_turn)
    window.do(window.targets[0])
    window.open(f"{window.driver.current_url}/replay?seat=0")
    window.wait("#film")
    window.script(
        "addEventListener('keydown', (event) => (window.prevented = event.defaultPrevented))"
    )
    window.press(Keys.ALT, Keys.ARROW_RIGHT)
    wait_for(lambda: window.script("return window.prevented === false"))
