"""Plots: files that are the same for the same report, and clear errors."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from livingstone import ArgumentError, LivingstoneError, Report, simulate
from livingstone.simulation import Interval
from livingstone.simulation.reports import plots


@pytest.fixture(scope="module")
def report() -> Report:
    return simulate(["greedy", "random"], 20, seed=7)


@pytest.mark.parametrize(("ending", "start"), [(".svg", b"<?xml"), (".png", b"\x89PNG")])
def test_plots_are_the_same_for_the_same_report(
    report: Report, tmp_path: Path, ending: str, start: bytes
) -> None:
    first = plots.draw_all(report, tmp_path / "first", ending)
    again = plots.draw_all(report, tmp_path / "again", ending)
    assert [path.name for path in first] == [f"{name}{ending}" for name in NAMES]
    for one, other in zip(first, again, strict=True):
        assert one.read_bytes() == other.read_bytes()
        assert one.read_bytes().startswith(start)


NAMES = ("wins", "points", "sources")


def test_plots_name_what_they_show(report: Report, tmp_path: Path) -> None:
    wins, points, sources = (path.read_text() for path in plots.draw_all(report, tmp_path))
    for text in (wins, points, sources):
        assert "greedy" in text
        assert "random" in text
        assert "20 games" in text
    assert "seat 1" in wins
    assert f"an average seat ({100 * report.even_share.value:.1f} %)" in wins
    assert "columns" in sources
    assert "row 6" in sources


def test_names_of_bots_stand_in_plots_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(r"$\frac$.toml").write_text("rivalry = 0.1\n", encoding="utf-8")
    names = [r"greedy:weights=$\frac$.toml", "_quiet_bots:First"]
    report = simulate(names, 10, seed=7)
    for path in plots.draw_all(report, tmp_path):
        assert all(name in path.read_text("utf-8") for name in names)


def test_each_plot_tells_the_games_that_it_shows(tmp_path: Path) -> None:
    report = simulate(["_quiet_bots:Miser"] * 2, 10, seed=7)
    assert 0 < report.failed < 10
    wins, points, sources = (path.read_text() for path in plots.draw_all(report, tmp_path))
    assert "Wins by seat (10 games" in wins
    for text in (points, sources):
        assert f"({report.finished} games" in text
    won = [own.win.value * own.entries for own in report.bots_by_seat]
    assert f"an average seat ({100 * sum(won) / 20:.1f} %)" in wins
    assert sum(won) / 20 != report.even_share.value


def test_a_plot_that_cannot_be_finished_leaves_the_old_one(
    report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "wins.svg"
    plots.draw_wins(report, path)
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(ArgumentError, match="No space left"):
        plots.draw_points(report, path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["plot.txt", "plot", "no such folder/plot.svg", "a\0b.svg"])
def test_a_file_that_cannot_be_drawn_is_told(report: Report, tmp_path: Path, name: str) -> None:
    with pytest.raises(ArgumentError):
        plots.draw_wins(report, tmp_path / name)


def test_a_folder_that_cannot_be_made_is_told(report: Report, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ArgumentError, match="file"):
        plots.draw_all(report, tmp_path / "file" / "x")


@pytest.mark.parametrize("draw", [plots.draw_all, plots.draw_wins, plots.draw_points])
def test_what_is_no_report_is_refused(draw: Callable[..., object], tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="a Report is needed, not None"):
        draw(None, tmp_path / "new.svg")
    assert not list(tmp_path.iterdir())


def test_nothing_cannot_be_drawn(tmp_path: Path) -> None:
    report = simulate(["failing_bots:Illegal", "random"], 2, seed=7)
    with pytest.raises(ArgumentError, match="nothing to draw"):
        plots.draw_points(report, tmp_path / "points.svg")


def test_without_matplotlib_one_line_says_what_to_install(
    report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("livingstone.support.extras.find_spec", lambda name: None)
    with pytest.raises(LivingstoneError, match=r"pip install 'livingstone\[plot\]'$"):
        plots.draw_sources(report, tmp_path / "sources.svg")


def test_the_bars_of_a_rate_reach_to_both_ends_of_its_interval() -> None:
    drawn = dict[str, Any]()
    axes: Any = SimpleNamespace(
        bar=lambda *_, **__: None, errorbar=lambda *_, **bars: drawn.update(bars)
    )
    summary: Any = SimpleNamespace(seat=0, win=Interval(0.2, 0.1, 0.6))
    plots._bars(axes, [summary], 0.0, 0.4, "a")
    assert drawn["yerr"] == [pytest.approx([10]), pytest.approx([40])]


def test_the_points_of_each_bot_are_drawn_in_per_cent_of_its_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    axes: Any = import_module("matplotlib.axes").Axes
    drawn = dict[str, float]()
    step = axes.step

    def record(self: Any, values: range, parts: list[float], **how: Any) -> Any:
        drawn[how["label"]] = sum(parts)
        return step(self, values, parts, **how)

    monkeypatch.setattr(axes, "step", record)
    report = simulate(["greedy", "random", "random"], 6, seed=7)
    plots.draw_points(report, tmp_path / "points.svg")
    assert drawn == {"greedy": pytest.approx(100), "random": pytest.approx(100)}
