"""The arguments of the command line, and where each subcommand begins."""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from livingstone.cli import batches, bots, perft, play, printed, replay, rules, serve
from livingstone.cli.encoding import accept_any_letter
from livingstone.errors import LivingstoneError
from livingstone.simulation import SimulationError
from livingstone.support.files import reason_of
from livingstone.support.installed import installed_version

__all__ = ["main", "make_parser"]


class _Parser(argparse.ArgumentParser):
    """Tells of a wrong argument in one line, with exit status 2."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where to look."""
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, or those of the process; give the exit status.

    0: all went well; 1: a batch broke off, or the output cannot be written; 2: something about the
    arguments or files is wrong; 3: a failure ended every game of a batch; 130: ended by Ctrl-C.
    What is wrong is said in one line.

    A closed standard input is an empty one; what would go to a closed standard error goes nowhere.

    Modules with bots are found in the current folder, too, after those that are installed.
    """
    if sys.stdout is None:  # so Python has it where it is closed
        print("livingstone: standard output is closed", file=sys.stderr)
        return 1
    sys.stdin = sys.stdin or io.StringIO()
    sys.stderr = sys.stderr or io.StringIO()
    accept_any_letter()
    if "" not in sys.path:  # the current folder, which Python adds for `python -m` alone
        sys.path.append("")
    options = make_parser().parse_args(arguments)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return play.INTERRUPTED
    except LivingstoneError as error:
        print(f"livingstone {options.command}: {error}", file=sys.stderr)
        return 1 if isinstance(error, SimulationError) else 2
    except BrokenPipeError:  # the reader has seen enough
        _end_output()
        return 0
    except OSError as error:  # the output cannot be written, since the disk is full
        _end_output()
        print(f"livingstone {options.command}: {reason_of(error)}", file=sys.stderr)
        return 1
    return status


def _end_output() -> None:
    """Have no more written, which would fail once more when Python closes the output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def make_parser() -> argparse.ArgumentParser:
    """Make the parser of all commands."""
    parser: argparse.ArgumentParser = _Parser(
        prog="livingstone",
        description="The board game Livingstone on the command line.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=installed_version())
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    for command in (play, serve, replay, rules, printed, bots, perft, batches):
        command.add_parser(commands)
    return parser
