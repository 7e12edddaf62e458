"""Writing to terminals and pipes whose encoding does not have every letter."""

import codecs
import io
import sys

from livingstone.pictures.subject import encodable

__all__ = ["accept_any_letter"]

NAME = "livingstone.stand_in"
_SIGNS = str.maketrans(
    {
        "\N{LEFT DOUBLE QUOTATION MARK}": '"',
        "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
        "\N{DOUBLE LOW-9 QUOTATION MARK}": '"',
        "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}": '"',
        "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}": '"',
        "\N{LEFT SINGLE QUOTATION MARK}": "'",
        "\N{RIGHT SINGLE QUOTATION MARK}": "'",
        "\N{HORIZONTAL ELLIPSIS}": "...",
        "\N{EN DASH}": "-",
        "\N{EM DASH}": "-",
        "\N{MIDDLE DOT}": "-",
    }
)


def accept_any_letter() -> None:
    """Have what an encoding lacks replaced by what comes near to it, in and out."""
    codecs.register_error(NAME, _stand_in)
    for stream, errors in ((sys.stdout, NAME), (sys.stderr, NAME), (sys.stdin, "replace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _stand_in(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end].translate(_SIGNS)
    return encodable(text, "ascii"), error.end
