"""The kinds of effects that data can name (R6), and what an edition asks an effect.

`livingstone.game.effects` defines the shipped kinds. Data name a kind; they never name code.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, ClassVar, TypeAlias

from attrs import frozen
from cattrs import Converter

from livingstone.support import structuring
from livingstone.values import Gems


@frozen
class Effect(ABC):
    """The effect of a card: a frozen class whose fields are its figures (see `CardEffect`)."""

    pays_for_tent: ClassVar[bool] = False
    """Whether it is played with a tent, which then costs nothing (R6.1)."""
    reaches_any_row: ClassVar[bool] = False
    """Whether it is played with a tent, which can then be in any row (R6.2)."""
    is_collapse: ClassVar[bool] = False
    """Whether drawing it collapses the mine (R6.11)."""

    @property
    def kind(self) -> str:
        """The name of its kind in data files: `gain_coins` for `GainCoins`."""
        return structuring.kind_of(type(self))

    @property
    def points_in_hand(self) -> int:
        """The points that the card scores if it is held at the end (R8.3)."""
        return 0

    @abstractmethod
    def most_plays(self, spaces: int, tents: int, sources: int, gems: Gems) -> int:
        """Bound the number of ways to play the card.

        `spaces` counts those of the board, `tents` those with an own tent, `sources` those that a
        tent can come from; `gems` are all that a player can have.
        """


OwnKinds: TypeAlias = tuple[type[Effect], ...]
_shipped: dict[str, type[Effect]] = {}


def register(*classes: type[Effect]) -> None:
    """Make the shipped kinds known, in the order of R6: the only list that a room above fills."""
    _shipped.update((structuring.kind_of(cls), cls) for cls in classes)


def known_kinds(own: Iterable[type[Effect]] = ()) -> dict[str, type[Effect]]:
    """List the kinds that data can name: the shipped ones, then those of your own."""
    return {**_shipped, **{structuring.kind_of(cls): cls for cls in own}}


OWN_KINDS = " (classes of your own are given by effects=, or --effects)"


def make_converter(own: OwnKinds = ()) -> Converter:
    """Make a converter that also knows the effects of cards: the shipped ones and `own`."""
    made = structuring.make_plain_converter()
    made.register_structure_hook_func(
        lambda cls: cls is Effect,
        lambda value, _: structuring.structure_kind(value, known_kinds(own), made, OWN_KINDS),
    )
    made.register_unstructure_hook_func(
        lambda cls: cls is Effect, lambda value: structuring.kind_plain(value, made)
    )
    return made


converter_for = lru_cache(maxsize=8)(make_converter)
converter = converter_for()


def plain_content(value: object) -> dict[str, Any]:
    """Convert an edition, or a part of one, to tables, lists, numbers and texts without None."""
    plain: dict[str, Any] = without_none(converter.unstructure(value))
    return plain


def without_none(value: Any) -> Any:
    """Leave None out of tables, since TOML has no such value."""
    if isinstance(value, dict):
        return {key: without_none(item) for key, item in value.items() if item is not None}
    return [without_none(item) for item in value] if isinstance(value, list | tuple) else value
