"""Effects of cards that let a player choose, after cards were seen or dice were rolled.

The page "Make a new card" explains them. To play with them:

livingstone cards --toml > my-cards.toml
python examples/choosing_cards.py >> my-cards.toml
PYTHONPATH=examples livingstone play --effects choosing_cards --cards my-cards.toml
"""

from typing import Annotated

from attrs import frozen

import livingstone as ls
from livingstone.effects import (
    Announcement,
    Between,
    CardChoice,
    CardEffect,
    CardLook,
    CardRoll,
    Choose,
    Way,
    await_chance,
    await_choice,
    receive_coins,
)


@frozen
class KeepCard(CardEffect):
    """Look at the first cards of the draw pile and keep one; the others are shuffled into it."""

    cards: Annotated[int, Between(1, 5)]
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

    def told_option(
        self, view: ls.View, move: ls.PlayCard, choice: CardChoice, option: Choose
    ) -> Announcement:
        """Name the card that is kept."""
        if not option.cards:
            return {"en": "keep none of them", "de": "keine davon behalten"}, {}
        return {"en": "keep {card}", "de": "{card} behalten"}, {"card": option.cards[0]}

    def choose(
        self, state: ls.State, move: ls.PlayCard, choice: CardChoice, option: Choose
    ) -> ls.State:
        """Take the card; a draw pile that an effect changes is shuffled."""
        kept = state.player.changed(hand=state.player.hand + option.cards)
        return state.with_player(kept, draw_pile=state.draw_pile - ls.CardPile.of(option.cards))


@frozen
class TakeOneDie(CardEffect):
    """Roll dice, and take as many coins as one of them shows."""

    dice: Annotated[int, Between(1, 5)]
    """How many dice."""

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        """Await the roll."""
        return await_chance(state, CardRoll(self.dice))

    def receive(self, state: ls.State, move: ls.PlayCard, outcome: ls.Outcome) -> ls.State:
        """Let the player choose."""
        return await_choice(state)

    def options(self, state: ls.State, move: ls.PlayCard, choice: CardChoice) -> tuple[Choose, ...]:
        """List the values of the dice, each once."""
        assert isinstance(choice.outcome, ls.DiceRolled)
        return tuple(Choose(amount=value) for value in dict.fromkeys(choice.outcome.dice))

    def choose(
        self, state: ls.State, move: ls.PlayCard, choice: CardChoice, option: Choose
    ) -> ls.State:
        """Take the coins."""
        assert option.amount is not None
        return receive_coins(state, option.amount)


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


@frozen
class LendCard(KeepCard):
    """Another player looks at the first cards of the draw pile and keeps one; you take a coin."""

    def ways(self, players: int) -> tuple[Way, ...]:
        """Every move names a player."""
        return ("seat",)

    def plays(self, state: ls.State, card: str) -> tuple[ls.PlayCard, ...]:
        """List the other players, if there is a card to look at."""
        others = [seat for seat in range(len(state.players)) if seat != state.current_player]
        return tuple(ls.PlayCard(card, seat=seat) for seat in others if state.draw_pile)

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        """Let the other player look; the player of the card does not see the cards."""
        return await_chance(state, CardLook(count=self.cards, seat=move.seat))

    def receive(self, state: ls.State, move: ls.PlayCard, outcome: ls.Outcome) -> ls.State:
        """Let the player who looked choose; nobody else is told which card."""
        return await_choice(state, move.seat, is_secret=True)

    def choose(
        self, state: ls.State, move: ls.PlayCard, choice: CardChoice, option: Choose
    ) -> ls.State:
        """Take the card into the hand of the player who looked; shuffle the draw pile."""
        other = state.players[choice.seat]
        kept = other.changed(hand=other.hand + option.cards)
        pile = state.draw_pile - ls.CardPile.of(option.cards)
        state = state.with_player(kept, seat=choice.seat, draw_pile=pile)
        return receive_coins(state, 1)


CARDS = """
[[cards]]
id = "scout"
count = 4
effect = { kind = "keep_card", cards = 3 }
names = { en = "Scout", de = "Kundschafter" }
text = "Look at the first three cards of the draw pile and keep one."

[[cards]]
id = "wager"
count = 4
effect = { kind = "take_one_die", dice = 2 }
names = { en = "Wager", de = "Wette" }
text = "Roll two dice and take as many coins as one of them shows."

[[cards]]
id = "gamble"
count = 4
effect = { kind = "share_dice" }
names = { en = "Gamble", de = "Glücksspiel" }
text = "Roll two dice; another player chooses one, and both of you take coins."

[[cards]]
id = "guide"
count = 4
effect = { kind = "lend_card", cards = 3 }
names = { en = "Guide", de = "Führer" }
text = "Another player looks at three cards of the draw pile and keeps one; take a coin."
"""

EFFECTS = (KeepCard, TakeOneDie, ShareDice, LendCard)

if __name__ == "__main__":
    print(CARDS)
