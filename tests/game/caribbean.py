"""Factories for Caribbean Stud: a table, a round at any point, a finished box."""

from game.cards import parse, replayed
from game.caribbean.round import Box, Round, Settings, Status, Table, open_table
from game.caribbean.settlement import outcome_of, turned
from game.caribbean_stud import apply, deal_from
from game.mississippi.round import Announce, Ante, Bet, Call, Deal, Fold, Reveal
from game.rulebooks.devices import Device
from game.rulebooks.vic99 import CARIBBEAN_STUD as RULES
from rulebook import Refused

DECK = replayed(1)
NO_MORE_BETS = Announce(Call.NO_MORE_BETS)
BET_OR_FOLD = Announce(Call.BET_OR_FOLD)
BACKS = {Device.SHOE: ("red",), Device.SHUFFLER: ("red", "blue")}


def a_table(device=Device.SHOE, maximum_payout=20_000_00, **settings) -> Table:
    chosen = Settings(device, BACKS[device], maximum_payout, **settings)
    table = open_table(RULES, chosen)
    assert isinstance(table, Table), str(table)
    return table


def done(verdict):
    """What an action gave; a refusal would be a surprise."""
    assert not isinstance(verdict, Refused), str(verdict)
    return verdict


def cites(verdict) -> set[str]:
    """The rules an action was refused under."""
    assert isinstance(verdict, Refused), "it was not refused"
    return {cite.id for cite in verdict.cites}


def act(now: Round, *actions) -> Round:
    for action in actions:
        now = done(apply(now, action))
    return now


def anted(antes=None, table=None) -> Round:
    """A round with antes down and the betting still open."""
    boxes = antes or {1: 5_00, 2: 5_00}
    return act(Round(table or a_table()), *(Ante(s, n) for s, n in boxes.items()))


def dealt(antes=None, table=None, deck=DECK) -> Round:
    """A round with every card out and the up card showing."""
    return done(deal_from(act(anted(antes, table), NO_MORE_BETS), deck))


def deciding(antes=None, table=None, deck=DECK) -> Round:
    return act(dealt(antes, table, deck), BET_OR_FOLD)


def decided(antes=None, table=None, deck=DECK, folds=()) -> Round:
    """A round in which every seat has bet, except those that folded."""
    now = deciding(antes, table, deck)
    for box in now.boxes:
        fold = box.seat in folds
        now = act(now, Fold(box.seat) if fold else Bet(box.seat, 2 * box.ante))
    return now


def stacked(dealer: str, *hands: str):
    """A deck that deals these hands to seats 1, 2, … and to the dealer, by a shoe."""
    every = [parse(hand) for hand in (*hands, dealer)]
    top = [hand[card] for card in range(5) for hand in every]
    return (*top, *(card for card in DECK if card not in top))


def played(dealer: str, *hands: str, ante=5_00, folds=(), table=None) -> Round:
    """A whole round, dealt by a shoe, up to the turn of the dealer's cards."""
    antes = {seat: ante for seat, _ in enumerate(hands, start=1)}
    deck = stacked(dealer, *hands)
    return act(decided(antes, table, deck, folds), Reveal())


def a_box(hand: str, ante=5, bet=10, status=Status.IN, **more) -> Box:
    return Box(1, ante, cards=parse(hand), bet=bet, status=status, **more)


def nets(box: Box, dealer: str | None, *, dead=False) -> dict[str, tuple[int, str]]:
    """What each wager of a box nets against a dealer's hand, and under which rule."""
    hand = turned(RULES, parse(dealer), dead=dead) if dealer else None
    lines = outcome_of(RULES, box, hand).lines
    return {line.wager: (line.net, line.cite.clause) for line in lines}


def deal_all(now: Round, cards) -> Round:
    return act(now, *(Deal(card) for card in cards))
