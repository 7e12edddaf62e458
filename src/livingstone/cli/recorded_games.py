"""`livingstone replay` and `livingstone review`: recorded games."""

import argparse
import sys

import livingstone as ls
from livingstone.cli.inputs import refuse_read_files
from livingstone.cli.narrator import Narrator
from livingstone.cli.parser import distinct_names, effects_from
from livingstone.cli.terminal import columns, print_score_sheet, print_table, progress
from livingstone.simulation import is_store, read_batches
from livingstone.support.files import new_file, path_of, refuse_existing


def _find_record(options: argparse.Namespace) -> ls.Record:
    file = options.file
    batch = options.batch
    effects = effects_from(options)
    game = 1 if options.game is None else options.game
    if is_store(file):
        batches = [one for one in read_batches(file) if batch in (None, one.number)]
        if len(batches) == 1:  # `replay_row` explains what is wrong otherwise
            _check(game, batches[0].games, file)
        return ls.replay_row(max(game - 1, 0), file, batch=batch, effects=effects)
    records = ls.load_all(file, effects=effects)
    _check(game, len(records), file)
    return records[game - 1]


def _check(game: int, games: int, file: str) -> None:
    if not games:
        raise ls.ArgumentError(f"{file} holds no game")
    if not 1 <= game <= games:
        raise ls.ArgumentError(f"{file} has games 1 to {games}, not {game}")


def _replay(options: argparse.Namespace) -> int:
    """Print a record, line by line, up to the first illegal action."""
    record = _find_record(options)
    names = distinct_names(record.players)
    language = options.language
    narrator = Narrator(names, record.edition, language)
    print(f"Livingstone, {narrator.rules}: {', '.join(names)}.")
    if not record.is_full:
        for _ in record.views():
            pass
        print("\n".join(record.actions))
        return 0
    state = next(record.states())
    for before, action, after in record.steps():
        for event in ls.play(before, action).events:
            print(ls.describe(event, names=names, language=language, edition=record.edition))
        state = after
    if state.is_over:
        print()
        print_score_sheet(state, narrator)
    record.verify()
    return 0


def _review(options: argparse.Namespace) -> int:
    from livingstone.reviews import (
        chart,
        curve,
        describe_legend,
        describe_review,
        review,
        summary_table,
    )

    plot = None if options.plot is None else path_of(options.plot)
    if plot is not None and plot.suffix.lower() != ".svg":
        raise ls.ArgumentError(f"--plot needs a file that ends in .svg: {plot.name!r}")
    if plot is not None:
        refuse_existing(plot, options.overwrite)
        refuse_read_files(plot, options)
    record = _find_record(options)
    language = options.language
    given = {name: getattr(options, name) for name in ("rollouts", "seconds", "seat", "seed")}
    with progress("review", lambda: None, "positions and choices") as bar:
        finished_review = review(record, on_progress=bar, **given)
    if plot is not None:
        with new_file(plot, options.overwrite) as stream:
            stream.write(chart(finished_review, language=language, size=960).encode())
    if options.json:
        print(ls.to_json(finished_review))
        return 0
    width = min(100, columns() - 1)
    print(curve(finished_review, width=width, encoding=sys.stdout.encoding))
    print()
    for sign, meaning in describe_legend(language=language):
        if set(sign) <= {*"?!"}:  # the curve has no others
            print(f"{sign:2}  {meaning}")
    print()
    print_table(*summary_table(finished_review, language=language))
    print()
    print("\n".join(describe_review(finished_review, language=language)))
    return 0


RUN = {"replay": _replay, "review": _review}
