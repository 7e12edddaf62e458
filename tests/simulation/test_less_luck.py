"""Results less luck: `adjust="luck"`."""

import json
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("numba")
pytest.importorskip("statsmodels")

from reviewed_games import mean_and_error, small

import livingstone as ls
from livingstone.simulation import LessLuck, compare, simulate, tournament
from livingstone.simulation.batch import Batch
from livingstone.simulation.entrants import enter
from livingstone.simulation.luck import less_luck, luck_book
from livingstone.simulation.series import play_series


def deals(rng: Random, count: int, mean: float, noise: float) -> tuple[list[float], list[float]]:
    """Make results of deals: -1, 0 or 1, mostly by luck, which is known but for some noise."""
    results, luck = list[float](), list[float]()
    for _ in range(count):
        lucky = rng.gauss(0, 0.4)
        chance = min(1.0, max(-1.0, mean + lucky + rng.gauss(0, 0.1)))
        result = float(rng.random() < abs(chance)) * (1 if chance > 0 else -1)
        results.append(result)
        luck.append(lucky + (result - chance) * 0.8 + rng.gauss(0, noise))
    return results, luck


@pytest.mark.parametrize("noise", [0.1, 5.0])
def test_intervals_cover_and_tests_raise_few_false_alarms(noise: float) -> None:
    """Also if the luck is nothing but noise."""
    rng, misses, ratios = Random(7), 0, list[float]()
    for _ in range(300):
        found = LessLuck.of("a", *deals(rng, 40, 0.0, noise))
        misses += found.difference.p_value < 0.05
        assert (found.difference.p_value < 0.05) == (
            found.difference.low > 0 or found.difference.high < 0
        )
        assert found.variance_ratio is not None
        ratios.append(found.variance_ratio)
    assert misses <= 29  # 17 are expected, more than 29 with a probability of 0.2 %
    assert (sum(ratios) / len(ratios) > 4) if noise < 1 else min(ratios) > 0.6


def test_few_deals_and_luck_that_does_not_vary_change_nothing() -> None:
    assert less_luck([1.0, 0.0, 1.0], [0.5, -0.5, 0.5]) == ([1.0, 0.0, 1.0], (0.0, 0.0))
    assert less_luck([1.0, 0.0] * 10, [0.5] * 20) == ([1.0, 0.0] * 10, (0.0, 0.0))


@pytest.mark.no_cover  # it takes long, and other tests cover the same lines
@pytest.mark.parametrize("players", [2, 3])
def test_luck_has_the_mean_0_in_games_of_random_moves(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`greedy` values them badly, and with few rollouts."""
    monkeypatch.setattr("livingstone.simulation.luck.ROLLOUTS", 8)
    batch = Batch.of(enter(["random"] * players), seed=5, edition=small())
    book = luck_book(batch, "luck")
    assert book is not None
    with play_series([batch], 150, None, {}) as series:
        series.play(150)
        found = book.of(series.store, series.stored()[0], 150)
    for seat in range(players):
        mean, error = mean_and_error([own.luck[seat] for own in found])
        assert abs(mean) < 3.5 * error
        shares = [own.shares[seat] for own in found]
        rest, _ = mean_and_error([own.shares[seat] - own.luck[seat] for own in found])
        assert rest == pytest.approx(sum(shares) / 150 - mean)


def test_a_comparison_has_both_results_and_continues_with_a_file(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    found = [
        compare("greedy", "random", against=["random"], games=games, seed=7, sink=file,
                edition=small(), adjust="luck")
        for games in (10, 24)
    ]  # fmt: skip
    fresh = compare(
        "greedy", "random", against=["random"], games=24, seed=7, edition=small(), adjust="luck"
    )
    own, again = found[1].less_luck, fresh.less_luck
    assert own is not None
    assert again is not None
    assert own.difference == again.difference
    assert own.difference.low < found[1].more_wins.high
    assert own.seconds > 0
    assert "less luck" in str(found[1])
    assert json.loads(found[1].to_json())["less_luck"]["bot"] == "greedy"
    plain = compare("greedy", "random", against=["random"], games=10, seed=7, edition=small())
    assert plain.less_luck is None
    assert "less luck" not in str(plain)


def test_what_few_deals_do_not_adjust_is_told() -> None:
    options: Any = {"seed": 7, "edition": small(), "adjust": "luck"}
    report = simulate(["greedy", "random"], 14, **options)
    comparison = compare("greedy", "random", against=["random"], games=14, **options)
    for found, bots in ((report, "greedy, random"), (comparison, "greedy")):
        told = " ".join(str(found).split())
        assert f"No luck is subtracted for {bots}: 7 deals of at least 8." in told
        assert "less luck" not in told


def test_a_report_and_a_tournament_compare_with_an_average_seat() -> None:
    report = simulate(["greedy", "random"], 20, seed=7, edition=small(), adjust="luck")
    greedy, random = report.less_luck
    assert greedy.difference.value == pytest.approx(-random.difference.value)
    assert "More wins than an average seat, less luck" in str(report)
    ended = tournament(["greedy", "random"], games=20, seed=7, edition=small(), adjust="luck")
    assert [own.difference for own in ended.less_luck] == [greedy.difference, random.difference]
    assert "seconds" in ended.to_json()


def test_what_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ls.ArgumentError, match="adjust must be one of luck"):
        simulate(["random"] * 2, 2, seed=7, adjust="skill")  # type: ignore[arg-type]
    file = tmp_path / "games.db"
    simulate(["random"] * 2, 4, seed=7, sink=file, edition=small())
    with sqlite3.connect(file) as stored:
        stored.execute("UPDATE games SET choices = ?", (b"\xff" * 60,))
    stored.close()
    with pytest.raises(ls.ArgumentError, match="the choices of game 0 cannot be made"):
        simulate(["random"] * 2, 4, seed=7, sink=file, edition=small(), adjust="luck")
