"""What Chromium shows of the end before it comes: a warning, and who leads which row."""

from pathlib import Path

import pytest
from kept_tables import keep_table, sit_down
from web_windows import Window, running_server, wait_for

import livingstone as ls

SIZES = {"desktop": (1280, 900), "phone": (390, 844)}


def is_in_the_last_turn_with_coins(state: ls.State) -> bool:
    """Return whether Ann has a die for her last turn, and coins that she can donate."""
    if state.is_over or state.current_player or state.is_chance or state.die is None:
        return False
    return (
        state.boat == 10
        and state.player.coins > 1
        and not any(die > state.player.last_die for die in state.dice)
    )


@pytest.mark.parametrize("size", SIZES)
def test_r9_2_a_last_turn_with_coins_left_does_not_end_unasked(
    window: Window, tmp_path: Path, size: str
) -> None:
    table = keep_table(tmp_path, ls.load_edition("printed"), is_in_the_last_turn_with_coins)
    with running_server(tmp_path) as server:
        sit_down(window, server, table)
        window.resize(*SIZES[size], mobile=size == "phone")
        window.script("localStorage.quick = localStorage.ends = 'yes'")
        window.driver.refresh()
        wait_for(lambda: window.is_turn)
        window.do("purse")
        window.click("#moves [data-target=end]")
        dialog = window.wait("dialog[open]")
        assert "This may be your last turn" in dialog.text
        window.keep_picture(f"warning-{size}")
        window.click("dialog[open] [data-instead]")
        window.wait("dialog[open][data-for=chest]")
        window.click("dialog[open] .choices button:last-child")
        wait_for(lambda: "donate" in window.story[-1])
        assert not window.has("#moves dialog[data-for=end]")
        window.keep_picture(f"outlook-{size}")
