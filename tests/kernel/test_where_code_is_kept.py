"""The folder of the user in which machine code is kept."""

import sys
from pathlib import Path

import pytest

pytest.importorskip("numba")

from livingstone.kernel.caching import VARIABLE, cache_folder


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="they have other folders")
def test_code_is_kept_where_the_user_keeps_caches(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    find = cache_folder.__wrapped__
    monkeypatch.setenv(VARIABLE, str(tmp_path / "own"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    assert find().parent == tmp_path / "own"
    monkeypatch.delenv(VARIABLE)
    assert find().parent == tmp_path / "caches"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert find().parent == tmp_path / ".cache"
