"""Every `match` over moves, events or outcomes names all of them.

It ends in `case unknown: assert_never(unknown)`, so that mypy finds the places that a new class is
missing from. A wildcard would take it in silence.
Over other things, such as the words of the notation or the endings of files, `case _` is right.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import livingstone
from livingstone.events import Event
from livingstone.game.moves import Action, ChanceEvent
from livingstone.support.structuring import union_classes

PACKAGE = Path(livingstone.__file__).parent
UNIONS = {cls.__name__ for union in (Action, ChanceEvent, Event) for cls in union_classes(union)}


def wildcards(code: str) -> list[int]:
    """List the lines of the wildcards in every `match` with a class of one of the unions."""
    matches = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Match)]
    return [
        case.pattern.lineno
        for match in matches
        if UNIONS.intersection(named(match))
        for case in match.cases
        if is_wildcard(case.pattern) and not is_assert_never(case)
    ]


def named(match: ast.Match) -> Iterator[str]:
    """Name the classes in the patterns of a `match`, those within other patterns included."""
    for case in match.cases:
        for node in ast.walk(case.pattern):
            if isinstance(node, ast.MatchClass):
                yield ast.unparse(node.cls).rpartition(".")[2]


def is_wildcard(pattern: ast.pattern) -> bool:
    """Return whether a pattern takes everything: `_`, or a bare name."""
    if isinstance(pattern, ast.MatchOr):
        return any(map(is_wildcard, pattern.patterns))
    return isinstance(pattern, ast.MatchAs) and pattern.pattern is None


def is_assert_never(case: ast.match_case) -> bool:
    """Return whether mypy has to find that nothing is left for a case."""
    call = f"assert_never({getattr(case.pattern, 'name', None)})"
    return any(ast.unparse(node) == call for part in case.body for node in ast.walk(part))


def test_no_match_over_moves_events_or_outcomes_has_a_wildcard() -> None:
    found = {file: wildcards(file.read_text("utf-8")) for file in PACKAGE.rglob("*.py")}
    assert not any(found.values()), found
