"""Data sets: the games of a file of results as episodes, in the format of Minari."""

from collections.abc import Iterator
from importlib import import_module
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import livingstone as ls
from livingstone.envs.actions import REWARDS, Reward, rewards_of
from livingstone.envs.observations import Layout, Observer
from livingstone.support.arguments import one_of
from livingstone.support.machine import require


def export_episodes(
    file: str | Path, target: str | Path, *, batch: int | None = None, reward: Reward = "win"
) -> int:
    """Write the games of a file of results as a data set of Minari; return the number of episodes.

    Each seat of a game is an episode, with observations, actions, and rewards as those of
    `livingstone/Livingstone-v0`, and with masks as `numpy.packbits` packs them; its metadata has
    the `game`, the `seat` and its `bot`. Games that a failure ended are left out. `target` is a new
    folder, which `minari.MinariDataset` loads.

    >>> export_episodes("no such file.db", "games.minari")
    Traceback (most recent call last):
        ...
    livingstone.errors.ArgumentError: no such file.db: No such file or directory

    Raises `MissingExtraError` without Minari, `ArgumentError` for a file that cannot be read, for
    games of different editions or numbers of players, and for a target that is there or cannot be
    written.
    """
    one_of("reward", reward, REWARDS)
    rows = (row for row in ls.read_rows(file, batch=batch) if row.note is None)
    games = ((row.game, ls.replay_row(row, file, batch=batch)) for row in rows)
    first = next(games, None)
    if first is None:
        raise ls.ArgumentError(f"{file}: has no game that was played to its end")
    require("minari", "minari", "data sets")
    require("h5py", "minari", "data sets")
    path, layout = Path(target).absolute(), Layout(first[1].edition, len(first[1].players))
    try:
        if path.exists():
            raise ls.ArgumentError(f"{target}: is there already")
        with TemporaryDirectory(dir=path.parent) as folder:
            storage = _new_storage(Path(folder, "made", "data"), layout, reward)
            episodes = (_episodes(layout, reward, *game) for game in chain([first], games))
            storage.update_episodes(chain.from_iterable(episodes))
            count = int(storage.total_episodes)
            Path(folder, "made").rename(path)
    except OSError as error:
        raise ls.ArgumentError(f"{target}: {error.strerror}") from None
    return count


def _new_storage(path: Path, layout: Layout, reward: Reward) -> Any:
    from gymnasium.spaces import Discrete

    from livingstone.envs.single import space_of

    minari: Any = import_module("minari")
    path.parent.mkdir()
    storage = import_module("minari.dataset.minari_storage").MinariStorage.new(
        path, observation_space=space_of(layout), action_space=Discrete(len(layout.space))
    )
    rules = layout.edition.id
    storage.update_metadata(
        {
            "dataset_id": f"livingstone/{rules}-{layout.players}-{reward}-v1",
            "minari_version": minari.__version__,
            "description": f"Livingstone, {layout.players} players, {rules}: reward {reward}.",
            "fingerprint": layout.fingerprint,
        }
    )
    return storage


def _episodes(layout: Layout, reward: Reward, number: int, record: ls.Record) -> Iterator[Any]:
    observer, space, seats = Observer(layout), layout.space, range(layout.players)
    seen, masks, actions = ([list[Any]() for _ in seats] for _ in range(3))

    def look(state: ls.State, seat: int) -> None:
        view = ls.view(state, seat)
        seen[seat].append(observer.observe(view))
        masks[seat].append(np.packbits(space.mask(view)))

    *steps, (_, _, end) = record.steps()
    for before, action, _ in steps:
        if not isinstance(action, ls.Outcome):
            look(before, before.current_player)
            actions[before.current_player].append(space.index(action))
    result = ls.result(end)
    assert result is not None
    buffer = import_module("minari.data_collector").EpisodeBuffer
    for seat, last in enumerate(rewards_of(result, reward)):
        look(end, seat)
        ends = np.zeros(len(actions[seat]), np.bool_)
        ends[-1:] = True
        yield buffer(
            options={"game": number, "seat": seat, "bot": record.players[seat]},
            observations=np.stack(seen[seat]),
            actions=np.array(actions[seat], np.int64),
            rewards=np.where(ends, last, 0.0),
            terminations=ends,
            truncations=np.zeros_like(ends),
            infos={"action_mask": np.stack(masks[seat])},
        )
