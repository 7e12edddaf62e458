"""Tables as servers use them: a dealer, news, and several threads."""

from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Barrier

import pytest

import livingstone as ls


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


def test_a_dealer_decides_all_chance() -> None:
    dealer = Dealer(1)
    table = new_table(dealer)
    assert not table.state.is_chance
    assert table.state.dice
    while not table.state.is_over:
        play_on(table, 1, len(table.history))
        assert not table.state.is_chance
    assert all(ls.validate(state) == [] for state in table.states)
    told = [action for step in table.history for action in step.actions]
    assert [action for action in told if isinstance(action, ls.Outcome)] == dealer.dealt


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


def test_the_dealer_of_the_operating_system_deals_differently_each_time() -> None:
    start = ls.new_game(5, explicit_chance=True)
    rolls = {ls.Table(start, dealer=ls.deal).state.dice for _ in range(20)}
    assert len(rolls) > 1


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


def test_redo_belongs_to_the_seat_that_moved() -> None:
    table = ls.Table(ls.new_game(3, seed=7))
    table.play(ls.Donate(2))
    table.undo(0)
    with pytest.raises(ls.UndoError):
        table.redo(1)
    table.redo(0)
    assert table.state.players[0].chest == 2


def test_a_move_for_another_version_is_refused() -> None:
    table = ls.Table(ls.new_game(3, seed=7))
    version = table.version
    table.play(ls.Donate(1), 0, version=version)
    with pytest.raises(ls.IllegalMoveError) as caught:
        table.play(ls.Donate(1), 0, version=version)
    assert caught.value.reason.code is ls.Code.OUT_OF_DATE
    assert table.state.players[0].chest == 1


def donate_once(table: ls.Table, version: ls.Version, barrier: Barrier) -> ls.Code | None:
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
        assert sorted(map(str, codes)) == [str(ls.Code.OUT_OF_DATE)] * (threads - 1) + ["None"]
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
        assert repr(ls.Table(hidden)) == "Table()"
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
