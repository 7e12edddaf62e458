"""The tables of the study, each with its sample sizes below it."""

from collections.abc import Sequence
from itertools import islice
from statistics import fmean

from batches import PLAYERS, SENSITIVITY_PLAYERS, Games, Study, load_variants
from estimates import (
    Group,
    by_amount,
    by_place,
    chance_to_be_out,
    donated,
    figure,
    mean_of,
    negative,
    paired,
    percents,
    points,
    share,
    signed,
    spread_over,
    summary_of,
)
from study_bots import CARDS, SAVERS

from livingstone import Comparison, GameRow, load_edition
from livingstone.simulation import Sheet
from livingstone.simulation.statistics.intervals import wilson

__all__ = ["tables"]

WIDTH = 5
"""So many neighbouring sums make a group of donations."""
ROUGH = "Intervals are of 95 %, as if the seats of one game were independent."
SURE = "Intervals are of 95 %."
BOLD = "Intervals are of 95 %; a difference whose interval leaves out 0 is bold."


def tables(study: Study) -> dict[str, Sheet]:
    """Make all tables, by the names of their files."""
    made = {
        "seats": _seats([study.self_play(players) for players in PLAYERS]),
        "seats-shorter": _seats([study.shorter(players) for players in PLAYERS]),
        "cards": _cards(study),
        "threshold": _threshold(),
        "savers": _savers(study),
        "editions": _editions(study),
    }
    for players in PLAYERS:
        made[f"donations-{players}"] = _donations(study, players)
        made[f"places-{players}"] = _places(study, players)
    for players in SENSITIVITY_PLAYERS:
        made[f"sensitivity-{players}"] = _sensitivity(study, players)
    made["sensitivity-cards"] = _drawing(study)
    return made


def _seats(batches: Sequence[Games]) -> Sheet:
    lines = []
    for games in batches:
        report = games.report
        players = report.players
        wins = [percents(seat.win) for seat in report.seats]
        wins += [""] * (max(PLAYERS) - players)
        last = wilson(
            sum(share(row, (row.rounds - 1) % players) for row in games.rows()), report.games
        )
        nobody = wilson(report.without_winner, report.games)
        fair = f"{100 * (1 - nobody.value) / players:.1f}"
        lines.append((f"{players}", *wins, percents(last), fair, percents(nobody)))
    heads = (
        *("players", *(f"seat {seat}" for seat in range(max(PLAYERS)))),
        *("who starts the last round", "an even share", "nobody"),
    )
    remark = (
        f"Part of the wins in per cent. {batches[0].report.games} games in each line, each of its"
        f" own deal. {SURE} An even share is what each seat would have, had all the same."
    )
    return Sheet("Wins by seat", heads, tuple(lines), remark)


def _cards(study: Study) -> Sheet:
    alike = {own.card: own for own in study.self_play(2).report.cards}
    compared = {card: study.card(card) for card in CARDS}
    lines = []
    for card, comparison in sorted(compared.items(), key=lambda pair: -_more_points(pair[1])):
        played = mean_of([_plays(row, card) for row in study.self_play(2).rows()])
        lines.append(
            (
                f"`{card}`",
                f"{played.value:.2f} ({played.low:.2f} to {played.high:.2f})",
                signed(comparison.more_wins, 100),
                signed(comparison.more_points),
                signed(comparison.more_points, 1 / played.value) if played.value else "",
                percents(alike[card].win) if card in alike else "",
            )
        )
    drawing = study.drawing()
    all_won = (signed(drawing.more_wins, 100), signed(drawing.more_points))
    lines.append(("drawing at all", "", *all_won, "", ""))
    heads = (
        "card",
        "plays a game and seat",
        "more wins with it, in % of games",
        "more points with it",
        "points a play",
        "wins of those who played it, in %",
    )
    alone = study.self_play(2).report
    remark = (
        f"Two players. Differences: {drawing.games} games of each bot on the same {drawing.deals}"
        f" deals and seats. Plays, and wins of those who played it: {alone.games} games, in which"
        f" a seat won {percents(alone.bots[0].win)} % of the time. {BOLD} Points a play: the plays"
        " are taken as exact."
    )
    return Sheet("What cards are worth", heads, tuple(lines), remark)


def _more_points(comparison: Comparison) -> float:
    return comparison.more_points.value


def _plays(row: GameRow, card: str) -> float:
    """Say how often a seat plays a card in a game, on average."""
    return fmean(seat.played.count(card) for seat in row.seats)


def _grouped(title: str, first: str, groups: list[Group], remark: str) -> Sheet:
    lines = tuple(
        (name, f"{count}", percents(out), percents(win)) for name, count, out, win in groups
    )
    return Sheet(title, (first, "seats", "out, in %", "wins, in %"), lines, remark)


def _donations(study: Study, players: int) -> Sheet:
    report = study.self_play(players).report
    mean = spread_over(report.bots[0].donated, report.games)
    remark = (
        f"{players} players, {report.games} games. Mean donation: {figure(mean)} coins. {ROUGH}"
    )
    groups = by_amount(report.donations, WIDTH)
    return _grouped("Donations", "coins donated", groups, remark)


def _places(study: Study, players: int) -> Sheet:
    games = study.self_play(players)
    remark = f"{players} players, {games.report.games} games. {ROUGH}"
    return _grouped("Places", "place among donors", by_place(games.rows()), remark)


def _threshold() -> Sheet:
    edition = load_edition("printed")
    dice = edition.board.dice
    sums = range(dice.donation, dice.donation * dice.sides + 1, 2)
    lines = tuple((f"{coins}", f"{100 * chance_to_be_out(edition, coins):.1f}") for coins in sums)
    remark = "Computed from all rolls, so without an interval."
    return Sheet("The roll of two players", ("coins donated", "out, in %"), lines, remark)


def _savers(study: Study) -> Sheet:
    lines = []
    for players in PLAYERS:
        for bot, habit in SAVERS.items():
            comparison = study.saving(bot, players)
            own = summary_of(comparison.reports[1].bots, comparison.b)
            lines.append(
                (
                    f"{players}",
                    habit,
                    figure(spread_over(own.donated, comparison.deals)),
                    percents(wilson(own.out.value * comparison.deals, comparison.deals)),
                    signed(negative(comparison.more_wins), 100),
                    signed(negative(comparison.more_points)),
                )
            )
    heads = (
        *("players", "a bot that", "donates coins", "is out, in %"),
        *("wins more than `greedy`, in % of games", "points more than `greedy`"),
    )
    games = study.saving("spends", 2).games
    remark = (
        f"{games} games of each bot and of `greedy` in its place, against nothing but `greedy`, on"
        f" the same deals and seats: {games // 2} deals for two players, {games // 5} for five."
        f" {BOLD} The seats of one deal count as one for the intervals of donations and of who is"
        " out, which makes these wider than they need be."
    )
    return Sheet("More and less thrift", heads, tuple(lines), remark)


def _editions(study: Study) -> Sheet:
    lines = []
    for players in PLAYERS:
        printed, online = study.self_play(players), study.online(players)
        pairs = list(zip(printed.rows(), online.rows(), strict=False))
        same = wilson(sum(one.winners == other.winners for one, other in pairs), len(pairs))
        lines.append(
            (
                f"{players}",
                percents(same),
                signed(paired(online.rows(), printed.rows(), share), 100),
                signed(paired(online.rows(), printed.rows(), points)),
                signed(paired(online.rows(), printed.rows(), donated)),
                signed(paired(online.rows(), printed.rows(), lambda row: not row.winners), 100),
                signed(paired(online.rows(), printed.rows(), lambda row: row.moves)),
            )
        )
    heads = (
        *("players", "same winners, in %", "seat 0 wins more, in % of games", "points more"),
        *("coins donated more", "nobody wins more, in % of games", "moves a game more"),
    )
    remark = (
        f"`bga` compared with `printed`; {study.online(2).report.games} deals in each line, each"
        f" played by both. Points and coins: mean of the seats. {BOLD}"
    )
    return Sheet("The two editions", heads, tuple(lines), remark)


def _sensitivity(study: Study, players: int) -> Sheet:
    batches = {
        name: study.variant(name, edition, players) for name, edition in load_variants().items()
    }
    deals = min(games.report.games for games in batches.values())
    shipped = list(islice(study.self_play(players).rows(), deals))
    won = wilson(sum(map(share, shipped)), deals)
    means = [figure(mean_of([value(row) for row in shipped])) for value in MEASURED]
    lines = [("as shipped", percents(won), "", *means)]
    for name, games in batches.items():
        more = [signed(paired(games.rows(), shipped, value)) for value in MEASURED]
        more_wins = signed(paired(games.rows(), shipped, share), 100)
        lines.append((name, percents(games.report.seats[0].win), more_wins, *more))
    heads = ("figures", "wins of seat 0, in %", "more", "points", "coins donated", "tents")
    remark = (
        f"{players} players, {deals} games in each line, on the same deals. From the third column"
        f" on: differences to the first line; for points, coins and tents by mean of the seats."
        f" {BOLD}"
    )
    return Sheet("Other figures", heads, tuple(lines), remark)


def _tents(row: GameRow) -> float:
    return fmean(seat.score.tents for seat in row.seats if seat.score is not None)


MEASURED = (points, donated, _tents)
"""What is told of games with other figures."""


def _drawing(study: Study) -> Sheet:
    compared = {"as shipped": study.drawing()}
    for name, edition in load_variants().items():
        compared[name] = study.drawing_from(name, edition)
    lines = tuple(
        (
            name,
            f"{comparison.deals}",
            signed(comparison.more_wins, 100),
            signed(comparison.more_points),
        )
        for name, comparison in compared.items()
    )
    heads = ("figures", "deals", "more wins, in % of games", "more points")
    remark = (
        "Two players: `greedy` compared with a bot that never draws a card, in both seats of each"
        f" deal. {BOLD}"
    )
    return Sheet("Drawing cards", heads, lines, remark)
