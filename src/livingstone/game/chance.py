"""Chance: all outcomes with their exact probabilities, and drawing one from a seed.

An outcome depends only on the seed, the kind of event, how many events of that kind came before,
and the bag or pile drawn from: two games with one seed roll the same dice in the same round,
whatever was played.
"""

import hashlib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, perm, prod
from types import MappingProxyType
from typing import assert_never

from livingstone.errors import ArgumentError
from livingstone.game import knowledge
from livingstone.game.moves import (
    CardChoice,
    CardDraw,
    CardLook,
    CardRevealed,
    CardRoll,
    CardsShown,
    DiceRolled,
    DonationRoll,
    HandDraw,
    Outcome,
    RoundRoll,
    StoneDraw,
    StonesDrawn,
)
from livingstone.game.state import State, Streams
from livingstone.support.arguments import SeedSource, need, seed_from
from livingstone.values import CardPile, Stones

_dice_rolled = lru_cache(maxsize=1 << 12)(DiceRolled)
_card_revealed = lru_cache(maxsize=1 << 10)(CardRevealed)


def chance_outcomes(state: State) -> Mapping[Outcome, Fraction]:
    """Map each outcome of the pending event to its probability; the probabilities sum to 1.

    The mapping is empty if nothing is pending. Its order is stable: rolls ascend, die by die; draws
    of stones ascend by the numbers of black, clear, blue, red and white ones; cards are sorted by
    id. Sources: R2.1, R9.2 (dice), R4.3 (stones), R4.1 (cards), R6 (cards of a hand).

    >>> from livingstone import new_game
    >>> chance_outcomes(new_game(2, explicit_chance=True))[DiceRolled((6, 6, 6, 6))]
    Fraction(1, 1296)
    """
    need("chance_outcomes", state, "State", State)
    match state.pending:
        case RoundRoll(count) | DonationRoll(count) | CardRoll(count):
            return _dice_outcomes(count, sides_of(state))
        case StoneDraw(count):
            return _stone_outcomes(count, *state.bag)
        case CardDraw():
            return _card_outcomes(drawable(state))
        case CardLook(owner, count):
            if owner is not None:
                return MappingProxyType({CardsShown(state.players[owner].hand): Fraction(1)})
            return _top_outcomes(state.draw_pile, knowledge.top_of(state), count)
        case HandDraw(owner):
            return _hand_outcomes(state.players[owner].hand)
        case CardChoice() | None:
            return MappingProxyType({})
        case unknown:
            assert_never(unknown)


def sides_of(state: State) -> int:
    """Return the highest value of the dice that are awaited: those of the board, or of a card."""
    if isinstance(state.pending, CardRoll) and state.pending.sides:
        return state.pending.sides
    return state.edition.board.dice.sides


@lru_cache(maxsize=16)
def _dice_outcomes(count: int, sides: int) -> Mapping[Outcome, Fraction]:
    """Weigh each multiset of values by its permutations (the multinomial distribution)."""
    outcomes: dict[Outcome, Fraction] = {}
    for dice in combinations_with_replacement(range(1, sides + 1), count):
        orders = factorial(count) // prod(factorial(dice.count(value)) for value in set(dice))
        outcomes[_dice_rolled(dice)] = Fraction(orders, sides**count)
    return MappingProxyType(outcomes)


@lru_cache(maxsize=128)
def _stone_outcomes(count: int, *bag: int) -> Mapping[Outcome, Fraction]:
    """Weigh each draw without replacement (the multivariate hypergeometric distribution)."""
    outcomes: dict[Outcome, Fraction] = {}
    draws = comb(sum(bag), count)
    for drawn in _stone_draws(count, *(min(held, count) for held in bag)):
        ways = prod(map(comb, bag, drawn.stones))
        outcomes[drawn] = Fraction(ways, draws)
    return MappingProxyType(outcomes)


@lru_cache(maxsize=1 << 10)
def _stone_draws(count: int, *most: int) -> tuple[StonesDrawn, ...]:
    """List the draws with at most so many stones of each colour.

    Most bags hold more stones of a colour than are drawn, so they have the same draws.
    """
    return tuple(_stones_drawn(*numbers) for numbers in _splits(count, most))


def _splits(count: int, most: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the ways to split a number into parts of at most these sizes, ascending."""
    first, *others = most
    if not others:
        if count <= first:
            yield (count,)
        return
    for part in range(max(0, count - sum(others)), min(first, count) + 1):
        for rest in _splits(count - part, tuple(others)):
            yield (part, *rest)


@lru_cache(maxsize=512)
def _card_outcomes(pile: CardPile) -> Mapping[Outcome, Fraction]:
    """Weigh each kind of card by how many there are."""
    return MappingProxyType({CardRevealed(id): Fraction(n, pile.total) for id, n in pile})


@lru_cache(maxsize=64)
def _top_outcomes(pile: CardPile, top: tuple[str, ...], count: int) -> Mapping[Outcome, Fraction]:
    """Weigh each order of the first cards of a pile; those of `top` are known to be its first."""
    orders = {top[:count]: Fraction(1)}
    for _ in range(len(top), count):
        left = {cards: pile - CardPile.of(cards) for cards in orders}
        orders = {
            (*cards, card): chance * Fraction(n, left[cards].total)
            for cards, chance in orders.items()
            for card, n in left[cards]
        }
    return MappingProxyType({CardsShown(cards): chance for cards, chance in orders.items()})


@lru_cache(maxsize=512)
def _hand_outcomes(hand: tuple[str, ...]) -> Mapping[Outcome, Fraction]:
    """Weigh each kind of card by how many of it a hand has."""
    counts = {card: hand.count(card) for card in hand}
    return MappingProxyType({CardsShown((id,)): Fraction(n, len(hand)) for id, n in counts.items()})


def drawable(state: State) -> CardPile:
    """Return the cards of which one is drawn next: the top card if a player has seen it."""
    top = knowledge.top_of(state)
    return CardPile(((top[0], 1),)) if top else state.draw_pile


def is_possible(state: State, outcome: Outcome) -> bool:
    """Return whether the pending event can have this outcome."""
    match state.pending:
        case RoundRoll(count) | DonationRoll(count) | CardRoll(count):
            if type(outcome) is not DiceRolled:
                return False
            dice, sides = outcome.dice, sides_of(state)
            in_range = all(1 <= value <= sides for value in dice)
            return in_range and len(dice) == count and list(dice) == sorted(dice)
        case StoneDraw(count):
            if type(outcome) is not StonesDrawn:
                return False
            pairs = zip(outcome.stones, state.bag, strict=True)
            return outcome.stones.total == count and all(0 <= few <= held for few, held in pairs)
        case CardDraw():
            return type(outcome) is CardRevealed and drawable(state).count(outcome.card) > 0
        case CardLook(None, count):
            if type(outcome) is not CardsShown:
                return False
            cards = outcome.cards
            top = knowledge.top_of(state)[:count]
            are_there = all(cards.count(card) <= state.draw_pile.count(card) for card in cards)
            return len(cards) == count and cards[: len(top)] == top and are_there
        case CardLook() | HandDraw():
            return outcome in chance_outcomes(state)
        case CardChoice() | None:
            return False
        case unknown:
            assert_never(unknown)


def sample_outcome(state: State, seed: SeedSource) -> Outcome:
    """Draw an outcome of the pending event by its probability.

    `seed` is a number, or a `random.Random`, from which 16 bytes are drawn.

    >>> from livingstone import new_game
    >>> sample_outcome(new_game(2, explicit_chance=True), seed=7)
    DiceRolled(dice=(2, 2, 3, 4))

    Raises `ArgumentError` if nothing is pending, and for a seed that is not from 0 to 2**128 - 1.
    """
    need("sample_outcome", state, "State", State)
    if not state.is_chance:
        raise ArgumentError("no outcome of chance is awaited")
    return draw(state, Streams(seed_from(seed)))[0]


def draw(state: State, streams: Streams) -> tuple[Outcome, Streams]:
    """Draw the outcome of the pending event; return it and the streams after this event."""
    seed, rounds, donations, stones, cards, effects = streams
    match state.pending:
        case RoundRoll(count):
            dice = _roll(seed, "rounds", rounds, count, state.edition.board.dice.sides)
            return dice, Streams(seed, rounds + 1, donations, stones, cards, effects)
        case DonationRoll(count):
            dice = _roll(seed, "donations", donations, count, state.edition.board.dice.sides)
            return dice, Streams(seed, rounds, donations + 1, stones, cards, effects)
        case StoneDraw(count):
            drawn = _draw_stones(seed, stones, state.bag, count)
            return drawn, Streams(seed, rounds, donations, stones + 1, cards, effects)
        case CardDraw():
            card = _draw_card(seed, cards, drawable(state))
            return card, Streams(seed, rounds, donations, stones, cards + 1, effects)
        case CardRoll(count):
            dice = _roll(seed, "effects", effects, count, sides_of(state))
            return dice, Streams(seed, rounds, donations, stones, cards, effects + 1)
        case CardLook() as look:
            shown = _show_cards(state, seed, effects, look)
            return shown, Streams(seed, rounds, donations, stones, cards, effects + 1)
        case HandDraw(owner):
            hand = state.players[owner].hand
            shown = CardsShown((hand[_uniform(seed, "effects", effects, len(hand))],))
            return shown, Streams(seed, rounds, donations, stones, cards, effects + 1)
        case CardChoice() | None:
            raise AssertionError("no outcome is awaited")
        case unknown:
            assert_never(unknown)


def _uniform(seed: int, kind: str, number: int, bound: int) -> int:
    """Draw a number from 0 to `bound` - 1, all exactly equally likely, by rejection.

    The bits come from BLAKE2b, keyed with the seed, in counter mode. One digest has 64 bits more
    than the bound of any event, or more, for every edition that can be loaded.
    """
    key = seed.to_bytes(16, "big")
    size, limit = _accepted(bound)
    attempt = 0
    while True:
        digest = hashlib.blake2b(f"{kind} {number} {attempt} ".encode(), key=key).digest()
        value = int.from_bytes(digest[:size], "big")
        if value < limit:
            return value % bound
        attempt += 1


@lru_cache(maxsize=1024)
def _accepted(bound: int) -> tuple[int, int]:
    """Return how many bytes of a digest to use, and the number from which they are rejected."""
    size = (bound.bit_length() + 7) // 8 + 8
    whole = 256**size
    return size, whole - whole % bound


def _roll(seed: int, kind: str, number: int, count: int, sides: int) -> DiceRolled:
    rest = _uniform(seed, kind, number, sides**count)
    return _dice_rolled(tuple(sorted(rest // sides**n % sides + 1 for n in range(count))))


def _draw_stones(seed: int, number: int, bag: Stones, count: int) -> StonesDrawn:
    left = list(bag)
    total = bag.total
    drawn = [0] * len(left)
    rest = _uniform(seed, "stones", number, perm(total, count))
    for already in range(count):
        rest, place = divmod(rest, total - already)
        colour = 0
        while place >= left[colour]:
            place -= left[colour]
            colour += 1
        left[colour] -= 1
        drawn[colour] += 1
    return _stones_drawn(*drawn)


@lru_cache(maxsize=1 << 12)
def _stones_drawn(*counts: int) -> StonesDrawn:
    return StonesDrawn(Stones(*counts))


def _show_cards(state: State, seed: int, number: int, look: CardLook) -> CardsShown:
    if look.owner is not None:
        return CardsShown(state.players[look.owner].hand)
    shown = knowledge.top_of(state)[: look.count]
    left = state.draw_pile - CardPile.of(shown)
    rest = _uniform(seed, "effects", number, perm(left.total, look.count - len(shown)))
    while len(shown) < look.count:
        rest, place = divmod(rest, left.total)
        shown += (_card_at(left, place),)
        left -= CardPile.of(shown[-1:])
    return CardsShown(shown)


def _draw_card(seed: int, number: int, pile: CardPile) -> CardRevealed:
    return _card_revealed(_card_at(pile, _uniform(seed, "cards", number, pile.total)))


def _card_at(pile: CardPile, place: int) -> str:
    for card, count in pile:
        if place < count:
            return card
        place -= count
    raise AssertionError("the place is within the pile")
