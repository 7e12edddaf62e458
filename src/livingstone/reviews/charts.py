"""Pictures of a review: a chart of everybody's chances as SVG, and in characters."""

from collections.abc import Iterator
from html import escape
from itertools import accumulate
from math import ceil

from attrs import frozen

from livingstone.edition.phrases import phrases_in
from livingstone.pictures.drawing.icons import tent
from livingstone.pictures.drawing.markup import (
    COLOURS_OF_PLAYERS,
    INNER,
    MARGIN,
    at,
    element,
    fitted,
    group,
    picture,
    text_at,
    tidy,
)
from livingstone.reviews.findings import Choice, Review
from livingstone.reviews.sentences import (
    describe_choice,
    describe_luck,
    describe_mark,
    great_moments,
)
from livingstone.support.arguments import whole

_LEFT = 48.0
"""The space left of the bands, for the percentages."""
_ABOVE = 36.0
"""The space between the names and the bands, for the diamonds of luck."""
_BELOW = 56.0
"""The space below the bands, for the numbers of rounds."""
_LINE = 28.0
"""The height of a line of names."""
_TENT = 20.0
"""The space that half of a tent takes, with the gap to what is beside it."""
_SIZE_OF_NAMES = 17.0
"""The font size of names, as in `theme.css`."""
_NARROW = 350.0
"""The width of a narrow chart, without its margins."""
_SHADES = "█▒░▓▚"
_ASCII_SHADES = "#.+=o"


def chart(
    review: Review,
    *,
    language: str = "en",
    size: int | None = None,
    height: int = 260,
    styled: bool = True,
    narrow: bool = False,
    tells: bool = True,
) -> str:
    """Draw everybody's chances as SVG, a band for each seat; mark mistakes and luck.

    `size` is the width in pixels, 50 to 10,000; without it, the picture fills the element around
    it. `height` is the height of the bands, 50 to 2000. Its unit is a 960th of the picture's width,
    or a 400th if the picture is `narrow`, for phones. Without `styled`, the page must contain
    `livingstone.svg.stylesheet`. ``?!`` marks a slip, ``?`` a mistake and ``??`` a blunder; a
    diamond above the bands marks luck of the seat whose tent it shows. Titles of the marks say what
    happened; without `tells`, titles of mistakes leave it out, so that a page can ask what was
    better.

    Raises `ArgumentError` for an unknown language, and for a size or height out of range.
    """
    inner, margin, names = (_NARROW, 8.0, 2) if narrow else (INNER, MARGIN, len(review.summary))
    plot = _Plot(review, language, whole("height", height, 50, 2000), inner, names, tells)
    width = inner + 2 * margin
    whole_height = plot.top + height + _BELOW + 2 * margin
    box = (0, 0, width, whole_height)
    label = phrases_in(language).say("review.title")
    parts = [*plot.legend(), *plot.axes(), *plot.bands()]
    parts += [plot.cursor(), *plot.luck(), *plot.choices()]
    paper = element("rect", width=width, height=whole_height, rx=18, class_="paper")
    content = element("title", escape(label)) + paper + at(margin, margin, *parts)
    marked: dict[str, object] = {"role": "img", "aria_label": label}
    marked |= {"data_left": margin + _LEFT, "data_width": inner - _LEFT}
    return picture(content, box, size, styled=styled, **marked)


@frozen
class _Plot:
    review: Review
    language: str
    height: float
    inner: float
    names: int
    """The number of names in a line."""
    tells: bool

    @property
    def top(self) -> float:
        return _ABOVE + _LINE * ceil(len(self.review.summary) / self.names)

    def x(self, position: float) -> float:
        return _LEFT + (self.inner - _LEFT) * position / max(1, len(self.review.chances) - 1)

    def y(self, share: float) -> float:
        return self.top + self.height * min(1.0, share)

    def legend(self) -> Iterator[str]:
        room = self.inner / self.names
        for seat, name in enumerate(self.review.record.players):
            shown = fitted(name, room - 2 * _TENT, _SIZE_OF_NAMES)
            x, y = seat % self.names * room + 16, 18 + seat // self.names * _LINE
            yield at(x, y, tent(seat), text_at(20, 6, shown, "name"))

    def axes(self) -> Iterator[str]:
        bottom = self.top + self.height
        width = self.inner - _LEFT
        yield element("rect", x=_LEFT, y=self.top, width=width, height=self.height, class_="panel")
        for part in (0, 25, 50, 75, 100):
            y = self.y(1 - part / 100) + 4
            yield text_at(_LEFT - 8, y, f"{part} %", "small", text_anchor="end")
        rounds = phrases_in(self.language).say("review.rounds")
        yield text_at(_LEFT, bottom + 44, rounds, "label")
        for luck in self.review.luck:
            if luck.event == "round_roll":
                x = self.x(luck.position + 1)
                yield element("path", d=f"M{tidy(x)},{tidy(bottom)} v6", class_="stroke")
                yield text_at(x, bottom + 22, luck.round, "small middle")

    def bands(self) -> Iterator[str]:
        sums = [_sums(self.review, position) for position in range(len(self.review.chances))]
        for seat, name in enumerate(self.review.record.players):
            upper = [(self.x(place), self.y(ends[seat])) for place, ends in enumerate(sums)]
            lower = [(self.x(place), self.y(ends[seat + 1])) for place, ends in enumerate(sums)]
            points = " ".join(f"{tidy(x)},{tidy(y)}" for x, y in [*upper, *reversed(lower)])
            colour = f"seat-{seat % COLOURS_OF_PLAYERS}"
            title = element("title", escape(name))
            yield group(element("polygon", title, points=points, class_=colour), data_seat=seat)
        line = f"M{tidy(_LEFT)},{tidy(self.y(0.5))} H{tidy(self.inner)}"
        yield element("path", d=line, stroke_dasharray="2 6", fill="none", stroke="var(--paper)")

    def cursor(self) -> str:
        """Draw a line that a page can move to a position; positions begin at `data-left`."""
        line = f"M{tidy(-MARGIN)},{tidy(self.top)} v{tidy(self.height)}"
        return group(element("path", d=line, class_="ring"), class_="cursor", opacity=0)

    def choices(self) -> Iterator[str]:
        for choice in self.review.choices:
            if choice.mark:
                sums = _sums(self.review, choice.position)
                y = self.y((sums[choice.seat] + sums[choice.seat + 1]) / 2)
                face = element("circle", r=12, class_="face drawn")
                sign = text_at(0, 4, choice.sign, "small middle on-face")
                title = self._title_of(choice)
                yield self._mark(choice.position, y, "mistake", title, face, sign)

    def _title_of(self, choice: Choice) -> str:
        if self.tells:
            return describe_choice(self.review, choice, language=self.language)
        name = self.review.record.players[choice.seat]
        return f"{name}: {describe_mark(choice, language=self.language)}"

    def luck(self) -> Iterator[str]:
        for seat in range(len(self.review.summary)):
            for luck in great_moments(self.review, seat):
                if luck.brought[seat].value > 0:
                    title = describe_luck(self.review, luck, seat, language=self.language)
                    face = element("path", d="M0,-15 L15,0 L0,15 L-15,0 Z", class_="gold drawn")
                    sign = at(0, 1, tent(seat), scale=0.55)
                    yield self._mark(luck.position + 1, self.top - 16, "luck", title, face, sign)

    def _mark(self, position: int, y: float, kind: str, title: str, *drawn: str) -> str:
        title_element = element("title", escape(title))
        inside = group(title_element, *drawn, class_=kind, data_position=position)
        return at(self.x(position), y, inside)


def _sums(review: Review, position: int) -> list[float]:
    """Return where each seat's band begins and where the last one ends, in shares of the win."""
    return [0.0, *accumulate(chances.value for chances in review.chances[position])]


def curve(
    review: Review, *, width: int = 79, height: int = 12, encoding: str | None = "utf-8"
) -> str:
    """Draw everybody's chances in characters, the first seat at the top.

    The lines below the bands have the marks of choices and the number of each round. `width` is
    from 20 to 400 characters, `height` from 4 to 100 lines; else `ArgumentError`.
    """
    width, height = whole("width", width, 20, 400), whole("height", height, 4, 100)
    shades = _SHADES
    last = len(review.chances) - 1
    try:
        shades.encode(encoding or "utf-8")
    except UnicodeEncodeError:
        shades = _ASCII_SHADES
    columns = [_sums(review, place * last // (width - 1))[1:] for place in range(width)]
    names = [f"{shades[seat % 5]} {name}" for seat, name in enumerate(review.record.players)]
    shades = "".join(shades[seat % 5] for seat in range(len(names))) + " "
    lines = [
        "".join(shades[sum((line + 0.5) / height >= end for end in ends)] for ends in columns)
        for line in range(height)
    ]
    signs = [" "] * width
    rounds = [" "] * (width + 3)
    for choice in reversed(review.marked()):  # the worst last, over the others
        place = choice.position * (width - 1) // last
        signs[place : place + 2] = f"{choice.sign:2}"
    for luck in review.luck:
        place = (luck.position + 1) * (width - 1) // last
        if luck.event == "round_roll" and rounds[place - 1 : place] in ([], [" "]):
            rounds[place : place + len(str(luck.round))] = str(luck.round)
    below = ("".join(line).rstrip() for line in (signs, rounds))
    return "\n".join(["   ".join(names), *lines, *below])
