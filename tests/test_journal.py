"""Journals of tables: what they hold is enough to have the same table again."""

import random
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import livingstone as ls


def do_something(table: ls.Table, luck: random.Random) -> None:
    """Move, take back, or carry out again what was taken back."""
    seat = table.state.current_player
    choice, seats = luck.randrange(5), range(len(table.state.players))
    agreeing = [player for player in seats if table.can_undo(player, agreed=True)]
    if choice == 0 and any(table.can_undo(player) for player in range(len(table.state.players))):
        table.undo(next(s for s in range(len(table.state.players)) if table.can_undo(s)))
    elif choice == 4 and agreeing:
        table.undo(luck.choice(agreeing), agreed=True)
    elif choice == 1 and table.can_redo:
        table.redo(seat)
    elif table.state.is_chance:
        table.play(ls.deal(table.state))
    else:
        group = luck.choice(ls.group_moves(table.view(seat)))
        table.play(luck.choice(group.moves))


@pytest.mark.parametrize("kind", ["dealt", "explicit", "seeded"])
@given(seed=st.integers(0, 2**32), steps=st.integers(0, 60))
def test_a_table_comes_back_with_what_was_taken_back(kind: str, seed: int, steps: int) -> None:
    luck, dealer = random.Random(seed), ls.deal if kind == "dealt" else None
    start = ls.new_game(2, seed=7 if kind == "seeded" else None, explicit_chance=kind != "seeded")
    table = ls.Table(start, dealer=dealer)
    for _ in range(steps):
        if not table.state.is_over:
            do_something(table, luck)
    again = ls.Table.from_journal(start, table.journal, dealer=dealer)
    assert again == table
    assert again.journal == table.journal
    assert again.version == table.version
    assert again.events(1) == table.events(1)
    assert again.can_redo == table.can_redo


@pytest.mark.parametrize("card", ["undo", "redo"])
def test_a_card_may_have_the_name_of_a_line_of_its_own(card: str) -> None:
    cards = tomllib.loads(ls.shipped_toml("cards"))
    for kind in cards["cards"]:
        if kind["id"] == "four_coins":
            kind["id"] = card
    edition = ls.load_edition("printed", cards=cards)
    table = ls.Table(ls.new_game(2, edition=edition, explicit_chance=True))
    for action in (
        *(ls.DiceRolled((1, 2, 3, 4)), ls.TakeDie(1), ls.DrawCard(), ls.CardRevealed(card)),
        *(ls.Donate(2), ls.PlayCard(card)),
    ):
        table.play(action)
    assert table.journal[-1] == f"p0 play {card}"
    assert ls.Table.from_journal(table.start, table.journal).state == table.state
    assert ls.Table.from_record(table.record()).state == table.state


def test_r11_1_what_was_taken_back_is_a_line_of_its_own() -> None:
    table = ls.Table(ls.new_game(2, seed=7))
    table.play(ls.Donate(1))
    table.undo(0)
    table.redo(0)
    assert table.journal == ("p0 donate 1", "p0 undo", "p0 redo")


def test_a_journal_that_breaks_off_in_a_move_is_dealt_on() -> None:
    table = ls.Table(ls.new_game(2, explicit_chance=True), dealer=ls.deal)
    table.play(ls.legal_moves(table.state)[0])
    table.play(ls.DrawCard())
    *journal, last = table.journal
    assert last.startswith("d card")
    again = ls.Table.from_journal(table.start, journal, dealer=ls.deal)
    assert not again.state.is_chance
    assert ls.Table.from_journal(table.start, journal).state.is_chance


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["p0 take 3", "nonsense"], "action 2: "),
        (["p0 take 9"], "action 1: no die on the table shows 9"),
        (["p1 take 2"], "action 1: it is another player's turn"),
        (["p0 undo"], "action 1: player 0 has nothing to take back"),
        (["p0 redo"], "action 1: there is nothing to repeat"),
        (["d undo"], "action 1: d undo"),
        (["p01 redo"], "action 1: p01 redo"),
        (["undo"], "action 1: "),
        (["p0 undo 1"], "action 1: "),
        (["p0 donate ??"], "action 1: it is hidden"),
    ],
    ids=str,
)
def test_a_line_that_cannot_be_carried_out_is_named(lines: list[str], told: str) -> None:
    with pytest.raises(ls.RecordError, match=told):
        ls.Table.from_journal(ls.new_game(2, seed=7), lines)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (
            ["d dice 1 2 3 4", "d stones red=1", "p0 take 1"],
            "action 2: nothing is left to chance now",
        ),
        (["d dice 1 2 3 4", "p0 take 1", "p0 dig", "p0 end"], "action 4: chance has to decide"),
        (["d dice 1 2 3 4", "p0 take 1", "p0 dig", "p0 undo"], "action 4: chance has to decide"),
        (["d dice 1 2 3 4", "p0 take 1", "p0 dig", "d stones red=2"], "action 4: "),
        (["p0 take 1"], "action 1: chance has to decide"),
        (["d dice 1 1 1"], "action 1: "),
    ],
    ids=str,
)
def test_r10_3_with_a_dealer_outcomes_stand_where_they_were_dealt(
    lines: list[str], told: str
) -> None:
    start = ls.new_game(2, explicit_chance=True)
    with pytest.raises(ls.RecordError, match=told):
        ls.Table.from_journal(start, lines, dealer=ls.deal)


def test_a_journal_is_read_line_by_line_from_a_file(tmp_path: Path) -> None:
    table = ls.Table(ls.new_game(2, seed=7))
    table.play(ls.Donate(1))
    table.undo(0)
    file = tmp_path / "journal.txt"
    for ending in ("\n", "\r\n"):
        file.write_text("".join(f"{line}\n" for line in table.journal), newline=ending)
        with file.open(newline="") as lines:
            assert ls.Table.from_journal(table.start, lines).journal == table.journal


def test_a_game_with_a_seed_refuses_a_dealer() -> None:
    with pytest.raises(ls.ArgumentError, match="needs no dealer"):
        ls.Table.from_journal(ls.new_game(2, seed=7), [], dealer=ls.deal)


def test_a_table_from_a_journal_has_the_dealer_that_was_given() -> None:
    start = ls.new_game(2, explicit_chance=True)
    table = ls.Table.from_journal(start, ["d dice 1 2 3 4"], dealer=ls.deal)
    assert table.dealer is ls.deal
