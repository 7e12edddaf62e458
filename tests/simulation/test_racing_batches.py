"""Two batches that begin at once on one file: one of them gets it. A file deleted meanwhile."""

import json
from pathlib import Path

import pytest
from programs import run_python

from livingstone import Progress, SimulationError, read_rows, simulate
from livingstone.simulation.games.seeds import deal_seed
from livingstone.simulation.results.journal import journal_path
from livingstone.simulation.results.manifest import read_manifest

RACES = 40
SCRIPT = """
import json, multiprocessing, sys
from pathlib import Path
import livingstone

def play(seed, folder, races, barrier, outcomes):
    for race in range(races):
        barrier.wait(timeout=60)
        try:
            livingstone.simulate(["random"] * 2, 4, seed=seed, sink=folder / f"{race}.csv", chunk=1)
            outcomes.put((race, seed, "done"))
        except livingstone.ArgumentError as error:
            outcomes.put((race, seed, str(error)))

if __name__ == "__main__":
    context = multiprocessing.get_context("spawn")
    barrier, outcomes = context.Barrier(2), context.Queue()
    folder, races = Path(sys.argv[1]), int(sys.argv[2])
    players = [
        context.Process(target=play, args=(seed, folder, races, barrier, outcomes), daemon=True)
        for seed in (1, 2)
    ]
    for player in players:
        player.start()
    print(json.dumps([outcomes.get(timeout=120) for _ in range(2 * races)]))
    for player in players:
        player.join(timeout=60)
"""


def test_two_batches_begun_at_once_do_not_mix_their_files(tmp_path: Path) -> None:
    script = tmp_path / "race.py"
    script.write_text(SCRIPT)
    ended = run_python(str(script), str(tmp_path), str(RACES))
    assert ended.returncode == 0, ended.stderr
    outcomes = json.loads(ended.stdout)
    for race in range(RACES):
        path = tmp_path / f"{race}.csv"
        winners = [seed for number, seed, told in outcomes if (number, told) == (race, "done")]
        assert len(winners) == 1
        assert read_manifest(path).seed == winners[0]
        assert [row.seed for row in read_rows(path)] == [
            deal_seed(winners[0], game) for game in range(4)
        ]
    refusals = [told for _, _, told in outcomes if told != "done"]
    assert all("another process is writing" in told or "another batch" in told for told in refusals)


@pytest.mark.parametrize("name", ["games.csv", "games.jsonl", "games.parquet"])
@pytest.mark.parametrize("after", [4, 8])
def test_a_file_that_somebody_deletes_meanwhile_does_not_pass_for_whole(
    tmp_path: Path, name: str, after: int
) -> None:
    file = tmp_path / name
    written = journal_path(file) if name.endswith("parquet") else file

    def delete(progress: Progress) -> None:
        if progress.done == after:
            written.unlink()

    with pytest.raises(SimulationError, match="was deleted or replaced while the batch ran"):
        simulate(["random"] * 2, 8, seed=7, sink=file, chunk=2, on_progress=delete)
    assert simulate(["random"] * 2, 8, seed=7, sink=file).games == 8
    assert len(list(read_rows(file))) == 8
