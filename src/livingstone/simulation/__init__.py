"""Batches of games between bots: `simulate`, what it writes and what it reports."""

from livingstone.simulation.errors import SimulationError
from livingstone.simulation.report import Report
from livingstone.simulation.running import OnProgress, Progress, simulate

__all__ = ["OnProgress", "Progress", "Report", "SimulationError", "simulate"]
