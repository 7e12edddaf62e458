"""R10.2: the hidden cards that players know because own cards showed or passed them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias, assert_never

from attrs import frozen

from livingstone.game.state import Known, State

AllKnown: TypeAlias = tuple[Known, ...]
"""What one player knows of hands and of the draw pile."""


@frozen
class CardMove:
    """A card went from a hand to another one, or from or to the open cards (None)."""

    card: str | None
    """Its id; None for those who do not see it."""
    giver: int | None
    taker: int | None


@frozen
class HandShow:
    """A player showed cards of the hand to other players."""

    owner: int
    seats: tuple[int, ...]
    cards: tuple[str, ...]


@frozen
class PileShuffle:
    """The draw pile was shuffled."""


Step: TypeAlias = CardMove | HandShow | PileShuffle
"""What an effect did with cards, by the helpers of `livingstone.effects`."""


class Traced(tuple[Known, ...]):
    """What a player knows while an effect acts, with all steps since the card was played.

    It is equal to a plain tuple, which takes its place when the effect is done.
    """

    steps: tuple[Step, ...]

    @classmethod
    def of(cls, known: AllKnown, steps: tuple[Step, ...]) -> Traced:
        """Add the steps to what is known."""
        traced = cls(known)
        traced.steps = steps
        return traced


def is_any(state: State) -> bool:
    """Return whether any player knows hidden cards. No shipped card makes this true."""
    known = [player.known for player in state.players]  # a list is faster than a generator here
    return any(known)


def top_of(state: State) -> tuple[str, ...]:
    """List the cards on top of the draw pile that a player has seen, the first to draw first."""
    seen = [cards_of(player.known, None) for player in state.players]
    return max(seen, key=len, default=())


def cards_of(known: AllKnown, owner: int | None) -> tuple[str, ...]:
    """Return the cards that are known of a hand, or of the top of the draw pile (None)."""
    return next((one.cards for one in known if one.owner == owner), ())


def with_cards(known: AllKnown, owner: int | None, cards: tuple[str, ...]) -> AllKnown:
    """Let these be the cards that are known of a hand, or of the top of the draw pile (None)."""
    changed = [one for one in known if one.owner != owner]
    changed += [Known(owner, cards)] if cards else []
    changed.sort(key=lambda one: (one.owner is None, one.owner))
    return tuple(changed)


def after_look(known: AllKnown, owner: int | None, cards: tuple[str, ...]) -> AllKnown:
    """Add the cards that a look showed; of the draw pile, more can be known already."""
    top = cards_of(known, None) if owner is None else ()
    return with_cards(known, owner, max(cards, top, key=len))


def with_shown(known: AllKnown, owner: int, cards: Iterable[str]) -> AllKnown:
    """Add some cards of a hand that were shown; they can have been known before."""
    all_known = Counter(cards_of(known, owner)) | Counter(cards)
    return with_cards(known, owner, tuple(sorted(all_known.elements())))


def after_draw(known: AllKnown, holder: int | None) -> AllKnown:
    """Follow the top card of the draw pile into another player's hand, or out of sight (None)."""
    top = cards_of(known, None)
    if not top:
        return known
    known = with_cards(known, None, top[1:])
    if holder is None:
        return known
    return with_cards(known, holder, tuple(sorted((*cards_of(known, holder), top[0]))))


def after_play(known: AllKnown, seat: int, cards: Iterable[str]) -> AllKnown:
    """Take cards that a player lays open out of what is known of that hand."""
    still_held = Counter(cards_of(known, seat)) - Counter(cards)
    return with_cards(known, seat, tuple(sorted(still_held.elements())))


def forget_pile(state: State) -> State:
    """Forget what is known of the draw pile, which may have changed."""
    return _changed(state, lambda _, known: with_cards(known, None, ()))


def sees_move(seat: int | None, step: CardMove) -> bool:
    """Return whether a seat sees which card is passed: all see those that lie open (R10.1)."""
    is_open = step.giver is None or step.taker is None
    return is_open or seat in (step.giver, step.taker)


def after_step(known: AllKnown, seat: int, step: Step) -> AllKnown:
    """Let a seat know what it learns of a step, and forget what need not be true any more.

    Of a hand that a card left unseen, as many of each card are sure as were known, less one.
    """
    match step:
        case PileShuffle():
            return with_cards(known, None, ())
        case HandShow(owner, seats, cards):
            if seat not in seats or seat == owner:
                return known
            return with_shown(known, owner, cards)
        case CardMove(card, giver, taker):
            is_seen = card is not None and sees_move(seat, step)
            if giver is not None and giver != seat:
                held = cards_of(known, giver)
                known = after_play(known, giver, [card] if card and is_seen else {*held})
            if taker is not None and taker != seat and card and is_seen:
                held = cards_of(known, taker)
                known = with_cards(known, taker, tuple(sorted((*held, card))))
            return known
        case unknown:
            assert_never(unknown)


def steps_of(state: State) -> tuple[Step, ...]:
    """List the steps of the effect that made a state; none in the state of a game."""
    # A list is faster than a generator here, and nearly always empty.
    traced = [player.known.steps for player in state.players if type(player.known) is Traced]
    return max(traced, key=len) if traced else ()


def with_step(state: State, step: Step) -> State:
    """Let all players know what they learn of a step."""
    steps = (*steps_of(state), step)
    players = tuple(
        player.changed(known=Traced.of(after_step(player.known, seat, step), steps))
        for seat, player in enumerate(state.players)
    )
    return state.changed(players=players)


def is_written(before: State, after: State) -> bool:
    """Return whether an effect wrote what a player knows, without a look and without a step."""
    return any(
        type(new.known) is not Traced and new.known != old.known
        for old, new in zip(before.players, after.players, strict=True)
    )


def followed(before: State, after: State) -> State:
    """Let players know what they knew before an effect acted, and what its steps told them.

    What the effect wrote itself is dropped. A hand that changed otherwise than by steps is
    forgotten, and so is the draw pile if it changed.
    """
    steps = steps_of(after)
    if not steps and not is_any(before) and not is_any(after):
        return after
    all_known = [player.known for player in before.players]
    for step in steps:
        all_known = [after_step(known, seat, step) for seat, known in enumerate(all_known)]
    changed: list[int | None] = [None] if after.draw_pile is not before.draw_pile else []
    hands = hands_after([player.hand for player in before.players], steps)
    pairs = enumerate(zip(hands, after.players, strict=True))
    changed += [seat for seat, (hand, player) in pairs if hand != Counter(player.hand)]
    for owner in changed:
        all_known = [with_cards(known, owner, ()) for known in all_known]
    players = zip(after.players, all_known, strict=True)
    return after.changed(players=tuple(player.changed(known=known) for player, known in players))


def hands_after(hands: Sequence[Iterable[str]], steps: Iterable[Step]) -> list[Counter[str]]:
    """Count the cards of each hand after some steps, by seat."""
    counts = [Counter(hand) for hand in hands]
    for step in steps:
        if isinstance(step, CardMove) and step.card is not None:
            if step.giver is not None:
                counts[step.giver][step.card] -= 1
            if step.taker is not None:
                counts[step.taker][step.card] += 1
    return counts


def drawn(state: State, *, is_held: bool) -> State:
    """Follow a card from the top of the draw pile, perhaps into the hand of the player to move."""
    drawer = state.current_player
    return _changed(
        state,
        lambda seat, known: after_draw(known, drawer if is_held and seat != drawer else None),
    )


def played(state: State, seat: int, cards: tuple[str, ...]) -> State:
    """Take cards that a player lays open out of what others know of that hand."""
    return _changed(state, lambda _, known: after_play(known, seat, cards))


def _changed(state: State, change: Callable[[int, AllKnown], AllKnown]) -> State:
    """Change what each player knows."""
    players = enumerate(state.players)
    changed = tuple(player.changed(known=change(seat, player.known)) for seat, player in players)
    return state.changed(players=changed)
