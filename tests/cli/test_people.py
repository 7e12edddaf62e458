"""What people type at the terminal, and what comes of it."""

import io
import re
import sys
from pathlib import Path

import pytest
from positions import at_die, give, last_turn, table
from typed_lines import type_lines

import livingstone as ls
from livingstone.cli import main
from livingstone.cli.narrator import Narrator
from livingstone.cli.prompt import Prompt, help_lines, menu_lines
from livingstone.cli.session import GameSetup
from livingstone.cli.terminal import Terminal
from livingstone.game.state import Known

Capture = pytest.CaptureFixture[str]
ALONE = ["play", "--players", "human,random", "--seed", "7"]
BUSY = give(table(2, 3, 4), 0, coins=8, gems=ls.Gems(2, 2, 1), cards=["market", "lion"])
"""A position in which much can be done: dice, gems, cards and coins."""


def typed(
    monkeypatch: pytest.MonkeyPatch, state: ls.State, *lines: str, language: str = "en"
) -> ls.Move | None:
    """Let the first player type lines; give the move they lead to, or None for none."""
    type_lines(monkeypatch, *lines)
    names = ("Ann", "Ben")
    snapshot = ls.Table(state).snapshot(0, names=names, language=language)
    narrator = Narrator(names, state.edition, language)
    try:
        chosen = Prompt(snapshot, narrator, Terminal(), lambda file: None).ask()
    except EOFError:
        return None
    return chosen if isinstance(chosen, ls.Move) else None


@pytest.mark.parametrize(
    ("lines", "move"),
    [
        ("1", "take 3"),
        ("take 3", "take 3"),
        ("P0 TAKE 3", "take 3"),
        ("ta 4", "take 4"),
        ("donate 2", "donate 2"),
        ("donate|3", "donate 3"),
        ("donate|", "donate 1"),
        ("don|9|x|2", "donate 2"),
        ("donate|back|take 4", "take 4"),
        ("sell blue|", "sell blue=2"),
        ("sell blue=1", "sell blue=1"),
        ("sell c|1", "sell clear=1"),
        ("lion!", "lion"),
        ("play lion|", "lion"),
        ("lion|no|lion|yes", "lion"),
        ("market!|", "market clear=2 blue=2 red=1"),
        ("mar!|1 0 1", "market clear=1 red=1"),
        ("mar!|1 0|0, 2, 0", "market blue=2"),
    ],
)
def test_a_move_is_a_number_or_its_notation_which_can_be_shortened(
    lines: str, move: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = typed(monkeypatch, BUSY, *lines.split("|"))
    assert made is not None
    assert ls.format_move(made, 0).replace("play ", "") == f"p0 {move}"


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        ("coins", r"\(R4\.2\)"),
        ("take 1", "No die on the table"),
        ("take 3!", ""),
        ("donate 9", r"\(R5\.2\)"),
        ("sell blue=3", r"\(R5\.1\)"),
        ("second_tent", r"\(R6\)"),
        ("undo", ""),
        ("p1 take 3", "Did you mean: take 3"),
        ("dnoate 2", "Did you mean: donate 2"),
        ("hlep", "Did you mean: help"),
        ("t", r"Did you mean: take 3, take 4\?"),
        ("sell", "Did you mean: sell clear=1, sell clear=2, sell blue=1"),
        ("ca", "Did you mean: cards"),
        ("fly to the moon", r"Not understood: fly to the moon\. Type help for help\.\n"),
        ("play nonsense", "Not understood"),
        ("0", "Not understood"),
        ("99", "Not understood"),
        ("²", "Not understood"),
        ("!", "Nothing was typed"),
        ("lion|no", ""),
        ("rules nonsense", "there is no rule"),
        ("rules R4.2", r"R4\.2 Take as many coins"),
        ("rules", "R11 Take back"),
        ("help", "Type the number of a move"),
        ("?", "Type the number of a move"),
        ("CARDS", "Lion"),
        ("board", "Bank: "),
        ("", r"(?s)Bank: .*Your cards:.*Market.* 1 take"),
    ],
)
def test_every_other_line_gets_an_answer_and_is_not_a_move(
    lines: str, answer: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    made = typed(monkeypatch, BUSY, *lines.split("|"))
    assert made == (ls.TakeDie(3) if lines == "take 3!" else None)
    assert re.search(answer, capsys.readouterr().out)


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", {"tent 4": "build 4|Build tent row 4", "coins": "take coins"}),
        ("de", {"tent 4": "bauen 4|Zelt 4", "coins": "Taler|4 Taler nehmen"}),
        ("fr", {"tent 4": "construire 4|tente 4", "coins": "pièces|prendre 4 pièces"}),
        (
            "it",
            {"tent 4": "costruire 4|costruire tenda fila 4", "coins": "monete|prendere 4 monete"},
        ),
    ],
)
def test_moves_can_be_called_as_the_screen_calls_them(
    language: str, names: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = {
        "en": {"card": "draw card", "donate 2": "donate 2", "lion": "play Lion"},
        "de": {"card": "Karte ziehen", "donate 2": "spenden 2", "lion": "Löwe spielen"},
        "fr": {"card": "piocher une carte", "donate 2": "donner 2", "lion": "jouer lion"},
        "it": {"card": "pescare carta", "donate 2": "donare 2", "lion": "giocare leone"},
    }[language]
    state = give(at_die(4, players=2, left=(5, 6)), 0, coins=9, cards=("lion",))
    for move, lines in (names | calls).items():
        for line in lines.split("|"):
            made = typed(monkeypatch, state, f"{line}!", language=language)
            assert made is not None, line
            assert ls.format_move(made, 0).replace("play ", "") == f"p0 {move}"


def with_own_cards(*ids: str) -> ls.State:
    """Make a position with a die of 4 taken and these cards in hand, which all give coins."""
    effect = {"kind": "gain_coins", "coins": 1}
    names = dict.fromkeys(("en", "de", "fr", "it"), "Own Card")
    texts = {"names": names, "text": "Gain a coin."}
    cards = [{"id": id, "count": 2, "effect": effect} | texts for id in ids]
    edition = ls.load_edition("printed", cards={"cards": cards})
    return give(at_die(4, players=2, left=(5, 6), edition=edition), 0, coins=5, cards=ids)


WORDS = ("coins", "end", "card", "dig", "tent", "take", "play", "sell", "donate")
COMMANDS = ("undo", "quit", "save", "board", "cards", "help", "rules", "back", "yes")


@pytest.mark.parametrize("id", WORDS + COMMANDS)
def test_a_card_whose_id_is_a_word_is_played_by_its_whole_line(
    id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = with_own_cards(id)
    for line in (f"play {id}!", f"p0 play {id}!", f"PLAY {id.upper()}!", f"pl {id}!"):
        assert typed(monkeypatch, state, line) == ls.PlayCard(id), line


@pytest.mark.parametrize(
    ("line", "move"),
    [("coins", ls.TakeCoins()), ("p0 dig!", ls.Dig()), ("card!", ls.DrawCard())],
)
def test_a_line_that_is_written_out_is_no_card(
    line: str, move: ls.Move, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert typed(monkeypatch, with_own_cards("coins", "dig", "card"), line) == move


def test_a_move_that_is_not_legal_is_refused_instead_of_a_card_played(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    for line, rule in (("end!", r"R3\.1"), ("p0 donate 99!", r"R5\.2"), ("take 5!", r"R\d")):
        state = with_own_cards("end", "donate", "take")
        assert typed(monkeypatch, state, line) is None
        assert re.search(rule, capsys.readouterr().out)


@pytest.mark.parametrize("id", ["e", "en", "d", "sav", "boar", "un", "coin", "q", "ta", "donat"])
def test_the_id_of_a_card_is_no_beginning_of_another_word(
    id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert typed(monkeypatch, with_own_cards(id), f"{id}!") == ls.PlayCard(id)


def test_a_whole_id_is_no_beginning_of_a_longer_one(monkeypatch: pytest.MonkeyPatch) -> None:
    state = with_own_cards("lion", "lioness", "lion_cub")
    assert typed(monkeypatch, state, "lion!") == ls.PlayCard("lion")
    assert typed(monkeypatch, state, "play lion!") == ls.PlayCard("lion")
    assert typed(monkeypatch, state, "lione!") == ls.PlayCard("lioness")
    assert typed(monkeypatch, state, "li!") is None


def test_a_suggested_line_means_the_card(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    assert typed(monkeypatch, with_own_cards("coins", "coinage"), "p0 play coi!") is None
    (told,) = re.findall(r"Did you mean: (.*)\?", capsys.readouterr().out)
    assert told == "coinage, play coins"


def test_r9_1_a_tent_is_moved_from_a_space_that_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    tents = [(2, 3)] * 10 + [(3, 4)]
    state = give(at_die(4, players=2, left=(5, 6)), 0, coins=9, scored=tents)
    move = typed(monkeypatch, state, "tent", "2")
    assert isinstance(move, ls.BuildTent)
    assert move.source == (3, 4)
    assert "from row 3 of column 4" in capsys.readouterr().out
    assert typed(monkeypatch, state, "tent 4 from=r2c3") == ls.BuildTent(4, source=ls.Space(2, 3))


@pytest.mark.parametrize(
    ("language", "back", "yes", "commands"),
    [
        ("de", "zurück", "ja", {"brett": "Bank: ", "karten": "Löwe", "hilfe": "Tippe"}),
        ("fr", "retour", "oui", {"plateau": "Banque", "cartes": "Lion", "aide": "Tape"}),
        ("it", "indietro", "sì", {"tabellone": "Banca", "carte": "Leone", "aiuto": "Digita"}),
    ],
)
def test_commands_are_understood_in_the_language_of_the_game(
    language: str,
    back: str,
    yes: str,
    commands: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capture,
) -> None:
    for line, answer in commands.items():
        assert typed(monkeypatch, BUSY, line, language=language) is None
        assert answer in capsys.readouterr().out
    lines = ["lion", "no", "donate", back, "lion", yes]
    assert typed(monkeypatch, BUSY, *lines, language=language) == ls.PlayCard("lion")


@pytest.mark.parametrize("language", ls.LANGUAGES)
def test_help_fits_on_a_screen(language: str) -> None:
    narrator = Narrator((), BUSY.edition, language)
    lines = narrator.phrases.say("terminal_help.text").splitlines()
    assert len(lines) < 24
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("language", ls.LANGUAGES)
@pytest.mark.parametrize("width", [39, 59, 79])
def test_help_fits_narrow_screens(language: str, width: int) -> None:
    text = Narrator((), BUSY.edition, language).say("terminal_help.text")
    lines = [*help_lines(text, width)]
    assert max(map(len, lines)) <= width
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_a_long_text_of_a_menu_is_wrapped() -> None:
    long = "build a tent in row 4 with the cards no cost and ignore the die, from row 3"
    lines = ["".join(s.text for s in line).rstrip() for line in menu_lines(["dig", long, "a"], 40)]
    assert lines[0] == " 1 dig"
    assert lines[1:3] == [
        " 2 build a tent in row 4 with the cards",
        "   no cost and ignore the die, from row",
    ]


def test_short_texts_of_a_menu_stand_in_four_columns() -> None:
    lines = ["".join(s.text for s in line) for line in menu_lines("abcde", 80)]
    assert [line.split() for line in lines] == [
        ["1", "a", "2", "b", "3", "c", "4", "d"],
        ["5", "e"],
    ]


def test_a_text_fills_every_column_but_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert Terminal().wrap(f"{'a' * 29} {'b' * 29}") == [f"{'a' * 29} {'b' * 29}"]
    assert Terminal().wrap(f"{'a' * 29} {'b' * 30}") == ["a" * 29, f"  {'b' * 30}"]


def test_a_small_screen_shows_no_lines_between_the_rows(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    shown = {}
    terminal = Terminal()
    terminal.is_terminal = True
    narrator = Narrator(("Ann", "Ben"), BUSY.edition, "en")
    prompt = Prompt(ls.Table(BUSY).snapshot(0), narrator, terminal, lambda file: None)
    for height in ("99", "24"):
        monkeypatch.setenv("LINES", height)
        prompt.show()
        shown[height] = capsys.readouterr().out.splitlines()
    assert any("───" in line for line in shown["99"])
    assert not any("───" in line for line in shown["24"])


@pytest.mark.parametrize("lines", ["coins", "donate|9", "fly", "rules nonsense", "hint"])
def test_the_answer_to_a_mistake_is_shown_as_an_error(
    lines: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hint(*arguments: object, **options: object) -> str:
        raise ls.MissingExtraError("hints need livingstone[fast]")

    styles = set[str]()
    monkeypatch.setattr("livingstone.hint", hint)
    monkeypatch.setattr(Terminal, "say", lambda terminal, text, style="": styles.add(style))
    assert typed(monkeypatch, BUSY, *lines.split("|")) is None
    assert styles == {"error"}


def test_cards_are_described_in_the_language_of_the_game(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    typed(monkeypatch, BUSY, "karten", language="de")
    told = " ".join(capsys.readouterr().out.split())
    assert all(ls.describe_card(card, language="de") in told for card in BUSY.edition.cards)


def test_control_characters_are_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda _: " take\x1b\x07 3 ")
    assert Terminal().ask("> ") == "take 3"


def play(monkeypatch: pytest.MonkeyPatch, *lines: str, more: str = "") -> int:
    type_lines(monkeypatch, *lines)
    return main([*ALONE, *more.split()])


def test_r11_moves_are_played_recorded_and_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    file = tmp_path / "game.toml"
    lines = ["undo", "take 3", "coins", "undo", "undo", "board"]
    assert play(monkeypatch, *lines, more=f"--record {file}") == 130
    assert ls.load(file).actions[1:] == ()  # the die is taken back with its use
    told = capsys.readouterr()
    assert told.out.count("Nothing to take back") == 2
    assert told.out.count("You take a 3.") == told.out.count("Taken back.") == 1
    assert f"The game is kept in {file}" in told.err
    again = ["--players", "human,random", "--record", str(file), "--overwrite"]
    type_lines(monkeypatch, "donate 2")
    assert main(["play", *again]) == 130
    record = ls.load(file)
    assert record.actions[1:] == ("p0 donate 2",)
    assert record.seed is None  # nobody can work out what comes


def test_a_game_is_saved_and_kept_from_then_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    file = tmp_path / "saved.toml"
    (tmp_path / "other").touch()
    other = tmp_path / "other"
    lines = ["save", "take 3", f"save {file}", "coins", "save", f"save {other}", "no", "quit"]
    assert play(monkeypatch, *lines) == 0
    told = capsys.readouterr()
    assert ls.load(file).actions[1:] == ("p0 take 3", "p0 coins")
    assert "Say where to" in told.out
    assert other.read_bytes() == b""
    assert f"--resume {file}" in told.err
    assert play(monkeypatch, "save ~nobody_has_this_name/x", "save no/such/x", "quit") == 0
    told = capsys.readouterr()
    assert told.out.count("No such file or directory") == 2
    assert "was not kept" in told.err


def test_saving_overwrites_a_file_after_asking(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    file = tmp_path / "saved.toml"
    file.touch()
    asked = []

    def answer(prompt: str) -> str:
        asked.append(prompt)
        return {1: f"save {file}", 2: "YES", 3: f"save {file}", 4: "quit"}[len(asked)]

    monkeypatch.setattr("builtins.input", answer)
    assert main(ALONE) == 0
    assert asked[1] == f"{file} already exists. Overwrite it? [no] "
    assert capsys.readouterr().out.count(f"The game is kept in {file}") == 2
    assert ls.load(file).actions


@pytest.mark.parametrize("reply", ["yes", "no"])
def test_leaving_tells_what_a_record_has_that_can_no_longer_be_written_and_asks(
    reply: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    file = tmp_path / "saved.toml"
    other = tmp_path / "other.toml"
    lines = iter([f"save {file}", "donate 1", "", "take 3", "quit", reply, f"save {other}", "quit"])
    asked = []

    def answer(prompt: str) -> str:
        line = next(lines)
        asked.append(prompt)
        if not line:  # from now on, another process has the file
            monkeypatch.setattr(GameSetup, "write", refuse)
        if line == f"save {other}":
            monkeypatch.undo()
            monkeypatch.setattr("builtins.input", answer)
        return line

    def refuse(_: GameSetup) -> None:
        raise ls.RecordError("the file is in use")

    monkeypatch.setattr("builtins.input", answer)
    assert main(ALONE) == (1 if reply == "yes" else 0)
    told = capsys.readouterr()
    partly = f"{file} has the game up to move 1 only; the later moves are lost."
    assert asked[5] == f"{partly} Leave all the same? [no] "
    assert told.out.count("could not be written (the file is in use)") == 1
    if reply == "yes":
        assert partly in told.err
        assert ls.load(file).actions[1:] == ("p0 donate 1",)
    else:
        assert f"The game is kept in {other}" in told.err
        assert ls.load(other).actions[1:] == ("p0 donate 1", "p0 take 3")


def test_r11_1_alone_with_bots_moves_are_taken_back_and_carried_out_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    file = tmp_path / "game.toml"
    lines = ["take 3", "coins", "undo", "redo", "undo", "redo", "redo", "quit"]
    assert play(monkeypatch, *lines, more=f"--record {file}") == 0
    told = capsys.readouterr().out
    assert told.count("You take a 3.") == told.count("3 coins from the bank.") == 3
    assert told.count("There is nothing to redo") == 1
    assert ls.load(file).actions[1:] == ("p0 take 3", "p0 coins")
    assert play(monkeypatch, "take 3", "undo", "take 4", "quit", more=f"--record {file}2") == 0
    assert ls.load(f"{file}2").actions[1:] == ("p0 take 4",)


def test_r11_1_with_other_people_a_die_alone_is_not_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    file = tmp_path / "game.toml"
    type_lines(monkeypatch, "", "take 3", "undo", "coins", "undo", "quit")
    both = ["play", "--players", "human,human", "--seed", "7", "--record", str(file)]
    assert main(both) == 0
    assert ls.load(file).actions[1:] == ()
    assert capsys.readouterr().out.count("Nothing to take back") == 1


def test_a_refused_undo_does_not_print_the_board_again(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    play(monkeypatch, "undo", "redo", "quit")
    assert capsys.readouterr().out.count("Bank: ") == 1


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("back", "There is no question to go back from"),
        ("99", "The moves have the numbers 1 to 8."),
        ("play loin", "At character 6: expected a card of the edition. Did you mean lion?"),
    ],
)
def test_a_line_that_means_nothing_here_gets_an_answer_that_helps(
    line: str, answer: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    assert typed(monkeypatch, BUSY, line) is None
    assert answer in capsys.readouterr().out


def test_r5_2_who_has_no_coins_is_told_so(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    assert typed(monkeypatch, give(table(2, 3, 4), 0, coins=0), "donate") is None
    assert "You have 0 coins and cannot donate 1 coin (R5.2)." in capsys.readouterr().out


def test_a_hint_is_asked_for_in_the_language_of_the_game(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def hint(view: ls.View, *, names: tuple[str, ...], language: str) -> str:
        return f"{names[0]} {language} {view.legal_moves[0]}"

    monkeypatch.setattr("livingstone.hint", hint)
    assert typed(monkeypatch, BUSY, "tipp", language="de") is None
    assert "mit seinen Chancen zu gewinnen: Ann de TakeDie(value=3)" in capsys.readouterr().out


def test_without_its_extra_a_hint_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def hint(*arguments: object, **options: object) -> str:
        raise ls.MissingExtraError("hints need livingstone[fast]")

    monkeypatch.setattr("livingstone.hint", hint)
    assert typed(monkeypatch, BUSY, "hint") is None
    assert "hints need livingstone[fast]" in capsys.readouterr().out


def test_a_file_that_cannot_be_written_any_more_is_reported_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    file = tmp_path / "game.toml"
    lines = ["donate 1", "take 3", "coins"]

    def answer(_: str) -> str:
        if not file.is_dir():
            file.unlink()
            file.mkdir()
        if not lines:
            raise EOFError
        return lines.pop(0)

    monkeypatch.setattr("builtins.input", answer)
    assert main([*ALONE, "--record", str(file)]) == 130
    assert capsys.readouterr().out.count("could not be written") == 1


def test_each_reason_why_a_file_cannot_be_written_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    reasons = ["full", "full", "read-only"]

    def dump(record: ls.Record, file: Path) -> None:
        if record.actions[1:] and reasons:
            raise ls.RecordError(reasons.pop(0))

    monkeypatch.setattr("livingstone.dump", dump)
    lines = ["donate 1", "take 3", "coins", "quit"]
    assert play(monkeypatch, *lines, more=f"--record {tmp_path / 'game.toml'}") == 0
    told = capsys.readouterr().out
    assert (told.count("full"), told.count("read-only")) == (1, 1)


@pytest.mark.parametrize("language", ls.LANGUAGES)
@pytest.mark.parametrize("encoding", ["ascii", "utf-8", "cp1252"])
def test_any_encoding_works(language: str, encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = b"help\ncards\nboard\n\xff\xfe\ndonate 1\n"
    printed = io.BytesIO()
    for name, content in (("stdin", io.BytesIO(lines)), ("stdout", printed), ("stderr", printed)):
        monkeypatch.setattr(sys, name, io.TextIOWrapper(content, encoding, write_through=True))
    more = ["--names", "Zoë,Łu石", "--language", language]
    assert main([*ALONE, *more]) == 130
    sys.stdout.flush()
    told = printed.getvalue().decode(encoding)
    assert ("Zoe" in told) == (encoding == "ascii")
    assert ("Łu石" in told) == (encoding == "utf-8")


@pytest.mark.parametrize("name", ["\x1b[31mAnn\x1b[0m", "[red]Ann[/red]", "A\u202enn", "Ann\n"])
def test_no_name_controls_the_terminal(
    name: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    type_lines(monkeypatch)
    assert main([*ALONE, "--names", f"{name},Ben"]) == 130
    told = capsys.readouterr().out
    assert not {"\x1b", "\u202e"} & set(told)
    assert ("[red]Ann[/red]" in told) == ("red" in name)


SEEN = {
    "en": ("Seen in the hand of Ben: Lion", "Seen on top of the draw pile: Market, Four Coins"),
    "de": ("Gesehen in der Hand von Ben: Löwe", "Gesehen oben auf dem Stapel: Markt, Vier Taler"),
    "fr": (
        "Vu dans la main de Ben : Lion",
        "Vu sur le dessus de la pioche : Marché, Quatre pièces",
    ),
    "it": ("Visto in mano a Ben: Leone", "Visto in cima al mazzo: Mercato, Quattro monete"),
}


@pytest.mark.parametrize("language", ls.LANGUAGES)
@pytest.mark.parametrize("hand", [(), ("antelope",)])
def test_r10_2_the_terminal_shows_what_the_own_seat_has_seen_of_hidden_cards(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, language: str, hand: tuple[str, ...]
) -> None:
    state = give(give(table(2, 3, 4), 1, cards=["lion"]), 0, cards=hand)
    known = Known(1, ("lion",)), Known(None, ("market", "four_coins"))
    seen = state.with_player(state.player.changed(known=known))
    typed(monkeypatch, seen, "", language=language)
    told = capsys.readouterr().out
    assert all(line in told for line in SEEN[language])
    typed(monkeypatch, state, "", language=language)
    assert not any(line in capsys.readouterr().out for line in SEEN[language])


def test_a_long_question_is_wrapped_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    asked = list[str]()

    def answer(prompt: str) -> str:
        asked.append(prompt)
        return "ja"

    monkeypatch.setattr("builtins.input", answer)
    terminal = Terminal()
    terminal.is_terminal = True
    question = "Das lässt sich nicht zurücknehmen: 4 Steine aus dem Beutel ziehen. Weiter? [ja] "
    assert terminal.ask(question) == "ja"
    shown = [*capsys.readouterr().out.splitlines(), *asked]
    assert " ".join(" ".join(shown).split()) == question.strip()
    assert max(map(len, shown)) < 60
    assert asked[0].endswith("[ja] ")


@pytest.mark.parametrize(
    ("lines", "move"),
    [
        ("end|no|donate 10", ls.Donate(10)),
        ("end|yes", ls.EndTurn()),
        ("end|", ls.EndTurn()),
        ("end!", ls.EndTurn()),
    ],
)
def test_r9_2_the_end_of_a_last_turn_with_coins_in_the_purse_is_asked_about(
    lines: str, move: ls.Move, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = ls.apply(ls.apply(last_turn(2), ls.TakeDie(6)), ls.TakeCoins())
    state = give(state, 0, coins=10)
    assert typed(monkeypatch, state, *lines.split("|")) == move


def test_r8_1_who_leads_and_what_the_end_would_bring_are_below_the_board(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    state = give(give(table(2, 3, 4), 0, tents=[(1, 1), (4, 1)]), 1, tents=[(4, 1)])
    typed(monkeypatch, state, "board")
    told = (
        "At the end, as things stand: Ann +15, Ben +3. Most tents: Ann in row 1; Ann, Ben in row 4."
    )
    assert told in capsys.readouterr().out.replace("\n  ", " ")
