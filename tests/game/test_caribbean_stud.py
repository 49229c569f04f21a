"""Caribbean Stud as it is dealt and bet: every step in its moment, and no other."""

from dataclasses import replace

import pytest

from game.cards import show
from game.caribbean.game import CARIBBEAN_STUD
from game.caribbean.round import Status, clockwise
from game.caribbean.settlement import claims, settle
from game.caribbean.table import open_round
from game.play.phases import Phase
from game.rulebooks.devices import Device
from game.rulebooks.mississippi import Medium
from rulebook import VIC99, Refused
from tests.game.caribbean import (
    BACKS,
    DECK,
    NO_HAND,
    OFFER_JACKPOT,
    RULES,
    TURN_UP,
    a_setup,
    act,
    anted,
    apply,
    cites,
    deal_all,
    dealer_seen,
    dealt,
    decided,
    deciding,
    done,
    empty,
    hand_seen,
    played,
    register,
    replayed_of,
)
from tests.game.stud import (
    BET_OR_FOLD,
    CLOSE,
    NO_MORE_BETS,
    REVEAL,
    ante,
    bet,
    deal,
    fold,
    settle_hand,
    take_back,
    void_hand,
)

JACKPOT = {"jackpot": 1_00}


# The table and its cards.


@pytest.mark.rule("VIC99-N25-2.3")
@pytest.mark.parametrize("device", Device)
def test_cards_come_from_a_shoe_or_a_shuffling_shoe(device):
    backs = BACKS.get(device, ("red",))
    verdict = open_round(a_setup(device, 1, backs=backs))
    if device in BACKS:
        assert done(verdict).table.dealing is RULES.devices[device]
    else:
        assert cites(verdict) == {"VIC99-N25-2.3"}


@pytest.mark.parametrize(
    ("rule", "device", "backs"),
    [
        ("VIC99-N25-3.1", Device.SHOE, ("red", "blue")),
        ("VIC99-N25-3.1", Device.SHOE, ()),
        ("VIC99-N25-3.1.1", Device.SHUFFLER, ("red",)),
        ("VIC99-N25-3.1.1", Device.SHUFFLER, ("red", "red")),
        ("VIC99-N25-3.1.1", Device.SHUFFLER, ("red", "blue", "green")),
    ],
)
def test_a_shoe_has_one_deck_and_a_shuffling_shoe_two_of_different_colours(
    rule, device, backs
):
    assert cites(open_round(a_setup(device, 1, backs=backs))) == {rule}
    done(open_round(a_setup(device, 1, backs=BACKS[device])))


@pytest.mark.rule("VIC99-N25-10.11")
@pytest.mark.parametrize("maximum", [None, 0])
def test_a_table_opens_only_with_a_maximum_payout_posted(maximum):
    verdict = open_round(a_setup(Device.SHOE, maximum))
    assert cites(verdict) == {"VIC99-N25-10.11"}


# Antes and jackpot wagers.


@pytest.mark.rule("VIC99-N25-1.1.1")
def test_the_ante_is_the_first_stake():
    now = played("KcQd9h8s2c", "AcAdAhAs2d")
    [ante, bet] = done(settle(now))
    assert (ante.wager, ante.stake, bet.wager, bet.stake) == ("ante", 500, "bet", 1000)
    offers = [o for o in CARIBBEAN_STUD.offers(empty()) if o.act == "ante"]
    assert {offer.cite.clause for offer in offers} == {"N25-1.1.1"}


@pytest.mark.parametrize(
    ("rule", "move"),
    [
        ("VIC99-N25-1.1.7", ante(3, 0, jackpot=1_00)),
        ("VIC99-N25-5.1", ante(3, 5_00, medium=Medium.CASH)),
        ("VIC99-N25-5.6", ante(3, 5_00, medium=Medium.SPOKEN)),
        ("VIC99-N25-5.7", ante(3, 5_00, player="Ann")),
        ("VIC99-N25-5.8", ante(1, 5_00, player="Bob")),
        ("VIC99-N25-11.2", ante(3, 5_00, jackpot=2_00)),
        ("HOUSE-CARIBBEAN-1", ante(10, 5_00)),
        ("HOUSE-CARIBBEAN-1", ante(0, 5_00)),
        ("HOUSE-STUD-2", ante(3, 0)),
        ("HOUSE-STUD-2", ante(3, -5_00)),
    ],
)
def test_a_wager_that_may_not_be_placed(rule, move):
    now = act(empty(**JACKPOT), ante(1, 5_00, player="Ann"))
    assert cites(apply(now, move)) == {rule}


@pytest.mark.parametrize(
    ("rule", "move"),
    [
        ("VIC99-N25-1.1.7", ante(3, 5_00, jackpot=1_00)),
        ("VIC99-N25-5.1", ante(3, 5_00)),
        ("VIC99-N25-5.6", ante(3, 500, medium=Medium.SPOKEN, changed=True)),
        ("VIC99-N25-5.7", ante(3, 5_00, player="Bob")),
        ("HOUSE-CARIBBEAN-1", ante(9, 5_00)),
        ("HOUSE-STUD-2", ante(3, 1)),
    ],
)
def test_and_the_one_next_to_it_that_may(rule, move):
    now = act(empty(**JACKPOT), ante(1, 5_00, player="Ann"))
    assert done(apply(now, move)).box(move.seat).ante == move.amount


@pytest.mark.rule("VIC99-N25-11.2")
def test_without_a_price_on_a_sign_the_jackpot_is_closed():
    assert cites(apply(anted(), ante(3, 500, jackpot=100))) == {"VIC99-N25-11.2"}
    assert cites(apply(anted(), OFFER_JACKPOT)) == {"VIC99-N25-11.2"}


@pytest.mark.rule("VIC99-N25-5.2.1")
def test_only_a_box_with_an_ante_is_dealt_cards_and_none_is_placed_later():
    now = dealt({1: 500, 4: 500})
    assert [len(box.cards) for box in now.boxes] == [5, 5]
    assert cites(apply(now, ante(2, 500))) == {"VIC99-N25-5.2.1"}
    nobody = empty()
    assert cites(apply(nobody, NO_MORE_BETS)) == {"VIC99-N25-5.2.1"}
    assert "VIC99-N25-5.2.1" in cites(apply(nobody, deal(DECK[0])))
    assert {offer.act for offer in CARIBBEAN_STUD.offers(nobody)} == {"ante"}


@pytest.mark.rule("VIC99-N25-5.2.1", "VIC99-N25-7.1")
def test_when_the_last_ante_is_taken_back_betting_is_open_again():
    now = act(anted({1: 500}), NO_MORE_BETS, take_back(1))
    assert not now.stages_closed
    assert act(now, ante(2, 500)).box(2).ante == 500


@pytest.mark.rule("VIC99-N25-5.2.2")
def test_where_a_jackpot_runs_it_is_offered_before_the_first_card():
    now = act(anted(start=empty(**JACKPOT)), NO_MORE_BETS)
    assert cites(apply(now, deal(DECK[0]))) == {"VIC99-N25-5.2.2"}
    now = act(now, OFFER_JACKPOT, deal(DECK[0]))
    assert cites(apply(now, OFFER_JACKPOT)) == {"VIC99-N25-5.2.2"}


@pytest.mark.rule("VIC99-N25-11.1", "VIC99-N25-9.5")
def test_a_jackpot_wager_lives_only_once_it_was_accepted():
    start = empty(**JACKPOT)
    now = act(start, ante(1, 500, jackpot=100), ante(2, 500, jackpot=100))
    assert cites(apply(now, register(3))) == {"VIC99-N25-11.1"}
    now = act(now, register(2), OFFER_JACKPOT, NO_MORE_BETS)
    now = deal_all(now, DECK[:15])
    assert cites(apply(now, register(1))) == {"VIC99-N25-11.1"}
    assert claims(now) == ()
    now = act(now, BET_OR_FOLD, bet(1, 1000), bet(2, 1000), REVEAL)
    [claim] = claims(now)
    assert (claim.seat, claim.stake, claim.folded) == (2, 100, False)
    assert claim.cite == VIC99.at("N25-9.5")


@pytest.mark.rule("VIC99-N25-5.4")
@pytest.mark.parametrize("device", BACKS)
def test_an_ante_is_locked_once_cards_leave_the_shoe(device):
    now = act(anted(start=empty(device)), NO_MORE_BETS)
    assert done(apply(now, take_back(1))).box(1) is None
    now = act(now, deal(DECK[0]))
    assert cites(apply(now, take_back(1))) == {"VIC99-N25-5.4"}


@pytest.mark.rule("VIC99-N25-7.1")
def test_betting_is_closed_before_the_first_card():
    assert cites(apply(anted(), deal(DECK[0]))) == {"VIC99-N25-7.1"}
    closed = act(anted(), NO_MORE_BETS)
    assert cites(apply(closed, ante(3, 500))) == {"VIC99-N25-7.1"}
    assert cites(apply(closed, NO_MORE_BETS)) == {"VIC99-N25-7.1"}
    assert done(apply(closed, deal(DECK[0]))).phase is Phase.DEALING


# The deal.


@pytest.mark.parametrize(
    ("rule", "device"),
    [("VIC99-N25-7.2", Device.SHOE), ("VIC99-N25-7.3", Device.SHUFFLER)],
)
def test_the_deal_goes_clockwise_from_the_dealers_left(rule, device):
    start = empty(device)
    table = start.table
    order = clockwise(table.dealing, [4, 1, 2])
    assert (order.value, order.cite.id) == ((1, 2, 4), rule)
    now = act(anted({4: 500, 1: 500, 2: 500}, start), NO_MORE_BETS)
    step = table.dealing.at_once.value
    assert [p.seat for p in now.places[: 4 * step : step]] == [1, 2, 4, None]


@pytest.mark.parametrize(
    ("rule", "places"),
    [
        ("VIC99-N25-7.2.1", {0: 1, 1: 2}),
        ("VIC99-N25-7.2.2", {2: None}),
        ("VIC99-N25-7.2.3", {3: 1, 4: 2, 5: None, 12: 1, 13: 2, 14: None}),
    ],
)
def test_a_shoe_deals_card_by_card_and_the_dealers_fifth_face_up(rule, places):
    now = act(anted(), NO_MORE_BETS)
    assert len(now.places) == 15
    for number, seat in places.items():
        assert now.places[number].seat == seat
        assert now.places[number].cite.id == rule
    assert [p.face_up for p in now.places] == [False] * 14 + [True]
    now = dealt()
    assert now.boxes[0].cards == DECK[0:15:3]
    assert now.dealer == DECK[2:15:3]
    assert dealer_seen(now) == [None, None, None, None, show(DECK[14:15])]


@pytest.mark.parametrize(
    ("rule", "places"),
    [
        ("VIC99-N25-7.3.1", {0: 1, 4: 1, 5: 2, 9: 2}),
        ("VIC99-N25-7.3.2", {10: None, 14: None}),
    ],
)
def test_a_shuffling_shoe_deals_sets_of_five(rule, places):
    now = act(anted(start=empty(Device.SHUFFLER)), NO_MORE_BETS)
    for number, seat in places.items():
        assert now.places[number].seat == seat
        assert now.places[number].cite.id == rule
    assert not any(place.face_up for place in now.places)
    now = deal_all(now, DECK[:15])
    assert now.boxes[1].cards == DECK[5:10]
    assert now.dealer == DECK[10:15]


@pytest.mark.rule("VIC99-N25-7.3.3")
def test_the_top_card_of_the_dealers_set_is_turned_up():
    now = act(anted(start=empty(Device.SHUFFLER)), NO_MORE_BETS)
    early = deal_all(now, DECK[:14])
    assert cites(apply(early, TURN_UP)) == {"VIC99-N25-7.3.3"}
    now = deal_all(now, DECK[:15])
    assert dealer_seen(now) == [None] * 5
    now = act(now, TURN_UP)
    assert dealer_seen(now) == [show(DECK[10:11]), None, None, None, None]
    assert cites(apply(now, TURN_UP)) == {"VIC99-N25-7.3.3"}


@pytest.mark.rule("VIC99-N25-3.1")
def test_a_card_leaves_the_deck_once():
    now = act(anted(), NO_MORE_BETS, deal(DECK[0]))
    assert cites(apply(now, deal(DECK[0]))) == {"VIC99-N25-3.1"}


def test_no_card_follows_the_last_one():
    assert cites(apply(dealt(), deal(DECK[20]))) == {"VIC99-N25-7.2.3"}


# Bet or fold.


@pytest.mark.rule("VIC99-N25-1.1.2")
def test_a_bet_comes_after_the_deal():
    assert cites(apply(anted(), bet(1, 1000))) == {"VIC99-N25-1.1.2"}


@pytest.mark.rule("VIC99-N25-8.1")
def test_nobody_looks_or_decides_before_the_up_card_shows():
    start = empty(Device.SHUFFLER)
    now = deal_all(act(anted(start=start), NO_MORE_BETS), DECK[:15])
    assert cites(apply(now, BET_OR_FOLD)) == {"VIC99-N25-8.1"}
    now = act(now, TURN_UP)
    assert hand_seen(now, 1, 0) == [None] * 5
    assert cites(apply(now, fold(1))) == {"VIC99-N25-8.1"}
    assert cites(apply(now, bet(1, 1000))) == {"VIC99-N25-8.1"}
    now = act(now, BET_OR_FOLD)
    assert None not in hand_seen(now, 1, 0)
    assert done(apply(now, fold(1))).box(1).status is Status.FOLDED


@pytest.mark.rule("VIC99-N25-5.3.1")
@pytest.mark.parametrize("amount", [999, 1001, 500, 1500, 0, -1000, 1000.0])
def test_a_bet_is_exactly_twice_the_ante(amount):
    assert cites(apply(deciding(), bet(1, amount))) == {"VIC99-N25-5.3.1"}
    assert done(apply(deciding(), bet(1, 1000))).box(1).bet == 1000


@pytest.mark.rule("VIC99-N25-5.3")
def test_a_player_bets_or_folds_once_and_nothing_else():
    now = deciding()
    offered = {(offer.act, offer.seat) for offer in CARIBBEAN_STUD.offers(now)}
    assert offered == {("bet", 1), ("fold", 1), ("bet", 2), ("fold", 2)}
    for first in (bet(1, 1000), fold(1)):
        once = act(now, first)
        assert cites(apply(once, bet(1, 1000))) == {"VIC99-N25-5.3"}
        assert cites(apply(once, fold(1))) == {"VIC99-N25-5.3"}


@pytest.mark.rule("VIC99-N25-8.3")
def test_a_betting_hand_stays_face_down_until_it_is_settled():
    now = deciding()
    offers = CARIBBEAN_STUD.offers(now)
    [offer] = [o for o in offers if (o.act, o.seat) == ("bet", 1)]
    assert (offer.amounts.taps, offer.cite.clause) == ((1000,), "N25-8.3")
    now = act(now, bet(1, 1000), bet(2, 1000), REVEAL)
    assert now.box(1).bet == 1000
    assert hand_seen(now, None, 0) == [None] * 5
    now = act(now, settle_hand(2), settle_hand(1))
    assert None not in hand_seen(now, None, 0)


@pytest.mark.rule("VIC99-N25-5.3.2", "VIC99-N25-1.1.5")
def test_a_fold_loses_the_ante_and_the_hand():
    now = decided(folds={1, 2})
    assert [box.status for box in now.boxes] == [Status.FOLDED] * 2
    lines = done(settle(now))
    assert [(line.seat, line.wager, line.net) for line in lines] == [
        (2, "ante", -500),
        (1, "ante", -500),
    ]
    assert {line.cite.clause for line in lines} == {"N25-5.3.2"}


@pytest.mark.rule("VIC99-N25-8.4")
def test_a_folded_hand_has_five_cards_and_takes_the_jackpot_wager_along():
    start = empty(**JACKPOT)
    now = act(start, ante(1, 500, jackpot=100), register(1), OFFER_JACKPOT)
    now = act(deal_all(act(now, NO_MORE_BETS), DECK[:10]), BET_OR_FOLD, fold(1))
    assert claims(now) == ()
    [lost, jackpot] = done(settle(now))
    assert (lost.net, jackpot.wager, jackpot.net) == (-500, "jackpot", -100)
    assert jackpot.cite == VIC99.at("N25-8.4")


@pytest.mark.rule("VIC99-N25-8.4")
@pytest.mark.parametrize("cards", [4, 6])
def test_a_hand_without_five_cards_is_not_folded_away(cards):
    now = deciding()
    wrong = now.boxes[0]._replace(cards=DECK[20 : 20 + cards])
    now = replace(now, boxes=(wrong, now.boxes[1]))
    assert cites(apply(now, fold(1))) == {"VIC99-N25-8.4"}


@pytest.mark.rule("VIC99-N25-8.5")
def test_the_dealer_turns_the_cards_once_everybody_has_decided():
    now = act(deciding(), bet(1, 1000))
    assert cites(apply(now, REVEAL)) == {"VIC99-N25-8.5"}
    assert cites(settle(now)) == {"VIC99-N25-8.5"}
    now = act(now, fold(2))
    assert cites(settle(now)) == {"VIC99-N25-8.5"}
    assert cites(apply(now, settle_hand(1))) == {"VIC99-N25-8.5"}
    now = act(now, REVEAL)
    assert dealer_seen(now) == [show((card,)) for card in now.dealer]
    assert cites(apply(now, REVEAL)) == {"VIC99-N25-8.5"}


@pytest.mark.rule("VIC99-N25-9.4")
def test_hands_are_settled_from_the_dealers_right():
    now = act(decided({1: 500, 2: 500, 4: 500}), REVEAL)
    assert now.to_settle == (4, 2, 1)
    assert cites(apply(now, settle_hand(1))) == {"VIC99-N25-9.4"}
    assert [line.seat for line in done(settle(now))] == [4, 4, 2, 2, 1, 1]
    now = act(now, settle_hand(4))
    assert cites(apply(now, settle_hand(4))) == {"HOUSE-CARIBBEAN-2"}


@pytest.mark.rule("HOUSE-STEP-1")
def test_a_round_closes_when_every_hand_is_settled():
    now = act(decided(folds={1}), REVEAL)
    assert cites(apply(now, CLOSE)) == {"HOUSE-STEP-1"}
    now = act(now, settle_hand(2), CLOSE)
    assert (now.phase, CARIBBEAN_STUD.offers(now)) == (Phase.CLOSED, ())


# Rulings that end a hand early.


def test_a_void_hand_gets_its_stakes_back_under_the_ruling():
    cite = VIC99.at("N25-14.10")
    now = act(deciding(), bet(1, 1000), void_hand(2, cite), REVEAL)
    [line] = [line for line in done(settle(now)) if line.seat == 2]
    assert (line.net, line.cite) == (0, cite)
    assert cites(apply(anted(), void_hand(1, cite))) == {"HOUSE-STEP-1"}


@pytest.mark.rule("VIC99-N25-14.6.2", "VIC99-N25-14.6.2.1", "VIC99-N25-14.6.2.2")
def test_a_dead_dealers_hand_pays_every_ante_and_folded_ones_too():
    start = empty(**JACKPOT)
    now = act(start, ante(1, 500, jackpot=100), register(1), ante(2, 500))
    now = act(now, OFFER_JACKPOT, NO_MORE_BETS)
    assert cites(apply(now, NO_HAND)) == {"VIC99-N25-14.6.2"}
    now = act(deal_all(now, DECK[:15]), BET_OR_FOLD, fold(1), bet(2, 1000))
    now = act(now, NO_HAND)
    assert [(n.seat, n.wager, n.net, n.cite.clause) for n in done(settle(now))] == [
        (2, "ante", 500, "N25-14.6.2.1"),
        (2, "bet", 0, "N25-14.6.2"),
        (1, "ante", 500, "N25-14.6.2.1"),
    ]
    [claim] = claims(now)
    # The fold is undone with the ante, so the hand may win the jackpot.
    assert (claim.seat, claim.folded, claim.cite.clause) == (1, False, "N25-14.6.2.2")


def test_only_a_seat_in_the_round_acts():
    for action in (
        bet(3, 1000),
        fold(3),
        take_back(3),
        void_hand(3, VIC99.at("N25-14.9")),
    ):
        verdict = apply(deciding(), action)
        assert isinstance(verdict, Refused)
        assert "VIC99-N25-5.2.1" in cites(verdict)


def test_calls_have_their_moment():
    assert "VIC99-N25-8.1" in cites(apply(anted(), BET_OR_FOLD))
    assert "VIC99-N25-7.1" in cites(apply(deciding(), NO_MORE_BETS))


def test_a_record_replays_to_the_same_round():
    now = act(decided(folds={2}), REVEAL, settle_hand(1), CLOSE)
    assert replayed_of(now) == now
    assert replayed_of(now, now.moves[1:]) != now
