"""`{command-output}`: commands of `livingstone`, one a line, with what they print on building.

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
    """Commands and their output."""

    has_content = True
    option_spec = {"lines": directives.positive_int}  # noqa: RUF012

    def run(self) -> list[nodes.Node]:
        """Run each command and show its output."""
        return [self.shown(arguments) for arguments in self.content]

    def shown(self, arguments: str) -> nodes.Node:
        """Run a command."""
        command = [sys.executable, "-m", "livingstone", *arguments.split()]
        env = {**os.environ, "COLUMNS": "80", "PYTHONUTF8": "1"}
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env=env)  # noqa: S603
        if done.returncode not in (0, 2):
            raise self.error(f"{command} failed: {done.stderr}")
        lines = (done.stdout + done.stderr).splitlines()
        kept = self.options.get("lines", len(lines))
        if len(lines) > 2 * kept:
            lines = [*lines[:kept], "[…]", *lines[-kept:]]
        text = "\n".join([f"$ livingstone {arguments}", *lines])
        return nodes.literal_block(text, text, language="text")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_directive("command-output", CommandOutput)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
