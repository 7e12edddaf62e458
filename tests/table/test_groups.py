"""Moves grouped by what a player points at: each is in one group, and is found there."""

from collections import Counter
from typing import Any

from hypothesis import given
from positions import at_die, give

import livingstone as ls
from livingstone.testing import states


def choices_of(move: ls.Move) -> dict[str, Any]:
    """Name the choices that a move makes beyond its target."""
    if isinstance(move, ls.Donate):
        return {"amount": move.coins}
    if isinstance(move, ls.SellGems):
        return {"amount": move.count}
    if isinstance(move, ls.BuildTent):
        return {"cards": move.cards, "source": move.source}
    if isinstance(move, ls.PlayCard):
        return {"gems": move.gems, "space": move.space, "source": move.source}
    return {}


@given(states())
def test_every_legal_move_is_in_one_group_and_found_there(state: ls.State) -> None:
    seen = ls.view(state, state.current_player)
    groups = ls.group_moves(seen)
    assert Counter(move for group in groups for move in group.moves) == Counter(seen.legal_moves)
    assert len({group.target for group in groups}) == len(groups)
    for group in groups:
        for move in group.moves:
            assert ls.table.target_of(move, state.boat) == group.target
            assert ls.choose_move(seen, group.target, **choices_of(move)) == move


@given(states())
def test_what_a_group_offers_is_what_its_moves_have(state: ls.State) -> None:
    for group in ls.group_moves(ls.view(state, state.current_player)):
        kinds = {type(move) for move in group.moves}
        assert len(kinds) == 1
        if group.amounts is not None:
            least, most = group.amounts
            amounts = [choices_of(move)["amount"] for move in group.moves]
            assert amounts == [*range(least, most + 1)]
        if group.most_gems is not None:
            clear, blue, red = (number + 1 for number in group.most_gems)
            assert len(group.moves) == clear * blue * red - 1
            assert group.least_gems == 1
        if kinds == {ls.BuildTent}:
            assert len(group.moves) == len(group.card_choices) * max(1, len(group.source_choices))


def test_r6_3_a_tent_is_chosen_with_its_cards() -> None:
    state = give(at_die(4), 0, coins=9, cards=["ignore_die", "no_cost_tent"])
    seen, both = ls.view(state, 0), ["no_cost_tent", "ignore_die"]
    choices = [own.card_choices for own in ls.group_moves(seen) if own.target == "space-r2c1"]
    assert choices == [(("ignore_die",), ("ignore_die", "no_cost_tent"))]
    move = ls.choose_move(seen, "space-r2c1", cards=both)
    assert move == ls.BuildTent(2, cards=("ignore_die", "no_cost_tent"))


def test_who_is_not_to_move_has_no_groups() -> None:
    state = ls.new_game(3, seed=7)
    assert ls.group_moves(ls.view(state, 1)) == ()
    assert ls.group_moves(ls.view(state, None)) == ()


def test_a_group_of_tents_is_described_by_their_space_alone() -> None:
    seen = ls.view(give(at_die(4), 0, coins=9, cards=["no_cost_tent"]), 0)
    (tents,) = [group for group in ls.group_moves(seen) if isinstance(group.moves[0], ls.BuildTent)]
    assert len(tents.moves) == 2
    assert ls.describe_group(tents, seen) == "build a tent in row 4 of column 1"
