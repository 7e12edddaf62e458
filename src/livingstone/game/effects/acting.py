"""Functions by which effects of cards change a state, besides `State.changed`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from attrs import evolve

from livingstone.errors import ArgumentError, shown
from livingstone.game import knowledge
from livingstone.game.moves import (
    CardChoice,
    CardDraw,
    CardLook,
    CardRoll,
    ChanceEvent,
    HandDraw,
    StoneDraw,
)
from livingstone.game.rules import money
from livingstone.game.rules.tents import Price, pay, place_tent, price_of
from livingstone.game.state import State
from livingstone.support.arguments import seat_of
from livingstone.values import NO_CARDS, Space, pile_of


def receive_coins(state: State, coins: int) -> State:
    """Pay coins from the bank to the player to move, at most what it holds (R1.7)."""
    return money.receive(state, state.player, coins)


def await_chance(state: State, event: ChanceEvent) -> State:
    """Let the player to move roll dice, or draw stones or a card; `receive` gets the outcome.

    - `CardRoll(count)` rolls dice (R6), which are not on the table.
    - `StoneDraw(count)` draws stones (R6.8), at most what the bag holds.
    - `CardDraw(is_replacement=False)` draws a card (R4.1), and changes nothing if none is left.
    - `CardLook(owner)` shows the player the hand of a seat, `CardLook(count=3)` the first cards of
      the draw pile, at most five. The player knows them, as far as they stay there. With `seat`,
      another player looks, and the player to move does not.
    - `HandDraw(seat)` draws a card at random from the hand of a seat, and changes nothing if the
      hand is empty. Its owner and the player see the card, which stays in the hand: `pass_card`
      takes it out.
    """
    match event:
        case HandDraw(owner) if not state.players[owner].hand:
            return state
        case StoneDraw(count):
            return money.await_stones(state, count)
        case CardRoll(0):
            return state
        case CardLook():
            return _await_look(state, event)
        case CardDraw() if not state.draw_pile and not state.played:
            return state
        case CardDraw() if not state.draw_pile:
            state = state.changed(draw_pile=state.played, played=NO_CARDS)
    return state.changed(pending=event)


def _await_look(state: State, look: CardLook) -> State:
    """Await a look at cards that are there; raises `ArgumentError` for a seat that is not."""
    seat = None if look.seat is None else seat_of("seat", look.seat, len(state.players))
    if seat == state.current_player:
        seat = None  # equal positions are equal
    if look.owner is not None:
        is_empty = not state.players[look.owner].hand
        return state if is_empty else state.changed(pending=evolve(look, seat=seat))
    count = min(look.count, state.draw_pile.total)
    return state.changed(pending=CardLook(None, count, seat)) if count else state


def await_choice(state: State, seat: int | None = None, *, is_secret: bool = False) -> State:
    """Let a player choose, by default the player to move; `options` and `choose` are asked next.

    All players are told that somebody chooses, and then which option; with `is_secret`, they are
    not told the option. If there is no option, nobody chooses: the card is done, and `choose` is
    not called.

    Raises `ArgumentError` for a seat that the game does not have.
    """
    turn = state.current_player
    chooser = turn if seat is None else seat_of("seat", seat, len(state.players))
    return state.changed(pending=CardChoice(chooser, turn, is_secret))


def pay_for_tent(state: State, space: Space, *, cards: Iterable[str] = (), times: int = 1) -> State:
    """Let the player to move pay for a tent on a space: the bank and the neighbours (R4.4).

    With a card of R6.1 among `cards` the tent is free; otherwise the price is paid `times` times.
    """
    to_bank, to_players = price_of(state, space.row, cards=cards, column=space.column)
    return pay(state, Price(to_bank * times, tuple(fee * times for fee in to_players)))


def build_tent(state: State, space: Space, *, source: Space | None = None) -> State:
    """Let the player to move build a tent from the supply, or if none is left, from `source`.

    Nothing is paid. Without a tent in the supply and without a source, nothing changes.
    """
    player = state.player
    if not player.supply and source is None:
        return state
    return state.with_player(place_tent(player, space, None if player.supply else source))


def pass_card(state: State, card: str, giver: int | None, taker: int | None) -> State:
    """Pass a card with this id from the hand of one seat to that of another.

    If `giver` is None, the card comes from the open cards; if `taker` is None, it is laid open. In
    both cases all players see it. Otherwise only giver and taker see which card it is, and the
    giver knows that the taker has it. What players know of these hands stays known as far as it is
    still certain.

    >>> from livingstone import new_game
    >>> state = new_game(2, seed=7)
    >>> pile = state.draw_pile - pile_of(("lion",))
    >>> state = state.with_player(state.player.changed(hand=("lion",)), draw_pile=pile)
    >>> state = pass_card(state, "lion", 0, 1)
    >>> state.players[1].hand, state.players[0].known
    (('lion',), (Known(owner=1, cards=('lion',)),))

    Raises `ArgumentError` for a card that is not there, a mine collapse, and seats that are equal.
    """
    seats = [
        None if seat is None else seat_of("seat", seat, len(state.players))
        for seat in (giver, taker)
    ]
    if seats[0] == seats[1]:
        raise ArgumentError("a card is passed between two different places")
    if state.edition.is_collapse(card):
        raise ArgumentError(f"{shown(card)} cannot be held, so it cannot be passed")
    if giver is None:
        if not state.played.count(card):
            raise ArgumentError(f"{shown(card)} does not lie open")
        state = state.changed(played=state.played - pile_of((card,)))
    else:
        _need_held(state, (card,), giver)
        hand = list(state.players[giver].hand)
        hand.remove(card)
        state = state.with_player(state.players[giver].changed(hand=tuple(hand)), seat=giver)
    if taker is None:
        state = state.changed(played=state.played + pile_of((card,)))
    else:
        hand = sorted((*state.players[taker].hand, card))
        state = state.with_player(state.players[taker].changed(hand=tuple(hand)), seat=taker)
    return knowledge.with_step(state, knowledge.CardMove(card, giver, taker))


def show_cards(
    state: State, owner: int, cards: Iterable[str], seats: Iterable[int] | None = None
) -> State:
    """Show cards of a hand to some seats, or to all other seats, which then know these cards.

    A spectator does not see them. Raises `ArgumentError` for cards that the owner does not hold.
    """
    count = len(state.players)
    owner = seat_of("owner", owner, count)
    others = range(count) if seats is None else [seat_of("seat", seat, count) for seat in seats]
    to = tuple(sorted({*others} - {owner}))
    shown_cards = tuple(sorted(cards))
    _need_held(state, shown_cards, owner)
    if not to or not shown_cards:
        return state
    return knowledge.with_step(state, knowledge.HandShow(owner, to, shown_cards))


def show_hand(state: State, owner: int, seats: Iterable[int] | None = None) -> State:
    """Show a whole hand to some seats, or to all other seats, which then know the hand."""
    return show_cards(state, owner, state.players[owner].hand, seats)


def shuffle_pile(state: State) -> State:
    """Shuffle the draw pile: nobody knows its top any more.

    A pile has no order that a state could hold, so no outcome is awaited: each card of it is
    equally likely to be drawn next.
    """
    return knowledge.with_step(state, knowledge.PileShuffle())


def _need_held(state: State, cards: tuple[str, ...], owner: int) -> None:
    """Refuse cards that a hand does not have; raises `ArgumentError`."""
    if missing := Counter(cards) - Counter(state.players[owner].hand):
        card = next(iter(missing))
        raise ArgumentError(f"player {owner} does not hold {shown(card)}")
