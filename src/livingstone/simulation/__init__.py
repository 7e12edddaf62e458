"""Batches of games between bots: `simulate`, `compare`, `tournament`, with files and reports."""

import importlib
import typing

from livingstone.simulation.batch import FailureNote as FailureNote
from livingstone.simulation.batch import GameRow as GameRow
from livingstone.simulation.batch import Score as Score
from livingstone.simulation.batch import SeatRow as SeatRow
from livingstone.simulation.batch import SimulationError as SimulationError
from livingstone.simulation.comparison import Comparison as Comparison
from livingstone.simulation.comparison import compare as compare
from livingstone.simulation.entrants import Entrant as Entrant
from livingstone.simulation.export import export as export
from livingstone.simulation.export import read_batches as read_batches
from livingstone.simulation.export import read_frame as read_frame
from livingstone.simulation.export import read_report as read_report
from livingstone.simulation.export import read_rows as read_rows
from livingstone.simulation.export import replay_row as replay_row
from livingstone.simulation.intervals import DealCount as DealCount
from livingstone.simulation.intervals import Difference as Difference
from livingstone.simulation.intervals import Distribution as Distribution
from livingstone.simulation.intervals import Interval as Interval
from livingstone.simulation.intervals import adjust_p_values as adjust_p_values
from livingstone.simulation.intervals import deals_needed as deals_needed
from livingstone.simulation.intervals import difference_of as difference_of
from livingstone.simulation.intervals import rate_of as rate_of
from livingstone.simulation.luck import Adjustment as Adjustment
from livingstone.simulation.luck import LessLuck as LessLuck
from livingstone.simulation.progress import OnProgress as OnProgress
from livingstone.simulation.progress import Progress as Progress
from livingstone.simulation.progress import ShownProgress as ShownProgress
from livingstone.simulation.report import Report as Report
from livingstone.simulation.report import Summary as Summary
from livingstone.simulation.results_store import StoredBatch as StoredBatch
from livingstone.simulation.results_store import is_store as is_store
from livingstone.simulation.series import BotFailedError as BotFailedError
from livingstone.simulation.series import OnFailure as OnFailure
from livingstone.simulation.series import Options as Options
from livingstone.simulation.series import simulate as simulate
from livingstone.simulation.sheets import Sheet as Sheet
from livingstone.simulation.sheets import sheet_lines as sheet_lines
from livingstone.simulation.sheets import table_lines as table_lines
from livingstone.simulation.sweeps import Sweep as Sweep
from livingstone.simulation.sweeps import SweptValue as SweptValue
from livingstone.simulation.sweeps import sweep as sweep
from livingstone.simulation.tally import FailedGame as FailedGame
from livingstone.simulation.tally import Tally as Tally
from livingstone.simulation.tasks import Engine as Engine
from livingstone.simulation.tournaments import Rating as Rating
from livingstone.simulation.tournaments import Tournament as Tournament
from livingstone.simulation.tournaments import tournament as tournament
from livingstone.support import naming

if typing.TYPE_CHECKING:
    from livingstone.simulation import plots as plots

__all__ = naming.public(globals(), "plots")

if not typing.TYPE_CHECKING:  # so that type checkers still report a wrong name

    def __getattr__(name: str) -> object:
        if name == "plots":
            return importlib.import_module(f"{__name__}.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
