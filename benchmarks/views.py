"""Measure what bots and front ends cost beside the engine: views, events, whole batches.

    python benchmarks/views.py

`apply`, `play` and `view` are measured in games that go on, where each state is new. In a list of
states that is gone through again and again, caches would find more. A view costs what the games
take longer if each state is shown to the seat to move. `after` is `view_after` of the move played,
and `advance` the views after its events, also for the seat to move.

Each figure is the best of several measurements of CPU time, taken in turn, so that what is compared
is measured while the machine does the same. The ratios of one run are what can be compared.
"""

import random
import time
from collections.abc import Callable
from contextlib import suppress

from timing import build

import livingstone as ls
from livingstone.events.transitions import play
from livingstone.simulation.batch import bot_seed, deal_seed

GAMES = 12
"""How many games are measured for each number of players."""
REPEATS = 25
"""How often each measurement is repeated."""
SEED = 7


class Seeing:
    """Chooses as the player `random` does, but gets a view for it, as most bots do."""

    def choose(self, view: ls.View, rng: random.Random) -> ls.Move:
        """Choose any legal move."""
        return rng.choice(view.legal_moves)


def bare(players: int) -> int:
    """Play the games of `simulate` with random bots, move for move, in a loop without bots."""
    legal_moves, apply, decisions = ls.legal_moves, ls.apply, 0
    for game in range(GAMES):
        state = ls.new_game(players, seed=deal_seed(SEED, game))
        choose = [random.Random(bot_seed(SEED, game, seat)).choice for seat in range(players)]
        while not state.is_over:
            moves = legal_moves(state)
            move = moves[0] if len(moves) == 1 else choose[state.current_player](moves)
            state = apply(state, move)
            decisions += 1
    return decisions


def random_games(players: int) -> list[tuple[ls.State, list[ls.Move]]]:
    """Play games of random moves; list how each begins, and its moves."""
    rng, games = random.Random(SEED), list[tuple[ls.State, list[ls.Move]]]()
    for seed in range(GAMES):
        state = ls.new_game(players, seed=seed)
        games.append((state, []))
        while not state.is_over:
            move = rng.choice(ls.legal_moves(state))
            games[-1][1].append(move)
            state = ls.apply(state, move)
    return games


def seconds(measured: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Measure the CPU time of each call, the best of some calls."""
    best = dict.fromkeys(measured, float("inf"))
    for _ in range(REPEATS):
        for name, call in measured.items():
            begun = time.process_time()
            call()
            best[name] = min(best[name], time.process_time() - begun)
    return best


def measure(players: int) -> str:
    """Measure with this number of players; give a line of the table."""
    decisions = bare(players)
    games = random_games(players)
    moves = sum(len(moves) for _, moves in games)

    def replay(step: Callable[[ls.State, ls.Move], ls.State]) -> Callable[[], None]:
        def all_games() -> None:
            for state, moves in games:
                for move in moves:
                    state = step(state, move)

        return all_games

    def see(state: ls.State, move: ls.Move) -> ls.State:
        ls.view(state, state.current_player)
        return ls.apply(state, move)

    def look_ahead(state: ls.State, move: ls.Move) -> ls.State:
        with suppress(ls.RefusedError):
            ls.view_after(ls.view(state, state.current_player), move)
        return ls.apply(state, move)

    def advance(state: ls.State, move: ls.Move) -> ls.State:
        seen, done = ls.view(state, state.current_player), play(state, move)
        for event in done.events:
            seen = ls.events.advance(seen, event)
        return done.state

    def batch(bot: str) -> Callable[[], ls.Report]:
        return lambda: ls.simulate([bot] * players, GAMES, seed=SEED, rotate=False)

    spent = seconds(
        {
            "nothing": replay(lambda state, move: state),
            "apply": replay(lambda state, move: ls.apply(state, move)),
            "see": replay(see),
            "play": replay(lambda state, move: play(state, move).state),
            "look ahead": replay(look_ahead),
            "advance": replay(advance),
            "bare": lambda: bare(players),
            "random": batch("random"),
            "seeing": batch(f"{Seeing.__module__}:{Seeing.__name__}"),
        }
    )
    apply, view, events, after, advanced = (
        (spent[name] - spent[less]) / moves * 1e6
        for name, less in (
            ("apply", "nothing"),
            ("see", "apply"),
            ("play", "nothing"),
            ("look ahead", "see"),
            ("advance", "play"),
        )
    )
    return (
        f"{players:7}  {apply:8.2f}  {view:7.2f}  {view / apply:5.2f}"
        f"  {events:7.2f}  {events / apply:5.2f}"
        f"  {after:8.1f}  {advanced - view:10.1f}"
        f"  {decisions / spent['bare']:7,.0f}"
        f"  {decisions / spent['random']:8,.0f}  {spent['bare'] / spent['random']:5.2f}"
        f"  {decisions / spent['seeing']:8,.0f}  {spent['bare'] / spent['seeing']:5.2f}"
    )


def main() -> None:
    """Measure and print."""
    print(build())
    print("players  apply us  view us  ratio  play us  ratio  after us  advance us", end="")
    print("   bare/s  random/s  ratio  seeing/s  ratio")
    for players in range(2, 6):
        print(measure(players))


if __name__ == "__main__":
    main()
