"""What is installed here, and how many cores the processor has."""

import os
from importlib.util import find_spec

from livingstone.errors import LivingstoneError

__version__ = "0.1.0"


class MissingExtraError(LivingstoneError, ImportError):
    """A function needs a package that is not installed."""


def require(packages: str, extra: str, purpose: str) -> None:
    """Raise `MissingExtraError` unless some packages are there, separated by blanks.

    `purpose`, in the plural, needs them, and the extra installs them.
    """
    names = packages.split()
    if not all(map(find_spec, names)):
        listed = " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)
        raise MissingExtraError(f"{purpose} need {listed}: pip install 'livingstone[{extra}]'")


def cores() -> int:
    """Count the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
