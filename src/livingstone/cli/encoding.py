"""Print to terminals and pipes whose encoding lacks some letters."""

import codecs
import io
import sys

from livingstone.pictures.named_view import encodable

NAME = "livingstone.stand_in"
_SIGNS = str.maketrans("“”„«»\u2018\u2019\u2013\u2014·", '"""""\'\'---') | {ord("…"): "..."}


def accept_any_letter() -> None:
    """Replace letters that an encoding lacks by similar ones, in output and input."""
    codecs.register_error(NAME, _stand_in)
    for stream, errors in ((sys.stdout, NAME), (sys.stderr, NAME), (sys.stdin, "replace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _stand_in(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end].translate(_SIGNS)
    return encodable(text, "ascii"), error.end
