"""`greedy` with its habits mended, by weights fitted to the choices of the learned policy.

    python research/habits/mended.py --work mended

The score of a move is linear in what `greedy` thinks of it and in features such as its price. The
weights depend on the situation: the phase of the game and the die in hand. They are written as
weights of a policy, so that the compiled game plays them. Then the bot plays on fresh deals against
`greedy`. It needs the extras `fast` and `stats`.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

sys.path.append(str(Path(__file__).parents[1] / "study"))
sys.path.append(str(Path(__file__).parents[1] / "values"))

from estimates import Cell, Difference, Line, Mean, Table, confidence_for
from policy_network import begin, parts_of
from scipy.optimize import minimize
from value_games import CHUNK, EDITIONS, Choices, Player, join, match, play

from livingstone.kernel import codes
from livingstone.kernel.search import policy
from livingstone.kernel.search.networks import NetworkWeights, shipped_networks

Floats = NDArray[np.float64]
FIT_SEED = 44
MATCH_SEED = 45
PLAYERS = (2, 3, 4, 5)
"""The numbers of players for which the bot is measured."""
SHOWN = (2, 4)
"""The numbers of players for which its departures are shown."""
COLUMNS = 10
DICE = 6
PHASES = {"columns 1 to 3": 3, "columns 4 to 7": 7, "columns 8 to 10": COLUMNS}
"""The phases of a game, with their last columns."""
SITUATIONS = len(PHASES) * (DICE + 1)
USES = {
    codes.DRAW_CARD: "draw a card", codes.TAKE_COINS: "take coins", codes.DIG: "dig",
    codes.BUILD_TENT: "build",
}  # fmt: skip
MOST = 15
"""The departures that a table shows."""
DECAY = 1e-4
GATE = 64.0
"""What opens the unit of a situation; scores are smaller."""


def choices_of(players: int, games: int) -> Choices:
    """Let the learned policy play with itself and with `greedy`, and write down its choices."""
    me = Player(policy=shipped_networks()[players].policy)
    parts = list[Choices]()
    for number in range(-(-games // CHUNK)):
        rng = np.random.default_rng([FIT_SEED, players, number])
        lineups = rng.integers(0, 2, (CHUNK, players))
        seed = int(rng.integers(2**62))
        most = 60 * players
        edition = EDITIONS[number % len(EDITIONS)]
        parts.append(play(edition, lineups, [me, Player()], seed, most_choices=most)[1])
    return join(parts)


def situations_of(choices: Choices) -> NDArray[np.int64]:
    """Number the situation of each choice by the phase and the die in hand, 0 for none."""
    column = choices.inputs[:, :COLUMNS].argmax(axis=1)
    dice = choices.inputs[:, COLUMNS : COLUMNS + DICE]
    die = np.where(dice.any(axis=1), dice.argmax(axis=1) + 1, 0)
    found: NDArray[np.int64] = np.digitize(column, [*PHASES.values()][:-1]) * (DICE + 1) + die
    return found


def fit(choices: Choices) -> Floats:
    """Fit the weights by softmax regression, situation by situation."""
    situations = situations_of(choices)
    return np.stack([_regress(choices, situations == number) for number in range(SITUATIONS)])


def _regress(choices: Choices, which: NDArray[np.bool_]) -> Floats:
    """Find the weights by which the softmax of the scores is most like what was chosen."""
    counts = choices.counts[which].astype(int)
    options = choices.options[which]
    offered = options[np.arange(options.shape[1]) < counts[:, None]].astype(np.float32)
    firsts = np.cumsum(counts) - counts
    chosen = firsts + choices.chosen[which]
    wanted = offered[chosen].sum(axis=0)

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = offered @ weights.astype(np.float32)
        scores -= np.repeat(np.maximum.reduceat(scores, firsts), counts)
        shares = np.exp(scores)
        sums = np.add.reduceat(shares, firsts)
        lost = float((np.log(sums) - scores[chosen]).mean() + DECAY / 2 * (weights**2).sum())
        slope = (shares / np.repeat(sums, counts)) @ offered - wanted
        return lost, slope.astype(float) / len(counts) + DECAY * weights

    begun = np.zeros(policy.MOVE_SIZE)
    return np.asarray(minimize(loss, begun, jac=True, method="L-BFGS-B").x, float)


def as_policy(weights: Floats, inputs: int) -> NetworkWeights:
    """Write the weights as those of a policy: each situation opens the unit that scores it."""
    made = np.zeros_like(begin(inputs, np.random.default_rng(0)))
    position, biases, move, outputs, _ = parts_of(made, inputs)
    for situation, own in enumerate(weights):
        phase, die = divmod(situation, DICE + 1)
        ends = [0, *PHASES.values()]
        position[ends[phase] : ends[phase + 1], situation] = 2 * GATE
        if die:
            position[COLUMNS + die - 1, situation] = 2 * GATE
        else:
            position[COLUMNS : COLUMNS + DICE, situation] = -2 * GATE
        biases[situation] = -3 * GATE if die else -GATE
        move[:, situation] = own
        outputs[situation] = 1.0
    return made


class Departure(NamedTuple):
    """What the bot does instead of what `greedy` would do."""

    phase: str
    instead: str
    does: str
    times: float
    """By player and game."""
    points: float
    """By how many points `greedy` thinks that it is worse, on average."""


def departures_of(bot: Player, players: int) -> list[Departure]:
    """Let the bot play with itself; list its departures from `greedy`, the most frequent first."""
    found = defaultdict[tuple[int, str, str], list[float]](list)
    lineups = np.zeros((CHUNK, players), np.int64)
    for number, edition in enumerate(EDITIONS):
        seed = FIT_SEED * 1000 + number
        _, choices = play(edition, lineups, [bot], seed, most_choices=60 * players)
        places = np.flatnonzero(choices.chosen)
        for situation, choice in zip(situations_of(choices)[places], places, strict=True):
            phase, die = divmod(int(situation), DICE + 1)
            both = choices.options[choice, [0, choices.chosen[choice]]].astype(float)
            instead, does = (_say(option, die) for option in both)
            if instead and does and instead != does:
                gains = policy.SIZE * both[:, policy.GAIN if die else policy.HOPE]
                found[phase, instead, does].append(gains[0] - gains[1])
    games = len(EDITIONS) * CHUNK * players
    phases = [*PHASES]
    order = sorted(found.items(), key=lambda item: -len(item[1]))
    return [
        Departure(phases[phase], instead, does, len(lost) / games, float(np.mean(lost)))
        for (phase, instead, does), lost in order
    ]


def _say(option: Floats, die: int) -> str:
    """Name a die to take or the use of a die; nothing else."""
    kind = int(option[: policy.IS_GREEDY].argmax())
    if kind == codes.TAKE_DIE:
        return f"take a {option[policy.VALUE : policy.VALUE + DICE].argmax() + 1}"
    return f"with a {die}, {USES[kind]}" if kind in USES else ""


def measure(players: int, games: int, fitted: int, file: Path) -> tuple[list[Departure], Floats]:
    """Fit the bot and play its matches, unless the file is there; give departures and shares.

    The shares have a row for each edition; the games of a match are of both in turn.
    """
    if not file.exists():
        choices = choices_of(players, fitted // players)
        bot = Player(policy=as_policy(fit(choices), choices.inputs.shape[1]))
        chunks = 2 * -(-games // CHUNK)
        shares = match(bot, Player(), players, chunks * CHUNK, MATCH_SEED + players)
        shares = shares.reshape(-1, 2, CHUNK).swapaxes(0, 1).reshape(2, -1)
        made = {"departures": departures_of(bot, players), "shares": shares.tolist()}
        file.write_text(json.dumps(made), encoding="utf-8")
    made = json.loads(file.read_text("utf-8"))
    return [Departure(*one) for one in made["departures"]], np.array(made["shares"])


def departures_table(departures: Sequence[Departure]) -> Table:
    """Make the table of the most frequent departures."""
    lines = [
        (one.phase, one.instead, one.does, f"{one.times:.2f}", f"{one.points:.1f}")
        for one in departures[:MOST]
    ]
    heads = ("when", "instead of", "it does", "times", "points")
    return Table(heads, tuple(lines), "Times are by player and game.")


def wins_table(shares: dict[int, Floats]) -> Table:
    """Make the table of the wins of the bot among `greedy`."""
    lines = list[Line]()
    for players, editions in shares.items():
        for edition, own in zip(EDITIONS, editions, strict=True):
            share = Mean.of(own.tolist(), 0.0, 1.0)
            more = Mean.of((own - 1 / players).tolist(), -1 / players, 1 - 1 / players)
            row: Line = (edition, f"{players}", f"{len(own)}", Cell(share, 100))
            lines.append((*row, Difference(more, 100)))
    heads = ("edition", "players", "games", "wins, in %", "more than an even share")
    return Table(heads, tuple(lines), "")


def main() -> None:
    """Fit, play, and write the tables."""
    parser = argparse.ArgumentParser(description="Mend the habits of greedy, and let it play.")
    parser.add_argument("--games", type=int, default=4000, help="of each match")
    parser.add_argument("--fitted", type=int, default=8000, help="players in the games of a fit")
    parser.add_argument("--players", type=int, nargs="+", default=PLAYERS)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("results"))
    parser.add_argument("--work", type=Path, required=True, help="folder for what was played")
    options = parser.parse_args()
    for folder in (options.out, options.work):
        folder.mkdir(parents=True, exist_ok=True)
    tables = dict[str, Table]()
    shares = dict[int, Floats]()
    for players in options.players:
        file = options.work / f"mended-{players}.json"
        departures, shares[players] = measure(players, options.games, options.fitted, file)
        if players in SHOWN:
            tables[f"departures-{players}"] = departures_table(departures)
    tables["mended"] = wins_table(shares)
    for name, table in tables.items():
        text = table.markdown(confidence_for(tables))
        (options.out / f"{name}.inc").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
