"""Run the examples of a page as a reader would: in an empty folder, from which modules import.

Nothing is imported before the first block of a page, and no page sees what another one left.
"""

import sys
from contextlib import chdir
from tempfile import TemporaryDirectory

from docutils.nodes import Node
from sphinx.application import Sphinx
from sphinx.ext.doctest import DocTestBuilder


class EmptyInterpreterBuilder(DocTestBuilder):
    """The builder `doctest`, with an empty folder for each page."""

    def test_doc(self, docname: str, doctree: Node) -> bool:
        """Run the examples of a page."""
        path = list(sys.path)
        with TemporaryDirectory() as folder, chdir(folder):
            sys.path.insert(0, folder)
            try:
                return super().test_doc(docname, doctree)
            finally:
                sys.path[:] = path


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.setup_extension("sphinx.ext.doctest")
    app.add_builder(EmptyInterpreterBuilder, override=True)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
