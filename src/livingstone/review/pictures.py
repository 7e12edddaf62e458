"""Pictures of a review: a chart of everybody's chances as SVG, and in characters."""

from collections.abc import Iterator

from livingstone.pictures.drawing.icons import tent
from livingstone.pictures.drawing.markup import INNER, MARGIN, at, element, group, text_at, tidy
from livingstone.pictures.drawing.theme import STYLESHEET
from livingstone.review.findings import Review
from livingstone.review.words import describe_choice, describe_luck, told
from livingstone.support.arguments import whole
from livingstone.words.phrases import phrases_in

_LEFT, _TOP, _HEIGHT = 48.0, 64.0, 260.0
"""Where the plot begins within the margins, and how high it is."""
_SIGNS = {"slip": "?!", "mistake": "?", "blunder": "??"}
"""The signs of chess annotations."""
_SHADES, _ASCII_SHADES = "█▒░▓▚", "#.+=o"


def chart(
    review: Review, *, language: str = "en", size: int | None = None, styled: bool = True
) -> str:
    """Draw everybody's chances as SVG, a band for each seat; mark mistakes and luck.

    `size` is the width in pixels; without it, the picture fills the element around it. With
    ``styled=False``, the page must contain `livingstone.svg.stylesheet`. Marks are ``?!`` for a
    slip, ``?`` for a mistake and ``??`` for a blunder; a diamond above is luck for the seat whose
    tent is on it.

    Raises `ArgumentError` for an unknown language, and for a size that is not from 50 to 10,000.
    """
    pixels = None if size is None else whole("size", size, 50, 10_000)
    width, height = INNER + 2 * MARGIN, _TOP + _HEIGHT + 56 + 2 * MARGIN
    label = phrases_in(language).say("review.title")
    content = "".join(
        [
            element("rect", width=width, height=height, rx=18, class_="paper"),
            at(MARGIN, MARGIN, _legend(review), *_axes(review, language), _bands(review)),
            at(MARGIN, MARGIN, *_luck_marks(review, language), *_choice_marks(review, language)),
        ]
    )
    return element(
        "svg",
        element("title", label),
        element("style", STYLESHEET) if styled else "",
        content,
        xmlns="http://www.w3.org/2000/svg",
        class_="livingstone",
        viewBox=f"0 0 {tidy(width)} {tidy(height)}",
        width=pixels,
        height=None if pixels is None else round(pixels * height / width),
        role="img",
        aria_label=label,
    )


def _x(review: Review, position: float) -> float:
    return _LEFT + (INNER - _LEFT) * position / max(1, len(review.chances) - 1)


def _y(share: float) -> float:
    """Give the height of a share; the first seat is at the top."""
    return _TOP + _HEIGHT * min(1.0, share)


def _sums(review: Review, position: int) -> list[float]:
    """Add up the chances of the seats before each, and of all."""
    sums = [0.0]
    for own in review.chances[position]:
        sums.append(sums[-1] + own.value)
    return sums


def _legend(review: Review) -> str:
    room = INNER / len(review.record.players)
    return "".join(
        at(seat * room + 16, 18, tent(seat), text_at(20, 6, name[: int(room / 12)], "name"))
        for seat, name in enumerate(review.record.players)
    )


def _axes(review: Review, language: str) -> Iterator[str]:
    phrases, bottom = phrases_in(language), _TOP + _HEIGHT
    yield element("rect", x=_LEFT, y=_TOP, width=INNER - _LEFT, height=_HEIGHT, class_="panel")
    for part in (0, 25, 50, 75, 100):
        yield text_at(_LEFT - 8, _y(1 - part / 100) + 4, f"{part} %", "small", text_anchor="end")
    yield text_at(_LEFT, bottom + 44, phrases.say("review.rounds"), "label")
    for own in review.luck:
        if own.event == "round_roll":
            x = _x(review, own.position + 1)
            yield element("path", d=f"M{tidy(x)},{tidy(bottom)} v6", class_="stroke")
            yield text_at(x, bottom + 22, own.round, "small middle")


def _bands(review: Review) -> str:
    sums = [_sums(review, position) for position in range(len(review.chances))]
    bands = []
    for seat, name in enumerate(review.record.players):
        upper = [(_x(review, p), _y(own[seat])) for p, own in enumerate(sums)]
        lower = [(_x(review, p), _y(own[seat + 1])) for p, own in enumerate(sums)]
        points = " ".join(f"{tidy(x)},{tidy(y)}" for x, y in [*upper, *reversed(lower)])
        drawn = element("polygon", element("title", name), points=points, class_=f"seat-{seat % 7}")
        bands.append(group(drawn, data_seat=seat))
    half = _y(0.5)
    line = f"M{tidy(_LEFT)},{tidy(half)} H{tidy(INNER)}"
    dashes = {"stroke_dasharray": "2 6", "fill": "none", "stroke": "var(--paper)"}
    return "".join(bands) + element("path", d=line, **dashes)


def _choice_marks(review: Review, language: str) -> Iterator[str]:
    for choice in review.choices:
        if choice.mark:
            sums = _sums(review, choice.position)
            y = _y((sums[choice.seat] + sums[choice.seat + 1]) / 2)
            yield at(
                _x(review, choice.position), y,
                group(
                    element("title", describe_choice(review, choice, language=language)),
                    element("circle", r=12, class_="face drawn"),
                    text_at(0, 4, _SIGNS[choice.mark], "small middle on-face"),
                    class_="mistake", data_position=choice.position,
                ),
            )  # fmt: skip


def _luck_marks(review: Review, language: str) -> Iterator[str]:
    for seat in range(len(review.summary)):
        for own in told(review, seat):
            if own.brought[seat].value > 0:
                yield at(
                    _x(review, own.position + 1), _TOP - 16,
                    group(
                        element("title", describe_luck(review, own, seat, language=language)),
                        element("path", d="M0,-15 L15,0 L0,15 L-15,0 Z", class_="gold drawn"),
                        at(0, 1, tent(seat), scale=0.55),
                        class_="luck", data_position=own.position + 1,
                    ),
                )  # fmt: skip


def curve(
    review: Review, *, width: int = 79, height: int = 12, encoding: str | None = "utf-8"
) -> str:
    """Draw everybody's chances in characters, the first seat at the top.

    The lines below it have the marks of choices and the number of each round. `width` is from 20
    to 400 characters, `height` from 4 to 100 lines; else `ArgumentError`.
    """
    width, height = whole("width", width, 20, 400), whole("height", height, 4, 100)
    shades = _SHADES
    try:
        shades.encode(encoding or "utf-8")
    except UnicodeEncodeError:
        shades = _ASCII_SHADES
    positions = len(review.chances)
    places = [column * (positions - 1) // max(1, width - 1) for column in range(width)]
    sums = [_sums(review, place) for place in places]
    lines = []
    for line in range(height):
        share = (line + 0.5) / height
        seats = [sum(share >= end for end in own[1:]) for own in sums]
        lines.append(
            "".join(
                shades[seat % 5] if seat < len(own) - 1 else " "
                for seat, own in zip(seats, sums, strict=True)
            )
        )
    signs, rounds = [" "] * width, [" "] * (width + 3)

    def column(position: int) -> int:
        return min(width - 1, position * (width - 1) // max(1, positions - 1))

    for choice in review.choices:
        if choice.mark:
            signs[column(choice.position)] = "!" if choice.mark == "slip" else "?"
    for own in review.luck:
        if own.event == "round_roll":
            place = column(own.position + 1)
            if not "".join(rounds[max(0, place - 1) : place]).strip():
                rounds[place : place + len(str(own.round))] = str(own.round)
    names = [f"{shades[seat % 5]} {name}" for seat, name in enumerate(review.record.players)]
    return "\n".join(["   ".join(names), *lines, "".join(signs).rstrip(), "".join(rounds).rstrip()])
