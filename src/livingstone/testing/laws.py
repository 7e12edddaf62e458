"""The laws of the game: what must hold in every position, for every move and in every game.

`check_effect` tries them on effects of cards, in games that it looks for; the tests of the library
try them in games of all editions. The laws of all games are in `laws_of_games`, and those of cards
in `laws_of_cards`; this module has the names of both.
"""

from collections.abc import Collection, Iterable, Sequence
from random import Random
from time import process_time
from typing import Any

from attrs import evolve, fields
from hypothesis import HealthCheck, Phase, Verbosity, given, settings
from hypothesis import seed as with_hypothesis_seed
from hypothesis import strategies as st
from hypothesis.database import DirectoryBasedExampleDatabase
from hypothesis.errors import Flaky

import livingstone as ls
from livingstone.edition.kinds import own_kinds
from livingstone.edition.types import Card, CardNames, Ruleset
from livingstone.errors import error_line, shown
from livingstone.game import knowledge
from livingstone.game.card_effect import CardEffect, effects_of
from livingstone.game.chance import draw as draw_outcome
from livingstone.game.moves import (
    Action,
    CardLook,
    CardRevealed,
    CardRoll,
    CardsShown,
    HandDraw,
    Outcome,
    PlayCard,
    StoneDraw,
)
from livingstone.game.rules.rounds import refuse_free_action
from livingstone.game.state import State, Streams
from livingstone.support.structuring import kind_of
from livingstone.testing.data import boards, decks, values_of
from livingstone.testing.elsewhere import Sample, answers, answers_elsewhere
from livingstone.testing.laws_of_cards import (
    check_chance,
    check_choices,
    check_choosing,
    check_end_points,
    check_figures,
    check_known,
    check_plays,
    check_seeded,
    check_told,
    check_types,
    check_value,
)
from livingstone.testing.laws_of_games import (
    LawError,
    check_action,
    check_advance,
    check_bot,
    check_events,
    check_legality,
    check_options,
    check_record,
    check_view,
    check_written,
    law,
)
from livingstone.testing.strategies import (
    Game,
    Gift,
    Pick,
    dealt,
    give,
    late,
    numbers,
    observers,
    other_deals,
    pick_any,
    pick_card,
    starts,
)
from livingstone.values import CardPile

__all__ = [
    "EffectError",
    "LawError",
    "check_action",
    "check_advance",
    "check_bot",
    "check_chance",
    "check_choices",
    "check_choosing",
    "check_effect",
    "check_end_points",
    "check_events",
    "check_figures",
    "check_known",
    "check_legality",
    "check_options",
    "check_plays",
    "check_record",
    "check_seeded",
    "check_told",
    "check_value",
    "check_view",
    "check_written",
]


TOLD_DEALS = 4
"""The number of other deals, and of outcomes that a seat does not see, to compare its events."""
GAPS = (1, *[8] * 31)
"""A game looks for secrets at one of so many decisions, on average; most games at one of 8. The
smallest value is first, so that Hypothesis can shorten a failing game with a look at each
decision."""
OPENED = (0, 0, 1, 3, 20)
"""How many cards of the effect are laid open before a look for secrets: one of these is drawn."""
CHOSEN = 3
"""The most options of a choice that are tried in one position."""
MOST_DICE = 4
"""The most dice of a card whose rare outcomes are tried as often as the others."""


class EffectError(LawError):
    """An effect breaks a law of the game."""

    effect = ""
    """The effect with its figures."""
    seed = 0
    """The seed of `check_effect` that finds it."""

    def __init__(self, broken: LawError, game: Game) -> None:
        super().__init__(broken.law, broken.problem)
        self.game = game
        """The shortest failing game that was found; its last state is the one before the
        problem."""

    def __str__(self) -> str:
        told = f"{self.effect}: {self.law}: {self.problem}"
        return f"{told}\nseed {self.seed}, shortest game: {self.game!r}"


SHRINKING = 4.0
"""The seconds of processor time in which `check_effect` looks for a shorter game."""
_UNSTEADY = (
    "a game that was played again went on otherwise: a method draws random numbers, reads a clock, "
    "or remembers earlier calls"
)


RICH_GAMES = 60
"""The further games in which `check_effect` looks for a play of a card never playable so far."""
ENOUGH = 20
"""From so many games on, `check_effect` expects a playable card, and asks other processes."""
WRITTEN = 2
"""How many plays of the card in a game are written and read."""
PROCESSES = 2
"""The other processes in which `check_effect` asks an effect; each has another order of sets."""
SAMPLES = 8
"""The most positions for each of these processes."""
_QUIET = settings(
    deadline=None, derandomize=False, phases=(Phase.reuse, Phase.generate, Phase.shrink),
    report_multiple_bugs=False, suppress_health_check=list(HealthCheck), verbosity=Verbosity.quiet,
)  # fmt: skip


def check_effect(
    effect: type[CardEffect], /, *, games: int = 80, seed: int = 0, **figures: Any
) -> None:
    """Check the laws of the game for an effect, with the shipped deck and with random ones.

    The effect has the given figures, or any that its types allow. The laws are tried in games, and
    in late positions that are made from theirs, with many tents, large purses and the like:

    - `apply` gives a state, and loses or makes no stones, coins, tents and cards;
    - `plays` lists the moves that `refuse` allows; they fit `ways` and are in range;
    - in 20 games or more, the card can be played at least once;
    - legal moves, refusals and events reveal no secret;
    - events report what changed, and lead from each seat's view to the next;
    - only looks, and cards shown or passed, change what players know;
    - `options` lists choices in range that reveal no secret, each with words of its own, and the
      card comes to an end;
    - states, events and records can be written and read, and an effect read from JSON acts alike;
    - with 20 games or more, it acts alike in other processes, where sets have another order, if its
      class can be imported there (not from a notebook, a function, or a script that does work);
    - moves and events have words in all languages, and bots can value them;
    - `figure`, `end_points`, `value` and the like have their types, and are equal each time.

    The game that failed last is tried first (Hypothesis keeps it in `.hypothesis`). The search for
    a shorter game ends after some seconds.

    >>> from livingstone.effects import GainCoins
    >>> check_effect(GainCoins, games=5, coins=4)

    Raises `EffectError` with the law, the seed and the shortest game found that breaks it, and
    `ArgumentError` for a class that is not a complete effect.
    """
    own_kinds([effect])
    drawn = st.just(effect(**figures)) if figures else values_of(effect, largest=6)
    editions = _editions(drawn, kind_of(effect))
    trials = _Trials(effect, seed)
    kept = DirectoryBasedExampleDatabase(f".hypothesis/effects/{kind_of(effect)}")

    @settings(_QUIET, max_examples=games, database=kept)
    @with_hypothesis_seed(seed)  # below, since above it would switch the database off
    @given(st.data(), starts(editions), st.sampled_from((pick_card, pick_any)))
    def check(data: st.DataObject, start: Game, pick: Pick) -> None:
        game = _Check(effect, data, start)
        trials.play(game, pick, data.draw(numbers(longest=120)))

    try:
        check()
        if games >= ENOUGH:
            trials.check_processes()
            trials.check_possible()
    except Flaky:
        broken = LawError("the same position and move give the same result", _UNSTEADY)
        error = EffectError(broken, trials.shortest().game)
    except (EffectError, _EnoughError):
        error = trials.shortest()
    else:
        return
    error.effect, error.seed = repr(error.game.start.edition.effects[kind_of(effect)]), seed
    raise error


class _Trials:
    """All games in which an effect is tried, and the errors found."""

    def __init__(self, effect: type[CardEffect], seed: int) -> None:
        self.effect = effect
        self.seed = seed
        self.games = list["_Check"]()
        self.errors = dict[EffectError, float]()

    def play(self, game: "_Check", pick: Pick, choices: Sequence[int]) -> None:
        """Play a game, or end the search for a shorter one."""
        if not self.errors:
            self.games.append(game)
        try:
            game.play(pick, choices)
        except EffectError as error:
            now = process_time()
            self.errors[error] = now
            if now - min(self.errors.values()) > SHRINKING:
                raise _EnoughError from error
            raise

    def shortest(self) -> EffectError:
        """Return the error with the shortest game, or an empty error with the last game."""
        if self.errors:
            return min(self.errors, key=lambda error: len(error.game.actions))
        return EffectError(LawError("", ""), self.games[-1].game())

    def check_processes(self) -> None:
        """Check that the effect answers the same in other processes."""
        found = [game.sample for game in self.games if game.sample]
        found.sort(key=lambda sample: sample[2] is not None)
        samples = found[-PROCESSES * SAMPLES :]
        for number in range(PROCESSES):
            asked = samples[number::PROCESSES]
            positions = [
                Sample(ls.with_explicit_chance(game.last), card, move) for game, card, move in asked
            ]
            elsewhere = answers_elsewhere(self.effect, positions, number + 1) if asked else []
            for (game, card, move), position, there in zip(
                asked, positions, elsewhere, strict=False
            ):
                here = answers(position)
                for question in (name for name, answer in there.items() if answer != here[name]):
                    problem = (
                        f"{move or card}: {question} is {here[question]}, there {there[question]}"
                    )
                    self._fail("another process gives the same answers", problem, game)

    def check_possible(self) -> None:
        """Check that the card can be played, unless it is only held."""
        if any(game.is_playable for game in self.games) or _is_only_held(self.effect):
            return
        effects = dict.fromkeys(effect for game in self.games for effect in game.effects)
        if not any(_can_be_played(own, self.seed) for own in [*effects][:3]):
            problem = f"not once in {len(self.games)} games"
            problem += "; a card that is only held says so: moments = ()"
            held = [game.held for game in self.games if game.held]
            shortest = min(held, key=lambda game: len(game.actions), default=None)
            game = shortest or self.games[-1].game()
            self._fail("the card can be played", problem, game)

    def _fail(self, law: str, problem: str, game: Game) -> None:
        error = EffectError(LawError(law, problem), game)
        self.errors[error] = process_time()
        raise error


def _has_play(legal: Iterable[Action], cards: Collection[str]) -> bool:
    return any(isinstance(move, PlayCard) and move.card in cards for move in legal)


def _can_be_played(effect: CardEffect, seed: int) -> bool:
    """Look for a decision at which the card can be played, in games with much on the board.

    Some correct cards can be played at only one of hundreds of decisions.
    """
    random, edition = Random(seed), ls.load_edition("printed")
    own = Card("own_card", 8, effect, CardNames("Own card"), "An own card.")
    edition = evolve(edition, cards=(*edition.cards, own))
    for number in range(RICH_GAMES):
        state = ls.new_game(2 + number % 4, seed=number, edition=edition)
        state = dealt(state, random.randbytes(20 + number % 60))
        for choice in random.randbytes(40):
            legal = check_options(state)
            if _has_play(legal, (own.id,)):
                return True
            if state.is_over:
                break
            state = ls.apply(state, pick_any(legal, choice))
    return False


def _is_only_held(effect: type[CardEffect]) -> bool:
    """Return whether cards with an effect are never played as moves of their own."""
    goes_along = effect.pays_for_tent or effect.reaches_any_row
    moments: object = effect.moments
    return goes_along or effect.is_collapse or moments == ()


class _EnoughError(BaseException):
    """Ends the search for a shorter game, which would last for minutes."""


@st.composite
def _editions(draw: st.DrawFn, effects: st.SearchStrategy[CardEffect], id: str) -> ls.Edition:
    """Draw an edition in which every second card or so has the effect."""
    own = Card(id, draw(st.integers(1, 8)), draw(effects), CardNames("Own card"), "An own card.")
    if draw(st.booleans()):
        shipped = ls.load_edition(draw(st.sampled_from(("printed", "bga"))))
        return evolve(shipped, cards=(*(card for card in shipped.cards if card.id != id), own))
    return ls.Edition(
        id=draw(st.sampled_from(("printed", "bga"))),
        ruleset=draw(values_of(Ruleset)),
        board=draw(st.one_of(st.just(ls.load_edition("printed").board), boards())),
        cards=(*(card for card in draw(decks()) if card.id != id), own),
    )


class _Check:
    """One game, in which the laws are tried wherever the effect can matter."""

    def __init__(self, effect: type[CardEffect], data: st.DataObject, start: Game) -> None:
        self.kinds = [effect]
        effects = effects_of(start.last.edition)
        self.effects = [own for own in effects.values() if isinstance(own, effect)]
        self.own = {id for id, own in effects.items() if isinstance(own, effect)}
        self.seed = data.draw(st.integers(0, 1 << 16))
        self.gap = data.draw(st.sampled_from(GAPS))
        self.states = [start.last]
        self.actions = list[Action]()
        self.told = start.told
        self.written = 0
        self.is_playable = False
        self.held: Game | None = None
        """The game up to the first look at a player who holds the card."""
        self.sample: tuple[Game, str, PlayCard | None] | None = None
        """The game up to the last look at a player who can play the card, the card and a play.

        There is no play (None) of a card that was only held."""

    def game(self) -> Game:
        """Return the game so far."""
        return Game(tuple(self.states), tuple(self.actions), self.told)

    def play(self, pick: "Pick", choices: Sequence[int]) -> None:
        try:
            for effect in self.effects:
                check_figures(effect)
            random = Random(self.seed)
            for index, number in enumerate(choices):
                if self.states[-1].is_over:
                    break
                random = Random(self.seed * len(choices) + index)
                self.go_on(pick(self.listed(self.states[-1]), number), random)
            check_end_points(self.states[-1], self.effects)
            if "gifts=[]" in self.told:  # a record begins as games do
                seats = [seat for seat in observers(self.states[0]) if not random.randrange(8)]
                check_record(self.states[0], self.actions, self.kinds, seats)
        except LawError as error:
            raise EffectError(error, self.game()) from error
        except Exception as error:
            broken = LawError("a game with the card goes on", error_line(error))
            raise EffectError(broken, self.game()) from error

    def listed(self, state: State) -> tuple[Action, ...]:
        """List what can happen next; if that fails, say which method of the effect is wrong."""
        try:
            return check_options(state)
        except LawError:
            for card in sorted(self.own & {*state.player.hand}):
                check_types(state, card)
            raise

    def go_on(self, action: Action, random: Random) -> None:
        """Check the laws for an action, and perhaps for what the player could do instead."""
        state, told = self.states[-1], self.told
        if state.choice is not None:
            check_choosing(state, random)
            check_bot(state)
        elif not (state.is_chance or refuse_free_action(state) or random.randrange(self.gap)):
            self.states[-1], more = _posed(state, self.own, random)
            self.told += more
            self.look(self.states[-1], random)
            self.states[-1], self.told = state, told
        if isinstance(action, PlayCard) and action.card in self.own:
            self.carry_out(state, action, random)
        elif state.playing is not None and state.playing.card in self.own:
            self.receive(state, action, random)
        self.states.append(ls.apply(state, action))
        self.actions.append(action)

    def look(self, state: State, random: Random) -> None:
        """Check the plays of the cards, and that other secrets do not change them."""
        if not self.own & {*state.player.hand}:
            return
        self.held = self.held or self.game()
        for card in sorted(self.own & {*state.player.hand}):
            check_types(state, card)
        legal = check_options(state)
        check_plays(state, legal, self.own)
        check_choices(state, self.own, random)
        seat = state.current_player
        for other in other_deals(state, seat, random, most=1):
            check_view(state, other, seat)
        for card in sorted(self.own & {*state.player.hand}):
            check_value(state, card, None)
        check_end_points(state, self.effects)
        check_bot(state)
        plays = [move for move in legal if isinstance(move, PlayCard) and move.card in self.own]
        if not plays and not self.is_playable:
            self.sample = (self.game(), min(self.own & {*state.player.hand}), None)
        if plays:
            self.is_playable = True
            move = random.choice(plays)
            self.sample = (self.game(), move.card, move)
            self.carry_out(state, move, random)

    def carry_out(self, state: State, move: PlayCard, random: Random) -> None:
        """Check what the card does, and that its events reveal no secret."""
        done = check_action(state, move)
        self.write(state, move, done, random)
        self.compare(state, move, random)
        check_value(state, move.card, move)
        check_chance(state, move)
        check_known(state, move)
        check_told(state, move)
        check_advance(state, done)
        if state.streams is not None:
            for step in check_seeded(state, done)[1:]:
                self.receive(*step, random)

    def compare(self, state: State, move: PlayCard, random: Random) -> None:
        """Check that the events of a card reveal no secret to a spectator or to another player."""
        state = ls.with_explicit_chance(state)
        mover, here = state.current_player, _played(state, move)
        for other in other_deals(state, mover, random, most=TOLD_DEALS):
            with law("legal moves tell no secret (R10.2)") as insist:
                insist(ls.is_legal(other, move), "{} is illegal with other secrets", move)
            check_events(here, _played(other, move), None)
        seat = random.choice([seat for seat in range(len(state.players)) if seat != mover])
        kept = (move.card, *move.cards)
        for other in other_deals(state, seat, random, most=TOLD_DEALS, kept=kept):
            if ls.is_legal(other, move):
                check_events(here, _played(other, move), seat)
        self.go_after(here.state, random)

    def write(self, state: State, action: Action, done: ls.Transition, random: Random) -> None:
        """Check that what the card does can be written and read, at most twice in a game."""
        if self.written < WRITTEN and not (self.written and random.randrange(2)):
            self.written += 1
            check_written(state, action, done, self.kinds)

    def go_after(self, state: State, random: Random) -> None:
        """Check what a card does with an outcome that it awaits, and with a choice after it."""
        if state.choice is None and state.playing is not None:
            outcomes = _outcomes(state, random)
            for outcome in outcomes:
                self.receive(state, outcome, random)
            state = ls.apply(state, random.choice(outcomes))
        if state.choice is not None:
            check_choosing(state, random)
            check_bot(state)
            options = ls.legal_moves(state)
            for option in random.sample(options, min(CHOSEN, len(options))):
                self.receive(state, option, random)

    def receive(self, state: State, outcome: Action, random: Random) -> None:
        """Check what the card does with an outcome or a choice; its events must hide secrets."""
        here = _played(state, outcome)
        check_action(state, outcome)
        self.write(state, outcome, here, random)
        if state.playing is not None:
            check_known(state, outcome)
        check_advance(state, here)
        seat = random.choice(observers(state))
        sees = {state.current_player}
        if isinstance(state.pending, CardLook):
            sees = {state.pending.looker(state.current_player)}
        if isinstance(state.pending, HandDraw):
            sees.add(state.pending.owner)
        is_hidden = isinstance(outcome, CardRevealed | CardsShown) and seat not in sees
        is_secret = state.choice is not None and state.choice.is_secret and seat not in sees
        for number, other in enumerate(other_deals(state, seat, random, most=TOLD_DEALS)):
            drawn = draw_outcome(other, Streams(number))[0] if is_hidden else outcome
            if is_secret:
                drawn = random.choice(ls.legal_moves(other))
            if ls.is_legal(other, drawn):
                check_events(here, _played(other, drawn), seat)


def _played(state: State, action: Action) -> ls.Transition:
    """Play an action; an error breaks the law about states or the law about events."""
    try:
        done = ls.play(state, action)
    except Exception:
        with law("apply gives a state"):
            ls.apply(state, action)
        with law("events tell it"):
            raise
    with law("apply gives a state") as insist:
        insist(done.state.edition == state.edition, "an effect leaves the edition as it is")
    return done


def _outcomes(state: State, random: Random) -> list[Outcome]:
    """Draw outcomes that are awaited: one by its probability, and one that may be rare."""
    drawn, _ = draw_outcome(state, Streams(random.randrange(1 << 16)))
    rolls = state.pending
    if isinstance(rolls, StoneDraw) or (isinstance(rolls, CardRoll) and rolls.count <= MOST_DICE):
        return [drawn, random.choice([*ls.chance_outcomes(state)])]
    return [drawn]


def _posed(state: State, own: Collection[str], random: Random) -> tuple[State, str]:
    """Give the player to move one of the cards, and secrets to all; say in words what changed.

    Few games lead to positions where all hold cards and have donated, or three of these cards lie
    open. Most of the positions are also made late.
    """
    before = state
    if random.randrange(3):
        state = late(state, random)
    mover, pile = state.player, [card for card in state.draw_pile.cards() if card in own]
    random.shuffle(pile)
    if {*own} & {*mover.hand}:
        if state is before and random.randrange(2):
            return state, ""
    elif pile and not state.edition.is_collapse(pile[0]):  # R6.11
        mover = mover.changed(hand=tuple(sorted((*mover.hand, pile[0]))))
        state = state.with_player(mover, draw_pile=state.draw_pile - CardPile.of([pile.pop(0)]))
    else:
        return before, ""
    opened = CardPile.of(pile[: random.choice(OPENED)])
    state = state.changed(draw_pile=state.draw_pile - opened, played=state.played + opened)
    for seat, player in enumerate(state.players):
        if len(player.hand) < 2:
            state = give(state, seat, Gift.CARD, random.randrange(256))
        if not player.donations and random.randrange(4):
            state = give(state, seat, Gift.COINS, random.randrange(6))
            state = give(state, seat, Gift.DONATION, random.randrange(6))
    return knowledge.forget_pile(state), f", at the end {_changes(before, state)}"


def _changes(before: State, after: State) -> str:
    """List what has changed in a position, player by player; the draw pile has the other cards."""
    told = [", ".join(_changed(before, after, ("players", "draw_pile")))]
    for seat, own in enumerate(zip(before.players, after.players, strict=True)):
        if parts := _changed(*own):
            told.append(f"player {seat} {', '.join(parts)}")
    return "; ".join(told)


def _changed(before: Any, after: Any, left_out: Collection[str] = ()) -> list[str]:
    names = [part.name for part in fields(type(before)) if part.name not in left_out]
    return [
        f"{name}={shown(getattr(after, name))}"
        for name in names
        if getattr(after, name) != getattr(before, name)
    ]
