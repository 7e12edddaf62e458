"""Estimates with their intervals, and a review in words and pictures, worked out by hand."""

import re
from hashlib import blake2b
from math import sqrt
from typing import Any

import pytest

pytest.importorskip("numba")

import numpy as np
from attrs import evolve
from programs import run_python

import livingstone as ls
from livingstone.pictures.drawing.markup import width_of
from livingstone.reviews import (
    Choice,
    Estimate,
    Luck,
    Reason,
    Review,
    SeatSummary,
    chart,
    curve,
    describe_choice,
    describe_legend,
    describe_luck,
    describe_mark,
    describe_play,
    describe_played,
    describe_reason,
    describe_review,
    describe_seats,
    great_moments,
    summary_table,
    worst,
)
from livingstone.reviews.findings import exact, mean, rounded, total

MOVES = (ls.TakeDie(3), ls.TakeCoins(), ls.Donate(6), ls.EndTurn())
BETTER = {1: (ls.TakeDie(2), ls.BuildTent(2)), 2: (ls.BuildTent(3),)}


def test_estimates_are_rounded_and_within_their_intervals() -> None:
    assert exact(1 / 3) == Estimate(0.33333, 0.33333, 0.33333)
    assert rounded(0.123456, -1 / 3, 2 / 3) == Estimate(0.12346, -0.33333, 0.66667)
    for share in (0.0, 1.0):
        low, high = (1 - 1.96 * sqrt(2 / 899 / 900), 1) if share else (0, 0.0031)
        found = mean(np.full(900, share), 0.0, 1.0)
        assert (found.value, found.low, found.high) == pytest.approx((share, low, high), abs=1e-4)
    assert mean(np.ones(900)).high == pytest.approx(1.0031, abs=1e-4)
    with pytest.raises(ValueError, match=r"within its interval: 0\.5"):
        Estimate(0.5, 0.6, 0.7)


def test_a_total_of_estimates_has_their_errors_added_as_squares() -> None:
    parts = [Estimate(0.5, 0.2, 0.9), Estimate(-0.1, -0.5, 0.2)]
    assert total(parts) == Estimate(0.4, -0.1, 0.9)
    assert total([]) == exact(0)


def near(value: float, half: float = 0.05) -> Estimate:
    return Estimate(value, value - half, value + half)


def choice(position: int, played: ls.Move, cost: float, mark: Any) -> Choice:
    best = BETTER.get(position, (played,))
    return Choice(position, 1, 0, "use", (played,), best, near(cost), near(-cost), mark)


def luck(value: float, half: float = 0.05) -> Luck:
    both = near(value, half), near(-value, half)
    return Luck(0, 1, "round_roll", None, None, both)


@pytest.fixture(scope="module")
def made() -> Review:
    """Before the roll, after it, and after each of four moves; only the figures are invented."""
    record = ls.Record.of(ls.new_game(2, seed=7), MOVES, players=("Ann", "Ben"))
    figures = {"slips": 1, "mistakes": 0, "blunders": 1}
    summary = (
        SeatSummary(near(0.5), None, near(0.2), None, near(-0.1), near(0.3), **figures),
        SeatSummary(near(0.5), 0.25, near(-0.2), near(0.45), near(0.1), near(0), 0, 0, 0),
    )
    return Review(
        record,
        "greedy",
        100,
        "fast",
        "view",
        tuple((near(own), near(0.9 - own)) for own in (0.5, 0.7, 0.7, 0.4, 0.4, 0.4)),
        (
            choice(1, MOVES[0], 0.1, "slip"),
            choice(2, MOVES[1], 0.2, "blunder"),
            choice(3, MOVES[2], 0, None),
        ),
        (luck(0.2),),
        summary,
    )


def test_marked_choices_are_told_the_most_expensive_first(made: Review) -> None:
    assert [own.position for own in made.marked()] == [2, 1]
    told = (
        "Round 1, Ann: “take 3 coins” cost 20 % (15 … 25) of the chances to win (a blunder)."
        " “build a tent in row 3 of column 1 for 1 coin” was better."
    )
    assert describe_choice(made, made.choices[1]) == told
    no_mark = describe_choice(made, evolve(made.choices[0], mark=None, cost=exact(0.1)))
    assert "cost 10 % of the chances" in no_mark
    lines = describe_review(made)
    assert [line[:26] for line in lines[2:4]] == [
        "Round 1, Ann: “take 3 coin",
        describe_luck(made, made.luck[0], 0)[:26],
    ], "of a turn, only the worst choice is told"
    assert lines[4:] == tuple(describe_seats(made)), "with two players, bad luck is not told twice"


def test_at_most_five_choices_are_told_the_worst_first_and_one_of_each_turn(made: Review) -> None:
    assert [own.position for own in worst(made)] == [2]
    assert worst(made, [1]) == ()
    turns = (ls.TakeDie(3), ls.TakeCoins(), ls.EndTurn())
    moves = [ls.TakeDie(value) if n % 3 == 0 else turns[n % 3] for n, value in enumerate([3] * 3)]
    lines = tuple(f"p{n // 3 % 2 + 1} end" if n % 3 == 2 else "die 1" for n in range(21))
    record = evolve(made.record, actions=lines)
    marked = [choice(3 * n + 1, moves[1], 0.1 + n / 100, "blunder") for n in range(7)]
    many = evolve(
        made, record=record, chances=made.chances[:1] * 22, choices=tuple(marked), luck=()
    )
    assert [own.position for own in worst(many)] == [19, 16, 13, 10, 7]


def test_a_die_is_told_with_its_use(made: Review) -> None:
    assert describe_played(made, made.choices[0]) == "take the 3"
    die = evolve(made.choices[0], kind="die")
    assert describe_played(made, die) == "take the 3 and take 3 coins"
    assert "“take the 3 and take 3 coins”" in describe_choice(made, die)


@pytest.mark.parametrize(
    ("kind", "row", "means", "told"),
    [
        ("queen", None, (0.2, 0.45), "Ann gives the Queen too little in 20 of 100 games then"),
        (
            "row",
            5,
            (0.62, 0.31),
            "Ann has the most tents in row 5 in 62 of 100 games then, instead",
        ),
        ("rival_row", 5, (0.3, 0.4), "Ben has the most tents in row 5 in 30 of 100 games then"),
        ("points", None, (21.34, 18), "Ann scores 21.3 points before the end then, on average"),
        ("gems", None, (2, 0.6), "Ann keeps 2.0 gems to the end then, on average, instead of 0.6"),
        ("cards", None, (3, 2), "the cards that Ann keeps bring 3.0 points at the end then"),
    ],
)
def test_a_choice_says_why_something_else_was_better(
    made: Review, kind: Any, row: int | None, means: tuple[float, float], told: str
) -> None:
    reason = Reason(kind, int(kind == "rival_row"), row, *means, near(means[0] - means[1]))
    described = describe_choice(made, evolve(made.choices[1], reason=reason))
    assert f"was better. Why: {told}" in described
    for language in ls.LANGUAGES:
        names = made.record.players
        addressed = describe_reason(reason, names, language=language, seat=reason.seat)
        assert names[reason.seat] not in addressed
        assert names[reason.seat] in describe_reason(reason, names, language=language)
    if kind == "points":
        assert "21,3 Punkte" in describe_reason(reason, names, language="de")


@pytest.mark.parametrize(
    ("cost", "told"),
    [
        (0.3499, "Ann played very well: weaker choices gave away 35 % of a win."),
        (0.35, "Ann played well: weaker choices gave away 35 % of a win."),
        (0.8, "Ann played with some mistakes: weaker choices gave away 80 % of a win."),
        (1.0, "Ann played with some mistakes: weaker choices gave away 100 % of a win."),
        (1.4, "Ann played with many mistakes: weaker choices gave away more than a win."),
    ],
)
def test_one_figure_says_how_well_a_seat_played(made: Review, cost: float, told: str) -> None:
    own = graded(made, cost, share=0.5)
    assert describe_play(own, 0) == told
    assert told in describe_review(own)
    assert not describe_play(evolve(own, rollouts=99), 0), "too few to tell"


def graded(made: Review, cost: float, share: float, half: float = 0.05) -> Review:
    """Let Ann's choices cost so much where she wins in this share of the rollouts."""
    summary = (evolve(made.summary[0], cost=near(cost, half)), made.summary[1])
    chances = tuple((near(share, 0), near(1 - share, 0)) for _ in made.chances)
    return evolve(made, summary=summary, chances=chances)


@pytest.mark.parametrize("share", [0.02, 0.98])
def test_a_seat_with_little_to_lose_is_not_praised_for_losing_little(
    made: Review, share: float
) -> None:
    assert "very well" in describe_play(graded(made, 0.2, share=0.5), 0)
    assert "many mistakes" in describe_play(graded(made, 0.2, share=share), 0)
    assert "very well" in describe_play(graded(made, 0.0, share=share), 0)


def test_a_seat_with_many_doubtful_choices_gets_a_word_if_their_sum_is_known(made: Review) -> None:
    doubtful = choice(1, ls.TakeCoins(), 0.02, None)
    own = evolve(graded(made, 2.0, share=0.5, half=0.2), choices=(doubtful,) * 60)
    assert not own.can_tell
    assert "many mistakes" in describe_play(own, 0)
    assert not describe_play(graded(made, 2.0, share=0.5, half=0.3), 0)


def test_a_legend_explains_all_signs() -> None:
    for language in ls.LANGUAGES:
        signs = dict(describe_legend(language=language))
        assert [*signs][:4] == ["?!", "?", "??", "◆"]
        assert len({*signs.values()}) == len(signs) == 6
    assert signs["?"].endswith("5 a 9 partite su 100")


def test_each_mark_has_a_name_and_the_sign_of_chess_annotations(made: Review) -> None:
    assert [choice.sign for choice in made.choices] == ["?!", "??", ""]
    assert [*map(describe_mark, made.choices)] == ["a slip", "a blunder", "not beyond doubt"]
    assert describe_mark(made.choices[0], language="de") == "eine Ungenauigkeit"


def test_luck_is_told_with_its_sign(made: Review) -> None:
    told = [describe_luck(made, made.luck[0], seat) for seat in (0, 1)]
    assert told[0] == "Round 1, dice: +20 % (+15 … +25) chance to win for Ann."
    assert told[1].endswith("-20 % (-25 … -15) chance to win for Ben.")
    (only,) = describe_seats(made)
    assert re.findall(r"\S+ % \(\S+ … \S+\)", only) == ["-20 % (-25 … -15)", "45 % (40 … 50)"]


def test_luck_is_told_with_what_happened(made: Review) -> None:
    moves = (ls.TakeDie(3), ls.Dig())
    record = ls.Record.of(ls.new_game(2, seed=7), moves, players=("Ann", "Ben"))
    both = near(0.2), near(-0.2)
    drawn = Luck(3, 1, "stone_draw", 0, ls.StonesDrawn(ls.Stones(black=1, clear=2)), both)
    found = evolve(made, record=record, chances=made.chances[:5], choices=(), luck=(drawn,))
    told = describe_luck(found, evolve(drawn, outcome=None), 0)
    assert told.startswith("Round 1, stones: +20 %")
    assert describe_luck(found, drawn, 0) == f"{told} Ann finds 1 black stone and 2 clear gems."


@pytest.mark.parametrize(
    ("adjusted", "luck", "told"),
    [
        (
            near(-0.18),
            near(1.18),
            "luck brought more than a win; with average luck, the result would be 0 % of a win.",
        ),
        (
            near(1.19),
            near(-1.18),
            "luck brought the loss of more than a win; with average luck, the result would be"
            " 100 % of a win.",
        ),
        (
            near(0.02),
            near(-0.003),
            "luck brought 0 % (-5 … +5) of a win; with average luck, the result would be"
            " 2 % (0 … 7) of a win.",
        ),
    ],
)
def test_shares_are_told_within_0_and_100(
    made: Review, adjusted: Estimate, luck: Estimate, told: str
) -> None:
    """Sums can be more than a win, and the result without luck less than nothing."""
    own = evolve(made.summary[1], luck=luck, adjusted=adjusted, cost=luck)
    found = evolve(made, summary=(own, own))
    assert next(describe_seats(found)) == f"Ann: {told}"
    for language in ls.LANGUAGES:
        figures = [cell for line in summary_table(found, language=language)[1] for cell in line]
        numbers = map(int, re.findall(r"[-+]?\d+", " ".join(figures)))
        assert all(-100 <= number <= 100 for number in numbers)
        assert not any("-0" in cell for cell in figures)


def test_few_rollouts_cannot_tell_mistakes(made: Review) -> None:
    assert describe_review(evolve(made, rollouts=99))[-1].startswith("99 rollouts are not enough")
    assert "not enough" not in describe_review(made)[-1]
    for parts, can_tell in ((40, True), (60, False)):
        doubtful = evolve(made.choices[0], cost=Estimate(0.0, 0.0, 0.005))
        assert evolve(made, choices=(doubtful,) * parts).can_tell == can_tell


def test_the_greatest_moments_are_those_that_were_luck_without_doubt(made: Review) -> None:
    """Those of less than 5 % are not told, and two at the most each way."""
    values = (0.1, -0.3, 0.06, 0.2, -0.06, 0.04, -0.1)
    lucky = evolve(made, luck=tuple(luck(value, 0.03) for value in (*values, 0.02)))
    assert [own.brought[0].value for own in great_moments(lucky, 0)] == [0.2, 0.1]
    assert [own.brought[1].value for own in great_moments(lucky, 1)] == [0.3, 0.1]
    three = evolve(
        made,
        record=evolve(made.record, players=("Ann", "Ben", "Cem")),
        choices=(),
        luck=tuple(evolve(own, brought=(*own.brought, near(0))) for own in lucky.luck),
        chances=((near(0.3),) * 3,) * 6,
        summary=(made.summary[0],) * 3,
    )
    assert [own.brought[0].value for own in great_moments(three, 0)] == [0.2, 0.1, -0.1, -0.3]
    few = evolve(three, luck=three.luck[:2])
    assert [own.brought[0].value for own in great_moments(few, 0)] == [0.1, -0.3]


def test_the_table_has_a_line_for_each_seat(made: Review) -> None:
    heads, lines = summary_table(made)
    assert len(heads) == 10
    start, figures = "50 % (45 … 55)", ["1", "0", "1"]
    assert lines == [
        ["Ann", start, "", "+20 % (+15 … +25)", "", "-10 % (-15 … -5)", "30 % (25 … 35)", *figures],
        [
            "Ben", start, "25 %", "-20 % (-25 … -15)", "45 % (40 … 50)", "+10 % (+5 … +15)",
            "0 % (0 … 5)", "0", "0", "0",
        ],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"chances": ((near(0.5),) * 2,)}, "chances must have 6 rows"),
        ({"summary": ()}, "there are 2 seats"),
        ({"luck": (Luck(5, 1, "round_roll", None, None, (near(0),) * 2),)}, "not in the game"),
        ({"choices": (choice(5, MOVES[0], 0, None),)}, "not in the game"),
        ({"choices": (evolve(choice(4, MOVES[0], 0, None), seat=2),)}, "there are 2 seats"),
    ],
)
def test_the_parts_of_a_review_fit_together(
    made: Review, changes: dict[str, Any], problem: str
) -> None:
    with pytest.raises(ValueError, match=problem):
        evolve(made, **changes)


def test_the_curve_shows_chances_marks_and_rounds(made: Review) -> None:
    """Of a column of four lines, the chances of 0.5, 0.7 and 0.4 fill two, three and two."""
    names, *lines = curve(made, width=21, height=10).splitlines()
    assert names == "█ Ann   ▒ Ben"
    assert [line[0] for line in lines[:10]] == [*"█████▒▒▒▒ "]
    assert [line[4] for line in lines[:10]] == [*"███████▒▒ "]
    assert [line[20] for line in lines[:10]] == [*"████▒▒▒▒▒ "]
    assert lines[10] == "    ?!  ??"
    assert lines[11] == "    1"
    assert curve(made, width=21, encoding="ascii").splitlines()[0] == "# Ann   . Ben"


def test_the_sixth_seat_has_the_shade_of_the_first(made: Review) -> None:
    board = made.record.edition.board
    edition = evolve(
        made.record.edition, board=evolve(board, players=evolve(board.players, most=6))
    )
    record = ls.Record(edition, ("Ann", "Ben", "Cem", "Dan", "Eva", "Fay"))
    chances = ((near(0.15),) * 6,)
    six = Review(record, "greedy", 100, "fast", "view", chances, (), (), made.summary[:1] * 6)
    names, *lines = curve(six, width=20, height=12).splitlines()
    assert names.endswith("▚ Eva   █ Fay")
    assert "".join(line[0] for line in lines[:12]) == "██▒▒░▓▓▚▚██ "
    for name, size in ("width", 19), ("width", 401), ("height", 3), ("height", 101):
        with pytest.raises(ls.ArgumentError, match=f"{name} must be"):
            curve(made, **{name: size})  # type: ignore[arg-type]


def test_the_chart_draws_bands_marks_and_luck_where_they_are(made: Review) -> None:
    drawn = chart(made, height=100, size=960)
    left, width = (
        float(re.findall(rf'data-{name}="([\d.]+)"', drawn)[0]) for name in ("left", "width")
    )
    bands = re.findall(r'points="([^"]*)"', drawn)
    points = [[tuple(map(float, point.split(","))) for point in band.split()] for band in bands]
    assert len(points) == 2
    margin = left - points[0][0][0]
    for position, (x, y) in enumerate(points[0][:6]):
        assert x + margin == pytest.approx(left + width * position / 5, abs=0.1)
        assert y == points[0][0][1]
    top = points[0][0][1]
    lower = [y - top for _, y in reversed(points[0][6:])]
    assert lower == pytest.approx([50, 70, 70, 40, 40, 40], abs=0.1)
    assert [y - top for _, y in points[1][:6]] == pytest.approx(lower)
    assert [y - top for _, y in points[1][6:]] == pytest.approx([90] * 6, abs=0.1)
    marks = re.findall(
        r'translate\(([\d.]+)[ ,]([\d.]+)\)"[^>]*><g class="mistake" data-position="(\d)"', drawn
    )
    assert [(int(at), round(float(y) - top)) for _, y, at in marks] == [(1, 35), (2, 35)]
    assert [round(float(x) - points[0][int(at)][0]) for x, _, at in marks] == [0, 0]
    assert re.findall(r'class="luck" data-position="(\d)"', drawn) == ["1"]
    assert re.findall(r"small middle on-face[^>]*>([?!]+)<", drawn) == ["?!", "??"]
    assert 'viewBox="0 0 960 268" width="960" height="268"' in drawn
    labels = re.findall(r'<text x="40" y="(\d+)"[^>]*>(\d+) %<', drawn)
    assert labels == [("168", "0"), ("143", "25"), ("118", "50"), ("93", "75"), ("68", "100")]
    assert re.findall(r'"translate\((\d+) 18\)"', drawn) == ["16", "472"], "the names"
    assert '<text x="220.8" y="186" class="small middle">1</text>' in drawn, "the round"
    assert "<style" in drawn
    assert "<style" not in chart(made, styled=False)
    assert re.findall(r"<svg[^>]*", chart(made))[0].count(" width=") == 0
    for name, size in ("size", 49), ("size", 10_001), ("height", 49), ("height", 2001):
        with pytest.raises(ls.ArgumentError, match=f"{name} must be"):
            chart(made, **{name: size})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "digest"),
    [
        ({}, "e30fbc8f"),
        ({"language": "de", "narrow": True, "tells": False, "size": 500}, "53f24621"),
    ],
)
def test_a_chart_stays_as_it_is(made: Review, options: dict[str, Any], digest: str) -> None:
    """Whoever changes the drawing looks at it and pastes the digest."""
    named = evolve(made, record=evolve(made.record, players=("Ann & Co", "B" * 90)))
    drawing = chart(named, styled=False, **options)
    assert blake2b(drawing.encode(), digest_size=4).hexdigest() == digest


def test_a_curve_stays_as_it_is(made: Review) -> None:
    drawing = curve(made, width=24, height=6, encoding=None)
    assert drawing.splitlines() == [
        "█ Ann   ▒ Ben",
        "████████████████████████",
        "████████████████████████",
        "██████████████▒▒▒▒▒▒▒▒▒▒",
        "▒▒▒▒▒█████████▒▒▒▒▒▒▒▒▒▒",
        "▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒",
        "                        ",
        "    ?!   ??",
        "    1",
    ]


def test_long_names_leave_room_for_the_tent_beside_them(made: Review) -> None:
    names = ("Maximiliane von Hohenberg", "Donaudampfschiffkapitänin")
    long = evolve(made, record=evolve(made.record, players=names))
    drawn = chart(long, narrow=True)
    shown = re.findall(r'<text x="20"[^>]*class="name"[^>]*>([^<]*)<', drawn)
    (first, second) = map(int, re.findall(r'"translate\((\d+) 18\)"', drawn))
    assert shown[0].startswith("Maxi")
    assert first + 20 + 17 * width_of(shown[0]) < second - 16
    assert second + 20 + 17 * width_of(shown[1]) < 350


def test_reviews_name_the_extra_that_they_need() -> None:
    program = (
        "import livingstone as ls; from livingstone.support import machine as own;"
        "found = own.find_spec;"
        "own.find_spec = lambda name, *rest: None if name == 'numba' else found(name, *rest);"
        "ls.review(None)"
    )
    done = run_python("-c", program)
    assert "MissingExtraError: reviews need numba: pip install 'livingstone[fast]'" in done.stderr
