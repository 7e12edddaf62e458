"""Batches of games between bots: `simulate`, `compare`, `tournament`, with files and reports."""

from livingstone.simulation.comparing import Comparison, compare
from livingstone.simulation.errors import SimulationError
from livingstone.simulation.games.rows import FailureNote, GameRow, Score, SeatRow
from livingstone.simulation.options import Options
from livingstone.simulation.progress import OnProgress, Progress
from livingstone.simulation.reports.report import Report
from livingstone.simulation.reports.sheets import Sheet
from livingstone.simulation.results.frames import read_frame
from livingstone.simulation.results.reading import read_report, read_rows
from livingstone.simulation.running import simulate
from livingstone.simulation.statistics.clusters import DealCount, difference_of, rate_of
from livingstone.simulation.statistics.corrections import Correction, adjust_p_values
from livingstone.simulation.statistics.intervals import Difference, Distribution, Interval
from livingstone.simulation.statistics.planning import deals_needed
from livingstone.simulation.statistics.sequential import SequentialTest, Verdict
from livingstone.simulation.statistics.summaries import (
    CardSummary,
    DonationSummary,
    MajoritySummary,
    Summary,
)
from livingstone.simulation.statistics.tally import FailedGame, Tally
from livingstone.simulation.tournaments import Rating, Tournament, tournament

__all__ = [
    "CardSummary",
    "Comparison",
    "Correction",
    "DealCount",
    "Difference",
    "Distribution",
    "DonationSummary",
    "FailedGame",
    "FailureNote",
    "GameRow",
    "Interval",
    "MajoritySummary",
    "OnProgress",
    "Options",
    "Progress",
    "Rating",
    "Report",
    "Score",
    "SeatRow",
    "SequentialTest",
    "Sheet",
    "SimulationError",
    "Summary",
    "Tally",
    "Tournament",
    "Verdict",
    "adjust_p_values",
    "compare",
    "deals_needed",
    "difference_of",
    "rate_of",
    "read_frame",
    "read_report",
    "read_rows",
    "simulate",
    "tournament",
]
