"""Refusals in words."""

from collections.abc import Sequence

from livingstone.edition.types import Edition
from livingstone.game.refusals import Refusal, sentence_of
from livingstone.game.wording import wording_for


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

    Raises `ArgumentError` for an unknown language or edition, for too few names, and for a seat
    `you` that has no name.
    """
    wording = wording_for(language, names, you, edition)
    return wording.begun(sentence_of(refusal, wording))
