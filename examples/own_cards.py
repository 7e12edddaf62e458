"""Two effects of cards that the library does not have, and a game with them.

python examples/own_cards.py
"""

import tomllib
from random import Random

from attrs import frozen

import livingstone as ls
from livingstone.effects import CardEffect, Positive, Told, Way, place_tent


@frozen
class CollectCoins(CardEffect):
    """Take coins from each other player, as far as public information shows."""

    coins: Positive
    """How many from each."""

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        """Take what came in since the last donation; the chest can hold the rest (R10.2)."""
        mover, collected = state.current_player, 0
        for seat, player in enumerate(state.players):
            if seat != mover:
                known = player.coins + player.chest - player.chest_limit
                taken = min(self.coins, known)
                state = state.with_player(player.changed(coins=player.coins - taken), seat=seat)
                collected += taken
        return state.with_player(state.player.changed(coins=state.player.coins + collected))

    def told(self, view: ls.View, move: ls.PlayCard) -> Told:
        """Say it in own words; without this method, the card's text is used."""
        texts = {
            "en": "take up to {coins} from each other player",
            "de": "bis zu {coins} von allen anderen nehmen",
        }
        return texts, {"coins": ("coins", self.coins)}


@frozen
class SwapTents(CardEffect):
    """Swap a tent of yours with one of the next player's."""

    def ways(self, players: int) -> tuple[Way, ...]:
        """Every move names the space of the other tent, and as its source that of the own one."""
        return ("pair",)

    def plays(self, state: ls.State, card: str) -> tuple[ls.PlayCard, ...]:
        """List the pairs of spaces."""
        _, other = _neighbour(state)
        return tuple(
            ls.PlayCard(card, space=there, source=here)
            for there in other.spaces()
            for here in state.player.spaces()
            if here != there
        )

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        """Move both tents; a tent brings no flag of a scored space along (R7.2)."""
        here, there = move.source, move.space
        assert here is not None
        assert there is not None
        seat, other = _neighbour(state)
        state = state.with_player(place_tent(other, here, there), seat=seat)
        return state.with_player(place_tent(state.player, there, here))


def _neighbour(state: ls.State) -> tuple[int, ls.Player]:
    seat = (state.current_player + 1) % len(state.players)
    return seat, state.players[seat]


CARDS = """
[[cards]]
id = "toll"
count = 4
effect = { kind = "collect_coins", coins = 2 }
names = { en = "Toll", de = "Wegzoll" }
text = "Take two coins from each other player."

[[cards]]
id = "swap"
count = 4
effect = { kind = "swap_tents" }
names = { en = "Swap", de = "Tausch" }
text = "Swap a tent of yours with one of the next player's."
"""


def main() -> None:
    """Let bots play a game with both cards, and tell what these cards do."""
    deck = tomllib.loads(ls.shipped_toml("cards") + CARDS)
    edition = ls.load_edition("printed", cards=deck, effects=[CollectCoins, SwapTents])
    bot, rng, names = ls.load_player("greedy"), Random(1), ["Ann", "Ben", "Cleo"]
    state = ls.new_game(3, seed=7, edition=edition)
    while not state.is_over:
        move = bot.choose(ls.view(state, state.current_player), rng)
        done = ls.play(state, move)
        if isinstance(move, ls.PlayCard) and move.card in ("toll", "swap"):
            print(
                " ".join(ls.describe(event, names=names, edition=edition) for event in done.events)
            )
        state = done.state


if __name__ == "__main__":
    main()
