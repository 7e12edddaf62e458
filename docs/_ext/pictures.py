"""`{picture}`: Python that makes a picture, with the picture below it, made while building.

The content is code as a reader can paste it; its last line is an expression that gives an SVG. The
blocks of a page share their names, as they would in an interpreter. With the option `only`, the
picture alone is shown.
"""

import ast
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective


class Picture(SphinxDirective):
    """Code and the picture that it makes."""

    has_content = True
    option_spec = {"only": directives.flag}  # noqa: RUF012

    def run(self) -> list[nodes.Node]:
        """Run the code and show what it makes."""
        code = "\n".join(self.content)
        picture = nodes.raw("", f'<div class="picture">{self._drawn(code)}</div>', format="html")
        if "only" in self.options:
            return [picture]
        return [nodes.literal_block(code, code, language="python"), picture]

    def _drawn(self, code: str) -> str:
        """Run all lines, and give the value of the last."""
        names: Any = self.env.temp_data.setdefault("pictures", {})
        tree = ast.parse(code)
        last = tree.body.pop() if tree.body else None
        if not isinstance(last, ast.Expr):
            raise self.error("the last line must be an expression that gives a picture")
        exec(compile(tree, "<picture>", "exec"), names)  # noqa: S102
        drawn = eval(compile(ast.Expression(last.value), "<picture>", "eval"), names)  # noqa: S307
        if not isinstance(drawn, str) or not drawn.startswith("<svg"):
            raise self.error("the last line gives no picture")
        return drawn


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_directive("picture", Picture)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
