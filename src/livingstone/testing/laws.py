"""The laws of the game: what must hold in every position, for every move and in every game.

`check_effect` checks them for effects of cards; the tests of the library check them in games of all
editions.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from math import isfinite
from random import Random
from time import process_time
from typing import Any, Protocol

from attrs import evolve, fields
from hypothesis import HealthCheck, Phase, Verbosity, given, settings
from hypothesis import seed as with_hypothesis_seed
from hypothesis import strategies as st
from hypothesis.database import DirectoryBasedExampleDatabase
from hypothesis.errors import Flaky

import livingstone as ls
from livingstone import events as happened
from livingstone.edition.kinds import Kinds, own_kinds
from livingstone.edition.phrases import phrases_in
from livingstone.edition.types import Card, CardNames, Ruleset
from livingstone.errors import LivingstoneError, error_line, shown
from livingstone.events.transitions import openly_changed, steps_of, told_steps
from livingstone.game import knowledge
from livingstone.game.card_effect import CHOICES, NAMES, CardEffect, Moment, effects_of
from livingstone.game.chance import draw as draw_outcome
from livingstone.game.moves import (
    Action,
    CardLook,
    CardRevealed,
    CardRoll,
    CardsShown,
    Choose,
    HandDraw,
    Outcome,
    PlayCard,
    StoneDraw,
)
from livingstone.game.rules import cards as cards_rules
from livingstone.game.rules.cards import play_card, refuse_extras
from livingstone.game.rules.ending import before_scoring
from livingstone.game.rules.rounds import refuse_free_action
from livingstone.game.state import State, Streams
from livingstone.records.notation import LARGEST_NUMBER
from livingstone.support.limits import LARGEST_FIGURE
from livingstone.support.structuring import kind_of
from livingstone.testing.data import boards, decks, values_of
from livingstone.testing.elsewhere import Sample, answers, answers_elsewhere
from livingstone.testing.strategies import (
    Game,
    Gift,
    Pick,
    dealt,
    give,
    late,
    numbers,
    observers,
    options,
    other_deals,
    pick_any,
    pick_card,
    starts,
)
from livingstone.values import CardPile, Gems, Space
from livingstone.words.moves import move_label
from livingstone.words.wording import Wording

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


class LawError(LivingstoneError, AssertionError):
    """A law of the game is broken."""

    def __init__(self, law: str, problem: str) -> None:
        super().__init__(f"{law}: {problem}")
        self.law = law
        self.problem = problem


class _Insist(Protocol):
    def __call__(self, holds: object, problem: object, *parts: object) -> None:
        """Raise `LawError` unless something holds.

        The parts fill the `{}` of the problem: most things hold, and texts of moves take time.
        """


@contextmanager
def _law(law: str) -> Iterator["_Insist"]:
    """Raise problems and errors of the block as a `LawError` that names the law."""

    def insist(holds: object, problem: object, *parts: object) -> None:
        if not holds:
            raise LawError(law, str(problem).format(*parts) if parts else str(problem))

    try:
        yield insist
    except LawError:
        raise
    except Exception as error:
        raise LawError(law, error_line(error)) from error


def check_options(state: State) -> "tuple[Action, ...]":
    """Return what can happen next; check that it is nothing only at the end, and has no doubles."""
    with _law("the legal moves can be listed") as insist:
        listed = options(state)
        insist(bool(listed) != state.is_over, f"{len(listed)} can be chosen")
        insist(bool(ls.legal_moves(state)) == (not state.is_over and not state.is_chance), listed)
        insist(len({*listed}) == len(listed), "one is listed twice")
    return listed


def check_legality(state: State, action: "Action", *, is_listed: bool) -> ls.Refusal | None:
    """Return why an action is illegal; check that every function calls it legal only if listed."""
    with _law("plays and refuse agree") as insist:
        refusal = ls.why_illegal(state, action)
        insist(refusal is not None or is_listed, "{} is accepted, not listed", action)
        is_right = refusal is None or not is_listed
        insist(is_right, "{} is listed, but refused: {}", action, refusal)
        insist(ls.is_legal(state, action) == is_listed, "is_legal is wrong about {}", action)
        try:
            ls.apply(state, action)
        except ls.IllegalMoveError as error:
            insist(error.reason == refusal, "apply refuses {}: {}", action, error)
            insist((error.state, error.move) == (state, action), "{} is about another move", error)
        else:
            insist(is_listed, "apply accepts {}", action)
    return refusal


def check_plays(state: State, legal: "Sequence[Action]", cards: Collection[str]) -> None:
    """Check the plays of some cards: sorted, as `ways` says, and no other play is accepted."""
    plays = [move for move in legal if isinstance(move, PlayCard) and move.card in cards]
    with _law("moves fit ways") as insist:
        for move in plays:
            ways = effects_of(state.edition)[move.card].ways(len(state.players))
            insist(_ways(move) & {*ways}, "{} is none of {}", move, ways)
    with _law("moves are in range") as insist:
        for move in plays:
            insist(not (problem := _out_of_range(state, move)), "{}: {}", move, problem)
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
            is_right = move in plays or ls.why_illegal(state, move)
            insist(is_right, "{} is accepted, not listed", move)


def _check_types(state: State, card: str) -> None:
    """Check the types of what `plays` and `refuse` return."""
    effect = effects_of(state.edition)[card]
    with _law("plays returns moves of the card, and refuse why one is not possible") as insist:
        listed: object = effect.plays(state, card)
        insist(isinstance(listed, tuple), f"plays must return a tuple, not {shown(listed)}")
        for move in effect.plays(state, card):
            is_own = isinstance(move, PlayCard) and move.card == card
            insist(is_own, "plays must return moves of {}, not {}", card, shown(move))
        refusal: object = effect.refuse(state, PlayCard(card))
        is_refusal = refusal is None or isinstance(refusal, ls.Refusal)
        insist(is_refusal, f"refuse must return a refusal or None, not {shown(refusal)}")


def check_action(state: State, action: "Action") -> ls.Transition:
    """Check what an action does, its events and its words."""
    with _law("apply gives a state") as insist:
        after = ls.apply(state, action)
        insist(after.edition == state.edition, "an effect leaves the edition as it is")
        insist(after == ls.apply(state, action), "another one at the second {}", action)
    with _law("stones, coins, tents and cards stay as many as they are") as insist:
        problems = ls.validate(after)
        insist(not problems, "after {} {}", action, "; ".join(problems))
    with _law("events tell it") as insist:
        transition = ls.play(state, action)
        insist(transition.state == after, "play and apply differ")
        names = [f"p{seat}" for seat in range(len(state.players))]
        for language, event in product(ls.LANGUAGES, transition.events):
            insist(ls.describe(event, names=names, language=language, edition=state.edition), event)
    if not isinstance(action, Outcome):
        with _law("moves have words") as insist:
            for language in ls.LANGUAGES:
                told, again = (
                    ls.describe_move(
                        action, ls.view(state, state.current_player), language=language
                    )
                    for _ in range(2)
                )
                insist(told, action)
                insist(told == again, "{!r}, then {!r}", told, again)
    return transition


def check_written(state: State, action: "Action", done: ls.Transition, effects: Kinds) -> None:
    """Check that the state after an action, the events and the action can be written and read.

    An effect that was read from JSON must do the same. `effects` are the classes of your own.
    """
    with _law("states, events and moves can be written and read") as insist:
        read = ls.from_json(ls.to_json(done.state), State, effects=effects)
        insist(read == done.state, "the state comes back changed")
        again = ls.play(evolve(state, edition=read.edition), action)
        insist(again == done, "{}: {}, not {}", LOST, again.events, done.events)
        for event in done.events:
            insist(ls.from_json(ls.to_json(event), ls.Event) == event, event)
        seat = None if isinstance(action, Outcome) else state.current_player
        line = ls.format_move(action, seat)
        insist(ls.parse_move(line) == (action, seat), line)


def check_view(state: State, other: State, seat: int | None) -> None:
    """Check that a seat has the same view with other secrets, and that sampled states fit it."""
    with _law("legal moves tell no secret (R10.2)") as insist:
        seen = ls.view(state, seat)
        if seen != ls.view(other, seat):
            now, then = len(ls.legal_moves(state)), len(ls.legal_moves(other))
            others = "hidden hands, chests or the draw pile are others"
            insist(False, f"{now} moves are legal, but {then} if {others}")
        insist(ls.view(ls.sample_state(seen, 0), seat) == seen, "a sampled state does not fit")


def check_events(here: ls.Transition, there: ls.Transition, seat: int | None) -> None:
    """Check that a seat gets the same events in two states that it cannot tell apart.

    A card may do other things with other secrets, such as to show a hand with a lion. Then a seat
    can tell the states apart by what was shown, passed or shuffled, as it can by its view.
    """
    with _law("whether there is anything to choose tells no secret (R10.2)") as insist:
        both = here.state.choice, there.state.choice
        insist((both[0] is None) == (both[1] is None), "with other secrets, there is no option")
    with _law("events tell no secret (R10.2)") as insist:
        if ls.view(here.state, seat) == ls.view(there.state, seat):
            told_here = [ls.visible(event, seat) for event in here.events]
            told_there = [ls.visible(event, seat) for event in there.events]
            steps_here = [event for event in told_here if isinstance(event, _STEPS)]
            steps_there = [event for event in told_there if isinstance(event, _STEPS)]
            if steps_here == steps_there:
                insist(told_here == told_there, "{} and {}", told_here, told_there)


def check_advance(before: State, done: ls.Transition) -> None:
    """Check that the events that a seat may see lead from its view to its next one, in all fields.

    If only the legal moves differ, they do not follow from the view, and so reveal a secret.
    """
    for seat in observers(before):
        wanted = ls.view(done.state, seat)
        with _law("events lead from each view to the next (R10)") as insist:
            seen = ls.view(before, seat)
            for event in done.events:
                seen = happened.advance(seen, ls.visible(event, seat))
            if evolve(seen, legal_moves=wanted.legal_moves) != wanted:
                insist(False, f"for seat {seat}, they lead to {_difference(seen, wanted)}")
        with _law("legal moves tell no secret (R10.2)") as insist:
            if seen != wanted:
                insist(False, f"by the view of seat {seat}, {_difference(seen, wanted)}")


def _difference(one: Any, other: Any) -> str:
    """Say which fields of two views differ, and how."""
    parts = list[str]()
    for name in (part.name for part in fields(type(one))):
        told, true = getattr(one, name), getattr(other, name)
        if name == "players":
            both = enumerate(zip(told, true, strict=True))
            parts += [
                f"player {seat}: {_difference(*own)}" for seat, own in both if own[0] != own[1]
            ]
        elif told != true:
            parts.append(f"{name} {shown(told)}, not {shown(true)}")
    return ", ".join(parts)


def check_choices(state: State, cards: Collection[str], random: Random) -> None:
    """Check that neither plays of cards, nor their words, nor refusals depend on secrets (R10.2).

    Only some plays are compared by their refusals: a few of those that name the same things. The
    words are those that an effect gives itself.
    """
    tries = list[PlayCard]()
    for card in sorted({*cards} & {*state.player.hand}):
        tries += _drawn_tries(state, card, random)
    listed = cards_rules.legal_plays(state)
    refused = [cards_rules.refuse_play(state, move) for move in tries]
    own_words = [move for move in listed if move.card in cards and _tells(state, move)]
    own_words = random.sample(own_words, min(TRIES, len(own_words)))
    seen = ls.view(state, state.current_player) if own_words else None
    with _law("moves have words"):
        told = [ls.describe_move(move, seen) for move in own_words if seen]
    others = other_deals(state, state.current_player, random, most=DEALS)
    for other in (*_seeded(state), *others):
        with _law("legal moves tell no secret (R10.2)") as insist:
            now = cards_rules.legal_plays(other)
            insist(now == listed, "{} are legal, but {} with other secrets", listed, now)
        with _law("words of moves tell no secret (R10.2)") as insist:
            now_told = [ls.describe_move(move, seen) for move in own_words if seen]
            insist(now_told == told, "{}; but with other secrets {}", told, now_told)
        with _law("refusals tell no secret (R10.2)") as insist:
            for move, refusal in zip(tries, refused, strict=True):
                again = cards_rules.refuse_play(other, move)
                insist(again == refusal, "{}; but with other secrets {}", refusal, again)


def _tells(state: State, move: PlayCard) -> bool:
    """Return whether the effect of a card gives words of its own to moves."""
    return type(effects_of(state.edition)[move.card]).told is not CardEffect.told


def _drawn_tries(state: State, card: str, random: Random) -> list[PlayCard]:
    """Draw some ways to play a card for each set of things that a move of it can name."""
    effect = effects_of(state.edition)[card]
    by_names: dict[tuple[str, ...], list[PlayCard]] = {}
    for move in _tries(state, card):
        if not refuse_extras(state, move, effect):
            by_names.setdefault(_named(move), []).append(move)
    drawn = list[PlayCard]()
    for moves in by_names.values():
        drawn += random.sample(moves, min(TRIES, len(moves)))
    return drawn


def _seeded(state: State) -> list[State]:
    return [state.changed(streams=Streams(seed, 3, 0, 2, 1)) for seed in range(SEEDS)]


def check_chance(state: State, move: PlayCard) -> None:
    """Check that a card acts the same with any seed, since nobody knows what a seed decides."""
    with _law("a seed decides nothing but what is awaited (R10.3)") as insist:
        tries = [state.changed(streams=None), *_seeded(state)]
        ends = {play_card(seeded, move).changed(streams=None) for seeded in tries}
        insist(len(ends) == 1, "{} leads to {} states with other seeds", move, len(ends))


def check_known(state: State, action: "Action") -> None:
    """Check that an effect does not write what players know: looks and passed cards do (R10.2).

    The action plays the card, or is an outcome or a choice that the card waits for. There must be
    one event for each card that was passed or shown, and no others of that kind.
    """
    state = ls.with_explicit_chance(state)
    if isinstance(action, PlayCard):
        before = state
        move = action
        received = None
    else:
        assert state.playing is not None
        assert isinstance(action, Outcome | Choose)
        move, received = state.playing, action
        before = state if isinstance(action, Choose) else cards_rules.resolve(state, action)
        if before.is_chance:
            return
    with _law("only what is shown or passed is known (R10.2)") as insist:
        acting, after = cards_rules.acted(before, move, received)
        written = "an effect writes Player.known: pass_card, show_cards and looks do that"
        insist(not knowledge.is_written(acting, after), written)
    with _law("events tell what changed") as insist:
        true = [*told_steps(knowledge.steps_of(after), acting.current_player)]
        told = [event for event in ls.play(state, action).events if isinstance(event, _STEPS)]
        insist(told == true, "{} is told, not {}", told, true)


_STEPS = (happened.CardPassed, happened.HandShown, happened.PileShuffled)
"""The events of `pass_card`, `show_cards`, `show_hand` and `shuffle_pile`."""


def check_seeded(state: State, done: ls.Transition) -> "list[tuple[State, Action]]":
    """Check that a seed does only what its outcomes do; return each action with its state.

    The states have explicit chance.
    """
    steps, events = list[tuple[State, Action]](), list[ls.Event]()
    state = ls.with_explicit_chance(state)
    with _law("a seed decides nothing but what is awaited (R10.3)") as insist:
        for action in done.actions:
            steps.append((state, action))
            each = ls.play(state, action)
            events += each.events
            state = each.state
        is_same = tuple(events) == done.events
        insist(is_same, "{} is told, and without one {}", done.events, events)
        insist(ls.with_explicit_chance(done.state) == state, "without one, it ends otherwise")
    return steps


_OF_TURNS = (
    happened.RoundBegun,
    happened.TurnBegun,
    happened.TurnSkipped,
    happened.TurnEnded,
    happened.PlayersOut,
)
"""Events that change nothing besides what `CardDone` has as well."""


MOST_CHOICES = 50
"""The most choices that one play of a card may lead to, with the first option each time."""


def check_choosing(state: State, random: Random) -> None:
    """Check the options of a card that waits for a choice, and that it comes to an end."""
    options = ls.legal_moves(state)
    with _law("options are choices in range, each once") as insist:
        for option in options:
            insist(isinstance(option, Choose), f"{shown(option)} is no Choose")
            assert isinstance(option, Choose)
            problem = _option_out_of_range(state, option)
            insist(not problem, "{}: {}", option, problem)
        insist(len({*options}) == len(options), "{}: one is listed twice", options)
    seen = ls.view(state, state.current_player)
    words = {language: _words_of(seen, options, language) for language in ls.LANGUAGES}
    with _law("options tell no secret (R10.2)") as insist:
        for other in other_deals(state, state.current_player, random, most=DEALS):
            now = cards_rules.options(other)
            insist(now == options, "{} can be chosen, but {} with other secrets", options, now)
    with _law("options have words, each other ones") as insist:
        again = _words_of(seen, options, "en")  # an effect may remember what it was asked last
        insist(again == words["en"], "{}, then {}", words["en"], again)
        for listed in words.values():
            twice = [text for text, count in Counter(listed).items() if count > 1]
            insist(not twice, f"two options are told as {twice[:1]}")
    with _law("a card comes to an end") as insist:
        asked, chosen = ls.with_seed(state, 0), 0
        while asked.choice is not None:
            asked, chosen = ls.apply(asked, ls.legal_moves(asked)[0]), chosen + 1
            insist(chosen <= MOST_CHOICES, f"it waits for a choice after {MOST_CHOICES} others")


def _words_of(seen: ls.View, options: "Sequence[Action]", language: str) -> list[str]:
    """Describe options; cards have their ids, since two can have one name."""
    wording = Wording(phrases_in(language), None, None, None)
    with _law("options have words, each other ones") as insist:
        labels = list[str]()
        for option in options:
            assert isinstance(option, Choose)
            labels.append(move_label(option, seen, wording))
            insist(labels[-1], option)
    return labels


def _option_out_of_range(state: State, option: Choose) -> str:
    """Say which part of an option the game does not have."""
    board = state.edition.board
    if option.seat is not None and not 0 <= option.seat < len(state.players):
        return f"seat must be 0 to {len(state.players) - 1}"
    if option.amount is not None and not 0 <= option.amount <= LARGEST_NUMBER:
        return f"amount must be 0 to {LARGEST_NUMBER}"
    if unknown := {*option.cards} - {*state.edition.effects}:
        return f"cards must be of the edition, not {sorted(unknown)}"
    rows, columns = len(board.rows), len(board.columns)
    for space in (option.space, option.source):
        if space and not (1 <= space.row <= rows and 1 <= space.column <= columns):
            return f"a space must be in rows 1 to {rows} and columns 1 to {columns}"
    most = board.bag.gems
    is_real = all(0 <= few <= held for few, held in zip(option.gems or most, most, strict=True))
    if option.gems is not None and not (is_real and option.gems.total):
        return f"gems must be 1 or more, and of each colour at most {most}, as the game has"
    return ""


def check_told(state: State, move: PlayCard) -> None:
    """Check that the events of a card report exactly the public changes."""
    state = ls.with_explicit_chance(state)
    done = ls.play(state, move)
    steps = steps_of(state, move, None)
    true = openly_changed(state, done.state, (move.card, *move.cards), steps)
    with _law("events tell what changed") as insist:
        sums, wanted = _summed(done.events), _summed(true)
        insist(sums == wanted, "{} is told, and {} is not", sums - wanted, wanted - sums)
        for event in done.events:
            insist(not isinstance(event, _OF_TURNS), "{}, which no card does", event)
            if isinstance(event, happened.CardDrawn | happened.HandChanged):
                old, new = (Counter(own.players[event.seat].hand) for own in (state, done.state))
                if isinstance(event, happened.CardDrawn):
                    insist((new - old)[event.card or ""], f"{event}, but the hand has {new}")
                else:
                    insist(event.cards == new.total(), f"{event}, but the hand has {new}")


def _summed(events: Iterable[ls.Event]) -> set[tuple[object, ...]]:
    """Add up what events say that players, spaces and the boat gained and lost."""
    sums = Counter[tuple[object, ...]]()
    for event in events:
        seat = getattr(event, "seat", None)
        sign = -1 if isinstance(event, happened.CardTook) else 1
        match event:
            case happened.CoinsTaken() | happened.CardGave() | happened.CardTook():
                sums["coins", seat] += sign * event.coins
            case happened.GemsSold():
                sums["coins", seat] += event.coins
            case happened.TentBuilt() | happened.TentMoved():
                sums["tent", seat, event.space] += 1
                sums["coins", seat] -= event.cost + sum(event.fees)
                for other, fee in enumerate(event.fees):
                    sums["coins", other] += fee
            case happened.BoatMoved(source, column):
                sums["boat",] += column - source
            case happened.MoreDiceAllowed(dice=dice):
                sums["dice to take",] += dice
            case happened.DiceChanged() | happened.Donated():
                sums[type(event).__name__, seat] = 1
            case happened.HandChanged() | happened.CardDrawn():
                sums["hand", seat] = 1
        if isinstance(event, happened.TentMoved | happened.TentRemoved):
            sums["tent", seat, getattr(event, "source", event.space)] -= 1
        if isinstance(points := getattr(event, "points", 0), int):  # not those of all seats
            sums["points", seat] += sign * points
        if isinstance(event, happened.CardGave | happened.CardTook | happened.GemsSold):
            is_less = isinstance(event, happened.CardTook | happened.GemsSold)
            for colour, count in event.gems._asdict().items():
                sums[colour, seat] += -count if is_less else count
    return {(*what, number) for what, number in sums.items() if number}


def check_figures(effect: CardEffect) -> None:
    """Check the types and ranges of an effect's properties, and that a second look is equal."""
    with _law("what an effect says of itself has its type and range") as insist:
        for name, (is_right, wanted) in _OF_ITSELF.items():
            one, other = getattr(effect, name), getattr(effect, name)
            insist(is_right(one), f"{name} must be {wanted}, not {shown(one)}")
            insist(one == other, f"{name} is {shown(one)}, then {shown(other)}")
        ways = effect.ways(2)
        insist({*ways} <= {*CHOICES}, f"ways must be some of {[*CHOICES]}, not {shown(ways)}")


def _is_count(value: object) -> bool:
    return type(value) is int and value >= 0


def _are_prices(value: object) -> bool:
    """Return whether these are coins and points for a gem of each colour."""
    if not isinstance(value, tuple) or len(value) != 2:
        return False
    return all(isinstance(each, Gems) and all(map(_is_count, each)) for each in value)


_OF_ITSELF: dict[str, tuple[Callable[[Any], bool], str]] = {
    "figure": (lambda text: isinstance(text, str), "a text"),
    "emblem": (lambda text: isinstance(text, str), "a text"),
    "points_in_hand": (_is_count, "a whole number from 0"),
    "most_amount": (_is_count, "a whole number from 0"),
    "stones_drawn": (lambda n: n is None or _is_count(n), "None or a whole number from 0"),
    "prices": (lambda each: each is None or _are_prices(each), "None or two `Gems` from 0"),
    "moments": (
        lambda listed: isinstance(listed, tuple) and all(isinstance(m, Moment) for m in listed),
        "a tuple of `Moment`",
    ),
    "removes": (
        lambda listed: isinstance(listed, tuple) and {*listed} <= {"stones", "coins", "tents"},
        "a tuple of stones, coins and tents",
    ),
}


def check_end_points(state: State, effects: Iterable[CardEffect]) -> None:
    """Check that the points of cards at the end are whole numbers, and equal when asked again."""
    state = before_scoring(state)
    with _law("points at the end are whole numbers, and the same again (R8.3)") as insist:
        for effect, seat in product(effects, range(len(state.players))):
            points = effect.end_points(state, seat)
            is_number = type(points) is int and abs(points) <= LARGEST_FIGURE
            wanted = f"a whole number, {-LARGEST_FIGURE} to {LARGEST_FIGURE}"
            insist(is_number, f"end_points must be {wanted}, not {shown(points)}")
            again = effect.end_points(state, seat)
            insist(points == again, f"end_points is {shown(points)}, then {shown(again)}")


def check_value(state: State, card: str, move: PlayCard | None) -> None:
    """Check that the value of a card or a move is None or finite, and equal when asked again."""
    effect = effects_of(state.edition)[card]
    positions: tuple[State | ls.View, ...] = (state, ls.view(state, state.current_player))
    with _law("bots can value it") as insist:
        for position in positions:
            value, again = effect.value(position, move), effect.value(position, move)
            is_number = type(value) in (int, float) and isfinite(value or 0)
            insist(value is None or is_number, f"value must be finite, not {shown(value)}")
            insist(value == again, f"value is {shown(value)}, then {shown(again)}")


def check_bot(state: State) -> None:
    """Check that `greedy` chooses a legal move."""
    with _law("bots can value it") as insist:
        seen = ls.view(state, state.current_player)
        chosen = ls.load_player("greedy").choose(seen, Random())
        insist(chosen in seen.legal_moves, "greedy chose {}", chosen)


def check_record(
    start: State, actions: "Sequence[Action]", effects: Kinds, seats: Iterable[int | None] = ()
) -> None:
    """Check that a game is unchanged after it is recorded, written, read and replayed.

    The same must hold for what some `seats` saw of it, or a spectator (None).
    """
    with _law("games can be recorded and replayed") as insist:
        record = ls.Record.of(start, actions)
        for each in (record, *map(record.seen_by, seats)):
            read = ls.loads(ls.dumps(each), effects=effects)
            read.verify()
            insist(read == each, "the record comes back changed")


LOST = "read from JSON, the effect does something else, so it has a figure that is no field"
_OPTIONAL = {"source", "cards"}
SEEDS = 4
"""The number of seeds with which a player's moves, and what a card does, are compared."""
DEALS = 7
"""The number of other deals of secrets with which the player's moves are compared."""
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
TRIES = 3
"""The number of moves naming the same things whose refusals are compared."""


def _ways(move: PlayCard) -> set[str]:
    made = {*_named(move)}
    return {way for way, names in CHOICES.items() if names - _OPTIONAL <= made <= names}


def _out_of_range(state: State, move: PlayCard) -> str:
    """Say which part of a move is out of range, so that no environment has a number for it."""
    board, seats = state.edition.board, len(state.players)
    amounts = effects_of(state.edition)[move.card].most_amount
    if move.amount is not None and not 0 <= move.amount <= amounts:
        return f"amount must be 0 to {amounts}, which is most_amount"
    if move.seat is not None and not 0 <= move.seat < seats:
        return f"seat must be 0 to {seats - 1}"
    rows, columns = len(board.rows), len(board.columns)
    for space in (move.space, move.source):
        if space and not (1 <= space.row <= rows and 1 <= space.column <= columns):
            return f"a space must be in rows 1 to {rows} and columns 1 to {columns}"
    if move.space is not None and move.space == move.source:
        return "space and source must be two spaces"
    most = board.bag.gems
    is_real = all(0 <= few <= held for few, held in zip(move.gems or most, most, strict=True))
    if move.gems is not None and not (is_real and move.gems.total):
        return f"gems must be 1 or more, and of each colour at most {most}, as the game has"
    return ""


def _named(move: PlayCard) -> tuple[str, ...]:
    return tuple(name for name in NAMES if getattr(move, name) not in (None, ()))


def _order(move: PlayCard) -> tuple[object, ...]:
    """Return the key by which moves are sorted: their fields, None first, gems by their counts."""
    parts = [getattr(move, name) for name in NAMES]
    plain = [tuple(part) if isinstance(part, tuple) else part for part in parts]
    return (move.card, *((part is not None, () if part is None else part) for part in plain))


def _tries(state: State, card: str) -> Iterator[PlayCard]:
    """Yield many ways to play a card, possible or not, that name what its `ways` name."""
    effect = effects_of(state.edition)[card]
    ways = effect.ways(len(state.players))
    named = {name for way in ways for name in CHOICES[way]}
    yield PlayCard(card)
    if "gems" in named:
        for gems in (Gems(), Gems(1, 0, 0), Gems(0, 1, 1), state.player.gems):
            yield PlayCard(card, gems)
    if "space" in named:
        yield from _tries_of_spaces(state, card, with_cards="cards" in named)
    most, coins = effect.most_amount, state.player.coins
    edges = sorted({-1, 0, 1, 9, coins, coins + 1, most, most + 1})
    if "amount" in named:
        for amount in sorted({*range(most + 1), *edges}):
            yield PlayCard(card, amount=amount)
    seats = [-1, *range(len(state.players) + 1)] if "seat" in named else []
    for seat, number in product(seats, [None, *edges] if "amount" in named else [None]):
        yield PlayCard(card, seat=seat, amount=number)


def _tries_of_spaces(state: State, card: str, *, with_cards: bool) -> Iterator[PlayCard]:
    board = state.edition.board
    spaces = [Space(row, column) for row in (1, 2, len(board.rows)) for column in (1, state.boat)]
    spaces += [space for player in state.players for space in player.spaces()][:8]
    spaces += [Space(0, 1), Space(1, len(board.columns) + 1)]
    for space, source in product(spaces, [None, *spaces]):
        yield PlayCard(card, None, space, source)
    tent_cards = [*state.edition.no_cost_cards, *state.edition.any_row_cards]
    for space, other in product(spaces[:6], tent_cards if with_cards else []):
        yield PlayCard(card, None, space, cards=[other])


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

    The effect has the given figures, or any that its types allow. The laws:

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
                _check_types(state, card)
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
            _check_types(state, card)
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
        check_value(state, move.card, move)
        check_chance(state, move)
        check_known(state, move)
        check_told(state, move)
        check_advance(state, done)
        self.compare(state, move, random)
        if state.streams is not None:
            for step in check_seeded(state, done)[1:]:
                self.receive(*step, random)

    def compare(self, state: State, move: PlayCard, random: Random) -> None:
        """Check that the events of a card reveal no secret to a spectator or to another player."""
        state = ls.with_explicit_chance(state)
        mover, here = state.current_player, _played(state, move)
        for other in other_deals(state, mover, random, most=TOLD_DEALS):
            with _law("legal moves tell no secret (R10.2)") as insist:
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
        if self.written < WRITTEN and not random.randrange(2):
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
        with _law("apply gives a state"):
            ls.apply(state, action)
        with _law("events tell it"):
            raise
    with _law("apply gives a state") as insist:
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
    return knowledge.forget_pile(state), f", at the end {_difference(state, before)}"
