"""Records of as many players as a board can be for."""

from editions import card_table, make_edition, tiny_board

import livingstone as ls

EDITION = make_edition(
    tiny_board(
        players={"least": 2, "most": 20},
        dice={"per_player": 1, "sides": 2, "donation": 1},
        coins=[{"value": 1, "count": 20}],
    ),
    [card_table("dig", "draw_stones", stones=2)],
)


def test_the_last_of_twenty_seats_can_begin_and_have_a_record_of_its_own() -> None:
    start = ls.new_game(20, edition=EDITION, first=19, explicit_chance=True)
    record = ls.Record.of(start)
    assert ls.loads(ls.dumps(record)) == record
    seen = record.seen_by(19)
    assert (seen.first, seen.seat) == (19, 19)
    assert ls.loads(ls.dumps(seen)) == seen
