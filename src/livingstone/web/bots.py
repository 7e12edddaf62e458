"""Bots think in processes of their own, while somebody watches the table."""

import asyncio
import random
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import inf
from typing import TypeAlias

from attrs import define, field

import livingstone as ls
from livingstone.players import BotError, BotProcess, ProcessError, ProgramProcess, start_bot
from livingstone.support.tracebacks import place_in
from livingstone.web.live_tables import LiveTable, Tables
from livingstone.web.logs import OPERATOR_LOG
from livingstone.web.preparation import PREPARATION
from livingstone.web.settings import PACES, STAND_IN, STRENGTHS, Strength
from livingstone.web.turns import LoopTurns, Turns

_Started: TypeAlias = BotProcess | ProgramProcess
SECONDS_ALONE = 10.0
"""Seconds for which bots continue without watchers: a page that reloads is away for a moment."""

_MOST_NEW = 4
"""The most bots that get ready for the first time at the same time."""


@define(eq=False)
class BotPool:
    """Processes in which bots think, started when they are needed."""

    count: int
    seconds: float
    strengths: Mapping[str, Strength] = field(factory=lambda: STRENGTHS)
    _idle: list[_Started] = field(factory=list, init=False)
    """The processes that have nothing to do."""
    _turns: Turns = field(init=False)
    _in_use: int = field(default=0, init=False)
    """How many processes have something to do."""
    _ready: set[str] = field(factory=set, init=False)
    """The names of bots that have got ready once."""
    _unfit: set[str] = field(factory=set, init=False)
    """The names of bots that could not be loaded; they are not asked again."""
    _getting_ready: dict[str, asyncio.Lock] = field(factory=dict, init=False)
    """By the name of a bot that has not been asked yet: one at a time waits until it is ready."""
    _new: asyncio.Semaphore = field(factory=lambda: asyncio.Semaphore(_MOST_NEW), init=False)
    """The places of bots that get ready for the first time."""
    _threads: ThreadPoolExecutor = field(init=False)
    """The threads that wait for the processes."""

    def __attrs_post_init__(self) -> None:
        """Begin without any process."""
        self._threads = ThreadPoolExecutor(self.count + _MOST_NEW)
        self._turns = Turns(self.count, max(self.count - 1, 1))

    async def choose(
        self, strength: str, view: ls.View, address: str = "", *, is_urgent: bool = True
    ) -> ls.Move:
        """Return a bot's move, or a random one if the bot fails or takes too long.

        `STAND_IN` plays for a bot that cannot be imported. It also plays for a bot that fails in
        the choice before its first game, in which bots load or compile what they need; the time
        limit does not apply to that choice. When it is the first one on this server, the bot has
        another process than those of `count`, so that one that hangs holds up no other bot.

        Unless there is only one process, a single address never uses all of them, and neither do
        games for which nobody waits, whose moves are not urgent. Cancelling this kills the process.
        """
        if len(view.legal_moves) == 1:
            return view.legal_moves[0]
        known = self.strengths.get(strength)
        stand_in = self.strengths[STAND_IN].player
        names = (known.player if known else stand_in, stand_in)
        move = None
        await self._get_ready(names[0], view.edition)
        await self._turns.begin(address, is_urgent=is_urgent)
        begun = time.monotonic()
        try:
            for name in names:
                if name not in self._unfit:
                    move = await self._ask(name, view)
                if name not in self._unfit:
                    break  # the other one plays only for a bot that does not get ready
        finally:
            self._turns.end(address, time.monotonic() - begun, is_urgent=is_urgent)
        if move is not None and move not in view.legal_moves:
            OPERATOR_LOG.warning("A random move for %s: it chose an illegal one", name)
        return move if move in view.legal_moves else random.choice(view.legal_moves)

    async def _get_ready(self, name: str, edition: ls.Edition) -> None:
        """Let a bot get ready for its first choice on this server, unless that was done before."""
        if name in self._ready | self._unfit:
            return
        async with self._getting_ready.setdefault(name, asyncio.Lock()), self._new:
            if name in self._ready | self._unfit:
                return
            process = self._take()
            try:
                process = start_bot(name, edition, self.seconds, idle=process)
                run = asyncio.get_running_loop().run_in_executor
                await run(self._threads, process.get_ready)
                self._ready.add(name)
            except BotError as error:
                self._give_up(name, error)
            except ProcessError:
                pass  # `_ask` tries again, and logs it
            finally:
                self._put_back(process, is_sound=name in self._ready)

    def _give_up(self, name: str, error: BotError) -> None:
        """Note that a bot does not get ready."""
        if name not in self._unfit:
            OPERATOR_LOG.error("%s does not play from now on: %s", name, error.reason)
            self._unfit.add(name)

    def _take(self) -> _Started | None:
        """Take a process that has nothing to do; None if another one is to be started."""
        self._in_use += 1
        return self._idle.pop() if self._idle else None

    def _put_back(self, process: _Started | None, *, is_sound: bool) -> None:
        """Let others have a process; kill one that has failed, or that is one too many."""
        self._in_use -= 1
        if process is None:
            return
        if is_sound and len(self._idle) + self._in_use < self.count:
            self._idle.append(process)
        else:
            process.kill()

    async def _ask(self, name: str, view: ls.View) -> ls.Move | None:
        """Ask a bot in a process; log a failure and return None."""
        move = None
        is_fit = False
        process = self._take()
        try:
            process = start_bot(name, view.edition, self.seconds, idle=process)
            run = asyncio.get_running_loop().run_in_executor
            await run(self._threads, process.get_ready)
            is_fit = True
            async with asyncio.timeout(self.seconds):
                move = await run(self._threads, _choose, process, view)
        except TimeoutError:
            OPERATOR_LOG.warning(
                "A random move for %s: it took longer than %g s", name, self.seconds
            )
        except ProcessError as error:
            OPERATOR_LOG.warning("A random move for %s: %s", name, error)
        except BotError as error:
            if is_fit:
                place = place_in(error.traceback)
                reason = f"{error.reason} ({place})" if place else error.reason
                OPERATOR_LOG.warning("A random move for %s: %s", name, reason)
            else:
                self._give_up(name, error)
        finally:
            self._put_back(process, is_sound=move is not None)
        return move

    def close(self) -> None:
        """End all processes."""
        while self._idle:
            self._idle.pop().kill()
        self._threads.shutdown()


def _choose(process: _Started, view: ls.View) -> ls.Move:
    """Ask a process that is ready for a move."""
    process.make(random.getrandbits(64))
    return process.choose(view)


@define(eq=False)
class BotTurns:
    """Plays the moves of bots, with one task for each table where a bot is to move."""

    tables: Tables
    pool: BotPool
    turns: LoopTurns
    """The turns in which bots move and clients get messages."""
    _tasks: dict[LiveTable, asyncio.Task[None]] = field(factory=dict, init=False)
    """The task of each table; a table that is loaded again gets a new one."""

    def start(self, table: LiveTable) -> None:
        """Let a bot think if it is to move and somebody watches."""
        task = self._tasks.get(table)
        if table.bot and table.watchers.total() and (task is None or task.done()):
            self._tasks[table] = asyncio.create_task(self._play(table))

    def stop_soon(self, table: LiveTable) -> None:
        """Stop the bots of a table after ten seconds, unless a client watches again by then."""
        asyncio.get_running_loop().call_later(SECONDS_ALONE, self._stop_unless_watched, table)

    def _stop_unless_watched(self, table: LiveTable) -> None:
        task = self._tasks.get(table)
        if task is not None and not table.watchers.total():
            task.cancel()

    async def close(self) -> None:
        """Stop all bots."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.pool.close()

    def _make(
        self, table: LiveTable, kind: str, seat: int, move: ls.Move, version: ls.Version
    ) -> None:
        """Play the move of a bot, unless its table has changed since it was asked."""
        table.thinking = None
        if table.bot == kind and not table.is_stale:
            self.tables.do(table, seat, (move,), version)

    async def _play(self, table: LiveTable) -> None:
        """Play moves until it is a person's turn."""
        try:
            while (kind := table.bot) and not table.is_stale:
                begun = time.monotonic()
                strength = kind
                seat = table.game.state.current_player
                version = table.game.version
                table.thinking = seat
                table.notify()
                if PREPARATION.lacks(strength):
                    if table.kept.customs.waits:
                        await PREPARATION.wait()
                    if PREPARATION.lacks(strength):
                        strength = STAND_IN
                move = await self.pool.choose(
                    strength, table.game.view(seat), table.payer, is_urgent=table.is_awaited
                )
                pause = PACES.get(table.kept.customs.pace, 0.0)
                seconds_since = time.monotonic() - begun
                await asyncio.sleep(pause - seconds_since)
                play = partial(self._make, table, kind, seat, move, version)
                await self.turns.run(table.payer, self.tables.store.when_free(play, inf))
        except ls.LivingstoneError:
            pass  # the disk is full; the watchers are notified, and start the bot again
        finally:
            table.thinking = None
            table.notify()
            self._tasks.pop(table, None)
