"""Data files that are made to take long, or much memory, are refused at once."""

from pathlib import Path

import pytest
from editions import load_edition, shipped_table, write_toml

import livingstone as ls


def test_only_sound_ids_are_compared(tmp_path: Path) -> None:
    # Whole numbers can be chosen to have one hash: comparing many of them takes for ever.
    table = shipped_table("cards.toml")
    table["cards"][0]["id"] = table["cards"][1]["id"] = 2**61 - 1
    table["cards"][2]["id"] = table["cards"][3]["id"]
    with pytest.raises(ls.DataError) as caught:
        load_edition("printed", cards=write_toml(tmp_path / "cards.toml", table))
    repeated = [problem for problem in caught.value.problems if "more than once" in problem]
    assert repeated == [f"cards: '{table['cards'][3]['id']}' occurs more than once"]


def test_a_list_that_is_too_long_is_refused_before_its_entries_are_looked_at(
    tmp_path: Path,
) -> None:
    (tmp_path / "cards.toml").write_text("[[cards]]\n" * 201)
    with pytest.raises(ls.DataError) as caught:
        load_edition("printed", cards=tmp_path / "cards.toml")
    assert caught.value.problems == ("cards: must have 0 to 200 entries, not 201",)
