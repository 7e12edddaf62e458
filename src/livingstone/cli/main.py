"""The arguments of the command line, and where each subcommand begins."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import NoReturn

from livingstone.cli import batches, bots, perft, play, printed, replay, rules, serve, tune
from livingstone.cli.encoding import accept_any_letter
from livingstone.errors import LivingstoneError
from livingstone.simulation import SimulationError

__all__ = ["main"]


class _Parser(argparse.ArgumentParser):
    """Tells of a wrong argument in one line, with exit status 2."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where to look."""
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, or those of the process; give the exit status.

    0: all went well; 1: a batch broke off; 2: something about the arguments or files is wrong;
    130: ended by Ctrl-C. What is wrong is said in one line.
    """
    accept_any_letter()
    options = _parser().parse_args(arguments)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except LivingstoneError as error:
        print(f"livingstone {options.command}: {error}", file=sys.stderr)
        return 1 if isinstance(error, SimulationError) else 2
    except BrokenPipeError:
        # The reader has seen enough; Python would complain once more when it closes the output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status


def _parser() -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = _Parser(
        prog="livingstone",
        description="The board game Livingstone on the command line.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=version("livingstone"))
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    for command in (play, serve, replay, rules, printed, bots, perft, batches, tune):
        command.add_parser(commands)
    return parser
