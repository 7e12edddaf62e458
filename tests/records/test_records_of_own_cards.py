"""R10.2: the record of a seat gives its views, whatever own cards do with what it cannot see."""

import json
from collections import Counter
from random import Random

import own_effects
import pytest
from amounts import by_profile, others_slow
from attrs import evolve, frozen
from editions import card_table
from hidden_cards import EFFECTS as HIDDEN
from hidden_cards import GiveCard, ScoreTents, ShufflePile
from hypothesis import given
from hypothesis import strategies as st
from more_cards import BuildTwo, PayPlayer, PeekHand, PeekPile, Reroll
from own_cards import CollectCoins, SwapTents
from record_samples import RECORDS, assert_sees_the_same

import livingstone as ls
from livingstone.effects import CardEffect, CardLook, Way, await_chance
from livingstone.support.structuring import kind_of
from livingstone.testing import Game, new_games


def _other_hands(state: ls.State) -> list[int]:
    seats = range(len(state.players))
    return [seat for seat in seats if seat != state.current_player and state.players[seat].hand]


def _move_card(state: ls.State, card: str, giver: int, taker: int) -> ls.State:
    hand = list(state.players[giver].hand)
    hand.remove(card)
    state = state.with_player(state.players[giver].changed(hand=tuple(hand)), seat=giver)
    player = state.players[taker]
    return state.with_player(player.changed(hand=(*player.hand, card)), seat=taker)


@frozen
class TakeCard(CardEffect):
    """Take the last card of a chosen player's hand."""

    def ways(self, players: int) -> tuple[Way, ...]:
        return ("seat",)

    def plays(self, state: ls.State, card: str) -> tuple[ls.PlayCard, ...]:
        return tuple(ls.PlayCard(card, seat=seat) for seat in _other_hands(state))

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        assert move.seat is not None
        taken = state.players[move.seat].hand[-1]
        return _move_card(state, taken, move.seat, state.current_player)


@frozen
class LookAndTake(CardEffect):
    """Look at a chosen player's hand, and take its first card."""

    def ways(self, players: int) -> tuple[Way, ...]:
        return ("seat",)

    def plays(self, state: ls.State, card: str) -> tuple[ls.PlayCard, ...]:
        return tuple(ls.PlayCard(card, seat=seat) for seat in _other_hands(state))

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        return await_chance(state, CardLook(move.seat))

    def receive(self, state: ls.State, move: ls.PlayCard, outcome: ls.Outcome) -> ls.State:
        assert isinstance(outcome, ls.CardsShown)
        assert move.seat is not None
        return _move_card(state, outcome.cards[0], move.seat, state.current_player)


@frozen
class LookAndScore(CardEffect):
    """Look at the top of the draw pile; a lion scores points, coins draw stones."""

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        return await_chance(state, CardLook(count=2))

    def receive(self, state: ls.State, move: ls.PlayCard, outcome: ls.Outcome) -> ls.State:
        if not isinstance(outcome, ls.CardsShown):
            return state
        if "lion" in outcome.cards:
            return state.with_player(state.player.changed(points=state.player.points + 2))
        return await_chance(state, ls.StoneDraw(2)) if "coins" in outcome.cards else state


@frozen
class CountLions(CardEffect):
    """Each player scores a point for each lion in hand."""

    def plays(self, state: ls.State, card: str) -> tuple[ls.PlayCard, ...]:
        return (ls.PlayCard(card),)

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        for seat, player in enumerate(state.players):
            points = player.points + player.hand.count("lion")
            state = state.with_player(player.changed(points=points), seat=seat)
        return state


@frozen
class ShowPair(CardEffect):
    """Score a point for each copy of the card that is held most often; a pair is needed."""

    def ways(self, players: int) -> tuple[Way, ...]:
        return ("amount",)

    def plays(self, state: ls.State, card: str) -> tuple[ls.PlayCard, ...]:
        held = Counter(state.player.hand)
        held[card] -= 1
        most = max(held.values(), default=0)
        return tuple(ls.PlayCard(card, amount=amount) for amount in range(2, most + 1))

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        points = state.player.points + (move.amount or 0)
        return state.with_player(state.player.changed(points=points))


@frozen
class PassHands(CardEffect):
    """All players pass their hands on."""

    def plays(self, state: ls.State, card: str) -> tuple[ls.PlayCard, ...]:
        return (ls.PlayCard(card),)

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        for seat, player in enumerate(state.players):
            taker = (seat + 1) % len(state.players)
            state = state.with_player(state.players[taker].changed(hand=player.hand), seat=taker)
        return state


EFFECTS = (
    *(BuildTwo, PayPlayer, PeekHand, PeekPile, Reroll, CollectCoins, SwapTents),
    *own_effects.EFFECTS,
    *HIDDEN,
    *(TakeCard, LookAndTake, LookAndScore, CountLions, ShowPair, PassHands),
)
FIGURES: dict[type[CardEffect], dict[str, int]] = {
    CollectCoins: {"coins": 2},
    own_effects.ShareCoins: {"coins": 2},
}
FIGURES |= {GiveCard: {"points": 2}, ShufflePile: {"coins": 2}, ScoreTents: {"points": -2}}


def edition_with(*effects: type[CardEffect]) -> ls.Edition:
    tables = [
        card_table(kind_of(effect), kind_of(effect), 4, **FIGURES.get(effect, {}))
        for effect in effects
    ]
    tables += [
        card_table("lion", "score_points", 6, points=4),
        card_table("coins", "gain_coins", 3, coins=4),
        card_table("fall", "mine_collapse", 1),
    ]
    return ls.load_edition("printed", cards={"cards": tables}, effects=effects)


ALL = edition_with(*EFFECTS)


def played(edition: ls.Edition, players: int, seed: int) -> Game:
    """Play a whole game, in which most cards are drawn and played."""
    start = ls.new_game(players, seed=seed, edition=edition)
    states, actions, rng = [start], list[ls.Move](), Random(seed)
    while not states[-1].is_over:
        legal = ls.legal_moves(states[-1])
        with_cards = [move for move in legal if isinstance(move, ls.PlayCard | ls.DrawCard)]
        actions.append(rng.choice(with_cards if with_cards and rng.random() < 0.8 else legal))
        states.append(ls.apply(states[-1], actions[-1]))
    return Game(tuple(states), tuple(actions), "")


@given(new_games(st.just(ALL), longest=200))
def test_r10_2_a_seat_sees_in_its_record_what_it_saw_in_a_game_with_own_cards(game: Game) -> None:
    assert_sees_the_same(game, EFFECTS)


@pytest.mark.no_cover  # it takes long, and other tests cover the same lines
@pytest.mark.parametrize("effect", others_slow(EFFECTS, (PassHands, LookAndTake, ShowPair)))
def test_r10_2_each_own_card_leads_to_the_same_views_in_whole_games(
    effect: type[CardEffect],
) -> None:
    assert_sees_the_same(played(edition_with(effect), 3, 1), EFFECTS)


@pytest.mark.no_cover  # it takes long, and other tests cover the same lines
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(by_profile(4, 20)))
def test_r10_2_all_own_cards_together_lead_to_the_same_views(seed: int) -> None:
    assert_sees_the_same(played(ALL, 2 + seed % 4, seed), EFFECTS)


def taken(card: str = "lion") -> ls.Record:
    """Record a game in which player 1 takes the only card of player 2 at last."""
    start = ls.new_game(3, edition=edition_with(TakeCard), explicit_chance=True)
    actions: list[ls.Move | ls.Outcome] = [ls.DiceRolled((1, 1, 2, 2, 3, 3))]
    for die, drawn in ((1, "coins"), (1, "take_card"), (2, card)):
        actions += [ls.TakeDie(die), ls.DrawCard(), ls.CardRevealed(drawn), ls.EndTurn()]
    actions += [ls.TakeDie(2), ls.TakeCoins(), ls.EndTurn(), ls.TakeDie(3)]
    return ls.Record.of(start, [*actions, ls.PlayCard("take_card", seat=2)])


def test_r10_2_a_card_that_is_taken_is_told_to_taker_and_owner_alone() -> None:
    record = taken()
    last = len(record.actions)
    seen = [record.seen_by(seat) for seat in (0, 1, 2, None)]
    assert [[number for number, _ in one.told] for one in seen] == [[], [last], [], []]
    assert json.loads(dict(seen[1].told)[last])["own"]["hand"] == ["lion"]
    views = [list(one.views())[-1] for one in seen[1:3]]
    assert [one.own and one.own.hand for one in views] == [("lion",), ()]
    assert [seen[seat] == taken("coins").seen_by(seat) for seat in (0, 1, 2)] == [
        True,
        False,
        False,
    ]
    assert seen[3] == taken("coins").seen_by(None)


def test_games_with_shipped_cards_alone_have_nothing_to_tell() -> None:
    assert not any(record.told for record in RECORDS.values())
    assert "told" not in "".join(map(ls.dumps, RECORDS.values()))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        "[" * 5000,
        '{"bank": 1e999}',
        '{"bank": -4}',
        '{"bank": 999999999}',
        '{"edition": null}',
        '{"seat": 0}',
        '{"own": {"coins": 1, "chest": 0, "hand": ["unknown"]}}',
        '{"own": {"coins": 1, "chest": 0, "hand": ["lion"]}}',
        '{"played": {"lion": 1}}',
        '{"played": ["lion", "lion", "lion", "lion", "lion", "lion", "lion"]}',
        '{"players": {"-1": {"points": 3}}}',
        '{"players": {"1": {"tents": []}}}',
        '{"players": {"1": {"hand_size": 1000000000}}}',
        '{"players": {"1": {"hand_size": -1}}}',
        '{"players": {"1": {"chest_most": -1}}}',
        '{"current_player": 7}',
        '{"boat": 0}',
        '{"pending": {"kind": "card_look", "owner": 9, "count": 1}}',
    ],
)
def test_a_record_that_tells_nonsense_is_refused(text: str) -> None:
    record = taken().seen_by(1)
    number = len(record.actions)
    with pytest.raises(ls.RecordError, match="what a card told is wrong") as caught:
        list(evolve(record, told=((number, text),)).views())
    assert caught.value.action == number


def test_a_record_tells_only_what_an_own_card_did() -> None:
    with pytest.raises(ls.RecordError, match="tells more than a card did"):
        evolve(taken().seen_by(1), told=((1, "{}"),)).verify()


def test_a_full_record_is_told_nothing() -> None:
    full = taken()
    with pytest.raises(ls.RecordError, match="told: nothing is hidden"):
        evolve(full, told=((1, "{}"),))
    for told in (((2, "{}"), (1, "{}")), ((10**6, "{}"),)):
        with pytest.raises(ls.RecordError, match="told: must be"):
            evolve(full.seen_by(0), told=told)
