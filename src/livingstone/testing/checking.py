"""`check_effect`: the laws of the game, tried on an effect of your own."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from random import Random
from typing import Any

from attrs import define, evolve
from hypothesis import HealthCheck, Phase, Verbosity, given, settings
from hypothesis import seed as with_hypothesis_seed
from hypothesis import strategies as st
from hypothesis.errors import Flaky

import livingstone as ls
from livingstone.edition.cards import Card, CardNames
from livingstone.edition.effect import own_kinds
from livingstone.errors import LivingstoneError, told
from livingstone.game.effects.base import CardEffect, effects_of
from livingstone.game.engine import refusal_of
from livingstone.game.moves import Action, PlayCard
from livingstone.game.rules.cards import play_card
from livingstone.game.state import State
from livingstone.support.structuring.hooks import kind_of
from livingstone.testing.editions import boards, decks, rulesets
from livingstone.testing.games import numbers, observers, starts, with_other_secrets
from livingstone.testing.playing import Game, options, pick_card, pick_card_or_donation
from livingstone.testing.values import values_of
from livingstone.values import Gems, Space

_LONGEST = 120
"""The most actions of a game."""
_UNPLAYED = Game((), (), "unknown")


@define(eq=False)
class EffectError(LivingstoneError, AssertionError):
    """An effect breaks a law of the game."""

    law: str
    """The law, in words."""
    problem: str
    """How it is broken."""
    effect: str = ""
    """The effect with its figures."""
    seed: int = 0
    """The seed of `check_effect` that finds it."""
    game: Game = _UNPLAYED
    """The shortest game that was found; its last state is the one before the problem."""

    def __str__(self) -> str:
        return (
            f"{self.effect}: {self.law}: {self.problem}\n"
            f"seed {self.seed}, shortest game: {self.game!r}"
        )


def check_effect(
    effect: type[CardEffect], /, *, games: int = 100, seed: int = 0, **figures: Any
) -> None:
    """Try the laws of the game on an effect, over random boards, decks and games.

    The effect has the given figures, or any that its types allow. The laws: `apply` gives a state
    and keeps stones, coins, tents and cards; the moves that `plays` lists are those that `refuse`
    lets pass, and they fit `ways`; legal moves tell nothing that a player cannot see, and neither
    do events; states, events and records can be written and read; moves and events have words in
    all languages; bots can value it.

    >>> from livingstone.effects import GainCoins
    >>> check_effect(GainCoins, games=5, coins=4)

    Raises `EffectError` with the law, the seed and the shortest game found that breaks it, and
    `ArgumentError` for a class that is not a complete effect.
    """
    own_kinds([effect])
    drawn = st.just(effect(**figures)) if figures else values_of(effect, largest=6)
    editions = _editions(drawn, kind_of(effect))

    @with_hypothesis_seed(seed)
    @settings(
        max_examples=games,
        database=None,
        deadline=None,
        derandomize=False,
        phases=(Phase.generate, Phase.shrink),
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
    )
    @given(st.data(), starts(editions), st.sampled_from((pick_card, pick_card_or_donation)))
    def check(data: st.DataObject, start: Game, pick: Callable[..., Action]) -> None:
        _Check(effect, data, start).play(pick, data.draw(numbers(_LONGEST)))

    try:
        check()
    except EffectError as found:
        cards = found.game.start.edition.cards
        own = next(card.effect for card in cards if isinstance(card.effect, effect))
        raise evolve(found, effect=repr(own), seed=seed) from found.__cause__
    except Flaky as error:
        law = "the same position and move give the same result"
        raise EffectError(law, told(error), effect.__name__, seed) from None


@st.composite
def _editions(draw: st.DrawFn, effects: st.SearchStrategy[CardEffect], id: str) -> ls.Edition:
    """Draw an edition in which every second card or so has the effect."""
    own = Card(id, draw(st.integers(1, 8)), draw(effects), CardNames("Own card"), "An own card.")
    printed = ls.load_edition("printed")
    return ls.Edition(
        id=draw(st.sampled_from(("printed", "bga"))),
        ruleset=draw(rulesets()),
        board=draw(st.one_of(st.just(printed.board), boards())),
        cards=(*(card for card in draw(decks()) if card.id != id), own),
    )


@contextmanager
def _law(law: str) -> Iterator[None]:
    try:
        yield
    except EffectError:
        raise
    except Exception as error:
        raise EffectError(law, told(error)) from error


def _insist(holds: object, law: str, problem: object) -> None:
    if not holds:
        raise EffectError(law, str(problem))


class _Check:
    """One game, in which the laws are tried wherever the effect can matter."""

    def __init__(self, effect: type[CardEffect], data: st.DataObject, start: Game) -> None:
        self.kinds, self.data, self.start = [effect], data, start
        effects = effects_of(start.last.edition)
        self.own = {id for id, own in effects.items() if isinstance(own, effect)}
        self.looks = 3
        """In how many more positions to compare with other secrets."""

    def play(self, pick: Callable[..., Action], choices: Sequence[int]) -> None:
        states, actions = [self.start.last], list[Action]()
        try:
            for number in choices:
                state = states[-1]
                if state.is_over:
                    break
                if not state.is_chance and self.own & {*state.player.hand}:
                    self.moves(state)
                with _law("the legal moves can be listed"):
                    action = pick(options(state), number)
                if isinstance(action, PlayCard) and action.card in self.own:
                    self.carry_out(state, action)
                states.append(ls.apply(state, action))
                actions.append(action)
            self.record(states, actions)
        except EffectError as error:
            error.game = Game(states, actions, self.start.told)
            raise

    def moves(self, state: State) -> None:
        with _law("the legal moves can be listed"):
            legal = ls.legal_moves(state)
        plays = [move for move in legal if isinstance(move, PlayCard) and move.card in self.own]
        for move in plays:
            ways = effects_of(state.edition)[move.card].ways(len(state.players))
            _insist(_way(move) & {*ways}, "moves fit ways", f"{move} is none of {ways}")
            with _law("apply gives a state"):
                play_card(state, move)
        in_order = plays == sorted({*plays}, key=_order)
        _insist(in_order, "plays lists each move once, in order", plays[:4])
        is_free = state.dice_taken or state.edition.ruleset.free_actions_before_die  # R3.2
        held = self.own & {*state.player.hand} if is_free else set[str]()
        with _law(law := "plays and refuse agree"):
            for move in plays:
                refusal = refusal_of(state, move)
                _insist(refusal is None, law, f"{move} is listed, but refused: {refusal}")
            for move in (way for card in held for way in _tries(state, card)):
                is_fine = move in plays or refusal_of(state, move)
                _insist(is_fine, law, f"{move} is accepted, not listed")
        if self.looks:
            self.looks -= 1
            self.secrets(state, legal)

    def secrets(self, state: State, legal: Sequence[ls.Move]) -> None:
        """Try whether moves are the same with other secrets, and whether bots can value them."""
        seat = state.current_player
        seen, other = ls.view(state, seat), self.data.draw(with_other_secrets(state, seat))
        with _law(law := "legal moves tell no secret (R10.2)"):
            others = f"{len(legal)} moves are legal, but {len(ls.legal_moves(other))}"
            problem = f"{others} if hidden hands, chests or the draw pile are others"
            _insist(seen == ls.view(other, seat), law, problem)
            ls.sample_state(seen, 0)
        with _law(law := "bots can value it"):
            chosen = ls.load_player("greedy").choose(seen, Random(1))
            _insist(chosen in legal, law, f"greedy chose {chosen}")

    def carry_out(self, state: State, move: PlayCard) -> None:
        with _law(law := "apply gives a state"):
            after = ls.apply(state, move)
            _insist(after == ls.apply(state, move), law, f"another one at the second {move}")
        with _law(law := "stones, coins, tents and cards stay as many as they are"):
            problems = ls.validate(after)
            _insist(not problems, law, f"after {move} {'; '.join(problems)}")
        with _law(law := "events tell it"):
            transition = ls.play(state, move)
            _insist(transition.state == after, law, "play and apply differ")
            names = [f"p{seat}" for seat in range(len(state.players))]
            for language, event in product(ls.LANGUAGES, transition.events):
                ls.describe(event, names, language=language, edition=state.edition)
        with _law("moves have words"):
            for language in ls.LANGUAGES:
                ls.describe_move(move, ls.view(state, state.current_player), language=language)
        with _law(law := "states, events and moves can be written and read"):
            read = ls.from_json(ls.to_json(after), State, effects=self.kinds)
            _insist(read == after, law, "the state comes back changed")
            for event in transition.events:
                _insist(ls.from_json(ls.to_json(event), ls.Event) == event, law, event)
            line = ls.format_move(move, state.current_player)
            _insist(ls.parse_move(line) == (state.current_player, move), law, line)
        if state.streams is None and self.looks:
            self.hides(state, move, transition)

    def hides(self, state: State, move: PlayCard, here: ls.Transition) -> None:
        """Try whether a player who cannot tell two games apart is told the same in both."""
        seat = self.data.draw(st.sampled_from(observers(state)))
        other = self.data.draw(with_other_secrets(state, seat))
        if seat == state.current_player or move.card not in other.player.hand:
            return
        if refusal_of(other, move) is None:
            there = ls.play(other, move)
            told_here, told_there = (
                [ls.visible(event, seat) for event in done.events] for done in (here, there)
            )
            can_tell = ls.view(there.state, seat) != ls.view(here.state, seat)
            problem = f"{told_here} and {told_there}"
            _insist(can_tell or told_here == told_there, "events tell no secret (R10.2)", problem)

    def record(self, states: Sequence[State], actions: Sequence[Action]) -> None:
        """Try whether the game can be recorded and replayed, if it began as games do."""
        if "gifts=[]" not in self.start.told:
            return
        with _law(law := "games can be recorded and replayed"):
            record = ls.Record.of(states[0], actions)
            read = ls.loads(ls.dumps(record), effects=self.kinds)
            read.verify()
            _insist(read == record, law, "the record comes back changed")


def _way(move: PlayCard) -> set[str]:
    if move.gems is not None:
        return {"gems"} if move.space is None and move.source is None else set()
    if move.space is None:
        return {"plain"} if move.source is None else set()
    return {"space", "pair"} if move.source is None else {"pair"}


def _order(move: PlayCard) -> tuple[object, ...]:
    parts = (move.gems, move.space, move.source)
    return (move.card, *((part is not None, part or ()) for part in parts))


def _tries(state: State, card: str) -> Iterator[PlayCard]:
    board = state.edition.board
    spaces = [Space(row, column) for row in (1, 2, len(board.rows)) for column in (1, state.boat)]
    spaces += [space for player in state.players for space in player.spaces()][:8]
    spaces += [Space(0, 1), Space(1, len(board.columns) + 1)]
    yield PlayCard(card)
    for gems in (Gems(), Gems(1, 0, 0), Gems(0, 1, 1), state.player.gems):
        yield PlayCard(card, gems)
    for space, source in product(spaces, [None, *spaces]):
        yield PlayCard(card, None, space, source)
