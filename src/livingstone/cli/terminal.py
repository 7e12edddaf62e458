"""What a person sits at: lines in and out, with what the terminal has of colour and size."""

import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from os import environ

from livingstone.pictures.text import Line, Segment

try:
    import readline
except ImportError:  # Windows has none
    HAS_READLINE = False
else:
    HAS_READLINE = True

__all__ = ["Terminal", "plain_text"]

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Erases the screen and what was scrolled off it, and goes to the upper left corner."""
ERASE_LINE = "\r\x1b[K"
COLOURS = {
    "seat-0": "cyan",
    "seat-1": "magenta",
    "seat-2": "green",
    "seat-3": "yellow",
    "seat-4": "blue",
    "here": "bold",
    "falls": "blue",
    "river": "blue",
    "boat": "bold",
    "coins": "yellow",
    "die": "bold",
    "taken": "bold reverse",
    "label": "dim",
    "stone-clear": "bright_white",
    "stone-blue": "bright_blue",
    "stone-red": "bright_red",
    "number": "bold",
    "error": "red",
    "heading": "bold",
}
"""The style of rich for each thing; what is not listed has none."""


def plain_text(line: Line) -> str:
    """Give a line of pieces without their styles."""
    return "".join(segment.text for segment in line).rstrip()


class Terminal:
    """Prints lines and asks for them; it has one player's lines in its history at a time."""

    def __init__(self) -> None:
        """Find out what the terminal has, if it is one."""
        self.is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self._is_coloured = (
            sys.stdout.isatty()
            and not environ.get("NO_COLOR")
            and environ.get("TERM") != "dumb"
            and find_spec("rich") is not None
        )
        self._lines_since_answer = 0
        self._histories: dict[int, list[str]] = {}

    @property
    def width(self) -> int:
        """How many characters a line has."""
        return max(shutil.get_terminal_size().columns, 40)

    @property
    def height(self) -> int:
        """How many lines are in sight at once; very many where nothing scrolls."""
        return max(shutil.get_terminal_size().lines, 10) if self.is_terminal else 10**6

    def say(self, text: str = "", style: str = "") -> None:
        """Print a text, broken to lines at its blanks on a terminal."""
        lines = self.wrap(text) if self.is_terminal else text.splitlines()
        for line in lines or [""]:
            self.show([(Segment(line, style),)])

    def wrap(self, text: str, indent: str = "") -> list[str]:
        """Break a text to lines that fit, those that follow the first one indented further."""
        return [
            line
            for paragraph in text.splitlines()
            for line in textwrap.wrap(
                paragraph,
                self.width - 1,
                initial_indent=indent,
                subsequent_indent=f"{indent}  ",
            )
            or [""]
        ]

    def show(self, lines: Iterable[Line]) -> None:
        """Print lines of pieces, in colour where that is possible."""
        for line in lines:
            self._lines_since_answer += 1
            if self._is_coloured and any(_style_of(segment) for segment in line):
                _print_coloured(line)
            else:
                print(plain_text(line))

    def page(self, lines: Sequence[Line], more: str) -> None:
        """Print lines; wait for Enter with these words after each screen of them."""
        step = self.height - 1
        for start in range(0, len(lines), step):
            if start:
                self.wait(more)
            self.show(lines[start : start + step])

    @property
    def room(self) -> int:
        """How many more lines leave all in sight that was printed since the last answer."""
        return self.height - self._lines_since_answer

    def ask(self, prompt: str) -> str:
        """Read a line; raises `EOFError` where there is no more."""
        sys.stdout.flush()
        answer = input(prompt)
        self._lines_since_answer = 0
        return "".join(sign for sign in answer if sign.isprintable()).strip()

    def wait(self, prompt: str) -> None:
        """Wait for Enter; on a terminal, the words that ask for it go away."""
        self.ask(prompt)
        if self.is_terminal:
            print(f"\x1b[A{ERASE_LINE}", end="")

    def clear(self) -> None:
        """Erase all that is in sight, on a terminal also what was scrolled off."""
        self._lines_since_answer = 0
        if sys.stdout.isatty():
            print(CLEAR, end="", flush=True)

    def change_history(self, before: int | None, after: int) -> None:
        """Put one seat's typed lines aside, so that nobody else can bring them up."""
        if not HAS_READLINE:
            return
        if before is not None:
            count = readline.get_current_history_length()
            self._histories[before] = [
                readline.get_history_item(number) for number in range(1, count + 1)
            ]
        readline.clear_history()
        for line in self._histories.get(after, []):
            readline.add_history(line)

    @contextmanager
    def notice(self, text: str) -> Iterator[None]:
        """Show a line while something takes its time, on a terminal alone."""
        if not sys.stdout.isatty():
            yield
            return
        print(text[: self.width - 1], end="", flush=True)
        try:
            yield
        finally:
            with suppress(OSError):
                print(ERASE_LINE, end="", flush=True)


def _style_of(segment: Segment) -> str:
    """Find the colour of what a segment stands for; a scored tent stands out."""
    words = segment.style.split()
    styles = [COLOURS.get(word, "") for word in words]
    return " ".join([*filter(None, styles), *(["bold"] if "scored" in words else [])])


def _print_coloured(line: Line) -> None:
    from rich.console import Console
    from rich.text import Text

    pieces = [(segment.text, _style_of(segment)) for segment in line]
    Console(highlight=False, soft_wrap=True).print(Text.assemble(*pieces))
