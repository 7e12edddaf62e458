"""Typed words beside known ones: in any case, without accents, in the singular or the plural."""

import re
import unicodedata
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import TypeAlias

_ENDINGS = ("s", "es", "e", "en", "n", "er", "em", "x", "a", "i", "o")
"""Endings in which forms of one word differ, such as coin and coins, Löwe and Löwen."""
_SHORTEST_STEM = 3
_LETTERS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l"})
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_Fit: TypeAlias = Callable[[str, str], bool]


def fold(text: str) -> str:
    """Write a text in small letters without accents.

    >>> fold("Großer LÖWE, Pièces, Œuvre")
    'grosser lowe, pieces, oeuvre'
    """
    decomposed = unicodedata.normalize("NFD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c)).translate(_LETTERS)


def words_of(text: str) -> list[str]:
    """List the folded words and numbers of a text, without signs between them."""
    return re.findall(r"\w+", fold(text))


@lru_cache(4096)
def spellings(known: str) -> frozenset[str]:
    """Return how a known word can be typed without its accents: `löwe` as `lowe` or `loewe`."""
    small = unicodedata.normalize("NFC", known.casefold())
    return frozenset((fold(small), fold(small.translate(_UMLAUTS))))


def stems(folded: str) -> frozenset[str]:
    """Return a folded word, and what is left of it without each ending that it has."""
    shorter = {
        folded.removesuffix(ending)
        for ending in _ENDINGS
        if len(folded) - len(ending) >= _SHORTEST_STEM
    }
    return frozenset({folded, *shorter})


@lru_cache(4096)
def known_stems(known: str) -> frozenset[str]:
    """Return the stems of a known word, in each way to type it."""
    return frozenset[str]().union(*map(stems, spellings(known)))


def is_spelled(typed: str, known: str) -> bool:
    """Return whether a folded word is a known one, letter by letter."""
    return typed in spellings(known)


def is_form_of(typed: str, known: str) -> bool:
    """Return whether a folded word is a known one, perhaps with another ending.

    >>> is_form_of("lowen", "Löwe"), is_form_of("pieces", "pièce"), is_form_of("lionel", "lion")
    (True, True, False)
    """
    return not known_stems(known).isdisjoint(stems(typed))


def is_beginning_of(typed: str, known: str) -> bool:
    """Return whether a known word begins with a folded one."""
    return any(spelling.startswith(typed) for spelling in spellings(known))


def meaning_of(
    word: str,
    meanings: Mapping[str, str],
    *,
    ids: Collection[str] = (),
    is_whole: bool = False,
) -> str | None:
    """Find what a typed word means, by the known words with their meanings.

    A word that is spelled like a known one comes first, then one with another ending, then the
    beginning of a known word, which `is_whole` excludes. It must have a single meaning. A word of
    `ids`, such as the id of a card, is only taken as it is spelled.

    >>> words = {"card": "draw", "cards": "list", "Löwe": "lion"}
    >>> [meaning_of(word, words) for word in ("CARDS", "loewen", "l", "car")]
    ['list', 'lion', 'lion', None]
    """
    typed = fold(word)
    fits: list[_Fit] = [is_spelled, is_form_of, is_beginning_of]
    for fit in fits[:2] if is_whole else fits:
        found = {meaning for known, meaning in meanings.items() if fit(typed, known)}
        if found or typed in ids:
            return found.pop() if len(found) == 1 else None
    return None
