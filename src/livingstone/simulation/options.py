"""The options and the progress of `simulate`, `compare` and `tournament`."""

from collections.abc import Callable
from typing import TypedDict

from attrs import frozen

from livingstone.edition.printed import Edition
from livingstone.simulation.engines import Engine
from livingstone.simulation.executors import Where
from livingstone.simulation.luck import Adjustment

__all__ = ["OnProgress", "Options", "Progress"]


@frozen
class Progress:
    """The progress of a batch, or of several that are played together."""

    done: int
    """How many games are done, including those that the file held before."""
    total: int
    """How many games are asked for."""
    resumed: int
    """How many games the file held before."""
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
"""A function that is called with the progress of a batch."""


class Options(TypedDict, total=False):
    """How batches are played; `simulate`, `compare` and `tournament` take these as keywords.

    Only `edition` and `seconds_per_move` can change how a game goes. With all other options, the
    same seed gives the same games.
    """

    edition: str | Edition
    """The name of a shipped edition, or one that was loaded. The default is `"printed"`."""
    executor: Where
    """Where the games are played: None (the default) for this thread, `"processes"` for a pool of
    processes, a client of Dask, or any `concurrent.futures.Executor`."""
    workers: int | None
    """How many processes or, for the compiled engine, threads to start, or how many tasks another
    executor works on at once. The default, None, takes all cores, or what the executor says."""
    chunk: int | None
    """How many games make a task, after which they are written to the file. The default, None,
    takes as many as last about a second, or 500 for the compiled engine."""
    on_progress: OnProgress | None
    """A function that is called with a `Progress` at the beginning and after each task."""
    seconds_per_move: float | None
    """How long a bot may think about a move before it loses the game. Each bot then has a process
    of its own. The default, None, sets no limit."""
    records: bool
    """Whether the file keeps the `Record` of each game, too. The default is False."""
    adjust: Adjustment | None
    """`"luck"` also estimates who wins more without luck, which needs fewer games where bots are of
    similar strength and slow: the compiled kernel values each roll, draw of stones and card. The
    default is None."""
    engine: Engine
    """`"fast"` is the compiled kernel (`livingstone.kernel`), which knows the bots `greedy` and
    `random`, and plays in threads unless another executor is given; it raises an error for what it
    does not know. `"python"` is the engine itself. `"auto"` (the default) takes the kernel for 100
    games or more, if it can play them. Both play the same games and write the same files."""
