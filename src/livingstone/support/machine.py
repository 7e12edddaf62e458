"""What is installed here, and how many cores the processor has."""

import os
from importlib.util import find_spec

from livingstone.errors import LivingstoneError

__version__ = "0.1.0"


class MissingExtraError(LivingstoneError, ImportError):
    """A function needs a package that is not installed."""


def require(package: str, extra: str, purpose: str) -> None:
    """Raise `MissingExtraError` unless a package is there; `purpose`, in the plural, needs it."""
    if find_spec(package) is None:
        raise MissingExtraError(f"{purpose} need {package}: pip install 'livingstone[{extra}]'")


def cores() -> int:
    """Count the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
