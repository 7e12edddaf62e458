"""Let references to an inner module's name lead to where the public name is documented.

`livingstone.game.state.State`, as annotations have it, is documented as `livingstone.State`. A name
marked with single backticks in a docstring links where it can and is plain code where it cannot.
`.. names:: apply view` documents public names, those of another room with `:of: livingstone.envs`.
"""

import inspect
from importlib import import_module
from typing import Any, get_type_hints

from attrs import has
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective
from sphinx.util.inspect import stringify_signature

from livingstone.support.helping import FIELDS, OPTIONS

_HIDDEN = (
    "livingstone.edition.types.",
    "livingstone.game.card_effect.",
    "livingstone.game.effects.",
    "livingstone.support.limits.",
    "livingstone.game.state.",
    "livingstone.game.rules.ending.",
)
_ROOMS = (
    *("documents", "edition", "effects", "game", "kernel", "limits", "players", "records"),
    *("reviews", "simulation", "table"),
)


class Names(SphinxDirective):
    """The documentation of functions, classes, errors and values."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec = {"of": directives.unchanged}  # noqa: RUF012

    def run(self) -> list[nodes.Node]:
        """Let autodoc document each name."""
        module = import_module(self.options.get("of", "livingstone"))
        return self.parse_text_to_nodes(
            "\n\n".join(
                f".. auto{_kind(getattr(module, name))}:: {module.__name__}.{name}"
                for name in self.arguments[0].split()
            )
        )


def _kind(value: object) -> str:
    if inspect.isclass(value):
        return "exception" if issubclass(value, Exception) else "class"
    return "function" if inspect.isroutine(value) else "data"


def _resolve(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.TextElement
) -> nodes.Element | None:
    if node.get("refdomain") != "py":
        return None
    name = node["reftarget"].rpartition(".")[2]
    domain = env.domains.python_domain
    for target in [
        f"livingstone.{inner}{name}" for inner in ("", *(f"{room}." for room in _ROOMS))
    ]:
        if target in domain.objects:
            return domain.resolve_xref(
                env, node["refdoc"], app.builder, "obj", target, node, content
            )
    return content if node["reftype"] == "obj" else None


def _hide_signature(
    app: Sphinx, what: str, name: str, obj: object, options: object, *signature: str | None
) -> tuple[str, None] | None:
    """Leave out how to construct what only the library constructs."""
    del app, name, options, signature
    if what == "class" and f"{getattr(obj, '__module__', '')}.".startswith(_HIDDEN):
        return "", None
    return None


def _show_plain_types(
    app: Sphinx, what: str, name: str, obj: object, options: object, *signature: str | None
) -> tuple[str, None] | None:
    """Leave the ranges of values out of how an object of an attrs class is constructed."""
    del app, name, options, signature
    if what != "class" or not isinstance(obj, type) or not has(obj):
        return None
    fields, given = get_type_hints(obj), get_type_hints(obj.__init__)
    shown = inspect.signature(obj)
    parameters = []
    for name_, parameter in shown.parameters.items():
        hint = given.get(name_, Any)
        parameters.append(parameter.replace(annotation=fields[name_] if hint is Any else hint))
    plain = shown.replace(parameters=parameters)
    return stringify_signature(plain, unqualified_typehints=True), None


def _drop_alias(
    app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]
) -> None:
    """Drop what Python itself says of the fields of named tuples."""
    del app, what, name, obj, options
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()


def _drop_added(
    app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]
) -> None:
    """Drop what `help` adds to a docstring: a page shows fields and options themselves."""
    del app, what, name, obj, options
    for heading in (FIELDS, OPTIONS):
        if heading in lines:
            del lines[lines.index(heading) :]


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_directive("names", Names)
    app.connect("missing-reference", _resolve)
    app.connect("autodoc-process-signature", _hide_signature)
    app.connect("autodoc-process-signature", _show_plain_types)
    app.connect("autodoc-process-docstring", _drop_alias)
    app.connect("autodoc-process-docstring", _drop_added)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
