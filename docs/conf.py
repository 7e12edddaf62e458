"""How the documentation is built; see CONTRIBUTING.md for the command."""

import sys
from importlib.metadata import version as version_of
from pathlib import Path

from livingstone import describe_board, load_edition
from livingstone.edition.phrases import phrases_in
from livingstone.words.rules import figures_of

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

_EDITION = load_edition("printed")

project = "livingstone"
author = "The livingstone maintainers"
copyright = f"2026, {author}"
release = version = version_of("livingstone")

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.viewcode",
    "sphinx_copybutton",
    "public_names",
    "rulebook",
    "data_tables",
    "command_output",
    "environment_tables",
    "pictures",
    "card_gallery",
    "browser_page",
    "empty_interpreter",
    "json_schemas",
    "docstring_imports",
]
exclude_patterns = ["_build", "_ext"]
html_theme = "furo"
html_title = f"livingstone {release}"
html_static_path = ["_static"]
html_css_files = ["pictures.css"]

# What is copied can be pasted: without prompts and outputs.
copybutton_prompt_text = r">>> |\.\.\. ?|\$ "
copybutton_prompt_is_regexp = True

# Anything marked `like this` in a docstring links to what it names, where that is documented.
default_role = "py:obj"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "undoc-members": True}
python_use_unqualified_type_names = True

trim_doctest_flags = True

myst_enable_extensions = ["deflist", "substitution"]
myst_substitutions = describe_board(_EDITION) | {
    f"{card.id}_{name}": figure
    for card in _EDITION.cards
    for name, figure in figures_of(card.effect, phrases_in("en")).items()
}
"""The figures in `data/rules.md`."""
myst_heading_anchors = 3

# What other projects document; there is no network to look it up while building.
nitpick_ignore = [
    ("py:class", "fractions.Fraction"),
    ("py:class", "os.PathLike"),
    ("py:class", "enum.Enum"),
    ("py:class", "types.UnionType"),
    ("py:class", "livingstone.game.state.TentOwner"),  # what Player and PlayerView have in common
    ("py:class", "livingstone.game.state.Position"),  # what State and View have in common
    ("py:obj", "livingstone.game.state._Owner"),
    ("py:class", "livingstone.game.state._Owner"),
    ("py:class", "pl.DataFrame"),
    ("py:class", "hypothesis.strategies.SearchStrategy"),
    ("py:class", "gymnasium.vector.vector_env.AutoresetMode"),
    ("py:class", "livingstone.kernel.bridge.Bridge"),
    ("py:class", "pettingzoo.utils.env.ParallelEnv"),
    ("py:class", "starlette.applications.Starlette"),
    ("py:class", "livingstone.web.settings.Strength"),
]
nitpick_ignore_regex = [
    ("py:class", r"numpy\.[\w.]+"),
    ("py:class", r"livingstone\.support\.arguments\.Random\w+"),
    ("py:class", "Mask"),  # an array of numpy
    ("py:class", r"livingstone\.envs\.openspiel\.GameNode"),
    ("py:class", r"(random|pathlib|ipaddress|concurrent\.futures\._base)\.\w+"),
    ("py:class", r"livingstone\.simulation\.(batch|executors|report|store|tally)\.\w+"),
    ("py:class", r"collections\.abc\.\w+"),
    ("py:class", r"[\d.]+"),  # the range of an `Annotated` number
    ("py:class", r"livingstone\.[\w.]+\.(Annotated|\w+Changes|_\w+)"),
]
