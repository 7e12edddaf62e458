"""Tables of what environments show and take, made of the code.

`{observation-layout} printed 3`: the parts of an observation. `{action-index} printed 3`: the kinds
of moves with their integers.
"""

from docutils import nodes
from rulebook import Cell, table
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from livingstone.envs import ActionSpace, Layout


class _Setting(SphinxDirective):
    required_arguments = 2

    @property
    def edition(self) -> str:
        return str(self.arguments[0])

    @property
    def players(self) -> int:
        return int(self.arguments[1])


class ObservationLayout(_Setting):
    """The parts of an observation."""

    def run(self) -> list[nodes.Node]:
        """Make the table."""
        layout = Layout(self.edition, self.players)
        body: list[list[Cell]] = [
            [
                _code(part.name),
                _text(f"{part.start}:{part.where.stop}"),
                _text(" by ".join(map(str, part.shape))),
                _text("no bound" if part.most is None else str(part.most)),
                _text(part.meaning),
            ]
            for part in layout.parts
        ]
        return [table(["Part", "Slice", "Shape", "Most", "Meaning"], body)]


class ActionIndex(_Setting):
    """The kinds of moves with their integers."""

    def run(self) -> list[nodes.Node]:
        """Make the table."""
        space = ActionSpace(self.edition, self.players)
        body: list[list[Cell]] = [
            [
                _text(_span(first, size)),
                _text(str(size)),
                _code(space.name(first)),
                _code(space.name(first + size - 1)),
            ]
            for _, first, size in space.ranges
        ]
        return [table(["Integers", "How many", "First", "Last"], body)]


def _span(first: int, size: int) -> str:
    return str(first) if size == 1 else f"{first} to {first + size - 1}"


def _code(text: str) -> Cell:
    return [nodes.literal(text, text)]


def _text(text: str) -> Cell:
    return [nodes.Text(text)]


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_directive("observation-layout", ObservationLayout)
    app.add_directive("action-index", ActionIndex)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
