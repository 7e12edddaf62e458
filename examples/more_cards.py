"""Effects of cards with a choice, with two tents, with dice, and with a look at hidden cards.

The page "Make a new card" explains them. To play with one, see `own_cards.py`.
"""

from itertools import product

from attrs import frozen

import livingstone as ls
from livingstone.effects import (
    CardEffect,
    CardLook,
    CardRoll,
    Way,
    await_chance,
    build_tent,
    pay_for_tent,
    tent_plays,
)


@frozen
class PayPlayer(CardEffect):
    """Give another player coins, and score as many points."""

    def ways(self, players: int) -> tuple[Way, ...]:
        """Every move names a player and an amount."""
        return ("seat_amount",)

    def plays(self, state: ls.State, card: str) -> tuple[ls.PlayCard, ...]:
        """List all that can be paid to each other player."""
        others = [seat for seat in range(len(state.players)) if seat != state.current_player]
        amounts = range(1, min(state.player.coins, 20) + 1)
        each = product(others, amounts)
        return tuple(ls.PlayCard(card, seat=seat, amount=amount) for seat, amount in each)

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        """Pay, and score."""
        assert move.seat is not None
        own, other, n = state.player, state.players[move.seat], move.amount or 0
        state = state.with_player(own.changed(coins=own.coins - n, points=own.points + n))
        return state.with_player(other.changed(coins=other.coins + n), seat=move.seat)


@frozen
class BuildTwo(CardEffect):
    """Pay twice, and build two tents with the die."""

    def ways(self, players: int) -> tuple[Way, ...]:
        """Every move names a space, as building does."""
        return ("tent",)

    def plays(self, state: ls.State, card: str) -> tuple[ls.PlayCard, ...]:
        """List the ways to build two tents at twice the price."""
        return tent_plays(state, card, tents=2, times=2)

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        """Pay with the die, then build."""
        assert move.space is not None
        state = pay_for_tent(state.changed(die=None), move.space, cards=move.cards, times=2)
        state = build_tent(state, move.space, source=move.source)
        return build_tent(state, move.space, source=move.source)


@frozen
class Reroll(CardEffect):
    """Roll the dice on the table again."""

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        """Await the roll."""
        return await_chance(state, CardRoll(len(state.dice)))

    def receive(self, state: ls.State, move: ls.PlayCard, outcome: ls.Outcome) -> ls.State:
        """Put the dice on the table."""
        assert isinstance(outcome, ls.DiceRolled)
        return state.changed(dice=outcome.dice)


@frozen
class PeekHand(CardEffect):
    """Look at the hand of another player."""

    def ways(self, players: int) -> tuple[Way, ...]:
        """Every move names a player."""
        return ("seat",)

    def plays(self, state: ls.State, card: str) -> tuple[ls.PlayCard, ...]:
        """List the other players who have a hand."""
        seats = range(len(state.players))
        others = [n for n in seats if n != state.current_player and state.players[n].hand]
        return tuple(ls.PlayCard(card, seat=n) for n in others)

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        """Await what is seen."""
        return await_chance(state, CardLook(move.seat))


@frozen
class PeekPile(CardEffect):
    """Look at the top card of the draw pile."""

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        """Await what is seen."""
        return await_chance(state, CardLook())
