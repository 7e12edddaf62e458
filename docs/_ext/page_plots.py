"""`{plot} ../study/results/seats.svg`: a plot in the colours of the page, light or dark.

The content says what the plot shows, for those who cannot see it. What is black in the file takes
the colour of the text around it, and the white paper goes.
"""

import re
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective


class Plot(SphinxDirective):
    """A plot that stands in a file."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Put the plot into the page."""
        relative, absolute = self.env.relfn2path(self.arguments[0])
        self.env.note_dependency(relative)
        file = Path(absolute)
        picture = _coloured(_named(file.read_text("utf-8"), file.stem))
        label = escape(" ".join(self.content))
        if not label:
            raise self.error("the content must say what the plot shows")
        picture = picture.replace("<svg", f'<svg role="img" aria-label="{label}"', 1)
        return [nodes.raw("", f'<div class="plot">{picture}</div>', format="html")]


def _coloured(svg: str) -> str:
    """Leave out the paper, and draw in the colour of the text around."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = svg.replace("#ffffff", "none").replace("#000000", "currentColor")
    return svg.replace("<text style=", '<text fill="currentColor" style=')


def _named(svg: str, name: str) -> str:
    """Give all ids names of this plot's own, so that several can stand on one page."""
    svg = re.sub(r'\bid="', f'id="{name}-', svg)
    return re.sub(r'(xlink:href="#|url\(#)', rf"\g<1>{name}-", svg)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_directive("plot", Plot)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
