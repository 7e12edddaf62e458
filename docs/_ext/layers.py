"""`{layers}`: the layers of the package, from the contracts that import-linter checks."""

import tomllib

from docutils import nodes
from rulebook import ROOT
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective


class Layers(SphinxDirective):
    """A list of the layers, the highest first."""

    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Make the list."""
        wanted = self.arguments[0] if self.arguments else "livingstone"
        tool = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
        for contract in tool["importlinter"]["contracts"]:
            if contract.get("containers") == [wanted]:
                lines = [self._line(layer.split(" | ")) for layer in contract["layers"]]
                return [nodes.enumerated_list("", *lines)]
        raise self.error(f"no contract about {wanted}")

    def _line(self, modules: list[str]) -> nodes.list_item:
        paragraph = nodes.paragraph()
        for module in modules:
            paragraph += [nodes.Text(", "), nodes.literal(module, module)]
        return nodes.list_item("", nodes.paragraph("", "", *paragraph.children[1:]))


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_directive("layers", Layers)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
