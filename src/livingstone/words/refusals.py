"""Refusals in words."""

from collections.abc import Sequence

from livingstone.edition.types import Edition
from livingstone.errors import ArgumentError, shown
from livingstone.game.refusals import Code, Fact, Refusal
from livingstone.game.wording import Wording, wording_for
from livingstone.values import Gems, Space


def describe_refusal(
    refusal: Refusal,
    names: Sequence[str] | None = None,
    *,
    language: str = "en",
    you: int | None = None,
    edition: Edition | str,
) -> str:
    """Explain in a sentence why a move is refused; the number of the rule is in `refusal.rule`.

    The other arguments are those of `describe`. The sentence may hold secrets of the player to
    move: show it to that player only.

    >>> from livingstone import BuildTent, new_game, view, why_illegal
    >>> refusal = why_illegal(view(new_game(2, seed=7), 0), BuildTent(3))
    >>> describe_refusal(refusal, edition="printed")
    'This uses a die: take one first, and use each only once.'
    >>> describe_refusal(refusal, language="it", edition="printed")
    'Serve un dado: prima prendine uno, e usa ciascuno una volta sola.'

    Raises `ArgumentError` for a refusal without the facts of its code, for an unknown language or
    edition, for too few names, and for a seat `you` that has no name.
    """
    wording = wording_for(language, names, you, edition)
    facts = dict(refusal.facts)
    values = _values(refusal.code, facts, wording)
    key = f"refusals.{refusal.code.value}"
    sentence = _sentence(f"{key} {refusal.rule}", facts, values, wording)
    sentence = sentence or _sentence(key, facts, values, wording)
    if sentence is None:
        raise ArgumentError(f"{refusal.code} needs other facts than {shown(refusal.facts)}")
    return wording.begun(sentence)


def _sentence(
    key: str, facts: dict[str, Fact], values: dict[str, object], wording: Wording
) -> str | None:
    """Fill a phrase in; None if the phrase or a fact is missing."""
    seat = facts.get("seat")
    try:
        if isinstance(seat, int):
            return wording.say_of(seat, key, **values)
        return wording.say(key, **values)
    except KeyError:
        return None


def _values(code: Code, facts: dict[str, Fact], wording: Wording) -> dict[str, object]:
    match code, facts:
        case Code.CANNOT_PAY, {
            "coins": int(coins),
            "price": int(price),
            "to_bank": int(cost),
            "fees": tuple(fees),
        }:
            return {
                "held": wording.amount("coins", coins),
                "price": wording.amount("coins", price),
                "shares": wording.shares(cost, fees),
            }
        case Code.TOO_FEW_COINS, {"held": int(held), "coins": int(coins)}:
            return {"held": wording.amount("coins", held), "wanted": wording.amount("coins", coins)}
        case Code.TOO_FEW_GEMS, {"held": int(held), "gem": str(gem), "count": int(count)}:
            return {"held": wording.amount(gem, held), "wanted": wording.amount(gem, count)}
        case Code.TOO_FEW_GEMS, {"held": Gems() as gems, "gems": Gems() as wanted}:
            return {"held": wording.gems(gems), "wanted": wording.gems(wanted)}
        case Code.NOT_SCORED, {"row": int(row), "column": int(column)}:
            return {"space": wording.space(Space(row, column))}
        case Code.DIE_NOT_HIGHER, {"last": int(last)}:
            return {"last": wording.amount("die", last)}
        case Code.NO_EFFECT, {"needed": int(needed), "last": int(last), "higher": int(higher)}:
            dice = wording.amount("different_dice", needed)
            return {"needed": dice, "last": last, "higher": higher}
        case Code.NO_EFFECT, {"columns": int(columns), "column": int(column)}:
            return {"column": column, "columns": wording.amount("columns", columns)}
        case _, {"card": str(card)}:
            return {"card": wording.card(card)}
    return {name: fact for name, fact in facts.items() if name != "seat"}
