"""Optional dependencies, which some parts of the library need, and how to install them."""

from importlib.util import find_spec

from livingstone.errors import LivingstoneError

__all__ = ["MissingExtraError", "require"]


class MissingExtraError(LivingstoneError, ImportError):
    """A function was called that needs a package which is not installed."""


def require(package: str, extra: str, purpose: str) -> None:
    """Raise `MissingExtraError` unless a package can be imported.

    The message says which things need the package (`purpose`, a plural noun) and which extra of
    this library installs it.

    >>> require("rarely", "plot", "plots")
    Traceback (most recent call last):
        ...
    livingstone.support.extras.MissingExtraError: plots need rarely: pip install 'livingstone[plot]'
    """
    if find_spec(package) is None:
        raise MissingExtraError(f"{purpose} need {package}: pip install 'livingstone[{extra}]'")
