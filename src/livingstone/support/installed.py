"""The version of this library, which files of results record."""


def installed_version() -> str:
    """Return the version of this library, or `unknown` if it is not installed.

    >>> installed_version()[0].isdigit()
    True
    """
    from importlib.metadata import PackageNotFoundError, version  # slow to import, rarely needed

    try:
        return version("livingstone")
    except PackageNotFoundError:
        return "unknown"
