"""The river below the land: the bank with the costs, the water with the boat, the falls."""

from livingstone.pictures.drawing import icons
from livingstone.pictures.drawing.geometry import Block
from livingstone.pictures.drawing.markup import element, move, target, tidy
from livingstone.pictures.subject import Subject

__all__ = ["RIVER_HEIGHT", "draw_river"]

RIVER_HEIGHT = 128.0
"""From the spaces to the foot of the falls."""
_SURFACE, _BED, _ROCK = 44.0, 98.0, 112.0
"""How deep below the spaces the water, the bed and the rock under it end."""
_WAVE = 40
"""How long a swell of the surface is."""
_MIST = (
    (0.06, 8, 8),
    (0.22, 10, 11),
    (0.42, 9, 10),
    (0.62, 11, 12),
    (0.82, 10, 10),
    (0.92, 7, 6),
)
"""The clouds at the foot of the falls: where, as a share of the width, how high, how large."""


def draw_river(subject: Subject, block: Block) -> str:
    """Draw the river along a block of columns."""
    end = block.right + 4 if block.is_end else block.whole
    parts = [*_costs(subject, block), _water(subject, end)]
    if block.is_end:
        parts.append(_falls(subject, end, block.whole - end))
    if subject.view.boat in block.columns:
        x, _ = block.middle(1, subject.view.boat)
        place = subject.say("boat_at", column=subject.view.boat)
        parts.append(
            target(None, place, move(x, _SURFACE + 20, icons.boat(), scale=0.85), class_="boat")
        )
    return move(0, block.bottom, *parts)


def _costs(subject: Subject, block: Block) -> list[str]:
    """Lay a coin with its cost below each column."""
    parts = []
    for column in block.columns:
        x, _ = block.middle(1, column)
        cost = subject.view.edition.board.costs[column - 1]
        label = f"{subject.say('column', column=column)}: {subject.say('cost')} {cost}"
        parts.append(target(None, label, move(x, 15, icons.coin(cost, radius=11)), class_="cost"))
    return parts


def _water(subject: Subject, end: float) -> str:
    """Draw the water from the left edge to where it falls, or goes on."""
    swells = int(end // _WAVE)
    shore = f"M0,{_BED} V{_SURFACE}" + " q10,-5 20,0 t20,0 " * swells + f"H{tidy(end)} V{_BED} Z"
    waves = "".join(
        element("path", d=f"M{x},{tidy(_SURFACE + down)} q8,-5 16,0 t16,0", class_="wave")
        for down, shift in ((16, 22), (29, 86), (42, 48))
        for x in range(shift, int(end) - 36, 128)
    )
    rock = f"M8,{_BED} H{tidy(end)} V{_ROCK} H20 Q8,{_ROCK} 8,{_BED} Z"
    return target(
        None,
        subject.say("river"),
        element("path", d=rock, class_="cliff"),
        element("path", d=shore, class_="water"),
        waves,
        class_="river",
    )


def _falls(subject: Subject, start: float, width: float) -> str:
    """Draw the falls at the right of all spaces."""
    over, foot = tidy(start + width * 0.62), tidy(start + width * 0.86)
    sheet = (
        f"M{tidy(start - 1)},{_SURFACE} C{over},{_SURFACE} {foot},{_SURFACE + 14}"
        f" {foot},{RIVER_HEIGHT - 6} H{tidy(start)} Z"
    )
    return target(
        None,
        subject.say("falls"),
        element("path", d=sheet, class_="deep"),
        *(_streak(start, width, share) for share in (0.15, 0.35, 0.55, 0.75, 0.95)),
        *(_mist(start + width * share, up, radius) for share, up, radius in _MIST),
        class_="falls",
    )


def _streak(start: float, width: float, share: float) -> str:
    """Draw a streak in the falling water, at a share of its width."""
    top, bend, foot = (
        start + width * part for part in (share * 0.55, share * 0.7 + 0.08, share * 0.86)
    )
    line = (
        f"M{tidy(top)},{tidy(_SURFACE + 7 + 15 * (1 - share))} C{tidy(bend)},{_SURFACE + 22}"
        f" {tidy(foot)},{_SURFACE + 34} {tidy(foot)},{RIVER_HEIGHT - 10}"
    )
    return element("path", d=line, class_="wave", stroke_width=2.5, stroke_opacity=0.8)


def _mist(x: float, up: float, radius: float) -> str:
    """Draw a cloud at the foot of the falls."""
    y = RIVER_HEIGHT - up
    return element("circle", cx=x, cy=y, r=radius, class_="foam", fill_opacity=0.85)
