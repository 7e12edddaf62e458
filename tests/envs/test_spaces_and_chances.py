"""What little there is to say of a space as a whole, and of chances that there are not."""

import livingstone as ls
from livingstone.envs import ActionSpace, chances_of


def test_the_ranges_of_a_space_follow_each_other_and_have_all_its_integers() -> None:
    space = ActionSpace("printed", 2)
    following = 0
    for block in space.ranges:
        assert block.first == following
        assert space.name(block.first).startswith(block.name.partition(" ")[0].removeprefix("play"))
        following += block.size
    assert following == len(space)


def test_where_nothing_is_awaited_there_are_no_chances() -> None:
    assert chances_of(ls.new_game(2, seed=7)) == ((), ())
