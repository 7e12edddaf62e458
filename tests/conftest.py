"""How much Hypothesis tries: `HYPOTHESIS_PROFILE=thorough pytest` for a long run."""

import gc
import os

from hypothesis import HealthCheck, settings

_PROFILES = {"default": 30, "thorough": 1000}
for _name, _examples in _PROFILES.items():
    settings.register_profile(
        _name,
        max_examples=_examples,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_collection_finish() -> None:
    """Leave thousands of collected tests out of what is searched for garbage again and again."""
    gc.collect()
    gc.freeze()
