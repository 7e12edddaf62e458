"""Say whether the tables of another run agree with what the page claims.

python research/study/run.py --seed 2010 --deals 33 --work second --out second/results
python research/study/claims.py second/results
"""

import sys
import tomllib
from itertools import product
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
CLAIMS: list[dict[str, Any]] = tomllib.loads((HERE / "claims.toml").read_text("utf-8"))["claims"]
"""A claim names a table, of some of its columns the entries of the lines (`where`), the columns
whose differences are claimed, and their sign."""


def claimed(claim: dict[str, Any], folder: Path) -> list[str]:
    """List the cells that a claim is about; raise `ValueError` if some are missing."""
    file = folder / f"{claim['table']}.inc"
    rows = [line for line in file.read_text("utf-8").splitlines() if line.startswith("| ")]
    heads, *lines = ([cell.strip() for cell in row.strip("|").split("|")] for row in rows)
    found = {tuple(line[heads.index(head)] for head in claim["where"]): line for line in lines}
    if missing := set(product(*claim["where"].values())) - set(found):
        raise ValueError(f"{file} has no line {missing}")
    kept = [found[key] for key in product(*claim["where"].values())]
    return [line[heads.index(column)] for line in kept for column in claim["columns"]]


def main() -> None:
    """Count the differences that have the claimed sign, and tell those that have not."""
    folder = Path(sys.argv[1])
    found = [(claim, cell) for claim in CLAIMS for cell in claimed(claim, folder)]
    others = [own for own in found if not own[1].strip("*").startswith(own[0]["sign"])]
    for claim, cell in others:
        print(f"{claim['says']}: {cell}")  # noqa: T201
    print(f"{len(found) - len(others)} of {len(found)} differences agree")  # noqa: T201


if __name__ == "__main__":
    main()
