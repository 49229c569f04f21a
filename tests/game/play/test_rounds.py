"""Rounds as a console plays them: keyed, dealt, limited, capped, with side bets."""

import pytest

from game.cards import parse
from game.games import GAMES
from game.irregularities.kinds import DeckFault
from game.play import Limits, Move, SeatLimits
from game.ranks import Rank
from game.rulebooks.mississippi import Medium
from game.rulebooks.punto_banco import Spot
from rulebook import Cite, Refused
from tests.game.play_rounds import a_setup, do, done, opened, refused
from tests.game.rulings import ruled_round
from tests.game.shuffles import replayed

STUD, CARIBBEAN = GAMES["mississippi_stud"], GAMES["caribbean_stud"]
BACCARAT = GAMES["baccarat"]


def keyed(cards: str) -> dict:
    return {"cards": parse(cards)}


def to_the_streets(state, seats=(1, 2), ante=10, **more):
    for seat in seats:
        state = do(state, "ante", seat, amount=ante, player=f"P{seat}", **more)
    for _ in range(4):
        acts = [o.act for o in STUD.offers(state) if o.seat is None]
        if "no_more_bets" in acts and not STUD.started(state):
            state = do(state, "no_more_bets")
        elif "deal" in acts and not any(o.cards for o in STUD.offers(state)):
            state = do(state, "deal")
        elif "bet_or_fold" in acts:
            state = do(state, "bet_or_fold")
    return state


def street(state, card: str, amount=10):
    for offer in [o for o in STUD.offers(state) if o.act == "bet"]:
        state = do(state, "bet", offer.seat, amount=amount)
    if any(offer.act == "no_more_bets" for offer in STUD.offers(state)):
        state = do(state, "no_more_bets")
    turns = next(o for o in STUD.offers(state) if o.cards and o.seat is None)
    return do(state, turns.act, **keyed(card))


@pytest.mark.rule("HOUSE-CONSOLE-2")
def test_a_card_face_down_is_keyed_when_it_is_turned():
    state = to_the_streets(opened(a_setup()))
    assert all(o.cards is None for o in STUD.offers(state))
    assert all(s["cards"] == [None, None] for s in STUD.seen(state, 1)["seats"])
    for card in ("Qh", "8s", "2d"):
        state = street(state, card)
    assert [o.act for o in STUD.offers(state)][:1] == ["settle"]
    assert refused(state, "settle", 2) == {"HOUSE-CONSOLE-2"}
    assert refused(state, "settle", 2, **keyed("9c")) == {"HOUSE-CONSOLE-2"}
    assert refused(state, "settle", 2, **keyed("9cQh")) == {"STAR4-3.1"}
    assert refused(state, "settle", 2, **keyed("9c9c")) == {"STAR4-3.1"}
    assert isinstance(STUD.settle(state), Refused)
    state = do(state, "settle", 2, **keyed("9c9d"))
    assert [line.net for line in STUD.so_far(state)] == [0, 0, 0, 0]
    assert STUD.said(state, 2) == "Pair of 9s"
    state = do(state, "settle", 1, **keyed("QcQd"))
    state = do(state, "close")
    assert STUD.over(state)
    assert not STUD.offers(state)
    assert sum(line.net for line in done(STUD.settle(state))) == 40 * 3


@pytest.mark.rule("HOUSE-CONSOLE-2")
def test_a_card_dealt_face_up_must_be_keyed():
    state = to_the_streets(opened(a_setup()))
    for seat in (1, 2):
        state = do(state, "bet", seat, amount=10)
    assert refused(state, "deal") == {"HOUSE-CONSOLE-2"}


@pytest.mark.rule("HOUSE-CONSOLE-2")
def test_a_folded_hand_with_a_live_jackpot_is_turned_and_claims():
    state = opened(a_setup())
    state = do(state, "ante", 1, amount=10, also=(("jackpot", 5),))
    state = do(state, "ante", 2, amount=10)
    state = do(state, "deal")
    state = do(state, "fold", 1)
    for card in ("Qh", "Jh", "Th"):
        state = street(state, card)
    assert STUD.claims(state) == ()
    state = do(state, "settle", 2, **keyed("2c3d"))
    state = do(state, "settle", 1, **keyed("AhKh"))
    [claim] = STUD.claims(state)
    assert (claim.seat, claim.folded, claim.rank) == (1, True, 1)
    lines = done(STUD.settle(state))
    assert [(line.seat, line.net) for line in lines][-1] == (1, -10)


@pytest.mark.parametrize(
    ("amount", "rule"),
    [(5, "STAR4-6.2"), (1005, "STAR4-6.3"), (12, "STAR4-6.1"), (0, "HOUSE-STUD-2")],
)
def test_an_ante_keeps_to_the_sign(amount, rule):
    assert refused(opened(a_setup()), "ante", 1, amount=amount) == {rule}


def test_limits_of_a_seat_of_its_own_hold_there_alone():
    state = opened(a_setup(own_limits=(SeatLimits(2, 5, 50),)))
    assert refused(state, "ante", 1, amount=5) == {"STAR4-6.2"}
    assert refused(state, "ante", 2, amount=60) == {"STAR4-6.3"}
    assert STUD.staked(do(state, "ante", 2, amount=5)) == {2: {"ante": 5}}


def test_the_maximum_of_a_player_counts_every_box():
    limits = Limits(10, 1000, 5, player_maximum=30)
    state = do(opened(a_setup("CROWN3", limits=limits)), "ante", 1, amount=20)
    assert STUD.staked(state) == {1: {"ante": 20}}  # no such maximum in this document
    state = opened(a_setup("STAR4", limits=limits))
    assert refused(state, "ante", 1, amount=35) == {"STAR4-6.1"}


def test_a_seat_beyond_the_table_is_refused():
    state = opened(a_setup(seats=5))
    assert refused(state, "ante", 6, amount=10) == {"HOUSE-CONSOLE-4"}
    assert 6 not in {offer.seat for offer in STUD.offers(state)}


@pytest.mark.rule("MASS-6(a)")
def test_a_coupon_is_taken_where_the_table_takes_coupons():
    coupon = {"amount": 10, "medium": Medium.COUPON}
    assert refused(opened(a_setup("MASS")), "ante", 1, **coupon) == {"MASS-6(a)"}
    state = do(opened(a_setup("MASS", coupons=True)), "ante", 1, **coupon)
    assert state.boxes[0].medium is Medium.COUPON


def side(**stakes):
    return tuple(stakes.items())


@pytest.mark.rule("MASS-6(f)")
def test_side_bets_are_placed_where_they_are_offered():
    plain = opened(a_setup("MASS", three_card_table=None, cover_all=False))
    also = side(three_card_bonus=5)
    assert refused(plain, "ante", 1, amount=10, also=also) == {"MASS-6(f)"}
    star4 = opened(a_setup("STAR4"))
    assert refused(star4, "ante", 1, amount=10, also=also) == {"STAR4-10.3"}
    assert isinstance(STUD.open(a_setup("STAR4", cover_all=True)), Refused)
    assert isinstance(STUD.open(a_setup("MASS", three_card_table="9CS")), Refused)


@pytest.mark.rule("MASS-6(f)(5)")
@pytest.mark.rule("HOUSE-CONSOLE-5")
def test_a_folded_bonus_waits_for_the_cards_and_wins():
    state = opened(a_setup("MASS"))
    state = do(state, "ante", 1, amount=10, also=side(three_card_bonus=5))
    state = do(do(state, "no_more_bets"), "deal")
    state = do(state, "fold", 1)
    assert refused(state, "close") == {"HOUSE-CONSOLE-5"}
    assert "close" not in {offer.act for offer in STUD.offers(state)}
    for card in ("7c", "7d", "7h"):
        [turns] = [o for o in STUD.offers(state) if o.cards]
        state = do(state, turns.act, **keyed(card))
    state = do(state, "close")
    bonus = next(x for x in done(STUD.settle(state)) if x.wager == "three_card_bonus")
    assert (bonus.net, bonus.cite) == (150, Cite("MASS-6(f):Table 1"))


@pytest.mark.rule("MASS-12(j)")
def test_cover_all_is_paid_after_every_ordinary_wager():
    state = opened(a_setup("MASS"))
    state = do(state, "ante", 1, amount=10, also=side(cover_all=5))
    state = do(state, "ante", 2, amount=10)
    state = do(do(state, "no_more_bets"), "deal")
    for card in ("Qh", "8s", "2d"):
        state = street(state, card)
    state = do(state, "settle", 2, **keyed("QcQd"))
    state = do(state, "settle", 1, **keyed("3c4d"))
    lines = done(STUD.settle(state))
    assert lines[-1].wager == "cover_all"
    assert lines[-1].net == 50  # trips at two players: 10 to 1
    assert {line.wager for line in STUD.so_far(state)} == {"ante", "3rd", "4th", "5th"}


@pytest.mark.rule("CROWN3-8.2:Table1-note")
def test_winnings_are_held_to_the_posted_maximum():
    assert isinstance(STUD.open(a_setup("CROWN3", maximum_payout=None)), Refused)
    chips = a_setup("CROWN3", maximum_payout=None, unit="chips")
    assert STUD.open(chips).setup is chips  # chips are no money
    state = to_the_streets(opened(a_setup("CROWN3", maximum_payout=1000)), seats=(1,))
    for card in ("Qh", "Jh", "Th"):
        state = street(state, card)
    state = do(state, "settle", 1, **keyed("AhKh"))
    assert sum(line.net for line in done(STUD.settle(state))) == 1000


@pytest.mark.parametrize("code", ["CROWN3", "MASS", "NSW3", "STAR4"])
def test_a_ruling_voids_the_round_and_everything_goes_back(code):
    also = side(three_card_bonus=5, cover_all=5) if code == "MASS" else ()
    state = to_the_streets(opened(a_setup(code)), also=also)
    facts = STUD.facts(state, None)
    lies = sum(sum(w.values()) for w in STUD.staked(state).values())
    assert sum(wager.amount for _, wager in facts.stakes()) == lies
    ruling = ruled_round(state, DeckFault(51, foreign=()))
    for move in ruling.moves:
        state = done(STUD.apply(state, move))
    lines = done(STUD.settle(state))
    assert {line.net for line in lines} == {0}
    assert len(lines) == (2 if code != "MASS" else 6)
    assert STUD.over(state)


@pytest.mark.rule("HOUSE-CONSOLE-7")
@pytest.mark.parametrize("game", ["mississippi_stud", "caribbean_stud"])
def test_no_seat_sees_another_hand(game):
    document = "STAR4" if game == "mississippi_stud" else "VIC99"
    plays = GAMES[game]
    state = opened(a_setup(document, game, cards="dealt", jackpot=None))
    for seat in (1, 4):
        state = do(state, "ante", seat, amount=10)
    if game == "caribbean_stud":
        state = do(state, "no_more_bets")
    while (move := plays.deal_next(state, replayed(3))) is not None:
        state = done(plays.apply(state, move))
    if game == "caribbean_stud":
        state = do(state, "bet_or_fold")
    own = plays.seen(state, 1)["seats"]
    assert None not in own[0]["cards"]
    assert set(own[1]["cards"]) == {None}
    assert all(set(s["cards"]) == {None} for s in plays.seen(state, None)["seats"])


def caribbean(**more):
    return a_setup("VIC99", "caribbean_stud", jackpot=None, **more)


def dealt_caribbean(up: str, seats=(1, 2), **more):
    state = opened(caribbean(**more))
    for seat in seats:
        state = do(state, "ante", seat, amount=10)
    state = do(do(state, "no_more_bets"), "deal")
    return do(do(state, "deal", **keyed(up)), "bet_or_fold")


@pytest.mark.rule("VIC99-N25-9.3.1")
def test_a_dealer_without_a_hand_pays_antes_and_no_card_need_be_keyed():
    state = dealt_caribbean("2c")
    state = do(do(state, "bet", 1, amount=20), "fold", 2)
    assert refused(state, "reveal", **keyed("3c4c5d")) == {"HOUSE-CONSOLE-2"}
    state = do(state, "reveal", **keyed("3c4c5d9h"))
    [settle] = [o for o in CARIBBEAN.offers(state) if o.act == "settle"]
    assert settle.cards is None
    state = do(do(state, "settle", 1), "close")
    lines = done(CARIBBEAN.settle(state))
    assert [(x.seat, x.wager, x.net) for x in lines] == [
        (2, "ante", -10),
        (1, "ante", 10),
        (1, "bet", 0),
    ]


@pytest.mark.rule("VIC99-N25-9.4.1.1")
def test_a_dealer_with_a_hand_is_beaten_by_a_keyed_one():
    state = dealt_caribbean("Ac", seats=(1,))
    state = do(state, "bet", 1, amount=20)
    state = do(state, "reveal", **keyed("Kc4c5d9h"))
    assert refused(state, "settle", 1) == {"HOUSE-CONSOLE-2"}
    assert isinstance(CARIBBEAN.settle(state), Refused)
    state = do(state, "settle", 1, **keyed("2c2d7h8hTs"))
    assert [line.net for line in done(CARIBBEAN.settle(state))] == [10, 20]
    assert CARIBBEAN.said(state, 1) == "Pair of 2s"
    assert CARIBBEAN.seen(state)["board_said"] == "Ace-King: plays"


@pytest.mark.rule("VIC99-N25-14.6.2")
def test_a_dead_dealer_pays_every_ante_with_cards_unseen():
    state = dealt_caribbean("Ac")
    state = do(do(state, "fold", 2), "bet", 1, amount=20)
    state = do(state, "no_hand")
    state = do(do(state, "settle", 1), "close")
    assert sum(line.net for line in done(CARIBBEAN.settle(state))) == 20


def test_a_caribbean_misdeal_gives_everything_back():
    state = dealt_caribbean("Ac")
    for move in ruled_round(state, DeckFault(51, foreign=())).moves:
        state = done(CARIBBEAN.apply(state, move))
    assert {line.net for line in done(CARIBBEAN.settle(state))} == {0}
    assert CARIBBEAN.over(state)


def coup(*bets, cards="9h2cKd3d"):
    state = opened(a_setup("VIC99", "baccarat", seats=7))
    for seat, spot, amount in bets:
        state = do(state, "bet", seat, amount=amount, spot=spot)
    state = do(state, "no_more_bets")
    for card in parse(cards):
        state = do(state, "deal", cards=(card,))
    return state


@pytest.mark.rule("HOUSE-BACCARAT-9")
def test_a_coup_is_keyed_by_the_table_of_play_and_paid():
    state = coup((1, Spot.PLAYER, 100), (2, Spot.BANKER, 50), (2, Spot.TIE, 10))
    assert [offer.act for offer in BACCARAT.offers(state)] == ["close"]
    assert [line.net for line in done(BACCARAT.settle(state))] == [100, -50, -10]
    assert BACCARAT.seen(state)["board_said"] == "Player 9, Banker 5: Player wins"
    assert BACCARAT.over(do(state, "close"))
    assert refused(state, "deal", cards=parse("2h")) == {"HOUSE-BACCARAT-4"}


@pytest.mark.rule("HOUSE-BACCARAT-16")
def test_a_bet_is_taken_back_until_betting_closes():
    state = opened(a_setup("VIC99", "baccarat", seats=7))
    state = do(state, "bet", 1, amount=50, spot=Spot.TIE)
    gone = do(state, "take_back", 1, spot=Spot.TIE)
    assert BACCARAT.staked(gone) == {}
    assert refused(gone, "take_back", 1, spot=Spot.TIE) == {"HOUSE-STEP-1"}
    closed = do(state, "no_more_bets")
    rules = refused(closed, "take_back", 1, spot=Spot.TIE)
    assert rules == {"HOUSE-BACCARAT-16"}


def test_a_void_coup_gives_every_bet_back():
    state = coup((1, Spot.PLAYER, 100), (2, Spot.BANKER, 50), cards="9h2c")
    void = do(state, "void_round", cite=Cite("HOUSE-RULING-1"))
    assert [line.net for line in done(BACCARAT.settle(void))] == [0, 0]
    assert BACCARAT.over(do(void, "close"))
    state = do(state, "void_hand", 2, cite=Cite("HOUSE-RULING-1"))
    state = do(do(state, "deal", cards=parse("Kd")), "deal", cards=parse("3d"))
    assert [line.net for line in done(BACCARAT.settle(state))] == [100, 0]


@pytest.mark.parametrize("game", ["caribbean_stud", "baccarat"])
def test_a_document_without_the_game_opens_nothing(game):
    setup = a_setup("STAR4", game, jackpot=None, edition="4")
    assert isinstance(GAMES[game].open(setup), Refused)


@pytest.mark.rule("HOUSE-CONSOLE-4")
@pytest.mark.parametrize(
    "change",
    [{"edition": "99"}, {"seats": 10}, {"sizes": "huge"}, {"payout_scope": "moon"}],
)
def test_a_table_its_document_does_not_know_is_not_opened(change):
    assert isinstance(STUD.open(a_setup("CROWN3", **change)), Refused)


def test_a_supervisor_refuses_a_wager_and_a_dealer_does_not():
    state = do(opened(a_setup()), "ante", 1, amount=10)
    grounds = {"grounds": "Not seated."}
    assert refused(state, "refuse_wager", 1, by=Rank.DEALER, **grounds) == {
        "STAR4-13.16"
    }
    state = do(state, "refuse_wager", 1, by=Rank.SUPERVISOR, **grounds)
    assert STUD.staked(state) == {}
    assert Move("refuse_wager", 1, by=Rank.SUPERVISOR, **grounds) in state.moves
