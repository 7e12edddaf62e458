"""`--effects`: a module with effects of one's own, named by who types the command."""

from pathlib import Path

import pytest
from own_effects import CARDS
from programs import ROOT, run_python

import livingstone as ls
from livingstone.cli import main


def test_a_module_of_effects_is_named_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "mypackage"  # outside the checkout
    own.mkdir()
    for name in ("__init__.py", "nothing.py"):
        (own / name).touch()
    source = ROOT / "tests" / "support" / "own_effects.py"
    (own / "cards.py").write_text(source.read_text("utf-8"), encoding="utf-8")
    (tmp_path / "cards.toml").write_text(ls.shipped_toml("cards") + CARDS, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{ROOT / 'src'}")
    deck = ("--cards", str(tmp_path / "cards.toml"))
    record, module = tmp_path / "game.toml", ("--effects", "mypackage.cards")
    play = ("play", "--players", "greedy,random", "--seed", "3", "--record", str(record))
    played = run_python("-m", "livingstone", *play, *deck, *module)
    assert (played.returncode, played.stderr) == (0, "")
    monkeypatch.syspath_prepend(tmp_path)
    assert main(["replay", str(record), *module]) == 0
    assert main(["cards", *deck, *module]) == 0
    assert "Hunt (hunt)" in capsys.readouterr().out
    for wrong, reason in (
        (("replay", str(record)), "kind must be one of"),
        (("cards", *deck, "--effects", "mypackage.none"), "cannot be imported"),
        (("cards", *deck, "--effects", "mypackage.nothing"), "has no class"),
    ):
        assert main([*wrong]) == 2
        assert reason in capsys.readouterr().err
