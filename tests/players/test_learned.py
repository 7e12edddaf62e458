"""The player `learned`: options, levels, limits of time, and what it does without its kernel."""

import pytest

pytest.importorskip("numba")

from random import Random
from time import thread_time

from attrs import evolve, frozen
from hypothesis import given, settings
from hypothesis import strategies as st

import livingstone as ls
from livingstone.edition.types import Card, CardNames
from livingstone.effects import GainCoins
from livingstone.players import LearnedBot, learned
from livingstone.players.learned import LEVELS, PROBE, search_within
from livingstone.support import machine
from livingstone.support.limits import MOST_TRIES
from livingstone.support.machine import MissingExtraError
from livingstone.testing import shipped_editions, states, views

PRINTED = ls.load_edition("printed")
START = ls.view(ls.new_game(2, seed=7), 0)
VIEWS = views(states(shipped_editions())).filter(lambda view: bool(view.legal_moves))


@frozen
class CollectCoins(GainCoins):
    """An effect that the compiled game does not know."""


@given(VIEWS, st.integers(0, 9))
def test_equal_random_numbers_give_equal_legal_choices(view: ls.View, seed: int) -> None:
    for bot in (LearnedBot(tries=9), LearnedBot(tries=0)):
        move = bot.choose(view, Random(seed))
        assert move in view.legal_moves
        assert bot.choose(view, Random(seed)) == move


@settings(max_examples=5)
@given(VIEWS)
def test_every_level_chooses_a_legal_move(view: ls.View) -> None:
    for level in LEVELS:
        assert ls.load_player(f"learned:level={level}").choose(view, Random(1)) in view.legal_moves


def test_levels_become_stronger() -> None:
    temperatures = [level.temperature for level in LEVELS.values()]
    assert len(LEVELS) == 6
    assert temperatures == sorted(temperatures, reverse=True)
    assert temperatures[-1] == 0


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("learned:tries=-1", "tries must be a whole number from 0"),
        ("learned:seconds=0", "seconds must be a number above 0"),
        ("learned:seconds=0.0001", "enough for some tries"),
        ("learned:temperature=-1", "temperature must be a number above 0, not -1"),
        ("learned:temperature=hot", "temperature must be a number, not 'hot'"),
        ("learned:level=master", "level must be one of newcomer, .*pathfinder: 'master'"),
        ("learned:level=porter,tries=9", "a level sets tries and temperature"),
    ],
)
def test_wrong_options_are_refused(name: str, problem: str) -> None:
    with pytest.raises(ls.ArgumentError, match=problem):
        ls.load_player(name)


def test_a_limit_may_be_the_least() -> None:
    bot = LearnedBot(seconds=0.001)
    assert bot.seconds == bot.least_seconds == 0.001


def test_a_limit_of_seconds_is_kept() -> None:
    bot = LearnedBot(seconds=0.02)
    bot.choose(START, Random(0))  # loads what is compiled
    start = thread_time()
    for seed in range(10):
        assert bot.choose(START, Random(seed)) in START.legal_moves
    assert thread_time() - start < 1
    assert bot.least_seconds == 0.02
    assert bot.choose(START, Random(1), seconds=0.01) in START.legal_moves


@pytest.mark.parametrize("limit", [0.01, 0.1, 1.0])
@pytest.mark.parametrize(
    ("columns", "each"), [(10, 1e-5), (100, 1e-5), (100, 9e-3), (100, 0.3)], ids=str
)
def test_tries_fill_a_limit_of_seconds_on_any_board(
    monkeypatch: pytest.MonkeyPatch, columns: int, each: float, limit: float
) -> None:
    spent, tried = [0.0], list[int]()

    def search(tries: int) -> int:
        tried.append(tries)
        few = tries <= PROBE and columns == 10  # which cost less
        spent[0] += 3e-4 + each * tries * (0.5 if few else 1)
        return tries

    monkeypatch.setattr(learned, "processor_time", lambda: spent[0])
    board = evolve(PRINTED.board, columns=PRINTED.board.columns * (columns // 10))
    view = ls.view(ls.new_game(2, seed=7, edition=evolve(PRINTED, board=board)), 0)
    assert search_within(view, search, 0.0, limit, MOST_TRIES) == tried[-1]
    once = 3e-4 + each
    assert spent[0] < 1.3 * limit or tried == [1], "it is not exceeded by much"
    assert tried[-1] * each > 0.4 * limit or once > 0.1 * limit, "and most of it is used"


def test_it_searches_by_games_of_greedy_where_figures_are_far_and_says_so() -> None:
    far = evolve(PRINTED, board=evolve(PRINTED.board, tents=20))
    view = ls.view(ls.new_game(2, seed=7, edition=far), 0)
    with pytest.warns(RuntimeWarning, match="other figures than those of Kernel.of"):
        assert LearnedBot(tries=9).choose(view, Random(1)) in view.legal_moves


def test_r1_6_ismcts_chooses_where_an_effect_is_not_known() -> None:
    card = Card("own", 1, CollectCoins(3), CardNames("Own"), "Own.")
    edition = evolve(PRINTED, cards=(*PRINTED.cards, card))
    view = ls.view(ls.new_game(2, seed=7, edition=edition), 0)
    assert LearnedBot(seconds=0.05).choose(view, Random(1)) in view.legal_moves  # no warning


def test_without_numba_it_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "find_spec", lambda name: None)
    message = r"learned bots need numba: pip install 'livingstone\[fast\]'"
    with pytest.raises(MissingExtraError, match=message):
        LearnedBot()
    with pytest.raises(ls.ArgumentError, match=message):
        ls.load_player("learned")
