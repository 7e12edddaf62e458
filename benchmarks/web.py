"""Measure the web server with tables of people and spectators.

    python benchmarks/web.py                             200 tables, 1,000 spectators
    python benchmarks/web.py --tables 50 --pause 1       other numbers

Server and clients are two processes of this machine; each client has a connection of its own. What
is measured: how long an action takes until it is acknowledged, how long until a spectator has read
of it, and how much memory the server takes.
"""

import argparse
import asyncio
import json
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlencode

SERVER = """
import sys
from pathlib import Path
from livingstone.web import Settings, serve
settings = Settings(
    database=Path(sys.argv[1]),
    syncs=sys.argv[2] == "True",
    share=1e6,
    most_streams=10**6,
    most_connections=10**6,
    most_tables=10**6,
    pace="at-once",
)
serve(settings, "127.0.0.1", 0, tell=lambda address: print(address, flush=True))
"""
HARMLESS = re.compile(r'data-move data-target="((?:die|space|purse|bag|deck|end)[^"]*)"')


class Client:
    """A browser without a screen."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies = dict[str, str]()

    async def connect(
        self, method: str, path: str, form: dict[str, str] | None = None
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, int, str]:
        """Send a request; return the connection, the status and the location of a redirect."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**22)
        body = urlencode(form or {})
        host = f"127.0.0.1:{self.port}"
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        lines = [f"{method} {path} HTTP/1.1", f"host: {host}", f"origin: http://{host}"]
        lines += [f"cookie: {cookies}", f"content-length: {len(body)}", "", body]
        writer.write("\r\n".join(lines).encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        for name, value in re.findall(r"set-cookie: ([^=]+)=([^;]*)", head):
            self.cookies[name] = value
        found = re.search(r"location: (\S+)", head)
        return reader, writer, int(head.split()[1]), found[1] if found else ""

    async def ask(self, method: str, path: str, **form: str) -> tuple[int, str]:
        """Send a request; return the status and the location of a redirect."""
        _, writer, status, place = await self.connect(method, path, form)
        writer.close()
        return status, place


class Measurement:
    """The measurements."""

    def __init__(self) -> None:
        self.acknowledged = list[float]()
        self.told = list[float]()
        self.sent = dict[tuple[str, str], float]()
        self.is_on = False

    def act(self, begun: float) -> None:
        if self.is_on:
            self.acknowledged.append(time.perf_counter() - begun)

    def hear(self, path: str, revision: str) -> None:
        begun = self.sent.get((path, revision))
        if begun is not None and self.is_on:
            self.told.append(time.perf_counter() - begun)


async def watch(client: Client, path: str, measurement: Measurement) -> None:
    """Watch a table."""
    reader, *_ = await client.connect("GET", f"{path}/stream")
    known = b""
    while line := await reader.readline():
        if line.startswith(b"id: ") and line != known:
            known = line
            measurement.hear(path, line[4:].strip().decode())


async def play(client: Client, path: str, pause: float, measurement: Measurement) -> None:
    """Make a harmless move from time to time during this client's turns."""
    reader, *_ = await client.connect("GET", f"{path}/stream")
    moves, known, luck = "", "", random.Random()
    tasks = set[asyncio.Task[None]]()
    while line := await reader.readline():
        if not line.startswith(b"data: "):
            continue
        message = json.loads(line[6:])
        moves, revision = message["parts"].get("moves", moves), message["revision"]
        targets = HARMLESS.findall(moves)
        if message["isTurn"] and revision != known and targets:
            known, form = revision, {"target": luck.choice(targets), "revision": revision}
            after = luck.expovariate(1 / pause)
            tasks.add(asyncio.create_task(move(client, path, form, after, measurement)))


async def move(
    client: Client, path: str, form: dict[str, str], after: float, measurement: Measurement
) -> None:
    """Make a move after a pause."""
    await asyncio.sleep(after)
    begun = time.perf_counter()
    undone, events = form["revision"].split(".")
    for more in range(1, 12):  # a spectator reads of it by the next revision
        measurement.sent[path, f"{undone}.{int(events) + more}"] = begun
    status, _ = await client.ask("POST", f"{path}/do/play", **form)
    if status == 204:
        measurement.act(begun)


async def measure(port: int, options: argparse.Namespace, process: int) -> None:
    """Begin the games, play them all, and print the measurements."""
    before, tables = memory_of(process), list[tuple[str, Client, Client]]()
    for _ in range(options.tables):
        ann, ben = Client(port), Client(port)
        seats = {"kind-0": "person", "kind-1": "person", "edition": "printed"}
        _, path = await ann.ask("POST", "/tables", **seats)
        cookie = f"seats-{path.rpartition('/')[2]}"
        ann.cookies[cookie], ben.cookies[cookie] = ann.cookies[cookie].split(".")
        tables.append((path, ann, ben))
    measurement = Measurement()
    tasks = list[asyncio.Task[None]]()
    for number in range(options.spectators):
        path = tables[number % len(tables)][0]
        tasks.append(asyncio.create_task(watch(Client(port), path, measurement)))
        await asyncio.sleep(0.002)
    for path, *players in tables:
        playing = [play(client, path, options.pause, measurement) for client in players]
        tasks += map(asyncio.create_task, playing)
        await asyncio.sleep(0.01)
    await asyncio.sleep(options.warm_up)
    measurement.is_on = True
    await asyncio.sleep(options.seconds)
    measurement.is_on = False
    actions, told = len(measurement.acknowledged), len(measurement.told)
    print(f"{actions / options.seconds:.0f} actions a second, {told} messages to spectators")
    for name, seconds in (("acknowledged", measurement.acknowledged), ("told", measurement.told)):
        hundredths = quantiles(seconds, n=100)
        print(f"{name}: median {hundredths[49] * 1e3:.0f} ms, 99th {hundredths[98] * 1e3:.0f} ms")
    grown = (memory_of(process) - before) / options.tables
    print(f"memory: {before} kB before, {grown:.0f} kB for each table with all who look at it")
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def memory_of(process: int) -> int:
    """Return the memory of a process, in kB."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found
    return int(found[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--spectators", type=int, default=1000)
    parser.add_argument(
        "--pause", type=float, default=4.0, help="seconds before a move, on average"
    )
    parser.add_argument("--warm-up", type=float, default=5.0)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--no-sync", action="store_true", help="do not wait for the disk")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", SERVER, str(Path(folder) / "games.db")]
        command.append(str(not options.no_sync))
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            port = int(process.stdout.readline().strip().strip("/").rpartition(":")[2])
            try:
                asyncio.run(measure(port, options, process.pid))
            finally:
                process.terminate()


if __name__ == "__main__":
    main()
