"""Kinds of mistakes, as a person would name them."""

import livingstone as ls

USES = (ls.DrawCard, ls.TakeCoins, ls.Dig, ls.BuildTent)
"""The uses of a die (R4)."""
WORDS: dict[type[ls.Move], str] = {
    ls.DrawCard: "draw a card",
    ls.TakeCoins: "take coins",
    ls.Dig: "dig",
    ls.BuildTent: "build",
    ls.SellGems: "sell gems",
    ls.Donate: "donate",
    ls.EndTurn: "end the turn",
}


def kind_of(state: ls.State, played: tuple[ls.Move, ...], best: tuple[ls.Move, ...]) -> str:
    """Say in words what was done and what would have been better, and whether it was late."""
    did, better = _what(played[-1]), _what(best[-1])
    if did == better:
        better = _difference(played, best)
    columns = len(state.edition.board.columns)
    when = "in the last round" if state.boat == columns else "before"
    return f"{did} | {better} | {when}"


def _what(move: ls.Move) -> str:
    if isinstance(move, ls.PlayCard):
        return f"play `{move.card}`"
    if isinstance(move, ls.TakeDie):
        return "take a die"
    if isinstance(move, ls.BuildTent) and move.cards:
        return "build with a card"
    return WORDS[type(move)]


def _difference(played: tuple[ls.Move, ...], best: tuple[ls.Move, ...]) -> str:
    """Say how two plans with the same use differ."""
    one, other = played[-1], best[-1]
    if isinstance(one, ls.BuildTent) and isinstance(other, ls.BuildTent):
        if one.row != other.row:
            return "in a lower row" if other.row < one.row else "in a higher row"
        return "with another card or tent"
    if isinstance(one, ls.SellGems | ls.Donate):
        if isinstance(other, ls.Donate) and isinstance(one, ls.Donate):
            return "more" if other.coins > one.coins else "less"
        return "others"
    first, second = played[0], best[0]
    if isinstance(first, ls.TakeDie) and isinstance(second, ls.TakeDie):
        return "with a lower die" if second.value < first.value else "with a higher die"
    return "otherwise"


EXAMPLES = {
    "spare": (2, "build | dig | before"),
    "lower-row": (2, "build | in a higher row | before"),
    "last-round": (2, "build | take coins | in the last round"),
    "too-many-cards": (4, "draw a card | build | before"),
    "dug": (4, "dig | build | before"),
    "sell": (4, "end the turn | sell gems | before"),
}
"""Mistakes of `greedy` to show: by the name of a file, the number of players and the kind."""
