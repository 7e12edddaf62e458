"""A second way to count, and the positions to count from."""

from collections import Counter
from typing import Any

from editions import new_game

from livingstone import (
    DiceRolled,
    Gems,
    Perft,
    Space,
    State,
    Stones,
    TakeCoins,
    TakeDie,
    apply,
    chance_outcomes,
    legal_moves,
    validate,
    with_explicit_chance,
)
from livingstone.testing import options


def count_by_levels(state: State, depth: int) -> Perft:
    """Count as `perft` does, but by levels, with equal states taken together."""
    level = Counter({with_explicit_chance(state): 1})
    decisions = outcomes = terminals = leaves = 0
    for _ in range(depth):
        following = Counter[State]()
        for here, paths in level.items():
            if here.is_over:
                terminals += paths
                leaves += paths
            elif here.is_chance:
                outcomes += paths * len(chance_outcomes(here))
            else:
                decisions += paths * len(legal_moves(here))
            for action in options(here):
                following[apply(here, action)] += paths
        level = following
    leaves += level.total()
    terminals += sum(paths for here, paths in level.items() if here.is_over)
    return Perft(decisions, outcomes, terminals, leaves)


def played(players: int, seed: int, edition: str, moves: int) -> State:
    """Come to a position by a seed and by moves: the n-th is number 7 x n, round and round."""
    state = new_game(players, seed=seed, edition=edition)
    for number in range(moves):
        options = legal_moves(state)
        state = apply(state, options[7 * number % len(options)])
    return state


def held(state: State, seat: int, *cards: str, **changes: Any) -> State:
    """Give a player cards from the draw pile, gems from the bag, coins from the bank, and tents."""
    pile, bag, bank = state.draw_pile, state.bag, state.bank
    for card in cards:
        pile = pile.minus(card)
    gems: Gems = changes.get("gems", Gems())
    bag = bag.minus(Stones(0, *gems, 0))
    bank -= changes.get("coins", state.players[seat].coins) - state.players[seat].coins
    tents = [list(column) for column in state.players[seat].tents]
    for row, column in changes.pop("tents", ()):
        tents[column - 1][row - 1] += 1
    changes["tents"] = tuple(map(tuple, tents))
    changes["supply"] = state.edition.board.tents - sum(map(sum, tents))
    players = list(state.players)
    players[seat] = players[seat].changed(hand=tuple(sorted(cards)), **changes)
    state = state.changed(players=tuple(players), draw_pile=pile, bag=bag, bank=bank)
    assert validate(state) == []
    return state


def with_every_card(edition: str) -> State:
    """Column 4, one of each card in hand, four gems, scored tents, neighbours in row 3."""
    state = apply(
        new_game(3, edition=edition, explicit_chance=True), DiceRolled((1, 2, 3, 3, 4, 6))
    )
    cards = [card.id for card in state.edition.cards if card.id != "mine_collapse"]
    scored = (Space(2, 3), Space(3, 1))
    state = state.changed(boat=4)
    state = held(state, 1, tents=[(3, 4), (3, 4)], coins=0)
    state = held(state, 2, tents=[(3, 4)], coins=0)
    gems = Gems(clear=2, blue=1, red=1)
    state = held(state, 0, *cards, gems=gems, coins=4, tents=scored, scored=scored)
    return apply(state, TakeDie(3))


def without_tents_left(edition: str) -> State:
    """Two players (R9.1), all eleven tents of the first on the board, most of them scored."""
    state = apply(new_game(2, edition=edition, explicit_chance=True), DiceRolled((2, 3, 3, 5)))
    spaces = [(row, column) for column in (1, 2, 3) for row in (1, 2, 4)]
    state = held(state.changed(boat=4), 1, tents=[(3, 4), (3, 4)])
    state = held(
        state,
        0,
        *("second_tent", "ignore_die", "no_cost_tent", "boat_back"),
        coins=4,
        tents=[*spaces, (3, 4), (3, 4)],
        scored=tuple(sorted(Space(*space) for space in spaces)),
    )
    return apply(state, TakeDie(3))


def before_the_end(players: int, edition: str) -> State:
    """The last die of the last column is taken; the boat may still be sent back (R2.7, R6.7)."""
    last = (6,) * (2 * players - 1)
    state = new_game(players, edition=edition, explicit_chance=True)
    state = apply(state, DiceRolled((1, *last))).changed(boat=10, dice=(1,))
    for seat in range(1, players):
        state = held(state, seat, last_die=6, tents=[(2, 10)], coins=1)
    state = held(state, 0, "lion", "boat_back", coins=1, gems=Gems(1, 0, 1), tents=[(2, 9)])
    return apply(apply(state, TakeDie(1)), TakeCoins())


def almost_without_cards(edition: str) -> State:
    """The draw pile is the collapse and a lion; the rest is in hand or played (R6.11, R6.12)."""
    state = apply(new_game(2, edition=edition, explicit_chance=True), DiceRolled((1, 2, 2, 4)))
    rest = [card for card in state.draw_pile.cards() if card not in {"mine_collapse", "lion"}]
    state = held(state, 0, *rest[:2], gems=Gems(1, 1, 0), coins=1)
    state = held(state, 1, gems=Gems(0, 0, 2), coins=0)
    pile = state.draw_pile
    for card in rest[2:]:
        pile = pile.minus(card)
    state = state.changed(draw_pile=pile, played=state.played.plus(rest[2:]))
    assert validate(state) == []
    return apply(state, TakeDie(1))
