"""The groups of moves as a numbered list, and what is asked when a group leaves a choice."""

from collections.abc import Callable, Iterable, Sequence
from textwrap import wrap
from typing import TypeVar

from attrs import frozen

from livingstone.cli.telling import Teller
from livingstone.cli.terminal import Terminal
from livingstone.cli.vocabulary import sort_words, space_of
from livingstone.game.moves import BuildTent, Donate, Move, PlayCard, SellGems
from livingstone.game.view import View
from livingstone.pictures.text import Line, Segment
from livingstone.table.groups import MoveGroup
from livingstone.values import GEM_COLOURS, NO_GEMS, Gems, Space

__all__ = ["Chooser", "menu_lines"]

_Choice = TypeVar("_Choice")


def menu_lines(groups: Sequence[MoveGroup], view: View, teller: Teller, width: int) -> list[Line]:
    """Number the groups of moves and set them side by side, as many as fit on a line."""
    return side_by_side([_words_of(group, view, teller) for group in groups], width)


def side_by_side(texts: Iterable[str], width: int) -> list[Line]:
    """Number texts and set them in quarters of a line; longer ones take several, or lines."""
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
        lines[-1] += [
            Segment(number, "number"),
            Segment(first.ljust(quarters * quarter - len(number))),
        ]
        lines += [[Segment(" " * len(number) + line)] for line in rest]
        taken += quarters
    return [tuple(line) for line in lines]


def _words_of(group: MoveGroup, view: View, teller: Teller) -> str:
    """Say what a group does; three dots show that something is asked then."""
    first = group.moves[0]
    words = teller.move(first, view).rstrip(".")
    if len(group.moves) == 1:
        return words
    if group.amounts:
        return teller.say("at_most", words=words, most=group.amounts.most)
    if isinstance(first, PlayCard):
        return teller.say("play_card", card=teller.card(first.card))
    return f"{words} …"


@frozen(eq=False)
class Chooser:
    """Asks a person what a group of moves leaves to choose."""

    terminal: Terminal
    """Where it asks."""
    teller: Teller
    """In whose words."""
    view: View
    """Of the seat that is to move."""

    def choose(self, moves: Sequence[Move]) -> Move | None:
        """Ask until one of the moves is left; None if the person goes back."""
        left = list(moves)
        steps: tuple[Callable[[list[Move]], list[Move]], ...] = (
            self._by_amount,
            self._by_gems,
            self._by_cards,
            self._by_space,
            self._by_source,
        )
        for step in steps:
            if len(left) > 1:
                left = step(left)
        return left[0] if left else None

    def _by_amount(self, moves: list[Move]) -> list[Move]:
        """Ask for a number of coins or gems."""
        amounts = {
            move.coins if isinstance(move, Donate) else move.count: move
            for move in moves
            if isinstance(move, Donate | SellGems)
        }
        if len(amounts) < 2:
            return moves
        least, most = min(amounts), max(amounts)
        default = least if isinstance(moves[0], Donate) else most
        prompt = self.teller.say("how_many", least=least, most=most, default=default)
        chosen = self._ask(prompt, amounts[default], lambda typed: amounts.get(_number(typed)))
        return [chosen] if chosen else []

    def _by_gems(self, moves: list[Move]) -> list[Move]:
        """Ask for gems of each colour, by default all that there are."""
        by_gems = {m.gems: m for m in moves if isinstance(m, PlayCard) and m.gems}
        if len(by_gems) < 2:
            return moves
        most = Gems(*map(max, zip(*by_gems, strict=True)))
        shown = " ".join(map(str, most))
        prompt = self.teller.say("how_many_gems", most=shown, default=shown)
        chosen = self._ask(
            prompt, by_gems[most], lambda typed: by_gems.get(self._gems(typed) or NO_GEMS)
        )
        return [chosen] if chosen else []

    def _gems(self, typed: str) -> Gems | None:
        """Read gems: `2 0 1`, or `2 clear 1 red`."""
        said = sort_words(typed.casefold().replace("=", " ").split(), self.teller.wording)
        if len(said.numbers) == len(GEM_COLOURS):
            return Gems(*said.numbers)
        return said.gems

    def _by_cards(self, moves: list[Move]) -> list[Move]:
        """Ask which cards to play with a tent, by default none."""
        firsts = {m.cards: m for m in reversed(moves) if isinstance(m, BuildTent)}
        choices = sorted(firsts, key=lambda cards: (len(cards), cards))
        if len(choices) < 2:
            return moves
        cards = self._one_of(choices, [self.teller.move(firsts[one], self.view) for one in choices])
        return [m for m in moves if isinstance(m, BuildTent) and m.cards == cards]

    def _by_space(self, moves: list[Move]) -> list[Move]:
        """Ask onto which space a second tent goes."""
        spaces = sorted({m.space for m in moves if isinstance(m, PlayCard) and m.space})
        if len(spaces) < 2:
            return moves
        space = self._one_of(spaces, list(map(self._space, spaces)))
        return [m for m in moves if isinstance(m, PlayCard) and m.space == space]

    def _by_source(self, moves: list[Move]) -> list[Move]:
        """Ask from which space a tent is moved (R9.1)."""
        tents = [m for m in moves if isinstance(m, BuildTent | PlayCard)]
        sources = sorted({m.source for m in tents if m.source})
        if len(sources) < 2:
            return moves
        self.terminal.say(self.teller.say("from_where"))
        source = self._one_of(sources, list(map(self._space, sources)))
        return [m for m in tents if m.source == source]

    def _space(self, space: Space) -> str:
        return self.teller.say("space", row=space.row, column=space.column)

    def _one_of(self, choices: Sequence[_Choice], labels: Sequence[str]) -> _Choice | None:
        """Ask for one of several by its number; a space may be named as well."""
        self.terminal.page(side_by_side(labels, self.terminal.width), self.teller.say("go_on"))

        def read(typed: str) -> _Choice | None:
            if 1 <= _number(typed) <= len(choices):
                return choices[_number(typed) - 1]
            return next((one for one in choices if one == space_of(typed)), None)

        return self._ask(self.teller.say("which"), choices[0], read)

    def _ask(
        self, prompt: str, default: _Choice, read: Callable[[str], _Choice | None]
    ) -> _Choice | None:
        """Ask until the answer can be read; None if the person goes back."""
        while True:
            typed = self.terminal.ask(f"{prompt} ")
            if not typed:
                return default
            if self.teller.wording.is_word(typed, "back"):
                return None
            if (chosen := read(typed)) is not None:
                return chosen
            self.terminal.say(self.teller.say("wrong_choice"), "error")


def _number(typed: str) -> int:
    """Read a whole number; 0 for anything else."""
    return int(typed[:9]) if typed.isdecimal() else 0
