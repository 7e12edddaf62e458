"""R8.3: own cards that score at the end by what players have, or take points."""

from pathlib import Path
from random import Random

import pytest
from amounts import others_slow
from attrs import frozen
from editions import card_table
from hidden_cards import ScoreTents
from positions import give, play, table
from record_samples import assert_sees_the_same

import livingstone as ls
from livingstone import events as happened
from livingstone.effects import PlainEffect
from livingstone.testing import EffectError, Game, check_effect
from livingstone.testing.laws import check_advance


@frozen
class ScorePoor(PlainEffect):
    """When held at the end, score 5 points if nobody has fewer coins; play it for a point."""

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        return state.with_player(state.player.changed(points=state.player.points + 1))

    def end_points(self, state: ls.State, seat: int) -> int:
        funds = [player.funds for player in state.players]
        return 5 * (funds[seat] == min(funds))


EFFECTS = (ScoreTents, ScorePoor)
TABLES = [
    card_table("camp", "score_tents", 3, points=1),
    card_table("rent", "score_tents", 3, points=-2),
    card_table("poor", "score_poor", 3),
    card_table("lion", "score_points", 3, points=4),
]
EDITION = ls.load_edition("printed", cards={"cards": TABLES}, effects=EFFECTS)
LAST = len(EDITION.board.columns)


def at_the_end(players: int = 3) -> ls.State:
    """Make the position before the last turn, in which hands score 5 + 4, -4 and 3 points."""
    hands = [("poor", "lion"), ("rent",), ("camp", "camp", "camp")]
    state = table(players, 6, edition=EDITION, first=players - 1)
    state = state.changed(boat=LAST)
    for seat, hand in enumerate(hands[:players]):
        coins = 3 if seat == 0 else 6
        tents = [(1, 1), (2, 2)][: 2 if seat == 1 else seat // 2]
        state = give(state, seat, coins=coins, cards=hand, tents=tents)
    return play(state, ls.TakeDie(6), ls.TakeCoins())


def test_r8_3_cards_score_by_what_players_have_and_can_take_points() -> None:
    before = at_the_end()
    done = ls.play(before, ls.EndTurn())
    ended = ls.result(done.state)
    assert ended is not None
    assert [standing.card_points for standing in ended.standings] == [9, -4, 3]
    for standing, old in zip(ended.standings, before.players, strict=True):
        assert standing.round_points == old.points
        rest = sum(standing.majorities) + standing.gem_points + standing.card_points
        assert standing.points in (0, old.points + rest)
    (counted,) = (event for event in done.events if isinstance(event, happened.CardsCounted))
    assert counted.points == (9, -4, 3)
    told = ls.describe(counted, names=("Ann", "Ben", "Cleo"), edition=EDITION)
    assert told == "Cards kept: Ann 9, Ben -4, Cleo 3."
    check_advance(before, done)
    assert ls.validate(done.state) == []
    assert ls.from_json(ls.to_json(done.state), ls.State, effects=EFFECTS) == done.state


def test_r8_3_a_player_can_end_with_fewer_than_no_points() -> None:
    state = table(3, 6, edition=EDITION, first=2).changed(boat=LAST)
    state = give(state, 1, cards=("rent", "rent"), tents=[(6, 1)])
    state = give(state, 0, tents=[(6, 1), (6, 2)])
    state = play(state, ls.TakeDie(6), ls.TakeCoins(), ls.EndTurn())
    assert state.players[1].points == -4
    assert ls.validate(state) == []
    assert ls.validate(at_the_end().with_player(state.players[1], seat=1)) != []


def test_r9_2_of_two_players_points_are_final_before_the_donation_roll() -> None:
    state = play(at_the_end(2), ls.EndTurn())
    assert isinstance(state.pending, ls.DonationRoll)
    points = [player.points for player in state.players]
    check_advance(state, ls.play(state, ls.DiceRolled((1, 1, 1, 1))))
    state = play(state, ls.DiceRolled((1, 1, 1, 1)))
    assert [player.points for player in state.players] == points
    ended = ls.result(state)
    assert ended is not None
    assert [standing.card_points for standing in ended.standings] == [9, -4]


def test_points_to_come_are_those_of_the_own_cards() -> None:
    state = at_the_end()
    shown = [ls.Table(state).snapshot(seat).end_points[seat].cards for seat in range(3)]
    assert shown == [9, -4, 3]
    assert ls.Table(state).snapshot(0).end_points[1].cards is None


@pytest.mark.parametrize("seed", others_slow(range(4), [1]))
def test_r8_3_each_seat_sees_in_its_record_how_the_game_ended(seed: int) -> None:
    state = ls.new_game(2 + seed, seed=seed, edition=EDITION)
    states, actions, random = [state], list[ls.Move](), Random(seed)
    while not state.is_over:
        legal = ls.legal_moves(state)
        actions.append(random.choice(legal))
        state = ls.apply(state, actions[-1])
        states.append(state)
    assert_sees_the_same(Game(tuple(states), tuple(actions), ""), EFFECTS)


def test_rows_of_batches_have_the_points_of_own_cards(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    ls.simulate(["random", "random"], 8, seed=1, edition=EDITION, sink=file)
    scores = [seat.score for row in ls.read_rows(file) for seat in row.seats]
    for score in scores:
        assert score is not None
        others = score.columns + score.market + score.cards + sum(score.majorities) + score.gems
        assert score.points in (0, others + score.hand)
    assert any(score and score.hand < 0 for score in scores)


def test_greedy_keeps_what_scores_more_in_hand_than_played() -> None:
    greedy = ls.load_player("greedy")
    for coins, is_kept in ((0, True), (20, False)):
        state = give(table(2, 6, 6, edition=EDITION).changed(boat=LAST), 0, coins=coins)
        state = play(give(state, 0, cards=("poor",)), ls.TakeDie(6), ls.DrawCard())
        state = play(state, ls.CardRevealed("lion"))
        chosen = greedy.choose(ls.view(state, 0), Random(1))
        assert (chosen == ls.PlayCard("poor")) == (not is_kept)


@frozen
class ScoreHalf(ScorePoor):
    """Score half a point."""

    def end_points(self, state: ls.State, seat: int) -> int:
        return 0.5  # type: ignore[return-value]


NUMBERS = iter(range(10**9))


@frozen
class ScoreMore(ScorePoor):
    """Score more each time."""

    def end_points(self, state: ls.State, seat: int) -> int:
        return next(NUMBERS)


@pytest.mark.parametrize(
    ("effect", "problem"),
    [
        (ScoreHalf, "must be a whole number, -10000 to 10000, not 0.5"),
        (ScoreMore, "end_points is "),
    ],
)
def test_points_at_the_end_that_are_no_numbers_or_not_steady_are_caught(
    effect: type[ScorePoor], problem: str
) -> None:
    with pytest.raises(EffectError, match=problem):
        check_effect(effect, games=5)
