"""`odds`: what a game, a side bet or a jackpot costs in the long run."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import click
from click.core import ParameterSource

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
QUESTIONS = frozenset({"rulebook", "game", "side_bet", "jackpot"})
# The options that change the answer to each question; any other is refused.
TAKES = {
    "--game mississippi_stud": ("pays", "ties"),
    "--game caribbean_stud": ("pays", "strategy"),
    "--game baccarat": ("decks",),
    "--side-bet cover-all": ("players",),
    "--jackpot --folds optimal": ("folds", "meter", "ties"),
    "--jackpot": ("folds", "meter"),
}
EXPLAINED = """
\b
What to ask for: one of
  --rulebook CROWN3|MASS|NSW3|STAR4 --game mississippi_stud [--pays] [--ties]
  --rulebook VIC99 --game caribbean_stud [--pays] [--strategy]
  --rulebook VIC99 --game baccarat [--decks]
  --rulebook MASS --side-bet 3CS-01 … 3CS-06
  --rulebook MASS --side-bet cover-all [--players]
  --rulebook CROWN3 --jackpot option-1|option-2 [--folds [--ties]] [--meter]
  --rulebook MASS|STAR4|VIC99 --jackpot [--folds [--ties]] [--meter]

\b
The answer is one JSON object. A fraction is exact and written p/q.
  ev                 what one unit of the first wager wins on average
  house_edge         the same for the house, as a decimal
  average_wager      all that is staked in a round, per unit of ante
  element_of_risk    what is lost per unit staked
  variance           of a round's net, per unit of ante squared
  frequencies        Mississippi Stud: how many of the 2,598,960 hands are of a class
  starting_hands     Mississippi Stud: what to do with AA, AKs (suited), AKo (not), …
  decks, results     Baccarat: the shoe, and how often each side wins
  bets               Baccarat: ev and house_edge of every bet
  chances, players   side bets: how often each hand comes, and at how many hands
  fixed_return       jackpots: what $1 returns without the meter
  return_per_meter_dollar   and what each dollar on the meter adds to it
  break_even_meter   the meter, in dollars, at which $1 returns $1

\b
Examples:
  flask game odds --rulebook CROWN3 --game mississippi_stud --pays flush=7
  flask game odds --rulebook VIC99 --game baccarat --decks 6
  flask game odds --rulebook MASS --side-bet cover-all --players 4
  flask game odds --rulebook CROWN3 --jackpot option-1 --meter 150000

docs/command-line.md shows an answer to each kind of question.
"""


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
class OddsQuestion:
    """What was asked on the command line."""

    rulebook: str | None
    game: str | None
    pays: str
    ties: str
    side_bet: str | None
    players: int
    strategy: str
    decks: str
    jackpot: str | None
    folds: str
    meter: Fraction | None

    @property
    def question(self) -> str:
        """The question as it was asked, without the options that refine it."""
        if self.game is not None:
            return f"--game {self.game}"
        if self.side_bet is not None:
            return f"--side-bet {self.side_bet}"
        optimal = self.folds == Folds.OPTIMAL
        return "--jackpot --folds optimal" if optimal else "--jackpot"


@click.command(epilog=EXPLAINED)
@click.option("--rulebook", type=click.Choice(RULEBOOKS), help="The document.")
@click.option("--game", type=click.Choice(list(GAMES)), help="The odds of a game.")
@click.option(
    "--pays",
    default="",
    metavar="HAND=ODDS,…",
    help="Stud games: pay some hands otherwise, such as straight=5,flush=13/2;"
    " 0 returns the stake, -1 takes it.",
)
@click.option(
    "--ties",
    type=click.Choice([t.value for t in Ties]),
    default="bet",
    show_default=True,
    help="Mississippi Stud: what the best play does where a bet and a fold are worth"
    " the same.",
)
@click.option(
    "--side-bet",
    metavar="NAME",
    help="The odds of a side bet: 3CS-01 to 3CS-06, or cover-all.",
)
@click.option(
    "--players",
    type=click.IntRange(1, 6),
    default=1,
    show_default=True,
    help="Cover All: how many players are dealt in.",
)
@click.option(
    "--strategy",
    type=click.Choice([s.value for s in Strategy]),
    default="optimal",
    show_default=True,
    help="Caribbean Stud: the best play, or the rule of thumb “bet ace-king-jack-8-3"
    " and above”.",
)
@click.option(
    "--decks",
    type=click.Choice(["6", "8"]),
    default="8",
    show_default=True,
    help="Baccarat: how many decks are in the shoe.",
)
@click.option(
    "--jackpot",
    is_flag=False,
    flag_value=answers.DEFAULT,
    metavar="[NAME]",
    help="The return of $1 on a jackpot: option-1 or option-2 for CROWN3, a pay table"
    " such as “MS Stud-01” for MASS, no name elsewhere.",
)
@click.option(
    "--folds",
    type=click.Choice([f.value for f in Folds]),
    default="never",
    show_default=True,
    help="Jackpots: whether the hand is folded as the best play would, which loses"
    " the jackpot in some documents.",
)
@click.option(
    "--meter", type=Dollars(), help="Jackpots: the meter in dollars, to put into ev."
)
@click.pass_context
def odds(ctx: click.Context, /, **options: Any) -> None:
    """Work out the exact odds of one game, side bet or jackpot."""
    asked = OddsQuestion(**options)
    given = [name for name in options if _is_given(ctx, name)]
    try:
        click.echo(json.dumps(_answer(asked, given)))
    except answers.NoSuchOdds as wrong:
        raise click.UsageError(str(wrong)) from None


def _is_given(ctx: click.Context, name: str) -> bool:
    return ctx.get_parameter_source(name) is not ParameterSource.DEFAULT


def _answer(asked: OddsQuestion, given: Iterable[str]) -> answers.Json:
    questions = [asked.game, asked.side_bet, asked.jackpot]
    if sum(question is not None for question in questions) != 1:
        raise answers.NoSuchOdds("Ask for one of --game, --side-bet or --jackpot.")
    if asked.rulebook is None and asked.game != "baccarat":
        raise answers.NoSuchOdds("Say which --rulebook.")
    _only_what_applies(asked.question, given)
    code = asked.rulebook or "VIC99"
    if asked.jackpot is not None:
        folds, ties = Folds(asked.folds), Ties(asked.ties)
        return answers.jackpot_return(code, asked.jackpot, (folds, ties), asked.meter)
    if asked.side_bet is not None:
        return answers.side_bet(code, asked.side_bet, asked.players)
    return _game(asked, code)


def _only_what_applies(question: str, given: Iterable[str]) -> None:
    """Refuse an option that would change nothing: whoever gave it expects it to."""
    takes = TAKES.get(question, ())
    idle = [name for name in given if name not in QUESTIONS and name not in takes]
    if idle:
        do = "does" if len(idle) == 1 else "do"
        known = f"it takes {_named(takes)}" if takes else "it takes no other option"
        wrong = f"{_named(idle)} {do} not apply to {question}; {known}."
        raise answers.NoSuchOdds(wrong)


def _named(options: Iterable[str]) -> str:
    *others, last = (f"--{name.replace('_', '-')}" for name in options)
    return f"{', '.join(others)} and {last}" if others else last


def _game(asked: OddsQuestion, code: str) -> answers.Json:
    if asked.game is None or code not in GAMES[asked.game]:
        known = ", ".join(game for game, codes in GAMES.items() if code in codes)
        raise answers.NoSuchOdds(f"{code} has no {asked.game}; it has {known}.")
    match asked.game:
        case "mississippi_stud":
            return answers.mississippi(code, asked.pays, Ties(asked.ties))
        case "caribbean_stud":
            return answers.caribbean(asked.pays, Strategy(asked.strategy))
        case _:
            return answers.baccarat_bets(int(asked.decks))
