"""R6: own cards that let a player choose, after chance or at once."""

from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from amounts import others_slow
from attrs import evolve, frozen
from choosing_cards import KeepCard, LendCard, ShareDice, TakeOneDie
from choosing_effects import EDITION, EFFECTS, TABLES, AllChoose, AskForCard
from editions import card_table
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import give, play, table
from record_samples import assert_sees_the_same

import livingstone as ls
from livingstone import events as happened
from livingstone.effects import CardChoice, CardEffect, CardRoll, Choose, await_chance, await_choice
from livingstone.game.state import Known
from livingstone.records.replay import conceal
from livingstone.testing import EffectError, Game, check_effect, laws, new_games
from livingstone.testing.laws import LawError, check_advance

SCOUT = ls.PlayCard("scout")
GAMBLE = ls.PlayCard("gamble", seat=1)
SEEN = ls.CardsShown(("lion", "fall", "coins"))
ROLL = ls.DiceRolled((2, 5))


def holding(*hands: tuple[str, ...], edition: ls.Edition = EDITION) -> ls.State:
    state = table(len(hands), *range(1, 2 * len(hands) + 1), edition=edition)
    for seat, hand in enumerate(hands):
        state = give(state, seat, cards=hand)
    return state


def looked() -> ls.State:
    """Let player 0 of three have looked at three cards, of which one can be kept."""
    return play(holding(("scout",), ("coins",), ()), SCOUT, SEEN)


def rolled() -> ls.State:
    """Let player 1 have to choose one of two dice, for a card of player 0."""
    return play(holding(("gamble",), (), ()), ls.TakeDie(1), GAMBLE, ROLL)


@pytest.mark.no_cover  # it takes long, and other tests cover the same lines
@pytest.mark.parametrize(
    "effect",
    others_slow([KeepCard, TakeOneDie, ShareDice, LendCard, AskForCard, AllChoose], [AllChoose]),
)
def test_effects_with_choices_keep_the_laws(effect: type[CardEffect]) -> None:
    check_effect(effect, games=settings().max_examples)


def test_chance_before_a_choice_is_exact() -> None:
    state = play(holding(("scout",), ()), SCOUT)
    outcomes = ls.chance_outcomes(state)
    pile = state.draw_pile
    assert sum(outcomes.values()) == 1
    assert outcomes[ls.CardsShown(("lion", "fall", "coins"))] == Fraction(
        pile.count("lion") * pile.count("coins"),
        pile.total * (pile.total - 1) * (pile.total - 2),
    )
    odds = ls.expected(
        play(holding(("gamble",), ()), GAMBLE),
        lambda after: tuple(getattr(option, "amount", 0) for option in ls.legal_moves(after)),
    )
    assert odds.chance((2, 5)) == Fraction(1, 18)
    assert odds.chance((6,)) == Fraction(1, 36)


def test_the_player_chooses_among_what_was_seen_and_the_turn_goes_on() -> None:
    state = looked()
    lion, coins, nothing = Choose(cards=["lion"]), Choose(cards=["coins"]), Choose()
    assert ls.legal_moves(state) == (coins, lion, nothing)
    assert (state.current_player, state.is_chance, state.playing) == (0, False, SCOUT)
    after = play(state, lion)
    assert after.players[0].hand == ("lion",)
    assert after.draw_pile == state.draw_pile - ls.CardPile.of(["lion"])
    assert (after.choice, after.playing, after.current_player) == (None, None, 0)
    assert ls.legal_moves(after)[:2] == (ls.TakeDie(1), ls.TakeDie(2))
    assert play(state, nothing).players[0].hand == ()


def test_another_player_chooses_and_then_the_turn_goes_on() -> None:
    state = rolled()
    assert state.choice == CardChoice(1, 0, event=CardRoll(2), outcome=ROLL)
    assert (state.current_player, state.die, state.dice_taken) == (1, 1, 1)
    assert ls.legal_moves(state) == (Choose(amount=2), Choose(amount=5))
    after = play(state, Choose(amount=5))
    assert [player.coins for player in after.players] == [5, 8, 3]
    assert (after.current_player, after.die, after.choice) == (0, 1, None)
    assert ls.TakeCoins() in ls.legal_moves(after)


def test_r10_2_another_player_looks_and_the_player_of_the_card_does_not() -> None:
    before = play(holding(("guide",), (), ()), ls.PlayCard("guide", seat=1))
    assert before.pending == ls.CardLook(count=3, seat=1)
    assert (before.current_player, before.is_chance) == (0, True)
    done = ls.play(before, SEEN)
    state = done.state
    known = (Known(None, SEEN.cards),)
    assert [player.known for player in state.players] == [(), known, ()]
    for seat in (0, 1, 2, None):
        choice = ls.view(state, seat).choice
        assert choice is not None
        assert choice.outcome == (SEEN if seat == 1 else None)
        shown = [ls.visible(event, seat) for event in done.events]
        assert happened.CardsSeen(1, None, SEEN.cards if seat == 1 else None) in shown
    assert ls.describe(done.events[0], edition=EDITION) == (
        "Player 1 sees on top of the draw pile: lion, fall and coins."
    )
    assert ls.legal_moves(state)[:2] == (Choose(cards=["coins"]), Choose(cards=["lion"]))
    after = play(state, Choose(cards=["lion"]))
    assert [player.hand for player in after.players] == [(), ("lion",), ()]
    assert (after.current_player, after.players[0].coins) == (0, 4)


def test_r10_2_the_records_of_others_hide_a_look_of_another_player() -> None:
    state = play(holding(("guide",), (), ()), ls.PlayCard("guide", seat=1))
    hidden = ls.HiddenCard()
    assert [conceal(state, SEEN, seat) for seat in (0, 1, 2)] == [hidden, SEEN, hidden]


def test_a_look_of_the_player_to_move_names_no_seat() -> None:
    state = holding(("guide",), ())
    assert await_chance(state, ls.CardLook(seat=0)).pending == ls.CardLook()
    with pytest.raises(ls.ArgumentError, match="seat"):
        await_chance(state, ls.CardLook(seat=2))


def test_a_seed_stops_where_a_player_has_to_choose() -> None:
    state = ls.with_seed(play(holding(("scout",), (), ()), SCOUT), 7)
    assert state.choice is not None
    assert not state.is_chance
    assert play(state, Choose()).pending is None


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (ls.TakeDie(2), "choice_awaited"),
        (ls.EndTurn(), "choice_awaited"),
        (SCOUT, "choice_awaited"),
        (Choose(cards=["scout"]), "choice_awaited"),
        (ls.CardRevealed("lion"), "choice_awaited"),
    ],
)
def test_nothing_else_is_possible_meanwhile(move: ls.Action, code: str) -> None:
    state = looked()
    refusal = ls.why_illegal(state, move)
    assert refusal is not None
    assert (refusal.code.value, refusal.rule) == (code, "R6")
    assert str(refusal) == (
        "first a choice for the card scout has to be made, among those offered (R6)"
    )
    for language in ls.LANGUAGES:
        told = ls.describe_refusal(refusal, language=language, edition=EDITION)
        assert "scout" in told
    with pytest.raises(ls.IllegalMoveError):
        ls.apply(state, move)


def test_nobody_chooses_where_no_card_waits() -> None:
    refusal = ls.why_illegal(holding(("scout",), ()), Choose())
    assert str(refusal) == "no card waits for a choice now (R6)"


def test_r10_2_others_see_that_somebody_chooses_and_not_among_what() -> None:
    state = looked()
    others = play(
        holding(("scout",), ("coins",), ()), SCOUT, ls.CardsShown(("beg", "gamble", "lion"))
    )
    assert state != others
    for seat in (1, 2, None):
        seen = ls.view(state, seat)
        assert seen == ls.view(others, seat)
        assert seen.choice == CardChoice(0, 0, is_secret=True, event=ls.CardLook(None, 3))
        assert (seen.legal_moves, seen.playing) == ((), SCOUT)
        refusal = ls.why_illegal(seen, Choose())
        assert refusal is not None
        assert refusal.code.value == "not_your_turn"
        for seed in range(8):
            sample = ls.sample_state(seen, seed)
            assert ls.view(sample, seat) == seen
            assert ls.validate(sample) == []
            assert ls.legal_moves(sample)
    own = ls.view(state, 0)
    assert own.choice == state.choice
    assert {ls.legal_moves(ls.sample_state(own, seed)) for seed in range(8)} == {own.legal_moves}


def test_r10_2_only_who_chose_is_told_a_secret_choice() -> None:
    chosen = Choose(cards=["lion"])
    done = ls.play(looked(), chosen)
    made = done.events[0]
    words = (("en", "keep {card}"), ("de", "{card} behalten"))
    facts = (("card", "lion"),)
    assert made == happened.ChoiceMade(0, "scout", chosen, is_secret=True, texts=words, facts=facts)
    assert [type(event).__name__ for event in done.events] == [
        "ChoiceMade",
        "HandChanged",
        "CardDone",
    ]
    for seat in (1, 2, None):
        hidden = evolve(made, option=None, texts=(), facts=())
        assert happened.visible(made, seat) == hidden
    open_choice = ls.play(rolled(), Choose(amount=2)).events[0]
    assert happened.visible(open_choice, None) == open_choice


@pytest.mark.parametrize("make", [looked, rolled])
def test_states_views_and_events_are_written_and_read(make: object) -> None:
    state = looked() if make is looked else rolled()
    values = [state, *(ls.view(state, seat) for seat in (0, 1, 2, None))]
    for value in values:
        assert ls.from_json(ls.to_json(value), type(value), effects=EFFECTS) == value
    assert hash(ls.from_json(ls.to_json(state), ls.State, effects=EFFECTS)) == hash(state)
    for option in ls.legal_moves(state):
        assert ls.from_json(ls.to_json(option), ls.Move) == option
        for event in ls.play(state, option).events:
            assert ls.from_json(ls.to_json(event), ls.Event) == event


@pytest.mark.parametrize(
    "changes",
    [
        {"playing": ls.PlayCard("lion")},
        {"playing": None},
        {"current_player": 2},
        {"pending": CardChoice(0, 0)},
        {"pending": CardChoice(0, 3)},
        {"pending": CardChoice(0, 0, event=ls.CardLook(), outcome=ls.CardsShown(("fall",) * 2))},
        {"pending": CardChoice(0, 0, event=CardRoll(2), outcome=ls.CardsShown(("lion",)))},
        {"pending": CardChoice(0, 0, event=CardRoll(2), outcome=ls.DiceRolled((6, 7)))},
        {"pending": CardChoice(0, 0, event=ls.CardLook(), outcome=ls.CardsShown(("yeti",)))},
        {"pending": CardChoice(0, 0, event=ls.CardLook())},
        {"is_over": True},
    ],
    ids=lambda changes: str(*changes),
)
def test_a_choice_that_no_card_awaits_is_no_state(changes: dict[str, object]) -> None:
    assert ls.validate(looked()) == []
    assert ls.validate(looked().changed(**changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "changes",
    [
        {"event": None, "outcome": None},
        {"event": {"kind": "card_draw", "is_replacement": False}, "outcome": None},
        {"event": {"kind": "card_look", "owner": 9, "count": 1}, "outcome": None},
        {"outcome": {"kind": "dice_rolled", "dice": [1, 6]}},
        {"seat": 1, "turn": 7},
    ],
    ids=lambda changes: ",".join(changes),
)
def test_a_document_with_a_choice_that_cannot_be_is_refused(changes: dict[str, object]) -> None:
    state = looked()
    for value in (state, ls.view(state, 0)):
        document = ls.to_plain(value)
        document["value"]["pending"] |= changes
        with pytest.raises(ls.LivingstoneError):
            ls.from_plain(document, type(value), effects=EFFECTS)


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("p1 choose", Choose()),
        ("p1 choose amount=0", Choose(amount=0)),
        ("p1 choose player=p0 +beg +lion", Choose(seat=0, cards=["lion", "beg"])),
        (
            "p1 choose red=2 at=r3c1 from=r1c2",
            Choose(ls.Gems(red=2), ls.Space(3, 1), ls.Space(1, 2)),
        ),
    ],
)
def test_choices_are_written_and_read(line: str, move: Choose) -> None:
    assert ls.format_move(move, 1) == line
    assert ls.parse_move(line) == (move, 1)
    assert ls.from_json(ls.to_json(move), ls.Move) == move
    assert eval(repr(move), {"Choose": Choose, "Gems": ls.Gems, "Space": ls.Space}) == move


def test_a_hidden_choice_is_read_in_records_of_a_seat_alone() -> None:
    hidden = ls.HiddenChoice()
    assert ls.format_move(hidden, 1) == "p1 choose ??"
    assert ls.parse_move("p1 choose ??", hidden=True) == (hidden, 1)
    with pytest.raises(ls.NotationError):
        ls.parse_move("p1 choose ??")


@given(new_games(st.just(EDITION)))
def test_games_with_choices_are_seen_told_and_recorded_alike(game: Game) -> None:
    assert_sees_the_same(game, EFFECTS)


@given(new_games(st.just(EDITION)))
def test_the_laws_hold_while_a_card_waits(game: Game) -> None:
    for state, action in zip(game.states, game.actions, strict=False):
        if state.choice is None:
            continue
        assert ls.validate(state) == []
        assert ls.from_json(ls.to_json(state), ls.State, effects=EFFECTS) == state
        moves = ls.legal_moves(state)
        assert moves
        assert len({*moves}) == len(moves)
        assert action in moves
        assert all(ls.is_legal(state, move) for move in moves)
        for seat in (*range(len(state.players)), None):
            seen = ls.view(state, seat)
            assert seen.legal_moves == (moves if seat == state.choice.seat else ())
            assert ls.view(ls.sample_state(seen, 1), seat) == seen
        check_advance(state, ls.play(state, action))


def test_the_record_of_a_seat_hides_a_secret_choice() -> None:
    start = ls.new_game(3, seed=1, edition=EDITION)
    bot, rng, state = ls.load_player("random"), Random(6), start
    actions = list[ls.Action]()
    while not state.is_over:
        actions.append(bot.choose(ls.view(state, state.current_player), rng))
        state = ls.apply(state, actions[-1])
    record = ls.Record.of(start, actions)
    record.verify()
    hidden = [record.seen_by(seat).actions for seat in (0, 1, 2)]
    secret = [n for n, line in enumerate(record.actions) if " choose +" in line]
    assert secret
    for number in secret:
        chooser = int(record.actions[number][1])
        for seat in range(3):
            is_own = seat == chooser
            line = record.actions[number] if is_own else f"p{chooser} choose ??"
            assert hidden[seat][number] == line
    assert any(" choose amount=" in line for line in hidden[0])


def test_r11_1_a_choice_is_final_as_its_card_is() -> None:
    game = ls.Table(holding(("gamble",), (), ()))
    game.play(GAMBLE)
    game.play(ROLL)
    game.play(Choose(amount=2), 1)
    assert not any(game.can_undo(seat) for seat in range(3))
    assert not any(game.can_undo(seat, agreed=True) for seat in range(3))
    assert ls.needs_confirmation(Choose(amount=2))


def test_a_table_offers_each_option_to_who_chooses() -> None:
    game = ls.Table(holding(("gamble",), (), ()))
    game.play(GAMBLE)
    game.play(ROLL)
    names = ["Ann", "Ben", "Cleo"]
    drawn = game.snapshot(1, names=names)
    offers = [(offer.target, offer.label, offer.is_final) for offer in drawn.offers]
    assert offers == [
        ("option-amount-2", "choose: 2", True),
        ("option-amount-5", "choose: 5", True),
    ]
    assert drawn.mover == 1
    assert drawn.events[-1].sentence == "You have to choose for the card gamble."
    assert game.snapshot(0, names=names).offers == ()
    assert ls.choose_move(drawn.view, "option-amount-5") == Choose(amount=5)
    for target in ("option-amount-4", "deck"):
        with pytest.raises(ls.RefusedError):
            ls.choose_move(drawn.view, target)
    again = ls.from_json(ls.to_json(drawn), ls.Snapshot, effects=EFFECTS)
    assert again == drawn
    game.play(Choose(amount=5), 1)
    restored = ls.Table.from_journal(game.start, game.journal)
    assert restored.state == game.state


def test_options_have_targets_of_their_own() -> None:
    many = Choose(cards=[f"a_card_with_quite_a_long_name_{n}" for n in range(3)])
    options = [Choose(), Choose(cards=["lion"]), Choose(ls.Gems(1)), Choose(seat=1), many]
    targets = [ls.table.target_of(option, 1) for option in options]
    assert targets[:4] == ["option-none", "option-lion", "option-clear-1", "option-player-p1"]
    assert len(targets[4]) <= 60


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("1", Choose(cards=["coins"])),
        ("choose lion", Choose(cards=["lion"])),
        ("Lion", Choose(cards=["lion"])),
        ("choose +lion", Choose(cards=["lion"])),
        ("choose: Lion", Choose(cards=["lion"])),
        ("nehme Löwe", None),
        ("keep lion", Choose(cards=["lion"])),
        ("choose: keep none of them", Choose()),
        ("p0 choose", Choose()),
    ],
)
def test_options_can_be_typed(text: str, option: Choose | None) -> None:
    read = ls.read_move(text, ls.view(looked(), 0), language="en")
    if option is None:
        assert isinstance(read, ls.Suggestions)
    else:
        assert read == option


@pytest.mark.parametrize(
    ("language", "verb"), [("en", "choose"), ("en", "Choose!"), ("de", "wähle")]
)
def test_the_verb_alone_asks_which_option(language: str, verb: str) -> None:
    question = ls.read_move(verb, ls.view(looked(), 0), language=language)
    assert isinstance(question, ls.Question)
    assert question.moves == ls.legal_moves(looked())
    assert question.answer("3") == Choose()
    assert question.answer("lion") == Choose(cards=["lion"])
    again = question.answer(verb)
    assert isinstance(again, ls.Question)
    assert again.problem


def test_the_verb_alone_makes_the_only_choice() -> None:
    begged = play(holding(("beg",), ("lion",), ()), ls.PlayCard("beg", seat=1))
    assert ls.read_move("choose", ls.view(begged, 1)) == Choose(cards=["lion"])


def test_options_are_told_in_the_words_of_the_effect_wherever_moves_are() -> None:
    seen = ls.view(looked(), 0)
    coins, lion, nothing = seen.legal_moves
    assert ls.describe_move(lion, seen) == "choose: keep lion"
    assert ls.describe_move(coins, seen, language="de") == "wählen: coins behalten"
    assert ls.describe_move(nothing, seen, language="fr") == "choisir : keep none of them"
    offers = ls.Table(looked()).snapshot(0).offers
    assert [offer.label for offer in offers] == [
        "choose: keep coins",
        "choose: keep lion",
        "choose: keep none of them",
    ]
    question = ls.read_move("choose", seen)
    assert isinstance(question, ls.Question)
    assert [answer.label for answer in question.choices] == [offer.label for offer in offers]


@frozen
class Toll(CardEffect):
    """The next player gives up a coin, or nothing."""

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        return await_choice(state, 1)

    def options(self, state: ls.State, move: ls.PlayCard, choice: CardChoice) -> tuple[Choose, ...]:
        return Choose(), Choose(amount=1)

    def told_option(
        self, view: ls.View, move: ls.PlayCard, choice: CardChoice, option: Choose
    ) -> tuple[dict[str, str], dict[str, int]]:
        if option.amount is None:
            return {"en": "keep all coins.", "de": "alle Taler behalten."}, {}
        return {"en": "pay {n:coins}", "de": "{n:coins} zahlen"}, {"n": 1}


def test_the_log_tells_a_choice_in_the_words_of_the_effect_to_who_chose() -> None:
    kinds = (*EFFECTS, Toll)
    cards = {"cards": [*TABLES, card_table("toll", "toll", 2)]}
    edition = ls.load_edition("printed", cards=cards, effects=kinds)
    state = play(holding(("toll",), (), (), edition=edition), ls.PlayCard("toll"))
    told = list[tuple[str, ...]]()
    for option in (Choose(), Choose(amount=1)):
        made = ls.play(state, option).events[0]
        assert ls.from_json(ls.to_json(made), ls.Event) == made
        for language in ("en", "de"):
            seen = [ls.visible(made, seat) for seat in (1, 0)]
            own, others = (
                ls.describe(event, edition=edition, you=you, language=language)
                for event, you in zip(seen, (1, 0), strict=True)
            )
            told.append((own, others))
    assert told == [
        ("You choose: keep all coins.", "Player 1 has chosen."),
        ("Du wählst: alle Taler behalten.", "Spieler 1 hat gewählt."),
        ("You choose: pay 1 coin.", "Player 1 chooses: 1."),
        ("Du wählst: 1 Taler zahlen.", "Spieler 1 wählt: 1."),
    ]


def test_view_after_a_choice_is_known_unless_it_depends_on_what_is_hidden() -> None:
    state = rolled()
    after = ls.view_after(ls.view(state, 1), Choose(amount=2))
    assert after == ls.view(ls.apply(state, Choose(amount=2)), 1)
    begged = play(holding(("beg",), ("coins", "lion"), ()), ls.PlayCard("beg", seat=1))
    given = ls.view_after(ls.view(begged, 1), Choose(cards=["lion"]))
    assert given == ls.view(ls.apply(begged, Choose(cards=["lion"])), 1)


def test_players_choose_one_after_the_other() -> None:
    state = holding(("tithe",), (), ())
    state = give(give(state, 1, gems=ls.Gems(1)), 2, gems=ls.Gems(0, 1, 1))
    state = play(state, ls.PlayCard("tithe"))
    assert (state.current_player, len(ls.legal_moves(state))) == (1, 1)
    state = play(state, Choose(ls.Gems(1)))
    assert (state.current_player, len(ls.legal_moves(state))) == (2, 2)
    state = play(state, Choose(ls.Gems(red=1)))
    assert [player.points for player in state.players] == [0, 2, 2]
    assert state.current_player == 0


@pytest.mark.parametrize("bot", ["greedy", "ismcts:iterations=8"])
def test_bots_choose_what_is_best_for_them(bot: str) -> None:
    chosen = ls.load_player(bot).choose(ls.view(rolled(), 1), Random(1))
    assert chosen == Choose(amount=5)


@pytest.mark.parametrize("bot", others_slow(["random", "ismcts:iterations=2"], ["random"]))
def test_bots_play_whole_games_with_choices(bot: str) -> None:
    report = ls.simulate(["greedy", "random", bot], 1, seed=5, edition=EDITION, engine="auto")
    assert (report.games, report.failed) == (1, 0)


# What an effect may not do


@frozen
class Skips(CardEffect):
    """Ask for a choice where there is nothing to choose."""

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        player = state.player
        return await_choice(state.with_player(player.changed(points=player.points + 1)))

    def options(self, state: ls.State, move: ls.PlayCard, choice: CardChoice) -> tuple[Choose, ...]:
        return ()


@frozen
class Forgets(CardEffect):
    """Ask for a choice without options."""

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        return await_choice(state)


@frozen
class NeverEnds(CardEffect):
    """Ask again and again."""

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        return await_choice(state)

    def options(self, state: ls.State, move: ls.PlayCard, choice: CardChoice) -> tuple[Choose, ...]:
        return (Choose(amount=1),)

    def choose(
        self, state: ls.State, move: ls.PlayCard, choice: CardChoice, option: Choose
    ) -> ls.State:
        return await_choice(state)


@frozen
class ReadsHands(NeverEnds):
    """Offer the cards that another player holds, which the player does not see."""

    def options(self, state: ls.State, move: ls.PlayCard, choice: CardChoice) -> tuple[Choose, ...]:
        hands = {card for seat, own in enumerate(state.players) for card in own.hand if seat}
        return (Choose(), *(Choose(cards=[card]) for card in sorted(hands)))

    def choose(
        self, state: ls.State, move: ls.PlayCard, choice: CardChoice, option: Choose
    ) -> ls.State:
        return state


@frozen
class MayAsk(ReadsHands):
    """Let the player choose only if a card was seen that scores points."""

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        return await_chance(state, ls.CardLook())

    def receive(self, state: ls.State, move: ls.PlayCard, outcome: ls.Outcome) -> ls.State:
        return await_choice(state)

    def options(self, state: ls.State, move: ls.PlayCard, choice: CardChoice) -> tuple[Choose, ...]:
        assert isinstance(choice.outcome, ls.CardsShown)
        effects = state.edition.effects
        return tuple(
            Choose(cards=[card]) for card in choice.outcome.cards if effects[card].points_in_hand
        )


@frozen
class OutOfRange(ReadsHands):
    """Offer a seat that there is not."""

    def options(self, state: ls.State, move: ls.PlayCard, choice: CardChoice) -> tuple[Choose, ...]:
        return (Choose(seat=len(state.players)),)


DRAWN = Random(1)
WRONG_WORDS: dict[str, Any] = {
    "a figure that is missing": lambda *_: ("take {coins}", {}),
    "no words in English": lambda *_: ({"de": "nimm {n}"}, {"n": 1}),
    "no words at all": lambda *_: "take one",
    "equal words of two options": lambda *_: ("take coins", {"coins": 2}),
    "equal words in one language": lambda *of: (
        {"en": "take {n}", "de": "nimm"},
        {"n": of[-1].amount},
    ),
    "other words each time": lambda *of: (
        "take {n}, luck {luck}",
        {"n": of[-1].amount, "luck": DRAWN.randrange(99)},
    ),
    "words from a hidden state": lambda _, view, *__: ("{n}", {"n": view.draw_pile.total}),
}


@pytest.mark.parametrize("name", WRONG_WORDS)
def test_wrong_words_of_options_are_found(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(laws, "SHRINKING", 0.0)
    own = {"__doc__": "Lie.", "told_option": WRONG_WORDS[name]}
    effect: Any = frozen(type("Liar", (TakeOneDie,), own))
    with pytest.raises(EffectError, match="words"):
        check_effect(effect, games=10, dice=2)


def waiting(effect: type[CardEffect]) -> ls.State:
    edition = ls.load_edition(
        "printed",
        cards={"cards": [card_table("own", effect().kind, 6)]},
        effects=[effect],
    )
    return holding(("own",), ("own",), edition=edition)


def test_a_choice_without_options_is_passed_over() -> None:
    after = play(waiting(Skips), ls.PlayCard("own"))
    assert (after.choice, after.playing, after.current_player) == (None, None, 0)
    assert after.players[0].points == 1


def test_a_choice_that_nobody_can_make_is_an_error() -> None:
    with pytest.raises(TypeError, match="Forgets awaits a choice: define options and choose"):
        ls.apply(waiting(Forgets), ls.PlayCard("own"))


@pytest.mark.parametrize(
    ("effect", "law"),
    [
        (NeverEnds, "a card comes to an end"),
        pytest.param(ReadsHands, "tell no secret", marks=pytest.mark.slow),
        (MayAsk, "whether there is anything to choose tells no secret"),
        (OutOfRange, "options are choices in range, each once"),
    ],
)
def test_the_laws_catch_it(effect: type[CardEffect], law: str, tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(laws, "SHRINKING", 0.0)
    with pytest.raises(LawError, match=law):
        check_effect(effect)


# Who does not know such cards


def test_environments_say_that_they_do_not_know_such_cards() -> None:
    envs = pytest.importorskip("livingstone.envs")
    with pytest.raises(ls.ArgumentError, match="let players choose: scout, gamble, beg, tithe"):
        envs.ActionSpace(EDITION, 3)


def test_the_kernel_says_that_it_does_not_know_such_cards() -> None:
    kernel = pytest.importorskip("livingstone.kernel")
    with pytest.raises(kernel.UnsupportedEditionError):
        kernel.Kernel.of(EDITION, 3)
