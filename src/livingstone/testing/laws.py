"""The laws of the game: what holds in every position, for every move and for every game.

`check_effect` tries them on effects of cards, the tests of the library on games of all editions.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from random import Random
from typing import Any

from hypothesis import HealthCheck, Phase, Verbosity, given, settings
from hypothesis import seed as with_hypothesis_seed
from hypothesis import strategies as st
from hypothesis.errors import Flaky

import livingstone as ls
from livingstone.edition.effect import Kinds, own_kinds
from livingstone.edition.types import Card, CardNames, Ruleset
from livingstone.errors import LivingstoneError, told
from livingstone.game.effects.base import CardEffect, effects_of
from livingstone.game.moves import Action, Outcome, PlayCard
from livingstone.game.rules.cards import play_card
from livingstone.game.state import State
from livingstone.support.structuring import kind_of
from livingstone.testing.data import boards, decks, values_of
from livingstone.testing.games import (
    Game,
    Pick,
    numbers,
    observers,
    options,
    pick_any,
    pick_card,
    starts,
    with_other_secrets,
)
from livingstone.values import Gems, Space


class LawError(LivingstoneError, AssertionError):
    """A law of the game is broken."""

    def __init__(self, law: str, problem: str) -> None:
        """Keep the law and how it is broken, in words."""
        super().__init__(f"{law}: {problem}")
        self.law = law
        self.problem = problem


@contextmanager
def _law(law: str) -> Iterator[Callable[[object, object], None]]:
    """Name the law that a problem, or an error within the block, breaks."""

    def insist(holds: object, problem: object) -> None:
        if not holds:
            raise LawError(law, str(problem))

    try:
        yield insist
    except LawError:
        raise
    except Exception as error:
        raise LawError(law, told(error)) from error


def check_options(state: State) -> tuple[Action, ...]:
    """Return what can happen next: something until the game is over, and each only once."""
    with _law("the legal moves can be listed") as insist:
        listed = options(state)
        insist(bool(listed) != state.is_over, f"{len(listed)} can be chosen")
        insist(bool(ls.legal_moves(state)) == (not state.is_over and not state.is_chance), listed)
        insist(len({*listed}) == len(listed), "one is listed twice")
    return listed


def check_legality(state: State, action: Action, *, is_listed: bool) -> ls.Refusal | None:
    """Return why an action is illegal; it is so unless it is listed, whatever is asked."""
    with _law("plays and refuse agree") as insist:
        refusal = ls.why_illegal(state, action)
        insist(refusal is not None or is_listed, f"{action} is accepted, not listed")
        insist(refusal is None or not is_listed, f"{action} is listed, but refused: {refusal}")
        insist(ls.is_legal(state, action) == is_listed, f"is_legal is wrong about {action}")
        try:
            ls.apply(state, action)
        except ls.IllegalMoveError as error:
            insist(error.reason == refusal, f"apply refuses {action}: {error}")
            insist((error.state, error.move) == (state, action), f"{error} is about another move")
        else:
            insist(is_listed, f"apply accepts {action}")
    return refusal


def check_plays(state: State, legal: Sequence[Action], cards: Collection[str]) -> None:
    """Check the ways to play some cards: in order, as `ways` says, and no other one is accepted."""
    plays = [move for move in legal if isinstance(move, PlayCard) and move.card in cards]
    with _law("moves fit ways") as insist:
        for move in plays:
            ways = effects_of(state.edition)[move.card].ways(len(state.players))
            insist(_ways(move) & {*ways}, f"{move} is none of {ways}")
    with _law("plays lists each move once, in order") as insist:
        insist(plays == sorted({*plays}, key=_order), plays[:4])
    is_free = state.dice_taken or state.edition.ruleset.free_actions_before_die  # R3.2
    held = {*cards} & {*state.player.hand} if is_free else set[str]()
    with _law("apply gives a state"):
        for move in plays:
            play_card(state, move)
    for move in plays:
        check_legality(state, move, is_listed=True)
    with _law("plays and refuse agree") as insist:
        for move in (way for card in held for way in _tries(state, card)):
            is_fine = move in plays or ls.why_illegal(state, move)
            insist(is_fine, f"{move} is accepted, not listed")


def check_action(state: State, action: Action, effects: Kinds) -> ls.Transition:
    """Check what an action does and how it is told; `effects` are the classes not shipped."""
    with _law("apply gives a state") as insist:
        after = ls.apply(state, action)
        insist(after == ls.apply(state, action), f"another one at the second {action}")
    with _law("stones, coins, tents and cards stay as many as they are") as insist:
        problems = ls.validate(after)
        insist(not problems, f"after {action} {'; '.join(problems)}")
    with _law("events tell it") as insist:
        transition = ls.play(state, action)
        insist(transition.state == after, "play and apply differ")
        names = [f"p{seat}" for seat in range(len(state.players))]
        for language, event in product(ls.LANGUAGES, transition.events):
            insist(ls.describe(event, names, language=language, edition=state.edition), event)
    seat = None
    if not isinstance(action, Outcome):
        seat = state.current_player
        with _law("moves have words") as insist:
            for language in ls.LANGUAGES:
                insist(ls.describe_move(action, ls.view(state, seat), language=language), action)
    with _law("states, events and moves can be written and read") as insist:
        read = ls.from_json(ls.to_json(after), State, effects=effects)
        insist(read == after, "the state comes back changed")
        for event in transition.events:
            insist(ls.from_json(ls.to_json(event), ls.Event) == event, event)
        line = ls.format_move(action, seat)
        insist(ls.parse_move(line) == (seat, action), line)
    return transition


def check_view(state: State, other: State, seat: int | None) -> None:
    """Check that a seat sees the same in a state with other secrets, and that states fit it."""
    with _law("legal moves tell no secret (R10.2)") as insist:
        seen = ls.view(state, seat)
        others = f"{len(ls.legal_moves(state))} moves are legal, but {len(ls.legal_moves(other))}"
        problem = f"{others} if hidden hands, chests or the draw pile are others"
        insist(seen == ls.view(other, seat), problem)
        insist(ls.view(ls.sample_state(seen, 0), seat) == seen, "a sampled state does not fit")


def check_events(here: ls.Transition, there: ls.Transition, seat: int | None) -> None:
    """Check that a seat that cannot tell two states apart is told the same about a move in both."""
    with _law("events tell no secret (R10.2)") as insist:
        if ls.view(here.state, seat) == ls.view(there.state, seat):
            told_here, told_there = (
                [ls.visible(event, seat) for event in done.events] for done in (here, there)
            )
            insist(told_here == told_there, f"{told_here} and {told_there}")


def check_bot(state: State) -> None:
    """Check that `greedy` chooses a legal move."""
    with _law("bots can value it") as insist:
        seen = ls.view(state, state.current_player)
        chosen = ls.load_player("greedy").choose(seen, Random())
        insist(chosen in seen.legal_moves, f"greedy chose {chosen}")


def check_record(start: State, actions: Sequence[Action], effects: Kinds) -> None:
    """Check that a game is the same when it is recorded, written, read and replayed."""
    with _law("games can be recorded and replayed") as insist:
        record = ls.Record.of(start, actions)
        read = ls.loads(ls.dumps(record), effects=effects)
        read.verify()
        insist(read == record, "the record comes back changed")


_CHOICES = ("gems", "space", "source", "seat", "amount", "cards")
_WAYS = {
    (): {"plain"},
    ("gems",): {"gems"},
    ("space",): {"space", "pair", "tent"},
    ("space", "source"): {"pair", "tent"},
    ("space", "cards"): {"tent"},
    ("space", "source", "cards"): {"tent"},
    ("seat",): {"seat"},
    ("amount",): {"amount"},
    ("space", "seat"): {"seat_space"},
    ("seat", "amount"): {"seat_amount"},
}
"""The ways that fit the choices of a move."""


def _ways(move: PlayCard) -> set[str]:
    made = tuple(name for name in _CHOICES if getattr(move, name) not in (None, ()))
    return _WAYS.get(made, set())


def _order(move: PlayCard) -> tuple[object, ...]:
    parts = [getattr(move, name) for name in _CHOICES]
    return (move.card, *((part is not None, () if part is None else part) for part in parts))


def _tries(state: State, card: str) -> Iterator[PlayCard]:
    """Yield many ways to play a card, possible or not."""
    board = state.edition.board
    spaces = [Space(row, column) for row in (1, 2, len(board.rows)) for column in (1, state.boat)]
    spaces += [space for player in state.players for space in player.spaces()][:8]
    spaces += [Space(0, 1), Space(1, len(board.columns) + 1)]
    yield PlayCard(card)
    for gems in (Gems(), Gems(1, 0, 0), Gems(0, 1, 1), state.player.gems):
        yield PlayCard(card, gems)
    for space, source in product(spaces, [None, *spaces]):
        yield PlayCard(card, None, space, source)
    for seat, amount in product([None, -1, *range(len(state.players) + 1)], [None, -1, 0, 1, 9]):
        yield PlayCard(card, seat=seat, amount=amount)
    tent_cards = [*state.edition.no_cost_cards, *state.edition.any_row_cards]
    for space, other in product(spaces[:6], tent_cards):
        yield PlayCard(card, None, space, cards=[other])


class EffectError(LawError):
    """An effect breaks a law of the game."""

    effect = ""
    """The effect with its figures."""
    seed = 0
    """The seed of `check_effect` that finds it."""

    def __init__(self, broken: LawError, game: Game) -> None:
        """Keep where the law is broken."""
        super().__init__(broken.law, broken.problem)
        self.game = game
        """The shortest game that was found; its last state is the one before the problem."""

    def __str__(self) -> str:
        told = f"{self.effect}: {self.law}: {self.problem}"
        return f"{told}\nseed {self.seed}, shortest game: {self.game!r}"


def check_effect(
    effect: type[CardEffect], /, *, games: int = 100, seed: int = 0, **figures: Any
) -> None:
    """Try the laws of the game on an effect, over random boards, decks and games.

    The effect has the given figures, or any that its types allow. The laws: `apply` gives a state
    and keeps stones, coins, tents and cards; `plays` lists the moves that `refuse` lets pass, and
    they fit `ways`; neither legal moves nor events tell a secret; states, events and records can be
    written and read; moves and events have words in all languages; bots can value it.

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
        _Check(effect, data, start).play(pick, data.draw(numbers(longest=120)))

    try:
        check()
    except Flaky as error:
        broken = LawError("the same position and move give the same result", told(error))
        found = EffectError(broken, Game((), (), "unknown"))
        found.effect, found.seed = effect.__name__, seed
        raise found from None
    except EffectError as found:
        found.effect, found.seed = repr(found.game.start.edition.effects[kind_of(effect)]), seed
        raise


@st.composite
def _editions(draw: st.DrawFn, effects: st.SearchStrategy[CardEffect], id: str) -> ls.Edition:
    """Draw an edition in which every second card or so has the effect."""
    own = Card(id, draw(st.integers(1, 8)), draw(effects), CardNames("Own card"), "An own card.")
    return ls.Edition(
        id=draw(st.sampled_from(("printed", "bga"))),
        ruleset=draw(values_of(Ruleset)),
        board=draw(st.one_of(st.just(ls.load_edition("printed").board), boards())),
        cards=(*(card for card in draw(decks()) if card.id != id), own),
    )


class _Check:
    """One game, in which the laws are tried wherever the effect can matter."""

    def __init__(self, effect: type[CardEffect], data: st.DataObject, start: Game) -> None:
        self.kinds, self.data, self.start = [effect], data, start
        effects = effects_of(start.last.edition)
        self.own = {id for id, own in effects.items() if isinstance(own, effect)}
        self.looks = 3  # with other secrets

    def play(self, pick: Pick, choices: Sequence[int]) -> None:
        states, actions = [self.start.last], list[Action]()
        try:
            for number in choices:
                state = states[-1]
                if state.is_over:
                    break
                action = pick(check_options(state), number)
                if not state.is_chance and self.own & {*state.player.hand}:
                    self.look(state)
                if isinstance(action, PlayCard) and action.card in self.own:
                    self.carry_out(state, action)
                states.append(ls.apply(state, action))
                actions.append(action)
            if "gifts=[]" in self.start.told:  # a record begins as games do
                check_record(states[0], actions, self.kinds)
        except LawError as error:
            game = Game(tuple(states), tuple(actions), self.start.told)
            raise EffectError(error, game) from error

    def look(self, state: State) -> None:
        """Try the ways to play the cards, and whether other secrets change them."""
        check_plays(state, ls.legal_moves(state), self.own)
        if self.looks:
            self.looks -= 1
            seat = state.current_player
            check_view(state, self.data.draw(with_other_secrets(state, seat)), seat)
            check_bot(state)

    def carry_out(self, state: State, move: PlayCard) -> None:
        """Try what the card does, and whether its events tell a secret."""
        here = check_action(state, move, self.kinds)
        if state.streams is None and self.looks:
            seat = self.data.draw(st.sampled_from(observers(state)))
            other = self.data.draw(with_other_secrets(state, seat))
            if seat != state.current_player and ls.is_legal(other, move):
                check_events(here, ls.play(other, move), seat)
