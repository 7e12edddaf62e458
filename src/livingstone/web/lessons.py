"""The guided first round: what the guide says to a new player in each position."""

from typing import NamedTuple

import livingstone as ls


class Step(NamedTuple):
    """Something that the guide says."""

    name: str
    """The key of its phrase in the table `lesson`."""
    marks: tuple[str, ...] = ()
    """The targets that the page marks with this step; `space-` stands for the legal space."""
    waits: bool = False
    """Whether the step waits until the player does something at the table."""
    picks: bool = False
    """Whether the step is shown only while a die is selected."""


def steps_of(snapshot: ls.Snapshot) -> tuple[str, tuple[Step, ...]]:
    """Return a name for the present moment of the first round, and its steps in order."""
    view = snapshot.view
    assert view.seat is not None
    if view.boat > 1 or view.is_over:
        queen = Step("queen" if view.is_two_player else "queen_many", ("chest",))
        return "scored", (Step("scored"), Step("ahead"), queen, Step("done"))
    if not snapshot.offers:
        return "rival", (Step("rival", waits=True),)
    dice = tuple(f"die-{die.die}" for die in snapshot.dice)
    if not dice:
        return "used", (Step("used", ("end",), waits=True),)
    if view.players[view.seat].last_die:
        others = Step("use_again", ("purse", "bag", "deck"), waits=True, picks=True)
        return "again", (Step("higher", dice, waits=True), others)
    tent = Step("use", ("space-",), waits=True, picks=True)
    return "begin", (
        Step("aim"),
        Step("board"),
        Step("round"),
        Step("die", dice[:1], waits=True),
        tent,
    )


def first_roll(edition: ls.Edition, players: int) -> ls.DiceRolled:
    """Spread the dice of the first round over their numbers: 1, 2, 4 and 6 with two players."""
    state = ls.new_game(players, edition=edition, explicit_chance=True)
    assert isinstance(state.pending, ls.RoundRoll)
    count = state.pending.count
    steps = edition.board.dice.sides - 1
    return ls.DiceRolled(tuple(1 + at * steps // max(1, count - 1) for at in range(count)))
