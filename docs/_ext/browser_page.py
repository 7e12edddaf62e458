"""`{browser-page}`: the page of `examples/browser`, running if Pyodide is installed, or a picture.

The environment variable `PYODIDE` names the folder of the package `pyodide` of npm.
"""

import os
import sys
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx

ROOT = Path(__file__).parents[2]
PYODIDE = os.environ.get("PYODIDE", "")
TITLE = "A game against greedy, which runs in this page"


class BrowserPage(Directive):
    """Shows the page or the picture."""

    def run(self) -> list[nodes.Node]:
        """Return one node."""
        if not PYODIDE:
            return [nodes.image(uri="/_static/pictures/browser.png", alt="The page in a browser")]
        frame = f'<iframe src="../_static/browser/index.html" title="{TITLE}"'
        style = 'style="width: 100%; height: 60rem; border: 0"'
        return [nodes.raw("", f"{frame} {style}></iframe>", format="html")]


def copy_site(app: Sphinx, error: Exception | None) -> None:
    """Put the site into the built documentation."""
    if PYODIDE and error is None and app.builder.format == "html":
        sys.path.insert(0, str(ROOT / "examples"))
        from browser_site import make_site

        make_site(Path(app.outdir) / "_static" / "browser", Path(PYODIDE))


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive."""
    app.add_directive("browser-page", BrowserPage)
    app.connect("build-finished", copy_site)
    return {"parallel_read_safe": True}
