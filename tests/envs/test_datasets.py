"""Games of a file of results as data sets."""

import pytest

pytest.importorskip("minari")
pytest.importorskip("h5py")

import importlib
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

import livingstone as ls
from livingstone.envs import Layout, export_episodes

minari: Any = importlib.import_module("minari")


def stored(folder: Path, lineup: list[Any], games: int = 2, **options: Any) -> Path:
    ls.simulate(lineup, games, seed=3, sink=folder / "games.db", **options)
    return folder / "games.db"


def test_episodes_are_those_of_the_environment(tmp_path: Path) -> None:
    """The learner of the environment plays the same actions against the same bot."""
    file = stored(tmp_path, ["random", "greedy"])
    assert export_episodes(file, tmp_path / "games.minari", reward="rank") == 4
    data = minari.MinariDataset(tmp_path / "games.minari" / "data")
    assert data.total_episodes == 4
    assert data.storage.metadata["fingerprint"] == Layout("printed", 2).fingerprint
    told = list(data.storage.get_episode_metadata(range(4)))
    seats = [(told["options"]["seat"], told["options"]["bot"]) for told in told]
    assert seats == [(0, "random"), (1, "greedy"), (0, "greedy"), (1, "random")]
    for episode, (seat, bot), row in zip(
        data, seats, [row for row in ls.read_rows(file) for _ in range(2)], strict=True
    ):
        if bot == "greedy":
            continue
        game: Any = gymnasium.make(
            "livingstone/Livingstone-v0", players=2, seat=seat, reward="rank"
        )
        seen, info = game.reset(seed=row.seed)
        count = game.action_space.n
        for step, action in enumerate(episode.actions):
            mask = np.unpackbits(episode.infos["action_mask"][step], count=count)
            assert (seen == episode.observations[step]).all()
            assert (info["action_mask"] == mask).all()
            seen, reward, ended, _, info = game.step(int(action))
            assert (reward, ended) == (episode.rewards[step], episode.terminations[step])
        assert ended
        assert (seen == episode.observations[-1]).all()
        assert not episode.truncations.any()


@pytest.mark.parametrize("lineup", [("learned:tries=0", "random"), ("greedy", "own", "random")])
def test_the_environment_is_recovered(tmp_path: Path, lineup: tuple[str, ...]) -> None:
    """It is that of the first bot, whose episodes it plays again: same bots, same seats."""
    pytest.importorskip("numba")
    bots = [own if own != "own" else ls.load_player("greedy") for own in lineup]
    file = stored(tmp_path, bots, len(lineup), edition="bga")
    export_episodes(file, tmp_path / "games.minari", reward="margin")
    data = minari.MinariDataset(tmp_path / "games.minari" / "data")
    game = data.recover_environment(seat=0)
    assert game.observation_space == data.observation_space
    assert game.action_space == data.action_space
    (row, *_), episode = ls.read_rows(file), data[0]
    told = next(iter(data.storage.get_episode_metadata([0])))["options"]
    assert (told["game"], told["seat"]) == (0, 0)
    seen, _ = game.reset(seed=row.seed)
    assert (seen == episode.observations[0]).all()
    assert game.unwrapped.setting.reward == "margin"
    known = "own" not in lineup
    assert game.unwrapped.setting.opponents == (lineup[1:] if known else ("greedy",) * 2)


def test_a_data_set_of_an_edition_of_ones_own_names_no_environment(tmp_path: Path) -> None:
    board = Path(__file__).parents[1] / "simulation" / "small-board.toml"
    edition = ls.load_edition("printed", board=board)
    file = stored(tmp_path, ["random"] * 2, edition=edition)
    export_episodes(file, tmp_path / "games.minari")
    with pytest.raises(ValueError, match="env_spec is None"):
        minari.MinariDataset(tmp_path / "games.minari" / "data").recover_environment()


def test_a_failed_export_is_told_and_leaves_nothing(tmp_path: Path) -> None:
    file = stored(tmp_path, ["random", "failing_bots:Illegal"])
    with pytest.raises(ls.ArgumentError, match="has no game that was played to its end"):
        export_episodes(file, tmp_path / "games.minari")
    stored(tmp_path, ["random"] * 2)
    stored(tmp_path, ["random"] * 3, 3)
    target = tmp_path / "games.minari"
    with pytest.raises(ls.ArgumentError, match="made for 2 players"):
        export_episodes(file, target)
    assert export_episodes(file, tmp_path / "two.minari", batch=3) == 9
    with pytest.raises(ls.ArgumentError, match="has no such batch"):
        export_episodes(file, target, batch=9)
    with pytest.raises(ls.ArgumentError, match="reward must be one of"):
        export_episodes(file, target, reward="money")  # type: ignore[arg-type]
    with pytest.raises(ls.ArgumentError, match="No such file"):
        export_episodes(file, tmp_path / "no folder" / "games.minari")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.db", "two.minari"]


def test_without_h5py_one_line_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = stored(tmp_path, ["random"] * 2)
    monkeypatch.setattr("livingstone.support.machine.find_spec", lambda name: name != "h5py")
    needed = r"^data sets need h5py: pip install 'livingstone\[minari\]'$"
    with pytest.raises(ls.MissingExtraError, match=needed):
        export_episodes(file, tmp_path / "games.minari")
