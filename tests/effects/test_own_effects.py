"""Effects of one's own: played, told, drawn, written, read, in environments and in a browser."""

import json
import sys
import tomllib
from pathlib import Path
from random import Random

import pytest
from amounts import others_slow
from attrs import frozen
from editions import card_table
from hypothesis import settings
from own_effects import CARDS, EFFECTS, OWN, ClearSpace, TakeAnimal
from positions import at_die, give, play, table
from programs import ROOT

import livingstone as ls
from livingstone import events as happened
from livingstone.effects import CardDraw, CardEffect, await_chance
from livingstone.testing import check_effect

sys.path.append(str(ROOT / "examples"))
from own_cards import CollectCoins, SwapTents

DECK = tomllib.loads(ls.shipped_toml("cards") + CARDS)
EDITION = ls.load_edition("printed", cards=DECK, effects=EFFECTS)


def game_of(bot: str, seed: int, players: int = 3) -> tuple[ls.State, list[ls.Transition]]:
    """Let bots play a game; every state must be sound, every view one that some state fits."""
    state = start = ls.new_game(players, seed=seed, edition=EDITION)
    bots, rng = [ls.load_player(bot) for _ in range(players)], Random(seed)
    done = list[ls.Transition]()
    while not state.is_over:
        seat = state.current_player
        move = bots[seat].choose(ls.view(state, seat), rng)
        done.append(ls.play(state, move))
        state = done[-1].state
        assert ls.validate(state) == []
    return start, done


@pytest.mark.parametrize(
    ("bot", "games"),
    [
        ("random", 8),
        pytest.param("greedy", 8, marks=pytest.mark.slow),
        pytest.param("ismcts:iterations=3", 1, marks=pytest.mark.slow),
    ],
)
def test_bots_play_own_cards_which_are_told_and_drawn(bot: str, games: int) -> None:
    played, told = set[str](), set[type[ls.Event]]()
    for seed in range(games):
        for transition in game_of(bot, seed, players=2 + seed % 3)[1]:
            if isinstance(move := transition.actions[0], ls.PlayCard) and move.card in OWN:
                assert ls.svg.board(ls.view(transition.state, 0)).startswith("<svg")
                played.add(move.card)
                told |= {type(event) for event in transition.events}
    if games > 1:
        assert played == {*OWN}
        assert {happened.CardPlayed, happened.CardGave, happened.TentRemoved} <= told


@pytest.mark.no_cover  # it takes long, and other tests cover the same lines
@pytest.mark.parametrize(
    "effect", others_slow([*EFFECTS, CollectCoins, SwapTents], [ClearSpace, SwapTents])
)
def test_own_effects_keep_the_laws(effect: type[CardEffect]) -> None:
    check_effect(effect, games=settings().max_examples)


def test_a_move_without_own_words_is_told_by_the_cards_text_and_its_space() -> None:
    state = give(ls.new_game(2, seed=7, edition=EDITION), 0, cards=["eviction"])
    state = give(state, 1, tents=[(2, 1)])
    move = ls.PlayCard("eviction", space=ls.Space(2, 1))
    assert move in ls.legal_moves(state)
    told = ls.describe_move(move, ls.view(state, 0))
    assert told.endswith("Send the tents of the others on a space home (row 2 of column 1)")
    events = ls.play(state, move).events
    assert events[:-1] == (
        happened.CardPlayed(0, "eviction"),
        happened.TentRemoved(1, ls.Space(2, 1), is_by_other=True),
        happened.PointsScored(1, 1),
    )


def test_own_games_are_replayed_from_toml_and_json() -> None:
    start, done = game_of("greedy", 4)
    record = ls.Record.of(start, [transition.actions[0] for transition in done])
    text = ls.dumps(record)
    for effects in (EFFECTS, EDITION):
        read = ls.loads(text, effects=effects)
        read.verify()
        assert read == record
        assert ls.records.loads_all(ls.records.dumps_all([record]), effects=effects) == (record,)
        assert ls.from_json(ls.to_json(record), ls.Record, effects=effects) == record
    state = done[len(done) // 2].state
    assert ls.from_json(ls.to_json(state), ls.State, effects=EFFECTS) == state
    known = json.dumps(ls.documents.schema(ls.Edition, effects=EFFECTS))
    for kind in ("ShareCoins", "ClearSpace", "TakeAnimal"):
        assert f"#/$defs/{kind}" in known
    assert "ShareCoins" not in json.dumps(ls.documents.schema(ls.Edition))


def test_an_unknown_kind_is_one_data_error_that_names_it() -> None:
    record = ls.Record.of(ls.new_game(2, seed=7, edition=EDITION))
    for read in (
        lambda: ls.load_edition("printed", cards=DECK),
        lambda: ls.load_edition("printed", cards=DECK, effects=[ClearSpace, TakeAnimal]),
        lambda: ls.loads(ls.dumps(record)),
        lambda: ls.from_json(ls.to_json(record), ls.Record),
        lambda: ls.from_json(ls.to_json(EDITION), ls.Edition),
    ):
        with pytest.raises(ls.DataError, match=r"'share_coins'.*effects="):
            read()


def test_the_legality_of_a_hunt_does_not_depend_on_hidden_hands() -> None:
    """It is refused only where nobody can hold an animal, as far as its player knows."""
    state = give(ls.new_game(2, seed=7, edition=EDITION), 0, cards=["hunt"])
    for hand, is_legal in ((["lion"], True), (["market"], True), ([], False)):
        held = give(state, 1, cards=hand)
        assert (ls.PlayCard("hunt") in ls.legal_moves(held)) == is_legal
        assert ls.is_legal(held, ls.PlayCard("hunt")) == is_legal


@frozen
class Study(CardEffect):
    """Draw a card."""

    def apply(self, state: ls.State, move: ls.PlayCard) -> ls.State:
        return await_chance(state, CardDraw(is_replacement=False))


def test_a_card_can_be_drawn_from_a_deck_that_it_is_shuffled_into() -> None:
    deck = {"cards": [card_table("study", "study")]}
    edition = ls.load_edition("printed", cards=deck, effects=[Study])
    state = give(table(2, 1, 2, edition=edition), 0, cards=["study"])
    state = ls.apply(state, ls.PlayCard("study"))
    assert state.pending == ls.CardDraw(is_replacement=False)
    assert ls.validate(state) == []
    assert ls.apply(state, ls.CardRevealed("study")).player.hand == ("study",)


@pytest.mark.parametrize("copies", [1, 2])
def test_r6_11_a_card_that_an_own_card_draws_while_a_die_is_held_can_be_replaced(
    copies: int,
) -> None:
    """The replacement is awaited with the die not used yet, from a renewed pile too (R6.12)."""
    deck = [card_table("study", "study", copies), card_table("collapse", "mine_collapse")]
    edition = ls.load_edition("printed", cards={"cards": deck}, effects=[Study])
    state = give(at_die(1, edition=edition), 0, cards=["study"])
    state = play(state, ls.PlayCard("study"), ls.CardRevealed("collapse"))
    assert (state.die, state.pending) == (1, ls.CardDraw(is_replacement=True))
    assert ls.from_json(ls.to_json(state), ls.State, effects=[Study]) == state
    assert play(state, ls.CardRevealed("study")).player.hand == ("study",)


def test_own_games_of_a_batch_are_replayed(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    ls.simulate(["random", "greedy"], 2, seed=3, sink=file, edition=EDITION)
    record = ls.replay_row(1, file, effects=EFFECTS)
    record.verify()
    assert record.edition == EDITION
    with pytest.raises(ls.ArgumentError, match=r"'share_coins'.*effects="):
        ls.replay_row(1, file)


def test_every_way_to_play_own_cards_has_an_integer() -> None:
    from livingstone.envs import ActionSpace

    space = ActionSpace(EDITION, 3)
    for move in (
        ls.PlayCard("gift"),
        ls.PlayCard("eviction", space=ls.Space(6, 10)),
        ls.PlayCard("eviction", space=ls.Space(6, 10), source=ls.Space(1, 1)),
        ls.PlayCard("eviction", gems=ls.Gems(red=1)),
        ls.PlayCard("market", gems=ls.Gems(red=1)),
    ):
        assert space.move(space.index(move)) == move
    assert sum(part.size for part in space.ranges) == len(space)


def test_own_games_are_played_and_shown_in_a_browser(tmp_path: Path) -> None:
    pytest.importorskip("starlette")
    from web_clients import PEOPLE, Browser, Game, begin, close, make_app

    cards = tmp_path / "cards.toml"
    cards.write_text(ls.shipped_toml("cards") + CARDS, encoding="utf-8")
    app = make_app(tmp_path / "games.db", cards=cards, effects=EFFECTS, allows_editions=True)
    game = Game(app)
    assert game.state.edition == EDITION
    game.play_on(150)
    game.finish()
    record = game.clients[0].get(f"{game.path}/record").text
    assert ls.loads(record, effects=EFFECTS).edition == EDITION
    assert game.clients[0].post("/records", data={"record": record}).url.path.startswith("/record/")
    against_bot = begin(Browser(app), **{**PEOPLE, "kind-1": "greedy"})
    assert Browser(app).get(against_bot).status_code == 200
    close(app)
