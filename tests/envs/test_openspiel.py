"""The game for OpenSpiel: what OpenSpiel's suites do not look at."""

import pytest

pytest.importorskip("pyspiel")

import copy
import pickle
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
from editions import board_table, card_table, make_edition, tiny_board
from open_spiel.python.algorithms import ismcts, mcts
from openspiel_agents import lowest, uniform
from openspiel_games import load, played

import livingstone as ls
from livingstone.envs import IllegalActionError
from livingstone.envs.openspiel import (
    NAME,
    PARAMETERS,
    LivingstoneGame,
    as_bot,
    as_openspiel_bot,
    most_outcomes,
)

SAMPLER = pyspiel.UniformProbabilitySampler(0.0, 1.0)


def test_the_game_is_found_by_its_name_and_loaded_with_defaults() -> None:
    assert NAME in pyspiel.registered_names()
    game = pyspiel.load_game(NAME)
    assert game.num_players() == 3
    assert game.get_parameters() == PARAMETERS
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (0, 1, None)
    with pytest.raises(ls.ArgumentError, match="observations have no parameters: colour"):
        load().make_py_observer(None, {"colour": 1})


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"players": 7}, "players must be a whole number from 2 to 5: 7"),
        ({"edition": "japanese"}, "japanese"),
        ({"reward": "money"}, "reward must be one of win, rank, margin: 'money'"),
        ({"max_game_length": 0}, "max_game_length must be a whole number, 1 or more: 0"),
        ({"history": 0}, "history must be a whole number from 1 to 100000: 0"),
        ({"board": "no_such_file.toml"}, "no_such_file.toml"),
    ],
)
def test_parameters_that_are_not_possible_are_refused(
    parameters: dict[str, Any], message: str
) -> None:
    with pytest.raises(ls.LivingstoneError, match=message.replace("(", r"\(")):
        LivingstoneGame(parameters)


@pytest.mark.parametrize("players", [2, 5])
def test_probabilities_are_those_of_the_rules(players: int) -> None:
    state = load(players=players).new_initial_state()
    exact = ls.chance_outcomes(state.node.state)
    for (number, probability), event in zip(state.chance_outcomes(), exact, strict=True):
        assert state.node.outcomes[number] == (event, probability)
        assert probability == float(exact[event])
    assert sum(exact.values()) == Fraction(1)


@pytest.mark.parametrize("number", [-1, 10**6])
def test_an_action_that_is_not_legal_is_refused_and_the_state_stays(number: int) -> None:
    state = played(load(), seed=3, most=20)
    before = str(state)
    with pytest.raises(IllegalActionError, match="is not possible now"):
        state.node.after(number)
    illegal = next(n for n in range(1390) if n not in state.legal_actions())
    with pytest.raises(IllegalActionError, match="is not possible now"):
        state.apply_action(illegal)
    assert str(state) == before
    state.apply_action(state.legal_actions()[0])
    over = played(load(), seed=3)
    with pytest.raises(IllegalActionError, match="not to move"):
        over.node.after(0)
    with pytest.raises(IllegalActionError, match="there is no outcome 462"):
        load().new_initial_state().node.after(462)
    with pytest.raises(ls.ArgumentError, match="there is no outcome 9999"):
        load().new_initial_state().action_to_string(pyspiel.PlayerId.CHANCE, 9999)


def test_r2_7_a_game_that_is_too_long_ends_without_a_winner() -> None:
    for reward, utility in (("win", 0.0), ("rank", 0.5), ("margin", 0.0)):
        state = played(load(max_game_length=7, reward=reward), seed=3)
        assert state.is_terminal()
        assert sum(action.player >= 0 for action in state.full_history()) == 7  # not chance
        assert not state.node.state.is_over
        assert state.returns() == [utility] * 3
        assert (state.legal_actions(), state.legal_actions(0)) == ([], [])
        before = state.history()
        with pytest.raises(IllegalActionError, match="the game has ended"):
            state.apply_action(state.node.numbers[0])
        assert state.history() == before
        with pytest.raises(ls.ArgumentError, match="no move to choose: the game has ended"):
            as_openspiel_bot("greedy").step(state)


@pytest.mark.parametrize("players", [2, 4])
def test_r10_2_resampled_states_look_the_same_to_the_seat_and_differ_for_others(
    players: int,
) -> None:
    state, hidden = played(load(players=players), seed=8, most=120), set[str]()
    for seat in range(players):
        for _ in range(3):
            other = state.resample_from_infostate(seat, SAMPLER)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert other.current_player() == state.current_player()
            hidden.add(str(other))
            again = pickle.loads(pickle.dumps(other.node))
            assert again.information(seat) == state.node.information(seat)
            rival = (seat + 1) % players  # remembers nothing, but knows its hand
            text = other.information_state_string(rival)
            assert text == f"p{rival}\n{other.observation_string(rival)}\n"
    assert len(hidden) > 1


@pytest.mark.parametrize(
    ("public", "secrets", "recall", "parts"),
    [
        (True, "SINGLE_PLAYER", False, {"bank", "purse"}),
        (True, "NONE", False, {"bank"}),
        (False, "SINGLE_PLAYER", False, {"purse"}),
        (True, "SINGLE_PLAYER", True, {"bank", "purse", "history"}),
        (True, "NONE", True, {"bank", "history"}),
        (True, "ALL_PLAYERS", False, None),
        (False, "NONE", False, None),
        (False, "SINGLE_PLAYER", True, None),
    ],
)
def test_observers_show_the_parts_of_their_kind(
    public: bool, secrets: str, recall: bool, parts: set[str] | None
) -> None:
    state = played(load(), seed=6, most=40)
    kind = pyspiel.IIGObservationType(
        public_info=public,
        perfect_recall=recall,
        private_info=getattr(pyspiel.PrivateInfoType, secrets),
    )
    observer = state.get_game().make_py_observer(kind)
    if parts is None:
        assert observer is None
        return
    assert set(observer.dict) & {"bank", "purse", "history"} == parts
    observer.set_from(state, 1)
    seen = ls.view(state.node.state, 1)
    if "bank" in parts:
        assert observer.dict["bank"].tolist() == [seen.bank]
    if "purse" in parts:
        assert seen.own is not None
        assert observer.dict["purse"].tolist() == [seen.own.coins]
    text = observer.string_from(state, 1)
    assert ("chest" in text) == (not recall)  # what is 0 is left out, as the purse is here
    whose = "p1\n" if secrets == "SINGLE_PLAYER" else ""  # the public is the same for all
    assert text.startswith(f"{whose}d dice") == recall


def test_tensors_of_information_states_are_equal_if_and_only_if_the_texts_are() -> None:
    states = [played(load(players=2), seed, most) for seed in (1, 2) for most in range(0, 120, 7)]
    states += [states[-1].resample_from_infostate(0, SAMPLER) for _ in range(9)]
    for seat in range(2):
        seen = {
            (state.information_state_string(seat), tuple(state.information_state_tensor(seat)))
            for state in states
        }
        assert len(dict(seen)) == len({tensor for _, tensor in seen}) == len(seen) > 30


def test_r10_2_a_history_hides_cards_and_amounts_of_others() -> None:
    game = load(players=3, history=6)
    state = game.new_initial_state()
    for step in (
        *(ls.DiceRolled((1, 2, 3, 4, 5, 5)), ls.TakeDie(2), ls.DrawCard(), ls.CardRevealed("lion")),
        *(ls.Donate(2), ls.EndTurn(), ls.TakeDie(3)),
    ):
        node = state.node
        state.apply_action(next(n for n in node.numbers if node.after(n).action == step))
    names = [block.name for block in game.space.ranges]
    tensor = {seat: state.information_state_tensor(seat) for seat in (0, 1)}
    rows = {seat: np.array(tensor[seat][-48:]).reshape(6, 8).astype(int) for seat in (0, 1)}
    card = [card for card, _ in game.space.edition.deck].index("lion") + 1
    kinds = [names.index(name) + 1 for name in ("take", "card", "donate", "end", "take")]
    take, draw, donate, end, _ = kinds
    own = [(1, take, 2), (1, draw, 1), (0, len(names) + 3, card), (1, donate, 2), (1, end, 1)]
    other = [(3, take, 2), (3, draw, 1), (0, len(names) + 3, 0), (3, donate, 0), (3, end, 1)]
    assert rows[0][:, :3].tolist() == [*map(list, own), [2, take, 3]]
    assert rows[1][:, :3].tolist() == [*map(list, other), [1, take, 3]]
    assert not rows[0][:, 3:].any()


def test_bots_of_this_library_play_whole_games_in_openspiel() -> None:
    game, histories = load(players=2), list[list[int]]()
    bots = [as_openspiel_bot("greedy"), as_openspiel_bot("random", 3)]
    for _ in range(2):
        for bot in bots:
            bot.restart()
        state, rng = game.new_initial_state(), random.Random(4)
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, probabilities)[0])
            else:
                state.apply_action(bots[state.current_player()].step(state))
        histories.append(state.history())
    assert histories[0] == histories[1]


def test_bots_and_policies_of_openspiel_play_in_simulations_by_their_names() -> None:
    """They also play with editions of one's own."""
    players = ["openspiel_agents:lowest", "openspiel_agents:uniform", "random"]
    reports = [ls.simulate(players, 3, seed=7) for _ in range(2)]
    assert reports[0].failures == {}
    first, again = ([bot.win.value for bot in report.bots] for report in reports)
    assert first == again
    state = ls.new_game(2, seed=1, edition=make_edition(tiny_board(), []))
    view = ls.view(state, state.current_player)
    assert lowest().choose(view, random.Random(1)) in view.legal_moves
    assert uniform().choose(view, random.Random(1)) in view.legal_moves


def test_a_search_of_openspiel_plays_as_a_bot_of_this_library() -> None:
    """It asks for resampled states, and expects equal legal actions where information is equal."""
    chooser = np.random.RandomState(7)
    evaluator = mcts.RandomRolloutEvaluator(1, chooser)
    searching = ismcts.ISMCTSBot(load(players=2), evaluator, 2.0, 30, random_state=chooser)
    bot, rng, state = as_bot(searching), random.Random(7), ls.new_game(2, seed=7)
    for _ in range(8):
        view = ls.view(state, state.current_player)
        move = bot.choose(view, rng)
        assert move in view.legal_moves
        state = ls.apply(state, move)


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda g: pickle.loads(pickle.dumps(g))]
)
def test_a_copy_of_a_game_can_be_played(copied: Any) -> None:
    """That of a given edition is neither copied nor pickled."""
    game = load(players=2, edition="bga")
    other = copied(game)
    assert str(other) == str(game)
    assert str(played(other, 7)) == str(played(game, 7))
    assert other.make_py_observer() is not None
    if copied is not copy.copy:
        with pytest.raises(ls.ArgumentError, match="cannot be copied or pickled"):
            copied(LivingstoneGame({"players": 2}, edition=ls.load_edition("bga")))


@pytest.mark.parametrize("name", ["board.toml", "a,b=c (1)%2C.toml"])
def test_the_string_of_a_game_with_a_file_means_the_same_everywhere(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / name).write_text(ls.shipped_toml("board").replace("tents = 11", "tents = 12"))
    monkeypatch.chdir(tmp_path)
    game = load(players=2, board=name)
    monkeypatch.chdir("/")
    for other in (pyspiel.load_game(str(game)), pickle.loads(pickle.dumps(game))):
        assert other.new_initial_state().node.state.edition.board.tents == 12
        assert str(other) == str(game)


def test_the_most_outcomes_are_those_of_the_kind_that_has_most() -> None:
    """R2.1, R9.2: rolls; R4.1: cards; R4.3: stones, for which the bag is full at the start."""

    def small(table: dict[str, Any]) -> None:
        table["dice"] |= {"per_player": 1, "sides": 2, "donation": 20}
        table["rows"] = table["rows"][:2]
        for kind, stones in table["stones"].items():
            stones["count"] = 9 if kind == "black" else 1

    def most(players: int, *cards: dict[str, Any]) -> int:
        return most_outcomes(make_edition(board_table(small), [*cards]), players)

    assert most(2) == 21  # from 0 to 20 of the dice show 2
    assert most(3) == 1 + 4 + 6  # two stones: so many of them are black, clear and so on
    assert most(3, card_table("dig", "draw_stones", stones=3)) == 1 + 4 + 6 + 4
    lions = [card_table(f"lion_{number}", "score_points", points=1) for number in range(30)]
    assert most(3, *lions) == 30
