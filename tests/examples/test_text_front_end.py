"""The example of a front end at one keyboard, played through its input."""

from pathlib import Path
from random import Random

import pytest
from programs import run_python

import livingstone as ls

FRONT_END = "examples/text_front_end.py"


def play(*arguments: str, typed: list[str]) -> str:
    done = run_python(FRONT_END, *arguments, typed="\n".join(typed) + "\n")
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_what_cannot_be_is_explained_and_the_game_goes_on(tmp_path: Path) -> None:
    file = str(tmp_path / "game.toml")
    wrong = ["tent 1", "0", "99", "u", "", "dance", "donate 1000"]
    told = play("Ann", "Ben", "--seed", "7", "--save", file, typed=["", *wrong, "1", "2"])
    assert "The moves have the numbers 1 to" in told
    assert "take one first" in told
    assert "You have 3 coins and cannot donate 1000 coins." in told
    assert "You receive" in told
    assert len(ls.load(file).actions) == 3


def test_a_move_is_taken_back_and_the_game_goes_on_from_its_file(tmp_path: Path) -> None:
    file = str(tmp_path / "game.toml")
    play("Ann", "Ben", "--seed", "7", "--save", file, typed=["", "1", "2", "u", "donate 2"])
    kept = ls.load(file)
    assert kept.actions[-1] == "p0 donate 2"
    told = play("--resume", file, "--language", "de", typed=["", "coins", "end", ""])
    assert "Ann" in told
    assert ls.load(file).actions[: len(kept.actions) + 1] == (*kept.actions, "p0 coins")


def keep_where(target: str, file: Path) -> int:
    """Keep a game where something can be used, and give the number that it has on the list."""
    luck = Random(7)
    table = ls.Table(
        ls.new_game(2, explicit_chance=True),
        dealer=lambda state: ls.sample_outcome(state, luck.getrandbits(64)),
    )
    while True:
        view = table.view(table.state.current_player)
        for number, group in enumerate(ls.group_moves(view), 1):
            if group.target == target:
                ls.dump(table.record(players=["Ann", "Ben"]), file)
                return number
        table.play(luck.choice(view.legal_moves))


@pytest.mark.parametrize(
    ("target", "answers", "asked"),
    [
        ("card-market", ["x", "1 -1 0", "1 0 " + "9" * 5000], "How many clear, blue and red"),
        pytest.param("chest", ["x", "0", "9" * 5000], "How many, 1 to", marks=pytest.mark.slow),
    ],
)
def test_numbers_are_asked_for_at_the_market_and_for_a_donation(
    tmp_path: Path, target: str, answers: list[str], asked: str
) -> None:
    file = tmp_path / "game.toml"
    number = keep_where(target, file)
    for answer in answers:
        told = play("--resume", str(file), typed=["", str(number), answer])
        assert told.count(asked) == 2


def test_words_are_read_in_the_language_and_a_final_move_is_confirmed(tmp_path: Path) -> None:
    file = str(tmp_path / "game.toml")
    typed = ["", "nimm die 2", "Karte ziehen", "n", "karte", "y"]
    told = play("Ann", "Ben", "--seed", "7", "--language", "de", "--save", file, typed=typed)
    assert told.count("eine Karte ziehen: sure (y/n)?") == 2
    assert ls.load(file).actions[1:3] == ("p0 take 2", "p0 card")


def test_who_took_a_move_back_is_told_to_all(tmp_path: Path) -> None:
    file = str(tmp_path / "game.toml")
    typed = ["", "donate 2", "u", "1", "coins", "end", ""]
    told = play("Ann", "Ben", "--seed", "7", "--save", file, typed=typed)
    assert "You take the last move back." in told
    of_ben = told[told.index("Ben, press Enter") :]
    assert "Ann takes the last move back." in of_ben
    assert "Ann receives 1 coin from the bank." in of_ben


def refusal_of(*arguments: str) -> str:
    done = run_python(FRONT_END, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    return done.stderr.splitlines()[-1]


def test_a_game_that_was_kept_is_not_overwritten_by_another_one(tmp_path: Path) -> None:
    file, link = tmp_path / "game.toml", tmp_path / "link.toml"
    play("Ann", "Ben", "--seed", "7", "--save", str(file), typed=["", "1", "2"])
    link.symlink_to(tmp_path / "nothing.toml")
    other = tmp_path / "other.toml"
    ls.dump(ls.load(file), other)
    before = file.read_bytes()
    for taken, arguments in ((file, ["Ann", "Ben"]), (link, ["--resume", str(other)])):
        told = refusal_of(*arguments, "--save", str(taken))
        assert f"{taken} already exists: --save takes a new file" in told
    assert file.read_bytes() == before
    assert not link.exists()


def test_nothing_of_the_last_player_is_told_to_the_next(tmp_path: Path) -> None:
    file = str(tmp_path / "game.toml")
    typed = ["", "1", "2", "donate 2", "end", ""]
    told = play("Ann", "Ben", "--seed", "7", "--save", file, typed=typed)
    of_ben = told[told.index("Ben, press Enter") :]
    assert "donates some coins" in of_ben
    assert "2 coins" not in of_ben.partition("1. ")[0]
