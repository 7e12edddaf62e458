"""R4.4, R4.5 and R9.1: building tents, their price, and moving them."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from livingstone.errors import ArgumentError, shown
from livingstone.game.hand import held, lay_open, refuse_unheld
from livingstone.game.moves import BuildTent, PlayCard
from livingstone.game.refusals import Code, Fact, Refusal, refuse
from livingstone.game.rules.rounds import refuse_using_die
from livingstone.game.state import Player, Position, State, TentOwner
from livingstone.support.arguments import whole, wrong_kind
from livingstone.values import Space

_build = lru_cache(maxsize=1 << 14)(BuildTent)


class Price(NamedTuple):
    """The price of a tent in coins (R4.4)."""

    to_bank: int
    """The expedition cost of the column."""
    to_players: tuple[int, ...]
    """The fees to the other players, by seat; 0 for the seat that builds."""

    @property
    def total(self) -> int:
        """The sum of all."""
        return self.to_bank + sum(self.to_players)


def price_of(
    position: Position[TentOwner], row: int, *, cards: Iterable[str] = (), column: int | None = None
) -> Price:
    """Return the price of a tent in this row of the boat's column for the seat to move (R4.4).

    `cards` are the ids of cards played with the tent, which is free if one pays for it (R6.1). For
    a card of one's own, `column` can be another one.

    >>> from livingstone import new_game
    >>> price_of(new_game(3, seed=7), 4).to_players
    (0, 0, 0)
    >>> price_of(new_game(3, seed=7), 4, cards=["no_cost_tent"]).total
    0

    Raises `ArgumentError` for a row that the board lacks, and for cards that the edition lacks.
    """
    if not hasattr(position, "boat"):
        raise wrong_kind("price_of", position, "State or View")
    row = whole("row", row, 1, len(position.edition.board.rows))
    played = list(cards)
    effects = position.edition.effects
    for card in played:
        if card not in effects:
            raise ArgumentError(f"the edition has no card {shown(card)}")
    if any(effects[card].pays_for_tent for card in played):
        return Price(0, (0,) * len(position.players))
    column = position.boat if column is None else column
    cost = position.edition.board.costs[column - 1]
    return Price(cost, tuple(fees(position, row, column)))


def fees(position: Position[TentOwner], row: int, column: int | None = None) -> list[int]:
    """List by seat the coins due to others for a tent in this row, of the boat's column (R4.4).

    Ruling: if the edition says so, the fee is due for each of their tents.
    """
    edition = position.edition
    column = (column or position.boat) - 1
    fee = edition.board.neighbour_fee
    per_tent = edition.ruleset.neighbour_fee_per_tent
    due = [
        fee * (tents if per_tent else 1) if (tents := player.tents[column][row - 1]) else 0
        for player in position.players
    ]
    due[position.current_player] = 0
    return due


def coins_due(position: Position[TentOwner], row: int) -> int:
    """Sum the price of a tent in this row of the boat's column without a card (R4.4)."""
    return position.edition.board.costs[position.boat - 1] + sum(fees(position, row))


def sources(position: Position[TentOwner]) -> tuple[Space | None, ...]:
    """List the spaces that the next tent can come from; None is the supply (R4.4, R9.1).

    Ruling: any own tent can be moved, also one built in this turn or not scored yet.
    """
    player = position.players[position.current_player]
    if player.supply:
        return (None,)
    return player.spaces() if position.is_two_player else ()


def legal_builds(state: State) -> tuple[BuildTent, ...]:
    """List the tents that the die can build, by row, cards and source (R4.4, R6.1 to R6.3)."""
    origins = sources(state)
    if not origins:
        return ()
    edition = state.edition
    player = state.players[state.current_player]
    die = state.die or 0
    no_cost = held(edition.no_cost_cards, player.hand)
    any_row = held(edition.any_row_cards, player.hand)
    spendable = player.coins - edition.board.costs[state.boat - 1]
    if spendable < 0 and not no_cost:
        return ()
    rows = len(edition.board.rows)
    reachable = range(1, rows + 1) if any_row else range(die, min(die, rows) + 1)
    moves: list[BuildTent] = []
    for row in reachable:
        is_affordable = spendable >= 0 and sum(fees(state, row)) <= spendable
        if is_affordable or no_cost:
            moves += [
                _build(row, cards, source)
                for cards in _choices(no_cost, any_row, is_affordable, row != die)
                for source in origins
                if source != (row, state.boat)
            ]
    return tuple(moves)


@lru_cache(maxsize=1 << 12)
def _choices(
    no_cost: tuple[str, ...], any_row: tuple[str, ...], is_affordable: bool, is_other_row: bool
) -> tuple[tuple[str, ...], ...]:
    """List the cards to play with a tent: each payment with each way to reach the row."""
    payments = [(card,) for card in no_cost] + [()] * is_affordable
    ways = [(card,) for card in any_row] if is_other_row else [()]
    return tuple(sorted(tuple(sorted(payment + way)) for payment in payments for way in ways))


def tent_plays(state: State, card: str, *, tents: int = 1, times: int = 1) -> tuple[PlayCard, ...]:
    """List the ways to build some tents on one space with the die and a card (R4.4, R6.1 to R6.3).

    They cost `times` the price of a tent. The move names the space, the cards of R6.1 and R6.2
    played with it and, where too few tents are left for all, the space that the others are moved
    from (two players, R9.1).
    """
    player = state.player
    die = state.die
    boat = state.boat
    moved = tents - min(tents, player.supply)
    if die is None or (moved and not state.is_two_player):
        return ()
    origins = [space for space in player.spaces() if player.tents_at(space) >= moved]
    no_cost = held(state.edition.no_cost_cards, player.hand)
    any_row = held(state.edition.any_row_cards, player.hand)
    plays = list[PlayCard]()
    for row in range(1, len(state.edition.board.rows) + 1):
        if row == die or any_row:
            is_affordable = times * coins_due(state, row) <= player.coins
            space = Space(row, boat)
            choices = _choices(no_cost, any_row, is_affordable, row != die)
            sources = [source for source in origins if source != space] if moved else [None]
            plays += [
                PlayCard(card, None, space, source, cards=cards)
                for source in sources
                for cards in choices
            ]
    return tuple(plays)


def refuse_build(state: State, move: BuildTent) -> Refusal | None:
    """Explain why this tent cannot be built (R4.4, R6.1 to R6.3, R6.14, R9.1)."""
    row = move.row
    rows = len(state.edition.board.rows)
    if refusal := refuse_using_die(state, "R4.4"):
        return refusal
    if not 1 <= row <= rows:
        return refuse(Code.NO_SUCH_ROW, "R4.4", row=row, rows=rows)
    return (
        refuse_tent_cards(state, move)
        or _refuse_row(state, move)
        or refuse_source(state, Space(row, state.boat), move.source)
        or _refuse_price(state, move)
    )


def refuse_tent_cards(state: State, move: BuildTent | PlayCard) -> Refusal | None:
    """Refuse cards that cannot be played with a tent (R6.1 to R6.3)."""
    pays, reaches = False, False
    for card in move.cards:
        if refusal := refuse_unheld(state, card):
            return refusal
        effect = state.edition.effects[card]
        if not ((effect.pays_for_tent and not pays) or (effect.reaches_any_row and not reaches)):
            return refuse(Code.WRONG_USE, "R6.3", card=card)
        pays, reaches = pays or effect.pays_for_tent, reaches or effect.reaches_any_row
    return None


def _refuse_row(state: State, move: BuildTent) -> Refusal | None:
    """Refuse a row that the die does not show, unless a card helps (R4.4, R6.2, R6.14)."""
    ignores_die = any(state.edition.effects[card].reaches_any_row for card in move.cards)
    if move.row != state.die and not ignores_die:
        return refuse(Code.WRONG_ROW, "R4.4", die=state.die or 0, row=move.row)
    if move.row == state.die and ignores_die:
        return refuse(Code.NO_EFFECT, "R6.14", row=move.row)
    return None


def refuse_source(state: State, space: Space, source: Space | None) -> Refusal | None:
    """Explain why a tent for this space cannot come from that source (R9.1)."""
    possible = sources(state)
    if not possible:
        return refuse(Code.NO_TENT_LEFT, "R4.4", seat=state.current_player)
    if source in possible and source != space:
        return None
    return refuse(Code.WRONG_SOURCE, "R9.1", seat=state.current_player)


def _refuse_price(state: State, move: BuildTent) -> Refusal | None:
    """Refuse a tent that the player cannot pay for (R4.4), unless a card pays (R6.1)."""
    coins = state.player.coins
    price = price_of(state, move.row, cards=move.cards)
    if price.total <= coins:
        return None
    seat = state.current_player
    to_bank, fees = price
    figures: dict[str, Fact] = {"price": price.total, "to_bank": to_bank, "fees": fees}
    return refuse(Code.CANNOT_PAY, "R4.4", seat=seat, coins=coins, **figures)


def build(state: State, move: BuildTent) -> State:
    """Build a tent with the die, and pay for it (R4.4, R4.5)."""
    price = price_of(state, move.row, cards=move.cards)
    if price.total:
        state = pay(state, price)
    player = place_tent(state.player, Space(move.row, state.boat), move.source)
    if not move.cards:
        return state.with_player(player, die=None)
    return lay_open(state.changed(die=None), player, move.cards)


def pay(state: State, price: Price) -> State:
    """Pay the column's cost to the bank and the fees to the others (R4.4)."""
    players = [
        other.changed(coins=other.coins + fee) if fee else other
        for other, fee in zip(state.players, price.to_players, strict=True)
    ]
    payer = state.player
    coins = payer.coins - price.total
    players[state.current_player] = payer.changed(
        coins=coins, chest_limit=min(payer.chest_limit, coins + payer.chest)
    )
    return state.changed(players=tuple(players), bank=state.bank + price.to_bank)


def place_tent(player: Player, space: Space, source: Space | None) -> Player:
    """Put a tent on a space, from the supply or from another space (R4.5, R9.1).

    A space without an own tent left stops being scored for the player (R7.2).
    """
    tents = add_tents(player.tents, space, 1)
    if source is None:
        return player.changed(tents=tents, supply=player.supply - 1)
    tents = add_tents(tents, source, -1)
    if tents[source.column - 1][source.row - 1]:
        return player.changed(tents=tents)
    scored = tuple(other for other in player.scored if other != source)
    return player.changed(tents=tents, scored=scored)


def add_tents(
    tents: tuple[tuple[int, ...], ...], space: Space, number: int
) -> tuple[tuple[int, ...], ...]:
    """Add a number of tents to those on a space; a number below 0 takes some away."""
    row, column = space.row - 1, space.column - 1
    rows = tents[column]
    rows = (*rows[:row], rows[row] + number, *rows[row + 1 :])
    return (*tents[:column], rows, *tents[column + 1 :])
