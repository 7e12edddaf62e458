"""Texts of others made fit to be shown: on one line, in the letters of an encoding."""

import unicodedata

_STAND_INS = str.maketrans({"ß": "ss", "œ": "oe", "æ": "ae", "ø": "o", "ł": "l"})


def without_controls(text: str) -> str:
    """Make one line of a text, without control characters and marks of writing direction.

    >>> without_controls(" Ann" + chr(27) + "[31m" + chr(10) + "Lee ")
    'Ann[31m Lee'
    """
    kept = (c for c in text if c.isspace() or unicodedata.category(c)[0] != "C")
    return " ".join("".join(kept).split())


def encodable(text: str, encoding: str | None) -> str:
    """Replace what an encoding lacks by the letter without its accent, or by a `?`.

    >>> encodable("Würfel, Großbuchstaben, 石", "ascii")
    'Wurfel, Grossbuchstaben, ?'
    """
    if encoding is None or can_be_encoded(text, encoding):
        return text
    replaced = ""
    for letter in text:
        choices = letter, letter.translate(_STAND_INS), unicodedata.normalize("NFKD", letter)[:1]
        replaced += next((choice for choice in choices if can_be_encoded(choice, encoding)), "?")
    return replaced


def can_be_encoded(text: str, encoding: str) -> bool:
    """Return whether an encoding has all characters of a text."""
    try:
        text.encode(encoding)
    except (LookupError, UnicodeError):  # also codecs that are not for text
        return False
    return True
