"""All tables of the study."""

import donations
import lead
import luck
import seats
import sensitivity
import uses
import worth
from batches import Study
from estimates import Table, confidence_for, established

__all__ = ["all_tables"]

PARTS = (seats, donations, lead, uses, worth, luck, sensitivity)


def all_tables(study: Study) -> dict[str, Table]:
    """Make all tables, by the names of their files."""
    made = {name: table for part in PARTS for name, table in part.tables(study).items()}
    return made | {"tests": _tests(made)}


def _tests(made: dict[str, Table]) -> Table:
    """Say how many estimates there are, and how many differences are established."""
    number = sum(len(table.cells) for table in made.values())
    differences, found = established(made)
    confidence = f"{100 * confidence_for(made):.3f} %"
    heads = ("estimates", "confidence of each", "differences", "leave out 0")
    line = (f"{number}", confidence, f"{differences}", f"{found}")
    return Table(heads, (line,), "")
