"""Moves from browsers, legal and illegal."""

import random
import re
from collections import Counter

import pytest
from attrs import evolve
from positions import give, table
from starlette.applications import Starlette
from web_clients import Browser, Game, form_of, open_table

import livingstone as ls
from livingstone.game.state import Known
from livingstone.web.client_view import ClientView
from livingstone.web.page_phrases import page_phrases
from livingstone.web.table_actions import described


def refused(game: Game, who: int, **asked: str) -> str:
    """Ask what a move would do, and return why it is refused."""
    answer = game.clients[who].get(f"{game.path}/words", params=asked)
    assert answer.status_code == 409
    reason: str = answer.json()["refused"]
    return reason


def client_view(state: ls.State, seat: int) -> ClientView:
    phrases = page_phrases("en")
    snapshot = ls.Table(state).snapshot(seat)
    names = ("Ann", "Ben")
    return ClientView(snapshot, names, phrases, coming="next_take")


def test_r6_6_the_seat_in_an_address_is_no_choice_of_a_card() -> None:
    """A page asks what a move would do with its seat in the address, as all it asks for."""
    state = give(table(2, 3, 4), 0, cards=["market"], gems=ls.Gems(6, 5, 1))
    asked = {"seat": "0", "target": "card-market", "clear": "6", "blue": "5", "red": "1"}
    answer = described(client_view(state, 0), asked)
    assert answer.status_code == 200
    assert b"Market" in answer.body


@pytest.mark.parametrize(
    ("cards", "gems", "is_idle"),
    [
        ([], 0, True),
        (["lion"], 0, True),
        (["four_coins"], 0, False),
        (["market"], 1, False),
        (["lion", "three_stones"], 0, False),
    ],
)
def test_r8_3_a_turn_is_over_but_for_what_can_wait_or_counts_at_the_end(
    cards: list[str], gems: int, *, is_idle: bool
) -> None:
    state = give(table(2, 3, 4), 0, cards=cards, gems=ls.Gems(gems))
    state = ls.apply(ls.apply(state, ls.TakeDie(3)), ls.TakeCoins())
    assert client_view(state, 0).is_idle == is_idle


@pytest.mark.parametrize("edition", ["printed", pytest.param("bga", marks=pytest.mark.slow)])
def test_a_whole_game_is_played_by_forms(app: Starlette, edition: str) -> None:
    it, chooser = Game(app, edition=edition, is_listed="1"), random.Random(3)
    game, names = it.table.game, it.table.names
    while not game.state.is_over:
        view = game.view(it.mover)
        move = chooser.choice(chooser.choice(ls.group_moves(view)).moves)
        asked = it.clients[it.mover].get(f"{it.path}/words", params=form_of(move, view)).json()
        words = ls.describe_move(move, view, names=names)
        assert asked["words"] == f"{words[0].upper()}{words[1:]}"
        assert asked["isFinal"] == ls.needs_confirmation(move)
        it.play(move)
        assert game.history[-1].actions[0] == move
    assert "final-title" in it.clients[0].get(it.path).text
    assert it.path in Browser(app).get("/").text


@pytest.mark.parametrize(
    ("action", "revision"),
    [
        ("play", "0.0"),
        ("undo", "0.0"),
        ("redo", "0.9999"),
        *(("play", revision) for revision in ("", "0.", "-1.2", "a.b", "²", "9" * 99)),
    ],
)
def test_a_stale_revision_is_refused(game: Game, revision: str, action: str) -> None:
    before, form = game.table.game.version, {"target": "chest", "amount": "1"}
    answer = game.post(game.mover, action, **form, revision=revision)
    assert answer.status_code == 409
    assert "changed in the meantime" in answer.json()["refused"]
    assert game.table.game.version == before


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"target": "chest"},
        {"target": "chest", "amount": "0"},
        {"target": "chest", "amount": "-1"},
        {"target": "chest", "amount": "\u0661"},
        {"target": "chest", "amount": "9" * 500},
        {"target": "chest", "clear": "1", "blue": "x", "red": "1"},
        {"target": "chest", "choice": "-1"},
        {"target": "chest", "choice": "3"},
        {"target": "space-r99c1"},
        {"target": "card-nothing"},
        {"target": "__class__"},
        {"target": "purse", "die": ""},
        {"target": "purse", "die": "7"},
        {"target": "purse", "die": "\u0661"},
        {"target": "end", "die": "{die}"},
        {"target": "nonsense", "die": "{die}"},
        {"target": "chest", "die": "{die}", "choice": "99"},
    ],
    ids=lambda form: str(form)[:40],
)
def test_a_move_that_is_not_offered_is_refused(game: Game, form: dict[str, str]) -> None:
    """R3.1: no die is taken without its use."""
    before = game.state
    sent = {key: value.format(die=before.dice[-1]) for key, value in form.items()}
    answer = game.post(game.mover, "play", **sent)
    assert answer.status_code == 409
    assert re.fullmatch(r".+ \(R[0-9.]+\)\.", answer.json()["refused"])
    assert game.state == before


@pytest.mark.parametrize(
    ("target", "told"),
    [
        ("space-r3c1", "This uses a die: take one first, and use each only once (R4.4)."),
        ("space-r3c7", "Tents are built in the boat's column, 1 (R4.4)."),
        ("gem-red", "You have 0 red gems and cannot sell 1 red gem (R5.1)."),
    ],
)
def test_a_click_on_an_illegal_move_is_answered_with_the_reason(
    game: Game, target: str, told: str
) -> None:
    assert refused(game, game.mover, target=target) == told


def test_r3_1_a_die_is_taken_together_with_its_use(game: Game) -> None:
    seat, die, table = game.mover, str(game.state.dice[-1]), game.table
    form = {"target": "purse", "die": die}
    asked = game.clients[seat].get(f"{game.path}/words", params=form)
    assert asked.json()["words"] == f"Take {die} coins"
    assert game.state.die is None
    before_it = game.state
    before, sent = table.game.journal, {**form, "revision": table.revision}
    assert game.do(seat, "play", **sent) == 204
    assert game.app.state.tables.store.entries(table.id) == [*table.game.journal]
    assert table.game.journal == (*before, f"p{seat} take {die}", f"p{seat} coins")
    assert game.do(seat, "play", **sent) == 409
    after = game.state
    for deed, state in (("undo", before_it), ("redo", after), ("undo", before_it)):
        assert game.do(seat, deed) == 204  # one click takes back, or does again, what one did
        assert game.state == state
    game.forget()
    assert game.state == before_it
    assert game.do(seat, "play", target=f"die-{die}") == 204
    assert game.do(seat, "undo") == 409  # R11.1, for a die that was taken alone


def test_a_click_during_another_turn_is_answered(game: Game) -> None:
    assert refused(game, 1 - game.mover, target="chest").startswith("It is another player's turn")
    asked = Browser(game.app).get(f"{game.path}/words", params={"target": "chest"})
    assert asked.status_code == 403


def test_r11_1_only_its_player_takes_a_move_back_and_repeats_it(game: Game) -> None:
    assert game.do(game.mover, "undo") == 409
    seat = game.play(ls.Donate(2))
    assert game.do(1 - seat, "undo") == 409
    assert game.do(seat, "undo") == 204
    assert game.state.players[seat].chest == 0
    pages = [game.clients[who].get(game.path).text for who in (seat, 1 - seat)]
    assert ['data-deed="redo" disabled' in page for page in pages] == [False, True]
    assert game.do(1 - seat, "redo") == 409
    assert game.do(seat, "redo") == 204
    assert game.state.players[seat].chest == 2
    assert game.do(seat, "redo") == 409


def test_a_shared_screen_plays_for_the_seat_in_its_address(app: Starlette) -> None:
    client, path, table = open_table(app, **{"kind-1": "person"})
    seat = table.game.state.current_player
    form = {"target": "chest", "amount": "1", "revision": table.revision}
    for query, status in (("", 403), ("?seat=7", 403), (f"?seat={1 - seat}", 409)):
        assert client.post(f"{path}/do/play{query}", data=form).status_code == status
    assert client.post(f"{path}/do/play?seat={seat}", data=form).status_code == 204


def test_r10_2_a_page_shows_only_the_own_hand(game: Game) -> None:
    game.play_on(60)
    for seat, client in game.clients.items():
        own = game.state.players[seat].hand
        page = client.get(game.path).text
        for card in {card.id for card in ls.load_edition("printed").cards}:
            assert (f'data-target="card-{card}"' in page) == (card in own)
        it = client_view(game.state, seat)
        assert it.hands() == [("Cards of " + it.names[seat], True, list(Counter(own).items()))]
    assert 'data-target="card-' not in Browser(game.app).get(game.path).text


def test_r10_open_hands_begin_with_the_own_one() -> None:
    state = give(give(table(2, 3, 4), 0, cards=["lion"]), 1, cards=["market"])
    views = [ls.view(state, seat) for seat in (0, 1)]
    open_hands = tuple(view.own for view in views if view.own)
    it = evolve(client_view(state, 1), revealed=open_hands)
    assert [(is_own, cards) for _, is_own, cards in it.hands()] == [
        (True, [("market", 1)]),
        (False, [("lion", 1)]),
    ]


def test_r10_2_a_page_shows_what_the_own_seat_has_seen_of_hidden_cards() -> None:
    state = ls.new_game(2, seed=7)
    known = Known(1, ("lion",)), Known(None, ("market",))
    seen = state.with_player(state.player.changed(known=known))
    it = client_view(seen, state.current_player)
    assert it.hands()[1:] == [
        (f"Seen in the hand of {it.names[1]}", False, [("lion", 1)]),
        ("Seen on top of the draw pile", False, [("market", 1)]),
    ]
    assert "Seen in the hand of" in it.parts()["hand"]
    assert len(client_view(seen, 1 - state.current_player).hands()) == 1


@pytest.mark.parametrize(
    ("event", "short", "flights"),
    [
        (ls.events.DieTaken(0, 3), "took a 3", ""),
        (ls.events.CoinsTaken(0, 1), "took 1 coin", "coin:purse:seat-0"),
        (ls.events.CardDrawn(1, None), "drew a card", "deck:deck:seat-1"),
        (
            ls.events.StonesFound(0, ls.Stones(1, 2, 0, 1, 0), ls.Gems(2, 0, 1)),
            "found 3 gems",
            "clear:bag:seat-0 red:bag:seat-0",
        ),
        (ls.events.StonesFound(0, ls.Stones(1, 0, 0, 0, 0), ls.Gems()), "found no gems", ""),
        (
            ls.events.GemsSold(1, ls.Gems(1, 0, 0), 1),
            "sold 1 gem for 1 coin",
            "clear:seat-1:bag coin:purse:seat-1",
        ),
        (
            ls.events.TentBuilt(0, ls.Space(3, 2), 1, (0, 1)),
            "built in row 3 for 2 coins",
            "tent-0:seat-0:space-r3c2 coin:seat-0:purse coin:seat-0:seat-1",
        ),
        (
            ls.events.TentBuilt(0, ls.Space(3, 2), 0, (0, 0)),
            "built in row 3 for nothing",
            "tent-0:seat-0:space-r3c2",
        ),
        (ls.events.CardPlayed(0, "lion"), "played Lion", ""),
        (ls.events.Donated(0, 2), "donated", ""),
        (ls.events.ColumnScored(1, (6, 0)), "", "+6:space-r3c1:seat-0"),
        (ls.events.TurnEnded(0), "", ""),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_line_of_the_log_says_what_was_done_and_what_flies(
    event: ls.Event, short: str, flights: str
) -> None:
    state = give(table(2, 3, 4), 0, scored=[(3, 1), (3, 1)])
    line = client_view(state, 0).line(event, ls.describe(event, edition=state.edition), state)
    assert (f'data-short="{short}"' in line) == bool(short)
    assert (f'data-flights="{flights}"' in line) == bool(flights)
    assert ("data-short" in line, "data-flights" in line) == (bool(short), bool(flights))


def test_a_page_offers_donations_that_are_possible_only_with_a_die(app: Starlette) -> None:
    mover = None
    while mover != 0:
        client, path, table = open_table(app, **{"edition": "bga", "kind-1": "random"})
        mover = table.game.state.current_player
    assert not any(isinstance(move, ls.Donate) for move in ls.legal_moves(table.game.state))
    assert client.get(path).status_code == 200
