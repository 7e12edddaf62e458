"""One decision of a person: what is shown, what can be typed, and what comes of it."""

import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from attrs import field, frozen

from livingstone.cli.choosing import Chooser, menu_lines
from livingstone.cli.reading import VERBS, read_wish
from livingstone.cli.rulebook import chapters, rule_text
from livingstone.cli.telling import Teller
from livingstone.cli.terminal import Terminal
from livingstone.cli.vocabulary import NotUnderstoodError
from livingstone.edition.cards import Card
from livingstone.errors import ArgumentError
from livingstone.game.legality import why_illegal
from livingstone.game.moves import Move
from livingstone.game.view import View
from livingstone.pictures.text import NARROWEST, Line, Segment
from livingstone.pictures.text import lines as board_lines
from livingstone.table.groups import MoveGroup, group_moves, target_of
from livingstone.table.undo import needs_confirmation
from livingstone.words.cards import describe_card

__all__ = ["WIDEST_BOARD", "Answer", "Decision", "LeaveError", "Save", "Undo", "card_lines"]

WIDEST_BOARD = 100
"""The board is not drawn wider, however wide the terminal is."""


SPARE_LINES = 2
"""Left free below the moves, for the prompt and what is answered to it."""


class LeaveError(Exception):
    """The person ends the game."""


@frozen
class Undo:
    """Take the last move back (R11)."""


@frozen
class Save:
    """Keep a record of the game."""

    file: str
    """Where to; empty for the file that the game is kept in anyway."""


Answer: TypeAlias = Move | Undo | Save


def card_lines(cards: Sequence[tuple[Card, int]], teller: Teller, terminal: Terminal) -> list[Line]:
    """List cards with how many there are and what they do."""
    return [
        (Segment(line),)
        for card, count in cards
        for line in terminal.wrap(_described(card, count, teller), "  ")
    ]


def _described(card: Card, count: int, teller: Teller) -> str:
    text = describe_card(card, language=teller.language)
    return f"{_called(card, count, teller)}: {text}"


def _called(card: Card, count: int, teller: Teller) -> str:
    """Give the name of a card, with how many there are if there are several."""
    name = teller.wording.card(card)
    return f"{name} ({count})" if count > 1 else name


@frozen(eq=False)
class Decision:
    """What the seat of a view, which is to move, is asked."""

    view: View
    """What it may know."""
    teller: Teller
    """In whose words."""
    terminal: Terminal
    """Where."""
    groups: tuple[MoveGroup, ...] = field(init=False)
    """What it can do, in the order of the numbers shown."""

    @groups.default
    def _groups(self) -> tuple[MoveGroup, ...]:
        return group_moves(self.view)

    def show(self) -> None:
        """Show the board, the hand and the moves, as fully as there is room for.

        What was printed before stays in sight; where it cannot, the person goes on with Enter.
        """
        room = self.terminal.room - SPARE_LINES
        if room < len(self._smallest):
            self.terminal.wait(self._say("go_on"))
            room = self.terminal.room - SPARE_LINES
        board, hand, menu = self._board(), self._hand(), self._menu()
        if len(board) + len(hand) + len(menu) > room:
            board = self._compact_board()
        if len(board) + len(hand) + len(menu) > room:
            hand = self._short_hand()
        self.terminal.show([*board, *hand, *menu])

    @property
    def _smallest(self) -> list[Line]:
        return [*self._compact_board(), *self._short_hand(), *self._menu()]

    def _menu(self) -> list[Line]:
        return menu_lines(self.groups, self.view, self.teller, self.terminal.width - 1)

    def _compact_board(self) -> list[Line]:
        return [line for line in self._board() if not _is_ornament(line)]

    def ask(self) -> Answer:
        """Ask until there is an answer.

        Raises `LeaveError` where the person quits, `EOFError` and `KeyboardInterrupt`.
        """
        assert self.view.seat is not None
        prompt = f"{self.teller.names[self.view.seat]}> "
        while True:
            typed = self.terminal.ask(prompt)
            if (answer := self._answer(typed)) is not None:
                return answer

    def _answer(self, typed: str) -> Answer | None:
        """Do what was typed, if it is no move; None asks for something else."""
        word, _, rest = typed.partition(" ")
        if not word:
            self.show()
            return None
        found = self.teller.wording.find(word, "commands", "words") & {*self._commands, *VERBS}
        if len(found) == 1 and found <= {*self._commands}:
            return self._commands[found.pop()](rest.strip())
        is_sure = typed.endswith("!")
        move = self._move(typed.rstrip("! "))
        if move is None or is_sure or not needs_confirmation(move):
            return move
        return move if self._confirms(move) else None

    @property
    def _commands(self) -> Mapping[str, Callable[[str], Answer | None]]:
        return {
            "board": self._show_board,
            "cards": self._show_cards,
            "help": self._show_help,
            "quit": self._leave,
            "rules": self._show_rules,
            "save": Save,
            "undo": lambda _: Undo(),
        }

    def _move(self, typed: str) -> Move | None:
        """Find the move that was typed, and ask what it leaves open; None if there is none."""
        if typed.isdecimal() and 1 <= int(typed[:6]) <= len(self.groups):
            return self._choose(self.groups[int(typed[:6]) - 1].moves)
        try:
            wish = read_wish(typed, self.view, self.teller.wording)
        except NotUnderstoodError as problem:
            words = self._say(str(problem), typed=typed, column=self.view.boat)
            self.terminal.say(words, "error")
            return None
        targets = {target_of(move, self.view.boat) for move in wish.moves}
        if len(targets) == 1:
            return self._choose(wish.moves)
        if targets or wish.attempt is None:
            self.terminal.say(self._say("ambiguous"), "error")
            return None
        if refusal := why_illegal(self.view, wish.attempt):
            reason = self.teller.refusal(refusal, self.view.seat).rstrip(".")
            self.terminal.say(self._say("refused", reason=reason, rule=refusal.rule), "error")
        return None

    def _choose(self, moves: Sequence[Move]) -> Move | None:
        return Chooser(self.terminal, self.teller, self.view).choose(moves)

    def _confirms(self, move: Move) -> bool:
        """Ask whether to go ahead with what cannot be taken back (R11.2); Enter means yes."""
        words = self.teller.move(move, self.view).rstrip(".")
        typed = self.terminal.ask(f"{self._say('confirm', words=words)} ")
        return not typed or self.teller.wording.find(typed, "words") == {"yes"}

    def _board(self) -> list[Line]:
        """Set the board to the terminal; one that is too narrow for any board breaks its lines."""
        return list(
            board_lines(
                self.view,
                max(NARROWEST, min(self.terminal.width - 1, WIDEST_BOARD)),
                names=self.teller.names,
                language=self.teller.language,
                encoding=sys.stdout.encoding,
            )
        )

    def _held(self) -> list[tuple[Card, int]]:
        own = self.view.own
        return [
            (self.view.edition.card(card), count)
            for card, count in Counter(own.hand if own else ()).items()
        ]

    def _hand(self) -> list[Line]:
        """List the cards held with what they do."""
        held = self._held()
        if not held:
            return []
        heading: Line = (Segment(self._say("hand"), "heading"),)
        return [heading, *card_lines(held, self.teller, self.terminal)]

    def _short_hand(self) -> list[Line]:
        """Name the cards held, on one line."""
        if not self._held():
            return []
        names = ", ".join(_called(card, count, self.teller) for card, count in self._held())
        lines = self.terminal.wrap(f"{self._say('hand')} {names}")
        return [(Segment(line),) for line in lines]

    def _show_board(self, _: str) -> None:
        self.terminal.page(self._board(), self._say("go_on"))

    def _show_cards(self, _: str) -> None:
        every = [(card, card.count) for card in self.view.edition.cards]
        self.terminal.page(card_lines(every, self.teller, self.terminal), self._say("go_on"))

    def _show_help(self, _: str) -> None:
        self._page(self.teller.wording.help.splitlines())

    def _show_rules(self, number: str) -> None:
        try:
            self._page(rule_text(number) if number else chapters())
        except ArgumentError as error:
            self.terminal.say(str(error), "error")

    def _leave(self, _: str) -> None:
        raise LeaveError

    def _page(self, texts: Sequence[str]) -> None:
        lines = [(Segment(line),) for text in texts for line in self.terminal.wrap(text) or [""]]
        self.terminal.page(lines, self._say("go_on"))

    def _say(self, key: str, **values: object) -> str:
        seat = self.view.seat
        return self.teller.say(key, **{"seat": seat, **values})


def _is_ornament(line: Line) -> bool:
    """Say whether a line of the board can be left out where there is little room for it."""
    styles = {segment.style for segment in line if segment.text.strip()}
    return styles <= {"line"} or bool(styles & {"river", "boat"})
