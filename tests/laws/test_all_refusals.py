"""Every refusal of an illegal move is described in every language."""

from collections.abc import Iterator
from random import Random

from editions import RULESETS, new_game
from hypothesis import given
from hypothesis import strategies as st

import livingstone as ls
from livingstone.game.moves import Action
from livingstone.testing import options, outcomes, pick_rare, states
from livingstone.testing.games import dealt
from livingstone.values import GEM_COLOURS

NAMES = ["Ann", "Ben", "Cem", "Dan", "Eve"]


def random_moves(state: ls.State, random: Random) -> Iterator[ls.Move]:
    """Make a move of each kind from numbers around the possible ones, and cards held or not."""
    board, player = state.edition.board, state.player
    ids = [*player.hand, *player.hand, random.choice([*state.edition.effects, "no_such_card"])]
    rows, columns = len(board.rows), len(board.columns)
    spaces = [
        *player.scored,
        *player.spaces()[:3],
        ls.Space(random.randint(0, rows + 1), random.randint(0, columns + 1)),
    ]

    def space() -> ls.Space | None:
        return random.choice([None, *spaces])

    def gems() -> ls.Gems:
        return ls.Gems(*(random.randint(-1 + (n > 0), n + 1) for n in player.gems))

    def row() -> int:
        return random.choice([state.die or 1, random.randint(-1, rows + 2)])

    yield ls.TakeDie(random.randint(0, board.dice.sides + 1))
    yield from (ls.DrawCard(), ls.TakeCoins(), ls.Dig(), ls.EndTurn())
    yield ls.Donate(random.choice([0, player.coins + random.randint(0, 3)]))
    colour = random.choice(GEM_COLOURS)
    yield ls.SellGems(colour, getattr(player.gems, colour) + random.randint(-1, 2))
    yield ls.BuildTent(row(), source=space())
    yield ls.BuildTent(row())
    yield ls.BuildTent(row(), tuple(random.sample(ids, min(2, len(ids)))))
    yield ls.BuildTent(row(), (random.choice(ids),))
    for card in ids:
        yield ls.PlayCard(card)
        yield ls.PlayCard(card, gems=gems())
        yield ls.PlayCard(card, space=space(), source=space())


def check(state: ls.State, action: Action) -> str:
    """Check the refusal of an illegal action; return its code and rule."""
    refusal = ls.why_illegal(state, action)
    if refusal is None:
        return ""
    for language in ls.LANGUAGES:
        described = ls.describe_refusal(refusal, language=language, edition=state.edition)
        named = ls.describe_refusal(
            refusal,
            NAMES[: len(state.players)],
            language=language,
            you=state.current_player,
            edition=state.edition,
        )
        assert described.endswith("."), refusal
        assert named.endswith("."), refusal
        assert "{" not in described + named
    return f"{refusal.code.value} {refusal.rule}"


@given(states(), st.integers(0, 2**32), outcomes())
def test_refusals_of_any_edition_are_described(
    state: ls.State, number: int, outcome: ls.Outcome
) -> None:
    for action in (outcome, *random_moves(state, Random(number))):
        check(state, action)


def positions(ruleset: str, players: int, random: Random) -> Iterator[ls.State]:
    """Play on from the middle of a game, or from its start."""
    state = new_game(players, edition=ruleset, explicit_chance=True)
    state = dealt(state, random.randbytes(random.choice([0, 30, 90])))
    for _ in range(40):
        if state.is_over:
            break
        state = ls.apply(state, pick_rare(options(state), random.randrange(256)))
        yield state


def test_refusals_of_every_kind_are_met_and_described() -> None:
    met, random = set[str](), Random(7)
    for game in range(24):
        for state in positions(RULESETS[game % 2], 2 + game % 4, random):
            met |= {check(state, move) for move in random_moves(state, random)}
    assert len(met) > 30, sorted(met)


def test_r6_11_a_mine_collapse_in_a_hand_cannot_be_played() -> None:
    state = ls.apply(new_game(2, seed=7), ls.TakeDie(3))
    state = state.with_player(state.player.changed(hand=("mine_collapse",)))
    assert check(state, ls.PlayCard("mine_collapse")) == "wrong_use R6.11"
