"""Fast, slow and repeated input in Chromium."""

from collections.abc import Iterator

import pytest
from web_windows import Keys, Server, Window, open_window, running_server, wait_for

DRAGGED = """
for (let at = 0; at <= 60; at++) {
  film.elements.at.value = at % (Number(film.elements.at.max) + 1);
  film.dispatchEvent(new Event('input', { bubbles: true }));
}
"""
ASKED = (
    "return performance.getEntriesByType('resource').filter((r) => r.name.includes('at=')).length"
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def window(server: Server) -> Iterator[Window]:
    """Begin a game against a bot, and wait for the person's turn."""
    with open_window() as window:
        window.open(server.address)
        window.choose("kind-1", "novice")
        window.fill("name-0", "Ann")
        window.click("form[action='/tables'] button.main")
        wait_for(lambda: window.is_turn)
        yield window
        assert not [text for text in window.problems() if "409" not in text]


def focused(window: Window) -> str:
    it = "document.activeElement"
    return str(window.script(f"return {it}.dataset.deed || {it}.dataset.target || {it}.id"))


def test_r11_1_enter_pressed_again_takes_back_and_plays_nothing(window: Window) -> None:
    for _ in range(2):
        before = window.story
        window.do("chest")
        wait_for(lambda: "donate" in window.story[-1] and window.story != before)  # noqa: B023
    story = window.story
    window.script("document.querySelector('[data-deed=undo]').focus()")
    for left in (story[:-1], story[:-2]):
        window.press(Keys.ENTER)
        window.wait_for_story(left)
    wait_for(lambda: focused(window) == "status")
    window.press(Keys.ENTER)
    assert window.story == story[:-2]


def test_r11_1_a_key_that_takes_back_waits_for_an_open_choice(window: Window) -> None:
    window.do("chest")
    wait_for(lambda: "donate" in window.story[-1])
    story = window.story
    window.click("[data-target=chest]")
    window.wait("dialog.choice[open]")
    window.script("document.querySelector('dialog.choice[open] .choices button').focus()")
    window.press(Keys.CONTROL, "z")
    window.press(Keys.ESCAPE)
    assert window.story == story


def test_a_choice_may_be_opened_before_the_first_message_has_come(window: Window) -> None:
    slow = {"offline": False, "latency": 1500, "downloadThroughput": 1e6, "uploadThroughput": 1e6}
    window.driver.execute_cdp_cmd("Network.emulateNetworkConditions", slow)
    window.driver.refresh()
    window.click("[data-target=chest]")
    window.wait("dialog.choice[open]")
    wait_for(lambda: window.story)
    window.click("dialog.choice[open] .choices button")
    wait_for(lambda: any("donate" in line for line in window.story))
    assert not window.text("#told")


def test_a_slider_sends_few_requests_and_ends_at_its_position(window: Window) -> None:
    while len(window.story) < 6:
        wait_for(lambda: window.is_turn)
        window.do(window.targets[0])
    window.open(f"{window.driver.current_url}/replay?at=0")
    window.wait("#film")
    window.script(DRAGGED)
    chosen = window.script("return film.elements.at.value")
    wait_for(lambda: f"at={chosen}" in window.driver.current_url)
    assert window.script(ASKED) < 6
    assert window.script("return document.getElementById('lost').hidden")


def test_a_link_is_copied_also_without_https(window: Window) -> None:
    window.script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    window.script("document.execCommand = (what) => (window.done = what)")
    window.click("[data-opens=invite]")
    window.click("#invite[open] [data-copies]")
    wait_for(lambda: window.text("#invite [data-copies]") == "Copied")
    assert window.script("return window.done") == "copy"


def test_names_are_not_broken_in_a_narrow_column(window: Window) -> None:
    window.driver.set_window_size(1024, 800)
    heights = "return [...document.querySelectorAll('.player .name')].map((n) => n.offsetHeight)"
    assert max(window.script(heights)) < 40


def test_a_narrow_page_shows_the_whole_board(window: Window) -> None:
    phone = {"width": 320, "height": 700, "deviceScaleFactor": 1, "mobile": True}
    window.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", phone)
    while "column 3" not in " ".join(window.story[-9:]).lower():
        wait_for(lambda: window.is_turn)
        window.do("end" if "end" in window.targets else window.targets[0])
    window.driver.refresh()
    wait_for(lambda: window.story)
    outside = """
    const parts = document.querySelectorAll('#land .on-phone :is(.boat, .row, .majority, .space)');
    const boxes = [...parts].map(part => part.getBoundingClientRect());
    return [boxes.length, boxes.filter(box => box.left < 0 || box.right > innerWidth).length];
    """
    assert window.script(outside) == [1 + 6 + 6 + 60, 0]
