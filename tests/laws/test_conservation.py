"""What holds in every game: nothing is lost and nothing is made."""

from collections import Counter
from itertools import product

from hypothesis import given

from livingstone import Donate, EndTurn, PlayCard, RoundRoll, Space, State, validate
from livingstone.effects import MoreDice
from livingstone.testing import Game, games, states


@given(games())
def test_r1_5_no_stone_is_lost_or_made(game: Game) -> None:
    for state in game.states:
        total = state.bag.plus(state.aside)
        for player in state.players:
            total = total.plus_gems(player.gems)
        assert total == state.edition.board.bag


@given(games())
def test_r1_7_no_coin_is_lost_or_made(game: Game) -> None:
    for state in game.states:
        held = sum(player.coins + player.chest for player in state.players)
        assert state.bank + held == state.edition.board.money


@given(games())
def test_r1_6_no_card_is_lost_or_made(game: Game) -> None:
    deck = Counter({card.id: card.count for card in game.start.edition.cards})
    for state in game.states:
        cards = Counter(state.draw_pile.cards())
        cards.update(state.played.cards())
        for player in state.players:
            cards.update(player.hand)
        assert cards == deck


@given(games())
def test_r1_8_no_tent_is_lost_or_made(game: Game) -> None:
    for state in game.states:
        board = state.edition.board
        for player in state.players:
            spaces = product(range(1, len(board.rows) + 1), range(1, len(board.columns) + 1))
            on_board = sum(player.tents_at(Space(*space)) for space in spaces)
            assert player.supply + on_board == board.tents


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


@given(games(longest=80))
def test_every_state_of_a_game_is_sound(game: Game) -> None:
    for state in game.states:
        assert validate(state) == []


@given(states())
def test_every_later_state_of_a_game_is_sound(state: State) -> None:
    assert validate(state) == []
