"""A text of a record that is too large when it is written again is refused when it is read."""

from collections.abc import Callable

import pytest
from record_samples import SHORT

import livingstone as ls
from livingstone.support.structuring.toml import MOST_BYTES, MOST_MARKS, count_marks

START, _, REST = ls.dumps(SHORT).partition("actions = [")
_, _, EDITION = REST.partition("[edition]")


def text_of(actions: int, more: str = "") -> str:
    """Write a record on few lines: an action takes 9 bytes here, and later 14."""
    lines = '"p0 end",' * actions
    return f"{START}{more}actions=[{lines}]\n[edition]{EDITION}"


@pytest.mark.parametrize("loads", [ls.loads, ls.loads_all])
def test_a_record_that_is_larger_on_a_line_for_each_action_is_refused(
    loads: Callable[[str], object],
) -> None:
    fits, grows = text_of(MOST_BYTES // 15), text_of(MOST_BYTES // 13)
    assert len(grows) < MOST_BYTES
    assert loads(fits)
    with pytest.raises(ls.RecordError, match=f"is larger than {MOST_BYTES} bytes"):
        loads(grows)


def test_a_text_may_have_the_most_bytes_but_no_more() -> None:
    text = ls.dumps(SHORT)
    text += "#" * (MOST_BYTES - len(text))
    assert ls.loads(text) == SHORT
    with pytest.raises(ls.RecordError, match=f"is larger than {MOST_BYTES} bytes"):
        ls.loads(text + "#")


def test_a_record_whose_values_of_the_user_grow_is_refused() -> None:
    """Each inner table repeats the keys around it in a heading of its own."""
    values = ",".join(f"a{number}={{}}" for number in range(1_500))
    for _ in range(8):
        values = f"{'k' * 99}={{{values}}}"
    grows = text_of(1, f"_{values}\n")
    assert 5 * len(grows) < MOST_BYTES
    assert 12 * count_marks(grows) < MOST_MARKS
    with pytest.raises(ls.RecordError, match=f"is larger than {MOST_BYTES} bytes"):
        ls.loads(grows)
