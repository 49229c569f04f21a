"""`odds`: what a game, a side bet or a jackpot costs in the long run."""

import json
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import click

from game.odds import answers
from game.odds.caribbean_stud import Strategy
from game.odds.jackpot import Folds
from game.odds.mississippi_stud import Ties
from game.rulebooks import MISSISSIPPI_STUD

RULEBOOKS = (*MISSISSIPPI_STUD, "VIC99")
GAMES = {
    "mississippi_stud": MISSISSIPPI_STUD,
    "caribbean_stud": ("VIC99",),
    "baccarat": ("VIC99",),
}


class Dollars(click.ParamType[Fraction]):
    """An amount in dollars, exact."""

    name = "dollars"

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> Fraction:
        """Read the amount; it is never negative."""
        amount = answers.number(value)
        if amount is None or amount < 0:
            self.fail(f"“{value}” is no amount.", param, ctx)
        return amount


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked on the command line."""

    rulebook: str | None
    game: str | None
    pays: str
    ties: str
    side_bet: str | None
    players: int
    strategy: str
    decks: int
    jackpot: str | None
    folds: str
    meter: Fraction | None


@click.command()
@click.option("--rulebook", type=click.Choice(RULEBOOKS))
@click.option("--game", type=click.Choice(list(GAMES)))
@click.option("--pays", default="", help="Other odds to 1, such as straight=5,flush=7.")
@click.option("--ties", type=click.Choice([t.value for t in Ties]), default="bet")
@click.option("--side-bet", help="3CS-01 to 3CS-06, or cover-all.")
@click.option("--players", type=click.IntRange(1, 6), default=1, show_default=True)
@click.option(
    "--strategy", type=click.Choice([s.value for s in Strategy]), default="optimal"
)
@click.option("--decks", type=click.IntRange(1, 8), default=8, show_default=True)
@click.option(
    "--jackpot",
    is_flag=False,
    flag_value=answers.DEFAULT,
    help="option-1 or option-2 for CROWN3; no name needed elsewhere.",
)
@click.option("--folds", type=click.Choice([f.value for f in Folds]), default="never")
@click.option("--meter", type=Dollars(), help="The meter in dollars, to put into ev.")
def odds(**asked: Any) -> None:
    """Work out the exact odds of one game, side bet or jackpot."""
    try:
        click.echo(json.dumps(_answer(Asked(**asked))))
    except answers.NoSuchOdds as wrong:
        raise click.UsageError(str(wrong)) from None


def _answer(asked: Asked) -> answers.Json:
    questions = [asked.game, asked.side_bet, asked.jackpot]
    if sum(question is not None for question in questions) != 1:
        raise answers.NoSuchOdds("Ask for one of --game, --side-bet or --jackpot.")
    if asked.rulebook is None and asked.game != "baccarat":
        raise answers.NoSuchOdds("Say which --rulebook.")
    code = asked.rulebook or "VIC99"
    if asked.jackpot is not None:
        folds, ties = Folds(asked.folds), Ties(asked.ties)
        return answers.jackpot_return(code, asked.jackpot, (folds, ties), asked.meter)
    if asked.side_bet is not None:
        return answers.side_bet(code, asked.side_bet, asked.players)
    return _game(asked, code)


def _game(asked: Asked, code: str) -> answers.Json:
    if asked.game is None or code not in GAMES[asked.game]:
        known = ", ".join(game for game, codes in GAMES.items() if code in codes)
        raise answers.NoSuchOdds(f"{code} has no {asked.game}; it has {known}.")
    match asked.game:
        case "mississippi_stud":
            return answers.mississippi(code, asked.pays, Ties(asked.ties))
        case "caribbean_stud":
            return answers.caribbean(asked.pays, Strategy(asked.strategy))
        case _:
            return answers.baccarat_bets(asked.decks)
