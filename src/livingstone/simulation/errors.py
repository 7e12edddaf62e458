"""The error of a batch that fails although its arguments are right."""

from livingstone.errors import LivingstoneError


class SimulationError(LivingstoneError):
    """A batch cannot continue: a worker has died, or the file cannot be written."""
