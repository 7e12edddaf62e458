"""The game for Gymnasium: one learner, against bots that play between its choices.

The seed of a game decides its dice, stones and cards, as in `livingstone.new_game`, and all else
that is drawn: the learner's seat, the random numbers of the bots, the next game's seed.
"""

import io
import re
import sys
from collections.abc import Sequence
from random import Random
from typing import Any, Literal, TypedDict, Unpack, get_args

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

import livingstone as ls
from livingstone.effects import CardEffect, effects_of
from livingstone.envs.actions import REWARDS, Reward, action_of, rewards_of
from livingstone.envs.observations import Layout, Observation, Observer
from livingstone.support.arguments import one_of, seed_of, whole
from livingstone.support.machine import require
from livingstone.support.splitmix import STEP, mix

Info = dict[str, Any]
RenderMode = Literal["ansi", "human", "rgb_array", "svg"]
RENDER_MODES: list[RenderMode] = [*get_args(RenderMode)]
Illegal = Literal["error", "replace"]

Words = NDArray[np.uint64]
"""A word of 64 bits for each of some games: the part of its seed from which all else is drawn."""

# Indices into the sequence that a seed begins.
_NEXT = 1
_SEAT = 2
_BOTS = 3
"""The index for the bot on seat 0; that on seat 1 has the next one, and so on."""
_REPLACED = 100
"""The index for an action that is replaced at step 0; one at step 1 has the next, and so on."""


class EnvironmentOptions(TypedDict, total=False):
    """The options of an environment with one learner."""

    players: int
    """2 by default."""
    opponents: str | Sequence[str]
    """Names of bots, clockwise from the learner; one name is enough for all, `("greedy",)` by
    default. Without any the learner plays all seats: `"seat"` of `info` tells which one is to move,
    and a reward is that of the seat that moved."""
    seat: int | Literal["random"]
    """The learner's seat, from 0, or `"random"`, the default, which draws one for each game."""
    edition: str | ls.Edition
    """`"printed"` by default."""
    board: str
    """A file with a board of your own, as for `load_edition`, with the edition's name."""
    cards: str
    """A file with cards of your own, as for `load_edition`, with the edition's name."""
    reward: Reward
    """`"win"`, the default, `"rank"` or `"margin"` (`rewards_of`)."""
    illegal: Illegal
    """What becomes of an illegal action: `"error"`, the default, or `"replace"` by a legal one,
    drawn from the seed."""


def edition_with(
    edition: str | ls.Edition, board: str | None, cards: str | None
) -> str | ls.Edition:
    """Return an edition, or that of a name with files of one's own.

    Raises `ArgumentError` for files beside an edition that was loaded already, and what
    `load_edition` raises.
    """
    if not (board or cards):
        return edition
    if not isinstance(edition, str):
        raise ls.ArgumentError("an edition has its own board and cards: give it, or files")
    return ls.load_edition(edition, board=board, cards=cards)


class Setting:
    """The checked options of an environment, and what a seed decides in it."""

    def __init__(self, options: EnvironmentOptions) -> None:
        """Check the options; raises `ArgumentError` for a value that is unknown or out of range."""
        reward = options.get("reward", "win")
        illegal = options.get("illegal", "error")
        one_of("reward", reward, REWARDS)
        one_of("illegal", illegal, get_args(Illegal))
        self.reward: Reward = reward
        self.replaces = illegal == "replace"
        files = options.get("board"), options.get("cards")
        edition = edition_with(options.get("edition", "printed"), *files)
        self.layout = Layout(edition, options.get("players", 2))
        others = self.layout.players - 1
        opponents = options.get("opponents", "greedy")
        names = (opponents,) if isinstance(opponents, str) else tuple(opponents)
        self.opponents = names * others if len(names) == 1 else names
        """The names of the bots, clockwise from the learner; none if it plays all seats."""
        if len(self.opponents) not in (0, others):
            raise ls.ArgumentError(
                f"opponents must be none, one, or {others} names of bots: {names}"
            )
        for name in names:
            ls.load_player(name)
        seat = options.get("seat", "random")
        if isinstance(seat, str):
            one_of("seat", seat, ("random",))
        self.seat = None if seat == "random" else whole("seat", seat, 0, others)

    def seats(self, words: Words) -> NDArray[np.int64]:
        """Return the learner's seat in each game; -1 if it plays all."""
        if not self.opponents:
            return np.full(len(words), -1)
        if self.seat is not None:
            return np.full(len(words), self.seat)
        return (_drawn(words, _SEAT) % np.uint64(self.layout.players)).astype(np.int64)

    def bot_seeds(self, words: Words) -> Words:
        """Return the seed of the random numbers of each seat, a row for each game."""
        return np.stack([_drawn(words, _BOTS + seat) for seat in range(self.layout.players)], 1)

    @staticmethod
    def first_words(seeds: Sequence[int]) -> Words:
        """Return the words of seeds of up to 128 bits."""
        return np.array([seed % 2**64 ^ seed >> 64 for seed in seeds], np.uint64)

    @staticmethod
    def next_words(words: Words) -> Words:
        """Return the seeds of the games that come next; each is the word of its game as well."""
        return _drawn(words, _NEXT)

    @staticmethod
    def replacement(words: Words, steps: Any, counts: Any) -> NDArray[np.int64]:
        """Draw which of the legal actions, ascending, replaces an illegal one at a step from 0."""
        numbers = np.asarray(steps, np.uint64) + np.uint64(_REPLACED)
        return (_drawn(words, numbers) % np.asarray(counts, np.uint64)).astype(np.int64)


def _drawn(words: Words, number: Any) -> Words:
    """Draw from each word the number at an index of its sequence (SplitMix64)."""
    return mix(words + np.asarray(number, np.uint64) * STEP)


class Positioned:
    """An environment that has a position after its first reset."""

    _position: tuple[ls.State, ls.View] | None = None
    render_mode: str | None
    """How `render` shows the game: one of `metadata["render_modes"]`; None to show nothing."""

    def started(self) -> tuple[ls.State, ls.View]:
        """Return the state and the view; raises Gymnasium's `ResetNeeded` before a reset."""
        if self._position is None:
            raise ResetNeeded("call reset first: the environment has no position yet")
        return self._position

    @property
    def game_state(self) -> ls.State:
        """The state of the game, with all secrets: do not show it to an agent."""
        return self.started()[0]

    @property
    def view(self) -> ls.View:
        """The view of the seat that acts; a spectator's after a cut-off."""
        return self.started()[1]

    def render(self) -> NDArray[np.uint8] | str | None:
        """Show the position as a spectator sees it.

        `"ansi"` returns a text, `"svg"` a picture in SVG, `"rgb_array"` a `uint8` array of the
        shape (height, width, 3); `"human"` prints the text.

        Raises `ArgumentError` without a render mode, `MissingExtraError` where the packages that
        draw pixels are not installed.
        """
        if self.render_mode is None:
            raise ls.ArgumentError('choose a mode to render, as in env(render_mode="ansi")')
        draw = ls.svg.board if self.render_mode in ("svg", "rgb_array") else ls.text.board
        names = agent_names(len(self.game_state.players))
        drawn = draw(self.game_state, names=names)
        if self.render_mode == "rgb_array":
            return _pixels(drawn)
        if self.render_mode == "human":
            sys.stdout.write(f"{drawn}\n")
            return None
        return drawn


def agent_names(players: int) -> list[str]:
    """List the names of the agents, by seat, as PettingZoo calls them."""
    return [f"player_{seat}" for seat in range(players)]


def space_of(layout: Layout) -> Box:
    """Make the space of observations."""
    high = np.full(layout.size, np.finfo(np.float32).max, np.float32)
    for part in layout.parts:
        if part.most is not None:
            high[part.where] = max(part.most, 1)
    low = np.zeros_like(high)
    effects = effects_of(layout.edition).values()
    if any(type(effect).end_points is not CardEffect.end_points for effect in effects):
        low[layout["points"].where] = np.finfo(np.float32).min  # the end can take points (R8.3)
    return Box(low, high, dtype=np.float32)


class LivingstoneEnv(Positioned, gymnasium.Env[Observation, int]):
    """One learner against bots: `gymnasium.make("livingstone/Livingstone-v0")`.

    An observation is what the learner's seat may know, as `Layout` describes it. `info` has
    `"action_mask"`, an `int8` array with 1 for each possible action, and `"seat"`, the learner's.
    The reward comes at the end of a game (`rewards_of`).

    >>> import gymnasium
    >>> game = gymnasium.make("livingstone/Livingstone-v0", players=3, opponents=("greedy",))
    >>> seen, info = game.reset(seed=7)
    >>> ended = False
    >>> while not ended:
    ...     action = game.action_space.sample(info["action_mask"])
    ...     seen, reward, ended, cut_off, info = game.step(action)
    >>> sorted(info)
    ['action_mask', 'rewards', 'seat']
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012  # as Gymnasium's

    def __init__(
        self, *, render_mode: RenderMode | None = None, **options: Unpack[EnvironmentOptions]
    ) -> None:
        """Prepare games with `EnvironmentOptions`.

        `render_mode` and the errors are those of `raw_env`.
        """
        one_of("render_mode", render_mode or "ansi", RENDER_MODES)
        self.setting = Setting(options)
        self.layout: Layout = self.setting.layout
        """The parts of an observation."""
        self.render_mode = render_mode
        self.observation_space: Any = space_of(self.layout)
        self.action_space: Any = Discrete(len(self.layout.space))
        self._observer = Observer(self.layout)
        self._words: NDArray[np.uint64] | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Start the game of `new_game` with this seed, or the one after it; `options` do nothing.

        Raises `ArgumentError` for a seed that is not from 0 to 2**128 - 1.
        """
        del options
        seed = None if seed is None else seed_of(seed)
        super().reset(seed=seed)
        setting = self.setting
        if seed is not None:
            words = setting.first_words([seed])
        elif self._words is None:
            words = self.np_random.integers(2**64, size=1, dtype=np.uint64)
        else:
            words = setting.next_words(self._words)
        self._words = words
        game_seed = int(words[0]) if seed is None else seed
        learner = int(setting.seats(words)[0])
        self._learners = {learner} if setting.opponents else set(range(self.layout.players))
        seeds = setting.bot_seeds(words)[0].tolist()
        self._bots = {}
        for place, name in enumerate(setting.opponents, learner + 1):
            seat = place % self.layout.players
            self._bots[seat] = ls.load_player(name), Random(seeds[seat])
        self._steps = 0
        self._go_to(ls.new_game(self.layout.players, edition=self.layout.edition, seed=game_seed))
        return self._seen()

    def _go_to(self, state: ls.State) -> None:
        """Let the bots play until the learner is to move; a bot with one move is not asked."""
        while not (state.is_over or state.current_player in self._learners):
            seen = ls.view(state, state.current_player)
            bot, rng = self._bots[state.current_player]
            is_forced = len(seen.legal_moves) == 1
            move = seen.legal_moves[0] if is_forced else bot.choose(seen, rng)
            state = ls.apply(state, move)
        seat = state.current_player if len(self._learners) > 1 else min(self._learners)
        self._position = state, ls.view(state, seat)

    def _seen(self) -> tuple[Observation, Info]:
        mask = self.layout.space.mask(self.view)
        return self._observer.observe(self.view), {"action_mask": mask, "seat": self.view.seat}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, Info]:
        """Carry out an action, and the moves of the bots up to the next choice.

        Raises `IllegalActionError`, and changes nothing, unless an illegal integer is replaced, and
        Gymnasium's `ResetNeeded` before the first reset.
        """
        seat = self.view.seat
        space = self.layout.space
        action = action_of(action)
        legal = space.legal_indices(self.view)
        if self.setting.replaces and legal and action not in legal:
            assert self._words is not None
            action = legal[int(self.setting.replacement(self._words, self._steps, len(legal))[0])]
        move = space.choose(self.view, action)
        self._steps += 1
        self._go_to(ls.apply(self.game_state, move))
        if self.render_mode == "human":
            self.render()
        seen, info = self._seen()
        result = ls.result(self.game_state)
        if result is None:
            return seen, 0.0, False, False, info
        rewards = rewards_of(result, self.setting.reward)
        assert seat is not None
        return seen, rewards[seat], True, False, {**info, "rewards": np.array(rewards)}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of the possible actions, as MaskablePPO of sb3-contrib asks for it."""
        return self.layout.space.mask(self.view).astype(bool)


_SIZE = (900, 1000)
"""The width and the height of all frames in pixels; pictures of other proportions get margins."""
_PAPER = (252, 248, 238)


def _pixels(picture: str) -> NDArray[np.uint8]:
    """Draw an SVG board by day, as an array of the shape (height, width, 3)."""
    require("resvg_py", "gymnasium", "arrays of pixels")
    require("PIL", "gymnasium", "arrays of pixels")
    import resvg_py
    from PIL import Image, ImageOps

    svg = _without_variables(picture)
    drawn = resvg_py.svg_to_bytes(svg_string=svg, width=_SIZE[0], font_family="DejaVu Sans")
    with Image.open(io.BytesIO(drawn)) as image:
        paper = Image.new("RGB", image.size, _PAPER)
        paper.paste(image, mask=image.getchannel("A"))
        return np.asarray(ImageOps.pad(paper, _SIZE, color=_PAPER))


def _without_variables(picture: str) -> str:
    """Replace CSS variables by the colours for day, since resvg does not know variables."""
    before, style, after = re.split("</?style>", picture)
    colours = dict(re.findall(r"--([a-z0-9-]+):([^;}]+)", style.splitlines()[0]))
    rules = [rule for rule in style.splitlines() if rule.startswith("svg.livingstone")]
    drawn = "<style>".join([before, "\n".join(rules) + "</style>" + after])
    return re.sub(r"var\(--([a-z0-9-]+)\)", lambda name: colours[name[1]], drawn)
