"""Keep the score of a game played at a real table, with real dice, stones and cards.

python examples/table_companion.py Ann Ben Cem --edition bga

The program asks what the dice show and what was drawn, and offers the legal moves by number.
The person at the keyboard sees all hands and donations. `back` takes the last answer back.
It needs no extra.
"""

import argparse

import livingstone as ls


def _pairs(stones: ls.Gems | ls.Stones) -> list[tuple[str, int]]:
    return list(zip(stones._fields, stones, strict=True))


def parse_dice(text: str, count: int, sides: int) -> ls.DiceRolled:
    """Read dice such as `1 4 6`, or raise `ValueError` with the problem."""
    words = text.split()
    wrong = [word for word in words if word not in map(str, range(1, sides + 1))]
    if wrong:
        raise ValueError(f"{wrong[0]!r} is not a value of a die, 1 to {sides}")
    if len(words) != count:
        raise ValueError(f"{count} dice were rolled, these are {len(words)}")
    return ls.DiceRolled(tuple(sorted(map(int, words))))


def parse_stones(text: str, count: int, bag: ls.Stones) -> ls.StonesDrawn:
    """Read stones such as `black black red`, or raise `ValueError` with the problem."""
    words = text.split()
    wrong = [word for word in words if word not in bag._fields]
    if wrong:
        raise ValueError(f"{wrong[0]!r} is not a colour: choose from {', '.join(bag._fields)}")
    if len(words) != count:
        raise ValueError(f"{count} stones were drawn, these are {len(words)}")
    stones = ls.Stones(*map(words.count, bag._fields))
    for (colour, drawn), left in zip(_pairs(stones), bag, strict=True):
        if drawn > left:
            raise ValueError(f"there cannot be {drawn} {colour} stones: the bag held {left}")
    return ls.StonesDrawn(stones)


def parse_card(text: str, pile: ls.CardPile) -> ls.CardRevealed:
    """Read the id of a card, or raise `ValueError` with the problem."""
    if not pile.count(text):
        left = ", ".join(card for card, _ in pile)
        raise ValueError(f"{text!r} is not in the draw pile, which can have {left}")
    return ls.CardRevealed(text)


def parse_move(text: str, moves: tuple[ls.Move, ...]) -> ls.Move:
    """Read the number of a move, or raise `ValueError` with the problem."""
    if text not in map(str, range(1, len(moves) + 1)):
        raise ValueError(f"{text!r} is not a number from 1 to {len(moves)}")
    return moves[int(text) - 1]


def ask(state: ls.State, names: list[str]) -> ls.Move | ls.Outcome | None:
    """Ask until the answer is legal; None means to go back."""
    name, moves = names[state.current_player], ls.legal_moves(state)
    print()
    match state.pending:
        case ls.RoundRoll(count):
            question = f"Column {state.boat}: what do the {count} dice show?"
        case ls.DonationRoll(count):
            question = f"Roll {count} dice for the Queen. What do they show?"
        case ls.StoneDraw(count):
            question = f"{name} draws {count} stones. Which (a colour for each)?"
        case ls.CardDraw():
            question = f"{name} draws a card. Which (its id)?"
        case None:
            view = ls.view(state, state.current_player)
            for number, move in enumerate(moves, 1):
                print(f"  {number}. {ls.describe_move(move, view, names=names)}")
            player, dice = state.player, " ".join(map(str, state.dice))
            gems = ", ".join(f"{n} {colour}" for colour, n in _pairs(player.gems) if n)
            print(f"Dice: {dice or 'none'}. {name}: {player.coins} coins, gems: {gems or 'none'}.")
            question = f"{name}, which move?"
    while True:
        text = input(f"{question} ").strip().lower()
        if text == "back":
            return None
        try:
            match state.pending:
                case ls.RoundRoll(count) | ls.DonationRoll(count):
                    return parse_dice(text, count, state.edition.board.dice.sides)
                case ls.StoneDraw(count):
                    return parse_stones(text, count, state.bag)
                case ls.CardDraw():
                    return parse_card(text, state.draw_pile)
                case None:
                    return parse_move(text, moves)
        except ValueError as error:
            print(f"{error}. Once more, please.")


def show_result(result: ls.Result, names: list[str]) -> None:
    """Print the final table."""
    for name, standing in zip(names, result.standings, strict=True):
        out = ", out" if standing.is_out else ""
        print(f"{name}: {standing.points} points, {standing.donated} coins donated{out}")
    print("Won by:", " and ".join(names[seat] for seat in result.winners) or "nobody")


def main() -> None:
    """Play to the end, or until the input ends."""
    parser = argparse.ArgumentParser(description="Keep the score of a game at a real table.")
    parser.add_argument("names", nargs="+", metavar="NAME", help="the players, clockwise")
    parser.add_argument("--edition", choices=("printed", "bga"), default="printed")
    options = parser.parse_args()
    names, edition = options.names, options.edition
    try:
        history = [ls.new_game(len(names), edition=edition, explicit_chance=True)]
    except ls.ArgumentError as error:
        parser.error(str(error))
    try:
        while not history[-1].is_over:
            answer = ask(history[-1], names)
            if answer is not None:
                history.append(ls.apply(history[-1], answer))
            elif len(history) > 1:
                history.pop()
    except (EOFError, KeyboardInterrupt):
        print("\nThe game stops here.")
        return
    result = ls.result(history[-1])
    assert result is not None
    show_result(result, names)


if __name__ == "__main__":
    main()
