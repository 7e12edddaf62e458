"""Three effects that the library does not have, each as plain as can be: only the defaults help."""

from attrs import frozen

import livingstone as ls
from livingstone.effects import CardEffect, Positive


@frozen
class ShareCoins(CardEffect):
    """All players take coins from the bank, the player to move first."""

    coins: Positive

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        count = len(state.players)
        for seat in [(state.current_player + step) % count for step in range(count)]:
            taken = min(self.coins, state.bank)
            player = state.players[seat]
            state = state.with_player(player.changed(coins=player.coins + taken), seat=seat)
            state = state.changed(bank=state.bank - taken)
        return state


@frozen
class ClearSpace(CardEffect):
    """All tents of the others on a space go home, and their owners get a point for each."""

    def plays(self, state: ls.State, card: str) -> tuple[ls.PlayCard, ...]:
        others = [p for seat, p in enumerate(state.players) if seat != state.current_player]
        spaces = sorted({space for player in others for space in player.spaces()})
        return tuple(ls.PlayCard(card, space=space) for space in spaces)

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        assert move.space is not None
        row, column = move.space
        for seat, player in enumerate(state.players):
            if seat != state.current_player and (count := player.tents_at(move.space)):
                tents = [list(rows) for rows in player.tents]
                tents[column - 1][row - 1] = 0
                changed = player.changed(
                    tents=tuple(map(tuple, tents)),
                    supply=player.supply + count,
                    points=player.points + count,
                )
                state = state.with_player(changed, seat=seat)
        return state


@frozen
class TakeAnimal(CardEffect):
    """Take the best card with points from the hands of the others, if they have any."""

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        effects = state.edition.effects
        found = [
            (effects[card].points_in_hand, card, seat)
            for seat, player in enumerate(state.players)
            for card in player.hand
            if seat != state.current_player and effects[card].points_in_hand
        ]
        if not found:
            return state
        _, card, seat = max(found)
        hand = list(state.players[seat].hand)
        hand.remove(card)
        state = state.with_player(state.players[seat].changed(hand=tuple(hand)), seat=seat)
        return state.with_player(state.player.changed(hand=(*state.player.hand, card)))


EFFECTS = (ShareCoins, ClearSpace, TakeAnimal)

CARDS = """
[[cards]]
id = "gift"
count = 5
effect = { kind = "share_coins", coins = 2 }
names = { en = "Gift" }
text = "All take two coins."

[[cards]]
id = "eviction"
count = 5
effect = { kind = "clear_space" }
names = { en = "Eviction", de = "Räumung" }
text = "Send the tents of the others on a space home."

[[cards]]
id = "hunt"
count = 5
effect = { kind = "take_animal" }
names = { en = "Hunt" }
text = "Take the best animal that another player holds."
"""
OWN = ("gift", "eviction", "hunt")
