"""The views of a record from anywhere are read only as far as their moves can be listed."""

import pytest

import livingstone as ls


def test_the_views_of_one_record_list_no_more_moves_than_a_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = ls.Record.of(ls.new_game(2, seed=7), [ls.Donate(1)] * 3).seen_by(0)
    listed = [len(view.legal_moves) for view in seen.views()]
    monkeypatch.setattr("livingstone.records.record.MOST_LISTED", sum(listed[:-1]))
    with pytest.raises(ls.RecordError, match=r"action 4: its views list more than \d+ legal moves"):
        list(seen.views())
