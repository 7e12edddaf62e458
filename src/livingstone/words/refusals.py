"""The sentences of refusals and of errors in the notation, from their codes and facts.

No type of `game` is used here, so that `game` can ask for the sentence of a refusal.
"""

import re
from collections.abc import Mapping

from livingstone.edition.phrases import phrases_in
from livingstone.errors import ArgumentError, NotationError, shown
from livingstone.support.arguments import need
from livingstone.values import Gems, Space
from livingstone.words.wording import Wording

_NAME = re.compile(r"\{(\w+)(?::(\w+))?\}")
"""A fact in the sentence of an effect, perhaps with the kind of its amount."""


def plain_sentence(code: str, rule: str, facts: Mapping[str, object], own: str = "") -> str:
    """Return the sentence for a traceback: in English, with numbers of seats and ids of cards.

    It begins with a small letter and has no full stop, unless it is the effect's `own`.
    """
    wording = Wording(phrases_in("en"), None, None, None)
    if own:
        return own_sentence({"en": own}, facts, wording)
    sentence = sentence_of(code, rule, facts, wording).removesuffix(".")
    return sentence[:1].lower() + sentence[1:]


def describe_error(error: NotationError, *, language: str = "en") -> str:
    """Describe in a sentence why a line cannot be read, and where.

    >>> facts = (("example", 4),)
    >>> wrong = NotationError("p0 tent now", 9, "a row, such as 4", code="row", facts=facts)
    >>> describe_error(wrong)
    'At character 9: expected a row, such as 4.'
    >>> describe_error(wrong, language="de")
    'Bei Zeichen 9 wird erwartet: eine Reihe, etwa 4.'

    Raises `ArgumentError` for an unknown language.
    """
    need("describe_error", error, "NotationError", NotationError)
    phrases = phrases_in(language)
    values = {str(name): value for name, value in error.facts}
    expected = phrases.say(f"notation.{error.code}", **values) if error.code else error.expected
    if error.suggestion is None:
        return phrases.say("notation.sentence", column=error.column, expected=expected)
    return phrases.say(
        "notation.sentence_meant",
        column=error.column,
        expected=expected,
        suggestion=error.suggestion,
    )


def sentence_of(code: str, rule: str, facts: Mapping[str, object], wording: Wording) -> str:
    """Return the sentence of a refusal in a language.

    It is the phrase of its code and rule, or of its code alone, or at last the code in words, where
    an own effect gives other facts.
    """
    seat = facts.get("seat")
    for name in (f"refusals.{code} {rule}", f"refusals.{code}"):
        try:
            values = _values(code, facts, wording)
            if isinstance(seat, int):
                return wording.say_of(seat, name, **values)
            return wording.say(name, **values)
        except ArgumentError:
            raise
        except (KeyError, ValueError):
            continue  # no such phrase, other facts, or a number that is too long to write
    return code.replace("_", " ")


def own_sentence(texts: Mapping[str, str], facts: Mapping[str, object], wording: Wording) -> str:
    """Fill in a sentence of an effect, in the language of the wording or in English.

    Names in braces that are no facts are left out.
    """
    wording = wording.for_texts(texts)

    def fact(found: re.Match[str]) -> str:
        name, kind = found.groups()
        value = facts.get(name, "")
        if isinstance(value, int) and f"amounts.{kind}" in wording.phrases.by_key:
            return wording.amount(kind, value)
        return _fact(name, value, wording)

    return _NAME.sub(fact, texts[wording.phrases.language])


def _fact(name: str, value: object, wording: Wording) -> str:
    match name, value:
        case "card", str():
            return wording.card(value)
        case "seat", int():
            return wording.players([value])
        case _, Gems():
            return wording.gems(value)
        case _, tuple():
            return wording.between(map(str, value))
    return value if isinstance(value, str) else shown(value)


def _values(code: str, facts: Mapping[str, object], wording: Wording) -> dict[str, object]:
    """Put the facts into words."""
    amount = wording.amount
    numbers: dict[str, object] = {name: facts[name] for name in facts if name != "seat"}
    match code, facts:
        case "cannot_pay", {"price": int(price), "to_bank": int(cost), "fees": tuple(fees)}:
            parts = [str(cost), *wording.fees(fees)]
            shares = f" ({' + '.join(parts)})" if any(fees) else ""
            return numbers | {"price": amount("coins", price), "shares": shares}
        case "too_few_coins", {"held": int(held), "coins": int(coins)}:
            return {"held": amount("coins", held), "wanted": amount("coins", coins)}
        case "too_few_gems", {"held": int(held), "gem": str(gem), "count": int(count)}:
            return {"held": amount(gem, held), "wanted": amount(gem, count)}
        case "too_few_gems", {"held": Gems() as gems, "gems": Gems() as wanted}:
            return {"held": wording.gems(gems), "wanted": wording.gems(wanted)}
        case "not_scored", {"row": int(row), "column": int(column)}:
            return {"space": wording.space(Space(row, column))}
        case "die_not_higher", {"last": int(last)}:
            return {"last": amount("die", last)}
        case "impossible_outcome", {"dice": dice, "sides": sides}:
            return {"expected": wording.say("amounts.expected_dice", count=dice, sides=sides)}
        case "impossible_outcome", {"stones": int(stones)}:
            return {"expected": amount("stones_of_bag", stones)}
        case "impossible_outcome", _:
            return {"expected": wording.say("amounts.expected_card")}
        case "no_effect", {"needed": int(needed)}:
            return numbers | {"needed": amount("different_dice", needed)}
        case "no_effect", {"columns": int(columns)}:
            return numbers | {"columns": amount("columns", columns)}
        case _, {"card": str(card)}:
            return {"card": wording.card(card)}
    return numbers
