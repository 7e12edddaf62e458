"""The rules in the documentation: linked wherever they are cited, and mapped to code and tests.

A rule is what `data/rules.md` has a target for: `(r4-7)=` for R4.7, `(r4)=` for the
whole chapter. Every number cited anywhere, in a page or in a docstring, becomes a link to it; a
number without a target is a warning. `{rulebook-map}` lists, for every rule, the functions and
classes whose docstrings cite it and the tests named after it, as they are when this is built. A
docstring that states a ruling must have a target such as `(ruling-r4-7)=` among the explanations.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from docutils import nodes
from markdown_tables import Row, Table
from sphinx.addnodes import desc_signature, pending_xref
from sphinx.application import Sphinx
from sphinx.util import logging

import livingstone

ROOT = Path(__file__).parents[2]
PACKAGE = Path(livingstone.__file__).parent
RULES = ROOT / "data/rules.md"
RULINGS = ROOT / "docs/explanation/rulings.md"

_CITED = re.compile(r"\bR(\d+)(?:\.(\d+))?\b")
_RANGE = re.compile(r"\bR(\d+)\.(\d+) to R\1\.(\d+)\b")
_IN_NAME = re.compile(r"(?:(?<=_)|\b)r(\d+)(?:_(\d+))?(?=_|\b)")
_DOCTEST = re.compile(r"^ *>>>.*?(?:\n\s*\n|\Z)", re.MULTILINE | re.DOTALL)
_TARGET = re.compile(r"^\(r(\d+)(?:-(\d+))?\)=$", re.MULTILINE)

NOTHING = "\N{EN DASH}"

_log = logging.getLogger(__name__)

Rule = tuple[int, int]
"""Chapter and number; number 0 for the chapter itself."""
Scope = ast.Module | ast.ClassDef | ast.FunctionDef


def _name(rule: Rule) -> str:
    return f"R{rule[0]}.{rule[1]}" if rule[1] else f"R{rule[0]}"


def _label(rule: Rule) -> str:
    return _name(rule).lower().replace(".", "-")


def _cited(text: str) -> set[Rule]:
    """Find the rules that a text cites, all those of a range among them; not in its doctests."""
    text = _DOCTEST.sub("", text)
    rules = {(int(chapter), int(number or 0)) for chapter, number in _CITED.findall(text)}
    for chapter, first, last in _RANGE.findall(text):
        rules |= {(int(chapter), number) for number in range(int(first), int(last) + 1)}
    return rules


def _docstrings(scope: Scope, name: str) -> Iterator[tuple[str, str]]:
    """Go through functions and classes with their docstrings, those of fields included."""
    for node in scope.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            inner = f"{name}.{node.name}"
            yield inner, ast.get_docstring(node) or ""
            yield from _docstrings(node, inner)
        elif isinstance(scope, ast.ClassDef):
            match node:
                case ast.Expr(ast.Constant(str(text))):
                    yield name, text


def _code() -> Iterator[tuple[str, str]]:
    for file in sorted(PACKAGE.rglob("*.py")):
        module = ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts)
        yield from _docstrings(ast.parse(file.read_text("utf-8")), module)


def _tests() -> Iterator[tuple[str, set[Rule]]]:
    """Go through the tests with the rules in their names and docstrings."""
    for file in sorted(ROOT.glob("tests/**/test_*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                named = {(int(c), int(n or 0)) for c, n in _IN_NAME.findall(node.name)}
                yield node.name, named | _cited(ast.get_docstring(node) or "")


def _all_rules() -> list[Rule]:
    text = RULES.read_text("utf-8")
    return sorted((int(chapter), int(number or 0)) for chapter, number in _TARGET.findall(text))


def _link(text: str, label: str, document: str) -> pending_xref:
    return pending_xref(
        "",
        nodes.inline(text, text),
        refdomain="std",
        reftype="ref",
        reftarget=label,
        refdoc=document,
        refexplicit=True,
        refwarn=True,
    )


class RulebookMap(Table):
    """The table of rules, the code that carries them out, and their tests."""

    head = ("Rule", "Code", "Tests")

    def rows(self) -> Iterator[Row]:
        """Give a row for each rule, and for each chapter that something cites."""
        code, tests = defaultdict[Rule, dict[str, None]](dict), defaultdict[Rule, list[str]](list)
        for name, docstring in _code():
            for rule in _cited(docstring):
                code[rule][name] = None
        for test, rules in _tests():
            for rule in rules:
                tests[rule].append(test)
        for rule in _all_rules():
            if rule[1] or code[rule] or tests[rule]:
                functions = (f"{{py:obj}}`{own.partition('.')[2]} <{own}>`" for own in code[rule])
                cells = "<br>".join(functions), "<br>".join(f"`{test}`" for test in tests[rule])
                yield _name(rule), *(cell or NOTHING for cell in cells)


def _link_citations(app: Sphinx, document: nodes.document) -> None:
    """Turn each number of a rule into a link to it."""
    for text in list(document.findall(nodes.Text)):
        if not _CITED.search(text) or _is_code_or_link(text):
            continue
        parts: list[nodes.Node] = []
        end = 0
        for match in _CITED.finditer(text):
            rule = (int(match[1]), int(match[2] or 0))
            parts.append(nodes.Text(text[end : match.start()]))
            parts.append(_link(match[0], _label(rule), app.env.docname))
            end = match.end()
        parts.append(nodes.Text(text[end:]))
        text.parent.replace(text, [part for part in parts if part != nodes.Text("")])


def _is_code_or_link(node: nodes.Node) -> bool:
    inside = (nodes.literal, nodes.literal_block, nodes.doctest_block, nodes.reference)
    barred = (*inside, nodes.title, nodes.comment, pending_xref, desc_signature)
    while node.parent is not None:
        node = node.parent
        if isinstance(node, barred):
            return True
    return False


def _check_rulings(app: Sphinx) -> None:
    """Warn of a ruling in the code that no explanation gives reasons for."""
    del app
    explained = RULINGS.read_text("utf-8")
    for name, docstring in _code():
        if not re.search(r"\bRulings?:", docstring):
            continue
        rules = _cited(docstring) or {(0, 0)}
        if not any(f"(ruling-{_label(rule)})=" in explained for rule in rules):
            _log.warning("%s states a ruling that %s does not explain", name, RULINGS.name)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_directive("rulebook-map", RulebookMap)
    app.connect("builder-inited", _check_rulings)
    app.connect("doctree-read", _link_citations)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
