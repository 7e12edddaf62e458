"""The facts of a refusal, by name."""

from positions import at_die, give

import livingstone as ls


def test_r4_4_a_tent_that_is_too_dear_comes_with_its_price() -> None:
    state = give(give(at_die(4), 0, coins=1), 2, tents=[(4, 1)] * 2)
    refusal = ls.why_illegal(state, ls.BuildTent(4))
    assert refusal is not None
    assert dict(refusal.facts) == {
        "seat": 0,
        "price": 2,
        "to_bank": 1,
        "fees": (0, 0, 1),
        "coins": 1,
    }


def test_r5_2_a_donation_beyond_the_purse_comes_with_both_numbers() -> None:
    refusal = ls.why_illegal(ls.new_game(3, seed=7), ls.Donate(4))
    assert refusal is not None
    assert dict(refusal.facts) == {"seat": 0, "held": 3, "coins": 4}
    assert hash(refusal)


def test_r2_7_a_refusal_without_facts_has_none() -> None:
    refusal = ls.why_illegal(ls.new_game(3, explicit_chance=True), ls.EndTurn())
    assert refusal is not None
    assert refusal.facts == ()
