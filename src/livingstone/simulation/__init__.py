"""Batches of games between bots: `simulate`, `compare`, `tournament`, their files and reports."""

from livingstone.simulation.comparing import Comparison, compare
from livingstone.simulation.errors import SimulationError
from livingstone.simulation.intervals import Distribution, Interval
from livingstone.simulation.reading import read_report, read_rows
from livingstone.simulation.report import Report
from livingstone.simulation.rows import GameRow, Note, Score, SeatRow
from livingstone.simulation.running import OnProgress, Progress, simulate
from livingstone.simulation.sheets import Sheet
from livingstone.simulation.summaries import (
    CardSummary,
    DonationSummary,
    RowSummary,
    Summary,
)
from livingstone.simulation.tally import Tally
from livingstone.simulation.tournament import Rating, Tournament, tournament

__all__ = [
    "CardSummary",
    "Comparison",
    "Distribution",
    "DonationSummary",
    "GameRow",
    "Interval",
    "Note",
    "OnProgress",
    "Progress",
    "Rating",
    "Report",
    "RowSummary",
    "Score",
    "SeatRow",
    "Sheet",
    "SimulationError",
    "Summary",
    "Tally",
    "Tournament",
    "compare",
    "read_report",
    "read_rows",
    "simulate",
    "tournament",
]
