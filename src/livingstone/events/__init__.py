"""Events: one for every change of a state that a front end may show, and what each seat may see.

Events are frozen, equal by value, and hold no state. Seats count from 0, rows and columns from 1;
`seat` is the player who acted, and cards are named by their ids. Tuples of points, `fees`, hands,
lost gems and donated coins have an entry for each seat; dice ascend. A `cost` is paid to the bank,
and `fees` to players. The bank pays no more coins than it has (R1.7). A hidden value is None.
`play` and `opening` make events, and `advance` returns the view after an event.
"""

import typing

from attrs import evolve, field, frozen

from livingstone.errors import short_repr
from livingstone.game.moves import CardChoice, ChanceEvent, Choose, PlayCard
from livingstone.game.refusals import Fact
from livingstone.game.view import Private, choice_seen_by
from livingstone.support import naming
from livingstone.support.arguments import need, whole
from livingstone.support.limits import OPTIONAL, LanguageCode, Points
from livingstone.values import Gems, Space, Stones

if typing.TYPE_CHECKING:
    from livingstone.events.advancing import advance as advance
    from livingstone.events.transitions import Transition as Transition
    from livingstone.events.transitions import opening as opening
    from livingstone.events.transitions import play as play


@frozen
class ChanceAwaited:
    """An outcome of chance is awaited."""

    seat: int
    """The player whose action or turn causes it."""
    event: ChanceEvent
    """The event of chance, such as a roll of dice."""
    die: int | None = field(default=None, metadata=OPTIONAL)
    """The value of the die that is used for it; None if no die is used."""
    playing: PlayCard | None = field(default=None, metadata=OPTIONAL)
    """The play of a card of your own that waits for the outcome; None for other events of
    chance."""


@frozen
class RoundBegun:
    """A round in a column began: its dice were rolled, and `seat` begins (R2.1)."""

    boat: int
    """The column of the boat."""
    seat: int
    """The player who begins."""
    dice: tuple[int, ...]
    """The values of the dice, ascending."""


@frozen
class TurnBegun:
    """The next turn of a round began (R2.2)."""

    seat: int
    """The player whose turn it is."""


@frozen
class TurnSkipped:
    """A player who cannot take a die was skipped (R2.4)."""

    seat: int
    """The player who was skipped."""


@frozen
class DiceThrown:
    """A player rolled dice for a card (R6)."""

    seat: int
    """The player who rolled."""
    dice: tuple[int, ...]
    """The values of the dice, ascending."""


@frozen
class CardsSeen:
    """By a card, a player looked at a hand or, if `owner` is None, at the top of the pile (R6)."""

    seat: int
    """The player who looked."""
    owner: int | None
    """The player whose hand it is; None for the draw pile."""
    cards: tuple[str, ...] | None
    """Ids of the cards; None for those who may not see them."""


@frozen
class ChoiceAwaited:
    """A card lets a player choose (R6)."""

    __repr__ = short_repr

    seat: int
    """The player who chooses."""
    choice: CardChoice
    """What is to be chosen; without the cards that were seen before it, for seats that did not see
    them."""
    playing: PlayCard
    """The card, and how it was played."""


@frozen
class ChoiceMade:
    """A player chose for a card (R6); the events after it show what the card does with it."""

    seat: int
    """The player who chose."""
    card: str
    """The id of the card that waited."""
    option: Choose | None
    """What was chosen; None for those who may not see it."""
    is_secret: bool = field(default=False, metadata=OPTIONAL)
    """Whether only `seat` may see it."""
    texts: tuple[tuple[LanguageCode, str], ...] = field(default=(), metadata=OPTIONAL)
    """The effect's own words for the option, as in `CardAnnounced`; empty if it has none, and for
    those who may not see them: only `seat` may."""
    facts: tuple[tuple[str, Fact], ...] = field(default=(), metadata=OPTIONAL)
    """The figures of these words by name; only `seat` may see them."""


@frozen
class DieTaken:
    """A die was taken from the table (R2.3)."""

    seat: int
    """The player who took it."""
    value: int
    """The number on the die."""


@frozen
class CoinsTaken:
    """A player took coins from the bank, for a die (R4.2) or by a card (R6.9)."""

    seat: int
    """The player who took them."""
    coins: int
    """How many."""
    die: int | None = field(default=None, metadata=OPTIONAL)
    """The value of the die that was used for it; None if a card gave them."""


@frozen
class StonesFound:
    """A player drew stones from the bag (R4.6)."""

    seat: int
    """The player who drew."""
    stones: Stones
    """All stones that came out of the bag."""
    kept: Gems
    """The gems that the player keeps: none if the white stone was drawn."""


@frozen
class WhiteStoneFound:
    """The white stone sent stones back into the bag, including all stones aside (R4.7)."""

    seat: int
    """The player who drew it."""
    coins: int
    """Coins paid for the gems just drawn; 0 in editions that do not sell them."""
    lost: Gems
    """Gems from earlier in the turn that the player gave back, in editions with this rule."""
    aside: Stones
    """The stones that were aside and went back into the bag."""


@frozen
class CardDrawn:
    """A player drew a card (R4.1)."""

    seat: int
    """The player who drew it."""
    card: str | None
    """The id of the card; None for those who may not see it."""


@frozen
class MineCollapsed:
    """A mine collapse put all gems back into the bag (R6.11)."""

    seat: int
    """The player who drew the card."""
    card: str
    """The id of the card."""
    lost: tuple[Gems, ...]
    """The gems that each player lost, by seat; `Gems()` for none."""


@frozen
class DeckRenewed:
    """Played cards went into the draw pile (R6.11, R4.1)."""

    cards: int
    """How many cards the draw pile has now."""
    left: tuple[str, ...] = field(default=(), metadata=OPTIONAL)
    """Ids of the played cards that still lie open: mine collapses without a replacement yet."""


@frozen
class TentBuilt:
    """A player built a tent from the supply (R4.4, R6.5)."""

    seat: int
    """The player who built it."""
    space: Space
    """The space of the tent."""
    cost: int
    """Coins paid to the bank."""
    fees: tuple[int, ...]
    """Coins paid to each player, by seat: 0 for `seat`, and for those without a tent there."""
    cards: tuple[str, ...] = ()
    """Ids of the cards that were played with it; of two tents, with the first."""
    die: int | None = field(default=None, metadata=OPTIONAL)
    """The value of the die that was used for it; None if a card built it."""
    is_by_other: bool = field(default=False, metadata=OPTIONAL)
    """Whether a card of another player did it; then `seat` is the owner of the tent."""


@frozen
class TentMoved:
    """A player moved a tent from the space `source` (R9.1)."""

    seat: int
    """The player who moved it."""
    space: Space
    """The space where the tent is now."""
    source: Space
    """The space that it came from."""
    cost: int
    """Coins paid to the bank."""
    fees: tuple[int, ...]
    """Coins paid to each player, by seat: 0 for `seat`, and for those without a tent there."""
    cards: tuple[str, ...] = ()
    """Ids of the cards that were played with it; of two tents, with the first."""
    die: int | None = field(default=None, metadata=OPTIONAL)
    """The value of the die that was used for it; None if a card built it."""
    is_by_other: bool = field(default=False, metadata=OPTIONAL)
    """Whether a card of another player did it; then `seat` is the owner of the tent."""


@frozen
class CardPlayed:
    """A card was played by itself (R6); the events after it show its effect."""

    seat: int
    """The player who played it."""
    card: str
    """The id of the card."""


@frozen
class CardAnnounced:
    """A card of your own says in its own words what it did (R6)."""

    seat: int
    """The player who played it."""
    card: str
    """The id of the card."""
    texts: tuple[tuple[LanguageCode, str], ...]
    """Pairs of a language code and the sentence in this language, English first."""
    facts: tuple[tuple[str, Fact], ...]
    """The figures of the sentence by name."""


@frozen
class MoreDiceAllowed:
    """A card let a player take more dice in this turn (R6.4)."""

    seat: int
    """The player who may take them."""
    dice: int
    """How many more dice."""


@frozen
class PointsScored:
    """A card scored points (R6.10)."""

    seat: int
    """The player who scored them."""
    points: int
    """How many."""


@frozen
class CardGave:
    """A card gave a player coins or gems, from other players, the bank or the bag (R6)."""

    seat: int
    """The player who got them."""
    coins: int
    """How many coins, from 0."""
    gems: Gems
    """How many gems of each colour."""


@frozen
class CardTook:
    """A card took coins, gems or points from a player (R6)."""

    seat: int
    """The player who lost them."""
    coins: int
    """How many coins, from 0."""
    gems: Gems
    """How many gems of each colour."""
    points: int
    """How many points, from 0."""


@frozen
class HandChanged:
    """A card changed the cards that a player holds (R6)."""

    seat: int
    """The player who holds them."""
    cards: int
    """The number of cards held now."""
    is_more: bool
    """Whether there are more cards than before."""
    gained: tuple[str, ...] | None = field(default=None, metadata=OPTIONAL)
    """Ids of the cards that came into the hand; None for those who may not see them."""
    lost: tuple[str, ...] | None = field(default=None, metadata=OPTIONAL)
    """Ids of the cards that left the hand; None for those who may not see them."""


@frozen
class HandCardDrawn:
    """A player drew a card at random from a hand, by a card (R6)."""

    seat: int
    """The player who drew it."""
    owner: int
    """The player whose hand it is."""
    card: str | None
    """The id of the card; None for all but these two players."""


@frozen
class CardPassed:
    """By a card's effect, a card passed between two hands, or a hand and the open cards (R6)."""

    giver: int | None
    """The player who gave the card; None if it lay open."""
    taker: int | None
    """The player who has the card now; None if it lies open now."""
    card: str | None
    """The id of the card; None for those who may not see it."""


@frozen
class HandShown:
    """A player showed cards of the hand to other players, by a card (R6)."""

    seat: int
    """The player whose cards they are."""
    seats: tuple[int, ...]
    """The players who saw them, ascending."""
    count: int
    """How many cards."""
    cards: tuple[str, ...] | None
    """Ids of the cards, sorted; None for those who may not see them."""


@frozen
class PileShuffled:
    """A player shuffled the draw pile, by a card (R6): nobody knows its top any more."""

    seat: int
    """The player who shuffled it."""


@frozen
class TentRemoved:
    """A card put a tent from a space back into the supply of its owner (R6)."""

    seat: int
    """The player whose tent it was."""
    space: Space
    """The space where it stood."""
    is_by_other: bool = field(default=False, metadata=OPTIONAL)
    """Whether a card of another player did it."""


@frozen
class DiceChanged:
    """A card changed the dice on the table (R6)."""

    dice: tuple[int, ...]
    """The values of the dice on the table now, ascending."""


@frozen
class CardDone:
    """A card of your own has done everything, or everything before it awaits chance again (R6).

    The event has the present values of everything that the other events leave out. Only cards of
    your own have it: as the last event of the card, or as the last one before `ChanceAwaited`.
    """

    __repr__ = short_repr

    seat: int
    """The player who played the card."""
    card: str
    """The id of the card."""
    current_player: int
    """The seat to move."""
    starting_player: int
    """The seat that begins the round."""
    dice_taken: int
    """The number of dice taken in this turn."""
    dice_left: int
    """The number of dice that may still be taken in this turn."""
    bank: int
    """The coins in the bank."""
    bag: Stones
    """The stones in the bag."""
    aside: Stones
    """Stones that are neither in the bag nor a player's."""
    gems_drawn: Gems
    """Gems drawn in this turn since its last white stone (R4.7), in editions that count them."""
    draw_pile: int
    """The number of cards in the draw pile."""
    supplies: tuple[int, ...]
    """Tents of each player that are not on the board, by seat."""
    last_dice: tuple[int, ...]
    """The value of the last die that each player took in this round, by seat; 0 if none."""
    donations: tuple[int, ...]
    """How often each player donated, by seat."""
    chests_most: tuple[int, ...]
    """The most that each chest can hold (R10.2), by seat; 0 before the first donation."""
    scored: tuple[tuple[Space, ...], ...]
    """The spaces that are scored for each player (R7.2), by seat."""
    secrets: tuple[Private | None, ...]
    """By seat, the secrets of the player; None if other events say how they changed, and for those
    who may not see them."""
    die: int | None = field(default=None, metadata=OPTIONAL)
    """The value of the die that the card used; None if it used none."""
    played: tuple[str, ...] | None = field(default=None, metadata=OPTIONAL)
    """Ids of all cards that lie open, sorted; None if only the card itself, and cards played with
    it, were added."""


@frozen
class BoatMoved:
    """The boat moved, back by a card (R6.7) or ahead after a round (R2.5)."""

    source: int
    """The column where the boat was."""
    column: int
    """The column where the boat is now."""


@frozen
class GemsSold:
    """A player sold gems to the bank (R5.1) or at the market (R6.6)."""

    seat: int
    """The player who sold them."""
    gems: Gems
    """How many gems of each colour."""
    coins: int
    """Coins paid by the bank."""
    points: int = 0
    """Points scored; only the market gives any."""


@frozen
class Donated:
    """A player donated coins (R5.2)."""

    seat: int
    """The player who donated."""
    coins: int | None
    """How many; None for those who may not see it."""


@frozen
class TurnEnded:
    """A player ended the turn (R3.1)."""

    seat: int
    """The player whose turn ended."""


@frozen
class ColumnScored:
    """The boat's column was scored (R7.1)."""

    column: int
    """The column."""
    points: tuple[int, ...]
    """The points that each player gets, by seat; 0 for none."""


@frozen
class RowScored:
    """A row's majority was scored (R8.1)."""

    row: int
    """The row."""
    points: tuple[int, ...]
    """The points that each player gets, by seat; 0 for none."""


@frozen
class GemsCounted:
    """The gems held at the end were counted (R8.2)."""

    points: tuple[int, ...]
    """The points that each player gets, by seat; 0 for none."""


@frozen
class CardsCounted:
    """The hands were opened, and the points of cards in them were counted (R8.3)."""

    points: tuple[Points, ...]
    """The points that each player gets, by seat; 0 for none, below 0 if cards of your own take
    some."""
    hands: tuple[tuple[str, ...], ...]
    """Ids of the cards that each player held, by seat."""


@frozen
class DonationsRevealed:
    """The treasure chests were opened (R10.4)."""

    coins: tuple[int, ...]
    """The coins in each chest, by seat."""
    hands: tuple[tuple[str, ...], ...] = field(default=(), metadata=OPTIONAL)
    """Ids of the cards that each player holds, by seat, as in `CardsCounted`."""


@frozen
class ThresholdRolled:
    """The donation roll decided what two players had to donate: the sum of the dice (R9.2)."""

    dice: tuple[int, ...]
    """The values of the dice, ascending."""
    threshold: int
    """The least that both had to donate."""


@frozen
class PlayersOut:
    """Players, perhaps none, are out because they donated too little (R8.4, R9.2)."""

    seats: tuple[int, ...]
    """The players who are out, ascending."""


@frozen
class GameOver:
    """The game ended; nobody has won if everybody is out (R8.5)."""

    winners: tuple[int, ...]
    """The seats of the winners, ascending."""


_Begun = ChanceAwaited | RoundBegun | TurnBegun | TurnSkipped | DieTaken
_Found = CoinsTaken | StonesFound | WhiteStoneFound | CardDrawn | MineCollapsed | DeckRenewed
_Built = TentBuilt | TentMoved
_ByCard = CardPlayed | CardAnnounced | MoreDiceAllowed | PointsScored | CardGave | CardTook
_Moved = HandCardDrawn | CardPassed | HandShown | PileShuffled
_Changed = HandChanged | TentRemoved | DiceThrown | DiceChanged | BoatMoved | CardsSeen | CardDone
_Chosen = ChoiceAwaited | ChoiceMade
_Paid = GemsSold | Donated | TurnEnded
_Scored = ColumnScored | RowScored | GemsCounted | CardsCounted
_Ended = DonationsRevealed | ThresholdRolled | PlayersOut | GameOver
_Own = _Moved | _Changed | _Chosen
Event = _Begun | _Found | _Built | _ByCard | _Own | _Paid | _Scored | _Ended


def visible(event: "Event", seat: int | None) -> "Event":
    """Hide what a seat may not see of an event; None is a spectator (R10.1, R10.2).

    >>> visible(CardDrawn(seat=1, card="lion"), 0)
    CardDrawn(seat=1, card=None)
    >>> visible(Donated(seat=1, coins=3), 1)
    Donated(seat=1, coins=3)

    Raises `ArgumentError` for a seat below 0.
    """
    need("visible", event, "Event", *typing.get_args(Event))
    observer = None if seat is None else whole("seat", seat, 0)
    if isinstance(event, CardDrawn) and event.seat != observer:
        return evolve(event, card=None)
    if isinstance(event, CardsSeen) and event.seat != observer:
        return evolve(event, cards=None)
    if isinstance(event, HandCardDrawn) and observer not in (event.seat, event.owner):
        return evolve(event, card=None)
    if isinstance(event, CardPassed) and not {None, observer} & {event.giver, event.taker}:
        return evolve(event, card=None)
    if isinstance(event, HandShown) and observer not in (event.seat, *event.seats):
        return evolve(event, cards=None)
    if isinstance(event, HandChanged) and event.seat != observer:
        return evolve(event, gained=None, lost=None)
    if isinstance(event, Donated) and event.seat != observer:
        return evolve(event, coins=None)
    if isinstance(event, ChoiceAwaited):
        return evolve(event, choice=choice_seen_by(observer, event.choice))
    if isinstance(event, ChoiceMade) and event.seat != observer:
        option = None if event.is_secret else event.option
        return evolve(event, option=option, texts=(), facts=())
    if isinstance(event, CardDone) and any(event.secrets):
        own = (own if seat == observer else None for seat, own in enumerate(event.secrets))
        return evolve(event, secrets=tuple(own))
    return event


_LATER = naming.modules_of({"advancing": "advance", "transitions": "Transition opening play"})
__all__ = naming.public(
    {own.__name__: own for own in typing.get_args(Event)}, "Event", "visible", *_LATER
)

if not typing.TYPE_CHECKING:  # so that type checkers still report a wrong name

    def __getattr__(name: str) -> object:
        return naming.load(globals(), _LATER, name)


def __dir__() -> list[str]:
    return __all__
