"""A game between bots, described in a paragraph for each round."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from attrs import define, field

from livingstone import events as happened
from livingstone.cli.narrator import Narrator
from livingstone.values import Space


@define(eq=False)
class _Deeds:
    """The actions of one player in a round."""

    tents: list[Space] = field(factory=list)
    played: list[str] = field(factory=list)
    collapses: list[str] = field(factory=list)
    counts: Counter[str] = field(factory=Counter)
    """The number of times, gems or coins."""


@define(eq=False)
class RoundSummary:
    """Collects the events of a round, and describes them when its column is scored."""

    narrator: Narrator
    _deeds: dict[int, _Deeds] = field(factory=lambda: defaultdict(_Deeds), init=False)

    def add(self, events: Iterable[happened.Event]) -> list[str]:
        """Add events; give the paragraphs of the rounds that end with them."""
        paragraphs = list[str]()
        for event in events:
            if isinstance(event, happened.ColumnScored):
                paragraphs.append(self._paragraph(event))
                self._deeds.clear()
            else:
                self._count(event)
        return paragraphs

    def _count(self, event: happened.Event) -> None:
        seat = getattr(event, "seat", None)
        deeds = _Deeds() if seat is None else self._deeds[seat]
        if isinstance(event, happened.TentBuilt | happened.TentMoved):
            deeds.tents.append(event.space)
            deeds.played += event.cards
        elif isinstance(event, happened.StonesFound):
            deeds.counts.update(digs=1, finds=sum(event.kept))
        elif isinstance(event, happened.WhiteStoneFound):
            deeds.counts.update(white_stone=1, coins=event.coins)
        elif isinstance(event, happened.CardDrawn):
            deeds.counts["cards"] += 1
        elif isinstance(event, happened.MineCollapsed):
            deeds.collapses.append(event.card)
        elif isinstance(event, happened.CardPlayed):
            deeds.played.append(event.card)
        elif isinstance(event, happened.GemsSold):
            deeds.counts.update(sells=sum(event.gems), gains=event.coins)
        elif isinstance(event, happened.CoinsTaken):
            deeds.counts["coins"] += event.coins
        elif isinstance(event, happened.Donated):
            deeds.counts["donates"] += event.coins or 0

    def _paragraph(self, scored: happened.ColumnScored) -> str:
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
        counts = deeds.counts
        if counts["finds"]:
            yield self._say("finds", count=counts["finds"])
        elif counts["digs"] and not counts["white_stone"]:
            yield self._say("finds_nothing")
        if counts["white_stone"]:
            yield self._say("white_stone")
        if counts["cards"]:
            yield self._say("cards", count=counts["cards"])
        for card in deeds.collapses:
            yield self._say("collapse", card=self.narrator.card(card))
        if deeds.played:
            yield self._say("plays", cards=self._listed(map(self.narrator.card, deeds.played)))
        if counts["sells"]:
            gain = say("amounts.coins", count=counts["gains"])
            yield self._say("sells", count=counts["sells"], gain=gain)
        for key in ("coins", "donates"):
            if counts[key]:
                yield self._say(key, coins=say("amounts.coins", count=counts[key]))

    def _listed(self, parts: Iterable[str]) -> str:
        say = self.narrator.phrases.say
        *others, last = parts
        return say("lists.between").join(others) + say("lists.last") + last if others else last

    def _say(self, key: str, /, **values: object) -> str:
        return self.narrator.phrases.say(f"terminal_round.{key}", **values)
