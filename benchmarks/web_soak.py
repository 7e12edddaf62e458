"""Let bots play whole games at the web server, and check each of them.

    python benchmarks/web_soak.py --games 10000 --minutes 60

A client watches each game until it is over and verifies its record. At the end all games are
loaded from the file. The printed memory of the server should not grow with the number of games.
"""

import argparse
import asyncio
import itertools
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from web import SERVER, Client, memory_of

import livingstone as ls
from livingstone.web import Settings, create_app

KINDS = ("random", "greedy")


async def watch(port: int, chooser: random.Random) -> str:
    """Begin a game of bots, watch it to its end, and return the path of its table."""
    client = Client(port)
    seats = {f"kind-{seat}": chooser.choice(KINDS) for seat in range(chooser.randint(2, 5))}
    edition = chooser.choice(["printed", "bga"])
    status, path = await client.ask("POST", "/tables", edition=edition, **seats)
    assert status == 303, status
    reader, writer, *_ = await client.connect("GET", f"{path}/stream")
    while line := await reader.readline():
        if b"final-title" in line:
            break
    writer.close()
    reader, writer, status, _ = await client.connect("GET", f"{path}/record")
    assert status == 200, status
    writer.close()
    return path


async def soak(port: int, process: int, options: argparse.Namespace) -> int:
    """Play until the number of games or minutes is reached; return the number of games."""
    end, number = time.monotonic() + options.minutes * 60, itertools.count(1)
    played = 0

    async def go_on() -> None:
        nonlocal played
        while time.monotonic() < end and next(number) <= options.games:
            await asyncio.wait_for(watch(port, random.Random()), 600)
            played += 1
            if played % 50 == 0:
                print(f"{played} games, {memory_of(process)} kB", flush=True)

    await asyncio.gather(*(go_on() for _ in range(options.at_once)))
    return played


def check(file: Path) -> int:
    """Load every game from the file; return the number of finished ones."""
    app, over = create_app(Settings(database=file)), 0
    store = app.state.tables.store
    for kept in store.tables(is_over=True, most=10**9):
        table = app.state.tables.find(kept.id)
        table.game.record().verify()
        over += ls.result(table.game.state) is not None
    store.close()
    return over


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--at-once", type=int, default=8)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.db"
        command = [sys.executable, "-c", SERVER, str(file), "False"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            port = int(process.stdout.readline().strip().strip("/").rpartition(":")[2])
            try:
                played = asyncio.run(soak(port, process.pid, options))
            finally:
                process.terminate()
                process.wait()
        print(f"{played} games were played, {check(file)} of them are kept whole")


if __name__ == "__main__":
    main()
