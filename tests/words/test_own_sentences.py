"""R6: sentences of own cards, filled, in the languages that have one, else in English."""

import tomllib
from pathlib import Path

import pytest
from attrs import evolve, frozen
from editions import card_table
from hidden_cards import ShowHand
from positions import at_die, give, play

import livingstone as ls
from livingstone import events as happened
from livingstone.effects import Announcement, CardEffect, Told, no_effect
from livingstone.game.refusals import Refusal
from livingstone.testing import EffectError, check_effect, laws

NAMES = ("Ann", "Ben", "Cleo")


@frozen
class Caravan(CardEffect):
    """Score a point, with words of its own in two languages."""

    def refuse(self, state: ls.State, move: ls.PlayCard) -> Refusal | None:
        texts = {
            "en": "{seat} has only {held:coins}",
            "de": "Nur {held:coins} ({seat})",
        }
        held = state.player.coins
        if held > 1:
            return None
        return no_effect(texts, held=held, seat=state.current_player)

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        return state.with_player(state.player.changed(points=state.player.points + 1))

    def told(self, view: ls.View, move: ls.PlayCard) -> Told:
        return {"en": "lead the caravan", "de": "die Karawane führen"}, {}

    def announce(self, before: ls.State, move: ls.PlayCard, after: ls.State) -> Announcement | None:
        points = after.player.points - before.player.points
        texts = {
            "en": "{card} brings {seat} {points:points}",
            "de": "{card}: {points:points} ({seat})",
        }
        return texts, {"card": move.card, "seat": before.current_player, "points": points}


TEXTS = 'texts = { de = "Führ die Karawane." }\n'
DECK = f"""
[[cards]]
id = "caravan"
count = 3
effect = {{ kind = "caravan" }}
names = {{ en = "Caravan", de = "Karawane" }}
text = "Lead the caravan."
{TEXTS}"""
CARDS = tomllib.loads(ls.shipped_toml("cards") + DECK)
EDITION = ls.load_edition("printed", cards=CARDS, effects=[Caravan])
CARAVAN = ls.PlayCard("caravan")


def holding(coins: int = 5) -> ls.State:
    return give(at_die(4, edition=EDITION), 0, coins=coins, cards=("caravan",))


def test_an_effect_with_words_in_several_languages_keeps_the_laws() -> None:
    check_effect(Caravan, games=5)


def test_a_refusal_is_told_in_each_language_that_it_has_and_else_in_english() -> None:
    refusal = ls.why_illegal(holding(1), CARAVAN)
    assert refusal is not None
    assert str(refusal) == "player 0 has only 1 coin (R6)"
    assert ls.from_json(ls.to_json(refusal), Refusal) == refusal
    told = {
        language: ls.describe_refusal(refusal, names=NAMES, language=language, edition=EDITION)
        for language in ls.LANGUAGES
    }
    assert told == {
        "en": "Ann has only 1 coin",
        "de": "Nur 1 Taler (Ann)",
        "fr": "Ann has only 1 coin",
        "it": "Ann has only 1 coin",
    }


def test_a_move_is_told_in_each_language_that_it_has_and_else_in_english() -> None:
    seen = ls.view(holding(), 0)
    told = [ls.describe_move(CARAVAN, seen, language=language) for language in ("de", "en", "fr")]
    assert told == [
        "Karawane spielen: die Karawane führen",
        "play Caravan: lead the caravan",
        "jouer Caravan : lead the caravan",
    ]


def test_what_a_card_did_is_told_to_all_in_each_language_that_it_has() -> None:
    state = holding()
    done = ls.play(state, CARAVAN)
    assert [type(event) for event in done.events] == [
        happened.CardPlayed,
        happened.CardAnnounced,
        happened.PointsScored,
        happened.CardDone,
    ]
    event = done.events[1]
    assert ls.from_json(ls.to_json(event), ls.Event) == event
    for seat in (0, 1, None):
        assert ls.visible(event, seat) == event
    assert ls.events.advance(ls.view(state, 1), event) == ls.view(state, 1)
    told = [
        ls.describe(event, names=NAMES, language=language, you=you, edition=EDITION)
        for language, you in (("en", None), ("en", 0), ("de", None), ("it", None))
    ]
    assert told == [
        "Caravan brings Ann 1 point.",
        "Caravan brings you 1 point.",
        "Karawane: 1 Punkt (Ann).",
        "Caravan brings Ann 1 point.",
    ]


def test_the_text_of_a_card_can_be_in_several_languages() -> None:
    card = EDITION.card("caravan")
    assert ls.describe_card(card, language="de") == "Führ die Karawane."
    assert ls.describe_card(card, language="fr") == ls.describe_card(card) == "Lead the caravan."
    lion = evolve(EDITION.card("lion"), texts=evolve(card.texts, de="Brüllt."))
    assert ls.describe_card(lion, language="de") == "Brüllt."
    assert ls.describe_card(lion, language="it") == "Vale 4 punti, subito o alla fine."
    assert ls.from_json(ls.to_json(EDITION), ls.Edition, effects=[Caravan]) == EDITION
    without = ls.load_edition(
        "printed",
        cards=tomllib.loads(ls.shipped_toml("cards") + DECK.replace(TEXTS, "")),
        effects=[Caravan],
    )
    assert without.hash == EDITION.hash
    assert "texts" not in ls.to_json(without)


@pytest.mark.parametrize(
    ("texts", "problem"),
    [
        ('{ xx = "Nothing." }', "unknown"),
        ('{ en = "Twice." }', "unknown"),
        ("{ de = 7 }", "must be a text"),
        ('"Nur Deutsch."', "must be a table"),
    ],
)
def test_a_deck_with_other_texts_is_refused(texts: str, problem: str) -> None:
    deck = tomllib.loads(DECK.replace(TEXTS, f"texts = {texts}\n"))
    with pytest.raises(ls.DataError, match=problem) as error:
        ls.load_edition("printed", cards=deck, effects=[Caravan])
    assert "cards[0].texts" in str(error.value)


@pytest.mark.parametrize(
    ("texts", "problem"),
    [
        ({"de": "Nur {held}"}, "a text in English is needed beside de"),
        ({"en": "Only {held}", "german": "Nur {held}"}, "is not the code of a language"),
        ({"en": "Only {held}", "de": "Nur {helt}"}, r"\['held'\] do not fill 'Nur {helt}'"),
        ({"en": "Only {held:rubies}"}, r"\['held'\] do not fill"),
    ],
)
def test_texts_that_do_not_fit_get_one_clear_error(texts: dict[str, str], problem: str) -> None:
    with pytest.raises(ls.ArgumentError, match=problem):
        no_effect(texts, held=3)


@frozen
class German(Caravan):
    """Describe moves in German alone."""

    def told(self, view: ls.View, move: ls.PlayCard) -> Told:
        return {"de": "die Karawane führen"}, {}


@frozen
class Boaster(Caravan):
    """Say what the next player holds."""

    def announce(self, before: ls.State, move: ls.PlayCard, after: ls.State) -> Announcement | None:
        seat = (before.current_player + 1) % len(before.players)
        return "{cards} are held", {"cards": " ".join(before.players[seat].hand)}


@pytest.mark.parametrize(
    ("effect", "problem"),
    [
        (German, "a text in English is needed beside de"),
        (Boaster, "events tell no secret"),
    ],
)
def test_words_that_miss_english_or_tell_a_secret_are_caught(
    effect: type[CardEffect], problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(laws, "SHRINKING", 0.0)
    with pytest.raises(EffectError, match=problem):
        check_effect(effect, games=40)


def test_the_words_of_the_example_are_filled_in() -> None:
    deck = {
        "cards": [
            card_table("parade", "show_hand", 3),
            card_table("lion", "score_points", 2, points=4),
        ]
    }
    edition = ls.load_edition("printed", cards=deck, effects=[ShowHand])
    state = give(at_die(4, edition=edition), 0, cards=("parade",))
    refusal = ls.why_illegal(state, ls.PlayCard("parade"))
    assert refusal is not None
    assert (
        ls.describe_refusal(refusal, language="de", edition=edition)
        == "Du hast keine Karte zum Zeigen"
    )
    state = give(state, 0, cards=("lion",))
    told = ls.play(state, ls.PlayCard("parade")).events[1]
    assert ls.describe(told, names=NAMES, edition=edition) == "The parade of Ann brings 1 point."
    assert play(state, ls.PlayCard("parade")).players[0].points == 1
