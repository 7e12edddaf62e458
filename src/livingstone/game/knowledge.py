"""R10.2: the hidden cards that players know because own cards showed them, and for how long."""

from collections import Counter
from collections.abc import Iterable

from livingstone.game.state import Known, Player, State


def is_any(state: State) -> bool:
    """Return whether any player knows hidden cards. No shipped card makes this true."""
    known = [player.known for player in state.players]  # a list is faster than a generator here
    return any(known)


def top_of(state: State) -> tuple[str, ...]:
    """List the cards on top of the draw pile that a player has seen, the first to draw first."""
    seen = [of(player, None) for player in state.players]
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
        players = tuple(learned(player, owner, ()) for player in state.players)
        state = state.changed(players=players)
    return state


def drawn(state: State, card: str, *, is_held: bool) -> State:
    """Follow a card from the top of the draw pile, perhaps into the hand of the player to move."""
    drawer = state.current_player
    players = list[Player]()
    for seat, player in enumerate(state.players):
        if top := of(player, None):
            player = learned(player, None, top[1:])
            if is_held and seat != drawer:
                hand = (*of(player, drawer), card)
                player = learned(player, drawer, tuple(sorted(hand)))
        players.append(player)
    return state.changed(players=tuple(players))


def played(state: State, seat: int, cards: Iterable[str]) -> State:
    """Take cards that a player lays open out of what others know of that hand."""
    players = list[Player]()
    for player in state.players:
        still_held = Counter(of(player, seat)) - Counter(cards)
        players.append(learned(player, seat, tuple(sorted(still_held.elements()))))
    return state.changed(players=tuple(players))
