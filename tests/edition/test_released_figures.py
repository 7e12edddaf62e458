"""What a version shipped can always be read again, also when figures are corrected."""

import pickle
from pathlib import Path

import pytest
from attrs import evolve
from copied_library import CopiedLibrary
from corrected_figures import correct_figures
from keep_figures import file_name, text_of

import livingstone as ls
from livingstone.edition import RULESETS, find_edition, is_released, is_shipped
from livingstone.edition.loading import shipped
from livingstone.edition.released import FOLDER, edition_name
from livingstone.simulation import simulate

FIRST = Path(__file__).parents[1] / "compatibility/0.1"
KEPT = sorted(file.name.removesuffix(".toml") for file in shipped(FOLDER).iterdir())


@pytest.fixture
def earlier(monkeypatch: pytest.MonkeyPatch) -> ls.Edition:
    """Correct the figures, and return an edition that was released before."""
    correct_figures(monkeypatch)
    return ls.load(FIRST / "record.toml").edition


def test_the_shipped_figures_are_kept() -> None:
    """If this fails, a figure or a text was changed: run `python tests/keep_figures.py`."""
    for edition in map(ls.load_edition, RULESETS):
        kept = shipped(FOLDER) / file_name(edition)
        assert kept.is_file(), "run python tests/keep_figures.py"
        assert kept.read_text(encoding="utf-8") == text_of(edition)


@pytest.mark.parametrize("name", KEPT)
def test_kept_figures_are_found_by_their_hash(name: str, earlier: ls.Edition) -> None:
    """So the hash of the same figures never changes, since records hold it."""
    id, _, hash = name.partition("-")
    found = find_edition(id, hash)
    assert (found.id, found.hash) == (id, hash)
    assert is_released(found)


def test_an_earlier_edition_keeps_its_figures_words_and_pictures(earlier: ls.Edition) -> None:
    now = ls.load_edition("printed")
    assert is_released(earlier)
    assert not is_shipped(earlier)
    assert ls.describe_card(earlier.card("lion")) == "Score four points, now or at the end."
    assert ls.describe_board(earlier) != ls.describe_board(now)
    assert ls.svg.cards(earlier, ["lion"]) != ls.svg.cards(now, ["lion"])


def test_reports_name_an_earlier_edition_with_its_hash(earlier: ls.Edition) -> None:
    now = ls.load_edition("printed")
    assert edition_name("printed", now.hash) == "printed"
    assert edition_name("printed", earlier.hash) == f"printed {earlier.hash[:8]}"
    report = simulate(["random", "random"], 2, seed=7, edition=earlier)
    assert f"printed {earlier.hash[:8]}" in str(report)


@pytest.mark.parametrize(
    "hash",
    [
        "0" * 32,
        "",
        "00",
        pytest.param("0" * 300, id="longer than a name of a file"),
        "../../board",
        "12A7968A3EC96BA3DB8159B1C92A2727",
        "\0" * 32,
        "é" * 32,
    ],
)
def test_a_hash_that_nobody_shipped_is_refused(hash: str) -> None:
    with pytest.raises(ls.DataError, match="printed: this version knows no figures with the hash"):
        find_edition("printed", hash)


def test_a_hash_is_that_of_one_ruleset(earlier: ls.Edition) -> None:
    with pytest.raises(ls.DataError, match="bga: this version knows no figures with the hash"):
        find_edition("bga", earlier.hash)
    with pytest.raises(ls.ArgumentError, match="the edition must be one of printed, bga"):
        find_edition("../printed", earlier.hash)


def test_an_edition_with_another_text_is_not_a_released_one(earlier: ls.Edition) -> None:
    lion, *others = earlier.cards
    assert not is_released(evolve(earlier, cards=(evolve(lion, text="Roar."), *others)))
    assert not is_released(evolve(earlier, id="mine"))


def test_earlier_figures_are_written_by_name_and_read(earlier: ls.Edition) -> None:
    state = ls.new_game(2, seed=7, edition=earlier)
    record = ls.Record.of(state, [ls.Donate(2)])
    assert not record.embed_edition
    assert ls.loads(ls.dumps(record)) == record
    for value in (state, ls.view(state, 0), record):
        text = ls.to_json(value)
        assert "neighbour_fee" not in text
        assert ls.from_json(text, type(value)) == value
    assert len(pickle.dumps(state)) < 1_500
    assert pickle.loads(pickle.dumps(state)) == state
    ls.loads(ls.dumps(record)).verify()


CORRECTED = """
import sys
from pathlib import Path
import livingstone as ls
folder, now = Path(sys.argv[1]), ls.load_edition("printed")
state = ls.from_json((folder / "state.json").read_text(), "state")
record = ls.load(folder / "record.toml")
assert state.edition == record.edition != now
assert state.edition.board.costs[0] < now.board.costs[0]
record.verify()
while not state.is_over:
    state = ls.apply(state, ls.legal_moves(state)[0])
assert ls.result(state)
ls.replay_row(1, folder / "results.db").verify()
"""


def test_files_of_a_version_are_read_when_its_data_files_are_corrected(tmp_path: Path) -> None:
    copied = CopiedLibrary(tmp_path)
    copied.correct()
    copied.run(CORRECTED, str(FIRST))
