"""The stylesheet of all pictures, for light and dark pages.

Each colour is a CSS variable, which a page can override (`svg.livingstone { --water: teal }`). The
players' colours are from Okabe and Ito, "Color Universal Design" (2008), so that colour-blind
people can tell them apart; shapes tell players apart as well.
"""

from importlib.resources import files

_LIGHT = (
    "--paper:#fcf8ee;--panel:#f3ead5;--ink:#2e2820;--muted:#75694f;--accent:#c2410c;"
    "--sand:#f0dca9;--lush:#9cc283;--water:#3f97c0;--deep:#2b7ba5;--foam:#d8eef7;--cliff:#8a7350;"
    "--wood:#8a5a33;--gold:#f2c53d;--face:#fffdf7;--glow:#fffdf7;--back:#3f5f57;--cloth:#c9a66b;"
    "--outline:#2e2820;--stone-black:#3a3a40;--stone-clear:#dff1f5;--stone-blue:#2f7fd0;"
    "--stone-red:#d0342c;--stone-white:#ffffff"
)
_DARK = (
    "--seat-0:#3b9ddd;--seat-1:#f07a2a;--seat-2:#1fbf92;--seat-3:#dd92bb;--paper:#17201f;"
    "--panel:#212d2b;--ink:#f1e9d8;--muted:#a9b3a3;--accent:#ffa05c;--sand:#5b4d30;"
    "--lush:#2f5b3c;--water:#1b6489;--deep:#124b69;--foam:#c5e6f3;--cliff:#7a6748;--wood:#a8713f;"
    "--gold:#f2c53d;--face:#f4ecda;--glow:#94865a;--back:#4f7a6f;--cloth:#b08d55;"
    "--outline:#10110f;--stone-black:#4a4b52;--stone-clear:#dff1f5;--stone-blue:#4a97e2;"
    "--stone-red:#e0554b;--stone-white:#ffffff"
)
PLAYER_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#f0e442", "#56b4e9", "#e69f00")
"""By seat; they repeat from the eighth on, with the number of the seat on the tents."""

_DARK_PAGES = '[data-theme="dark"],[data-jp-theme-light="false"],[data-bs-theme="dark"]'
_LIGHT_PAGES = '[data-theme="light"],[data-jp-theme-light="true"],[data-bs-theme="light"]'


def _stylesheet() -> str:
    """Join variables and rules: dark if the reader prefers it, unless the page says which it is.

    The variables are set by `:where`, so that any rule of the page overrides them.
    """
    scope, seats = "svg.livingstone", range(len(PLAYER_COLOURS))
    colours = "".join(f"--seat-{seat}:{PLAYER_COLOURS[seat]};" for seat in seats)
    preferred = f":where({scope}:not(:is({_LIGHT_PAGES}) *))"
    return "\n".join(
        [
            f":where({scope}){{{colours}{_LIGHT}}}",
            f"@media (prefers-color-scheme:dark){{{preferred}{{{_DARK}}}}}",
            f":where(:is({_DARK_PAGES}) {scope}){{{_DARK}}}",
            (files("livingstone.pictures.drawing") / "theme.css").read_text("utf-8").strip(),
            *(f"{scope} .seat-{seat}{{fill:var(--seat-{seat})}}" for seat in seats),
        ]
    )


STYLESHEET = _stylesheet()
"""The content of a picture's `style` element."""
