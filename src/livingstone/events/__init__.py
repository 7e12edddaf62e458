"""Events: one for every change of a state that a front end may show.

Events are frozen, equal by value, and hold no state. Seats count from 0, rows and columns from 1;
`seat` is the player who acted, and a tuple "by seat" has one entry for each player.
"""

from livingstone.events import kinds
from livingstone.events.kinds import *  # noqa: F403  # every kind of event, `Event` and `visible`
from livingstone.events.transitions import Transition, opening, play

__all__ = ["Transition", "opening", "play"]
__all__ += kinds.__all__
