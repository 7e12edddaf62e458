"""Replays: from lines of the notation to states, for full records and for what one seat saw.

A seat's lines do not say which cards others drew and how much they donated. They can be replayed
all the same, on states in which the secrets are made up, and made up anew when necessary. This is
correct because the state before each action gives the seat the same view as the true state. Dealing
the unseen cards differently (`_deal`) does not change a view, and a made-up donation of one coin
leaves the donor no less than the true one. The true player held the cards played and had the coins
paid, so the action is legal here, too, after dealing anew; and it changes nothing that a view shows
in another way than in the true game. When the hands are opened (R10.4), the cards and coins that
the record shows replace those made up, just before the end is scored.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from livingstone.edition.printed import Edition
from livingstone.errors import ArgumentError, NotationError, RecordError, shown
from livingstone.game.engine import apply, apply_in_steps, new_game, with_explicit_chance
from livingstone.game.move_limit import MOST_MOVES, has_too_many_moves
from livingstone.game.moves import (
    Action,
    BuildTent,
    CardDraw,
    CardRevealed,
    DiceRolled,
    Donate,
    Outcome,
    PlayCard,
)
from livingstone.game.refusals import IllegalMoveError
from livingstone.game.state import Player, State, check_state
from livingstone.game.view import Private, is_open, private_of
from livingstone.records.notation import (
    HiddenCard,
    HiddenDonation,
    Notable,
    format_move,
    parse_move,
)
from livingstone.support.arguments import observer_of
from livingstone.values import CardPile

__all__ = [
    "Step",
    "carry_out",
    "conceal",
    "opening_lines",
    "opening_seed",
    "replay",
    "replay_seen",
]

Step = tuple[State, int | None, Action, State]
"""The state before, the seat that acts (None for chance), the action, the state after it."""


def opening_lines(start: State) -> list[str]:
    """Give the lines that lead to the start of a game: none, or the first roll of a seeded game.

    A game with a seed starts after its first roll.
    """
    count, edition, first = len(start.players), start.edition, start.starting_player
    fresh = new_game(count, edition=edition, first=first, explicit_chance=True)
    if start == fresh:
        return []
    if with_explicit_chance(start) != fresh.changed(dice=start.dice, pending=None):
        raise ArgumentError("a record begins with a new game, before the first move")
    return [format_move(DiceRolled(start.dice))]


def opening_seed(start: State) -> int | None:
    """Give the seed of the start of a game, if there is one and it decided the first dice, too."""
    if start.streams is None:
        return None
    count, first, seed = len(start.players), start.starting_player, start.streams.seed
    fresh = new_game(count, edition=start.edition, first=first, seed=seed)
    return seed if start == fresh else None


def carry_out(start: State, actions: Iterable[Action]) -> Iterator[Step]:
    """Carry out actions and, if there is a seed, the outcomes that it decides after each.

    Raises `IllegalMoveError` for an action that is not legal.
    """
    state = start
    for action in actions:
        for before, done, after in apply_in_steps(state, action):
            yield before, None if isinstance(done, Outcome) else before.current_player, done, after
            state = after


def replay(start: State, lines: Iterable[str]) -> Iterator[Step]:
    """Replay the lines of a full record from a state with explicit chance.

    Raises `RecordError` with the number of the first action that is malformed or not legal.
    """
    state = start
    for number, line in enumerate(lines, 1):
        seat, action = _read(state, line, number)
        if isinstance(action, HiddenCard | HiddenDonation):
            raise RecordError("it is hidden, though the record is no single seat's", number)
        after = _apply(state, action, number)
        players = zip(state.players, after.players, strict=True)
        _limit_moves(after.edition, (new for old, new in players if new is not old), number)
        yield state, seat, action, after
        state = after


def replay_seen(
    start: State, lines: Iterable[str], seat: int | None, revealed: Sequence[Private]
) -> Iterator[State]:
    """Replay what a seat, or a spectator (None), saw; `revealed` was open in the end, by seat.

    The states after each action give the seat its true view; what it did not see is made up. Raises
    `RecordError` as `replay` does, and for lines that the seat cannot have seen.
    """
    state = start
    for number, line in enumerate(lines, 1):
        _, seen = _read(state, line, number)
        state, action = _make_up(state, seen, seat, number)
        after = _apply(state, action, number)
        if is_open(after) and not is_open(state):
            after = _apply(_open(state, seat, revealed, number), action, number)
        # What others hold is made up here, and a view lists only the moves of its own seat.
        _limit_moves(after.edition, () if seat is None else (after.players[seat],), number)
        yield after
        state = after


def conceal(state: State, action: Action, seat: int | None) -> Notable:
    """Hide what a seat, or a spectator (None), may not see of an action in a state (R10.2).

    A card that another draws becomes `HiddenCard`, a donation of another `HiddenDonation`; all else
    stays as it is. A mine collapse is shown to all (R6.11).

    >>> from livingstone import Donate, new_game
    >>> state = new_game(2, seed=7)
    >>> conceal(state, Donate(2), seat=1), conceal(state, Donate(2), seat=0)
    (HiddenDonation(), Donate(coins=2))

    Raises `ArgumentError` for what is no state or no action, and for a seat that the game does
    not have.
    """
    check_state(state)
    if not isinstance(action, Notable):
        raise ArgumentError(f"only a move or an outcome can be hidden: {shown(action)}")
    seat = observer_of(seat, len(state.players))
    if state.current_player == seat:
        return action
    if isinstance(action, CardRevealed) and not state.edition.is_collapse(action.card):
        return HiddenCard()
    return HiddenDonation() if isinstance(action, Donate) else action


def _read(state: State, line: str, number: int) -> tuple[int | None, Notable]:
    """Read a line; check that the game is not over, and that the player named is to move."""
    try:
        seat, action = parse_move(line)
    except (NotationError, ArgumentError) as error:
        raise RecordError(str(error), number) from None
    if state.is_over:
        raise RecordError("the game is over", number, "R2.7")
    if seat is not None and not state.is_chance and seat != state.current_player:
        sentence = f"player {seat} acts, but player {state.current_player} is to move"
        raise RecordError(sentence, number, "R2.2")
    return seat, action


def _apply(state: State, action: Action, number: int) -> State:
    try:
        return apply(state, action)
    except IllegalMoveError as error:
        raise RecordError(error.reason.sentence, number, error.reason.rule) from None


def _limit_moves(edition: Edition, players: Iterable[Player], number: int) -> None:
    """Refuse a state with too many moves to be listed, since records can come from anywhere."""
    if has_too_many_moves(edition, players):
        raise RecordError(f"there can be more than {MOST_MOVES} legal moves", number)


def _make_up(state: State, seen: Notable, seat: int | None, number: int) -> tuple[State, Action]:
    """Make up what the seat did not see of an action, and hands with which it is legal."""
    actor = state.current_player
    match seen:
        case HiddenCard() if not isinstance(state.pending, CardDraw):
            raise RecordError("no card is drawn now", number, "R10.3")
        case HiddenCard() if actor != seat:
            held = (card for card, _ in state.draw_pile if not state.edition.is_collapse(card))
            card = next(held, None)
            if card is None:
                raise RecordError("no card is left that can be held", number, "R6.11")
            return state, CardRevealed(card)
        case HiddenDonation() if actor != seat:
            return state, Donate(1)
        case HiddenCard() | HiddenDonation():
            raise RecordError("it is hidden, though the seat of the record saw it", number, "R10.2")
    if conceal(state, seen, seat) != seen:
        raise RecordError("it shows what the seat of the record cannot see", number, "R10.2")
    if actor != seat and isinstance(seen, PlayCard | BuildTent):
        cards = (seen.card,) if isinstance(seen, PlayCard) else seen.cards
        if Counter(cards) - Counter(state.player.hand):
            return _deal(state, seat, {actor: cards}) or state, seen
    if isinstance(seen, CardRevealed) and not state.draw_pile.count(seen.card):
        return _deal(state, seat, {}, kept=(seen.card,)) or state, seen
    return state, seen


def _deal(
    state: State, seat: int | None, wanted: Mapping[int, Sequence[str]], kept: Sequence[str] = ()
) -> State | None:
    """Deal the cards that a seat does not see again, to hands of the same sizes.

    `wanted` lists, for some seats, cards that must be in their hands; `kept` lists cards that must
    be in the draw pile. The result is None if that is impossible.
    """
    others = [other for other in range(len(state.players)) if other != seat]
    unseen = Counter(dict(state.draw_pile))
    for other in others:
        unseen.update(state.players[other].hand)
    for cards in (kept, *wanted.values()):
        unseen.subtract(cards)
    if any(count < 0 for count in unseen.values()):
        return None
    holdable = [card for card in sorted(unseen) if not state.edition.is_collapse(card)]
    free = (card for card in holdable for _ in range(unseen[card]))
    players = list(state.players)
    for other in others:
        size, own = len(players[other].hand), wanted.get(other, ())
        dealt = list(islice(free, max(0, size - len(own))))
        unseen.subtract(dealt)
        players[other] = players[other].changed(hand=tuple(sorted((*own, *dealt))))
        if len(players[other].hand) != size:
            return None
    unseen.update(kept)
    pile = CardPile(tuple(sorted((card, count) for card, count in unseen.items() if count)))
    return state.changed(players=tuple(players), draw_pile=pile)


def _open(state: State, seat: int | None, revealed: Sequence[Private], number: int) -> State:
    """Replace the hands and chests made up by those that the record shows (R10.4)."""
    if len(revealed) != len(state.players):
        raise RecordError("hands and chests are open now, and the record lacks them", number)
    hands = {other: own.hand for other, own in enumerate(revealed) if other != seat}
    dealt = _deal(state, seat, hands)
    if dealt is None:
        raise RecordError("the hands revealed cannot be held", number, "R10.4")
    players = []
    for other, (player, own) in enumerate(zip(dealt.players, revealed, strict=True)):
        if own != private_of(player) and (other == seat or not _can_have(state, player, own)):
            sentence = f"player {other} cannot have the hand and the chest revealed"
            raise RecordError(sentence, number, "R10.4")
        players.append(player.changed(coins=own.coins, chest=own.chest))
    return dealt.changed(players=tuple(players))


def _can_have(state: State, player: Player, own: Private) -> bool:
    """Say whether a player can have this hand, purse and chest, after what was public (R10.2)."""
    return (
        own.hand == player.hand
        and not any(state.edition.is_collapse(card) for card in own.hand)
        and own.coins + own.chest == player.coins + player.chest
        and player.donations <= own.chest <= player.chest_limit
    )
