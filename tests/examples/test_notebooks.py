"""What a notebook shows: pictures of games, tables of results, plots and reviews."""

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbconvert = pytest.importorskip("nbconvert")
pytest.importorskip("ipykernel")

EXAMPLES = Path(__file__).parents[2] / "examples"


def html_of(cells: list[str], folder: Path) -> str:
    """Run the cells of a notebook, and return its page."""
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    runner = nbconvert.preprocessors.ExecutePreprocessor(timeout=300, kernel_name="python3")
    runner.preprocess(book, {"metadata": {"path": str(folder)}})
    page, _ = nbconvert.HTMLExporter().from_notebook_node(book)
    return str(page)


@pytest.mark.slow
def test_results_tables_records_and_plots_are_shown_as_they_are(tmp_path: Path) -> None:
    pytest.importorskip("statsmodels")
    pytest.importorskip("matplotlib")
    cells = [
        "import livingstone as ls",
        "ls.Table(ls.new_game(2, seed=7))",
        "ls.Record.of(ls.new_game(2, seed=7), [ls.Donate(2)])",
        "shown = ls.simulation.ShownProgress()",
        "report = ls.simulate(['greedy', 'random'], 4, seed=7, on_progress=shown)\nreport",
        "ls.simulation.plots.draw(report)",
        "ls.sweep('ismcts', 'iterations', [1, 2], against=['random'], games=2, seed=7)",
    ]
    page = html_of(cells, tmp_path)
    assert page.count('class="livingstone"') >= 2
    assert "4 games on 2 deals, printed: greedy, random" in page
    assert page.count("4 of 4 games, ") == 1
    assert 'src="data:image/svg+xml' in page
    assert "iterations against random; the base is ismcts:iterations=1" in page
    assert "Traceback" not in page


@pytest.mark.slow
def test_reviews_and_hints_are_shown_with_their_chart(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    cells = [
        "import livingstone as ls",
        "moves = [ls.TakeDie(3), ls.TakeCoins(), ls.Donate(6), ls.EndTurn()]",
        "record = ls.Record.of(ls.new_game(2, seed=7), moves, players=['Ann', 'Ben'])",
        "ls.review(record, rollouts=20)",
        "ls.hint(ls.view(ls.new_game(2, seed=7), 0), seconds=0.2)",
    ]
    page = html_of(cells, tmp_path)
    assert page.count('class="livingstone"') >= 1
    assert "<ol><li>" in page
    assert "Traceback" not in page


@pytest.mark.slow
def test_the_game_of_the_example_runs_as_a_notebook(tmp_path: Path) -> None:
    source = (EXAMPLES / "notebook_game.py").read_text(encoding="utf-8")
    cells = source.split("# %%\n")[1:]
    page = html_of(cells, tmp_path)
    assert page.count('src="data:image/svg+xml') >= 3
