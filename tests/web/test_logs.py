"""The log of a server: what is an error, and that nobody can fill a disk with it."""

import io
import logging
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from web_clients import PEOPLE, Browser, begin, close, make_app

from livingstone.web import logs


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """Give what a server writes to its log, on standard error."""
    stream = io.StringIO()
    root = logging.Logger("root")
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(logging, "root", root)
    monkeypatch.setattr(logs.LOG, "parent", root)
    levels = [(log, log.level) for log in (logs.LOG, logs.OPERATOR_LOG)]
    logs.set_up_logs(requests=False)
    yield stream
    for log, level in levels:
        log.setLevel(level)


def test_a_limit_of_an_address_is_no_error_of_the_server(
    tmp_path: Path, written: io.StringIO
) -> None:
    app = make_app(tmp_path / "games.db")
    app.state.tables.daily_tables = 1
    assert begin(Browser(app), **PEOPLE)
    assert Browser(app).post("/tables", data={**PEOPLE, "edition": "printed"}).status_code == 429
    assert written.getvalue() == ""
    close(app)


def test_nobody_fills_the_log_with_requests_that_fail(
    tmp_path: Path, written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(tmp_path / "games.db")
    close(app)
    client = Browser(app)
    clock = [100.0]
    monkeypatch.setattr("livingstone.web.logs.time.monotonic", lambda: clock[0])
    for _ in range(25):
        assert client.get("/table/any").status_code == 503
    lines = written.getvalue().splitlines()
    assert len(lines) == 10
    assert all("GET /table/any 503" in line for line in lines)
    logs.OPERATOR_LOG.error("other kinds are written")
    assert written.getvalue().splitlines()[10].endswith("other kinds are written")
    clock[0] += 60
    for _ in range(25):
        client.get("/table/any")
    first, *others = written.getvalue().splitlines()[11:]
    assert re.search(r"503 .* \(15 more like this were left out\)$", first)
    assert len(others) == 9
    assert not any("left out" in line for line in others)


def test_requests_that_are_logged_by_wish_are_not_limited(written: io.StringIO) -> None:
    logs.set_up_logs(requests=True)
    for _ in range(25):
        logs.LOG.info("a request")
    assert len(written.getvalue().splitlines()) == 25


def test_the_kinds_of_lines_that_are_counted_are_bounded(written: io.StringIO) -> None:
    limit = logs.LineLimit()
    for number in range(1_000):
        record = logging.LogRecord("any", logging.ERROR, "", 0, f"{number}", (), None)
        assert limit(record)
    assert len(limit._counts) <= 200
