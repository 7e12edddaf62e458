"""Tables as servers use them: journals, a dealer, news, and several threads."""

import random
import re
import tomllib
import warnings
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Barrier

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import livingstone as ls
from livingstone.game import Code
from livingstone.table import HalfWrittenLineWarning


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
        (["p0 redo"], "action 1: there is nothing to redo"),
        (["d undo"], "action 1: d undo"),
        (["p01 redo"], "action 1: p01 redo"),
        (["undo"], "action 1: "),
        (["p0 undo 1"], "action 1: "),
        (["p0 donate ??"], "action 1: p0 donate"),
    ],
    ids=str,
)
def test_a_line_that_cannot_be_carried_out_is_named(lines: list[str], told: str) -> None:
    with pytest.raises(ls.RecordError, match=told):
        ls.Table.from_journal(ls.new_game(2, seed=7), [f"{line}\n" for line in lines])


def as_file(lines: Sequence[str], *, cut: int) -> list[str]:
    """Read a file of lines as a program that was killed left it, with `cut` characters missing."""
    return "".join(f"{line}\n" for line in lines)[:-cut].splitlines(keepends=True)


@pytest.mark.parametrize("dealer", [None, ls.deal])
def test_a_half_written_last_line_of_a_file_is_left_out(dealer: ls.table.Dealer | None) -> None:
    table = ls.Table(ls.new_game(2, explicit_chance=True), dealer=Dealer(1))
    play_on(table, 12, seed=2)
    for count in range(2, len(table.journal) + 1):
        *before, last = table.journal[:count]
        for cut in range(1, len(last) + 1):
            lines = as_file([*before, last], cut=cut)
            kept, told = restored(table.start, lines, dealer)
            assert len(told) == 1
            assert kept.journal[: len(before)] == tuple(before)


def restored(
    start: ls.State, lines: list[str], dealer: ls.table.Dealer | None
) -> tuple[ls.Table, list[str]]:
    """Restore a table; return what the warnings about half-written lines say."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        table = ls.Table.from_journal(start, lines, dealer=dealer)
    assert all(warning.category is HalfWrittenLineWarning for warning in caught)
    return table, [str(warning.message) for warning in caught]


@pytest.mark.parametrize(
    "lines",
    [
        ["p0 donate 1", "p0 ta"],
        ["p0 donate 1\n", "p0 ta"],
        ["p0 donate 1\r\n", "p0 take 9"],
        ["p0 donate 1\n", "p1"],
        ["p0 donate 1\n", "p0 redo"],
        ["p0 donate 1\n", "p0 donate 1"],  # it can have been `p0 donate 12`
    ],
    ids=str,
)
def test_a_half_written_line_is_told(lines: list[str]) -> None:
    told = re.escape(f"half written and is left out: {lines[-1]!r}")
    with pytest.warns(HalfWrittenLineWarning, match=told):
        table = ls.Table.from_journal(ls.new_game(2, seed=7), lines)
    assert table.journal == ("p0 donate 1",)


@pytest.mark.parametrize(
    "lines",
    [
        ["p0 donate 1\n", "p0 ta\n"],
        ["p0 ta", "p0 donate 1"],
        ["p0 donate 1\n", "p0 ta", "p0 take 4"],
        ["p0 donate 1", "p0 take 9"],
    ],
    ids=str,
)
def test_a_whole_line_and_one_in_the_middle_are_never_left_out(lines: list[str]) -> None:
    with pytest.raises(ls.RecordError, match=r"action [12]: "):
        ls.Table.from_journal(ls.new_game(2, seed=7), lines)


def test_a_record_whose_last_action_is_malformed_is_refused() -> None:
    record = ls.Table(ls.new_game(2, explicit_chance=True), dealer=Dealer(1)).record()
    cut = evolve(record, actions=(*record.actions, "p0 ta"))
    with pytest.raises(ls.RecordError, match="action 2: p0 ta"):
        ls.Table.from_record(cut)


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


class Dealer:
    """Deals from a seed, and keeps the outcomes."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.dealt = list[ls.Outcome]()

    def __call__(self, state: ls.State) -> ls.Outcome:
        self.dealt.append(ls.sample_outcome(state, self.random.getrandbits(64)))
        return self.dealt[-1]


def new_table(dealer: Dealer) -> ls.Table:
    return ls.Table(ls.new_game(3, explicit_chance=True), dealer=dealer)


def play_on(table: ls.Table, moves: int, seed: int) -> None:
    random = Random(seed)
    for _ in range(moves):
        if not table.state.is_over:
            table.play(random.choice(ls.legal_moves(table.state)))


def test_r10_3_a_saved_game_continues_with_outcomes_of_the_dealer() -> None:
    table = new_table(Dealer(1))
    play_on(table, 40, seed=2)
    kept = ls.dumps(table.record())
    one, other = (ls.Table.from_record(ls.loads(kept), dealer=Dealer(seed)) for seed in (11, 12))
    assert one == other == table
    assert one.events(1) == table.events(1)
    for again in (one, other):
        play_on(again, 60, seed=3)
    assert one.history[:40] == other.history[:40]
    assert one.history != other.history


def test_a_dealer_that_fails_leaves_the_table_as_it_was() -> None:
    table = new_table(Dealer(1))
    broken = ls.Table(table.state, dealer=lambda state: ls.CardRevealed("no_such_card"))
    before = broken.state, broken.version
    broken.play(ls.TakeDie(broken.state.dice[-1]))
    taken = broken.state, broken.version
    with pytest.raises(ls.IllegalMoveError):
        broken.play(ls.Dig())
    assert (broken.state, broken.version) == taken != before


def test_news_are_the_events_of_a_seat_since_a_version() -> None:
    table = ls.Table(ls.new_game(3, seed=7))
    told = list[ls.Event]()
    version = table.version
    told += table.news(1).events
    for move in (ls.Donate(2), ls.TakeDie(4), ls.TakeCoins()):
        table.play(move)
        news = table.news(1, version)
        assert not news.is_anew
        told += news.events
        version = news.version
    assert tuple(told) == table.events(1)
    assert table.news(1, version).events == ()


def test_r11_1_news_report_an_undo() -> None:
    table = ls.Table(ls.new_game(3, seed=7))
    table.play(ls.Donate(2))
    version = table.version
    table.events(2)
    table.undo(0)
    news = table.news(2, version)
    assert news.is_anew
    assert news.events == table.events(2) == ls.Table(table.start).events(2)
    table.redo(0)
    assert table.version != version
    assert table.news(2, news.version).events == (ls.events.Donated(0, None),)


def donate_once(table: ls.Table, version: ls.Version, barrier: Barrier) -> Code | None:
    """Donate at the same time as the others, and return the code of a refusal."""
    barrier.wait()
    try:
        table.play(ls.Donate(1), 0, version=version)
    except ls.IllegalMoveError as error:
        return error.reason.code
    return None


def test_one_of_several_simultaneous_moves_succeeds() -> None:
    threads = 8
    for _ in range(20):
        table, barrier = ls.Table(ls.new_game(3, seed=7)), Barrier(threads, timeout=30)
        with ThreadPoolExecutor(threads) as pool:
            tasks = [
                pool.submit(donate_once, table, table.version, barrier) for _ in range(threads)
            ]
            codes = [task.result(timeout=60) for task in tasks]
        assert sorted(map(str, codes)) == [str(Code.OUT_OF_DATE)] * (threads - 1) + ["None"]
        assert table.state.players[0].chest == 1


def test_r10_2_a_repr_contains_no_secrets() -> None:
    state = ls.new_game(3, seed=123456789)
    for hidden in (
        state,
        state.with_player(state.player.changed(hand=("lion",), chest=2, coins=1)),
    ):
        assert "lion" not in repr(hidden)
        assert "123456789" not in repr(hidden)
        assert len(repr(hidden)) < 250
        with pytest.raises(ls.IllegalMoveError) as caught:
            ls.apply(hidden, ls.PlayCard("market"))
        assert repr(caught.value) == "IllegalMoveError(Code.CARD_NOT_HELD, R6)"
        assert repr(ls.Table(hidden)) == f"Table(0 moves, {hidden!r})"
    assert len(repr(state.edition)) < 80


def test_r10_2_private_news_are_what_a_spectator_does_not_see() -> None:
    table = new_table(Dealer(1))
    play_on(table, 200, seed=2)
    public = table.news(None).events
    assert table.news(None).private == ()
    for seat in range(3):
        news = table.news(seat)
        pairs = zip(news.events, public, strict=True)
        assert news.private == tuple(own for own, other in pairs if own != other) != ()
