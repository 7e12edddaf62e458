"""docs/how-to/new-card.md and its example: effects of one's own in one file."""

from programs import ROOT, run_python

PAGE = ROOT / "docs" / "how-to" / "new-card.md"


def test_the_example_plays_a_game_with_both_cards() -> None:
    done = run_python("examples/own_cards.py")
    assert (done.returncode, done.stderr) == (0, "")
    assert "plays the card Toll" in done.stdout
    assert "plays the card Swap" in done.stdout


def test_the_page_is_short_and_shows_the_classes_of_the_example() -> None:
    text = PAGE.read_text("utf-8")
    assert len(text.splitlines()) < 140
    example = (ROOT / "examples" / "own_cards.py").read_text("utf-8")
    for name in ("CollectCoins", "SwapTents"):
        assert f":pyobject: {name}" in text
        size = example.split(f"class {name}", 1)[1].split("\n\n\n", 1)[0].count("\n")
        assert size <= 40
