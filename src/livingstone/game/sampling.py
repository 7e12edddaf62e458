"""R10.2: sampling full states that fit a view, for bots that reason about what is hidden."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from random import Random

from livingstone.errors import ArgumentError, shown
from livingstone.game.state import Player, State
from livingstone.game.validation import validate
from livingstone.game.view import PlayerView, Private, View
from livingstone.game.view import view as show
from livingstone.support.arguments import seed_of
from livingstone.values import CardPile

__all__ = ["sample_state"]


def sample_state(view: View, seed: int) -> State:
    """Draw a state from all that fit a view (R10.2), the same one for the same view and seed.

    All ways to deal the unseen cards to the hidden hands are equally likely; a mine collapse is
    never dealt, since it is never held (R6.11). All amounts within the bounds of a hidden chest are
    equally likely. The sample agrees with the view in everything that the view shows: its own view
    for the same seat is equal. Chance is explicit in the sample; `with_seed` gives it a seed of its
    own.

    A view holds one position and no history: what a player may remember of earlier positions (such
    as the cards that lay open before a mine collapse) does not narrow the draw.

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
    """Say why no state fits a view; None if one does.

    Whether a state fits does not depend on the seed, so one draw is enough to find out.
    """
    if problem := _contradiction(view):
        return problem
    state = _draw(view, Random(0))
    for problem in validate(state):
        return problem
    return None if show(state, view.seat) == view else "it contradicts itself"


def _contradiction(view: View) -> str | None:
    """Say why no state can be drawn; None if one can."""
    seat, count = view.seat, len(view.players)
    if seat is not None and not 0 <= seat < count:
        return f"there is no seat {shown(seat)} (R1.1)"
    if (seat is None) != (view.own is None):
        return "it shows a hand of its own to a spectator, or none to a player (R10.2)"
    if view.revealed is not None and len(view.revealed) != count:
        return f"it shows {len(view.revealed)} hands of {count} players (R10.4)"
    hidden = [player for player, own in zip(view.players, _known(view), strict=True) if own is None]
    for player in hidden:
        if not 0 <= player.chest_least <= player.chest_most <= player.funds:
            least, most = player.chest_least, player.chest_most
            return f"a chest holds {least} to {most} of {player.funds} coins (R10.2)"
    return _card_contradiction(view, hidden)


def _card_contradiction(view: View, hidden: list[PlayerView]) -> str | None:
    """Say why the unseen cards cannot be dealt to these players; None if they can."""
    deck = view.edition.deck
    if any(not 1 <= number <= deck.count(card) for card, number in view.unseen):
        return "it counts unseen cards that are not in the deck (R1.6)"
    sizes = [view.draw_pile_size, *(player.hand_size for player in hidden)]
    if min(sizes) < 0:
        return "a hand or the draw pile has fewer than no cards (R10.1)"
    if sum(sizes) != view.unseen.total:
        return f"there are {view.unseen.total} unseen cards, not {sum(sizes)} (R10.1)"
    if sum(sizes[1:]) > len(_holdable(view)):
        return "too few of the unseen cards can be held (R6.11)"
    return None


def _known(view: View) -> tuple[Private | None, ...]:
    """List, by seat, the purse, chest and hand that the view shows; None where they are hidden."""
    if view.revealed is not None:
        return view.revealed
    return tuple(view.own if seat == view.seat else None for seat in range(len(view.players)))


def _draw(view: View, random: Random) -> State:
    """Draw hands and chests, and join them with what is public to a state."""
    known = _known(view)
    sizes = [
        player.hand_size for player, own in zip(view.players, known, strict=True) if own is None
    ]
    dealt = random.sample(_holdable(view), sum(sizes))
    cards = iter(dealt)
    players = tuple(
        _player(player, own or _guess(player, cards, random))
        for player, own in zip(view.players, known, strict=True)
    )
    return State(
        edition=view.edition,
        players=players,
        bank=view.bank,
        bag=view.bag,
        draw_pile=_without(view.unseen, dealt),
        current_player=view.current_player,
        starting_player=view.starting_player,
        boat=view.boat,
        dice=view.dice,
        die=view.die,
        dice_taken=view.dice_taken,
        dice_left=view.dice_left,
        aside=view.aside,
        gems_drawn=view.gems_drawn,
        played=view.played,
        pending=view.pending,
        is_over=view.is_over,
        threshold=view.threshold,
    )


def _holdable(view: View) -> list[str]:
    """List the unseen cards that can be in a hand: a mine collapse never is (R6.11)."""
    return [card for card in view.unseen.cards() if not view.edition.is_collapse(card)]


def _guess(player: PlayerView, cards: Iterator[str], random: Random) -> Private:
    """Draw the secrets of a player: the next cards, and a chest within its bounds (R10.2)."""
    chest = random.randint(player.chest_least, player.chest_most)
    hand = tuple(sorted(islice(cards, player.hand_size)))
    return Private(player.funds - chest, chest, hand)


def _player(player: PlayerView, own: Private) -> Player:
    """Make a player from what is public and what is secret."""
    return Player(
        coins=own.coins,
        chest=own.chest,
        points=player.points,
        supply=player.supply,
        gems=player.gems,
        hand=own.hand,
        last_die=player.last_die,
        donations=player.donations,
        chest_limit=player.chest_most,
        tents=player.tents,
        scored=player.scored,
    )


def _without(pile: CardPile, dealt: list[str]) -> CardPile:
    """Remove the cards dealt from the pile that they came from."""
    left = dict(pile.items)
    for card in dealt:
        left[card] -= 1
    return CardPile(tuple((card, number) for card, number in left.items() if number))
