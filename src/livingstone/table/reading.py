"""What people type for a move, read in their language."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher, get_close_matches
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from attrs import evolve, field, frozen

from livingstone.edition.phrases import phrases_in
from livingstone.errors import LONGEST_LINE, NotationError, brief, cut
from livingstone.game.moves import (
    BuildTent,
    Dig,
    Donate,
    EndTurn,
    Move,
    PlayCard,
    SellGems,
    TakeCoins,
    TakeDie,
)
from livingstone.game.refusals import Code, Refusal, refuse
from livingstone.game.view import View
from livingstone.game.viewing import why_illegal
from livingstone.records.notation import MOST_CHARACTERS, VERBS, format_move, parse_move
from livingstone.support.arguments import need
from livingstone.table.groups import MoveGroup, describe_group, group_moves, target_of
from livingstone.values import GEM_COLOURS, Gems, Space
from livingstone.words.moves import describe_refusal, move_label
from livingstone.words.refusals import describe_error
from livingstone.words.spelling import (
    fold,
    is_beginning_of,
    is_form_of,
    known_stems,
    meaning_of,
    spellings,
    stems,
    words_of,
)
from livingstone.words.wording import Wording, wording_for

MOST_WORDS = 60
"""A longer text is not read as words of a move."""
MOST_LABELS = 1_000
"""A text is compared with the labels of at most this many single moves."""
MOST_COMPARED = 200
"""A text that is not understood is compared with at most this many moves."""
MOST_SUGGESTED = 3
SHORTEST_BEGINNING = 3
"""The fewest letters with which a word of a label, or of a card's name, can be begun."""
CLOSE = 0.7
"""How alike a mistyped first word is to a known one, by `difflib`; 1 is equal."""

_WORD = re.compile(r"[^\s,;=]+(?:\s*=\s*[^\s,;=]+)?")
_MARKS = ".!?…:()[]\"'„“”«»"
_SPACE = re.compile(r"r[1-9][0-9]{0,5}c[1-9][0-9]{0,5}")
_LARGEST = 6
"""The most digits of a number."""
_EXACT, _WHOLE, _BEGUN = range(3)
"""How well a move fits: it has exactly these words, these and more, or words that begin so."""

_TEMPLATES = {
    "take": ["moves.take_die"],
    "card": ["moves.draw_card"],
    "coins": ["moves.take_coins", "amounts.coins"],
    "dig": ["moves.dig", "amounts.stones"],
    "tent": ["moves.build_tent", "moves.move_tent", "amounts.space", "moves.with_cards"],
    "play": ["moves.play_some", "moves.sell_some"],
    "sell": ["moves.sell_some", "amounts.some_clear", "amounts.clear"],
    "donate": ["moves.donate", "amounts.some_coins", "amounts.coins"],
    "end": ["moves.end_turn"],
}
"""The phrases whose words can stand beside each verb without meaning a choice."""
_ORDER = ("number", "word", "gem", "space", "at", "from", "player", "amount", "card")
"""The order of the parts of a move in the notation; the card that is played comes first."""


class Answer(NamedTuple):
    """One answer to a question."""

    text: str
    """What can be typed for it."""
    label: str
    """What it means, in words."""
    moves: tuple[Move, ...]
    """The legal moves that it leaves, at least one."""


@frozen
class Question:
    """What is left to choose between legal moves with one target."""

    __repr__ = brief

    moves: tuple[Move, ...]
    """The legal moves that are left, at least two."""
    view: View
    """The view in which they are legal."""
    language: str = "en"
    """The language of sentence, choices and answers."""
    names: tuple[str, ...] | None = None
    """The players' names by seat; None for numbers."""
    problem: str = ""
    """Why the last answer was not understood, in a sentence; empty before one."""

    @property
    def sentence(self) -> str:
        """The question, such as how many."""
        numbers = self._amounts
        if self._asks_for_gems:
            return self._say("how_many_gems", most=_numbers(self._most_gems))
        if numbers:
            return self._say("how_many", least=min(numbers), most=max(numbers))
        return self._say("which")

    @property
    def choices(self) -> tuple[Answer, ...]:
        """The answers: amounts, numbers of gems, or numbers from 1 on for each move."""
        wording = self._wording
        if self._asks_for_gems:
            left = self._by_gems
            return tuple(Answer(_numbers(gems), wording.gems(gems), left[gems]) for gems in left)
        if by_amount := self._amounts:
            return tuple(
                Answer(str(amount), self._amount_label(moves[0], amount), tuple(moves))
                for amount, moves in by_amount.items()
            )
        return tuple(
            Answer(str(number), move_label(move, self.view, wording).rstrip("."), (move,))
            for number, move in enumerate(self.moves, 1)
        )

    @property
    def is_list(self) -> bool:
        """Whether the choices are numbers of moves, whose labels a front end should show."""
        return not (self._asks_for_gems or self._amounts)

    @property
    def default(self) -> Answer:
        """The choice that an empty answer takes: the smallest donation, the largest sale."""
        choices = self.choices
        if self._asks_for_gems:
            return max(choices, key=lambda choice: sum(map(int, choice.text.split())))
        is_sale = isinstance(self.moves[0], SellGems)
        return choices[-1] if is_sale and self._amounts else choices[0]

    def answer(self, text: str) -> "Move | Question":
        """Return the move that an answer leads to, or the question that is left.

        An answer is the `text` of a choice, words of its label or parts of its notation, in any
        case and order; an empty one takes the default. After any other answer, the question is
        asked again, with a `problem`.

        >>> from livingstone import new_game, view
        >>> question = read_move("donate", view(new_game(2, seed=7), 0))
        >>> question.sentence, [choice.text for choice in question.choices]
        ('How many, 1 to 3?', ['1', '2', '3'])
        >>> question.answer("2")
        Donate(coins=2)
        >>> question.answer("all").problem
        'Type a number from 1 to 3.'
        """
        need("Question.answer", text, "str", str)
        if not text.strip():
            return self._left(self.default.moves)
        moves = self._answered(text) if len(text) <= MOST_CHARACTERS else ()
        if not moves or len(moves) == len(self.moves):
            return evolve(self, problem=self._advice)
        return self._left(moves)

    def _left(self, moves: Sequence[Move]) -> "Move | Question":
        return moves[0] if len(moves) == 1 else evolve(self, moves=tuple(moves), problem="")

    def _answered(self, text: str) -> Sequence[Move]:
        words = _split(text)
        numbers = [int(word.text) for word in words if word.is_number]
        reader = _Reader(self.view, self.language, self.names, moves=self.moves)
        if self._asks_for_gems:
            gems = reader.gems(words)
            if len(numbers) == len(words) == len(GEM_COLOURS):
                gems = Gems(*numbers)
            return self._by_gems.get(gems, ()) if gems else ()
        if len(numbers) == len(words) == 1:
            if self._amounts:
                return self._amounts.get(numbers[0], ())
            return self.moves[numbers[0] - 1 : numbers[0]] if numbers[0] else ()
        return reader.fitting(words) or reader.labelled(text)

    @property
    def _advice(self) -> str:
        if self._asks_for_gems:
            most = _numbers(self._most_gems)
            example = max(self._by_gems, key=lambda gems: gems.total)
            return self._say("wrong_gems", most=most, example=_numbers(example))
        numbers = self._amounts or range(1, len(self.moves) + 1)
        return self._say("wrong_number", least=min(numbers), most=max(numbers))

    @property
    def _asks_for_gems(self) -> bool:
        return len(self._by_gems) > 1

    @property
    def _by_gems(self) -> dict[Gems, tuple[Move, ...]]:
        """The moves by the gems that they sell; empty if some sell none."""
        sold = dict[Gems, tuple[Move, ...]]()
        for move in self.moves:
            if not (isinstance(move, PlayCard) and move.gems):
                return {}
            sold[move.gems] = (*sold.get(move.gems, ()), move)
        return sold

    @property
    def _most_gems(self) -> Gems:
        return Gems(*map(max, zip(*self._by_gems, strict=True)))

    @property
    def _amounts(self) -> dict[int, tuple[Move, ...]]:
        """The moves by their amount of coins or gems; empty if it does not tell them apart."""
        amounts = dict[int, tuple[Move, ...]]()
        for move in self.moves:
            amount = _amount_of(move)
            if amount is None:
                return {}
            amounts[amount] = (*amounts.get(amount, ()), move)
        return amounts if len(amounts) > 1 else {}

    def _amount_label(self, move: Move, amount: int) -> str:
        match move:
            case Donate():
                return self._wording.amount("coins", amount)
            case SellGems(gem):
                return self._wording.amount(gem, amount)
        return str(amount)

    @property
    def _wording(self) -> Wording:
        return wording_for(self.language, self.names, None, self.view.edition)

    def _say(self, key: str, **values: object) -> str:
        return phrases_in(self.language).say(f"reading.{key}", **values)


@frozen
class Suggestions:
    """A text that is not a legal move: why, and which texts come near."""

    __repr__ = brief

    texts: tuple[str, ...]
    """Texts that come near, best first: each can be typed instead. There may be none."""
    sentence: str
    """What is wrong, in the language: the reason of the refusal, or what is not understood."""
    refusal: Refusal | None = None
    """Why the move is illegal, if the text is a move."""
    column: int | None = None
    """Where the text stops being a move, from 1, if it begins as one."""


def read_move(
    text: str,
    view: View,
    *,
    language: str = "en",
    names: Sequence[str] | None = None,
    commands: Iterable[str] = (),
) -> "Move | Question | Suggestions":
    """Read the move that a person typed; the result is never an illegal one.

    A text is the number of a group of moves (as `group_moves` orders them, from 1), a line of the
    notation without the player, or words that `describe_group` and `describe_move` use. Verbs are
    those of `verb_words`; cards have their ids or their names in the language or in English. Case,
    accents and the endings of plurals do not matter, nor does the order of gems and cards; the
    beginning of a word is enough where it is clear. Signs at the end are skipped, such as a `!`.

    `names` are those of the players by seat. `commands` are further words that a front end
    understands: no beginning of them is taken for a move, and they are suggested, too.

    >>> from livingstone import new_game, view
    >>> seen = view(new_game(2, seed=7), 0)
    >>> read_move("Take 3", seen), read_move("nimm die 3", seen, language="de")
    (TakeDie(value=3), TakeDie(value=3))
    >>> read_move("donate", seen).sentence
    'How many, 1 to 3?'
    >>> refused = read_move("donate 9", seen)
    >>> refused.sentence, refused.refusal.rule
    ('You have 3 coins and cannot donate 9 coins.', 'R5.2')
    >>> refused.texts
    ('donate 1', 'donate 2', 'donate 3')
    >>> read_move("dnoate 2", seen).texts
    ('donate 2',)

    Raises `ArgumentError` for an unknown language and for too few or too many names.
    """
    need("read_move", text, "str", str)
    need("read_move", view, "View", View)
    others = () if names is None else tuple(names)
    reader = _Reader(view, language, None if names is None else others, tuple(commands))
    reader.wording.by_seat(view.players)
    return reader.read(text)


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


class _Word(NamedTuple):
    """A typed word, and where it stands."""

    text: str
    """Folded, without marks around it, and without blanks around its `=`."""
    column: int
    """From 1."""

    @property
    def is_number(self) -> bool:
        return self.text.isdecimal() and len(self.text) <= _LARGEST


class _Item(NamedTuple):
    """A part of a move that was typed."""

    kind: str
    """One of `_ORDER`."""
    texts: tuple[str, ...]
    """How the notation can write it: cards with equal names have several ids."""
    column: int
    is_begun: bool = False
    """Whether `texts` are what the typed word can be the beginning of."""


class _Typed(NamedTuple):
    """A typed text as a verb and parts."""

    verb: str
    """One of `VERBS`; empty if none was recognized."""
    verbs: frozenset[str]
    """The verbs that the first part can be the beginning of."""
    items: tuple[_Item, ...]


def _split(text: str) -> list[_Word]:
    words = list[_Word]()
    for found in _WORD.finditer(text):
        word = fold("".join(found[0].split())).strip(_MARKS)
        if word:
            words.append(_Word(word, found.start() + 1))
    return words


def _numbers(gems: Gems) -> str:
    return " ".join(map(str, gems))


def _amount_of(move: Move) -> int | None:
    match move:
        case Donate(amount) | SellGems(_, amount) | PlayCard(amount=amount):
            return amount
    return None


def _begins(notation: str, typed: str) -> bool:
    """Return whether a typed word begins a part of the notation; numbers must be complete."""
    after = notation[len(typed) : len(typed) + 1]
    return notation.startswith(typed) and not (typed[-1:].isdigit() and after.isdigit())


@frozen(eq=False, slots=False)
class _Reader:
    """Reads texts in one view."""

    view: View
    language: str
    names: tuple[str, ...] | None
    commands: tuple[str, ...] = ()
    moves: tuple[Move, ...] = field(kw_only=True)
    """The legal moves that a text can lead to."""

    @moves.default
    def _legal_moves(self) -> tuple[Move, ...]:
        return self.view.legal_moves

    @cached_property
    def wording(self) -> Wording:
        return wording_for(self.language, self.names, None, self.view.edition)

    def label(self, move: Move) -> str:
        """Return the label of a single legal move."""
        return move_label(move, self.view, self.wording).rstrip(".")

    @cached_property
    def groups(self) -> tuple[MoveGroup, ...]:
        return group_moves(self.view)

    @cached_property
    def labels(self) -> list[str]:
        """The label of each group."""
        return [
            describe_group(group, self.view, names=self.names, language=self.language).rstrip(".")
            for group in self.groups
        ]

    @cached_property
    def written(self) -> dict[str, Move]:
        """The legal moves by their notation without the player."""
        return {self._write(move): move for move in self.moves}

    def _write(self, move: Move) -> str:
        return format_move(move, self.view.current_player).partition(" ")[2]

    @cached_property
    def verbs(self) -> dict[str, str]:
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
        texts = [phrases_in(code).say("reading.skipped") for code in (self.language, "en")]
        return frozenset(fold(" ".join(texts)).split())

    @cached_property
    def cards(self) -> dict[str, list[str]]:
        """The names and the ids of the cards, folded, with one blank between words."""
        called = dict[str, list[str]]()
        for card in self.view.edition.cards:
            names = {card.names.called(self.language), card.names.called("en"), card.id}
            for name in {*names, card.id.replace("_", " ")}:
                for spelling in spellings(name):
                    ids = called.setdefault(" ".join(spelling.split()), [])
                    ids += [] if card.id in ids else [card.id]
        return called

    @cached_property
    def players(self) -> dict[str, int]:
        """The seats by the folded names of the players."""
        return {" ".join(fold(name).split()): seat for seat, name in enumerate(self.names or ())}

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

    def read(self, text: str) -> Move | Question | Suggestions:
        """Read a text, by all ways to type a move one after the other."""
        if not self.moves:
            refusal = why_illegal(self.view, EndTurn())
            assert refusal is not None, "somebody without legal moves is not to move"
            return self._refused(refusal, ())
        if len(text) > MOST_CHARACTERS:
            return Suggestions((), self._say("too_long"), column=MOST_CHARACTERS + 1)
        words = _split(text)
        if words and words[0].text == f"p{self.view.seat}":
            del words[0]
        line = " ".join(word.text for word in words)
        if move := self.written.get(line):
            return move
        found = self._numbered(words) or self._labelled(words)
        if found or len(words) > MOST_WORDS:
            return found or self._not_understood(text, words)
        return self._read_words(text, words)

    def _read_words(self, text: str, words: list[_Word]) -> Move | Question | Suggestions:
        typed = self._typed(words)
        moves = self._fits(typed)
        if moves and self._is_one_target(moves):
            return self._choose(moves)
        if moves:
            near = [self._short(self._write(move)) for move in moves[:MOST_SUGGESTED]]
            return self._not_understood(text, words, near)
        attempt, error = self._attempt(typed, len(text) + 1)
        refusal = None if attempt is None else why_illegal(self.view, attempt)
        if typed.verb == "tent" and any(item.kind == "column" for item in typed.items):
            refusal = refuse(Code.WRONG_COLUMN, "R4.4", column=self.view.boat)
        groups = [] if refusal else self._called(words)
        if len(groups) == 1:
            return self._choose(groups[0].moves)
        if not groups:
            refusal = refusal or self._refusal_without_choice(typed)
        if refusal:
            return self._refused(refusal, self._texts_like(typed, text))
        near = [self.labels[self.groups.index(group)] for group in groups]
        return self._not_understood(text, words, near, error)

    def _numbered(self, words: Sequence[_Word]) -> Move | Question | None:
        """Find the group with a number, and in it what further words choose."""
        if not (words and words[0].is_number):
            return None
        number = int(words[0].text)
        if not 1 <= number <= len(self.groups):
            return None
        moves = self.groups[number - 1].moves
        chosen = self._choose(moves)
        if len(words) == 1:
            return chosen
        rest = words[1:]
        is_choice = all(word.is_number or "=" in word.text or word.text[0] == "+" for word in rest)
        if not (is_choice and isinstance(chosen, Question)):
            return None
        answered = chosen.answer(" ".join(word.text for word in rest))
        return None if isinstance(answered, Question) and answered.problem else answered

    def _labelled(self, words: Sequence[_Word]) -> Move | Question | None:
        """Find the group or the move whose label was typed, word by word."""
        typed = [part for word in words for part in words_of(word.text)]
        if len(typed) < 2:
            return None
        for group, label in zip(self.groups, self.labels, strict=True):
            if _is_same_text(typed, label):
                return self._choose(group.moves)
        typed_stems = frozenset[str]().union(*map(stems, typed))
        single = list[Move]()
        for group, label in zip(self.groups, self.labels, strict=True):
            words_of_label = re.findall(r"\w+", label)
            alike = [word for word in words_of_label if typed_stems & known_stems(word)]
            if len(group.moves) > 1 and 2 * len(alike) >= len(words_of_label):
                single += islice(group.moves, MOST_LABELS - len(single))
        for move in single:
            if _is_same_text(typed, self.label(move)):
                return move
        return None

    def _typed(self, words: Sequence[_Word]) -> _Typed:
        """Tell the verb and the parts of a text."""
        verb = ""
        begun = frozenset[str]()
        items = list[_Item]()
        place = 0
        if words and (known := self._first_verb(words)):
            verb = known
            place = 1
        elif words and not any(is_beginning_of(words[0].text, own) for own in self.commands):
            begun = frozenset(
                verb for word, verb in self.verbs.items() if is_beginning_of(words[0].text, word)
            )
        while place < len(words):
            item, count = self._item(words, place, verb)
            items.append(item)
            place += count
        if not verb:
            verb, items = self._verb_among(items)
        allowed = [*self.vocabulary(verb)] if verb else []
        kept = [item for item in items if not self._is_skipped(item, allowed)]
        if kept or verb:
            items = kept
        if items and not verb and all(item.kind in ("gem", "number") for item in items):
            verb = "sell" if any(item.kind == "gem" for item in items) else ""
        if verb == "tent" and not any(item.kind == "number" for item in items):
            items = [_as_row(item, self.view.boat) for item in items]
        return _Typed(verb, begun, tuple(self._paired(items, verb)))

    def _first_verb(self, words: Sequence[_Word]) -> str | None:
        """Return the verb that a text begins with, unless a longer name begins there."""
        _, count = self._named(words, 0)
        if count > 1:
            return None
        ids = self.view.edition.effects
        meaning = meaning_of(words[0].text, self.meanings, ids=ids)
        return meaning if meaning in VERBS else None

    def _verb_among(self, items: list[_Item]) -> tuple[str, list[_Item]]:
        """Take the verb out of the parts: the one that can have the others beside it."""
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
        if len(fitting) != 1:
            return "", items
        return fitting[0], [item for place, item in enumerate(items) if place not in found]

    def _item(self, words: Sequence[_Word], place: int, verb: str) -> tuple[_Item, int]:
        """Read the part that begins with a word, and say of how many words it is."""
        named, count = self._named(words, place)
        if named is not None:
            return named, count
        word, column = words[place]
        if words[place].is_number:
            is_column = place > 0 and self._is_column(words[place - 1].text)
            kind = "column" if is_column else "number"
            return _Item(kind, (str(int(word)),), column), 1
        word = word.removeprefix("+")
        if "=" in word:
            return self._pair(word, column), 1
        if _SPACE.fullmatch(word):
            return _Item("space", (f"at={word}", f"from={word}"), column), 1
        if colour := meaning_of(word, self.colours, is_whole=verb != "sell"):
            return _Item("gem", (colour,), column), 1
        if verb and meaning_of(word, self.verbs, is_whole=True) == verb:
            return _Item("skipped", (word,), column), 1
        ids = self._begun_ids(word)
        return _Item("word", (word, *ids), column, bool(ids)), 1

    def _pair(self, word: str, column: int) -> _Item:
        key, _, value = word.partition("=")
        colour = meaning_of(key, self.colours, is_whole=True)
        if colour:
            return _Item("gem", (f"{colour}={value}",), column)
        kind = key if key in ("at", "from", "player", "amount") else "word"
        return _Item(kind, (word,), column)

    def _named(self, words: Sequence[_Word], place: int) -> tuple[_Item | None, int]:
        """Find the card or the player with the longest name that begins with a word."""
        column = words[place].column
        for count in range(min(self.longest_name, len(words) - place), 0, -1):
            name = " ".join(word.text for word in words[place : place + count]).removeprefix("+")
            if ids := self.cards.get(name):
                return _Item("card", tuple(ids), column), count
            if (seat := self.players.get(name)) is not None:
                return _Item("player", (f"player=p{seat}",), column), count
        word = words[place].text.removeprefix("+")
        if self._begun_ids(word):
            return None, 1
        forms = [known for known in self.cards if " " not in known and is_form_of(word, known)]
        ids = list(dict.fromkeys(id for known in forms for id in self.cards[known]))
        is_verb = meaning_of(word, self.verbs, is_whole=True) is not None
        return (_Item("card", tuple(ids), column), 1) if ids and not is_verb else (None, 1)

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

    def _paired(self, items: list[_Item], verb: str) -> list[_Item]:
        """Join colours of gems with the numbers beside them: `2 blue`, `blue 2`."""
        joined = list[_Item]()
        for item in items:
            last = joined[-1] if joined else None
            is_count = last is not None and last.kind == "number" and item.kind == "gem"
            is_colour = last is not None and last.kind == "gem" and item.kind == "number"
            if last and is_count and "=" not in item.texts[0]:
                joined[-1] = _Item("gem", (f"{item.texts[0]}={last.texts[0]}",), last.column)
            elif last and is_colour and "=" not in last.texts[0]:
                joined[-1] = _Item("gem", (f"{last.texts[0]}={item.texts[0]}",), last.column)
            else:
                joined.append(item)
        tail = joined[-len(GEM_COLOURS) :]
        is_market = verb in ("", "play") and len(joined) > len(tail)
        if is_market and [item.kind for item in tail] == ["number"] * len(GEM_COLOURS):
            joined[-len(GEM_COLOURS) :] = [
                _Item("gem", (f"{colour}={item.texts[0]}",), item.column)
                for colour, item in zip(GEM_COLOURS, tail, strict=True)
            ]
        is_none = [verb != "sell" and item.texts[0].endswith("=0") for item in joined]
        return [item for item, none in zip(joined, is_none, strict=True) if not none]

    def _is_skipped(self, item: _Item, allowed: Sequence[str]) -> bool:
        """Return whether a part means nothing: an article, or a word of the verb's phrases."""
        if item.kind == "column":
            return item.texts[0] == str(self.view.boat)
        if item.kind != "word":
            return item.kind == "skipped"
        word = item.texts[0]
        return word in self.skipped or any(is_form_of(word, known) for known in allowed)

    def _fits(self, typed: _Typed) -> list[Move]:
        """Find the legal moves that a text fits best."""
        if not typed.items and not typed.verb:
            return []
        found = dict[int, list[Move]]()
        for written, move in self.written.items():
            own, *terms = written.split()
            items = typed.items
            if typed.verb not in ("", own):
                continue
            is_begun = not typed.verb and own in typed.verbs and items[0].kind == "word"
            if is_begun:
                items = items[1:]
            fit = self._fit(move, terms, items)
            if fit is None or not (typed.verb or is_begun or self._has_card(own, terms, items)):
                continue
            found.setdefault(max(fit, _BEGUN if is_begun else fit), []).append(move)
        return found[min(found)] if found else []

    def _has_card(self, verb: str, terms: Sequence[str], items: Sequence[_Item]) -> bool:
        """Return whether a text without a verb names the card that a move plays."""
        if verb != "play":
            return False
        return any(_matches(item, terms[0]) is not None for item in items)

    def _fit(self, move: Move, terms: Sequence[str], items: Sequence[_Item]) -> int | None:
        """Say how well the parts of a text fit those of a move; None if they do not."""
        left = [term.removeprefix("+") for term in terms]
        if len(items) > len(left) + 1:
            return None
        fit = _EXACT
        for item in items:
            matched = [(own, term) for term in left if (own := _matches(item, term)) is not None]
            if matched:
                own, term = min(matched)
                left.remove(term)
                fit = max(fit, own)
            elif item.texts[0] != self._optional(move):
                return None
        return max(fit, _WHOLE) if left else fit

    def _optional(self, move: Move) -> str | None:
        """Return the number of coins or stones that a move brings, which can be typed with it."""
        if isinstance(move, TakeCoins):
            return str(min(self.view.die or 0, self.view.bank))
        if isinstance(move, Dig):
            return str(min(self.view.die or 0, self.view.bag.total))
        return None

    def fitting(self, words: Sequence[_Word]) -> list[Move]:
        """Find the moves, all with one target, that an answer fits."""
        if len(words) > MOST_WORDS:
            return []
        verb = next(iter(self.written)).partition(" ")[0]
        typed = self._typed(words)
        if typed.verb not in ("", verb):
            return []
        return self._fits(_Typed(verb, frozenset(), typed.items))

    def labelled(self, text: str) -> list[Move]:
        """Find the moves, all with one target, whose label has all words of an answer."""
        typed = words_of(text)[:MOST_WORDS]
        return [
            move
            for move in islice(self.moves, MOST_LABELS)
            if self._is_in_label(typed, self.label(move))
        ]

    def gems(self, words: Sequence[_Word]) -> Gems | None:
        """Read numbers of gems by their colours; None if there is anything else."""
        if len(words) > MOST_WORDS:
            return None
        items = [self._item(words, place, "sell")[0] for place in range(len(words))]
        allowed = [*self.vocabulary("sell")]
        counts = dict[str, int]()
        for item in self._paired(items, "play"):
            colour, _, count = item.texts[0].partition("=")
            is_count = count.isdecimal() and len(count) <= _LARGEST
            if item.kind == "gem" and is_count and colour not in counts:
                counts[colour] = int(count)
            elif not self._is_skipped(item, allowed):
                return None
        return Gems(**counts) if counts else None

    def _called(self, words: Sequence[_Word]) -> list[MoveGroup]:
        """Find the groups whose labels have all typed words."""
        typed = [part for word in words for part in words_of(word.text)]
        typed = [word for word in typed if word not in self.skipped] or typed
        return [
            group
            for group, label in zip(self.groups, self.labels, strict=True)
            if typed and self._is_in_label(typed, label)
        ]

    def _is_in_label(self, typed: Sequence[str], label: str) -> bool:
        called = re.findall(r"\w+", unicodedata.normalize("NFC", label))
        verbs = {self.verbs[word] for word in map(str.casefold, called) if word in self.verbs}
        return all(
            any(_is_word(word, known) for known in called)
            or meaning_of(word, self.verbs, is_whole=True) in verbs
            for word in typed
        )

    def _attempt(self, typed: _Typed, end: int) -> tuple[Move | None, NotationError | None]:
        """Read a text as a move, perhaps an illegal one, or say why it cannot be one."""
        verb = typed.verb
        items = list(typed.items)
        if not verb:
            if all(item.kind != "card" for item in items):
                return None, None
            verb = "play"
        played = next((item for item in items if item.kind == "card"), None)
        items.sort(key=_place_in_line)
        if verb == "play":
            items.sort(key=lambda item: item is not played)
        line = f"p{self.view.seat} {verb}"
        columns = dict[int, int]()
        for place, item in enumerate(items):
            columns[len(line) + 2] = item.column
            line += f" {_in_line(item, verb, is_first=place == 0)}"
        try:
            move, _ = parse_move(line, edition=self.view.edition)
        except NotationError as error:
            return None, evolve(error, column=columns.get(error.column, end))
        return (move if isinstance(move, Move) else None), None

    def _refusal_without_choice(self, typed: _Typed) -> Refusal | None:
        """Say why a verb without its choices can lead to no move now."""
        view = self.view
        colours = [item.texts[0] for item in typed.items if item.kind == "gem"]
        if len(typed.items) > len(colours) or colours not in ([], *([own] for own in GEM_COLOURS)):
            return None
        moves: dict[str, Move] = {
            "take": TakeDie(min(view.dice, default=1)),
            "tent": BuildTent(view.die or 1),
            "donate": Donate(1),
            "sell": SellGems((colours or GEM_COLOURS)[0], 1),  # type: ignore[arg-type]
        }
        move = moves.get(typed.verb)
        return None if move is None else why_illegal(view, move)

    def _choose(self, moves: Sequence[Move]) -> Move | Question:
        if len(moves) == 1:
            return moves[0]
        return Question(tuple(moves), self.view, self.language, self.names)

    def _is_one_target(self, moves: Sequence[Move]) -> bool:
        return len({target_of(move, self.view.boat) for move in moves}) == 1

    def _refused(self, refusal: Refusal, texts: Iterable[str]) -> Suggestions:
        sentence = describe_refusal(
            refusal,
            names=self.names,
            language=self.language,
            you=self.view.seat,
            edition=self.view.edition,
        )
        return Suggestions(tuple(texts), sentence, refusal)

    def _texts_like(self, typed: _Typed, text: str) -> list[str]:
        """Return legal moves with the same verb, or with a card that was typed."""
        cards = {id for item in typed.items if item.kind == "card" for id in item.texts}
        alike = [
            self._short(written)
            for written in islice(self.written, MOST_COMPARED)
            if written.partition(" ")[0] == typed.verb
            or not cards.isdisjoint(re.split("[ +]+", written))
        ]
        return _nearest(text, alike)

    def _not_understood(
        self,
        text: str,
        words: Sequence[_Word],
        near: Sequence[str] = (),
        error: NotationError | None = None,
    ) -> Suggestions:
        sentence = self._say("not_understood", typed=cut(text.rstrip("! "), LONGEST_LINE))
        if len(words) == 1 and words[0].is_number:
            sentence += f" {self._say('no_number', least=1, most=len(self.groups))}"
        if error is not None:
            sentence += f" {describe_error(error, language=self.language)}"
        texts = [*near]
        if not near and len(words) <= MOST_WORDS:
            texts = self._texts_near(words)
        texts = [*dict.fromkeys(texts)][:MOST_SUGGESTED]
        return Suggestions(tuple(texts), sentence, column=None if error is None else error.column)

    def _texts_near(self, words: Sequence[_Word]) -> list[str]:
        """List texts like one that is not understood, best first."""
        line = " ".join(word.text for word in words)
        if not line:
            return []
        known = {self._short(written): written for written in islice(self.written, MOST_COMPARED)}
        known |= {command: command for command in self.commands}
        begun = [
            text for text, whole in known.items() if text.startswith(line) or whole.startswith(line)
        ]
        if begun:
            return begun
        first = get_close_matches(words[0].text, [*map(fold, self.meanings)], 1, CLOSE)
        corrected = " ".join([*first, *(word.text for word in words[1:])])
        if first and (corrected in self.commands or self._fits(self._typed(_split(corrected)))):
            return [corrected]
        called = {fold(label): label for label in self.labels}
        typed = line.removeprefix("play ")[:LONGEST_LINE]
        found = get_close_matches(typed, [*known, *called, *self.cards])
        return [
            called.get(text, text)
            for text in found
            if text not in self.cards or self._fits(self._typed(_split(text)))
        ]

    def _short(self, written: str) -> str:
        """Write a move as it can be typed: without `play`, unless the card's id is a word."""
        verb, _, rest = written.partition(" ")
        ids = self.view.edition.effects
        is_word = verb != "play" or meaning_of(rest.partition(" ")[0], self.meanings, ids=ids)
        return written if is_word else rest

    def _say(self, key: str, **values: object) -> str:
        return phrases_in(self.language).say(f"reading.{key}", **values)


def _is_same_text(typed: Sequence[str], label: str) -> bool:
    """Return whether folded words are those of a label."""
    return any(re.findall(r"\w+", spelling) == typed for spelling in spellings(label))


def _is_word(typed: str, known: str) -> bool:
    """Return whether a folded word is one of a label, or its beginning; numbers are complete."""
    if typed.isdecimal() or known.isdecimal():
        return typed == known
    is_begun = len(typed) >= SHORTEST_BEGINNING and is_beginning_of(typed, known)
    return is_begun or is_form_of(typed, known)


def _as_row(item: _Item, column: int) -> _Item:
    """Read a space in the column of the boat as its row, and one elsewhere as a wrong column."""
    space = Space.named(item.texts[0].partition("=")[2]) if item.kind == "space" else None
    if space is None:
        return item
    if space.column == column:
        return _Item("number", (str(space.row),), item.column)
    return _Item("column", (str(space.column),), item.column)


def _matches(item: _Item, term: str) -> int | None:
    """Say how well a typed part fits one of a move; None if it does not."""
    text = item.texts[0]
    if term in item.texts:
        return _BEGUN if item.is_begun else _EXACT
    if item.kind == "number":
        key, _, number = term.partition("=")
        if number != text:
            return None
        return _EXACT if key == "amount" else _BEGUN
    is_open = item.kind == "word" or (item.kind == "gem" and "=" not in text)
    return _BEGUN if is_open and _begins(term, text) else None


def _place_in_line(item: _Item) -> tuple[int, int, str]:
    """Return what sorts the parts of a move as the notation has them."""
    kind = _ORDER.index(item.kind) if item.kind in _ORDER else 0
    colour = item.texts[0].partition("=")[0]
    place = GEM_COLOURS.index(colour) if item.kind == "gem" and colour in GEM_COLOURS else 0
    return kind, place, item.texts[0] if item.kind == "card" else ""


def _in_line(item: _Item, verb: str, *, is_first: bool) -> str:
    """Write a part in the notation of a verb, of which it may be the first."""
    text = item.texts[0]
    if item.kind == "card" and not (verb == "play" and is_first):
        return f"+{text}"
    if item.kind == "space" and verb != "play":
        return item.texts[1]
    return f"amount={text}" if item.kind == "number" and verb == "play" else text


def _nearest(text: str, known: Sequence[str]) -> list[str]:
    """Return the known texts that are most like a text, best first."""
    matcher = SequenceMatcher(b=fold(text[:LONGEST_LINE]))

    def likeness(other: str) -> float:
        matcher.set_seq1(other)
        return matcher.ratio()

    return sorted(known, key=likeness, reverse=True)[:MOST_SUGGESTED]
