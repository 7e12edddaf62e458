"""Optional dependencies, and the error that says how to install them."""

from importlib.util import find_spec

from livingstone.errors import LivingstoneError


class MissingExtraError(LivingstoneError, ImportError):
    """A function needs a package that is not installed."""


def require(package: str, extra: str, purpose: str) -> None:
    """Raise `MissingExtraError` unless a package is installed.

    `purpose`, a plural noun, names the things that need it; `extra` installs it.

    >>> require("rarely", "plot", "plots")
    Traceback (most recent call last):
        ...
    livingstone.support.extras.MissingExtraError: plots need rarely: pip install 'livingstone[plot]'
    """
    if find_spec(package) is None:
        raise MissingExtraError(f"{purpose} need {package}: pip install 'livingstone[{extra}]'")
