"""`simulate`: deal many rounds and hold what comes out against the exact odds."""

import json

import click

from game.batch.simulate import simulate as play
from game.odds.answers import exact
from game.odds.mississippi_stud import Ties, analyse
from game.rulebooks import MISSISSIPPI_STUD, mississippi_rules


@click.command()
@click.option(
    "--rulebook",
    type=click.Choice(MISSISSIPPI_STUD),
    required=True,
    help="The document whose pay table is played.",
)
@click.option(
    "--rounds",
    type=click.IntRange(1, 10**9),
    default=1_000_000,
    show_default=True,
    help="How many rounds are played.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    help="The same seed deals the same cards.",
)
@click.option(
    "--ties",
    type=click.Choice([t.value for t in Ties]),
    default="bet",
    show_default=True,
    help="What is done where a bet and a fold are worth the same.",
)
def simulate(rulebook: str, rounds: int, seed: int, ties: str) -> None:
    """Play Mississippi Stud by the best strategy, from a seeded stream of cards."""
    verdicts = mississippi_rules(rulebook).settlement.ante
    pays = {hand: verdict.to_one for hand, verdict in verdicts.items()}
    found, known = play(pays, rounds, seed, Ties(ties)), analyse(pays, Ties(ties))
    answer = {
        "rounds": found.rounds,
        "seed": seed,
        "net": found.net,
        "wagered": found.wagered,
        "mean": found.mean,
        "standard_error": found.standard_error,
        "exact": {"ev": exact(known.ev), "average_wager": exact(known.average_wager)},
    }
    click.echo(json.dumps(answer))
