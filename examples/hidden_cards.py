"""Effects of cards that draw from a hand, give and show cards, shuffle, and score at the end.

The page "Make a new card" explains them. To play with them:

livingstone cards --toml > my-cards.toml
python examples/hidden_cards.py >> my-cards.toml
PYTHONPATH=examples livingstone play --effects hidden_cards --cards my-cards.toml
"""

from typing import Annotated, ClassVar

from attrs import frozen

import livingstone as ls
from livingstone.effects import (
    Announcement,
    Between,
    CardEffect,
    HandDraw,
    Moment,
    Natural,
    PlainEffect,
    Positive,
    Way,
    await_chance,
    no_effect,
    pass_card,
    receive_coins,
    show_hand,
    shuffle_pile,
)


@frozen
class StealCard(CardEffect):
    """Take a card at random from the hand of another player."""

    def ways(self, players: int) -> tuple[Way, ...]:
        """Every move names a player."""
        return ("seat",)

    def plays(self, state: ls.State, card: str) -> tuple[ls.PlayCard, ...]:
        """List the other players who have a hand."""
        seats = range(len(state.players))
        others = [n for n in seats if n != state.current_player and state.players[n].hand]
        return tuple(ls.PlayCard(card, seat=n) for n in others)

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        """Await the card that is drawn."""
        assert move.seat is not None
        return await_chance(state, HandDraw(move.seat))

    def receive(self, state: ls.State, move: ls.PlayCard, outcome: ls.Outcome) -> ls.State:
        """Take it."""
        assert isinstance(outcome, ls.CardsShown)
        return pass_card(state, outcome.cards[0], move.seat, state.current_player)


@frozen
class GiveCard(CardEffect):
    """Give another player a card at random from the own hand, and score points."""

    points: Positive
    """How many points."""

    def ways(self, players: int) -> tuple[Way, ...]:
        """Every move names a player."""
        return ("seat",)

    def plays(self, state: ls.State, card: str) -> tuple[ls.PlayCard, ...]:
        """List the other players, if a card is left to be given."""
        seats = range(len(state.players)) if len(state.player.hand) > 1 else ()
        return tuple(ls.PlayCard(card, seat=n) for n in seats if n != state.current_player)

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        """Await the card that is drawn."""
        return await_chance(state, HandDraw(state.current_player))

    def receive(self, state: ls.State, move: ls.PlayCard, outcome: ls.Outcome) -> ls.State:
        """Give it away, and score."""
        assert isinstance(outcome, ls.CardsShown)
        state = pass_card(state, outcome.cards[0], state.current_player, move.seat)
        return state.with_player(state.player.changed(points=state.player.points + self.points))


@frozen
class ShowHand(CardEffect):
    """Show the own hand to all others, and score a point for each card."""

    def refuse(self, state: ls.State, move: ls.PlayCard) -> ls.Refusal | None:
        """Refuse it without another card."""
        if len(state.player.hand) > 1:
            return None
        texts = {"en": "You have no card to show", "de": "Du hast keine Karte zum Zeigen"}
        return no_effect(texts)

    def announce(self, before: ls.State, move: ls.PlayCard, after: ls.State) -> Announcement | None:
        """Say what the parade brings."""
        texts = {
            "en": "The parade of {seat} brings {points:points}",
            "de": "Parade ({seat}): {points:points}",
        }
        seat = before.current_player
        points = after.players[seat].points - before.player.points
        return texts, {"seat": seat, "points": points}

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        """Show it; the others know it from now on."""
        player = state.player
        state = state.with_player(player.changed(points=player.points + len(player.hand)))
        return show_hand(state, state.current_player)


@frozen
class ShufflePile(CardEffect):
    """Shuffle the draw pile, and take coins from the bank."""

    coins: Natural
    """How many coins."""

    def plays(self, state: ls.State, card: str) -> tuple[ls.PlayCard, ...]:
        """Play it at any time: shuffling has an effect, whoever knows the top of the pile."""
        return (ls.PlayCard(card),)

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        """Shuffle, and take the coins."""
        return receive_coins(shuffle_pile(state), self.coins)


@frozen
class ScoreTents(PlainEffect):
    """When held at the end, score points for each own tent on the board, or lose some."""

    points: Annotated[int, Between(-9, 9)]
    """How many points for each tent; below 0 they are lost."""

    moments: ClassVar[tuple[Moment, ...]] = ()

    def plays(self, state: ls.State, card: str) -> tuple[ls.PlayCard, ...]:
        """Never play it: it only counts in hand."""
        return ()

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        """Change nothing, since it is never played."""
        return state

    def end_points(self, state: ls.State, seat: int) -> int:
        """Count the tents of the seat."""
        return self.points * sum(map(sum, state.players[seat].tents))


CARDS = """
[[cards]]
id = "thief"
count = 5
effect = { kind = "steal_card" }
names = { en = "Thief", de = "Dieb" }
text = "Take a card at random from another player's hand."

[[cards]]
id = "present"
count = 5
effect = { kind = "give_card", points = 2 }
names = { en = "Present", de = "Geschenk" }
text = "Give another player one of your cards at random, and score 2 points."

[[cards]]
id = "parade"
count = 5
effect = { kind = "show_hand" }
names = { en = "Parade", de = "Parade" }
text = "Show your hand to all, and score a point for each card."
texts = { de = "Zeig allen deine Hand. Jede Karte bringt einen Punkt." }

[[cards]]
id = "mixer"
count = 5
effect = { kind = "shuffle_pile", coins = 2 }
names = { en = "Mixer", de = "Mischer" }
text = "Shuffle the draw pile, and take 2 coins."

[[cards]]
id = "camp"
count = 3
effect = { kind = "score_tents", points = 1 }
names = { en = "Camp", de = "Lager" }
text = "At the end, score a point for each of your tents."

[[cards]]
id = "rent"
count = 3
effect = { kind = "score_tents", points = -2 }
names = { en = "Rent", de = "Miete" }
text = "At the end, lose 2 points for each of your tents."
"""

EFFECTS = (StealCard, GiveCard, ShowHand, ShufflePile, ScoreTents)

if __name__ == "__main__":
    print(CARDS)
