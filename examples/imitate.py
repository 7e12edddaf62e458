"""Learn a policy by imitation from a data set of games, and let it play by its name.

    livingstone simulate --players greedy,greedy --games 1000 --seed 1 --out games.db
    livingstone export games.db games.minari
    PYTHONPATH=examples python examples/imitate.py games.minari greedy
    PYTHONPATH=examples livingstone simulate --players train_agent:bot,greedy --games 2000

The network, and the bot that plays, are those of `train_agent.py`. Needs
`pip install '.[fast,minari]' torch`.
"""

import argparse
from pathlib import Path
from typing import Any

import minari
import numpy as np
from train_agent import Choices, Network, imitate, join, legal_of, measure, save

from livingstone.envs import Layout


def choices_of(episode: Any, actions: int) -> Choices:
    """Give what was seen and chosen in an episode, where there was a choice."""
    masks = np.unpackbits(episode.infos["action_mask"][:-1], axis=1, count=actions)
    was_asked = masks.sum(axis=1) > 1
    rows, legal = legal_of(masks[was_asked])
    sizes, chosen = np.bincount(rows), episode.actions[was_asked]
    places = (legal == chosen[rows]).nonzero()[0] - (np.cumsum(sizes) - sizes)
    goals = np.full(len(sizes), episode.rewards.sum(), np.float32)
    seen = episode.observations[:-1][was_asked]
    return Choices(seen, sizes, legal, places, goals, 0 * goals, 0 * goals)


def main() -> None:
    """Learn and measure."""
    parser = argparse.ArgumentParser(description="Learn by imitation from a data set.")
    parser.add_argument("data", type=Path, help="a folder that livingstone export wrote")
    parser.add_argument("bot", help="whose choices are imitated")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--edition", default="printed")
    options = parser.parse_args()
    layout = Layout(options.edition, options.players)
    data = minari.MinariDataset(options.data / "data")
    layout.check(data.storage.metadata["fingerprint"])
    told = data.storage.get_episode_metadata(range(data.total_episodes))
    bots = [each["options"]["bot"] for each in told]
    episodes = (data[number] for number, bot in enumerate(bots) if bot == options.bot)
    network = Network(layout)
    choices = join([choices_of(episode, len(layout.space)) for episode in episodes])
    imitate(network, choices, np.random.default_rng(1))
    save(network)
    print(
        f"{len(choices.seen):,} choices:",
        *(measure(network, b, 2048) for b in ("greedy", "random")),
    )


if __name__ == "__main__":
    main()
