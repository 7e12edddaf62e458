"""The error of a batch that fails although its arguments are right."""

from livingstone.errors import LivingstoneError

__all__ = ["SimulationError"]


class SimulationError(LivingstoneError):
    """A batch cannot continue: a worker has died, or the file cannot be written."""
