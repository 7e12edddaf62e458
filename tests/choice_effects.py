"""Two effects with choices: a seat and an amount, and tents that are paid for."""

from itertools import product

from attrs import frozen
from editions import card_table

import livingstone as ls
from livingstone.effects import CardEffect, Way, build_tent, pay_for_tent, tent_plays


@frozen
class PayPlayer(CardEffect):
    """Give another player coins, and score as many points."""

    def ways(self, players: int) -> tuple[Way, ...]:
        return ("seat_amount",)

    def plays(self, state: ls.State, card: str) -> tuple[ls.PlayCard, ...]:
        seats = [seat for seat in range(len(state.players)) if seat != state.current_player]
        amounts = range(1, min(state.player.coins, self.most_amount) + 1)
        return tuple(
            ls.PlayCard(card, seat=seat, amount=amount) for seat, amount in product(seats, amounts)
        )

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        assert move.seat is not None
        assert move.amount is not None
        own, other, amount = state.player, state.players[move.seat], move.amount
        own = own.changed(coins=own.coins - amount, points=own.points + amount)
        return state.with_player(own).with_player(
            other.changed(coins=other.coins + amount), seat=move.seat
        )


@frozen
class BuildTwo(CardEffect):
    """Pay twice, and build two tents with the die."""

    def ways(self, players: int) -> tuple[Way, ...]:
        return ("tent",)

    def plays(self, state: ls.State, card: str) -> tuple[ls.PlayCard, ...]:
        return tent_plays(state, card, tents=2, times=2)

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        assert move.space is not None
        state = pay_for_tent(state.changed(die=None), move.space, cards=move.cards, times=2)
        return build_tent(
            build_tent(state, move.space, source=move.source), move.space, source=move.source
        )


EFFECTS = (PayPlayer, BuildTwo)
TABLES = [
    card_table("bribe", "pay_player", 3),
    card_table("twins", "build_two", 3),
    card_table("gift", "no_cost_tent", 3),
    card_table("jump", "ignore_die", 3),
]
EDITION = ls.load_edition("printed", cards={"cards": TABLES}, effects=EFFECTS)
