"""Effects that act otherwise in another process, or when they are read from JSON."""

import sys
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import ClassVar

import pytest
from amounts import others_slow
from attrs import frozen
from editions import card_table
from positions import give, table

import livingstone as ls
from livingstone.effects import (
    Announcement,
    CardChoice,
    CardEffect,
    Choose,
    Moment,
    PlainEffect,
    Told,
    await_choice,
    effects_of,
    receive_coins,
)
from livingstone.support.structuring import kind_of
from livingstone.testing import EffectError, check_effect, laws
from livingstone.testing.elsewhere import Sample, answers, answers_elsewhere


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Find no game that failed before, look for no shorter one, and ask after a few games."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(laws, "SHRINKING", 0.0)
    monkeypatch.setattr(laws, "ENOUGH", 5)


@frozen
class FirstOfSet(CardEffect):
    """Score by the first letter of the first id of a set."""

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        ids = {*state.draw_pile.cards(), *"abcdefghijklmnop"}
        points = state.player.points + ord(next(iter(ids))[0])
        return state.with_player(state.player.changed(points=points))


@frozen
class Hashed(CardEffect):
    """Score the hash of an id."""

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        points = state.player.points + 1 + hash(move.card) % 100
        return state.with_player(state.player.changed(points=points))


@frozen
class Choosing(CardEffect):
    """Let the player choose one of two numbers."""

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        return await_choice(state)

    def options(self, state: ls.State, move: ls.PlayCard, choice: CardChoice) -> tuple[Choose, ...]:
        return Choose(amount=1), Choose(amount=2)

    def choose(
        self, state: ls.State, move: ls.PlayCard, choice: CardChoice, option: Choose
    ) -> ls.State:
        return receive_coins(state, option.amount or 0)


@frozen
class OptionsOfSet(Choosing):
    """List the options in the order of a set."""

    def options(self, state: ls.State, move: ls.PlayCard, choice: CardChoice) -> tuple[Choose, ...]:
        return tuple(Choose(amount=len(text)) for text in {"a", "bb", "ccc", "dddd"})


@frozen
class WordsOfSet(Choosing):
    """Describe options by the first of a set."""

    def told_option(
        self, view: ls.View, move: ls.PlayCard, choice: CardChoice, option: Choose
    ) -> Announcement:
        return "take {n} from {who}", {"n": option.amount, "who": next(iter({*"abcdefgh"}))}


@frozen
class ChosenOfSet(Choosing):
    """Take as many coins as the first of a set says, after a choice."""

    def choose(
        self, state: ls.State, move: ls.PlayCard, choice: CardChoice, option: Choose
    ) -> ls.State:
        return receive_coins(state, len(next(iter({"a", "bb", "ccc", "dddd"}))))


@frozen
class ToldByHash(CardEffect):
    """Describe the card by a hash."""

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        return receive_coins(state, 1)

    def told(self, view: ls.View, move: ls.PlayCard) -> Told:
        return {"en": "take {n}"}, {"n": hash("coins")}


@frozen
class HeldByHash(PlainEffect):
    """Score a hash at the end; the card is only held."""

    moments: ClassVar[tuple[Moment, ...]] = ()

    def plays(self, state: ls.State, card: str) -> tuple[ls.PlayCard, ...]:
        return ()

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        return state

    def end_points(self, state: ls.State, seat: int) -> int:
        return hash("points") % 100


NUMBERS = count()


@frozen(slots=False)
class Coins(CardEffect):
    """Take coins by a number that is no field."""

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "number", next(NUMBERS))

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        number: int = vars(self)["number"]
        return receive_coins(state, number % 5)


@pytest.mark.parametrize("effect", others_slow([FirstOfSet, Hashed], [Hashed]))
def test_what_depends_on_the_order_of_a_set_is_found(effect: type[CardEffect]) -> None:
    with pytest.raises(EffectError, match="another process gives the same answers") as caught:
        check_effect(effect, games=5)
    assert "what it does is" in caught.value.problem
    assert caught.value.game.actions is not None


@pytest.mark.parametrize(
    ("effect", "question"),
    [
        (OptionsOfSet, "what it does"),
        (WordsOfSet, "what it does"),
        (ChosenOfSet, "what it does"),
        (ToldByHash, "how it is told"),
        (HeldByHash, "end_points"),
    ],
)
def test_options_words_and_points_at_the_end_are_asked_elsewhere(
    effect: type[CardEffect], question: str
) -> None:
    with pytest.raises(EffectError, match="another process gives the same answers") as caught:
        check_effect(effect, games=8)
    assert f"{question} is" in caught.value.problem


def test_what_depends_on_an_attribute_that_is_no_field_is_found() -> None:
    with pytest.raises(EffectError, match="a figure that is no field"):
        check_effect(Coins, games=40)


def sample(effect: type[CardEffect]) -> Sample:
    """Let a player hold a card with an effect."""
    tables = {"cards": [card_table("card", kind_of(effect))]}
    edition = ls.load_edition("printed", cards=tables, effects=[effect])
    return Sample(
        give(table(2, 1, edition=edition), 0, cards=["card"]), "card", ls.PlayCard("card")
    )


def script(path: Path, monkeypatch: pytest.MonkeyPatch, more: str = "") -> type[CardEffect]:
    """Run a script that defines an effect."""
    path.write_text(SCRIPT + more, encoding="utf-8")
    module = ModuleType("__main__")
    module.__file__ = str(path)
    exec(compile(SCRIPT, path, "exec"), vars(module))
    monkeypatch.setitem(sys.modules, "__main__", module)
    effect: type[CardEffect] = vars(module)["Coin"]
    return effect


SCRIPT = '''
"""A script."""
from attrs import frozen
from livingstone.effects import CardEffect, receive_coins

@frozen
class Coin(CardEffect):
    """Take a coin."""
    def apply(self, state, move):
        return receive_coins(state, 1)
'''
GUARDED = '\nif __name__ == "__main__":\n    raise SystemExit(3)\n'


@pytest.mark.parametrize("more", ["", GUARDED])
def test_an_effect_of_a_script_is_asked_in_a_process_that_runs_no_work_of_it(
    more: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = sample(script(tmp_path / "own.py", monkeypatch, more))
    effect = type(effects_of(asked.state.edition)["card"])
    assert answers_elsewhere(effect, [asked], 1) == [answers(asked)]


def test_a_script_that_works_at_its_top_level_does_not_run_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = sample(script(tmp_path / "own.py", monkeypatch, "\nopen('made', 'w')\n"))
    assert answers_elsewhere(type(effects_of(asked.state.edition)["card"]), [asked], 1) == []
    assert not (tmp_path / "made").exists()


def test_an_effect_of_a_notebook_or_a_function_is_asked_in_this_process_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @frozen
    class Local(FirstOfSet):
        """Be of a function."""

    of_notebook = script(tmp_path / "own.py", monkeypatch)
    del sys.modules["__main__"].__file__
    for effect in (Local, of_notebook):
        assert answers_elsewhere(effect, [sample(effect)], 1) == []
    check_effect(of_notebook, games=5)


def test_a_module_that_cannot_be_imported_is_asked_in_this_process_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module = ModuleType("not_there")
    exec(SCRIPT, vars(module))
    monkeypatch.setitem(sys.modules, "not_there", module)
    effect = vars(module)["Coin"]
    assert effect.__module__ == "not_there"
    assert answers_elsewhere(effect, [sample(effect)], 1) == []


def test_what_raises_elsewhere_is_an_answer() -> None:
    asked = sample(Hashed)
    broken = Sample(asked.state, "card", ls.PlayCard("card", amount=3))
    assert answers(broken)["what it does"].startswith("IllegalMoveError")
    (answer,) = answers_elsewhere(Hashed, [broken], 1)
    assert answer == answers(broken)
