"""The notation: a short line of ASCII for each move and each outcome of chance.

A line starts with who acts: `p0` is the player in seat 0, `d` is the dealer, that is chance.
Numbers are from 1 and have at most six digits; only seats count from 0. A card is played by its id,
as in `p1 market clear=2`. A hidden card or amount is written `??`.

    p2 take 4         p2 tent 4 +ignore_die from=r3c5      p1 lion
    p2 card           p1 market clear=2 blue=1             d dice 1 1 2 5 6 6
    p2 coins          p1 second_tent at=r3c5 from=r2c1     d stones black=2 clear=1
    p2 dig            p1 sell blue=2                       d card lion
    p2 end            p1 donate 3                          d card ??
"""

from livingstone.records.notation.reading import parse_move
from livingstone.records.notation.vocabulary import HiddenCard, HiddenDonation, Notable
from livingstone.records.notation.writing import format_move

__all__ = ["HiddenCard", "HiddenDonation", "Notable", "format_move", "parse_move"]
