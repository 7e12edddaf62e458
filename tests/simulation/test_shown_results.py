"""How results are shown: in one line, in notebooks, and as data frames."""

from html.parser import HTMLParser
from typing import Any

import pytest
from own_bots import Thrifty

import livingstone as ls
from livingstone.simulation import Sheet, plots

NAMED: dict[str, Any] = {"a <b> & c": "random"}


def tags_of(html: str) -> list[str]:
    class Reader(HTMLParser):
        tags: list[str] = []  # noqa: RUF012

        def handle_starttag(self, tag: str, attrs: object) -> None:
            self.tags.append(tag)

    reader = Reader()
    reader.tags = []
    reader.feed(html)
    return reader.tags


def all_findings() -> list[Any]:
    findings: list[Any] = [ls.simulate([NAMED, "greedy"], 4, seed=7)]
    try:
        findings.append(ls.compare(NAMED, "greedy", against=["random"], games=4, seed=7))
        findings.append(ls.tournament([NAMED, "greedy"], games=4, seed=7))
    except ls.MissingExtraError:
        pass
    return findings


def test_findings_are_tables_in_notebooks_and_escape_names() -> None:
    for found in all_findings():
        html = found._repr_html_()
        tags = tags_of(html)
        assert tags.count("table") == len(found.sheets())
        assert "b" not in tags
        assert "a &lt;b&gt; &amp; c" in html


def test_findings_say_in_one_line_what_matters() -> None:
    report, *others = map(repr, all_findings())
    assert report.startswith("Report(4 games, printed: a <b> & c ")
    for text, start in zip(others, ["Comparison(a <b> & c less greedy", "Tournament(1 lineup"]):  # noqa: B905
        assert text.startswith(start)
    assert all(len(text) < 200 and "\n" not in text for text in (report, *others))


def test_a_report_counts_failures_in_its_line() -> None:
    report = ls.simulate(["failing_bots:Crashing", "random"], 4, seed=7)
    assert repr(report).startswith("Report(4 games, 4 failed, printed: ")


def test_a_table_of_text_is_one_in_html_with_its_remark() -> None:
    sheet = Sheet("Wins", ("", "wins"), (("greedy", "62 %"), ("shy", "38 %")), "Of 4 games.")
    assert sheet._repr_html_() == (
        '<table><caption>Wins</caption><thead><tr><th scope="col"></th><th scope="col">wins</th>'
        '</tr></thead><tbody><tr><th scope="row">greedy</th><td>62 %</td></tr>'
        '<tr><th scope="row">shy</th><td>38 %</td></tr></tbody></table><p>Of 4 games.</p>'
    )


def test_a_plot_is_a_figure_that_notebooks_show_and_no_file() -> None:
    pytest.importorskip("matplotlib")
    figure: Any = plots.draw(ls.simulate(["random", "greedy"], 4, seed=7))
    assert figure.axes[0].get_xlabel().startswith("wins (%)")
    assert figure._repr_svg_().startswith("<?xml")
    assert figure._repr_svg_() == figure._repr_svg_()


def test_the_frame_of_a_report_has_bots_with_labels_options_and_seats() -> None:
    pytest.importorskip("polars")
    report = ls.simulate([Thrifty(3), {"nine": Thrifty(9)}], 4, seed=7, label="night")
    frame = report.to_frame()
    assert frame["label"].to_list() == ["night"] * 6
    assert frame["bot"].to_list()[:2] == ["Thrifty(reserve=3)", "nine"]
    assert frame["options"].to_list()[:2] == ["reserve=3", "reserve=9"]
    assert frame["seat"].to_list() == [None, None, 0, 1, 0, 1]
    assert frame["win"].to_list()[:2] == [bot.win.value for bot in report.bots]
    failed = ls.simulate(["failing_bots:Illegal"] * 2, 2, seed=7).to_frame()
    assert failed["points"].to_list() == [None] * 3


def test_the_frames_of_comparisons_go_together() -> None:
    pl = pytest.importorskip("polars")
    pytest.importorskip("statsmodels")
    compared = [
        ls.compare(Thrifty(value), "random", against=["random"], games=4, seed=7)
        for value in (3, 9)
    ]
    frame = pl.concat([comparison.to_frame() for comparison in compared])
    assert frame["options"].to_list() == ["reserve=3", "reserve=9"]
    assert frame["more_wins"].to_list() == [one.more_wins.value for one in compared]


def test_a_table_and_a_record_show_notebooks_what_a_spectator_sees() -> None:
    table = ls.Table(ls.new_game(2, seed=7))
    table.play(ls.Donate(2))
    other = ls.Table(ls.new_game(2, seed=7))
    other.play(ls.Donate(1))
    assert table._repr_html_() == other._repr_html_()
    assert tags_of(table._repr_html_())[0] == "svg"
    records = [one.record(players=["<Ann>", "Ben"]) for one in (table, other)]
    shown = [record._repr_html_() for record in records]
    assert shown[0] == shown[1]
    assert "svg" in tags_of(shown[0])
    assert 'width="880"' in shown[0]
    assert "<Ann>" not in shown[0]
