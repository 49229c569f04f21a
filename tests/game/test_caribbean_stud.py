"""Caribbean Stud as it is dealt and bet: every step in its moment, and no other."""

from dataclasses import replace

import pytest

from game.caribbean.round import (
    DeclareNoHand,
    OfferJackpot,
    RegisterJackpot,
    Round,
    Settings,
    Status,
    TurnUpCard,
    VoidHand,
    clockwise,
    open_table,
)
from game.caribbean_stud import apply, claims, legal, play, seen_by, settle
from game.mississippi.round import (
    Announce,
    Ante,
    Bet,
    Call,
    Close,
    Deal,
    Fold,
    Phase,
    Reveal,
    SettleHand,
    TakeBack,
)
from game.rulebooks.devices import Device
from game.rulebooks.mississippi import Medium
from rulebook import VIC99, Refused
from tests.game.caribbean import (
    BACKS,
    BET_OR_FOLD,
    DECK,
    NO_MORE_BETS,
    RULES,
    a_table,
    act,
    anted,
    cites,
    deal_all,
    dealt,
    decided,
    deciding,
    done,
    played,
)

JACKPOT = {"jackpot_price": 1_00}


# The table and its cards.


@pytest.mark.rule("VIC99-N25-2.3")
@pytest.mark.parametrize("device", Device)
def test_cards_come_from_a_shoe_or_a_shuffling_shoe(device):
    backs = BACKS.get(device, ("red",))
    verdict = open_table(RULES, Settings(device, backs, maximum_payout=1))
    if device in BACKS:
        assert done(verdict).dealing is RULES.devices[device]
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
    assert cites(open_table(RULES, Settings(device, backs, 1))) == {rule}
    done(open_table(RULES, Settings(device, BACKS[device], 1)))


@pytest.mark.rule("VIC99-N25-10.11")
@pytest.mark.parametrize("maximum", [None, 0])
def test_a_table_opens_only_with_a_maximum_payout_posted(maximum):
    verdict = open_table(RULES, Settings(Device.SHOE, ("red",), maximum))
    assert cites(verdict) == {"VIC99-N25-10.11"}


# Antes and jackpot wagers.


@pytest.mark.rule("VIC99-N25-1.1.1")
def test_the_ante_is_the_first_stake():
    now = played("KcQd9h8s2c", "AcAdAhAs2d")
    [ante, bet] = done(settle(now))
    assert (ante.wager, ante.stake, bet.wager, bet.stake) == ("ante", 500, "bet", 1000)
    assert {o.cite.clause for o in legal(Round(a_table())) if o.action is Ante} == {
        "N25-1.1.1"
    }


@pytest.mark.parametrize(
    ("rule", "ante"),
    [
        ("VIC99-N25-1.1.7", Ante(3, 0, jackpot=1_00)),
        ("VIC99-N25-5.1", Ante(3, 5_00, medium=Medium.CASH)),
        ("VIC99-N25-5.6", Ante(3, 5_00, medium=Medium.SPOKEN)),
        ("VIC99-N25-5.7", Ante(3, 5_00, player="Ann")),
        ("VIC99-N25-5.8", Ante(1, 5_00, player="Bob")),
        ("VIC99-N25-11.2", Ante(3, 5_00, jackpot=2_00)),
        ("HOUSE-CARIBBEAN-1", Ante(10, 5_00)),
        ("HOUSE-CARIBBEAN-1", Ante(0, 5_00)),
        ("HOUSE-STUD-2", Ante(3, 0)),
        ("HOUSE-STUD-2", Ante(3, -5_00)),
    ],
)
def test_a_wager_that_may_not_be_placed(rule, ante):
    now = act(Round(a_table(**JACKPOT)), Ante(1, 5_00, player="Ann"))
    assert cites(apply(now, ante)) == {rule}


@pytest.mark.parametrize(
    ("rule", "ante"),
    [
        ("VIC99-N25-1.1.7", Ante(3, 5_00, jackpot=1_00)),
        ("VIC99-N25-5.1", Ante(3, 5_00)),
        ("VIC99-N25-5.6", Ante(3, 500, medium=Medium.SPOKEN, changed_to_chips=True)),
        ("VIC99-N25-5.7", Ante(3, 5_00, player="Bob")),
        ("HOUSE-CARIBBEAN-1", Ante(9, 5_00)),
        ("HOUSE-STUD-2", Ante(3, 1)),
    ],
)
def test_and_the_one_next_to_it_that_may(rule, ante):
    now = act(Round(a_table(**JACKPOT)), Ante(1, 5_00, player="Ann"))
    assert done(apply(now, ante)).box(ante.seat).ante == ante.amount


@pytest.mark.rule("VIC99-N25-11.2")
def test_without_a_price_on_a_sign_the_jackpot_is_closed():
    assert cites(apply(anted(), Ante(3, 500, jackpot=100))) == {"VIC99-N25-11.2"}
    assert cites(apply(anted(), OfferJackpot())) == {"VIC99-N25-11.2"}


@pytest.mark.rule("VIC99-N25-5.2.1")
def test_only_a_box_with_an_ante_is_dealt_cards_and_none_is_placed_later():
    now = dealt({1: 500, 4: 500})
    assert [len(box.cards) for box in now.boxes] == [5, 5]
    assert cites(apply(now, Ante(2, 500))) == {"VIC99-N25-5.2.1"}
    nobody = Round(a_table())
    assert cites(apply(nobody, NO_MORE_BETS)) == {"VIC99-N25-5.2.1"}
    assert "VIC99-N25-5.2.1" in cites(apply(nobody, Deal(DECK[0])))
    assert {option.action for option in legal(nobody)} == {Ante}


@pytest.mark.rule("VIC99-N25-5.2.1", "VIC99-N25-7.1")
def test_when_the_last_ante_is_taken_back_betting_is_open_again():
    now = act(anted({1: 500}), NO_MORE_BETS, TakeBack(1))
    assert not now.betting_closed
    assert act(now, Ante(2, 500)).box(2).ante == 500


@pytest.mark.rule("VIC99-N25-5.2.2")
def test_where_a_jackpot_runs_it_is_offered_before_the_first_card():
    now = act(anted(table=a_table(**JACKPOT)), NO_MORE_BETS)
    assert cites(apply(now, Deal(DECK[0]))) == {"VIC99-N25-5.2.2"}
    now = act(now, OfferJackpot(), Deal(DECK[0]))
    assert cites(apply(now, OfferJackpot())) == {"VIC99-N25-5.2.2"}


@pytest.mark.rule("VIC99-N25-11.1", "VIC99-N25-9.5")
def test_a_jackpot_wager_lives_only_once_it_was_accepted():
    start = Round(a_table(**JACKPOT))
    now = act(start, Ante(1, 500, jackpot=100), Ante(2, 500, jackpot=100))
    assert cites(apply(now, RegisterJackpot(3))) == {"VIC99-N25-11.1"}
    now = act(now, RegisterJackpot(2), OfferJackpot(), NO_MORE_BETS)
    now = deal_all(now, DECK[:15])
    assert cites(apply(now, RegisterJackpot(1))) == {"VIC99-N25-11.1"}
    assert claims(now) == ()
    now = act(now, BET_OR_FOLD, Bet(1, 1000), Bet(2, 1000), Reveal())
    [claim] = claims(now)
    assert (claim.seat, claim.stake, claim.folded) == (2, 100, False)
    assert claim.cite == VIC99.at("N25-9.5")


@pytest.mark.rule("VIC99-N25-5.4")
@pytest.mark.parametrize("device", BACKS)
def test_an_ante_is_locked_once_cards_leave_the_shoe(device):
    now = act(anted(table=a_table(device)), NO_MORE_BETS)
    assert done(apply(now, TakeBack(1))).box(1) is None
    now = act(now, Deal(DECK[0]))
    assert cites(apply(now, TakeBack(1))) == {"VIC99-N25-5.4"}


@pytest.mark.rule("VIC99-N25-7.1")
def test_betting_is_closed_before_the_first_card():
    assert cites(apply(anted(), Deal(DECK[0]))) == {"VIC99-N25-7.1"}
    closed = act(anted(), NO_MORE_BETS)
    assert cites(apply(closed, Ante(3, 500))) == {"VIC99-N25-7.1"}
    assert cites(apply(closed, NO_MORE_BETS)) == {"VIC99-N25-7.1"}
    assert done(apply(closed, Deal(DECK[0]))).phase is Phase.DEALING


# The deal.


@pytest.mark.parametrize(
    ("rule", "device"),
    [("VIC99-N25-7.2", Device.SHOE), ("VIC99-N25-7.3", Device.SHUFFLER)],
)
def test_the_deal_goes_clockwise_from_the_dealers_left(rule, device):
    table = a_table(device)
    order = clockwise(table.dealing, [4, 1, 2])
    assert (order.value, order.cite.id) == ((1, 2, 4), rule)
    now = act(anted({4: 500, 1: 500, 2: 500}, table), NO_MORE_BETS)
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
    assert seen_by(now).dealer == (None, None, None, None, DECK[14])


@pytest.mark.parametrize(
    ("rule", "places"),
    [
        ("VIC99-N25-7.3.1", {0: 1, 4: 1, 5: 2, 9: 2}),
        ("VIC99-N25-7.3.2", {10: None, 14: None}),
    ],
)
def test_a_shuffling_shoe_deals_sets_of_five(rule, places):
    now = act(anted(table=a_table(Device.SHUFFLER)), NO_MORE_BETS)
    for number, seat in places.items():
        assert now.places[number].seat == seat
        assert now.places[number].cite.id == rule
    assert not any(place.face_up for place in now.places)
    now = deal_all(now, DECK[:15])
    assert now.boxes[1].cards == DECK[5:10]
    assert now.dealer == DECK[10:15]


@pytest.mark.rule("VIC99-N25-7.3.3")
def test_the_top_card_of_the_dealers_set_is_turned_up():
    now = act(anted(table=a_table(Device.SHUFFLER)), NO_MORE_BETS)
    early = deal_all(now, DECK[:14])
    assert cites(apply(early, TurnUpCard())) == {"VIC99-N25-7.3.3"}
    now = deal_all(now, DECK[:15])
    assert seen_by(now).dealer == (None,) * 5
    now = act(now, TurnUpCard())
    assert seen_by(now).dealer == (DECK[10], None, None, None, None)
    assert cites(apply(now, TurnUpCard())) == {"VIC99-N25-7.3.3"}


@pytest.mark.rule("VIC99-N25-3.1")
def test_a_card_leaves_the_deck_once():
    now = act(anted(), NO_MORE_BETS, Deal(DECK[0]))
    assert cites(apply(now, Deal(DECK[0]))) == {"VIC99-N25-3.1"}


def test_no_card_follows_the_last_one():
    assert cites(apply(dealt(), Deal(DECK[20]))) == {"VIC99-N25-7.2.3"}


# Bet or fold.


@pytest.mark.rule("VIC99-N25-1.1.2")
def test_a_bet_comes_after_the_deal():
    assert cites(apply(anted(), Bet(1, 1000))) == {"VIC99-N25-1.1.2"}


@pytest.mark.rule("VIC99-N25-8.1")
def test_nobody_looks_or_decides_before_the_up_card_shows():
    table = a_table(Device.SHUFFLER)
    now = deal_all(act(anted(table=table), NO_MORE_BETS), DECK[:15])
    assert cites(apply(now, BET_OR_FOLD)) == {"VIC99-N25-8.1"}
    now = act(now, TurnUpCard())
    assert seen_by(now, 1).boxes[0].cards == (None,) * 5
    assert cites(apply(now, Fold(1))) == {"VIC99-N25-8.1"}
    assert cites(apply(now, Bet(1, 1000))) == {"VIC99-N25-8.1"}
    now = act(now, BET_OR_FOLD)
    assert seen_by(now, 1).boxes[0].cards == DECK[:5]
    assert done(apply(now, Fold(1))).box(1).status is Status.FOLDED


@pytest.mark.rule("VIC99-N25-5.3.1")
@pytest.mark.parametrize("amount", [999, 1001, 500, 1500, 0, -1000, 1000.0])
def test_a_bet_is_exactly_twice_the_ante(amount):
    assert cites(apply(deciding(), Bet(1, amount))) == {"VIC99-N25-5.3.1"}
    assert done(apply(deciding(), Bet(1, 1000))).box(1).bet == 1000


@pytest.mark.rule("VIC99-N25-5.3")
def test_a_player_bets_or_folds_once_and_nothing_else():
    now = deciding()
    offered = {(o.action, o.seat) for o in legal(now)}
    assert offered == {(Bet, 1), (Fold, 1), (Bet, 2), (Fold, 2)}
    for first in (Bet(1, 1000), Fold(1)):
        once = act(now, first)
        assert cites(apply(once, Bet(1, 1000))) == {"VIC99-N25-5.3"}
        assert cites(apply(once, Fold(1))) == {"VIC99-N25-5.3"}


@pytest.mark.rule("VIC99-N25-8.3")
def test_a_betting_hand_stays_face_down_until_it_is_settled():
    now = deciding()
    [offer] = [o for o in legal(now) if (o.action, o.seat) == (Bet, 1)]
    assert (offer.amounts.value, offer.cite.clause) == (range(1000, 1001), "N25-8.3")
    now = act(now, Bet(1, 1000), Bet(2, 1000), Reveal())
    assert now.box(1).bet == 1000
    assert seen_by(now).boxes[0].cards == (None,) * 5
    now = act(now, SettleHand(2), SettleHand(1))
    assert seen_by(now).boxes[0].cards == now.box(1).cards


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
    start = Round(a_table(**JACKPOT))
    now = act(start, Ante(1, 500, jackpot=100), RegisterJackpot(1), OfferJackpot())
    now = act(deal_all(act(now, NO_MORE_BETS), DECK[:10]), BET_OR_FOLD, Fold(1))
    assert claims(now) == ()
    [ante, jackpot] = done(settle(now))
    assert (ante.net, jackpot.wager, jackpot.net) == (-500, "jackpot", -100)
    assert jackpot.cite == VIC99.at("N25-8.4")


@pytest.mark.rule("VIC99-N25-8.4")
@pytest.mark.parametrize("cards", [4, 6])
def test_a_hand_without_five_cards_is_not_folded_away(cards):
    now = deciding()
    wrong = replace(now.boxes[0], cards=DECK[20 : 20 + cards])
    now = replace(now, boxes=(wrong, now.boxes[1]))
    assert cites(apply(now, Fold(1))) == {"VIC99-N25-8.4"}


@pytest.mark.rule("VIC99-N25-8.5")
def test_the_dealer_turns_the_cards_once_everybody_has_decided():
    now = act(deciding(), Bet(1, 1000))
    assert cites(apply(now, Reveal())) == {"VIC99-N25-8.5"}
    assert cites(settle(now)) == {"VIC99-N25-8.5"}
    now = act(now, Fold(2))
    assert cites(settle(now)) == {"VIC99-N25-8.5"}
    assert cites(apply(now, SettleHand(1))) == {"VIC99-N25-8.5"}
    now = act(now, Reveal())
    assert seen_by(now).dealer == now.dealer
    assert cites(apply(now, Reveal())) == {"VIC99-N25-8.5"}


@pytest.mark.rule("VIC99-N25-9.4")
def test_hands_are_settled_from_the_dealers_right():
    now = act(decided({1: 500, 2: 500, 4: 500}), Reveal())
    assert now.to_settle == (4, 2, 1)
    assert cites(apply(now, SettleHand(1))) == {"VIC99-N25-9.4"}
    assert [line.seat for line in done(settle(now))] == [4, 4, 2, 2, 1, 1]
    now = act(now, SettleHand(4))
    assert cites(apply(now, SettleHand(4))) == {"HOUSE-CARIBBEAN-2"}


@pytest.mark.rule("HOUSE-STEP-1")
def test_a_round_closes_when_every_hand_is_settled():
    now = act(decided(folds={1}), Reveal())
    assert cites(apply(now, Close())) == {"HOUSE-STEP-1"}
    now = act(now, SettleHand(2), Close())
    assert (now.phase, legal(now)) == (Phase.CLOSED, ())


# Rulings that end a hand early.


def test_a_void_hand_gets_its_stakes_back_under_the_ruling():
    cite = VIC99.at("N25-14.10")
    now = act(deciding(), Bet(1, 1000), VoidHand(2, cite), Reveal())
    [line] = [line for line in done(settle(now)) if line.seat == 2]
    assert (line.net, line.cite) == (0, cite)
    assert cites(apply(anted(), VoidHand(1, cite))) == {"HOUSE-STEP-1"}


@pytest.mark.rule("VIC99-N25-14.6.2", "VIC99-N25-14.6.2.1", "VIC99-N25-14.6.2.2")
def test_a_dead_dealers_hand_pays_every_ante_and_folded_ones_too():
    start = Round(a_table(**JACKPOT))
    now = act(start, Ante(1, 500, jackpot=100), RegisterJackpot(1), Ante(2, 500))
    now = act(now, OfferJackpot(), NO_MORE_BETS)
    assert cites(apply(now, DeclareNoHand())) == {"VIC99-N25-14.6.2"}
    now = act(deal_all(now, DECK[:15]), BET_OR_FOLD, Fold(1), Bet(2, 1000))
    now = act(now, DeclareNoHand())
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
        Bet(3, 1000),
        Fold(3),
        TakeBack(3),
        VoidHand(3, VIC99.at("N25-14.9")),
    ):
        verdict = apply(deciding(), action)
        assert isinstance(verdict, Refused)
        assert "VIC99-N25-5.2.1" in cites(verdict)


def test_calls_have_their_moment():
    assert "VIC99-N25-8.1" in cites(apply(anted(), Announce(Call.BET_OR_FOLD)))
    assert "VIC99-N25-7.1" in cites(apply(deciding(), NO_MORE_BETS))


def test_a_record_replays_to_the_same_round():
    now = act(decided(folds={2}), Reveal(), SettleHand(1), Close())
    assert play(now.table, now.record) == now
    assert play(now.table, now.record[1:]) != now
