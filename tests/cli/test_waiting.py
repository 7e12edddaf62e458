"""Slow work on a terminal: shown from its record in the log until the record of its end."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from livingstone.cli.terminal import announced_by
from livingstone.support.waiting import LOG, waiting


def test_slow_work_is_shown_until_it_is_over_also_when_it_fails() -> None:
    seen = list[str]()

    @contextmanager
    def show(text: str) -> Iterator[None]:
        seen.append(f"{text} begins")
        yield
        seen.append(f"{text} ends")

    def fail() -> None:
        with waiting("loading"):
            raise ValueError("no data")

    with announced_by(show):
        with waiting("compiling"), pytest.raises(ValueError, match="no data"):
            fail()
        assert seen == ["compiling begins", "loading begins", "loading ends", "compiling ends"]
    with waiting("drawing"):
        assert len(seen) == 4


def test_showing_slow_work_leaves_the_log_as_it_was() -> None:
    before = (LOG.handlers, LOG.level, LOG.propagate)
    with announced_by(lambda _: pytest.fail("nothing is slow")):
        assert LOG.isEnabledFor(logging.DEBUG)
    assert (LOG.handlers, LOG.level, LOG.propagate) == before
    assert not LOG.isEnabledFor(logging.DEBUG)
