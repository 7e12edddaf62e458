"""A second way to count, and the positions to count from."""

from collections import Counter

from editions import new_game
from positions import give, lay_open, play, sail, table

from livingstone import (
    Gems,
    Perft,
    State,
    TakeCoins,
    TakeDie,
    apply,
    chance_outcomes,
    legal_moves,
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


def with_every_card(edition: str) -> State:
    """Column 4, one of each card in hand, four gems, scored tents, neighbours in row 3."""
    state = sail(table(3, 1, 2, 3, 3, 4, 6, edition=edition), 4)
    cards = [card.id for card in state.edition.cards if card.id != "mine_collapse"]
    state = give(state, 1, tents=[(3, 4), (3, 4)], coins=0)
    state = give(state, 2, tents=[(3, 4)], coins=0)
    gems = Gems(clear=2, blue=1, red=1)
    state = give(state, 0, cards=cards, gems=gems, coins=4, scored=[(2, 3), (3, 1)])
    return play(state, TakeDie(3))


def without_tents_left(edition: str) -> State:
    """Two players (R9.1), all eleven tents of the first on the board, most of them scored."""
    state = sail(table(2, 2, 3, 3, 5, edition=edition), 4)
    state = give(state, 1, tents=[(3, 4), (3, 4)])
    cards = ("second_tent", "ignore_die", "no_cost_tent", "boat_back")
    scored = [(row, column) for column in (1, 2, 3) for row in (1, 2, 4)]
    tents = [(3, 4), (3, 4)]
    return play(give(state, 0, cards=cards, coins=4, tents=tents, scored=scored), TakeDie(3))


def before_the_end(players: int, edition: str) -> State:
    """The last die of the last column is taken; the boat may still be sent back (R2.7, R6.7)."""
    state = sail(table(players, 1, edition=edition), 10)
    others = tuple(player.changed(last_die=6) for player in state.players[1:])
    state = state.changed(players=(state.player, *others))
    for seat in range(1, players):
        state = give(state, seat, tents=[(2, 10)], coins=1)
    cards = ("lion", "boat_back")
    state = give(state, 0, cards=cards, coins=1, gems=Gems(1, 0, 1), tents=[(2, 9)])
    return play(state, TakeDie(1), TakeCoins())


def almost_without_cards(edition: str) -> State:
    """The draw pile is the collapse and a lion; the rest is in hand or played (R6.11, R6.12)."""
    state = table(2, 1, 2, 2, 4, edition=edition)
    rest = [card for card in state.draw_pile.cards() if card not in {"mine_collapse", "lion"}]
    state = give(state, 0, cards=rest[:2], gems=Gems(1, 1, 0), coins=1)
    state = give(state, 1, gems=Gems(0, 0, 2), coins=0)
    return play(lay_open(state, *rest[2:]), TakeDie(1))
