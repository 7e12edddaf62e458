"""What stands after the verb in what a person types: numbers, gems, spaces and names of cards."""

import re
from collections.abc import Iterable, Iterator

from attrs import define, field

from livingstone.cli.wording import Wording
from livingstone.game.view import View
from livingstone.values import GEM_COLOURS, GemColour, Gems, Space

__all__ = [
    "NotUnderstoodError",
    "Words",
    "all_cards",
    "cards_called",
    "names_anything",
    "one_card",
    "sort_words",
    "space_of",
]

_NUMBER = re.compile(r"\d{1,6}")
_SPACE = re.compile(r"r(\d{1,3})c(\d{1,3})")


class NotUnderstoodError(Exception):
    """What was typed is no move; the argument is the key of a phrase that says so."""


@define
class Words:
    """What was said, by what it is."""

    numbers: list[int] = field(factory=list)
    """Those that are not the number of some gems."""
    counts: dict[GemColour, int] = field(factory=dict)
    """Gems by their colour; 0 where no number was given."""
    spaces: dict[str, Space] = field(factory=dict)
    """Under `at` and `from`."""
    names: list[str] = field(factory=list)
    """All other words, which are names of cards or their beginnings, or were said before."""

    @property
    def number(self) -> int | None:
        """The first number."""
        return self.numbers[0] if self.numbers else None

    @property
    def gems(self) -> Gems | None:
        """The gems, if it was said how many of each colour."""
        if not self.counts or 0 in self.counts.values():
            return None
        return Gems(*(self.counts.get(gem, 0) for gem in GEM_COLOURS))


def sort_words(words: Iterable[str], wording: Wording) -> Words:
    """Sort words by what they are. A number beside a colour counts gems: `2 blue`, `blue 2`."""
    sorted_words = Words()
    numbers, counts = sorted_words.numbers, sorted_words.counts
    key = "at"
    colour: GemColour | None = None
    for word in words:
        if _NUMBER.fullmatch(word):
            if colour and not counts[colour]:
                counts[colour] = int(word)
            else:
                numbers.append(int(word))
            colour = None
        elif (found := colour_called(word, wording)) and found not in counts:
            is_counted = bool(numbers) and not colour
            counts[found] = numbers.pop() if is_counted else 0
            colour = found
        elif (space := space_of(word)) and key not in sorted_words.spaces:
            sorted_words.spaces[key] = space
        elif prepositions := [one for one in ("at", "from") if wording.is_word(word, one)]:
            key = prepositions[0]
        elif not wording.is_word(word, "and"):
            sorted_words.names.append(word)
    return sorted_words


def space_of(typed: str) -> Space | None:
    """Read a space.

    >>> space_of("r3c5")
    Space(row=3, column=5)
    """
    found = _SPACE.fullmatch(typed.casefold())
    return Space(int(found[1]), int(found[2])) if found else None


def colour_called(word: str, wording: Wording) -> GemColour | None:
    """Find the colour of gems that a word or its beginning of three letters names."""
    if len(word) < 3:
        return None
    found = wording.find(word, "words")
    colours = [gem for gem in GEM_COLOURS if gem in found]
    return colours[0] if len(colours) == 1 else None


def all_cards(words: list[str], view: View, wording: Wording) -> Iterator[str]:
    """Find the cards that words name, each name as long as it can be."""
    start = 0
    while start < len(words):
        ends = range(len(words), start, -1)
        end = next((e for e in ends if cards_called(words[start:e], view, wording)), start + 1)
        yield one_card(words[start:end], view, wording)
        start = end


def names_anything(words: list[str], view: View, wording: Wording) -> bool:
    """Tell whether there is a colour, a space or the name of a card among words.

    One word or two can name a card, by their first four letters at the least: articles are shorter.
    """
    if any(colour_called(word, wording) or space_of(word) for word in words):
        return True
    parts = [words[start : start + size] for start in range(len(words)) for size in (1, 2)]
    return any(len(" ".join(part)) > 3 and cards_called(part, view, wording) for part in parts)


def one_card(words: list[str], view: View, wording: Wording) -> str:
    """Find the card that is meant.

    Raises `NotUnderstoodError` if there is none, or if there are several.
    """
    found = cards_called(words, view, wording)
    if len(found) != 1:
        raise NotUnderstoodError("ambiguous" if found else "not_understood")
    return found[0]


def cards_called(words: list[str], view: View, wording: Wording) -> list[str]:
    """List the cards whose id or name is this, or else begins so: those in the hand first."""
    wanted = " ".join(words).replace("_", " ")
    if not wanted:
        return []
    names = {
        card.id: {
            name.casefold().replace("_", " ")
            for name in (card.id, card.names.en, wording.card(card))
        }
        for card in view.edition.cards
    }
    same = [card for card, called in names.items() if wanted in called]
    begun = [c for c, called in names.items() if any(name.startswith(wanted) for name in called)]
    held = [card for card in begun if view.own and card in view.own.hand]
    return same or held or begun
