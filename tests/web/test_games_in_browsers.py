"""Games played by clicks in Chromium: moves, chat, clocks, leaving, and a server that is killed."""

from web_windows import Server, Window, Windows, mover, two_people, wait_for


def sensible(window: Window) -> str:
    """Choose a target: a die, a tent where it is legal, else coins."""
    wanted = ("die-", "space-", "purse", "bag", "deck", "end")
    targets = wait_for(lambda: window.targets)
    return next(target for kind in wanted for target in targets if target.startswith(kind))


def over(window: Window) -> bool:
    return window.has("#final table")


def test_two_people_and_a_bot_play_a_whole_game(windows: Windows, server: Server) -> None:
    two_people(windows, server, kind_2="random")
    ann, ben = windows
    for _ in range(400):
        turn = wait_for(lambda: over(ann) or next((w for w in windows if w.is_turn), None))
        if not isinstance(turn, Window):
            break
        assert turn.text("#status h1")
        turn.do(sensible(turn))
    wait_for(lambda: over(ann) and over(ben))
    assert ann.text("#final table") == ben.text("#final table")
    assert any("Column 10" in line for line in ann.story)
    assert ann.problems() == ben.problems() == []
    ann.click("#final form button")
    ben.click("#final form button")
    wait_for(lambda: ann.driver.current_url == ben.driver.current_url)
    assert mover(windows).targets


def seconds(window: Window, seat: int) -> int:
    minutes, _, rest = window.text(f"[data-clock='{seat}']").partition(":")
    return 60 * int(minutes) + int(rest)


def lines(window: Window) -> list[str]:
    return [line.text for line in window.all("#chat [data-line]")]


def write(window: Window, text: str) -> None:
    window.fill("text", text)
    window.click("#chat-form button")


def ask_to_take_back(window: Window) -> None:
    """Take a die with its use, end the turn, and ask to take the end back."""
    window.do(next(target for target in window.targets if target.startswith("die-")))
    window.do("purse")
    window.do("end")
    window.click("[data-deed=ask]")


def test_people_chat_take_back_and_leave_while_their_server_is_killed(
    own_server: Server, windows: Windows
) -> None:
    ann, ben = windows
    ben.resize(390, 844)
    two_people(windows, own_server, clock="5+10")
    turn = mover(windows)
    other = ben if turn is ann else ann
    seat = int(turn is ben)
    wait_for(lambda: seconds(turn, seat) < 300)
    assert seconds(turn, 1 - seat) == 300

    write(ann, "Hello <b>Ben</b>")
    wait_for(lambda: lines(ben) == ["Ann Hello <b>Ben</b>"])
    write(ann, "Your turn?")
    wait_for(lambda: ben.text("#unread b") == "2")  # below what a phone shows
    ben.click("#unread")
    ben.wait_until_gone("#unread")

    ask_to_take_back(turn)
    other.wait("[data-deed=agree]")
    left = seconds(turn, seat)
    own_server.kill()
    other.wait("#lost")
    own_server.start()
    other.wait_until_gone("#lost")
    other.click("[data-deed=agree]")
    turn.wait_until_gone(".notice")
    wait_for(lambda: "end" in turn.targets)
    assert left - 30 < seconds(turn, seat) <= left + 11
    assert lines(ann) == ["Ann Hello <b>Ben</b>", "Ann Your turn?"]

    other.click("[data-opens=leave]")
    other.click("#leave form[action*=resign] button:not(.main)")
    other.wait(".notice")
    turn.wait(".asked .note")
    while not turn.has(f".seat-{1 - seat}.DieTaken"):
        wait_for(lambda: turn.is_turn or turn.has(f".seat-{1 - seat}.DieTaken"))
        for kind in ("die-", "purse", "end"):
            target = next((target for target in turn.targets if target.startswith(kind)), None)
            if turn.is_turn and target:
                turn.do(target)
    for window in windows:  # the lost connection is told
        assert all("ERR_" in problem for problem in window.problems())
