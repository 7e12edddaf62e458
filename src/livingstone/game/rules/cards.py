"""R4.1, R6 and R6.11 to R6.12: drawing cards, the mine collapse, and playing cards."""

from collections.abc import Callable
from typing import Any

from attrs import evolve

from livingstone.errors import shown
from livingstone.game import knowledge
from livingstone.game.card_effect import CHOICES, NAMES, CardEffect, effects_of, plain_play
from livingstone.game.hand import held, lay_open, refuse_unheld
from livingstone.game.moves import (
    Action,
    Awaited,
    CardChoice,
    CardDraw,
    CardLook,
    CardRevealed,
    CardRoll,
    CardsShown,
    Choose,
    DiceRolled,
    DrawCard,
    HandDraw,
    Outcome,
    PlayCard,
    StonesDrawn,
)
from livingstone.game.refusals import Code, Refusal, refuse
from livingstone.game.rules.money import receive_stones
from livingstone.game.rules.rounds import receive_dice, refuse_free_action, refuse_using_die
from livingstone.game.rules.tents import refuse_tent_cards
from livingstone.game.state import Player, State, need_fields
from livingstone.values import NO_CARDS, NO_GEMS, CardPile, pile_of

_DRAW: tuple[DrawCard, ...] = (DrawCard(),)
_CARD = CardDraw(is_replacement=False)
_REPLACEMENT = CardDraw(is_replacement=True)
_RULES = {"gems": "R6.6", "space": "R6.5", "source": "R6.5"}
"""The rules of the choices that shipped cards have, in refusals."""


def legal_draw(state: State) -> tuple[DrawCard, ...]:
    """List the draw of a card if any is left; the caller has checked the die (R4.1)."""
    return _DRAW if state.draw_pile or state.played else ()


def refuse_draw(state: State, _: DrawCard) -> Refusal | None:
    """Explain why no card can be drawn (R4.1)."""
    refusal = refuse_using_die(state, "R4.1")
    return refusal or (None if legal_draw(state) else refuse(Code.NO_CARDS_LEFT, "R4.1"))


def draw_card(state: State, _: DrawCard) -> State:
    """Draw a card, whatever the die shows (R4.1).

    Ruling: if the draw pile is empty, the played cards become the draw pile first.
    """
    if not state.draw_pile:
        state = state.changed(draw_pile=state.played, played=NO_CARDS)
    return state.changed(die=None, pending=_CARD)


def receive_card(state: State, revealed: CardRevealed) -> State:
    """Put the card drawn into the hand, or carry out the mine collapse (R4.1, R6.11).

    Ruling: after the card that replaces a collapse, the collapse, all played cards and the rest
    of the draw pile become the new draw pile, as the French text says.
    """
    card = revealed.card
    draw_pile = state.draw_pile - pile_of((card,))
    played = state.played
    if knowledge.is_any(state):
        state = knowledge.drawn(state, is_held=not state.edition.is_collapse(card))
        if state.pending == _REPLACEMENT:
            state = knowledge.forget_pile(state)
    if state.edition.is_collapse(card):
        return _collapse(state.changed(draw_pile=draw_pile, played=played + pile_of((card,))))
    if state.pending == _REPLACEMENT:
        draw_pile = draw_pile + played
        played = NO_CARDS
    player = state.players[state.current_player]
    return state.with_player(
        player.changed(hand=tuple(sorted((*player.hand, card)))),
        draw_pile=draw_pile,
        played=played,
        pending=None,
    )


def _collapse(state: State) -> State:
    """Put all players' gems back into the bag and draw a replacement (R6.11, R6.12).

    Ruling: if the draw pile is empty, the played cards become the draw pile first, without any
    collapse; if there are none, there is no replacement, and the collapses become the draw pile at
    once. Stones that are aside stay there (R6.11), and the replacement is always drawn.
    """
    bag = state.bag
    for player in state.players:
        bag += player.gems.stones
    players = tuple(player.changed(gems=NO_GEMS) for player in state.players)
    state = state.changed(bag=bag, players=players, pending=_REPLACEMENT)
    if state.draw_pile:
        return state
    is_collapse = state.edition.is_collapse
    collapses = CardPile(tuple(item for item in state.played if is_collapse(item[0])))
    others = CardPile(tuple(item for item in state.played if not is_collapse(item[0])))
    if others:
        return state.changed(draw_pile=others, played=collapses)
    return state.changed(draw_pile=collapses, played=NO_CARDS, pending=None)


def legal_plays(state: State) -> tuple[PlayCard, ...]:
    """List the ways to play cards, by id, if free actions are possible (R6)."""
    moves: tuple[PlayCard, ...] = ()
    effects = effects_of(state.edition)
    for card in held(state.edition.lone_cards, state.players[state.current_player].hand):
        moves += effects[card].plays(state, card)
    return moves


def refuse_play(state: State, move: PlayCard) -> Refusal | None:
    """Explain why this card cannot be played in this way (R6).

    Ruling: a card may be played only where it has an effect.
    """
    if refusal := refuse_unheld(state, move.card):
        return refusal
    effect = effects_of(state.edition)[move.card]
    return (
        refuse_free_action(state)
        or refuse_extras(state, move, effect)
        or effect.refuse(state, move)
    )


def refuse_extras(state: State, move: PlayCard, effect: CardEffect) -> Refusal | None:
    """Refuse choices for a card that does not take them, and cards that cannot go along."""
    if move == plain_play(move.card)[0]:
        return None
    taken = {name for way in effect.ways(len(state.players)) for name in CHOICES[way]}
    if "space" in taken:
        taken.add("source")  # the effect says why no tent can come from there
    for name in NAMES:
        if name not in taken and getattr(move, name) not in (None, ()):
            return refuse(Code.WRONG_USE, _RULES.get(name, "R6"), card=move.card)
    return refuse_tent_cards(state, move) if move.cards else None


def play_card(state: State, move: PlayCard) -> State:
    """Play a card from the hand; it becomes a played card (R6)."""
    state = lay_open(state, state.player, (move.card, *move.cards))
    effect = effects_of(state.edition)[move.card]
    return tidy(state, effect.apply(state, move), effect, move)


def receive(state: State, outcome: Outcome) -> State:
    """Carry out an outcome of chance, then let the card in play use it (R6)."""
    after = _RECEIVE[type(outcome)](state, outcome)
    move = after.playing
    if move is None or after.pending is not None:
        return after
    effect = effects_of(state.edition)[move.card]
    after = after.changed(playing=None)
    left = effect.receive(after, move, outcome)
    return tidy(after, left, effect, move, (state.pending, outcome))


def resolve(state: State, outcome: Outcome) -> State:
    """Carry out an outcome of chance; the card in play does not use it."""
    return _RECEIVE[type(outcome)](state, outcome)


def acted(before: State, move: PlayCard, outcome: Outcome | Choose | None) -> tuple[State, State]:
    """Let the effect of a card act; return the state before and after that, not tidied.

    It acts when the card is played, on an outcome that has been carried out already, or on a
    choice. The steps with cards are still in the state after it.
    """
    effect = effects_of(before.edition)[move.card]
    if outcome is None:
        laid = lay_open(before, before.player, (move.card, *move.cards))
        return laid, effect.apply(laid, move)
    if isinstance(outcome, Choose):
        before, _, choice = _without_choice(before)
        return before, effect.choose(before, move, choice, outcome)
    before = before.changed(playing=None)
    return before, effect.receive(before, move, outcome)


_Received = tuple[Awaited | None, Outcome | None]
_NOTHING: _Received = (None, None)


def tidy(
    before: State,
    after: State,
    effect: CardEffect,
    move: PlayCard,
    received: _Received = _NOTHING,
) -> State:
    """Keep the order that a state needs, whatever an effect did to the players.

    Hands and scored spaces are sorted; a space without a tent is not scored (R7.2); a chest holds
    no more than purse and chest ever held since the last donation (R10.2). `received` is the last
    event of chance that the card awaited, with its outcome, for a choice.
    """
    if not isinstance(after, State):
        raise TypeError(f"apply must return a state, not {shown(after)}")
    need_fields(after)
    choice = after.choice
    if choice is None:
        return _kept(before, after, effect, move)
    if not effect.lets_choose:
        raise TypeError(f"{type(effect).__name__} awaits a choice: define options and choose")
    event, outcome = received
    assert not isinstance(event, CardChoice)
    choice = evolve(choice, event=event, outcome=outcome)
    after = _kept(before, after.changed(pending=None), effect, move)
    asked = after.changed(pending=choice, playing=move, current_player=choice.seat)
    return asked if options(asked) else after


def _kept(before: State, after: State, effect: CardEffect, move: PlayCard) -> State:
    if after.pending is not None and type(effect).receive is not CardEffect.receive:
        after = after.changed(playing=move)
    elif isinstance(after.pending, CardRoll):
        raise TypeError(f"{type(effect).__name__} awaits dice: define receive, which gets them")
    after = knowledge.followed(before, after)
    if after.players is before.players:
        return after
    players = [
        new if new is old else _tidy(new)
        for old, new in zip(before.players, after.players, strict=True)
    ]
    return after.changed(players=tuple(players))


def _tidy(player: Player) -> Player:
    need_fields(player)
    tents = player.tents
    return player.changed(
        hand=tuple(sorted(player.hand)),
        scored=tuple(sorted({at for at in player.scored if tents[at.column - 1][at.row - 1]})),
        chest_limit=min(player.chest_limit, player.coins + player.chest),
    )


def options(state: State) -> tuple[Choose, ...]:
    """List the options of the card in play for the choice that it awaits, if any (R6)."""
    asked, move, choice = _without_choice(state)
    return effects_of(state.edition)[move.card].options(asked, move, choice)


def _without_choice(state: State) -> tuple[State, PlayCard, CardChoice]:
    """Return the state as an effect gets it: the player of the card is to move."""
    choice = state.choice
    move = state.playing
    assert choice is not None
    assert move is not None
    return state.changed(pending=None, playing=None, current_player=choice.turn), move, choice


def legal_choices(state: State) -> tuple[Choose, ...]:
    """List the options of the choice that is awaited; there is at least one (R6).

    Raises `RuntimeError` for an effect that has no option in a state that fits a view: whether it
    has any may not depend on what a player cannot see.
    """
    if found := options(state):
        return found
    assert state.playing is not None
    raise RuntimeError(f"{state.playing.card} awaits a choice and has no options")


def refuse_choice(_: State, __: Choose) -> Refusal:
    """Refuse to choose while no card waits for a choice (R6)."""
    return refuse(Code.NO_CHOICE_AWAITED, "R6")


def refuse_while_choosing(state: State, action: Action) -> Refusal | None:
    """Refuse all but the options while a card waits for a choice (R6)."""
    if isinstance(action, Choose) and action in legal_choices(state):
        return None
    assert state.playing is not None
    return refuse(Code.CHOICE_AWAITED, "R6", card=state.playing.card)


def choose(state: State, option: Choose) -> State:
    """Let the card in play do what was chosen; its player is to move again (R6)."""
    _, move, choice = _without_choice(state)
    effect = effects_of(state.edition)[move.card]
    return tidy(*acted(state, move, option), effect, move, (choice.event, choice.outcome))


def _show(state: State, shown: CardsShown) -> State:
    """Let the player who looks or draws know cards that no other player sees (R6)."""
    pending = state.pending
    assert isinstance(pending, CardLook | HandDraw)
    seat = state.current_player
    if isinstance(pending, CardLook):
        seat = pending.looker(seat)
    if pending.owner == seat:
        return state.changed(pending=None)
    player = state.players[seat]
    if isinstance(pending, HandDraw):
        known = knowledge.with_shown(player.known, pending.owner, shown.cards)
    else:
        known = knowledge.after_look(player.known, pending.owner, shown.cards)
    return state.with_player(player.changed(known=known), seat=seat, pending=None)


_RECEIVE: dict[type[Outcome], Callable[[State, Any], State]] = {
    DiceRolled: receive_dice,
    StonesDrawn: receive_stones,
    CardRevealed: receive_card,
    CardsShown: _show,
}
