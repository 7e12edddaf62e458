"""Positions in which `greedy` made a mistake of a kind, as records, with a sentence about each."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from kinds import EXAMPLES, kind_of
from reviews import EDITIONS, FIRST_SEED, Game, compare, play, weigh

import livingstone as ls
from livingstone.kernel import Kernel
from livingstone.kernel.search.networks import shipped_networks

NAMES = ("Ann", "Ben", "Cem", "Dee", "Eva")
CANDIDATES = 3
"""How many of the most costly mistakes are judged again, so that luck alone makes no example."""
TIMES = 16
"""How many times as many tries the second judgement takes."""


def write_examples(
    reviewed: Mapping[tuple[str, int], Sequence[Game]], tries: int, folder: Path
) -> None:
    """Write an example of each kind in `EXAMPLES` that is among the mistakes."""
    for name, (players, kind) in EXAMPLES.items():
        games = reviewed.get(("greedy", players), ())
        found = [
            (mistake.cost, game.number, mistake.number)
            for game in games
            for mistake in game.mistakes
            if mistake.kind == kind
        ]
        judged = [
            _judge(players, number, before, TIMES * tries)
            for _, number, before in sorted(found)[-CANDIDATES:]
        ]
        again = [example for example in judged if example[1] == kind]
        if again:
            _, _, record, text = max(again, key=lambda example: example[0])
            ls.dump(record, folder / f"{name}.toml")
            (folder / f"{name}.inc").write_text(text, encoding="utf-8")


def _judge(players: int, number: int, before: int, tries: int) -> tuple[float, str, ls.Record, str]:
    """Judge a mistake with more tries; give cost, kind, the game up to it, and a sentence."""
    kernel = Kernel.of(EDITIONS[number % len(EDITIONS)], players)
    start = ls.new_game(players, seed=FIRST_SEED + number, edition=kernel.edition)
    moves = list[ls.Move]()
    networks = shipped_networks()[players]
    for array, plan in play("greedy", players, number):  # noqa: B007
        if len(moves) == before:
            break
        moves += plan
    plans, shares = weigh(kernel, array, number, tries, networks, plan[0])
    best, played, cost = compare(plans, shares, plan)
    record = ls.Record.of(start, moves, players=NAMES[:players])
    *_, state = record.states()
    seat = state.current_player
    did, better = (_say(ls.with_explicit_chance(state), plans[place]) for place in (played, best))
    chances = shares[:, 1::2].mean(axis=1)
    text = (
        f"`greedy`, as {NAMES[seat]}: {did} ({chances[played]:.0%} of the win)."
        f" Better: {better} ({chances[best]:.0%}).\n"
    )
    kind = kind_of(kernel.decode(array), plans[played], plans[best])
    return cost, kind, record, text


def _say(state: ls.State, plan: Sequence[ls.Move]) -> str:
    said = list[str]()
    for move in plan:
        view = ls.view(state, state.current_player)
        said.append(ls.describe_move(move, view, names=NAMES[: len(view.players)]))
        if isinstance(move, ls.TakeDie):
            state = ls.apply(state, move)
    return " and ".join(said)
