"""Events in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never, get_args

from attrs import asdict

from livingstone import events as happened
from livingstone.edition.types import Edition
from livingstone.events import Event
from livingstone.game.card_effect import CardEffect, effects_of
from livingstone.game.moves import (
    CardDraw,
    CardLook,
    CardRoll,
    Choose,
    DonationRoll,
    HandDraw,
    PlayCard,
    RoundRoll,
    StoneDraw,
)
from livingstone.support.arguments import need
from livingstone.support.structuring import kind_of
from livingstone.values import Gems
from livingstone.words.refusals import own_sentence
from livingstone.words.wording import Wording, wording_for


def describe(
    event: Event,
    *,
    names: Sequence[str] | None = None,
    language: str = "en",
    you: int | None = None,
    edition: Edition | str,
) -> str:
    """Describe an event in a sentence, with the players' names by seat.

    Without names, players have numbers. The language is one of `LANGUAGES`. The player in seat
    `you`, from 0, is addressed in the second person. The names of cards come from `edition`, that
    of the game: in English if there is none in the language; an unknown card is called by its id.

    >>> describe(happened.DieTaken(0, 3), names=["Ann", "Ben"], edition="printed")
    'Ann takes a 3.'
    >>> describe(happened.DieTaken(0, 3), names=["Ann", "Ben"], language="de", you=0, edition="bga")
    'Du nimmst eine 3.'

    Raises `ArgumentError` for an unknown language or edition, and for a seat without a name.
    """
    need("describe", event, "Event", *get_args(Event))
    wording = wording_for(language, names, you, edition)
    if isinstance(event, happened.CardAnnounced):
        return wording.begun(_announced(event, wording))
    return wording.begun(_sentence(event, wording))


def _sentence(event: Event, wording: Wording) -> str:
    key = f"events.{kind_of(type(event))}"
    values = _values(event, wording)
    match event:
        case happened.ChanceAwaited() | happened.ChoiceAwaited() | happened.ChoiceMade():
            return _describe_waiting(event, wording)
        case happened.GameOver(winners):
            return _describe_end(winners, wording)
        case happened.Donated(coins=None):
            key += "_unseen"
        case happened.CardDrawn(card=None) | happened.HandCardDrawn(card=None):
            key += "_unseen"
        case happened.CardsSeen() | happened.CardPassed() | happened.HandShown():
            return _of_hands(event, wording)
        case happened.HandChanged(gained=gained, lost=lost) if gained or lost:
            return _describe_changed_hand(event, wording)
        case happened.CardGave() | happened.CardTook():
            values["what"] = goods(wording, event.coins, event.gems, getattr(event, "points", 0))
        case happened.GemsSold(coins=coins, points=points):
            values["gain"] = wording.gain(coins, points)
        case happened.TentRemoved(is_by_other=True):
            key += "_by_other"
        case happened.TentBuilt() | happened.TentMoved():
            key += "_by_other" * event.is_by_other
            values |= wording.tent(event.space, event.cards, event.cost, event.fees, "events.paid")
        case happened.WhiteStoneFound():
            values["what"] = _white_stone(event, wording)
        case happened.MineCollapsed(lost=lost):
            values["losses"] = _losses(lost, wording)
        case happened.ColumnScored() | happened.GemsCounted() | happened.CardsCounted():
            values["scores"] = _scores(event.points, wording)
        case happened.RowScored(points=by_seat):
            values["shares"] = _shares(by_seat, wording)
        case happened.DonationsRevealed(donated):
            values["scores"] = _scores(donated, wording, with_zero=True)
        case happened.PlayersOut(seats):
            values["players"] = wording.players(seats)
    seat = getattr(event, "seat", None)
    return wording.say(key, **values) if seat is None else wording.say_of(seat, key, **values)


def _describe_end(winners: tuple[int, ...], wording: Wording) -> str:
    if not winners:
        return wording.say("events.game_lost")
    if len(winners) == 1:
        return wording.say_of(winners[0], "events.game_won")
    return wording.say("events.game_shared", players=wording.players(winners))


def _describe_changed_hand(event: happened.HandChanged, wording: Wording) -> str:
    """Say how many cards a hand has now, and which ones came and went if they are seen (R10.2)."""
    sentences = [wording.say_of(event.seat, "events.hand_changed", **_values(event, wording))]
    if event.gained:
        sentences.append(wording.say("events.hand_gained", cards=_cards(event.gained, wording)))
    if event.lost:
        sentences.append(wording.say("events.hand_lost", cards=_cards(event.lost, wording)))
    return " ".join(sentences)


def _announced(event: happened.CardAnnounced, wording: Wording) -> str:
    """Fill a sentence of an own card, and end it with a full stop if it has no end."""
    sentence = own_sentence(dict(event.texts), dict(event.facts), wording)
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."


def _hand(owner: int, wording: Wording) -> str:
    """Name the hand of a player."""
    return wording.say_of(owner, "amounts.hand")


def _of_hands(
    event: happened.CardsSeen | happened.CardPassed | happened.HandShown, wording: Wording
) -> str:
    """Say who looked at cards, passed one or showed some, and which ones if they are seen."""
    match event:
        case happened.CardsSeen(seat, owner, cards):
            key = _look(owner, "known" if cards is None else "seen")
            hand = "" if owner is None else _hand(owner, wording)
            return wording.say_of(seat, key, cards=_cards(cards, wording), hand=hand)
        case happened.CardPassed():
            return _passed(event, wording)
        case happened.HandShown(seat, seats, count, cards):
            key = "events.hand_shown_unseen" if cards is None else "events.hand_shown"
            named = _cards(cards, wording) or wording.amount("cards", count)
            to = wording.listed([wording.say_of(other, "amounts.shown_to") for other in seats])
            return wording.say_of(seat, key, cards=named, to=to)
        case unknown:
            assert_never(unknown)


def _passed(event: happened.CardPassed, wording: Wording) -> str:
    """Say who passed a card to whom, and which one if that is seen (R10.2)."""
    giver, taker = event.giver, event.taker
    card = "" if event.card is None else wording.card(event.card)
    if giver is None:
        assert taker is not None
        return wording.say_of(taker, "events.card_taken_up", card=card)
    if taker is None:
        return wording.say_of(giver, "events.card_laid_open", card=card)
    key = "events.card_passed" if card else "events.card_passed_unseen"
    return wording.say_of(giver, key, card=card, to=wording.say_of(taker, "amounts.to"))


def choices_of(move: PlayCard | Choose, wording: Wording) -> str:
    """List what a card is played with, or what is chosen for it; `nothing` for no choice."""
    chosen = [wording.space(space) for space in (move.space, move.source) if space]
    chosen += [wording.gems(move.gems)] if move.gems else []
    chosen += [] if move.seat is None else [wording.players([move.seat])]
    chosen += [] if move.amount is None else [str(move.amount)]
    chosen += map(wording.card, move.cards)
    return wording.between(chosen) or wording.say("amounts.nothing")


def _cards(cards: Sequence[str] | None, wording: Wording) -> str:
    return wording.listed([*map(wording.card, cards or ())])


AMOUNTS = {name: name for name in ("cards", "coins", "columns", "points", "stones")}
AMOUNTS |= {"dice": "more_dice", "threshold": "coins", "value": "die"}
"""The phrase for each number of an event or an effect that is an amount."""
_CALLED = {"boat": "column", "threshold": "coins", "value": "die"}
"""What phrases call the fields of events that have other names."""


def _values(event: Event, wording: Wording) -> dict[str, object]:
    """Put each field of an event into words."""
    values = asdict(event, recurse=False)
    return {_CALLED.get(name, name): _value(name, values[name], wording) for name in values}


def _value(name: str, value: object, wording: Wording) -> object:
    match value:
        case str():
            return wording.card(value)
        case int() if name in AMOUNTS:
            return wording.amount(AMOUNTS[name], value)
        case tuple() if name == "dice":
            return " ".join(map(str, value))
    return wording.value(value)


def goods(wording: Wording, coins: int, gems: Gems, points: int = 0) -> str:
    """List what a card gives or takes; leave out what is 0."""
    parts = [wording.amount("coins", coins)] * (coins > 0)
    parts += [wording.gems(gems)] * (gems.total > 0)
    return wording.listed(parts + [wording.amount("points", points)] * (points > 0))


def _describe_chance(event: happened.ChanceAwaited, wording: Wording) -> str:
    seat = event.seat
    awaited = event.event
    match awaited:
        case RoundRoll(count):
            return wording.say("events.round_roll", count=count)
        case DonationRoll(count):
            return wording.say("events.donation_roll", count=count)
        case CardLook(owner, count):
            seat = awaited.looker(seat)
            hand = "" if owner is None else _hand(owner, wording)
            cards = wording.amount("cards", count)
            return wording.say_of(seat, _look(owner, "look"), hand=hand, cards=cards)
        case HandDraw(owner):
            return wording.say_of(
                seat, "events.hand_draw", hand=wording.say_of(owner, "amounts.from_hand")
            )
        case CardRoll(count):
            return wording.say_of(seat, "events.card_roll", dice=wording.amount("dice", count))
        case StoneDraw(count):
            return wording.say_of(seat, "events.stone_draw", stones=wording.amount("stones", count))
        case CardDraw(is_replacement):
            kind = "replacement_draw" if is_replacement else "card_draw"
            return wording.say_of(seat, f"events.{kind}")
        case unknown:
            assert_never(unknown)


def _describe_waiting(
    event: happened.ChanceAwaited | happened.ChoiceAwaited | happened.ChoiceMade, wording: Wording
) -> str:
    """Say what the game waits for, or that a player has chosen."""
    if isinstance(event, happened.ChanceAwaited):
        return _describe_chance(event, wording)
    if isinstance(event, happened.ChoiceAwaited):
        card = wording.card(event.playing.card)
        return wording.say_of(event.seat, "events.choice_awaited", card=card)
    what = _chosen(event, wording)
    if not what:
        return wording.say_of(event.seat, "events.choice_made_unseen")
    return wording.say_of(event.seat, "events.choice_made", what=what)


def _chosen(event: happened.ChoiceMade, wording: Wording) -> str:
    """Say what was chosen: in the words of the effect, if they are seen, or what the option names.

    Return an empty text for an option that is not seen, or that names nothing and has words which
    are not seen.
    """
    if event.texts:
        return own_sentence(dict(event.texts), dict(event.facts), wording).removesuffix(".")
    if event.option is None:
        return ""
    if event.option == Choose() and _words_options(event.card, wording):
        return ""
    return choices_of(event.option, wording)


def _words_options(card: str, wording: Wording) -> bool:
    """Return whether the effect of a card has words of its own for options."""
    effects = {} if wording.edition is None else effects_of(wording.edition)
    return card in effects and type(effects[card]).told_option is not CardEffect.told_option


def _look(owner: int | None, what: str) -> str:
    return f"events.{'top' if owner is None else 'hand'}_{what}"


def _white_stone(event: happened.WhiteStoneFound, wording: Wording) -> str:
    seat = event.seat
    parts = []
    if event.coins:
        coins = wording.amount("coins", event.coins)
        parts.append(wording.say_of(seat, "events.white_stone_sale", coins=coins))
    if event.lost.total:
        parts.append(wording.say_of(seat, "events.white_stone_loss", gems=wording.gems(event.lost)))
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


def _scores(numbers: Sequence[int], wording: Wording, *, with_zero: bool = False) -> str:
    """List the players whose number is not 0, or all of them, with their numbers."""
    parts = [
        wording.say("events.score", player=wording.players([seat]), number=number)
        for seat, number in wording.by_seat(numbers)
        if number or with_zero
    ]
    return wording.between(parts) or wording.say("amounts.no_points")


def _shares(points: Sequence[int], wording: Wording) -> str:
    """List the players who got points, grouped by how many (R8.1)."""
    seats: dict[int, list[int]] = {}
    for seat, number in wording.by_seat(points):
        if number:
            seats.setdefault(number, []).append(seat)
    parts = list[str]()
    for number, sharing in seats.items():
        values = {"players": wording.players(sharing), "points": wording.amount("points", number)}
        parts.append(wording.say("events.share", count=len(sharing), **values))
    return wording.say("lists.clauses").join(parts) or wording.say("amounts.no_points")
