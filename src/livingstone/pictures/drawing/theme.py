"""The stylesheet of all pictures, for light and dark pages.

`light.css` and `dark.css` have the colours, which a page can override by its own variables
(`svg.livingstone { --water: teal }`). The players' colours are from Okabe and Ito, "Color Universal
Design" (2008), so that colour-blind people can tell them apart; shapes do so as well.
"""

from importlib.resources import files

COLOURS_OF_PLAYERS = 7
"""The colours repeat from the eighth player on, with the number of the seat on the tents."""

_DARK_PAGES = '[data-theme="dark"],[data-jp-theme-light="false"],[data-bs-theme="dark"]'
_LIGHT_PAGES = '[data-theme="light"],[data-jp-theme-light="true"],[data-bs-theme="light"]'


def _text_of(name: str) -> str:
    return (files("livingstone.pictures.drawing") / name).read_text("utf-8").strip()


def _stylesheet() -> str:
    """Join variables and rules: dark if the reader prefers it, unless the page says which it is.

    The variables are set by `:where`, so that any rule of the page overrides them.
    """
    light, dark = (_text_of(name).replace("\n", "") for name in ("light.css", "dark.css"))
    scope, seats = "svg.livingstone", range(COLOURS_OF_PLAYERS)
    preferred = f":where({scope}:not(:is({_LIGHT_PAGES}) *))"
    return "\n".join(
        [
            f":where({scope}){{{light}}}",
            f"@media (prefers-color-scheme:dark){{{preferred}{{{dark}}}}}",
            f":where(:is({_DARK_PAGES}) {scope}){{{dark}}}",
            _text_of("theme.css"),
            *(f"{scope} .seat-{seat}{{fill:var(--seat-{seat})}}" for seat in seats),
        ]
    )


STYLESHEET = _stylesheet()
"""The content of a picture's `style` element."""
