"""How a deeper tree chooses below its root: every player for themselves, and by PUCT."""

import pytest
from editions import new_game

import livingstone as ls
from livingstone.players.search import Node, Search

STATE = new_game(2, seed=4, first=1)
FIRST, SECOND, THIRD = ls.legal_moves(STATE)[:3]


def chosen(exploration: float, **visits: Node) -> ls.Move:
    """Choose for seat 1 at a node whose first two moves were tried as told."""
    tree = Search([(FIRST,)], 0, lambda: STATE, lambda _: [0.5], lambda _: THIRD, exploration, 2)
    children = {FIRST: visits["first"], SECOND: visits["second"]}
    node = Node(4, 0, [2.0, 1.6], children)
    move, child = tree._choose(node, [FIRST, SECOND, THIRD], STATE)
    assert node.children[move] is child
    assert {move: child.available for move, child in node.children.items()} == {
        FIRST: 4,
        SECOND: 4,
        THIRD: 1,
    }
    return move


def test_every_player_maximizes_their_own_share() -> None:
    """What seat 0 likes best is not what seat 1 chooses."""
    first, second = Node(2, 3, [1.8, 0.2]), Node(2, 3, [0.2, 1.4])
    assert chosen(0.001, first=first, second=second) == SECOND


@pytest.mark.parametrize(("exploration", "move"), [(0.1, FIRST), (1.0, THIRD), (3.0, THIRD)])
def test_the_more_it_explores_the_more_it_tries_what_looks_worse(
    exploration: float, move: ls.Move
) -> None:
    """A move that was not tried yet is taken to earn as much as the node: here 0.4 for seat 1."""
    first, second = Node(2, 3, [0.8, 1.2]), Node(2, 3, [1.2, 0.4])
    assert chosen(exploration, first=first, second=second) == move
