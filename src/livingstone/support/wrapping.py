"""Texts broken into lines."""

import re
import textwrap

_GLUED = re.compile(r"(?<=\S) (?=[%:;!?»])|(?<=«) ")
"""The blanks at which no line may end: those before signs, in German and French."""
_GLUE = "\ue000"
"""A private character that stands for such a blank while a text is broken."""


def wrap(text: str, width: int, first: str = "", further: str = "") -> list[str]:
    """Break a text into lines of at most so many characters, with these indents.

    A sign stays with the word or number before it, also after a blank.

    >>> wrap("A chance of 29 %.", 15)
    ['A chance of', '29 %.']
    """
    glued = _GLUED.sub(_GLUE, text)
    lines = textwrap.wrap(glued, width, initial_indent=first, subsequent_indent=further)
    return [line.replace(_GLUE, " ") for line in lines]
