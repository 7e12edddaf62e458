"""R10.2: sampling states that fit a view, for bots that reason about hidden things."""

from functools import lru_cache
from itertools import islice
from random import Random

from attrs import fields

from livingstone.errors import ArgumentError, shown
from livingstone.game.state import Player, State
from livingstone.game.unseen import deal_unseen, holdable_cards
from livingstone.game.validation import validate
from livingstone.game.view import PlayerView, Private, View
from livingstone.game.view import view as show
from livingstone.support.arguments import seed_of

_SHARED = {field.name for field in fields(State)} & {field.name for field in fields(View)} - {
    "players"
}
"""The fields that states and views have in common."""
_SHARED_OF_PLAYERS = {field.name for field in fields(Player)} & {
    field.name for field in fields(PlayerView)
}


def sample_state(view: View, seed: int) -> State:
    """Draw a state that fits a view (R10.2), the same one for the same view and seed.

    All ways to deal the unseen cards to the hidden hands are equally likely, except that a mine
    collapse is never held (R6.11). All amounts within the bounds of a hidden chest are equally
    likely. The view of the sample is equal to the view given. Chance is explicit in the sample;
    `with_seed` gives it a seed.

    A view holds no history: a memory of earlier positions, such as the cards that were open before
    a mine collapse, does not narrow the draw.

    >>> from livingstone import Donate, apply, new_game
    >>> from livingstone.game.view import view
    >>> seen = view(apply(new_game(2, seed=7), Donate(2)), 1)
    >>> sampled = [sample_state(seen, seed).players[0].chest for seed in range(40)]
    >>> min(sampled) == 1, max(sampled) == seen.players[0].funds
    (True, True)
    >>> view(sample_state(seen, 0), 1) == seen
    True

    Raises `ArgumentError` for a view that no state fits, and for a seed that is not from 0 to
    2**128 - 1.
    """
    seed = seed_of(seed)
    if problem := _misfit(view):
        raise ArgumentError(f"no state fits this view: {problem}")
    return _draw(view, Random(seed))


@lru_cache(maxsize=16)
def _misfit(view: View) -> str | None:
    """Explain why no state fits a view; None if one does. The seed does not matter."""
    if problem := _contradiction(view):
        return problem
    state = _draw(view, Random(0))
    for problem in validate(state):
        return problem
    return None if show(state, view.seat) == view else "it contradicts itself"


def _contradiction(view: View) -> str | None:
    """Explain why no state can be drawn; None if one can."""
    seat, count = view.seat, len(view.players)
    if seat is not None and not 0 <= seat < count:
        return f"there is no seat {shown(seat)} (R1.1)"
    if (seat is None) != (view.own is None):
        return "it shows an own hand to a spectator, or none to a player (R10.2)"
    if view.revealed is not None and len(view.revealed) != count:
        return f"it shows {len(view.revealed)} hands of {count} players (R10.4)"
    hidden = [player for player, own in zip(view.players, _known(view), strict=True) if own is None]
    for player in hidden:
        if not 0 <= player.chest_least <= player.chest_most <= player.funds:
            least, most = player.chest_least, player.chest_most
            return f"a chest holds {least} to {most} of {player.funds} coins (R10.2)"
    return _card_contradiction(view, hidden)


def _card_contradiction(view: View, hidden: list[PlayerView]) -> str | None:
    """Explain why the unseen cards cannot be dealt to these players; None if they can."""
    deck = view.edition.deck
    if any(not 1 <= number <= deck.count(card) for card, number in view.unseen):
        return "it counts unseen cards that are not in the deck (R1.6)"
    sizes = [view.draw_pile_size, *(player.hand_size for player in hidden)]
    if min(sizes) < 0:
        return "the size of a hand or of the draw pile is negative (R10.1)"
    if sum(sizes) != view.unseen.total:
        return f"there are {view.unseen.total} unseen cards, not {sum(sizes)} (R10.1)"
    holdable = [card for card in view.unseen.cards() if not view.edition.is_collapse(card)]
    if sum(sizes[1:]) > len(holdable):
        return "too few of the unseen cards can be held (R6.11)"
    return None


def _known(view: View) -> tuple[Private | None, ...]:
    """List by seat the secrets that the view shows; None where they are hidden."""
    if view.revealed is not None:
        return view.revealed
    return tuple(view.own if seat == view.seat else None for seat in range(len(view.players)))


def _draw(view: View, random: Random) -> State:
    """Draw hands and chests, and join them with the public parts to a state."""
    known = _known(view)
    state = State(
        players=tuple(map(_player, view.players, known)),
        draw_pile=view.unseen,
        **{name: getattr(view, name) for name in _SHARED},
    )
    hidden = {seat: view.players[seat] for seat, own in enumerate(known) if own is None}
    count = sum(player.hand_size for player in hidden.values())
    cards = iter(random.sample(holdable_cards(state, ()), count))
    return deal_unseen(
        state,
        hands={seat: [*islice(cards, player.hand_size)] for seat, player in hidden.items()},
        chests={
            seat: random.randint(player.chest_least, player.chest_most)
            for seat, player in hidden.items()
        },
    )


def _player(player: PlayerView, own: Private | None) -> Player:
    """Make a player from the public and the secret parts; None stands for secrets to be drawn."""
    own = own or Private(player.funds, 0, ())
    return Player(
        coins=own.coins,
        chest=own.chest,
        hand=own.hand,
        chest_limit=player.chest_most,
        **{name: getattr(player, name) for name in _SHARED_OF_PLAYERS},
    )
