"""Lines, tables and progress bars for a terminal, a file or a pipe; rich draws what has colours."""

import logging
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from importlib.util import find_spec
from itertools import takewhile
from threading import Event, Thread
from time import perf_counter

import livingstone as ls
from livingstone.cli.narrator import Narrator
from livingstone.cli.parser import interrupt
from livingstone.simulation import OnProgress, Sheet, sheet_lines, table_lines
from livingstone.support.waiting import LOG
from livingstone.support.wrapping import wrap
from livingstone.text import Line, Segment
from livingstone.text import lines as board_lines

try:
    import readline
except ImportError:  # Windows has none
    readline = None  # type: ignore[assignment]

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Erases the screen and its scrollback, and moves to the upper left corner."""
ERASE_LINE = "\r\x1b[K"
EVERY = 10.0
"""Seconds from one line about progress to the next, where there is no terminal."""
WIDEST_BOARD = 100
"""The greatest width of a board."""
STYLES = {
    word: style
    for style, words in {
        "bold": "here boat die number heading scored",
        "bold reverse": "taken",
        "dim": "label",
        "red": "error",
        "cyan": "seat-0",
        "magenta": "seat-1",
        "green": "seat-2",
        "yellow": "seat-3 coins",
        "blue": "seat-4 falls river",
        "bright_white": "stone-clear",
        "bright_blue": "stone-blue",
        "bright_red": "stone-red",
    }.items()
    for word in words.split()
}
"""The style in rich of each kind of segment; others have none."""


def columns() -> int:
    """Return how many columns to draw for, at least 20: a window may have fewer, or say 0."""
    return max(shutil.get_terminal_size().columns, 20)


class Terminal:
    """Prints lines and asks for them."""

    def __init__(self) -> None:
        """Check whether this is a terminal, and whether it has colours."""
        self.is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self._is_coloured = (
            sys.stdout.isatty()
            and not os.environ.get("NO_COLOR")
            and os.environ.get("TERM") != "dumb"
            and find_spec("rich") is not None
        )

    @property
    def width(self) -> int:
        """The number of columns, at least 40."""
        return max(columns(), 40)

    @property
    def height(self) -> int:
        """The number of lines, at least 10; very many if this is not a terminal."""
        return max(shutil.get_terminal_size().lines, 10) if self.is_terminal else 10**6

    def say(self, text: str = "", style: str = "") -> None:
        """Print a text, wrapped on a terminal."""
        lines = self.wrap(text) if self.is_terminal else text.splitlines()
        self.show([(Segment(line, style),) for line in lines or [""]])

    def wrap(self, text: str, indent: str = "") -> list[str]:
        """Break a text into lines, with a deeper indent after the first line of a paragraph."""
        parts = text.splitlines()
        further = f"{indent}  "
        return [
            line for part in parts for line in wrap(part, self.width - 1, indent, further) or [""]
        ]

    def show(self, lines: Iterable[Line]) -> None:
        """Print lines, in colour if possible."""
        for line in lines:
            if self._is_coloured and any(map(_style_of, line)):
                _print_styled(*((segment.text, _style_of(segment)) for segment in line))
            else:
                print("".join(segment.text for segment in line).rstrip())

    def ask(self, prompt: str) -> str:
        """Read a line, without control characters; raises `EOFError` at the end of the input.

        On a terminal, a long prompt is wrapped. A terminal that goes away can end the input before
        SIGHUP comes: that is the same.
        """
        if self.is_terminal and len(prompt) >= self.width:
            *before, last = self.wrap(prompt)
            self.show([(Segment(line),) for line in before])
            prompt = f"{last} "
        try:
            sys.stdout.flush()
            line = input(prompt)
        except (EOFError, OSError):
            if self.is_terminal and not os.isatty(0):
                signal.signal(signal.SIGHUP, signal.SIG_IGN)  # once is enough
                interrupt(signal.SIGHUP, None)
            raise
        typed = " ".join(line.split())
        return "".join(filter(str.isprintable, typed)).strip()

    def wait(self, prompt: str) -> None:
        """Wait for Enter, then erase the prompt."""
        self.ask(prompt)
        if self.is_terminal:
            print(f"\x1b[A{ERASE_LINE}", end="")

    def clear(self) -> None:
        """Erase the screen, its scrollback, and the lines typed, which others could recall."""
        if readline is not None:
            readline.clear_history()
        if sys.stdout.isatty():
            print(CLEAR, end="", flush=True)


def _style_of(segment: Segment) -> str:
    return " ".join(STYLES[word] for word in segment.style.split() if word in STYLES)


def _print_styled(*pieces: tuple[str, str]) -> None:
    from rich.console import Console
    from rich.text import Text

    Console(highlight=False, soft_wrap=True).print(Text.assemble(*pieces))


def print_sheets(sheets: Iterable[Sheet]) -> None:
    """Print the tables of a report with their titles and remarks."""
    _print_lines(sheet_lines(sheets, columns()))


def print_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table with names in its first column; on a terminal, rich makes the heads bold."""
    _print_lines(table_lines(heads, rows, columns()))


def _print_lines(lines: Iterable[tuple[str, bool]]) -> None:
    is_bold = sys.stdout.isatty() and find_spec("rich") is not None
    for line, is_head in lines:
        if is_head and is_bold:
            _print_styled((line, "bold"))
        else:
            print(line)


def print_board(state: ls.State, narrator: Narrator, terminal: Terminal) -> None:
    """Print the board with its tents, without the players."""
    width = min(terminal.width, WIDEST_BOARD)
    encoding = sys.stdout.encoding
    drawn = board_lines(state, width=width, language=narrator.language, encoding=encoding)
    terminal.show(takewhile(bool, drawn))  # the players are below an empty line


def print_score_sheet(state: ls.State, narrator: Narrator) -> None:
    """Print how a finished game was scored: a column for each player, the winner first."""
    ended = ls.result(state)
    assert ended is not None

    def line(key: str, figures: Iterable[object], **values: object) -> tuple[str, ...]:
        return narrator.say(f"terminal_table.{key}", **values), *map(str, figures)

    ranked = sorted(
        zip(ended.standings, narrator.names, strict=True), key=lambda pair: pair[0].rank
    )
    standings = [standing for standing, _ in ranked]
    out = narrator.say("terminal_table.out")
    rows = [
        line("columns", (s.round_points for s in standings)),
        *(
            line("row", (s.majorities[row] for s in standings), row=row + 1)
            for row in range(len(state.edition.board.rows))
        ),
        line("gems", (s.gem_points for s in standings)),
        line("cards", (s.card_points for s in standings)),
        line("points", (s.points for s in standings)),
        line("donated", (s.donated for s in standings)),
        line("tents", (s.tents for s in standings)),
        line("rank", (f"{s.rank} ({out})" if s.is_out else s.rank for s in standings)),
    ]
    print_table(("", *(name for _, name in ranked)), rows)
    if ended.threshold is not None:
        print(narrator.say("threshold", coins=narrator.say("coins", count=ended.threshold)))
    for standing, name in ranked:
        if standing.is_out:
            key = "out_least" if ended.threshold is None else "out_roll"
            threshold = narrator.say("coins", count=ended.threshold or 0)
            donated = narrator.say("coins", count=standing.donated)
            print(narrator.say(key, name=name, coins=donated, threshold=threshold))
    winners = f" {narrator.say('and')} ".join(narrator.names[seat] for seat in ended.winners)
    print(narrator.say("winner", names=winners) if winners else narrator.say("winners_none"))


@contextmanager
def clock(text: str) -> Iterator[None]:
    """Show a text with the seconds that go by, in a line that is erased, on a terminal only."""
    if not sys.stderr.isatty():
        yield
        return
    done = Event()
    begun = perf_counter()

    def tick() -> None:
        while not done.is_set():
            seconds = f" ({perf_counter() - begun:.0f} s)"
            width = columns() - len(seconds) - 1
            print(f"{ERASE_LINE}{text[:width]}{seconds}", end="", file=sys.stderr, flush=True)
            done.wait(0.5)

    ticking = Thread(target=tick, daemon=True)
    ticking.start()
    try:
        yield
    finally:
        done.set()
        ticking.join()
        print(ERASE_LINE, end="", file=sys.stderr, flush=True)


class _Announcer(logging.Handler):
    """Shows each slow work until it ends, within the context that `show` makes of its text."""

    def __init__(self, show: Callable[[str], AbstractContextManager[object]]) -> None:
        super().__init__()
        self._show = show
        self._shown = list[AbstractContextManager[object]]()

    def emit(self, record: logging.LogRecord) -> None:
        if not vars(record)["is_over"]:
            shown = self._show(record.getMessage())
            shown.__enter__()
            self._shown.append(shown)
        elif self._shown:  # none if the work began before this handler was there
            self._shown.pop().__exit__(None, None, None)


@contextmanager
def announced_by(show: Callable[[str], AbstractContextManager[object]]) -> Iterator[None]:
    """Show slow work by `show`, and nowhere else, while a block runs."""
    handlers = LOG.handlers
    level = LOG.level
    propagate = LOG.propagate
    LOG.handlers = [_Announcer(show)]
    LOG.setLevel(logging.DEBUG)
    LOG.propagate = False
    try:
        yield
    finally:
        LOG.handlers = handlers
        LOG.setLevel(level)
        LOG.propagate = propagate


def _lines(title: str, begin: Callable[[], object], unit: str) -> OnProgress:
    """Return an `on_progress` that writes lines."""
    seconds_shown = 0.0

    def update(now: ls.simulation.Progress) -> None:
        nonlocal seconds_shown
        begin()
        if now.seconds - seconds_shown >= EVERY and now.seconds_left is not None:
            seconds_shown = now.seconds
            print(f"{title}: {now.line(unit)}", file=sys.stderr, flush=True)

    return update


@contextmanager
def progress(title: str, begin: Callable[[], object], unit: str = "games") -> Iterator[OnProgress]:
    """Return an `on_progress`, which calls `begin` at the first report and counts `unit`.

    On a terminal it is a bar, elsewhere a line on standard error every `EVERY` seconds.
    """
    begin_once = cache(begin)
    if not sys.stderr.isatty() or find_spec("rich") is None:
        yield _lines(title, begin_once, unit)
        return
    from rich import progress as bars
    from rich.console import Console

    counted = "{task.description}", bars.BarColumn(), bars.MofNCompleteColumn()
    timed = "{task.fields[rate]}", bars.TimeRemainingColumn()
    with bars.Progress(*counted, *timed, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None, rate="")

        def update(now: ls.simulation.Progress) -> None:
            begin_once()
            rate = f"{now.rate:,.1f} {unit}/s" if now.rate else ""
            rate += f", {now.failed} failed" if now.failed else ""
            bar.update(task, completed=now.done, total=now.total, rate=rate)

        @contextmanager
        def pulse(text: str) -> Iterator[None]:
            task_of_text = bar.add_task(text, total=None, rate="")
            yield
            bar.remove_task(task_of_text)

        with announced_by(pulse):
            yield update
