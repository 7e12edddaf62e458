"""`--effects`: a module with effects of one's own, named by who types the command."""

from itertools import cycle, islice
from pathlib import Path

import pytest
import tomli_w
from choosing_cards import CARDS as CHOOSING_CARDS
from choosing_cards import EFFECTS as CHOOSING
from editions import SMALL_BOARD, card_table
from hidden_cards import EFFECTS
from own_effects import CARDS
from programs import ROOT, run_python

import livingstone as ls
from livingstone.cli import main

MOST_LINES = 5000
"""The most lines that are typed in a game: one that does not end fails."""


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


OF_HANDS = [
    card_table("thief", "steal_card", 6),
    card_table("present", "give_card", 6, points=2),
    card_table("parade", "show_hand", 6),
    card_table("mixer", "shuffle_pile", 6, coins=2),
    card_table("rent", "score_tents", 6, points=-2),
]


@pytest.mark.slow
def test_a_whole_game_with_own_cards_is_played_at_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    deck, record = tmp_path / "cards.toml", tmp_path / "game.toml"
    deck.write_text(tomli_w.dumps({"cards": OF_HANDS}), encoding="utf-8")
    cards = ("thief player=p1!", "present player=p1!", "parade!", "mixer!")
    dice = (f"take {value}!" for value in range(1, 7))
    lines = islice(cycle([*cards, "card!", "dig!", "end!", *dice]), MOST_LINES)
    monkeypatch.setattr("builtins.input", lambda _: next(lines))
    options = ("--effects", "hidden_cards", "--cards", str(deck), "--record", str(record))
    lineup = ("--players", "human,random", "--names", "Ann,Ben", "--seed", "3")
    assert main(["play", *lineup, *options]) == 0
    told = capsys.readouterr().out
    for words in (
        "You draw a card at random from",
        "gives a card to you: ",
        "You give a card to ",
        "You show cards to ",
        "You shuffle the draw pile.",
        "Cards kept:",
    ):
        assert words in told
    (game,) = ls.load_all(record, effects=EFFECTS)
    game.verify()
    for seat in (0, 1, None):
        game.seen_by(seat).verify()


def test_a_whole_game_with_choices_is_played_at_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    deck, record = tmp_path / "cards.toml", tmp_path / "game.toml"
    deck.write_text(CHOOSING_CARDS, encoding="utf-8")
    cards = ("scout!", "wager!", "gamble player=p1!", "gamble player=p0!")
    numbers = (f"choose {value}!" for value in range(6, 0, -1))
    options = ("choose scout!", "choose wager!", "p0 choose!", *numbers)  # or keep no card
    dice = (f"take {value}!" for value in range(1, 7))
    lines = islice(cycle([*options, *cards, "card!", "end!", *dice]), MOST_LINES)
    monkeypatch.setattr("builtins.input", lambda _: next(lines))
    arguments = ("--effects", "choosing_cards", "--cards", str(deck), "--record", str(record))
    board = ("--board", str(SMALL_BOARD))
    lineup = ("--players", "human,random", "--names", "Ann,Ben", "--seed", "1")
    assert main(["play", *lineup, *board, *arguments]) == 0
    told = capsys.readouterr().out
    for words in (
        "You have to choose for the card Scout.",
        "You choose: keep Wager.",
        "Ben has chosen.",
        "You choose: 6.",
        "Ben chooses: ",
        "First a choice for the card Wager has to be made",
    ):
        assert words in told
    (game,) = ls.load_all(record, effects=CHOOSING)
    game.verify()
    assert any("choose" in line for line in game.actions)
    for seat in (0, 1, None):
        game.seen_by(seat).verify()
