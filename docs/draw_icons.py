"""Draw the pictures that messengers and phones show of the web pages: python docs/draw_icons.py.

It needs Chromium and Pillow.
"""

import io
import shutil
import subprocess
import tempfile
from pathlib import Path

from draw_pictures import NAMES, greedy_game
from PIL import Image

import livingstone as ls

STATIC = Path(__file__).parents[1] / "src" / "livingstone" / "web" / "static"
PAPER = "#f4ecdb"
"""The background of the pages by day."""
SIZES = {"preview": (1200, 630), "icon-192": (192, 192), "icon-512": (512, 512)}
"""The widths and heights of the files, in pixels."""
_COLOURS = 128


def _preview() -> str:
    """Return the page of the preview: the name of the game above the board of one."""
    board = ls.svg.land(greedy_game(4, seed=221, boat=8), names=NAMES)
    tent = (STATIC / "icon.svg").read_text("utf-8")
    return f"""
        <style>
          body {{ margin: 0; width: 1200px; height: 630px; overflow: hidden; background: {PAPER} }}
          h1 {{ margin: 22px 150px 12px; display: flex; align-items: center; gap: 20px;
               font: 600 60px/1 Palatino, "DejaVu Serif", serif; color: #2e2820 }}
          h1 svg {{ width: 76px }}
          .board svg {{ display: block; width: 900px; margin: 0 auto; border-radius: 18px }}
        </style>
        <h1>{tent} Livingstone</h1><div class="board">{board}</div>"""


def _icon(size: int) -> str:
    """Return the page of an icon, whose middle is all that a phone may leave of it."""
    tent = (STATIC / "icon.svg").read_text("utf-8")
    return f"""
        <style>
          body {{ margin: 0; width: {size}px; height: {size}px; background: {PAPER};
                  display: grid; place-content: center }}
          svg {{ width: {0.62 * size:.0f}px }}
        </style>{tent}"""


def _photograph(page: str, width: int, height: int) -> Image.Image:
    """Return what Chromium shows of a page."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        raise SystemExit("Chromium is not installed")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "page.html"
        file.write_text(f'<!doctype html><meta charset="utf-8">{page}', "utf-8")
        picture = Path(folder) / "picture.png"
        # Its least window is wider and higher than an icon.
        size = f"--window-size={max(width, 600)},{max(height, 700)}"
        options = ["--headless", "--no-sandbox", "--hide-scrollbars", f"--screenshot={picture}"]
        subprocess.run([chromium, *options, size, file.as_uri()], check=True, capture_output=True)  # noqa: S603
        whole = Image.open(io.BytesIO(picture.read_bytes())).convert("RGB")
        return whole.crop((0, 0, width, height))


def main() -> None:
    """Write all files."""
    for name, (width, height) in SIZES.items():
        page = _preview() if name == "preview" else _icon(width)
        few_colours = _photograph(page, width, height).quantize(_COLOURS)
        few_colours.save(STATIC / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
