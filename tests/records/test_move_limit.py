"""A record from anywhere is replayed only as far as the moves of its states can be listed."""

from collections.abc import Callable, Iterator
from itertools import chain

import pytest
from attrs import evolve
from editions import card_table, make_edition, market_table, new_game, tiny_board
from hypothesis import given

import livingstone as ls
from livingstone.game.move_limit import MOST_MOVES, has_too_many_moves, most_moves
from livingstone.game.moves import Action
from livingstone.testing import states

MARKETS = 40
EDITION = make_edition(
    tiny_board(
        start_coins=50,
        coins=[{"value": 1, "count": 200}],
        dice={"per_player": 2, "sides": 2, "donation": 1},
        stones={
            "black": {"count": 0},
            **{colour: {"count": 10, "value": 1} for colour in ("clear", "blue", "red")},
            "white": {"count": 1},
        },
        columns=[{"cost": 1}] * 100,
    ),
    [
        *(market_table(f"market{n:02}") for n in range(MARKETS)),
        card_table("dig", "draw_stones", stones=20),
        card_table("more", "draw_stones", stones=10),
    ],
)


def actions() -> Iterator[Action]:
    """Draw all cards and all gems as player 0; player 1 takes coins."""
    state = ls.new_game(2, edition=EDITION, explicit_chance=True)
    draws: Iterator[Action] = chain(
        (ls.CardRevealed(f"market{n:02}") for n in range(MARKETS)),
        map(ls.CardRevealed, ("dig", "more")),
    )
    stones: Iterator[Action] = iter(
        [ls.StonesDrawn(ls.Stones(clear=10, blue=10)), ls.StonesDrawn(ls.Stones(red=10))]
    )
    while state.draw_pile or state.player.gems.total < 30:
        action: Action
        match state.pending:
            case ls.RoundRoll():
                action = ls.DiceRolled((1, 1, 2, 2))
            case ls.CardDraw():
                action = next(draws)
            case ls.StoneDraw():
                action = next(stones)
            case _ if state.die is not None:
                action = ls.TakeCoins() if state.current_player else ls.DrawCard()
            case _ if state.dice_taken and set(state.player.hand) & {"dig", "more"}:
                is_first = "dig" in state.player.hand
                action = ls.PlayCard("dig" if is_first else "more")
            case _ if state.dice_taken:
                action = ls.EndTurn()
            case _:
                action = ls.TakeDie(1 if not state.player.last_die else 2)
        yield action
        state = ls.apply(state, action)


RICH = ls.Record.of(ls.new_game(2, edition=EDITION, explicit_chance=True), actions())


ENTRANCES: list[Callable[[ls.Record], object]] = [
    lambda record: list(record.states()),
    lambda record: list(record.steps()),
    lambda record: record.verify(),
    lambda record: record.seen_by(1),
    lambda record: ls.Table.from_record(record),
]


@pytest.mark.parametrize("replay", ENTRANCES)
def test_a_record_with_more_moves_than_can_be_listed_is_refused(
    replay: Callable[[ls.Record], object],
) -> None:
    with pytest.raises(ls.RecordError, match="there can be more than 50000 legal moves") as caught:
        replay(ls.loads(ls.dumps(RICH)))
    assert caught.value.action is not None
    replay(evolve(RICH, actions=RICH.actions[: caught.value.action - 1]))


def test_the_record_of_what_a_seat_saw_is_refused_for_its_own_moves_alone() -> None:
    with pytest.raises(ls.RecordError, match="there can be more than 50000 legal moves"):
        list(evolve(RICH, seat=0).views())
    hidden = ["d card ??" if line.startswith("d card") else line for line in RICH.actions]
    assert len(list(evolve(RICH, seat=1, actions=tuple(hidden)).views())) == len(hidden) + 1


@given(states())
def test_no_player_has_more_moves_than_estimated(state: ls.State) -> None:
    player = state.player
    estimate = most_moves(state.edition, player, player.coins, player.hand)
    assert len(ls.legal_moves(state)) <= estimate


def test_the_estimate_counts_the_kinds_of_moves_one_by_one() -> None:
    """Four moves without a choice, dice of 6 values, tents in 6 rows, donations of 1 to 3 coins."""
    state = new_game(2, seed=7)
    assert most_moves(state.edition, state.player, 3, ()) == 4 + 6 + 6 + 3
    assert most_moves(state.edition, state.player, 3, ["lion"]) == 4 + 6 + 6 + 3 + 1
    without_tents = state.player.changed(supply=0)
    assert most_moves(state.edition, without_tents, 3, ()) == 4 + 6 + 3


def test_the_estimate_multiplies_the_choices_that_a_card_leaves() -> None:
    """Each of 3 sources can be used in 6 rows, and for each of 2 scored spaces."""
    state = new_game(2, seed=7)
    spaces = (ls.Space(1, 1), ls.Space(2, 1))
    mover = state.player.changed(
        supply=0, tents=((1, 1, 1, 0, 0, 0),), scored=spaces, gems=ls.Gems(1, 2, 0)
    )
    builds = 6 * 3
    assert most_moves(state.edition, mover, 0, ()) == 4 + 6 + builds + 3
    assert most_moves(state.edition, mover, 0, ["second_tent"]) == 4 + 6 + builds + 3 + 2 * 3
    assert most_moves(state.edition, mover, 0, ["market"]) == 4 + 6 + builds + 3 + 2 * 3 * 1 - 1
    both = ["no_cost_tent", "ignore_die"]
    assert most_moves(state.edition, mover, 0, both) == 4 + 6 + 4 * builds + 3 + 2


def test_a_player_may_have_as_many_moves_as_the_limit_but_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = new_game(2, seed=7)
    estimate = most_moves(state.edition, state.player, state.player.coins, ())
    monkeypatch.setattr("livingstone.game.move_limit.MOST_MOVES", estimate)
    assert not has_too_many_moves(state.edition, state.players)
    monkeypatch.setattr("livingstone.game.move_limit.MOST_MOVES", estimate - 1)
    assert has_too_many_moves(state.edition, state.players)


@pytest.mark.parametrize("edition", ["printed", "bga"])
def test_the_shipped_editions_stay_far_below_the_limit(edition: str) -> None:
    state = ls.new_game(2, edition=edition)
    board = state.edition.board
    spaces = tuple(ls.Space(row, column) for column in range(1, 11) for row in range(1, 7))
    tents = tuple(
        tuple(int((row, column) in spaces[: board.tents]) for row in range(1, 7))
        for column in range(1, 11)
    )
    has_all = state.player.changed(
        gems=ls.Gems(15, 10, 5), supply=0, tents=tents, scored=spaces[: board.tents]
    )
    every_card = [card.id for card in state.edition.cards]
    assert most_moves(state.edition, has_all, board.money, every_card) < MOST_MOVES / 10


def test_the_views_of_one_record_list_no_more_moves_than_a_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = ls.Record.of(ls.new_game(2, seed=7), [ls.Donate(1)] * 3).seen_by(0)
    listed = [len(view.legal_moves) for view in seen.views()]
    monkeypatch.setattr("livingstone.records.record.MOST_LISTED", sum(listed[:-1]))
    with pytest.raises(ls.RecordError, match=r"action 4: its views list more than \d+ legal moves"):
        list(seen.views())
