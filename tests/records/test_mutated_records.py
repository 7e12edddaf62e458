"""Records as TOML: nothing that is read does harm."""

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from record_samples import FULL, RECORDS, SHORT, record_of

import livingstone as ls
from livingstone.testing import Game, new_games

TEXTS = [ls.dumps(record) for record in (*RECORDS.values(), SHORT, SHORT.seen_by(0))]


def replay(record: ls.Record) -> None:
    """Replay a record from anywhere; any fault in it is told as a `RecordError`."""
    try:
        for _ in record.states() if record.is_full else record.views():
            pass
        record.verify()
    except ls.RecordError:
        pass


@st.composite
def mutations(draw: st.DrawFn) -> str:
    """Draw a record's text with something flipped, cut out, doubled or inserted."""
    text = draw(st.sampled_from(TEXTS))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.one_of(st.integers(0, 3), st.integers(0, 200))))
        new = draw(
            st.one_of(st.just(""), st.text(max_size=3), st.just(text[start:end] * 2), pieces)
        )
        text = text[:start] + new + text[end:]
    return text


pieces = st.sampled_from(
    ["??", '"', "[", "]", "{", "}", "=", ".", "\n", "0", "-1", "1e9", "nan", "true", "[a]", "_a"]
    + [line for text in TEXTS for line in text.splitlines(keepends=True)[:40]]
)


@given(mutations())
def test_a_mutated_record_is_a_record_or_is_refused(text: str) -> None:
    try:
        record = ls.loads(text)
    except ls.RecordError:
        return
    assert ls.loads(ls.dumps(record)) == record
    replay(record)


@given(new_games(longest=60), st.data())
def test_mutated_actions_replay_up_to_the_fault(game: Game, data: st.DataObject) -> None:
    full = record_of(game)
    seat = data.draw(st.none() | st.integers(0, len(full.players) - 1))
    record = data.draw(st.sampled_from([full, full.seen_by(seat)]))
    actions = list(record.actions)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(actions)))
        other = st.sampled_from([*actions, *FULL.actions[:50], "d card ??", "p0 donate ??", "x"])
        actions[place : place + data.draw(st.integers(0, 1))] = data.draw(
            st.lists(other, max_size=1)
        )
    replay(evolve(record, actions=tuple(actions)))
