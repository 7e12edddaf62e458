"""`advance`: the view of a seat after an event that it may see.

`play` derives events from states; `advance` goes the other way, from an event to the next view.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

from attrs import evolve

from livingstone import events as happened
from livingstone.errors import ArgumentError, shown
from livingstone.events import Event, visible
from livingstone.game import knowledge
from livingstone.game.moves import CardDraw, DonationRoll, RoundRoll
from livingstone.game.rules.rounds import scored_with_column
from livingstone.game.rules.tents import add_tents
from livingstone.game.view import Private, View, unseen_cards
from livingstone.game.viewing import legal_moves_in
from livingstone.support.arguments import need
from livingstone.values import NO_GEMS, NO_STONES, CardPile, Gems, Space, Stones


def advance(view: View, event: Event) -> View:
    """Return the view after an event, as the same seat sees it.

    The events of a move or an outcome, one after the other, lead from the view before it to the
    view after it. A view between two events has the changes of the events so far. Its `legal_moves`
    are those that it would have if no event followed, or none: only those after the last event
    count. What the seat may not see of an event is not used.

    >>> from livingstone import TakeDie, new_game, play, view
    >>> state = new_game(2, seed=7)
    >>> (event,) = play(state, TakeDie(3)).events
    >>> seen = advance(view(state, 1), event)
    >>> seen.die, seen.players[0].last_die
    (3, 3)

    Raises `ArgumentError` for an event that cannot follow the view.
    """
    need("advance", view, "View", View)
    event = visible(event, view.seat)
    try:
        after = _AFTER[type(event)](view, event)
        after = evolve(after, unseen=_unseen(after))
    except (LookupError, ValueError) as error:
        raise ArgumentError(f"{shown(event)} cannot follow this view: {error}") from error
    return evolve(after, legal_moves=legal_moves_in(after))


def without(dice: tuple[int, ...], value: int) -> tuple[int, ...]:
    """Take a die away from those on the table, if it is there."""
    left = list(dice)
    if value in dice:
        left.remove(value)
    return tuple(left)


def _unseen(view: View) -> CardPile:
    """List the cards that are not in sight (R10.1)."""
    hands = view.revealed or ([view.own] if view.own else [])
    known = chain.from_iterable(private.hand for private in hands)
    return unseen_cards(view.edition.deck, view.played, known)


def _with_player(view: View, seat: int, **changes: Any) -> View:
    players = list(view.players)
    players[seat] = evolve(players[seat], **changes)
    return evolve(view, players=tuple(players))


def _with_secrets(view: View, seat: int, change: Callable[[Private], Private]) -> View:
    """Change the secrets of a seat, if it is the one that sees the view."""
    if view.own is None or view.seat != seat:
        return view
    return evolve(view, own=change(view.own))


def _with_known(view: View, change: Callable[[knowledge.AllKnown], knowledge.AllKnown]) -> View:
    """Change what the seat that sees the view knows of hidden cards (R10.2)."""
    if view.own is None or not view.own.known:
        return view
    return evolve(view, own=evolve(view.own, known=change(view.own.known)))


def _paid(view: View, seat: int, coins: int) -> View:
    """Add coins to a purse, or take some out of it; the bank is not changed (R10.2)."""
    player = view.players[seat]
    funds = player.funds + coins
    view = _with_player(view, seat, funds=funds, chest_most=min(player.chest_most, funds))
    return _with_secrets(view, seat, lambda own: evolve(own, coins=own.coins + coins))


def _from_bank(view: View, seat: int, coins: int) -> View:
    """Pay coins from the bank, even coins that a card takes from others in a later event."""
    return evolve(_paid(view, seat, coins), bank=max(0, view.bank - coins))


def _with_points(view: View, points: tuple[int, ...]) -> View:
    """Add points, by seat."""
    for seat, more in enumerate(points):
        view = _with_player(view, seat, points=view.players[seat].points + more)
    return view


def _gained(view: View, seat: int, gems: Gems) -> View:
    return _with_player(view, seat, gems=view.players[seat].gems + gems)


def _lost(view: View, seat: int, gems: Gems) -> View:
    return _with_player(view, seat, gems=view.players[seat].gems - gems)


def _with_tent(view: View, seat: int, space: Space, number: int) -> View:
    """Put a tent on a space (1) or take one away (-1); without tents, it is not scored (R7.2)."""
    player = view.players[seat]
    if player.tents_at(space) + number < 0:
        raise ArgumentError(f"player {seat} has no tent on {space}")
    tents = add_tents(player.tents, space, number)
    scored = player.scored
    if not player.tents_at(space) + number:
        scored = tuple(other for other in scored if other != space)
    return _with_player(view, seat, tents=tents, scored=scored, supply=player.supply - number)


def _laid_open(view: View, seat: int, cards: tuple[str, ...]) -> View:
    """Lay cards of a hand open (R6); players who knew the hand still know the rest."""
    if not cards:
        return view
    played = view.played + CardPile.of(cards)
    size = view.players[seat].hand_size - len(cards)
    view = evolve(_with_player(view, seat, hand_size=size), played=played)
    view = _with_known(view, lambda known: knowledge.after_play(known, seat, cards))
    return _with_secrets(view, seat, lambda own: evolve(own, hand=_minus(own.hand, cards)))


def _minus(hand: tuple[str, ...], cards: tuple[str, ...]) -> tuple[str, ...]:
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def _die_used(view: View, die: int | None) -> View:
    """Use the die that the player took, if the event needed one (R3.1)."""
    return view if die is None else evolve(view, die=None)


# Chance


def _chance_awaited(view: View, event: happened.ChanceAwaited) -> View:
    """Wait for chance; before the roll of a round, the last round has ended (R2.5)."""
    seat = event.seat
    view = evolve(view, current_player=seat, pending=event.event, playing=event.playing)
    if isinstance(event.event, DonationRoll):
        return evolve(view, dice_left=1)
    if not isinstance(event.event, RoundRoll):
        return _die_used(view, event.die)
    for other in range(len(view.players)):
        view = _with_player(view, other, last_die=0)
    return evolve(view, starting_player=seat, dice=(), dice_left=1)


def _resolved(view: View) -> View:
    """End the wait for chance."""
    return evolve(view, pending=None, playing=None)


def _round_begun(view: View, event: happened.RoundBegun) -> View:
    seat = event.seat
    view = evolve(_resolved(view), boat=event.boat, dice=event.dice)
    return evolve(view, current_player=seat, starting_player=seat)


def _dice_thrown(view: View, _: happened.DiceThrown) -> View:
    return _resolved(view)


def _cards_seen(view: View, event: happened.CardsSeen) -> View:
    """Let the seat that looked know the cards; other seats do not get them (R10.2)."""
    view = _resolved(view)
    if view.own is None or event.cards is None:
        return view
    known = knowledge.after_look(view.own.known, event.owner, event.cards)
    return evolve(view, own=evolve(view.own, known=known))


def _choice_awaited(view: View, event: happened.ChoiceAwaited) -> View:
    """Let a player choose for a card (R6)."""
    choice = event.choice
    return evolve(view, current_player=choice.seat, pending=choice, playing=event.playing)


def _choice_made(view: View, _: happened.ChoiceMade) -> View:
    """Go on with the turn of the player who played the card (R6)."""
    turn = view.choice.turn if view.choice else view.current_player
    return evolve(view, current_player=turn, pending=None, playing=None)


def _stones_found(view: View, event: happened.StonesFound) -> View:
    """Keep gems and put black stones aside (R4.6); with the white one, nothing is kept (R4.7)."""
    view = _resolved(view)
    if event.stones.white:
        return view
    is_counted = not view.edition.ruleset.white_stone_sells
    return evolve(
        _gained(view, event.seat, event.kept),
        bag=view.bag - event.stones,
        aside=view.aside + Stones(black=event.stones.black),
        gems_drawn=view.gems_drawn + event.kept if is_counted else NO_GEMS,
    )


def _white_stone_found(view: View, event: happened.WhiteStoneFound) -> View:
    """Pay for the gems just drawn, or take back those of the turn (R4.7)."""
    view = _from_bank(_lost(view, event.seat, event.lost), event.seat, event.coins)
    bag = view.bag + event.aside + event.lost.stones
    return evolve(view, bag=bag, aside=NO_STONES, gems_drawn=NO_GEMS)


def _drawn(view: View, holder: int | None) -> View:
    """Take the top card off the draw pile, into the hand of another seat or out of sight (None).

    After the replacement of a mine collapse, the pile is shuffled (R6.11, R6.12).
    """
    is_shuffled = view.pending == CardDraw(is_replacement=True)
    view = evolve(_resolved(view), draw_pile_size=view.draw_pile_size - 1)
    view = _with_known(view, lambda known: knowledge.after_draw(known, holder))
    if is_shuffled:
        view = _with_known(view, lambda known: knowledge.with_cards(known, None, ()))
    return view


def _card_drawn(view: View, event: happened.CardDrawn) -> View:
    seat = event.seat
    card = event.card
    view = _drawn(view, None if seat == view.seat else seat)
    view = _with_player(view, seat, hand_size=view.players[seat].hand_size + 1)
    if card is None:
        return view
    return _with_secrets(view, seat, lambda own: evolve(own, hand=tuple(sorted((*own.hand, card)))))


def _mine_collapsed(view: View, event: happened.MineCollapsed) -> View:
    """Put all gems back into the bag (R6.11)."""
    view = _drawn(view, None)
    for seat, gems in enumerate(event.lost):
        view = evolve(_lost(view, seat, gems), bag=view.bag + gems.stones)
    return evolve(view, played=view.played + CardPile.of([event.card]))


def _deck_renewed(view: View, event: happened.DeckRenewed) -> View:
    return evolve(view, draw_pile_size=event.cards, played=CardPile.of(event.left))


# Rounds and turns


def _turn_begun(view: View, event: happened.TurnBegun) -> View:
    return evolve(view, current_player=event.seat, dice_left=1)


def _unchanged(
    view: View, _: happened.TurnSkipped | happened.PlayersOut | happened.CardAnnounced
) -> View:
    return view


def _die_taken(view: View, event: happened.DieTaken) -> View:
    return evolve(
        _with_player(view, event.seat, last_die=event.value),
        dice=without(view.dice, event.value),
        die=event.value,
        dice_taken=view.dice_taken + 1,
        dice_left=max(0, view.dice_left - 1),
    )


def _turn_ended(view: View, _: happened.TurnEnded) -> View:
    """End the turn; until the next one begins, nobody can take a die."""
    return evolve(view, dice_taken=0, dice_left=0, gems_drawn=NO_GEMS)


def _column_scored(view: View, event: happened.ColumnScored) -> View:
    """Add the points, and mark the spaces as scored (R7.1, R7.2)."""
    for seat, player in enumerate(view.players):
        view = _with_player(view, seat, scored=scored_with_column(player, event.column))
    return _with_points(view, event.points)


def _boat_moved(view: View, event: happened.BoatMoved) -> View:
    return evolve(view, boat=event.column)


# Moves and cards


def _coins_taken(view: View, event: happened.CoinsTaken) -> View:
    return _die_used(_from_bank(view, event.seat, event.coins), event.die)


def _tent_built(view: View, event: happened.TentBuilt | happened.TentMoved) -> View:
    """Place the tent, and pay for it (R4.4, R9.1)."""
    seat = event.seat
    view = _with_tent(_laid_open(view, seat, event.cards), seat, event.space, 1)
    if isinstance(event, happened.TentMoved):
        view = _with_tent(view, seat, event.source, -1)
    view = _paid(view, seat, -event.cost - sum(event.fees))
    for other, fee in enumerate(event.fees):
        view = _paid(view, other, fee)
    return _die_used(evolve(view, bank=view.bank + event.cost), event.die)


def _tent_removed(view: View, event: happened.TentRemoved) -> View:
    return _with_tent(view, event.seat, event.space, -1)


def _card_played(view: View, event: happened.CardPlayed) -> View:
    return _laid_open(view, event.seat, (event.card,))


def _more_dice_allowed(view: View, event: happened.MoreDiceAllowed) -> View:
    return evolve(view, dice_left=view.dice_left + event.dice)


def _dice_changed(view: View, event: happened.DiceChanged) -> View:
    return evolve(view, dice=event.dice)


def _points_scored(view: View, event: happened.PointsScored) -> View:
    points = view.players[event.seat].points + event.points
    return _with_player(view, event.seat, points=points)


def _card_gave(view: View, event: happened.CardGave) -> View:
    """Take coins from the bank and gems from the bag, as far as they are there.

    They can come from another player: then a later event takes them from there.
    """
    view = _gained(_from_bank(view, event.seat, event.coins), event.seat, event.gems)
    return evolve(view, bag=view.bag - (view.bag & event.gems.stones))


def _card_took(view: View, event: happened.CardTook) -> View:
    """Put coins into the bank and gems into the bag."""
    seat = event.seat
    view = _lost(_from_bank(view, seat, -event.coins), seat, event.gems)
    points = view.players[seat].points - event.points
    return evolve(_with_player(view, seat, points=points), bag=view.bag + event.gems.stones)


def _hand_changed(view: View, event: happened.HandChanged) -> View:
    """Change the size of the hand; `CardDone` tells its owner the cards."""
    view = _with_known(view, lambda known: knowledge.with_cards(known, event.seat, ()))
    return _with_player(view, event.seat, hand_size=event.cards)


def _hand_card_drawn(view: View, event: happened.HandCardDrawn) -> View:
    """Let the seat that drew a card of a hand know this card (R10.2)."""
    view = _resolved(view)
    owner = event.owner
    card = event.card
    if view.own is None or card is None or view.seat != event.seat or owner == event.seat:
        return view
    return evolve(
        view, own=evolve(view.own, known=knowledge.with_shown(view.own.known, owner, [card]))
    )


def _with_step(view: View, step: knowledge.Step) -> View:
    """Let the seat that sees the view know the cards that it was shown or passed (R10.2)."""
    if view.own is None or view.seat is None:
        return view
    known = knowledge.after_step(view.own.known, view.seat, step)
    return evolve(view, own=evolve(view.own, known=known))


def _card_passed(view: View, event: happened.CardPassed) -> View:
    """Move a card between two hands, or a hand and the open cards."""
    card = event.card
    giver = event.giver
    taker = event.taker
    if giver is not None:
        view = _with_player(view, giver, hand_size=view.players[giver].hand_size - 1)
    if taker is not None:
        view = _with_player(view, taker, hand_size=view.players[taker].hand_size + 1)
    view = _with_step(view, knowledge.CardMove(card, giver, taker))
    if card is None:
        return view
    if giver is None:
        view = evolve(view, played=view.played - CardPile.of([card]))
    else:
        view = _with_secrets(view, giver, lambda own: evolve(own, hand=_minus(own.hand, (card,))))
    if taker is None:
        return evolve(view, played=view.played + CardPile.of([card]))
    return _with_secrets(
        view, taker, lambda own: evolve(own, hand=tuple(sorted((*own.hand, card))))
    )


def _hand_shown(view: View, event: happened.HandShown) -> View:
    if event.cards is None:
        return view
    return _with_step(view, knowledge.HandShow(event.seat, event.seats, event.cards))


def _pile_shuffled(view: View, _: happened.PileShuffled) -> View:
    return _with_step(view, knowledge.PileShuffle())


def _card_done(view: View, event: happened.CardDone) -> View:
    """Set everything that no other event has."""
    for seat in range(len(view.players)):
        view = _with_player(
            view,
            seat,
            supply=event.supplies[seat],
            last_die=event.last_dice[seat],
            donations=event.donations[seat],
            chest_least=event.donations[seat],
            chest_most=event.chests_most[seat],
            scored=event.scored[seat],
        )
    own = None if view.seat is None else event.secrets[view.seat]
    return evolve(
        _die_used(view, event.die),
        current_player=event.current_player,
        starting_player=event.starting_player,
        dice_taken=event.dice_taken,
        dice_left=event.dice_left,
        bank=event.bank,
        bag=event.bag,
        aside=event.aside,
        gems_drawn=event.gems_drawn,
        draw_pile_size=event.draw_pile,
        played=view.played if event.played is None else CardPile.of(event.played),
        own=own or view.own,
    )


def _gems_sold(view: View, event: happened.GemsSold) -> View:
    seat = event.seat
    view = _from_bank(_lost(view, seat, event.gems), seat, event.coins)
    points = view.players[seat].points + event.points
    return evolve(_with_player(view, seat, points=points), aside=view.aside + event.gems.stones)


def _donated(view: View, event: happened.Donated) -> View:
    """Put coins into the chest; others learn bounds of the amount (R10.2)."""
    seat = event.seat
    coins = event.coins
    player = view.players[seat]
    view = _with_player(
        view,
        seat,
        donations=player.donations + 1,
        chest_least=player.donations + 1,
        chest_most=player.funds,
    )
    if coins is None:
        return view
    return _with_secrets(
        view, seat, lambda own: evolve(own, coins=own.coins - coins, chest=own.chest + coins)
    )


# The end


def _counted(
    view: View, event: happened.RowScored | happened.GemsCounted | happened.CardsCounted
) -> View:
    return _with_points(view, event.points)


def _donations_revealed(view: View, event: happened.DonationsRevealed) -> View:
    """Open hands and chests (R10.4)."""
    each = zip(view.players, event.coins, event.hands, strict=True)
    opened = (Private(player.funds - chest, chest, hand) for player, chest, hand in each)
    return evolve(view, revealed=tuple(opened))


def _threshold_rolled(view: View, event: happened.ThresholdRolled) -> View:
    return evolve(_resolved(view), threshold=event.threshold)


def _game_over(view: View, _: happened.GameOver) -> View:
    return evolve(view, is_over=True, dice_left=1)


_AFTER: dict[type[Any], Callable[[View, Any], View]] = {
    happened.ChanceAwaited: _chance_awaited,
    happened.RoundBegun: _round_begun,
    happened.TurnBegun: _turn_begun,
    happened.TurnSkipped: _unchanged,
    happened.DieTaken: _die_taken,
    happened.CoinsTaken: _coins_taken,
    happened.StonesFound: _stones_found,
    happened.WhiteStoneFound: _white_stone_found,
    happened.CardDrawn: _card_drawn,
    happened.MineCollapsed: _mine_collapsed,
    happened.DeckRenewed: _deck_renewed,
    happened.TentBuilt: _tent_built,
    happened.TentMoved: _tent_built,
    happened.CardPlayed: _card_played,
    happened.CardAnnounced: _unchanged,
    happened.MoreDiceAllowed: _more_dice_allowed,
    happened.PointsScored: _points_scored,
    happened.CardGave: _card_gave,
    happened.CardTook: _card_took,
    happened.HandChanged: _hand_changed,
    happened.HandCardDrawn: _hand_card_drawn,
    happened.CardPassed: _card_passed,
    happened.HandShown: _hand_shown,
    happened.PileShuffled: _pile_shuffled,
    happened.TentRemoved: _tent_removed,
    happened.DiceThrown: _dice_thrown,
    happened.DiceChanged: _dice_changed,
    happened.CardsSeen: _cards_seen,
    happened.ChoiceAwaited: _choice_awaited,
    happened.ChoiceMade: _choice_made,
    happened.CardDone: _card_done,
    happened.BoatMoved: _boat_moved,
    happened.GemsSold: _gems_sold,
    happened.Donated: _donated,
    happened.TurnEnded: _turn_ended,
    happened.ColumnScored: _column_scored,
    happened.RowScored: _counted,
    happened.GemsCounted: _counted,
    happened.CardsCounted: _counted,
    happened.DonationsRevealed: _donations_revealed,
    happened.ThresholdRolled: _threshold_rolled,
    happened.PlayersOut: _unchanged,
    happened.GameOver: _game_over,
}
