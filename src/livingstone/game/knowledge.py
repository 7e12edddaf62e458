"""R10.2: what a player has learned of hidden cards by a card of one's own, and when it ends."""

from collections import Counter
from collections.abc import Iterable

from livingstone.game.state import Known, Player, State


def is_any(state: State) -> bool:
    """Return whether a player knows hidden cards, which no card that is shipped shows."""
    return any([own.known for own in state.players])  # noqa: C419  # faster than a generator


def top_of(state: State) -> tuple[str, ...]:
    """List the cards on top of the draw pile that a player has seen, the first to draw first."""
    seen = [known.cards for own in state.players for known in own.known if known.owner is None]
    return max(seen, key=len, default=())


def learned(player: Player, owner: int | None, cards: tuple[str, ...]) -> Player:
    """Return a player who knows these cards of a hand, or of the top of the draw pile (None)."""
    known = [one for one in player.known if one.owner != owner]
    known += [Known(owner, cards)] if cards else []
    known.sort(key=lambda one: (one.owner is None, one.owner))
    return player.changed(known=tuple(known))


def of(player: Player, owner: int | None) -> tuple[str, ...]:
    """Return the cards of a hand, or of the top of the draw pile (None), that a player knows."""
    return next((known.cards for known in player.known if known.owner == owner), ())


def forget(state: State, owners: Iterable[int | None]) -> State:
    """Forget what is known of some hands, or of the draw pile (None), which may have changed."""
    for owner in owners if is_any(state) else ():
        state = state.changed(players=tuple(learned(own, owner, ()) for own in state.players))
    return state


def drawn(state: State, card: str, *, is_held: bool) -> State:
    """Follow a card from the top of the draw pile, perhaps into the hand of the player to move."""
    seat, players = state.current_player, list[Player]()
    for other, own in enumerate(state.players):
        if top := of(own, None):
            own = learned(own, None, top[1:])
            if is_held and other != seat:
                own = learned(own, seat, tuple(sorted((*of(own, seat), card))))
        players.append(own)
    return state.changed(players=tuple(players))


def played(state: State, seat: int, cards: Iterable[str]) -> State:
    """Leave cards that a player lays open out of what others know of the hand."""
    players = list[Player]()
    for own in state.players:
        left = Counter(of(own, seat)) - Counter(cards)
        players.append(learned(own, seat, tuple(sorted(left.elements()))))
    return state.changed(players=tuple(players))
