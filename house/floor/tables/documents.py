"""What the document of a table says about limits and closing, or else the house."""

from dataclasses import replace
from datetime import timedelta

from game.conduct import CONDUCT, ConductRules
from game.player_cards import CARDS_NEEDED
from game.rulebooks.limits import LIMITS, LimitRules
from house.floor.models import Game, TableRow
from rulebook import HOUSE, Cite, Cited

COPY = HOUSE.at("SIGNS-14")
UNSAID_CLOSING = Cited(timedelta(minutes=20), HOUSE.at("SIGNS-5"))


def limit_rules(table: TableRow) -> LimitRules:
    """The rules of limits at a table; Baccarat's are the house's own."""
    rules = LIMITS[table.rulebook]
    if table.game is Game.BACCARAT:  # the notice gives none for it
        return replace(LIMITS["MASS"], code=rules.code)
    return rules


def conduct_rules(table: TableRow) -> ConductRules:
    """The rules of closing a table; where the document is silent, the house's."""
    known = CONDUCT.get(table.rulebook)
    if known is not None:
        return known
    silent = CONDUCT["NSW3"]
    return replace(silent, code=table.rulebook, closing_sign=UNSAID_CLOSING)


def own_card(table: TableRow) -> Cite | None:
    """The rule that asks every player at a table for a card of their own."""
    return CARDS_NEEDED.get(table.rulebook)


def rules_shown(table: TableRow) -> Cite:
    """The rule by which whoever asks gets the rules of the game, or else the house."""
    known = CONDUCT.get(table.rulebook)
    return known.rules_shown if known else COPY
