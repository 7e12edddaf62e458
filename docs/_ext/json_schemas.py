"""Write the JSON Schemas of all documents to `reference/schemas`, where `json.md` offers them."""

import json

from sphinx.application import Sphinx

from livingstone.documents import schema
from livingstone.documents.text import TYPES
from livingstone.reviews import Hint, Review


def _write(app: Sphinx) -> None:
    folder = app.srcdir / "reference" / "schemas"
    folder.mkdir(exist_ok=True)
    for name, type in {**TYPES, Hint.document: Hint, Review.document: Review}.items():
        text = json.dumps(schema(type), indent=2) + "\n"
        folder.joinpath(f"{name}.json").write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("builder-inited", _write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
