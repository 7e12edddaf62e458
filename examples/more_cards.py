"""Effects of cards with choices, with two tents, with dice, and with a look at hidden cards.

The page "Make a new card" explains them. To play with one, see `own_cards.py`.
"""

from itertools import product

from attrs import frozen

import livingstone as ls
from livingstone.effects import (
    CardChoice,
    CardEffect,
    CardLook,
    CardRoll,
    Choose,
    Positive,
    Way,
    await_chance,
    await_choice,
    build_tent,
    pay_for_tent,
    receive_coins,
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


@frozen
class KeepCard(CardEffect):
    """Look at the first cards of the draw pile and keep one; the others are shuffled into it."""

    cards: Positive
    """How many cards are shown."""

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        """Await what is seen."""
        return await_chance(state, CardLook(count=self.cards))

    def receive(self, state: ls.State, move: ls.PlayCard, outcome: ls.Outcome) -> ls.State:
        """Let the player choose; nobody else is told which card."""
        return await_choice(state, is_secret=True)

    def options(self, state: ls.State, move: ls.PlayCard, choice: CardChoice) -> tuple[Choose, ...]:
        """List the cards seen that can be held (R6.11), each once, or none of them."""
        assert isinstance(choice.outcome, ls.CardsShown)
        seen = sorted({*choice.outcome.cards})
        cards = [card for card in seen if not state.edition.is_collapse(card)]
        return (*(Choose(cards=[card]) for card in cards), Choose())

    def choose(
        self, state: ls.State, move: ls.PlayCard, choice: CardChoice, option: Choose
    ) -> ls.State:
        """Take the card; a draw pile that an effect changes is shuffled."""
        kept = state.player.changed(hand=state.player.hand + option.cards)
        return state.with_player(kept, draw_pile=state.draw_pile - ls.CardPile.of(option.cards))


@frozen
class ShareDice(CardEffect):
    """Roll two dice; another player takes as many coins as one shows, you as the other shows."""

    def ways(self, players: int) -> tuple[Way, ...]:
        """Every move names a player."""
        return ("seat",)

    def plays(self, state: ls.State, card: str) -> tuple[ls.PlayCard, ...]:
        """List the other players, unless the bank is empty."""
        others = [seat for seat in range(len(state.players)) if seat != state.current_player]
        return tuple(ls.PlayCard(card, seat=seat) for seat in others if state.bank)

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        """Await the roll."""
        return await_chance(state, CardRoll(2))

    def receive(self, state: ls.State, move: ls.PlayCard, outcome: ls.Outcome) -> ls.State:
        """Let the other player choose a die."""
        return await_choice(state, move.seat)

    def options(self, state: ls.State, move: ls.PlayCard, choice: CardChoice) -> tuple[Choose, ...]:
        """List the values of the dice, each once."""
        assert isinstance(choice.outcome, ls.DiceRolled)
        return tuple(Choose(amount=value) for value in dict.fromkeys(choice.outcome.dice))

    def choose(
        self, state: ls.State, move: ls.PlayCard, choice: CardChoice, option: Choose
    ) -> ls.State:
        """Pay the player who chose, then the one who played the card (R1.7)."""
        assert isinstance(choice.outcome, ls.DiceRolled)
        assert option.amount is not None
        taken = min(option.amount, state.bank)
        other = state.players[choice.seat]
        state = state.changed(bank=state.bank - taken)
        state = state.with_player(other.changed(coins=other.coins + taken), seat=choice.seat)
        return receive_coins(state, sum(choice.outcome.dice) - option.amount)
