"""Draw whole games, with new hidden parts, that fit what one seat saw.

A seat does not see the cards that others draw and the amounts that they donate. A card played later
must have been drawn before; a card that lay open, or that the seat held, cannot have been in
another hand at that time; nobody can donate coins that a later payment needs.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from attrs import frozen

import livingstone as ls
from livingstone.envs.information import InformationState
from livingstone.support.arguments import seed_of

MOST_DEALS, MOST_EXCHANGES = 20, 1_000
"""The most times that cards are dealt again, and exchanged, until they fit; both are rare."""
BOLDNESS = 0.05
"""The probability of keeping an exchange that adds conflicts."""


class History(NamedTuple):
    """A game from its start."""

    actions: tuple[ls.Action, ...]
    """The moves and outcomes from a new game with explicit chance to the state."""
    state: ls.State
    """The state they lead to, with explicit chance."""


@frozen(eq=False)
class _Draw:
    """A card drawn from the pile; a time is the index of a line."""

    time: int
    player: int
    card: str | None
    """Its id; None if the seat did not see it."""
    elsewhere: ls.CardPile
    """The cards that the seat saw outside the pile before: open, or in its own hand."""


class _Play(NamedTuple):
    time: int
    player: int
    card: str


class _Donations(NamedTuple):
    times: tuple[int, ...]
    most: tuple[int, ...]
    """The most that the chest can hold after each: the least that purse and chest held since."""
    total: int | None
    """Their sum, once it was revealed."""


@frozen
class _Constraints:
    """The facts in an information state about the hidden cards and donations."""

    actions: tuple[ls.Action, ...]
    """All actions, with a placeholder of the same kind for each hidden one."""
    draws: tuple[_Draw, ...]
    """All draws of cards, by time."""
    plays: tuple[_Play, ...]
    """All cards known to have been in hidden hands: the played ones, by time, and those revealed at
    the end, as if they were played then."""
    donations: tuple[_Donations, ...]
    """The hidden donations, by player."""
    deck: Mapping[str, int]
    """The copies of each card."""
    in_hands: tuple[str, ...]
    """The cards that can be in hidden hands now; none once the hands are revealed."""

    @property
    def now(self) -> int:
        return len(self.actions)


def sample_history(information: InformationState, seed: int) -> History:
    """Draw a game that fits what a seat saw; the same seed gives the same game.

    The seat's information state in it equals the given one. Unlike `sample_state`, which knows one
    position, this uses everything that the seat remembers. Every fitting choice of cards can be
    drawn, but not all are equally likely. All amounts that a hidden chest can hold are equally
    likely.

    >>> record = ls.Record.of(ls.new_game(2, seed=7), [ls.Donate(2), ls.TakeDie(3), ls.DrawCard()])
    >>> seen = InformationState.of(record, 1)
    >>> actions, state = sample_history(seen, seed=1)
    >>> InformationState.of(ls.Record.of(ls.new_game(2, explicit_chance=True), actions), 1) == seen
    True
    >>> len(state.players[0].hand)
    1

    Raises `ArgumentError` for a seed that is not from 0 to 2**128 - 1, `RecordError` for lines that
    no game has and, after very many draws of cards (some 70, where a usual game has 30), if the
    search for fitting cards fails.
    """
    random, known = Random(seed_of(seed)), _constraints_of(information)
    actions = list(known.actions)
    for time, card in _deal(known, random).items():
        actions[time] = ls.CardRevealed(card)
    for donations in known.donations:
        for time, coins in zip(donations.times, _split(donations, random), strict=True):
            actions[time] = ls.Donate(coins)
    state = ls.new_game(
        information.players,
        edition=information.edition,
        first=information.first,
        explicit_chance=True,
    )
    for action in actions:
        state = ls.apply(state, action)
    return History(tuple(actions), state)


def _deal(known: _Constraints, random: Random) -> dict[int, str]:
    for attempt in range(MOST_DEALS):
        deal = _Deal(known, random)
        if attempt:
            deal.order()
        if deal.repair():
            return {draw.time: play.card for draw, play in deal.plays.items()}
    raise ls.RecordError("no cards were found that fit all its lines")


class _Deal:
    """An assignment of cards to the draws that the seat did not see.

    At first, each card played from a hidden hand is assigned at random to an earlier draw of that
    player, and the other draws get cards that can still be in hands. While a card is drawn although
    no copy can be in the pile, draws of a player are exchanged: the min-conflicts heuristic (Minton
    and others, 1992). If that fails, `order` makes a better start.
    """

    def __init__(self, known: _Constraints, random: Random) -> None:
        self._known, self._random = known, random
        left = [draw for draw in known.draws if draw.card is None]
        random.shuffle(left)
        self.plays: dict[_Draw, _Play] = {}
        """For each hidden draw, when and by whom its card was played."""
        for play in sorted(known.plays):
            draw = next(d for d in left if d.player == play.player and d.time < play.time)
            left.remove(draw)
            self.plays[draw] = play
        self._pool = random.sample(known.in_hands, len(known.in_hands))
        """The cards in the pile now."""
        for draw in left:
            self.plays[draw] = _Play(known.now, draw.player, self._pool.pop())

    def order(self) -> None:
        """Assign the same cards again, backwards by the earliest-deadline rule (Jackson 1955)."""
        draws = sorted(self.plays, key=lambda draw: -draw.time)
        waiting = self._random.sample([*self.plays.values()], len(self.plays))
        for draw in draws:
            own = [play for play in waiting if play.player == draw.player and play.time > draw.time]
            last = {play.card: self._last_elsewhere(play.card, draw, waiting) for play in own}
            chosen = max(own, key=lambda play: last[play.card])
            waiting.remove(chosen)
            self.plays[draw] = chosen

    def _last_elsewhere(self, card: str, draw: _Draw, waiting: list[_Play]) -> int:
        """Find the last draw before this one when no copy was in the pile; -1 for none."""
        times = [play.time for play in waiting if play.card == card]
        for before in reversed(self._known.draws):
            if before.time < draw.time:
                elsewhere = before.elsewhere.count(card) + (before.card == card)
                if elsewhere + sum(time > before.time for time in times) > self._known.deck[card]:
                    return before.time
        return -1

    def repair(self) -> bool:
        for _ in range(MOST_EXCHANGES):
            conflicts = [card for card in self._known.deck if self._conflicts(card)]
            if not conflicts:
                return True
            self._exchange(self._random.choice(self._involved(self._random.choice(conflicts))))
        return False

    def _involved(self, card: str) -> list[_Draw]:
        return [draw for draw, play in self.plays.items() if play.card == card]

    def _conflicts(self, card: str) -> int:
        """Count the copies of a card drawn while no copy was in the pile."""
        held = [(draw.time, play.time) for draw, play in self.plays.items() if play.card == card]
        drawn = [draw for draw in self._known.draws if draw.card == card]
        drawn += self._involved(card)
        others = self._known.deck[card] - 1
        return sum(
            max(
                0,
                draw.elsewhere.count(card)
                + sum(start < draw.time < end for start, end in held)
                - others,
            )
            for draw in drawn
        )

    def _exchange(self, draw: _Draw) -> None:
        """Exchange the card of a draw; undo that, most of the time, if it adds conflicts."""
        play, now = self.plays[draw], self._known.now
        partners: list[_Draw | int] = [
            other
            for other, later in self.plays.items()
            if other.player == draw.player and other.time < play.time and draw.time < later.time
        ]
        if play.time == now:
            partners += range(len(self._pool))
        partner = self._random.choice(partners)
        card = self._pool[partner] if isinstance(partner, int) else self.plays[partner].card
        before = self._conflicts(play.card) + self._conflicts(card)
        self._swap(draw, partner)
        after = self._conflicts(play.card) + self._conflicts(card)
        if after > before and self._random.random() > BOLDNESS:
            self._swap(draw, partner)

    def _swap(self, draw: _Draw, partner: _Draw | int) -> None:
        play = self.plays[draw]
        if isinstance(partner, int):
            self.plays[draw] = play._replace(card=self._pool[partner])
            self._pool[partner] = play.card
        else:
            self.plays[draw], self.plays[partner] = self.plays[partner], play


def _split(donations: _Donations, random: Random) -> list[int]:
    """Draw a player's hidden donations (R5.2): a coin or more each, as the chest can hold."""
    least, most = len(donations.times), donations.most[-1]
    if not least <= (most if donations.total is None else donations.total) <= most:
        raise ls.RecordError("no donations fit all its lines")
    total = random.randint(least, most) if donations.total is None else donations.total
    amounts = list[int]()
    for count in range(least - 1, -1, -1):
        before = random.randint(count, min(donations.most[count - 1], total - 1)) if count else 0
        amounts.append(total - before)
        total = before
    return amounts[::-1]


@lru_cache(maxsize=64)
def _constraints_of(information: InformationState) -> _Constraints:
    """Replay what a seat saw, and collect what is known about what it did not see."""
    views = list(information.views())
    if information.revealed and views[-1].revealed is None:
        raise ls.RecordError("revealed must be empty: the game has not ended")
    seen = [ls.parse_move(line)[1] for line in information.lines]
    last = views[-1]
    cards = () if last.revealed is not None else last.unseen.cards()
    return _Constraints(
        actions=tuple(
            ls.Donate(1) if isinstance(own, ls.HiddenCard | ls.HiddenDonation) else own
            for own in seen
        ),
        draws=tuple(_draws(views, seen)),
        plays=(*_plays(views, seen), *_revealed(information)),
        donations=tuple(_donations(views, seen, information)),
        deck=MappingProxyType(dict(information.edition.deck)),
        in_hands=tuple(card for card in cards if not last.edition.is_collapse(card)),
    )


def _draws(views: Sequence[ls.View], seen: Sequence[object]) -> Iterator[_Draw]:
    for time, (view, action) in enumerate(zip(views, seen, strict=False)):
        if isinstance(view.pending, ls.CardDraw):
            card = action.card if isinstance(action, ls.CardRevealed) else None
            hand = view.own.hand if view.own else ()
            yield _Draw(time, view.current_player, card, view.played.plus(hand))


def _plays(views: Sequence[ls.View], seen: Sequence[object]) -> Iterator[_Play]:
    for time, (view, action) in enumerate(zip(views, seen, strict=False)):
        if view.current_player == view.seat:
            continue
        if isinstance(action, ls.PlayCard):
            yield _Play(time, view.current_player, action.card)
        elif isinstance(action, ls.BuildTent):
            for card in action.cards:
                yield _Play(time, view.current_player, card)


def _donations(
    views: Sequence[ls.View], seen: Sequence[object], information: InformationState
) -> Iterator[_Donations]:
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
        yield _Donations(tuple(own), tuple(reversed(most)), total)


def _revealed(information: InformationState) -> Iterator[_Play]:
    for player, own in enumerate(information.revealed):
        if player != information.seat:
            for card in own.hand:
                yield _Play(len(information.lines), player, card)
