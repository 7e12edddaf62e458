"""R10: what was shown last is shown again where it stays the same, and only there."""

import pickle
import random
import sys
import tomllib

import pytest
from editions import new_game

import livingstone as ls

GAMES = 4


def positions(players: int, edition: str, seed: int) -> list[ls.State]:
    rng, states = random.Random(seed), [new_game(players, seed=seed, edition=edition)]
    while not states[-1].is_over:
        states.append(ls.apply(states[-1], rng.choice(ls.legal_moves(states[-1]))))
    return states


def alone(state: ls.State, seat: int | None) -> ls.View:
    """Make a view that can share nothing with the view before: all objects of the state are new."""
    copy: ls.State = pickle.loads(pickle.dumps(state))
    return ls.view(copy, seat)


@pytest.mark.parametrize("edition", ["printed", "bga"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r10_a_view_does_not_depend_on_what_was_shown_before(players: int, edition: str) -> None:
    rng = random.Random(players)
    states = positions(players, edition, 7)
    for state in (*states, *rng.sample(states, 40)):
        for seat in rng.sample([None, *range(players)], 2):
            assert ls.view(state, seat) == alone(state, seat)


def test_r10_views_of_several_games_at_once_are_kept_apart() -> None:
    games = [positions(players, "printed", players) for players in (2, 3, 3, 4)]
    for number in range(60):
        for states in games:
            seat = number % len(states[0].players)
            assert ls.view(states[number], seat) == alone(states[number], seat)


def test_r10_2_the_hand_of_one_seat_is_not_subtracted_for_another() -> None:
    state = new_game(2, seed=7)
    holding = state.player.changed(hand=("lion",))
    state = state.with_player(holding, draw_pile=state.draw_pile.minus("lion"))
    unseen = [ls.view(state, seat).unseen.count("lion") for seat in (0, 1, None, 0)]
    assert unseen == [0, 1, 1, 0]


def test_r10_1_who_did_not_change_is_not_shown_anew() -> None:
    state = new_game(4, seed=7)
    before = ls.view(state, 0).players
    after = ls.view(ls.apply(state, ls.legal_moves(state)[0]), 0).players
    assert [old is new for old, new in zip(before, after, strict=True)] == [False, True, True, True]


def test_a_view_copies_few_players_and_seldom_counts_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    made = {"view._public": 0, "unseen._remove": 0}
    for name in made:
        module, function = name.split(".")
        original = getattr(sys.modules[f"livingstone.{module}"], function)

        def count(*args: object, name: str = name, original: object = original) -> object:
            made[name] += 1
            return original(*args)  # type: ignore[operator]

        monkeypatch.setattr(sys.modules[f"livingstone.{module}"], function, count)
    views = 0
    for seed in range(GAMES):
        for state in positions(4, "printed", seed):
            ls.view(state, state.current_player)
            views += 1
    assert made["view._public"] / views < 1.2
    assert made["unseen._remove"] / views < 0.5


def test_r10_1_equal_views_have_equal_pickles_whatever_was_worked_out_of_the_board() -> None:
    board = tomllib.loads(ls.shipped_toml("board"))
    one, other = (ls.load_edition("printed", board=board | {"tents": 12}) for _ in range(2))
    states = [ls.new_game(2, seed=7, edition=edition) for edition in (one, other)]
    ls.legal_moves(ls.apply(states[0], ls.TakeDie(3)))
    assert "costs" in vars(one.board)
    assert "costs" not in vars(other.board)
    assert len({pickle.dumps(ls.view(state, 0)) for state in states}) == 1


def test_r1_6_a_state_with_cards_that_the_deck_lacks_has_no_view() -> None:
    state = new_game(3, seed=7)
    player = state.player.changed(hand=("unheard_of",))
    with pytest.raises(ls.ArgumentError, match=r"too few cards 'unheard_of'.* \(R1\.6\)"):
        ls.view(state.with_player(player), state.current_player)
