"""Information states: what a seat remembers, and games that fit it."""

from pathlib import Path
from random import Random

import pytest
from editions import new_game
from hypothesis import given
from positions import small_board, small_deck

import livingstone as ls
from livingstone.envs import InformationState, sample_history
from livingstone.game.moves import Action
from livingstone.testing import Game, games


def remembered(start: ls.State, actions: list[Action], seat: int | None) -> InformationState:
    """Let a seat watch a game with explicit chance."""
    state = start
    seen = InformationState(start.edition, len(start.players), start.starting_player, seat)
    for action in actions:
        after = ls.apply(state, action)
        seen, state = seen.after(state, action, after), after
    return seen


def random_game(
    random: Random, players: int, edition: str | ls.Edition, actions: int
) -> list[Action]:
    """Play so many actions of a random game in which many cards are drawn."""
    state = new_game(players, edition=edition, explicit_chance=True)
    played = list[Action]()
    while not state.is_over and len(played) < actions:
        moves = ls.legal_moves(state)
        if state.is_chance:
            action: Action = ls.sample_outcome(state, random)
        elif ls.DrawCard() in moves and random.random() < 0.4:
            action = ls.DrawCard()
        else:
            kind = random.choice(sorted({type(move).__name__ for move in moves}))
            action = random.choice([move for move in moves if type(move).__name__ == kind])
        played.append(action)
        state = ls.apply(state, action)
    return played


@given(games(explicit=True, midgame=False, longest=60))
def test_what_is_remembered_is_what_a_record_of_the_seat_shows(game: Game) -> None:
    record = ls.Record.of(game.states[0], game.actions)
    for seat in (0, 1, None):
        seen = remembered(game.states[0], list(game.actions), seat)
        assert seen == InformationState.of(record, seat)
        assert hash(seen) == hash(InformationState.of(record, seat))
        *_, last = seen.views()
        assert last == ls.view(game.last, seat)


def test_secrets_of_others_do_not_tell_games_apart() -> None:
    start = new_game(3, explicit_chance=True)
    common: list[Action] = [ls.DiceRolled((1, 2, 3, 4, 5, 6)), ls.TakeDie(1), ls.DrawCard()]
    histories: list[list[Action]] = [
        [*common, ls.CardRevealed(card), ls.Donate(coins)]
        for card, coins in [("lion", 1), ("market", 3)]
    ]
    for seat, differs in [(0, True), (1, False), (2, False), (None, False)]:
        first, second = (remembered(start, actions, seat) for actions in histories)
        assert (first != second) == (first.text != second.text) == differs
    assert "??" not in remembered(start, histories[0], 0).text
    assert remembered(start, histories[0], 1).text.splitlines()[-2:] == [
        "d card ??",
        "p0 donate ??",
    ]


def test_the_order_of_events_is_remembered() -> None:
    start = new_game(2, explicit_chance=True)
    roll: Action = ls.DiceRolled((1, 2, 3, 4))
    one = remembered(start, [roll, ls.Donate(1), ls.TakeDie(1)], 1)
    other = remembered(start, [roll, ls.TakeDie(1), ls.Donate(1)], 1)
    assert one != other
    *_, first = one.views()
    *_, second = other.views()
    assert first == second


def test_what_is_opened_at_the_end_is_part_of_it() -> None:
    actions = random_game(Random(3), 2, "printed", 10_000)
    seen = remembered(new_game(2, explicit_chance=True), actions, 0)
    assert len(seen.revealed) == 2
    assert seen.text.splitlines()[-1].startswith("p1 had coins=")


@pytest.mark.parametrize("number", range(4))
def test_a_sampled_history_fits_what_the_seat_saw(number: int) -> None:
    random = Random(number)
    players, edition = random.choice([2, 3, 5]), random.choice(["printed", "bga"])
    length = random.choice([20, 150, 300])
    start = new_game(players, edition=edition, explicit_chance=True)
    actions = random_game(random, players, edition, length)
    for seat in (0, players - 1, None):
        assert_samples_fit(start, remembered(start, actions, seat))


def assert_samples_fit(start: ls.State, seen: InformationState) -> None:
    *_, last = seen.views()
    for seed in range(2):
        actions, state = sample_history(seen, seed)
        assert remembered(start, list(actions), seen.seat) == seen
        assert ls.view(state, seen.seat) == last
        assert ls.validate(state) == []
        assert sample_history(seen, seed) == (actions, state)


@pytest.mark.parametrize("number", range(2))
def test_a_deck_that_is_shuffled_again_and_again_is_dealt_as_it_lay(
    tmp_path: Path, number: int
) -> None:
    deck = small_deck(tmp_path, lion=2, antelope=1, four_coins=2, three_stones=2, mine_collapse=1)
    edition = ls.load_edition("printed", cards=deck, board=small_board(tmp_path, costs=(1,) * 5))
    start = new_game(3, edition=edition, explicit_chance=True)
    actions = random_game(Random(number), 3, edition, 250)
    assert sum(isinstance(action, ls.CardRevealed) for action in actions) > 5
    for seat in range(3):
        assert_samples_fit(start, remembered(start, actions, seat))


def test_games_full_of_cards_are_sampled_as_well() -> None:
    """Nearly all cards change hands between one mine collapse and the next, so few deals fit."""
    start, chooser = new_game(4, explicit_chance=True), Random(0)
    state, actions = start, list[Action]()
    while not state.is_over:
        moves = ls.legal_moves(state)
        busy = [move for move in moves if isinstance(move, ls.PlayCard | ls.DrawCard)]
        action: Action
        action = chooser.choice(busy or moves) if moves else ls.sample_outcome(state, chooser)
        actions.append(action)
        state = ls.apply(state, action)
    seen = InformationState.of(ls.Record.of(start, actions), None)
    sampled = sample_history(seen, 0).actions
    assert InformationState.of(ls.Record.of(start, sampled), None) == seen


def test_what_is_remembered_narrows_the_hands() -> None:
    """The only lion lay open when the card was drawn; a collapse has put it back since."""
    start = new_game(2, explicit_chance=True)
    actions: list[Action] = [
        ls.DiceRolled((1, 2, 3, 4)),
        *(ls.TakeDie(1), ls.DrawCard(), ls.CardRevealed("lion"), ls.PlayCard("lion"), ls.EndTurn()),
        *(ls.TakeDie(2), ls.DrawCard(), ls.CardRevealed("market"), ls.EndTurn()),
        *(ls.TakeDie(3), ls.DrawCard(), ls.CardRevealed("mine_collapse")),
        *(ls.CardRevealed("antelope"), ls.EndTurn()),
    ]
    seen = remembered(start, actions, 0)
    *_, last = seen.views()
    assert last.unseen.count("lion") == 1
    hands = {sample_history(seen, seed).state.players[1].hand for seed in range(60)}
    assert ("lion",) not in hands
    assert ("market",) in hands
    forgetful = {ls.sample_state(last, seed).players[1].hand for seed in range(60)}
    assert ("lion",) in forgetful


def test_all_amounts_of_a_donation_that_can_be_are_drawn() -> None:
    start = new_game(2, explicit_chance=True)
    actions: list[Action] = [
        ls.DiceRolled((1, 2, 3, 4)),
        *(ls.Donate(1), ls.TakeDie(1), ls.TakeCoins(), ls.Donate(1), ls.EndTurn()),
    ]
    seen = remembered(start, actions, 1)
    drawn = {
        tuple(
            action.coins
            for action in sample_history(seen, seed).actions
            if isinstance(action, ls.Donate)
        )
        for seed in range(80)
    }
    # Three coins at first, four in all: each donation is of one coin at least.
    assert drawn == {(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (3, 1)}


def test_mistakes_are_told() -> None:
    seeded = ls.new_game(2, seed=7)
    seen = InformationState(seeded.edition, 2, seat=0)
    with pytest.raises(ls.ArgumentError, match="explicit chance"):
        seen.after(seeded, ls.Donate(1), ls.apply(seeded, ls.Donate(1)))
    with pytest.raises(ls.ArgumentError, match="seed"):
        sample_history(seen, -1)
    with pytest.raises(ls.RecordError):
        sample_history(InformationState(seeded.edition, 2, seat=0, lines=("p0 take 9",)), 1)


@pytest.mark.parametrize("lines", [("d dice 1 2 3 4",), ("d dice 1 2 3 4", "p0 donate ??")])
def test_r10_4_hands_cannot_be_revealed_before_the_end(lines: tuple[str, ...]) -> None:
    empty = ls.Private(3, 0, ())
    told = InformationState(
        ls.load_edition("printed"), 2, seat=1, lines=lines, revealed=(empty, empty)
    )
    with pytest.raises(ls.RecordError, match="revealed must be empty: the game has not ended"):
        sample_history(told, 1)


def test_a_history_begins_with_the_seat_that_began() -> None:
    record = ls.Record.of(ls.new_game(3, seed=7, first=2), [ls.Donate(1)])
    state = sample_history(InformationState.of(record, 0), seed=1).state
    assert (state.starting_player, state.current_player) == (2, 2)
