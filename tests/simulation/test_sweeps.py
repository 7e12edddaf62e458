"""Sweeps: values of an option on the same deals, each compared with a base."""

import json
from pathlib import Path
from typing import Any

import pytest
from own_bots import Thrifty

import livingstone as ls
from livingstone.simulation import Sweep, intervals, plots, read_batches

pytest.importorskip("statsmodels")

OPTIONS: dict[str, Any] = {"against": ["random"], "games": 12, "seed": 7}


def swept(bot: Any = Thrifty, values: Any = (0, 3, 9), **options: Any) -> Sweep:
    return ls.sweep(bot, "reserve", values, **(OPTIONS | options))


def test_each_value_is_compared_with_the_first_as_compare_does() -> None:
    sweep = swept()
    assert sweep.base == "Thrifty(reserve=0)"
    assert [own.value for own in sweep.values] == [3, 9]
    for own in sweep.values:
        one = ls.compare(Thrifty(own.value), Thrifty(0), **OPTIONS)  # type: ignore[arg-type]
        assert own.wins == one.wins[0]
        assert own.points == one.points[0]
        assert own.more_wins.value == one.more_wins.value
        assert own.more_wins.p_value == one.more_wins.p_value
        assert own.more_points.value == one.more_points.value


def test_intervals_are_wider_so_that_all_values_hold_together() -> None:
    sweep = swept()
    for own in sweep.values:
        alone = ls.compare(Thrifty(own.value), Thrifty(0), **OPTIONS)  # type: ignore[arg-type]
        assert own.more_points.low < alone.more_points.low
        assert own.more_points.high > alone.more_points.high
    assert sweep.adjusted_p_values() == intervals.adjust_p_values(
        [own.more_wins.p_value for own in sweep.values]
    )


def test_the_correction_of_intervals_is_bonferronis() -> None:
    from scipy.stats import t

    assert intervals.student(11, tests=3) == pytest.approx(t.ppf(1 - 0.05 / 6, 11))


def test_a_base_of_its_own_keeps_all_values() -> None:
    sweep = swept(base="greedy", values=[0, 3])
    assert sweep.base == "greedy"
    assert [own.value for own in sweep.values] == [0, 3]
    assert sweep.base_report.lineup == ("greedy", "random")


@pytest.mark.parametrize("executor", [None, pytest.param("processes", marks=pytest.mark.slow)])
def test_names_get_the_option_and_play_as_objects_do(executor: Any) -> None:
    named = swept("own_bots:Thrifty", executor=executor)
    assert named.base == "own_bots:Thrifty:reserve=0"
    objects = swept()
    assert [own.more_points for own in named.values] == [own.more_points for own in objects.values]


def test_a_name_with_options_gets_one_more() -> None:
    sweep = ls.sweep("ismcts:temperature=0.5", "iterations", [1, 2], **(OPTIONS | {"games": 2}))
    assert sweep.base == "ismcts:iterations=1,temperature=0.5"


def test_an_interrupted_sweep_continues_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    swept(games=4, sink=file)
    done: list[int] = []
    sweep = swept(sink=file, on_progress=lambda progress: done.append(progress.resumed))
    assert done[0] == 3 * 4
    assert sweep == swept()
    assert [batch.lineup[0] for batch in read_batches(file)] == [
        f"Thrifty(reserve={value})" for value in (0, 3, 9)
    ]


def test_a_sweep_is_one_table_one_plot_and_one_frame(tmp_path: Path) -> None:
    sweep = swept()
    (sheet,) = sweep.sheets()
    assert [line[0] for line in sheet.lines] == ["base", "3", "9"]
    assert "corrected for 2 values" in sheet.remark
    plain = json.loads(sweep.to_json())
    assert [own["value"] for own in plain["values"]] == ["3", "9"]
    assert repr(sweep).startswith("Sweep(reserve, 2 values, 12 games each; best ")
    assert f" wins against {sweep.base})" in repr(sweep)
    pytest.importorskip("matplotlib")
    figure = plots.draw(sweep, tmp_path / "sweep.svg")
    assert [axes.get_xlabel() for axes in figure.axes][1] == "more points a game"
    assert (tmp_path / "sweep.svg").exists()
    pytest.importorskip("polars")
    frame = sweep.to_frame()
    assert frame["value"].to_list() == ["3", "9"]
    assert frame["p_wins"].to_list() == list(sweep.adjusted_p_values())


@pytest.mark.parametrize(
    ("values", "options", "problem"),
    [
        ([3], {}, "two values"),
        ([3, 3], {}, r"tried only once: .*=3.* is there twice"),
        ([1, 2], {"against": "random"}, r"against must be a list of bots, such as \['random'\]"),
        ([3, 4], {"adjust": "luck"}, "cannot be adjusted"),
    ],
)
def test_what_is_no_sweep_is_refused(values: Any, options: Any, problem: str) -> None:
    with pytest.raises(ls.ArgumentError, match=problem):
        swept(values=values, **options)
