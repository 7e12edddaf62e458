"""R10.2: what players know after cards were drawn from a hand, passed, shown or shuffled."""

from fractions import Fraction

import pytest
from amounts import others_slow
from attrs import frozen
from editions import card_table
from hidden_cards import EFFECTS as HIDDEN
from hidden_cards import StealCard
from hypothesis import settings
from more_cards import PeekHand, PeekPile
from positions import give, play, table

import livingstone as ls
from livingstone import events as happened
from livingstone.effects import CardEffect, pass_card, show_cards, show_hand, shuffle_pile
from livingstone.game.state import Known
from livingstone.testing import EffectError, check_effect
from livingstone.testing.laws import check_advance


@frozen
class SwapCards(CardEffect):
    """Swap the first card of the hand for the last one of the next player's."""

    def plays(self, state: ls.State, card: str) -> tuple[ls.PlayCard, ...]:
        return (ls.PlayCard(card),)

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        mover = state.current_player
        other = (mover + 1) % len(state.players)
        own_hand = state.player.hand
        other_hand = state.players[other].hand
        if not own_hand or not other_hand:
            return state
        state = pass_card(state, own_hand[0], mover, other)
        return pass_card(state, other_hand[-1], other, mover)


@frozen
class LayOpen(CardEffect):
    """Lay the first card of the next player's hand open."""

    def plays(self, state: ls.State, card: str) -> tuple[ls.PlayCard, ...]:
        return (ls.PlayCard(card),)

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        other = (state.current_player + 1) % len(state.players)
        hand = state.players[other].hand
        return pass_card(state, hand[0], other, None) if hand else state


@frozen
class TakeUp(CardEffect):
    """Take up the first open card that can be held, but for those of the own kind."""

    def plays(self, state: ls.State, card: str) -> tuple[ls.PlayCard, ...]:
        return (ls.PlayCard(card),)

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        is_held = [
            card
            for card, _ in state.played
            if card != move.card and not state.edition.is_collapse(card)
        ]
        return pass_card(state, is_held[0], None, state.current_player) if is_held else state


@frozen
class RemoveCard(CardEffect):
    """Put the first card of the next player's hand back into the pile, without any helper."""

    def plays(self, state: ls.State, card: str) -> tuple[ls.PlayCard, ...]:
        return (ls.PlayCard(card),)

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        other = (state.current_player + 1) % len(state.players)
        hand = state.players[other].hand
        state = state.changed(draw_pile=state.draw_pile + ls.CardPile.of(hand[:1]))
        return state.with_player(state.players[other].changed(hand=hand[1:]), seat=other)


OWN = (SwapCards, LayOpen, TakeUp, RemoveCard)
EFFECTS = (*HIDDEN, *OWN, PeekHand, PeekPile)
TABLES = [
    card_table("thief", "steal_card", 3),
    card_table("present", "give_card", 3, points=2),
    card_table("parade", "show_hand", 3),
    card_table("mixer", "shuffle_pile", 3, coins=0),
    card_table("swap", "swap_cards", 3),
    card_table("open", "lay_open", 3),
    card_table("up", "take_up", 3),
    card_table("fire", "remove_card", 3),
    card_table("spy", "peek_hand", 3),
    card_table("peek", "peek_pile", 3),
    card_table("lion", "score_points", 3, points=4),
    card_table("coins", "gain_coins", 3, coins=4),
    card_table("fall", "mine_collapse", 1),
]
EDITION = ls.load_edition("printed", cards={"cards": TABLES}, effects=EFFECTS)
THIEF = ls.PlayCard("thief", seat=1)
SPY = ls.PlayCard("spy", seat=1)
NAMES = ("Ann", "Ben", "Cleo")
SEATS = (0, 1, 2, None)


def holding(*hands: tuple[str, ...]) -> ls.State:
    state = table(len(hands), *range(1, 2 * len(hands) + 1), edition=EDITION)
    for seat, hand in enumerate(hands):
        state = give(state, seat, cards=hand)
    return state


def shown(*cards: str) -> ls.CardsShown:
    return ls.CardsShown(cards)


def known_of(state: ls.State) -> list[dict[int | None, tuple[str, ...]]]:
    return [{one.owner: one.cards for one in player.known} for player in state.players]


def followed(state: ls.State, *actions: ls.Move | ls.Outcome) -> ls.State:
    """Apply actions, and insist that the events of each lead every seat to the next view."""
    for action in actions:
        check_advance(state, ls.play(state, action))
        state = play(state, action)
    return state


@pytest.mark.no_cover  # it takes long, and other tests cover the same lines
@pytest.mark.parametrize("effect", others_slow(OWN, [SwapCards]))
def test_effects_that_pass_cards_keep_the_laws(effect: type[CardEffect]) -> None:
    check_effect(effect, games=settings().max_examples)


def test_r6_a_card_at_random_from_a_hand_has_its_exact_chance() -> None:
    state = play(holding(("thief",), ("coins", "lion", "lion"), ()), THIEF)
    assert state.pending == ls.HandDraw(1)
    chances = {shown("coins"): Fraction(1, 3), shown("lion"): Fraction(2, 3)}
    assert ls.chance_outcomes(state) == chances
    assert not ls.is_legal(state, shown("thief"))
    assert not ls.is_legal(state, ls.CardRevealed("lion"))
    drawn = [ls.sample_outcome(state, seed) for seed in range(600)]
    assert {*drawn} == {*chances}
    assert 340 < drawn.count(shown("lion")) < 460
    for value in (state, ls.view(state, 2)):
        assert ls.from_json(ls.to_json(value), type(value), effects=EFFECTS) == value
    for owner in (7, 2):
        assert ls.validate(state.changed(pending=ls.HandDraw(owner))) != []


def test_r6_a_card_from_a_hand_comes_from_the_stream_of_cards_effects() -> None:
    state = ls.with_seed(holding(("thief",), ("coins", "lion"), ()), 7)
    after = ls.apply(state, THIEF)
    assert state.streams is not None
    assert after.streams == state.streams._replace(effects=1)


def test_r10_2_taker_and_owner_know_which_card_was_taken_and_nobody_else() -> None:
    before = play(holding(("thief",), ("coins", "lion"), ()), THIEF)
    state = followed(before, shown("lion"))
    assert state.players[0].hand == ("lion",)
    assert known_of(state) == [{}, {0: ("lion",)}, {}]
    events = ls.play(before, shown("lion")).events
    told = {
        seat: [
            ls.describe(ls.visible(event, seat), names=NAMES, edition=EDITION)
            for event in events
            if not isinstance(event, happened.CardDone)
        ]
        for seat in SEATS
    }
    seen = ["The card drawn is: lion.", "Ben gives a card to Ann: lion."]
    hidden = ["Ann sees the card.", "Ben gives a card to Ann."]
    assert [told[seat] for seat in SEATS] == [seen, seen, hidden, hidden]


def test_r10_2_a_record_shows_a_card_from_a_hand_to_both_players() -> None:
    start = ls.new_game(3, edition=EDITION, explicit_chance=True)
    actions: list[ls.Move | ls.Outcome] = [ls.DiceRolled((1, 1, 2, 2, 3, 3))]
    for die, drawn in ((1, "coins"), (1, "thief"), (2, "lion")):
        actions += [ls.TakeDie(die), ls.DrawCard(), ls.CardRevealed(drawn), ls.EndTurn()]
    actions += [ls.TakeDie(2), ls.TakeCoins(), ls.EndTurn(), ls.TakeDie(3)]
    actions += [ls.PlayCard("thief", seat=2), shown("lion")]
    record = ls.Record.of(start, actions)
    lines = [record.seen_by(seat).actions[-1] for seat in SEATS]
    assert lines == ["d card ??", "d shown lion", "d shown lion", "d card ??"]


def test_r10_2_what_was_known_of_a_hand_is_kept_when_a_seen_card_leaves_it() -> None:
    state = play(holding(("spy", "thief"), ("coins", "lion", "peek"), ()), SPY)
    state = followed(state, shown("coins", "lion", "peek"), THIEF, shown("lion"))
    assert known_of(state) == [{1: ("coins", "peek")}, {0: ("lion",)}, {}]


def test_r10_2_of_a_hand_that_a_card_left_unseen_the_rest_of_each_kind_is_sure() -> None:
    state = holding(("spy",), ("coins", "lion", "lion", "thief"), ("peek",))
    state = followed(state, SPY, shown("coins", "lion", "lion", "thief"))
    state = play(state, ls.TakeDie(1), ls.TakeCoins(), ls.EndTurn(), ls.TakeDie(2))
    state = followed(state, ls.PlayCard("thief", seat=2), shown("peek"))
    assert known_of(state)[0] == {1: ("coins", "lion", "lion")}
    assert known_of(state)[2] == {1: ("peek",)}
    state = play(state, ls.TakeCoins(), ls.EndTurn(), ls.TakeDie(3))
    state = give(state, 2, cards=("thief",))
    state = followed(state, ls.PlayCard("thief", seat=1), shown("coins"))
    assert known_of(state) == [{1: ("lion",)}, {2: ("coins",)}, {1: ("peek",)}]


def test_r10_2_a_swap_of_cards_is_told_though_hands_have_as_many_cards_as_before() -> None:
    state = holding(("coins", "swap"), ("lion",), ())
    done = ls.play(state, ls.PlayCard("swap"))
    passed = [event for event in done.events if isinstance(event, happened.CardPassed)]
    assert passed == [happened.CardPassed(0, 1, "coins"), happened.CardPassed(1, 0, "lion")]
    assert [ls.visible(event, 2) for event in passed] == [
        happened.CardPassed(0, 1, None),
        happened.CardPassed(1, 0, None),
    ]
    state = followed(state, ls.PlayCard("swap"))
    assert known_of(state) == [{1: ("coins",)}, {0: ("lion",)}, {}]


def test_r10_2_all_know_a_card_that_is_laid_open_or_taken_up() -> None:
    state = holding(("open", "spy"), ("coins", "lion"), ())
    state = followed(state, SPY, shown("coins", "lion"), ls.PlayCard("open"))
    assert state.played.count("coins") == 1
    assert known_of(state) == [{1: ("lion",)}, {}, {}]
    state = followed(give(state, 0, cards=("up",)), ls.PlayCard("up"))
    assert state.players[0].hand == ("coins",)
    assert known_of(state) == [{1: ("lion",)}, {0: ("coins",)}, {0: ("coins",)}]


def test_r10_2_a_hand_that_is_shown_is_known_to_all_other_players() -> None:
    state = followed(holding(("coins", "lion", "parade"), ("peek",), ()), ls.PlayCard("parade"))
    assert state.players[0].points == 2
    assert known_of(state) == [{}, {0: ("coins", "lion")}, {0: ("coins", "lion")}]
    for seed in range(5):
        assert ls.sample_state(ls.view(state, 1), seed).players[0].hand == ("coins", "lion")
    (event,) = (
        event
        for event in ls.play(
            holding(("coins", "lion", "parade"), (), ()), ls.PlayCard("parade")
        ).events
        if isinstance(event, happened.HandShown)
    )
    assert ls.visible(event, 2) == event
    assert ls.visible(event, None) == happened.HandShown(0, (1, 2), 2, None)


def test_r10_2_cards_are_shown_to_some_players_alone() -> None:
    state = holding(("coins", "lion"), (), ())
    assert known_of(show_cards(state, 0, ["lion"], [2])) == [{}, {}, {0: ("lion",)}]
    twice = show_cards(show_cards(state, 0, ["lion"], [2]), 0, ["lion"], [2])
    assert known_of(twice) == [{}, {}, {0: ("lion",)}]
    assert known_of(show_hand(state, 0, [0, 1])) == [{}, {0: ("coins", "lion")}, {}]
    assert show_hand(state, 1) == state
    for cards, seats in ((["peek"], [1]), (["lion", "lion"], [1]), (["lion"], [3])):
        with pytest.raises(ls.LivingstoneError):
            show_cards(state, 0, cards, seats)


@pytest.mark.parametrize(
    ("card", "giver", "taker"),
    [("peek", 0, 1), ("lion", 1, 0), ("lion", 0, 0), ("lion", None, 0), ("fall", None, 0)],
)
def test_a_card_is_passed_from_where_it_is_to_another_place(
    card: str, giver: int | None, taker: int | None
) -> None:
    with pytest.raises(ls.LivingstoneError):
        pass_card(holding(("lion",), ()), card, giver, taker)


def test_r10_2_a_shuffle_ends_what_is_known_of_the_pile_and_chance_is_exact_again() -> None:
    state = followed(holding(("mixer", "peek"), ("lion",)), ls.PlayCard("peek"), shown("coins"))
    state = play(state, ls.TakeDie(1))
    assert len(ls.chance_outcomes(play(state, ls.DrawCard()))) == 1
    done = ls.play(state, ls.PlayCard("mixer"))
    assert happened.PileShuffled(0) in done.events
    state = followed(state, ls.PlayCard("mixer"))
    assert known_of(state) == [{}, {}]
    state = play(state, ls.DrawCard())
    pile = state.draw_pile
    assert ls.chance_outcomes(state) == {
        ls.CardRevealed(card): Fraction(count, pile.total) for card, count in pile
    }


def test_a_shuffle_is_possible_whoever_knows_the_top_of_the_pile() -> None:
    state = play(holding(("mixer", "peek"), ()), ls.PlayCard("peek"), shown("coins"))
    for known in (state, state.with_player(state.player.changed(known=()))):
        assert ls.is_legal(known, ls.PlayCard("mixer"))
    assert shuffle_pile(state).player.known == ()


def test_r10_2_a_hand_that_an_effect_changes_without_a_helper_is_forgotten() -> None:
    state = followed(holding(("fire", "spy"), ("coins", "lion"), ()), SPY, shown("coins", "lion"))
    assert known_of(followed(state, ls.PlayCard("fire"))) == [{}, {}, {}]


@frozen
class Rig(StealCard):
    """Take a card, and write a stacked pile into what is known."""

    def receive(self, state: ls.State, move: ls.PlayCard, outcome: ls.Outcome) -> ls.State:
        state = super().receive(state, move, outcome)
        card = next(iter(state.draw_pile.cards()))
        known = (*state.player.known, Known(None, (card,)))
        return state.with_player(state.player.changed(known=known))


def test_an_effect_that_writes_what_is_known_is_caught() -> None:
    with pytest.raises(EffectError, match="an effect writes Player"):
        check_effect(Rig, games=20)


@frozen
class Quiet(StealCard):
    """Take a card, and list no events."""

    def events(self, before: ls.State, move: ls.PlayCard, after: ls.State) -> tuple[object, ...]:
        return ()


def test_a_card_that_was_passed_is_told_though_an_effect_lists_other_events() -> None:
    check_effect(Quiet, games=settings().max_examples)


@frozen
class Liar(StealCard):
    """Take a card, and tell of another one."""

    def events(self, before: ls.State, move: ls.PlayCard, after: ls.State) -> tuple[object, ...]:
        if before.playing is None:
            return ()
        taker = before.current_player
        return (happened.CardPassed(move.seat, taker, min(before.edition.effects)),)


def test_events_of_cards_that_were_not_passed_are_caught() -> None:
    with pytest.raises(EffectError, match=r"CardPassed.*is told, not"):
        check_effect(Liar, games=20)
