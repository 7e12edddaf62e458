"""The invariants of a state, checked for states from files and the network."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from livingstone.errors import shown
from livingstone.game.card_effect import CardEffect, effects_of
from livingstone.game.knowledge import cards_of, top_of
from livingstone.game.moves import (
    CardDraw,
    CardLook,
    CardRevealed,
    CardRoll,
    CardsShown,
    ChanceEvent,
    DiceRolled,
    DonationRoll,
    HandDraw,
    Outcome,
    RoundRoll,
    StoneDraw,
    StonesDrawn,
)
from livingstone.game.rules import ending, rounds
from livingstone.game.rules.cards import options
from livingstone.game.state import State
from livingstone.game.view import is_open
from livingstone.support.arguments import SEED_LIMIT, need
from livingstone.values import NO_GEMS, CardPile

MOST_DICE = 20
"""The most dice, and sides, of a roll by a card, but for the dice on the table."""

MOST_SEEN = 5
"""The most cards of the draw pile that a card can show."""


def validate(state: State) -> list[str]:
    """List the invariants that a state breaks; empty if it is valid.

    The types of its parts are not checked. The totals of stones, coins and cards come from the
    state's own edition (R1.5 to R1.8).

    >>> from livingstone import new_game
    >>> validate(new_game(2, seed=7))
    []
    >>> validate(new_game(2, seed=7).changed(boat=11))
    ['the boat is in column 11 of 10 (R1.2)']
    """
    need("validate", state, "State", State)
    checks = (_stones, _coins, _cards, _players, _dice, _pending, _end)
    problems = [*_shape(state)]
    if problems or state.choice is None:
        return problems or [problem for check in checks for problem in check(state)]
    in_turn = state.changed(current_player=state.choice.turn)
    return [problem for check in checks for problem in check(in_turn)] or [*_choice(state)]


def _shape(state: State) -> Iterator[str]:
    """Check the players, the seats, the boat and the board's size, for the other checks."""
    board = state.edition.board
    count = len(state.players)
    rows = len(board.rows)
    columns = len(board.columns)
    if not board.players.least <= count <= board.players.most:
        yield f"there are {count} players (R1.1)"
    seats = {"current": state.current_player, "starting": state.starting_player}
    if state.choice is not None:
        seats |= {"choosing": state.choice.seat, "card's": state.choice.turn}
    for name, seat in seats.items():
        if not 0 <= seat < count:
            yield f"the {name} player is {seat} of {count} (R1.1)"
    if not 1 <= state.boat <= columns:
        yield f"the boat is in column {state.boat} of {columns} (R1.2)"
    for seat, player in enumerate(state.players):
        if [len(column) for column in player.tents] != [rows] * columns:
            yield f"player {seat}'s tents are not on a board of {columns} x {rows} spaces (R1.2)"


def _fits(state: State, what: str, found: tuple[int, ...], all_: tuple[int, ...]) -> bool:
    """Return whether all things are in the game, except those that a card may have removed."""
    if found == all_:
        return True
    may_lack = any(what in effect.removes for effect in effects_of(state.edition).values())
    return may_lack and all(few <= most for few, most in zip(found, all_, strict=True))


def _stones(state: State) -> Iterator[str]:
    total = state.bag + state.aside
    for player in state.players:
        total += player.gems.stones
    if not _fits(state, "stones", total, state.edition.board.bag):
        yield f"there are {total}, not {state.edition.board.bag} (R1.5)"
    if min(*state.bag, *state.aside) < 0:
        yield "a number of stones in the bag or aside is negative (R1.5)"
    if not state.bag.white:
        yield "the white stone is not in the bag (R4.8)"
    # Between two collapses, each of which takes a die, no gem is drawn twice (R6.11).
    most = [count * (1 + state.dice_taken) for count in state.edition.board.bag.gems]
    if any(not 0 <= drawn <= some for drawn, some in zip(state.gems_drawn, most, strict=True)):
        yield f"{state.gems_drawn} cannot have been drawn in this turn (R4.7)"
    if state.edition.ruleset.white_stone_sells and state.gems_drawn != NO_GEMS:
        yield "the gems drawn in this turn are counted, which this edition does not need (R4.7)"


def _coins(state: State) -> Iterator[str]:
    money = state.edition.board.money
    total = state.bank + sum(player.coins + player.chest for player in state.players)
    if not _fits(state, "coins", (total,), (money,)):
        yield f"there are {total} coins, not {money} (R1.7)"
    if state.bank < 0:
        yield f"the bank holds {state.bank} coins (R1.7)"


def _cards(state: State) -> Iterator[str]:
    for name, pile in (("draw pile", state.draw_pile), ("played cards", state.played)):
        ids = [card for card, _ in pile]
        if ids != sorted(set(ids)) or any(count < 1 for _, count in pile):
            yield f"the {name} are not in the order of a pile: {pile} (R1.6)"
            return
    counts = dict(state.draw_pile.items)
    for cards in (state.played.items, *(((c, 1) for c in p.hand) for p in state.players)):
        for card, count in cards:
            counts[card] = counts.get(card, 0) + count
    if CardPile(tuple(sorted(counts.items()))) != state.edition.deck:
        yield f"the cards are not those of the deck: {counts} (R1.6)"


def _players(state: State) -> Iterator[str]:
    board = state.edition.board
    for seat, player in enumerate(state.players):
        figures = [player.coins, player.chest, player.supply, *player.gems]
        figures += [] if is_open(state) else [player.points]  # the end can take points (R8.3)
        if min(figures) < 0 or min(map(min, player.tents)) < 0:
            yield f"player {seat} has a negative amount of something (R1.8)"
        tents = player.supply + sum(map(sum, player.tents))
        if not _fits(state, "tents", (tents,), (board.tents,)):
            yield f"player {seat} has {tents} tents, not {board.tents} (R1.8)"
        if list(player.hand) != sorted(player.hand):
            yield f"player {seat}'s hand is not sorted"
        if any(map(state.edition.is_collapse, player.hand)):
            yield f"player {seat} holds a mine collapse (R6.11)"
        for known in player.known:
            if not known.cards or Counter(known.cards) - Counter(_place(state, seat, known.owner)):
                yield f"player {seat} knows {known.cards} where there are other cards (R10.2)"
        spaces = set(player.spaces())
        in_order = all(space < other for space, other in pairwise(player.scored))
        if not in_order or not spaces.issuperset(player.scored):
            yield f"player {seat} has scored spaces without a tent, or out of order (R7.2)"
        if not (player.donations == 0 == player.chest or 0 < player.donations <= player.chest):
            yield f"player {seat} has {player.chest} coins from {player.donations} donations (R5.2)"
        highest = player.coins + player.chest if player.donations else 0
        if not player.chest <= player.chest_limit <= highest:
            yield f"player {seat}'s chest limit is {player.chest_limit} (R10.2)"


def _place(state: State, seat: int, owner: int | None) -> tuple[str, ...]:
    """List the cards of another hand, or of the draw pile if all agree on its top (None)."""
    if owner is None:
        tops = [cards_of(player.known, None) for player in state.players]
        agree = all(top_of(state)[: len(top)] == top for top in tops)
        return tuple(state.draw_pile.cards()) if agree else ()
    others = {*range(len(state.players))} - {seat}
    return state.players[owner].hand if owner in others else ()


def _dice(state: State) -> Iterator[str]:
    sides = state.edition.board.dice.sides
    all_dice = rounds.round_roll(state.edition, len(state.players)).count
    shown = [*state.dice, *(player.last_die for player in state.players if player.last_die)]
    if state.die is not None:
        shown.append(state.die)
    if any(not 1 <= value <= sides for value in shown):
        yield f"a die does not show 1 to {sides} (R2.1)"
    if list(state.dice) != sorted(state.dice):
        yield f"the dice on the table are not in order: {state.dice} (R2.1)"
    if len(state.dice) + sum(player.last_die > 0 for player in state.players) > all_dice:
        yield f"there are more than {all_dice} dice (R2.1)"
    numbers = state.dice_taken, state.dice_left
    if min(numbers) < 0 or sum(numbers) < 1 or numbers[0] > all_dice or numbers[1] > sides:
        yield f"{state.dice_taken} dice taken, {state.dice_left} left to take (R3.1, R6.13)"
    if state.die is not None and (state.die != state.player.last_die or not state.dice_taken):
        yield f"the {state.die} taken is not the last die of player {state.current_player} (R2.3)"
    if state.dice_taken and not state.is_over and not state.player.last_die:
        yield f"player {state.current_player} took {state.dice_taken} dice, but no last die (R2.3)"
    rolls = isinstance(state.pending, RoundRoll | DonationRoll)
    waits = not rolls and not state.is_over and not state.dice_taken
    waits = waits and not any(card.rolls_dice for card in effects_of(state.edition).values())
    if waits and not rounds.takeable(state.dice, state.player.last_die):
        yield f"player {state.current_player} is to move and can take no die (R2.2)"


def _pending(state: State) -> Iterator[str]:
    """Check what decides chance: the seed, or the pending event."""
    pending = state.pending if state.choice is None else None
    streams = state.streams
    playing = state.playing
    if streams is not None and not (0 <= streams.seed < SEED_LIMIT and min(streams) >= 0):
        yield f"a seed and its counts cannot be {shown(streams)}"
    effect = playing and effects_of(state.edition).get(playing.card)
    receives = effect and type(effect).receive is not CardEffect.receive
    if playing and (pending is None or not receives) and not state.choice:
        yield f"the effect of {shown(playing.card)} awaits no outcome (R6)"
    if pending is None:
        return
    if streams is not None:
        yield f"{pending} is awaited in a game with a seed"
    if state.is_over:
        yield f"{pending} is awaited after the end (R2.7)"
    by_card = isinstance(pending, StoneDraw | CardRoll | CardLook | HandDraw) or (
        isinstance(pending, CardDraw) and _can_be_drawn_by_card(state)
    )
    if state.die is not None and not by_card:
        yield f"{pending} is awaited, with a die not used yet (R3.1)"
    is_free = by_card and state.edition.ruleset.free_actions_before_die
    if not (isinstance(pending, RoundRoll | DonationRoll) or state.dice_taken or is_free):
        yield f"{pending} is awaited before a die is taken (R3.2)"
    if isinstance(pending, RoundRoll):
        if pending != rounds.round_roll(state.edition, len(state.players)) or state.dice:
            yield f"{pending} is awaited, with {len(state.dice)} dice on the table (R2.1)"
        if state.dice_taken or any(player.last_die for player in state.players):
            yield f"{pending} is awaited, with dice taken (R2.5)"
    elif isinstance(pending, StoneDraw) and not _is_drawn(state, pending.count):
        yield f"{pending} is awaited, but no die or card in use draws that many stones (R4.3, R6.8)"
    elif isinstance(pending, CardLook | CardRoll | HandDraw):
        yield from _asked_by_card(state, pending)
    elif isinstance(pending, CardDraw):
        if not state.draw_pile:
            yield f"{pending} is awaited from an empty pile (R4.1)"
        shows_collapse = any(state.edition.is_collapse(card) for card, _ in state.played)
        if pending.is_replacement and not shows_collapse:
            yield f"{pending} is awaited without a mine collapse (R6.12)"


def _choice(state: State) -> Iterator[str]:
    """Check the choice that a card waits for, and that it has options (R6)."""
    choice = state.choice
    effect = state.playing and effects_of(state.edition).get(state.playing.card)
    assert choice is not None
    if state.is_over or not (effect and effect.lets_choose):
        yield "a choice is awaited for no card that lets a player choose (R6)"
    elif state.current_player != choice.seat:
        yield f"player {choice.seat} has to choose, but is not to move (R6)"
    elif not _can_follow(state, choice.event, choice.outcome):
        yield f"{shown(choice.outcome)} is no outcome of {shown(choice.event)} (R10.3)"
    elif not _has_options(state):
        yield f"a choice is awaited, but {shown(state.playing)} has no options (R6)"


def _has_options(state: State) -> bool:
    """Return whether the card in play has options, and can list them after this outcome at all."""
    try:
        return bool(options(state))
    except Exception:  # of an effect that gets an outcome that it never awaited
        return False


def _can_follow(state: State, event: ChanceEvent | None, outcome: Outcome | None) -> bool:
    """Return whether an event of a card can have had an outcome, as far as can still be told."""
    deck = Counter(dict(state.edition.deck))
    match event, outcome:
        case CardRoll(count, sides), DiceRolled(dice):
            most = sides or state.edition.board.dice.sides
            return (
                len(dice) == count
                and list(dice) == sorted(dice)
                and {*dice} <= {*range(1, most + 1)}
            )
        case StoneDraw(count), StonesDrawn(stones):
            return sum(stones) == count and min(stones) >= 0
        case CardDraw(), CardRevealed(card):
            return bool(deck[card])
        case CardLook(owner, count), CardsShown(cards):
            return not Counter(cards) - deck and (owner is not None or len(cards) == count)
        case HandDraw(), CardsShown((card,)):
            return bool(deck[card])
    return event is None and outcome is None


def _asked_by_card(state: State, pending: CardLook | CardRoll | HandDraw) -> Iterator[str]:
    """Check what only a card of one's own awaits."""
    if isinstance(pending, HandDraw):
        is_held = pending.owner in range(len(state.players)) and state.players[pending.owner].hand
        if not (is_held and any(card.rolls_dice for card in _open_effects(state, renewed=True))):
            yield f"{pending} is awaited, which no card can do (R6)"
        return
    count = pending.count
    if isinstance(pending, CardLook):
        others = {None, *range(len(state.players))}
        there = MOST_SEEN if pending.owner is not None else state.draw_pile.total
        can_be = pending.owner in others and 1 <= count <= min(MOST_SEEN, there)
        can_be &= pending.seat in others and pending.seat != state.current_player
        if not (can_be and any(card.rolls_dice for card in _open_effects(state, renewed=True))):
            yield f"{pending} is awaited, which no card can do (R6)"
        return
    effect = state.playing and effects_of(state.edition).get(state.playing.card)
    dice = len(state.players) * state.edition.board.dice.per_player
    is_possible = 1 <= count <= max(MOST_DICE, dice)
    is_possible &= pending.sides is None or 1 <= pending.sides <= MOST_DICE
    if not (effect and effect.rolls_dice and is_possible):
        yield f"{pending} is awaited, but the card played does not roll these dice (R6)"


def _open_effects(state: State, *, renewed: bool = False) -> list[CardEffect]:
    """List the effects of the cards that lie open, or of all if the deck has been renewed."""
    effects = effects_of(state.edition)
    if renewed:
        return [*effects.values()]
    return [effects[card] for card, _ in state.played if card in effects]


def _can_be_drawn_by_card(state: State) -> bool:
    """Return whether a card that lies open can have drawn a card, and its replacement (R6.11)."""
    renewed = all(state.edition.is_collapse(card) for card, _ in state.played)
    return any(effect.draws_cards for effect in _open_effects(state, renewed=renewed))


def _is_drawn(state: State, count: int) -> bool:
    """Return whether the die, if it is used, or a card that lies open draws that many stones."""
    numbers = {effect.stones_drawn for effect in _open_effects(state)} - {0}
    if state.die is None and state.dice_taken:
        numbers.add(state.player.last_die)
    held = state.bag.total
    return (None in numbers and 1 <= count <= held) or count in {
        min(number, held) for number in numbers if number is not None
    }


def _end(state: State) -> Iterator[str]:
    """Check the fields that are set at the end of the game."""
    board = state.edition.board
    count = state.edition.board.dice.donation
    rolls = isinstance(state.pending, DonationRoll)
    if rolls and (not state.is_two_player or state.pending != DonationRoll(count)):
        yield f"{state.pending} is awaited by {len(state.players)} players (R9.2)"
    if rolls or state.is_over:
        if state.boat != len(board.columns) or state.die is not None:
            yield f"the game is over with the boat in column {state.boat} or a die in hand (R2.7)"
        for seat, (rows, gems, cards) in enumerate(ending.end_points(state)):
            points = state.players[seat].points
            added = sum(rows) + gems + cards
            if points < added:
                yield f"player {seat} has {points} points, {added} of them from the end (R8)"
    threshold = state.threshold
    if (threshold is not None) != (state.is_over and state.is_two_player):
        yield f"the threshold is {threshold} (R9.2)"
    elif threshold is not None and not count <= threshold <= count * board.dice.sides:
        yield f"the threshold {threshold} is not a sum of {count} dice (R9.2)"
