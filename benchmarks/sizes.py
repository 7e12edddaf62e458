"""What the cost of a decision depends on, and how long a list of moves can get."""

import random
import tomllib
from collections.abc import Iterator
from math import prod
from typing import Any

from timing import Step, costs, random_steps

import livingstone as ls
from livingstone.edition.effect import Effect
from livingstone.effects import IgnoreDie, Market, MineCollapse, NoCostTent, SecondTent

GAMES = 12
"""Each line of the table is measured on the states of so many games."""
HOARDING_GAMES = 300
"""The longest list is looked for in so many games."""
PLAYERS = 4

Table = dict[str, Any]


def edition(players: int = 5, columns: int = 10, copies: int = 1) -> ls.Edition:
    """Make the printed edition with more players, other columns, or a larger deck.

    Further columns cost as much as the last one; each card is there `copies` times as often.
    """
    board: Table = tomllib.loads(ls.shipped_toml("board"))
    cards: Table = tomllib.loads(ls.shipped_toml("cards"))
    board["players"]["most"] = players
    board["columns"] = (board["columns"] + [board["columns"][-1]] * columns)[:columns]
    for card in cards["cards"]:
        card["count"] *= copies
    return ls.load_edition("printed", board=board, cards=cards)


def with_hands(steps: list[Step], size: int) -> list[Step]:
    """Give the player to move another hand in each step: so many cards of a full deck."""
    rng = random.Random(7)
    dealt = list[Step]()
    for state, move in steps:
        deck = [card for card in state.edition.deck.cards() if card != "mine_collapse"]
        player = state.player.changed(hand=tuple(sorted(rng.sample(deck, size))))
        dealt.append((state.with_player(player), move))
    return [step for step in dealt if not isinstance(step[1], ls.PlayCard | ls.BuildTent)]


def table() -> Iterator[tuple[str, list[float]]]:
    """Measure each line of the table: its name, and microseconds for `legal_moves` and `apply`."""
    sizes: dict[str, list[Step]] = {}
    for players in (2, 5, 10):
        sizes[f"{players} players"] = random_steps(players, GAMES, edition(players=10))
    for columns in (5, 10, 20, 40):
        sizes[f"{columns} columns"] = random_steps(PLAYERS, GAMES, edition(columns=columns))
    played = random_steps(PLAYERS, GAMES)
    for size in (0, 5, 10, 20, 26):
        sizes[f"{size} cards in hand"] = with_hands(played, size)
    for copies in (1, 4, 16):
        larger = edition(copies=copies)
        sizes[f"{larger.deck.total} cards in the deck"] = random_steps(PLAYERS, GAMES, larger)
    for name, steps in sizes.items():
        yield name, costs(steps, ("legal_moves", "apply"))


def hoard(rng: random.Random, players: int) -> ls.State:
    """Play a game in which seat 0 keeps all that it gets; give the state with the most moves.

    Nobody sells, donates or plays cards. The hoarder draws cards, digs, takes coins and builds, how
    often is drawn anew for each game; the others take coins and build, and leave the rest to it.
    """
    kinds = (ls.DrawCard, ls.Dig, ls.TakeCoins, ls.BuildTent)
    hoarder: dict[type[ls.Move], float] = {kind: rng.random() for kind in kinds}
    other: dict[type[ls.Move], float] = {ls.TakeCoins: 1.0, ls.BuildTent: 1.0, ls.Dig: 0.001}
    passing: dict[type[ls.Move], float] = {ls.TakeDie: 1.0, ls.EndTurn: 1.0}
    state = longest = ls.new_game(players, seed=rng.getrandbits(32))
    most = 0
    while not state.is_over:
        moves = ls.legal_moves(state)
        if len(moves) > most:
            most, longest = len(moves), state
        wanted = passing | (other if state.current_player else hoarder)
        weights = [0 if getattr(m, "cards", ()) else wanted.get(type(m), 0) for m in moves]
        state = ls.apply(state, rng.choices(moves, weights)[0])
    return longest


def longest_lists(players: int) -> tuple[int, int, float]:
    """Find the longest list of moves of a hoarding player.

    Give its length, the length that no list exceeds, and microseconds for listing it again.
    """
    rng = random.Random(7)
    states = [hoard(rng, players) for _ in range(HOARDING_GAMES)]
    state = max(states, key=lambda state: len(ls.legal_moves(state)))
    moves = ls.legal_moves(state)
    limit = most_moves(state.edition, players)
    assert len(moves) <= limit
    [spent] = costs([(state, moves[0])] * 200, ("legal_moves",))
    return len(moves), limit, spent


def most_moves(of: ls.Edition, players: int) -> int:
    """Give a number of legal moves that no state exceeds, however unlikely that state is.

    The player holds every card, all gems and all coins, all tents are on the board and scored, and
    with two players each can be moved (R9.1).
    """
    board, effects = of.board, of.effects.values()
    tents = min(board.tents, len(board.rows) * len(board.columns))
    sources = tents if players == 2 else 1
    payments = 1 + sum(isinstance(effect, NoCostTent) for effect in effects)
    ways = 1 + (len(board.rows) - 1) * sum(isinstance(effect, IgnoreDie) for effect in effects)
    using = 3 + payments * ways * sources  # drawing a card, taking coins, digging, building
    gems = board.bag.gems
    plays = sum(_most_plays(effect, gems, tents * sources) for effect in effects)
    return max(using, board.dice.sides + 1) + plays + gems.total + board.money


def _most_plays(effect: Effect, gems: ls.Gems, second_tents: int) -> int:
    """Give the most ways to play a card by itself."""
    match effect:
        case NoCostTent() | IgnoreDie() | MineCollapse():
            return 0
        case Market():
            return prod(number + 1 for number in gems) - 1
        case SecondTent():
            return second_tents
        case _:  # without a choice
            return 1
