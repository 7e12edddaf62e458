"""Events in plain English."""

from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from livingstone import events as happened
from livingstone.errors import ArgumentError, shown
from livingstone.events import Event
from livingstone.moves import CardDraw, ChanceEvent, DonationRoll, RoundRoll, StoneDraw
from livingstone.values import Gems, Space, Stones

__all__ = ["describe"]


def describe(event: Event, names: Sequence[str]) -> str:
    """Tell an event in a sentence, with the players' names by seat.

    >>> describe(happened.Donated(1, None), ["Ann", "Ben"])
    'Ben donates some coins to the Queen.'
    >>> describe(happened.DieTaken(0, 3), ["Ann", "Ben"])
    'Ann takes a 3.'

    Raises `ArgumentError` for what is no event, and for names that lack one.
    """
    if not isinstance(event, Event):
        raise ArgumentError(f"only an event can be described, not {shown(event)}")
    try:
        return _describe(event, names)
    except (LookupError, TypeError):
        raise ArgumentError(f"names must have one for each seat: {shown(names)}") from None


def _describe(event: Event, names: Sequence[str]) -> str:
    match event:
        case happened.ChanceAwaited(seat, awaited):
            return _awaited(names[seat], awaited)
        case happened.RoundBegun(boat, seat, dice):
            return f"Column {boat}: {names[seat]} rolls {_dice(dice)} and begins."
        case happened.TurnBegun(seat):
            return f"It is {names[seat]}'s turn."
        case happened.TurnSkipped(seat):
            return f"{names[seat]} cannot take a die and is skipped."
        case happened.DieTaken(seat, value):
            return f"{names[seat]} takes a {value}."
        case happened.CoinsTaken(seat, coins):
            return f"{names[seat]} receives {_coins(coins)} from the bank."
        case happened.StonesFound(seat, stones, _):
            return f"{names[seat]} finds {_stones(stones)}."
        case happened.WhiteStoneFound():
            return _white_stone(names[event.seat], event)
        case happened.CardDrawn(seat, card):
            return f"{names[seat]} gets {'a card' if card is None else _card(card)}."
        case happened.MineCollapsed(seat, _, lost):
            return (
                f"The mine collapses on {names[seat]}'s draw:"
                f" {_each(names, map(_gems, lost), 'loses') or 'nobody has a gem to lose'}."
            )
        case happened.DeckRenewed(cards):
            return f"The cards are shuffled; the draw pile has {cards} now."
        case happened.TentBuilt() | happened.TentMoved():
            return _tent(names, event)
        case happened.CardPlayed(seat, card):
            return f"{names[seat]} plays {_card(card)}."
        case happened.MoreDiceAllowed(seat, dice):
            return f"{names[seat]} may take {_count(dice, 'more die', 'more dice')} this turn."
        case happened.PointsScored(seat, points):
            return f"{names[seat]} scores {_points(points)}."
        case happened.BoatMoved(source, column):
            return f"The boat goes from column {source} to column {column}."
        case happened.GemsSold(seat, gems, coins, points):
            also = f" and {_points(points)}" if points else ""
            return f"{names[seat]} sells {_gems(gems)} for {_coins(coins)}{also}."
        case happened.Donated(seat, coins):
            much = "some coins" if coins is None else _coins(coins)
            return f"{names[seat]} donates {much} to the Queen."
        case happened.TurnEnded(seat):
            return f"{names[seat]} ends the turn."
        case (
            happened.ColumnScored()
            | happened.RowScored()
            | happened.GemsCounted()
            | happened.CardsCounted()
            | happened.DonationsRevealed()
            | happened.ThresholdRolled()
            | happened.PlayersOut()
            | happened.GameOver()
        ):
            return _describe_end(event, names)
        case unknown:
            assert_never(unknown)


def _describe_end(
    event: happened.ColumnScored
    | happened.RowScored
    | happened.GemsCounted
    | happened.CardsCounted
    | happened.DonationsRevealed
    | happened.ThresholdRolled
    | happened.PlayersOut
    | happened.GameOver,
    names: Sequence[str],
) -> str:
    """Tell an event of a scoring or of the end."""
    match event:
        case happened.ColumnScored(column, points):
            return f"Column {column} is scored: {_scores(names, points)}."
        case happened.RowScored(row, points):
            return f"Most tents in row {row}: {_scores(names, points)}."
        case happened.GemsCounted(points):
            return f"Gems kept: {_scores(names, points)}."
        case happened.CardsCounted(points, _):
            return f"Cards kept: {_scores(names, points)}."
        case happened.DonationsRevealed(coins):
            return f"Donations: {', '.join(map('{} {}'.format, names, coins))}."
        case happened.ThresholdRolled(dice, threshold):
            return f"The Queen rolls {_dice(dice)}: each had to donate {_coins(threshold)}."
        case happened.PlayersOut(seats):
            return f"Out for donating too little: {_list(names, seats) or 'nobody'}."
        case happened.GameOver(winners):
            if not winners:
                return "All are out: nobody wins."
            return f"{_list(names, winners)} {'win' if len(winners) > 1 else 'wins'} the game."
        case unknown:
            assert_never(unknown)


def _awaited(name: str, awaited: ChanceEvent) -> str:
    match awaited:
        case RoundRoll(count):
            return f"{_count(count, 'die is', 'dice are')} rolled for a new round."
        case DonationRoll(count):
            return f"{_count(count, 'die is', 'dice are')} rolled for the Queen."
        case StoneDraw(count):
            return f"{name} draws {_count(count, 'stone', 'stones')} from the bag."
        case CardDraw(is_replacement):
            return f"{name} draws {'another' if is_replacement else 'a'} card."
        case unknown:
            assert_never(unknown)


def _white_stone(name: str, event: happened.WhiteStoneFound) -> str:
    parts = []
    if event.coins:
        parts.append(f"{name} receives {_coins(event.coins)} for the gems just drawn")
    if event.lost.total:
        parts.append(f"{name} gives back {_gems(event.lost)}")
    parts.append("the stones just drawn and those aside go back into the bag")
    return f"The white stone: {'; '.join(parts)}."


def _tent(names: Sequence[str], event: happened.TentBuilt | happened.TentMoved) -> str:
    name = names[event.seat]
    if isinstance(event, happened.TentMoved):
        act = f"moves a tent from {_space(event.source)} to {_space(event.space)}"
    else:
        act = f"sets a tent on {_space(event.space)}"
    helped = f" with {' and '.join(map(_card, event.cards))}" if event.cards else ""
    paid = [f"{_coins(event.cost)} to the bank"] if event.cost else []
    paid += [f"{fee} to {names[seat]}" for seat, fee in enumerate(event.fees) if fee]
    return f"{name} {act}{helped}{', paying ' if paid else ', free of charge'}{', '.join(paid)}."


def _space(space: Space) -> str:
    return f"row {space.row}, column {space.column}"


def _dice(dice: Iterable[int]) -> str:
    return " ".join(map(str, dice))


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _coins(number: int) -> str:
    return _count(number, "coin", "coins")


def _points(number: int) -> str:
    return _count(number, "point", "points")


def _card(card: str) -> str:
    return f"the card “{card.replace('_', ' ')}”"


def _gems(gems: Gems) -> str:
    return _counts(gems._asdict())


def _stones(stones: Stones) -> str:
    return _counts(stones._asdict())


def _counts(counts: Mapping[str, int]) -> str:
    """List what there is some of.

    >>> _counts({"black": 2, "clear": 0, "blue": 1})
    '2 black and 1 blue'
    """
    parts = [f"{count} {colour}" for colour, count in counts.items() if count]
    return " and ".join(", ".join(parts).rsplit(", ", 1))


def _each(names: Sequence[str], shares: Iterable[str], verb: str) -> str:
    return ", ".join(
        f"{name} {verb} {share}" for name, share in zip(names, shares, strict=False) if share
    )


def _scores(names: Sequence[str], points: Sequence[int]) -> str:
    return ", ".join(f"{name} {n}" for name, n in zip(names, points, strict=False) if n) or "none"


def _list(names: Sequence[str], seats: Iterable[int]) -> str:
    return " and ".join(names[seat] for seat in seats)
