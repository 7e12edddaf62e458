"""Card faces: a drawing for each kind of effect, and the card's name below it."""

from functools import lru_cache
from typing import assert_never

from livingstone.edition.effect import (
    BoatBack,
    DrawStones,
    Effect,
    GainCoins,
    IgnoreDie,
    Market,
    MineCollapse,
    MoreDice,
    NoCostTent,
    ScorePoints,
    SecondTent,
)
from livingstone.pictures.drawing import icons
from livingstone.pictures.drawing.markup import element, move, words
from livingstone.pictures.drawing.tents import tent

__all__ = ["emblem"]


@lru_cache(maxsize=64)
def emblem(effect: Effect) -> str:
    """Draw what a card does, in a square of 64 by 64 around the middle."""
    match effect:
        case NoCostTent():
            return move(0, 4, tent(0, class_="cloth"), scale=1.9) + move(
                16, 18, _crossed(icons.coin(radius=11))
            )
        case IgnoreDie():
            return move(-8, 8, tent(0, class_="cloth"), scale=1.6) + move(15, -12, _any_die())
        case MoreDice(dice):
            return _dice() + _number(f"+{dice}")
        case SecondTent():
            return move(-10, 8, tent(0, scored=True, class_="cloth"), scale=1.5) + move(
                14, 10, tent(0, class_="cloth"), scale=1.3
            )
        case Market():
            gem = move(-13, -12, icons.stone("red"), scale=1.6)
            return gem + move(9, 12, icons.coins(), scale=1.4)
        case BoatBack():
            return move(2, 10, icons.boat()) + _arrow(22, -22, 27)
        case DrawStones(stones):
            return _stones() + _number(str(stones))
        case GainCoins(coins):
            return move(0, 0, icons.coin(coins, radius=24))
        case ScorePoints(points):
            return _track() + _number(str(points))
        case MineCollapse():
            return _mine()
        case unknown:
            assert_never(unknown)


def _number(text: str) -> str:
    """Put a number into the lower right corner."""
    circle = element("circle", r=13, class_="drawn gold")
    size = 15 if len(text) < 3 else 10
    numeral = words(0, size * 0.36, text, "middle on-face", font_size=size, font_weight=800)
    return move(21, 20, circle, numeral)


def _crossed(drawn: str) -> str:
    return drawn + element("path", d="M-11,11 L11,-11", class_="stroke", stroke_width=3)


def _any_die() -> str:
    face = element("rect", x=-15, y=-15, width=30, height=30, rx=6, class_="drawn face")
    mark = words(0, 8, "?", "middle on-face", font_size=23, font_weight=800)
    return face + mark


def _dice() -> str:
    first = move(-12, -10, icons.die(2, size=30))
    return first + move(9, 8, icons.die(5, size=30))


def _stones() -> str:
    kinds = (("black", -14, -8), ("blue", 10, -12), ("clear", -8, 14))
    return "".join(move(x, y, icons.stone(kind), scale=1.5) for kind, x, y in kinds)


def _arrow(right: float, left: float, y: float) -> str:
    """Draw an arrow to the left."""
    line = f"M{right},{y} H{left} m7,-6 l-7,6 l7,6"
    return element("path", d=line, class_="stroke", stroke_width=3)


def _track() -> str:
    """Draw the track of an animal."""
    pad = "M0,0 C10,0 18,9 16,17 C14,25 6,21 0,21 C-6,21 -14,25 -16,17 C-18,9 -10,0 0,0 Z"
    toes = ((-19, -4, 6), (-7, -15, 6.5), (7, -15, 6.5), (19, -4, 6))
    drawn = element("path", d=pad, class_="drawn wood")
    for x, y, radius in toes:
        toe = element("ellipse", cx=x, cy=y, rx=radius, ry=radius * 1.3, class_="drawn wood")
        drawn += toe
    return move(0, -2, drawn)


def _mine() -> str:
    """Draw the entrance of a mine under falling rocks."""
    hill = element("path", d="M-30,26 L-16,-10 L-2,-22 L14,-14 L30,26 Z", class_="drawn cliff")
    hole = element("path", d="M-12,26 V8 A12,12 0 0 1 12,8 V26 Z", class_="drawn dark")
    beams = "M-13,26 V6 M13,26 V6 M-17,5 L17,0"
    props = element("path", d=beams, class_="stroke", stroke_width=3.5, stroke="var(--wood)")
    rocks = ((-7, 22), (0, 21), (7, 22), (-3.5, 15), (4, 15), (-22, 20), (23, 21))
    fallen = "".join(element("circle", cx=x, cy=y, r=4.5, class_="drawn sand") for x, y in rocks)
    return hill + hole + props + fallen
