"""The space of actions: an integer for every move; and rewards."""

import pytest
from attrs import evolve
from editions import PRINTED, board_table, card_table, load_edition, make_edition, market_table
from hypothesis import given
from positions import finish, give, last_turn, outcome, play, sail, table

import livingstone as ls
from livingstone.envs import ActionSpace, IllegalActionError, actions, rewards_of
from livingstone.testing import Game, games


def seen_by_mover(state: ls.State) -> ls.View:
    return ls.view(state, state.current_player)


def small_space(players: int = 2) -> ActionSpace:
    """Make the space of a small board and a deck with several cards of each special effect."""
    cards = [
        card_table("free_a", "no_cost_tent"),
        card_table("free_b", "no_cost_tent"),
        card_table("any_row", "ignore_die"),
        card_table("beside_a", "second_tent"),
        card_table("beside_b", "second_tent"),
        market_table("bazaar"),
        market_table("market"),
        card_table("lion", "score_points", points=4),
    ]
    board = board_table(lambda table: table.update(rows=table["rows"][:3]))
    return ActionSpace(make_edition(board, cards), players)


def test_the_ranges_of_a_space_follow_each_other_and_have_all_its_integers() -> None:
    following = 0
    for block in (space := small_space()).ranges:
        assert block.first == following
        assert space.name(block.first).startswith(block.name.partition(" ")[0].removeprefix("play"))
        following += block.size
    assert following == len(space)


def test_cards_of_the_same_effect_have_moves_of_their_own() -> None:
    """R6.1 to R6.3: one free card, one card for any row, or both go with a tent."""
    space = small_space()
    names = [space.name(index) for index in range(len(space))]
    assert len(set(names)) == len(space)
    assert [ls.parse_move(f"p0 {name}") for name in names] == [
        (space.move(index), 0) for index in range(len(space))
    ]
    tents = {name for name in names if name.startswith("tent 1") and "from=" not in name}
    assert len(tents) == 6


@given(games(longest=60))
def test_every_legal_move_has_an_integer_in_the_order_of_the_moves(game: Game) -> None:
    space = ActionSpace(game.last.edition, len(game.last.players))
    for state in game.states:
        seen = seen_by_mover(state)
        indices = space.legal_indices(seen)
        assert list(indices) == sorted(indices)
        assert tuple(map(space.move, indices)) == seen.legal_moves


def test_r9_1_moved_tents_are_included() -> None:
    """Seat 0 of two players has all tents on the board, a die, and cards for tents."""
    spaces = [(row, column) for column in (1, 2) for row in range(1, 6)]
    tents, cards = [*spaces, (6, 3)][: PRINTED.board.tents - 2], ["no_cost_tent", "ignore_die"]
    state = give(table(2, 2, 5, 6), 0, coins=30, cards=[*cards, "second_tent"], tents=tents)
    state = play(sail(give(state, 0, coins=30, scored=[(1, 1), (4, 2)]), 3), ls.TakeDie(2))
    space, seen = ActionSpace(PRINTED, 2), seen_by_mover(state)
    moved = [move for move in seen.legal_moves if getattr(move, "source", None)]
    assert {type(move) for move in moved} == {ls.BuildTent, ls.PlayCard}
    chosen = [space.choose(seen, index) for index in space.legal_indices(seen)]
    assert chosen == list(seen.legal_moves)


def test_r6_6_the_market_takes_every_number_of_the_gems_that_exist() -> None:
    gems = PRINTED.board.bag.gems
    state = give(table(3, 1, 2, 3), 0, gems=gems, cards=["market"])
    space, seen = ActionSpace(PRINTED, 3), seen_by_mover(state)
    assert space.index(ls.PlayCard("market", gems)) in space.legal_indices(seen)
    assert space.index(ls.SellGems("red", gems.red)) in space.legal_indices(seen)
    assert space.index(ls.Donate(PRINTED.board.money)), "all coins that exist (R5.2)"


@pytest.mark.parametrize(
    "move",
    [
        ls.TakeDie(7),
        ls.BuildTent(4, source=ls.Space(1, 1)),  # R9.1 is for two players
        ls.BuildTent(4, cards=("lion",)),
        ls.PlayCard("lion", ls.Gems(1)),
        ls.PlayCard("lion", space=ls.Space(1, 1)),
        ls.PlayCard("market"),
        ls.PlayCard("market", ls.Gems()),
        ls.PlayCard("market", ls.Gems(16)),
        ls.PlayCard("second_tent"),
        ls.PlayCard("second_tent", ls.Gems(1), ls.Space(1, 1)),
        ls.PlayCard("nonsense"),
        ls.PlayCard("no_cost_tent"),
        ls.SellGems("red", 6),
        ls.Donate(0),
        ls.Donate(PRINTED.board.money + 1),
    ],
    ids=str,
)
def test_moves_that_can_never_be_legal_have_no_integer(move: ls.Move) -> None:
    with pytest.raises(ls.ArgumentError, match="can never be legal"):
        ActionSpace(PRINTED, 3).index(move)
    here = ls.Space(2, 3)  # a tent is not moved to where it stands
    with pytest.raises(ls.ArgumentError, match="can never be legal"):
        ActionSpace(PRINTED, 2).index(ls.PlayCard("second_tent", None, here, here))


def test_an_illegal_choice_is_refused() -> None:
    space, seen = ActionSpace(PRINTED, 2), seen_by_mover(table(2, 2, 3))
    for wrong in (0, -1, len(space)):
        with pytest.raises(IllegalActionError, match="is not possible now; 5 others are, from 1"):
            space.choose(seen, wrong)
    with pytest.raises(IllegalActionError, match="not to move"):
        space.choose(ls.view(table(2, 2, 3), 1), 1)


def test_a_mask_has_a_one_for_each_legal_integer() -> None:
    space, seen = ActionSpace(PRINTED, 3), seen_by_mover(table(3, 2, 3))
    mask = space.mask(seen)
    assert (mask.dtype.name, mask.shape) == ("int8", (len(space),))
    assert mask.nonzero()[0].tolist() == list(space.legal_indices(seen))
    assert not space.mask(ls.view(table(3, 2, 3), 1)).any()


def test_the_view_of_another_game_is_refused_but_not_of_an_equal_edition() -> None:
    space = ActionSpace(PRINTED, 3)
    assert ActionSpace(load_edition("printed"), 3).legal_indices(seen_by_mover(table(3, 2)))
    for state, told in [
        (table(3, 2, edition="bga"), "made for Edition"),
        (table(2, 2), "made for 3 players"),
    ]:
        with pytest.raises(ls.ArgumentError, match=told):
            space.mask(seen_by_mover(state))


def test_fingerprints_tell_the_games_apart() -> None:
    spaces = [
        ActionSpace(edition, players)
        for edition in ("printed", "bga", small_space().edition)
        for players in (2, 3)
    ]
    assert len({space.fingerprint for space in spaces}) == len(spaces)
    assert ActionSpace("bga", 3).fingerprint == ActionSpace("bga", 3).fingerprint


def test_a_board_with_too_many_moves_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def enlarge(table: dict[str, object]) -> None:
        table["columns"] = [{"cost": 1}] * 100
        table["rows"] = [{"value": 1, "majority": 1}] * 20
        table["dice"] = {"per_player": 1, "sides": 20, "donation": 1}

    edition = make_edition(board_table(enlarge), [card_table("beside", "second_tent")])
    assert len(ActionSpace(edition, 3)) > 2000
    monkeypatch.setattr(actions, "MOST_MOVES", 3000)
    with pytest.raises(ls.ArgumentError, match="has more than 3000 moves"):
        ActionSpace(edition, 2)


@pytest.mark.parametrize(
    ("standings", "win", "rank", "margin"),
    [
        ([(20, 2, 0), (30, 1, 0), (40, 3, 1)], (0, 1, 0), (0.5, 1, 0), (-10, 10, -30)),
        ([(30, 1, 0), (30, 1, 0), (9, 3, 0)], (0.5, 0.5, 0), (0.75, 0.75, 0), (0, 0, -21)),
        ([(30, 1, 1), (20, 1, 1), (10, 1, 1)], (0, 0, 0), (0.5, 0.5, 0.5), (0, 0, 0)),
        ([(5, 2, 0), (9, 1, 0)], (0, 1), (0, 1), (-4, 4)),
    ],
)
def test_rewards_are_as_documented(
    standings: list[tuple[int, int, int]],
    win: tuple[float, ...],
    rank: tuple[float, ...],
    margin: tuple[float, ...],
) -> None:
    """The standings are points, ranks and who is out; the first of all ranks wins."""
    real = outcome(finish(last_turn(3)))
    made = [
        evolve(real.standings[0], points=points, rank=place, is_out=bool(out))
        for points, place, out in standings
    ]
    winners = tuple(seat for seat, one in enumerate(made) if one.rank == 1 and not one.is_out)
    result = evolve(real, winners=winners, standings=tuple(made))
    assert rewards_of(result, "win") == win
    assert rewards_of(result, "rank") == rank
    assert rewards_of(result, "margin") == margin
    with pytest.raises(ls.ArgumentError, match="win, rank, margin"):
        rewards_of(result, "luck")  # type: ignore[arg-type]


def test_an_integer_beyond_the_last_move_is_refused() -> None:
    space = ActionSpace("printed", 2)
    assert space.move(len(space) - 1) is not None
    with pytest.raises(ls.ArgumentError, match="an action must be"):
        space.move(len(space))
