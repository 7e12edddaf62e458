"""Ask a person for a move: show the position, read what is typed, and ask for details."""

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import groupby
from typing import Literal, TypeAlias

from attrs import define

import livingstone as ls
from livingstone.cli.listings import rule_text
from livingstone.cli.narrator import Narrator
from livingstone.cli.terminal import WIDEST_BOARD, Terminal, clock
from livingstone.edition import Card
from livingstone.support.wrapping import wrap
from livingstone.text import Line, Segment
from livingstone.text import lines as board_lines

Chosen: TypeAlias = ls.Move | Literal["undo", "redo"]
"""What a person does: a move, or taking one back, or carrying it out again (R11)."""
HELP_INDENT = 22
"""The columns before what a command does."""
SPARE_LINES = 2
"""Lines kept free below the moves, for the prompt and the answer."""


class LeaveError(Exception):
    """The person left the game."""


def menu_lines(texts: Iterable[str], width: int) -> list[Line]:
    """Number texts and set them in up to four columns; long ones take several columns or lines."""
    quarter = width // 4
    lines: list[list[Segment]] = [[]]
    taken = 0
    for place, text in enumerate(texts, 1):
        number = f"{place:2} "
        quarters = min(-(-(len(number) + len(text) + 1) // quarter), 4)
        if taken + quarters > 4:
            lines.append([])
            taken = 0
        first, *rest = wrap(text, width - len(number))
        padded = Segment(first.ljust(quarters * quarter - len(number)))
        lines[-1] += [Segment(number, "number"), padded]
        lines += [[Segment(" " * len(number) + line)] for line in rest]
        taken += quarters
    return [tuple(line) for line in lines]


def help_lines(text: str, width: int) -> Iterator[str]:
    """Fit the help into a width: paragraphs are wrapped, and columns set below each other."""
    for is_list, group in groupby(text.strip().splitlines(), lambda line: line.startswith("  ")):
        lines = [*group]
        if max(map(len, lines)) <= width:
            yield from lines
        elif not is_list:
            yield from wrap(" ".join(lines), width)
        else:
            cells = [cell for line in lines for cell in re.split(" {2,}", line.strip())]
            for typed, meaning in zip(cells[::2], cells[1::2], strict=True):
                indent = " " * HELP_INDENT
                first = f"  {typed}".ljust(HELP_INDENT)
                yield from wrap(meaning, width, first, indent)


@define(eq=False, slots=False)
class Prompt:
    """One decision of a person, drawn from a snapshot of the table."""

    snapshot: ls.Snapshot
    narrator: Narrator
    terminal: Terminal
    save: Callable[[str], None]
    """Writes the record to a file with this name, or to the usual one."""

    @property
    def view(self) -> ls.View:
        """The position that the person sees."""
        return self.snapshot.view

    def show(self) -> None:
        """Show the board, the hand and the moves, shortened if the screen is small."""
        board = [*self._board(), *self._outlook()]
        labels = [self._label(offer) for offer in self.snapshot.offers]
        menu = menu_lines(labels, self._columns)
        hand = self._hand()
        room = self.terminal.height - SPARE_LINES - len(menu)
        if len(board) + len(hand) > room:
            board = [line for line in board if not _is_ornament(line)]
        if len(board) + len(hand) > room:
            hand = self._hand(is_short=True)
        self.terminal.show([*board, *hand, *menu])

    def ask(self) -> Chosen:
        """Ask for a move, or what to do instead (R11). Raises `LeaveError` on `quit`."""
        assert self.view.seat is not None
        while True:
            typed = self.terminal.ask(f"{self.narrator.names[self.view.seat]}> ")
            first, _, rest = typed.partition(" ")
            match self._command(first) if typed else "":
                case "":
                    self.show()
                case "undo":
                    return "undo"
                case "redo":
                    return "redo"
                case "quit":
                    raise LeaveError
                case "save":
                    self.save(rest.strip())
                case "board":
                    self.terminal.show([*self._board(), *self._outlook()])
                case "cards":
                    every = ((card, card.count) for card in self.view.edition.cards)
                    self.terminal.show(self._described(every))
                case "help":
                    lines = help_lines(self.narrator.say("terminal_help.text"), self._columns)
                    self.terminal.show([(Segment(line),) for line in lines])
                case "rules":
                    self._show_rules(rest)
                case "hint":
                    self._hint()
                case "back":
                    self._refuse("no_question")
                case _:
                    if move := self._typed_move(typed):
                        return move

    def _command(self, word: str) -> str | None:
        """Find the command that a word means, unless it can begin a verb as well."""
        ids = self.view.edition.effects
        meaning = ls.table.meaning_of(word, self._words, ids=ids)
        return meaning if meaning in self._commands.values() else None

    @cached_property
    def _commands(self) -> dict[str, str]:
        """The words that can be typed instead of a move, by what they mean."""
        words = self.narrator.commands.items()
        return {word: command for word, command in words if command != "yes"}

    @cached_property
    def _words(self) -> dict[str, str]:
        """The words that a line can begin with: verbs and commands."""
        return ls.table.verb_words(self.snapshot.language) | self._commands

    def _typed_move(self, typed: str) -> ls.Move | None:
        """Find the typed move; ask for what it leaves open, and for a confirmation (R11.2)."""
        move = self._move(typed)
        question = "" if move is None or typed.endswith("!") else self._confirmation(move)
        if not question:
            return move
        reply = self.terminal.ask(f"{question} ")
        return move if not reply or self._is_command(reply, "yes") else None

    def _confirmation(self, move: ls.Move) -> str:
        """Ask about what cannot be taken back, and about coins left over; empty otherwise."""
        warnings = [offer.warning for offer in self.snapshot.offers if offer.target == "end"]
        if isinstance(move, ls.EndTurn) and any(warnings):
            return self.narrator.say("confirm_end", warning=warnings[0])
        if not ls.needs_confirmation(move):
            return ""
        names = self.snapshot.names
        language = self.snapshot.language
        words = ls.describe_move(move, self.view, names=names, language=language).rstrip(".")
        return self.narrator.say("confirm", words=words)

    def _move(self, typed: str) -> ls.Move | None:
        """Find the typed move; answer why there is none, and ask for what is left to choose."""
        found = ls.read_move(
            typed,
            self.view,
            language=self.snapshot.language,
            names=self.snapshot.names,
            commands=self._commands,
        )
        if isinstance(found, ls.Suggestions):
            self._suggest(found)
            return None
        return self._answered(found) if isinstance(found, ls.Question) else found

    def _suggest(self, suggestions: ls.Suggestions) -> None:
        if suggestions.refusal is not None:
            reason = suggestions.sentence.rstrip(".")
            self._refuse("refused", reason=reason, rule=suggestions.refusal.rule)
            return
        hint = self.narrator.say("help_hint")
        self.terminal.say(f"{suggestions.sentence} {hint}", "error")
        if suggestions.texts:
            self._refuse("suggestion", lines=", ".join(suggestions.texts))

    def _answered(self, question: ls.Question) -> ls.Move | None:
        """Ask until the answers lead to a move, or back to the menu."""
        self._show_choices(question)
        while True:
            typed = self.terminal.ask(f"{question.sentence} [{question.default.text}] ")
            if self._is_command(typed, "back"):
                return None
            left = question.answer(typed)
            if not isinstance(left, ls.Question):
                return left
            if left.problem:
                hint = self.narrator.say("back_hint")
                self.terminal.say(f"{left.problem} {hint}", "error")
            else:
                self._show_choices(left)
            question = left

    def _show_choices(self, question: ls.Question) -> None:
        if question.is_list:
            labels = [choice.label for choice in question.choices]
            self.terminal.show(menu_lines(labels, self._columns))

    def _is_command(self, typed: str, command: str) -> bool:
        return ls.table.meaning_of(typed, self.narrator.commands, is_whole=True) == command

    def _hint(self) -> None:
        """Tell a good plan, with its chances; without the extra `fast`, say what is missing."""
        names = self.snapshot.names
        language = self.snapshot.language
        try:
            with clock(self.narrator.say("hint_wait")):
                found = ls.hint(self.view, names=names, language=language)
            self.terminal.say(self.narrator.say("hinted", hint=found))
        except ls.MissingExtraError as error:
            self.terminal.say(str(error), "error")

    def _label(self, offer: ls.Offer) -> str:
        """Describe moves with one target; three dots announce a question."""
        return f"{offer.label} …" if offer.has_choices else offer.label

    @property
    def _columns(self) -> int:
        return self.terminal.width - 1

    def _board(self) -> list[Line]:
        lines = board_lines(
            self.view,
            width=min(self._columns, WIDEST_BOARD),
            names=self.snapshot.names,
            language=self.snapshot.language,
            encoding=sys.stdout.encoding,
        )
        return [*lines]

    def _outlook(self) -> list[Line]:
        """Tell who has the most tents in which rows, and what the end would bring."""
        names = self.snapshot.names
        rows = dict[tuple[int, ...], list[str]]()
        for row, lead in enumerate(self.snapshot.row_leads, 1):
            if lead.leaders:
                rows.setdefault(lead.leaders, []).append(str(row))
        told = [
            self.narrator.say(
                "most_tents", names=", ".join(names[seat] for seat in seats), rows=", ".join(of)
            )
            for seats, of in rows.items()
        ]
        points = [
            f"{name} {end.majorities + end.gems + (end.cards or 0):+}"
            for name, end in zip(names, self.snapshot.end_points, strict=False)
        ]
        text = self.narrator.say("outlook", points=", ".join(points), leads="; ".join(told))
        if not told or not points:
            return []
        return [(Segment(line, "label"),) for line in self.terminal.wrap(text)]

    def _hand(self, *, is_short: bool = False) -> list[Line]:
        """List the cards held with what they do, or only their names; then those seen elsewhere."""
        say = self.narrator.say
        own = self.view.own
        lines = list[Line]()
        if own and own.hand and not is_short:
            counts = Counter(own.hand).items()
            cards = ((self.view.edition.card(card), count) for card, count in counts)
            lines = [(Segment(say("hand"), "heading"),), *self._described(cards)]
        named = [(say("hand"), own.hand)] if own and own.hand and is_short else []
        for known in own.known if own else ():
            place = "seen_top" if known.owner is None else "seen"
            name = "" if known.owner is None else self.snapshot.names[known.owner]
            named.append((say(place, name=name), known.cards))
        for title, listed in named:
            names = ", ".join(self.narrator.card(*card) for card in Counter(listed).items())
            lines += [(Segment(line),) for line in self.terminal.wrap(f"{title} {names}")]
        return lines

    def _described(self, cards: Iterable[tuple[Card, int]]) -> list[Line]:
        language = self.snapshot.language
        texts = (
            f"{self.narrator.card(card.id, count)}: {ls.describe_card(card, language=language)}"
            for card, count in cards
        )
        return [(Segment(line),) for text in texts for line in self.terminal.wrap(text, "  ")]

    def _show_rules(self, number: str) -> None:
        language = self.snapshot.language
        edition = self.view.edition
        chapters = ls.describe_rules(edition, language=language).items()
        headings = [f"{name} {rules['title']}" for name, rules in chapters]
        try:
            texts = rule_text(number, edition, language) if number else headings
            self.terminal.say("\n".join(texts))
        except ls.ArgumentError as error:
            self.terminal.say(str(error), "error")

    def _refuse(self, key: str, **values: object) -> None:
        self.terminal.say(self.narrator.say(key, **values), "error")


def _is_ornament(line: Line) -> bool:
    """Return whether a line of the board can be left out on a small screen."""
    styles = {segment.style for segment in line if segment.text.strip()}
    return styles <= {"line"} or bool(styles & {"river", "boat"})
