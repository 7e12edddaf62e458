"""The error of a batch that fails although its arguments are right."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from livingstone.errors import LivingstoneError
from livingstone.support.files import reason_of

__all__ = ["SimulationError", "write_errors"]


class SimulationError(LivingstoneError):
    """A batch cannot go on: a worker has died, or a file cannot be written any further."""


@contextmanager
def write_errors(path: Path) -> Iterator[None]:
    """Turn an error of the system about writing a file into one that names the file."""
    try:
        yield
    except OSError as error:
        raise SimulationError(f"{path}: {reason_of(error)}; what is there stays") from error
