"""Processes that end with the one that started them, however it ends."""

import atexit
import os
import secrets
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing import parent_process
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

with suppress(ImportError):  # without it, only processes of the same group are killed
    import psutil

_MARK = "LIVINGSTONE_WATCHED_BY"
"""The variable of the environment by which a watcher knows the programs of its process."""
_WATCHER = """
import os, sys, time
mark = os.fsencode(sys.argv[1])
groups = set()
starting = 0
for line in sys.stdin.buffer:
    kind, group = line[:1], int(line[1:])
    starting += (kind == b"?") - (kind in b"+!")
    if kind == b"+":
        groups.add(group)
    elif kind == b"-":
        groups.discard(group)

def kill(group):
    try:
        os.killpg(group, 9)
    except OSError:
        pass

def is_marked(pid):
    try:
        with open(f"/proc/{pid}/environ", "rb") as environment:
            return mark in environment.read().split(b"\\0") and os.getsid(pid) == pid
    except OSError:
        return False

for group in groups:
    kill(group)
tries = 100 if os.path.isdir("/proc/self") else 0
while starting > 0 and tries:
    pids = {int(name) for name in os.listdir("/proc") if name.isdecimal()} - groups
    for pid in filter(is_marked, pids):
        kill(pid)
        groups.add(pid)
        starting -= 1
    tries -= 1
    time.sleep(0.05)
"""
"""Kills the process groups that were begun and not ended when its standard input is closed.

Who was killed while it started a program (`?`) could not tell its number; Linux shows which it is.
"""

PATIENCE = 5.0
"""Seconds in which a pool whose processes are dead should end."""


def end_with_parent() -> None:
    """End this process when the one that started it has ended, however that was."""

    def wait() -> None:
        parent_process().join()  # type: ignore[union-attr]
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def end_pool(pool: "ProcessPoolExecutor") -> None:
    """Kill the processes of a pool, and end its thread.

    The thread could write to a closed pipe when the interpreter ends.
    """
    manager: Any = pool._executor_manager_thread
    results: Any = pool._result_queue
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()
    for process in processes:
        process.join(PATIENCE)
    # Half a result of a killed process would keep the thread waiting for the rest, for ever.
    results._writer.close()
    if manager is not None:  # it is begun with the first task
        manager.join(PATIENCE)


def start_group(words: Sequence[str]) -> "subprocess.Popen[bytes]":
    """Start a program in a process group of its own, with pipes for its three streams.

    `kill_group` ends it; if this process is killed first, a watcher does. Raises `OSError`.
    """
    _watch(b"?0\n")
    pipe = subprocess.PIPE
    try:
        started = subprocess.Popen(  # noqa: S603  # the words come from the user, without a shell
            words,
            bufsize=0,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            env=os.environ | {_MARK: _mark},
            start_new_session=True,
        )
    except BaseException:
        _watch(b"!0\n")
        raise
    _watch(b"+%d\n" % started.pid)
    return started


def kill_group(process: "subprocess.Popen[bytes]") -> None:
    """Kill a program of `start_group` and all processes that it started; do not wait for it."""
    below: list[Any] = []
    if process.returncode is None:  # or another process may have its number by now
        with suppress(Exception):  # psutil is missing, or the program has ended
            below = psutil.Process(process.pid).children(recursive=True)
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    for child in below:
        with suppress(psutil.Error):
            child.kill()


def forget_group(process: "subprocess.Popen[bytes]") -> None:
    """Wait for a program that was killed, and tell the watcher."""
    process.wait()
    _watch(b"-%d\n" % process.pid)


_lock = threading.Lock()
_watcher: "subprocess.Popen[bytes] | None" = None
_mark = ""
"""What the programs of this process have in `_MARK`."""


def _watch(line: bytes) -> None:
    """Tell the watcher, which is started with the first group."""
    global _watcher, _mark
    if not sys.executable or getattr(sys, "frozen", False):  # there is no Python to start
        return
    with _lock, suppress(OSError):
        if _watcher is None:
            _mark = secrets.token_hex(16)
            _watcher = subprocess.Popen(  # noqa: S603
                [sys.executable, "-I", "-S", "-c", _WATCHER, f"{_MARK}={_mark}"],
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            atexit.register(_end_watcher)
        assert _watcher.stdin is not None
        _watcher.stdin.write(line)


def _end_watcher() -> None:
    if _watcher is not None and _watcher.stdin is not None:
        _watcher.stdin.close()
        _watcher.wait()


def _begin_anew() -> None:
    """Let a forked process have a watcher of its own, so that each ends with its own parent."""
    global _lock, _watcher
    _lock = threading.Lock()
    if _watcher is not None and _watcher.stdin is not None:
        _watcher.stdin.close()
        _watcher.returncode = 0  # it is not a child of this process
    _watcher = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)
