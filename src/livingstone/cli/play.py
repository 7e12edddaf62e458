"""`livingstone play`: a whole game between random players, told line by line."""

import argparse
import random
import secrets

from livingstone.describing import describe
from livingstone.edition import Edition
from livingstone.engine import legal_moves, new_game
from livingstone.events import RoundBegun
from livingstone.loading import RULESETS, load_edition
from livingstone.rules.ending import Standing, result
from livingstone.state import State
from livingstone.transitions import play

__all__ = ["add_parser"]

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hal", "Ida", "Jon")


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand and its arguments."""
    parser = commands.add_parser(
        "play",
        help="play a game between random players and tell it",
        description="Play a whole game between random players, told line by line, with the final"
        " table. The same seed tells the same game.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--players", type=int, default=4, metavar="N", help="how many play, 2 to 5 (default: 4)"
    )
    parser.add_argument(
        "--seed",
        type=int,
        metavar="S",
        help="a whole number that decides dice, stones, cards and moves (default: a fresh one)",
    )
    parser.add_argument(
        "--edition", choices=RULESETS, default="printed", help="the rules (default: printed)"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play the game."""
    seed = secrets.randbits(31) if options.seed is None else options.seed
    edition = load_edition(options.edition)
    state = new_game(options.players, seed=seed, edition=edition)
    names = NAMES[: options.players]
    print(f"Livingstone, {options.edition} rules, seed {seed}: {', '.join(names)}.")
    print(describe(RoundBegun(state.boat, state.starting_player, state.dice), names))
    chooser = random.Random(seed)
    while not state.is_over:
        transition = play(state, chooser.choice(legal_moves(state)))
        state = transition.state
        for event in transition.events:
            print(describe(event, names))
    print()
    print(final_table(state, names))
    return 0


def final_table(state: State, names: tuple[str, ...]) -> str:
    """Lay out how a game ended, a line for each player, by rank."""
    ended = result(state)
    assert ended is not None
    heads = ("rank", "player", "columns", *_row_heads(state.edition), "gems", "cards", "points")
    lines = [(*heads, "donated", "tents", "")]
    ranked = sorted(zip(ended.standings, names, strict=True), key=lambda pair: pair[0].rank)
    lines += [_line(standing, name) for standing, name in ranked]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    rows = [
        "  ".join(
            cell.ljust(width) if place == 1 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]
    if ended.threshold is not None:
        rows.append(f"The Queen asked for {ended.threshold} coins.")
    winners = " and ".join(names[seat] for seat in ended.winners)
    rows.append(f"Winner: {winners}" if winners else "Nobody wins.")
    return "\n".join(rows)


def _row_heads(edition: Edition) -> tuple[str, ...]:
    return tuple(f"row {row}" for row in range(1, len(edition.board.rows) + 1))


def _line(standing: Standing, name: str) -> tuple[str, ...]:
    figures = (
        standing.round_points,
        *standing.majorities,
        standing.gem_points,
        standing.card_points,
        standing.points,
        standing.donated,
        standing.tents,
    )
    return (str(standing.rank), name, *map(str, figures), "out" if standing.is_out else "")
