"""Draw the rooms of the library and what each uses: python docs/draw_rooms.py."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "src" / "livingstone"
CONTRACTS = Path(__file__).parents[1] / "pyproject.toml"
PICTURE = Path(__file__).parent / "_static" / "pictures" / "rooms.svg"
STYLE = """
text { font: 15px sans-serif; text-anchor: middle; fill: #123 }
rect { fill: #e8f0f4; stroke: #357 }
path { stroke: #579; fill: none; marker-end: url(#tip) }
.late { stroke-dasharray: 3 4 }
@media (prefers-color-scheme: dark) {
  text { fill: #def } rect { fill: #234; stroke: #9bd } path { stroke: #9bd }
}"""
WIDTH, HEIGHT, ACROSS, DOWN = 104, 34, 122, 70
"""Of a box, and from one to the next."""
TITLE = (
    "The rooms of the library; an arrow leads to what is used, a dotted one to what is loaded late"
)
COLUMNS = """0 text, 0.4 envs, 0.9 svg, 1.2 pictures cli, 1.8 web, 1.95 words, 2.6 events reviews,
3 errors values support edition game table, 3.5 records simulation documents,
5 effects kernel players testing"""
"""Where a room stands, in boxes from the left, so that no arrow meets a box on its way."""

Uses = dict[str, set[str]]


def imported(file: Path) -> Iterator[tuple[str, str]]:
    """Yield the module and the name of each import of this library in a file."""
    tree = ast.parse(file.read_text("utf-8"))
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module)) if module.startswith("livingstone"):
                yield from ((module, name.name) for name in node.names)
            case ast.Attribute(value=ast.Name(id="ls"), attr=name):
                yield "livingstone", name


def find_late() -> Uses:
    """Return the rooms above that a room loads when it is asked, which the contract lists."""
    contracts = tomllib.loads(CONTRACTS.read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    late: Uses = {}
    for line in contracts[0]["ignore_imports"]:
        user, used = line.split(" -> ")
        if user != "livingstone":  # the package names all rooms, which the picture leaves out
            late.setdefault(user.split(".")[1], set()).add(used.split(".")[1])
    return late


def find_uses() -> Uses:
    """Return the rooms below that each room imports from, also by a public name."""
    public = {name: module for module, name in imported(SOURCES / "__init__.py")}
    rooms = {path.stem for path in SOURCES.iterdir() if not path.stem.startswith(("_", "py"))}
    late = find_late()
    uses: Uses = {room: set() for room in rooms}
    for file in SOURCES.rglob("*.py"):
        room = file.relative_to(SOURCES).parts[0].removesuffix(".py")
        for module, name in imported(file):
            place = public.get(name, module) if module == "livingstone" else module
            used = (f"{place}.{name}").split(".")[1]
            if room in rooms and used in rooms - {room} - late.get(room, set()):
                uses[room].add(used)
    return uses


def reach(room: str, uses: Uses) -> set[str]:
    """Return all that a room uses, itself or by others."""
    return uses[room].union(*(reach(used, uses) for used in uses[room]))


def depth(room: str, uses: Uses) -> int:
    """Return how many rooms are below a room, one below the other."""
    return max((depth(used, uses) + 1 for used in uses[room]), default=0)


def arrow(room: str, used: str, uses: Uses) -> str:
    """Draw an arrow from the lower edge of a box to the upper one of another."""
    (x, y), (to, end) = place(room, uses), place(used, uses)
    return f'<path d="M{x} {y + HEIGHT / 2}L{to} {end - HEIGHT / 2 - 8}"/>'


def late_arrow(room: str, used: str, uses: Uses) -> str:
    """Draw a dotted arrow from the left edge of a box, bent up to the lower edge of another."""
    (x, y), (to, end) = place(room, uses), place(used, uses)
    return f'<path class="late" d="M{x - WIDTH / 2} {y}Q{to} {y} {to} {end + HEIGHT / 2 + 8}"/>'


def box(room: str, uses: Uses) -> str:
    """Draw a box with the name of a room."""
    x, y = place(room, uses)
    corner = f'x="{x - WIDTH / 2}" y="{y - HEIGHT / 2}"'
    return (
        f'<rect {corner} width="{WIDTH}" height="{HEIGHT}" rx="6"/>'
        f'<text x="{x}" y="{y + 5}">{room}</text>'
    )


def place(room: str, uses: Uses) -> tuple[int, int]:
    """Return the middle of a room's box."""
    column = next(part.split()[0] for part in COLUMNS.split(",") if room in part.split())
    height = max(depth(other, uses) for other in uses)
    return round((float(column) + 0.5) * ACROSS), (height - depth(room, uses)) * DOWN + 25


def draw() -> str:
    """Draw a box for each room, and arrows to what it uses, unless others lead there."""
    uses = find_uses()
    arrows = [
        arrow(room, used, uses)
        for room in sorted(uses)
        for used in sorted(uses[room] - set[str]().union(*(reach(by, uses) for by in uses[room])))
    ]
    arrows += [
        late_arrow(room, used, uses)
        for room, above in find_late().items()
        for used in sorted(above)
    ]
    boxes = [box(room, uses) for room in sorted(uses)]
    size = f"{6 * ACROSS} {place('errors', uses)[1] + 25}"
    tip = '<marker id="tip" refX="1" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" role="img">',
        f"<title>{TITLE}</title>\n<style>{STYLE}</style>",
        f'{tip}<polyline points="0,0 8,4 0,8" fill="#579"/></marker>',
    ]
    return "\n".join([*head, *arrows, *boxes, "</svg>"]) + "\n"


PICTURES = {"rooms": draw}
"""By the names of their files."""


if __name__ == "__main__":
    PICTURE.write_text(draw(), encoding="utf-8")
