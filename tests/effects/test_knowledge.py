"""R10.2: what only one player learns by an effect: told, kept, used and forgotten."""

from collections import Counter
from fractions import Fraction
from math import sqrt
from random import Random

import pytest
from amounts import by_profile
from attrs import frozen
from editions import card_table
from hypothesis import given, settings
from hypothesis import strategies as st
from more_cards import PeekHand
from positions import give, play, table
from record_samples import assert_sees_the_same

import livingstone as ls
from livingstone import events as happened
from livingstone.effects import CardEffect, Positive, await_chance
from livingstone.game.state import Known
from livingstone.players.valuation import Valuation
from livingstone.support.structuring import kind_of
from livingstone.testing import Game, check_effect, new_games
from livingstone.testing.laws import check_advance


@frozen
class PeekPile(CardEffect):
    """Look at the top cards of the draw pile."""

    cards: Positive

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        return await_chance(state, ls.CardLook(count=min(self.cards, 5)))


EFFECTS = (PeekPile, PeekHand)
TABLES = [
    card_table("peek", "peek_pile", 3, cards=2),
    card_table("spy", "peek_hand", 3),
    card_table("lion", "score_points", 3, points=4),
    card_table("coins", "gain_coins", 3, coins=4),
    card_table("fall", "mine_collapse", 1),
]
EDITION = ls.load_edition("printed", cards={"cards": TABLES}, effects=EFFECTS)


def holding(*hands: tuple[str, ...]) -> ls.State:
    state = table(len(hands), *range(1, 2 * len(hands) + 1), edition=EDITION)
    for seat, hand in enumerate(hands):
        state = give(state, seat, cards=hand)
    return state


HAND = ("coins", "lion")
SPY = ls.PlayCard("spy", seat=1)


def test_an_effect_that_looks_keeps_the_laws() -> None:
    check_effect(PeekPile, games=settings().max_examples)


def test_r10_2_a_hand_is_seen_by_one_player_alone() -> None:
    state = play(holding(("spy",), HAND, ()), SPY)
    assert state.pending == ls.CardLook(1)
    assert ls.chance_outcomes(state) == {ls.CardsShown(HAND): 1}
    assert not ls.is_legal(state, ls.CardsShown(("lion", "lion")))
    done = ls.play(state, ls.CardsShown(HAND))
    (event,) = done.events
    assert event == happened.CardsSeen(0, 1, HAND)
    assert ls.events.visible(event, 0) == event
    for seat in (1, 2, None):
        hidden = ls.events.visible(event, seat)
        assert hidden == happened.CardsSeen(0, 1, None)
        for language in ls.LANGUAGES:
            for seen in (event, hidden):
                told = ls.describe(
                    seen, names=["Ann", "Ben", "Cleo"], language=language, edition=EDITION
                )
                assert "Ben" in told
                assert ("Lion" in told or "lion" in told) == (seen == event)
    views = [ls.view(done.state, seat) for seat in (0, 1, 2, None)]
    assert [own.own and len(own.own.known) for own in views] == [1, 0, 0, None]
    assert views[1:] == [
        ls.view(done.state.changed(players=strangers(done.state)), seat) for seat in (1, 2, None)
    ]
    for seed in range(8):
        sample = ls.sample_state(views[0], seed)
        assert sample.players[1].hand == HAND
        assert ls.view(sample, 0) == views[0]
        assert ls.validate(sample) == []
    for value in (done.state, *views):
        assert ls.from_json(ls.to_json(value), type(value), effects=EFFECTS) == value
    assert '"known"' not in ls.to_json(views[1])


def strangers(state: ls.State) -> tuple[ls.Player, ...]:
    return tuple(player.changed(known=()) for player in state.players)


def test_r10_2_a_card_that_is_played_is_no_longer_known() -> None:
    state = play(holding(("spy",), ("coins", "lion", "lion")), SPY, hand("coins", "lion", "lion"))
    state = play(state, ls.TakeDie(1), ls.TakeCoins(), ls.EndTurn(), ls.TakeDie(2))
    state = play(state, ls.PlayCard("lion"), ls.DrawCard(), ls.CardRevealed("peek"))
    assert [known.cards for known in state.players[0].known] == [("coins", "lion")]
    assert state.players[1].hand == ("coins", "lion", "peek")
    state = play(state, ls.PlayCard("coins"), ls.PlayCard("lion"))
    assert state.players[0].known == ()


def hand(*cards: str) -> ls.CardsShown:
    return ls.CardsShown(cards)


def test_r10_2_the_top_of_the_pile_is_known_until_it_is_drawn_or_shuffled() -> None:
    state = play(holding(("peek",), ()), ls.PlayCard("peek"))
    pile = state.draw_pile
    outcomes = ls.chance_outcomes(state)
    assert sum(outcomes.values()) == 1
    first = Fraction(pile.count("lion"), pile.total)
    assert outcomes[hand("lion", "fall")] == first * Fraction(1, pile.total - 1)
    state = play(state, hand("lion", "coins"), ls.TakeDie(1), ls.TakeCoins(), ls.EndTurn())
    assert ls.view(state, 0).own.known[0].cards == ("lion", "coins")  # type: ignore[union-attr]
    state = play(state, ls.TakeDie(2), ls.DrawCard())
    assert ls.chance_outcomes(state) == {ls.CardRevealed("lion"): 1}
    assert not ls.is_legal(state, ls.CardRevealed("coins"))
    state = play(state, ls.CardRevealed("lion"))
    assert {one.owner: one.cards for one in state.players[0].known} == {
        1: ("lion",),
        None: ("coins",),
    }
    assert ls.load_player("greedy").choose(ls.view(state, 1), Random(1)) in ls.legal_moves(state)
    state = play(state, ls.PlayCard("lion"), ls.EndTurn(), ls.TakeDie(3), ls.DrawCard())
    state = play(state, ls.CardRevealed("coins"))
    assert all(player.known == () for player in state.players)


def test_r10_2_looks_are_drawn_by_their_probability() -> None:
    state = play(holding(("peek",), ()), ls.PlayCard("peek"))
    outcomes = ls.chance_outcomes(state)
    drawn = Counter(ls.sample_outcome(state, seed) for seed in range(4000))
    assert drawn.keys() <= outcomes.keys()
    for outcome, chance in outcomes.items():
        assert abs(drawn[outcome] / 4000 - chance) < 4.5 * sqrt(chance / 4000), outcome
    state = play(state, hand("lion", "coins"))
    again = state.changed(pending=ls.CardLook(count=3), playing=ls.PlayCard("peek"))
    assert {ls.sample_outcome(again, seed).cards[:2] for seed in range(50)} == {("lion", "coins")}  # type: ignore[union-attr]
    assert not ls.is_legal(again, hand("coins", "lion", "coins"))


def test_r10_2_five_of_many_cards_are_seen_without_listing_all_their_orders() -> None:
    tables = [card_table(f"card{number}", "score_points", 1, points=4) for number in range(60)]
    deck = {"cards": [card_table("peek", "peek_pile", 3, cards=5), *tables]}
    edition = ls.load_edition("printed", cards=deck, effects=EFFECTS)
    state = give(table(2, 1, 2, 3, 4, edition=edition), 0, cards=("peek",))
    state = play(state, ls.PlayCard("peek"))
    seen = ls.sample_outcome(state, 7)
    assert isinstance(seen, ls.CardsShown)
    for cards in (seen.cards[:4], seen.cards[:4] * 2, seen.cards[:1] * 5, ("peek",) * 4):
        assert not ls.is_legal(state, ls.CardsShown(cards))
    assert play(state, seen).player.known[0].cards == seen.cards


def test_r6_11_a_mine_collapse_ends_what_is_known_of_the_pile() -> None:
    state = play(holding(("peek",), HAND), ls.PlayCard("peek"), hand("fall", "lion"))
    assert ls.sample_state(ls.view(state, 0), 3).draw_pile.count("lion") > 0
    state = play(state, ls.TakeDie(1), ls.DrawCard(), ls.CardRevealed("fall"))
    assert ls.chance_outcomes(state) == {ls.CardRevealed("lion"): 1}
    state = play(state, ls.CardRevealed("lion"))
    assert state.player.known == ()


def test_r6_12_nobody_knows_a_card_of_the_pile_that_is_shuffled_after_a_collapse() -> None:
    state = play(holding(("peek",), HAND), ls.PlayCard("peek"))
    state = state.changed(pending=ls.CardLook(count=3))
    state = play(state, hand("fall", "lion", "coins"), ls.TakeDie(1), ls.DrawCard())
    state = play(state, ls.CardRevealed("fall"))
    assert state.player.known[0].cards == ("lion", "coins")
    done = ls.play(state, ls.CardRevealed("lion"))
    assert done.state.player.known == ()
    check_advance(state, done)


@pytest.mark.parametrize(
    ("owner", "cards"), [(1, ("peek",)), (0, ("lion",)), (7, ("lion",)), (None, ("fall",) * 2)]
)
def test_what_is_known_and_is_not_true_is_not_valid(
    owner: int | None, cards: tuple[str, ...]
) -> None:
    state = play(holding(("spy",), HAND), SPY, hand(*HAND))
    (known,) = state.player.known
    false = type(known)(owner, cards)
    assert ls.validate(state.with_player(state.player.changed(known=(false,)))) != []


def test_looks_are_in_records_of_seats_which_replay_to_true_views() -> None:
    looks, known = Counter[bool](), 0
    for seed in range(by_profile(2, 10)):
        start = ls.new_game(3, seed=seed, edition=EDITION)
        state, moves, rng = start, list[ls.Move](), Random(seed)
        while not state.is_over and len(moves) < 220:
            legal = ls.legal_moves(state)
            plays = [move for move in legal if isinstance(move, ls.PlayCard | ls.DrawCard)]
            moves.append(rng.choice(plays or legal))
            state = ls.apply(state, moves[-1])
        record = ls.Record.of(start, moves)
        record.verify()
        assert ls.loads(ls.dumps(record), effects=EFFECTS) == record
        states = list(record.states())
        known += any(player.known for one in states for player in one.players)
        for seat in (0, 1, 2, None):
            seen = record.seen_by(seat)
            looks.update("d shown" in line for line in seen.actions)
            assert list(seen.views()) == [ls.view(one, seat) for one in states]
    assert known
    assert looks[True]


def test_looks_at_the_pile_come_from_the_stream_of_cards_effects() -> None:
    seen = set[tuple[str, ...]]()
    for seed in range(20):
        state = ls.with_seed(holding(("peek", "peek"), ()), seed)
        state = ls.apply(state, ls.PlayCard("peek"))
        assert state.streams is not None
        assert state.streams.effects == 1
        seen.add(state.player.known[0].cards)
        assert ls.apply(state, ls.PlayCard("peek")).player.known == state.player.known
    assert len(seen) > 5


def test_greedy_looks_as_soon_as_nothing_gains_more() -> None:
    for card, moves in (("peek", [ls.PlayCard("peek")]), ("spy", [SPY])):
        view = ls.view(holding((card,), ("lion",)), 0)
        assert ls.load_player("greedy").choose(view, Random()) in moves


@frozen
class ShowPile(CardEffect):
    """Another player looks at the top of the draw pile."""

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        return await_chance(state, ls.CardLook(seat=1))


def test_greedy_gains_nothing_by_a_look_of_another_player() -> None:
    state = holding_own(ShowPile, ("own", "peek"), HAND)
    worth = Valuation.of(ls.view(state, 0))
    gains = {card: worth.play(ls.PlayCard(card)) for card in ("own", "peek")}
    assert gains["own"] <= 0 < gains["peek"]


@frozen
class Rig(CardEffect):
    """Write into what is known, without a look."""

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        known = (Known(1, state.players[1].hand), Known(None, ("lion",)))
        player = state.player.changed(known=known, points=state.player.points + 1)
        return state.with_player(player)


def holding_own(effect: type[CardEffect], *hands: tuple[str, ...]) -> ls.State:
    tables = [*TABLES, card_table("own", kind_of(effect), 3)]
    kinds = (*EFFECTS, effect)
    edition = ls.load_edition("printed", cards={"cards": tables}, effects=kinds)
    state = table(len(hands), *range(1, 2 * len(hands) + 1), edition=edition)
    for seat, cards in enumerate(hands):
        state = give(state, seat, cards=cards)
    return state


def known_of(state: ls.State) -> list[dict[int | None, tuple[str, ...]]]:
    return [{one.owner: one.cards for one in player.known} for player in state.players]


def test_r10_2_only_looks_write_what_is_known() -> None:
    state = holding_own(Rig, ("own", "spy"), HAND)
    assert known_of(play(state, ls.PlayCard("own"))) == [{}, {}]
    state = play(state, SPY, ls.CardsShown(HAND), ls.PlayCard("own"))
    assert known_of(state) == [{1: HAND}, {}]


@given(new_games(st.just(EDITION), longest=200))
def test_r10_2_a_seat_sees_in_its_record_what_cards_showed_it(game: Game) -> None:
    assert_sees_the_same(game, EFFECTS)
