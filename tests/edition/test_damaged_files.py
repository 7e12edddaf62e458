"""Data files: whatever is damaged loads or is a data error."""

from pathlib import Path
from typing import Any

import pytest
import tomli_w
from editions import board_table, deck_table, load_edition, new_game, shipped_text
from hypothesis import example, given
from hypothesis import strategies as st

from livingstone import DataError, Edition, validate
from livingstone.edition.loading import check_edition

TEXTS = {"board": shipped_text("board.toml"), "cards": shipped_text("cards.toml")}


SNIPPETS = ("0", "-1", "true", '"4"', "1.9", "[", "]", "{", "}", "=", "\n", "[[cards]]", "é", "#")


@given(
    st.sampled_from(sorted(TEXTS)),
    st.lists(
        st.tuples(
            st.sampled_from(("cut", "insert", "flip")),
            st.integers(0, 6000),
            st.integers(1, 60),
            st.one_of(st.sampled_from(SNIPPETS), st.text(max_size=5)),
        ),
        min_size=1,
        max_size=4,
    ),
)
@example("board", [("cut", 0, 60_000, "")])
def test_a_damaged_file_loads_or_is_a_data_error(
    tmp_path_factory: pytest.TempPathFactory, kind: str, damage: list[tuple[str, int, int, str]]
) -> None:
    text = TEXTS[kind]
    for how, place, length, snippet in damage:
        place %= len(text) + 1
        middle = {"cut": "", "insert": snippet + text[place : place + length]}.get(how, snippet)
        text = text[:place] + middle + text[place + length :]
    assert_loads_or_is_refused(tmp_path_factory, kind, text.encode("utf-8", "surrogatepass"))


PLAIN = st.recursive(
    st.one_of(st.booleans(), st.integers(-5, 20), st.floats(), st.text(max_size=8)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(st.sampled_from(sorted(TEXTS)), st.lists(st.integers(0, 30), max_size=6), PLAIN)
def test_any_value_anywhere_loads_or_is_a_data_error(
    tmp_path_factory: pytest.TempPathFactory, kind: str, way: list[int], value: Any
) -> None:
    table: Any = {"board": board_table, "cards": deck_table}[kind]()
    holder, key = table, next(iter(table))
    for step in way:
        inner = holder[key]
        if not isinstance(inner, dict | list) or not inner:
            break
        keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
        holder, key = inner, keys[step % len(keys)]
    holder[key] = value
    assert_loads_or_is_refused(tmp_path_factory, kind, tomli_w.dumps(table).encode())


def assert_loads_or_is_refused(
    tmp_path_factory: pytest.TempPathFactory, kind: str, content: bytes
) -> None:
    file = tmp_path_factory.getbasetemp() / f"damaged_{kind}.toml"
    file.write_bytes(content)
    loaded = load_or_error(kind, file)
    if isinstance(loaded, DataError):
        assert loaded.source == str(file)
        assert loaded.problems
        assert all(problem.strip() for problem in loaded.problems)
    else:
        assert check_edition(loaded) == []
        assert validate(new_game(loaded.board.players.least, edition=loaded, seed=1)) == []


def load_or_error(kind: str, file: Path) -> Edition | DataError:
    try:
        return load_edition("bga", **{kind: file})
    except DataError as error:
        return error
