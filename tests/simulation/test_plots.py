"""Plots: what they show, that they are reproducible, and what cannot be drawn."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("matplotlib")
pytest.importorskip("statsmodels")

from livingstone import ArgumentError, LivingstoneError, Report, compare, simulate, tournament
from livingstone.simulation import Interval, plots


@pytest.fixture(scope="module")
def report() -> Report:
    return simulate(["greedy", "random"], 20, seed=7)


def texts(path: Path) -> list[str]:
    """List the texts of an SVG in their order."""
    return re.findall(r"<text[^>]*>([^<]*)</text>", path.read_text("utf-8"))


@pytest.mark.parametrize(("ending", "start"), [(".svg", b"<?xml"), (".png", b"\x89PNG")])
def test_plots_are_the_same_for_the_same_results(
    report: Report, tmp_path: Path, ending: str, start: bytes
) -> None:
    ended = tournament(["greedy", "random"], games=20, seed=7)
    draws = [
        tmp_path / f"wins{ending}",
        plots.draw_tournament(ended, tmp_path, ending),
    ]
    plots.draw_wins(report, draws[0])
    plots.draw_wins(report, tmp_path / f"again{ending}")
    assert draws[0].read_bytes() == (tmp_path / f"again{ending}").read_bytes()
    again = plots.draw_tournament(ended, tmp_path / "again", ending)
    assert draws[1].read_bytes() == again.read_bytes()
    if ending == ".svg":
        told = texts(draws[-1])
        assert told.index("greedy") < told.index("random"), "the strongest bot is above"
        assert "Ratings (lineups of 2, 20 games each)" in told
    for path in draws:
        assert path.read_bytes().startswith(start)


def wins_of(report: Report, folder: Path) -> Path:
    plots.draw_wins(report, path := folder / "wins.svg")
    return path


def test_a_plot_of_wins_names_what_it_shows(report: Report, tmp_path: Path) -> None:
    wins = texts(wins_of(report, tmp_path))
    assert {"greedy", "random", "seat 0", "seat 1", "wins (%)"} <= {*wins}
    assert f"an average seat ({100 * report.even_share.value:.1f} %)" in wins


def test_a_comparison_shows_both_differences(tmp_path: Path) -> None:
    comparison = compare("greedy", "random", against=["random"], games=20, seed=7)
    path = plots.draw_comparison(comparison, tmp_path)
    assert path == tmp_path / "differences.svg"
    told = texts(path)
    assert "greedy less random (20 games each, 10 deals)" in told
    more = comparison.more_wins
    assert f"{100 * more.value:+.2f} ({100 * more.low:+.2f} to {100 * more.high:+.2f})" in told


def test_names_of_bots_are_in_plots_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(r"$\frac$.toml").write_text("rivalry = 0.1\n", encoding="utf-8")
    names = [r"greedy:weights=$\frac$.toml", "_quiet_bots:First"]
    report = simulate(names, 10, seed=7)
    drawn = wins_of(report, tmp_path).read_text("utf-8")
    assert all(name in drawn for name in names)


def test_a_plot_tells_the_games_that_it_shows(tmp_path: Path) -> None:
    report = simulate(["_quiet_bots:Miser"] * 2, 10, seed=7)
    assert 0 < report.failed < 10
    wins = wins_of(report, tmp_path).read_text()
    assert "(10 games, printed)" in wins
    won = [own.win.value * own.entries for own in report.bots_by_seat]
    assert f"an average seat ({100 * sum(won) / 20:.1f} %)" in wins


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[Any]]:
    """List the arguments of the calls of some methods of axes."""
    from matplotlib.axes import Axes

    calls: dict[str, list[Any]] = {}

    def watch(name: str, method: Any) -> None:
        def record(self: Axes, *values: Any, **style: Any) -> Any:
            calls.setdefault(name, []).append((values, style))
            return method(self, *values, **style)

        monkeypatch.setattr(Axes, name, record)

    for name in ("errorbar", "plot"):
        watch(name, getattr(Axes, name))
    return calls


def test_figures_are_drawn_in_per_cent_of_games_with_both_ends(
    report: Report, tmp_path: Path, calls: dict[str, list[Any]]
) -> None:
    wins_of(report, tmp_path)
    ((places, heights), style), *_ = calls["errorbar"]
    own = [summary.win for summary in report.bots_by_seat if summary.bot == "greedy"]
    assert [number % 1 for number in places] == pytest.approx([0.8, 0.8])
    assert heights == pytest.approx([100 * win.value for win in own])
    assert style["yerr"][0] == pytest.approx([100 * (win.value - win.low) for win in own])
    assert style["yerr"][1] == pytest.approx([100 * (win.high - win.value) for win in own])


def test_an_arrow_shows_each_end_that_is_missing(
    tmp_path: Path, calls: dict[str, list[Any]]
) -> None:
    ratings = [Interval(50.0, 20.0, float("inf")), Interval(-50.0, -float("inf"), -10.0)]
    told: Any = SimpleNamespace(
        players=2, games=4, ratings=[SimpleNamespace(bot="a", elo=own) for own in ratings]
    )
    plots.draw_tournament(told, tmp_path)
    assert [values for values, _ in calls["plot"]] == [(150.0, 0, ">"), (-150.0, 1, "<")]


@pytest.mark.parametrize("name", ["plot.txt", "plot", "no such folder/plot.svg", "a\0b.svg"])
def test_a_file_that_cannot_be_drawn_is_refused(report: Report, tmp_path: Path, name: str) -> None:
    with pytest.raises(ArgumentError):
        plots.draw_wins(report, tmp_path / name)
    unfinished = simulate(["failing_bots:Illegal", "random"], 2, seed=7)
    with pytest.raises(ArgumentError, match="nothing to draw"):
        wins_of(unfinished, tmp_path)


def test_without_matplotlib_one_line_says_what_to_install(
    report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("livingstone.support.machine.find_spec", lambda name: None)
    with pytest.raises(LivingstoneError, match=r"pip install 'livingstone\[plot\]'$"):
        wins_of(report, tmp_path)
