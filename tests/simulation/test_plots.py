"""Plots: what they show, that they are reproducible, and what cannot be drawn."""

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("matplotlib")
pytest.importorskip("statsmodels")

from livingstone import ArgumentError, LivingstoneError, Report, compare, simulate, tournament
from livingstone.simulation import Comparison, Difference, Interval, Tournament, plots


@pytest.fixture(scope="module")
def report() -> Report:
    return simulate(["greedy", "random"], 20, seed=7)


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return compare("greedy", "random", against=["random"], games=20, seed=7)


@pytest.fixture(scope="module")
def ended() -> Tournament:
    return tournament(["greedy", "random"], games=20, seed=7)


def texts(path: Path) -> list[str]:
    """List the texts of an SVG in their order."""
    return re.findall(r"<text[^>]*>([^<]*)</text>", path.read_text("utf-8"))


@pytest.mark.parametrize(("ending", "start"), [(".svg", b"<?xml"), (".png", b"\x89PNG")])
def test_plots_are_the_same_for_the_same_results(
    report: Report, ended: Tournament, tmp_path: Path, ending: str, start: bytes
) -> None:
    draws = [
        *plots.draw_all(report, tmp_path / "first", ending),
        plots.draw_tournament(ended, tmp_path / "first", ending),
    ]
    assert [path.stem for path in draws] == ["wins", "points", "sources", "ratings"]
    plots.draw_all(report, tmp_path / "again", ending)
    plots.draw_tournament(ended, tmp_path / "again", ending)
    for path in draws:
        assert path.read_bytes().startswith(start)
        assert path.read_bytes() == (tmp_path / "again" / path.name).read_bytes()


def test_plots_of_a_report_name_what_they_show(report: Report, tmp_path: Path) -> None:
    wins, points, sources = map(texts, plots.draw_all(report, tmp_path))
    for told in (wins, points, sources):
        assert {"greedy", "random"} <= set(told)
        assert any("(20 games, printed)" in text for text in told)
    assert {"seat 0", "seat 1", "wins (%)"} <= set(wins)
    assert f"an average seat ({100 * report.even_share.value:.1f} %)" in wins
    assert "points, in bins of 5" in points
    legend = ["columns", "market", "cards", "majorities", "gems", "hand"]
    assert sources[-6:] == legend
    rows = sum(points.mean for source, points in report.bots[0].sources if "row" in source)
    assert f"{rows:.1f}" in sources


def test_a_comparison_shows_both_differences(comparison: Comparison, tmp_path: Path) -> None:
    path = plots.draw_comparison(comparison, tmp_path)
    assert path == tmp_path / "differences.svg"
    told = texts(path)
    assert "greedy less random (20 games each, 10 deals)" in told
    more = comparison.more_wins
    assert f"{100 * more.value:+.2f} ({100 * more.low:+.2f} to {100 * more.high:+.2f})" in told
    unknown: Any = SimpleNamespace(
        a="a", b="b", games=2, deals=1, more_wins=more,
        more_points=Difference(3.0, -float("inf"), float("inf"), 1.0),
    )  # fmt: skip
    assert "+3.00 (-∞ to +∞)" in texts(plots.draw_comparison(unknown, tmp_path))


def test_a_tournament_has_the_strongest_bot_above(ended: Tournament, tmp_path: Path) -> None:
    told = texts(plots.draw_tournament(ended, tmp_path))
    assert told.index("greedy") < told.index("random")
    assert "Ratings (lineups of 2, 20 games each)" in told


def test_names_of_bots_are_in_plots_as_they_are(
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


def drawn(draw: Callable[[], object], name: str, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Draw, and list the arguments of all calls of a method of axes."""
    from matplotlib.axes import Axes

    calls, method = list[Any](), getattr(Axes, name)

    def record(self: Axes, *values: Any, **style: Any) -> Any:
        calls.append((values, style))
        return method(self, *values, **style)

    with monkeypatch.context() as patched:
        patched.setattr(Axes, name, record)
        draw()
    return calls


def test_figures_are_drawn_in_per_cent_of_games_with_both_ends(
    report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = lambda: plots.draw_points(report, tmp_path / "points.svg")  # noqa: E731
    for (parts, edges), _ in drawn(draw, "stairs", monkeypatch):
        assert sum(parts) == pytest.approx(100)
        assert [part / 5 for part in parts] == pytest.approx([round(part / 5) for part in parts])
        assert len(edges) == len(parts) + 1
        assert {after - before for before, after in pairwise(edges)} == {5}
    draw = lambda: plots.draw_wins(report, tmp_path / "wins.svg")  # noqa: E731
    ((places, heights), style), *_ = drawn(draw, "errorbar", monkeypatch)
    own = [summary.win for summary in report.bots_by_seat if summary.bot == "greedy"]
    assert [number % 1 for number in places] == pytest.approx([0.8, 0.8])
    assert heights == pytest.approx([100 * win.value for win in own])
    assert style["yerr"][0] == pytest.approx([100 * (win.value - win.low) for win in own])
    assert style["yerr"][1] == pytest.approx([100 * (win.high - win.value) for win in own])


def test_an_arrow_shows_each_end_that_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ratings = [Interval(50.0, 20.0, float("inf")), Interval(-50.0, -float("inf"), -10.0)]
    told: Any = SimpleNamespace(
        players=2, games=4, ratings=[SimpleNamespace(bot="a", elo=own) for own in ratings]
    )
    draw = lambda: plots.draw_tournament(told, tmp_path)  # noqa: E731
    arrows = [values for values, _ in drawn(draw, "plot", monkeypatch)]
    assert arrows == [(150.0, 0, ">"), (-150.0, 1, "<")]


@pytest.mark.parametrize("name", ["plot.txt", "plot", "no such folder/plot.svg", "a\0b.svg"])
def test_a_file_that_cannot_be_drawn_is_refused(report: Report, tmp_path: Path, name: str) -> None:
    with pytest.raises(ArgumentError):
        plots.draw_wins(report, tmp_path / name)
    (tmp_path / "file").touch()
    with pytest.raises(ArgumentError, match="file"):
        plots.draw_all(report, tmp_path / "file" / "x")


def test_nothing_cannot_be_drawn(tmp_path: Path) -> None:
    report = simulate(["failing_bots:Illegal", "random"], 2, seed=7)
    with pytest.raises(ArgumentError, match="nothing to draw"):
        plots.draw_points(report, tmp_path / "points.svg")


def test_without_matplotlib_one_line_says_what_to_install(
    report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("livingstone.support.machine.find_spec", lambda name: None)
    with pytest.raises(LivingstoneError, match=r"pip install 'livingstone\[plot\]'$"):
        plots.draw_sources(report, tmp_path / "sources.svg")
