"""Arguments that reach compiled code: whatever is given, nothing crashes, and nothing is answered.

Each public function of the rooms whose values reach compiled code is in `CALLS` or in `HARMLESS`.
The calls are made in a process of their own, since compiled code checks no index.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from math import inf, nan
from random import Random
from typing import Any, NamedTuple

import pytest

pytest.importorskip("numba")
pytest.importorskip("gymnasium")

import numpy as np
from attrs import evolve
from list_public_names import lines
from programs import run_python

import livingstone as ls
from livingstone import envs, kernel, players, reviews
from livingstone.envs.vector import LivingstoneVectorEnv
from livingstone.game.moves import StoneDraw
from livingstone.kernel import Episodes, Kernel, roll_out_shares
from livingstone.players import GreedyBot, IsmctsBot, LearnedBot

ROOMS = kernel, reviews, envs, players
HUGE = 2**200
NO_NUMBER: list[Any] = [None, "2", 1.5, nan, inf, [2], np.array([1, 2]), np.float64(2)]
"""What is not a whole number."""
NO_ARRAY: list[Any] = [None, "states", 3, [[0]], b"", object()]


class Call(NamedTuple):
    """A call that is answered with `arguments`, and hostile values of single arguments."""

    function: Callable[..., object]
    arguments: Callable[[], dict[str, Any]]
    hostile: dict[str, list[Any]]


STATE = ls.new_game(2, seed=7)
OTHER = ls.new_game(3, seed=7)
OF_TWO = Kernel.of("printed", 2)
VIEW = ls.view(STATE, 0)
NOT_TO_MOVE = ls.view(STATE, 1)


def begun() -> Any:
    """Make four games of two players in which a player is to move, and their sources of chance."""
    states, luck = OF_TWO.new_games(4), OF_TWO.luck(range(4))
    OF_TWO.step(states, np.full(4, -1), luck)
    return states, luck


ARRAY = begun()[0][0]


def broken_arrays() -> Iterator[Any]:
    """Make arrays of the right form that hold no state: each figure out of its bounds."""
    for place in range(len(ARRAY)):
        for value in (-32768, -1, 99, 32767):
            array = ARRAY.copy()
            array[place] = value
            if value == 99 and place % 7:
                continue  # some of the small ones are enough
            yield array
    rng = np.random.default_rng(1)
    for _ in range(50):
        yield rng.integers(-32768, 32767, len(ARRAY)).astype(np.int16)


def valid(array: Any) -> bool:
    """Return whether an array holds a state after all, such as one with more points."""
    try:
        return ls.validate(OF_TWO.decode(array)) == []
    except ls.ArgumentError:
        return False


BROKEN = [array for array in broken_arrays() if not valid(array)]
FORMS: list[Any] = [
    *NO_ARRAY,
    ARRAY.astype(np.int64),
    ARRAY.astype(">i2"),
    ARRAY[:-1],
    np.repeat(ARRAY, 2)[::2],
    Kernel.of("printed", 3).new_games(1)[0],
    np.ma.masked_array(ARRAY),
]
"""What has not the form of a state."""
ONE = [*FORMS, ARRAY[None], *BROKEN]
MANY = [*(own[None] for own in FORMS[len(NO_ARRAY) : -1]), *NO_ARRAY, ARRAY]
MANY += [begun()[0][:, ::-1], np.asfortranarray(begun()[0])]
MANY_BROKEN = [np.stack([ARRAY, own]) for own in BROKEN]
SEEDS: list[Any] = [*NO_NUMBER, -1, HUGE]
COUNTS: list[Any] = [*NO_NUMBER, -1, HUGE]
THREADS: list[Any] = [*COUNTS, 0]
SEATS: list[Any] = ["0", 1.5, nan, -1, 2, HUGE, [0]]
STATES: list[Any] = [
    None, "state", VIEW, OTHER, ls.new_game(2, seed=7, edition="bga"), STATE.changed(boat=77),
    STATE.changed(bank=-5), STATE.changed(bank=10**9), STATE.changed(die=9),
    STATE.changed(current_player=2), STATE.changed(dice=(0, 2)), STATE.changed(dice=(99,)),
    STATE.changed(players=()), STATE.changed(pending=StoneDraw(10**6)),
    STATE.changed(players=(STATE.players[0].changed(hand=("nothing",)), STATE.players[1])),
    STATE.changed(players=(STATE.players[0].changed(tents=((99,),)), STATE.players[1])),
    STATE.changed(players=(STATE.players[0].changed(coins=10**9), STATE.players[1])),
]  # fmt: skip
VIEWS: list[Any] = [
    None, "view", STATE, NOT_TO_MOVE, evolve(VIEW, boat=77), evolve(VIEW, current_player=9),
    evolve(VIEW, bank=-5), evolve(VIEW, die=99), evolve(VIEW, dice_taken=-1, die=3),
]  # fmt: skip
MOVES: list[Any] = [
    None, "take 3", 3, [ls.TakeDie(3)], ls.TakeDie(99), ls.TakeDie(-1), ls.TakeDie(HUGE),
    ls.Donate(10_000), ls.Donate(0), ls.Donate(HUGE), ls.BuildTent(2000), ls.BuildTent(-1),
    ls.BuildTent(1, ("market",)), ls.BuildTent(1, ("lion", "lion")), ls.SellGems("red", 10**6),
    ls.BuildTent(1, (), ls.Space(99, 99)), ls.PlayCard("nothing"), ls.PlayCard("lion", ls.Gems(1)),
    ls.PlayCard("second_tent", None, ls.Space(1, 1), ls.Space(1, 1)),
    ls.PlayCard("market", ls.Gems(999)), ls.SellGems("green", 1),  # type: ignore[arg-type]
]  # fmt: skip
CODES: list[Any] = [*NO_NUMBER, -1, 0, HUGE, 2**63 - 1, 8 << 48 | 1, 50_000 << 32, 9 << 48]
STEPS: list[Any] = [
    None, "moves", [0.0] * 4, np.full(4, np.nan), np.full(3, -1), np.full((4, 1), -1), [HUGE] * 4,
    np.full(4, -2), np.full(4, 2**64 - 1, np.uint64), np.zeros(4, np.int64), np.full(4, True),
    np.full(4, 8 << 48), np.full(4, 50_000 << 32), np.full(4, 7 << 48 | 9999 << 32),
    np.full(4, 2**63 - 1),
]  # fmt: skip
LUCKS: list[Any] = [
    *NO_ARRAY, np.zeros((4, 14)), np.zeros((4, 13), np.uint64), np.zeros((3, 14), np.uint64),
    np.full((4, 14), 2**64 - 1, np.uint64),
]  # fmt: skip
OUTS: list[Any] = ["out", 3, np.zeros(3), np.zeros((4, 7), np.float32), np.zeros((4, 7), np.bool_)]
LINEUPS: list[Any] = [
    None, [["greedy"]], [["greedy"] * 3], [["ismcts"] * 2], [[None] * 2], [["greedy", 3]],
    [[(1.5, 0.0), "greedy"]], [[(-1, 0.0), "greedy"]], [[(10**9, 0.0), "greedy"]],
    [[(1, nan), "greedy"]], [[(1, -1.0), "greedy"]], [[(1, "0"), "greedy"]], [[(1,), "greedy"]],
]  # fmt: skip
EDITIONS: list[Any] = [None, "nothing", 3, STATE, ["printed"]]
PLAYERS: list[Any] = [*NO_NUMBER, 0, 1, 6, -1, HUGE]
TIMES: list[Any] = ["1", 0, -1.0, nan, inf, [1.0]]
PLANS: list[Any] = [3, None, *([move] for move in MOVES), (ls.TakeDie(3), ls.TakeDie(2))]


def episodes() -> Episodes:
    """Begin four games of a learner against `random`."""
    made = Episodes(OF_TWO, 4, ["random"], "win")
    made.begin(**beginning())
    return made


def beginning() -> dict[str, Any]:
    """Make the arguments with which four games begin."""
    ones = np.ones((4, 2), np.uint64)
    return {"rows": np.arange(4), "seeds": ones, "seats": np.zeros(4, np.int64), "bot_seeds": ones}


def of_episode(rows: Any = None, codes: Any = None) -> object:
    """Step in games that have begun; without codes, by the first legal moves."""
    games = episodes()
    first = OF_TWO.actions[OF_TWO.legal_mask(games.states).argmax(axis=1)]
    games.step(np.arange(4) if rows is None else rows, first if codes is None else codes)
    return games


def vector_step(actions: Any = None) -> object:
    """Step in environments that have begun; without actions, by the first legal ones."""
    games = LivingstoneVectorEnv(4)
    _, info = games.reset(seed=7)
    return games.step(info["action_mask"].argmax(axis=1) if actions is None else actions)


ROWS: list[Any] = [
    None, "rows", [1.0], np.array([0, 0, 1, 2]), np.array([-1, 0, 1, 2]), np.array([0, 1, 2, 4]),
    np.array([3, 2, 1, 0]), np.array([0, 1, 2, 2**62]), np.arange(3), np.arange(4).reshape(4, 1),
]  # fmt: skip
WORDS: list[Any] = [
    None, "words", np.ones((4, 2)), np.full((4, 2), -1), np.ones((4, 3), np.uint64),
    np.ones((3, 2), np.uint64), np.ones(4, np.uint64), [[HUGE] * 2] * 4,
]  # fmt: skip
RECORD = ls.Record.of(STATE, [ls.TakeDie(3)])


def of(**arguments: Any) -> Callable[[], dict[str, Any]]:
    """Return what makes the arguments of a call."""
    return lambda: dict(arguments)


def stepped() -> dict[str, Any]:
    """Make the arguments of a step."""
    states, luck = begun()
    return {
        "states": states,
        "moves": OF_TWO.actions[OF_TWO.legal_mask(states).argmax(axis=1)],
        "luck": luck,
    }


def states_of() -> dict[str, Any]:
    """Make the argument of what takes states."""
    return {"states": begun()[0]}


CALLS: dict[str, Call] = {
    "kernel Kernel.of": Call(
        Kernel.of, of(edition="printed", players=2), {"edition": EDITIONS, "players": PLAYERS}
    ),
    "kernel Kernel": Call(
        Kernel, of(edition=STATE.edition, players=2), {"edition": EDITIONS, "players": PLAYERS}
    ),
    "kernel Kernel.apply": Call(
        OF_TWO.apply,
        of(array=ARRAY, action=OF_TWO.legal_moves(ARRAY)[0]),
        {"array": ONE, "action": MOVES},
    ),
    "kernel Kernel.card_counts": Call(
        OF_TWO.card_counts, of(pile=STATE.draw_pile), {"pile": [None, 3, [("nothing", 1)]]}
    ),
    "kernel Kernel.check": Call(OF_TWO.check, states_of, {"states": [*MANY, *MANY_BROKEN]}),
    "kernel Kernel.code": Call(OF_TWO.code, of(move=ls.TakeDie(3)), {"move": MOVES}),
    "kernel Kernel.decode": Call(OF_TWO.decode, of(array=ARRAY), {"array": ONE}),
    "kernel Kernel.dice_counts": Call(
        OF_TWO.dice_counts, of(dice=(2, 3)), {"dice": [None, 3, (0,), (7,), (-1,), (1.5,), ("2",)]}
    ),
    "kernel Kernel.encode": Call(OF_TWO.encode, of(state=STATE), {"state": STATES}),
    "kernel Kernel.greedy": Call(
        OF_TWO.greedy,
        of(array=ARRAY, weights=None),
        {
            "array": [*ONE, OF_TWO.new_games(1)[0]],
            "weights": ["greedy", 3, {}, players.Assumptions()],
        },
    ),
    "kernel Kernel.legal_mask": Call(
        OF_TWO.legal_mask, lambda: states_of() | {"out": None}, {"states": MANY, "out": OUTS}
    ),
    "kernel Kernel.legal_moves": Call(OF_TWO.legal_moves, of(array=ARRAY), {"array": ONE}),
    "kernel Kernel.luck": Call(
        OF_TWO.luck, of(seeds=[1, 2]), {"seeds": [None, 3, *([own] for own in SEEDS)]}
    ),
    "kernel Kernel.move": Call(OF_TWO.move, of(code=OF_TWO.code(ls.TakeDie(3))), {"code": CODES}),
    "kernel Kernel.new_games": Call(OF_TWO.new_games, of(count=2), {"count": COUNTS}),
    "kernel Kernel.observe": Call(
        OF_TWO.observe,
        lambda: states_of() | {"out": None, "seats": None},
        {
            "states": MANY,
            "out": OUTS,
            "seats": [3, "0011", [0, 1], [0] * 5, *([own] * 4 for own in SEATS)],
        },
    ),
    "kernel Kernel.play": Call(
        OF_TWO.play,
        of(bots=[["greedy", (1, 0.0)]], seeds=[7], bot_seeds=[[1, 2]], threads=1),
        {
            "bots": LINEUPS,
            "seeds": [None, 3, [], [1, 2], *([own] for own in SEEDS)],
            "bot_seeds": [None, [], [[1]], [[1, 2, 3]], *([[own] * 2] for own in SEEDS)],
            "threads": THREADS,
        },
    ),
    "kernel Kernel.play_random": Call(
        OF_TWO.play_random, of(games=2, seed=7), {"games": COUNTS, "seed": SEEDS}
    ),
    "kernel Kernel.roll_out": Call(
        OF_TWO.roll_out,
        lambda: states_of() | {"seed": 7, "threads": 1},
        {"states": [*MANY, *MANY_BROKEN], "seed": SEEDS, "threads": THREADS},
    ),
    "kernel Kernel.sample": Call(
        OF_TWO.sample,
        of(array=ARRAY, seat=0, count=2, seed=7),
        {"array": ONE, "seat": SEATS, "count": COUNTS, "seed": [*SEEDS, 2**64]},
    ),
    "kernel Kernel.shares": Call(OF_TWO.shares, states_of, {"states": [*MANY, *MANY_BROKEN]}),
    "kernel Kernel.step": Call(
        OF_TWO.step, stepped, {"states": MANY, "moves": STEPS, "luck": LUCKS}
    ),
    "kernel Episodes": Call(
        Episodes,
        of(kernel=OF_TWO, count=2, bots=["random"], reward="win"),
        {
            "kernel": [None, "printed", STATE.edition],
            "count": [*COUNTS, 0],
            "bots": [None, 3, ["random"] * 2, ["ismcts"], [None]],
            "reward": [None, "luck", 0],
        },
    ),
    "kernel Episodes.begin": Call(
        episodes().begin,
        beginning,
        {
            "rows": ROWS,
            "seeds": WORDS,
            "bot_seeds": WORDS,
            "seats": [None, "0000", np.zeros(4), *(np.full(4, own) for own in (-2, -1, 2, 2**60))],
        },
    ),
    "kernel Episodes.step": Call(
        of_episode, of(rows=None, codes=None), {"rows": ROWS[1:], "codes": [*STEPS[1:], [-1] * 4]}
    ),
    "kernel roll_out_shares": Call(
        roll_out_shares,
        lambda: {
            "kernel": OF_TWO,
            "states": begun()[0],
            "rows": [0, 3],
            "seeds": [1, 2],
            "counts": 0,
            "threads": 1,
        },
        {
            "kernel": [None, "printed"],
            "states": [*MANY, *MANY_BROKEN],
            "threads": THREADS,
            "rows": [None, 0, [0], [0, 4], [-1, 0], [0.0, 1.0], [0, HUGE], ["0", "1"], [[0, 1]]],
            "seeds": [None, 1, [1], [-1, 2], [0.5, 1.0], [1, HUGE], ["1", "2"]],
            "counts": [None, -1, 0.5, "0", 2**32, HUGE, [1, 2], np.zeros((3, 4), np.int64)],
        },
    ),
    "reviews hint": Call(
        reviews.hint,
        of(view=VIEW, seconds=0.01, seed=0, tried=()),
        {"view": VIEWS, "seconds": [None, *TIMES], "seed": SEEDS, "tried": PLANS},
    ),
    "reviews review": Call(
        reviews.review,
        of(record=RECORD, rollouts=2, seat=None, seed=0),
        {
            "record": [None, "record", STATE, VIEW],
            "seat": SEATS,
            "seed": SEEDS,
            "rollouts": [*NO_NUMBER[1:], 0, 1, -1, HUGE],
        },
    ),
    "envs LivingstoneVectorEnv": Call(
        LivingstoneVectorEnv,
        of(num_envs=2),
        {
            "num_envs": [*COUNTS, 0],
            "players": PLAYERS,
            "threads": [*NO_NUMBER, 0, -1],
            "seat": [*SEATS[1:], "nobody"],
            "opponents": [3, ["ismcts"], ["greedy"] * 3],
            "reward": [None, "luck"],
            "edition": EDITIONS,
            "max_episode_steps": [*NO_NUMBER[1:], 0, -1, HUGE],
        },
    ),
    "envs LivingstoneVectorEnv.reset": Call(
        LivingstoneVectorEnv(4).reset,
        of(seed=7),
        {"seed": ["7", 1.5, nan, -1, HUGE, [1, 2], [1.5] * 4, np.full(4, -1), np.ones((4, 2))]},
    ),
    "envs LivingstoneVectorEnv.step": Call(
        vector_step, of(actions=None), {"actions": [*STEPS[1:], np.full(4, 6369), [9999] * 4]}
    ),
    "players LearnedBot": Call(
        LearnedBot,
        of(tries=5),
        {
            "tries": [*NO_NUMBER[1:], -1, HUGE],
            "seconds": TIMES,
            "level": [3, "master", nan],
            "temperature": ["1", -1.0, nan, inf, [1.0]],
        },
    ),
    "players LearnedBot.choose": Call(
        LearnedBot(tries=2).choose,
        of(view=VIEW, rng=Random(1), seconds=None),
        {"view": VIEWS, "rng": [None, 7, "rng"], "seconds": TIMES},
    ),
}
"""The functions whose values reach compiled code, by room and name, with hostile values."""

PLAIN: dict[str, Call] = {
    "players GreedyBot.choose": Call(
        GreedyBot().choose, of(view=VIEW, rng=Random(1)), {"view": [None, "view", NOT_TO_MOVE]}
    ),
    "players IsmctsBot.choose": Call(
        IsmctsBot(1).choose, of(view=VIEW, rng=Random(1)), {"view": [None, "view", NOT_TO_MOVE]}
    ),
}
"""The same for those that play in Python."""

NOTHING_COMPILED = {
    "envs": "ActionRange ActionSpace AgentBot BotPolicy IllegalActionError InformationState Layout"
    " EnvironmentOptions LivingstoneEnv Observation Observer Part Reward as_bot as_policy"
    " export_episodes livingstone_v0 observe openspiel rewards_of",
    "kernel": "Games PlayedGame PlayedSeat RandomGames UnsupportedEditionError cache_folder"
    " is_compiled make_cache_writable prepare",
    "players": "Assumptions BlindBot Bot BotError BotProcess GreedyBot IsmctsBot ProcessError"
    " ProgramProcess RandomBot Weights check_bots known_players load_player load_weights options_of"
    " name_without_options start_bot weights_for",
    "reviews": "Choice Estimate Hint HintedPlan Luck Reason Review SeatSummary chart curve"
    " describe_best describe_choice describe_hidden describe_legend describe_luck describe_mark"
    " describe_plan describe_play describe_played describe_reason describe_review describe_seats"
    " describe_why great_moments summary_table worst",
}
"""Names that hand nothing to compiled code but by functions that are listed above."""
FIGURES = {
    "envs LivingstoneVectorEnv.close_extras",
    "kernel Kernel.actions", "kernel Kernel.cards_of", "kernel Episodes.is_over",
    "kernel Episodes.learners", "players LearnedBot.least_seconds", "players LearnedBot.settings",
}  # fmt: skip
"""Members that take nothing, or numbers that the kernel counted."""
REFUSED = TypeError, AttributeError, ls.LivingstoneError
"""A wrong type may end in any `TypeError`, or miss an attribute."""


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.__name__)
def test_each_public_function_is_listed(room: Any) -> None:
    short = room.__name__.removeprefix("livingstone.")
    names = [line.removeprefix("livingstone.").partition("(")[0].strip() for line in lines(room)]
    harmless = NOTHING_COMPILED[short].split()
    unlisted = {name for name in names if name.split()[1].partition(".")[0] not in harmless}
    assert unlisted - FIGURES == {name for name in CALLS if name.startswith(f"{short} ")}


def refusals(call: Call) -> Iterator[tuple[str, Any, str]]:
    """Make a call with each hostile value; yield the values that are answered, or fail badly."""
    for name, values in call.hostile.items():
        for value in values:
            try:
                call.function(**call.arguments() | {name: value})
            except REFUSED:
                continue
            except Exception as error:
                yield name, value, repr(error)
            else:
                yield name, value, "answered"


def test_hostile_values_are_refused_and_crash_nothing() -> None:
    """A process of its own runs this file; where it crashes, its last line tells the call."""
    begin = f"import runpy, sys; sys.path[:0] = {sys.path!r}"
    run = f"runpy.run_path({__file__!r}, run_name='__main__')"
    made = run_python("-X", "faulthandler", "-c", f"{begin}; {run}")
    *problems, last = made.stdout.splitlines()
    assert (made.returncode, problems, last) == (0, [], "done"), made.stderr[-2000:]


FIGURES_DRAWN = -32768, -99, -1, 0, 1, 2, 5, 30, 99, 300, 32767


def step_through_garbage() -> None:
    """Let steps, masks and observations meet states with wrong figures, which they may answer."""
    rng, start = np.random.default_rng(2), OF_TWO.new_games(1)[0]
    for number in range(500):
        states, luck = np.stack([[ARRAY, start][number % 2]] * 4), OF_TWO.luck(range(4))
        for _ in range(rng.integers(1, 12)):
            row, place = rng.integers(4), rng.integers(len(ARRAY))
            states[row, place] = FIGURES_DRAWN[rng.integers(len(FIGURES_DRAWN))]
        for _ in range(5):
            with suppress(*REFUSED):
                OF_TWO.observe(states)
                mask = OF_TWO.legal_mask(states)
                chosen = (rng.random(mask.shape) * mask).argmax(axis=1)
                moves = np.where(mask.any(axis=1), OF_TWO.actions[chosen], -1)
                OF_TWO.step(states, moves, luck)


def main() -> None:
    """Make each call as it should be made, and then with hostile values; tell what went wrong."""
    for name, call in (CALLS | PLAIN).items():
        sys.stderr.write(f"{name}\n")
        call.function(**call.arguments())
        for argument, value, problem in refusals(call):
            sys.stdout.write(
                f"{name} {argument}: {value!r:.100}: {problem}\n".replace("\n", " ") + "\n"
            )
    sys.stderr.write("garbage\n")
    step_through_garbage()
    sys.stdout.write("done\n")


if __name__ == "__main__":
    main()
