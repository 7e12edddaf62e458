"""Light and dark by choice or by the system, and the pages on paper, in Chromium."""

import pytest
from web_windows import Server, Window, Windows, begin, wait_for

PAPER = "return getComputedStyle(document.documentElement).backgroundColor"
BOARD = (
    "return getComputedStyle(document.querySelector('svg.livingstone')).getPropertyValue('--ink')"
)
BARS = "return [...document.querySelectorAll('meta[name=theme-color]')].map((bar) => bar.content)"
LIGHT, DARK = "rgb(244, 236, 219)", "rgb(16, 23, 22)"
PRESSED = "return document.querySelector('[data-look][aria-pressed=true]').dataset.look"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_is_light_or_dark_as_the_system_is_or_as_the_visitor_chose(
    window: Window, server: Server, scheme: str
) -> None:
    """The choice is remembered, and the pictures follow it."""
    window.paint(scheme)
    window.open(server.address)
    by_system = LIGHT if scheme == "light" else DARK
    assert window.script(PAPER) == by_system
    assert window.script(PRESSED) == "system"
    chosen, other = ("dark", DARK) if scheme == "light" else ("light", LIGHT)
    ink = window.script(BOARD)
    window.click(f"[data-look={chosen}]")
    for path in ("", "/rules"):
        assert window.script(PAPER) == other
        assert window.script(BOARD) != ink
        assert window.script(PRESSED) == chosen
        assert len(set(window.script(BARS))) == 1
        window.open(server.address + path)
    window.click("[data-look=system]")
    assert window.script(PAPER) == by_system
    assert window.script(BOARD) == ink
    assert len(set(window.script(BARS))) == 2


def test_a_choice_of_colours_reaches_other_windows(window: Window, server: Server) -> None:
    window.open(server.address)
    first = window.driver.current_window_handle
    window.driver.switch_to.new_window("tab")
    window.open(f"{server.address}/rules")
    window.click("[data-look=dark]")
    window.driver.close()
    window.driver.switch_to.window(first)
    wait_for(lambda: window.script(PAPER) == DARK)


def _print(window: Window, *, begun: bool) -> None:
    """Show the page as it is printed, or as before."""
    media = {"media": "print" if begun else ""}
    window.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    window.script(f"dispatchEvent(new Event('{'before' if begun else 'after'}print'))")


SEEN = """
return [...document.querySelectorAll(arguments[0])].filter((it) => it.checkVisibility()).length
"""
CLICKED = ".menu a, .menu button, .deeds button, #moves, .look, .bottom nav, .chat form, .film"


def test_paper_has_what_there_is_to_read_in_light_colours_and_nothing_to_click(
    windows: Windows, server: Server
) -> None:
    window, _ = windows
    begin(window, server)
    table = window.driver.current_url
    for path, readable in (
        (table, "#land, #log, #players .player"),
        (f"{table}/replay", "#land, #players .player"),
        (f"{server.address}/rules", ".rules dd"),
    ):
        window.open(path)
        window.wait("main")
        window.click("[data-look=dark]")
        assert window.script(SEEN, CLICKED) > 1
        number = window.script(SEEN, readable)
        _print(window, begun=True)
        assert window.script(SEEN, CLICKED) == 0
        assert window.script(SEEN, readable) == number > 2
        assert window.script(PAPER) == "rgb(255, 255, 255)"
        assert window.script(BOARD) == "#2e2820"
        assert window.script("return document.documentElement.scrollWidth <= innerWidth")
        _print(window, begun=False)
        assert window.script(PAPER) == DARK
