"""Train MaskablePPO of sb3-contrib against a bot, and let it play by its name.

    python examples/train_maskable_ppo.py            some minutes
    PYTHONPATH=examples livingstone simulate --players train_maskable_ppo:bot,random --games 200

Needs `pip install '.[gymnasium]' sb3-contrib`. The checkpoint holds pickled objects: load only your
own.
"""

from functools import cache
from random import Random
from typing import Any

from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

import livingstone.envs
from livingstone.envs import AgentBot, as_bot

CHECKPOINT = "maskable_ppo.zip"


@cache
def bot() -> AgentBot:
    """Make the player `train_maskable_ppo:bot` from the checkpoint in the current folder."""
    model = MaskablePPO.load(CHECKPOINT, device="cpu")

    def choose(seen: dict[str, Any], rng: Random) -> int:
        del rng
        masks = seen["action_mask"].astype(bool)
        return int(model.predict(seen["observation"], action_masks=masks, deterministic=True)[0])

    return as_bot(choose, fingerprint=livingstone.envs.Layout("printed", 2).fingerprint)


def main(steps: int = 100_000) -> None:
    """Train against `random`, with the points ahead as the reward."""
    options = {"players": 2, "opponents": ("random",), "reward": "margin"}
    games = make_vec_env("livingstone/Livingstone-v0", n_envs=8, env_kwargs=options)
    model = MaskablePPO("MlpPolicy", games, n_steps=256, batch_size=256, device="cpu", verbose=1)
    model.learn(steps)
    model.save(CHECKPOINT)


if __name__ == "__main__":
    main()
