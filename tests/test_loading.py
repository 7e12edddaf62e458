"""Data files: what is shipped, what may be changed, and what every bad file is told."""

import copy
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from editions import (
    RULESETS,
    Table,
    board_table,
    card_table,
    deck_table,
    market_table,
    shipped_table,
    shipped_text,
    write_toml,
)
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import boards, decks, pick_rare

from livingstone import (
    ArgumentError,
    CardRevealed,
    DataError,
    DiceRolled,
    DrawCard,
    Edition,
    Gems,
    LivingstoneError,
    PlayCard,
    State,
    Stones,
    TakeDie,
    apply,
    legal_moves,
    load_edition,
    new_game,
    validate,
)
from livingstone.edition.effect import GainCoins, MineCollapse
from livingstone.edition.loading import check_edition

Change = Callable[[Table], object]


def nothing(table: Table) -> None:
    """Leave a file as it is shipped."""


def load_changed(
    folder: Path, *, board: Change | None = None, cards: Change | None = None
) -> Edition:
    """Load the shipped files with changes."""
    files = {}
    if board is not None:
        files["board"] = write_toml(folder / "board.toml", board_table(board))
    if cards is not None:
        files["cards"] = write_toml(folder / "cards.toml", deck_table(cards))
    return load_edition("printed", **files)


def problems_with(folder: Path, **changes: Change) -> list[str]:
    with pytest.raises(DataError) as error:
        load_changed(folder, **changes)
    return sorted(error.value.problems)


def problems_of_text(folder: Path, text: str | bytes, kind: str = "board") -> tuple[str, ...]:
    file = folder / f"{kind}.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(DataError) as error:
        load_edition("printed", **{kind: file})
    assert error.value.source == str(file)
    assert str(error.value).startswith(str(file))
    return error.value.problems


# What is shipped


@pytest.mark.parametrize("name", RULESETS)
def test_r1_the_shipped_board(name: str) -> None:
    board = load_edition(name).board
    assert (board.players.least, board.players.most) == (2, 5)
    assert board.row_values == (1, 2, 3, 4, 5, 6)
    assert [row.majority for row in board.rows] == [12, 10, 8, 6, 4, 2]
    assert board.costs == (1, 1, 2, 2, 3, 3, 4, 4, 5, 5)
    assert board.bag == Stones(black=29, clear=15, blue=10, red=5, white=1)
    assert board.bag.total == 60
    assert board.gem_values == Gems(clear=1, blue=3, red=5)
    assert [(coin.count, coin.value) for coin in board.coins] == [
        (41, 1),
        (16, 3),
        (13, 5),
        (5, 10),
    ]
    assert board.money == 204
    assert (board.tents, board.start_coins, board.neighbour_fee) == (11, 3, 1)
    assert (board.dice.per_player, board.dice.sides, board.dice.donation) == (2, 6, 4)


@pytest.mark.parametrize("name", RULESETS)
def test_r6_the_shipped_deck(name: str) -> None:
    edition = load_edition(name)
    assert {card.id: card.count for card in edition.cards} == {
        "no_cost_tent": 3,
        "ignore_die": 3,
        "two_dice": 3,
        "second_tent": 3,
        "market": 3,
        "boat_back": 1,
        "three_stones": 3,
        "four_coins": 3,
        "lion": 1,
        "rhinoceros": 1,
        "antelope": 2,
        "mine_collapse": 1,
    }
    assert edition.deck.total == 27
    assert {id: repr(effect) for id, effect in edition.effects.items()} == {
        "no_cost_tent": "NoCostTent()",
        "ignore_die": "IgnoreDie()",
        "two_dice": "MoreDice(dice=1)",
        "second_tent": "SecondTent()",
        "market": "Market(coins=Gems(clear=1, blue=2, red=3), points=Gems(clear=1, blue=2, red=3))",
        "boat_back": "BoatBack(columns=1)",
        "three_stones": "DrawStones(stones=3)",
        "four_coins": "GainCoins(coins=4)",
        "lion": "ScorePoints(points=4)",
        "rhinoceros": "ScorePoints(points=3)",
        "antelope": "ScorePoints(points=2)",
        "mine_collapse": "MineCollapse()",
    }


def test_each_card_is_named_in_four_languages() -> None:
    for card in load_edition("printed").cards:
        assert all((card.names.en, card.names.de, card.names.fr, card.names.it))
        assert card.text.endswith(".")


def test_the_rulesets_differ_in_every_switch() -> None:
    for name, switch in shipped_table("rulesets.toml").items():
        assert re.fullmatch(r"R\d+\.\d+", switch["rule"])
        assert getattr(load_edition("printed").ruleset, name) is switch["printed"]
        assert getattr(load_edition("bga").ruleset, name) is switch["bga"]
        assert switch["printed"] is not switch["bga"]


def test_the_rulesets_settle_what_the_rules_say() -> None:
    printed, bga = load_edition("printed").ruleset, load_edition("bga").ruleset
    assert (printed.free_actions_before_die, bga.free_actions_before_die) == (True, False)  # R3.2
    assert (printed.neighbour_fee_per_tent, bga.neighbour_fee_per_tent) == (False, True)  # R4.4
    assert (printed.white_stone_sells, bga.white_stone_sells) == (True, False)  # R4.7
    assert (printed.tents_break_ties, bga.tents_break_ties) == (False, True)  # R8.5
    assert (printed.out_scores_zero, bga.out_scores_zero) == (False, True)  # R8.6


def test_r1_every_inferred_figure_of_the_board_is_marked() -> None:
    board = load_edition("printed").board
    assert [row.inferred for row in board.rows] == [
        (),
        (),
        ("majority",),
        ("majority",),
        ("majority",),
        (),
    ]
    assert [column.inferred for column in board.columns] == [(), *[("cost",)] * 9]


def test_r1_every_inferred_count_of_the_deck_is_marked() -> None:
    edition = load_edition("printed")
    for card in edition.cards:
        known = isinstance(card.effect, MineCollapse)
        assert ("count" in card.inferred) is not known, card.id


def test_the_shipped_files_can_be_given_as_ones_own(tmp_path: Path) -> None:
    for name in RULESETS:
        board = write_toml(tmp_path / "board.toml", board_table())
        cards = write_toml(tmp_path / "cards.toml", deck_table())
        assert load_edition(name, board=str(board), cards=cards) == load_edition(name)


def test_an_edition_finds_its_cards() -> None:
    edition = load_edition("printed")
    assert edition.card("lion").count == 1
    with pytest.raises(KeyError):
        edition.card("unicorn")


# What may be changed


def test_other_figures_are_taken(tmp_path: Path) -> None:
    def change_board(table: Table) -> None:
        table["columns"][9]["cost"] = 6
        table["columns"] += [{"cost": 7}, {"cost": 8}]
        table["rows"][2] = {"value": 3, "majority": 9}
        table["stones"]["red"]["count"] = 6

    def change_cards(table: Table) -> None:
        table["cards"][0]["count"] = 1

    edition = load_changed(tmp_path, board=change_board, cards=change_cards)
    assert edition.board.costs == (1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8)
    assert edition.board.rows[2].majority == 9
    assert edition.board.rows[2].inferred == ()
    assert edition.board.bag.total == 61
    assert edition.deck.count("no_cost_tent") == 1
    assert check_edition(edition) == []
    assert edition.ruleset == load_edition("printed").ruleset


def test_a_game_on_more_columns_lasts_longer(tmp_path: Path) -> None:
    edition = load_changed(tmp_path, board=lambda t: t["columns"].extend([{"cost": 1}] * 2))
    state = new_game(2, seed=3, edition=edition)
    boats = set()
    for number in range(5000):
        if state.is_over:
            break
        boats.add(state.boat)
        assert validate(state) == []
        moves = legal_moves(state)
        state = apply(state, pick_rare(moves, number * 37 % 256))
    assert state.is_over
    assert boats == set(range(1, 13))


def test_a_new_card_with_a_known_effect_needs_no_code(tmp_path: Path) -> None:
    edition = load_changed(
        tmp_path, cards=lambda t: t["cards"].append(card_table("nugget", "gain_coins", coins=9))
    )
    assert edition.effects["nugget"] == GainCoins(9)
    state = new_game(2, edition=edition, explicit_chance=True)
    actions = (DiceRolled((1, 2, 3, 4)), TakeDie(1), DrawCard(), CardRevealed("nugget"))
    for action in actions:
        state = apply(state, action)
    after = play(state, PlayCard("nugget"))
    assert after.players[0].coins == state.players[0].coins + 9
    assert after.played.count("nugget") == 1


def test_a_card_may_allow_two_more_dice(tmp_path: Path) -> None:
    edition = load_changed(
        tmp_path, cards=lambda t: t.update(cards=[card_table("rush", "more_dice", dice=2)])
    )
    state = new_game(2, edition=edition, explicit_chance=True)
    for action in (DiceRolled((1, 2, 3, 4)), TakeDie(1), DrawCard(), CardRevealed("rush")):
        state = apply(state, action)
    assert play(state, PlayCard("rush")).dice_left == 2


def play(state: State, move: PlayCard) -> State:
    assert move in legal_moves(state)
    return apply(state, move)


def test_two_cards_may_share_an_effect(tmp_path: Path) -> None:
    edition = load_changed(
        tmp_path,
        cards=lambda t: t["cards"].extend(
            [card_table("second_collapse", "mine_collapse"), market_table("bazaar", 2)]
        ),
    )
    assert edition.deck.total == 30
    assert edition.effects["second_collapse"] == edition.effects["mine_collapse"]


def test_a_deck_may_be_empty(tmp_path: Path) -> None:
    edition = load_changed(tmp_path, cards=lambda t: t.update(cards=[]))
    state = apply(new_game(2, seed=1, edition=edition), legal_moves(new_game(2, seed=1))[0])
    assert DrawCard() not in legal_moves(state)


@given(boards(), decks(), st.sampled_from(RULESETS))
def test_generated_files_load_as_they_are_meant(
    tmp_path_factory: pytest.TempPathFactory, board: Table, cards: list[Table], name: str
) -> None:
    folder = tmp_path_factory.getbasetemp()
    edition = load_edition(
        name,
        board=write_toml(folder / "generated_board.toml", board),
        cards=write_toml(folder / "generated_cards.toml", {"cards": cards}),
    )
    assert check_edition(edition) == []
    assert edition.board.costs == tuple(column["cost"] for column in board["columns"])
    assert [(card.id, card.count) for card in edition.cards] == [
        (card["id"], card["count"]) for card in cards
    ]


# Bad files: one problem each, with its path


def put(*path: str | int, value: object) -> Change:
    """Make a change that puts a value at a path."""

    def change(table: Any) -> None:
        *way, last = path
        for step in way:
            table = table[step]
        table[last] = copy.deepcopy(value)

    return change


def drop(*path: str | int) -> Change:
    """Make a change that removes what is at a path."""

    def change(table: Any) -> None:
        *way, last = path
        for step in way:
            table = table[step]
        del table[last]

    return change


BAD_BOARDS: list[tuple[Change, str]] = [
    (put("tents", value="4"), "tents: must be a whole number, not '4'"),
    (put("tents", value=1.9), "tents: must be a whole number, not 1.9"),
    (put("tents", value=4.0), "tents: must be a whole number, not 4.0"),
    (put("tents", value=True), "tents: must be a whole number, not True"),
    (put("tents", value=[4]), "tents: must be a whole number, not a list"),
    (put("tents", value={"n": 4}), "tents: must be a whole number, not a dict"),
    (put("tents", value=float("nan")), "tents: must be a whole number, not nan"),
    (put("tents", value=0), "tents: must be 1 to 10000, not 0"),
    (put("tents", value=-11), "tents: must be 1 to 10000, not -11"),
    (put("tents", value=10_001), "tents: must be 1 to 10000, not 10001"),
    (put("tents", value=10**40), "tents: must be 1 to 10000, not a huge number"),
    (put("tents", value=-(10**40)), "tents: must be 1 to 10000, not a huge number"),
    (drop("tents"), "tents: is missing"),
    (put("tent", value=4), "unknown: 'tent'"),
    (put("start_coins", value=-1), "start_coins: must be 0 to 10000, not -1"),
    (put("neighbour_fee", value=-1), "neighbour_fee: must be 0 to 10000, not -1"),
    (put("players", value=4), "players: must be a table, not 4"),
    (put("players", "least", value=1), "players.least: must be 2 to 20, not 1"),
    (put("players", "most", value=21), "players.most: must be 2 to 20, not 21"),
    (put("players", value={"least": 4, "most": 3}), "players: least (4) is more than most (3)"),
    (put("dice", "sides", value=0), "dice.sides: must be 1 to 20, not 0"),
    (put("dice", "per_player", value=0), "dice.per_player: must be 1 to 10, not 0"),
    (put("dice", "donation", value=0), "dice.donation: must be 1 to 20, not 0"),
    (drop("dice", "donation"), "dice.donation: is missing"),
    (put("columns", value=[]), "columns: must have 1 to 100 entries, not 0"),
    (put("columns", value=[{"cost": 1}] * 101), "columns: must have 1 to 100 entries, not 101"),
    (put("columns", value={"cost": 1}), "columns: must be a list, not a dict"),
    (put("columns", 2, "cost", value=0), "columns[2].cost: must be 1 to 10000, not 0"),
    (put("columns", 9, "price", value=1), "columns[9]: unknown: 'price'"),
    (put("columns", 0, value=1), "columns[0]: must be a table, not 1"),
    (
        put("columns", 0, "inferred", value=["value"]),
        "columns[0].inferred[0]: must be one of cost, not 'value'",
    ),
    (
        put("columns", 0, "inferred", value="cost"),
        "columns[0].inferred: must be a list, not 'cost'",
    ),
    (
        put("columns", 0, "inferred", value=[1]),
        "columns[0].inferred[0]: must be one of cost, not 1",
    ),
    (put("rows", value=[]), "rows: must have 1 to 20 entries, not 0"),
    (
        lambda table: table["rows"].append({"value": 7, "majority": 1}),
        "rows: a die of 6 sides cannot reach 7 rows",
    ),
    (put("rows", 0, "value", value=0), "rows[0].value: must be 1 to 10000, not 0"),
    (put("rows", 5, "majority", value=-2), "rows[5].majority: must be 0 to 10000, not -2"),
    (put("coins", value=[]), "coins: must have 1 to 20 entries, not 0"),
    (put("coins", 1, "value", value=0), "coins[1].value: must be 1 to 10000, not 0"),
    (put("coins", 1, "value", value=1), "coins: 1 occurs more than once"),
    (put("start_coins", value=41), "coins: worth 204 together, but 5 players start with 205"),
    (put("dice", "sides", value=20), "dice: 10 dice of 20 sides can show too much to list"),
    (put("stones", "red", "count", value=41), "stones.red.count: must be 0 to 40, not 41"),
    (put("coins", 3, "count", value=1000), "coins: worth 10154 together, more than 10000"),
    (put("stones", value=[]), "stones: must be a table, not a list"),
    (drop("stones", "red"), "stones.red: is missing"),
    (put("stones", "green", value={"count": 1}), "stones: unknown: 'green'"),
    (put("stones", "white", "count", value=0), "stones.white.count: must be 1, not 0"),
    (put("stones", "white", "count", value=2), "stones.white.count: must be 1, not 2"),
    (put("stones", "black", "count", value=-1), "stones.black.count: must be 0 to 10000, not -1"),
    (put("stones", "black", "value", value=1), "stones.black: unknown: 'value'"),
    (put("stones", "clear", "value", value=0), "stones.clear.value: must be 1 to 10000, not 0"),
    (drop("stones", "blue", "value"), "stones.blue.value: is missing"),
]

KINDS = (
    "no_cost_tent, ignore_die, more_dice, second_tent, market, boat_back, draw_stones, "
    "gain_coins, score_points, mine_collapse"
)

BAD_DECKS: list[tuple[Change, str]] = [
    (drop("cards"), "cards: is missing"),
    (put("cards", value=3), "cards: must be a list, not 3"),
    (put("cards", 0, value="lion"), "cards[0]: must be a table, not 'lion'"),
    (put("more", value=1), "unknown: 'more'"),
    (put("cards", 0, "colour", value="red"), "cards[0]: unknown: 'colour'"),
    (put("cards", 0, "id", value="ignore_die"), "cards: 'ignore_die' occurs more than once"),
    (
        put("cards", 0, "id", value="No Way"),
        "cards[0].id: must be lower-case letters, digits and underscores, not 'No Way'",
    ),
    (put("cards", 0, "id", value=7), "cards[0].id: must be a text, not 7"),
    (drop("cards", 0, "id"), "cards[0].id: is missing"),
    (put("cards", 0, "count", value=0), "cards[0].count: must be 1 to 1000, not 0"),
    (put("cards", 0, "count", value=-3), "cards[0].count: must be 1 to 1000, not -3"),
    (put("cards", 0, "count", value="3"), "cards[0].count: must be a whole number, not '3'"),
    (drop("cards", 0, "effect"), "cards[0].effect: is missing"),
    (
        put("cards", 0, "effect", value={"kind": "fly"}),
        f"cards[0].effect: kind must be one of {KINDS}, not 'fly'",
    ),
    (
        put("cards", 0, "effect", value={}),
        f"cards[0].effect: kind must be one of {KINDS}, not None",
    ),
    (
        put("cards", 0, "effect", value={"kind": 3}),
        f"cards[0].effect: kind must be one of {KINDS}, not 3",
    ),
    (put("cards", 0, "effect", value="fly"), "cards[0].effect: must be a table, not 'fly'"),
    (put("cards", 0, "effect", "coins", value=1), "cards[0].effect: unknown: 'coins'"),
    (drop("cards", 2, "effect", "dice"), "cards[2].effect.dice: is missing"),
    (put("cards", 2, "effect", "dice", value=0), "cards[2].effect.dice: must be 1 to 10000, not 0"),
    (
        put("cards", 4, "effect", "coins", "clear", value=0),
        "cards[4].effect.coins: clear must be 1 to 10000, not 0",
    ),
    (
        put("cards", 4, "effect", "points", "red", value=-1),
        "cards[4].effect.points: red must be 0 to 10000, not -1",
    ),
    (
        put("cards", 4, "effect", "points", "red", value="1"),
        "cards[4].effect.points.red: must be a whole number, not '1'",
    ),
    (drop("cards", 4, "effect", "coins", "blue"), "cards[4].effect.coins.blue: is missing"),
    (
        put("cards", 4, "effect", "coins", "black", value=1),
        "cards[4].effect.coins: unknown: 'black'",
    ),
    (put("cards", 4, "effect", "coins", value=[1, 2, 3]), "cards[4].effect.coins: must be a table"),
    (
        put("cards", 5, "effect", "columns", value=-1),
        "cards[5].effect.columns: must be 1 to 10000, not -1",
    ),
    (
        put("cards", 6, "effect", "stones", value=21),
        "cards[6].effect.stones: must be 1 to 20, not 21",
    ),
    (
        put("cards", 7, "effect", "coins", value=True),
        "cards[7].effect.coins: must be a whole number, not True",
    ),
    (
        put("cards", 8, "effect", "points", value=0),
        "cards[8].effect.points: must be 1 to 10000, not 0",
    ),
    (drop("cards", 0, "names", "en"), "cards[0].names.en: is missing"),
    (put("cards", 0, "names", "de", value=4), "cards[0].names.de"),
    (put("cards", 0, "names", "la", value="leo"), "cards[0].names: unknown: 'la'"),
    (
        put("cards", 0, "text", value="one\ntwo"),
        "cards[0].text: must be one line of 1 to 200 characters, not 'one\\ntwo'",
    ),
    (put("cards", 0, "text", value=""), "cards[0].text: must be one line of 1 to 200 characters"),
    (put("cards", 0, "inferred", value=["effect"]), "cards[0].inferred[0]: must be one of count,"),
    (
        lambda t: t.update(cards=[{**t["cards"][0], "id": f"c{n}"} for n in range(201)]),
        "cards: must have 0 to 200 entries, not 201",
    ),
]


@pytest.mark.parametrize(("change", "problem"), BAD_BOARDS, ids=[p for _, p in BAD_BOARDS])
def test_a_bad_board_is_told_what_and_where(tmp_path: Path, change: Change, problem: str) -> None:
    (found,) = problems_with(tmp_path, board=change)
    assert found.startswith(problem)


@pytest.mark.parametrize(("change", "problem"), BAD_DECKS, ids=[p for _, p in BAD_DECKS])
def test_a_bad_deck_is_told_what_and_where(tmp_path: Path, change: Change, problem: str) -> None:
    (found,) = problems_with(tmp_path, cards=change)
    assert found.startswith(problem)


BIG_HEX = f"0x{'f' * 5000}"
DEEP = f"{'[' * 300}{']' * 300}"

BAD_TEXTS: list[tuple[str, str | bytes, str, str]] = [
    ("board", "tents = ", "is not TOML", "half a line"),
    ("board", "tents = 1\ntents = 2", "is not TOML", "a key twice"),
    ("board", "\x00", "is not TOML", "a null"),
    ("board", f"tents = {'9' * 5000}", "is not TOML", "five thousand digits"),
    ("board", f"tents = {BIG_HEX}", "tents: must be 1 to 10000, not a huge number", "hex"),
    ("cards", f"cards = [{{id = {BIG_HEX}}}, {{id = {BIG_HEX}}}]", "cards[0].id", "hex twice"),
    ("cards", f"cards = [{{id = {DEEP}}}, {{id = {DEEP}}}]", "cards[0].id", "lists twice"),
    (
        "board",
        f"tents = {'[' * 5000}{']' * 5000}",
        "is not TOML: it is nested too deeply",
        "deep lists",
    ),
    (
        "board",
        f"tents = {'{a=' * 3000}1{'}' * 3000}",
        "is not TOML: it is nested too deeply",
        "deep tables",
    ),
    ("board", b"\xff\xfe", "is not UTF-8", "not UTF-8"),
    ("board", "name = 'é'".encode("latin-1"), "is not UTF-8", "Latin-1"),
    ("board", "#" * 1_000_001, "is larger than 1000000 bytes", "too large"),
    ("board", "", "tents: is missing", "empty"),
    ("cards", "", "cards: is missing", "empty"),
    ("board", "tents = 1979-05-27", "tents: must be a whole number, not ", "a date"),
    ("board", "tents = inf", "tents: must be a whole number, not inf", "infinity"),
]


@pytest.mark.parametrize(
    ("kind", "text", "problem"),
    [(kind, text, problem) for kind, text, problem, _ in BAD_TEXTS],
    ids=[f"{kind}: {name}" for kind, _, _, name in BAD_TEXTS],
)
def test_a_file_that_is_no_data_is_told_so(
    tmp_path: Path, kind: str, text: str | bytes, problem: str
) -> None:
    problems = problems_of_text(tmp_path, text, kind)
    assert problems[0].startswith(problem)
    assert all(len(problem) < 1500 for problem in problems)


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="there is no such file"):
        load_edition("printed", board=tmp_path / "nowhere.toml")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        load_edition("printed", cards=tmp_path)


def test_a_path_that_cannot_be() -> None:
    with pytest.raises(DataError, match="cannot be read"):
        load_edition("printed", cards="a\x00b")


@pytest.mark.parametrize("path", [3, b"board.toml", ["board.toml"], True])
def test_what_is_no_path_is_a_bad_argument(path: Any) -> None:
    with pytest.raises(ArgumentError, match="path"):
        load_edition("printed", board=path)


@pytest.mark.parametrize("name", ["Printed", "", "rhino", None, 3, ["printed"]])
def test_an_unknown_edition_is_a_bad_argument(name: Any) -> None:
    with pytest.raises(ArgumentError, match="printed, bga"):
        load_edition(name)


def test_all_problems_come_in_one_error(tmp_path: Path) -> None:
    def spoil(table: Table) -> None:
        table["tents"] = "11"
        del table["dice"]
        table["columns"][3]["cost"] = 0
        table["columns"][4]["cots"] = 1
        table["rows"][0]["inferred"] = ["cost"]
        table["stones"]["white"]["count"] = 3
        table["start_coins"] = 1000
        table["surprise"] = 1

    assert problems_with(tmp_path, board=spoil) == [
        "coins: worth 204 together, but 5 players start with 5000",
        "columns[3].cost: must be 1 to 10000, not 0",
        "columns[4]: unknown: 'cots'",
        "dice: is missing",
        "rows[0].inferred[0]: must be one of value, majority, not 'cost'",
        "stones.white.count: must be 1, not 3",
        "tents: must be a whole number, not '11'",
        "unknown: 'surprise'",
    ]


def test_the_problems_of_both_files_come_in_one_error(tmp_path: Path) -> None:
    with pytest.raises(DataError) as error:
        load_changed(tmp_path, board=put("tents", value=0), cards=put("cards", 0, "count", value=0))
    board, cards = tmp_path / "board.toml", tmp_path / "cards.toml"
    assert error.value.source == f"{board} and {cards}"
    assert error.value.problems == (
        f"{board}: tents: must be 1 to 10000, not 0",
        f"{cards}: cards[0].count: must be 1 to 1000, not 0",
    )


def test_one_bad_file_of_two_is_named_alone(tmp_path: Path) -> None:
    with pytest.raises(DataError) as error:
        load_changed(tmp_path, board=nothing, cards=drop("cards"))
    assert error.value.source == str(tmp_path / "cards.toml")


def test_endless_problems_are_cut_short(tmp_path: Path) -> None:
    problems = problems_of_text(tmp_path, "[[cards]]\n" * 1000, "cards")
    assert len(problems) == 101
    assert "more problems" in problems[-1]


def test_a_data_error_reads_well() -> None:
    one, two = DataError("a.toml", ["x: is missing"]), DataError("a.toml", ["x: 1", "y: 2"])
    assert str(one) == "a.toml: x: is missing"
    assert str(two) == "a.toml: 2 problems\n  - x: 1\n  - y: 2"
    assert isinstance(one, ValueError)
    assert isinstance(one, LivingstoneError)


# Anything else


TEXTS = {"board": shipped_text("board.toml"), "cards": shipped_text("cards.toml")}
SNIPPETS = ("0", "-1", "true", '"4"', "1.9", "[", "]", "{", "}", "=", "\n", "[[cards]]", "é", "#")


@given(
    st.sampled_from(sorted(TEXTS)),
    st.lists(
        st.tuples(
            st.sampled_from(("cut", "insert", "flip")),
            st.integers(0, 6000),
            st.integers(1, 60),
            st.one_of(st.sampled_from(SNIPPETS), st.text(max_size=5)),
        ),
        min_size=1,
        max_size=4,
    ),
)
@example("board", [("cut", 0, 60_000, "")])
def test_a_damaged_file_loads_or_is_a_data_error(
    tmp_path_factory: pytest.TempPathFactory, kind: str, damage: list[tuple[str, int, int, str]]
) -> None:
    text = TEXTS[kind]
    for how, place, length, snippet in damage:
        place %= len(text) + 1
        middle = {"cut": "", "insert": snippet + text[place : place + length]}.get(how, snippet)
        text = text[:place] + middle + text[place + length :]
    assert_loads_or_is_refused(tmp_path_factory, kind, text.encode("utf-8", "surrogatepass"))


@given(st.sampled_from(sorted(TEXTS)), st.binary(max_size=40), st.integers(0, 6000))
def test_a_file_with_any_bytes_loads_or_is_a_data_error(
    tmp_path_factory: pytest.TempPathFactory, kind: str, piece: bytes, place: int
) -> None:
    text = TEXTS[kind].encode()
    assert_loads_or_is_refused(tmp_path_factory, kind, text[:place] + piece + text[place:])


PLAIN = st.recursive(
    st.one_of(st.booleans(), st.integers(-5, 20), st.floats(), st.text(max_size=8)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(st.sampled_from(sorted(TEXTS)), st.lists(st.integers(0, 30), max_size=6), PLAIN)
def test_any_value_anywhere_loads_or_is_a_data_error(
    tmp_path_factory: pytest.TempPathFactory, kind: str, way: list[int], value: Any
) -> None:
    table: Any = {"board": board_table, "cards": deck_table}[kind]()
    holder, key = table, next(iter(table))
    for step in way:
        inner = holder[key]
        if not isinstance(inner, dict | list) or not inner:
            break
        keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
        holder, key = inner, keys[step % len(keys)]
    holder[key] = value
    assert_loads_or_is_refused(tmp_path_factory, kind, tomli_w.dumps(table).encode())


def assert_loads_or_is_refused(
    tmp_path_factory: pytest.TempPathFactory, kind: str, content: bytes
) -> None:
    file = tmp_path_factory.getbasetemp() / f"damaged_{kind}.toml"
    file.write_bytes(content)
    loaded = load_or_error(kind, file)
    if isinstance(loaded, DataError):
        assert loaded.source == str(file)
        assert loaded.problems
        assert all(problem.strip() for problem in loaded.problems)
    else:
        assert check_edition(loaded) == []
        assert validate(new_game(loaded.board.players.least, edition=loaded, seed=1)) == []


def load_or_error(kind: str, file: Path) -> Edition | DataError:
    try:
        return load_edition("bga", **{kind: file})
    except DataError as error:
        return error
