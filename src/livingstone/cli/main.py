"""The command line: its errors and exit statuses."""

import codecs
import io
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext, suppress

import livingstone as ls
from livingstone.cli.parser import interrupt, make_parser, status_after
from livingstone.support.files import OVERWRITE_IT, is_full, reason_of
from livingstone.text import encodable

_STAND_IN = "livingstone.stand_in"
_SIGNS = str.maketrans("“”„«»\u2018\u2019\u2013\u2014·", '"""""\'\'---') | {ord("…"): "..."}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, or those of the process; return the exit status.

    0: success; 1: a batch broke off, or the output cannot be written; 2: wrong arguments or files;
    3: a failure ended every game of a batch; 129, 130, 143: SIGHUP, Ctrl-C, SIGTERM. Modules with
    bots are also found in the current folder, after installed ones.
    """
    if sys.stdout is None:  # it is closed
        print("livingstone: standard output is closed", file=sys.stderr)
        return 1
    sys.stdin = sys.stdin or io.StringIO()
    sys.stderr = sys.stderr or io.StringIO()
    _accept_any_letter()
    if "" not in sys.path:  # the current folder, which Python adds for `python -m` alone
        sys.path.append(os.curdir)  # child processes of PyInstaller's programs fail with ""
    typed = sys.argv[1:] if arguments is None else arguments
    parser = make_parser(typed)
    if not typed:
        parser.print_help()
        return 0
    options = parser.parse_args(typed)
    announcing: AbstractContextManager[object] = nullcontext()
    if options.command != "engine":  # which starts fast, as `--help` does
        from livingstone.cli.terminal import announced_by, clock

        announcing = announced_by(clock)
    _end_as_by_ctrl_c(options.command)
    try:
        with announcing:
            status: int = options.run(options)
        sys.stdout.flush()
    except KeyboardInterrupt as error:
        return status_after(error)
    except ls.LivingstoneError as error:
        print(f"livingstone {options.command}: {_as_typed(error, typed)}", file=sys.stderr)
        print(*getattr(error, "__notes__", ()), sep="\n", end="", file=sys.stderr)
        return 1 if isinstance(error, ls.SimulationError) or is_full(error) else 2
    except BrokenPipeError:  # the reader, such as `head`, has ended
        _end_output()
        return 0
    except OSError as error:  # such as a full disk
        _end_output()
        print(f"livingstone {options.command}: {reason_of(error)}", file=sys.stderr)
        return 1
    return status


def _end_as_by_ctrl_c(command: str) -> None:
    """Handle SIGTERM and SIGHUP as Ctrl-C, unless nohup or a server takes care of them."""
    for name in ("SIGTERM", "SIGHUP") if command != "serve" else ():
        with suppress(AttributeError, ValueError):  # on Windows, and in another thread
            if signal.getsignal(number := getattr(signal, name)) == signal.SIG_DFL:
                signal.signal(number, interrupt)


def _as_typed(error: Exception, typed: Sequence[str]) -> str:
    """Return the sentence of an error; name the options that its arguments are."""
    sentence = str(error).replace(OVERWRITE_IT, "--overwrite replaces it")
    name, *rest = sentence.split(" ", 1)
    option = f"--{name.replace('_', '-')}"
    is_typed = option in [argument.partition("=")[0] for argument in typed]
    return " ".join([option if is_typed else name, *rest])


def _end_output() -> None:
    """Discard further output, so that Python does not fail again when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _accept_any_letter() -> None:
    """Replace letters that the encoding of a terminal lacks by similar ones."""
    codecs.register_error(_STAND_IN, _stand_in)
    streams = ((sys.stdout, _STAND_IN), (sys.stderr, _STAND_IN), (sys.stdin, "replace"))
    for stream, errors in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _stand_in(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return encodable(error.object[error.start : error.end].translate(_SIGNS), "ascii"), error.end
