"""Write the JSON Schemas of all documents to `reference/schemas`; a test insists that they fit.

python docs/publish_schemas.py
"""

import json
from pathlib import Path

import livingstone.reviews  # noqa: F401  # has documents of its own
from livingstone.documents.schema import schema
from livingstone.documents.types import TYPES

folder = Path(__file__).parent / "reference" / "schemas"
for name, type in TYPES.items():
    text = json.dumps(schema(type), indent=2) + "\n"
    folder.joinpath(f"{name}.json").write_text(text, encoding="utf-8")
