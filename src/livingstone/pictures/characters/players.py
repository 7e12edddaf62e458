"""The table of the players, in as many parts as the width requires."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from livingstone.game.view import PlayerView
from livingstone.pictures.characters.grid import SEATS
from livingstone.pictures.characters.lines import Line, Page, Segment, aligned, cells
from livingstone.values import GEM_COLOURS

_GAP = 1
_SHORTEST, _LONGEST = 10, 24
"""The range of cells for names."""


class _Column(NamedTuple):
    heading: str
    values: Sequence[str]
    style: str = ""

    @property
    def width(self) -> int:
        return max(cells(self.heading), *map(cells, self.values)) + _GAP


def player_lines(page: Page) -> Iterator[Line]:
    """Draw a line for each player; columns that do not fit go into a further table."""
    names = page.subject.names
    columns = list(_columns(page))
    room = page.width - 4 - sum(column.width for column in columns)
    longest = min(max(map(cells, names)), max(room, _SHORTEST), _LONGEST)
    room = page.width - 4 - longest
    while columns:
        fitting = list[_Column]()
        while columns and sum(column.width for column in [*fitting, columns[0]]) <= room:
            fitting.append(columns.pop(0))
        if not fitting:  # only a heading can be that wide
            first = columns.pop(0)
            fitting.append(first._replace(heading=page.cut(first.heading, room - _GAP)))
        yield from _part(page, names, longest, fitting)
        if columns:
            yield ()


def _part(
    page: Page, names: Sequence[str], longest: int, columns: Sequence[_Column]
) -> Iterator[Line]:
    headings = "".join(aligned(column.heading, column.width, ">") for column in columns)
    yield (Segment(" " * (4 + longest) + headings, "label"),)
    view = page.subject.view
    for seat, name in enumerate(names):
        is_next = seat == view.current_player and not view.is_over
        mark = page.symbols.mark if is_next else ""
        yield (
            Segment(aligned(mark, 2), "mark"),
            Segment(f"{SEATS[seat]} ", f"seat-{seat}"),
            Segment(aligned(page.cut(name, longest), longest), "name"),
            *(Segment(aligned(own.values[seat], own.width, ">"), own.style) for own in columns),
        )


def _columns(page: Page) -> Iterator[_Column]:
    players = page.subject.view.players
    say = page.say
    yield _Column(say("points"), [str(player.points) for player in players], "points")
    yield _Column(say("tents"), [str(player.supply) for player in players])
    yield _Column(say("coins"), [str(player.funds) for player in players], "coins")
    chests = [_chest(page, seat, player) for seat, _, player in page.subject.seats]
    yield _Column(say("chest"), chests, "coins")
    for colour in GEM_COLOURS:
        counts = [str(getattr(player.gems, colour)) for player in players]
        yield _Column(say(colour), counts, f"stone-{colour}")
    yield _Column(say("cards"), [str(player.hand_size) for player in players])
    yield _Column(say("last_die"), [str(player.last_die or "-") for player in players], "die")


def _chest(page: Page, seat: int, player: PlayerView) -> str:
    """Describe what a chest holds, or its range, and how many donations were made (R10.2)."""
    least, most = page.subject.chest(seat)
    held = str(least) if least == most else f"{least}{page.symbols.to}{most}"
    return f"{held} ({player.donations})" if player.donations else held
