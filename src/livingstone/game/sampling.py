"""R10.2: deal the cards and coins that a seat does not see, at random or in all ways."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import cycle, islice
from random import Random

from attrs import evolve, fields

from livingstone.game.hand import lay_open
from livingstone.game.knowledge import cards_of
from livingstone.game.moves import CardDraw, CardLook, CardRevealed, CardsShown, HandDraw
from livingstone.game.state import Known, Player, Position, State
from livingstone.game.view import PlayerView, Private, View, choice_seen_by
from livingstone.support.arguments import SeedSource, need, seed_from
from livingstone.values import CardPile

_SHARED = {field.name for field in fields(Position)} - {"players"}
_SHARED_OF_PLAYERS = {field.name for field in fields(Player)} & {
    field.name for field in fields(PlayerView)
}


def sample_state(view: View, seed: SeedSource) -> State:
    """Draw a state that fits a view (R10.2), the same one for the same view and seed.

    `seed` is a number, or a `random.Random`, from which 16 bytes are drawn.

    All ways to deal the unseen cards to the hidden hands are equally likely, except that a mine
    collapse is never held (R6.11). All amounts within the bounds of a hidden chest are equally
    likely. The view of the sample is equal to the view given; its chance is explicit. The draw does
    not use what a player could remember of earlier positions.

    >>> from livingstone import Donate, apply, new_game, view
    >>> seen = view(apply(new_game(2, seed=7), Donate(2)), 1)
    >>> sampled = [sample_state(seen, seed).players[0].chest for seed in range(40)]
    >>> min(sampled) == 1, max(sampled) == seen.players[0].funds
    (True, True)
    >>> view(sample_state(seen, 0), 1) == seen
    True

    Raises `ArgumentError` for a seed that is not from 0 to 2**128 - 1.
    """
    need("sample_state", view, "View", View)
    random = Random(seed_from(seed))
    return _deal(view, random.sample, random.randint)


def fitting_state(view: View) -> State:
    """Return a state that fits a view, always the same one: for what depends on no secret.

    If a view between two events has fewer unseen cards than the hands need, these are short.
    """
    return _deal(view, lambda cards, count: cards[:count], lambda least, _: least)


def _deal(
    view: View,
    pick_cards: Callable[[list[str], int], list[str]],
    pick_number: Callable[[int, int], int],
) -> State:
    """Deal the cards and coins that a view hides: some cards of a list, a number in a range."""
    seats = range(len(view.players))
    known: tuple[Private | None, ...] = view.revealed or tuple(
        view.own if seat == view.seat else None for seat in seats
    )
    shared = {name: getattr(view, name) for name in _SHARED}
    players = tuple(map(_player, view.players, known))
    state = State(players=players, draw_pile=view.unseen, **shared)
    hidden = {seat: view.players[seat] for seat, own in enumerate(known) if own is None}
    count = sum(player.hand_size for player in hidden.values())
    sure, cards = split(view.own.known if view.own else (), holdable_cards(state, ()))
    count -= sum(len(sure.get(seat, ())) for seat in hidden)
    sizes = {seat: player.hand_size for seat, player in hidden.items()}
    hands = filled(sizes, sure, iter(pick_cards(cards, count)))
    bounds = {seat: (player.chest_least, player.chest_most) for seat, player in hidden.items()}
    dealt = deal_unseen(state, hands, {seat: pick_number(*own) for seat, own in bounds.items()})
    return dealt if dealt.choice is None else with_outcome(dealt, view.seat, pick_cards)


def with_outcome(
    state: State, seat: int | None, pick_cards: Callable[[list[str], int], list[str]]
) -> State:
    """Draw the outcome before a choice again, if it is hidden from a seat or a spectator (None)."""
    assert state.choice is not None
    seen = choice_seen_by(seat, state.choice)
    outcome = seen.outcome
    if outcome is None:
        match seen.event:
            case CardLook(int(owner)):
                outcome = CardsShown(state.players[owner].hand)
            case CardLook(None, count):
                top = () if seat is None else cards_of(state.players[seat].known, None)[:count]
                left = Counter(dict(state.draw_pile)) - Counter(top)
                outcome = CardsShown((*top, *pick_cards([*left.elements()], count - len(top))))
            case HandDraw(owner):
                outcome = CardsShown((*pick_cards([*state.players[owner].hand], 1),))
            case CardDraw():
                held = holdable_cards(state, [seen.turn])
                own = [*state.players[seen.turn].hand] or held
                outcome = CardRevealed(pick_cards(own, 1)[0])
    return state.changed(pending=evolve(seen, outcome=outcome))


def _player(player: PlayerView, private: Private | None) -> Player:
    """Make a player from the public and the secret parts; None stands for secrets to be drawn."""
    private = private or Private(player.funds, 0, ())
    return Player(
        coins=private.coins,
        chest=private.chest,
        hand=private.hand,
        known=private.known,
        chest_limit=player.chest_most,
        **{name: getattr(player, name) for name in _SHARED_OF_PLAYERS},
    )


def holdable_cards(state: State, seats: Iterable[int]) -> list[str]:
    """List the cards of the draw pile and of some hands that can be held (R6.11), sorted."""
    cards = [*state.draw_pile.cards(), *(id for seat in seats for id in state.players[seat].hand)]
    return sorted(card for card in cards if not state.edition.is_collapse(card))


def split(
    known: Iterable[Known], cards: Iterable[str]
) -> tuple[dict[int | None, tuple[str, ...]], list[str]]:
    """Return the cards that a player knows, by owner, and the others, which can be dealt."""
    sure = {one.owner: one.cards for one in known}
    others = Counter(cards) - Counter(card for seen in sure.values() for card in seen)
    return sure, sorted(others.elements())


def filled(
    sizes: Mapping[int, int], sure: Mapping[int | None, Sequence[str]], cards: Iterator[str]
) -> dict[int, list[str]]:
    """Fill hands of some sizes: with the cards that are sure, then with others."""
    hands = dict[int, list[str]]()
    for seat, size in sizes.items():
        hand = list(sure.get(seat, ()))
        hand += islice(cards, size - len(hand))
        hands[seat] = hand
    return hands


def deals(state: State, card: str | None = None) -> Iterator[State]:
    """Yield states that the player to move cannot tell from this one (R10.2), without a seed.

    Each unseen card is in each place of the hidden hands once, and the chests of the others hold
    each amount that they can hold. With a `card`, which the player holds and lays open, there are
    fewer states: each unseen card is in some hand, and the chests are as full as can be, or empty.
    """
    mover = state.current_player
    is_short = card is not None
    state = state if card is None else lay_open(state, state.player, (card,))
    state = state.changed(streams=None)
    hidden = {seat: player for seat, player in enumerate(state.players) if seat != mover}
    sizes = {seat: len(player.hand) for seat, player in hidden.items()}
    sure, cards = split(state.player.known, holdable_cards(state, hidden))
    held = sum(size - len(sure.get(seat, ())) for seat, size in sizes.items())
    bounds = {seat: (player.donations, player.chest_limit) for seat, player in hidden.items()}
    least, most = min(low for low, _ in bounds.values()), max(high for _, high in bounds.values())
    is_hidden = state.choice is not None and choice_seen_by(mover, state.choice) != state.choice
    for place in range(0, len(cards) if held or is_hidden else 1, held if held and is_short else 1):
        for coins in {least, most} if place or is_short else range(least, most + 1):
            hands = filled(sizes, sure, islice(cycle(cards), place, None))
            chests = {seat: min(max(coins, low), high) for seat, (low, high) in bounds.items()}
            dealt = deal_unseen(state, hands, chests)
            yield with_outcome(dealt, mover, partial(_from, place)) if is_hidden else dealt


def _from(place: int, cards: list[str], count: int) -> list[str]:
    """Pick some of a list of cards, from a place on, and from the first one after the last."""
    return [*islice(cycle(cards), place, place + count)]


def deal_unseen(
    state: State, hands: Mapping[int, Sequence[str]], chests: Mapping[int, int] | None = None
) -> State:
    """Return a state with other hands, and other numbers of coins in chests, by seat.

    The new hands are dealt from the old ones and the draw pile; coins that are not in the chest are
    in the purse. What those players know of others is left out.
    """
    pile = dict(state.draw_pile)
    players = list(state.players)
    for seat, hand in hands.items():
        player = players[seat]
        for card in player.hand:
            pile[card] = pile.get(card, 0) + 1
        for card in hand:
            pile[card] = pile.get(card, 0) - 1
        chest = player.chest if chests is None else chests[seat]
        coins = player.coins + player.chest - chest
        players[seat] = player.changed(hand=tuple(sorted(hand)), chest=chest, coins=coins, known=())
    left = tuple(sorted((card, count) for card, count in pile.items() if count))
    return state.changed(players=tuple(players), draw_pile=CardPile(left))
