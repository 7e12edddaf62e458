"""`examples/web_client`, a front end in TypeScript: its types, and games with it in Chromium.

`CLIENT_PACKAGES` is a folder with the packages of `package.json`; without it, nothing is compiled.
"""

import json
import os
import shutil
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from programs import ROOT

pytest.importorskip("selenium")
pytest.importorskip("starlette")

from selenium.common.exceptions import WebDriverException
from web_windows import LONGEST, Window, running_server, served_files, wait_for

CLIENT = ROOT / "examples" / "web_client"
SOURCES = ("main.ts", "index.html", "style.css")
AXE = os.environ.get("AXE", "")
PACKAGES = Path(os.environ.get("CLIENT_PACKAGES", ""))
PICTURED = 60
"""The lines of the log before pictures are taken, if `SCREENSHOTS` names a folder."""
OPTIONS = ("--default-non-nullable=false", "-o", "api.d.ts")
compiled = pytest.mark.skipif(
    not (shutil.which("node") and (PACKAGES / "openapi-typescript").is_dir()),
    reason="CLIENT_PACKAGES does not name the packages of npm, or there is no node",
)


def run(folder: Path, program: str, *arguments: str) -> None:
    """Run a program of a package of npm, which must have nothing to say."""
    command = ["node", str(PACKAGES / program), *arguments]
    options = {"cwd": folder, "capture_output": True, "text": True, "timeout": LONGEST}
    done = subprocess.run(command, **options)  # type: ignore[call-overload]
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Compile the client with the types of a running server, and serve it."""
    folder = tmp_path_factory.mktemp("client")
    for name in (*SOURCES, "tsconfig.json"):
        shutil.copy(CLIENT / name, folder)
    (folder / "node_modules").symlink_to(PACKAGES.resolve())
    with ExitStack() as stack:
        origin = stack.enter_context(served_files(folder))
        server = stack.enter_context(running_server(folder, origin))
        with urllib.request.urlopen(f"{server.address}/api/v1/openapi.json") as answer:
            (folder / "openapi.json").write_bytes(answer.read())
        run(folder, "openapi-typescript/bin/cli.js", "openapi.json", *OPTIONS)
        run(folder, "typescript/bin/tsc", "--strict")
        yield f"{origin}/index.html?server={server.address}"


def test_the_client_is_short() -> None:
    lines = [line for name in SOURCES for line in (CLIENT / name).read_text("utf-8").splitlines()]
    assert len(lines) <= 250


def test_the_types_are_made_and_checked_as_the_test_does() -> None:
    scripts = json.loads((CLIENT / "package.json").read_text("utf-8"))["scripts"]
    assert scripts["types"].endswith(f"/api/v1/openapi.json {' '.join(OPTIONS)}")
    assert scripts["build"] == "tsc"
    options = json.loads((CLIENT / "tsconfig.json").read_text("utf-8"))["compilerOptions"]
    assert options["strict"]


def begin(window: Window, address: str, *, opponents: int, edition: str) -> None:
    window.open(address)
    window.wait("select[name='bot'] option[value='random']")
    window.choose("bot", "random")
    window.script("document.forms.begin.edition.value = arguments[0]", edition)
    window.fill("count", str(opponents))
    window.click("#begin button")
    wait_for(lambda: is_turn(window))


def status(window: Window) -> str:
    try:
        return str(window.script("return document.getElementById('turn')?.textContent"))
    except WebDriverException:  # the page is being left
        return ""


def is_turn(window: Window) -> bool:
    return status(window).startswith("Your turn")


def is_over(window: Window) -> bool:
    return status(window).startswith("The game is over")


def told(window: Window) -> int:
    return len(window.all("#log li"))


def grave_faults(window: Window) -> list[str]:
    """Return what axe finds that shuts people out."""
    if not AXE:
        return []
    window.script(Path(AXE).read_text("utf-8"))
    run_axe = "const done = arguments[0]; axe.run().then(({ violations }) => done(violations))"
    found = window.driver.execute_async_script(run_axe)
    return [fault["id"] for fault in found if fault["impact"] in ("serious", "critical")]


def act(window: Window, turn: int) -> None:
    """Use a die if one can be taken, or make the last offer; choose the most of all choices."""
    before = told(window)
    if window.has("#dice .die:enabled:not([aria-pressed='true'])"):
        window.click("#dice .die:enabled")
        if before > PICTURED:
            window.keep_picture(f"client-{window.script('return innerWidth')}")
    if window.has("#board .space:enabled") and turn % 2:
        window.click("#board .space:enabled")
    else:
        moves = window.all("#moves > button")
        window.script("arguments[0].click()", moves[turn % len(moves)])
    wait_for(lambda: told(window) > before or window.has("#moves form"))
    if window.has("#moves form"):
        for select in window.all("#moves select"):
            change = "arguments[0].selectedIndex = arguments[0].length - 1; "
            change += "arguments[0].dispatchEvent(new Event('change'))"
            window.script(change, select)
        window.click("#moves form button:not([type])")
        wait_for(lambda: told(window) > before or window.text("#problem"))
        if window.has("#moves form"):  # not all choices of a card go together
            window.click("#moves form button[type='button']")


@compiled
@pytest.mark.parametrize(
    ("width", "opponents", "edition"), [(390, 1, "bga"), (1280, 4, "printed")], ids=str
)
def test_a_whole_game_is_played(
    window: Window, address: str, width: int, opponents: int, edition: str
) -> None:
    window.resize(width, 844, mobile=width == 390)
    begin(window, address, opponents=opponents, edition=edition)
    for turn in range(400):
        wait_for(lambda: is_turn(window) or is_over(window))
        if is_over(window):
            break
        assert window.script("return document.documentElement.scrollWidth <= innerWidth")
        act(window, turn)
        if turn % 40 == 1:
            assert not grave_faults(window)
    assert window.text("#end h2").endswith("won")
    assert len(window.all("#end li")) == 1 + opponents
    window.keep_picture(f"client-end-{width}")
    assert not window.problems()


@compiled
def test_a_move_is_taken_back_and_made_again(window: Window, address: str) -> None:
    begin(window, address, opponents=1, edition="printed")
    window.click("#dice .die:enabled")
    next(move for move in window.all("#moves > button") if "coin" in move.text).click()
    window.wait("#undo")
    assert "You receive" in window.text("#log")
    window.click("#undo")
    window.wait("#redo")
    assert "You take the last 2 moves back." in window.text("#log")
    assert "You receive" not in window.text("#log")
    window.click("#redo")
    window.wait_until_gone("#redo")
    assert "You receive" in window.text("#log")
    assert not window.problems()


@compiled
def test_a_table_is_drawn_again_after_the_page_was_closed(window: Window, address: str) -> None:
    begin(window, address, opponents=2, edition="printed")
    window.click("#dice .die:enabled")
    window.click("#board .space:enabled")
    window.wait("#board .tent")
    place = window.driver.current_url
    log = window.text("#log")
    window.open("about:blank")
    window.open(place)
    window.wait("#board .tent")
    assert window.text("#log") == log


@compiled
def test_why_something_is_not_possible_is_told(window: Window, address: str) -> None:
    window.open(f"{address}#nothing.nobody")
    assert window.wait("#problem:not(:empty)").text == "There is nothing here."
