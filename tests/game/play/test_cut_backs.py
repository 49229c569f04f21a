"""What a ruling leaves of a stake is what is settled, in every game."""

import json

import pytest

from game.cautions import Caution, Cautions, Fault
from game.games import GAMES
from game.irregularities.facts import SeenAtTable, Wager
from game.irregularities.kinds import BetFoundWrong, CannotBetEnough
from game.irregularities.remedies import held
from game.play import Move
from game.rulebooks.punto_banco import Spot
from rulebook import VIC99, Cite
from tests.game.play_rounds import a_setup, do, done, opened, refused
from tests.game.rulings import ruled_round
from tests.game.shuffles import replayed

CARIBBEAN, BACCARAT = GAMES["caribbean_stud"], GAMES["baccarat"]
LIMIT = Cite("HOUSE-RULING-1")


def stud(seats=(1, 2), decide=("bet", "bet"), jackpot=0):
    """Caribbean Stud with every decision made."""
    state = opened(a_setup("VIC99", "caribbean_stud", cards="dealt"))
    for seat in seats:
        also = (("jackpot", jackpot),) if jackpot else ()
        state = do(state, "ante", seat, amount=50, player=f"P{seat}", also=also)
        state = do(state, "register_jackpot", seat) if jackpot else state
    state = do(state, "offer_jackpot")
    state = do(state, "no_more_bets")
    state = done(CARIBBEAN.apply(state, CARIBBEAN.deal_next(state, replayed(seed=3))))
    if any(offer.act == "turn_up" for offer in CARIBBEAN.offers(state)):
        state = do(state, "turn_up")
    state = do(state, "bet_or_fold")
    for seat, act in zip(seats, decide, strict=False):
        more = {"amount": 100} if act == "bet" else {}
        state = do(state, act, seat, **more)
    return state


def coup():
    """Baccarat with two places staked and the betting closed."""
    state = opened(a_setup("VIC99", "baccarat", cards="dealt"))
    for seat, spot, amount in (
        (1, Spot.PLAYER, 100),
        (1, Spot.TIE, 20),
        (3, Spot.BANKER, 50),
    ):
        state = do(state, "bet", seat, amount=amount, spot=spot)
    return do(state, "no_more_bets")


def carry_out(game, state, moves):
    """A ruling done to a round, by moves that are written and read again."""
    for move in moves:
        read = done(game.read(json.loads(json.dumps(game.write(move)))))
        assert read == move
        state = done(game.apply(state, read))
    return state


def to_the_end(game, state):
    """The lines of a round once it is played out; replayed it is the same."""
    while not game.over(state):
        offers = {o.act: o for o in reversed(game.offers(state))}
        act = next(a for a in ("deal", "reveal", "settle", "close") if a in offers)
        move = Move(act, offers[act].seat)
        if act == "deal":
            move = game.deal_next(state, replayed(seed=3) * 2)
        state = done(game.apply(state, move))
    written = json.loads(json.dumps([game.write(move) for move in state.moves]))
    again = done(game.replay(state.setup, [done(game.read(m)) for m in written]))
    assert again == state
    return {(x.seat, x.wager): x for x in done(game.settle(state))}


@pytest.mark.rule("VIC99-N25-14.11.2")
def test_a_short_bet_is_settled_at_what_lies_there():
    state = stud()
    ruling = ruled_round(state, BetFoundWrong(1, "bet", 100, 100, lies=80))
    assert ruling.cite.id == "VIC99-N25-14.11.2"
    state = carry_out(CARIBBEAN, state, ruling.moves)
    assert CARIBBEAN.staked(state)[1] == {"ante": 50, "bet": 80}
    lines = to_the_end(CARIBBEAN, state)
    assert lines[1, "bet"].stake == 80
    assert lines[2, "bet"].stake == 100


@pytest.mark.rule("VIC99-N25-14.11.1")
def test_the_excess_of_a_bet_goes_back_and_the_rest_is_settled():
    state = stud()
    over = ruled_round(state, BetFoundWrong(1, "bet", 100, 100, lies=120))
    assert over.cite.id == "VIC99-N25-14.11.1"
    assert carry_out(CARIBBEAN, state, over.moves) == state  # as it was keyed
    state = do(state, "cut_back", 1, also=(("ante", 40),), cite=LIMIT)
    ruling = ruled_round(state, BetFoundWrong(1, "bet", 80, 80))
    assert ruling.back(1) == 20
    state = carry_out(CARIBBEAN, state, ruling.moves)
    lines = to_the_end(CARIBBEAN, state)
    assert (lines[1, "ante"].stake, lines[1, "bet"].stake) == (40, 80)


@pytest.mark.rule("VIC99-N25-14.10", "VIC99-N25-14.12.2")
def test_whoever_was_warned_loses_the_ante_and_the_cards():
    state = stud(decide=(), jackpot=5)
    short = CannotBetEnough(1, 70)
    warned = Cautions().add(
        Caution("P1", Fault.SHORT_BET_IN_PLAY, "t", VIC99.at("N25-14.10"))
    )
    told = SeenAtTable(session="t", cautions=warned)
    ruling = ruled_round(state, short, told)
    state = carry_out(CARIBBEAN, state, ruling.moves)
    again = {"wagers": ("ante",), "cite": LIMIT}
    assert refused(state, "collect_wager", 1, **again) == {LIMIT.id}
    assert CARIBBEAN.said(state, 1) == "Void"
    state = do(state, "bet", 2, amount=100)
    lines = to_the_end(CARIBBEAN, state)
    assert lines[1, "ante"].net == -50
    assert lines[1, "ante"].cite.id == "VIC99-N25-14.10"
    assert (1, "jackpot") not in lines  # it stays for the next round
    assert [claim.seat for claim in CARIBBEAN.claims(state)] in ([2], [])


@pytest.mark.rule("HOUSE-RULING-1")
@pytest.mark.parametrize(
    ("wager", "left"),
    [("bet", 100), ("bet", 101), ("ante", 0), ("jackpot", 0), ("moon", 0)],
)
def test_a_stake_of_caribbean_stud_is_only_ever_cut(wager, left):
    state, more = stud(), {"also": ((wager, left),), "cite": LIMIT}
    assert refused(state, "cut_back", 1, **more) == {LIMIT.id}
    folded = stud(decide=("fold", "bet"))
    assert LIMIT.id in refused(folded, "cut_back", 1, also=(("ante", 1),), cite=LIMIT)
    assert refused(state, "cut_back", 5, also=(("ante", 1),), cite=LIMIT)


@pytest.mark.rule("HOUSE-RULING-1")
@pytest.mark.parametrize("left", [60, 1, 0])
def test_a_bet_of_baccarat_is_settled_at_what_is_left(left):
    state, cite = coup(), LIMIT
    hand = BACCARAT.facts(state, None).hand(1)
    moves = held(hand, Wager("player", 100), left, cite)
    state = carry_out(BACCARAT, state, moves)
    lines = to_the_end(BACCARAT, state)
    assert lines[1, "tie"].stake == 20
    assert lines[3, "banker"].stake == 50
    assert [x.stake for x in lines.values() if x.wager == "player"] == (
        [left] if left else []
    )


@pytest.mark.rule("HOUSE-RULING-1")
@pytest.mark.parametrize(
    ("seat", "wager", "left"),
    [(1, "player", 100), (1, "banker", 0), (2, "player", 0), (1, "moon", 0)],
)
def test_a_bet_of_baccarat_is_only_ever_cut(seat, wager, left):
    more = {"also": ((wager, left),), "cite": LIMIT}
    assert refused(coup(), "cut_back", seat, **more) == {LIMIT.id}
    open_still = do(
        opened(a_setup("VIC99", "baccarat")), "bet", 1, amount=50, spot=Spot.TIE
    )
    assert refused(open_still, "cut_back", 1, also=(("tie", 10),), cite=LIMIT)
    void = do(coup(), "void_hand", 1, cite=LIMIT)
    assert refused(void, "cut_back", 1, also=(("tie", 10),), cite=LIMIT) == {LIMIT.id}


@pytest.mark.rule("HOUSE-BACCARAT-18")
def test_a_coup_without_bets_is_dealt_and_settles_nothing():
    state = opened(a_setup("VIC99", "baccarat", cards="dealt"))
    closes = next(o for o in BACCARAT.offers(state) if o.act == "no_more_bets")
    assert closes.cite.id == "HOUSE-BACCARAT-18"
    assert to_the_end(BACCARAT, do(state, "no_more_bets")) == {}
