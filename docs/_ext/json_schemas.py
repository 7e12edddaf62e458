"""Write the JSON Schemas to `reference/schemas`, where `json.md` and `lines.md` offer them."""

import json

from sphinx.application import Sphinx

from livingstone.cli import engine_lines
from livingstone.documents import schema
from livingstone.documents.text import TYPES
from livingstone.players import program
from livingstone.reviews import Hint, Review


def _write(app: Sphinx) -> None:
    folder = app.srcdir / "reference" / "schemas"
    folder.mkdir(exist_ok=True)
    types = {**TYPES, Hint.document: Hint, Review.document: Review}
    schemas: dict[str, object] = {name: schema(type) for name, type in types.items()}
    schemas["engine"] = engine_lines.schema_of_lines()
    schemas["program"] = program.schema_of_lines()
    for name, made in schemas.items():
        text = json.dumps(made, indent=2) + "\n"
        folder.joinpath(f"{name}.json").write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("builder-inited", _write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
