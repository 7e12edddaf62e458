"""The game in a terminal: what is in sight, and what is not."""

import re
from pathlib import Path

from terminals import CLEAR, at_terminal

import livingstone as ls

TWO_PEOPLE = ("play", "--players", "human,human", "--seed", "7", "--names", "Ann,Ben")
CARD = "Market"
"""What the first card is with this seed."""


def test_nothing_of_the_last_player_is_in_sight_of_the_next() -> None:
    with at_terminal(*TWO_PEOPLE) as ann:
        ann.wait_for("press Enter")
        ann.type("", "Ann> ")
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
        assert CARD not in ben.in_sight
        ben.type("quit", "not kept")
        assert ben.finish() == 0
        assert "Purse" not in ben.in_sight


def test_a_lone_player_needs_no_clean_screen_and_sees_the_bots_think() -> None:
    with at_terminal("play", "--players", "human,greedy", "--seed", "7") as ann:
        ann.wait_for("Ann> ")
        ann.type("take 3", "Ann> ")
        ann.type("coins", "Ann> ")
        ann.type("end", "Ben is thinking…\r\x1b[K")
        ann.wait_for("Ann> ")
        ann.type("quit", "not kept")
        assert CLEAR not in ann.seen


def test_a_decision_is_in_sight_as_a_whole() -> None:
    with at_terminal("play", "--players", "human,random,random,random,random", lines=24) as ann:
        ann.wait_for("--")
        ann.type("", "Ann> ")
        shown = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", ann.seen.replace("\r", "").split("--\n")[-1])
        lines = shown.splitlines()
        assert any(line.startswith("cost") for line in lines)
        assert len(lines) <= 24
        assert max(map(len, lines)) <= 80


def test_colours_are_for_terminals_that_want_them() -> None:
    with at_terminal(*TWO_PEOPLE) as ann:
        ann.wait_for("press Enter")
        ann.type("", "Ann> ")
        assert re.search(r"\x1b\[[0-9;]+m", ann.seen)


def test_ctrl_c_keeps_the_game_and_says_how_to_go_on(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    with at_terminal(*TWO_PEOPLE, "--record", str(file)) as ann:
        ann.wait_for("press Enter")
        ann.type("", "Ann> ")
        ann.type("take 3", "Ann> ")
        ann.type("coins", "Ann> ")
        ann.interrupt("--resume")
        assert ann.finish() == 130
        assert "Traceback" not in ann.seen
    assert ls.load(file).actions[1:] == ("p0 take 3", "p0 coins")
    with at_terminal("play", "--resume", str(file)) as ann:
        ann.wait_for("press Enter")
        ann.type("", "Ann> ")
        ann.type("undo", "Taken back.")
        ann.wait_for("Ann> ")
        ann.press(b"\x04")
        assert ann.finish() == 130
    assert ls.load(file).actions[1:] == ("p0 take 3",)


def test_a_game_killed_at_any_moment_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    arguments = ("play", "--players", "human,human", "--record", str(file))
    with at_terminal(*arguments) as ann:
        ann.wait_for("press Enter")
        ann.type("", "Ann> ")
        ann.type("donate 2", "Ann> ")
        ann.process.kill()
        ann.finish()
    record = ls.load(file)
    assert record.actions[-1] == "p0 donate 2"
    assert record.seed is None
    with at_terminal("play", "--resume", str(file)) as ann:
        ann.wait_for("press Enter")
        ann.type("", "Ann> ")
        ann.type("undo", "Taken back.")
        ann.wait_for("Ann> ")
        ann.type("donate 1", "Ann> ")
        ann.type("quit", "--resume")
        assert ann.finish() == 0
    assert ls.load(file).actions[1:] == ("p0 donate 1",)


def test_no_line_of_the_cards_is_broken_by_the_terminal() -> None:
    with at_terminal(*TWO_PEOPLE) as ann:
        ann.wait_for("press Enter")
        ann.type("", "Ann> ")
        ann.type("cards", "Mine Collapse")
        ann.wait_for("Ann> ")
        assert max(map(len, ann.seen.rpartition("cards\r\n")[2].splitlines())) < 80
