"""What holds in every game: the seed decides, and decides as if one asked for each outcome."""

from editions import new_game
from hypothesis import given
from hypothesis import strategies as st

from livingstone import (
    CardRevealed,
    DiceRolled,
    RoundRoll,
    State,
    StonesDrawn,
    apply,
    chance_outcomes,
    with_explicit_chance,
    with_seed,
)
from livingstone.game.engine import apply_in_steps
from livingstone.testing import (
    PICKS,
    Game,
    Pick,
    editions,
    fold,
    games,
    numbers,
    seeds,
    shipped_editions,
    starts,
    states,
)


@given(starts(editions(), explicit=False, midgame=False), numbers(), st.sampled_from(PICKS))
def test_the_same_seed_gives_the_same_game(start: Game, picks: list[int], pick: Pick) -> None:
    state = start.last
    assert state.streams is not None
    again = new_game(
        len(state.players),
        seed=state.streams.seed,
        edition=state.edition,
        first=state.starting_player,
    )
    first, second = (fold(begin, picks, pick) for begin in (state, again))
    assert first.states == second.states
    assert first.actions == second.actions


@given(games(explicit=False, longest=200))
def test_the_seed_only_brings_what_chance_can_bring(game: Game) -> None:
    for before, action, after in game.steps():
        *_, (_, _, last) = apply_in_steps(before, action)
        assert last == after
        for here, outcome, there in apply_in_steps(before, action):
            twin = with_explicit_chance(here)
            if isinstance(outcome, DiceRolled | StonesDrawn | CardRevealed):
                assert here.is_chance
                assert chance_outcomes(twin)[outcome] > 0
            assert apply(twin, outcome) == with_explicit_chance(there)


@given(states(), seeds())
def test_a_new_seed_forgets_the_old_one(state: State, seed: int) -> None:
    assert with_seed(with_explicit_chance(state), seed) == with_seed(state, seed)
    assert not with_seed(state, seed).is_chance
    assert with_explicit_chance(with_explicit_chance(state)) == with_explicit_chance(state)


@given(starts(shipped_editions(), explicit=False), numbers(), numbers(), st.sampled_from(PICKS))
def test_the_dice_do_not_depend_on_what_was_played(
    start: Game, ones: list[int], others: list[int], pick: Pick
) -> None:
    rolls, other_rolls = (
        [
            outcome
            for before, action, _ in fold(start.last, picks, pick).steps()
            for here, outcome, _ in apply_in_steps(before, action)
            if isinstance(here.pending, RoundRoll)
        ]
        for picks in (ones, others)
    )
    assert all(roll == other for roll, other in zip(rolls, other_rolls, strict=False))


def test_r2_1_a_seed_begins_with_the_first_event_of_each_kind() -> None:
    assert new_game(2, seed=7).streams == (7, 1, 0, 0, 0, 0)  # the first dice are rolled
    assert with_seed(new_game(2, seed=7), 9).streams == (9, 0, 0, 0, 0, 0)
