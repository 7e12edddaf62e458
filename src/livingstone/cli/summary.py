"""A game between bots, described in a paragraph for each round."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from attrs import define, field

from livingstone.cli.narrator import Narrator
from livingstone.events import (
    CardDrawn,
    CardPlayed,
    CoinsTaken,
    ColumnScored,
    Donated,
    Event,
    GemsSold,
    MineCollapsed,
    StonesFound,
    TentBuilt,
    TentMoved,
    WhiteStoneFound,
)
from livingstone.values import Space

__all__ = ["RoundSummary"]


@define(eq=False)
class _Deeds:
    """What one player did in a round."""

    tents: list[Space] = field(factory=list)
    found: int | None = None
    """How many gems; None if the player did not dig."""
    has_white_stone: bool = False
    cards_drawn: int = 0
    collapse: str = ""
    """The card drawn as a mine collapse."""
    played: list[str] = field(factory=list)
    gems_sold: int = 0
    coins_gained: int = 0
    """For gems."""
    coins_taken: int = 0
    donated: int = 0


@define(eq=False)
class RoundSummary:
    """Collects the events of a round, and describes them when its column is scored."""

    narrator: Narrator
    _deeds: dict[int, _Deeds] = field(factory=lambda: defaultdict(_Deeds), init=False)

    def add(self, events: Iterable[Event]) -> list[str]:
        """Add events; give the paragraphs of the rounds that end with them."""
        paragraphs = list[str]()
        for event in events:
            if isinstance(event, ColumnScored):
                paragraphs.append(self._paragraph(event))
                self._deeds.clear()
            else:
                self._count(event)
        return paragraphs

    def _count(self, event: Event) -> None:
        seat = getattr(event, "seat", None)
        deeds = _Deeds() if seat is None else self._deeds[seat]
        if isinstance(event, TentBuilt | TentMoved):
            deeds.tents.append(event.space)
            deeds.played += event.cards
        elif isinstance(event, StonesFound):
            deeds.found = (deeds.found or 0) + sum(event.kept)
        elif isinstance(event, WhiteStoneFound):
            deeds.has_white_stone = True
            deeds.coins_taken += event.coins
        elif isinstance(event, CardDrawn):
            deeds.cards_drawn += 1
        elif isinstance(event, MineCollapsed):
            deeds.collapse = event.card
        elif isinstance(event, CardPlayed):
            deeds.played.append(event.card)
        elif isinstance(event, GemsSold):
            deeds.gems_sold += sum(event.gems)
            deeds.coins_gained += event.coins
        elif isinstance(event, CoinsTaken):
            deeds.coins_taken += event.coins
        elif isinstance(event, Donated):
            deeds.donated += event.coins or 0

    def _paragraph(self, scored: ColumnScored) -> str:
        names = self.narrator.names
        sentences = [self._say("heading", column=scored.column)]
        for seat, deeds in self._deeds.items():
            if parts := list(self._parts(deeds, scored.column)):
                sentences.append(f"{names[seat]} {self._listed(parts)}.")
        scores = [f"{names[seat]} {points}" for seat, points in enumerate(scored.points) if points]
        if scores:
            sentences.append(self._say("points", scores=", ".join(scores)))
        return " ".join(sentences)

    def _parts(self, deeds: _Deeds, column: int) -> Iterator[str]:
        say = self.narrator.phrases.say
        rows = [str(space.row) for space in sorted(deeds.tents) if space.column == column]
        if rows:
            yield self._say("builds", count=len(rows), rows=self._listed(rows))
        others = [
            say("amounts.space", row=space.row, column=space.column)
            for space in sorted(deeds.tents)
            if space.column != column
        ]
        if others:
            yield self._say("extends", spaces=self._listed(others))
        if deeds.found:
            yield self._say("finds", count=deeds.found)
        elif deeds.found is not None and not deeds.has_white_stone:
            yield self._say("finds_nothing")
        if deeds.has_white_stone:
            yield self._say("white_stone")
        if deeds.cards_drawn:
            yield self._say("cards", count=deeds.cards_drawn)
        if deeds.collapse:
            yield self._say("collapse", card=self.narrator.card(deeds.collapse))
        if deeds.played:
            yield self._say(
                "plays", cards=self._listed(list(map(self.narrator.card, deeds.played)))
            )
        if deeds.gems_sold:
            gain = say("amounts.coins", count=deeds.coins_gained)
            yield self._say("sells", count=deeds.gems_sold, gain=gain)
        if deeds.coins_taken:
            yield self._say("coins", coins=say("amounts.coins", count=deeds.coins_taken))
        if deeds.donated:
            yield self._say("donates", coins=say("amounts.coins", count=deeds.donated))

    def _listed(self, parts: Sequence[str]) -> str:
        say = self.narrator.phrases.say
        *others, last = parts
        return say("lists.between").join(others) + say("lists.last") + last if others else last

    def _say(self, key: str, /, **values: object) -> str:
        return self.narrator.phrases.say(f"terminal_round.{key}", **values)
