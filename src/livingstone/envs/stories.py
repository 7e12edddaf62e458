"""Stories: what an information state says of the hidden parts of a game, to draw them anew."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from attrs import frozen

import livingstone as ls
from livingstone.envs.information import InformationState

__all__ = ["Donations", "Draw", "Play", "Story", "story_of"]


@frozen(eq=False)
class Draw:
    """A card drawn from the pile; a time is the number of a line, from 0."""

    time: int
    player: int
    card: str | None
    """Its id; None if the seat did not see it."""
    elsewhere: ls.CardPile
    """The cards that the seat saw outside of the pile before: open, or in its own hand."""


class Play(NamedTuple):
    """A card that a player whose hand is hidden played."""

    time: int
    player: int
    card: str


class Donations(NamedTuple):
    """The hidden donations of one player, of which there is one at least."""

    times: tuple[int, ...]
    most: tuple[int, ...]
    """The most that the chest can hold after each: what purse and chest never fell below."""
    total: int | None
    """What all of them amount to, once it was revealed."""


@frozen
class Story:
    """What an information state says of hidden things."""

    actions: tuple[ls.Action, ...]
    """All actions; for one that is hidden, any of its kind."""
    draws: tuple[Draw, ...]
    """All draws of cards, by time."""
    plays: tuple[Play, ...]
    """All cards that are known to have been in hidden hands: those played, by time, and those that
    were revealed in the end, as if they were played then."""
    donations: tuple[Donations, ...]
    """The hidden donations of each player who made any."""
    deck: Mapping[str, int]
    """The copies of each card."""
    in_hands: tuple[str, ...]
    """The cards of which some are in hidden hands now; none, once the hands are revealed."""

    @property
    def now(self) -> int:
        """The time after the last line."""
        return len(self.actions)


@lru_cache(maxsize=64)
def story_of(information: InformationState) -> Story:
    """Replay what a seat saw, and note what it did not see.

    Raises `RecordError` for lines that are malformed or not legal, and for hands that are revealed
    before the end (R10.4).
    """
    views = list(information.views())
    if information.revealed and views[-1].revealed is None:
        raise ls.RecordError("revealed must be empty: the game has not ended")
    seen = [ls.parse_move(line)[1] for line in information.lines]
    return Story(
        actions=tuple(map(_shown, seen)),
        draws=tuple(_draws(views, seen)),
        plays=(*_plays(views, seen), *_revealed(information)),
        donations=tuple(_donations(views, seen, information)),
        deck=MappingProxyType(dict(information.edition.deck)),
        in_hands=_in_hands(views[-1]),
    )


def _shown(seen: ls.Action | ls.HiddenCard | ls.HiddenDonation) -> ls.Action:
    """Put any donation in the place of a hidden one, and any outcome in that of a hidden card."""
    return ls.Donate(1) if isinstance(seen, ls.HiddenCard | ls.HiddenDonation) else seen


def _draws(views: Sequence[ls.View], seen: Sequence[object]) -> Iterator[Draw]:
    for time, (view, action) in enumerate(zip(views, seen, strict=False)):
        if isinstance(view.pending, ls.CardDraw):
            card = action.card if isinstance(action, ls.CardRevealed) else None
            hand = view.own.hand if view.own else ()
            yield Draw(time, view.current_player, card, view.played.plus(hand))


def _plays(views: Sequence[ls.View], seen: Sequence[object]) -> Iterator[Play]:
    for time, (view, action) in enumerate(zip(views, seen, strict=False)):
        if view.current_player == view.seat:
            continue
        if isinstance(action, ls.PlayCard):
            yield Play(time, view.current_player, action.card)
        elif isinstance(action, ls.BuildTent):
            for card in action.cards:
                yield Play(time, view.current_player, card)


def _donations(
    views: Sequence[ls.View], seen: Sequence[object], information: InformationState
) -> Iterator[Donations]:
    times: dict[int, list[int]] = {}
    for time, action in enumerate(seen):
        if isinstance(action, ls.HiddenDonation):
            times.setdefault(views[time].current_player, []).append(time)
    for player, own in times.items():
        funds = [view.players[player].funds for view in views]
        most, least = list[int](), funds[-1]
        for time in reversed(range(own[0], len(seen))):
            least = min(least, funds[time + 1])
            if time in own:
                most.append(least)
        revealed = information.revealed
        total = revealed[player].chest if revealed else None
        yield Donations(tuple(own), tuple(reversed(most)), total)


def _revealed(information: InformationState) -> Iterator[Play]:
    for player, own in enumerate(information.revealed):
        if player != information.seat:
            for card in own.hand:
                yield Play(len(information.lines), player, card)


def _in_hands(last: ls.View) -> tuple[str, ...]:
    if last.revealed is not None:
        return ()
    return tuple(card for card in last.unseen.cards() if not last.edition.is_collapse(card))
