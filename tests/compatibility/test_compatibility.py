"""Files of released versions are read by this one (`make.py` wrote them)."""

from pathlib import Path
from random import Random
from shutil import copy
from typing import Any

import pytest
from corrected_figures import correct_figures

import livingstone as ls

VERSIONS = sorted(path for path in Path(__file__).parent.iterdir() if path.name[0].isdigit())

pytestmark = pytest.mark.parametrize("folder", VERSIONS, ids=lambda folder: folder.name)


@pytest.fixture(autouse=True, params=["shipped", "corrected"])
def figures(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Read the files with the shipped figures, and as a version that corrects some."""
    if request.param == "corrected":
        correct_figures(monkeypatch)


def play_on(state: ls.State) -> None:
    """Play to the end."""
    rng = Random(7)
    while not state.is_over:
        state = ls.apply(state, rng.choice(ls.legal_moves(state)))
    assert ls.result(state)


def test_a_state_goes_on(folder: Path) -> None:
    state = ls.from_json((folder / "state.json").read_text(encoding="utf-8"), "state")
    assert (len(state.players), state.edition.id, state.streams is not None) == (3, "printed", True)
    play_on(state)


def test_a_view_is_read(folder: Path) -> None:
    view = ls.from_json((folder / "view.json").read_text(encoding="utf-8"), "view")
    assert (view.seat, len(view.players), view.own is not None) == (1, 3, True)
    assert ls.view(ls.sample_state(view, 7), 1) == view


@pytest.mark.parametrize(
    ("name", "seat"),
    [
        ("record.toml", None),
        ("record-of-a-seat.toml", 1),
        ("record-of-a-spectator.toml", "spectator"),
        ("own-record.toml", None),
    ],
)
def test_a_record_replays(folder: Path, name: str, seat: int | str | None) -> None:
    record = ls.load(folder / name)
    record.verify()
    assert (record.seat, record.result is not None, len(record.players)) == (seat, True, 2)


def test_a_record_of_json_replays(folder: Path) -> None:
    ls.from_json((folder / "record.json").read_text(encoding="utf-8"), "record").verify()


def test_a_board_and_a_deck_are_played_with(folder: Path) -> None:
    own = ls.load_edition("bga", board=folder / "board.toml", cards=folder / "cards.toml")
    assert ls.load(folder / "own-record.toml").edition.hash == own.hash
    play_on(ls.new_game(2, seed=7, edition=own))


def test_results_are_replayed(folder: Path, tmp_path: Path) -> None:
    file = copy(folder / "results.db", tmp_path)
    rows = [*ls.read_rows(file)]
    assert len(rows) == ls.simulation.read_report(file).games == 4
    for row in rows:
        ls.replay_row(row, file).verify()


def test_a_server_goes_on_with_its_games(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("starlette")
    pytest.importorskip("httpx")
    from web_clients import Browser, close, make_app

    app = make_app(Path(copy(folder / "server.db", tmp_path)))
    ((id,),) = app.state.tables.store.read("SELECT id FROM tables")
    assert Browser(app).get(f"/table/{id}").status_code == 200
    table = app.state.tables.find(id)
    assert len(table.game.history) == 41  # the roll and 40 moves
    table.game.play(ls.legal_moves(table.game.state)[0])
    close(app)


def test_an_agent_plays_the_game_that_it_was_trained_for(folder: Path) -> None:
    numpy = pytest.importorskip("numpy")
    from livingstone.envs import as_bot

    found = numpy.load(folder / "agent.npz")

    def agent(seen: dict[str, Any], rng: Random) -> int:
        return int((found["weights"] * seen["action_mask"]).argmax())

    bot = as_bot(agent, fingerprint=str(found["fingerprint"]))
    edition = ls.load(folder / "record.toml").edition
    view = ls.view(ls.new_game(2, seed=7, edition=edition), 0)
    assert bot.choose(view, Random(1)) in view.legal_moves
