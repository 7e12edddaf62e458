"""Read lines from and print lines to a terminal, a file or a pipe."""

import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from os import environ

from livingstone.pictures.text import Line, Segment

try:
    import readline
except ImportError:  # Windows has none
    readline = None  # type: ignore[assignment]

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Erases the screen and its scrollback, and moves to the upper left corner."""
ERASE_LINE = "\r\x1b[K"
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


class Terminal:
    """Prints lines and asks for them; the history holds the lines of one player at a time."""

    def __init__(self) -> None:
        """Check whether this is a terminal, and whether it has colours."""
        self.is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self._is_coloured = (
            sys.stdout.isatty()
            and not environ.get("NO_COLOR")
            and environ.get("TERM") != "dumb"
            and find_spec("rich") is not None
        )
        self._histories: dict[int, list[str]] = {}

    @property
    def width(self) -> int:
        """The number of columns, at least 40."""
        return max(shutil.get_terminal_size().columns, 40)

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
        deeper, lines = f"{indent}  ", list[str]()
        for paragraph in text.splitlines():
            lines += textwrap.wrap(
                paragraph, self.width - 1, initial_indent=indent, subsequent_indent=deeper
            ) or [""]
        return lines

    def show(self, lines: Iterable[Line]) -> None:
        """Print lines, in colour if possible."""
        for line in lines:
            if self._is_coloured and any(map(_style_of, line)):
                _print_coloured(line)
            else:
                print("".join(segment.text for segment in line).rstrip())

    def ask(self, prompt: str) -> str:
        """Read a line, without control characters; raises `EOFError` at the end of the input."""
        sys.stdout.flush()
        return "".join(sign for sign in input(prompt) if sign.isprintable()).strip()

    def wait(self, prompt: str) -> None:
        """Wait for Enter, then erase the prompt."""
        self.ask(prompt)
        if self.is_terminal:
            print(f"\x1b[A{ERASE_LINE}", end="")

    def clear(self) -> None:
        """Erase the screen and its scrollback."""
        if sys.stdout.isatty():
            print(CLEAR, end="", flush=True)

    def change_history(self, before: int | None, after: int) -> None:
        """Replace one seat's typed lines by another's, so that nobody sees those of others."""
        if readline is None:
            return
        if before is not None:
            numbers = range(1, readline.get_current_history_length() + 1)
            self._histories[before] = list(map(readline.get_history_item, numbers))
        readline.clear_history()
        for line in self._histories.get(after, []):
            readline.add_history(line)

    @contextmanager
    def notice(self, text: str) -> Iterator[None]:
        """Show a line while something takes time, on a terminal only."""
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
    return " ".join(STYLES[word] for word in segment.style.split() if word in STYLES)


def _print_coloured(line: Line) -> None:
    from rich.console import Console
    from rich.text import Text

    pieces = [(segment.text, _style_of(segment)) for segment in line]
    Console(highlight=False, soft_wrap=True).print(Text.assemble(*pieces))
