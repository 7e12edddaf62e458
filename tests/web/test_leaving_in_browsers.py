"""Two people with a clock: they chat, take back, lose their server, and leave."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from web_windows import Server, Window, open_window, running_server, wait_for


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running_server(tmp_path) as server:
        yield server


@pytest.fixture
def windows() -> Iterator[tuple[Window, Window]]:
    with open_window() as ann, open_window(390, 844) as ben:
        yield ann, ben


def sit_down(server: Server, ann: Window, ben: Window) -> None:
    """Begin a game of Ann and Ben with a clock."""
    ann.open(server.address)
    ann.choose("kind-1", "open")
    ann.choose("clock", "5+10")
    ann.fill("name-0", "Ann")
    ann.click("form[action='/tables'] button.main")
    ann.click("[data-opens=invite]")
    ann.wait("#invite[open]")
    ben.open(ann.all("#invite .link")[1].get_attribute("value") or "")
    ben.fill("name", "Ben")
    ben.click("main button.main")
    ann.click("#invite form button")
    wait_for(lambda: ann.is_turn or ben.is_turn)


def seconds(window: Window, seat: int) -> int:
    minutes, _, rest = window.text(f"[data-clock='{seat}']").partition(":")
    return 60 * int(minutes) + int(rest)


def lines(window: Window) -> list[str]:
    return [line.text for line in window.all("#chat [data-line]")]


def write(window: Window, text: str) -> None:
    window.fill("text", text)
    window.click("#chat-form button")


def ask_to_take_back(window: Window) -> None:
    """Take a die with its use, take that back, and ask to put the die back."""
    window.do(next(target for target in window.targets if target.startswith("die-")))
    window.do("purse")
    window.click("[data-deed=undo]:enabled")
    window.click("[data-deed=ask]")


def test_people_chat_take_back_and_leave_while_their_server_is_killed(
    server: Server, windows: tuple[Window, Window]
) -> None:
    ann, ben = windows
    sit_down(server, ann, ben)
    mover, other = (ann, ben) if ann.is_turn else (ben, ann)
    seat = int(mover is ben)
    wait_for(lambda: seconds(mover, seat) < 300)
    assert seconds(mover, 1 - seat) == 300

    write(ann, "Hello <b>Ben</b>")
    wait_for(lambda: lines(ben) == ["Ann Hello <b>Ben</b>"])
    write(ann, "Your turn?")
    wait_for(lambda: ben.text("#unread b") == "2")  # below what a phone shows
    ben.click("#unread")
    ben.wait_until_gone("#unread")

    ask_to_take_back(mover)
    other.wait("[data-deed=agree]")
    left = seconds(mover, seat)
    server.kill()
    other.wait("#lost")
    server.start()
    other.wait_until_gone("#lost")
    other.click("[data-deed=agree]")
    mover.wait_until_gone(".notice")
    wait_for(lambda: any(target.startswith("die-") for target in mover.targets))
    assert left - 30 < seconds(mover, seat) <= left + 11
    assert lines(ann) == ["Ann Hello <b>Ben</b>", "Ann Your turn?"]

    other.click("[data-opens=leave]")
    other.click("#leave form[action*=resign] button:not(.main)")
    other.wait(".notice")
    mover.wait(".asked .note")
    while not mover.has(f".seat-{1 - seat}.DieTaken"):
        wait_for(lambda: mover.is_turn or mover.has(f".seat-{1 - seat}.DieTaken"))
        for kind in ("die-", "purse", "end"):
            target = next((target for target in mover.targets if target.startswith(kind)), None)
            if mover.is_turn and target:
                mover.do(target)
    for window in windows:  # the lost connection is told
        assert all("ERR_" in problem for problem in window.problems())


def test_a_passed_seat_is_taken_in_another_browser(
    server: Server, windows: tuple[Window, Window]
) -> None:
    ann, cem = windows
    ann.open(server.address)
    ann.fill("name-0", "Ann")
    ann.click("form[action='/tables'] button.main")
    ann.click("[data-opens=leave]")
    ann.click("#leave form[action*=pass] button")
    ann.wait("#invite[open]")
    cem.open(ann.all("#invite .link")[1].get_attribute("value") or "")
    cem.fill("name", "Cem")
    cem.click("main button.main")
    cem.wait("#players")
    wait_for(lambda: cem.is_turn)
    wait_for(lambda: not ann.is_turn and "Cem" in ann.text("#players"))
