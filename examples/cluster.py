"""Play a batch of games on a cluster, keep them in a file, and print the report.

python examples/cluster.py --games 1000 --out games.db
python examples/cluster.py --scheduler tcp://scheduler:8786 --games 1000000 --out games.db

Without a scheduler, Dask starts a cluster of processes on this machine. With --kill-a-worker, one
of its workers is killed in the middle, to show that no game is lost or played twice: the report is
the same. It needs the extra `scale`: pip install '.[scale]'.
"""

import argparse
import os
import signal
from collections.abc import Callable

import livingstone as ls

try:
    from distributed import Client, LocalCluster
except ModuleNotFoundError:
    raise SystemExit("this needs Dask: pip install 'livingstone[scale]'") from None


def main() -> None:
    """Read the arguments, play, and print the report."""
    parser = _parser()
    options = parser.parse_args()
    try:
        if options.scheduler:
            with Client(options.scheduler) as client:
                play(options, client)
        else:
            with (
                LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
                Client(cluster) as client,
            ):
                play(options, client)
    except (ls.LivingstoneError, OSError, ValueError) as error:
        parser.error(str(error))


def play(options: argparse.Namespace, client: Client) -> None:
    """Play the batch on the workers that the client knows."""
    report = ls.simulate(
        options.players.split(","),
        options.games,
        seed=options.seed,
        executor=client.get_executor(),
        workers=sum(client.nthreads().values()),
        chunk=options.chunk,
        sink=options.out,
        on_progress=killer(client) if options.kill_a_worker else None,
    )
    print(report)


def killer(client: Client) -> Callable[[ls.simulation.Progress], None]:
    """Make a function that kills a worker once a third of the games are done."""
    waiting = [min(client.run(os.getpid).values())]

    def on_progress(progress: ls.simulation.Progress) -> None:
        if waiting and progress.done >= progress.total / 3:
            os.kill(waiting.pop(), signal.SIGKILL)

    return on_progress


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Play a batch of games on a cluster.")
    parser.add_argument("--scheduler", help="the address of a Dask scheduler")
    parser.add_argument("--players", default="greedy,random,random")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--chunk", type=int, help="games in a task")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--out", help="a file for the games, such as games.db")
    parser.add_argument("--kill-a-worker", action="store_true", help="on this machine only")
    return parser


if __name__ == "__main__":
    main()
