"""What other programs may have put into an SQLite file of this library."""

import sqlite3
from collections.abc import Iterable

_ACTING = """
    SELECT type, name, lower(tbl_name) FROM sqlite_master
    WHERE type = 'trigger' OR (type = 'index' AND sql LIKE 'CREATE UNIQUE %') ORDER BY name"""


def problem_of_others(connection: sqlite3.Connection, tables: Iterable[str]) -> str:
    """Return why rows cannot be written to own tables as they are; empty if they can.

    Triggers and unique indexes of other programs would change or drop what is written. Their views,
    tables, statistics and other indexes do no harm.
    """
    own = set(tables)
    for kind, name, table in connection.execute(_ACTING):
        if table in own:
            return (
                f"another program has put the {kind} {name!r} on its table {table}, which can"
                f" change what is written: remove it by DROP {kind.upper()}"
            )
    return ""
