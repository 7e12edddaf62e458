"""Batches of games between bots: `simulate`, `compare`, `tournament`, with files and reports."""

from livingstone.simulation.batch import (
    Entrant,
    FailureNote,
    GameRow,
    Score,
    SeatRow,
    SimulationError,
)
from livingstone.simulation.comparison import Comparison, compare
from livingstone.simulation.export import (
    export,
    read_batches,
    read_frame,
    read_report,
    read_rows,
    replay_row,
)
from livingstone.simulation.intervals import (
    DealCount,
    Difference,
    Distribution,
    Interval,
    adjust_p_values,
    deals_needed,
    difference_of,
    rate_of,
)
from livingstone.simulation.luck import Adjustment, LessLuck
from livingstone.simulation.report import Report, Summary
from livingstone.simulation.run import OnProgress, Options, Progress, simulate
from livingstone.simulation.sheets import Sheet
from livingstone.simulation.store import StoredBatch
from livingstone.simulation.tally import FailedGame, Tally
from livingstone.simulation.tasks import Engine
from livingstone.simulation.tournaments import Rating, Tournament, tournament

__all__ = [
    "Adjustment",
    "Comparison",
    "DealCount",
    "Difference",
    "Distribution",
    "Engine",
    "Entrant",
    "FailedGame",
    "FailureNote",
    "GameRow",
    "Interval",
    "LessLuck",
    "OnProgress",
    "Options",
    "Progress",
    "Rating",
    "Report",
    "Score",
    "SeatRow",
    "Sheet",
    "SimulationError",
    "StoredBatch",
    "Summary",
    "Tally",
    "Tournament",
    "adjust_p_values",
    "compare",
    "deals_needed",
    "difference_of",
    "export",
    "rate_of",
    "read_batches",
    "read_frame",
    "read_report",
    "read_rows",
    "replay_row",
    "simulate",
    "tournament",
]
