"""`play`: apply an action and list the events.

Events are derived from the states before and after each step, so the engine does not need them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import NamedTuple, assert_never, cast

from attrs import evolve, frozen

from livingstone import events as happened
from livingstone.errors import short_repr
from livingstone.events import Event
from livingstone.events.advancing import without
from livingstone.game import knowledge, moves
from livingstone.game.card_effect import effects_of, texts_of
from livingstone.game.effects.shipped import SHIPPED
from livingstone.game.engine import apply_in_steps
from livingstone.game.refusals import Fact
from livingstone.game.rules import ending, rounds
from livingstone.game.rules.cards import acted, resolve
from livingstone.game.state import Player, State, Streams
from livingstone.game.view import Private
from livingstone.game.viewing import view
from livingstone.support.arguments import need
from livingstone.values import NO_GEMS, CardPile, Gems, Space, Stones


@frozen
class Transition:
    """The result of an action."""

    __repr__ = short_repr

    state: State
    """The state that `apply` gives."""
    events: tuple[Event, ...]
    """The events in order, secrets included; `visible` hides them."""
    actions: tuple[moves.Action, ...]
    """The action, followed by the outcomes that the seed decided."""


def play(state: State, action: moves.Action) -> Transition:
    """Carry out a move or an outcome of chance as `apply` does, and list the events.

    >>> from livingstone import TakeDie, new_game
    >>> play(new_game(2, seed=7), TakeDie(3)).events
    (DieTaken(seat=0, value=3),)

    Raises `IllegalMoveError` for an action that is not legal.
    """
    need("play", state, "State", State)
    events = list[Event]()
    actions = list[moves.Action]()
    for before, step, after in apply_in_steps(state, action):
        actions.append(step)
        if before.playing is None:
            events += _events(before, step, after)
        else:
            events += _of_card(before, before.playing, step, after)
        if isinstance(after.pending, moves.CardChoice):
            assert after.playing is not None
            seat = after.current_player
            events.append(happened.ChoiceAwaited(seat, after.pending, after.playing))
        elif after.pending is not None:
            events.append(_awaited(before, step, after, after.pending))
        state = after
    return Transition(state, tuple(events), tuple(actions))


def opening(state: State) -> tuple[Event, ...]:
    """Return the event of the first roll if a seed decided it, else nothing.

    >>> from livingstone import new_game
    >>> opening(new_game(2, seed=7))
    (RoundBegun(boat=1, seat=0, dice=(2, 2, 3, 4)),)
    """
    need("opening", state, "State", State)
    if state.streams is None or state.streams != Streams(state.streams.seed, rounds=1):
        return ()
    if any(player.last_die or player.donations for player in state.players):
        return ()
    return (happened.RoundBegun(state.boat, state.starting_player, state.dice),)


def _awaited(
    before: State, step: moves.Action, after: State, pending: moves.ChanceEvent
) -> happened.ChanceAwaited:
    """Make the event that chance is awaited, with the die that is used for it (R4.1, R4.3)."""
    die = before.die if isinstance(step, moves.Dig | moves.DrawCard) else None
    return happened.ChanceAwaited(after.current_player, pending, die, after.playing)


def _events(before: State, action: moves.Action, after: State) -> Iterator[Event]:
    seat = before.current_player
    match action:
        case moves.TakeDie(value):
            yield happened.DieTaken(seat, value)
        case moves.EndTurn():
            yield happened.TurnEnded(seat)
            yield from _after_turn(before, after)
        case moves.Donate(coins):
            yield happened.Donated(seat, coins)
        case moves.SellGems():
            yield _sale(before, after)
        case moves.TakeCoins():
            yield happened.CoinsTaken(seat, before.bank - after.bank, before.die)
        case moves.Dig():
            pass
        case moves.DrawCard():
            yield from _renewed_deck(before, after, drawn=0)
        case moves.PlayCard(card):
            yield happened.CardPlayed(seat, card)
            yield from _by_card(before, action, after, steps_of(before, action, None))
        case moves.Choose():
            yield _choice(before, action)
        case moves.BuildTent():
            yield _tent(before, action, after)
        case moves.DiceRolled() | moves.StonesDrawn() | moves.CardRevealed() | moves.CardsShown():
            yield from _by_chance(before, action, after)
        case unknown:
            assert_never(unknown)


def _choice(before: State, option: moves.Choose) -> happened.ChoiceMade:
    """Make the event of a choice, with the words that the player who chose had for the option."""
    seat = before.current_player
    seen = view(before, seat)
    playing = seen.playing
    choice = seen.choice
    assert playing is not None
    assert choice is not None
    told = effects_of(before.edition)[playing.card].told_option(seen, playing, choice, option)
    made = happened.ChoiceMade(seat, playing.card, option, choice.is_secret)
    return made if told is None else evolve(made, texts=texts_of(*told), facts=_sorted(told[1]))


def _sorted(facts: Mapping[str, Fact]) -> tuple[tuple[str, Fact], ...]:
    return tuple(sorted(facts.items()))


def _by_chance(before: State, outcome: moves.Outcome, after: State) -> Iterator[Event]:
    seat = before.current_player
    match outcome:
        case moves.StonesDrawn(stones):
            yield from _stones(before, stones, after)
        case moves.CardRevealed(card):
            yield from _card(before, card, after)
        case moves.CardsShown((card,)) if isinstance(before.pending, moves.HandDraw):
            yield happened.HandCardDrawn(seat, before.pending.owner, card)
        case moves.CardsShown(cards):
            assert isinstance(before.pending, moves.CardLook)
            look = before.pending
            yield happened.CardsSeen(look.looker(seat), look.owner, cards)
        case moves.DiceRolled(dice) if isinstance(before.pending, moves.RoundRoll):
            yield happened.RoundBegun(after.boat, after.starting_player, dice)
        case moves.DiceRolled(dice) if isinstance(before.pending, moves.CardRoll):
            yield happened.DiceThrown(seat, dice)
        case moves.DiceRolled(dice):
            yield happened.ThresholdRolled(dice, sum(dice))
            yield from _ended(after)
        case unknown:
            assert_never(unknown)


def _of_card(
    before: State, move: moves.PlayCard, outcome: moves.Action, after: State
) -> Iterator[Event]:
    """List the events of an outcome or a choice, then those of what the card did with it (R6)."""
    if before.choice is not None:
        assert isinstance(outcome, moves.Choose)
        resolved = before.changed(current_player=before.choice.turn)
    else:
        assert isinstance(outcome, moves.Outcome)
        resolved = resolve(before, outcome)
    yield from _events(before, outcome, resolved)
    if not resolved.is_chance:
        yield from _by_card(resolved, move, after, steps_of(resolved, move, outcome))


def steps_of(
    before: State, move: moves.PlayCard, outcome: moves.Outcome | moves.Choose | None
) -> tuple[knowledge.Step, ...]:
    """List what a card did with cards when it was played, or after an outcome or a choice.

    The state afterwards does not hold these steps, so the effect is carried out once more.
    """
    effect = effects_of(before.edition)[move.card]
    if type(effect) in SHIPPED:
        return ()
    _, after = acted(before, move, outcome)
    return knowledge.steps_of(after)


def _by_card(
    before: State, move: moves.PlayCard, after: State, steps: tuple[knowledge.Step, ...]
) -> Iterator[Event]:
    """List the events of what a card did: those of its effect, else of what changed openly (R6)."""
    effect = effects_of(before.edition)[move.card]
    announced = effect.announce(before, move, after)
    if announced is not None:
        texts, facts = announced
        yield happened.CardAnnounced(
            before.current_player, move.card, texts_of(texts, facts), _sorted(facts)
        )
    told = effect.events(before, move, after)
    laid = (move.card, *move.cards) if before.playing is None else ()
    if told is None:
        yield from openly_changed(before, after, laid, steps)
    else:
        all_steps = told_steps(steps, before.current_player)
        yield from (event for event in all_steps if event not in told)
        yield from cast("tuple[Event, ...]", told)
    if type(effect) not in SHIPPED:
        yield _done(before, move, after, laid, is_traced=bool(steps))


def _done(
    before: State,
    move: moves.PlayCard,
    after: State,
    laid: tuple[str, ...],
    *,
    is_traced: bool,
) -> happened.CardDone:
    """Make `CardDone` with what no other event has; `laid` are the cards played."""
    players = after.players
    open_cards = before.played + CardPile.of(laid)
    return happened.CardDone(
        seat=before.current_player,
        card=move.card,
        current_player=after.choice.turn if after.choice else after.current_player,
        starting_player=after.starting_player,
        dice_taken=after.dice_taken,
        dice_left=after.dice_left,
        bank=after.bank,
        bag=after.bag,
        aside=after.aside,
        gems_drawn=after.gems_drawn,
        draw_pile=after.draw_pile.total,
        supplies=tuple(player.supply for player in players),
        last_dice=tuple(player.last_die for player in players),
        donations=tuple(player.donations for player in players),
        chests_most=tuple(player.chest_limit for player in players),
        scored=tuple(player.scored for player in players),
        secrets=tuple(
            _secrets(before, after, seat, laid, is_traced=is_traced) for seat in range(len(players))
        ),
        die=before.die if after.die is None else None,
        played=None if after.played == open_cards else tuple(after.played.cards()),
    )


def _secrets(
    before: State, after: State, seat: int, laid: tuple[str, ...], *, is_traced: bool
) -> Private | None:
    """Return the secrets of a player; None if only the purse and the cards laid open changed.

    If cards were passed or shown, the players who know any of them get the secrets as well.
    """
    old, new = before.players[seat], after.players[seat]
    held = Counter(old.hand)
    if seat == before.current_player:
        held -= Counter(laid)
    is_same = held == Counter(new.hand) and (old.chest, old.known) == (new.chest, new.known)
    is_same &= not (is_traced and new.known)
    return None if is_same else Private(new.coins, new.chest, new.hand, new.known)


def openly_changed(
    before: State, after: State, laid: tuple[str, ...], steps: tuple[knowledge.Step, ...]
) -> Iterator[Event]:
    """List the events of what a card changed openly (R10.1), and of its steps with cards.

    `laid` are the cards that left the hand to be played: the card, and those played with a tent.
    """
    seat = before.current_player
    if after.dice_left > before.dice_left:
        yield happened.MoreDiceAllowed(seat, after.dice_left - before.dice_left)
    dice = before.dice
    if after.die is not None and after.die != before.die:
        yield happened.DieTaken(seat, after.die)
        dice = without(dice, after.die)
    if after.dice != dice:
        yield happened.DiceChanged(after.dice)
    shares = [_share(*both) for both in zip(before.players, after.players, strict=True)]
    price = _price(before, after, shares)
    if price is not None:  # it is told with the tents
        shares = [share._replace(coins=0) for share in shares]
    cards_of_tent = laid[1:] if _has_more_tents(before, after) else ()
    for other, share in enumerate(shares):
        is_mover = other == seat
        cards = cards_of_tent if is_mover else ()
        yield from _tents(before, after, other, cards, price if is_mover else None)
        if share.donated:
            yield happened.Donated(other, share.donated)
    own = shares[seat]
    changed = [other for other, share in enumerate(shares) if any(share[:4])]
    if changed == [seat] and own.lost and after.aside == before.aside + own.lost.stones:
        yield _sale(before, after)
    elif changed == [seat] and own.coins > 0 <= own.points and not (own.gained or own.lost):
        yield happened.CoinsTaken(seat, own.coins)
        yield from _points(seat, own.points)
    else:
        for other, share in enumerate(shares):
            yield from _taken_and_given(other, share)
    if after.boat != before.boat:
        yield happened.BoatMoved(before.boat, after.boat)
    yield from _hands(before, after, laid[:1] + cards_of_tent, steps)
    if after.draw_pile.total > before.draw_pile.total:
        yield happened.DeckRenewed(after.draw_pile.total, tuple(after.played.cards()))


def _hands(
    before: State, after: State, laid: tuple[str, ...], steps: tuple[knowledge.Step, ...]
) -> Iterator[Event]:
    """List the events of steps with cards, then of hands whose size changed for another reason.

    The cards `laid` open by the player to move already have an event.
    """
    mover = before.current_player
    yield from told_steps(steps, mover)
    hands = [Counter(player.hand) for player in before.players]
    hands[mover] -= Counter(laid)
    told = knowledge.hands_after([hand.elements() for hand in hands], steps)
    for seat, (held, new) in enumerate(zip(told, after.players, strict=True)):
        holds = Counter(new.hand)
        if more := holds.total() - held.total():
            gained, lost = holds - held, held - holds
            yield happened.HandChanged(
                seat,
                len(new.hand),
                more > 0,
                gained=tuple(sorted(gained.elements())),
                lost=tuple(sorted(lost.elements())),
            )


def told_steps(steps: tuple[knowledge.Step, ...], mover: int) -> Iterator[Event]:
    """Make the events of what the card of the player to move did with cards, in order."""
    for step in steps:
        match step:
            case knowledge.CardMove(card, giver, taker):
                yield happened.CardPassed(giver, taker, card)
            case knowledge.HandShow(owner, seats, cards):
                yield happened.HandShown(owner, seats, len(cards), cards)
            case knowledge.PileShuffle():
                yield happened.PileShuffled(mover)
            case unknown:
                assert_never(unknown)


class _Share(NamedTuple):
    """What a player gained or lost, as all players see it; `visible` hides `donated`."""

    coins: int
    gained: Gems
    lost: Gems
    points: int
    donated: int


def _taken_and_given(seat: int, share: _Share) -> Iterator[Event]:
    coins, gained, lost, points, _ = share
    if coins < 0 or lost or points < 0:
        yield happened.CardTook(seat, max(0, -coins), lost, max(0, -points))
    if coins > 0 or gained:
        yield happened.CardGave(seat, max(0, coins), gained)
    yield from _points(seat, points)


def _share(old: Player, new: Player) -> _Share:
    kept = old.gems & new.gems
    return _Share(
        coins=new.coins + new.chest - old.coins - old.chest,
        gained=new.gems - kept,
        lost=old.gems - kept,
        points=new.points - old.points,
        donated=new.chest - old.chest if new.donations > old.donations else 0,
    )


def _price(before: State, after: State, shares: list[_Share]) -> tuple[int, ...] | None:
    """Return what the player to move paid for tents: to each seat, and to the bank last.

    None if no tent was placed, and if coins changed hands for another reason as well.
    """
    seat = before.current_player
    bank = after.bank - before.bank
    paid = [share.coins for share in shares]
    paid[seat] = 0
    if min(*paid, bank) < 0 or -shares[seat].coins != sum(paid) + bank or not sum(paid) + bank:
        return None
    return (*paid, bank) if _has_more_tents(before, after) else None


def _has_more_tents(before: State, after: State) -> bool:
    """Return whether the player to move has more tents on some space than before."""
    old, new = before.player, after.players[before.current_player]
    return any(new.tents_at(space) > old.tents_at(space) for space in new.spaces())


def _points(seat: int, points: int) -> Iterator[Event]:
    if points > 0:
        yield happened.PointsScored(seat, points)


def _tents(
    before: State, after: State, seat: int, cards: tuple[str, ...], price: tuple[int, ...] | None
) -> Iterator[Event]:
    """List the events of a player's tents that a card placed, moved or removed, at one price."""
    old, new = before.players[seat], after.players[seat]
    if old.tents == new.tents:
        return
    spaces = sorted({*old.spaces(), *new.spaces()})
    more = {space: new.tents_at(space) - old.tents_at(space) for space in spaces}
    placed = [space for space in spaces for _ in range(more[space])]
    gone = [space for space in spaces for _ in range(-more[space])]
    is_other = seat != before.current_player
    number = len(placed)
    price = price or (0,) * (len(after.players) + 1)
    for nth, (space, source) in enumerate(zip_longest(placed, gone)):
        *fees, cost = ((part + nth) // max(number, 1) for part in price)
        with_cards = () if nth else cards
        paid = cost, tuple(fees)
        if space is None:
            yield happened.TentRemoved(seat, source, is_by_other=is_other)
        elif source is None:
            yield happened.TentBuilt(seat, space, *paid, with_cards, is_by_other=is_other)
        else:
            yield happened.TentMoved(seat, space, source, *paid, with_cards, is_by_other=is_other)


def _tent(before: State, move: moves.BuildTent, after: State) -> Event:
    """Make the event of a tent, with its price (R4.4, R9.1)."""
    seat = before.current_player
    space = Space(move.row, before.boat)
    cost = after.bank - before.bank
    fees = tuple(
        0 if other == seat else new.coins - old.coins
        for other, (old, new) in enumerate(zip(before.players, after.players, strict=True))
    )
    if move.source is None:
        return happened.TentBuilt(seat, space, cost, fees, move.cards, before.die)
    return happened.TentMoved(seat, space, move.source, cost, fees, move.cards, before.die)


def _sale(before: State, after: State) -> happened.GemsSold:
    seat = before.current_player
    old, new = before.players[seat], after.players[seat]
    gems = old.gems - new.gems
    coins = new.coins - old.coins
    return happened.GemsSold(seat, gems, coins, new.points - old.points)


def _stones(before: State, stones: Stones, after: State) -> Iterator[Event]:
    """List the events of drawing stones (R4.6) and of the white stone (R4.7)."""
    seat = before.current_player
    yield happened.StonesFound(seat, stones, NO_GEMS if stones.white else stones.gems)
    if stones.white:
        lost = before.players[seat].gems - after.players[seat].gems
        yield happened.WhiteStoneFound(seat, before.bank - after.bank, lost, before.aside)


def _card(before: State, card: str, after: State) -> Iterator[Event]:
    """List the events of drawing a card (R4.1) and of a mine collapse (R6.11)."""
    seat = before.current_player
    is_collapse = before.edition.is_collapse(card)
    if is_collapse:
        yield happened.MineCollapsed(seat, card, tuple(player.gems for player in before.players))
    else:
        yield happened.CardDrawn(seat, card)
    yield from _renewed_deck(before, after, drawn=int(is_collapse))


def _renewed_deck(before: State, after: State, drawn: int) -> Iterator[Event]:
    """List the event of a renewed draw pile if played cards, or the `drawn` ones, went into it."""
    is_touched = drawn or after.played is not before.played
    if is_touched and after.played.total < before.played.total + drawn:
        yield happened.DeckRenewed(after.draw_pile.total, tuple(after.played.cards()))


def _after_turn(before: State, after: State) -> Iterator[Event]:
    """List what follows a turn: skipped players and the next turn, or the end (R2.2 to R2.5)."""
    if after.pending is None and not after.is_over:
        count = len(after.players)
        seat = before.current_player
        for step in range(1, (after.current_player - seat - 1) % count + 1):
            yield happened.TurnSkipped((seat + step) % count)
        yield happened.TurnBegun(after.current_player)
        return
    values = before.edition.board.row_values
    points = (rounds.column_points(player, before.boat, values) for player in before.players)
    yield happened.ColumnScored(before.boat, tuple(points))
    if isinstance(after.pending, moves.RoundRoll):
        yield happened.BoatMoved(before.boat, after.boat)
    else:
        yield from _final_scoring(after)
        if after.is_over:
            yield from _ended(after)


def _final_scoring(state: State) -> Iterator[Event]:
    """List the events of scoring rows, gems and hands, and of opening chests (R8.1 to R8.4)."""
    rows, gems, cards = zip(*ending.end_points(state), strict=True)
    for row, points in enumerate(zip(*rows, strict=True), 1):
        yield happened.RowScored(row, points)
    yield happened.GemsCounted(gems)
    hands = tuple(player.hand for player in state.players)
    yield happened.CardsCounted(cards, hands)
    yield happened.DonationsRevealed(tuple(player.chest for player in state.players), hands)


def _ended(state: State) -> Iterator[Event]:
    """List the events that say who is out and who won (R8.4, R8.5, R9.2)."""
    result = ending.result(state)
    assert result is not None
    standings = enumerate(result.standings)
    yield happened.PlayersOut(tuple(seat for seat, own in standings if own.is_out))
    yield happened.GameOver(result.winners)
