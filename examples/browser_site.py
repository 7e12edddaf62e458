"""Lay out `examples/browser` as a static site: the page, Pyodide, and the packages in one archive.

npm install pyodide
python examples/browser_site.py SITE node_modules/pyodide
python -m http.server --directory SITE
"""

import shutil
import sys
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

import livingstone as ls

PACKAGES = "attrs", "cattrs", "tomli-w", "typing-extensions"


def packed() -> Iterator[tuple[Path, str]]:
    """Yield the files of the packages, which are pure Python, with their names in the archive."""
    for name in PACKAGES:
        for file in distribution(name).files or ():
            if ".." not in file.parts:
                yield Path(str(file.locate())), str(file)
    own = Path(ls.__file__).parent
    folders = [(own, "livingstone")]
    if not (own / "data").exists():  # a checkout
        folders.append((own.parents[1] / "data", "livingstone/data"))
    for folder, name in folders:
        for path in folder.rglob("*"):
            yield path, f"{name}/{path.relative_to(folder).as_posix()}"


def make_site(site: Path, pyodide: Path) -> None:
    """Put everything into a folder."""
    site.mkdir(parents=True, exist_ok=True)
    shutil.copy(Path(__file__).parent / "browser" / "index.html", site)
    shutil.copytree(pyodide, site / "pyodide", dirs_exist_ok=True)
    with zipfile.ZipFile(site / "packages.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path, name in packed():
            if path.is_file() and "__pycache__" not in path.parts:
                archive.write(path, name)


if __name__ == "__main__":
    make_site(Path(sys.argv[1]), Path(sys.argv[2]))
