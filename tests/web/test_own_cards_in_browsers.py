"""Whole games with own cards by clicks in Chromium."""

from pathlib import Path

import tomli_w
from choosing_cards import CARDS
from editions import card_table
from web_windows import Window, begin, running_server, wait_for

TABLES = [
    card_table("thief", "steal_card", 6),
    card_table("present", "give_card", 6, points=2),
    card_table("parade", "show_hand", 6),
    card_table("mixer", "shuffle_pile", 6, coins=2),
    card_table("camp", "score_tents", 6, points=1),
    card_table("rent", "score_tents", 6, points=-2),
]

TOLD = {
    "card-thief": "gives a card to you: ",
    "card-present": "You give a card to ",
    "card-parade": "You show cards to ",
    "card-mixer": "You shuffle the draw pile.",
}
"""What the story says after a card was played."""


def over(window: Window) -> bool:
    return window.has("#final table")


def sensible(window: Window) -> str:
    """Choose a target: an option, a card that can be played, a die, a card to draw, or coins."""
    wanted = ("option-", "card-", "die-", "deck", "space-", "purse", "end")
    targets = wait_for(lambda: window.targets)
    return next(target for kind in wanted for target in targets if target.startswith(kind))


def play_whole_game(ann: Window, folder: Path) -> set[str]:
    """Play against a bot with a deck, and return what was clicked."""
    with running_server(folder) as server:
        begin(ann, server, "random")
        played = set[str]()
        for _ in range(300):
            if wait_for(lambda: over(ann) or ann.is_turn) and over(ann):
                break
            target = sensible(ann)
            ann.do(target)
            played.add(target)
        assert over(ann)
        assert ann.problems() == []
        return played


def test_a_whole_game_with_own_cards_is_played_in_a_browser(
    windows: tuple[Window, Window], tmp_path: Path
) -> None:
    (tmp_path / "cards.toml").write_text(tomli_w.dumps({"cards": TABLES}), encoding="utf-8")
    ann, _ = windows
    played = play_whole_game(ann, tmp_path)
    assert "Cards" in ann.text("#final table")
    story = " ".join(ann.story)
    told = {target: words for target, words in TOLD.items() if target in played}
    assert len(told) > 1
    for words in told.values():
        assert words in story


def test_a_whole_game_with_choices_is_played_in_a_browser(
    windows: tuple[Window, Window], tmp_path: Path
) -> None:
    (tmp_path / "cards.toml").write_text(CARDS, encoding="utf-8")
    ann, _ = windows
    played = play_whole_game(ann, tmp_path)
    options = {target for target in played if target.startswith("option-")}
    assert any(target.startswith("option-amount-") for target in options)
    story = " ".join(ann.story)
    assert "You choose: " in story
    assert " chooses: " in story or " has chosen" in story
