"""What people type for a move, read in their language."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher, get_close_matches
from functools import cached_property
from itertools import islice, product
from typing import NamedTuple

from attrs import evolve, field, frozen

from livingstone.edition.phrases import phrases_in
from livingstone.errors import LONGEST_LINE, NotationError, short_repr, shortened
from livingstone.game.moves import (
    BuildTent,
    Choose,
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
from livingstone.records.notation import MOST_CHARACTERS, format_move, parse_move
from livingstone.support.arguments import need
from livingstone.table.groups import MoveGroup, describe_group, group_moves, target_of
from livingstone.table.lexicon import (
    MOST_WORDS,
    SHORTEST_BEGINNING,
    Item,
    Lexicon,
    Typed,
    Word,
    in_line,
    place_in_line,
    split_words,
)
from livingstone.values import GEM_COLOURS, Gems
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

MOST_LABELS = 1_000
"""A text is compared with the labels of at most this many single moves."""
MOST_COMPARED = 200
"""A text that is not understood is compared with at most this many moves."""
MOST_SUGGESTED = 3
CLOSE = 0.7
"""How alike a mistyped first word is to a known one, by `difflib`; 1 is equal."""

_EXACT, _WHOLE, _BEGUN = range(3)
"""How well a move fits: it has exactly these words, these and more, or words that begin so."""


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
    """What is left to choose between legal moves with one target, or between options (R6)."""

    __repr__ = short_repr

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
        >>> question.answer("all")
        Donate(coins=3)
        >>> question.answer("some").problem
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
        words = split_words(text)
        reader = _Reader(self.view, self.language, self.names, moves=self.moves)
        if self._asks_for_gems or self._amounts:
            words = [reader.lexicon.in_digits(word) for word in words]
        numbers = [int(word.text) for word in words if word.is_number]
        if self._amounts and len(words) == 1 and words[0].text in reader.lexicon.all_words:
            return self._amounts[max(self._amounts)]
        if self._asks_for_gems:
            gems = reader.lexicon.gems(words)
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

    __repr__ = short_repr

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
    notation without the player, or words that `describe_group` and `describe_move` use. The verb
    `choose` alone asks for the option. Verbs are those of `verb_words`; cards have their ids or
    their names in the language or in English. Case, accents and the endings of plurals do not
    matter, nor does the order of gems and cards; the beginning of a word is enough where it is
    clear. Signs at the end are skipped, such as a `!`.

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
    called = None if names is None else tuple(names)
    reader = _Reader(view, language, called, tuple(commands))
    reader.wording.by_seat(view.players)
    return reader.read(text)


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

    @cached_property
    def lexicon(self) -> Lexicon:
        view = self.view
        names = self.names or ()
        return Lexicon(view.edition, view.boat, self.language, names, self.commands)

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

    def read(self, text: str) -> Move | Question | Suggestions:
        """Read a text, by all ways to type a move one after the other."""
        if not self.moves:
            refusal = why_illegal(self.view, EndTurn())
            assert refusal is not None, "somebody without legal moves is not to move"
            return self._refused(refusal, ())
        if len(text) > MOST_CHARACTERS:
            return Suggestions((), self._say("too_long"), column=MOST_CHARACTERS + 1)
        words = split_words(text)
        has_player = bool(words) and words[0].text == f"p{self.view.seat}"
        if has_player:
            del words[0]
        line = " ".join(word.text for word in words)
        move = self.written.get(line)
        if move and (has_player or move != Choose()):
            return move
        found = self._numbered(words) or self._labelled(words)
        if found or len(words) > MOST_WORDS:
            return found or self._not_understood(text, words)
        return self._read_words(text, words)

    def _read_words(self, text: str, words: list[Word]) -> Move | Question | Suggestions:
        typed = self._counted(self.lexicon.typed(words))
        moves = self._fits(typed)
        if moves and (typed.verb == "choose" or self._is_one_target(moves)):
            return self._choose(moves)
        if moves:
            plain_first = sorted(moves, key=lambda move: len(getattr(move, "cards", ())))
            near = [self._short(self._write(move)) for move in plain_first[:MOST_SUGGESTED]]
            return self._not_understood(text, words, near)
        attempt, error = self._attempt(typed, len(text) + 1)
        refusal = None if attempt is None else why_illegal(self.view, attempt)
        if typed.verb == "tent" and any(item.kind == "column" for item in typed.items):
            refusal = refuse(Code.WRONG_COLUMN, "R4.4", column=self.view.boat)
        groups = [] if refusal else self._called(words, typed.verb)
        if len(groups) == 1:
            return self._choose(groups[0].moves)
        if not groups:
            refusal = refusal or self._refusal_without_choice(typed)
        if refusal:
            return self._refused(refusal, self._texts_like(typed, text))
        near = [self.labels[self.groups.index(group)] for group in groups]
        return self._not_understood(text, words, near, error)

    def _numbered(self, words: Sequence[Word]) -> Move | Question | None:
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

    def _labelled(self, words: Sequence[Word]) -> Move | Question | None:
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

    def _counted(self, typed: Typed) -> Typed:
        """Replace `all` by the number of coins to donate, or of gems of a colour to sell."""
        places = [place for place, item in enumerate(typed.items) if item.kind == "all"]
        own = self.view.own
        seat = self.view.seat
        if len(places) != 1 or own is None or seat is None:
            return typed
        items = list(typed.items)
        item = items.pop(places[0])
        if typed.verb == "donate":
            items.append(Item("number", (str(max(own.coins, 1)),), item.column))
        elif typed.verb == "sell" and not any("=" in other.texts[0] for other in items):
            held = self.view.players[seat].gems._asdict()
            named = [other.texts[0] for other in items if other.kind == "gem"]
            colours = named or [colour for colour, count in held.items() if count]
            if len(colours) != 1 or len(named) < len(items):
                return typed
            items = [Item("gem", (f"{colours[0]}={max(held[colours[0]], 1)}",), item.column)]
        else:
            return typed
        return typed._replace(items=tuple(items))

    def _fits(self, typed: Typed) -> list[Move]:
        """Find the legal moves that a text fits best."""
        if not typed.items and not typed.verb:
            return []
        if not typed.items and typed.verb == "choose":  # the verb alone names no option
            return [move for move in self.moves if isinstance(move, Choose)]
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

    def _has_card(self, verb: str, terms: Sequence[str], items: Sequence[Item]) -> bool:
        """Return whether a text without a verb names the card that a move plays or chooses."""
        cards = {"play": terms[:1], "choose": [term.removeprefix("+") for term in terms]}
        pairs = product(items, cards.get(verb, ()))
        return any(_matches(item, card) is not None for item, card in pairs)

    def _fit(self, move: Move, terms: Sequence[str], items: Sequence[Item]) -> int | None:
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

    def fitting(self, words: Sequence[Word]) -> list[Move]:
        """Find the moves, all with one target, that an answer fits."""
        if len(words) > MOST_WORDS:
            return []
        verb = next(iter(self.written)).partition(" ")[0]
        typed = self.lexicon.typed(words)
        if typed.verb not in ("", verb):
            return []
        return self._fits(Typed(verb, frozenset(), typed.items))

    def labelled(self, text: str) -> list[Move]:
        """Find the moves, all with one target, whose label has all words of an answer."""
        typed = words_of(text)[:MOST_WORDS]
        return [
            move
            for move in islice(self.moves, MOST_LABELS)
            if self._is_in_label(typed, self.label(move))
        ]

    def _called(self, words: Sequence[Word], verb: str) -> list[MoveGroup]:
        """Find the groups whose labels have all typed words, and whose moves have their verb.

        Coins are taken as dice are.
        """
        typed = [part for word in words for part in words_of(word.text)]
        typed = [word for word in typed if word not in self.lexicon.skipped] or typed
        return [
            group
            for group, label in zip(self.groups, self.labels, strict=True)
            if typed and self._is_in_label(typed, label)
            if verb in ("", "take", self._write(group.moves[0]).partition(" ")[0])
        ]

    def _is_in_label(self, typed: Sequence[str], label: str) -> bool:
        called = re.findall(r"\w+", unicodedata.normalize("NFC", label))
        known_verbs = self.lexicon.verbs
        verbs = {known_verbs.get(word) for word in map(str.casefold, called)} - {None}
        return all(
            any(_is_word(word, known) for known in called)
            or meaning_of(word, known_verbs, is_whole=True) in verbs
            for word in typed
        )

    def _attempt(self, typed: Typed, end: int) -> tuple[Move | None, NotationError | None]:
        """Read a text as a move, perhaps an illegal one, or say why it cannot be one."""
        verb = typed.verb
        items = list(typed.items)
        if not verb:
            if all(item.kind != "card" for item in items):
                return None, None
            verb = "play"
        played = next((item for item in items if item.kind == "card"), None)
        items.sort(key=place_in_line)
        if verb == "play":
            items.sort(key=lambda item: item is not played)
        line = f"p{self.view.seat} {verb}"
        columns = dict[int, int]()
        for place, item in enumerate(items):
            columns[len(line) + 2] = item.column
            line += f" {in_line(item, verb, is_first=place == 0)}"
        try:
            move, _ = parse_move(line, edition=self.view.edition)
        except NotationError as error:
            return None, evolve(error, column=columns.get(error.column, end))
        return (move if isinstance(move, Move) else None), None

    def _refusal_without_choice(self, typed: Typed) -> Refusal | None:
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

    def _texts_like(self, typed: Typed, text: str) -> list[str]:
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
        words: Sequence[Word],
        near: Sequence[str] = (),
        error: NotationError | None = None,
    ) -> Suggestions:
        typed = shortened(text.strip().rstrip("! "), LONGEST_LINE)
        sentence = self._say("not_understood" if typed else "nothing_typed", typed=typed)
        if len(words) == 1 and words[0].is_number:
            sentence += f" {self._say('no_number', least=1, most=len(self.groups))}"
        if error is not None:
            sentence += f" {describe_error(error, language=self.language)}"
        texts = [*near]
        if not near and len(words) <= MOST_WORDS:
            texts = self._texts_near(words)
        texts = [*dict.fromkeys(texts)][:MOST_SUGGESTED]
        return Suggestions(tuple(texts), sentence, column=None if error is None else error.column)

    def _texts_near(self, words: Sequence[Word]) -> list[str]:
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
        first = get_close_matches(words[0].text, [*map(fold, self.lexicon.meanings)], 1, CLOSE)
        corrected = " ".join([*first, *(word.text for word in words[1:])])
        if first and (corrected in self.commands or self._fits(self._typed(corrected))):
            return [corrected]
        called = {fold(label): label for label in self.labels}
        typed = line.removeprefix("play ")[:LONGEST_LINE]
        found = get_close_matches(typed, [*known, *called, *self.lexicon.cards])
        return [
            called.get(text, text)
            for text in found
            if text not in self.lexicon.cards or self._fits(self._typed(text))
        ]

    def _short(self, written: str) -> str:
        """Write a move as it can be typed: without `play`, unless the card's id is a word."""
        verb, _, rest = written.partition(" ")
        ids = self.view.edition.effects
        first = rest.partition(" ")[0]
        is_word = verb != "play" or meaning_of(first, self.lexicon.meanings, ids=ids)
        return written if is_word else rest

    def _typed(self, text: str) -> Typed:
        return self.lexicon.typed(split_words(text))

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


def _matches(item: Item, term: str) -> int | None:
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


def _nearest(text: str, known: Sequence[str]) -> list[str]:
    """Return the known texts that are most like a text, best first."""
    matcher = SequenceMatcher(b=fold(text[:LONGEST_LINE]))

    def likeness(other: str) -> float:
        matcher.set_seq1(other)
        return matcher.ratio()

    return sorted(known, key=likeness, reverse=True)[:MOST_SUGGESTED]
