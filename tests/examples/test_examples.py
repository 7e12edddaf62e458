"""What README and examples show is true."""

import re
from pathlib import Path

import pytest
from amounts import others_slow
from hidden_cards import EFFECTS as HIDDEN
from hypothesis import settings
from more_cards import BuildTwo, PayPlayer, PeekHand, PeekPile, Reroll
from programs import ROOT, run_python

import livingstone as ls
from livingstone.effects import CardEffect
from livingstone.testing import check_effect

Capture = pytest.CaptureFixture[str]


def run(*arguments: str, typed: str = "") -> str:
    done = run_python(*arguments, typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


README = re.findall(
    r"```python\n(.*?)```\n\n```text\n(.*?)```",
    (ROOT / "README.md").read_text(encoding="utf-8"),
    re.DOTALL,
)


@pytest.mark.parametrize(("code", "output"), README, ids=["a game", "front end", "simulation"])
def test_the_examples_of_the_readme_print_the_text_below_them(
    code: str, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    if "compare" in code:
        pytest.importorskip("statsmodels")
    monkeypatch.chdir(tmp_path)
    exec(code, {})
    assert capsys.readouterr().out == output


def test_a_random_game_runs_as_it_stands() -> None:
    assert "won by:" in run("examples/random_game.py")


def test_own_cards_are_played_in_their_example() -> None:
    printed = run("examples/own_cards.py")
    assert "plays the card Toll" in printed
    assert "plays the card Swap" in printed


MORE = [BuildTwo, PayPlayer, PeekHand, PeekPile, Reroll]


@pytest.mark.no_cover  # it takes long, and other tests cover the same lines
@pytest.mark.parametrize("effect", others_slow([*MORE, *HIDDEN], [BuildTwo, PeekHand]))
def test_more_cards_keep_the_laws_of_the_game(effect: type[CardEffect]) -> None:
    check_effect(effect, games=settings().max_examples)


def test_a_failing_bot_is_found_out_in_its_example() -> None:
    printed = run("examples/debug_bot.py")
    assert "in choose\n    return sales[0]" in printed
    assert "It fails there again: list index out of range" in printed


def test_an_own_bot_plays_better_than_random() -> None:
    pytest.importorskip("statsmodels")
    found = re.search(r"wins against random: (\d+)%", run("examples/own_bot.py", "--games", "20"))
    assert found is not None
    assert int(found[1]) > 70


def test_a_bot_on_the_kernel_plays_in_its_example() -> None:
    pytest.importorskip("numba")
    assert run("examples/kernel_bot.py", "--games", "1").startswith("wins against greedy")


def test_own_games_are_reviewed_one_by_one(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    file = tmp_path / "games.toml"
    moves: list[ls.Action] = [ls.TakeDie(3), ls.TakeCoins(), ls.Donate(6)]
    game = ls.Record.of(ls.new_game(2, seed=7), moves, players=["Ann", "Ben"])
    file.write_text(ls.records.dumps_all([game, game]), encoding="utf-8")
    printed = run("examples/own_games.py", str(file), "Ann", "--rollouts", "100").splitlines()
    assert [line.split()[0] for line in printed] == ["game", "1", "2"]
    done = run_python("examples/own_games.py", str(file), "Cleo")
    assert done.returncode == 2
    assert "no game of Cleo" in done.stderr


@pytest.mark.parametrize("example", ["table_companion", "text_front_end"])
def test_an_example_that_asks_ends_cleanly_when_nobody_answers(example: str) -> None:
    assert run(f"examples/{example}.py", "Ann", "Ben")


def test_the_table_companion_takes_real_dice_and_tells_what_is_wrong_with_others() -> None:
    told = run("examples/table_companion.py", "Ann", "Ben", typed="1 2 3\n1 2 3 4\n")
    assert "Ann" in told


def test_the_front_end_keeps_a_game_that_can_be_replayed(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    run("examples/text_front_end.py", "Ann", "Ben", "--seed", "7", "--save", str(file))
    assert run("-m", "livingstone", "replay", str(file)).startswith("Livingstone, printed rules")


def test_a_sweep_is_one_table_and_one_plot_and_resumes(tmp_path: Path) -> None:
    pytest.importorskip("statsmodels")
    pytest.importorskip("matplotlib")
    command = ["examples/sweep.py", "--games", "4", "--out", str(tmp_path / "sweep.db")]
    first = run(*command, "--plot", str(tmp_path / "sweep.svg"))
    assert "the base is own_bot:Saver:coins_per_round=1" in first
    assert (tmp_path / "sweep.svg").exists()
    assert run(*command) == first
