"""Make every table and plot of docs/explanation/study.md.

python research/study/run.py --work games

It needs the extras `fast`, `plot` and `stats`, and gives the same files with any number of
processes. It can be interrupted: the games in the folder are not played again.
"""

import argparse
import os
from pathlib import Path

from batches import Study
from estimates import confidence_for
from plots import draw_plots
from tables import all_tables

HERE = Path(__file__).parent


def main() -> None:
    """Read the arguments, play, and write the files."""
    options = _parser().parse_args()
    folder: Path = options.out
    folder.mkdir(parents=True, exist_ok=True)
    study = Study(options.deals, options.seed, options.work)
    study.play_all(options.jobs)
    tables = all_tables(study)
    confidence = confidence_for(tables)
    for name, table in tables.items():
        # No ending that the documentation would take for a page of its own.
        (folder / f"{name}.inc").write_text(table.markdown(confidence), encoding="utf-8")
    draw_plots(study, confidence, folder)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Make the tables and plots of the study.")
    parser.add_argument(
        "--deals",
        type=int,
        default=40,
        help="the unit of the numbers of deals in all batches",
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    parser.add_argument("--seed", type=int, default=2009)
    parser.add_argument("--out", type=Path, default=HERE / "results", help="folder for the files")
    parser.add_argument(
        "--work", type=Path, required=True, help="folder for the games; those there are kept"
    )
    return parser


if __name__ == "__main__":
    main()
