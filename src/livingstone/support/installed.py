"""Which version of this library runs; files of results name the one that wrote them."""

__all__ = ["installed_version"]


def installed_version() -> str:
    """Give the version of this library, or `unknown` if it runs without being installed.

    >>> installed_version()[0].isdigit()
    True
    """
    from importlib.metadata import PackageNotFoundError, version  # slow to import, rarely needed

    try:
        return version("livingstone")
    except PackageNotFoundError:
        return "unknown"
