"""Events explain every difference between two states, and hide what is secret."""

from editions import new_game
from hypothesis import given
from hypothesis import strategies as st

import livingstone as ls
from livingstone import events as happened
from livingstone.game.engine import apply
from livingstone.testing import Game, games

Tents = dict[tuple[int, ls.Space], int]


class Ledger:
    """What events alone tell of coins, points, gems, tents, cards, the boat and the end."""

    def __init__(self, start: ls.State) -> None:
        players = start.players
        self.bank = start.bank
        self.funds = [player.coins + player.chest for player in players]
        self.coins = [player.coins for player in players]
        self.points = [player.points for player in players]
        self.gems = [player.gems for player in players]
        self.hands = [list(player.hand) for player in players]
        self.supply = [player.supply for player in players]
        self.tents: Tents = {}
        for seat, player in enumerate(players):
            for space in player.spaces():
                self.tents[seat, space] = player.tents_at(space)
        self.boat = start.boat
        self.winners: tuple[int, ...] | None = None

    def income(self, seat: int, coins: int) -> None:
        self.bank -= coins
        self.coins[seat] += coins
        self.funds[seat] += coins

    def enter(self, event: ls.Event) -> None:
        match event:
            case happened.CoinsTaken(seat, coins):
                self.income(seat, coins)
            case happened.StonesFound(seat, _, kept):
                self.gems[seat] = self.gems[seat] + kept
            case happened.WhiteStoneFound(seat, coins, lost):
                self.income(seat, coins)
                self.gems[seat] = self.gems[seat] - lost
            case happened.CardDrawn(seat, card):
                assert card is not None
                self.hands[seat].append(card)
            case happened.MineCollapsed(_, _, lost_by_seat):
                self.gems = [own - lost for own, lost in zip(self.gems, lost_by_seat, strict=True)]
            case happened.TentBuilt():
                self.build(event)
                self.supply[event.seat] -= 1
            case happened.TentMoved():
                self.build(event)
                self.tents[event.seat, event.source] -= 1
            case happened.CardPlayed(seat, card):
                self.hands[seat].remove(card)
            case happened.PointsScored(seat, points):
                self.points[seat] += points
            case happened.CardTook(seat, coins, gems, points):
                self.income(seat, -coins)
                self.gems[seat] = self.gems[seat] - gems
                self.points[seat] -= points
            case happened.CardGave(seat, coins, gems):
                self.income(seat, coins)
                self.gems[seat] = self.gems[seat] + gems
            case happened.BoatMoved(_, column):
                self.boat = column
            case happened.GemsSold(seat, gems, coins, points):
                self.income(seat, coins)
                self.gems[seat] = self.gems[seat] - gems
                self.points[seat] += points
            case happened.Donated(seat, coins):
                assert coins is not None
                self.coins[seat] -= coins
            case happened.GameOver(winners):
                self.winners = winners
            case (
                happened.ColumnScored(_, points_by_seat)
                | happened.RowScored(_, points_by_seat)
                | happened.GemsCounted(points_by_seat)
                | happened.CardsCounted(points_by_seat)
            ):
                self.points = [
                    own + more for own, more in zip(self.points, points_by_seat, strict=True)
                ]
            case _:
                pass

    def build(self, event: happened.TentBuilt | happened.TentMoved) -> None:
        place = event.seat, event.space
        self.tents[place] = self.tents.get(place, 0) + 1
        self.income(event.seat, -event.cost)
        for seat, fee in enumerate(event.fees):
            self.coins[seat] += fee
            self.funds[seat] += fee
        self.coins[event.seat] -= sum(event.fees)
        self.funds[event.seat] -= sum(event.fees)
        for card in event.cards:
            self.hands[event.seat].remove(card)


@given(games())
def test_r10_1_events_alone_explain_every_change(game: Game) -> None:
    ledger = Ledger(game.start)
    for before, action, after in game.steps():
        for event in ls.play(before, action).events:
            ledger.enter(event)
        players = after.players
        assert ledger.bank == after.bank
        assert ledger.boat == after.boat
        assert ledger.coins == [player.coins for player in players]
        assert ledger.funds == [player.coins + player.chest for player in players]
        assert ledger.points == [player.points for player in players]
        assert ledger.gems == [player.gems for player in players]
        assert ledger.supply == [player.supply for player in players]
        assert [sorted(hand) for hand in ledger.hands] == [list(p.hand) for p in players]
        for seat, player in enumerate(players):
            told = {space for (owner, space), n in ledger.tents.items() if owner == seat and n}
            assert told == set(player.spaces())
    result = ls.result(game.last)
    assert ledger.winners == (None if result is None else result.winners)


@given(games())
def test_play_gives_the_state_of_apply_and_the_actions_that_lead_there(game: Game) -> None:
    for before, action, after in game.steps():
        transition = ls.play(before, action)
        assert transition.state == after
        assert transition.actions[0] == action
        explicit = ls.with_explicit_chance(before)
        for step in transition.actions:
            explicit = apply(explicit, step)
        assert explicit == ls.with_explicit_chance(after)


@given(games(), st.integers(0, 4))
def test_r10_2_others_see_neither_cards_drawn_nor_donations(game: Game, watcher: int) -> None:
    for before, action, _ in game.steps():
        for event in ls.play(before, action).events:
            for seat in (watcher, None):
                seen = ls.visible(event, seat)
                if isinstance(event, happened.CardDrawn | happened.Donated) and event.seat != seat:
                    assert seen != event
                    assert None in (getattr(seen, "card", 0), getattr(seen, "coins", 0))
                else:
                    assert seen == event


def test_r4_1_a_dig_in_explicit_chance_tells_what_is_awaited() -> None:
    state = new_game(2, explicit_chance=True)
    state = apply(apply(state, ls.DiceRolled((2, 3, 4, 5))), ls.TakeDie(2))
    dug = ls.play(state, ls.Dig())
    assert dug.events == (happened.ChanceAwaited(0, ls.StoneDraw(2), die=2),)
    found = ls.play(dug.state, ls.StonesDrawn(ls.Stones(black=1, red=1)))
    assert found.events == (happened.StonesFound(0, ls.Stones(black=1, red=1), ls.Gems(red=1)),)
