"""R10.2: sampling states that fit a view, for bots that reason about hidden things."""

from itertools import islice
from random import Random

from attrs import fields

from livingstone.game.state import Player, Position, State
from livingstone.game.unseen import deal_unseen, holdable_cards
from livingstone.game.view import PlayerView, Private, View
from livingstone.support.arguments import seed_of

_SHARED = {field.name for field in fields(Position)} - {"players"}
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
    >>> from livingstone.game.viewing import view
    >>> seen = view(apply(new_game(2, seed=7), Donate(2)), 1)
    >>> sampled = [sample_state(seen, seed).players[0].chest for seed in range(40)]
    >>> min(sampled) == 1, max(sampled) == seen.players[0].funds
    (True, True)
    >>> view(sample_state(seen, 0), 1) == seen
    True

    Raises `ArgumentError` for a seed that is not from 0 to 2**128 - 1.
    """
    return _draw(view, Random(seed_of(seed)))


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
