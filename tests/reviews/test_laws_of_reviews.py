"""What holds for the reviews of many games, whatever the values of the rollouts are."""

from collections import defaultdict

import pytest

pytest.importorskip("numba")

from amounts import by_profile
from reviewed_games import game, mean_and_error, small

import livingstone as ls
from livingstone.reviews import Estimate, review

NOISE = (0.3, 0.1, 0.5, 0.2, 0.4)


@pytest.mark.no_cover  # it takes long, and other tests cover the same lines
@pytest.mark.parametrize(
    ("players", "ruleset"), [(2, "printed"), (2, "bga"), (3, "printed"), (4, "bga")]
)
def test_luck_has_the_mean_0_for_each_kind_of_event_and_seat(players: int, ruleset: str) -> None:
    brought = defaultdict[tuple[str, int], list[float]](list)
    for seed in range(by_profile(15, 200)):
        record = game(players, seed, edition=small(ruleset), errors=NOISE)
        found = review(record, rollouts=6, seed=seed)
        for own in found.luck:
            for seat, estimate in enumerate(own.brought):
                brought[own.event, seat].append(estimate.value)
    assert len(brought) == players * (4 if players == 2 else 3)
    for of_event, values in brought.items():
        mean, error = mean_and_error(values)
        assert abs(mean) < 3.5 * error, of_event


def test_greedy_loses_nothing_by_its_own_rollouts_and_a_bot_with_random_moves_does() -> None:
    found = [
        review(game(2, seed, errors=(0.0, 0.1)), rollouts=200) for seed in range(by_profile(3, 6))
    ]
    assert all(own.summary[0].gain == Estimate(0.0, 0.0, 0.0) for own in found)
    gains = [own.summary[1].gain for own in found]
    value, reach = (
        sum(own.value for own in gains),
        sum((own.high - own.value) ** 2 for own in gains),
    )
    assert value + reach**0.5 < -0.1


def test_planted_mistakes_are_marked() -> None:
    """In the first round, a tent is worth more than coins."""
    start = ls.new_game(2, seed=7)
    moves = (ls.TakeDie(3), ls.TakeCoins(), ls.Donate(6), ls.EndTurn())
    found = review(ls.Record.of(start, moves), rollouts=2000)
    (coins,) = found.marked()
    better = (ls.BuildTent(3), ls.EndTurn())
    assert (coins.played, coins.best, coins.mark) == (moves[1:2], better, "mistake")
    assert coins.kept is not None
    assert coins.kept[:1] == moves[1:2]
    assert coins.gain.high < 0
    assert coins.cost.low > 0
    assert coins.opinion is not None
    assert coins.opinion.low > 0
    assert coins.opinion_of_greedy is not None
    assert coins.opinion_of_greedy.low > 0


def test_a_choice_has_no_mark_if_it_costs_nothing_when_greedy_goes_on() -> None:
    """Another die is 3 % better by the search and 11 % by the policy, and worse by `greedy`."""
    start = ls.new_game(2, seed=7)
    moves = (ls.TakeDie(3), ls.TakeCoins(), ls.Donate(6), ls.EndTurn())
    found = review(ls.Record.of(start, moves), rollouts=2000)
    die = found.choices[0]
    assert die.opinion is not None
    assert die.opinion.low > 0
    assert die.opinion_of_greedy is not None
    assert die.opinion_of_greedy.high < 0
    assert die.cost.low > 0.01
    assert (die.mark, die.reason) == (None, None)


def test_a_choice_has_no_mark_if_games_played_to_the_end_do_not_agree() -> None:
    """The search says that an early donation costs 2 %; after it the policy wins no less."""
    start = ls.new_game(2, seed=7)
    moves = (ls.TakeDie(3), ls.TakeCoins(), ls.Donate(6), ls.EndTurn())
    found = review(ls.Record.of(start, moves), rollouts=2000)
    (donation,) = [choice for choice in found.choices if choice.kind == "donation"]
    assert (donation.played, donation.best) == (moves[2:3], moves[3:])
    assert donation.cost.low > 0.01
    assert donation.opinion is not None
    assert donation.opinion.low <= 0
    assert (donation.mark, donation.reason) == (None, None)


def test_marks_agree_with_both_second_opinions_unless_they_are_exact() -> None:
    found = review(game(2, 5, errors=(0.0, 0.2)), rollouts=400)
    for choice in found.choices:
        is_exact = choice.cost.low == choice.cost.high
        of_greedy = choice.opinion_of_greedy
        assert (of_greedy is not None) == (choice.opinion is not None and choice.opinion.low > 0)
        agrees = of_greedy is not None and of_greedy.value > 0
        if choice.mark:
            assert agrees != is_exact
        elif choice.opinion is not None:
            assert not agrees
        assert choice.kept is not None
        assert choice.kept[:1] == choice.played


def test_two_reviews_with_other_seeds_agree_within_their_intervals() -> None:
    record = game(2, 4, errors=(0.2, 0.0))
    one, other = (review(record, rollouts=400, seed=seed) for seed in (1, 2))
    pairs = [
        *zip(sum(one.chances, ()), sum(other.chances, ()), strict=True),
        *(
            pair
            for first, second in zip(one.luck, other.luck, strict=True)
            for pair in zip(first.brought, second.brought, strict=True)
        ),
        *(
            (first.gain, second.gain)
            for first, second in zip(one.choices, other.choices, strict=True)
        ),
    ]
    apart = [max(first.low - second.high, second.low - first.high) for first, second in pairs]
    assert sum(gap > 0 for gap in apart) < 0.02 * len(pairs)
    assert max(apart) < 0.05
    for first, second in zip(one.summary, other.summary, strict=True):
        assert first.luck.low < second.luck.high
        assert second.luck.low < first.luck.high


def test_intervals_of_chances_and_luck_cover_the_values_of_many_rollouts() -> None:
    record = game(2, 8, edition=small(), errors=NOISE)
    many = review(record, rollouts=5000)
    misses = found = 0
    for seed in range(8):
        few = review(record, rollouts=100, seed=seed + 1)
        pairs = [
            (own.brought[0], true.brought[0].value)
            for own, true in zip(few.luck, many.luck, strict=True)
        ]
        pairs += [
            (own[0], true[0].value) for own, true in zip(few.chances, many.chances, strict=True)
        ]
        misses += sum(not own.low - 0.005 <= true <= own.high + 0.005 for own, true in pairs)
        found += len(pairs)
    assert misses < 0.09 * found


def test_a_seats_review_is_equal_in_games_that_differ_in_what_it_did_not_see() -> None:
    """The other player donates 1 + 2 coins, or 2 + 1."""
    start = ls.new_game(2, seed=7)
    before = (ls.TakeDie(3), ls.TakeCoins(), ls.EndTurn(), ls.TakeDie(2), ls.TakeCoins())
    records = [ls.Record.of(start, (*before, ls.Donate(one), ls.EndTurn())) for one in (1, 3)]
    one, other = (review(record, rollouts=100, seat=0) for record in records)
    assert records[0] != records[1]
    assert one == other
    assert review(records[0].seen_by(0), rollouts=100) == one
    assert review(records[0], rollouts=100) != review(records[1], rollouts=100)


def test_luck_and_choices_explain_the_result() -> None:
    """With `greedy` on all seats, its own rollouts leave nothing but luck."""
    found = review(game(3, 5), rollouts=300)
    for own in found.summary:
        assert own.gain.value == 0
        assert own.adjusted is not None
        assert own.adjusted.low < own.start.high
        assert own.start.low < own.adjusted.high
