"""Data sets: the games of a file of results as episodes, in the format of Minari."""

import io
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from itertools import chain, takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import livingstone as ls
from livingstone.edition import is_shipped
from livingstone.envs.actions import REWARDS, Reward, rewards_of
from livingstone.envs.observations import Layout, Observer
from livingstone.support.arguments import one_of
from livingstone.support.files import reason_of, refuse_existing, refuse_inputs, target_of
from livingstone.support.machine import require

_DATA = "data"
"""The folder, within that of a data set, which Minari reads."""


def export_episodes(
    file: str | Path,
    target: str | Path,
    *,
    batch: int | None = None,
    reward: Reward = "win",
    overwrite: bool = False,
) -> int:
    """Write the games of a file of results as a data set of Minari; return the number of episodes.

    Each seat of a game is an episode, with observations, actions, and rewards as those of
    `livingstone/Livingstone-v0`, and with masks as `numpy.packbits` packs them; its metadata has
    the `game`, the `seat` and its `bot`. Games that a failure ended are left out. `target` is a new
    folder, which `minari.MinariDataset` loads; it is written whole or not at all. The data set's
    `recover_environment` makes the learner's environment, against the other bots of the first game;
    it cannot for an edition that is not shipped.

    >>> export_episodes("no such file.db", "games.minari")
    Traceback (most recent call last):
        ...
    livingstone.errors.ArgumentError: no such file.db: No such file or directory

    Raises `MissingExtraError` without Minari, `ArgumentError` for a file that cannot be read, for
    games of different editions or numbers of players, for a target that exists unless it is a data
    set to `overwrite`, for one that holds `file`, and for one that cannot be written.
    """
    one_of("reward", reward, REWARDS)
    path = Path(target).absolute()
    refuse_existing(path, overwrite and Path(path, _DATA, "metadata.json").exists())
    refuse_inputs(path, [file])
    path = target_of(path)
    rows = (row for row in ls.read_rows(file, batch=batch) if row.note is None)
    games = ((row.game, ls.replay_row(row, file, batch=batch)) for row in rows)
    first = next(games, None)
    if first is None:
        raise ls.ArgumentError(f"{file}: has no game that was played to its end")
    require("minari", "minari", "data sets")
    require("h5py", "minari", "data sets")
    try:
        with TemporaryDirectory(dir=path.parent) as folder:
            count = _write(Path(folder, "made", _DATA), reward, first[1], chain([first], games))
            with suppress(FileNotFoundError):
                Path(folder, "made").chmod(path.stat().st_mode)
                path.rename(Path(folder, "old"))
            Path(folder, "made").rename(path)
    except OSError as error:
        raise ls.ArgumentError(f"{target}: {reason_of(error)}") from error
    return count


class _Target(io.FileIO):
    """A file for HDF5 that keeps an error of writing instead of raising it: HDF5 would crash."""

    error: OSError | None = None

    def write(self, content: Any) -> int:
        remaining = memoryview(content)
        try:
            while remaining and self.error is None:
                remaining = remaining[super().write(remaining) :]
        except OSError as error:
            self.error = error
        return len(content)


def _write(
    path: Path, reward: Reward, first: ls.Record, games: Iterable[tuple[int, ls.Record]]
) -> int:
    """Write the episodes of all games, of which `first` is one; return the number of episodes."""
    layout = Layout(first.edition, len(first.players))
    storage = _new_storage(path, layout, reward, first.players)
    with _Target(path / "main_data.hdf5", "w+") as file:
        storage._file_path = file
        episodes = chain.from_iterable(
            _episodes(layout, reward, number, record) for number, record in games
        )
        try:
            storage.update_episodes(takewhile(lambda _: file.error is None, episodes))
        finally:
            if file.error is not None:
                raise file.error
    return int(storage.total_episodes)


def _new_storage(path: Path, layout: Layout, reward: Reward, bots: Sequence[str]) -> Any:
    from gymnasium.spaces import Discrete

    from livingstone.envs.single import space_of

    minari: Any = import_module("minari")
    path.parent.mkdir()
    storage = import_module("minari.dataset.minari_storage").MinariStorage.new(
        path,
        observation_space=space_of(layout),
        action_space=Discrete(len(layout.space)),
        env_spec=_environment(layout, reward, bots),
    )
    rules = layout.edition.id
    metadata = {
        "dataset_id": f"livingstone/{rules}-{layout.players}-{reward}-v1",
        "minari_version": minari.__version__,
        "description": f"Livingstone, {layout.players} players, {rules}: reward {reward}.",
        "fingerprint": layout.fingerprint,
    }
    storage.update_metadata(metadata)
    return storage


def _environment(layout: Layout, reward: Reward, bots: Sequence[str]) -> Any:
    """Return the specification of the environment; None for an edition that is not shipped.

    The opponents are all bots but the first, unless one cannot be loaded.
    """
    import gymnasium

    options = {"players": layout.players, "edition": layout.edition.id, "reward": reward}
    with suppress(ls.LivingstoneError):
        for name in bots:
            ls.load_player(name)
        options |= {"opponents": bots[1:]}
    spec = gymnasium.spec("livingstone/Livingstone-v0")
    return replace(spec, kwargs=options) if is_shipped(layout.edition) else None


def _episodes(layout: Layout, reward: Reward, number: int, record: ls.Record) -> Iterator[Any]:
    observer = Observer(layout)
    space = layout.space
    seats = range(layout.players)
    observations = [list[Any]() for _ in seats]
    masks = [list[Any]() for _ in seats]
    actions = [list[Any]() for _ in seats]

    def add_view(state: ls.State, seat: int) -> None:
        view = ls.view(state, seat)
        observations[seat].append(observer.observe(view))
        masks[seat].append(np.packbits(space.mask(view)))

    *steps, (_, _, end) = record.steps()
    for before, action, _ in steps:
        if not isinstance(action, ls.Outcome):
            add_view(before, before.current_player)
            actions[before.current_player].append(space.index(action))
    result = ls.result(end)
    assert result is not None
    buffer = import_module("minari.data_collector").EpisodeBuffer
    for seat, seat_reward in enumerate(rewards_of(result, reward)):
        add_view(end, seat)
        ends = np.zeros(len(actions[seat]), np.bool_)
        ends[-1:] = True
        yield buffer(
            options={"game": number, "seat": seat, "bot": record.players[seat]},
            observations=np.stack(observations[seat]),
            actions=np.array(actions[seat], np.int64),
            rewards=np.where(ends, seat_reward, 0.0),
            terminations=ends,
            truncations=np.zeros_like(ends),
            infos={"action_mask": np.stack(masks[seat])},
        )
