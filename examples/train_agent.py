"""Train an agent that beats `greedy`: by imitation first, then by games against it.

    python examples/train_agent.py                   15 minutes of one core's time
    python examples/train_agent.py --minutes 2       a short try
    PYTHONPATH=examples livingstone simulate --players train_agent:bot,greedy --games 2000
                                                     in the folder of the checkpoint

A network with two hidden layers gives each legal action a score, and guesses the reward. It first
learns to choose as `greedy` does, then improves by proximal policy optimization (Schulman and
others, 2017) in a thousand games side by side. Needs `pip install '.[fast,gymnasium]' torch`.
"""

import argparse
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from statistics import NormalDist
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

import livingstone as ls
from livingstone.envs import AgentBot, Layout, as_bot
from livingstone.kernel import Kernel

Array = NDArray[Any]

CHECKPOINT = Path("agent.npz")
HIDDEN, VECTOR = 256, 64
WATCHED, EPOCHS, BATCH = 500, 4, 1024  # games of greedy at a time, and imitation
STEPS, MINIBATCH = 64, 2048  # of each game between two updates
RATE, CLIP, TRACE, ENTROPY = 5e-4, 0.2, 0.95, 0.01
POINTS = 40.0
"""The divisor of points, which have no bound."""


class Network(nn.Module):
    """Two hidden layers, and a vector for each action, whose product with the last is its score."""

    def __init__(self, layout: Layout) -> None:
        """Start with random weights."""
        super().__init__()
        self.layout = layout
        scales = torch.ones(layout.size)
        for part in layout.parts:
            scales[part.where] = max(1, part.most or POINTS)
        self.register_buffer("scales", scales)
        self.hidden = nn.Sequential(
            nn.Linear(layout.size, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU()
        )
        self.last = nn.Linear(HIDDEN, VECTOR + 1)
        self.actions = nn.Embedding(len(layout.space), VECTOR + 1)
        nn.init.normal_(self.actions.weight, std=0.1)

    def forward(self, seen: Tensor, rows: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
        """Return the log-probability of each legal action, and a guess for each row of `seen`.

        `legal` has the legal actions of all rows, one row after the other; `rows` whose they are.
        """
        last = self.last(self.hidden(seen / self.scales))
        own, vectors = last[:, :-1].index_select(0, rows), self.actions(legal)
        scores = (own * vectors[:, :-1]).sum(1) + vectors[:, -1]
        tops = torch.full((len(seen),), -torch.inf)
        tops = tops.scatter_reduce(0, rows, scores.detach(), "amax")
        sums = torch.zeros(len(seen)).index_add(0, rows, (scores - tops[rows]).exp())
        return scores - (tops + sums.log()).index_select(0, rows), last[:, -1]


class Choices(NamedTuple):
    """Rows to learn from; the legal actions of all are one list."""

    seen: Array
    sizes: Array
    """How many legal actions each row has."""
    legal: Array
    places: Array
    """The place of the chosen one among them."""
    goals: Array
    """What the network should have guessed."""
    odds: Array
    """The log-probability with which it was chosen."""
    gains: Array
    """How much better it went than guessed."""

    def minibatches(self, size: int, random: np.random.Generator) -> Iterator[list[Tensor]]:
        """Go through all rows once, in random order.

        Give the inputs of `Network`, where in the list of actions the chosen ones are, goals, odds
        and gains.
        """
        begins = np.cumsum(self.sizes) - self.sizes
        order = random.permutation(len(self.sizes))
        for start in range(0, len(order), size):
            which = order[start : start + size]
            sizes, rows = self.sizes[which], np.repeat(np.arange(len(which)), self.sizes[which])
            firsts = np.cumsum(sizes) - sizes
            legal = self.legal[np.arange(len(rows)) + (begins[which] - firsts)[rows]]
            chosen = firsts + self.places[which]
            rest = (column[which] for column in self[4:])
            yield [*map(torch.as_tensor, (self.seen[which], rows, legal, chosen, *rest))]


def join(parts: list[Choices]) -> Choices:
    """Put rows one after the other."""
    return Choices(*map(np.concatenate, zip(*parts, strict=True)))


def legal_of(mask: Array) -> tuple[Array, Array]:
    """Give the rows and columns of a mask's ones as `nonzero` does, but eight bytes at a time."""
    flat = mask.ravel().view(np.uint8)
    words = flat[: len(flat) // 8 * 8].view(np.uint64)
    found = words.nonzero()[0]
    which, byte = words[found].view(np.uint8).reshape(-1, 8).nonzero()
    rest = len(words) * 8 + flat[len(words) * 8 :].nonzero()[0]
    rows, legal = np.divmod(np.concatenate([found[which] * 8 + byte, rest]), mask.shape[1])
    return rows, legal


def make(games: int, layout: Layout, **options: Any) -> Any:
    """Make the environment of many games."""
    options |= {"players": layout.players, "edition": layout.edition}
    return gymnasium.make_vec("livingstone/Livingstone-v0", games, "vector_entry_point", **options)


def watch_greedy(games: int, layout: Layout, seed: int) -> Choices:
    """Let `greedy` play against itself, and see again what it saw and chose."""
    players, seeds = layout.players, [seed + game for game in range(games)]
    played = Kernel.of(layout.edition, players).play(
        [["greedy"] * players] * games, seeds, [[0] * players] * games, keep_choices=True
    )
    made = [iter(played.choices(game).tolist()) for game in range(games)]
    won = np.array([[seat in game.result.winners for seat in range(players)] for game in played])
    env, steps = make(games, layout, opponents=()), list[Choices]()
    seen, info = env.reset(seed=seeds)
    going = np.ones(games, bool)
    while going.any():
        rows, legal = legal_of(info["action_mask"])
        sizes, places = np.bincount(rows), np.zeros(games, int)
        asked = np.flatnonzero(going & (sizes > 1))
        places[asked] = [next(made[game]) for game in asked]
        goals, none = won[asked, info["seat"][asked]], np.zeros(len(asked), np.float32)
        listed = legal[np.isin(rows, asked)]
        steps.append(
            Choices(seen[asked], sizes[asked], listed, places[asked], goals + none, none, none)
        )
        seen, _, ended, _, info = env.step(legal[sizes.cumsum() - sizes + places])
        going &= ~ended
    return join(steps)


def imitate(network: Network, choices: Choices, random: np.random.Generator) -> None:
    """Make the choices more probable, and guess who won."""
    optimizer = torch.optim.Adam(network.parameters(), 1e-3)
    rate = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.05, EPOCHS)
    for _ in range(EPOCHS):
        for *inputs, chosen, goal, _, _ in choices.minibatches(BATCH, random):
            odds, guess = network(*inputs)
            optimizer.zero_grad()
            ((guess - goal).square().mean() - odds[chosen].mean()).backward()
            optimizer.step()
        rate.step()


class Learner:
    """Plays against `greedy` in many games, and improves its network after some steps of each."""

    def __init__(self, network: Network, games: int, seed: int) -> None:
        """Start the games."""
        self.network, self.random = network, np.random.default_rng(seed)
        self.games = games
        self.optimizer = torch.optim.Adam(network.parameters(), eps=1e-5)
        self.env = make(games, network.layout, opponents=("greedy",))
        self.seen, self.info = self.env.reset(seed=seed)

    @torch.no_grad()
    def play(self) -> Choices:
        """Take some steps in each game."""
        steps, guesses, rewards, ends = list[Choices](), list[Array](), list[Array](), list[Array]()
        for _ in range(STEPS):
            rows, legal = legal_of(self.info["action_mask"])
            odds, guess = self._judge(rows, legal)
            # Each row's probabilities add up to 1, so row n takes the numbers from n to n + 1.
            bounds, sizes = np.cumsum(np.exp(odds.astype(float))), np.bincount(rows)
            drawn = np.searchsorted(bounds, np.arange(self.games) + self.random.random(self.games))
            firsts = np.cumsum(sizes) - sizes
            chosen = np.clip(drawn, firsts, firsts + sizes - 1)
            steps.append(
                Choices(self.seen, sizes, legal, chosen - firsts, guess, odds[chosen], guess)
            )
            steps[-1] = steps[-1]._replace(seen=self.seen.copy())  # the array is used again
            self.seen, reward, ended, cut_off, self.info = self.env.step(legal[chosen])
            guesses.append(guess)
            rewards.append(reward.astype(np.float32))
            ends.append(ended | cut_off)
        after = self._judge(*legal_of(self.info["action_mask"]))[1]
        gains, gain = np.zeros((STEPS, self.games), np.float32), np.zeros(self.games, np.float32)
        for step in range(STEPS - 1, -1, -1):  # generalized advantages: Schulman and others, 2015
            goes_on = ~ends[step]
            gains[step] = gain = rewards[step] + goes_on * (after + TRACE * gain) - guesses[step]
            after = guesses[step]
        flat, choices = gains.ravel(), join(steps)
        scaled = (flat - flat.mean()) / (flat.std() + 1e-8)
        return choices._replace(goals=choices.goals + flat, gains=scaled)

    def _judge(self, rows: Array, legal: Array) -> tuple[Array, Array]:
        odds, guess = self.network(*map(torch.as_tensor, (self.seen, rows, legal)))
        return odds.numpy(), guess.numpy()

    def update(self, left: float) -> None:
        """Play, and learn from it; `left` is the part of the time that is left."""
        self.optimizer.param_groups[0]["lr"] = RATE * left
        for *inputs, chosen, goal, before, gain in self.play().minibatches(MINIBATCH, self.random):
            odds, guess = self.network(*inputs)
            ratio = (odds[chosen] - before).exp()
            better = torch.min(ratio * gain, ratio.clip(1 - CLIP, 1 + CLIP) * gain).mean()
            entropy = -(odds.exp() * odds).sum() / len(gain)
            loss = (guess - goal).square().mean() - better - ENTROPY * entropy
            self.optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
            self.optimizer.step()


class Agent:
    """A network that plays its most probable action."""

    def __init__(self, network: Network) -> None:
        """Take the network."""
        self._network = network

    def __call__(self, seen: dict[str, Any], rng: Random) -> int:
        """Choose an action."""
        del rng
        return int(self.choose(seen["observation"][None], seen["action_mask"][None])[0])

    @torch.no_grad()
    def choose(self, seen: Array, mask: Array) -> Array:
        """Choose an action in each row."""
        rows, legal = legal_of(mask)
        odds = self._network(*map(torch.as_tensor, (seen, rows, legal)))[0].numpy()
        order = np.lexsort((odds, rows))
        chosen: Array = legal[order[np.cumsum(np.bincount(rows)) - 1]]
        return chosen


def measure(network: Network, opponent: str, games: int) -> str:
    """Give the share of wins against a bot, with its 95 % interval (Wilson, 1927)."""
    env, agent = make(games, network.layout, opponents=(opponent,)), Agent(network)
    seen, info = env.reset(seed=10**9)
    share, going = np.zeros(games), np.ones(games, bool)
    while going.any():
        seen, reward, ended, cut_off, info = env.step(agent.choose(seen, info["action_mask"]))
        share[going] = reward[going]
        going &= ~(ended | cut_off)
    z, won = NormalDist().inv_cdf(0.975), share.mean()
    middle, whole = won + z * z / 2 / games, 1 + z * z / games
    width = z * (won * (1 - won) / games + (z / 2 / games) ** 2) ** 0.5
    return (
        f"{opponent} {won:.1%} ({(middle - width) / whole:.1%} to {(middle + width) / whole:.1%})"
    )


def save(network: Network) -> None:
    """Save the weights, and the fingerprint of the game that they are for."""
    weights = {f"weight {name}": weight.numpy() for name, weight in network.state_dict().items()}
    layout = network.layout
    game = {"edition": layout.edition.id, "players": layout.players}
    np.savez(CHECKPOINT, fingerprint=layout.fingerprint, **game, **weights)  # type: ignore[arg-type]


def load_weights(network: Network, path: Path) -> None:
    """Take the weights of a checkpoint, which must be of the same game."""
    with np.load(path) as stored:
        network.layout.check(str(stored["fingerprint"]))
        network.load_state_dict(
            {name: torch.as_tensor(stored[f"weight {name}"]) for name in network.state_dict()}
        )


@cache
def load(path: Path) -> AgentBot:
    """Make a bot from a checkpoint."""
    with np.load(path) as stored:
        network = Network(Layout(str(stored["edition"]), int(stored["players"])))
    load_weights(network, path)
    return as_bot(Agent(network), fingerprint=network.layout.fingerprint)


def bot() -> AgentBot:
    """Make the player `train_agent:bot` from the checkpoint in the current folder."""
    return load(CHECKPOINT.absolute())


def main() -> None:
    """Train, and measure now and then."""
    parser = argparse.ArgumentParser(description="Train an agent against greedy.")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--edition", default="printed")
    parser.add_argument("--minutes", type=float, default=15.0, help="of processor time")
    parser.add_argument("--imitated", type=int, default=4000, help="games of greedy, at first")
    parser.add_argument("--batch", type=int, default=1024, help="games side by side")
    parser.add_argument("--every", type=float, default=1.0, help="minutes between measurements")
    parser.add_argument("--games", type=int, default=2048, help="for each measurement")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--resume", action="store_true", help="improve the agent of the checkpoint")
    options = parser.parse_args()
    for name in ("minutes", "imitated", "batch", "every", "games", "threads"):
        if getattr(options, name) <= 0:
            parser.error(f"--{name} must be above 0")
    try:
        layout = Layout(options.edition, options.players)
    except ls.LivingstoneError as error:
        parser.error(str(error))
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    network, updates, told, begun = Network(layout), 0, 0.0, time.process_time()
    if options.resume:
        load_weights(network, CHECKPOINT)
    else:
        parts = range(0, options.imitated, WATCHED)
        watched = join(
            [
                watch_greedy(min(WATCHED, options.imitated - part), layout, options.seed + part)
                for part in parts
            ]
        )
        imitate(network, watched, np.random.default_rng(options.seed))
    learner = Learner(network, options.batch, options.seed)
    while True:
        spent = (time.process_time() - begun) / 60
        is_last = spent >= options.minutes and updates > 0
        if spent >= told or is_last:
            save(network)
            wins = (measure(network, name, options.games) for name in ("greedy", "random"))
            steps = updates * options.batch * STEPS
            print(f"{spent:5.1f} min, {steps:9,} steps: {', '.join(wins)}", flush=True)
            told = spent + options.every
        if is_last:
            break
        learner.update(max(0.01, 1 - spent / options.minutes))
        updates += 1


if __name__ == "__main__":
    main()
