"""Data files: what may be changed."""

import pickle
import tomllib
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from attrs import evolve, frozen
from editions import (
    card_table,
    load_edition,
    make_edition,
    market_table,
    shipped_file,
    tiny_board,
    write_toml,
)
from hypothesis import given

import livingstone as ls
from livingstone.edition.effect import plain_content
from livingstone.edition.loading import (
    MOST_MOVES,
    check_edition,
    is_shipped,
    shipped_toml,
    structure_edition,
)
from livingstone.game.card_effect import CardEffect, Way
from livingstone.testing import custom_editions, states


@given(custom_editions())
def test_an_edition_that_is_written_to_files_loads_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, edition: ls.Edition
) -> None:
    folder, plain = tmp_path_factory.getbasetemp(), plain_content(edition)
    loaded = load_edition(
        edition.id,
        board=write_toml(folder / "generated_board.toml", plain["board"]),
        cards=write_toml(folder / "generated_cards.toml", {"cards": plain["cards"]}),
    )
    assert check_edition(edition) == []
    assert loaded == evolve(edition, ruleset=loaded.ruleset)


@pytest.mark.parametrize("name", ["board", "cards"])
def test_the_text_of_a_shipped_file_is_the_file(name: Any) -> None:
    assert shipped_toml(name).encode() == shipped_file(f"{name}.toml").read_bytes()


@pytest.mark.parametrize("name", ["rulesets", "Board", ""])
def test_there_are_no_other_shipped_files(name: Any) -> None:
    with pytest.raises(ls.ArgumentError, match="must be one of board, cards"):
        shipped_toml(name)


@pytest.mark.parametrize("ruleset", ["printed", "bga"])
def test_the_shipped_texts_make_the_shipped_editions(ruleset: str, tmp_path: Path) -> None:
    board, cards = (tomllib.loads(shipped_toml(name)) for name in ("board", "cards"))
    assert is_shipped(ls.load_edition(ruleset, board=board, cards=cards))
    assert is_shipped(ls.load_edition(ruleset, board=MappingProxyType(board)))
    (tmp_path / "cards.toml").write_text(shipped_toml("cards"))
    assert is_shipped(ls.load_edition(ruleset, board=board, cards=tmp_path / "cards.toml"))


def test_a_mapping_may_change_afterwards() -> None:
    board = tomllib.loads(shipped_toml("board"))
    edition = ls.load_edition("printed", board=board)
    board["rows"].clear()
    assert len(edition.board.rows) == 6


def test_nothing_in_a_mapping_is_converted() -> None:
    board: Any = tomllib.loads(shipped_toml("board")) | {"tents": "11", "start_coins": True, 7: 7}
    with pytest.raises(ls.DataError) as caught:
        ls.load_edition("printed", board=board, cards={"cards": 7})
    assert caught.value.source == "board and cards"
    assert set(caught.value.problems) == {
        "board: tents: must be a whole number, not '11'",
        "board: start_coins: must be a whole number, not true",
        "board: unknown: 7",
        "cards: cards: must be an array, not 7",
    }


def test_shipped_editions_are_shipped_however_they_were_made() -> None:
    for name in ("printed", "bga"):
        edition = ls.load_edition(name)
        assert is_shipped(edition)
        assert is_shipped(evolve(edition, board=evolve(edition.board)))


def test_an_own_edition_survives_pickling() -> None:
    own = make_edition(tiny_board(), [card_table("lion", "score_points", points=4)])
    assert pickle.loads(pickle.dumps(own)) == own


def test_all_contradictions_of_an_edition_within_a_record_are_told() -> None:
    plain = plain_content(ls.load_edition("printed"))
    plain["board"]["dice"]["sides"] = 5
    plain["cards"] = [plain["cards"][0]] * 2
    card = plain["cards"][0]["id"]
    problems = (
        "rows: a die of 5 sides cannot reach 6 rows",
        f"cards: '{card}' occurs more than once",
    )
    with pytest.raises(ValueError, match=f"^{'; '.join(problems)}$"):
        structure_edition(plain, ())


def test_other_figures_or_another_name_make_another_edition() -> None:
    edition = ls.load_edition("printed")
    assert not is_shipped(evolve(edition, id="bga"))
    assert not is_shipped(evolve(edition, cards=()))
    assert not is_shipped(make_edition(tiny_board(), []))


GEMS = {colour: {"count": 40, "value": 1} for colour in ("clear", "blue", "red")}
FREE = card_table("free", "no_cost_tent")
STONES = {"black": {"count": 0}, **GEMS, "white": {"count": 1}}


def bound(edition: ls.Edition, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return the number of legal moves that an edition is thought to have at most."""
    monkeypatch.setattr("livingstone.edition.loading.MOST_MOVES", 0)
    (problem,) = check_edition(edition)
    return int(problem.split()[4])


def test_r6_6_two_markets_for_forty_gems_of_each_colour_are_too_many() -> None:
    make_edition(tiny_board(stones=STONES), [market_table("market")])
    markets = {"cards": [market_table("one"), market_table("two")]}
    with pytest.raises(ls.DataError, match=f"legal moves, more than {MOST_MOVES}"):
        ls.load_edition("printed", board=tiny_board(stones=STONES), cards=markets)


def test_the_bound_counts_the_kinds_of_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of 4 tents can be moved; there are 2 rows, 2 columns, dice of 2 sides and 9 coins."""
    board = tiny_board(
        tents=9,
        rows=[{"value": 1, "majority": 1}] * 2,
        columns=[{"cost": 1}] * 2,
        dice={"per_player": 2, "sides": 2, "donation": 1},
        coins=[{"value": 1, "count": 9}],
        stones=STONES | {colour: {"count": 1, "value": 1} for colour in GEMS},
    )
    others, builds = 4 + 2 + 3 + 9, 2 * 4
    for cards, expected in (
        ([], others + builds),
        ([card_table("lion", "score_points", points=4)], others + builds + 1),
        ([FREE], others + 2 * builds + 1),
        (
            [card_table("free", "no_cost_tent"), card_table("any", "ignore_die")],
            others + 4 * builds + 2,
        ),
        ([card_table("second", "second_tent")], others + builds + 4 * 4),
        ([market_table("market")], others + builds + 2**3 - 1),
    ):
        edition = make_edition(board, cards)
        with monkeypatch.context() as patch:
            assert bound(edition, patch) == expected


@frozen
class NameSpace(CardEffect):
    """Name a space of the board."""

    at: tuple[int, ...] = (2, 3, 4, 5)
    """The numbers of players with which it names one."""

    def ways(self, players: int) -> tuple[Way, ...]:
        return ("space",) if players in self.at else ("plain",)

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        return state


@pytest.mark.parametrize("at", [(2,), (3, 4), (5,)])
def test_the_bound_counts_each_space_that_an_own_effect_can_name(
    monkeypatch: pytest.MonkeyPatch, at: tuple[int, ...]
) -> None:
    plain = make_edition(tiny_board(), [card_table("lion", "score_points", points=4)])
    own = evolve(plain, cards=(evolve(plain.cards[0], effect=NameSpace(at)),))
    spaces = len(plain.board.rows) * len(plain.board.columns)
    assert spaces > 1
    assert bound(own, monkeypatch) == bound(plain, monkeypatch) - 1 + spaces


@given(states())
def test_no_player_has_more_moves_than_the_bound(state: ls.State) -> None:
    with pytest.MonkeyPatch.context() as patch:
        assert len(ls.legal_moves(state)) <= bound(state.edition, patch)
