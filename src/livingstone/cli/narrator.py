"""The words of one game at the terminal, in one language."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from attrs import define, field, frozen

import livingstone as ls
from livingstone import events as happened
from livingstone.edition.loading import RULESETS
from livingstone.edition.phrases import Phrases, phrases_in
from livingstone.game.wording import Wording


@frozen(eq=False)
class Narrator:
    """Describes a game, with its players' names and its cards."""

    names: tuple[str, ...]
    edition: ls.Edition
    language: str = "en"
    """One of `livingstone.LANGUAGES`."""

    @property
    def phrases(self) -> Phrases:
        """The phrases of the language."""
        return phrases_in(self.language)

    def event(self, event: ls.Event, you: int | None = None) -> str:
        """Describe an event; the seat `you` is addressed in the second person."""
        return ls.describe(event, self.names, language=self.language, you=you, edition=self.edition)

    def move(self, move: ls.Move, view: ls.View) -> str:
        """Describe what a move would do, without a full stop."""
        return ls.describe_move(move, view, self.names, language=self.language).rstrip(".")

    def group(self, group: ls.MoveGroup, view: ls.View) -> str:
        """Describe a group of moves, without a full stop."""
        return ls.describe_group(group, view, self.names, language=self.language).rstrip(".")

    def refusal(self, refusal: ls.Refusal, you: int | None = None) -> str:
        """Explain why a move is illegal."""
        names, language = self.names, self.language
        return ls.describe_refusal(refusal, names, language=language, you=you, edition=self.edition)

    def card(self, card: str, count: int = 1) -> str:
        """Return the name of a card, with a count above 1."""
        name = self.phrases.card(self.edition, card)
        return f"{name} ({count})" if count > 1 else name

    def say(self, key: str, /, **values: object) -> str:
        """Fill in a phrase, which is of the table `terminal` if the key has none."""
        return self.phrases.say(key if "." in key else f"terminal.{key}", **values)

    def listed(self, parts: Iterable[str]) -> str:
        """Join parts of a sentence."""
        return Wording(self.phrases, None, None, None).listed([*parts])

    def words(self, kind: str) -> dict[str, str]:
        """Map each word for a command or a verb, English ones included, to it."""
        table = f"terminal_{kind}."
        found = dict[str, str]()
        for phrases in (self.phrases, phrases_in("en")):
            for key in filter(lambda key: key.startswith(table), phrases.by_key):
                found |= dict.fromkeys(phrases.say(key).split(), key.removeprefix(table))
        return found

    @property
    def rules(self) -> str:
        """The name of the edition's rules."""
        known = self.edition.id if self.edition.id in RULESETS else "own"
        return self.say(f"rules_{known}", edition=self.edition.id)


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
                paragraphs.append(" ".join(self._sentences(event)))
                self._deeds.clear()
            elif (seat := getattr(event, "seat", None)) is not None:
                self._deeds[seat].append(event)
        return paragraphs

    def _sentences(self, scored: happened.ColumnScored) -> Iterator[str]:
        names = self.narrator.names
        yield self._say("heading", column=scored.column)
        for seat, deeds in self._deeds.items():
            parts = [*self._tents(deeds, scored.column), *self._gems(deeds)]
            if parts := [*parts, *self._cards(deeds), *self._money(deeds)]:
                yield f"{names[seat]} {self.narrator.listed(parts)}."
        scores = [f"{names[seat]} {points}" for seat, points in enumerate(scored.points) if points]
        if scores:
            yield self._say("points", scores=", ".join(scores))

    def _tents(self, deeds: list[happened.Event], column: int) -> Iterator[str]:
        built = happened.TentBuilt | happened.TentMoved
        spaces = sorted(event.space for event in deeds if isinstance(event, built))
        rows = [str(space.row) for space in spaces if space.column == column]
        if rows:
            yield self._say("builds", count=len(rows), rows=self.narrator.listed(rows))
        others = [
            self.narrator.say("amounts.space", row=space.row, column=space.column)
            for space in spaces
            if space.column != column
        ]
        if others:
            yield self._say("extends", spaces=self.narrator.listed(others))

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
        played = list[str]()
        for event in deeds:
            match event:
                case happened.CardPlayed(card=card):
                    played.append(self.narrator.card(card))
                case happened.TentBuilt(cards=cards) | happened.TentMoved(cards=cards):
                    played += map(self.narrator.card, cards)
        if drawn := sum(isinstance(event, happened.CardDrawn) for event in deeds):
            yield self._say("cards", count=drawn)
        for event in deeds:
            if isinstance(event, happened.MineCollapsed):
                yield self._say("collapse", card=self.narrator.card(event.card))
        if played:
            yield self._say("plays", cards=self.narrator.listed(played))

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
        return self.narrator.say("amounts.coins", count=count)

    def _say(self, key: str, /, **values: object) -> str:
        return self.narrator.say(f"terminal_round.{key}", **values)
