"""Tables and progress bars on a terminal, by rich, which the extra `cli` installs."""

import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from livingstone.cli.tables import fitted
from livingstone.simulation import OnProgress, Progress, Sheet
from livingstone.support.alignment import align
from livingstone.support.extras import require

__all__ = ["Findings", "progress", "require_rich", "show"]


class Findings(Protocol):
    """What a command for batches prints: a report, a comparison or a tournament."""

    def sheets(self) -> tuple[Sheet, ...]:
        """Give it as tables."""
        ...

    def to_json(self) -> str:
        """Write it as JSON."""
        ...

    def to_markdown(self) -> str:
        """Write it as Markdown."""
        ...


def require_rich() -> None:
    """Raise `MissingExtraError`, saying what to install, if there is no rich."""
    require("rich", "cli", "tables and progress bars")


def show(findings: Findings) -> None:
    """Print tables: drawn with lines on a terminal, in plain characters elsewhere.

    One that is wider than the terminal comes in parts.
    """
    width = shutil.get_terminal_size().columns
    draw, lines, gap = (_draw, 4, 3) if sys.stdout.isatty() else (_print, 0, 2)
    for number, sheet in enumerate(findings.sheets()):
        if number:
            print()
        for part, rows in enumerate(fitted([sheet.heads, *sheet.lines], width - lines, gap)):
            draw("" if part else textwrap.fill(sheet.title, width), rows)
        if sheet.remark:
            print(textwrap.fill(sheet.remark, width))


def _print(title: str, rows: list[list[str]]) -> None:
    print(f"{title}\n{align(rows)}")


def _draw(title: str, rows: list[list[str]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(title) if title else None, title_justify="left")
    heads, *lines = rows
    for place, head in enumerate(heads):
        table.add_column(Text(head), justify="right" if place else "left")
    for line in lines:
        table.add_row(*map(Text, line))
    Console(highlight=False).print(table)


@contextmanager
def progress(title: str, begin: Callable[[], object]) -> Iterator[OnProgress]:
    """Give an `on_progress` for a batch; on a terminal, it draws a bar with the rate and the time.

    `begin` is called once, when the batch begins, which it does not if its arguments are wrong.
    """
    begun = False

    def started(_: Progress) -> None:
        nonlocal begun
        if not begun:
            begun = True
            begin()

    if not sys.stderr.isatty():
        yield started
        return
    from rich import progress as bars
    from rich.console import Console

    columns = (
        bars.TextColumn("{task.description}"),
        bars.BarColumn(),
        bars.MofNCompleteColumn(),
        bars.TextColumn("{task.fields[rate]}"),
        bars.TimeRemainingColumn(),
    )
    with bars.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None, rate="")

        def update(now: Progress) -> None:
            started(now)
            rate = f"{now.rate:,.1f} games/s" if now.rate else ""
            bar.update(task, completed=now.done, total=now.total, rate=rate)

        yield update
