"""The example of a chat: many tables in one program, and secrets in private messages alone."""

import random

import pytest
from chat_bot import Chat
from hypothesis import given
from hypothesis import strategies as st
from programs import run_python

import livingstone as ls

OPENED = ["new bga en", "join", "bot greedy", "bot random"]


def say(chat: Chat, person: str, *texts: str, room: str = "#river") -> list[tuple[str, str]]:
    return [answer for text in texts for answer in chat.hear(person, text, room)]


@pytest.mark.slow
def test_a_game_is_played_to_its_end_and_the_room_learns_no_secret() -> None:
    chat, luck, told = Chat(), random.Random(7), list[tuple[str, str]]()
    told += say(chat, "ann", *OPENED, "start")
    game = chat.games["#river"]
    assert game.table is not None
    while game.mover:
        group = luck.randint(1, len(ls.group_moves(game.table.view(0))))
        told += say(chat, "ann", f"{group}!", room="")
        if game.asked:
            choice = luck.choice(game.asked.choices)
            told += say(chat, "ann", f"{choice.text}!", room="")
    public = [text for receiver, text in told if receiver == "#river"]
    private = [text for receiver, text in told if receiver == "ann"]
    assert {receiver for receiver, _ in told} == {"#river", "ann"}
    assert any(text.startswith("You get the card") for text in private)
    assert any(text.startswith("You donate") for text in private)
    assert "ann donates some coins to the Queen." in public
    assert not [text for text in public if "gets the card" in text or "You" in text]
    winner = ls.result(game.table.state)
    assert winner
    assert len([text for text in public if text.endswith(" donated")]) == 3
    assert say(chat, "ann", "new printed fr")


def test_every_room_has_its_own_table_and_language() -> None:
    chat = Chat()
    say(chat, "ann", "new printed de", "join", "bot greedy", "start")
    say(chat, "ann", "new printed it", "join", "bot greedy", "start", room="#lake")
    ((_, german),) = say(chat, "ann", "donate 9")
    assert german.startswith("Du hast 3 Taler und kannst nicht 9 Taler spenden.")
    ((_, italian),) = say(chat, "ann", "coins", room="#lake")
    assert italian.startswith("Serve un dado: prima prendine uno, e usa ciascuno una volta sola.")
    assert say(chat, "ann", "join", room="#sea") == [
        ("ann", "there is no table here: type 'new printed en' in a room")
    ]
    assert say(chat, "ben", "moves")[0][1].startswith("only players")


def test_r11_a_move_is_confirmed_or_taken_back() -> None:
    chat = Chat()
    say(chat, "ann", *OPENED, "start", "1")
    asked = say(chat, "ann", "dig")
    assert asked[0][1].endswith("write dig! if you are sure")
    assert ("#river", "ann takes the last move back.") in say(chat, "ann", "donate 1", "undo")
    assert say(chat, "ann", "undo") == [("ann", "you have nothing to take back")]
    assert any("from the bag" in text for _, text in say(chat, "ann", "dig!"))


def test_what_is_left_to_choose_is_asked_and_another_move_does_as_well() -> None:
    chat = Chat()
    say(chat, "ann", "new printed en", "join", "bot greedy", "start")
    assert say(chat, "ann", "Donate") == [("ann", "How many, 1 to 3?")]
    assert ("ann", "You donate 2 coins to the Queen.") in say(chat, "ann", "2")
    say(chat, "ann", "undo", "donate")
    assert say(chat, "ann", "dnoate 2") == [("ann", "Not understood: dnoate 2.\ndonate 2")]
    assert ("ann", "You donate 1 coin to the Queen.") in say(chat, "ann", "donate 1")


@pytest.mark.parametrize("kind", ["os:system", "nobody", "human"])
def test_only_known_bots_are_loaded(kind: str) -> None:
    assert say(Chat(), "ann", "new bga en", f"bot {kind}")[-1] == (
        "ann",
        "this is not possible now",
    )


@given(st.lists(st.text(max_size=20) | st.sampled_from(["9 9!", "1 1 1 1!", "!", "5 99"])))
def test_any_message_is_answered(texts: list[str]) -> None:
    chat = Chat()
    say(chat, "ann", *OPENED, "start", *texts, *texts)
    say(chat, "ann", *texts, room="")


def test_messages_are_lines_of_the_program() -> None:
    typed = "#river ann: new printed en\n#river ann: join\nnonsense\nann: moves\n"
    done = run_python("examples/chat_bot.py", typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "#river: a table is open: join, bot greedy, start",
        "#river: ann joins",
        "ann: there is no table here: type 'new printed en' in a room",
    ]
