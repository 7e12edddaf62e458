"""R10.2: the hidden cards that players know because own cards showed them, and for how long."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeAlias

from livingstone.game.state import Known, State

AllKnown: TypeAlias = tuple[Known, ...]
"""What one player knows of hands and of the draw pile."""


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


def forget(state: State, owners: Iterable[int | None]) -> State:
    """Forget what is known of some hands, or of the draw pile (None), which may have changed."""
    for owner in owners if is_any(state) else ():
        players = state.players
        changed = (player.changed(known=with_cards(player.known, owner, ())) for player in players)
        state = state.changed(players=tuple(changed))
    return state


def kept(before: State, after: State) -> State:
    """Let players know what they knew before: only looks tell hidden cards, no effect of a card."""
    if not is_any(before) and not is_any(after):
        return after
    pairs = zip(before.players, after.players, strict=True)
    return after.changed(players=tuple(new.changed(known=old.known) for old, new in pairs))


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
