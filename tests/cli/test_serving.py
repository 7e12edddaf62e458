"""What `livingstone serve` asks for: settings and an address."""

from pathlib import Path
from typing import Any

import pytest

from livingstone.cli import main
from livingstone.web import Settings


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[tuple[Settings, str, int]]:
    """Note what is asked for, and serve nothing."""
    noted = list[tuple[Settings, str, int]]()

    def note(settings: Settings, host: str, port: int, *, tell: Any) -> None:
        noted.append((settings, host, port))

    monkeypatch.setattr("livingstone.web.serve", note)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return noted


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ([], {"syncs": True, "allows_editions": False, "names": ("127.0.0.1", "localhost")}),
        (["--no-sync"], {"syncs": False}),
        (["--allow-editions"], {"allows_editions": True}),
        (["--workers", "3"], {"workers": 3}),
        (["--host", "0.0.0.0"], {"names": ("*",)}),
        (["--host", "0.0.0.0", "--name", "a.example"], {"names": ("a.example",)}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_is_typed_is_asked_for(
    typed: list[str],
    wanted: dict[str, object],
    asked: list[tuple[Settings, str, int]],
    tmp_path: Path,
) -> None:
    assert main(["serve", *typed]) == 0
    ((settings, _, port),) = asked
    assert {name: getattr(settings, name) for name in wanted} == wanted
    assert settings.database == tmp_path / "livingstone" / "livingstone.db"
    assert port == 8000
