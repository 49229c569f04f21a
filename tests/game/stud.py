"""Factories for Mississippi Stud: a table, a round at any point, a finished box."""

from game.mississippi.acts import ACTS
from game.mississippi.game import MISSISSIPPI_STUD as STUD
from game.mississippi.offers import deal_next, offers
from game.mississippi.round import Box, Round, Status
from game.mississippi.table import open_round
from game.mississippi.view import seen
from game.play import Limits, Move, Setup
from game.play.acts import apply as apply_act
from game.play.moves import MOST
from game.ranks import Rank
from game.rulebooks import mississippi_rules
from game.rulebooks.devices import Device
from game.rulebooks.mississippi import Medium
from rulebook import Refused
from tests.game.shuffles import replayed

DECK = replayed(1)
NO_MORE_BETS = Move("no_more_bets")
BET_OR_FOLD = Move("bet_or_fold")
REVEAL = Move("reveal")
CLOSE = Move("close")


def ante(seat, amount, player="", jackpot=0, medium=Medium.CHIPS, **more) -> Move:
    also = (("jackpot", jackpot),) if jackpot else ()
    return Move("ante", seat, amount, also=also, player=player, medium=medium, **more)


def bet(seat, amount) -> Move:
    return Move("bet", seat, amount)


def bet_blind(seat, *amounts) -> Move:
    return Move("bet_blind", seat, amounts=amounts)


def fold(seat) -> Move:
    return Move("fold", seat)


def deem_folded(seat, by) -> Move:
    return Move("deem_folded", seat, by=by)


def deal(*cards) -> Move:
    return Move("deal", cards=cards)


def take_back(seat) -> Move:
    return Move("take_back", seat)


def refuse_wager(seat, by, grounds) -> Move:
    return Move("refuse_wager", seat, by=by, grounds=grounds)


def order_burn(by) -> Move:
    return Move("order_burn", by=by)


def concede(seat) -> Move:
    return Move("concede", seat)


def settle_hand(seat) -> Move:
    return Move("settle", seat)


def forfeit(seat, by, cite=None) -> Move:
    return Move("forfeit", seat, by=by, cite=cite)


def cut_back(seat, wager, left, cite) -> Move:
    return Move("cut_back", seat, also=((wager, left),), cite=cite)


def void_hand(seat, cite) -> Move:
    return Move("void_hand", seat, cite=cite)


def void_round(cite) -> Move:
    return Move("void_round", cite=cite)


def a_setup(code="CROWN3", device=Device.SHOE, **settings) -> Setup:
    """A table as large as its document has it, dealt by the house, for chips."""
    chosen = {
        "seats": mississippi_rules(code).seats.value,
        "limits": Limits(1, MOST),
        "unit": "chips",
        "cards": "dealt",
        "coupons": True,
    }
    named = {"game": "mississippi_stud", "document": code, "edition": ""}
    return Setup(device=device, **(named | chosen | settings))


def empty(code="CROWN3", device=Device.SHOE, **settings) -> Round:
    """A round in which nobody has anted yet."""
    return done(open_round(a_setup(code, device, **settings)))


def code_of(rule: str) -> str:
    """The document a rule is in."""
    return rule.partition("-")[0]


def done(verdict):
    """What a move gave; a refusal would be a surprise."""
    assert not isinstance(verdict, Refused), str(verdict)
    return verdict


def apply(now: Round, move: Move) -> Round | Refused:
    return apply_act(ACTS, now, move)


def act(now: Round, *moves) -> Round:
    for move in moves:
        now = done(apply(now, move))
    return now


def replayed_of(now: Round) -> Round:
    """The round again, from its setup and its moves."""
    return done(STUD.replay(now.setup, now.moves))


def refused(now: Round, move) -> set[str]:
    """The rules a move is refused under."""
    verdict = apply(now, move)
    assert isinstance(verdict, Refused), f"{move} was accepted"
    assert all(r.wrong and r.right for r in verdict.refusals)
    return {cite.id for cite in verdict.cites}


def offered(now: Round, act=None, seat=None):
    """What a dealer is offered, of one act or for one seat where it is named."""
    return [
        offer
        for offer in offers(now)
        if (offer.rank is Rank.DEALER or offer.act == "order_burn")
        and act in (None, offer.act)
        and seat in (None, offer.seat)
    ]


def cards_seen(now: Round, viewer=None) -> dict[int, list[str | None]]:
    """The cards of each seat that a viewer sees; hidden ones are None."""
    return {each["seat"]: each["cards"] for each in seen(now, viewer)["seats"]}


def hand_seen(now: Round, viewer, number) -> list[str | None]:
    """The cards a viewer sees of the hand that stands at this place, from 0."""
    return seen(now, viewer)["seats"][number]["cards"]


def anted(code="CROWN3", device=Device.SHOE, seats=(1, 3), amount=10, **settings):
    """A round with antes down and betting closed."""
    now = empty(code, device, **settings)
    return act(now, *(ante(seat, amount) for seat in seats), NO_MORE_BETS)


def deal_from(now: Round, deck) -> Round:
    """The round with its initial cards dealt off the top of a deck."""
    while not now.initial_deal_over:
        now = act(now, deal_next(now, deck))
    return now


def dealt(code="CROWN3", device=Device.SHOE, deck=DECK, start=None, **more) -> Round:
    """A round at its first decision."""
    now = deal_from(start or anted(code, device, **more), deck)
    return act(now, BET_OR_FOLD) if now.table.rules.bet_or_fold else now


def turn(now: Round, deck=DECK) -> Round:
    """The round after its next community card, once everybody has decided."""
    if now.table.dealing.call_before_reveal:
        now = act(now, NO_MORE_BETS)
    place = now.next_place
    face_up = place is not None and place.face_up
    return act(now, deal(deck[now.cards_out]) if face_up else REVEAL)


def played(code="CROWN3", device=Device.SHOE, deck=DECK, start=None, **more) -> Round:
    """A round in which everybody stayed in with one ante on each street."""
    now = dealt(code, device, deck, start, **more)
    for _ in range(3):
        bets = [bet(b.seat, b.ante) for b in now.undecided if not b.blind]
        now = turn(act(now, *bets), deck)
    return now


def a_box(streets=(10, 10, 10), *, ante=10, status=Status.PLAYING, **more) -> Box:
    return Box(1, ante, streets=streets, status=status, **more)
