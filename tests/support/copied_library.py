"""A copy of the library whose data files can be corrected."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import livingstone


class CopiedLibrary:
    """The copy, in a folder where programs run."""

    def __init__(self, folder: Path) -> None:
        self.folder, source = folder, Path(livingstone.__file__).parent
        shutil.copytree(source, folder / "lib/livingstone", ignore=shutil.ignore_patterns("*.pyc"))
        self.data = folder / "lib/livingstone/data"
        if not self.data.exists():
            shutil.copytree(source.parents[1] / "data", self.data)

    def correct(self) -> None:
        """Let the first column cost 9 coins."""
        board = (self.data / "board.toml").read_text()
        text = re.sub(r"\{ cost = \d+", "{ cost = 9", board, count=1)
        assert text != board
        (self.data / "board.toml").write_text(text)

    def run(self, program: str, *arguments: str) -> None:
        """Run a program; it fails unless the program ends well."""
        env = os.environ | {"PYTHONPATH": str(self.folder / "lib")}
        command = [sys.executable, "-c", program, *arguments]
        subprocess.run(command, cwd=self.folder, env=env, check=True)
