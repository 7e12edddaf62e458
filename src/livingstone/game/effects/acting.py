"""What effects of cards call to change a state, beside `State.changed`."""

from collections.abc import Iterable

from livingstone.game.moves import CardDraw, CardLook, CardRoll, ChanceEvent, StoneDraw
from livingstone.game.rules import money
from livingstone.game.rules.tents import Price, pay, place_tent, price_of
from livingstone.game.state import State
from livingstone.values import NO_CARDS, Space


def receive_coins(state: State, coins: int) -> State:
    """Pay coins from the bank to the player to move, at most what it holds (R1.7)."""
    return money.receive(state, state.player, coins)


def await_chance(state: State, event: ChanceEvent) -> State:
    """Let the player to move roll dice, or draw stones or a card; `receive` gets the outcome.

    - `CardRoll(count)` rolls dice (R6), which are not on the table.
    - `StoneDraw(count)` draws stones (R6.8), at most what the bag holds.
    - `CardDraw(is_replacement=False)` draws a card (R4.1), and changes nothing if none is left.
    - `CardLook(seat)` shows the player the hand of a seat, `CardLook(count=3)` the first cards of
      the draw pile, at most five. The player knows them, as far as they stay there.
    """
    match event:
        case StoneDraw(count):
            return money.await_stones(state, count)
        case CardRoll(0):
            return state
        case CardLook(None, count):
            count = min(count, state.draw_pile.total)
            return state.changed(pending=CardLook(None, count)) if count else state
        case CardLook(int(seat)) if not state.players[seat].hand:
            return state
        case CardDraw() if not state.draw_pile and not state.played:
            return state
        case CardDraw() if not state.draw_pile:
            state = state.changed(draw_pile=state.played, played=NO_CARDS)
    return state.changed(pending=event)


def pay_for_tent(state: State, space: Space, *, cards: Iterable[str] = (), times: int = 1) -> State:
    """Let the player to move pay for a tent on a space: the bank and the neighbours (R4.4).

    With a card of R6.1 among `cards` it is free; else the price is due `times` times.
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
