"""Keep the shipped figures, so that later versions can read the games that were played with them.

    python tests/keep_figures.py

writes each shipped edition to `data/released/`, in a file that is named by its id and its hash.
"""

from pathlib import Path

import tomli_w

import livingstone as ls
from livingstone.edition import RULESETS
from livingstone.edition.effect import plain_content

FOLDER = Path(__file__).parents[1] / "data/released"


def file_name(edition: ls.Edition) -> str:
    """Name the file of an edition."""
    return f"{edition.id}-{edition.hash}.toml"


def text_of(edition: ls.Edition) -> str:
    """Write all of an edition as TOML."""
    return tomli_w.dumps(plain_content(edition))


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for id in RULESETS:
        edition = ls.load_edition(id)
        (FOLDER / file_name(edition)).write_text(text_of(edition), encoding="utf-8")
