"""Reports: figures of bots and seats, and how they are written."""

import json

import pytest

pytest.importorskip("statsmodels")


from livingstone import simulate
from livingstone.simulation import Sheet
from livingstone.simulation.sheets import markdown, p_value, percent, percent_of, plain

LONG = "ismcts:iterations=1,seconds=1"


def test_a_report_is_written_in_all_forms() -> None:
    report = simulate(["random", "greedy"], 10, seed=7)
    told = json.loads(report.to_json())
    assert told["games"] == 10
    assert [bot["bot"] for bot in told["bots"]] == ["random", "greedy"]
    assert set(told["bots"][0]["win"]) == {"value", "low", "high"}
    text, marked = str(report), report.to_markdown()
    for sheet in report.sheets():
        assert sheet.title in text
        assert f"## {sheet.title}" in marked
        assert all(len(line) == len(sheet.heads) for line in sheet.lines)
    assert percent(report.bots[1].win) in text
    assert max(map(len, text.splitlines())) <= 80


def test_a_bot_on_two_seats_of_four_wins_half_of_its_entries_at_most() -> None:
    report = simulate(["random", "greedy"] * 2, 20, seed=7)
    weak, strong = report.bots
    assert strong.win.high <= 0.5
    assert strong.advantage.high <= 0.25
    assert strong.advantage.low == pytest.approx(-weak.advantage.high)
    assert strong.advantage.p_value == pytest.approx(weak.advantage.p_value)


def test_a_report_says_which_games_are_counted_where_some_were_cut_short() -> None:
    whole = str(simulate(["random", "random"], 4, seed=7))
    cut = str(simulate(["random", "failing_bots:Crashing"], 4, seed=7))
    remark = "Entries, wins and p are of all games, the rest is of finished ones."
    assert remark not in " ".join(whole.split())
    of_bots, of_seats = cut.partition("\nSeats\n")[::2]
    assert remark in " ".join(of_bots.split())
    assert remark not in " ".join(of_seats.partition("\n\n")[0].split())
    assert "seat 0        0" in of_seats, "no game was finished"
    assert "Failures: failing_bots:Crashing 4 (" in " ".join(cut.split())


def test_a_card_has_its_uses_per_game_and_the_part_of_seats_that_played_it() -> None:
    report = simulate(["random", "greedy"], 10, seed=7)
    (sheet,) = (sheet for sheet in report.sheets() if sheet.title == "Cards")
    p_values = report.adjusted_p_values()
    for card, line in zip(report.cards, sheet.lines, strict=True):
        uses = (str(card.played), f"{card.played / 10:.2f}", f"{percent_of(card.entries / 20)} %")
        assert line == (card.card, *uses, percent(card.win), p_value(p_values[card]))
    assert (p_value(0.0004), p_value(0.001), p_value(1)) == ("<0.001", "0.001", "1.000")


# Tables


def test_a_wide_table_is_divided_and_loses_nothing() -> None:
    heads = ("bot", *(f"head {n}" for n in range(20)))
    rows = ((LONG, *(str(1000 + n) for n in range(20))), ("b", *["<0.001"] * 20))
    _, *lines = plain([Sheet("Title", heads, rows, "Remark. " * 20)]).splitlines()
    assert 70 < max(map(len, lines)) <= 80
    text = " ".join(lines).split()
    assert all(text.count(cell) == 1 for cell in rows[0][1:])
    assert all(text.count(str(n)) == 1 for n in range(20)), "the heads are in two lines"
    assert text.count("<0.001") == 20
    assert text.count("Remark.") == 20


@pytest.mark.parametrize("lineup", [("greedy", "random"), ("greedy", "ismcts:iterations=1")])
def test_names_intervals_and_p_values_stay_on_one_line(lineup: tuple[str, ...]) -> None:
    report = simulate(lineup, 12, seed=7)
    lines = str(report).splitlines()
    for sheet in report.sheets():
        for row in sheet.lines:
            assert any(line.startswith(row[0] + " ") and row[-1] in line for line in lines)
            assert all(any(cell in line for line in lines) for cell in row)


def test_a_table_can_be_turned() -> None:
    sheet = Sheet("T", ("", "a", "b"), (("x", "1", "2"), ("y", "3", "4")), "R")
    turned = sheet.transposed()
    assert turned == Sheet("T", ("", "x", "y"), (("a", "1", "3"), ("b", "2", "4")), "R")
    assert turned.transposed() == sheet


def test_markdown_has_names_to_the_left_and_escapes_bars() -> None:
    sheet = Sheet("T", ("", "a"), (("x|y", "\\"),), "R")
    expected = "## T\n\n|  | a |\n| :-- | --: |\n| x\\|y | \\\\ |\n\nR\n"
    assert markdown([sheet]) == expected
