"""What a person types, as moves: the notation, or a few words in the language of the game."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from attrs import evolve, frozen

from livingstone.cli.vocabulary import (
    NotUnderstoodError,
    Words,
    all_cards,
    cards_called,
    names_anything,
    one_card,
    sort_words,
)
from livingstone.cli.wording import Wording
from livingstone.edition.effect import Market
from livingstone.errors import NotationError
from livingstone.game.moves import (
    BuildTent,
    Dig,
    Donate,
    DrawCard,
    EndTurn,
    Move,
    PlayCard,
    SellGems,
    TakeCoins,
    TakeDie,
)
from livingstone.game.view import View
from livingstone.records.notation import parse_move
from livingstone.values import Gems

__all__ = ["VERBS", "Wish", "read_wish"]

_SEAT = re.compile(r"p(\d{1,3})")
_BARE: Mapping[str, Move] = MappingProxyType(
    {"coins": TakeCoins(), "dig": Dig(), "draw": DrawCard(), "end": EndTurn()}
)


@frozen
class Wish:
    """What a person wants to do, which may leave something to choose."""

    moves: tuple[Move, ...]
    """The legal moves that fit what was typed."""
    attempt: Move | None = None
    """What was meant, to say why it is not legal where no move fits."""


def read_wish(typed: str, view: View, wording: Wording) -> Wish:
    """Read what the seat of a view wants to do.

    Raises `NotUnderstoodError` for what is neither notation nor known words.
    """
    words = typed.casefold().replace("=", " ").replace("+", " ").split()
    line = typed.casefold()
    if words and (seat := _SEAT.fullmatch(words[0])):
        if int(seat[1]) != view.seat:
            raise NotUnderstoodError("wrong_person")
        del words[0]
        line = line.partition(seat[0])[2]
    if not words:
        raise NotUnderstoodError("not_understood")
    exact = _read_notation(line, view)
    if exact in view.legal_moves:
        return Wish((exact,), exact)
    try:
        verb, rest = _verb(words, view, wording)
        wish = _READERS[verb](sort_words(rest, wording), view, wording)
    except NotUnderstoodError:
        if exact is None:
            raise
        return Wish((), exact)
    return wish if wish.moves or exact is None else Wish((), exact)


def _read_notation(line: str, view: View) -> Move | None:
    if not line.isascii():
        return None
    try:
        _, action = parse_move(f"p{view.seat} {line}")
    except NotationError:
        return None
    if isinstance(action, PlayCard) and action.card not in view.edition.effects:
        return None  # any word could be the id of a card
    return action if isinstance(action, Move) else None


def _verb(words: list[str], view: View, wording: Wording) -> tuple[str, list[str]]:
    """Find the verb; a name of a card without one is played."""
    verbs = wording.find(words[0], "words").intersection(_READERS)
    if len(verbs) == 1:
        return verbs.pop(), words[1:]
    if not verbs or cards_called(words, view, wording):
        return "play", words
    raise NotUnderstoodError("ambiguous")


def _check_all_said(said: Words, understood: Words, view: View, wording: Wording) -> None:
    """Raise `NotUnderstoodError` if more was said than what a verb understands.

    Words around it are passed over, such as articles and nouns, but no names of cards.
    """
    if evolve(said, names=[]) != understood or names_anything(said.names, view, wording):
        raise NotUnderstoodError("not_understood")


def _bare(move: Move, said: Words, view: View, _: Wording) -> Wish:
    if said != Words():
        raise NotUnderstoodError("not_understood")
    return Wish((move,) if move in view.legal_moves else (), move)


def _take(said: Words, view: View, wording: Wording) -> Wish:
    _check_all_said(said, Words(said.numbers[:1]), view, wording)
    value = said.number
    moves = tuple(
        move
        for move in view.legal_moves
        if isinstance(move, TakeDie) and value in (None, move.value)
    )
    return Wish(moves, TakeDie(1 if value is None else value))


def _donate(said: Words, view: View, wording: Wording) -> Wish:
    _check_all_said(said, Words(said.numbers[:1]), view, wording)
    coins = said.number
    moves = tuple(
        move
        for move in view.legal_moves
        if isinstance(move, Donate) and coins in (None, move.coins)
    )
    return Wish(moves, Donate(1 if coins is None else coins))


def _sell(said: Words, view: View, wording: Wording) -> Wish:
    """Read a sale to the bank, of one colour (R5.1)."""
    if len(said.counts) > 1:
        raise NotUnderstoodError("one_colour")
    gem = next(iter(said.counts), None)
    _check_all_said(said, Words([] if gem else said.numbers[:1], said.counts), view, wording)
    count = (said.counts[gem] if gem else said.number) or 0
    moves = tuple(
        move
        for move in view.legal_moves
        if isinstance(move, SellGems) and gem in (None, move.gem) and count in (0, move.count)
    )
    return Wish(moves, SellGems(gem or "clear", count or 1))


def _build(said: Words, view: View, wording: Wording) -> Wish:
    """Read a tent, with the cards and the source that were named (R4.4, R6.3, R9.1).

    Raises `NotUnderstoodError` for a space in another column than the boat's, too (R4.4).
    """
    space, source = said.spaces.get("at"), said.spaces.get("from")
    row = space.row if space else said.number
    if said.counts or said.numbers not in ([], [row]):
        raise NotUnderstoodError("not_understood")
    if space and space.column != view.boat:
        raise NotUnderstoodError("other_column")
    cards = tuple(sorted(all_cards(said.names, view, wording)))
    attempt = BuildTent(view.die or 1 if row is None else row, cards, source)
    if row is not None and attempt in view.legal_moves:
        return Wish((attempt,), attempt)
    moves = tuple(
        move
        for move in view.legal_moves
        if isinstance(move, BuildTent)
        and row in (None, move.row)
        and (not cards or cards == move.cards)
        and source in (None, move.source)
    )
    return Wish(moves, attempt)


def _play(said: Words, view: View, wording: Wording) -> Wish:
    """Read a card, with the gems, the space and the source that were named."""
    if said.numbers:
        raise NotUnderstoodError("not_understood")
    space, source = said.spaces.get("at"), said.spaces.get("from")
    card = one_card(said.names, view, wording) if said.names else None
    moves = tuple(
        move
        for move in view.legal_moves
        if isinstance(move, PlayCard)
        and card in (None, move.card)
        and said.gems in (None, move.gems)
        and space in (None, move.space)
        and source in (None, move.source)
    )
    if card is None:
        if not moves:
            raise NotUnderstoodError("not_understood")
        return Wish(moves)
    gems = said.gems
    if gems is None and isinstance(view.edition.effects[card], Market):
        gems = Gems(clear=1)  # what it takes at the least
    return Wish(moves, PlayCard(card, gems, space, source))


_READERS: Mapping[str, Callable[[Words, View, Wording], Wish]] = MappingProxyType(
    {verb: partial(_bare, move) for verb, move in _BARE.items()}
    | {"build": _build, "donate": _donate, "play": _play, "sell": _sell, "take": _take}
)
VERBS = tuple(_READERS)
"""What a person can do, by the keys of the words for it."""
