"""What is no path of a file of results is refused, whatever is asked of it."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from livingstone import ArgumentError, read_report, read_rows, simulate
from livingstone.simulation.results.manifest import manifest_path


def play(path: Any) -> object:
    return simulate(["random"] * 2, 2, seed=7, sink=path)


USES = [read_rows, read_report, play]


class StrangePath:
    """Something like a path that fails when it is asked for it."""

    def __fspath__(self) -> str:
        raise RuntimeError("no path today")


class BytesPath:
    """A path in bytes, which the types do not allow."""

    def __fspath__(self) -> bytes:
        return b"games.csv"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    assert not list(tmp_path.glob("*.batch.json"))


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize(
    "path",
    [
        7,
        True,
        b"games.csv",
        ["games.csv"],
        np.zeros(3),
        np.array(["games.csv", "other.csv"]),
        np.array([]),
        StrangePath(),
        BytesPath(),
        "games\0.csv",
        Path("games\0.csv"),
        "\ud800.csv",
        "x" * 300 + ".csv",
        "",
        ".",
        ".csv",
        "games.xlsx",
        "no/such/folder.csv",
    ],
    ids=lambda path: repr(path)[:30],
)
def test_what_is_no_path_is_refused(use: Callable[[Any], object], path: Any) -> None:
    with pytest.raises(ArgumentError):
        use(path)


@pytest.mark.parametrize("use", [read_rows, read_report])
def test_no_path_is_no_file_to_read(use: Callable[[Any], object]) -> None:
    with pytest.raises(ArgumentError, match="a file must be given by its path, not NoneType"):
        use(None)


@pytest.mark.parametrize("use", USES)
def test_a_folder_is_no_file_of_results(use: Callable[[Any], object], folder: Path) -> None:
    (folder / "games.csv").mkdir()
    with pytest.raises(ArgumentError, match=r"games\.csv: is a folder or a device, not a file"):
        use("games.csv")


@pytest.mark.parametrize("use", USES)
def test_a_pipe_is_no_file_of_results(use: Callable[[Any], object], folder: Path) -> None:
    os.mkfifo(folder / "games.csv")
    with pytest.raises(ArgumentError, match=r"games\.csv: is a folder or a device, not a file"):
        use("games.csv")


@pytest.mark.parametrize("use", USES)
def test_a_pipe_beside_a_file_is_not_waited_for(use: Callable[[Any], object], folder: Path) -> None:
    play("games.csv")
    manifest = manifest_path(folder / "games.csv")
    manifest.unlink()
    os.mkfifo(manifest)
    with pytest.raises(ArgumentError, match=r"games\.csv.*: is no regular file"):
        use("games.csv")
    manifest.unlink()


@pytest.mark.parametrize("use", USES)
def test_a_file_that_may_not_be_opened_is_told(
    use: Callable[[Any], object], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play("games.csv")

    def refusing(open_file: Callable[..., Any]) -> Callable[..., Any]:
        def refuse(path: Any, *args: Any, **kwargs: Any) -> Any:
            if "games.csv" in str(path):
                raise PermissionError(13, "Permission denied", str(path))
            return open_file(path, *args, **kwargs)

        return refuse

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", refusing(Path.open))
        patch.setattr("builtins.open", refusing(open))
        with pytest.raises(ArgumentError, match=r"games\.csv: Permission denied"):
            use("games.csv")
    manifest_path(folder / "games.csv").unlink()
