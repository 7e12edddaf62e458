"""Fingerprints tell code apart, wherever what differs stands."""

import math
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from livingstone.kernel.fingerprints import UnknownCodeError, fingerprint

PROGRAM = """
import math
LIMIT, TABLE, KNOWN = 3, (1, 2.0), frozenset({"a", "b", "c"})
def inner(a):
    return a + LIMIT
def make(step):
    def outer(a, b=1, *, c=2):
        for number in (1, 2, 3):
            a += inner(number) * step
        return a if a in {"x", "y", "z"} else TABLE[other.ONE] if a in KNOWN else math.pi
    return outer
outer = make(5)
"""


def outer(program: str = PROGRAM, other: object = 0) -> Callable[..., Any]:
    """Return the function of a program that has no source; `other` is a module that it names."""
    module = ModuleType("other")
    module.ONE = other  # type: ignore[attr-defined]
    names: dict[str, Any] = {"other": module, "__name__": "program"}
    exec(program, names)
    found: Callable[..., Any] = names["outer"]
    return found


def test_the_same_code_has_the_same_fingerprint_in_other_lines_and_files() -> None:
    moved = f"# a comment\n\n{PROGRAM}".replace("    return a + LIMIT", "\n    return a + LIMIT")
    assert fingerprint(outer()) == fingerprint(outer()) == fingerprint(outer(moved))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a + LIMIT", "a - LIMIT"),
        ("LIMIT, TABLE, KNOWN = 3", "LIMIT, TABLE, KNOWN = 4"),
        ("LIMIT, TABLE, KNOWN = 3", "LIMIT, TABLE, KNOWN = 3.0"),
        ("LIMIT, TABLE, KNOWN = 3", "LIMIT, TABLE, KNOWN = True"),
        ("(1, 2.0)", "(1, 2)"),
        ('"b", "c"}', '"b", "d"}'),
        ('"y", "z"}', '"y", "w"}'),
        ("(1, 2, 3)", "(1, 3, 2)"),
        ("b=1", "b=2"),
        ("c=2", "c=3"),
        ("make(5)", "make(6)"),
        ("math.pi", "math.e"),
        ("a += ", "a -= "),
    ],
)
def test_other_code_has_another_fingerprint(old: str, new: str) -> None:
    assert PROGRAM.count(old) == 1
    assert fingerprint(outer()) != fingerprint(outer(PROGRAM.replace(old, new)))


def test_constants_of_modules_count() -> None:
    assert fingerprint(outer(other=0)) != fingerprint(outer(other=1))
    assert fingerprint(outer(other=math.nan)) == fingerprint(outer(other=float("nan")))


def test_a_value_that_cannot_be_told_apart_is_refused() -> None:
    with pytest.raises(UnknownCodeError, match="object"):
        fingerprint(outer(other=object()))


def test_every_function_of_the_kernel_has_a_fingerprint_of_its_own() -> None:
    pytest.importorskip("numba")
    from livingstone.kernel import entries

    own = [value for value in vars(entries).values() if value.__class__.__name__ == "CPUDispatcher"]
    assert len({fingerprint(value) for value in own}) == len(own)
