"""Replays: from lines of the notation to states, for full records and for what one seat saw.

A seat's lines lack the cards that others drew and the amounts that they donated. Such cards are
sampled, and sampled again when a later move contradicts them; a donation is one coin, so that every
action of the true game is legal. When the hands are opened (R10.4), true cards and coins replace
invented ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from livingstone.errors import ArgumentError, NotationError, RecordError
from livingstone.game import moves
from livingstone.game.chance import drawable, sample_outcome
from livingstone.game.engine import (
    apply,
    apply_in_steps,
    legal_moves,
    new_game,
    with_explicit_chance,
)
from livingstone.game.knowledge import is_any
from livingstone.game.refusals import IllegalMoveError
from livingstone.game.sampling import deal_unseen, holdable_cards, split
from livingstone.game.state import Player, State
from livingstone.game.view import Private, is_open, private_of
from livingstone.records import notation, telling
from livingstone.support.arguments import need, observer_of

Step = tuple[State, int | None, moves.Action, State]
"""The state before, the seat that acts (None for chance), the action, the state after."""


def opening_lines(start: State) -> tuple[list[str], int | None]:
    """Return the line of the first roll if it was made, and the seed if that decided it."""
    count = len(start.players)
    edition = start.edition
    first = start.starting_player
    fresh = new_game(count, edition=edition, first=first, explicit_chance=True)
    if start == fresh:
        return [], None
    if with_explicit_chance(start) != fresh.changed(dice=start.dice, pending=None):
        raise ArgumentError("a record starts with a new game, before the first move")
    seed = start.streams.seed if start.streams else None
    if seed is not None and start != new_game(count, edition=edition, first=first, seed=seed):
        seed = None
    return [notation.format_move(moves.DiceRolled(start.dice))], seed


def carry_out(start: State, actions: Iterable[moves.Action]) -> Iterator[Step]:
    """Carry out actions, and the outcomes that a seed decides; raises `IllegalMoveError`."""
    state = start
    for action in actions:
        for before, done, after in apply_in_steps(state, action):
            seat = None if isinstance(done, moves.Outcome) else before.current_player
            yield before, seat, done, after
            state = after


def replay(start: State, lines: Iterable[str]) -> Iterator[Step]:
    """Replay the lines of a full record; raises `RecordError` for the first one that is wrong."""
    state = start
    for number, line in enumerate(lines, 1):
        seat, action = _read(state, line, number)
        if not isinstance(action, moves.Action):
            raise RecordError("it is hidden, but the record is full", number)
        before = state
        state = _apply(state, action, number)
        yield before, seat, action, state


def replay_seen(
    start: State,
    lines: Iterable[str],
    seat: int | None,
    revealed: Sequence[Private],
    told: Mapping[int, str],
) -> Iterator[State]:
    """Replay what a seat, or a spectator (None), saw.

    `revealed` is what was open at the end, `told` what own cards told, by number of the action.
    Each state gives the seat its true view; what it did not see is invented.

    Raises `RecordError` as `replay` does, and for lines that the seat cannot have seen.
    """
    state = start
    for number, line in enumerate(lines, 1):

        def tell(_: State, number: int = number) -> str | None:
            return told.get(number)

        after = _follow(state, line, number, seat, revealed, tell)
        yield after
        state = _without_knowledge(after, seat)


def told_by_cards(
    start: State,
    seen: Iterable[tuple[str, State]],
    seat: int | None,
    revealed: Sequence[Private],
) -> Iterator[tuple[int, str]]:
    """Yield what `replay_seen` has to be told, by number of the action.

    `seen` has the lines of the seat's record and the true states after them.
    """
    state = start
    for number, (line, true) in enumerate(seen, 1):
        found = list[str]()

        def tell(invented: State, true: State = true, found: list[str] = found) -> str | None:
            text = telling.difference(invented, true, seat)
            found[:] = [text] if text else []
            return text

        state = _follow(state, line, number, seat, revealed, tell)
        state = _without_knowledge(state, seat)
        yield from ((number, text) for text in found)


def _follow(
    state: State,
    line: str,
    number: int,
    seat: int | None,
    revealed: Sequence[Private],
    tell: Callable[[State], str | None],
) -> State:
    """Carry out a line of a seat's record; `tell` says what is different after an own card.

    Whether another player can play an own card may depend on that player's hand, which is invented:
    where it cannot be played, `tell` alone says what it did.
    """
    _, seen = _read(state, line, number)
    state, action = _invent(state, seen, seat, number)
    is_own = telling.is_by_own_card(state, action)
    try:
        after = _apply(state, action, number)
    except RecordError:
        is_hidden = is_own and state.current_player != seat and not state.is_chance
        if not is_hidden or tell(state) is None:
            raise
        after = state
    if is_open(after) and not is_open(state):
        after = _apply(_open(state, seat, revealed, number), action, number)
    text = tell(after)
    if text is not None and not is_own:
        raise RecordError("it tells more than a card did", number, "R10.2")
    return after if text is None else telling.corrected(after, seat, text, number)


def _without_knowledge(state: State, seat: int | None) -> State:
    """Leave out what other players know of invented cards (R10.2)."""
    if not is_any(state):
        return state
    seats = enumerate(state.players)
    players = (own if other == seat else own.changed(known=()) for other, own in seats)
    return state.changed(players=tuple(players))


def conceal(state: State, action: moves.Action, seat: int | None) -> notation.Notable:
    """Hide what a seat, or a spectator (None), may not see of an action in a state (R10.2).

    A card drawn by another player becomes `HiddenCard`, a donation `HiddenDonation`, a secret
    choice `HiddenChoice`; other actions do not change. Everybody sees a mine collapse (R6.11), and
    a player a card drawn from the own hand.

    >>> from livingstone import Donate, new_game
    >>> state = new_game(2, seed=7)
    >>> conceal(state, Donate(2), seat=1), conceal(state, Donate(2), seat=0)
    (HiddenDonation(), Donate(coins=2))

    Raises `ArgumentError` for a seat that the game does not have.
    """
    need("conceal", state, "State", State)
    seat = observer_of(seat, len(state.players))
    if _actor(state) == seat:
        return action
    if isinstance(action, moves.CardRevealed) and not state.edition.is_collapse(action.card):
        return notation.HiddenCard()
    if isinstance(action, moves.CardsShown):
        is_owner = isinstance(state.pending, moves.HandDraw) and state.pending.owner == seat
        return action if is_owner else notation.HiddenCard()
    if isinstance(action, moves.Choose) and state.choice and state.choice.is_secret:
        return notation.HiddenChoice()
    return notation.HiddenDonation() if isinstance(action, moves.Donate) else action


def _actor(state: State) -> int:
    """Return who sees what happens next: the player who looks at cards, or the player to move."""
    if isinstance(state.pending, moves.CardLook):
        return state.pending.looker(state.current_player)
    return state.current_player


def _read(state: State, line: str, number: int) -> tuple[int | None, notation.Notable]:
    try:
        action, seat = notation.parse_move(line, hidden=True, edition=state.edition)
    except NotationError as error:
        raise RecordError(str(error), number) from None
    if state.is_over:
        raise RecordError("the game is over", number, "R2.7")
    if seat is not None and not state.is_chance and seat != state.current_player:
        sentence = f"player {seat} acts, but player {state.current_player} is to move"
        raise RecordError(sentence, number, "R2.2")
    return seat, action


def _apply(state: State, action: moves.Action, number: int) -> State:
    try:
        return apply(state, action)
    except IllegalMoveError as error:
        raise RecordError(error.reason.sentence, number, error.reason.rule) from None


def _invent(
    state: State, seen: notation.Notable, seat: int | None, number: int
) -> tuple[State, moves.Action]:
    """Invent what the seat did not see of an action, and hands with which it is legal."""
    if isinstance(seen, notation.HiddenCard | notation.HiddenDonation | notation.HiddenChoice):
        return state, _invent_hidden(state, seen, seat, number)
    actor = state.current_player
    if conceal(state, seen, seat) != seen:
        raise RecordError("it shows what the seat of the record cannot see", number, "R10.2")
    if actor != seat and isinstance(seen, moves.PlayCard | moves.BuildTent):
        cards = (*((seen.card,) if isinstance(seen, moves.PlayCard) else ()), *seen.cards)
        if Counter(cards) - Counter(state.player.hand):
            return _deal(state, seat, {actor: cards}) or state, seen
    looks = moves.CardLook | moves.HandDraw
    if isinstance(seen, moves.CardsShown) and isinstance(state.pending, looks):
        owner = state.pending.owner
        if owner is None:
            return _deal(state, seat, {}, kept=seen.cards) or state, seen
        return _deal(state, seat, {owner: seen.cards}) or state, seen
    if isinstance(seen, moves.CardRevealed) and not state.draw_pile.count(seen.card):
        return _deal(state, seat, {}, kept=(seen.card,)) or state, seen
    return state, seen


def _invent_hidden(
    state: State,
    hidden: notation.HiddenCard | notation.HiddenDonation | notation.HiddenChoice,
    seat: int | None,
    number: int,
) -> moves.Action:
    """Invent an action of which the seat saw only that it happened."""
    actor = _actor(state)
    match hidden:
        case notation.HiddenCard() if actor != seat and isinstance(
            state.pending, moves.CardLook | moves.HandDraw
        ):
            return sample_outcome(state, 0)
        case notation.HiddenCard() if not isinstance(
            state.pending, moves.CardDraw | moves.CardLook | moves.HandDraw
        ):
            raise RecordError("no card is drawn now", number, "R10.3")
        case notation.HiddenCard() if actor != seat:
            held = (card for card, _ in drawable(state) if not state.edition.is_collapse(card))
            card = next(held, None)
            if card is None:
                raise RecordError("no card is left that can be held", number, "R6.11")
            return moves.CardRevealed(card)
        case notation.HiddenDonation() if actor != seat:
            return moves.Donate(1)
        case notation.HiddenChoice() if state.choice is None:
            raise RecordError("no card awaits a choice now", number, "R6")
        case notation.HiddenChoice() if actor != seat:
            return legal_moves(state)[0]
    raise RecordError("it is hidden, but the seat of the record saw it", number, "R10.2")


def _deal(
    state: State, seat: int | None, wanted: Mapping[int, Sequence[str]], kept: Sequence[str] = ()
) -> State | None:
    """Deal the unseen cards again; None if the `wanted` hands and `kept` pile are impossible."""
    others = [other for other in range(len(state.players)) if other != seat]
    if seat is not None and state.players[seat].known:
        sure, _ = split(state.players[seat].known, ())
        kept = [*(Counter(sure.get(None, ())) | Counter(kept)).elements()]
        known = {other: Counter(sure.get(other, ())) for other in others}
        wanted = {
            other: [*(known[other] | Counter(wanted.get(other, ()))).elements()] for other in others
        }
    kept = [card for card in kept if not state.edition.is_collapse(card)]
    free = Counter(holdable_cards(state, others))
    for cards in (kept, *wanted.values()):
        free.subtract(cards)
    if any(count < 0 for count in free.values()):
        return None
    left = iter(sorted(free.elements()))
    hands = dict[int, list[str]]()
    for other in others:
        size = len(state.players[other].hand)
        hand = list(wanted.get(other, ()))
        hand += islice(left, max(0, size - len(hand)))
        if len(hand) != size:
            return None
        hands[other] = hand
    return deal_unseen(state, hands)


def _open(state: State, seat: int | None, revealed: Sequence[Private], number: int) -> State:
    if len(revealed) != len(state.players):
        raise RecordError("hands and chests are open now, but the record lacks them", number)
    hands = {other: own.hand for other, own in enumerate(revealed) if other != seat}
    dealt = _deal(state, seat, hands)
    if dealt is None:
        raise RecordError("the hands revealed cannot be held", number, "R10.4")
    players = []
    for other, (player, own) in enumerate(zip(dealt.players, revealed, strict=True)):
        if own != private_of(player) and (other == seat or not _can_have(player, own)):
            sentence = f"player {other} cannot have the hand and the chest revealed"
            raise RecordError(sentence, number, "R10.4")
        players.append(player.changed(coins=own.coins, chest=own.chest))
    return dealt.changed(players=tuple(players))


def _can_have(player: Player, own: Private) -> bool:
    """Return whether a player can have this, from what is public (R10.2)."""
    return (
        own.hand == player.hand
        and own.coins + own.chest == player.coins + player.chest
        and player.donations <= own.chest <= player.chest_limit
    )
