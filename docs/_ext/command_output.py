"""`{command-output} play --help`: a command of `livingstone` with what it prints, run on building.

With the option `lines`, only so many lines from the beginning and, after a mark, from the end.
"""

import os
import subprocess
import sys

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective


class CommandOutput(SphinxDirective):
    """A command and its output."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec = {"lines": directives.positive_int}  # noqa: RUF012

    def run(self) -> list[nodes.Node]:
        """Run the command and show its output."""
        command = [sys.executable, "-m", "livingstone", *self.arguments[0].split()]
        done = subprocess.run(  # noqa: S603
            command,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env={**os.environ, "COLUMNS": "80", "PYTHONUTF8": "1"},
            check=False,
            timeout=300,
        )
        lines = (done.stdout + done.stderr).splitlines()
        if done.returncode not in (0, 2):
            raise self.error(f"{command} failed: {done.stderr}")
        kept = self.options.get("lines", len(lines))
        if len(lines) > 2 * kept:
            lines = [*lines[:kept], "[…]", *lines[-kept:]]
        text = "\n".join([f"$ livingstone {self.arguments[0]}", *lines])
        return [nodes.literal_block(text, text, language="text")]


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_directive("command-output", CommandOutput)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
