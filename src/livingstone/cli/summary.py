"""A game between bots, described in a paragraph for each round."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from attrs import define, field

from livingstone import events as happened
from livingstone.cli.narrator import Narrator


@define(eq=False)
class RoundSummary:
    """Collects the events of a round, and describes them when its column is scored."""

    narrator: Narrator
    _deeds: dict[int, list[happened.Event]] = field(factory=lambda: defaultdict(list), init=False)
    """The events of each player."""

    def add(self, events: Iterable[happened.Event]) -> list[str]:
        """Add events; return the paragraphs of the rounds that end with them."""
        paragraphs = list[str]()
        for event in events:
            if isinstance(event, happened.ColumnScored):
                paragraphs.append(self._paragraph(event))
                self._deeds.clear()
            elif (seat := getattr(event, "seat", None)) is not None:
                self._deeds[seat].append(event)
        return paragraphs

    def _paragraph(self, scored: happened.ColumnScored) -> str:
        names = self.narrator.names
        sentences = [self._say("heading", column=scored.column)]
        for seat, deeds in self._deeds.items():
            parts = [*self._tents(deeds, scored.column), *self._gems(deeds), *self._cards(deeds)]
            if parts := [*parts, *self._money(deeds)]:
                sentences.append(f"{names[seat]} {self._listed(parts)}.")
        scores = [f"{names[seat]} {points}" for seat, points in enumerate(scored.points) if points]
        if scores:
            sentences.append(self._say("points", scores=", ".join(scores)))
        return " ".join(sentences)

    def _tents(self, deeds: list[happened.Event], column: int) -> Iterator[str]:
        built = happened.TentBuilt | happened.TentMoved
        spaces = sorted(event.space for event in deeds if isinstance(event, built))
        rows = [str(space.row) for space in spaces if space.column == column]
        if rows:
            yield self._say("builds", count=len(rows), rows=self._listed(rows))
        say = self.narrator.phrases.say
        others = [
            say("amounts.space", row=space.row, column=space.column)
            for space in spaces
            if space.column != column
        ]
        if others:
            yield self._say("extends", spaces=self._listed(others))

    def _gems(self, deeds: list[happened.Event]) -> Iterator[str]:
        finds = [sum(event.kept) for event in deeds if isinstance(event, happened.StonesFound)]
        is_white = any(isinstance(event, happened.WhiteStoneFound) for event in deeds)
        if sum(finds):
            yield self._say("finds", count=sum(finds))
        elif finds and not is_white:
            yield self._say("finds_nothing")
        if is_white:
            yield self._say("white_stone")

    def _cards(self, deeds: list[happened.Event]) -> Iterator[str]:
        drawn, played = 0, list[str]()
        for event in deeds:
            match event:
                case happened.CardDrawn():
                    drawn += 1
                case happened.CardPlayed(card=card):
                    played.append(self.narrator.card(card))
                case happened.TentBuilt(cards=cards) | happened.TentMoved(cards=cards):
                    played += map(self.narrator.card, cards)
        if drawn:
            yield self._say("cards", count=drawn)
        for event in deeds:
            if isinstance(event, happened.MineCollapsed):
                yield self._say("collapse", card=self.narrator.card(event.card))
        if played:
            yield self._say("plays", cards=self._listed(played))

    def _money(self, deeds: list[happened.Event]) -> Iterator[str]:
        sales = [event for event in deeds if isinstance(event, happened.GemsSold)]
        if sales:
            gems, gain = sum(sum(sale.gems) for sale in sales), sum(sale.coins for sale in sales)
            yield self._say("sells", count=gems, gain=self._coins(gain))
        taken = happened.CoinsTaken | happened.WhiteStoneFound
        for key, kind in (("coins", taken), ("donates", happened.Donated)):
            coins = sum(event.coins or 0 for event in deeds if isinstance(event, kind))
            if coins:
                yield self._say(key, coins=self._coins(coins))

    def _coins(self, count: int) -> str:
        return self.narrator.phrases.say("amounts.coins", count=count)

    def _listed(self, parts: Iterable[str]) -> str:
        say = self.narrator.phrases.say
        *others, last = parts
        return say("lists.between").join(others) + say("lists.last") + last if others else last

    def _say(self, key: str, /, **values: object) -> str:
        return self.narrator.phrases.say(f"terminal_round.{key}", **values)
