"""What the library raises for its users' mistakes; the refusal of a move is in `refusals`."""

from collections.abc import Sequence

__all__ = ["ArgumentError", "DataError", "LivingstoneError"]


class LivingstoneError(Exception):
    """The base of every error that this library raises on purpose."""


class ArgumentError(LivingstoneError, ValueError):
    """A function was called with an argument that it cannot work with."""


class DataError(LivingstoneError, ValueError):
    """A data file cannot be used; says everything that is wrong with it.

    >>> print(DataError("board.toml", ["tents: must be 1 or more, not 0"]))
    board.toml: tents: must be 1 or more, not 0
    """

    def __init__(self, source: str, problems: Sequence[str]) -> None:
        """Keep where the data came from and the problems, each beginning with its path."""
        super().__init__(source, tuple(problems))
        self.source = source
        self.problems = tuple(problems)

    def __str__(self) -> str:
        """Give one line for one problem, a list under a heading for more."""
        if len(self.problems) == 1:
            return f"{self.source}: {self.problems[0]}"
        lines = "".join(f"\n  - {problem}" for problem in self.problems)
        return f"{self.source}: {len(self.problems)} problems{lines}"
