"""Moves in words, before they are made."""

from collections.abc import Sequence
from typing import Any, assert_never

from livingstone.errors import ArgumentError, shown
from livingstone.game.effects.base import effects_of
from livingstone.game.groups import MoveGroup
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
from livingstone.game.rules.price import Price, price_of
from livingstone.game.view import View
from livingstone.values import Gems, Space
from livingstone.words.cards import describe_card
from livingstone.words.speaker import Speaker, speaker_for


def describe_move(
    move: Move,
    view: View,
    names: Sequence[str] | None = None,
    *,
    language: str = "en",
    you: int | None = None,
) -> str:
    """Describe what a legal move would do, before chance decides anything.

    The arguments after `view` are those of `describe`.

    >>> from livingstone import TakeCoins, apply, new_game, view
    >>> state = apply(new_game(2, seed=7), TakeDie(3))
    >>> [describe_move(move, view(state, 0)) for move in (TakeCoins(), BuildTent(3))]
    ['take 3 coins', 'build a tent in row 3 of column 1 for 1 coin']
    >>> describe_move(Dig(), view(state, 0), language="fr")
    'tirer 3 pierres du sac'

    Raises `ArgumentError` for a move that is not legal in the view, and as `describe` does.
    """
    speaker = speaker_for(language, names, you, view.edition)
    speaker.by_seat(view.players)
    if move not in view.legal_moves:
        raise ArgumentError(f"{shown(move)} is not legal here: `why_illegal` says why")
    return _describe(move, view, speaker)


def describe_group(
    group: MoveGroup,
    view: View,
    names: Sequence[str] | None = None,
    *,
    language: str = "en",
    you: int | None = None,
) -> str:
    """Describe a group of moves without its choices; a group of one move as `describe_move` does.

    >>> from livingstone import group_moves, new_game, view
    >>> seen = view(new_game(2, seed=7), 0)
    >>> [describe_group(group, seen) for group in group_moves(seen)][-2:]
    ['take the 4', 'donate some coins to the Queen']

    Raises `ArgumentError` as `describe_move` does.
    """
    speaker = speaker_for(language, names, you, view.edition)
    move, *others = group.moves
    match move:
        case BuildTent(row) if others:
            space = speaker.space(Space(row, view.boat))
            return speaker.say("moves.build_tent", space=space, cards="", price="", shares="")
        case PlayCard(card) if others:
            return speaker.say("moves.play_some", card=speaker.card(card))
        case SellGems(gem) if others:
            return speaker.say("moves.sell_some", gems=speaker.say(f"amounts.some_{gem}"))
        case Donate() if others:
            return speaker.say("moves.donate", coins=speaker.say("amounts.some_coins"))
    return describe_move(move, view, names, language=language, you=you)


def _describe(move: Move, view: View, speaker: Speaker) -> str:
    match move:
        case TakeDie(value):
            return speaker.say("moves.take_die", die=speaker.amount("the_die", value))
        case DrawCard():
            return speaker.say("moves.draw_card")
        case TakeCoins():
            return _take_coins(view.die or 0, view, speaker)
        case Dig():
            return _dig(view.die or 0, view, speaker)
        case BuildTent(row, cards, source):
            space, price = Space(row, view.boat), price_of(view, row, cards)
            return _tent(space, source, cards, price, speaker)
        case PlayCard(card):
            what = _effect(move, view, speaker)
            return speaker.say("moves.play_card", card=speaker.card(card), what=what)
        case SellGems(gem, count):
            sold = Gems(**{gem: count})
            coins = sold.worth(view.edition.board.gem_values)
            return _sale(sold, coins, 0, view, speaker)
        case Donate(coins):
            return speaker.say("moves.donate", coins=speaker.amount("coins", coins))
        case EndTurn():
            return speaker.say("moves.end_turn")
        case unknown:
            assert_never(unknown)


def _effect(move: PlayCard, view: View, speaker: Speaker) -> str:
    """Say what a card played by itself does (R6.4 to R6.10)."""
    told = effects_of(view.edition)[move.card].told(view, move)
    if told is None:
        card = view.edition.card(move.card)
        text = describe_card(card, language=speaker.phrases.language).removesuffix(".")
        places = [speaker.space(space) for space in (move.space, move.source) if space]
        chosen = [*places, *([speaker.gems(move.gems)] if move.gems else [])]
        return f"{text} ({speaker.between(chosen)})" if chosen else text
    key, values = told
    said = {name: _value(value, speaker) for name, value in values.items()}
    if isinstance(key, str):
        return speaker.say(key, **said)
    return key.get(speaker.phrases.language, key["en"]).format(**said)


def _value(value: Any, speaker: Speaker) -> object:
    """Put a value of `CardEffect.told` into words."""
    match value:
        case Space():
            return speaker.space(value)
        case Gems():
            return speaker.gems(value)
        case str():
            return speaker.say(value) if value else ""
        case (kind, count):
            return speaker.amount(kind, count)
        case {"coins": coins, "points": points}:
            return speaker.gain(coins, points)
        case number:
            return number


def _take_coins(coins: int, view: View, speaker: Speaker) -> str:
    """Say how many coins the bank pays (R4.2, R6.9), at most what it holds (R1.7)."""
    given = min(coins, view.bank)
    return speaker.say("moves.take_coins", coins=speaker.amount("coins", given))


def _dig(stones: int, view: View, speaker: Speaker) -> str:
    """Say how many stones are drawn (R4.3, R6.8), at most what the bag holds."""
    drawn = min(stones, view.bag.total)
    return speaker.say("moves.dig", stones=speaker.amount("stones", drawn))


def _sale(gems: Gems, coins: int, points: int, view: View, speaker: Speaker) -> str:
    """Say what gems sell for (R5.1, R6.6), at most what the bank holds (R1.7)."""
    gain = speaker.gain(min(coins, view.bank), points)
    return speaker.say("moves.sell_gems", gems=speaker.gems(gems), gain=gain)


def _tent(
    space: Space, source: Space | None, cards: Sequence[str], price: Price, speaker: Speaker
) -> str:
    """Say where a tent goes, where it comes from (R9.1), and what it costs (R4.4)."""
    values = speaker.tent(space, cards, price.to_bank, price.to_players, "moves.price")
    if source is None:
        return speaker.say("moves.build_tent", **values)
    return speaker.say("moves.move_tent", source=speaker.space(source), **values)
