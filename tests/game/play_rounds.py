"""Rounds of every game played by applying what is offered, for the tests of play."""

from game.games import GAMES
from game.play import Limits, Move, Setup
from game.ranks import Rank
from rulebook import SOURCES, Refused
from tests.game.shuffles import replayed

LIMITS = Limits(10, 1000, 5)
EDITIONS = {"caribbean_stud": "Notice 25", "baccarat": "Notice 26"}


def a_setup(document="STAR4", game="mississippi_stud", **more) -> Setup:
    """A table where everything its document knows is on offer."""
    defaults = {
        "edition": EDITIONS.get(game, SOURCES[document].editions[0].name),
        "device": "shoe",
        "seats": 6,
        "limits": LIMITS,
        "jackpot": 5,
        "maximum_payout": 50_000,
    }
    if document == "MASS":
        defaults |= {
            "three_card_table": "3CS-01",
            "cover_all": True,
        }
    if game == "baccarat":
        defaults |= {"jackpot": None}
    return Setup(game=game, document=document, **(defaults | more))


def done(verdict):
    assert not isinstance(verdict, Refused), str(verdict)
    return verdict


def opened(setup):
    return done(GAMES[setup.game].open(setup))


def do(state, act, seat=None, **more):
    """The state after one move that must be accepted."""
    game = GAMES[state.setup.game]
    return done(game.apply(state, Move(act, seat, **more)))


def refused(state, act, seat=None, **more) -> set[str]:
    """The rules one move is refused under."""
    verdict = GAMES[state.setup.game].apply(state, Move(act, seat, **more))
    assert isinstance(verdict, Refused), f"{act} was accepted"
    return {cite.id for cite in verdict.cites}


def moves_of(state, offer, pick):
    """A move that an offer stands for; `pick` chooses among what it leaves open."""
    cards = ()
    if offer.cards:
        left = list(offer.cards.left)
        cards = tuple(
            left.pop(pick(range(len(left)))) for _ in range(offer.cards.count)
        )
    amount = pick(offer.amounts.taps) if offer.amounts else None
    also = tuple(
        (extra.wager, pick(extra.amounts.taps))
        for extra in offer.extras
        if pick((0, 1))
    )
    blind = offer.act == "bet_blind"
    owners = [seat["player"] for seat in GAMES[state.setup.game].seen(state)["seats"]]
    player = f"P{offer.seat}" if offer.act == "ante" else ""
    if offer.blind:
        player = pick(owners)
    return Move(
        offer.act,
        offer.seat,
        None if blind else amount,
        amounts=(amount,) * 3 if blind else (),
        also=also,
        cards=cards,
        spot=offer.spot,
        player=player,
        blind=offer.blind,
        by=Rank.CASINO_MANAGER if "by" in offer.needs else None,
        grounds="Grounds." if "grounds" in offer.needs else "",
    )


def walk(setup, pick, steps=60, seed=1):
    """A round reached by doing what is offered, dealt by the engine where it deals."""
    game, state, shoe = GAMES[setup.game], opened(setup), replayed(seed)
    if setup.game == "baccarat":
        shoe = replayed(seed) * 2
    for _ in range(steps):
        offers = game.offers(state)
        if not offers:
            break
        offer = pick(offers)
        move = moves_of(state, offer, pick)
        if offer.act == "deal" and setup.cards == "dealt":
            move = game.deal_next(state, shoe)
        after = game.apply(state, move)
        if isinstance(after, Refused):
            assert offer.blind, f"{offer} was offered, then refused: {after}"
            continue
        state = after
    return state
