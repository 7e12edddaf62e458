"""Tallies and summaries where bots fail, deals repeat, and only one seat is asked for."""

import pytest
from game_rows import failed, game, rate, seat

from livingstone.simulation import GameRow, Tally
from livingstone.simulation.statistics.deals import GROUPS
from livingstone.simulation.statistics.intervals import Distribution
from livingstone.simulation.statistics.summaries import (
    summarize,
    summarize_cards,
    summarize_donations,
    summarize_majorities,
)
from livingstone.simulation.statistics.tally import (
    MOST_FAILED_GAMES,
    CardUse,
    Duel,
    Majority,
    Place,
)


def tally_of(*rows: GameRow, players: int = 3) -> Tally:
    tally = Tally(players, 1)
    for row in rows:
        tally.add(row, row.game)
    return tally


WON = game(
    0,
    seat(
        "a",
        won=True,
        rank=1,
        points=60,
        columns=11,
        market=12,
        cards=13,
        majorities=(5, 0),
        gems=9,
        hand=10,
        donated=14,
        tents=15,
        played=("lion", "lion", "market"),
    ),
    seat("b", won=False, rank=2, points=6, donated=1, is_out=True),
)


def test_everything_about_a_seat_is_counted_under_its_name() -> None:
    tally = tally_of(WON, players=2)
    assert (tally.players, tally.unit) == (2, 2)
    games = tally.games
    assert (games.winners, games.rounds, games.moves) == ({1: 1}, {10: 1}, {100: 1})
    own = tally.seats[Place("a", 0)]
    assert (own.shares, own.unfinished, own.failures) == ({2: 1}, {}, {})
    assert (own.ranks, own.points, own.tents) == ({1: 1}, {60: 1}, {15: 1})
    assert (own.columns, own.market, own.cards) == ({11: 1}, {12: 1}, {13: 1})
    assert (own.gems, own.hand) == ({9: 1}, {10: 1})
    assert own.donated == {14: 1}
    assert own.majorities == {Majority(1, 5): 1, Majority(2, 0): 1}
    assert own.card_uses == {CardUse("lion", 2): 1, CardUse("market", 1): 1}
    assert tally.seats[Place("b", 1)].donated == {1: 1}


def test_points_come_from_named_sources_in_the_order_of_the_game() -> None:
    summary = summarize(tally_of(WON, players=2), "a", None)
    assert [(name, points.mean) for name, points in summary.sources] == [
        *(("columns", 11), ("market", 12), ("cards", 13)),
        *(("row 1", 5), ("row 2", 0), ("gems", 9), ("hand", 10)),
    ]


def test_who_fails_has_lost_to_everyone_and_the_others_have_no_duel() -> None:
    tally = tally_of(failed(0, "abc", culprit=1))
    assert tally.duels == {Duel(0, "a", "b"): 2, Duel(0, "c", "b"): 2}


def test_a_bot_has_no_duel_with_itself() -> None:
    assert not tally_of(failed(0, "aaa", culprit=1)).duels


@pytest.mark.parametrize("deal", [0, 3, GROUPS - 1, GROUPS, 3 * GROUPS + 2])
def test_deals_are_dealt_out_to_the_groups_in_turn(deal: int) -> None:
    tally = Tally(2, 1)
    tally.add(WON, deal)
    assert tally.duels == {Duel(deal % 20, "a", "b"): 2}


def test_a_failure_counts_for_its_bot_and_a_win_for_all_others() -> None:
    tally = tally_of(failed(0, "abb", culprit=1), failed(1, "abb", culprit=1))
    culprit, other = tally.seats[Place("b", 1)], tally.seats[Place("b", 2)]
    assert (culprit.failures, culprit.unfinished) == ({"illegal": 2}, {0: 2})
    assert (other.failures, other.unfinished) == ({}, {3: 2})
    assert not tally.games.winners
    assert not tally.games.rounds
    assert not culprit.card_uses


def test_a_failure_counts_in_the_wins_of_bots_but_not_in_those_of_seats() -> None:
    tally = tally_of(failed(0, "ab", culprit=1), WON, WON, players=2)
    bot, place = summarize(tally, "a", None), summarize(tally, None, 0)
    assert (bot.entries, bot.finished, bot.failed) == (3, 2, 0)
    assert bot.win == rate(*[(1, 1)] * 3)
    assert (place.entries, place.finished, place.win) == (3, 2, rate((1, 1), (1, 1)))
    other = summarize(tally, "b", 1)
    assert (other.failed, other.win, other.out) == (1, rate(*[(1, 0)] * 3), rate((1, 1), (1, 1)))
    assert (other.bot, other.seat, other.shared) == ("b", 1, 0)


def test_shared_wins_are_neither_whole_nor_none() -> None:
    both = game(0, *(seat("ab"[n], won=True, rank=1, points=5) for n in (0, 1)))
    assert summarize(tally_of(both, both, WON, players=2), "a", None).shared == 2


def test_without_a_finished_game_there_are_no_sources() -> None:
    summary = summarize(tally_of(failed(0, "ab", culprit=0), players=2), "a", None)
    assert (summary.sources, summary.points) == ((), Distribution.of({}))
    assert (summary.win, summary.out) == (rate((1, 0)), rate())


def test_only_the_failed_games_with_the_lowest_numbers_are_kept() -> None:
    games = [failed(number, "ab", culprit=0) for number in range(50)]
    tally = Tally(2, 1)
    for part in (games[30:], games[5:30], games[:5]):
        tally.merge(tally_of(*part, players=2))
    assert MOST_FAILED_GAMES == 20
    assert [failed_game.game for failed_game in tally.failed_games] == list(range(20))
    first = tally.failed_games[0]
    assert (first.seed, first.note) == (100, games[0].note)
    assert tally.seats[Place("a", 0)].failures == {"illegal": 50}


def test_failed_games_of_the_same_number_are_sorted_by_seed_and_then_by_reason() -> None:
    rows = [failed(0, "ab", culprit=culprit) for culprit in (0, 1)]
    other_seed = GameRow(0, 7, "", 3, 9, None, rows[0].note, rows[0].seats)
    for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
        games = [[*rows, other_seed][number] for number in order]
        told = tally_of(*games, players=2).failed_games
        assert [(own.seed, own.note.seat) for own in told] == [(7, 0), (100, 0), (100, 1)]


def test_tallies_of_different_numbers_of_players_are_not_merged() -> None:
    with pytest.raises(AssertionError):
        Tally(2, 1).merge(Tally(3, 1))


def test_merging_leaves_the_other_tally_as_it_is() -> None:
    one, other = Tally(2, 1), tally_of(WON, failed(1, "ab", culprit=0), players=2)
    one.merge(other)
    one.merge(other)
    assert other == tally_of(WON, failed(1, "ab", culprit=0), players=2)
    assert one != other


def test_cards_majorities_and_donations_are_sorted_and_counted_over_all_seats() -> None:
    tally = tally_of(WON, WON, players=2)
    lion, market = summarize_cards(tally)
    assert (lion.card, lion.played, lion.entries, lion.win) == ("lion", 4, 2, rate((1, 1), (1, 1)))
    assert (market.card, market.played, market.entries) == ("market", 2, 2)
    (first,) = summarize_majorities(tally)
    assert (first.board_row, first.entries, first.win) == (1, 2, rate((1, 1), (1, 1)))
    assert first.points == Distribution.of({5: 2, 0: 2})
    few, many = summarize_donations(tally)
    assert (few.coins, few.entries, few.out, few.win) == (
        1,
        2,
        rate((1, 1), (1, 1)),
        rate((1, 0), (1, 0)),
    )
    assert (many.coins, many.entries, many.out, many.win) == (
        14,
        2,
        rate((1, 0), (1, 0)),
        rate((1, 1), (1, 1)),
    )


def test_r8_5_bots_that_share_the_win_beat_neither_and_are_compared_all_the_same() -> None:
    tally = Tally(2, 1)
    tally.add(game(0, *(seat(bot, won=True, rank=1, points=5) for bot in "ab")), 0)
    assert tally.duels == {Duel(0, "a", "b"): 1, Duel(0, "b", "a"): 1}
