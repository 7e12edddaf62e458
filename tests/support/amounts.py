"""How much a slow test tries: enough for each change, or for a long run by hand."""

from hypothesis import settings


def by_profile(usual: int, thorough: int) -> int:
    """Return `thorough` with HYPOTHESIS_PROFILE=thorough, else `usual`."""
    return thorough if settings().max_examples >= 1000 else usual
