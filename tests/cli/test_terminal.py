"""The game in a real terminal: what is in sight, and what is not."""

import re
from pathlib import Path

import pytest
from editions import FROZEN
from terminals import CLEAR, at_terminal

import livingstone as ls
from livingstone.support.wrapping import wrap

PARTS = ("--board", str(FROZEN / "board.toml"), "--cards", str(FROZEN / "cards.toml"))
TWO_PEOPLE = ("play", "--players", "human,human", "--seed", "7", "--names", "Ann,Ben", *PARTS)
CARD = "Market"
"""The first card with this seed."""


def test_nothing_of_the_last_player_is_in_sight_of_the_next() -> None:
    with at_terminal(*TWO_PEOPLE) as ann:
        ann.wait_for("press Enter")
        ann.type("", "Ann> ")
        assert re.search(r"\x1b\[[0-9;]+m", ann.seen)  # in colour
        ann.type("take 3", "Ann> ")
        ann.type("card!", "Ann> ")
        assert CARD in ann.in_sight
        ann.type("donate 2", "Ann> ")
        ann.type("end", "Only Ben should look now")
        assert CARD not in ann.in_sight
        ben = ann
        ben.type("", "Ben> ")
        assert CARD not in ben.in_sight
        assert not re.search(r"donates? 2", ben.in_sight)
        ben.press(b"\x1b[A\x1b[A\x1b[A")  # the lines typed before, where there is a history
        ben.type("", "Ben> ")
        assert "donate 2" not in ben.in_sight
        ben.type("quit", "not kept")
        assert ben.finish() == 0
        assert "Purse" not in ben.in_sight


def test_a_decision_against_bots_fits_on_a_small_screen_which_is_never_erased() -> None:
    lineup = "human,greedy,random,random,random"
    with at_terminal("play", "--players", lineup, "--seed", "7", lines=24) as ann:
        ann.wait_for("Ann> ")
        ann.type("take 3", "Ann> ")
        ann.type("coins", "Ann> ")
        ann.type("end", "Ben is thinking… (0 s)\r\x1b[K")
        ann.wait_for("Ann> ")
        shown = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", ann.seen.replace("\r", ""))
        lines = shown[shown.rindex("per tent") :].splitlines()
        assert len(lines) <= 24
        assert max(map(len, lines)) <= 80
        ann.type("cards", "Mine Collapse")
        ann.wait_for("Ann> ")
        assert max(map(len, ann.seen.rpartition("cards\r\n")[2].splitlines())) < 80
        ann.type("quit", "not kept")
        assert CLEAR not in ann.seen


def test_a_game_that_is_killed_or_interrupted_can_be_resumed(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    with at_terminal("play", "--players", "human,human", "--record", str(file)) as ann:
        ann.wait_for("press Enter")
        ann.type("", "Ann> ")
        ann.type("donate 2", "Ann> ")
        ann.process.kill()
        ann.finish()
    assert ls.load(file).actions[1:] == ("p0 donate 2",)
    with at_terminal("play", "--resume", str(file)) as ann:
        ann.wait_for("press Enter")
        ann.type("", "Ann> ")
        ann.type("undo", "Taken back.")
        ann.wait_for("Ann> ")
        ann.type("donate 1", "Ann> ")
        ann.interrupt("--resume")
        assert ann.finish() == 130
        assert "Traceback" not in ann.seen
    assert ls.load(file).actions[1:] == ("p0 donate 1",)


@pytest.mark.parametrize("sends_signal", [True, False])
def test_a_terminal_that_goes_away_ends_a_game_in_order(tmp_path: Path, sends_signal: bool) -> None:
    game = tmp_path / "game.toml"
    with at_terminal("play", "--players", "human,greedy", "--record", str(game)) as ann:
        ann.wait_for("Ann> ")
        assert ann.hang_up(sends_signal=sends_signal) == 129
    assert ls.load(game).actions


def test_a_terminal_that_goes_away_ends_a_batch_in_order(tmp_path: Path) -> None:
    batch = tmp_path / "games.db"
    size = ("--games", "10000000", "--engine", "python", "--jobs", "2", "--out", str(batch))
    with at_terminal("simulate", "--players", "random,random", *size) as ann:
        ann.wait_for("games/s")
        ann.wait_for("games/s")
        assert ann.hang_up() == 129
    assert next(ls.read_rows(batch)).game == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.db"]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Die Chance beträgt 29 %.", ["Die Chance beträgt", "29 %."]),
        ("Les tentes qui restent : 3", ["Les tentes qui", "restent : 3"]),
        ("On peut le faire, « oui »", ["On peut le faire,", "« oui »"]),
    ],
)
def test_no_line_begins_with_a_sign_that_belongs_to_the_one_before(
    text: str, lines: list[str]
) -> None:
    assert wrap(text, 22) == lines
