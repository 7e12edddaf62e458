"""Records: games in writing, which can be replayed and stored in files."""

from livingstone.records.replay import conceal
from livingstone.records.toml import dump_all, dumps_all, loads_all

__all__ = ["conceal", "dump_all", "dumps_all", "loads_all"]
