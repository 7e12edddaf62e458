"""An edition whose cards let players choose: after a look, after dice, at once, and in turn."""

from attrs import frozen
from choosing_cards import KeepCard, LendCard, ShareDice
from editions import card_table

import livingstone as ls
from livingstone.effects import CardChoice, CardEffect, Choose, Way, await_choice


@frozen
class AskForCard(CardEffect):
    """Another player gives you a card of that player's choice, which nobody else sees."""

    def ways(self, players: int) -> tuple[Way, ...]:
        return ("seat",)

    def plays(self, state: ls.State, card: str) -> tuple[ls.PlayCard, ...]:
        seats = range(len(state.players))
        others = [n for n in seats if n != state.current_player and state.players[n].hand]
        return tuple(ls.PlayCard(card, seat=n) for n in others)

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        return await_choice(state, move.seat, is_secret=True)

    def options(self, state: ls.State, move: ls.PlayCard, choice: CardChoice) -> tuple[Choose, ...]:
        return tuple(
            Choose(cards=[card]) for card in dict.fromkeys(state.players[choice.seat].hand)
        )

    def choose(
        self, state: ls.State, move: ls.PlayCard, choice: CardChoice, option: Choose
    ) -> ls.State:
        (card,) = option.cards
        giver = state.players[choice.seat]
        hand = list(giver.hand)
        hand.remove(card)
        state = state.with_player(giver.changed(hand=tuple(hand)), seat=choice.seat)
        return state.with_player(state.player.changed(hand=(*state.player.hand, card)))


@frozen
class AllChoose(CardEffect):
    """Each other player in turn gives up a gem for two points, if that player has any."""

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        return self._next(state, 1)

    def _next(self, state: ls.State, step: int) -> ls.State:
        count = len(state.players)
        for further in range(step, count):
            seat = (state.current_player + further) % count
            if state.players[seat].gems.total:
                return await_choice(state, seat)
        return state

    def options(self, state: ls.State, move: ls.PlayCard, choice: CardChoice) -> tuple[Choose, ...]:
        each = (ls.Gems(1, 0, 0), ls.Gems(0, 1, 0), ls.Gems(0, 0, 1))
        return tuple(Choose(gems) for gems in each if gems <= state.players[choice.seat].gems)

    def choose(
        self, state: ls.State, move: ls.PlayCard, choice: CardChoice, option: Choose
    ) -> ls.State:
        assert option.gems is not None
        player = state.players[choice.seat]
        given = player.changed(gems=player.gems - option.gems, points=player.points + 2)
        state = state.with_player(given, seat=choice.seat, aside=state.aside + option.gems.stones)
        passed = (choice.seat - state.current_player) % len(state.players)
        return self._next(state, passed + 1)


EFFECTS = (KeepCard, ShareDice, AskForCard, AllChoose, LendCard)
TABLES = [
    card_table("scout", "keep_card", 4, cards=3),
    card_table("gamble", "share_dice", 4),
    card_table("beg", "ask_for_card", 4),
    card_table("tithe", "all_choose", 4),
    card_table("lion", "score_points", 2, points=4),
    card_table("coins", "gain_coins", 2, coins=4),
    card_table("fall", "mine_collapse", 1),
    card_table("guide", "lend_card", 4, cards=3),
]
EDITION = ls.load_edition("printed", cards={"cards": TABLES}, effects=EFFECTS)
