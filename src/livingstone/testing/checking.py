"""`check_effect`: the laws of the game, tried on an effect of your own."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from random import Random
from typing import Any

from hypothesis import HealthCheck, Phase, Verbosity, given, settings
from hypothesis import seed as with_hypothesis_seed
from hypothesis import strategies as st
from hypothesis.errors import Flaky

import livingstone as ls
from livingstone.edition.cards import Card, CardNames
from livingstone.edition.effect import knowing
from livingstone.edition.structuring.hooks import kind_of
from livingstone.errors import LivingstoneError, told
from livingstone.game.effects.base import CardEffect, effects_of
from livingstone.game.engine import refusal_of
from livingstone.game.moves import Action, PlayCard
from livingstone.game.rules.cards import play_card
from livingstone.game.state import State
from livingstone.testing.editions import boards, decks, rulesets
from livingstone.testing.games import numbers, observers, starts, with_other_secrets
from livingstone.testing.playing import Game, options, pick_card, pick_card_or_donation
from livingstone.testing.values import values_of
from livingstone.values import Gems, Space

__all__ = ["EffectError", "check_effect"]

_LONGEST = 120
"""The most actions of a game."""


class EffectError(LivingstoneError, AssertionError):
    """An effect breaks a law of the game."""

    def __init__(self, effect: str, law: str, problem: str, seed: int, game: Game) -> None:
        """Store what is wrong, and the shortest game that shows it."""
        super().__init__(effect, law, problem, seed, game)
        self.effect = effect
        """The effect with its figures."""
        self.law = law
        """The law, in words."""
        self.problem = problem
        """How it is broken."""
        self.seed = seed
        """The seed of `check_effect` that finds it."""
        self.game = game
        """The shortest game that was found; its last state is the one before the problem."""

    def __str__(self) -> str:
        """Say all of it."""
        return (
            f"{self.effect}: {self.law}: {self.problem}\n"
            f"seed {self.seed}, shortest game: {self.game!r}"
        )


class _BrokenError(Exception):
    def __init__(self, law: str, problem: str) -> None:
        self.law, self.problem = law, problem
        self.game = Game((), (), "")


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
    with knowing([effect]):
        pass
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
    except _BrokenError as broken:
        cards = broken.game.start.edition.cards
        own = next(card.effect for card in cards if isinstance(card.effect, effect))
        raise EffectError(repr(own), broken.law, broken.problem, seed, broken.game) from None
    except Flaky as error:
        start = Game((), (), "unknown")
        law = "the same position and move give the same result"
        raise EffectError(effect.__name__, law, told(error), seed, start) from None


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
    """Name the law that an error breaks."""
    try:
        yield
    except _BrokenError:
        raise
    except Exception as error:
        raise _BrokenError(law, told(error)) from error


def _insist(holds: object, law: str, problem: str) -> None:
    if not holds:
        raise _BrokenError(law, problem)


class _Check:
    """One game, in which the laws are tried wherever the effect can matter."""

    def __init__(self, effect: type[CardEffect], data: st.DataObject, start: Game) -> None:
        self.kinds, self.data, self.start = [effect], data, start
        self.own = {
            id for id, own in effects_of(start.last.edition).items() if isinstance(own, effect)
        }
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
        except _BrokenError as broken:
            broken.game = Game(states, actions, self.start.told)
            raise

    def moves(self, state: State) -> None:
        """Try whether `plays` and `refuse` agree, and tell no secret."""
        effects, held = effects_of(state.edition), self.own & {*state.player.hand}
        with _law("the legal moves can be listed"):
            legal = ls.legal_moves(state)
        plays = [move for move in legal if isinstance(move, PlayCard) and move.card in self.own]
        agree = "plays and refuse agree"
        for move in plays:
            with _law(agree):
                refusal = refusal_of(state, move)
            _insist(refusal is None, agree, f"{move} is listed, but refused: {refusal}")
            ways = effects[move.card].ways(len(state.players))
            _insist(_way(move) & {*ways}, "moves fit ways", f"{move} is none of {ways}")
            with _law("apply gives a state"):
                play_card(state, move)
        in_order = plays == sorted({*plays}, key=_order)
        _insist(in_order, "plays lists each move once, in order", f"{plays[:4]} ...")
        for card in held if _is_free(state) else ():
            for move in _tries(state, card):
                with _law(agree):
                    refusal = refusal_of(state, move)
                _insist(
                    refusal is not None or move in plays, agree, f"{move} is accepted, not listed"
                )
        if self.looks:
            self.looks -= 1
            seat = state.current_player
            other = self.data.draw(with_other_secrets(state, seat))
            with _law("legal moves tell no secret (R10.2)"):
                others = ls.legal_moves(other)
            _insist(
                ls.view(state, seat) == ls.view(other, seat),
                "legal moves tell no secret (R10.2)",
                f"{len(legal)} moves are legal, but {len(others)} if hidden hands, chests or the"
                " draw pile are others",
            )
            with _law("legal moves tell no secret (R10.2)"):
                ls.sample_state(ls.view(state, seat), 0)
            with _law("bots can value it"):
                chosen = ls.load_player("greedy").choose(ls.view(state, seat), Random(1))
            _insist(chosen in legal, "bots can value it", f"greedy chose {chosen}")

    def carry_out(self, state: State, move: PlayCard) -> None:
        """Try what the effect does to the state, and how it is told."""
        with _law("apply gives a state"):
            after = ls.apply(state, move)
            again = ls.apply(state, move)
        _insist(after == again, "apply gives the same state again", f"not for {move}")
        with _law("stones, coins, tents and cards stay as many as they are"):
            problems = ls.validate(after)
        law = "stones, coins, tents and cards stay as many as they are"
        _insist(not problems, law, f"after {move} {'; '.join(problems)}")
        with _law("events tell it"):
            transition = ls.play(state, move)
            for language, event in product(ls.LANGUAGES, transition.events):
                names = [f"p{seat}" for seat in range(len(state.players))]
                ls.describe(event, names, language=language, edition=state.edition)
        _insist(transition.state == after, "events tell it", "play and apply differ")
        with _law("moves have words"):
            seen = ls.view(state, state.current_player)
            for language in ls.LANGUAGES:
                ls.describe_move(move, seen, language=language)
        with _law("states, events and moves can be written and read"):
            read = ls.from_json(ls.to_json(after), State, effects=self.kinds)
            _insist(read == after, "states can be written and read", "they come back changed")
            for event in transition.events:
                written = ls.from_json(ls.to_json(event), ls.Event)
                _insist(written == event, "events can be written and read", f"{event} changes")
            line = ls.format_move(move, state.current_player)
            _insist(ls.parse_move(line) == (state.current_player, move), "moves have a line", line)
        if state.streams is None and self.looks:
            self._hides(state, move, after, transition.events)

    def _hides(
        self, state: State, move: PlayCard, after: State, events: Sequence[ls.Event]
    ) -> None:
        """Try whether who cannot tell two games apart is told the same in both."""
        seat = self.data.draw(st.sampled_from(observers(state)))
        if seat == state.current_player:
            return
        other = self.data.draw(with_other_secrets(state, seat))
        if move.card not in other.player.hand or refusal_of(other, move) is not None:
            return
        transition = ls.play(other, move)
        if ls.view(transition.state, seat) == ls.view(after, seat):
            told_here, told_there = (
                [ls.visible(event, seat) for event in happened]
                for happened in (events, transition.events)
            )
            law = "events tell no secret (R10.2)"
            _insist(told_here == told_there, law, f"{told_here} and {told_there}")

    def record(self, states: Sequence[State], actions: Sequence[Action]) -> None:
        """Try whether the game can be recorded and replayed, if it began as games do."""
        if "gifts=[]" not in self.start.told:
            return
        law = "games can be recorded and replayed"
        with _law(law):
            record = ls.Record.of(states[0], actions)
            read = ls.loads(ls.dumps(record), effects=self.kinds)
            read.verify()
        _insist(read == record, law, "the record comes back changed")


def _is_free(state: State) -> bool:
    """Say whether cards can be played now (R3.2)."""
    return bool(state.dice_taken) or state.edition.ruleset.free_actions_before_die


def _way(move: PlayCard) -> set[str]:
    """Name the ways that a move can be one of."""
    if move.gems is not None:
        return {"gems"} if move.space is None and move.source is None else set()
    if move.space is None:
        return {"plain"} if move.source is None else set()
    return {"space", "pair"} if move.source is None else {"pair"}


def _order(move: PlayCard) -> tuple[object, ...]:
    parts = (move.gems, move.space, move.source)
    return (move.card, *((part is not None, part or ()) for part in parts))


def _tries(state: State, card: str) -> Iterator[PlayCard]:
    """List ways to play a card that may be legal or not."""
    board = state.edition.board
    spaces = [Space(row, column) for row in (1, 2, len(board.rows)) for column in (1, state.boat)]
    spaces += [space for player in state.players for space in player.spaces()][:8]
    spaces += [Space(0, 1), Space(1, len(board.columns) + 1)]
    yield PlayCard(card)
    for gems in (Gems(), Gems(1, 0, 0), Gems(0, 1, 1), state.player.gems):
        yield PlayCard(card, gems)
    for space, source in product(spaces, [None, *spaces]):
        yield PlayCard(card, None, space, source)
