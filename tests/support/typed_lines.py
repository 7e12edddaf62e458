"""A person at the terminal who types some lines, and then leaves."""

import pytest


def type_lines(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Have these lines typed; after the last one the input ends."""
    waiting = iter(lines)

    def answer(_: str) -> str:
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
