"""Optional dependencies: what a part of the library needs beyond the core, and how to get it."""

from importlib.util import find_spec

from livingstone.errors import LivingstoneError

__all__ = ["MissingExtraError", "require"]


class MissingExtraError(LivingstoneError, ImportError):
    """Something was asked for that needs a package which is not installed."""


def require(package: str, extra: str, purpose: str) -> None:
    """Raise `MissingExtraError` unless a package can be imported.

    The message says what needs the package (`purpose`, in the plural) and which extra of this
    library installs it.

    >>> require("rarely", "plot", "plots")
    Traceback (most recent call last):
        ...
    livingstone.extras.MissingExtraError: plots need rarely: pip install 'livingstone[plot]'
    """
    if find_spec(package) is None:
        raise MissingExtraError(f"{purpose} need {package}: pip install 'livingstone[{extra}]'")
