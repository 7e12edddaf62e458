"""What holds in every game: nothing is lost and nothing is made."""

from hypothesis import given
from hypothesis import strategies as st

from livingstone import Donate, EndTurn, PlayCard, RoundRoll, Space
from livingstone.effects import MoreDice
from livingstone.testing import Game, games, laws


@given(games(), st.integers(0, 40))
def test_nothing_is_lost_or_made_and_all_is_told_and_written(game: Game, first: int) -> None:
    for before, action, _ in [*game.steps()][first::40]:
        done = laws.check_action(before, action)
        laws.check_written(before, action, done, before.edition)


@given(games())
def test_r5_2_what_is_donated_stays_donated(game: Game) -> None:
    for before, action, after in game.steps():
        for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
            donates = isinstance(action, Donate) and seat == before.current_player
            assert new.donations == old.donations + donates
            assert (new.chest > old.chest) if donates else (new.chest == old.chest)


@given(games())
def test_r7_points_never_shrink(game: Game) -> None:
    for before, _, after in game.steps():
        for old, new in zip(before.players, after.players, strict=True):
            assert new.points >= old.points


@given(games(explicit=True))
def test_r7_1_each_tent_in_the_boats_column_scores_its_row(game: Game) -> None:
    for before, action, after in game.steps():
        if action == EndTurn() and isinstance(after.pending, RoundRoll):
            rows = before.edition.board.rows
            for old, new in zip(before.players, after.players, strict=True):
                tents = [old.tents_at(Space(row, before.boat)) for row in range(1, len(rows) + 1)]
                due = sum(count * row.value for count, row in zip(tents, rows, strict=True))
                assert new.points == old.points + due


@given(games())
def test_r6_4_the_dice_of_a_turn_are_those_allowed(game: Game) -> None:
    for before, action, after in game.steps():
        allowed = before.dice_taken + before.dice_left
        match action:
            case EndTurn():
                assert after.dice_taken == 0
                assert after.dice_left == 1
            case PlayCard(card) if isinstance(more := before.edition.effects[card], MoreDice):
                assert after.dice_taken + after.dice_left == allowed + more.dice
            case _:
                assert after.dice_taken + after.dice_left == allowed
