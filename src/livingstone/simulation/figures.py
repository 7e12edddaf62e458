"""A figure of matplotlib that notebooks show without further settings."""

from io import StringIO

from matplotlib import rc_context
from matplotlib.figure import Figure

from livingstone.simulation.plot_style import METADATA, SETTINGS


class ShownFigure(Figure):
    """A figure that draws itself as SVG."""

    def _repr_svg_(self) -> str:
        stream = StringIO()
        with rc_context(SETTINGS):
            self.savefig(stream, format="svg", metadata=METADATA[".svg"])
        return stream.getvalue()
