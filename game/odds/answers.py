"""The odds as they are written out: exact fractions as p/q, the edge as a decimal."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeVar

from game.hands import Category, StudHand
from game.odds import baccarat, caribbean_stud, jackpot, mississippi_stud, side_bets
from game.odds.caribbean_stud import Strategy
from game.odds.jackpot import Folds, Jackpot
from game.odds.mississippi_stud import Ties
from game.rulebooks import MISSISSIPPI_STUD, mississippi_rules
from game.rulebooks.crown3_jackpots import OPTIONS
from game.rulebooks.mass_side_bets import PROGRESSIVES, THREE_CARD_TABLES
from game.rulebooks.star4_jackpots import PAYS as STAR4_PAYS
from game.rulebooks.vic99 import CARIBBEAN_STUD
from game.rulebooks.vic99_jackpots import PAYS as VIC99_PAYS
from rulebook import MASS

Json = dict[str, Any]
Hand = TypeVar("Hand", StudHand, Category)
COVER_ALL = "cover-all"
DEFAULT = ""  # the one jackpot a document has, or its first


class NoSuchOdds(ValueError):
    """A question that has no answer; the message says what could be asked."""


def mississippi(code: str, pays: str, ties: Ties) -> Json:
    """Mississippi Stud under a document's pay table, changed where asked."""
    told = mississippi_stud.analyse(changed(_stud_pays(code), pays), ties)
    return {
        **_edge(told.ev),
        "average_wager": exact(told.average_wager),
        "element_of_risk": exact(told.element_of_risk),
        "variance": exact(told.variance),
        "frequencies": dict(told.frequencies),
        "starting_hands": dict(told.starting_hands),
    }


def caribbean(pays: str, strategy: Strategy) -> Json:
    """Caribbean Stud under the pay table of the notice, changed where asked."""
    table = changed(dict(CARIBBEAN_STUD.settlement.bet_pays.value), pays)
    try:
        told = caribbean_stud.analyse(table, strategy)
    except ValueError as wrong:
        raise NoSuchOdds(str(wrong)) from None
    return {
        **_edge(told.ev),
        "average_wager": exact(told.average_wager),
        "element_of_risk": exact(told.element_of_risk),
    }


def baccarat_bets(decks: int) -> Json:
    """Every bet of Baccarat from a full shoe of so many decks."""
    told = baccarat.analyse(decks)
    return {
        "decks": decks,
        "results": {spot: exact(chance) for spot, chance in told.chances.items()},
        "bets": {spot: _edge(ev) for spot, ev in told.ev.items()},
    }


def side_bet(code: str, name: str, players: int) -> Json:
    """One side bet of a Massachusetts table."""
    if code != MASS.code:
        raise NoSuchOdds(f"{code} has no side bets of this kind; MASS has.")
    if name == COVER_ALL:
        told = side_bets.cover_all(players)
        return {"players": players, **_side_bet(told)}
    if name not in THREE_CARD_TABLES:
        known = ", ".join([*THREE_CARD_TABLES, COVER_ALL])
        raise NoSuchOdds(f"“{name}” is no side bet here; there are {known}.")
    return _side_bet(side_bets.three_card_bonus(name))


def _side_bet(told: side_bets.SideBet) -> Json:
    chances = {hand: exact(chance) for hand, chance in told.chances.items()}
    return {**_edge(told.ev), "chances": chances}


def jackpot_return(
    code: str, name: str, play: tuple[Folds, Ties], meter: Fraction | None
) -> Json:
    """What one dollar on a document's jackpot returns."""
    prizes = _jackpot(code, name)
    chances = jackpot.all_chances()
    # Caribbean Stud never folds a hand that wins a jackpot: a pair is always bet.
    if prizes.lost_on_fold and code in MISSISSIPPI_STUD:
        chances = jackpot.chances(_stud_pays(code), *play)
    told = jackpot.analyse(prizes, chances)
    back = told.fixed_return if meter is None else told.returned(meter)
    return {
        **_edge(back - 1),
        "fixed_return": exact(told.fixed_return),
        "return_per_meter_dollar": exact(told.return_per_meter_dollar),
        "break_even_meter": exact(told.break_even_meter),
    }


_PROGRESSIVES = {name: jackpot.from_progressive(t) for name, t in PROGRESSIVES.items()}
_JACKPOTS: Mapping[str, Mapping[str, Jackpot]] = {
    "CROWN3": {name: jackpot.from_prizes(o.pays) for name, o in OPTIONS.items()},
    "MASS": {DEFAULT: _PROGRESSIVES["MS Stud-01"], **_PROGRESSIVES},
    "STAR4": {DEFAULT: jackpot.from_prizes(STAR4_PAYS)},
    "VIC99": {DEFAULT: jackpot.from_prizes(VIC99_PAYS)},
}


def _jackpot(code: str, name: str) -> Jackpot:
    named = _JACKPOTS.get(code, {})
    if not named:
        known = ", ".join(_JACKPOTS)
        raise NoSuchOdds(f"{code} prints no jackpot amounts; {known} do.")
    if name not in named:
        known = ", ".join(each for each in named if each)
        raise NoSuchOdds(f"{code} has no jackpot “{name}”; say {known or 'none'}.")
    return named[name]


def _stud_pays(code: str) -> dict[StudHand, Fraction | int]:
    """What each hand pays to 1: 0 returns the stake, −1 takes it."""
    verdicts = mississippi_rules(code).settlement.ante
    return {hand: verdict.to_one for hand, verdict in verdicts.items()}


def changed(
    pays: Mapping[Hand, Fraction | int], changes: str
) -> dict[Hand, Fraction | int]:
    """A pay table with some hands paid otherwise, as in “straight=5,flush=7”."""
    table, names = dict(pays), {hand.value: hand for hand in pays}
    given: set[str] = set()
    for change in filter(None, changes.split(",")):
        name, _, odds = (part.strip() for part in change.partition("="))
        if name not in names or name in given:
            known = ", ".join(names)
            raise NoSuchOdds(f"“{name}” is no hand, or named twice; there are {known}.")
        given.add(name)
        table[names[name]] = _odds(odds)
    return table


def _odds(written: str) -> Fraction:
    odds = number(written)
    if odds is None:
        raise NoSuchOdds(f"“{written}” is no number of units to 1.")
    if odds < 0 and odds != -1:
        raise NoSuchOdds("Odds are 0 or more to 1; −1 takes the stake.")
    return odds


def number(written: str) -> Fraction | None:
    """A number such as 5, 7/2 or 3.5; nothing else, and none too long to work with."""
    if not _NUMBER.fullmatch(written):
        return None
    return Fraction(written)


_NUMBER = re.compile(r"-?[0-9]{1,12}(/0*[1-9][0-9]{0,11}|\.[0-9]{1,12})?")


def exact(number: Fraction) -> str:
    """A fraction as p/q, whole numbers too."""
    return f"{number.numerator}/{number.denominator}"


def _edge(ev: Fraction) -> Json:
    # The one decimal of the answer, for the eye; the exact figure stands beside it.
    return {"ev": exact(ev), "house_edge": float(-ev)}
