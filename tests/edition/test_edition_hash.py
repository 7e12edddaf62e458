"""The hash of an edition is that of what decides a game."""

import copy
import re
import tomllib
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

import livingstone as ls
from livingstone.edition.loading import shipped_toml

FILES: dict[str, Any] = {name: tomllib.loads(shipped_toml(name)) for name in ("board", "cards")}
PROSE = re.compile(r"names\.\w+$|text$|inferred")
LISTS = {"coins", "cards"}
"""The lists whose order decides nothing."""


def leaves(plain: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """List the paths of all figures and texts."""
    items = plain.items() if isinstance(plain, dict) else enumerate(plain)
    found = list[tuple[Any, ...]]()
    for key, part in items:
        is_leaf = not isinstance(part, dict | list) or key == "inferred"
        found += [(*path, key)] if is_leaf else leaves(part, (*path, key))
    return found


def lists(plain: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """List the paths of all lists of tables."""
    if not isinstance(plain, dict):
        return [path] if isinstance(plain, list) and isinstance(plain[0], dict) else []
    return [found for key, part in plain.items() for found in lists(part, (*path, key))]


def at(plain: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        plain = plain[key]
    return plain


def load(files: dict[str, Any]) -> ls.Edition:
    return ls.load_edition("printed", **files)


@st.composite
def edits(draw: st.DrawFn) -> tuple[dict[str, Any], bool]:
    """Edit one place of one file: return the files, and whether a game can differ."""
    files = copy.deepcopy(FILES)
    name = draw(st.sampled_from(sorted(files)))
    if draw(st.integers(0, 3)) == 0:
        path = draw(st.sampled_from(lists(files[name])))
        before = list(at(files[name], path))
        at(files[name], path)[:] = draw(st.permutations(before))
        decisive = [
            [{key: part for key, part in entry.items() if key != "inferred"} for entry in each]
            for each in (before, at(files[name], path))
        ]
        return files, path[-1] not in LISTS and decisive[0] != decisive[1]
    *parents, key = draw(st.sampled_from(leaves(files[name])))
    table = at(files[name], tuple(parents))
    match table[key]:
        case int() as figure:
            table[key] = draw(st.integers(max(figure - 2, 0), figure + 2))
        case list():
            table[key] = []
        case str() as text:
            table[key] = draw(st.sampled_from([text, f"{text}_x", "score_points"]))
    is_prose = PROSE.search(".".join(map(str, (*parents, key))))
    return files, not is_prose and table[key] != at(FILES[name], (*parents, key))


@given(edits())
def test_what_decides_a_game_changes_the_hash_and_nothing_else_does(
    edited: tuple[dict[str, Any], bool],
) -> None:
    files, decides = edited
    try:
        edition = load(files)
    except ls.DataError:
        assume(False)
    before = ls.load_edition("printed")
    assert (edition.hash != before.hash) == decides
    if not decides:
        text = ls.to_json(ls.new_game(3, seed=7, edition=before))
        assert ls.from_json(text, "state").dice == ls.new_game(3, seed=7, edition=edition).dice
        assert game(edition) == game(before)


def game(edition: ls.Edition) -> list[tuple[ls.Move, ...]]:
    """Play a few moves: return all that were legal."""
    state, listed = ls.new_game(3, seed=7, edition=edition), list[tuple[ls.Move, ...]]()
    for number in range(60):
        listed.append(ls.legal_moves(state))
        state = ls.apply(state, listed[-1][number * 7 % len(listed[-1])])
    return listed


def test_money_counts_and_its_coins_do_not() -> None:
    files = copy.deepcopy(FILES)
    files["board"]["coins"][0]["count"] -= 3
    files["board"]["coins"][1]["count"] += 1
    assert load(files).hash == ls.load_edition("printed").hash


def test_a_record_with_its_edition_is_written_whole_and_read() -> None:
    start = ls.new_game(2, seed=7)
    short, whole = (ls.Record.of(start, [ls.Donate(2)], embed_edition=it) for it in (False, True))
    for record in (short, whole, whole.seen_by(1)):
        assert ls.loads(ls.dumps(record)) == ls.from_json(ls.to_json(record), "record") == record
        assert ("neighbour_fee" in ls.dumps(record)) == record.embed_edition
        assert ("neighbour_fee" in ls.to_json(record)) == record.embed_edition
    own = load({"board": FILES["board"] | {"tents": 12}})
    assert ls.Record.of(ls.new_game(2, edition=own), []).embed_edition
