"""What there is one of is told in the singular."""

import pytest

import livingstone as ls
from livingstone.simulation import adjust_p_values


def test_one_game_on_one_deal() -> None:
    lineup = ["random", "livingstone.players:RandomBot"]
    [title, *_] = str(ls.simulate(lineup, 1, seed=7, rotate=False)).splitlines()
    assert title.startswith("1 game on 1 deal, printed: ")
    told = str(ls.compare(*lineup, against=["random"], games=1, seed=7, rotate=False))
    assert "1 game each, on the same deal and seats." in told
    assert "1 lineup of 2 seats, with 2 games each." in str(ls.tournament(lineup, games=2, seed=7))


@pytest.mark.parametrize("given", [None, 0.05])
def test_p_values_that_are_no_list_are_refused(given: object) -> None:
    with pytest.raises(ls.ArgumentError, match="p_values must be a list of numbers: "):
        adjust_p_values(given)  # type: ignore[arg-type]
