"""Moves, before they are made, refusals and cards in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, assert_never, get_args

from livingstone.edition.phrases import phrases_in
from livingstone.edition.types import Card, Edition
from livingstone.errors import ArgumentError, shown
from livingstone.game import moves
from livingstone.game.card_effect import Told, effects_of, need_english, texts_of
from livingstone.game.effects.shipped import Parts
from livingstone.game.hand import lay_open
from livingstone.game.refusals import Refusal
from livingstone.game.rules.tents import price_of
from livingstone.game.sampling import deals, sample_state
from livingstone.game.view import View
from livingstone.support.arguments import need
from livingstone.values import Gems, Space
from livingstone.words.events import choices_of, goods
from livingstone.words.refusals import own_sentence, sentence_of
from livingstone.words.rules import figures_of
from livingstone.words.wording import Wording, wording_for


def describe_move(
    move: moves.Move,
    view: View,
    *,
    names: Sequence[str] | None = None,
    language: str = "en",
    you: int | None = None,
) -> str:
    """Describe what a legal move would do, before chance decides anything.

    The arguments after `view` are those of `describe`.

    >>> from livingstone import BuildTent, Dig, TakeCoins, TakeDie, apply, new_game, view
    >>> state = apply(new_game(2, seed=7), TakeDie(3))
    >>> [describe_move(move, view(state, 0)) for move in (TakeCoins(), BuildTent(3))]
    ['take 3 coins', 'build a tent in row 3 of column 1 for 1 coin']
    >>> describe_move(Dig(), view(state, 0), language="fr")
    'tirer 3 pierres du sac'

    Raises `ArgumentError` for a move that is not legal in the view, and as `describe` does.
    """
    need("describe_move", move, "Move", *get_args(moves.Move))
    need("describe_move", view, "View", View)
    wording = wording_for(language, names, you, view.edition)
    wording.by_seat(view.players)
    if move not in view.legal_moves:
        raise ArgumentError(f"{shown(move)} is not legal here: `why_illegal` says why")
    return move_label(move, view, wording)


def move_label(move: moves.Move, view: View, wording: Wording) -> str:
    """Describe a move that is known to be legal in the view."""
    say = wording.say
    amount = wording.amount
    match move:
        case moves.TakeDie(value):
            return say("moves.take_die", die=amount("the_die", value))
        case moves.DrawCard():
            return say("moves.draw_card")
        case moves.TakeCoins():  # at most what the bank holds (R1.7)
            return say("moves.take_coins", coins=amount("coins", min(view.die or 0, view.bank)))
        case moves.Dig():  # at most what the bag holds
            return say("moves.dig", stones=amount("stones", min(view.die or 0, view.bag.total)))
        case moves.BuildTent(row, cards, source):
            price = price_of(view, row, cards=cards)
            space = Space(row, view.boat)
            values = wording.tent(space, cards, *price, "moves.price")
            if source is None:
                return say("moves.build_tent", **values)
            return say("moves.move_tent", source=wording.space(source), **values)
        case moves.PlayCard(card):
            what = _effect(move, view, wording)
            return say("moves.play_card", card=wording.card(card), what=what)
        case moves.Choose():
            return say("moves.choose", what=_option(move, view, wording))
        case moves.SellGems(gem, count):
            sold = Gems(**{gem: count})
            coins = min(sold.worth(view.edition.board.gem_values), view.bank)  # R1.7
            return say("moves.sell_gems", gems=wording.gems(sold), gain=amount("coins", coins))
        case moves.Donate(coins):
            return say("moves.donate", coins=amount("coins", coins))
        case moves.EndTurn():
            return say("moves.end_turn")
        case unknown:
            assert_never(unknown)


def _effect(move: moves.PlayCard, view: View, wording: Wording) -> str:
    """Describe what a card played by itself does (R6.4 to R6.10)."""
    told = effects_of(view.edition)[move.card].told(view, move)
    if told is None:
        card = view.edition.card(move.card)
        text = describe_card(card, language=wording.phrases.language).removesuffix(".")
        if move != moves.PlayCard(move.card):
            text = f"{text} ({choices_of(move, wording)})"
        changes = _changes(move, view, wording)
        return f"{text}: {changes}" if changes else text
    return _tell(told, wording)


def _option(option: moves.Choose, view: View, wording: Wording) -> str:
    """Describe what can be chosen for a card (R6): in its effect's words, or what it names."""
    move = view.playing
    choice = view.choice
    assert move is not None
    assert choice is not None
    told = effects_of(view.edition)[move.card].told_option(view, move, choice, option)
    if told is None:
        return choices_of(option, wording)
    texts, facts = told
    return own_sentence(dict(texts_of(texts, facts)), facts, wording).removesuffix(".")


def _tell(told: Told, wording: Wording) -> str:
    key, values = told
    if not isinstance(key, str):
        need_english(key)
        wording = wording.for_texts(key)
    said = {name: _value(value, wording) for name, value in values.items()}
    if isinstance(key, str):
        return wording.say(key, **said)
    return key[wording.phrases.language].format(**said)


def _changes(move: moves.PlayCard, view: View, wording: Wording) -> str:
    """Say what a card costs and brings its player, if that does not depend on secrets (R10.2)."""
    effect = effects_of(view.edition)[move.card]
    gains = set[tuple[int, Gems, Gems, int]]()
    for state in deals(sample_state(view, 0), move.card):
        before = lay_open(state, state.player, move.cards) if move.cards else state
        old, new = before.player, effect.apply(before, move).players[before.current_player]
        kept = old.gems & new.gems
        points = new.points - old.points
        gains.add((new.funds - old.funds, old.gems - kept, new.gems - kept, points))
    if len(gains) > 1:
        return ""
    coins, lost, gained, points = gains.pop()
    said = list[str]()
    for key, sign, gems in (("moves.costs", -1, lost), ("moves.brings", 1, gained)):
        if what := goods(wording, sign * coins, gems, sign * points):
            said.append(wording.say(key, what=what))
    return wording.listed(said)


def _value(value: Any, wording: Wording) -> object:
    """Put a value of `CardEffect.told` into words."""
    match value:
        case str():
            return wording.say(value) if value else ""
        case Space() | Gems():
            return wording.value(value)
        case list(parts):
            return wording.listed([_tell(part, wording) for part in parts])
        case (kind, count):
            return wording.amount(kind, count)
        case {"coins": coins, "points": points}:
            return wording.gain(coins, points)
        case number:
            return number


def describe_refusal(
    refusal: Refusal,
    *,
    names: Sequence[str] | None = None,
    language: str = "en",
    you: int | None = None,
    edition: Edition | str,
) -> str:
    """Explain in a sentence why a move is refused; the number of the rule is in `refusal.rule`.

    The other arguments and the errors are those of `describe`. The sentence may hold secrets of the
    player to move: show it to that player only.

    >>> from livingstone import BuildTent, new_game, view, why_illegal
    >>> refusal = why_illegal(view(new_game(2, seed=7), 0), BuildTent(3))
    >>> describe_refusal(refusal, edition="printed")
    'This uses a die: take one first, and use each only once.'
    """
    wording = wording_for(language, names, you, edition)
    code = refusal.code.value
    facts = dict(refusal.facts)
    if refusal.own_sentence:
        texts = {"en": refusal.own_sentence, **dict(refusal.own_texts)}
        sentence = own_sentence(texts, facts, wording)
    else:
        sentence = sentence_of(code, refusal.rule, facts, wording)
    return wording.begun(sentence)


def describe_card(card: Card, *, language: str = "en") -> str:
    """Describe in a sentence or two what a card does.

    In English this is the card's own text. In another language it is one of the card's `texts`, or
    made from the effect; if the effect has no phrase there, the text stays English.

    >>> from livingstone import load_edition
    >>> describe_card(load_edition("printed").card("four_coins"), language="it")
    'Prendi 4 monete dalla banca.'

    Raises `ArgumentError` for an unknown language.
    """
    need("describe_card", card, "Card", Card)
    phrases = phrases_in(language)
    if own := card.texts.called(language):
        return own
    if language != "en" and isinstance(card.effect, Parts):
        wording = Wording(phrases, None, None, None)
        return " ".join(_tell(part, wording) for part in card.effect.sentences)
    key = f"effects.{card.effect.kind}"
    if language == "en" or key not in phrases.by_key:
        return card.text
    return phrases.say(key, **figures_of(card.effect, phrases))
