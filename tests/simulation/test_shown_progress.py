"""How the progress of a batch is shown: on a terminal, and in a notebook."""

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from livingstone.simulation import Progress, ShownProgress

HALF = Progress(done=120, total=240, resumed=0, seconds=4.0)
ALL = Progress(done=240, total=240, resumed=0, seconds=8.0)


class Shown:
    """What a notebook shows below its cell, first and after each update."""

    def __init__(self) -> None:
        self.contents: list[dict[str, str]] = []

    def display(self, content: dict[str, str], *, raw: bool, display_id: bool) -> "Shown":
        assert (raw, display_id) == (True, True)
        self.contents.append(content)
        return self

    def update(self, content: dict[str, str], *, raw: bool) -> None:
        assert raw
        self.contents.append(content)


def run_in_ipython(monkeypatch: pytest.MonkeyPatch, shell: Any) -> Shown:
    shown = Shown()
    display = SimpleNamespace(display=shown.display)
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    return shown


def test_a_notebook_shows_one_line_and_replaces_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = run_in_ipython(monkeypatch, SimpleNamespace(kernel="of the notebook"))
    on_progress = ShownProgress("games <b>")
    on_progress(HALF)
    on_progress(ALL)
    plain = [
        "120 of 240 games <b>, 30.0 a second, about 4 s left",
        "240 of 240 games <b>, 30.0 a second",
    ]
    assert [content["text/plain"] for content in shown.contents] == plain
    assert shown.contents[1]["text/html"] == "<p>240 of 240 games &lt;b&gt;, 30.0 a second</p>"
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("shell", [None, SimpleNamespace()])
def test_without_a_kernel_the_line_is_on_standard_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], shell: Any
) -> None:
    shown = run_in_ipython(monkeypatch, shell)
    on_progress = ShownProgress()
    on_progress(HALF)
    on_progress(ALL)
    assert shown.contents == []
    assert capsys.readouterr().err == (
        "\r\x1b[K120 of 240 games, 30.0 a second, about 4 s left"
        "\r\x1b[K240 of 240 games, 30.0 a second\n"
    )


def test_progress_before_the_first_game_has_no_rate() -> None:
    none = Progress(done=7, total=9, resumed=7, seconds=0.0)
    assert (none.new, none.rate, none.seconds_left) == (0, 0.0, None)
    assert none.line() == "7 of 9 games"
