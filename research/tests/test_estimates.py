"""The intervals of the study keep their confidence, however high it is."""

from collections.abc import Sequence
from itertools import repeat

import numpy as np
import pytest
from estimates import Mean, Rate
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, ttest_1samp
from statsmodels.stats.proportion import proportion_confint

CONFIDENCE = 1 - 0.05 / 750
"""About that of an interval of the study."""
SHARES = st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=2, max_size=40)


def seen(times: int, deals: int) -> Mean:
    return Mean.of([*repeat(1.0, times), *repeat(0.0, deals - times)], 0.0, 1.0)


@pytest.mark.parametrize("deals", [20, 200])
def test_hardly_any_interval_misses_the_truth_wherever_it_is(deals: int) -> None:
    means = [seen(times, deals).interval(CONFIDENCE) for times in range(deals + 1)]
    rates = [Rate(times, deals).interval(CONFIDENCE) for times in range(deals + 1)]
    for found in (means, rates):
        low, high = (np.array([getattr(own, end) for own in found]) for end in ("low", "high"))
        for true in np.linspace(0.0005, 0.9995, 500):
            missed = (low > true) | (true > high)
            assert binom.pmf(np.flatnonzero(missed), deals, true).sum() <= 1 - CONFIDENCE


@given(st.integers(0, 60), st.integers(1, 60))
def test_a_rate_has_the_interval_of_statsmodels(times: int, others: int) -> None:
    told = Rate(times, times + others).interval(0.99)
    expected = proportion_confint(times, times + others, alpha=0.01, method="beta")
    assert (told.low, told.high) == pytest.approx(expected)


def test_without_games_a_rate_is_anything() -> None:
    told = Rate(0, 0).interval(0.95)
    assert (told.low, told.high) == (0.0, 1.0)


@given(SHARES)
def test_an_interval_lies_between_the_bounds_around_its_mean(values: Sequence[float]) -> None:
    own = Mean.of(values, 0.0, 1.0).interval(CONFIDENCE)
    assert 0 <= own.low <= own.value <= own.high <= 1
    assert own.low < own.high


def test_few_values_do_not_tell_their_variance_well() -> None:
    """Student's distribution allows for that: 7.5 games are worth no more than 1.6."""
    own = Mean.of([0.4, 0.5, 0.6], 0.0, 1.0).interval(0.95)
    assert own.low < 0.1
    assert own.high > 0.9


def test_many_shares_have_nearly_the_interval_of_student() -> None:
    values = np.random.default_rng(7).choice([-0.5, 0.0, 0.5], 2000, p=[0.3, 0.37, 0.33])
    mean = Mean.of(list(values), -1.0, 1.0)
    plain = ttest_1samp(values, 0.0)
    own = mean.interval(0.95)
    expected = plain.confidence_interval()
    assert (own.low, own.high) == pytest.approx((expected.low, expected.high), abs=1e-3)


def test_what_has_no_bounds_has_the_interval_of_student() -> None:
    own = Mean.of([3.0, 5.0, 9.0]).interval(0.95)
    expected = ttest_1samp([3, 5, 9], 0.0)
    low, high = expected.confidence_interval()
    assert (own.low, own.high) == pytest.approx((low, high))
    assert Mean.of([2.0] * 4).interval(0.95).low < 2
