"""The options that `simulate`, `compare` and `tournament` have in common."""

from typing import TypedDict

from livingstone.edition.printed import Edition
from livingstone.errors import ArgumentError, shown
from livingstone.simulation.executors import Where
from livingstone.simulation.games.batch import MOST_GAMES
from livingstone.simulation.progress import OnProgress
from livingstone.support.arguments import whole

__all__ = ["Options", "check_options"]


class Options(TypedDict, total=False):
    """How batches are played; `simulate`, `compare` and `tournament` take these as keywords.

    Only `edition` and `seconds_per_move` can change how a game goes. With the same seed, all other
    options give the same games, byte for byte.
    """

    edition: str | Edition
    """The rules and figures: the name of a shipped edition, or one that was loaded. The default is
    `"printed"`."""
    executor: Where
    """Where the games are played: None for here, in this thread; `"processes"` for a pool of
    processes on all cores; a client of Dask; or any `concurrent.futures.Executor`. The last two are
    left open. The default is None."""
    workers: int | None
    """How many processes to start for `"processes"`, or how many tasks another executor works on at
    once. The default, None, takes all cores, or what the executor says of itself."""
    chunk: int | None
    """How many games make a task, after each of which the results are written. The default, None,
    takes as many as last about a second."""
    on_progress: OnProgress | None
    """A function that is called with a `Progress` at the beginning and after each task. The default
    is None."""
    seconds_per_move: float | None
    """How long a bot may think about a move before it loses the game. The default, None, sets no
    limit."""


def check_options(options: Options) -> None:
    """Raise `ArgumentError` for an option that does not exist, or with a value it cannot have.

    What is not checked here is checked where the option is used, before the first game is played.
    """
    known = Options.__annotations__
    for name in options:
        if name not in known:
            raise ArgumentError(f"there is no option {name!r}; the options are {', '.join(known)}")
    chunk, on_progress = options.get("chunk"), options.get("on_progress")
    if chunk is not None:
        whole("chunk", chunk, 1, MOST_GAMES)
    if on_progress is not None and not callable(on_progress):
        raise ArgumentError(f"on_progress must be a function or None: {shown(on_progress)}")
