"""The game for OpenSpiel: importing this module registers it as `python_livingstone`."""

from bisect import bisect_right
from collections.abc import Callable
from functools import cached_property, lru_cache, reduce
from math import comb, inf, prod
from pathlib import Path
from random import Random
from typing import Any, TypeAlias, assert_never
from urllib.parse import quote, unquote

import numpy as np
import pyspiel
from attrs import define, field, frozen
from numpy.typing import NDArray

import livingstone as ls
from livingstone.effects import effects_of
from livingstone.envs.actions import REWARDS, ActionSpace, IllegalActionError, Reward, rewards_of
from livingstone.envs.information import InformationState
from livingstone.envs.observations import Layout, Observation, Observer, Part
from livingstone.envs.policies import BotPolicy, as_policy
from livingstone.support.arguments import one_of, whole
from livingstone.support.helping import explain

__all__ = [
    "LivingstoneGame",
    "LivingstoneObserver",
    "LivingstoneState",
    "NAME",
    "OpenSpielBot",
    "PARAMETERS",
    "ShippedBot",
    "as_bot",
    "as_openspiel_bot",
]

_Memory: TypeAlias = dict[int | None, InformationState]
NAME = "python_livingstone"
"""The name by which `pyspiel.load_game` finds the game."""

PARAMETERS: dict[str, int | str] = {
    "players": 3,
    "edition": "printed",
    "board": "",
    "cards": "",
    "reward": "win",
    "max_game_length": 10_000,
    "history": 400,
}
"""The parameters of `pyspiel.load_game` with their defaults.

`edition`, `board` and `cards` are as for `load_edition`; a comma or an equals sign in a path is
percent-encoded, as in a URL. `reward` is as for `rewards_of`. A game
ends without a winner after `max_game_length` actions of players: OpenSpiel needs a limit, though
the rules have none (R2.7). Tensors of information states hold the last `history` lines of a game.
"""

_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Livingstone",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=20,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=PARAMETERS,
)


@define(eq=False, repr=False, slots=False)
class GameNode:
    """A state with explicit chance, reached by indices of `chance_outcomes` and of actions."""

    state: ls.State
    space: ActionSpace
    action: ls.Action | None = None
    before: "GameNode | None" = None
    """The action that led here and the node before it; None at the start."""
    memory: _Memory | None = None
    """At a start in the middle of a game, what some seats saw before; the others know nothing."""
    _seen: _Memory = field(factory=dict, init=False)

    def __deepcopy__(self, memo: object) -> "GameNode":
        return self

    def __reduce__(self) -> tuple[object, ...]:
        start, *later = self.path()
        return _replayed, (start.state, start.space, start.memory, [node.action for node in later])

    def path(self) -> list["GameNode"]:
        """List the nodes from the start to this one."""
        nodes = [self]
        while (node := nodes[-1].before) is not None:
            nodes.append(node)
        return nodes[::-1]

    @property
    def view(self) -> ls.View:
        """The view of the player to move."""
        return ls.view(self.state, self.state.current_player)

    @cached_property
    def outcomes(self) -> tuple[tuple[ls.Outcome, float], ...]:
        """The outcomes of the pending chance event with their probabilities."""
        exact = ls.chance_outcomes(self.state).items()
        return tuple([(outcome, float(chance)) for outcome, chance in exact])

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The integers that lead to another node, ascending; none when the game is over."""
        if self.state.is_chance:
            return tuple(range(len(self.outcomes)))
        return self.space.legal_indices(self.view)

    def after(self, number: int) -> "GameNode":
        """Return the next node; raises `IllegalActionError` for an illegal integer."""
        if self.state.is_chance:
            if number not in self.numbers:
                raise IllegalActionError(
                    f"there is no outcome {number}: outcomes are from 0 to {self.numbers[-1]}"
                )
            return self.then(self.outcomes[number][0])
        return self.then(self.space.choose(self.view, number))

    def then(self, action: ls.Action) -> "GameNode":
        """Return the node after a whole move or a chance outcome."""
        return GameNode(ls.apply(self.state, action), self.space, action, self)

    def information(self, seat: int | None) -> InformationState:
        """Collect what a seat, or a spectator (None), saw; each node keeps it for the next ones."""
        unseen_steps = list[tuple[ls.State, ls.Action, ls.State]]()
        node = self
        while node.before is not None and seat not in node._seen:
            assert node.action is not None
            unseen_steps.append((node.before.state, node.action, node.state))
            node = node.before
        seen = node._seen.get(seat) or (node.memory or {}).get(seat)
        if seen is None:
            state = node.state
            seen = InformationState(state.edition, len(state.players), state.starting_player, seat)
        for step in reversed(unseen_steps):
            seen = seen.after(*step)
        self._seen[seat] = seen
        return seen


def _replayed(
    start: ls.State, space: ActionSpace, memory: _Memory | None, actions: list[ls.Action]
) -> GameNode:
    return reduce(GameNode.then, actions, GameNode(start, space, memory=memory))


class LivingstoneState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A state for OpenSpiel; illegal actions raise `IllegalActionError` and change nothing."""

    def __init__(self, game: "LivingstoneGame") -> None:
        super().__init__(game)
        self.node: GameNode = game.start
        self._actions_left = game.longest

    def current_player(self) -> int:
        """Return the seat to move, or `PlayerId.CHANCE` or `PlayerId.TERMINAL` as a number."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        state = self.node.state
        return int(pyspiel.PlayerId.CHANCE) if state.is_chance else state.current_player

    def is_terminal(self) -> bool:
        """Return whether the game is over, or was ended after `max_game_length` actions."""
        return self.node.state.is_over or self._actions_left <= 0

    def returns(self) -> list[float]:
        """Return the utilities by seat: all 0 until the end."""
        game: LivingstoneGame = self.get_game()
        if result := ls.result(self.node.state):
            return list(rewards_of(result, game.reward))
        is_half = self.is_terminal() and game.reward == "rank"  # as if nobody had won
        return [0.5 if is_half else 0.0] * game.num_players()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List the indices of the chance outcomes with their probabilities."""
        return list(enumerate(chance for _, chance in self.node.outcomes))

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> "LivingstoneState":
        """Draw a state that has the same information state for a player, and no other history.

        `livingstone.sample_state` draws it. `probability_sampler` returns numbers from 0 to 1.
        """
        other: LivingstoneState = self.get_game().new_initial_state()
        view = ls.view(self.node.state, player_id)
        seed = int(probability_sampler() * 2**48)
        drawn = ls.sample_state(view, seed)
        seen = self.node.information(player_id)
        other.node = GameNode(drawn, self.node.space, memory={player_id: seen})
        other._actions_left = self._actions_left
        return other

    def __str__(self) -> str:
        return f"{self.node.state!r}\n{ls.to_json(self.node.state)}"  # equal if the states are

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002  # OpenSpiel's signature
        return list(self.node.numbers)

    def _apply_action(self, action: int) -> None:
        if self.is_terminal():
            raise IllegalActionError(f"action {action} is not possible: the game has ended")
        node = self.node.after(action)
        self._actions_left -= not self.node.state.is_chance
        self.node = node

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            if action not in self.node.numbers:
                raise ls.ArgumentError(f"there is no outcome {action}")
            return ls.format_move(self.node.outcomes[action][0])
        return self.node.space.name(action)


class LivingstoneObserver:
    """Makes the observations of one kind: texts and tensors.

    The pieces of a tensor are the parts of `Layout`. With perfect recall, a last piece `history`
    has a row for each line of the game.
    """

    def __init__(self, observer: Observer, kind: Any, history: int) -> None:
        """Prepare for an `IIGObservationType` that `LivingstoneGame.make_py_observer` supports."""
        self._is_own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._has_recall = bool(kind.perfect_recall)
        self._observer = observer
        self._parts = [
            part
            for part in observer.layout.parts
            if (self._is_own if part.name in ("purse", "chest", "hand") else kind.public_info)
        ]
        self._where = np.concatenate([np.r_[part.where] for part in self._parts])
        self._lines = _Lines(observer.layout.space)
        pieces = [(part.name, part.shape) for part in self._parts]
        if self._has_recall:
            pieces.append(("history", (history, self._lines.width)))
        sizes = [prod(shape) for _, shape in pieces]
        self.tensor: Observation = np.zeros(sum(sizes), np.float32)
        """The last observation; the next one overwrites it."""
        slices = np.split(self.tensor, np.cumsum(sizes)[:-1])
        self.dict: dict[str, Observation] = {
            name: piece.reshape(shape) for (name, shape), piece in zip(pieces, slices, strict=True)
        }
        """The pieces of the tensor by name, in the shapes of `Layout`, sharing its memory."""

    def set_from(self, state: LivingstoneState, player: int) -> None:
        """Fill the tensor with what a player sees of a state, or saw so far."""
        np.take(self._seen(state.node, player), self._where, out=self.tensor[: len(self._where)])
        if self._has_recall:
            seen = state.node.information(player if self._is_own else None)
            self._lines.write(seen, self.dict["history"])

    def string_from(self, state: LivingstoneState, player: int) -> str:
        """Write what a player sees of a state, or saw so far with perfect recall.

        Parts that are all 0 are left out. At a start in the middle of a game, a seat without a
        memory begins with its observation there.
        """
        node = state.node
        seat = player if self._is_own else None
        if not self._has_recall:
            return self._text(node, player)
        start = node.path()[0]
        lines = [f"p{player}"] if self._is_own else []
        if start.memory is not None and seat not in start.memory:
            lines.append(self._text(start, player))
        return "\n".join([*lines, node.information(seat).text])

    def _text(self, node: GameNode, player: int) -> str:
        seen = self._seen(node, player)
        return "\n".join(_line(part, seen) for part in self._parts if seen[part.where].any())

    def _seen(self, node: GameNode, player: int) -> Observation:
        seat = player if self._is_own else None
        return self._observer.observe(ls.view(node.state, seat))


class _Lines:
    """Writes the lines of an information state as rows of numbers.

    A row begins with who moved: 1 for the observing seat, 2 for the next one and so on, 0 for
    chance. Then comes a kind from 1: the ranges of `ActionSpace`, dice, stones and cards. Then, for
    a move or a card, its number within the kind, from 1, or 0 if it is hidden; for dice how many
    show each value; for stones how many there are of each colour.
    """

    def __init__(self, space: ActionSpace) -> None:
        self._space = space
        self._firsts = [block.first for block in space.ranges]
        self._donations = [block.name for block in space.ranges].index("donate")
        self._cards = [card for card, _ in space.edition.deck]
        self._values = range(1, space.edition.board.dice.sides + 1)
        self.width = 2 + max(len(self._values), len(ls.Stones._fields))
        self._row = lru_cache(maxsize=1 << 16)(self._make_row)

    def write(self, seen: InformationState, rows: NDArray[np.float32]) -> None:
        rows[:] = 0
        if lines := seen.lines[-len(rows) :]:
            rows[: len(lines)] = [*map(self._row, lines)]
            actors = rows[: len(lines), 0]
            relative = (actors - 1 - (seen.seat or 0)) % seen.players + 1
            actors[:] = np.where(actors > 0, relative, 0)

    def _make_row(self, line: str) -> tuple[int, ...]:
        action, actor = ls.parse_move(line, hidden=True)
        kind = len(self._firsts) + 3
        figures = tuple[int, ...]((0,))
        match action:
            case ls.DiceRolled(dice):
                kind -= 2
                figures = tuple(map(dice.count, self._values))
            case ls.StonesDrawn(stones):
                kind -= 1
                figures = stones
            case ls.CardRevealed(card):
                figures = (self._cards.index(card) + 1,)
            case ls.CardsShown(cards):
                figures = (self._cards.index(cards[0]) + 1,)
            case ls.HiddenCard():
                pass
            case ls.HiddenDonation():
                kind = self._donations + 1
            case (
                ls.TakeDie() | ls.DrawCard() | ls.TakeCoins() | ls.Dig() | ls.BuildTent()
                | ls.PlayCard() | ls.SellGems() | ls.Donate() | ls.EndTurn() as move
            ):  # fmt: skip
                number = self._space.index(move)
                kind = bisect_right(self._firsts, number)
                figures = (number - self._firsts[kind - 1] + 1,)
            case ls.Choose() | ls.HiddenChoice():
                raise AssertionError("an action space has no choices")
            case unknown:
                assert_never(unknown)
        row = (0 if actor is None else actor + 1, kind, *figures)
        return row + (0,) * (self.width - len(row))


def _line(part: Part, seen: Observation) -> str:
    rows = seen[part.where].astype(int).reshape(-1, part.shape[-1])
    return f"{part.name}: {' | '.join(' '.join(map(str, row)) for row in rows.tolist())}"


def most_outcomes(edition: ls.Edition, players: int) -> int:
    """Return the most outcomes of any roll (R2.1, R9.2), draw of stones (R4.3) or card (R4.1)."""
    dice = edition.board.dice
    bag = edition.board.bag
    rolls = [players * dice.per_player, *([dice.donation] if players == 2 else [])]
    drawn = [effect.stones_drawn for effect in effects_of(edition).values()]
    most = max([dice.sides, *(bag.total if stones is None else stones for stones in drawn)])
    draws = [1] + [0] * most  # by the stones drawn
    for held in bag:
        draws = [sum(draws[max(0, number - held) : number + 1]) for number in range(most + 1)]
    ways = (comb(count + dice.sides - 1, count) for count in rolls)
    return max(*ways, *draws, len(edition.deck.items))


def _file_of(parameter: str) -> str | None:
    """Return the file of a parameter, a path that may be percent-encoded."""
    if not parameter:
        return None
    return parameter if Path(parameter).exists() else unquote(parameter)


class LivingstoneGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """Livingstone for OpenSpiel, with explicit chance and perfect recall.

    Information states are texts (`InformationState.text`), and tensors of the observation and the
    last lines of the game; they leave out what is revealed at the end. Observations are texts, and
    tensors whose named pieces are the parts of `Layout`. Margins have infinite bounds.
    """

    def __init__(
        self, params: dict[str, Any] | None = None, edition: ls.Edition | None = None
    ) -> None:
        """Make the game from some of `PARAMETERS`, or from an edition instead of its name.

        Raises `ArgumentError` for a value that is unknown or out of range, `DataError` for invalid
        files of an edition.
        """
        params = dict(params or {})
        given = {**PARAMETERS, **params}
        board = _file_of(given["board"])
        cards = _file_of(given["cards"])
        self._is_given = edition is not None
        if edition is None:
            edition = ls.load_edition(given["edition"], board=board, cards=cards)
        for key, file in ("board", board), ("cards", cards):
            if file is not None:  # so that the game's string means the same in any folder
                params[key] = quote(str(Path(file).resolve()), safe="/\\: ")
        self.space = ActionSpace(edition, given["players"])
        one_of("reward", given["reward"], REWARDS)
        self.reward: Reward = given["reward"]
        self.longest = whole("max_game_length", given["max_game_length"], 1)
        self.history = whole("history", given["history"], 1, 100_000)
        is_bounded = self.reward != "margin"
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.space),
            max_chance_outcomes=most_outcomes(edition, self.space.players),
            num_players=self.space.players,
            min_utility=0 if is_bounded else -inf,
            max_utility=1 if is_bounded else inf,
            max_game_length=self.longest,
        )
        super().__init__(_TYPE, info, params)
        self._most_cards = edition.deck.total
        start = ls.new_game(self.space.players, edition=edition, explicit_chance=True)
        self.start = GameNode(start, self.space)
        self._observer = Observer(Layout(edition, self.space.players))

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy the name and the parameters; raises `ArgumentError` for a game of an `edition`."""
        if self._is_given:
            raise ls.ArgumentError("a game of a given edition cannot be copied or pickled")
        return pyspiel.load_game, (str(self),)

    def max_chance_nodes_in_history(self) -> int:
        """Bound the number of chance events in a game.

        There is the first roll. Then each action brings at most as many events as cards in the deck
        and two more, since a drawn card may draw others (R6.12).
        """
        return 1 + self.longest * (self._most_cards + 2)

    def new_initial_state(self) -> LivingstoneState:
        """Return a new state at the start of the game."""
        return LivingstoneState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> LivingstoneObserver | None:
        """Make an observer of a kind, an `IIGObservationType`, by default without perfect recall.

        With and without perfect recall, it can show all that a player sees, or the public part
        alone; without it also the player's secrets alone. For other kinds, None is returned.

        Raises `ArgumentError` for any parameters.
        """
        if params:
            raise ls.ArgumentError(f"observations have no parameters: {', '.join(params)}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        whose = kind.private_info
        types = pyspiel.PrivateInfoType
        if kind.public_info:
            is_supported = whose != types.ALL_PLAYERS
        else:
            is_supported = whose == types.SINGLE_PLAYER and not kind.perfect_recall
        return LivingstoneObserver(self._observer, kind, self.history) if is_supported else None


pyspiel.register_game(_TYPE, LivingstoneGame)


class ShippedBot(pyspiel.Bot):  # type: ignore[misc]  # pyspiel has no types
    """A bot of this library that chooses actions of OpenSpiel, in any seat."""

    def __init__(self, policy: BotPolicy) -> None:
        super().__init__()
        self._policy = policy

    def restart(self) -> None:
        """Start over with the same seed."""
        self._policy.reset()

    def step(self, state: LivingstoneState) -> int:
        """Choose an action for the player to move; raises `ArgumentError` if the game has ended."""
        if state.is_terminal():
            raise ls.ArgumentError("there is no move to choose: the game has ended")
        return self._policy.act(state.node.view)


def as_openspiel_bot(name: str, seed: int = 0) -> ShippedBot:
    """Make an OpenSpiel bot from the name of a player, as `load_player` takes it.

    >>> game = pyspiel.load_game("python_livingstone(players=2)")
    >>> state = game.new_initial_state()
    >>> state.apply_action(7)
    >>> state.action_to_string(as_openspiel_bot("greedy").step(state))
    'take 1'

    Raises `ArgumentError` for an unknown player and for a seed that is not from 0 to 2**128 - 1.
    """
    return ShippedBot(as_policy(name, seed))


@frozen
class OpenSpielBot:
    """A bot that asks an OpenSpiel bot or policy."""

    agent: Any
    """The bot or policy of OpenSpiel."""

    def choose(self, view: ls.View, rng: Random) -> "ls.Move":
        """Ask in a state that fits the view; raises `IllegalActionError` for an illegal action."""
        game = _game(view.edition, len(view.players))
        state = game.new_initial_state()
        seat = view.seat
        seen = InformationState(view.edition, len(view.players), view.starting_player, seat)
        drawn = ls.sample_state(view, rng.getrandbits(63))
        state.node = GameNode(drawn, game.space, memory={seat: seen})
        if hasattr(self.agent, "step"):
            return game.space.choose(view, int(self.agent.step(state)))
        chances = self.agent.action_probabilities(state, state.current_player())
        return game.space.choose(view, int(rng.choices([*chances], [*chances.values()])[0]))


@lru_cache(maxsize=16)
def _game(edition: ls.Edition, players: int) -> LivingstoneGame:
    return LivingstoneGame({"players": players}, edition=edition)


def as_bot(agent: Any) -> OpenSpielBot:
    """Make a bot from an OpenSpiel bot or policy.

    The agent is asked in a state that is drawn to fit the view, so it learns nothing that its seat
    cannot know. That state has no history: its information state starts with this choice.

    >>> from open_spiel.python.policy import UniformRandomPolicy
    >>> game = pyspiel.load_game("python_livingstone(players=2)")
    >>> bot = as_bot(UniformRandomPolicy(game))
    >>> view = ls.view(ls.new_game(2, seed=7), 0)
    >>> bot.choose(view, Random(1)) in view.legal_moves
    True
    """
    return OpenSpielBot(agent)


explain(OpenSpielBot)
