"""The progress of a batch, with which `on_progress` is called."""

from collections.abc import Callable

from attrs import frozen

__all__ = ["OnProgress", "Progress"]


@frozen
class Progress:
    """How many games of a batch are done, and how long it takes."""

    done: int
    """How many games are done, including those that a continued file held already."""
    total: int
    """How many games are asked for."""
    resumed: int
    """How many games a continued file held already."""
    seconds: float
    """The time since this call began to play."""

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
        """How long the other games will take at this rate; None before the first is done."""
        return (self.total - self.done) / self.rate if self.rate else None


OnProgress = Callable[[Progress], object]
"""A function of the caller's that is called with the progress of a batch."""
