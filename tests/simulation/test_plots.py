"""Plots: what they show, that they are reproducible, and what cannot be drawn."""

import re
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

pytest.importorskip("matplotlib")
pytest.importorskip("statsmodels")

from livingstone import (
    ArgumentError,
    Comparison,
    LivingstoneError,
    Report,
    Tournament,
    compare,
    simulate,
    tournament,
)
from livingstone.simulation import Interval, plots

Findings = Report | Comparison | Tournament


@pytest.fixture(scope="module")
def report() -> Report:
    return simulate(["greedy", "random"], 20, seed=7)


def texts(findings: Findings, folder: Path) -> list[str]:
    """List the texts of a plot in their order."""
    plots.draw(findings, path := folder / "plot.svg")
    return re.findall(r"<text[^>]*>([^<]*)</text>", path.read_text("utf-8"))


@pytest.mark.parametrize(("ending", "start"), [(".svg", b"<?xml"), (".png", b"\x89PNG")])
def test_plots_are_the_same_for_the_same_results(
    report: Report, tmp_path: Path, ending: str, start: bytes
) -> None:
    one, other = tmp_path / f"one{ending}", tmp_path / f"other{ending}"
    plots.draw(report, one)
    plots.draw(report, other)
    assert one.read_bytes() == other.read_bytes()
    assert one.read_bytes().startswith(start)


def test_a_plot_says_what_it_shows(report: Report, tmp_path: Path) -> None:
    wins = texts(report, tmp_path)
    assert {"greedy, seat 0", "random, seat 1", "Wins by seat (20 games, printed)"} <= {*wins}
    assert f"wins (%); an average seat: {100 * report.even_share.value:.1f} %" in wins
    comparison = compare("greedy", "random", against=["random"], games=20, seed=7)
    assert "greedy less random (20 games each, 10 deals)" in texts(comparison, tmp_path)
    pytest.importorskip("choix")
    told = texts(tournament(["random", "greedy"], games=20, seed=7), tmp_path)
    assert told.index("greedy") < told.index("random"), "the strongest bot is above"
    assert "Ratings (lineups of 2, 20 games each)" in told


def test_long_names_are_not_cut_off_at_the_edge() -> None:
    name = "a bot with a name as long as this one"
    figure = plots.draw(simulate([{name: "random"}, "random"], 4, seed=7))
    figure.draw_without_rendering()
    labels = figure.axes[0].get_yticklabels()
    assert any(name in label.get_text() for label in labels)
    assert min(label.get_window_extent().x0 for label in labels) >= 0


def test_names_of_bots_are_in_plots_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(r"$\frac$.toml").write_text("rivalry = 0.1\n", encoding="utf-8")
    names = [r"greedy:weights=$\frac$.toml", "_quiet_bots:First"]
    told = " ".join(texts(simulate(names, 10, seed=7), tmp_path))
    assert all(name in told for name in names)


def test_games_that_failed_count_for_the_average_seat(tmp_path: Path) -> None:
    report = simulate(["_quiet_bots:Miser"] * 2, 10, seed=7)
    assert 0 < report.failed < 10
    won = sum(own.win.value * own.entries for own in report.bots_by_seat)
    assert f"wins (%); an average seat: {100 * won / 20:.1f} %" in texts(report, tmp_path)


def test_intervals_have_both_ends_and_an_arrow_for_each_that_is_missing(
    report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from matplotlib.axes import Axes

    calls: dict[str, list[Any]] = {"errorbar": [], "plot": []}
    for name in calls:
        method = getattr(Axes, name)

        def watch(
            self: Axes, *values: Any, name: str = name, method: Any = method, **style: Any
        ) -> Any:
            calls[name].append((values, style.get("xerr")))
            return method(self, *values, **style)

        monkeypatch.setattr(Axes, name, watch)
    plots.draw(report, tmp_path / "plot.svg")
    own = report.bots_by_seat[1].win
    ((value,), (row,)), reach = calls["errorbar"][1]
    assert (value, row) == (pytest.approx(100 * own.value), 1)
    ends = [[100 * (own.value - own.low)], [100 * (own.high - own.value)]]
    assert reach == [pytest.approx(end) for end in ends]
    pytest.importorskip("choix")
    ended = tournament(["greedy", "random"], games=4, seed=7)
    elos = Interval(50.0, 20.0, float("inf")), Interval(-50.0, -float("inf"), -10.0)
    ratings = tuple(evolve(own, elo=elo) for own, elo in zip(ended.ratings, elos, strict=True))
    calls["plot"].clear()
    plots.draw(evolve(ended, ratings=ratings), tmp_path / "plot.svg")
    assert [values for values, _ in calls["plot"]] == [(75.0, 0, ">"), (-75.0, 1, "<")]


@pytest.mark.parametrize("name", ["plot.txt", "plot", "no such folder/plot.svg", "a\0b.svg"])
def test_a_file_that_cannot_be_drawn_is_refused(report: Report, tmp_path: Path, name: str) -> None:
    with pytest.raises(ArgumentError):
        plots.draw(report, tmp_path / name)
    unfinished = simulate(["failing_bots:Illegal", "random"], 2, seed=7)
    with pytest.raises(ArgumentError, match="nothing to draw"):
        plots.draw(unfinished, tmp_path / "plot.svg")


def test_without_matplotlib_one_line_says_what_to_install(
    report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("livingstone.support.machine.find_spec", lambda name: None)
    with pytest.raises(LivingstoneError, match=r"pip install 'livingstone\[plot\]'$"):
        plots.draw(report, tmp_path / "plot.svg")
