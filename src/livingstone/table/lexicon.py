"""Typed words as parts of a move: verbs, cards, colours of gems and numbers, in a language."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from attrs import frozen

from livingstone.edition.phrases import phrases_in
from livingstone.edition.types import Edition
from livingstone.records.notation import VERBS
from livingstone.values import GEM_COLOURS, Gems, Space
from livingstone.words.spelling import fold, is_beginning_of, is_form_of, meaning_of, spellings

MOST_WORDS = 60
"""A longer text is not read as words of a move."""
SHORTEST_BEGINNING = 3
"""The fewest letters with which a word of a label, or of a card's name, can be begun."""
_WORD = re.compile(r"[^\s,;=]+(?:\s*=\s*[^\s,;=]+)?")
_MARKS = ".!?…:()[]\"'„“”«»"
_SPACE = re.compile(r"r[1-9][0-9]{0,5}c[1-9][0-9]{0,5}")
_WITH_NUMBERS = ("take", "coins", "dig", "tent", "sell", "donate")
"""The verbs beside which a word such as `two` is a number, even if it begins a card's name."""
_LARGEST = 6
"""The most digits of a number."""
_TEMPLATES = {
    "take": ["moves.take_die", "reading.dice"],
    "card": ["moves.draw_card", "moves.take_die"],
    "coins": ["moves.take_coins", "amounts.coins", "reading.coins"],
    "dig": ["moves.dig", "amounts.stones"],
    "tent": ["moves.build_tent", "moves.move_tent", "amounts.space", "moves.with_cards"],
    "play": ["moves.play_some", "moves.sell_some", "moves.with_cards"],
    "choose": ["moves.choose"],
    "sell": ["moves.sell_some", "amounts.some_clear", "amounts.clear", "amounts.stones"],
    "donate": [
        "moves.donate",
        "amounts.some_coins",
        "amounts.coins",
        "reading.coins",
        "reading.give",
    ],
    "end": ["moves.end_turn"],
}
"""The phrases whose words can stand beside each verb without meaning a choice."""
_ORDER = ("number", "word", "gem", "space", "at", "from", "player", "amount", "card")
"""The order of the parts of a move in the notation; the card that is played comes first."""


def verb_words(language: str = "en") -> dict[str, str]:
    """Map each word that people type for a verb of the notation, also in English, to the verb.

    >>> verb_words("de")["zelt"], verb_words("de")["build"]
    ('tent', 'tent')

    Raises `ArgumentError` for an unknown language.
    """
    verbs = dict[str, str]()
    for code in (language, "en"):
        phrases = phrases_in(code)
        for verb in VERBS:
            verbs |= dict.fromkeys(phrases.say(f"reading_verbs.{verb}").split(), verb)
    return verbs


class Word(NamedTuple):
    """A typed word, and where it stands."""

    text: str
    """Folded, without marks around it, and without blanks around its `=`."""
    column: int
    """From 1."""

    @property
    def is_number(self) -> bool:
        """Whether it is a number that a move can have."""
        return self.text.isdecimal() and len(self.text) <= _LARGEST


class Item(NamedTuple):
    """A part of a move that was typed."""

    kind: str
    """One of `_ORDER`; or `column` for a number of a column, `all`, or `skipped`."""
    texts: tuple[str, ...]
    """How the notation can write it: cards with equal names have several ids."""
    column: int
    is_begun: bool = False
    """Whether `texts` are what the typed word can be the beginning of."""


class Typed(NamedTuple):
    """A typed text as a verb and parts."""

    verb: str
    """One of `VERBS`; empty if none was recognized."""
    verbs: frozenset[str]
    """The verbs that the first part can be the beginning of."""
    items: tuple[Item, ...]


def split_words(text: str) -> list[Word]:
    """Split a text at blanks, commas and semicolons.

    >>> split_words("Löwe, bitte!")
    [Word(text='lowe', column=1), Word(text='bitte', column=7)]
    """
    words = list[Word]()
    for found in _WORD.finditer(text):
        word = fold("".join(found[0].split())).strip(_MARKS)
        if word:
            words.append(Word(word, found.start() + 1))
    return words


@frozen(eq=False, slots=False)
class Lexicon:
    """The words with which people type moves in one view."""

    edition: Edition
    boat: int
    """The column of the boat, from 1."""
    language: str
    names: tuple[str, ...]
    """The players' names by seat; none if players have numbers."""
    commands: tuple[str, ...]
    """Words of the front end that are no moves."""

    @cached_property
    def verbs(self) -> dict[str, str]:
        """The verb of the notation for each word."""
        return verb_words(self.language)

    @cached_property
    def meanings(self) -> dict[str, str]:
        """What a first word can be: a verb, or a command, which means itself."""
        return self.verbs | {command: command for command in self.commands}

    @cached_property
    def colours(self) -> dict[str, str]:
        """The words for the colours of gems."""
        words: dict[str, str] = {colour: colour for colour in GEM_COLOURS}
        for code in (self.language, "en"):
            for colour in GEM_COLOURS:
                phrase = phrases_in(code).by_key[f"picture.{colour}"]
                forms = [phrase] if isinstance(phrase, str) else phrase.values()
                words |= dict.fromkeys(forms, colour)
        return words

    @cached_property
    def skipped(self) -> frozenset[str]:
        """Words that mean nothing here, such as articles."""
        return frozenset(fold(" ".join(self._said("reading.skipped"))).split())

    @cached_property
    def all_words(self) -> frozenset[str]:
        """Words for as many as there are."""
        return frozenset(fold(" ".join(self._said("reading.all"))).split())

    @cached_property
    def numbers(self) -> dict[str, str]:
        """The digits of numbers that are written as words, except words that mean nothing."""
        digits = dict[str, str]()
        for text in self._said("reading.numbers"):
            for number, word in enumerate(text.split(), 1):
                digits |= dict.fromkeys(spellings(word) - self.skipped, str(number))
        return digits

    def _said(self, key: str) -> list[str]:
        """Return a phrase in the language and in English."""
        return [phrases_in(code).say(key) for code in (self.language, "en")]

    def in_digits(self, word: Word) -> Word:
        """Write a number in digits."""
        return word._replace(text=self.numbers.get(word.text, word.text))

    @cached_property
    def dice(self) -> frozenset[str]:
        """Words for a die, except those that mean something else in the language."""
        texts = self._said("reading.dice")
        spelled = " ".join(spelling for text in texts for spelling in spellings(text))
        return frozenset(spelled.split()) - self.skipped

    @cached_property
    def cards(self) -> dict[str, list[str]]:
        """The names and the ids of the cards, folded, with one blank between words."""
        called = dict[str, list[str]]()
        for card in self.edition.cards:
            names = {card.names.called(self.language), card.names.called("en"), card.id}
            for name in {*names, card.id.replace("_", " ")}:
                for spelling in spellings(name):
                    ids = called.setdefault(" ".join(spelling.split()), [])
                    ids += [] if card.id in ids else [card.id]
        return called

    @cached_property
    def players(self) -> dict[str, int]:
        """The seats by the folded names of the players."""
        return {" ".join(fold(name).split()): seat for seat, name in enumerate(self.names)}

    @cached_property
    def longest_name(self) -> int:
        """The most words of a card's or a player's name."""
        return max((len(name.split()) for name in [*self.cards, *self.players]), default=1)

    def vocabulary(self, verb: str) -> Iterator[str]:
        """Yield the words of the phrases of a verb."""
        for code in (self.language, "en"):
            by_key = phrases_in(code).by_key
            for key in _TEMPLATES[verb]:
                phrase = by_key[key]
                for text in [phrase] if isinstance(phrase, str) else phrase.values():
                    yield from re.findall(r"\w+", re.sub(r"\{\w+\}", " ", text))

    def typed(self, words: Sequence[Word]) -> Typed:
        """Tell the verb and the parts of a text."""
        verb = ""
        begun = frozenset[str]()
        place = 0
        if words and (known := self._first_verb(words)):
            verb = known
            place = 1
        elif words and not any(is_beginning_of(words[0].text, own) for own in self.commands):
            first = words[0].text
            begun = frozenset(
                meant for word, meant in self.verbs.items() if is_beginning_of(first, word)
            )
        items = self._items(words[place:], verb)
        if not verb:
            verb = "donate" if self._is_gift(words) else self._verb_among(items)
            items = self._items(words, verb) if verb else items
        if not verb and any(item.texts == (word,) for item in items for word in self.dice):
            verb = "take"
        verb, items = self._about_cards(verb, items)
        allowed = [*self.vocabulary(verb)] if verb else []
        kept = [item for item in items if not self._is_skipped(item, allowed)]
        if kept or verb:
            items = kept
        if items and not verb and all(item.kind in ("gem", "number") for item in items):
            verb = "sell" if any(item.kind == "gem" for item in items) else ""
        if verb == "tent" and not any(item.kind == "number" for item in items):
            items = [_as_row(item, self.boat) for item in items]
        return Typed(verb, begun, tuple(self._paired(items, verb)))

    def _about_cards(self, verb: str, items: list[Item]) -> tuple[str, list[Item]]:
        """Read `card lion` as playing it, and `take a card` as drawing one."""
        if verb == "card" and any(item.kind == "card" for item in items):
            return "play", items
        words = [item for item in items if item.texts[0] not in self.skipped]
        is_taken = verb == "take" and [item.kind for item in words] == ["word"]
        if is_taken and meaning_of(words[0].texts[0], self.verbs, is_whole=True) == "card":
            return "card", []
        return verb, items

    def _first_verb(self, words: Sequence[Word]) -> str | None:
        """Return the verb that a text begins with, unless a longer name begins there."""
        _, count = self._named(words, 0)
        if count > 1:
            return None
        ids = self.edition.effects
        meaning = meaning_of(words[0].text, self.meanings, ids=ids)
        return meaning if meaning in VERBS else None

    def _is_gift(self, words: Sequence[Word]) -> bool:
        """Return whether the Queen is given something; who gives without her may want something."""
        known = [" ".join(self._said(key)).split() for key in ("reading.give", "reading.queen")]
        return all(any(is_form_of(word.text, own) for word in words for own in of) for of in known)

    def _items(self, words: Sequence[Word], verb: str) -> list[Item]:
        """Read the parts of a text without the verb that it begins with."""
        items = list[Item]()
        place = 0
        while place < len(words):
            item, count = self._item(words, place, verb)
            items.append(item)
            place += count
        return items

    def _verb_among(self, items: list[Item]) -> str:
        """Find the verb among the parts: the one that can have the others beside it."""
        found = dict[int, str]()
        for place, item in enumerate(items):
            if item.kind == "word" and not item.is_begun:
                meaning = meaning_of(item.texts[0], self.verbs, is_whole=True)
                found |= {} if meaning is None else {place: meaning}
        fitting = list[str]()
        for verb in dict.fromkeys(found.values()):
            allowed = [*self.vocabulary(verb)]
            others = [items[place].texts[0] for place, other in found.items() if other != verb]
            if all(any(is_form_of(word, known) for known in allowed) for word in others):
                fitting.append(verb)
        return fitting[0] if len(fitting) == 1 else ""

    def _item(self, words: Sequence[Word], place: int, verb: str) -> tuple[Item, int]:
        """Read the part that begins with a word, and say of how many words it is."""
        named, count = self._named(words, place)
        number = self.numbers.get(words[place].text)
        is_number = number is not None and (verb == "donate" or named is None)
        if named is not None and not is_number:
            return named, count
        word, column = words[place]
        if word in self.all_words:
            return Item("all", (word,), column), 1
        is_number = is_number and (verb in _WITH_NUMBERS or not self._begun_ids(word))
        if (is_number or words[place].is_number) and self._counts_tents(words, place, verb):
            return Item("word", (word,), column), 1
        if number and is_number:
            return Item("number", (number,), column), 1
        if words[place].is_number:
            is_column = place > 0 and self._is_column(words[place - 1].text)
            kind = "column" if is_column else "number"
            return Item(kind, (str(int(word)),), column), 1
        word = word.removeprefix("+")
        if "=" in word:
            return self._pair(word, column), 1
        if _SPACE.fullmatch(word):
            return Item("space", (f"at={word}", f"from={word}"), column), 1
        if colour := meaning_of(word, self.colours, is_whole=verb != "sell"):
            return Item("gem", (colour,), column), 1
        if verb and meaning_of(word, self.verbs, is_whole=True) == verb:
            return Item("skipped", (word,), column), 1
        ids = self._begun_ids(word)
        return Item("word", (word, *ids), column, bool(ids)), 1

    def _counts_tents(self, words: Sequence[Word], place: int, verb: str) -> bool:
        """Return whether a number is one of tents, such as `2 tents`, and not that of a row."""
        after = "".join(word.text for word in words[place + 1 : place + 2])
        is_spelled = after in map(fold, self.verbs)
        is_tent = meaning_of(after, self.verbs, is_whole=True) == "tent"
        return verb in ("", "tent") and is_tent and not is_spelled

    def _pair(self, word: str, column: int) -> Item:
        key, _, value = word.partition("=")
        colour = meaning_of(key, self.colours, is_whole=True)
        if colour:
            return Item("gem", (f"{colour}={value}",), column)
        kind = key if key in ("at", "from", "player", "amount") else "word"
        return Item(kind, (word,), column)

    def _named(self, words: Sequence[Word], place: int) -> tuple[Item | None, int]:
        """Find the card or the player with the longest name that begins with a word."""
        column = words[place].column
        for count in range(min(self.longest_name, len(words) - place), 0, -1):
            name = " ".join(word.text for word in words[place : place + count]).removeprefix("+")
            if ids := self.cards.get(name):
                return Item("card", tuple(ids), column), count
            if (seat := self.players.get(name)) is not None:
                return Item("player", (f"player=p{seat}",), column), count
        word = words[place].text.removeprefix("+")
        if self._begun_ids(word):
            return None, 1
        forms = [known for known in self.cards if " " not in known and is_form_of(word, known)]
        ids = list(dict.fromkeys(id for known in forms for id in self.cards[known]))
        is_verb = meaning_of(word, self.verbs, is_whole=True) is not None
        return (Item("card", tuple(ids), column), 1) if ids and not is_verb else (None, 1)

    def _begun_ids(self, word: str) -> list[str]:
        """List the cards whose name or id a word begins."""
        if len(word) < SHORTEST_BEGINNING:
            return []
        found = (ids for known, ids in self.cards.items() if known.startswith(word))
        return list(dict.fromkeys(id for ids in found for id in ids))

    def _is_column(self, word: str) -> bool:
        """Return whether a word says that the next number is that of a column."""
        texts = [
            phrases_in(code).say("picture.column", column="") for code in (self.language, "en")
        ]
        return any(is_form_of(word, text.strip()) for text in texts)

    def _paired(self, items: Iterable[Item], verb: str) -> list[Item]:
        """Join colours of gems with the numbers beside them, and leave out those of 0."""
        joined = _joined(items)
        last = joined[-len(GEM_COLOURS) :]
        is_of_card = verb in ("", "play") and len(joined) > len(last)
        if is_of_card and [item.kind for item in last] == ["number"] * len(GEM_COLOURS):
            joined[-len(GEM_COLOURS) :] = [
                Item("gem", (f"{colour}={item.texts[0]}",), item.column)
                for colour, item in zip(GEM_COLOURS, last, strict=True)
            ]
        return [item for item in joined if verb == "sell" or not item.texts[0].endswith("=0")]

    def _is_skipped(self, item: Item, allowed: Sequence[str]) -> bool:
        """Return whether a part means nothing: an article, or a word of the verb's phrases."""
        if item.kind == "column":
            return item.texts[0] == str(self.boat)
        if item.kind != "word":
            return item.kind == "skipped"
        word = item.texts[0]
        return word in self.skipped or any(is_form_of(word, known) for known in allowed)

    def gems(self, words: Sequence[Word]) -> Gems | None:
        """Read numbers of gems by their colours; None if there is anything else."""
        if len(words) > MOST_WORDS:
            return None
        allowed = [*self.vocabulary("sell")]
        items = [self._item(words, place, "sell")[0] for place in range(len(words))]
        items = [item for item in items if not self._is_skipped(item, allowed)]
        counts = dict[str, int]()
        for item in _joined(items):
            colour, _, count = item.texts[0].partition("=")
            is_count = count.isdecimal() and len(count) <= _LARGEST
            if item.kind != "gem" or not is_count or colour in counts:
                return None
            counts[colour] = int(count)
        return Gems(**counts) if counts else None


def _joined(items: Iterable[Item]) -> list[Item]:
    """Join each colour of gems with the number before or after it: `2 blue`, `blue 2`."""
    joined = list[Item]()
    for item in items:
        last = joined[-1] if joined else item
        kinds = [last.kind, item.kind]
        if kinds == ["number", "gem"] and "=" not in item.texts[0]:
            joined[-1] = Item("gem", (f"{item.texts[0]}={last.texts[0]}",), last.column)
        elif kinds == ["gem", "number"] and "=" not in last.texts[0]:
            joined[-1] = Item("gem", (f"{last.texts[0]}={item.texts[0]}",), last.column)
        else:
            joined.append(item)
    return joined


def _as_row(item: Item, column: int) -> Item:
    """Read a space in the column of the boat as its row, and one elsewhere as a wrong column."""
    space = Space.named(item.texts[0].partition("=")[2]) if item.kind == "space" else None
    if space is None:
        return item
    if space.column == column:
        return Item("number", (str(space.row),), item.column)
    return Item("column", (str(space.column),), item.column)


def place_in_line(item: Item) -> tuple[int, int, str]:
    """Return what sorts the parts of a move as the notation has them."""
    kind = _ORDER.index(item.kind) if item.kind in _ORDER else 0
    colour = item.texts[0].partition("=")[0]
    place = GEM_COLOURS.index(colour) if item.kind == "gem" and colour in GEM_COLOURS else 0
    return kind, place, item.texts[0] if item.kind == "card" else ""


def in_line(item: Item, verb: str, *, is_first: bool) -> str:
    """Write a part in the notation of a verb, of which it may be the first."""
    text = item.texts[0]
    if item.kind == "card" and not (verb == "play" and is_first):
        return f"+{text}"
    if item.kind == "space" and verb != "play":
        return item.texts[1]
    is_amount = item.kind == "number" and verb in ("play", "choose")
    return f"amount={text}" if is_amount else text
