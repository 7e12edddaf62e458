"""The guided first round, played through in Chromium."""

import os
from pathlib import Path

import pytest
from web_windows import Server, Window, wait_for

import livingstone as ls
from livingstone.web.page_phrases import page_phrases

AXE = os.environ.get("AXE", "")
SIZES = {"desktop": (1280, 900), "phone": (390, 844)}
FIGURES = {language: ls.describe_board("printed", language=language) for language in ls.LANGUAGES}
ROUNDS = [
    pytest.param(language, size, marks=() if (language, size) in QUICK else pytest.mark.slow)
    for QUICK in [{("en", "desktop"), ("de", "phone")}]
    for language in ls.LANGUAGES
    for size in SIZES
]
FAULTS = """
const done = arguments[0];
axe.run().then(({ violations }) => done(violations.map(({ id }) => id)));
"""
COVERED = """
const marked = [...document.querySelectorAll(".guided")].filter((it) => it.checkVisibility());
return marked.map((it) => {
  const { left, top, width, height } = it.getBoundingClientRect();
  const above = document.elementFromPoint(left + width / 2, top + height / 2);
  return it.contains(above) ? "" : `${it.dataset.target} is below ${above?.outerHTML.slice(0, 60)}`;
}).filter(Boolean);
"""


BOARD_IN_SIGHT = """
const { top, bottom } = document.querySelector("#land").getBoundingClientRect();
return bottom > 200 && top < innerHeight / 2;
"""


BOARD_UNCOVERED = """
const [guide, land, deeds] = ["#guided", "#land", ".deeds"]
  .map((it) => document.querySelector(it).getBoundingClientRect());
return getComputedStyle(guided).position !== "sticky"
  || land.top >= guide.bottom - 1 && land.bottom <= deeds.top + 12;
"""
"""Whether the whole board is between the guide at the top of a phone and the dice at its foot."""


class Guided:
    """A guided round in a window."""

    def __init__(self, window: Window, server: Server, language: str) -> None:
        self.window = window
        self.language = language
        window.open(f"{server.address}/?language={language}")
        window.click(".learn button")
        window.wait("#guided")

    def hear(self, step: str) -> None:
        """Wait until the guide says a step."""
        words = self.say(f"lesson.{step}")
        wait_for(lambda: self.window.text("#lesson") == words)

    def say(self, key: str) -> str:
        return page_phrases(self.language).say(key, name="Stanley", **FIGURES[self.language])

    def go_on(self, *steps: str) -> None:
        """Go on by the button, past these steps."""
        for step in steps:
            self.hear(step)
            self.window.click("#guided [data-next]")

    def wait_for_turn(self) -> str:
        """Wait for the next turn, or the end of the round."""
        moment = "return document.querySelector('[data-moment]').dataset.moment"
        return str(
            wait_for(lambda: (it := self.window.script(moment)) in ("again", "scored") and it)
        )


def is_accessible(window: Window) -> bool:
    if AXE:
        window.script(Path(AXE).read_text("utf-8"))
        assert window.driver.execute_async_script(FAULTS) == []
    return bool(window.script("return document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize(("language", "size"), ROUNDS)
def test_a_first_round_is_explained_and_played_to_its_end(
    window: Window, server: Server, language: str, size: str
) -> None:
    window.resize(*SIZES[size], mobile=size == "phone")
    guided = Guided(window, server, language)
    assert is_accessible(window)
    window.keep_picture(f"guide-{language}-{size}-1")
    guided.go_on("aim")
    guided.hear("board")
    assert window.script(BOARD_UNCOVERED)
    guided.go_on("board", "round")
    guided.hear("die")
    assert window.script(COVERED) == []
    window.click("#dice .guided")
    guided.hear("use")
    assert window.script(COVERED) == []
    window.keep_picture(f"guide-{language}-{size}-2")
    window.click("#land .space.guided")
    guided.hear("used")
    assert is_accessible(window)
    window.keep_picture(f"guide-{language}-{size}-3")
    window.click("#moves .guided")
    while guided.wait_for_turn() == "again":
        if not window.has("#dice [aria-pressed=true]"):
            guided.hear("higher")
            window.click("#dice .guided")
        guided.hear("use_again")
        assert window.script(BOARD_IN_SIGHT)
        window.keep_picture(f"guide-{language}-{size}-4")
        window.click("[data-uses]:not([hidden]) [data-target=purse]")
        guided.hear("used")
        window.click("#moves [data-target=end]")
    guided.go_on("scored", "ahead", "queen")
    guided.hear("done")
    assert is_accessible(window)
    window.keep_picture(f"guide-{language}-{size}-5")
    window.click("#guided [data-done]")
    window.wait_until_gone("#guided")
    assert not window.has(".guided")
    assert window.problems() == []
    window.open(f"{server.address}/?language={language}")
    assert window.wait(".learn button").text == guided.say("lobby.learn_again")


def test_a_guide_goes_on_where_it_was_can_be_skipped_and_begun_again(
    window: Window, server: Server
) -> None:
    guided = Guided(window, server, "en")
    guided.go_on("aim", "board")
    guided.hear("round")
    window.driver.refresh()
    guided.hear("round")
    window.click("#guided [data-back]")
    guided.hear("board")
    window.click("#guided [data-skip]")
    window.wait_until_gone("#guided")
    window.driver.refresh()
    wait_for(lambda: window.is_turn)
    assert not window.has("#guided:not([hidden])")
    window.open(f"{server.address}/rules")
    assert window.wait(".learn button").text == "The guided round once more"
    Guided(window, server, "en").hear("aim")


def test_a_guided_round_asks_before_digging_and_ends_no_turn_by_itself(
    window: Window, server: Server
) -> None:
    window.open(server.address)
    window.script("localStorage.removeItem('ends')")
    guided = Guided(window, server, "en")
    window.script("localStorage.removeItem('ends')")
    window.click("#dice .die.legal")
    window.click("[data-uses]:not([hidden]) [data-target=bag]")
    window.click("dialog[open] button.main")
    guided.hear("used")
    assert not window.has(".soon")
