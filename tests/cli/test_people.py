"""People at the terminal: what they type, what they are told, and whole games."""

import random
from pathlib import Path

import pytest
from programs import run_python

import livingstone as ls
from livingstone.cli import main

Capture = pytest.CaptureFixture[str]
ALONE = ["play", "--players", "human,random", "--seed", "7"]


def test_two_people_play_a_whole_game(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "game.toml"
    rng = random.Random(7)

    def answer(prompt: str) -> str:
        is_move = prompt.endswith("> ")
        return f"{rng.randint(1, 6)}!" if is_move else rng.choice(["", "", "1", "2", "back", "x"])

    monkeypatch.setattr("builtins.input", answer)
    arguments = ["play", "--players", "human,human", "--record", str(file)]
    assert main(arguments) == 0
    told = capsys.readouterr().out
    assert "Winner: " in told or "Nobody wins." in told
    record = ls.load(file)
    record.verify()
    assert record.result is not None


def played(capsys: Capture, monkeypatch: pytest.MonkeyPatch, *lines: str, more: str = "") -> str:
    """Let a person type these lines; give all that is said up to the end of them."""
    waiting = iter(lines)

    def answer(prompt: str) -> str:
        print(prompt, end="")
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
    assert main([*ALONE, *more.split()]) == 130
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("2", "3"),
        ("take 3", "3"),
        ("Take 3", "3"),
        ("p0 take 3", "3"),
        ("P0 TAKE 3", "3"),
        ("ta 4", "4"),
        ("die 4", "4"),
    ],
)
def test_a_move_is_a_number_or_the_notation_or_words(
    line: str, event: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.toml"
    played(capsys, monkeypatch, line, more=f"--record {file}")
    assert ls.load(file).actions[-1] == f"p0 take {event}"


@pytest.mark.parametrize(
    ("lines", "actions"),
    [
        (("Donate 2",), ["donate 2"]),
        (("donate 2 coins",), ["donate 2"]),
        (("donate", "3"), ["donate 3"]),
        (("donate", ""), ["donate 1"]),
        (("donate", "back"), []),
        (("do", "9", "2"), ["donate 2"]),
        (("take 3", "build 3"), ["take 3", "tent 3"]),
        (("take 3", "tent 3"), ["take 3", "tent 3"]),
        (("take 3", "build r3c1"), ["take 3", "tent 3"]),
        (("take 3", "build 3 at r3c1"), ["take 3", "tent 3"]),
        (("take 3", "co"), ["take 3", "coins"]),
        (("take 3", "dig", "no"), ["take 3"]),
        (("take 3", "dig", "yes"), ["take 3", "dig"]),
        (("take 3", "dig", ""), ["take 3", "dig"]),
        (("take 3", "dig!"), ["take 3", "dig"]),
        (("take 3", "draw !", "market"), ["take 3", "card"]),
        (("take 3", "coins", "undo", "undo"), ["take 3"]),
        (("take 3", "coins", "e"), ["take 3", "coins", "end"]),
    ],
)
def test_words_lead_to_moves(
    lines: tuple[str, ...],
    actions: list[str],
    tmp_path: Path,
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = tmp_path / "game.toml"
    played(capsys, monkeypatch, *lines, more=f"--record {file}")
    own = [line for line in ls.load(file).actions if line.startswith("p0")]
    assert own[: len(actions)] == [f"p0 {action}" for action in actions]
    assert len(own) == len(actions) or actions[-1:] == ["end"]


def test_the_help_is_broken_at_its_blanks_where_the_terminal_is_narrow(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    wide = played(capsys, monkeypatch, "help")
    monkeypatch.setenv("COLUMNS", "60")
    _, begun, told = played(capsys, monkeypatch, "help").partition("Type the number")
    narrow = (begun + told).split("Ann> ")[0]
    assert max(map(len, narrow.splitlines())) < 60
    assert {*narrow.split()} <= {*wide.split()}


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("coins", "(R4.2)"),
        ("end", "(R3.1)"),
        ("build 2", "(R4.4)"),
        ("take 1", "(R2.3)"),
        ("donate 9", "(R5.2)"),
        ("sell 2 blue", "(R5.1)"),
        ("sell blue 1 red 1", "one colour at a time"),
        ("lion", "(R6)"),
        ("undo", "nothing to take back"),
        ("p1 take 3", "You play seat 0"),
        ("d", "several things"),
        ("take", "several things"),
        ("fly to the moon", "Not understood: fly to the moon"),
        ("0", "Not understood"),
        ("99", "Not understood"),
        ("²", "Not understood"),
        ("=", "Not understood"),
        ("p0", "Not understood"),
        ("rules nonsense", "there is no rule"),
        ("rules R4.2", "R4.2 Take coins"),
        ("rules r5", "R5.1 Sell gems"),
        ("rules", "R11 Taking a move back"),
        ("help", "Type the number of a move"),
        ("?", "Type the number of a move"),
        ("CARDS", "Lion"),
        ("board", "Bank: "),
        ("", "Bank: "),
        ("save", "Say where to"),
        ("save no/such/folder/game.toml", "No such file or directory"),
        ("save pyproject.toml", "is there already"),
        ("save ~nobody_has_this_name/game.toml", "No such file or directory"),
    ],
)
def test_every_other_line_gets_an_answer_and_changes_nothing(
    line: str, answer: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = played(capsys, monkeypatch, line, "take 3")
    assert answer in told.split("Ann> ")[1]


@pytest.mark.parametrize("columns", ["3", "39", "40", "41"])
def test_a_board_is_40_wide_in_a_window_that_is_narrower(
    columns: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    told = played(capsys, monkeypatch, "board", "take 3")
    board = told.split("Ann> ")[1].splitlines()
    assert any(line.startswith("cost") for line in board)
    assert max(map(len, board)) == 40


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("build r3c9", "A tent is built in the boat's column, 1 (R4.4)."),
        ("build 3 at r3c2", "A tent is built in the boat's column, 1 (R4.4)."),
        ("build 3 at r6c1", "Not understood: build 3 at r6c1"),
        ("build 3 with r2c1", "Not understood"),
        ("build r3c1 r4c1", "Not understood"),
        ("build 3 4", "Not understood"),
        ("build 3 blue", "Not understood"),
        ("build 3 x", "Not understood"),
        ("coins 2", "Not understood"),
        ("donate 1 2", "Not understood"),
        ("donate 1 with no cost", "Not understood"),
        ("donate 1 blue", "Not understood"),
        ("donate 1 at r3c1", "Not understood"),
        ("sell 1 clear 2", "Not understood"),
        ("sell 1 clear 2 clear", "Not understood"),
        ("sell 2 1 clear", "Not understood"),
        ("sell 1 clear lion", "Not understood"),
    ],
)
def test_what_is_said_beyond_a_move_is_not_passed_over(
    line: str, answer: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = played(capsys, monkeypatch, "take 3", line, "coins")
    assert answer in told.split("Ann> ")[2]


def test_a_number_beyond_a_die_is_not_passed_over(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = played(capsys, monkeypatch, "take 3 4", "take 4")
    assert "Not understood" in told.split("Ann> ")[1]


def test_what_is_saved_goes_on(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "saved.toml"
    played(capsys, monkeypatch, "take 3", f"save {file}")
    assert ls.load(file).actions[-1] == "p0 take 3"
    monkeypatch.setattr("builtins.input", raise_end)
    assert main(["play", "--resume", str(file)]) == 130
    assert "after 1 move." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("lines", "bye"),
    [
        (["take 3", "save {}", "quit"], "The game is kept in {}"),
        (["save {}", "take 3", "quit"], "It was not kept"),
        (["take 3", "quit"], "It was not kept"),
    ],
)
def test_what_was_saved_is_known_at_the_end(
    lines: list[str],
    bye: str,
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    file = tmp_path / "saved.toml"
    waiting = iter(lines)
    monkeypatch.setattr("builtins.input", lambda _: next(waiting).format(file))
    assert main(ALONE) == 0
    assert bye.format(file) in capsys.readouterr().err


def raise_end(prompt: str) -> str:
    raise EOFError


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
@pytest.mark.parametrize("encoding", ["ascii", "utf-8", "cp1252"])
def test_any_encoding_will_do(language: str, encoding: str) -> None:
    command = ["play", "--players", "human,random", "--names", "Zoë,Łu石", "--language", language]
    typed = "help\n?\ncards\nboard\nm\u00fcnzen\ndonate 1\n"
    done = run_python("-m", "livingstone", *command, typed=typed, encoding=encoding)
    assert "Traceback" not in done.stderr
    assert done.returncode == 130
    assert ("Zoë" in done.stdout) == (encoding != "ascii")
    assert ("Zoe" in done.stdout) == (encoding == "ascii")
    assert ("Łu石" in done.stdout) == (encoding == "utf-8")
    assert ("?u?" in done.stdout) == (encoding != "utf-8")


@pytest.mark.parametrize("name", ["\x1b[31mAnn\x1b[0m", "[red]Ann[/red]", "A\u202enn", "Ann\n"])
def test_no_name_speaks_to_the_terminal(
    name: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.input", raise_end)
    assert main([*ALONE, "--names", f"{name},Ben"]) == 130
    told = capsys.readouterr().out
    assert not {"\x1b", "\u202e"} & set(told)
    assert ("[red]Ann[/red]" in told) == ("red" in name)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--names", "Ann"], "--names must name 2 players"),
        (["--names", "Ann,Ann"], "a name of its own"),
        (["--names", "Ann,"], "a name of its own"),
        (["--names", "Ann,\x1b"], "a name of its own"),
        (["--pause", "-1"], "--pause must be 0 to 60 seconds"),
        (["--pause", "nan"], "--pause must be 0 to 60 seconds"),
        (["--language", "la"], "invalid choice: 'la'"),
        (["--record", "pyproject.toml"], "pyproject.toml is there already"),
        (["--record", "no/such/game.toml"], "No such file or directory"),
        (["--record", ".", "--overwrite"], "is no regular file"),
        (["--board", "no_such.toml"], "there is no such file"),
        (["--resume", "no_such.toml", "--players", "2"], "cannot change a game that goes on"),
        (["--overwrite"], "--overwrite needs --record"),
    ],
)
def test_wrong_arguments_are_refused_before_the_game(
    arguments: list[str], message: str, capsys: Capture
) -> None:
    try:
        status: object = main([*ALONE, *arguments])
    except SystemExit as stop:
        status = stop.code
    told = capsys.readouterr()
    assert (status, told.out) == (2, "")
    assert message in told.err
    assert told.err.count("\n") == 1
