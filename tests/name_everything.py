"""Name all that is public, as `help` and editors do: nothing may fail for a missing extra."""

import importlib
import inspect
import pydoc

from list_public_names import ROOMS

import livingstone
from livingstone import *  # noqa: F403


def main() -> None:
    """Import each public module, get all that it has, and write its help."""
    assert hasattr(livingstone, "review")
    for name in ("livingstone", *map("livingstone.{}".format, ROOMS)):
        module = importlib.import_module(name)
        inspect.getmembers(module)
        pydoc.render_doc(module)


if __name__ == "__main__":
    main()
