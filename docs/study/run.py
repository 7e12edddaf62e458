"""Make every table and plot of docs/explanation/study.md.

python docs/study/run.py --work games

It needs livingstone with the extras `plot` and `stats`, and gives the same files whatever the
number of processes. It can be stopped: what the folder `games` holds is not played again.
"""

import argparse
import os
from pathlib import Path

from batches import Study
from estimates import confidence_for
from plots import draw_plots
from tables import all_tables

from livingstone.simulation import Sheet
from livingstone.simulation.executors import shared
from livingstone.simulation.reports.sheets import markdown
from livingstone.simulation.series import in_folder

HERE = Path(__file__).parent


def main() -> None:
    """Read the arguments, play, and write the files."""
    options = _parser().parse_args()
    folder: Path = options.out
    folder.mkdir(parents=True, exist_ok=True)
    with in_folder(options.work) as work, shared("processes", options.jobs) as (executor, _):
        study = Study(options.deals, options.seed, executor, work)
        study.play_all()
    tables = all_tables(study)
    confidence = confidence_for(tables)
    for name, table in tables.items():
        # No ending that the documentation would take for a page of its own.
        (folder / f"{name}.inc").write_text(_snippet(table.sheet(confidence)), encoding="utf-8")
    draw_plots(study, confidence, folder)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Make the tables and plots of the study.")
    parser.add_argument(
        "--deals",
        type=int,
        default=75,
        help="what the numbers of deals in all batches are multiples of",
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    parser.add_argument("--seed", type=int, default=2009)
    parser.add_argument("--out", type=Path, default=HERE / "results", help="folder for the files")
    parser.add_argument(
        "--work", type=Path, help="keep the games there, and go on with those that are there"
    )
    return parser


def _snippet(sheet: Sheet) -> str:
    """Write a table without its title: the page has titles of its own."""
    return markdown([sheet]).partition("\n\n")[2]


if __name__ == "__main__":
    main()
