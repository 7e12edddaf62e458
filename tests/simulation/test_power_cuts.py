"""What is told to be on the disk is there, also if the power fails right after."""

import os
from pathlib import Path

import pytest

from livingstone import simulate


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Note each file that is brought to the disk, by its number, with its size at that moment."""
    noted = list[tuple[int, int]]()

    def note(number: int) -> None:
        about = os.fstat(number)
        noted.append((about.st_ino, about.st_size))

    monkeypatch.setattr(os, "fsync", note)
    return noted


def test_a_parquet_file_is_safe_before_its_journal_is_emptied(
    synced: list[tuple[int, int]], tmp_path: Path
) -> None:
    path = tmp_path / "games.parquet"
    simulate(["random"] * 2, 4, seed=7, sink=path)
    whole, inodes = path.stat(), [inode for inode, _ in synced]
    assert (whole.st_ino, whole.st_size) in synced
    assert tmp_path.stat().st_ino in inodes[inodes.index(whole.st_ino) :]
    assert synced[-1][1] == 0, "the journal was emptied last"
