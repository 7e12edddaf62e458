"""All that a client draws, as one value: what it says, and that it tells no secret."""

import gzip
from functools import reduce
from itertools import islice
from random import Random
from threading import Thread
from typing import Any

import pytest
from amounts import others_slow
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from positions import at_die, give, last_turn

import livingstone as ls
from livingstone.testing import Game, games, new_games, observers, with_other_secrets

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")


def begin(*dice: int, players: int = 2) -> ls.Table:
    """Begin a game with explicit chance, these dice on the table."""
    table = ls.Table(ls.new_game(players, explicit_chance=True))
    table.play(ls.DiceRolled(dice))
    return table


def played_at_table(game: Game) -> ls.Table:
    table = ls.Table(game.start)
    for action in game.actions:
        table.play(action)
    return table


@given(new_games(longest=60), st.sampled_from(ls.LANGUAGES))
def test_a_snapshot_has_the_view_the_events_and_the_result(game: Game, language: str) -> None:
    table = played_at_table(game)
    names = NAMES[: len(game.start.players)]
    for seat in observers(table.state):
        drawn = table.snapshot(seat, names=names, language=language)
        assert drawn.version == table.version
        assert drawn.view == table.view(seat)
        assert drawn.names == names
        assert drawn.language == language
        assert tuple(told.event for told in drawn.events) == table.events(seat)
        private = tuple(told.event for told in drawn.events if told.is_private)
        assert private == table.news(seat).private
        assert drawn.result == ls.result(table.state)
        is_awaited = table.state.is_chance or table.state.is_over
        assert drawn.mover == (None if is_awaited else table.state.current_player)


@given(new_games(longest=60), st.sampled_from(ls.LANGUAGES))
def test_each_offer_is_a_group_of_legal_moves_in_words(game: Game, language: str) -> None:
    table = played_at_table(game)
    names = NAMES[: len(game.start.players)]
    for seat in observers(table.state):
        seen = table.view(seat)
        offers = table.snapshot(seat, names=names, language=language).offers
        groups = ls.group_moves(seen)
        assert [offer.target for offer in offers] == [group.target for group in groups]
        for offer, group in zip(offers, groups, strict=True):
            words = ls.describe_group(group, seen, names=names, language=language, you=seat)
            assert offer.label == words
            assert offer.has_choices == (len(group.moves) > 1)
            assert offer.amounts == group.amounts
            assert offer.most_gems == group.most_gems
            assert offer.least_gems == group.least_gems
            assert offer.card_choices == group.card_choices
            assert offer.space_choices == group.space_choices
            assert offer.source_choices == group.source_choices
            assert offer.seat_choices == group.seat_choices
            assert offer.is_final == all(map(ls.needs_confirmation, group.moves))


@given(new_games(longest=40))
def test_each_die_tells_what_it_allows_that_is_not_offered_now(game: Game) -> None:
    table = played_at_table(game)
    state = table.state
    for seat in observers(table.state):
        drawn = table.snapshot(seat)
        takes = [move for move in drawn.view.legal_moves if isinstance(move, ls.TakeDie)]
        assert [each.die for each in drawn.dice] == [take.value for take in takes]
        for take, each in zip(takes, drawn.dice, strict=True):
            after = ls.Table(ls.apply(state, take)).snapshot(seat)
            fresh = [offer for offer in after.offers if offer not in drawn.offers]
            assert each.offers == tuple(fresh)


def test_r4_4_the_price_of_a_tent_is_the_least_of_its_ways() -> None:
    state = give(at_die(4, players=3), 1, tents=[(4, 1)])
    (tent,) = (x for x in ls.Table(state).snapshot(0).offers if x.target == "space-r4c1")
    assert tent.price == ls.Price(1, (0, 1, 0))
    free = give(state, 0, cards=["no_cost_tent"])
    (tent,) = (x for x in ls.Table(free).snapshot(0).offers if x.target == "space-r4c1")
    assert tent.price == ls.Price(0, (0, 0, 0))
    assert not tent.is_final
    assert tent.card_choices == ((), ("no_cost_tent",))
    others = [x for x in ls.Table(free).snapshot(0).offers if x.target != "space-r4c1"]
    assert all(offer.price is None for offer in others)


def test_r11_2_a_tent_that_only_a_card_can_build_is_final() -> None:
    state = give(at_die(4, players=3), 0, coins=0, cards=["no_cost_tent"])
    (tent,) = (x for x in ls.Table(state).snapshot(0).offers if x.target == "space-r4c1")
    assert tent.is_final
    finals = {offer.target for offer in ls.Table(state).snapshot(0).offers if offer.is_final}
    assert finals == {"deck", "bag", "space-r4c1"}


def test_no_die_is_offered_once_one_is_taken_and_nothing_to_those_who_wait() -> None:
    table = begin(1, 1, 3, 4)
    assert [each.die for each in table.snapshot(0).dice] == [1, 3, 4]
    for seat in (1, None):
        drawn = table.snapshot(seat)
        assert not drawn.offers
        assert not drawn.dice
        assert drawn.mover == 0
    table.play(ls.TakeDie(3))
    drawn = table.snapshot(0)
    assert drawn.dice == ()
    targets = [offer.target for offer in drawn.offers]
    assert targets == ["deck", "purse", "bag", "space-r3c1", "chest"]


def test_nobody_is_to_move_while_chance_is_awaited_or_after_the_end() -> None:
    table = ls.Table(ls.new_game(2, explicit_chance=True))
    assert table.snapshot(0).mover is None
    table = ls.Table(last_turn(3))
    for move in (ls.TakeDie(6), ls.TakeCoins(), ls.EndTurn()):
        assert table.snapshot(0).mover == 0
        assert table.snapshot(0).result is None
        table.play(move)
    assert table.snapshot(0).mover is None
    assert table.snapshot(0).result == ls.result(table.state) is not None


def test_events_are_those_since_a_version_and_address_the_seat() -> None:
    table = begin(1, 1, 3, 4)
    since = table.version
    table.play(ls.Donate(2))
    told = {
        seat: [
            (event.sentence, event.is_private)
            for event in table.snapshot(seat, since=since, names=["Ann", "Ben"]).events
        ]
        for seat in (0, 1, None)
    }
    assert told == {
        0: [("You donate 2 coins to the Queen.", True)],
        1: [("Ann donates some coins to the Queen.", False)],
        None: [("Ann donates some coins to the Queen.", False)],
    }


def test_players_without_names_have_numbers_in_the_language() -> None:
    drawn = begin(1, 1, 3, 4).snapshot(1, language="de")
    assert drawn.names == ("Spieler 0", "Spieler 1")


@pytest.mark.parametrize(
    "arguments",
    [{"seat": 2}, {"seat": -1}, {"seat": 0, "language": "xx"}, {"seat": 0, "names": ["Ann"]}],
)
def test_what_the_game_does_not_have_is_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(ls.ArgumentError):
        begin(1, 1, 3, 4).snapshot(**arguments)


@pytest.mark.parametrize(
    ("language", "own", "others", "agreed"),
    [
        (
            "en",
            "You take the last move back.",
            "Ann takes the last move back.",
            "Ann takes the last 3 moves back, as all agreed.",
        ),
        (
            "de",
            "Du nimmst den letzten Zug zurück.",
            "Ann nimmt den letzten Zug zurück.",
            "Ann nimmt mit Zustimmung aller die letzten 3 Züge zurück.",
        ),
        (
            "fr",
            "Tu reprends le dernier coup.",
            "Ann reprend le dernier coup.",
            "Ann reprend les 3 derniers coups avec l’accord de tous.",  # noqa: RUF001
        ),
        (
            "it",
            "Annulli l’ultima mossa.",  # noqa: RUF001
            "Ann annulla l’ultima mossa.",  # noqa: RUF001
            "Ann annulla le ultime 3 mosse con il consenso di tutti.",
        ),
    ],
)
def test_r11_1_whose_move_was_taken_back_is_told(
    language: str, own: str, others: str, agreed: str
) -> None:
    words: dict[str, Any] = {"names": ["Ann", "Ben"], "language": language}
    table = begin(1, 1, 3, 4)
    table.play(ls.Donate(2))
    since = table.version
    table.undo(0)
    for seat, sentence in ((0, own), (1, others), (None, others)):
        drawn = table.snapshot(seat, since=since, **words)
        assert drawn.is_anew
        assert drawn.taken_back == (ls.TakenBack(0, sentence),)
    for move in (ls.TakeDie(1), ls.TakeCoins(), ls.EndTurn(), ls.TakeDie(3)):
        table.play(move)
    assert table.snapshot(1, since=table.version, **words).taken_back == ()
    since = table.version
    table.play(ls.TakeCoins())
    assert table.snapshot(0).can_ask
    assert not table.snapshot(0).can_undo
    table.undo(0, agreed=True)
    assert table.snapshot(1, since=since, **words).taken_back == (ls.TakenBack(0, agreed),)
    assert len(table.snapshot(1, **words).taken_back) == 2


def test_r11_1_who_takes_back_only_own_moves_is_not_said_to_have_been_allowed_to() -> None:
    """A server that takes a die back with its use needs nobody's consent, and it is told once."""
    table = begin(1, 1, 3, 4)
    for move in (ls.TakeDie(1), ls.TakeCoins()):
        table.play(move)
    table.undo(0)
    table.undo(0, agreed=True)
    sentences = [undo.sentence for undo in table.snapshot(0).taken_back]
    assert sentences == ["You take the last 2 moves back."]


def test_r11_1_undos_between_which_somebody_played_are_told_one_by_one() -> None:
    table = begin(1, 1, 3, 4)
    for _ in range(2):
        for move in (ls.TakeDie(1), ls.TakeCoins()):
            table.play(move)
        table.undo(0)
        table.undo(0, agreed=True)
    table.play(ls.TakeDie(3))
    table.undo(0, agreed=True)
    table.redo()
    table.undo(0, agreed=True)
    sentences = [undo.sentence for undo in table.snapshot(0).taken_back]
    assert (
        sentences == ["You take the last 2 moves back."] * 2 + ["You take the last move back."] * 2
    )


def test_r11_1_a_restored_table_remembers_who_took_moves_back() -> None:
    table = begin(1, 1, 3, 4)
    for _ in range(3):
        table.play(ls.Donate(2))
        table.undo(0)
    again = ls.Table.from_journal(table.start, table.journal)
    assert again.snapshot(1) == table.snapshot(1)
    assert len(again.snapshot(1).taken_back) == 3


def test_after_very_many_undos_the_last_ones_are_told() -> None:
    table = begin(1, 1, 3, 4)
    table.play(ls.Donate(2))
    for _ in range(30):
        table.undo(0)
        table.redo()
    assert len(table.snapshot(1).taken_back) == 20


def test_a_snapshot_tells_no_more_than_the_last_events_and_counts_those_before() -> None:
    table = begin(1, 1, 3, 4)
    since = table.version
    for move in (ls.Donate(1), ls.TakeDie(1), ls.TakeCoins()):
        table.play(move)
    told = table.snapshot(0).events
    for most, left_out in ((0, 4), (3, 1), (4, 0), (9, 0)):
        drawn = table.snapshot(0, most_events=most)
        assert (drawn.events, drawn.left_out) == (told[left_out:], left_out)
    drawn = table.snapshot(0, since=since, most_events=3)
    assert (drawn.is_anew, drawn.events, drawn.left_out) == (False, told[1:], 0)
    assert ls.from_json(ls.to_json(drawn), "snapshot") == drawn


def test_a_client_that_missed_more_than_is_told_begins_anew() -> None:
    table = begin(1, 1, 3, 4)
    since = table.version
    for move in (ls.Donate(1), ls.TakeDie(1), ls.TakeCoins()):
        table.play(move)
    drawn = table.snapshot(0, since=since, most_events=1)
    assert (drawn.is_anew, drawn.events, drawn.left_out) == (True, table.snapshot(0).events[3:], 3)
    assert drawn == evolve(table.snapshot(0, most_events=1), taken_back=())
    assert ls.from_json(ls.to_json(drawn), "snapshot") == drawn


@given(
    new_games(longest=40),
    st.lists(st.tuples(st.sampled_from(("play", "undo", "look")), st.integers(0, 9))),
)
def test_each_document_leads_a_client_from_what_it_shows_to_the_view(
    game: Game, steps: list[tuple[str, int]]
) -> None:
    """Whatever was played or taken back in between, and however few events are told."""
    table = ls.Table(game.start)
    actions = iter(game.actions)
    shown = table.snapshot(0)
    log = list(shown.events)
    missed = 0
    for step, number in [*steps, ("look", 2)]:
        if step == "play":
            for action in islice(actions, number):
                table.play(action)
        elif step == "undo" and table.can_undo(table.state.current_player, agreed=True):
            table.undo(table.state.current_player, agreed=True)
            actions = iter(())
        elif step == "look":
            drawn = table.snapshot(0, since=shown.version, most_events=number)
            if drawn.is_anew:
                log.clear()
                missed = drawn.left_out
            else:
                events = (told.event for told in drawn.events)
                assert reduce(ls.events.advance, events, shown.view) == drawn.view
                assert not drawn.left_out
            log += drawn.events
            shown = drawn
            assert len(drawn.events) <= number
            assert (*log,) == table.snapshot(0).events[missed:]
            assert drawn.view == table.view(0)


def test_after_an_undo_all_events_but_the_last_ones_are_left_out() -> None:
    table = begin(1, 1, 3, 4)
    table.play(ls.Donate(1))
    since = table.version
    table.play(ls.Donate(1))
    table.undo(0)
    drawn = table.snapshot(0, since=since, most_events=1)
    assert (drawn.is_anew, len(drawn.events), drawn.left_out) == (True, 1, 1)


@pytest.mark.parametrize("left_out", [-1, 4])
def test_a_snapshot_that_left_out_more_than_there_was_is_refused(left_out: int) -> None:
    table = begin(1, 1, 3, 4)
    table.play(ls.Donate(1))
    drawn = table.snapshot(0, most_events=1)
    with pytest.raises(ls.DataError):
        ls.to_json(evolve(drawn, left_out=left_out))


def test_a_snapshot_that_leaves_events_out_without_beginning_anew_is_refused() -> None:
    drawn = begin(1, 1, 3, 4).snapshot(0, most_events=0)
    with pytest.raises(ls.DataError, match="left_out: does not fit"):
        ls.to_json(evolve(drawn, is_anew=False))


def test_a_negative_number_of_events_is_refused() -> None:
    with pytest.raises(ls.ArgumentError, match="most_events must be a whole number, 0 or more"):
        begin(1, 1, 3, 4).snapshot(0, most_events=-1)


@pytest.mark.parametrize(
    ("since", "undos"), [((-1, -1), 2), ((0, -1), 2), ((-9, 0), 2), ((9, 0), 0), ((2, 10**9), 0)]
)
def test_a_version_that_the_table_never_had_begins_anew(since: tuple[int, int], undos: int) -> None:
    table = begin(1, 1, 3, 4)
    for _ in range(2):
        table.play(ls.Donate(2))
        table.undo(0)
    drawn = table.snapshot(0, since=ls.Version(*since))
    assert drawn.is_anew
    assert len(drawn.events) == drawn.version.events
    assert len(drawn.taken_back) == undos


class Disturbed(ls.Table):
    """A table at which somebody moves while a snapshot is made."""

    thread: Thread | None = None

    def can_undo(self, seat: int, *, agreed: bool = False) -> bool:
        found = super().can_undo(seat, agreed=agreed)
        if self.thread is None:
            self.thread = Thread(target=self.play, args=[ls.Donate(1)])
            self.thread.start()
            self.thread.join(0.05)
        return found


def test_a_snapshot_is_of_one_moment_whatever_other_threads_do() -> None:
    table = Disturbed(begin(1, 1, 3, 4).state)
    drawn = table.snapshot(0)
    assert table.thread
    table.thread.join()
    assert drawn.view.players[0].donations == 0
    assert not drawn.can_undo
    assert table.version.events == 1


def test_who_can_undo_redo_and_ask_is_told() -> None:
    table = begin(1, 1, 3, 4)

    def can(seat: int | None) -> tuple[bool, bool, bool]:
        drawn = table.snapshot(seat)
        return drawn.can_undo, drawn.can_redo, drawn.can_ask

    table.play(ls.Donate(2))
    assert [can(seat) for seat in (0, 1, None)] == [
        (True, False, False),
        (False, False, False),
        (False, False, False),
    ]
    table.undo(0)
    assert [can(seat) for seat in (0, 1, None)] == [
        (False, True, False),
        (False, False, False),
        (False, False, False),
    ]
    table.play(ls.TakeDie(1))
    assert can(0) == (False, False, True)


def both_play(tables: tuple[ls.Table, ls.Table], number: int) -> bool:
    """Make a move that reveals nothing, and perhaps take it back, at two tables; False without."""
    first, other = (table.state for table in tables)
    options = [
        move
        for move in ls.legal_moves(first)
        if not isinstance(move, ls.EndTurn) and ls.is_legal(other, move)
    ]
    if not options:  # the end of the game opens hands and chests (R10.4)
        return False
    for table in tables:
        table.play(options[number % len(options)])
        is_agreed = bool(number % 2)
        if number % 3 == 0 and table.can_undo(first.current_player, agreed=is_agreed):
            table.undo(first.current_player, agreed=is_agreed)
    return True


@given(st.data(), games(explicit=True, longest=150), st.sampled_from(ls.LANGUAGES))
def test_r10_2_snapshots_are_alike_whatever_others_hide(
    data: st.DataObject, game: Game, language: str
) -> None:
    """Tables that differ in secrets alone, after moves that reveal nothing and after undos."""
    state = game.last
    words: dict[str, Any] = {"names": NAMES[: len(state.players)], "language": language}
    numbers = data.draw(st.lists(st.integers(0, 255), min_size=1, max_size=8))
    for seat in observers(state):
        tables = ls.Table(state), ls.Table(data.draw(with_other_secrets(state, seat)))
        for number in numbers:
            since = tables[0].version
            if not both_play(tables, number):
                break
            one, two = (table.snapshot(seat, since=since, **words) for table in tables)
            assert one == two
            assert ls.to_json(one) == ls.to_json(two)


def size_of(drawn: ls.Snapshot) -> tuple[int, int]:
    """Return the bytes of a document, and those that are left after compression."""
    text = ls.to_json(drawn).encode()
    return len(text), len(gzip.compress(text))


@pytest.mark.parametrize("edition", others_slow(["printed", "bga"], ["printed"]))
@pytest.mark.parametrize("players", [2, 5])
def test_a_document_of_a_middle_game_is_short(players: int, edition: str) -> None:
    """As a client gets it after each move, in whole games: they grow until the middle."""
    bot, rng = ls.load_player("greedy"), Random(7)
    table = ls.Table(ls.new_game(players, edition=edition, seed=7))
    sizes = list[tuple[int, int]]()
    since = table.version
    while table.state.boat <= 5:
        seat = table.state.current_player
        drawn = table.snapshot(seat, since=since, names=NAMES[:players])
        sizes.append(size_of(drawn))
        since = drawn.version
        table.play(bot.choose(drawn.view, rng))
    longest, most_packed = map(max, zip(*sizes, strict=True))
    assert longest < 12_000
    assert most_packed < 3_000


@pytest.mark.parametrize("edition", ["printed", "bga"])
@pytest.mark.parametrize("gems", [ls.Gems(3, 2, 1), ls.Gems(9, 6, 3)])
def test_a_document_with_a_market_of_many_gems_is_short_once_it_is_compressed(
    gems: ls.Gems, edition: str
) -> None:
    """A view has each sale on its own: 23 for 6 gems, 279 for 18."""
    cards = ["market", "lion", "no_cost_tent", "ignore_die", "second_tent"]
    state = give(at_die(3, players=5, edition=edition), 0, gems=gems, cards=cards)
    drawn = ls.Table(state).snapshot(0, names=NAMES)
    length, packed = size_of(drawn)
    assert packed < 3_000
    assert length < 12_000 or gems.total > 6
