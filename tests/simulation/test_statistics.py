"""Reports: figures of bots and seats, and how they are written."""

import json

import pytest

pytest.importorskip("statsmodels")


from livingstone import simulate
from livingstone.simulation import Sheet
from livingstone.simulation.sheets import p_value, percent, percent_of, plain

LONG = "ismcts:iterations=1,seconds=1"


def test_a_report_is_written_in_all_forms() -> None:
    report = simulate(["random", "greedy"], 10, seed=7)
    told = json.loads(report.to_json())
    assert told["games"] == 10
    assert [bot["bot"] for bot in told["bots"]] == ["random", "greedy"]
    assert set(told["bots"][0]["win"]) == {"value", "low", "high"}
    text = str(report)
    for sheet in report.sheets():
        assert sheet.title in text
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


def test_a_table_has_the_figures_of_the_report() -> None:
    report = simulate(["random", "greedy"], 10, seed=7)
    p_values = report.adjusted_p_values()
    sheets = {sheet.title: sheet for sheet in report.sheets()}
    for own, line in zip(report.seats, sheets["Seats"].lines, strict=True):
        wins = (percent(own.win), p_value(p_values[own]), f"{percent_of(own.out.value)} %")
        rest = (f"{own.rank.mean:.2f}", f"{own.donated.mean:.2f}")
        assert line == (f"seat {own.seat}", "10", *wins, *rest)
    everyone = (*report.bots, *report.seats)
    sources = sheets["Where points come from (means)"]
    assert sources.heads == ("", "random", "greedy", "seat 0", "seat 1")
    assert [line[0] for line in sources.lines] == [name for name, _ in everyone[0].sources]
    for own, column in zip(everyone, list(zip(*sources.lines, strict=True))[1:], strict=True):
        assert column == tuple(f"{points.mean:.2f}" for _, points in own.sources)
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
