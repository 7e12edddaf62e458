"""Fast, slow and repeated input in Chromium, and pages whose server cannot be reached."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from web_windows import Keys, Server, Window, begin, wait_for

DRAGGED = """
for (let at = 0; at <= 60; at++) {
  film.elements.at.value = at % (Number(film.elements.at.max) + 1);
  film.dispatchEvent(new Event('input', { bubbles: true }));
}
"""
ASKED = (
    "return performance.getEntriesByType('resource').filter((r) => r.name.includes('at=')).length"
)


@pytest.fixture
def begun(window: Window, server: Server) -> Iterator[Window]:
    """Begin a game against a bot; no script may fail."""
    begin(window, server, "random")
    yield window
    assert not [text for text in window.problems() if "409" not in text]


def focused(window: Window) -> str:
    it = "document.activeElement"
    return str(window.script(f"return {it}.dataset.deed || {it}.dataset.target || {it}.id"))


def test_r11_1_enter_pressed_again_takes_back_and_plays_nothing(begun: Window) -> None:
    for _ in range(2):
        before = begun.story
        begun.do("chest")
        wait_for(lambda: "donate" in begun.story[-1] and begun.story != before)  # noqa: B023
    story = begun.story
    begun.script("document.querySelector('[data-deed=undo]').focus()")
    for left in (story[:-1], story[:-2]):
        begun.press(Keys.ENTER)
        wait_for(lambda: begun.story == left)  # noqa: B023
    wait_for(lambda: focused(begun) == "status")
    begun.press(Keys.ENTER)
    assert begun.story == story[:-2]


def test_r11_1_a_key_that_takes_back_waits_for_an_open_choice(begun: Window) -> None:
    begun.do("chest")
    wait_for(lambda: "donate" in begun.story[-1])
    story = begun.story
    begun.click("[data-target=chest]")
    begun.wait("dialog.choice[open]")
    begun.script("document.querySelector('dialog.choice[open] .choices button').focus()")
    begun.press(Keys.CONTROL, "z")
    begun.press(Keys.ESCAPE)
    assert begun.story == story


def test_a_choice_may_be_opened_before_the_first_message_has_come(begun: Window) -> None:
    begun.slow_down(1.5)
    begun.driver.refresh()
    begun.click("[data-target=chest]")
    begun.wait("dialog.choice[open]")
    wait_for(lambda: begun.story)
    begun.click("dialog.choice[open] .choices button")
    wait_for(lambda: any("donate" in line for line in begun.story))
    assert not begun.text("#told")


def test_a_slider_sends_few_requests_and_ends_at_its_position(begun: Window) -> None:
    while len(begun.story) < 6:
        wait_for(lambda: begun.is_turn)
        begun.do(begun.targets[0])
    begun.open(f"{begun.driver.current_url}/replay?at=0")
    begun.wait("#film")
    begun.script(DRAGGED)
    chosen = begun.script("return film.elements.at.value")
    wait_for(lambda: f"at={chosen}" in begun.driver.current_url)
    assert begun.script(ASKED) < 6
    assert begun.script("return document.getElementById('lost').hidden")


def test_a_link_is_copied_also_without_https(begun: Window) -> None:
    begun.script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    begun.script("document.execCommand = (what) => (window.done = what)")
    begun.click("[data-opens=leave]")
    begun.click("#leave[open] [data-copies]")
    wait_for(lambda: begun.text("#leave [data-copies]") == "Copied")
    assert begun.script("return window.done") == "copy"


def test_a_narrow_page_shows_whole_names_and_the_whole_board(begun: Window) -> None:
    begun.resize(1024, 800)
    heights = "return [...document.querySelectorAll('.player .name')].map((n) => n.offsetHeight)"
    assert max(begun.script(heights)) < 40
    begun.resize(320, 700, mobile=True)
    while "column 3" not in " ".join(begun.story[-9:]).lower():
        wait_for(lambda: begun.is_turn)
        begun.do("end" if "end" in begun.targets else begun.targets[0])
    begun.driver.refresh()
    wait_for(lambda: begun.story)
    outside = """
    const parts = document.querySelectorAll('#land .on-phone :is(.boat, .row, .majority, .space)');
    const boxes = [...parts].map(part => part.getBoundingClientRect());
    return [boxes.length, boxes.filter(box => box.left < 0 || box.right > innerWidth).length];
    """
    assert begun.script(outside) == [1 + 6 + 6 + 60, 0]


class BadGateway(BaseHTTPRequestHandler):
    """Answers like a proxy whose server cannot be reached."""

    asked = 0

    def do_GET(self) -> None:
        BadGateway.asked += 1
        self.send_error(502)

    def log_message(self, *values: object) -> None:
        pass


def test_a_page_and_its_open_choice_come_back_after_a_proxy_has_answered_for_the_server(
    window: Window, own_server: Server
) -> None:
    """Browsers do not reconnect after a stream was answered with an error."""
    begin(window, own_server)
    window.click("[data-target=chest]")
    chosen = "return document.querySelector('dialog.choice[open]')?.dataset.for"
    is_lost = "return !document.getElementById('lost').hidden"
    wait_for(lambda: window.script(chosen) == "chest")
    BadGateway.asked = 0
    own_server.kill()
    with ThreadingHTTPServer(("127.0.0.1", own_server.port), BadGateway) as proxy:
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        wait_for(lambda: window.script(is_lost) and BadGateway.asked > 1)
        proxy.shutdown()
    own_server.start()
    wait_for(lambda: not window.script(is_lost))
    assert window.script(chosen) == "chest"
    window.click("dialog.choice[open] .choices button:nth-child(2)")
    wait_for(lambda: "2 coins" in window.story[-1])


def test_a_replay_tells_that_its_server_is_away_and_keeps_its_position(
    window: Window, own_server: Server
) -> None:
    begin(window, own_server)
    window.do(window.targets[0])
    window.open(f"{window.driver.current_url}/replay?seat=0&at=0")
    window.wait("#film")
    where = "return film.elements.where.value"
    shown = window.script(where)
    own_server.kill()
    window.press(Keys.ARROW_RIGHT)
    window.wait("#lost")
    assert window.script(where) == shown
    own_server.start()
    window.press(Keys.ARROW_RIGHT)
    window.wait_until_gone("#lost")
    wait_for(lambda: window.script(where).startswith("1 /"))
    window.script("addEventListener('keydown', (it) => (window.prevented = it.defaultPrevented))")
    window.press(Keys.ALT, Keys.ARROW_RIGHT)  # is for the browser
    wait_for(lambda: window.script("return window.prevented === false"))
    window.click(".bottom nav a:not([aria-current])")
    wait_for(lambda: "language=" in window.driver.current_url)
    wait_for(lambda: window.script(where).startswith("1 /"))
