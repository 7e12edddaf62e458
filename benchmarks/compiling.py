"""Measure what the kernel costs to compile: seconds of processor time by module, without a cache.

    python benchmarks/compiling.py             what games of random and greedy need
    python benchmarks/compiling.py --all       everything

The time of a function is counted without that of the functions that are compiled for it. That of an
entry (`kernel/entries.py`) holds the machine code of all that it calls.
"""

import argparse
import os
import tempfile
import time
from collections import Counter, defaultdict
from typing import Any

os.environ["NUMBA_CACHE_DIR"] = tempfile.mkdtemp()  # before numba reads it

from numba.core import event

from livingstone.kernel import prepare


class Clock(event.Listener):  # type: ignore[misc]
    """Charges each moment to the innermost function that is being compiled."""

    def __init__(self) -> None:
        self.spent, self.compiled = defaultdict[str, float](float), Counter[str]()
        self._stack, self._since = ["Python"], time.process_time()

    def _charge(self) -> None:
        now = time.process_time()
        self.spent[self._stack[-1]] += now - self._since
        self._since = now

    def on_start(self, what: Any) -> None:
        """Begin with a function."""
        self._charge()
        function = what.data["dispatcher"].py_func
        module = function.__module__.removeprefix("livingstone.kernel.")
        self._stack.append(f"{module}.{function.__name__}" if module == "entries" else module)
        self.compiled[self._stack[-1]] += 1

    def on_end(self, _: Any) -> None:
        """Go back to the function that waits for it."""
        self._charge()
        self._stack.pop()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--all", action="store_true", help="also the search, steps and samples")
    clock, begun = Clock(), time.process_time()
    with event.install_listener("numba:compile", clock):
        prepare(*([] if parser.parse_args().all else ["games"]))
    print(f"{'seconds':>8}  functions")
    for name, seconds in sorted(clock.spent.items(), key=lambda item: -item[1]):
        print(f"{seconds:8.1f}  {clock.compiled[name]:9}  {name}")
    print(f"{time.process_time() - begun:8.1f}  {clock.compiled.total():9}  all")


if __name__ == "__main__":
    main()
