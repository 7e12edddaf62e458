"""Legal moves grouped by target: the thing on the table that a player points at.

Pictures mark each thing with its target, so that a click leads to a group of moves: `die-4`,
`deck`, `purse`, `bag`, `space-r4c2`, `card-market`, `gem-blue`, `chest` and `end`. Each option of
a card that lets a player choose has a target of its own, such as `option-lion`.
"""

import hashlib
import re
from collections.abc import Hashable, Iterable, Sequence
from typing import Annotated, NamedTuple, TypeVar, assert_never, get_args

from attrs import field, frozen

from livingstone.edition.loading import MOST_MOVES
from livingstone.errors import short_repr
from livingstone.game.moves import (
    Action,
    BuildTent,
    Choose,
    Dig,
    Donate,
    DrawCard,
    EndTurn,
    Move,
    PlayCard,
    SellGems,
    TakeCoins,
    TakeDie,
)
from livingstone.game.refusals import Code, Refusal, RefusedError, refuse
from livingstone.game.view import View
from livingstone.game.viewing import why_illegal
from livingstone.records.notation import format_move
from livingstone.support.arguments import need
from livingstone.support.limits import OPTIONAL, Between, Matching
from livingstone.values import GEM_COLOURS, Gems, Space
from livingstone.words.moves import describe_move
from livingstone.words.wording import wording_for

_Choice = TypeVar("_Choice", bound=Hashable)

_BARE: dict[str, Move] = {"deck": DrawCard(), "purse": TakeCoins(), "bag": Dig(), "end": EndTurn()}
"""The move with each of these targets."""
_TARGETS = {type(move): target for target, move in _BARE.items()} | {Donate: "chest"}
_NUMBER = re.compile("[1-9][0-9]{0,3}")
_LONGEST_NAME = 50
"""The most characters of an option's notation in a target; a longer one is hashed."""


class Amounts(NamedTuple):
    """A range of amounts, ends included."""

    least: int
    """The smallest amount."""
    most: int
    """The largest amount."""


@frozen
class MoveGroup:
    """The moves with one target, and the choices between them.

    A choice that these moves do not have is None or empty.
    """

    __repr__ = short_repr

    target: Annotated[str, Matching("[a-z0-9_-]{1,60}", "the name of a target")]
    """The name of what a front end lets a player click for these moves."""
    moves: Annotated[tuple[Move, ...], Between(1, MOST_MOVES)]
    """In the order of `legal_moves`."""
    amounts: Amounts | None
    """The coins to donate (R5.2), the gems to sell (R5.1) or the amount for a card."""
    most_gems: Gems | None
    """The most gems of each colour that the market takes (R6.6)."""
    least_gems: int | None
    """The fewest gems, of all colours together, that the market takes (R6.6)."""
    card_choices: tuple[tuple[str, ...], ...]
    """The choices of cards to play with tents (R6.1 to R6.3), each a tuple of ids."""
    space_choices: tuple[Space, ...]
    """The spaces for a second tent (R6.5)."""
    source_choices: tuple[Space, ...]
    """The spaces that a tent can be moved from (R9.1)."""
    seat_choices: tuple[int, ...] = field(default=(), metadata=OPTIONAL)
    """The players that a card can be played on. Only own cards have this choice."""

    @classmethod
    def of(cls, target: str, moves: "tuple[Move, ...]") -> "MoveGroup":
        """Make the group of a target from its moves, at least one."""
        played = [move for move in moves if isinstance(move, PlayCard)]
        built = [move for move in moves if isinstance(move, BuildTent)]
        sold = [move.gems for move in played if move.gems]
        both: list[BuildTent | PlayCard] = [*built, *played]
        tents = both if any(move.cards for move in played) else built
        numbers = [move.coins for move in moves if isinstance(move, Donate)]
        numbers += [move.count for move in moves if isinstance(move, SellGems)]
        numbers += [move.amount for move in played if move.amount is not None]
        return cls(
            target,
            moves,
            Amounts(min(numbers), max(numbers)) if numbers else None,
            Gems(*map(max, zip(*sold, strict=True))) if sold else None,
            min((gems.total for gems in sold), default=None),
            _choices(move.cards for move in tents),
            _choices(move.space for move in played if move.space),
            _choices(move.source for move in both if move.source),
            _choices(move.seat for move in played if move.seat is not None),
        )


def group_moves(view: View) -> tuple[MoveGroup, ...]:
    """Group the legal moves of a view by their targets.

    >>> from livingstone import new_game, view
    >>> [group.target for group in group_moves(view(new_game(2, seed=7), 0))]
    ['die-2', 'die-3', 'die-4', 'chest']
    """
    need("group_moves", view, "View", View)
    moves: dict[str, list[Move]] = {}
    for move in view.legal_moves:
        moves.setdefault(target_of(move, view.boat), []).append(move)
    return tuple(MoveGroup.of(target, tuple(of_target)) for target, of_target in moves.items())


def describe_group(
    group: MoveGroup,
    view: View,
    *,
    names: Sequence[str] | None = None,
    language: str = "en",
    you: int | None = None,
) -> str:
    """Describe a group of moves without its choices; a group of one move as `describe_move` does.

    >>> from livingstone import group_moves, new_game, view
    >>> seen = view(new_game(2, seed=7), 0)
    >>> describe_group(group_moves(seen)[-1], seen)
    'donate some coins to the Queen'

    Raises `ArgumentError` as `describe_move` does.
    """
    need("describe_group", view, "View", View)
    wording = wording_for(language, names, you, view.edition)
    move, *others = group.moves
    match move:
        case BuildTent(row) if others:
            space = wording.space(Space(row, view.boat))
            return wording.say("moves.build_tent", space=space, cards="", price="", shares="")
        case PlayCard(card) if others:
            return wording.say("moves.play_some", card=wording.card(card))
        case SellGems(gem) if others:
            return wording.say("moves.sell_some", gems=wording.say(f"amounts.some_{gem}"))
        case Donate() if others:
            return wording.say("moves.donate", coins=wording.say("amounts.some_coins"))
    return describe_move(move, view, names=names, language=language, you=you)


def target_of(move: "Move", boat: int) -> str:
    """Name the target of a move: `boat` is the column of the boat, from 1.

    >>> target_of(BuildTent(4), boat=2)
    'space-r4c2'
    """
    need("target_of", move, "Move", *get_args(Move))
    match move:
        case TakeDie(value):
            return f"die-{value}"
        case BuildTent(row):
            return f"space-{Space(row, boat).name}"
        case PlayCard(card):
            return f"card-{card}"
        case SellGems(gem):
            return f"gem-{gem}"
        case Choose():
            return _option_target(move)
        case DrawCard() | TakeCoins() | Dig() | Donate() | EndTurn():
            return _TARGETS[type(move)]
        case unknown:
            assert_never(unknown)


def _option_target(option: Choose) -> str:
    """Name the target of an option after its notation: `option-lion` for `p0 choose +lion`."""
    line = format_move(option, 0).partition("choose")[2]
    name = "-".join(re.findall("[a-z0-9_]+", line)) or "none"
    if len(name) > _LONGEST_NAME:
        name = hashlib.blake2b(line.encode(), digest_size=16).hexdigest()
    return f"option-{name}"


def needs_confirmation(move: "Move") -> bool:
    """Return whether a front end should ask first, as the move reveals or plays a card (R11.2).

    >>> from livingstone import Dig, TakeCoins
    >>> needs_confirmation(Dig()), needs_confirmation(TakeCoins())
    (True, False)
    """
    need("needs_confirmation", move, "Move", *get_args(Move))
    return plays_card(move) or isinstance(move, DrawCard | Dig)


def plays_card(action: Action) -> bool:
    """Return whether an action plays a card, alone or with a tent, or chooses for one."""
    return isinstance(action, PlayCard | Choose) or bool(getattr(action, "cards", ()))


class _Choices(NamedTuple):
    """What a client chose for a move; None and no cards for what it did not choose."""

    amount: int | None = None
    gems: Gems | None = None
    cards: tuple[str, ...] = ()
    space: Space | None = None
    source: Space | None = None
    seat: int | None = None


def choose_move(
    view: View,
    target: str,
    *,
    amount: int | None = None,
    gems: "Gems | None" = None,
    cards: "Iterable[str]" = (),
    space: "Space | None" = None,
    source: "Space | None" = None,
    seat: int | None = None,
) -> "Move":
    """Return the legal move with this target and these choices.

    `amount` is within the `amounts` of the group, `gems` are at most its `most_gems`, and `cards`,
    `space`, `source` and `seat` are among its choices. A single move needs none.

    >>> from livingstone import new_game, view
    >>> seen = view(new_game(2, seed=7), 0)
    >>> choose_move(seen, "chest", amount=2)
    Donate(coins=2)
    >>> choose_move(seen, "chest")
    Traceback (most recent call last):
    livingstone.game.refusals.RefusedError: say how many: 1 to 3 (R5.2)

    Raises `RefusedError`: its `reason` says what is left to choose, or why the move is illegal.
    """
    need("choose_move", view, "View", View)
    need("the target of a move", target, "str", str)
    chosen = _Choices(amount, gems, tuple(cards), space, source, seat)
    move = _attempt(target, view.boat, chosen)
    group = next((group for group in group_moves(view) if group.target == target), None)
    if group and len(group.moves) == 1 and chosen == _Choices():
        return group.moves[0]
    reason = _missing(group, chosen) if group else None
    if move in view.legal_moves and not reason:
        return move
    raise RefusedError(reason or _why_not(view, target, move))


def _missing(group: MoveGroup, chosen: _Choices) -> Refusal | None:
    if group.amounts and chosen.amount is None:
        rule = {"chest": "R5.2", "card": "R6"}.get(group.target.partition("-")[0], "R5.1")
        return refuse(Code.CHOICE_MISSING, rule, **group.amounts._asdict())
    for choices, choice, rule in (
        (group.most_gems, chosen.gems, "R6.6"),
        (group.space_choices, chosen.space, "R6.5"),
        (group.source_choices, chosen.source, "R9.1"),
        (group.seat_choices, chosen.seat, "R1.1"),
    ):
        if choices and choice is None:
            return refuse(Code.CHOICE_MISSING, rule)
    return None


def _why_not(view: View, target: str, move: Move | None) -> Refusal:
    if not view.legal_moves:
        move = EndTurn()  # every move is refused for the same reason
    elif move is None and _space_of(target):
        return refuse(Code.WRONG_COLUMN, "R4.4", column=view.boat)
    return (move and why_illegal(view, move)) or refuse(Code.NOT_A_MOVE, "R3")


def _space_of(target: str) -> Space | None:
    kind, _, name = target.partition("-")
    return Space.named(name) if kind == "space" else None


def _attempt(target: str, boat: int, chosen: _Choices) -> Move | None:
    """Make the move of a target from those choices that its kind has, whether legal or not."""
    place = _space_of(target)
    kind, _, name = target.partition("-")
    count = 1 if chosen.amount is None else chosen.amount
    if place and place.column == boat:
        return BuildTent(place.row, chosen.cards, chosen.source)
    if kind == "die" and _NUMBER.fullmatch(name):
        return TakeDie(int(name))
    if kind == "card" and name:
        return PlayCard(
            name,
            chosen.gems,
            chosen.space,
            chosen.source,
            chosen.seat,
            chosen.amount,
            chosen.cards,
        )
    if kind == "gem" and name in GEM_COLOURS:
        return SellGems(name, count)
    return Donate(count) if target == "chest" else _BARE.get(target)


def _choices(values: Iterable[_Choice]) -> tuple[_Choice, ...]:
    return tuple(dict.fromkeys(values))
