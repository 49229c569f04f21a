"""Factories for Caribbean Stud: a table, a round at any point, a finished box."""

from game.cards import parse
from game.caribbean.acts import ACTS
from game.caribbean.game import CARIBBEAN_STUD
from game.caribbean.offers import deal_next
from game.caribbean.round import Box, Round, Status
from game.caribbean.settlement import lines_of, turned
from game.caribbean.table import open_round
from game.caribbean.view import seen
from game.play import Limits, Move, Setup
from game.play.acts import apply as apply_act
from game.play.moves import MOST
from game.rulebooks.devices import Device
from game.rulebooks.vic99 import CARIBBEAN_STUD as RULES
from rulebook import Refused
from tests.game.shuffles import replayed
from tests.game.stud import BET_OR_FOLD, NO_MORE_BETS, REVEAL, ante, bet, deal, fold

DECK = replayed(1)
TURN_UP = Move("turn_up")
OFFER_JACKPOT = Move("offer_jackpot")
NO_HAND = Move("no_hand")
BACKS = {Device.SHOE: ("red",), Device.SHUFFLER: ("red", "blue")}


def a_setup(device=Device.SHOE, maximum_payout=20_000_00, **settings) -> Setup:
    """A table as large as the notice has it, dealt by the house."""
    chosen = {"seats": RULES.seats.value, "limits": Limits(1, MOST), "cards": "dealt"}
    named = {"game": "caribbean_stud", "document": "VIC99", "edition": ""}
    more = {"device": device, "maximum_payout": maximum_payout}
    return Setup(**(named | chosen | more | settings))


def empty(*args, **settings) -> Round:
    """A round in which nobody has anted yet."""
    return done(open_round(a_setup(*args, **settings)))


def register(seat) -> Move:
    return Move("register_jackpot", seat)


def done(verdict):
    """What a move gave; a refusal would be a surprise."""
    assert not isinstance(verdict, Refused), str(verdict)
    return verdict


def cites(verdict) -> set[str]:
    """The rules a move was refused under."""
    assert isinstance(verdict, Refused), "it was not refused"
    return {cite.id for cite in verdict.cites}


def apply(now: Round, move: Move) -> Round | Refused:
    return apply_act(ACTS, now, move)


def act(now: Round, *moves) -> Round:
    for move in moves:
        now = done(apply(now, move))
    return now


def replayed_of(now: Round, moves=None):
    """The round again, from its setup and its moves."""
    return CARIBBEAN_STUD.replay(now.setup, now.moves if moves is None else moves)


def hand_seen(now: Round, viewer, number) -> list[str | None]:
    """The cards a viewer sees of the hand that stands at this place, from 0."""
    return seen(now, viewer)["seats"][number]["cards"]


def dealer_seen(now: Round) -> list[str | None]:
    """The Dealer's cards as everybody sees them."""
    return [place["card"] for place in seen(now)["board"] if place["lies"]]


def anted(antes=None, start=None) -> Round:
    """A round with antes down and the betting still open."""
    boxes = antes or {1: 5_00, 2: 5_00}
    return act(start or empty(), *(ante(s, n) for s, n in boxes.items()))


def deal_from(now: Round, deck) -> Round:
    """The round with every hand dealt off the top of a deck and the up card showing."""
    now = act(now, deal_next(now, deck))
    return now if now.up_card_shows else act(now, TURN_UP)


def dealt(antes=None, start=None, deck=DECK) -> Round:
    """A round with every card out and the up card showing."""
    return deal_from(act(anted(antes, start), NO_MORE_BETS), deck)


def deciding(antes=None, start=None, deck=DECK) -> Round:
    return act(dealt(antes, start, deck), BET_OR_FOLD)


def decided(antes=None, start=None, deck=DECK, folds=()) -> Round:
    """A round in which every seat has bet, except those that folded."""
    now = deciding(antes, start, deck)
    for box in now.boxes:
        folds_now = box.seat in folds
        now = act(now, fold(box.seat) if folds_now else bet(box.seat, 2 * box.ante))
    return now


def stacked(dealer: str, *hands: str):
    """A deck that deals these hands to seats 1, 2, … and to the dealer, by a shoe."""
    every = [parse(hand) for hand in (*hands, dealer)]
    top = [hand[card] for card in range(5) for hand in every]
    return (*top, *(card for card in DECK if card not in top))


def played(dealer: str, *hands: str, amount=5_00, folds=(), start=None) -> Round:
    """A whole round, dealt by a shoe, up to the turn of the dealer's cards."""
    antes = {seat: amount for seat, _ in enumerate(hands, start=1)}
    deck = stacked(dealer, *hands)
    return act(decided(antes, start, deck, folds), REVEAL)


def a_box(hand: str, ante=5, bet=10, status=Status.IN, **more) -> Box:
    return Box(1, ante, cards=parse(hand), bet=bet, status=status, **more)


def nets(box: Box, dealer: str | None, *, dead=False) -> dict[str, tuple[int, str]]:
    """What each wager of a box nets against a dealer's hand, and under which rule."""
    hand = turned(RULES, parse(dealer), dead=dead) if dealer else None
    lines = lines_of(RULES, box, hand)
    return {line.wager: (line.net, line.cite.clause) for line in lines}


def deal_all(now: Round, cards) -> Round:
    return act(now, deal(*cards))
