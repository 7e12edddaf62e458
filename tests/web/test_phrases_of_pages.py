"""The phrases of the pages: each is used, and none is in the templates."""

import re
from importlib.resources import files
from importlib.resources.abc import Traversable

import pytest

import livingstone as ls
from livingstone.web.page_phrases import page_phrases
from livingstone.web.settings import PACES, STRENGTHS

FOLDER = files("livingstone.web")
ENGLISH = page_phrases("en").by_key
SOURCES = [
    source.read_text(encoding="utf-8")
    for folder in (FOLDER, FOLDER / "templates")
    for source in folder.iterdir()
    if source.name.endswith((".py", ".html"))
]


def test_every_phrase_exists_and_is_used() -> None:
    said = r"""["']((?!\w+\.html)[a-z]+\.[a-z_0-9]+)["']"""
    tables = {key.partition(".")[0] for key in ENGLISH}
    found = {key for source in SOURCES for key in re.findall(said, source)}
    asked = {key for key in found if key.partition(".")[0] in tables}
    made = {f"kind.{kind}" for kind in ("person", "open", "public", "nobody")}
    made |= {f"strength.{name}" for name in STRENGTHS}
    made |= {f"bot.{name}" for name in STRENGTHS} | {f"pace.{name}" for name in PACES}
    made |= {f"language.{language}" for language in ls.LANGUAGES}
    made |= {f"{table}.{kind}" for table in ("stones", "gems") for kind in ls.Stones._fields}
    made |= {f"look.{look}" for look in ("system", "light", "dark")}
    made |= {f"edition.{name}" for name in ("printed", "bga")}
    made |= {f"keys.{deed}" for deed in ("choose", "end", "back", "undo", "redo", "keys")}
    made |= {f"turn.{amount}" for amount in ("coin", "coins", "gem", "gems")}
    made |= {f"moves.{kind}" for kind in ("row", "card")}
    made |= {f"status.{task}" for task in ("take", "use", "end")}
    jumps = ("round", "round_before", "round_after", "choice", "choice_before", "choice_after")
    made |= {f"replay.{key}" for key in (*jumps, "open", "public", "slow", "middle", "fast")}
    made |= {
        key for key in ENGLISH if key.startswith(("error.", "statistics.", "guide.", "wishes."))
    }
    made |= {
        key for key in ENGLISH if key.startswith(("replay.next_", "review.place_", "review.equal"))
    }
    moments = ("aim", "board", "round", "die", "use", "used", "rival", "higher", "use_again")
    made |= {
        f"lesson.{step}" for step in (*moments, "scored", "ahead", "queen", "queen_many", "done")
    }
    parts = ("aim", "round", "die", "scoring", "queen", "end")
    made |= {f"rules.play_{part}" for part in parts}
    made |= {f"leaving.{who}{why}" for who in ("", "my_") for why in ("away", "late", "resigned")}
    made |= {f"refused.{reason}" for reason in ("chat", "often")}
    assert asked | made >= set(ENGLISH)
    assert set(ENGLISH) >= asked


@pytest.mark.parametrize(
    "template", list((FOLDER / "templates").iterdir()), ids=lambda path: path.name
)
def test_templates_contain_no_phrases(template: Traversable) -> None:
    text = template.read_text(encoding="utf-8")
    code = r"(?s){% block kind %}.*?{% endblock %}|{#.*?#}|{%.*?%}|{{.*?}}|<[^>]*>"
    text = re.sub(code, "", text)
    assert not re.search(r"[^\W\d_]{2,}", text), text.strip()
