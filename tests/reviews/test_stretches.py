"""Choices of a turn are judged together: a mistake is counted once."""

from pathlib import Path

import pytest

pytest.importorskip("numba")

import numpy as np
from reviewed_games import game

import livingstone as ls
from livingstone.kernel import Kernel, valuing
from livingstone.kernel.search.networks import networks_for
from livingstone.reviews import Estimate, describe_plan, review
from livingstone.reviews.findings import mark_of
from livingstone.reviews.stretches import Trial, Turn, judge, stretches_of, try_stretch

SALE, MORE, GIFT, END = ls.SellGems("blue", 2), ls.SellGems("clear", 1), ls.Donate(9), ls.EndTurn()
PLAYED = (SALE, MORE, GIFT, END)
NONE = float("nan")


def trial(*means: float) -> Trial:
    """Make a trial of `PLAYED`: what the best plan lost by each move earns, what is left, and the
    search; NaN where a move loses no plan."""
    rng = np.random.default_rng(1)
    rivals = [None if np.isnan(own) else (GIFT, END) for own in means[:-1]]
    chosen, measured = (
        np.nan_to_num(means)[:, None] + rng.normal(0, 0.02, (len(means), 400)) for _ in range(2)
    )
    return Trial(rivals, [False, False, False, True], chosen, measured)


@pytest.mark.parametrize(
    ("means", "credit", "expected"),
    [
        ((0.8, 0.8, NONE, NONE, 0.4, 0.4), 0.0, (0.0, 0.4, 0.0)),  # only the second is wrong
        ((0.8, 0.4, NONE, NONE, 0.4, 0.4), 0.0, (0.4, 0.0, 0.0)),
        ((0.8, 0.6, 0.5, NONE, 0.4, 0.4), 0.0, (0.2, 0.1, 0.1)),
        ((0.3, 0.2, NONE, NONE, 0.4, 0.4), 0.0, (0.0, 0.0, 0.0)),
        ((0.8, 0.8, NONE, NONE, 0.4, 0.4), 0.3, (0.0, 0.1, 0.0)),  # the next stretch goes on better
        ((0.8, 0.8, NONE, NONE, 0.4, 0.4), 0.5, (0.0, 0.0, 0.0)),
    ],
)
def test_costs_add_up_to_what_the_best_plan_earns_more(
    means: tuple[float, ...], credit: float, expected: tuple[float, ...]
) -> None:
    verdicts, on = judge(PLAYED, trial(*means), credit)
    found = [own.cost.value for own in verdicts if own]
    assert found == pytest.approx(expected, abs=0.01)
    best = max(*np.nan_to_num(means[:-2]), means[-2] + credit)
    assert sum(found) == pytest.approx(best - means[-2] - credit, abs=0.01)
    assert on == pytest.approx(best - means[-1], abs=0.01)
    assert verdicts[3] is None
    for own, cost, move in zip(verdicts, expected, PLAYED, strict=False):
        assert own is not None
        assert own.best == ((GIFT, END) if cost else (move,))
        assert cost == 0 or own.cost.low > 0
        assert own.cost.high < cost + 0.05


def test_stretches_end_where_chance_or_another_turn_comes_between() -> None:
    moves: list[tuple[int, int, ls.Move]] = [
        (1, 0, ls.TakeDie(3)), (2, 0, ls.Dig()), (4, 0, SALE), (5, 0, END),
        (6, 0, ls.TakeDie(4)), (7, 0, ls.TakeCoins()), (8, 1, ls.TakeDie(2)),
    ]  # fmt: skip
    turns = [Turn(*own) for own in moves]
    found = [[turn.position for turn in own] for own in stretches_of(turns)]
    assert found == [[1, 2], [4, 5], [6, 7], [8]]
    assert stretches_of([]) == []


def test_only_the_second_of_two_sales_in_the_last_turn_is_wrong() -> None:
    """Four players: one blue gem must be sold for the donation, the clear ones are points."""
    record = ls.load(Path(__file__).with_name("two-sales.toml"))
    played = tuple(ls.parse_move(line)[0] for line in record.actions[-6:])
    state = list(record.states())[-7]
    kernel, view = Kernel.of(record.edition, 4), ls.view(state, state.current_player)
    verdicts, _ = judge(played, try_stretch(kernel, view, played, 1, 400), 0.0)  # type: ignore[arg-type]
    assert sum(own.cost.value for own in verdicts if own) > 0.1
    for move, own in zip(played, verdicts, strict=True):
        if move == ls.SellGems("clear", 2):
            assert own is not None
            assert own.best in ((ls.Donate(30), END), (ls.SellGems("clear", 1), ls.Donate(31), END))
            assert mark_of(own.cost, 400, 100) == "blunder"
            plan = (ls.SellGems("blue", 1), ls.Donate(30), END)
            told = describe_plan(plan, at_sale(record))
            assert told == "sell 1 blue gem for 3 coins and donate 30 coins to the Queen"
        else:
            assert own is None or (own.best, own.cost.value) == ((move,), 0.0)


def at_sale(record: ls.Record) -> ls.View:
    state = list(record.states())[-5]
    return ls.view(state, state.current_player)


@pytest.mark.parametrize(
    ("low", "value", "mark"),
    [
        (0.07, 0.0751, "mistake"),
        (0.02, 0.0849, "mistake"),  # the same, however wide the interval
        (0.02, 0.0951, "blunder"),
        (0.04, 0.0449, "slip"),
        (0.001, 0.0049, None),
        (-0.01, 0.12, None),
        (0.001, 0.12, None),  # not for all choices together
    ],
)
def test_marks_have_one_scale(low: float, value: float, mark: str | None) -> None:
    """A mark goes by the cost in whole per cent, as it is shown."""
    assert mark_of(Estimate(value, low, 1.0), 400, 2) == mark
    assert mark_of(Estimate(value, low, 1.0), 400, 0) is None


@pytest.mark.no_cover  # it takes long, and other tests cover the same lines
@pytest.mark.parametrize(("players", "seed"), [(2, 3), (4, 5)])
def test_the_costs_of_real_turns_are_what_was_lost(players: int, seed: int) -> None:
    """By tries that neither chose the plans nor measured the costs."""
    record = game(players, seed, errors=(0.1, 0.3, 0.0, 0.2))
    found, kernel = review(record, rollouts=800), Kernel.of(record.edition, players)
    choices = {choice.position: choice for choice in found.choices}
    networks, states = networks_for(kernel.tables), list(record.states())
    turns = [
        Turn(place, state.current_player, ls.parse_move(line)[0])  # type: ignore[arg-type]
        for place, (state, line) in enumerate(zip(states, record.actions, strict=False))
        if state.pending is None
    ]
    apart = list[float]()
    for stretch in stretches_of(turns):
        played = tuple(turn.played for turn in stretch)
        judged = [choices.get(turn.position) for turn in stretch]
        plans = [
            (*played[:place], *own.best)
            for place, own in enumerate(judged)
            if own and own.best != own.played
        ]
        array = kernel.encode(
            ls.sample_state(ls.view(states[stretch[0].position], stretch[0].seat), 0)
        )
        best, actual = valuing.try_plans(
            kernel, array, [*plans[:1], played, played][:2], 1, range(600), networks
        ).mean(axis=1)
        apart.append(sum(own.cost.value for own in judged if own) - (best - actual))
        if played[-1] != END:  # what was done after the stones or the card counts as well
            apart[-1] = max(0.0, apart[-1])
    assert max(map(abs, apart)) < 0.1
    assert abs(np.mean(apart)) < 0.004
