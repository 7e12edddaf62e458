"""Resampling: whole games, with their hidden parts drawn anew, that fit what one seat saw.

What a seat did not see are the cards that others drew, and how much they donated. Cards that were
played later must have been drawn before; a card that lay open, or that the seat held, cannot have
been in another hand at that time; and nobody can donate coins that are needed for a payment later.
"""

from random import Random
from typing import NamedTuple

import livingstone as ls
from livingstone.envs.information import InformationState
from livingstone.envs.stories import Donations, Draw, Play, Story, story_of
from livingstone.errors import shown
from livingstone.support.arguments import seed_of

__all__ = ["History", "sample_history"]

MOST_DEALS, MOST_EXCHANGES = 20, 1_000
"""How often cards are dealt anew, and exchanged, if they do not fit; this is seldom needed."""
BOLDNESS = 0.05
"""How often an exchange is made though it makes more conflicts."""


class History(NamedTuple):
    """A game from its start."""

    actions: tuple[ls.Action, ...]
    """The moves and outcomes that lead from a new game with explicit chance to the state."""
    state: ls.State
    """The state that they lead to, with explicit chance."""


def sample_history(information: InformationState, seed: int) -> History:
    """Draw a game that fits what a seat saw, the same one for the same information and seed.

    Its own information state is equal to the one given. Unlike `sample_state`, which knows one
    position, this uses all that the seat remembers: a card that lay open when it would have had to
    be drawn is not dealt. Every fitting choice of cards can be drawn, but not all are exactly
    equally likely. All amounts within the bounds of a hidden chest are equally likely, as in
    `sample_state`.

    >>> record = ls.Record.of(ls.new_game(2, seed=7), [ls.Donate(2), ls.TakeDie(3), ls.DrawCard()])
    >>> seen = InformationState.of(record, 1)
    >>> actions, state = sample_history(seen, seed=1)
    >>> InformationState.of(ls.Record.of(ls.new_game(2, explicit_chance=True), actions), 1) == seen
    True
    >>> len(state.players[0].hand)
    1

    Raises `ArgumentError` for anything but an information state and for a seed that is no whole
    number from 0 to 2**128 - 1, `RecordError` for lines that no game has. It also raises
    `RecordError` if the search for fitting cards is given up, which happens after very many draws:
    some seventy, where a usual game has thirty.
    """
    if not isinstance(information, InformationState):
        raise ls.ArgumentError(f"an InformationState is needed, not {shown(information)}")
    random, story = Random(seed_of(seed)), story_of(information)
    actions = list(story.actions)
    for time, card in _deal(story, random).items():
        actions[time] = ls.CardRevealed(card)
    for donations in story.donations:
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


def _deal(story: Story, random: Random) -> dict[int, str]:
    """Draw the cards that the seat did not see, by the time of the draw."""
    for attempt in range(MOST_DEALS):
        deal = _Deal(story, random)
        if attempt:
            deal.order()
        if deal.repair():
            return {draw.time: play.card for draw, play in deal.plays.items()}
    raise ls.RecordError("no cards were found that fit all its lines")


class _Deal:
    """A way to say which cards were drawn where the seat did not see it.

    At first, each card that was played from a hidden hand is given to a draw of that player before,
    and the other draws get cards that can be in hands still, all at random. If a card is drawn when
    no copy can be in the pile, draws of a player are exchanged until all fit, as in the heuristic
    of fewest conflicts (Minton and others, 1992). Where that fails, `order` is a better beginning.
    """

    def __init__(self, story: Story, random: Random) -> None:
        self._story, self._random = story, random
        left = [draw for draw in story.draws if draw.card is None]
        random.shuffle(left)
        self.plays: dict[Draw, Play] = {}
        """For each hidden draw, when and by whom its card was played."""
        for play in sorted(story.plays):
            draw = next(d for d in left if d.player == play.player and d.time < play.time)
            left.remove(draw)
            self.plays[draw] = play
        self._pool = random.sample(story.in_hands, len(story.in_hands))
        """The cards that are in the pile now."""
        for draw in left:
            self.plays[draw] = Play(story.now, draw.player, self._pool.pop())

    def order(self) -> None:
        """Give the same cards to other draws, from the last draw back to the first.

        Each draw gets, of the cards that its player played later, the one that has come into the
        pile most lately. This is the rule of the earliest deadline (Jackson 1955), backwards, and
        seldom leaves much to repair.
        """
        draws = sorted(self.plays, key=lambda draw: -draw.time)
        waiting = self._random.sample([*self.plays.values()], len(self.plays))
        for draw in draws:
            own = [play for play in waiting if play.player == draw.player and play.time > draw.time]
            last = {play.card: self._last_elsewhere(play.card, draw, waiting) for play in own}
            chosen = max(own, key=lambda play: last[play.card])
            waiting.remove(chosen)
            self.plays[draw] = chosen

    def _last_elsewhere(self, card: str, draw: Draw, waiting: list[Play]) -> int:
        """Find the last time at which there were too few copies for all who played one later.

        It is the time of a draw before the given one; -1 if there were always enough.
        """
        times = [play.time for play in waiting if play.card == card]
        for before in reversed(self._story.draws):
            if before.time < draw.time:
                elsewhere = before.elsewhere.count(card) + (before.card == card)
                if elsewhere + sum(time > before.time for time in times) > self._story.deck[card]:
                    return before.time
        return -1

    def repair(self) -> bool:
        """Exchange draws until all fit; say whether that was achieved."""
        for _ in range(MOST_EXCHANGES):
            conflicts = [card for card in self._story.deck if self._conflicts(card)]
            if not conflicts:
                return True
            self._exchange(self._random.choice(self._involved(self._random.choice(conflicts))))
        return False

    def _involved(self, card: str) -> list[Draw]:
        return [draw for draw, play in self.plays.items() if play.card == card]

    def _conflicts(self, card: str) -> int:
        """Count the copies of a card that were drawn when no copy was in the pile."""
        held = [(draw.time, play.time) for draw, play in self.plays.items() if play.card == card]
        drawn = [draw for draw in self._story.draws if draw.card == card]
        drawn += self._involved(card)
        others = self._story.deck[card] - 1
        return sum(
            max(
                0,
                draw.elsewhere.count(card)
                + sum(start < draw.time < end for start, end in held)
                - others,
            )
            for draw in drawn
        )

    def _exchange(self, draw: Draw) -> None:
        """Give a draw another card, if that makes no more conflicts, or now and then even so."""
        play, now = self.plays[draw], self._story.now
        partners: list[Draw | int] = [
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

    def _swap(self, draw: Draw, partner: Draw | int) -> None:
        play = self.plays[draw]
        if isinstance(partner, int):
            self.plays[draw] = play._replace(card=self._pool[partner])
            self._pool[partner] = play.card
        else:
            self.plays[draw], self.plays[partner] = self.plays[partner], play


def _split(donations: Donations, random: Random) -> list[int]:
    """Draw the amounts of a player's donations, in order; each is one coin at least (R5.2).

    After each donation the chest holds no more than what purse and chest held together ever since.
    """
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
