"""How far a batch is, and a line that says so."""

import sys
from collections.abc import Callable
from html import escape
from typing import Any

from attrs import define, field, frozen


@frozen
class Progress:
    """The progress of a batch, or of several that are played together."""

    done: int
    """How many games are done, including those that the file held before."""
    total: int
    """How many games there are."""
    resumed: int
    """How many games the file held before."""
    seconds: float
    """The seconds since this call began to play."""
    failed: int = 0
    """How many of the new games a bot's failure ended."""

    @property
    def new(self) -> int:
        """How many games this call has played."""
        return self.done - self.resumed

    @property
    def rate(self) -> float:
        """How many games a second this call plays; 0 before the first is done."""
        return self.new / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """The seconds for the other games at this rate; None before the first is done."""
        return (self.total - self.done) / self.rate if self.rate else None

    def line(self, unit: str = "games") -> str:
        """Say in a line how far it is; `unit` is what is counted.

        >>> Progress(done=120, total=500, resumed=0, seconds=4.0, failed=2).line()
        '120 of 500 games, 30.0 a second, about 13 s left, 2 failed'
        """
        parts = [f"{self.done} of {self.total} {unit}"]
        if self.rate:
            parts.append(f"{self.rate:,.1f} a second")
        if self.seconds_left:
            parts.append(f"about {self.seconds_left:.0f} s left")
        if self.failed:
            parts.append(f"{self.failed} failed")
        return ", ".join(parts)


OnProgress = Callable[[Progress], object]
"""A function that is called with the progress of a batch."""


@define
class ShownProgress:
    """Shows the progress of a batch in one line: in a notebook below the cell, else on stderr.

    Give it as ``on_progress=ShownProgress()``; each call needs one of its own.

    >>> from livingstone import simulate
    >>> simulate(["random", "random"], 4, seed=7, on_progress=ShownProgress()).games
    4
    """

    unit: str = "games"
    """What is counted."""
    _shown: Any = field(default=None, init=False, repr=False, eq=False)
    """What a notebook shows, which is replaced each time."""

    def __call__(self, progress: Progress) -> None:
        """Replace the line."""
        line = progress.line(self.unit)
        display = _display_of_notebook()
        if display is not None:
            self._show(display, line)
            return
        end = "\n" if progress.done >= progress.total else ""
        sys.stderr.write(f"\r\x1b[K{line}{end}")
        sys.stderr.flush()

    def _show(self, display: Callable[..., Any], line: str) -> None:
        shown = {"text/plain": line, "text/html": f"<p>{escape(line)}</p>"}
        if self._shown is None:
            self._shown = display(shown, raw=True, display_id=True)
        else:
            self._shown.update(shown, raw=True)


def _display_of_notebook() -> Callable[..., Any] | None:
    """Return the function by which a notebook shows things; None outside of a notebook."""
    shell: Any = sys.modules.get("IPython")
    running = shell and shell.get_ipython()
    if not running or not hasattr(running, "kernel"):
        return None
    from IPython.display import display  # type: ignore[import-not-found, unused-ignore]

    return display  # type: ignore[no-any-return, unused-ignore]
