"""A person at the keyboard, who plays like any bot: from a view, one move at a time."""

import random

from attrs import frozen

from livingstone.errors import NotationError
from livingstone.moves import Donate, Move, PlayCard, SellGems
from livingstone.notation import format_move, parse_move
from livingstone.values import GEM_COLOURS
from livingstone.view import View

__all__ = ["Keyboard"]

HELP = """\
Type the number of a move, or the move itself: take 4, card, coins, dig, tent 4, donate 2,
sell blue=1, lion, market clear=2 red=1, end. ? shows this, Ctrl-C gives the game up."""


@frozen
class Keyboard:
    """Asks a person for the moves of one seat."""

    name: str
    """How to call the person."""

    def choose(self, view: View, rng: random.Random) -> Move:
        """Show what the person may know, and ask until a move is possible.

        Raises `EOFError` and `KeyboardInterrupt` where the person ends it.
        """
        del rng  # a person needs none
        seat = view.seat
        assert seat is not None
        listed = [move for move in view.legal_moves if not _is_amount(move)]
        print(_situation(view, self.name))
        for number, move in enumerate(listed, 1):
            print(f"  {number:2}  {_words(move, seat)}")
        for line in _amounts(view):
            print(f"      {line}")
        while True:
            typed = input(f"{self.name}> ").strip()
            if typed == "?":
                print(HELP)
            elif typed.isascii() and typed.isdigit() and 1 <= int(typed[:6]) <= len(listed):
                return listed[int(typed[:6]) - 1]
            elif (found := _read(typed, view)) is not None:
                return found


def _is_amount(move: Move) -> bool:
    """Say whether a move is one of a long row that differ in an amount only."""
    return isinstance(move, Donate | SellGems) or (
        isinstance(move, PlayCard) and move.gems is not None
    )


def _amounts(view: View) -> list[str]:
    """Tell the rows of moves that differ in an amount only, a line each."""
    lines = list[str]()
    moves = view.legal_moves
    for gem in GEM_COLOURS:
        if most := max(
            (m.count for m in moves if isinstance(m, SellGems) and m.gem == gem), default=0
        ):
            lines.append(f"sell {gem}=N, up to {most}")
    cards = dict.fromkeys(m.card for m in moves if isinstance(m, PlayCard) and m.gems is not None)
    lines += [f"{card} clear=N blue=N red=N, of the gems you have" for card in cards]
    if most := max((move.coins for move in moves if isinstance(move, Donate)), default=0):
        lines.append(f"donate N, up to {most}")
    return lines


def _words(move: Move, seat: int) -> str:
    return format_move(move, seat).partition(" ")[2]


def _read(typed: str, view: View) -> Move | None:
    """Read a move; None, after a word about it, if it is none or not possible now."""
    try:
        _, action = parse_move(f"p{view.seat} {typed}")
    except NotationError as error:
        print(f"Not understood: expected {error.expected}. Type ? for help.")
        return None
    for move in view.legal_moves:
        if move == action:
            return move
    print("That is not possible now.")
    return None


def _situation(view: View, name: str) -> str:
    """Sum up what the person needs to decide."""
    own, seat = view.own, view.seat
    assert own is not None
    assert seat is not None
    me = view.players[seat]
    dice = " ".join(map(str, view.dice)) or "none"
    hand = ", ".join(own.hand) or "no cards"
    gems = ", ".join(f"{count} {gem}" for gem, count in me.gems._asdict().items() if count)
    return (
        f"\n{name}: boat in column {view.boat}, dice on the table: {dice},"
        f" your die: {view.die or 'none'} (last: {me.last_die or 'none'})\n"
        f"  {own.coins} coins, {own.chest} donated, {me.points} points, {me.supply} tents left,"
        f" {gems or 'no gems'}, {hand}"
    )
