"""Bad arguments end in one clear sentence that says what to do."""

from collections.abc import Callable
from typing import Any

import pytest
from positions import at_die, give

import livingstone as ls
from livingstone.game.refusals import Code

VIEW = ls.view(give(at_die(4), 1, tents=[(4, 1)]), 0)
EVENT = ls.events.TentBuilt(0, ls.Space(4, 1), 1, (0, 1, 0))
REFUSAL = ls.Refusal(
    Code.CANNOT_PAY,
    "R4.4",
    "",
    {"seat": 0, "price": 2, "to_bank": 1, "fees": (0, 1, 0), "coins": 0},
)
NAMES = ["Ann", "Ben", "Cleo"]


def event(names: Any = NAMES, **options: Any) -> str:
    return ls.describe(EVENT, names=names, **{"edition": "printed"} | options)


def move(names: Any = NAMES, **options: Any) -> str:
    return ls.describe_move(ls.BuildTent(4), VIEW, names=names, **options)


def refusal(names: Any = NAMES, **options: Any) -> str:
    return ls.describe_refusal(REFUSAL, names=names, **{"edition": "printed"} | options)


ALL = pytest.mark.parametrize("say", [event, move, refusal])
TO_SOMEBODY = pytest.mark.parametrize("say", [event, refusal])


@ALL
@pytest.mark.parametrize("language", ["xx", "../en"])
def test_an_unknown_language_is_refused_with_the_known_ones(
    say: Callable[..., str], language: str
) -> None:
    known = ", ".join(ls.LANGUAGES)
    with pytest.raises(ls.ArgumentError, match=f"the language must be one of {known}: "):
        say(language=language)


@pytest.mark.parametrize("names", [["Ann"], [*NAMES, "Dan"]])
def test_names_are_counted_also_for_a_move_that_names_nobody(names: list[str]) -> None:
    with pytest.raises(ls.ArgumentError, match=f"for each seat, 3, not {len(names)}"):
        ls.describe_move(ls.TakeCoins(), VIEW, names=names)


def test_a_seat_below_0_has_no_name() -> None:
    with pytest.raises(ls.ArgumentError, match="seat -1 has none, and there are 3"):
        ls.describe(ls.events.CardDrawn(-1, None), names=NAMES, edition="printed")


@TO_SOMEBODY
def test_the_number_of_names_is_told(say: Callable[..., str]) -> None:
    with pytest.raises(ls.ArgumentError, match=r"one for each seat.* 1$"):
        say(["Ann"])


@TO_SOMEBODY
@pytest.mark.parametrize("you", [-1, 3])
def test_the_seat_addressed_exists(say: Callable[..., str], you: int) -> None:
    with pytest.raises(ls.ArgumentError, match="you must be a seat from 0 to 2"):
        say(you=you)


@TO_SOMEBODY
def test_a_seat_can_be_addressed_without_names(say: Callable[..., str]) -> None:
    assert "1 to you" in say(None, you=1)
    with pytest.raises(ls.ArgumentError, match=r"^you must be a whole number, 0 or more: -1"):
        say(None, you=-1)


@TO_SOMEBODY
def test_the_edition_is_one_or_the_name_of_one(say: Callable[..., str]) -> None:
    assert say(edition=VIEW.edition) == say()
    with pytest.raises(ls.ArgumentError, match="the edition must be one of printed, bga"):
        say(edition="other")


@pytest.mark.parametrize("wrong", [ls.TakeDie(4), ls.BuildTent(99)])
def test_only_a_legal_move_is_described(wrong: ls.Move) -> None:
    with pytest.raises(ls.ArgumentError, match="is not legal here: `why_illegal` says why"):
        ls.describe_move(wrong, VIEW)


def test_a_name_is_inserted_as_it_is() -> None:
    event = ls.events.DieTaken(0, 3)
    assert (
        ls.describe(event, names=["{seat} <b>%s"], edition="printed") == "{seat} <b>%s takes a 3."
    )
