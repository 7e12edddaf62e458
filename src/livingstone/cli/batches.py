"""`livingstone simulate`, `compare`, `tournament` and `export`: batches of games between bots."""

import argparse
import secrets
import sys
from typing import Any, TypeAlias

from livingstone import ArgumentError, simulation
from livingstone.cli.inputs import refuse_read_files
from livingstone.cli.parser import edition_from, lineup, status_after
from livingstone.cli.terminal import print_sheets, progress
from livingstone.support.arguments import whole
from livingstone.support.files import make_folder, refuse_existing

Findings: TypeAlias = simulation.Report | simulation.Comparison | simulation.Tournament
ALL_FAILED = 3
"""The exit status if a failure ended every game."""


def _play(options: argparse.Namespace, bar: simulation.OnProgress) -> Findings:
    if options.jobs is not None:
        whole("jobs", options.jobs, 1)
    same = "games", "seed", "seconds_per_move", "records", "label", "engine", "adjust", "on_failure"
    common: dict[str, Any] = {name: getattr(options, name) for name in same}
    common |= {"edition": edition_from(options), "sink": options.out, "on_progress": bar}
    common |= {"executor": "processes" if options.jobs != 1 else None, "workers": options.jobs}
    match options.command:
        case "simulate":
            players = lineup(options.players)
            return simulation.simulate(players, rotate=not options.no_rotation, **common)
        case "compare":
            against = lineup(options.against)
            return simulation.compare(options.a, options.b, against=against, **common)
        case _:
            return simulation.tournament(options.names, players=options.seats, **common)


def _run(options: argparse.Namespace) -> int:
    """Run a command, print its findings, and draw the plots."""
    for option in ("out", "plots"):
        if getattr(options, option) == "":
            raise ArgumentError(f"--{option} needs the name of a file or folder, not ''")
    if options.plots:
        simulation.plots.require_matplotlib()
        options.plots = make_folder(options.plots).absolute() / f"{options.command}.svg"
        refuse_existing(options.plots, options.overwrite)
        refuse_read_files(options.plots, options)
    is_fresh = options.seed is None
    if is_fresh:
        options.seed = secrets.randbits(31)

    def begin() -> None:
        if is_fresh:
            print(f"seed {options.seed}", file=sys.stderr)

    try:
        with progress(options.command, begin) as bar:
            findings = _play(options, bar)
    except KeyboardInterrupt as interrupt:
        return _tell_interrupt(interrupt, options, is_fresh=is_fresh)
    except simulation.BotFailedError as error:
        return _tell_failure(error.failure, options.command)
    if options.json:
        print(findings.to_json(), end="")
    else:
        print_sheets(findings.sheets())
    reports = [findings] if isinstance(findings, simulation.Report) else findings.reports
    if not any(report.finished for report in reports):
        print("A failure ended every game.", file=sys.stderr)
        return ALL_FAILED
    if options.plots:
        simulation.plots.draw(findings, options.plots)
    return 0


def _tell_failure(failed: simulation.FailedGame, command: str) -> int:
    """Say which bot ended the batch; games count from 1, as in reports and for `replay`."""
    note = failed.note
    told = f"the bot {note.bot} failed on seat {note.seat} in game {failed.game + 1}: {note}"
    print(f"livingstone {command}: {told}", file=sys.stderr)
    print(note.traceback, end="", file=sys.stderr)
    return 1


def _tell_interrupt(
    interrupt: KeyboardInterrupt, options: argparse.Namespace, *, is_fresh: bool
) -> int:
    """Say what is kept; return the exit status."""
    again = f" with --seed {options.seed}" if is_fresh else ""
    kept = f"The games so far are kept; the same command{again} continues."
    lost = "Nothing was kept; --out keeps the games, so that a batch can be continued."
    during = " ".join(["Interrupted", *getattr(interrupt, "__notes__", ())])
    print(f"\n{during}. {kept if options.out else lost}", file=sys.stderr)
    return status_after(interrupt)


def _export(options: argparse.Namespace) -> int:
    write = simulation.export
    if options.target.lower().endswith(".minari"):
        from livingstone.envs import export_episodes as write  # type: ignore[assignment]
    write(options.file, options.target, batch=options.batch, overwrite=options.overwrite)
    return 0


RUN = {"simulate": _run, "compare": _run, "tournament": _run, "export": _export}
