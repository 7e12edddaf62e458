"""The weights by which `greedy` compares things, and their files.

They are no figures of the game, which come from the edition; they were tuned by playing. A file has
them as TOML:

    dearest_coin = 2.51
    ...
    [assumptions]
    income = 1.3
    ...
"""

from functools import cache
from os import fspath

import tomli_w
from attrs import asdict, field, frozen

from livingstone.edition.loading import read_data, shipped_bytes
from livingstone.edition.structuring.converter import converter, problems_of
from livingstone.edition.structuring.toml import read_toml
from livingstone.errors import ArgumentError, DataError, shown
from livingstone.players.winning import Assumptions, Weight, convert_weights
from livingstone.support.arguments import whole
from livingstone.support.files import File

__all__ = ["Weights", "load_weights", "weights_for"]


@frozen
class Weights:
    """How `greedy` weighs things: in points, unless another unit is named.

    >>> from livingstone.players import GreedyBot
    >>> bold = Weights(rivalry=0.1, late=0.9)
    >>> GreedyBot(bold).weights.rivalry
    0.1

    Raises `ArgumentError` for a weight that is not from 0.001 to 1000, and for other assumptions
    than `Assumptions`.
    """

    assumptions: Assumptions = field(factory=Assumptions)
    """About the rest of the game."""
    dearest_coin: Weight = 2.51
    """Points that a coin is worth at most, when it decides who is out (R8.4, R9.2)."""
    rivalry: Weight = 0.772
    """What it is worth that a single other player loses a point; several of them share this."""
    ignored_die: Weight = 2.92
    """Points gained by choosing the row freely (R6.2)."""
    moved_boat: Weight = 1.62
    """Points gained by playing a column again at a good time (R6.7)."""
    extra_die: Weight = 3.39
    """Points gained by one more die (R6.4)."""
    market_hope: Weight = 2.29
    """Points that a market will gain with gems that are yet to come (R6.6)."""
    second_tent_hope: Weight = 2.41
    """Points that a second tent will gain at least, at a good time (R6.5)."""
    second_tent_part: Weight = 0.688
    """The part of the best row's majority gain that a second tent is worth in hand (R6.5)."""
    scarce_tent: Weight = 0.899
    """Points that a tent in the supply is worth when it is the last for many dice."""
    late: Weight = 0.491
    """The part of a card's worth that is left in the last round, where it may come too late."""
    further_dice: Weight = 0.886
    """The part of a die's worth that counts when it is to be taken later, if others leave it."""
    kept_gem: Weight = 1.26
    """Points that a kept gem promises: one at the end (R8.2), and the hope for a market."""
    patience: Weight = 2.51
    """Points that a card must gain to be played before the last round; else it is kept."""

    def __attrs_post_init__(self) -> None:
        """Refuse what cannot be a weight; make the others plain floats."""
        if not isinstance(self.assumptions, Assumptions):
            raise ArgumentError(f"assumptions must be Assumptions, not {shown(self.assumptions)}")
        convert_weights(self)

    def to_toml(self) -> str:
        """Write the weights as the text of a file that `load_weights` reads.

        >>> print(Weights().to_toml().splitlines()[0])
        dearest_coin = 2.51
        """
        return tomli_w.dumps(asdict(self))


def load_weights(file: File) -> Weights:
    """Read weights from a file, such as `to_toml` writes.

    A weight that the file leaves out is that of `Weights()`.

    >>> load_weights("no such file.toml")
    Traceback (most recent call last):
        ...
    livingstone.errors.DataError: no such file.toml: there is no such file

    Raises `DataError` with all problems of the file, `ArgumentError` for what is no path.
    """
    data = read_data(file)
    try:
        return converter.structure(data, Weights)
    except Exception as error:
        raise DataError(fspath(file), problems_of(error)) from None


def weights_for(players: int) -> Weights:
    """Look up the weights that `greedy` has at a table with so many players, if it has no others.

    They are those that were tuned for this number of players, or else for the nearest one.

    >>> weights_for(2) == weights_for(3), weights_for(8) == weights_for(5)
    (False, True)

    Raises `ArgumentError` for what is no number of players.
    """
    known, players = _shipped(), whole("players", players, 1)
    return known.get(players) or known[min(known, key=lambda number: abs(number - players))]


@cache
def _shipped() -> dict[int, Weights]:
    """Load the weights that are shipped, by number of players."""
    tables = read_toml(shipped_bytes("weights.toml").decode())
    return {int(key): converter.structure(table, Weights) for key, table in tables.items()}
