"""The parts of sentences: players, amounts, cards and spaces in words."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TypeVar

from attrs import evolve, frozen

from livingstone.edition.loading import edition_of
from livingstone.edition.phrases import Phrases, phrases_in
from livingstone.edition.types import Edition
from livingstone.errors import ArgumentError
from livingstone.support.arguments import check_names, seat_of, whole
from livingstone.values import Gems, Space, Stones

_Share = TypeVar("_Share")


@frozen(eq=False)
class Wording:
    """Makes sentences in one language, with the names of players and cards."""

    phrases: Phrases
    edition: Edition | None
    """Has the names of the cards, which are called by their ids without it."""
    names: Sequence[str] | None
    you: int | None
    """The seat that is addressed, if any."""

    def for_texts(self, texts: Collection[str]) -> "Wording":
        """Return this wording if there is a text in its language, else one in English."""
        if self.phrases.language in texts:
            return self
        return evolve(self, phrases=phrases_in("en"))

    def say(self, key: str, /, **values: object) -> str:
        """Fill a phrase in."""
        return self.phrases.say(key, **values)

    def say_of(self, seat: int, key: str, /, **values: object) -> str:
        """Fill in a phrase about a player, in the second person if that is `you`."""
        return self.phrases.say(key, is_you=seat == self.you, player=self.name(seat), **values)

    def name(self, seat: int) -> str:
        """Name a player, by number without names; raises `ArgumentError` if one is missing."""
        if self.names is None:
            return self.say("amounts.player", seat=seat)
        if not 0 <= seat < len(self.names):
            raise ArgumentError(
                f"names must have one for each seat: seat {seat} has none, and there are"
                f" {len(self.names)}"
            )
        return self.names[seat]

    def begun(self, sentence: str) -> str:
        """Begin a sentence with a capital letter, where a player without a name is first."""
        return sentence[:1].upper() + sentence[1:] if self.names is None else sentence

    def by_seat(self, shares: Sequence[_Share]) -> Iterator[tuple[int, _Share]]:
        """Number values by seat; raises `ArgumentError` unless each seat has a name."""
        if self.names is not None:
            check_names(self.names, len(shares))
        return enumerate(shares)

    def players(self, seats: Iterable[int]) -> str:
        """List players."""
        names = [self.say("amounts.you") if seat == self.you else self.name(seat) for seat in seats]
        return self.listed(names) or self.say("amounts.nobody")

    def listed(self, parts: Sequence[str]) -> str:
        """Join parts: `a, b and c`."""
        if len(parts) < 2:
            return "".join(parts)
        return self.between(parts[:-1]) + self.say("lists.last") + parts[-1]

    def between(self, parts: Iterable[str]) -> str:
        """Join parts: `a, b, c`."""
        return self.say("lists.between").join(parts)

    def amount(self, kind: str, count: int) -> str:
        """Write an amount of a kind, such as `coins`."""
        return self.say(f"amounts.{kind}", count=count)

    def gems(self, gems: Gems) -> str:
        """List gems."""
        return self._counts(gems._asdict()) or self.say("amounts.no_gems")

    def _counts(self, counts: dict[str, int]) -> str:
        return self.listed([self.amount(kind, count) for kind, count in counts.items() if count])

    def gain(self, coins: int, points: int) -> str:
        """Write an amount of coins, and of points if there are any."""
        bare = self.amount("coins", coins)
        if not points:
            return bare
        return self.say("amounts.gain", coins=bare, points=self.amount("points", points))

    def fees(self, fees: Sequence[int]) -> list[str]:
        """Describe the parts of a price that other players get (R4.4)."""
        paid = [(seat, fee) for seat, fee in self.by_seat(fees) if fee]
        return [self.say_of(seat, "amounts.to_player", coins=fee) for seat, fee in paid]

    def value(self, value: object) -> object:
        """Put a space, gems or stones into words; anything else is as it is."""
        match value:
            case Space():
                return self.space(value)
            case Gems():
                return self.gems(value)
            case Stones():
                return self._counts(value._asdict()) or self.say("amounts.no_stones")
        return value

    def space(self, space: Space) -> str:
        """Name a space."""
        return self.say("amounts.space", row=space.row, column=space.column)

    def card(self, card: str) -> str:
        """Return the name of a card."""
        return card if self.edition is None else self.phrases.card(self.edition, card)

    def tent(
        self, space: Space, cards: Sequence[str], cost: int, fees: Sequence[int], price: str
    ) -> dict[str, str]:
        """Describe where a tent goes, with which cards (R6.3), and its price by a phrase (R4.4)."""
        names = self.listed([self.card(card) for card in cards])
        total = cost + sum(fees)
        paid = self.say(price, coins=self.amount("coins", total))
        parts = [self.say("amounts.to_bank", coins=cost)] * bool(cost) + self.fees(fees)
        return {
            "space": self.space(space),
            "cards": self.say("moves.with_cards", count=len(cards), cards=names) if cards else "",
            "price": paid if total else self.say("moves.free"),
            "shares": self.say("moves.shares", shares=self.between(parts)) if any(fees) else "",
        }


def wording_for(
    language: str, names: Sequence[str] | None, you: int | None, edition: Edition | str
) -> Wording:
    """Make a wording; raises `ArgumentError` for an unknown language or edition, or seat `you`."""
    phrases = phrases_in(language)
    if you is not None:
        you = whole("you", you, 0) if names is None else seat_of("you", you, len(names))
    return Wording(phrases, edition_of(edition), names, you)
