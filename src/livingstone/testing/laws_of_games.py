"""The laws of games with any cards: what must hold in every position, and for every action."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from random import Random
from typing import Any, Protocol

from attrs import evolve, fields

import livingstone as ls
from livingstone import events as happened
from livingstone.edition.kinds import Kinds
from livingstone.errors import LivingstoneError, error_line, shown
from livingstone.game.moves import Action, Outcome
from livingstone.game.state import State
from livingstone.testing.strategies import observers, options


class LawError(LivingstoneError, AssertionError):
    """A law of the game is broken."""

    def __init__(self, law: str, problem: str) -> None:
        super().__init__(f"{law}: {problem}")
        self.law = law
        self.problem = problem


class Insist(Protocol):
    """Raises an error if something does not hold, as `law` gives it to its block."""

    def __call__(self, holds: object, problem: object, *parts: object) -> None:
        """Raise `LawError` unless something holds.

        The parts fill the `{}` of the problem: most things hold, and texts of moves take time.
        """


@contextmanager
def law(name: str) -> Iterator["Insist"]:
    """Raise problems and errors of the block as a `LawError` that names the law."""

    def insist(holds: object, problem: object, *parts: object) -> None:
        if not holds:
            raise LawError(name, str(problem).format(*parts) if parts else str(problem))

    try:
        yield insist
    except LawError:
        raise
    except Exception as error:
        raise LawError(name, error_line(error)) from error


LOST = "read from JSON, the effect does something else, so it has a figure that is no field"


def check_options(state: State) -> "tuple[Action, ...]":
    """Return what can happen next; check that it is nothing only at the end, and has no doubles."""
    with law("the legal moves can be listed") as insist:
        listed = options(state)
        insist(bool(listed) != state.is_over, f"{len(listed)} can be chosen")
        insist(bool(ls.legal_moves(state)) == (not state.is_over and not state.is_chance), listed)
        insist(len({*listed}) == len(listed), "one is listed twice")
    return listed


def check_legality(state: State, action: "Action", *, is_listed: bool) -> ls.Refusal | None:
    """Return why an action is illegal; check that every function calls it legal only if listed."""
    with law("plays and refuse agree") as insist:
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


def check_action(state: State, action: "Action") -> ls.Transition:
    """Check what an action does, its events and its words."""
    with law("apply gives a state") as insist:
        after = ls.apply(state, action)
        insist(after.edition == state.edition, "an effect leaves the edition as it is")
        insist(after == ls.apply(state, action), "another one at the second {}", action)
    with law("stones, coins, tents and cards stay as many as they are") as insist:
        problems = ls.validate(after)
        insist(not problems, "after {} {}", action, "; ".join(problems))
    with law("events tell it") as insist:
        transition = ls.play(state, action)
        insist(transition.state == after, "play and apply differ")
        names = [f"p{seat}" for seat in range(len(state.players))]
        for language, event in product(ls.LANGUAGES, transition.events):
            insist(ls.describe(event, names=names, language=language, edition=state.edition), event)
    if not isinstance(action, Outcome):
        with law("moves have words") as insist:
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
    with law("states, events and moves can be written and read") as insist:
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
    with law("legal moves tell no secret (R10.2)") as insist:
        seen = ls.view(state, seat)
        if seen != ls.view(other, seat):
            now, then = len(ls.legal_moves(state)), len(ls.legal_moves(other))
            others = "hidden hands, chests or the draw pile are others"
            insist(False, f"{now} moves are legal, but {then} if {others}")
        insist(ls.view(ls.sample_state(seen, 0), seat) == seen, "a sampled state does not fit")


STEPS = (happened.CardPassed, happened.HandShown, happened.PileShuffled)
"""The events of `pass_card`, `show_cards`, `show_hand` and `shuffle_pile`."""


def check_events(here: ls.Transition, there: ls.Transition, seat: int | None) -> None:
    """Check that a seat gets the same events in two states that it cannot tell apart.

    A card may do other things with other secrets, such as to show a hand with a lion. Then a seat
    can tell the states apart by what was shown, passed or shuffled, as it can by its view.
    """
    with law("whether there is anything to choose tells no secret (R10.2)") as insist:
        both = here.state.choice, there.state.choice
        insist((both[0] is None) == (both[1] is None), "with other secrets, there is no option")
    with law("events tell no secret (R10.2)") as insist:
        if ls.view(here.state, seat) == ls.view(there.state, seat):
            told_here = [ls.visible(event, seat) for event in here.events]
            told_there = [ls.visible(event, seat) for event in there.events]
            steps_here = [event for event in told_here if isinstance(event, STEPS)]
            steps_there = [event for event in told_there if isinstance(event, STEPS)]
            if steps_here == steps_there:
                insist(told_here == told_there, "{} and {}", told_here, told_there)


def check_advance(before: State, done: ls.Transition) -> None:
    """Check that the events that a seat may see lead from its view to its next one, in all fields.

    If only the legal moves differ, they do not follow from the view, and so reveal a secret.
    """
    for seat in observers(before):
        wanted = ls.view(done.state, seat)
        with law("events lead from each view to the next (R10)") as insist:
            seen = ls.view(before, seat)
            for event in done.events:
                seen = happened.advance(seen, ls.visible(event, seat))
            if evolve(seen, legal_moves=wanted.legal_moves) != wanted:
                insist(False, f"for seat {seat}, they lead to {_difference(seen, wanted)}")
        with law("legal moves tell no secret (R10.2)") as insist:
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


def check_bot(state: State) -> None:
    """Check that `greedy` chooses a legal move."""
    with law("bots can value it") as insist:
        seen = ls.view(state, state.current_player)
        chosen = ls.load_player("greedy").choose(seen, Random())
        insist(chosen in seen.legal_moves, "greedy chose {}", chosen)


def check_record(
    start: State, actions: "Sequence[Action]", effects: Kinds, seats: Iterable[int | None] = ()
) -> None:
    """Check that a game is unchanged after it is recorded, written, read and replayed.

    The same must hold for what some `seats` saw of it, or a spectator (None).
    """
    with law("games can be recorded and replayed") as insist:
        record = ls.Record.of(start, actions)
        for each in (record, *map(record.seen_by, seats)):
            read = ls.loads(ls.dumps(each), effects=effects)
            read.verify()
            insist(read == each, "the record comes back changed")
