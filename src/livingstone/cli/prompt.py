"""Ask a person for a move: show the position, read what is typed, and ask for details."""

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import cached_property
from itertools import islice
from textwrap import wrap

from attrs import define

import livingstone as ls
from livingstone.cli.listings import rule_text
from livingstone.cli.narrator import Narrator
from livingstone.cli.terminal import WIDEST_BOARD, Terminal
from livingstone.edition import Card
from livingstone.text import Line, Segment
from livingstone.text import lines as board_lines

SPARE_LINES = 2
"""Lines kept free below the moves, for the prompt and the answer."""
SUGGESTED = 200
"""A typed line is compared with at most this many legal moves."""


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


@define(eq=False, slots=False)
class Prompt:
    """One decision of the person whose view this is."""

    view: ls.View
    narrator: Narrator
    terminal: Terminal
    save: Callable[[str], None]
    """Writes the record to a file with this name, or to the usual one."""

    @cached_property
    def groups(self) -> tuple[ls.MoveGroup, ...]:
        """The groups of moves, in the order of their numbers on the screen."""
        return ls.group_moves(self.view)

    def show(self) -> None:
        """Show the board, the hand and the moves, shortened if the screen is small."""
        board = self._board()
        menu = menu_lines(map(self._label, self.groups), self._columns)
        hand = self._hand()
        room = self.terminal.height - SPARE_LINES - len(menu)
        if len(board) + len(hand) > room:
            board = [line for line in board if not _is_ornament(line)]
        if len(board) + len(hand) > room:
            hand = self._hand(is_short=True)
        self.terminal.show([*board, *hand, *menu])

    def ask(self) -> ls.Move | None:
        """Ask for a move; None takes the last one back (R11). Raises `LeaveError` on `quit`."""
        assert self.view.seat is not None
        while True:
            typed = self.terminal.ask(f"{self.narrator.names[self.view.seat]}> ")
            first, _, rest = typed.partition(" ")
            match self._meaning(first) if typed else "":
                case "":
                    self.show()
                case "undo":
                    return None
                case "quit":
                    raise LeaveError
                case "save":
                    self.save(rest.strip())
                case "board":
                    self.terminal.show(self._board())
                case "cards":
                    every = ((card, card.count) for card in self.view.edition.cards)
                    self.terminal.show(self._described(every))
                case "help":
                    self.terminal.say(self.narrator.say("terminal_help.text").strip())
                case "rules":
                    self._show_rules(rest)
                case _:
                    if move := self._typed_move(typed):
                        return move

    def _meaning(self, word: str) -> str | None:
        """Find the verb or command that a word means; if only one begins so, its beginning does.

        The id of a card is never read as such a beginning.
        """
        word = word.casefold()
        commands = {
            alias: command
            for alias, command in self.narrator.words("commands").items()
            if command not in ("back", "yes")
        }
        meanings = self.narrator.words("verbs") | commands
        if word in meanings:
            return meanings[word]
        if word in self.view.edition.effects:
            return None
        found = {meaning for alias, meaning in meanings.items() if alias.startswith(word)}
        return found.pop() if len(found) == 1 else None

    def _typed_move(self, typed: str) -> ls.Move | None:
        """Find the typed move; ask for what it leaves open, and for a confirmation (R11.2)."""
        is_sure = typed.endswith("!")
        move = self._move(typed.rstrip("! ").casefold())
        if move is None or is_sure or not ls.needs_confirmation(move):
            return move
        words = self.narrator.move(move, self.view)
        reply = self.terminal.ask(f"{self.narrator.say('confirm', words=words)} ")
        return move if not reply or self._is_command(reply, "yes") else None

    def _move(self, line: str) -> ls.Move | None:
        if line.isdecimal() and 1 <= int(line[:6]) <= len(self.groups):
            return self._choose(self.groups[int(line[:6]) - 1].moves)
        typed = line.removeprefix(f"p{self.view.seat} ").lstrip()
        first, _, rest = typed.partition(" ")
        meaning = self._meaning(first)
        is_verb = meaning in self.narrator.words("verbs").values()
        line = f"{meaning} {rest}".strip() if is_verb else typed
        if moves := self._begun_by(line, is_whole=is_verb):
            if len({ls.table.target_of(move, self.view.boat) for move in moves}) == 1:
                return self._choose(moves)
            attempt = None
        else:
            attempt = self._attempt(line if is_verb else f"play {line}")
        named = self._named(typed) if attempt is None else []
        if attempt and (refusal := ls.why_illegal(self.view, attempt)):
            reason = self.narrator.refusal(refusal, self.view.seat).rstrip(".")
            self._refuse("refused", reason=reason, rule=refusal.rule)
        elif len(named) == 1:
            return self._choose(named[0].moves)
        else:
            texts = [self.narrator.group(group, self.view) for group in named]
            self._suggest(line, texts)
        return None

    def _begun_by(self, line: str, *, is_whole: bool) -> list[ls.Move]:
        """Find the legal moves whose notation a line begins.

        A move that the line writes out completely comes first, then moves whose whole words it has;
        only without any of these does a part of a word count. Unless the line is whole, notation is
        compared without `play`.
        """
        written = self._written if is_whole else self._notation
        notations = [(written(move), move) for move in self.view.legal_moves]
        begun = [(text, move) for text, move in notations if begins(text, line)]
        by_words = [(text, move) for text, move in begun if f"{text} ".startswith(f"{line} ")]
        exact = [move for text, move in begun if text == line]
        return exact[:1] or [move for _, move in by_words or begun]

    def _named(self, typed: str) -> list[ls.MoveGroup]:
        """Find the groups whose text in the menu has all typed words; three letters are enough."""

        def is_called(group: ls.MoveGroup) -> bool:
            called = re.findall(r"\w+", self.narrator.group(group, self.view).casefold())
            starts = tuple(word for word in called if not word.isdigit())
            return all(
                word in called
                or (len(word) > 2 and any(start.startswith(word) for start in starts))
                for word in typed.split()
            )

        return [group for group in self.groups if typed and is_called(group)]

    def _attempt(self, line: str) -> ls.Move | None:
        """Read a move, perhaps an illegal one, in the notation; None if it cannot be read."""
        with suppress(ls.NotationError):
            whole = f"p{self.view.seat} {line}"
            action, _ = ls.parse_move(whole, edition=self.view.edition)
            return action if isinstance(action, ls.Move) else None
        return None

    def _suggest(self, line: str, named: list[str]) -> None:
        moves = islice(self.view.legal_moves, SUGGESTED)
        known = {self._notation(move): self._written(move) for move in moves}
        known |= {command: command for command in self.narrator.words("commands")}
        near = [
            text for text, whole in known.items() if text.startswith(line) or whole.startswith(line)
        ]
        near = near or named or get_close_matches(line.removeprefix("play "), known)
        self._refuse("not_understood", typed=line)
        if near:
            self._refuse("suggestion", lines=", ".join(dict.fromkeys(near[:3])))

    def _written(self, move: ls.Move) -> str:
        """Write a move without its player."""
        return ls.format_move(move, self.view.seat).partition(" ")[2]

    def _notation(self, move: ls.Move) -> str:
        """Write a move as it can be typed: without `play`, unless the card's id is a command."""
        written = self._written(move)
        verb, _, short = written.partition(" ")
        is_word = verb != "play" or self._meaning(short.partition(" ")[0])
        return written if is_word else short

    def _choose(self, moves: Sequence[ls.Move]) -> ls.Move | None:
        if len(moves) == 1:
            return moves[0]
        answers = dict[str, ls.Move]()
        for move in moves:
            if isinstance(move, ls.Donate | ls.SellGems):
                answers[str(move.coins if isinstance(move, ls.Donate) else move.count)] = move
            elif isinstance(move, ls.PlayCard) and move.gems:
                answers[" ".join(map(str, move.gems))] = move
        if isinstance(moves[0], ls.Donate | ls.SellGems):
            least, *_, most = sorted(answers, key=int)
            default = least if isinstance(moves[0], ls.Donate) else most
            prompt = self.narrator.say("how_many", least=least, most=most, default=default)
        elif answers:
            default = max(answers, key=lambda gems: sum(map(int, gems.split())))
            prompt = self.narrator.say("how_many_gems", most=default, default=default)
        else:
            texts = [self.narrator.move(move, self.view) for move in moves]
            self.terminal.show(menu_lines(texts, self._columns))
            answers = {str(number): move for number, move in enumerate(moves, 1)}
            default = "1"
            prompt = self.narrator.say("which")
        while True:
            typed = " ".join(self.terminal.ask(f"{prompt} ").replace(",", " ").split())
            if self._is_command(typed, "back"):
                return None
            if move_meant := answers.get(typed or default):
                return move_meant
            self._refuse("wrong_choice")

    def _is_command(self, typed: str, command: str) -> bool:
        return self.narrator.words("commands").get(typed.casefold()) == command

    def _label(self, group: ls.MoveGroup) -> str:
        """Describe a group; three dots announce a question."""
        words = self.narrator.group(group, self.view)
        return f"{words} …" if len(group.moves) > 1 else words

    @property
    def _columns(self) -> int:
        return self.terminal.width - 1

    def _board(self) -> list[Line]:
        lines = board_lines(
            self.view,
            width=min(self._columns, WIDEST_BOARD),
            names=self.narrator.names,
            language=self.narrator.language,
            encoding=sys.stdout.encoding,
        )
        return [*lines]

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
            name = "" if known.owner is None else self.narrator.names[known.owner]
            named.append((say(place, name=name), known.cards))
        for title, listed in named:
            names = ", ".join(self.narrator.card(*card) for card in Counter(listed).items())
            lines += [(Segment(line),) for line in self.terminal.wrap(f"{title} {names}")]
        return lines

    def _described(self, cards: Iterable[tuple[Card, int]]) -> list[Line]:
        language = self.narrator.language
        texts = (
            f"{self.narrator.card(card.id, count)}: {ls.describe_card(card, language=language)}"
            for card, count in cards
        )
        return [(Segment(line),) for text in texts for line in self.terminal.wrap(text, "  ")]

    def _show_rules(self, number: str) -> None:
        language = self.narrator.language
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


def begins(notation: str, line: str) -> bool:
    """Return whether a line is the beginning of a move's notation; numbers must be complete."""
    after = notation[len(line) : len(line) + 1]
    return notation.startswith(line) and not (line[-1:].isdigit() and after.isdigit())


def _is_ornament(line: Line) -> bool:
    """Return whether a line of the board can be left out on a small screen."""
    styles = {segment.style for segment in line if segment.text.strip()}
    return styles <= {"line"} or bool(styles & {"river", "boat"})
