"""Measure what a player feels while other visitors flood the web server.

    python benchmarks/fairness.py

A player at one table clicks all the time: it takes coins with a die, and takes that back. Meanwhile
visitors from one address, and then from four, ask for what costs much, each 30 times a second. Each
flood has a line: the player's clicks in the 3 seconds before it, during it, and from 3 seconds
after its end on; medians and worst cases in milliseconds, from the click to the answer, which comes
when the move is on the disk, and the number of clicks. The last lines are hints, alone and beside
the reviews of four addresses.

The addresses are those of this machine, 127.0.0.1 to 127.0.0.5, so it runs on Linux. The server has
its usual settings. All takes five minutes; `--only WORD` runs the floods with that word alone.
"""

import argparse
import asyncio
import contextlib
import itertools
import json
import multiprocessing
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from typing import NamedTuple
from urllib.parse import urlencode

from attrs import evolve
from web import memory_of

import livingstone as ls
from livingstone.web import Settings, create_app
from livingstone.web.game_store import Customs, TableSeat
from livingstone.web.ratings import scores_of

RATE = 30.0
"""Requests a second of each address."""
PLAYER = "127.0.0.1"
ADDRESSES = ("127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5")
VISITOR = "a-visitor-with-300-finished-games"
_FINISHED = 300
_PAUSE = 0.05
"""Seconds between two clicks."""
_PATIENCE = 60.0
_BOTS = ("random", "greedy", "porter", "scout", "trader", "guide", "ismcts")
_DICE = re.compile(r'data-target="die-(\d)"')
_TURN = re.compile("<title>[^<]*Your turn")


class Asked(NamedTuple):
    """A request of a flood."""

    path: str
    cookie: str = ""
    form: dict[str, str] | None = None
    breaks_off: bool = False
    """Whether the client closes the connection as soon as the answer begins."""
    size: int = 0
    """The bytes that it says it will send, of which the last never comes."""


class Scenery(NamedTuple):
    """What is in the file of games."""

    finished: list[tuple[str, str]]
    """The tables of finished games, each with the token of the visitor's seat."""
    running: list[str]
    """Tables of unfinished games of hundreds of moves."""


Flood = Callable[[Scenery, int], Iterator[Asked]]
"""Makes the requests of the flood, given the number of its address."""


def _lobby_of_visitor(_: Scenery, number: int) -> Iterator[Asked]:
    while True:
        yield Asked("/", f"visitor={VISITOR}")


def _plain_lobby(_: Scenery, number: int) -> Iterator[Asked]:
    while True:
        yield Asked("/")


def _unloaded_tables(scenery: Scenery, number: int) -> Iterator[Asked]:
    tables = [path for path, _ in scenery.finished]
    for at in itertools.count(number * len(tables) // len(ADDRESSES)):
        path = tables[at % len(tables)]
        is_refused = at % 2
        yield Asked(f"{path}/do/play", form={"target": "end"}) if is_refused else Asked(path)


def _streams(scenery: Scenery, number: int) -> Iterator[Asked]:
    while True:
        yield Asked(f"{scenery.running[number]}/stream", breaks_off=True)


def _records(scenery: Scenery, number: int) -> Iterator[Asked]:
    while True:
        yield Asked(f"{scenery.running[number]}/record")


def _documents(scenery: Scenery, number: int) -> Iterator[Asked]:
    """Ask for all events of a long game, in one language after the other."""
    id = scenery.running[number].rpartition("/")[2]
    for language in itertools.cycle(("en", "de", "fr", "it")):
        yield Asked(f"/api/v1/tables/{id}?since=0.0&language={language}")


def _positions(scenery: Scenery, number: int) -> Iterator[Asked]:
    path, token = scenery.finished[number]
    for at in itertools.count():
        cookie = f"seats-{path.rpartition('/')[2]}={token}"
        yield Asked(f"{path}/replay?at={at % 200}", cookie)


def _new_tables(_: Scenery, number: int) -> Iterator[Asked]:
    while True:
        yield Asked("/tables", form={"kind-0": "person", "kind-1": "random", "edition": "printed"})


def _unfinished_uploads(_: Scenery, number: int) -> Iterator[Asked]:
    while True:
        yield Asked("/records", form={}, size=600_000)


FLOODS: dict[str, Flood] = {
    "lobby of a visitor with 300 finished games": _lobby_of_visitor,
    "tables out of memory, in turn, half of them refused": _unloaded_tables,
    "streams of a long game, opened and closed": _streams,
    "records of long tables": _records,
    "documents of long tables": _documents,
    "own finished positions": _positions,
    "plain lobby": _plain_lobby,
    "new tables": _new_tables,
    "unfinished uploads": _unfinished_uploads,
}


def journal_of(players: int, seed: int, *, ends: bool) -> list[str]:
    """Play a game by chance, and return its journal, to its end or nearly so."""
    start = ls.new_game(players, explicit_chance=True, first=0)
    table = ls.Table(start, dealer=ls.deal)
    chooser = random.Random(seed)
    while not table.state.is_over:
        if not ends and table.state.boat == len(start.edition.board.columns):
            break
        table.play(chooser.choice(ls.legal_moves(table.state)))
    return [*table.journal]


def furnish(file: Path) -> Scenery:
    """Fill a file with games."""
    app = create_app(Settings(database=file, syncs=False))
    tables = app.state.tables
    store = tables.store
    customs = Customs(language="en")
    finished = list[tuple[str, str]]()
    running = list[str]()
    for seed in range(10):
        entries = journal_of(2, seed, ends=True)
        bot = _BOTS[seed % len(_BOTS)]
        seats = (TableSeat("Ann", "person", f"ann-{seed}"), TableSeat("Ben", bot, "none"))
        first = tables.begin("printed", seats, customs, entries, first=0)
        for copy in range(_FINISHED // 10):
            kept = evolve(first.kept, id=f"{first.id}-{copy}")
            store.put(kept, 0, entries)
            store.add_visitor(VISITOR, kept, [0], scores_of(kept))
            finished.append((f"/table/{kept.id}", f"ann-{seed}"))
    for seed in range(len(ADDRESSES)):
        names = "Ann", "Ben", "Cleo", "Dan", "Eve"
        people = tuple(TableSeat(name, "person", f"{name}-{seed}") for name in names)
        entries = journal_of(len(names), seed, ends=False)
        table = tables.begin("printed", people, customs, entries, first=0)
        running.append(f"/table/{table.id}")
    store.close()
    return Scenery(finished, running)


class Answer(NamedTuple):
    """The beginning of an answer, and its body."""

    status: int
    head: str
    body: str


async def ask(port: int, asked: Asked, address: str, seconds: float = _PATIENCE) -> Answer:
    """Send a request from an address, and read the answer; status 0 if none comes in time."""
    try:
        async with asyncio.timeout(seconds):
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", port, local_addr=(address, 0), limit=2**22
            )
            try:
                writer.write(_request(port, asked))
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                if asked.breaks_off:
                    await reader.read(1)
                body = b"" if asked.breaks_off else await reader.read()
            finally:
                writer.close()
    except (OSError, TimeoutError, asyncio.IncompleteReadError):
        return Answer(0, "", "")
    return Answer(int(head.split()[1]), head, body.decode())


def _request(port: int, asked: Asked, *, closes: bool = True) -> bytes:
    host = f"127.0.0.1:{port}"
    body = urlencode(asked.form or {}).encode()
    size = len(body)
    if asked.size:
        size = asked.size
        body = b"a" * (asked.size - 1)
    lines = [
        f"{'GET' if asked.form is None else 'POST'} {asked.path} HTTP/1.1",
        f"host: {host}",
        f"origin: http://{host}",
        f"cookie: {asked.cookie}",
        f"content-length: {size}",
        *(["connection: close"] if closes else []),
        "",
        "",
    ]
    return "\r\n".join(lines).encode() + body


def flooder(connection: Connection, port: int, scenery: Scenery, number: int) -> None:
    """Send floods from an address: the main function of a process.

    It gets the name of each flood and its seconds, and tells how many answers of each status came.
    """
    while True:
        try:
            name, seconds = connection.recv()
        except EOFError:
            return
        connection.send(asyncio.run(_send_flood(FLOODS[name], port, scenery, number, seconds)))


async def _send_flood(
    flood: Flood, port: int, scenery: Scenery, number: int, seconds: float
) -> Counter[int]:
    statuses = Counter[int]()

    async def send(asked: Asked) -> None:
        answer = await ask(port, asked, ADDRESSES[number])
        statuses[answer.status] += 1

    begun = time.monotonic()
    tasks = list[asyncio.Task[None]]()
    for count, asked in enumerate(flood(scenery, number)):
        await asyncio.sleep(begun + count / RATE - time.monotonic())
        if time.monotonic() - begun > seconds:
            break
        tasks.append(asyncio.create_task(send(asked)))
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return statuses


class Player:
    """An honest player, who clicks all the time, and whose page listens to its table."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.path = ""
        self.cookie = ""
        self.seat = 0
        self.revision = ""
        self.told = asyncio.Event()
        self.clicks = list[tuple[float, float]]()
        """When each click was made, and the seconds until its answer."""
        self.refused = Counter[int]()

    async def begin(self) -> None:
        """Begin a game with a friend."""
        form = {"kind-0": "person", "kind-1": "person", "edition": "printed", "hints": "1"}
        answer = await ask(self.port, Asked("/tables", form=form), PLAYER)
        found = re.search(r"location: (/table/[^\r]+)", answer.head)
        assert found, answer
        self.path = found[1]
        self.cookie = "; ".join(re.findall(r"set-cookie: ([^;]+)", answer.head))

    async def page(self) -> str:
        """Return the page of the table for the seat that is to move."""
        for seat in (0, 1):
            answer = await ask(self.port, Asked(f"{self.path}?seat={seat}", self.cookie), PLAYER)
            if _TURN.search(answer.body):
                self.seat = seat
                return answer.body
        raise AssertionError(answer.head)

    async def listen(self) -> None:
        """Read the changes at the table."""
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", self.port, local_addr=(PLAYER, 0), limit=2**22
                )
                path = f"{self.path}/stream?seat={self.seat}"
                writer.write(_request(self.port, Asked(path, self.cookie)))
                async for line in reader:
                    if line.startswith(b"data: {"):
                        self.revision = json.loads(line[6:])["revision"]
                        self.told.set()
                writer.close()
            await asyncio.sleep(0.1)

    async def click(self) -> None:
        """Take coins with a die, take that back, and so on."""
        die = _DICE.findall(await self.page())[0]
        await self.told.wait()
        deeds = itertools.cycle([("play", {"target": "purse", "die": die}), ("undo", {})])
        reader, writer = await self._connect()
        for deed, form in deeds:
            self.told.clear()
            path = f"{self.path}/do/{deed}?seat={self.seat}"
            asked = Asked(path, self.cookie, {**form, "revision": self.revision})
            begun = time.monotonic()
            status = 0
            try:
                writer.write(_request(self.port, asked, closes=False))
                async with asyncio.timeout(_PATIENCE):
                    head = await reader.readuntil(b"\r\n\r\n")
                status = int(head.split()[1])
            except (OSError, asyncio.IncompleteReadError):
                reader, writer = await self._connect()
            self.clicks.append((begun, time.monotonic() - begun))
            if status != 204:
                self.refused[status] += 1
                writer.close()
                reader, writer = await self._connect()
                await asyncio.sleep(0.2)
                continue
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(10):
                    await self.told.wait()
            await asyncio.sleep(_PAUSE)

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(PLAYER, 0), limit=2**22
        )

    def between(self, begin: float, end: float) -> str:
        """Tell the median and the worst of the clicks in a time, with their number."""
        seconds = [took for at, took in self.clicks if begin <= at < end]
        if not seconds:
            return "nobody served"
        return f"{median(seconds) * 1e3:.0f}/{max(seconds) * 1e3:.0f} ({len(seconds)})"


async def measure(port: int, process: int, scenery: Scenery, options: argparse.Namespace) -> None:
    """Run all floods, and print a line for each."""
    await _answers(port)
    print("| flood | addresses | before | during | 3 s after | answers | memory |")
    print("|---|---|---|---|---|---|---|", flush=True)
    flooders = start_flooders(port, scenery)
    await asyncio.sleep(options.calm)
    for name in (name for name in FLOODS if options.only in name):
        for addresses in (1, len(ADDRESSES)):
            cells = await _measure_flood(port, addresses, name, flooders, options)
            memory = f"{memory_of(process) / 1e3:.0f} MB"
            print(f"| {' | '.join([name, str(addresses), *cells, memory])} |", flush=True)
    if options.only in "hints":
        await _measure_hints(port, scenery)


async def _measure_flood(
    port: int, addresses: int, name: str, flooders: list[Connection], options: argparse.Namespace
) -> list[str]:
    """Flood the server, and return the cells of the line."""
    player = Player(port)
    await player.begin()
    await player.page()
    tasks = [asyncio.create_task(player.listen()), asyncio.create_task(player.click())]
    await asyncio.wait(tasks, timeout=0.5)
    begun = time.monotonic()
    await asyncio.sleep(options.calm)
    flooded = time.monotonic()
    statuses = await _flood_from(addresses, name, flooders, options.seconds)
    ended = flooded + options.seconds
    await asyncio.sleep(max(ended + 3 - time.monotonic(), 0))
    after = time.monotonic()
    await asyncio.sleep(options.calm)
    end = time.monotonic()
    for task in tasks:
        if task.done():
            task.result()
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    if player.refused:
        print(f"The player was refused: {dict(player.refused)}")
    answers = ", ".join(f"{count} of {status}" for status, count in sorted(statuses.items()))
    times = [(begun, flooded), (flooded, ended), (after, end)]
    return [*(player.between(*between) for between in times), answers]


async def _answers(port: int) -> None:
    """Wait until the first pictures are drawn and the processes have begun."""
    for _ in range(3):
        await ask(port, Asked("/"), PLAYER)
        await asyncio.sleep(1)


async def _flood_from(
    addresses: int, name: str, flooders: list[Connection], seconds: float
) -> Counter[int]:
    for connection in flooders[:addresses]:
        connection.send((name, seconds))
    await asyncio.sleep(seconds)
    statuses = Counter[int]()
    for connection in flooders[:addresses]:
        statuses.update(await asyncio.to_thread(connection.recv))
    return statuses


def start_flooders(port: int, scenery: Scenery) -> list[Connection]:
    """Start a process for each address that floods; they end with this one."""
    context = multiprocessing.get_context("spawn")
    connections = list[Connection]()
    for number in range(len(ADDRESSES)):
        ours, theirs = context.Pipe()
        arguments = (theirs, port, scenery, number)
        context.Process(target=flooder, args=arguments, daemon=True).start()
        connections.append(ours)
    return connections


async def _measure_hints(port: int, scenery: Scenery) -> None:
    """Ask for a hint alone, and then while the reviews of four addresses are made."""
    player = Player(port)
    await player.begin()
    await player.page()
    asked = Asked(f"{player.path}/hint?seat={player.seat}", player.cookie)
    print("| hint | seconds | answer |")
    print("|---|---|---|")
    for name in ("the first", "alone", "beside four reviews", "beside four reviews"):
        if name.startswith("beside"):
            for number, address in enumerate(ADDRESSES):
                path, token = scenery.finished[30 * number]
                cookie = f"seats-{path.rpartition('/')[2]}={token}"
                answer = await ask(port, Asked(f"{path}/review", cookie), address)
                assert answer.status in (200, 202), answer
        begun = time.monotonic()
        answer = await ask(port, asked, PLAYER, 120)
        print(f"| {name} | {time.monotonic() - begun:.1f} | {answer.status} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="the floods whose names have this word")
    parser.add_argument("--seconds", type=float, default=8.0, help="how long a flood lasts")
    parser.add_argument("--calm", type=float, default=3.0, help="seconds before and after it")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.db"
        scenery = furnish(file)
        command = [sys.executable, "-m", "livingstone", "serve", "--port", "0"]
        command += ["--database", str(file)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            port = int(process.stdout.readline().split()[3].strip("/").rpartition(":")[2])
            try:
                asyncio.run(measure(port, process.pid, scenery, options))
            finally:
                process.terminate()


if __name__ == "__main__":
    main()
