"""Train an agent by self-play, and measure it against the shipped bots.

    python examples/train_agent.py                   about six minutes on one core
    python examples/train_agent.py --updates 20      a short try
    PYTHONPATH=examples livingstone simulate --players train_agent:bot,greedy --games 200
                                                     in the folder of the checkpoint

A network with two hidden layers turns an observation into probabilities of the masked actions and
a guess of the reward. It learns by proximal policy optimization (Schulman and others, 2017), in
numpy. Needs `pip install '.[pettingzoo]'`.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

import livingstone as ls
from livingstone.envs import AgentBot, Layout, as_bot, livingstone_v0

Array = NDArray[np.floating[Any]]

CHECKPOINT = Path("agent.npz")
HIDDEN = 128
WEIGHTS = ("in", "in_bias", "mid", "mid_bias", "out", "out_bias")
EPOCHS, BATCH, CLIP, TRACE, ENTROPY = 4, 512, 0.2, 0.95, 0.01
RATE = 0.0007
POINTS = 40.0
"""The lead in points that is worth as much as a win."""


class Network:
    """Two hidden layers, a score for each action, and a guess of the reward."""

    def __init__(self, inputs: int, actions: int, random: np.random.Generator) -> None:
        """Start with small random weights."""
        self.weights: dict[str, Array] = {
            "in": _normal(random, inputs, HIDDEN, 1.4),
            "in_bias": np.zeros(HIDDEN, np.float32),
            "mid": _normal(random, HIDDEN, HIDDEN, 1.4),
            "mid_bias": np.zeros(HIDDEN, np.float32),
            "out": _normal(random, HIDDEN, actions + 1, 0.1),
            "out_bias": np.zeros(actions + 1, np.float32),
        }
        self._moments = {name: (0 * w, 0 * w) for name, w in self.weights.items()}
        self._updates = 0

    def forward(self, seen: Array, mask: NDArray[Any]) -> tuple[Array, Array, tuple[Array, ...]]:
        """Return probabilities of actions, guesses of the reward, and the hidden layers."""
        w = self.weights
        first = np.maximum(seen @ w["in"] + w["in_bias"], 0)
        second = np.maximum(first @ w["mid"] + w["mid_bias"], 0)
        out = second @ w["out"] + w["out_bias"]
        scores = np.where(mask > 0, out[:, :-1], np.float32(-1e9))
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        return powers / powers.sum(axis=1, keepdims=True), out[:, -1], (seen, first, second)

    def learn(self, layers: tuple[Array, ...], slope: Array) -> None:
        """Take one step down the slope of the loss (Adam; Kingma and Ba, 2014)."""
        seen, first, second = layers
        w = self.weights
        at_second = (slope @ w["out"].T) * (second > 0)
        at_first = (at_second @ w["mid"].T) * (first > 0)
        slopes = {
            "in": seen.T @ at_first,
            "in_bias": at_first.sum(axis=0),
            "mid": first.T @ at_second,
            "mid_bias": at_second.sum(axis=0),
            "out": second.T @ slope,
            "out_bias": slope.sum(axis=0),
        }
        norm = np.sqrt(sum(float((g * g).sum()) for g in slopes.values()))
        self._updates += 1
        for name, found in slopes.items():
            found *= min(1.0, 0.5 / (norm + 1e-8))
            mean, square = self._moments[name]
            mean += 0.1 * (found - mean)
            square += 0.001 * (found * found - square)
            corrected = mean / (1 - 0.9**self._updates)
            scale = np.sqrt(square / (1 - 0.999**self._updates)) + 1e-8
            w[name] -= (RATE * corrected / scale).astype(np.float32)


def _normal(random: np.random.Generator, rows: int, columns: int, gain: float) -> Array:
    return random.standard_normal((rows, columns), np.float32) * np.float32(gain / rows**0.5)


def scales_of(layout: Layout) -> Array:
    """Return divisors that scale the parts of an observation to at most 1."""
    scales = np.ones(layout.size, np.float32)
    for part in layout.parts:
        scales[part.where] = max(1, part.most or POINTS)
    return scales


class Learner:
    """Plays against itself, and improves its network after each batch of games."""

    def __init__(self, players: int, edition: str, games: int, seed: int) -> None:
        """Prepare the network and the games."""
        self.games = [
            livingstone_v0.raw_env(players, edition, "margin", "stepwise") for _ in range(games)
        ]
        self.layout = self.games[0].layout
        self.scales = scales_of(self.layout)
        self.random = np.random.default_rng(seed)
        self.network = Network(self.layout.size, len(self.layout.space), self.random)
        self._seed = seed

    def play(self) -> tuple[Array, NDArray[Any], NDArray[Any], Array, Array, Array]:
        """Play all games to the end, and return the data to learn from."""
        steps: list[tuple[Any, ...]] = []
        paths: dict[tuple[int, str], list[int]] = {}
        for game in self.games:
            self._seed += 1
            game.reset(seed=self._seed)
        running = list(enumerate(self.games))
        while running:
            shown = [game.observe(game.agent_selection) for _, game in running]
            seen = np.stack([each["observation"] for each in shown]) / self.scales
            mask = np.stack([each["action_mask"] for each in shown])
            odds, guess, _ = self.network.forward(seen, mask)
            chosen = (odds.cumsum(axis=1) > self.random.random((len(odds), 1))).argmax(axis=1)
            for row, (number, game) in enumerate(running):
                action = int(chosen[row])
                paths.setdefault((number, game.agent_selection), []).append(len(steps))
                steps.append((seen[row], mask[row], action, odds[row, action], guess[row]))
                game.step(action)
            running = [(number, game) for number, game in running if not ended(game)]
        seen, mask, chosen, odds, guess = (np.array(part) for part in zip(*steps, strict=True))
        gains = np.zeros(len(steps), np.float32)
        for (number, agent), path in paths.items():
            gains[path] = advantages(guess[path], reward_of(self.games[number], agent))
        return seen, mask, chosen, odds, gains, gains + guess

    def update(self) -> float:
        """Play, learn from the games, and return the mean entropy of the actions in nats."""
        seen, mask, chosen, odds, gains, goals = self.play()
        gains = (gains - gains.mean()) / (gains.std() + 1e-8)
        surprise = 0.0
        for _ in range(EPOCHS):
            order = self.random.permutation(len(seen))
            for start in range(0, len(order), BATCH):
                part = order[start : start + BATCH]
                surprise = self._learn(
                    seen[part], mask[part], chosen[part], odds[part], gains[part], goals[part]
                )
        return surprise

    def _learn(
        self,
        seen: Array,
        mask: NDArray[Any],
        chosen: NDArray[Any],
        before: Array,
        gains: Array,
        goals: Array,
    ) -> float:
        """Take one clipped step towards actions that went better than guessed."""
        rows = np.arange(len(seen))
        odds, guess, layers = self.network.forward(seen, mask)
        ratio = odds[rows, chosen] / before
        within = np.where(gains > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        logs = np.log(np.maximum(odds, 1e-12))
        entropy = -(odds * logs).sum(axis=1)
        slope = odds * (ratio * gains * within)[:, None]
        slope[rows, chosen] -= ratio * gains * within
        slope += ENTROPY * odds * (logs + entropy[:, None])
        wrong = (guess - goals)[:, None]
        self.network.learn(layers, np.hstack([slope, wrong]).astype(np.float32) / len(seen))
        return float(entropy.mean())

    def save(self, path: Path) -> None:
        """Save the network and the fingerprint of its game."""
        weights: dict[str, Any] = {
            f"weight {name}": weight for name, weight in self.network.weights.items()
        }
        np.savez(path, fingerprint=self.layout.fingerprint, scales=self.scales, **weights)


def ended(game: livingstone_v0.raw_env) -> bool:
    """Return whether a game is over or was cut off."""
    agent = game.agent_selection
    return game.terminations[agent] or game.truncations[agent]


def reward_of(game: livingstone_v0.raw_env, agent: str) -> float:
    """Mix the win with the lead in points."""
    margin = game.rewards[agent] / POINTS
    return float(np.sign(margin) + np.clip(margin, -1, 1)) / 2


def advantages(guesses: Array, reward: float) -> Array:
    """Return how much better each choice went than guessed (Schulman and others, 2015)."""
    after = np.append(guesses[1:], reward)
    gains = after - guesses
    for place in range(len(gains) - 2, -1, -1):
        gains[place] += TRACE * gains[place + 1]
    return gains


class Agent:
    """The network of a checkpoint."""

    def __init__(self, network: Network, scales: Array) -> None:
        """Take the network and the divisors of observations."""
        self._network, self._scales = network, scales

    def __call__(self, seen: dict[str, Any], rng: Random) -> int:
        """Sample an action."""
        odds, _, _ = self._network.forward(
            seen["observation"][None] / self._scales, seen["action_mask"][None]
        )
        return int((odds[0].cumsum() > rng.random() * odds[0].sum()).argmax())


def load(path: Path) -> AgentBot:
    """Make a bot from a checkpoint."""
    with np.load(path) as stored:
        fingerprint, scales = str(stored["fingerprint"]), stored["scales"]
        weights = {name: stored[f"weight {name}"] for name in WEIGHTS}
    network = Network(len(scales), len(weights["out_bias"]) - 1, np.random.default_rng(0))
    network.weights = weights
    return as_bot(Agent(network, scales), "stepwise", fingerprint=fingerprint)


def bot() -> AgentBot:
    """Make the player `train_agent:bot` from the checkpoint in the current folder."""
    return load(CHECKPOINT)


def measure(games: int, opponents: Sequence[str], players: int, edition: str) -> str:
    """Return the agent's share of wins against bots, with 95 % intervals."""
    told = []
    for opponent in opponents:
        lineup = ["train_agent:bot", *[opponent] * (players - 1)]
        report = ls.simulate(lineup, games, seed=1, edition=edition)
        win = report.bots[0].win
        told.append(f"{opponent} {win.value:.0%} ({win.low:.0%} to {win.high:.0%})")
    return ", ".join(told)


def main() -> None:
    """Train, and measure now and then."""
    parser = argparse.ArgumentParser(description="Train an agent by self-play.")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--edition", default="printed")
    parser.add_argument("--updates", type=int, default=200)
    parser.add_argument("--batch", type=int, default=64, help="games between two updates")
    parser.add_argument("--every", type=int, default=40, help="updates between measurements")
    parser.add_argument("--games", type=int, default=200, help="for each measurement")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    for name, least in {"updates": 0, "batch": 1, "every": 1, "games": 1, "seed": 0}.items():
        if getattr(options, name) < least:
            parser.error(f"--{name} must be {least} or more")
    try:
        learner = Learner(options.players, options.edition, options.batch, options.seed)
    except ls.LivingstoneError as error:
        parser.error(str(error))
    spent = 0.0
    for update in range(options.updates + 1):
        if update % options.every == 0 or update == options.updates:
            learner.save(CHECKPOINT)
            wins = measure(options.games, ["random", "greedy"], options.players, options.edition)
            print(
                f"{update * options.batch:6} games, {spent:4.0f} s of CPU: wins against {wins}",
                flush=True,
            )
        if update < options.updates:
            begun = time.process_time()
            learner.update()
            spent += time.process_time() - begun


if __name__ == "__main__":
    main()
