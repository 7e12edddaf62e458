"""The table of docs/reference/notation.md says what the functions do."""

import re
from pathlib import Path

import livingstone as ls

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "notation.md"


def test_every_line_of_the_page_is_the_action_beside_it() -> None:
    forms = re.findall(r"^\| `([pd][^|]*?)` \| `([^`]+)`", PAGE.read_text("utf-8"), re.MULTILINE)
    assert len(forms) == 20
    for line, action in forms:
        seat, parsed = ls.parse_move(line)
        assert parsed == eval(action, vars(ls)), line
        assert ls.format_move(parsed, seat) == line
