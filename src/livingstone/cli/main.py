"""The command line: its arguments, errors and exit statuses."""

import io
import os
import sys
from collections.abc import Sequence

import livingstone as ls
from livingstone.cli import (
    batches,
    board_and_cards,
    bots,
    perft,
    play,
    replay,
    review,
    rules,
    serve,
)
from livingstone.cli.encoding import accept_any_letter
from livingstone.cli.parser import Parser
from livingstone.support.files import reason_of
from livingstone.support.machine import installed_version


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, or those of the process; return the exit status.

    0: success; 1: a batch broke off, or the output cannot be written; 2: wrong arguments or files;
    3: a failure ended every game of a batch; 130: Ctrl-C. Modules with bots are also found in the
    current folder, after installed ones.
    """
    if sys.stdout is None:  # it is closed
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
    except ls.LivingstoneError as error:
        print(f"livingstone {options.command}: {error}", file=sys.stderr)
        return 1 if isinstance(error, ls.SimulationError) else 2
    except BrokenPipeError:  # the reader, such as `head`, has ended
        _end_output()
        return 0
    except OSError as error:  # such as a full disk
        _end_output()
        print(f"livingstone {options.command}: {reason_of(error)}", file=sys.stderr)
        return 1
    return status


def _end_output() -> None:
    """Discard further output, so that Python does not fail again when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def make_parser() -> Parser:
    """Make the parser with all subcommands."""
    parser = Parser(
        prog="livingstone", description="The board game Livingstone on the command line."
    )
    parser.add_argument("--version", action="version", version=installed_version())
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    for command in (play, serve, replay, review, rules, board_and_cards, bots, perft, batches):
        command.add_parser(commands)
    return parser
