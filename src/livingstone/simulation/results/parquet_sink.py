"""The sink for Parquet files: a journal, from which the file is written at the end of a batch."""

from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from livingstone.simulation.errors import SimulationError
from livingstone.simulation.results.counts import Tell, counts_path
from livingstone.simulation.results.journal import (
    all_tables,
    is_outdated,
    journal_path,
    parquet_manifest,
)
from livingstone.simulation.results.lines import LineFormat
from livingstone.simulation.results.locking import close_unlocked, open_locked, sync_folder
from livingstone.simulation.results.manifest import Manifest, check_same, manifest_path
from livingstone.simulation.results.parquet import (
    count_parquet,
    keep_parquet_counts,
    write_parquet,
)
from livingstone.simulation.results.sinks import FileSink
from livingstone.simulation.statistics.tally import Tally
from livingstone.support.files import reason_of

__all__ = ["ParquetSink"]


class ParquetSink:
    """A sink that appends lines to the journal, and writes the Parquet file when all went well.

    Otherwise the journal stays, and the same call goes on from there.
    """

    def __init__(self, path: Path, manifest: Manifest, tell: Tell) -> None:
        """Lock the journal, and count the games in the file and in the journal."""
        self._path, self._manifest = path, manifest
        self._check_manifest()  # before there is a journal, so that none is left behind
        journal = journal_path(path)
        stream = open_locked(journal, manifest)
        try:
            self._check_manifest()  # again, for another process may have written the file meanwhile
            games, tally = count_parquet(path, manifest, tell, keeps=True)
            with open(stream.fileno(), "rb", closefd=False) as reader:
                if is_outdated(reader, path, manifest, games):
                    stream.truncate(0)
        except BaseException:
            with suppress(OSError):
                if journal.stat().st_size == 0:
                    _delete_journal(journal)
            close_unlocked(stream)
            raise
        self._journal = FileSink(
            stream,
            journal,
            manifest,
            first=games,
            tally=tally,
            tell=lambda more: tell(games + more),
        )
        self.line_format: LineFormat | None = self._journal.line_format
        self._first, self.done = games, games + self._journal.done

    def _check_manifest(self) -> None:
        if self._path.exists():
            check_same(self._path, parquet_manifest(self._path), self._manifest)

    @property
    def tally(self) -> Tally:
        """The counts of all games of the batch so far."""
        return self._journal.tally

    def write(self, lines: bytes) -> None:
        """Append the lines of the next games to the journal; raises as `FileSink.write` does."""
        self._journal.write(lines)

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Write the file, unless an error ended the batch, and unlock and close the journal.

        Raises `SimulationError` if the file cannot be written; all games are in the journal then.
        """
        try:
            if self._journal.games and kind is None:
                self._compact()
            if not self._journal.games:
                self._journal.clear()
                _delete_journal(journal_path(self._path))
        except OSError as reason:
            raise SimulationError(
                f"{self._path}: {reason_of(reason)}; its games stay in {journal_path(self._path)},"
                " and the same call tries it again"
            ) from reason
        finally:
            self._journal.close()

    def _compact(self) -> None:
        """Write all games to a new file, which replaces the old one, and empty the journal."""
        path = self._path
        self._journal.check_place()
        write_parquet(path, self._manifest, all_tables(path, self._manifest))
        sync_folder(path.parent)
        keep_parquet_counts(path, self._first + self._journal.games, self.tally)
        self._journal.clear()


def _delete_journal(journal: Path) -> None:
    """Delete a journal, which is empty, as one without its manifest must be."""
    for file in (manifest_path(journal), counts_path(journal), journal):
        file.unlink(missing_ok=True)
