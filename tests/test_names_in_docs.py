"""What pages name is there: paths, commands and their options, extras, modules and other names."""

import re
import shlex
import tomllib
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from io import StringIO
from itertools import takewhile
from pathlib import Path

import attrs
import pytest
from list_public_names import ROOMS as PUBLIC
from list_public_names import UNSEEN
from programs import ROOT

import livingstone as ls
from livingstone.cli.parser import COMMANDS, make_parser

pytest.importorskip("numba")

KINDS = {".py", ".toml", ".css", ".html", ".js", ".mjs", ".sql", ".json"}
FILES = sorted(
    path
    for part in ("src", "data", "docs", "tests", "examples", "research", "benchmarks", ".ci", ".")
    for path in (ROOT / part).glob("*" if part == "." else "**/*")
    if path.is_file() and not {"_build", "__pycache__"} & {*path.parts}
)
PAGES = [path for path in FILES if path.suffix == ".md" and path.stem not in ("rules", "CHANGELOG")]
CODE = [path for path in FILES if path.suffix in KINDS and path != Path(__file__)]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
FENCE = re.compile(r"^( *)```(.*)\n((?:.*\n)*?)\1```$", re.MULTILINE)
SPAN = re.compile(r"(?<![`}])`([^`]+)`(?!`)")
LINK = re.compile(r"\]\((?!https?:)([^)#]+)\)")
PATH = re.compile(r"(?:[\w.-]+/)+[\w.-]*|[\w-]+\.(?:py|md|css|html|npz|inc|sql)")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
NAME = re.compile(r"\b(?:\w*_\w+|[A-Z][a-z]+[A-Z]\w*)\b")
DOTTED = re.compile(r"\b(?:livingstone|ls|[A-Z]\w+|[a-z_]+)(?:\.[A-Za-z]\w*)+\b")
OF_OTHERS = {
    *("limit_conn", "client_body_timeout", "client_header_timeout", "read_body", "read_header"),
    *("flush_interval", "handle_path", "proxy_buffering", "limit_concurrency"),
    *(
        "timeout_keep_alive",
        "connect_four",
        "JupyterLab",
        "PyPI",
        "livingstone/Livingstone-v0",
        "livingstone/data/",
    ),
}
"""Names of other programs."""
OPTIONS_OF_OTHERS = {"--no-access-log", "--host", "--prefix", "--directory"}
SOURCES = ROOT / "src" / "livingstone"
TOP = r"(?:tests|src|docs|examples|research|benchmarks|data|\.ci)/"
LATER = ("es", "xx")
NOT_YET = {
    *("own_bot.py", "batch.py", "agent.npz", "docs/_build/html"),
    *(
        f"{folder}/{code}.toml"
        for folder in (
            "data/phrases",
            "data/rules",
            "src/livingstone/cli/phrases",
            "src/livingstone/web/phrases",
        )
        for code in LATER
    ),
}
"""Files that a page tells its reader to make."""


def prose(page: Path) -> str:
    return FENCE.sub("", page.read_text("utf-8"))


def spans(page: Path) -> list[str]:
    """Return what stands in backticks, in one line each."""
    return [" ".join(span.split()) for span in SPAN.findall(prose(page))]


def lines(page: Path) -> Iterator[list[str]]:
    """Yield the words of each command in the blocks of a page, and of those in backticks."""
    for _, kind, text in FENCE.findall(page.read_text("utf-8")):
        if kind in ("sh", "shell", "console"):
            for line in text.replace("\\\n", " ").splitlines():
                yield from commands_in(line.strip().removeprefix("$ "))
    for span in spans(page):
        if re.match(r"(livingstone|python|pip|pytest|poe|npm) ", span):
            yield from commands_in(span)


def commands_in(line: str) -> Iterator[list[str]]:
    for part in re.split(r"\s*(?:&&|\||>)\s*", line.partition(" #")[0]):
        words = shlex.split(part)
        yield [*words[sum(1 for _ in takewhile(lambda word: "=" in word, words)) :]]


@cache
def paths() -> set[str]:
    """Return each file and folder, by its whole path and by all ends of it."""
    found = set[str]()
    for file in FILES:
        parts = file.relative_to(ROOT).parts
        for end in range(1, len(parts) + 1):
            found |= {"/".join(parts[start:end]) for start in range(end)}
    return found


@cache
def words() -> set[str]:
    """Return every word of code and data, and the names of files."""
    texts = (path.read_text("utf-8", "ignore") for path in CODE)
    found = {word for text in texts for word in re.findall(r"[\w-]+", text)}
    return found | OF_OTHERS | {path.stem for path in FILES}


@cache
def options_of(command: str) -> set[str]:
    """Return the options of a command of this library; none for an unknown command."""
    with redirect_stdout(StringIO()) as told, suppress(SystemExit):
        make_parser([command]).parse_args([command, "--help"])
    return {*OPTION.findall(told.getvalue())}


@cache
def options_of_programs() -> set[str]:
    """Return every option that a program of this repository has."""
    texts = (path.read_text("utf-8") for path in CODE if path.suffix == ".py")
    own = {option for text in texts for option in re.findall(r"[\"'](--[a-z-]+)[\"']", text)}
    return own.union(*map(options_of, COMMANDS))


def is_there(path: str) -> bool:
    return path.removeprefix("./").rstrip("/") in paths() | NOT_YET


def resolves(dotted: str) -> bool:
    """Return whether a name with dots leads to a module or an attribute, or is none of ours."""
    first, *rest = dotted.split(".")
    if rest[-1] in ("toml", "db", "svg") or dotted == "amounts.blue":  # a file, a phrase
        return True
    cls = getattr(ls, first.title() if first.islower() else first, None)
    if first not in ("ls", "livingstone", "edition") and isinstance(cls, type):
        return has(cls, rest[0]) or leads(f"livingstone.{first}", rest)  # also `state.die`
    if first in ("ls", "livingstone"):
        return leads("livingstone", rest)
    return not (SOURCES / first).is_dir() or leads(f"livingstone.{first}", rest)


def leads(module: str, rest: list[str]) -> bool:
    """Return whether names lead from a module to inner modules and an attribute."""
    try:
        found = import_module(module)
    except ModuleNotFoundError as error:
        return not str(error.name).startswith("livingstone")  # an extra is missing
    if rest and hasattr(found, "__path__") and find_spec(inner := f"{module}.{rest[0]}"):
        return leads(inner, rest[1:])
    return not rest or has(found, rest[0])


def has(found: object, name: str) -> bool:
    fields = attrs.fields_dict(found) if isinstance(found, type) and attrs.has(found) else {}
    return hasattr(found, name) or name in fields


def wrong_in(words: list[str]) -> Iterator[str]:
    """Yield what a command names that is not there."""
    program, *rest = words or [""]
    # A word with blanks has the options of a program that plays.
    options = {part for word in rest if " " not in word for part in OPTION.findall(word)}
    if program == "livingstone" and rest:
        yield from {rest[0]} - {*COMMANDS, "--help", "--version"}
        yield from options - (options_of(rest[0]) or {"--help", "--version"})
    elif program == "python" and rest and rest[0].endswith(".py") and is_there(rest[0]):
        text = "".join(file.read_text("utf-8") for file in (ROOT / rest[0]).parent.glob("*.py"))
        yield from (option for option in options if option not in text)
    elif program == "pip":
        for extra in re.findall(r"\[([\w,]+)\]", " ".join(rest)):
            yield from {*extra.split(",")} - {*PROJECT["project"]["optional-dependencies"]}
    elif program == "poe" and rest:
        yield from {rest[0]} - {*PROJECT["tool"]["poe"]["tasks"]}
    if program in ("python", "pytest", "cp"):
        own = (word for word in rest if re.match(TOP, word))
        yield from (word for word in own if not is_there(word.partition("::")[0]))


def wrong_span(span: str) -> Iterator[str]:
    """Yield what a span in backticks names that is not there."""
    if " " not in span and PATH.fullmatch(span) and not (is_there(span) or span in OF_OTHERS):
        yield span
    for name in {*NAME.findall(span)} - words():
        if not (name.endswith("_") and any(word.startswith(name) for word in words())):
            yield name
    if not PATH.search(span):
        yield from (name for name in DOTTED.findall(span) if not resolves(name))
    if re.match(OPTION, span):
        yield from {*OPTION.findall(span)} - {*OPTIONS_OF_OTHERS} - {*options_of_programs()}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_names_is_there(page: Path) -> None:
    wrong = [name for words in lines(page) for name in wrong_in(words)]
    wrong += [name for span in spans(page) for name in wrong_span(span)]
    links = LINK.findall(prose(page))
    wrong += [link for link in links if not (page.parent / link).exists()]
    assert not wrong


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("`tests/words/test_gone.py`", "tests/words/test_gone.py"),
        ("`livingstone.simulation.batches`", "livingstone.simulation.batches"),
        ("`Table.rewind`", "Table.rewind"),
        ("`describe_moves`", "describe_moves"),
        ("`--seeds`", "--seeds"),
        ("`livingstone play --seeds 7`", "--seeds"),
        ("```sh\npytest tests/test_gone.py\n```", "tests/test_gone.py"),
        ("   ```shell\n   python examples/cluster.py --gone\n   ```", "--gone"),
        ("```console\n$ pip install '.[all,gone]' && livingstone sing\n```", "gone"),
        ("[a page](gone.md)", "gone.md"),
    ],
)
def test_what_is_gone_is_found(text: str, wrong: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"{text}\n", encoding="utf-8")
    with pytest.raises(AssertionError, match=re.escape(wrong)):
        test_what_a_page_names_is_there(page)


ROOMS = ["", ".kernel", ".players", ".reviews", ".simulation", ".svg", ".testing", ".text", ".web"]


@pytest.mark.parametrize("room", [*ROOMS, ".documents", ".envs", ".game", ".records", ".table"])
def test_the_reference_lists_what_is_public(room: str) -> None:
    """Rooms that are documented whole are left out."""
    texts = [path.read_text("utf-8") for path in (ROOT / "docs/reference").glob("*.md")]
    blocks = [block for text in texts for _, kind, block in FENCE.findall(text) if "rst" in kind]
    module = import_module(f"livingstone{room}")
    public = {name for name in module.__all__ if f"{module.__name__} {name}" not in UNSEEN}
    assert not public - {*re.findall(r"\w+", " ".join(blocks))}


AUTO = re.compile(r"^\.\. (?:auto|py:)(\w+):: livingstone\.?([\w.]*)", re.MULTILINE)
LISTED = re.compile(
    r"^\.\. names:: ([\w ]+(?:\n {4,}[\w ]+)*)(?:\n   :of: livingstone\.([\w.]+))?", re.MULTILINE
)


def documented(page: Path) -> Iterator[tuple[str, str]]:
    """Yield the module and the name of each thing that a page documents; "" for all of a module."""
    for _, kind, block in FENCE.findall(page.read_text("utf-8")):
        if "rst" in kind:
            for directive, dotted in AUTO.findall(block):
                module, _, name = dotted.rpartition(".")
                yield (dotted, "") if directive == "module" else (module, name)
            for names, module in LISTED.findall(block):
                yield from ((module, name) for name in names.split())


REFERENCE = [page for page in PAGES if page.parent.name == "reference"]


@pytest.mark.parametrize("page", REFERENCE, ids=lambda page: page.stem)
def test_what_a_reference_page_documents_is_in_a_public_module(page: Path) -> None:
    if page.stem == "rulebook-map":
        assert "not part of the public interface" in page.read_text("utf-8")
        return
    for module, name in documented(page):
        assert module in ("", *PUBLIC), f"{module}.{name}"
        found = import_module(f"livingstone.{module}".rstrip("."))
        assert not name or name in found.__all__, f"{module}.{name}"
