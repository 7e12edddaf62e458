"""Tables, and progress bars, which rich draws if the extra `cli` is installed."""

import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from itertools import takewhile
from typing import TypeAlias

import livingstone as ls
from livingstone.cli.narrator import Narrator
from livingstone.cli.terminal import WIDEST_BOARD, Terminal
from livingstone.pictures.text import lines as board_lines
from livingstone.simulation import OnProgress
from livingstone.simulation.sheets import table_lines

Findings: TypeAlias = ls.Report | ls.Comparison | ls.Tournament
"""What a command for batches prints."""


def show(findings: Findings) -> None:
    """Print the tables of a report with their titles and remarks."""
    width = shutil.get_terminal_size().columns
    for number, sheet in enumerate(findings.sheets()):
        if number:
            print()
        print(textwrap.fill(sheet.title, width))
        print_table(sheet.heads, sheet.lines)
        if sheet.remark:
            print(textwrap.fill(sheet.remark, width))


def print_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table with names in its first column; on a terminal, rich makes the heads bold."""
    is_bold = sys.stdout.isatty() and find_spec("rich") is not None
    for line, is_head in table_lines(heads, rows, shutil.get_terminal_size().columns):
        if is_head and is_bold:
            from rich import print as print_styled
            from rich.text import Text

            print_styled(Text(line, "bold"))
        else:
            print(line)


def print_board(state: ls.State, narrator: Narrator, terminal: Terminal) -> None:
    """Print the board with its tents, without the players."""
    width = min(terminal.width, WIDEST_BOARD)
    encoding = sys.stdout.encoding
    drawn = board_lines(state, width, language=narrator.language, encoding=encoding)
    terminal.show(takewhile(bool, drawn))  # the players are below an empty line


def print_score_sheet(state: ls.State, narrator: Narrator) -> None:
    """Print how a finished game was scored: a column for each player, the winner first."""
    ended = ls.result(state)
    assert ended is not None

    def label(key: str, **values: object) -> str:
        return narrator.phrases.say(f"terminal_table.{key}", **values)

    ranked = sorted(zip(ended.standings, narrator.names, strict=True), key=lambda it: it[0].rank)
    standings = [standing for standing, _ in ranked]
    rows = [
        (label("columns"), *(s.round_points for s in standings)),
        *(
            (label("row", row=row), *(s.majorities[row - 1] for s in standings))
            for row in range(1, len(state.edition.board.rows) + 1)
        ),
        (label("gems"), *(s.gem_points for s in standings)),
        (label("cards"), *(s.card_points for s in standings)),
        (label("points"), *(s.points for s in standings)),
        (label("donated"), *(s.donated for s in standings)),
        (label("tents"), *(s.tents for s in standings)),
        (label("rank"), *(f"{s.rank} ({label('out')})" if s.is_out else s.rank for s in standings)),
    ]
    print_table(("", *(name for _, name in ranked)), [tuple(map(str, row)) for row in rows])
    if ended.threshold is not None:
        print(narrator.say("threshold", coins=ended.threshold))
    winners = f" {narrator.say('and')} ".join(narrator.names[seat] for seat in ended.winners)
    print(narrator.say("winner", names=winners) if winners else narrator.say("winners_none"))


@contextmanager
def progress(title: str, begin: Callable[[], object], unit: str = "games") -> Iterator[OnProgress]:
    """Return an `on_progress`, which calls `begin` at the first report and counts `unit`."""
    begin_once = cache(begin)
    if not sys.stderr.isatty() or find_spec("rich") is None:
        yield lambda _: begin_once()
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

        def update(now: ls.Progress) -> None:
            begin_once()
            rate = f"{now.rate:,.1f} {unit}/s" if now.rate else ""
            bar.update(task, completed=now.done, total=now.total, rate=rate)

        yield update
