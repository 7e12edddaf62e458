"""How much tests try: enough for each change, or for a long run by hand."""

from collections.abc import Container, Iterable
from typing import Any

import pytest
from _pytest.mark import ParameterSet
from hypothesis import settings


def by_profile(usual: int, thorough: int, few: int | None = None) -> int:
    """Return `thorough` with HYPOTHESIS_PROFILE=thorough, `few` with none, else `usual`."""
    examples = settings().max_examples
    if examples < 20:
        return usual if few is None else few
    return thorough if examples >= 1000 else usual


def others_slow(values: Iterable[Any], usual: Container[Any]) -> list[ParameterSet]:
    """Mark as slow the values of a test but for some, of whose kinds the others are."""
    marks = {False: [pytest.mark.slow], True: []}
    return [pytest.param(value, marks=marks[value in usual]) for value in values]
