"""Dice in a row."""

from collections import Counter

from livingstone.pictures.drawing import icons
from livingstone.pictures.drawing.markup import element, move, target, times, words
from livingstone.words.phrases import Phrases

__all__ = ["DIE", "MOST_APART", "draw_dice"]

DIE = 40.0
"""How large a die is."""
_STEP = 48.0
"""From die to die."""
MOST_APART = 10
"""More dice are drawn as one of each value, with how many there are."""


def draw_dice(
    phrases: Phrases, dice: tuple[int, ...], taken: int | None = None, *, pips: bool
) -> tuple[str, float]:
    """Draw dice around a line, the taken one ringed at its end; give their width as well."""
    counts = Counter(dice)
    piles = [(value, 1) for value in dice] if len(dice) <= MOST_APART else sorted(counts.items())
    step = min(_STEP, _STEP * MOST_APART / max(len(piles), 1))
    parts = [
        move((place + 0.5) * step, 0, _pile(phrases, value, count, step, pips))
        for place, (value, count) in enumerate(piles)
    ]
    width = len(piles) * step
    if taken is not None:
        width += _STEP + 12
        parts.append(move(width - _STEP / 2, 0, _taken(phrases, taken, pips)))
    return "".join(parts), width


def _pile(phrases: Phrases, value: int, count: int, step: float, pips: bool) -> str:
    """Draw dice that show the same, as one."""
    size = min(DIE, step * 0.86)
    label = f"{phrases.say('picture.die', value=value)} {times(count)}".rstrip()
    number = words(0, size / 2 + 15, times(count), "label middle") if count > 1 else ""
    face = icons.die(value, size=size, pips=pips)
    return target(f"die-{value}", label, face, number, class_="die", data_count=count)


def _taken(phrases: Phrases, value: int, pips: bool) -> str:
    """Draw the die that was taken and is to be used."""
    half = DIE / 2 + 6
    frame = {"x": -half, "y": -half, "width": 2 * half, "height": 2 * half, "rx": 13}
    label = f"{phrases.say('picture.die', value=value)} ({phrases.say('picture.taken')})"
    ring = element("rect", class_="ring", **frame)
    return target(None, label, icons.die(value, pips=pips), ring, class_="die taken")
