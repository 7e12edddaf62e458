"""The state of a game: frozen, hashable, equal by value.

A state holds no future: bag and draw pile have no order, and an outcome of chance is drawn when it
is revealed. `changed` derives one state from another.
"""

from typing import Annotated, Any, Generic, NamedTuple, TypedDict, TypeVar, Unpack

from attrs import field, fields, frozen

from livingstone.edition.types import Edition
from livingstone.errors import LONGEST_REPR, short_repr, shortened, shown
from livingstone.game.moves import Awaited, CardChoice, PlayCard
from livingstone.support.limits import LARGEST_NUMBER, OPTIONAL, Added, Points, Seed
from livingstone.values import NO_GEMS, CardPile, Gems, Space, Stones


class Streams(NamedTuple):
    """The seed of a game, from 0 to 2**128 - 1, and how many events of each kind it has decided."""

    seed: Seed
    """The seed, from 0 to 2**128 - 1."""
    rounds: int = 0
    """How many rolls for rounds were made."""
    donations: int = 0
    """How many donation rolls were made."""
    stones: int = 0
    """How many draws of stones were made."""
    cards: int = 0
    """How many draws of cards were made."""
    effects: Annotated[int, Added(0, LARGEST_NUMBER)] = 0
    """How many events of own cards were decided."""


@frozen
class Known:
    """Hidden cards that a player knows because an own card showed or passed them (R6)."""

    owner: int | None
    """The seat that holds them; None for the top of the draw pile."""
    cards: tuple[str, ...]
    """Their ids: of a hand sorted, of the draw pile with the first to draw first."""


class PlayerChanges(TypedDict, total=False):
    """The fields of `Player` that `changed` can change."""

    coins: int
    chest: int
    points: int
    supply: int
    gems: Gems
    hand: tuple[str, ...]
    last_die: int
    donations: int
    chest_limit: int
    tents: tuple[tuple[int, ...], ...]
    scored: tuple[Space, ...]
    known: tuple[Known, ...]


class TentOwner:
    """The tents of a player; a base of `Player` and `PlayerView`."""

    supply: int
    tents: tuple[tuple[int, ...], ...]
    scored: tuple[Space, ...]

    def tents_at(self, space: Space) -> int:
        """Count this player's tents on a space; 0 off the board."""
        row, column = space
        if 1 <= column <= len(self.tents) and 1 <= row <= len(self.tents[column - 1]):
            return self.tents[column - 1][row - 1]
        return 0

    def has_scored_tent_at(self, space: Space) -> bool:
        """Return whether this player has a scored tent on a space (R7.2)."""
        return space in self.scored

    def spaces(self) -> tuple[Space, ...]:
        """List the spaces with tents of this player, by row, then by column."""
        return tuple(
            Space(row, column)
            for row, tents in enumerate(zip(*self.tents, strict=True), 1)
            for column, count in enumerate(tents, 1)
            if count
        )


class _OpenPlayer:
    """A copy under construction. Its class is not frozen, so that setting attributes is fast."""


@frozen(slots=False)
class Player(TentOwner):
    """The possessions of one player."""

    __repr__ = short_repr

    coins: int
    """In the purse; secret (R10.2)."""
    chest: int = 0
    """Coins donated; secret (R10.2)."""
    points: Points = 0
    """Scored so far; final after the end scoring (R8.1 to R8.3)."""
    supply: int = 0
    """Tents not on the board."""
    gems: Gems = NO_GEMS
    """Kept in front of the player."""
    hand: tuple[str, ...] = ()
    """Ids of the cards held, sorted; secret (R10.2)."""
    last_die: int = 0
    """The value of the last die taken in this round (R2.3); 0 if none."""
    donations: int = 0
    """How often this player donated."""
    chest_limit: int = 0
    """The lowest sum of purse and chest since the last donation; 0 before the first. Everybody can
    deduce that the chest holds no more."""
    tents: tuple[tuple[int, ...], ...] = ()
    """The number of tents on each space, by column, then by row: `tents[column - 1][row - 1]` is
    the same as `tents_at(Space(row, column))`."""
    scored: tuple[Space, ...] = ()
    """The spaces that are scored for this player (R7.2), sorted."""
    known: tuple[Known, ...] = field(default=(), repr=False, metadata=OPTIONAL)
    """What this player knows of other hands and of the draw pile, as far as it is still true."""

    @property
    def funds(self) -> int:
        """Coins in purse and chest together; public (R10.2)."""
        return self.coins + self.chest

    def changed(self, **changes: Unpack[PlayerChanges]) -> "Player":
        """Return a player with other values for some fields.

        It is five times as fast as `attrs.evolve`. A name that is no field is refused when a card
        is played whose effect gave it.
        """
        copy: Any = _OpenPlayer()
        # Of all ways to fill the dict, Python is fastest with a display.
        copy.__dict__ = {**self.__dict__, **changes}
        copy.__class__ = Player
        changed: Player = copy
        return changed


class StateChanges(TypedDict, total=False):
    """The fields of `State` that `changed` can change."""

    players: tuple[Player, ...]
    current_player: int
    starting_player: int
    boat: int
    dice: tuple[int, ...]
    die: int | None
    dice_taken: int
    dice_left: int
    bank: int
    bag: Stones
    aside: Stones
    gems_drawn: Gems
    draw_pile: CardPile
    played: CardPile
    pending: Awaited | None
    playing: PlayCard | None
    is_over: bool
    threshold: int | None
    streams: Streams | None


_Owner = TypeVar("_Owner", bound=TentOwner, covariant=True)


@frozen(slots=False)
class Position(Generic[_Owner]):
    """The public facts that a state and a view have in common (R10.1)."""

    edition: Edition
    """The edition of the game."""
    players: tuple[_Owner, ...]
    """By seat, clockwise (R1.1)."""
    current_player: int
    """The seat to move, or whose event of chance is pending. While a card lets a player choose, it
    is that player; `choice.turn` says whose turn it is."""
    starting_player: int
    """The seat that begins the round."""
    boat: int
    """The column of the boat, from 1."""
    dice: tuple[int, ...]
    """The values of the dice on the table, ascending."""
    die: int | None
    """The value of the die taken and not used yet; None if there is none."""
    dice_taken: int
    """The number of dice taken in this turn."""
    dice_left: int
    """The number of dice that may still be taken in this turn."""
    bank: int
    """Coins that nobody has."""
    bag: Stones
    """The stones in the bag, without an order; they follow from those that are visible (R10.1)."""
    aside: Stones
    """Stones that are neither in the bag nor a player's."""
    gems_drawn: Gems
    """Drawn in this turn since its last white stone (R4.7, `bga`); none in other editions."""
    played: CardPile
    """The cards that lie open."""
    pending: Awaited | None
    """The event that chance has to decide, or the choice that the player to move has to make for a
    card; None while any other move is possible, and after the end."""
    is_over: bool
    """Whether the game has ended."""
    threshold: int | None
    """The sum of the donation roll (R9.2); None before it."""
    playing: PlayCard | None = field(default=None, kw_only=True, metadata=OPTIONAL)
    """The card whose effect waits for an outcome or a choice. Only own cards wait; else None."""

    @property
    def is_chance(self) -> bool:
        """Whether an outcome of chance is pending; never in a game with a seed."""
        return self.pending is not None and self.pending.__class__ is not CardChoice

    @property
    def choice(self) -> CardChoice | None:
        """What the player to move has to choose for the card in play; None if nothing (R6)."""
        # Not a field: with 21 fields, copies of states took 5 % of the time of a decision more.
        return self.pending if isinstance(self.pending, CardChoice) else None

    @property
    def is_two_player(self) -> bool:
        """Whether the rules for two players (R9) apply."""
        return len(self.players) == 2

    def __str__(self) -> str:
        from livingstone.text import board  # drawing is loaded when somebody looks

        return board(self)  # type: ignore[arg-type]  # a position is a state or a view

    def _repr_svg_(self) -> str:
        from livingstone.svg import board

        return board(self, size=880)  # type: ignore[arg-type]

    def _summary(self, more: str) -> str:
        if self.is_over:
            phase = "over"
        elif self.is_chance:
            phase = f"{self.pending} awaited for seat {self.current_player}"
        elif self.pending is not None:
            phase = f"seat {self.current_player} to choose"
        else:
            phase = f"seat {self.current_player} to move"
        text = f"{type(self).__name__}({self.edition!r}, {len(self.players)} players, column"
        text += f" {self.boat}, {phase}, dice {self.dice}, die {self.die}{more})"
        return shortened(text, LONGEST_REPR)


class _OpenState(Generic[_Owner]):
    """As `_OpenPlayer`, with the bases that Python asks of a class that becomes `State`."""


@frozen(slots=False, repr=False)
class State(Position[Player]):
    """A position of the game."""

    players: tuple[Player, ...]
    """By seat, clockwise (R1.1)."""
    draw_pile: CardPile
    """The cards to draw from, without an order."""
    streams: Streams | None = None
    """The seed that decides chance, with its counts; None for explicit chance."""

    def __repr__(self) -> str:
        """Summarize the position; `attrs.asdict` shows all of it, secrets included."""
        return self._summary("" if self.streams is None else ", seeded")

    @property
    def player(self) -> Player:
        """The player to move."""
        return self.players[self.current_player]

    def changed(self, **changes: Unpack[StateChanges]) -> "State":
        """Return a state with other values for some fields; nothing is checked (see `validate`).

        A name that is no field is refused when a card is played whose effect gave it.

        >>> from livingstone import new_game
        >>> new_game(2, seed=7).changed(boat=3).boat
        3
        """
        copy: Any = _OpenState()
        copy.__dict__ = {**self.__dict__, **changes}
        copy.__class__ = State
        changed: State = copy
        return changed

    def with_player(
        self, player: Player, *, seat: int | None = None, **changes: Unpack[StateChanges]
    ) -> "State":
        """Return a state with another value for a player, and for some other fields.

        The player is the one to move, or the one in a `seat`.

        >>> from livingstone import new_game
        >>> state = new_game(2, seed=7)
        >>> state.with_player(state.player.changed(coins=5)).players[0].coins
        5
        """
        players = list(self.players)
        players[self.current_player if seat is None else seat] = player
        # As `changed`, without its call, which takes 3 % of the time of a decision.
        copy: Any = _OpenState()
        copy.__dict__ = {**self.__dict__, **changes, "players": tuple(players)}
        copy.__class__ = State
        changed: State = copy
        return changed


_FIELDS = {cls: tuple(field.name for field in fields(cls)) for cls in (Player, State)}


def need_fields(value: Player | State) -> None:
    """Raise `TypeError` for a name that was given to `changed` and is no field.

    `changed` itself does not look, since that takes 1 % of the time of a decision.
    """
    names = _FIELDS[type(value)]
    if len(value.__dict__) != len(names):
        unknown = ", ".join(shown(name) for name in value.__dict__ if name not in names)
        raise TypeError(f"{type(value).__name__} has no field {unknown}")
