"""Refusals in words."""

from collections.abc import Sequence

from livingstone.edition.phrases import phrases_in
from livingstone.edition.types import Edition
from livingstone.errors import ArgumentError
from livingstone.game.refusals import Code, Fact, Refusal
from livingstone.values import Gems, Space
from livingstone.words.wording import Wording, wording_for


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
    return wording.begun(sentence_of(refusal, wording))


def plain_sentence(refusal: Refusal) -> str:
    """Return the sentence of a refusal for a traceback: in English, with numbers and ids of cards.

    It begins with a small letter and has no full stop. The sentence that an own effect gave stays
    as it is.
    """
    if refusal.own_sentence:
        return refusal.own_sentence
    sentence = sentence_of(refusal, Wording(phrases_in("en"), None, None, None)).removesuffix(".")
    return sentence[:1].lower() + sentence[1:]


def sentence_of(refusal: Refusal, wording: Wording) -> str:
    """Return the sentence of a refusal in a language.

    It is the phrase of its code and rule, or else of its code alone. An own effect can give facts
    that fit neither phrase; then it is the sentence that the effect gave.
    """
    facts = dict(refusal.facts)
    seat = facts.get("seat")
    code = f"refusals.{refusal.code.value}"
    for name in (f"{code} {refusal.rule}", code):
        try:
            values = _values(refusal.code, facts, wording)
            if isinstance(seat, int):
                return wording.say_of(seat, name, **values)
            return wording.say(name, **values)
        except ArgumentError:
            raise
        except (KeyError, ValueError):
            continue  # no such phrase, other facts, or a number that is too long to write
    return refusal.own_sentence or refusal.code.value.replace("_", " ")


def _values(code: Code, facts: dict[str, Fact], wording: Wording) -> dict[str, object]:
    """Put the facts into words."""
    amount = wording.amount
    numbers: dict[str, object] = {name: facts[name] for name in facts if name != "seat"}
    match code, facts:
        case Code.CANNOT_PAY, {"price": int(price), "to_bank": int(cost), "fees": tuple(fees)}:
            parts = [str(cost), *wording.fees(fees)]
            shares = f" ({' + '.join(parts)})" if any(fees) else ""
            return numbers | {"price": amount("coins", price), "shares": shares}
        case Code.TOO_FEW_COINS, {"held": int(held), "coins": int(coins)}:
            return {"held": amount("coins", held), "wanted": amount("coins", coins)}
        case Code.TOO_FEW_GEMS, {"held": int(held), "gem": str(gem), "count": int(count)}:
            return {"held": amount(gem, held), "wanted": amount(gem, count)}
        case Code.TOO_FEW_GEMS, {"held": Gems() as gems, "gems": Gems() as wanted}:
            return {"held": wording.gems(gems), "wanted": wording.gems(wanted)}
        case Code.NOT_SCORED, {"row": int(row), "column": int(column)}:
            return {"space": wording.space(Space(row, column))}
        case Code.DIE_NOT_HIGHER, {"last": int(last)}:
            return {"last": amount("die", last)}
        case Code.IMPOSSIBLE_OUTCOME, {"dice": dice, "sides": sides}:
            return {"expected": wording.say("amounts.expected_dice", count=dice, sides=sides)}
        case Code.IMPOSSIBLE_OUTCOME, {"stones": int(stones)}:
            return {"expected": amount("stones_of_bag", stones)}
        case Code.IMPOSSIBLE_OUTCOME, _:
            return {"expected": wording.say("amounts.expected_card")}
        case Code.NO_EFFECT, {"needed": int(needed)}:
            return numbers | {"needed": amount("different_dice", needed)}
        case Code.NO_EFFECT, {"columns": int(columns)}:
            return numbers | {"columns": amount("columns", columns)}
        case _, {"card": str(card)}:
            return {"card": wording.card(card)}
    return numbers
