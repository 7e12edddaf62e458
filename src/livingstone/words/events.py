"""Events in words."""

from collections.abc import Sequence
from typing import assert_never

from livingstone import events as happened
from livingstone.edition.types import Edition
from livingstone.events import Event
from livingstone.game.moves import CardDraw, DonationRoll, RoundRoll, StoneDraw
from livingstone.game.wording import Wording, wording_for
from livingstone.support.structuring.hooks import kind_of
from livingstone.values import Gems


def describe(
    event: Event,
    names: Sequence[str] | None = None,
    *,
    language: str = "en",
    you: int | None = None,
    edition: Edition | str,
) -> str:
    """Describe an event in a sentence, with the players' names by seat.

    Without names, players have numbers. The language is one of `LANGUAGES`. The player in seat
    `you`, from 0, is addressed in the second person. The names of cards come from `edition`, that
    of the game: in English if there is none in the language; an unknown card is called by its id.

    >>> describe(happened.DieTaken(0, 3), ["Ann", "Ben"], edition="printed")
    'Ann takes a 3.'
    >>> describe(happened.DieTaken(0, 3), ["Ann", "Ben"], language="de", you=0, edition="bga")
    'Du nimmst eine 3.'

    Raises `ArgumentError` for an unknown language or edition, for too few names, and for a seat
    `you` that has no name.
    """
    wording = wording_for(language, names, you, edition)
    return wording.begun(_sentence(event, f"events.{kind_of(type(event))}", wording))


def _sentence(event: Event, key: str, wording: Wording) -> str:  # noqa: C901  # one case per event
    say, say_of, amount = wording.say, wording.say_of, wording.amount
    match event:
        case happened.ChanceAwaited():
            return _describe_chance(event, wording)
        case happened.RoundBegun(column, seat, dice):
            return say_of(seat, key, column=column, dice=wording.dice(dice))
        case happened.TurnBegun(seat) | happened.TurnSkipped(seat) | happened.TurnEnded(seat):
            return say_of(seat, key)
        case happened.DieTaken(seat, value):
            return say_of(seat, key, die=amount("die", value))
        case happened.MoreDiceAllowed(seat, dice):
            return say_of(seat, key, dice=amount("more_dice", dice))
        case happened.BoatMoved(source, column):
            return say(key, source=source, column=column)
        case happened.CoinsTaken(seat, coins):
            return say_of(seat, key, coins=amount("coins", coins))
        case happened.StonesFound(seat, stones, _):
            return say_of(seat, key, stones=wording.stones(stones))
        case happened.WhiteStoneFound():
            return say(key, what=_white_stone(event, wording))
        case happened.GemsSold(seat, gems, coins, points):
            gain = wording.gain(coins, points)
            return say_of(seat, key, gems=wording.gems(gems), gain=gain)
        case happened.Donated(seat, coins):
            if coins is None:
                return say_of(seat, f"{key}_unseen")
            return say_of(seat, key, coins=amount("coins", coins))
        case happened.TentBuilt(seat, space, cost, fees, cards):
            return say_of(seat, key, **wording.tent(space, cards, cost, fees, "events.paid"))
        case happened.TentMoved(seat, space, source, cost, fees, cards):
            values = wording.tent(space, cards, cost, fees, "events.paid")
            return say_of(seat, key, source=wording.space(source), **values)
        case happened.CardDrawn(seat, card) | happened.CardPlayed(seat, card):
            if card is None:
                return say_of(seat, f"{key}_unseen")
            return say_of(seat, key, card=wording.card(card))
        case happened.MineCollapsed(seat, card, lost):
            return say_of(seat, key, card=wording.card(card), losses=_losses(lost, wording))
        case happened.DeckRenewed(cards):
            return say(key, cards=amount("cards", cards))
        case happened.PointsScored(seat, points) | happened.PointsLost(seat, points):
            return say_of(seat, key, points=amount("points", points))
        case happened.CardGave(seat, coins, gems) | happened.CardTook(seat, coins, gems):
            parts = [amount("coins", coins)] * bool(coins) + [wording.gems(gems)] * bool(gems.total)
            return say_of(seat, key, what=wording.listed(parts) or amount("coins", 0))
        case happened.HandChanged(seat, cards):
            return say_of(seat, key, cards=amount("cards", cards))
        case happened.TentRemoved(seat, space):
            return say_of(seat, key, space=wording.space(space))
        case happened.DiceChanged(dice):
            return say(key, dice=wording.dice(dice))
        case happened.ColumnScored(column, points):
            return say(key, column=column, scores=_scores(points, wording))
        case happened.RowScored(row, points):
            return say(key, row=row, shares=_shares(points, wording))
        case happened.GemsCounted(points) | happened.CardsCounted(points, _):
            return say(key, scores=_scores(points, wording))
        case happened.DonationsRevealed(coins):
            return say(key, scores=_scores(coins, wording, least=0))
        case happened.ThresholdRolled(dice, threshold):
            return say(key, dice=wording.dice(dice), coins=amount("coins", threshold))
        case happened.PlayersOut(seats):
            return say(key, players=wording.players(seats))
        case happened.GameOver(()):
            return say("events.game_lost")
        case happened.GameOver((winner,)):
            return say_of(winner, "events.game_won")
        case happened.GameOver(winners):
            return say("events.game_shared", players=wording.players(winners))
        case unknown:
            assert_never(unknown)


def _describe_chance(event: happened.ChanceAwaited, wording: Wording) -> str:
    seat, awaited = event.seat, event.event
    match awaited:
        case RoundRoll(count):
            return wording.say("events.round_roll", count=count)
        case DonationRoll(count):
            return wording.say("events.donation_roll", count=count)
        case StoneDraw(count):
            stones = wording.amount("stones", count)
            return wording.say_of(seat, "events.stone_draw", stones=stones)
        case CardDraw(is_replacement):
            kind = "replacement_draw" if is_replacement else "card_draw"
            return wording.say_of(seat, f"events.{kind}")
        case unknown:
            assert_never(unknown)


def _white_stone(event: happened.WhiteStoneFound, wording: Wording) -> str:
    seat, parts = event.seat, []
    if event.coins:
        coins = wording.amount("coins", event.coins)
        parts.append(wording.say_of(seat, "events.white_stone_sale", coins=coins))
    if event.lost.total:
        gems = wording.gems(event.lost)
        parts.append(wording.say_of(seat, "events.white_stone_loss", gems=gems))
    parts.append(wording.say("events.white_stone_return"))
    return wording.say("lists.clauses").join(parts)


def _losses(lost: Sequence[Gems], wording: Wording) -> str:
    """List the players who lost gems (R6.11)."""
    losses = [
        wording.say_of(seat, "events.gems_lost", gems=wording.gems(gems))
        for seat, gems in wording.by_seat(lost)
        if gems.total
    ]
    return wording.between(losses) or wording.say("events.no_gems_lost")


def _scores(numbers: Sequence[int], wording: Wording, least: int = 1) -> str:
    """List the players whose number is at least `least`, with their numbers."""
    parts = [
        wording.say("events.score", player=wording.players([seat]), number=number)
        for seat, number in wording.by_seat(numbers)
        if number >= least
    ]
    return wording.between(parts) or wording.say("amounts.no_points")


def _shares(points: Sequence[int], wording: Wording) -> str:
    """List the players who got points, grouped by how many (R8.1)."""
    seats: dict[int, list[int]] = {}
    for seat, number in wording.by_seat(points):
        if number:
            seats.setdefault(number, []).append(seat)
    parts = [
        wording.say(
            "events.share",
            count=len(sharing),
            players=wording.players(sharing),
            points=wording.amount("points", number),
        )
        for number, sharing in seats.items()
    ]
    return wording.say("lists.clauses").join(parts) or wording.say("amounts.no_points")
