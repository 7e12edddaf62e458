"""What a seat was told by own cards, where its record cannot know it: changes of its view, as JSON.

An own card can do what depends on hidden cards and coins, such as to take a card from a hand. Those
that a record of a seat invents can lead to another view; then the record has what is different.
"""

from __future__ import annotations

import json
from typing import Any, get_type_hints

from attrs import evolve, fields

from livingstone.edition import effect
from livingstone.errors import RecordError
from livingstone.game import moves
from livingstone.game.card_effect import effects_of
from livingstone.game.effects.shipped import SHIPPED
from livingstone.game.sampling import fitting_state
from livingstone.game.state import Position, State
from livingstone.game.validation import validate
from livingstone.game.view import PlayerView, Private, View, show, unseen_cards
from livingstone.support.structuring import problems_of
from livingstone.values import CardPile

_OF_TABLE: dict[str, Any] = {
    name: kind
    for name, kind in get_type_hints(Position).items()
    if name not in ("edition", "players", "played")
}
_OF_PLAYERS: dict[str, Any] = {
    part.name: get_type_hints(PlayerView)[part.name] for part in fields(PlayerView)
}
_CARDS = tuple[str, ...]
_CALLED = {"played": _CARDS, "own": Private} | _OF_TABLE
_PLAYERS = dict[str, dict[str, Any]]


def has_own_cards(state: State) -> bool:
    """Return whether any card of the edition has an effect that the library does not have."""
    return any(type(own) not in SHIPPED for own in effects_of(state.edition).values())


def is_by_own_card(state: State, action: moves.Action) -> bool:
    """Return whether an action plays an own card, or is an outcome or a choice for one (R6)."""
    move = action if isinstance(action, moves.PlayCard) else state.playing
    return move is not None and type(effects_of(state.edition)[move.card]) not in SHIPPED


def difference(invented: State, true: State, seat: int | None) -> str | None:
    """Write what a seat sees otherwise in the true state than in an invented one; None if nothing.

    The order of the parts does not depend on what is hidden.
    """
    one, other = show(invented, seat, ()), show(true, seat, ())
    if one == other:
        return None
    changes = dict[str, Any]()
    for name, kind in _CALLED.items():
        old, new = _part(one, name), _part(other, name)
        if old != new:
            changes[name] = effect.converter.unstructure(new, kind)
    players = _PLAYERS()
    for number, both in enumerate(zip(one.players, other.players, strict=True)):
        parts = {
            name: effect.converter.unstructure(getattr(both[1], name), kind)
            for name, kind in _OF_PLAYERS.items()
            if getattr(both[0], name) != getattr(both[1], name)
        }
        if parts:
            players[str(number)] = parts
    if players:
        changes["players"] = players
    return json.dumps(changes) if changes else None


def _part(view: View, name: str) -> object:
    return tuple(view.played.cards()) if name == "played" else getattr(view, name)


def corrected(invented: State, seat: int | None, text: str, number: int) -> State:
    """Return a state that a seat sees as `difference` says; raises `RecordError` for an unfit one.

    `number` is that of the action in the record, from 1.
    """
    try:
        wanted = _changed(show(invented, seat, ()), json.loads(text))
        state = fitting_state(wanted)
        problems = validate(state)
        wanted = evolve(wanted, draw_pile_size=state.draw_pile.total)
        if not problems and show(state, seat, ()) != wanted:
            problems = ["no cards and coins fit it"]
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError) as error:
        problems = problems_of(error)
    if problems:
        raise RecordError(f"what a card told is wrong: {'; '.join(problems)[:200]}", number)
    return state


def _changed(view: View, changes: object) -> View:
    """Change parts of a view by plain data."""
    structure = effect.converter.structure
    given = structure(changes, dict[str, Any])
    players = list(view.players)
    seats = {str(seat): seat for seat in range(len(players))}
    for number, parts in structure(given.pop("players", {}), _PLAYERS).items():
        read = {name: structure(part, _OF_PLAYERS[name]) for name, part in parts.items()}
        players[seats[number]] = evolve(players[seats[number]], **read)
    read = {name: structure(part, _CALLED[name]) for name, part in given.items()}
    if "played" in read:
        read["played"] = CardPile.of(read["played"])
    if view.own is None and "own" in read:
        raise ValueError("a spectator has no secrets")
    view = evolve(view, players=tuple(players), **read)
    hand = view.own.hand if view.own else ()
    return evolve(view, unseen=unseen_cards(view.edition.deck, view.played, hand))
