"""How the documentation is built; see CONTRIBUTING.md for the command."""

import sys
from importlib.metadata import version as version_of
from pathlib import Path

from hypothesis import settings

from livingstone import describe_board, load_edition
from livingstone.edition.phrases import phrases_in
from livingstone.words.rules import figures_of

sys.path.insert(0, str(Path(__file__).parent / "_ext"))
sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))

_EDITION = load_edition("printed")

settings.register_profile("docs", deadline=None, max_examples=10)
settings.load_profile("docs")  # an example may take its time on a busy machine

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
    "markdown_tables",
    "command_output",
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

# Names that other projects document, since a build has no network to look them up, and names that
# several classes share.
nitpick_ignore_regex = [
    (
        "py:.*",
        r"(fractions|os|enum|types|random|pathlib|ipaddress|concurrent\.futures\._base|collections\.abc|numpy"
        r"|pl|hypothesis|gymnasium|pettingzoo|starlette)\.[\w.]+",
    ),
    ("py:.*", r"livingstone\.game\.state\.(TentOwner|Position|_Owner)"),
    ("py:class", r"livingstone\.(kernel\.bridge\.Bridge|web\.settings\.Strength)"),
    ("py:class", r"livingstone\.(support\.arguments\.Random\w+|envs\.openspiel\.GameNode)"),
    ("py:class", r"livingstone\.simulation\.(batch|replaying|report|results_store|tally)\.\w+"),
    ("py:class", r"livingstone\.[\w.]+\.(Annotated|Done|\w+Changes|_\w+)"),
    # Arrays of numpy, figures of matplotlib, and ranges of `Annotated` numbers.
    ("py:class", r"Mask|Added|Figure|[\d.]+"),
]
