"""`check_effect`: the laws of the game, tried on an effect of your own."""

from collections.abc import Sequence
from typing import Any

from hypothesis import HealthCheck, Phase, Verbosity, given, settings
from hypothesis import seed as with_hypothesis_seed
from hypothesis import strategies as st
from hypothesis.errors import Flaky

import livingstone as ls
from livingstone.edition.effect import own_kinds
from livingstone.edition.types import Card, CardNames, Ruleset
from livingstone.errors import told
from livingstone.game.effects.base import CardEffect, effects_of
from livingstone.game.moves import Action, PlayCard
from livingstone.game.state import State
from livingstone.support.structuring import kind_of
from livingstone.testing import laws
from livingstone.testing.editions import boards, decks
from livingstone.testing.games import numbers, observers, starts, with_other_secrets
from livingstone.testing.laws import LawError
from livingstone.testing.playing import Game, Pick, pick_any, pick_card
from livingstone.testing.values import values_of

_LONGEST = 120
"""The most actions of a game."""


class EffectError(LawError):
    """An effect breaks a law of the game."""

    def __init__(self, broken: LawError, effect: str, seed: int, game: Game) -> None:
        """Keep where the law is broken."""
        super().__init__(broken.law, broken.problem)
        self.effect = effect
        """The effect with its figures."""
        self.seed = seed
        """The seed of `check_effect` that finds it."""
        self.game = game
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
    @given(st.data(), starts(editions), st.sampled_from((pick_card, pick_any)))
    def check(data: st.DataObject, start: Game, pick: Pick) -> None:
        _Check(effect, data, start).play(pick, data.draw(numbers(_LONGEST)))

    try:
        check()
    except EffectError as found:
        cards = found.game.start.edition.cards
        own = next(card.effect for card in cards if isinstance(card.effect, effect))
        found.effect = repr(own)
        found.seed = seed
        raise
    except Flaky as error:
        broken = LawError("the same position and move give the same result", told(error))
        raise EffectError(broken, effect.__name__, seed, Game((), (), "unknown")) from None


@st.composite
def _editions(draw: st.DrawFn, effects: st.SearchStrategy[CardEffect], id: str) -> ls.Edition:
    """Draw an edition in which every second card or so has the effect."""
    own = Card(id, draw(st.integers(1, 8)), draw(effects), CardNames("Own card"), "An own card.")
    printed = ls.load_edition("printed")
    return ls.Edition(
        id=draw(st.sampled_from(("printed", "bga"))),
        ruleset=draw(values_of(Ruleset)),
        board=draw(st.one_of(st.just(printed.board), boards())),
        cards=(*(card for card in draw(decks()) if card.id != id), own),
    )


class _Check:
    """One game, in which the laws are tried wherever the effect can matter."""

    def __init__(self, effect: type[CardEffect], data: st.DataObject, start: Game) -> None:
        self.kinds, self.data, self.start = [effect], data, start
        effects = effects_of(start.last.edition)
        self.own = {id for id, own in effects.items() if isinstance(own, effect)}
        self.looks = 3
        """In how many more positions to compare with other secrets."""

    def play(self, pick: Pick, choices: Sequence[int]) -> None:
        states, actions = [self.start.last], list[Action]()
        try:
            for number in choices:
                state = states[-1]
                if state.is_over:
                    break
                action = pick(laws.check_options(state), number)
                if not state.is_chance and self.own & {*state.player.hand}:
                    self.look(state)
                if isinstance(action, PlayCard) and action.card in self.own:
                    self.carry_out(state, action)
                states.append(ls.apply(state, action))
                actions.append(action)
            if "gifts=[]" in self.start.told:  # a record begins as games do
                laws.check_record(states[0], actions, self.kinds)
        except LawError as error:
            game = Game(tuple(states), tuple(actions), self.start.told)
            raise EffectError(error, "", 0, game) from error

    def look(self, state: State) -> None:
        """Try the ways to play the cards, and whether other secrets change them."""
        laws.check_plays(state, ls.legal_moves(state), self.own)
        if self.looks:
            self.looks -= 1
            seat = state.current_player
            laws.check_view(state, self.data.draw(with_other_secrets(state, seat)), seat)
            laws.check_bot(state)

    def carry_out(self, state: State, move: PlayCard) -> None:
        """Try what the card does, and whether its events tell a secret."""
        here = laws.check_action(state, move, self.kinds)
        if state.streams is None and self.looks:
            seat = self.data.draw(st.sampled_from(observers(state)))
            other = self.data.draw(with_other_secrets(state, seat))
            if seat != state.current_player and ls.is_legal(other, move):
                laws.check_events(here, ls.play(other, move), seat)
