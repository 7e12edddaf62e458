"""Tables and progress bars on a terminal, by rich, which the extra `cli` installs."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Protocol

from livingstone.errors import LivingstoneError
from livingstone.simulation import OnProgress, Progress, Sheet

__all__ = ["MissingExtraError", "Outcome", "progress", "require", "show"]


class MissingExtraError(LivingstoneError):
    """A command needs what an extra installs."""


class Outcome(Protocol):
    """What a batch ends with: a report, a comparison, a tournament."""

    def sheets(self) -> tuple[Sheet, ...]:
        """Lay it out in tables."""
        ...

    def to_json(self) -> str:
        """Write it as JSON."""
        ...

    def to_markdown(self) -> str:
        """Write it as Markdown."""
        ...


def require() -> None:
    """Raise `MissingExtraError`, saying what to install, if there is no rich."""
    if find_spec("rich") is None:
        raise MissingExtraError("needs rich: pip install 'livingstone[cli]'")


def show(outcome: Outcome) -> None:
    """Print an outcome: tables with lines on a terminal, plain text elsewhere."""
    if not sys.stdout.isatty():
        print(outcome)
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    screen = Console(highlight=False)
    for sheet in outcome.sheets():
        table = Table(title=Text(sheet.title), title_justify="left")
        for place, head in enumerate(sheet.heads):
            table.add_column(Text(head), justify="right" if place else "left")
        for line in sheet.lines:
            table.add_row(*map(Text, line))
        screen.print(table)
        if sheet.remark:
            screen.print(Text(sheet.remark))


@contextmanager
def progress(title: str, begin: Callable[[], object]) -> Iterator[OnProgress]:
    """Call `begin` when the batch begins; on a terminal draw a bar, the rate and the time left."""
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
