"""Reviews: their parts, their documents, words and pictures, and what is refused."""

import re
import tomllib
from fractions import Fraction
from math import inf
from random import Random

import pytest

pytest.importorskip("numba")

from own_effects import CARDS, EFFECTS
from positions import beginning, give
from reviewed_games import game, small

import livingstone as ls
from livingstone.reviews import (
    Review,
    describe_choice,
    describe_hidden,
    describe_plan,
    describe_review,
    hint,
    review,
    summary_table,
    worst,
)  # fmt: skip
from livingstone.reviews.findings import exact, rounded, total
from livingstone.reviews.sentences import percent
from livingstone.simulation import Progress


@pytest.fixture(scope="module")
def found() -> Review:
    return review(game(2, 5, errors=(0.0, 0.2)), rollouts=400)


def test_it_has_a_row_for_each_position_and_a_column_for_each_seat(found: Review) -> None:
    assert len(found.chances) == len(found.record.actions) + 1
    assert {len(row) for row in found.chances} == {2}
    assert found.engine == "fast"
    for row in found.chances:
        assert sum(own.value for own in row) < 1.00002
        assert all(0 <= own.low <= own.value <= own.high <= 1 for own in row)


def test_the_end_and_the_donation_roll_are_exact(found: Review) -> None:
    """R9.2: the last roll is over all outcomes with their exact probabilities."""
    *_, before, last = found.record.states()
    ended = ls.result(last)
    assert ended is not None
    assert [own.value for own in found.chances[-1]] == [float(s in ended.winners) for s in (0, 1)]
    exact = Fraction(0)
    for outcome, probability in ls.chance_outcomes(before).items():
        winners = ls.result(ls.apply(before, outcome)).winners  # type: ignore[union-attr]
        exact += probability * Fraction(0 in winners) / max(1, len(winners))
    own = found.chances[-2][0]
    assert own.low == own.value == own.high == pytest.approx(float(exact), abs=1e-5)
    roll = found.luck[-1]
    assert roll.event == "donation_roll"
    assert roll.brought[0].low == roll.brought[0].high
    assert (roll.seat, roll.round) == (None, len(last.edition.board.columns))


def test_choices_and_luck_are_those_of_the_game(found: Review) -> None:
    """The gain is 0 for the moves of `greedy` alone; the boat did not go back."""
    states, greedy, high = list(found.record.states()), ls.load_player("greedy"), set[float]()
    for choice in found.choices:
        seen = ls.view(states[choice.position], choice.seat)
        is_greedy = greedy.choose(seen, Random(0)) == choice.played[0]
        assert (choice.gain == exact(0)) == is_greedy
        assert choice.round == seen.boat
        if choice.best == choice.played:
            assert choice.cost.low == choice.cost.value == 0
            high.add(choice.cost.high)
    assert 0 <= min(high) < 0.5 < 1 < len(high)
    for own in found.luck:
        before, after = states[own.position : own.position + 2]
        assert own.round == after.boat
        assert own.outcome is not None
        assert ls.apply(ls.with_explicit_chance(before), own.outcome) == after
        assert own.seat == (None if own.event.endswith("roll") else before.current_player)


def test_a_summary_adds_up_what_choices_and_luck_brought(found: Review) -> None:
    for seat, own in enumerate(found.summary):
        judged = [choice for choice in found.choices if choice.seat == seat]
        better = [choice.cost for choice in judged if choice.best != choice.played]
        assert (own.gain, own.cost) == (total(one.gain for one in judged), total(better))
        assert own.slips + own.mistakes + own.blunders == sum(bool(one.mark) for one in judged)
        luck = sum(one.brought[seat].value for one in found.luck)
        assert own.luck.value == pytest.approx(luck, abs=1e-3)
        assert own.start == found.chances[0][seat]
        assert own.result == found.chances[-1][seat].value
        far = (own.result - end for end in (own.luck.value, own.luck.high, own.luck.low))
        assert own.adjusted == rounded(*far)


@pytest.mark.parametrize(
    ("options", "tenths"),
    [
        ({}, [5, 6, 4, 4, 6, 6]),
        ({"seat": 1}, [5, 6, 4, 4, 5, 5]),
        ({"seat": 1, "seed": 2**63 + 5}, [4, 3, 1, 4, 4, 4]),
    ],
)
def test_the_same_seed_gives_the_same_rollouts(options: dict[str, int], tenths: list[int]) -> None:
    found = review(beginning(), rollouts=10, **options)  # type: ignore[arg-type]
    assert [round(10 * own.value) for own, _ in found.chances] == tenths
    costs = {(choice.cost.value, choice.cost.low) for choice in found.choices}
    assert costs <= {(0.0, 0.0)}, "10 tell nothing"


@pytest.mark.parametrize(("enough", "are_marked"), [(400, True), (401, False)])
def test_too_few_rollouts_mark_nothing_that_was_tried(
    found: Review, monkeypatch: pytest.MonkeyPatch, enough: int, are_marked: bool
) -> None:
    monkeypatch.setattr("livingstone.reviews.findings.ENOUGH", enough)
    marked = review(found.record, rollouts=400).marked()
    assert any(choice.cost.low < choice.cost.high for choice in marked) == are_marked


def test_equal_arguments_give_equal_reviews_and_documents(found: Review) -> None:
    assert review(found.record, rollouts=400) == found
    text = ls.to_json(found)
    assert text.startswith('{"livingstone": "review", "version": 1,')
    assert ls.from_json(text, Review) == found


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"rollouts": 400', '"rollouts": 1', "rollouts: must be 2 to"),
        ('"seen": "view"', '"seen": "x"', "seen: must be one of view, all"),
        ('"low": ', '"low": 2, "x": ', "unknown"),
        ('"chances": [', '"chances": [[],', "must have 2 to 20 entries"),
        ('"chances": [[', '"chances": [[{"value": 0, "low": 0, "high": 0}], [', "entries"),
        ('"luck": [{"position": 0', '"luck": [{"position": 99999', "not in the game"),
        ('"mark": null', '"mark": "joke"', "must be one of slip, mistake, blunder"),
        ('"low": ', '"low": 7.5, "low": ', "occurs more than once"),
        ('"low": 0.', '"low": 900.', "within its interval"),
    ],
)
def test_documents_are_checked(found: Review, old: str, new: str, problem: str) -> None:
    text = ls.to_json(found)
    assert old in text
    with pytest.raises(ls.DataError, match=problem):
        ls.from_json(text.replace(old, new, 1), Review)


def test_the_words_are_in_all_languages(found: Review) -> None:
    for language in ls.LANGUAGES:
        lines = describe_review(found, language=language)
        assert len(lines) >= min(5, len(found.marked())) + 2
        heads, rows = summary_table(found, language=language)
        assert {len(row) for row in rows} == {len(heads)}
    english = "\n".join(describe_review(found))
    for choice in worst(found):
        assert f"Round {choice.round}, {found.record.players[choice.seat]}" in english


def test_it_counts_positions_and_choices_as_progress() -> None:
    seen = list[Progress]()
    review(beginning(), rollouts=10, on_progress=seen.append)
    assert [own.done for own in seen] == list(range(seen[-1].total + 1))
    assert all(own.resumed == 0 <= own.seconds < 600 for own in seen)


def test_a_limit_of_seconds_decides_how_many_rollouts_there_are() -> None:
    few, more = (review(beginning(), seconds=seconds).rollouts for seconds in (0.02, 1.0))
    assert 2 <= few < more


def test_a_game_that_was_cut_off_has_no_result() -> None:
    found = review(game(2, 5, most_moves=30), rollouts=50)
    assert [own.result for own in found.summary] == [None, None]
    assert [own.adjusted for own in found.summary] == [None, None]
    assert len(found.chances) == len(found.record.actions) + 1


def test_a_record_without_actions_has_one_position() -> None:
    record = ls.Record(ls.load_edition("bga"), ("Ann", "Ben", "Cem"))
    for options, rollouts in ({}, 2000), ({"rollouts": 2}, 2):
        found = review(record, **options)  # type: ignore[arg-type]
        assert (found.rollouts, len(found.chances)) == (rollouts, 1)
        assert (found.choices, found.luck) == ((), ())


def test_r10_2_a_seats_review_judges_its_own_choices_alone() -> None:
    record = game(3, 5, errors=(0.2, 0.2, 0.2), edition=small())
    found = review(record, rollouts=50, seat=1)
    assert found.record == record.seen_by(1)
    assert {choice.seat for choice in found.choices} == {1}
    views = list(found.record.views())
    for own in found.choices[::5]:
        played = describe_plan(own.played, views[own.position], names=found.record.players)
        assert f"“{played}" in describe_choice(found, own)
    hidden = [own for own in found.luck if own.outcome is None]
    assert {own.event for own in hidden} == {"card_draw"}
    assert 1 not in {own.seat for own in hidden}


def test_a_spectators_review_has_chances_but_no_choices() -> None:
    found = review(beginning().seen_by(None), rollouts=50)
    assert found.choices == ()
    assert len(found.chances) == len(found.record.actions) + 1


def test_a_record_that_hides_hands_is_not_told_as_a_game_without_mistakes() -> None:
    for seat, judged in ((None, ()), (1, (1,))):
        found = review(beginning().seen_by(seat), rollouts=100)
        assert found.judged == judged
        told = describe_review(found)
        hidden = " and ".join(found.record.players[seat] for seat in (0, 1) if seat not in judged)
        said = f"{hidden}: these choices cannot be judged"
        assert [line for line in told if line.startswith(said)]
        if not judged:
            assert not found.can_tell
            assert not [line for line in told if "not enough" in line]
        _, lines = summary_table(found)
        for number, line in enumerate(lines):
            assert (line[5:] == ["\N{EN DASH}"] * 5) == (number not in judged)
    found = review(beginning(), rollouts=2)
    assert found.judged == (0, 1)
    assert describe_hidden(found) is None


def test_what_is_refused() -> None:
    record = beginning()
    for problem, options in (
        ("not both", {"rollouts": 10, "seconds": 1.0}),
        ("rollouts must be", {"rollouts": 1}),
        ("seconds must be", {"seconds": 0}),
        ("seat must be", {"seat": 2}),
        ("seed must be", {"seed": -1}),
    ):
        with pytest.raises(ls.ArgumentError, match=problem):
            review(record, **options)
    with pytest.raises(ls.ArgumentError, match="what seat 1 saw, not what seat 0 saw"):
        review(record.seen_by(1), seat=0)
    broken = ls.Record(record.edition, record.players, actions=(*record.actions, "p0 take 9"))
    with pytest.raises(ls.RecordError):
        review(broken, rollouts=10)


OWN = ls.load_edition("printed", cards=tomllib.loads(CARDS), effects=EFFECTS)


@pytest.mark.parametrize(("edition", "player"), [("printed", "learned"), (OWN, "ismcts")])
def test_a_hint_has_legal_plans_by_ismcts_where_the_kernel_knows_no_effect(
    edition: str | ls.Edition, player: str
) -> None:
    seen = ls.view(ls.apply(ls.new_game(2, seed=7, edition=edition), ls.TakeDie(3)), 0)
    found = hint(seen, seconds=0.2)
    assert all(plan.moves[0] in seen.legal_moves for plan in found.plans)
    assert (len(found.plans), found.player) == (3, player)
    assert all(plan.words == describe_plan(plan.moves, seen) for plan in found.plans)
    best = str(found.plans[0])
    assert re.fullmatch(r"(?:take|build|draw|dig).*: \d+ %(?: \(\d+ … \d+\))?", best)
    assert str(found) == (f"{best}. {found.why}" if found.why else best)
    assert repr(found).startswith(f"Hint({best}; ")
    assert "\n" not in repr(found)
    assert (found.reason is None) == (not found.why) == (found.other is None)
    with pytest.raises(ls.ArgumentError, match="no move"):
        hint(ls.view(ls.new_game(2, seed=7), 1))
    for seconds in 0, inf:
        with pytest.raises(ls.ArgumentError, match="seconds"):
            hint(seen, seconds=seconds)


def test_a_hint_speaks_the_language_and_names_the_players() -> None:
    seen = ls.view(beside_a_tent(), 0)
    names = ["Ann", "Ben"]
    found = hint(seen, seconds=0.2, names=names, language="de", tried=(ls.BuildTent(2),))
    assert found.tried
    assert found.tried.words.startswith("ein Zelt in Reihe 2, Spalte 1 für 2 Taler bauen")
    assert "Ben" in found.tried.words
    assert str(found.tried) == f"{found.tried.words}: {percent(found.tried.chances)}"
    with pytest.raises(ls.ArgumentError, match="language"):
        hint(seen, language="xx")
    with pytest.raises(ls.ArgumentError, match="names"):
        hint(seen, names=["Ann"])


def beside_a_tent() -> ls.State:
    """Let Ann build where Ben has a tent."""
    state = give(ls.new_game(2, seed=7), 1, tents=[(2, 1)])
    return ls.apply(state, ls.TakeDie(2))
