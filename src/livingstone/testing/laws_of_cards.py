"""The laws of cards: what must hold for what an effect lists, does, tells and scores."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import product
from math import isfinite
from random import Random
from typing import Any

import livingstone as ls
from livingstone import events as happened
from livingstone.edition.phrases import phrases_in
from livingstone.errors import shown
from livingstone.events.transitions import openly_changed, steps_of, told_steps
from livingstone.game import knowledge
from livingstone.game.card_effect import CHOICES, NAMES, CardEffect, Moment, effects_of
from livingstone.game.moves import Action, Choose, Outcome, PlayCard
from livingstone.game.rules import cards as cards_rules
from livingstone.game.rules.cards import play_card, refuse_extras
from livingstone.game.rules.ending import before_scoring
from livingstone.game.state import State, Streams
from livingstone.records.notation import LARGEST_NUMBER
from livingstone.support.limits import LARGEST_FIGURE
from livingstone.testing.laws_of_games import STEPS, check_legality, law
from livingstone.testing.strategies import other_deals
from livingstone.values import Gems, Space
from livingstone.words.moves import move_label
from livingstone.words.wording import Wording

SEEDS = 4
"""The number of seeds with which a player's moves, and what a card does, are compared."""
DEALS = 7
"""The number of other deals of secrets with which the player's moves are compared."""
TRIES = 3
"""The number of moves naming the same things whose refusals are compared."""
MOST_CHOICES = 50
"""The most choices that one play of a card may lead to, with the first option each time."""


def check_plays(state: State, legal: "Sequence[Action]", cards: Collection[str]) -> None:
    """Check the plays of some cards: sorted, as `ways` says, and no other play is accepted."""
    plays = [move for move in legal if isinstance(move, PlayCard) and move.card in cards]
    with law("moves fit ways") as insist:
        for move in plays:
            ways = effects_of(state.edition)[move.card].ways(len(state.players))
            insist(_ways(move) & {*ways}, "{} is none of {}", move, ways)
    with law("moves are in range") as insist:
        for move in plays:
            insist(not (problem := _out_of_range(state, move)), "{}: {}", move, problem)
    with law("plays lists each move once, in order") as insist:
        insist(plays == sorted({*plays}, key=_order), plays[:4])
    is_free = state.dice_taken or state.edition.ruleset.free_actions_before_die  # R3.2
    held = {*cards} & {*state.player.hand} if is_free else set[str]()
    with law("apply gives a state"):
        for move in plays:
            play_card(state, move)
    for move in plays:
        check_legality(state, move, is_listed=True)
    with law("plays and refuse agree") as insist:
        for move in (way for card in held for way in _tries(state, card)):
            is_right = move in plays or ls.why_illegal(state, move)
            insist(is_right, "{} is accepted, not listed", move)


def check_types(state: State, card: str) -> None:
    """Check the types of what `plays` and `refuse` return."""
    effect = effects_of(state.edition)[card]
    with law("plays returns moves of the card, and refuse why one is not possible") as insist:
        listed: object = effect.plays(state, card)
        insist(isinstance(listed, tuple), f"plays must return a tuple, not {shown(listed)}")
        for move in effect.plays(state, card):
            is_own = isinstance(move, PlayCard) and move.card == card
            insist(is_own, "plays must return moves of {}, not {}", card, shown(move))
        refusal: object = effect.refuse(state, PlayCard(card))
        is_refusal = refusal is None or isinstance(refusal, ls.Refusal)
        insist(is_refusal, f"refuse must return a refusal or None, not {shown(refusal)}")


def check_choices(state: State, cards: Collection[str], random: Random) -> None:
    """Check that neither plays of cards, nor their words, nor refusals depend on secrets (R10.2).

    Only some plays are compared by their refusals: a few of those that name the same things. The
    words are those that an effect gives itself.
    """
    tries = list[PlayCard]()
    for card in sorted({*cards} & {*state.player.hand}):
        tries += _drawn_tries(state, card, random)
    listed = cards_rules.legal_plays(state)
    refused = [cards_rules.refuse_play(state, move) for move in tries]
    own_words = [move for move in listed if move.card in cards and _tells(state, move)]
    own_words = random.sample(own_words, min(TRIES, len(own_words)))
    seen = ls.view(state, state.current_player) if own_words else None
    with law("moves have words"):
        told = [ls.describe_move(move, seen) for move in own_words if seen]
    others = other_deals(state, state.current_player, random, most=DEALS)
    for other in (*_seeded(state), *others):
        with law("legal moves tell no secret (R10.2)") as insist:
            now = cards_rules.legal_plays(other)
            insist(now == listed, "{} are legal, but {} with other secrets", listed, now)
        with law("words of moves tell no secret (R10.2)") as insist:
            now_told = [ls.describe_move(move, seen) for move in own_words if seen]
            insist(now_told == told, "{}; but with other secrets {}", told, now_told)
        with law("refusals tell no secret (R10.2)") as insist:
            for move, refusal in zip(tries, refused, strict=True):
                again = cards_rules.refuse_play(other, move)
                insist(again == refusal, "{}; but with other secrets {}", refusal, again)


def _tells(state: State, move: PlayCard) -> bool:
    """Return whether the effect of a card gives words of its own to moves."""
    return type(effects_of(state.edition)[move.card]).told is not CardEffect.told


def _drawn_tries(state: State, card: str, random: Random) -> list[PlayCard]:
    """Draw some ways to play a card for each set of things that a move of it can name."""
    effect = effects_of(state.edition)[card]
    by_names: dict[tuple[str, ...], list[PlayCard]] = {}
    for move in _tries(state, card):
        if not refuse_extras(state, move, effect):
            by_names.setdefault(_named(move), []).append(move)
    drawn = list[PlayCard]()
    for moves in by_names.values():
        drawn += random.sample(moves, min(TRIES, len(moves)))
    return drawn


def _seeded(state: State) -> list[State]:
    return [state.changed(streams=Streams(seed, 3, 0, 2, 1)) for seed in range(SEEDS)]


def check_chance(state: State, move: PlayCard) -> None:
    """Check that a card acts the same with any seed, since nobody knows what a seed decides."""
    with law("a seed decides nothing but what is awaited (R10.3)") as insist:
        tries = [state.changed(streams=None), *_seeded(state)]
        ends = {play_card(seeded, move).changed(streams=None) for seeded in tries}
        insist(len(ends) == 1, "{} leads to {} states with other seeds", move, len(ends))


def check_known(state: State, action: "Action") -> None:
    """Check that an effect does not write what players know: looks and passed cards do (R10.2).

    The action plays the card, or is an outcome or a choice that the card waits for. There must be
    one event for each card that was passed or shown, and no others of that kind.
    """
    state = ls.with_explicit_chance(state)
    if isinstance(action, PlayCard):
        before = state
        move = action
        received = None
    else:
        assert state.playing is not None
        assert isinstance(action, Outcome | Choose)
        move, received = state.playing, action
        before = state if isinstance(action, Choose) else cards_rules.resolve(state, action)
        if before.is_chance:
            return
    with law("only what is shown or passed is known (R10.2)") as insist:
        acting, after = cards_rules.acted(before, move, received)
        written = "an effect writes Player.known: pass_card, show_cards and looks do that"
        insist(not knowledge.is_written(acting, after), written)
    with law("events tell what changed") as insist:
        true = [*told_steps(knowledge.steps_of(after), acting.current_player)]
        told = [event for event in ls.play(state, action).events if isinstance(event, STEPS)]
        insist(told == true, "{} is told, not {}", told, true)


def check_seeded(state: State, done: ls.Transition) -> "list[tuple[State, Action]]":
    """Check that a seed does only what its outcomes do; return each action with its state.

    The states have explicit chance.
    """
    steps, events = list[tuple[State, Action]](), list[ls.Event]()
    state = ls.with_explicit_chance(state)
    with law("a seed decides nothing but what is awaited (R10.3)") as insist:
        for action in done.actions:
            steps.append((state, action))
            each = ls.play(state, action)
            events += each.events
            state = each.state
        is_same = tuple(events) == done.events
        insist(is_same, "{} is told, and without one {}", done.events, events)
        insist(ls.with_explicit_chance(done.state) == state, "without one, it ends otherwise")
    return steps


_OF_TURNS = (
    happened.RoundBegun,
    happened.TurnBegun,
    happened.TurnSkipped,
    happened.TurnEnded,
    happened.PlayersOut,
)
"""Events that change nothing besides what `CardDone` has as well."""


def check_choosing(state: State, random: Random) -> None:
    """Check the options of a card that waits for a choice, and that it comes to an end."""
    options = ls.legal_moves(state)
    with law("options are choices in range, each once") as insist:
        for option in options:
            insist(isinstance(option, Choose), f"{shown(option)} is no Choose")
            assert isinstance(option, Choose)
            problem = _option_out_of_range(state, option)
            insist(not problem, "{}: {}", option, problem)
        insist(len({*options}) == len(options), "{}: one is listed twice", options)
    seen = ls.view(state, state.current_player)
    words = {language: _words_of(seen, options, language) for language in ls.LANGUAGES}
    with law("options tell no secret (R10.2)") as insist:
        for other in other_deals(state, state.current_player, random, most=DEALS):
            now = cards_rules.options(other)
            insist(now == options, "{} can be chosen, but {} with other secrets", options, now)
    with law("options have words, each other ones") as insist:
        again = _words_of(seen, options, "en")  # an effect may remember what it was asked last
        insist(again == words["en"], "{}, then {}", words["en"], again)
        for listed in words.values():
            twice = [text for text, count in Counter(listed).items() if count > 1]
            insist(not twice, f"two options are told as {twice[:1]}")
    with law("a card comes to an end") as insist:
        asked, chosen = ls.with_seed(state, 0), 0
        while asked.choice is not None:
            asked, chosen = ls.apply(asked, ls.legal_moves(asked)[0]), chosen + 1
            insist(chosen <= MOST_CHOICES, f"it waits for a choice after {MOST_CHOICES} others")


def _words_of(seen: ls.View, options: "Sequence[Action]", language: str) -> list[str]:
    """Describe options; cards have their ids, since two can have one name."""
    wording = Wording(phrases_in(language), None, None, None)
    with law("options have words, each other ones") as insist:
        labels = list[str]()
        for option in options:
            assert isinstance(option, Choose)
            labels.append(move_label(option, seen, wording))
            insist(labels[-1], option)
    return labels


def _option_out_of_range(state: State, option: Choose) -> str:
    """Say which part of an option the game does not have."""
    board = state.edition.board
    if option.seat is not None and not 0 <= option.seat < len(state.players):
        return f"seat must be 0 to {len(state.players) - 1}"
    if option.amount is not None and not 0 <= option.amount <= LARGEST_NUMBER:
        return f"amount must be 0 to {LARGEST_NUMBER}"
    if unknown := {*option.cards} - {*state.edition.effects}:
        return f"cards must be of the edition, not {sorted(unknown)}"
    rows, columns = len(board.rows), len(board.columns)
    for space in (option.space, option.source):
        if space and not (1 <= space.row <= rows and 1 <= space.column <= columns):
            return f"a space must be in rows 1 to {rows} and columns 1 to {columns}"
    most = board.bag.gems
    is_real = all(0 <= few <= held for few, held in zip(option.gems or most, most, strict=True))
    if option.gems is not None and not (is_real and option.gems.total):
        return f"gems must be 1 or more, and of each colour at most {most}, as the game has"
    return ""


def check_told(state: State, move: PlayCard) -> None:
    """Check that the events of a card report exactly the public changes."""
    state = ls.with_explicit_chance(state)
    done = ls.play(state, move)
    steps = steps_of(state, move, None)
    true = openly_changed(state, done.state, (move.card, *move.cards), steps)
    with law("events tell what changed") as insist:
        sums, wanted = _summed(done.events), _summed(true)
        insist(sums == wanted, "{} is told, and {} is not", sums - wanted, wanted - sums)
        for event in done.events:
            insist(not isinstance(event, _OF_TURNS), "{}, which no card does", event)
            if isinstance(event, happened.CardDrawn | happened.HandChanged):
                old, new = (Counter(own.players[event.seat].hand) for own in (state, done.state))
                if isinstance(event, happened.CardDrawn):
                    insist((new - old)[event.card or ""], f"{event}, but the hand has {new}")
                else:
                    insist(event.cards == new.total(), f"{event}, but the hand has {new}")


def _summed(events: Iterable[ls.Event]) -> set[tuple[object, ...]]:
    """Add up what events say that players, spaces and the boat gained and lost."""
    sums = Counter[tuple[object, ...]]()
    for event in events:
        seat = getattr(event, "seat", None)
        sign = -1 if isinstance(event, happened.CardTook) else 1
        match event:
            case happened.CoinsTaken() | happened.CardGave() | happened.CardTook():
                sums["coins", seat] += sign * event.coins
            case happened.GemsSold():
                sums["coins", seat] += event.coins
            case happened.TentBuilt() | happened.TentMoved():
                sums["tent", seat, event.space] += 1
                sums["coins", seat] -= event.cost + sum(event.fees)
                for other, fee in enumerate(event.fees):
                    sums["coins", other] += fee
            case happened.BoatMoved(source, column):
                sums["boat",] += column - source
            case happened.MoreDiceAllowed(dice=dice):
                sums["dice to take",] += dice
            case happened.DiceChanged() | happened.Donated():
                sums[type(event).__name__, seat] = 1
            case happened.HandChanged() | happened.CardDrawn():
                sums["hand", seat] = 1
        if isinstance(event, happened.TentMoved | happened.TentRemoved):
            sums["tent", seat, getattr(event, "source", event.space)] -= 1
        if isinstance(points := getattr(event, "points", 0), int):  # not those of all seats
            sums["points", seat] += sign * points
        if isinstance(event, happened.CardGave | happened.CardTook | happened.GemsSold):
            is_less = isinstance(event, happened.CardTook | happened.GemsSold)
            for colour, count in event.gems._asdict().items():
                sums[colour, seat] += -count if is_less else count
    return {(*what, number) for what, number in sums.items() if number}


def check_figures(effect: CardEffect) -> None:
    """Check the types and ranges of an effect's properties, and that a second look is equal."""
    with law("what an effect says of itself has its type and range") as insist:
        for name, (is_right, wanted) in _OF_ITSELF.items():
            one, other = getattr(effect, name), getattr(effect, name)
            insist(is_right(one), f"{name} must be {wanted}, not {shown(one)}")
            insist(one == other, f"{name} is {shown(one)}, then {shown(other)}")
        ways = effect.ways(2)
        insist({*ways} <= {*CHOICES}, f"ways must be some of {[*CHOICES]}, not {shown(ways)}")


def _is_count(value: object) -> bool:
    return type(value) is int and value >= 0


def _are_prices(value: object) -> bool:
    """Return whether these are coins and points for a gem of each colour."""
    if not isinstance(value, tuple) or len(value) != 2:
        return False
    return all(isinstance(each, Gems) and all(map(_is_count, each)) for each in value)


_OF_ITSELF: dict[str, tuple[Callable[[Any], bool], str]] = {
    "figure": (lambda text: isinstance(text, str), "a text"),
    "emblem": (lambda text: isinstance(text, str), "a text"),
    "points_in_hand": (_is_count, "a whole number from 0"),
    "most_amount": (_is_count, "a whole number from 0"),
    "stones_drawn": (lambda n: n is None or _is_count(n), "None or a whole number from 0"),
    "prices": (lambda each: each is None or _are_prices(each), "None or two `Gems` from 0"),
    "moments": (
        lambda listed: isinstance(listed, tuple) and all(isinstance(m, Moment) for m in listed),
        "a tuple of `Moment`",
    ),
    "removes": (
        lambda listed: isinstance(listed, tuple) and {*listed} <= {"stones", "coins", "tents"},
        "a tuple of stones, coins and tents",
    ),
}


def check_end_points(state: State, effects: Iterable[CardEffect]) -> None:
    """Check that the points of cards at the end are whole numbers, and equal when asked again."""
    state = before_scoring(state)
    with law("points at the end are whole numbers, and the same again (R8.3)") as insist:
        for effect, seat in product(effects, range(len(state.players))):
            points = effect.end_points(state, seat)
            is_number = type(points) is int and abs(points) <= LARGEST_FIGURE
            wanted = f"a whole number, {-LARGEST_FIGURE} to {LARGEST_FIGURE}"
            insist(is_number, f"end_points must be {wanted}, not {shown(points)}")
            again = effect.end_points(state, seat)
            insist(points == again, f"end_points is {shown(points)}, then {shown(again)}")


def check_value(state: State, card: str, move: PlayCard | None) -> None:
    """Check that the value of a card or a move is None or finite, and equal when asked again."""
    effect = effects_of(state.edition)[card]
    positions: tuple[State | ls.View, ...] = (state, ls.view(state, state.current_player))
    with law("bots can value it") as insist:
        for position in positions:
            value, again = effect.value(position, move), effect.value(position, move)
            is_number = type(value) in (int, float) and isfinite(value or 0)
            insist(value is None or is_number, f"value must be finite, not {shown(value)}")
            insist(value == again, f"value is {shown(value)}, then {shown(again)}")


_OPTIONAL = {"source", "cards"}


def _ways(move: PlayCard) -> set[str]:
    made = {*_named(move)}
    return {way for way, names in CHOICES.items() if names - _OPTIONAL <= made <= names}


def _out_of_range(state: State, move: PlayCard) -> str:
    """Say which part of a move is out of range, so that no environment has a number for it."""
    board, seats = state.edition.board, len(state.players)
    amounts = effects_of(state.edition)[move.card].most_amount
    if move.amount is not None and not 0 <= move.amount <= amounts:
        return f"amount must be 0 to {amounts}, which is most_amount"
    if move.seat is not None and not 0 <= move.seat < seats:
        return f"seat must be 0 to {seats - 1}"
    rows, columns = len(board.rows), len(board.columns)
    for space in (move.space, move.source):
        if space and not (1 <= space.row <= rows and 1 <= space.column <= columns):
            return f"a space must be in rows 1 to {rows} and columns 1 to {columns}"
    if move.space is not None and move.space == move.source:
        return "space and source must be two spaces"
    most = board.bag.gems
    is_real = all(0 <= few <= held for few, held in zip(move.gems or most, most, strict=True))
    if move.gems is not None and not (is_real and move.gems.total):
        return f"gems must be 1 or more, and of each colour at most {most}, as the game has"
    return ""


def _named(move: PlayCard) -> tuple[str, ...]:
    return tuple(name for name in NAMES if getattr(move, name) not in (None, ()))


def _order(move: PlayCard) -> tuple[object, ...]:
    """Return the key by which moves are sorted: their fields, None first, gems by their counts."""
    parts = [getattr(move, name) for name in NAMES]
    plain = [tuple(part) if isinstance(part, tuple) else part for part in parts]
    return (move.card, *((part is not None, () if part is None else part) for part in plain))


def _tries(state: State, card: str) -> Iterator[PlayCard]:
    """Yield many ways to play a card, possible or not, that name what its `ways` name."""
    effect = effects_of(state.edition)[card]
    ways = effect.ways(len(state.players))
    named = {name for way in ways for name in CHOICES[way]}
    yield PlayCard(card)
    if "gems" in named:
        for gems in (Gems(), Gems(1, 0, 0), Gems(0, 1, 1), state.player.gems):
            yield PlayCard(card, gems)
    if "space" in named:
        yield from _tries_of_spaces(state, card, with_cards="cards" in named)
    most, coins = effect.most_amount, state.player.coins
    edges = sorted({-1, 0, 1, 9, coins, coins + 1, most, most + 1})
    if "amount" in named:
        for amount in sorted({*range(most + 1), *edges}):
            yield PlayCard(card, amount=amount)
    seats = [-1, *range(len(state.players) + 1)] if "seat" in named else []
    for seat, number in product(seats, [None, *edges] if "amount" in named else [None]):
        yield PlayCard(card, seat=seat, amount=number)


def _tries_of_spaces(state: State, card: str, *, with_cards: bool) -> Iterator[PlayCard]:
    board = state.edition.board
    spaces = [Space(row, column) for row in (1, 2, len(board.rows)) for column in (1, state.boat)]
    spaces += [space for player in state.players for space in player.spaces()][:8]
    spaces += [Space(0, 1), Space(1, len(board.columns) + 1)]
    for space, source in product(spaces, [None, *spaces]):
        yield PlayCard(card, None, space, source)
    tent_cards = [*state.edition.no_cost_cards, *state.edition.any_row_cards]
    for space, other in product(spaces[:6], tent_cards if with_cards else []):
        yield PlayCard(card, None, space, cards=[other])
