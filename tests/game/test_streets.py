"""Looking at the cards, then bet or fold on three streets."""

import pytest

from game.cards import DECK
from game.mississippi.settlement import settle
from game.mississippi.table import open_round
from game.mississippi.view import seen
from game.play.phases import Phase
from game.rulebooks import MISSISSIPPI_STUD, mississippi_rules
from game.rulebooks.devices import Device
from game.rulebooks.mississippi import Sizes
from rulebook import Refused
from tests.game.stud import (
    BET_OR_FOLD,
    NO_MORE_BETS,
    REVEAL,
    a_setup,
    act,
    anted,
    bet,
    cards_seen,
    code_of,
    deal,
    dealt,
    fold,
    hand_seen,
    offered,
    played,
    refused,
    turn,
)

SHOE, SHUFFLER = Device.SHOE, Device.SHUFFLER
CODES = MISSISSIPPI_STUD
DEVICES = [
    (code, device) for code in CODES for device in mississippi_rules(code).devices
]


@pytest.mark.parametrize(
    ("device", "rule"),
    [
        (SHOE, "CROWN3-7.4.1"),
        (SHOE, "MASS-7(d)(3)"),
        (Device.HAND, "MASS-8(c)(3)"),
        (Device.AUTOMATED_SHOE, "MASS-9(c)"),
        (SHOE, "NSW3-7.2.3"),
        (SHUFFLER, "NSW3-7.3.4"),
        (SHOE, "STAR4-7.2.3"),
        (SHUFFLER, "STAR4-7.3.4"),
    ],
)
def test_nobody_looks_or_decides_before_all_hole_cards_are_out(device, rule):
    now = anted(code_of(rule), device)
    while not now.initial_deal_over:
        assert refused(now, bet(1, 10)) == {rule}
        assert all(set(each) <= {None} for each in cards_seen(now, 1).values())
        now = act(now, deal(DECK[now.cards_out]))
    if rule == "CROWN3-7.4.1":
        assert hand_seen(now, 1, 0) == [None, None]
        assert refused(now, fold(1)) == {rule}
        now = act(now, BET_OR_FOLD)
    assert None not in hand_seen(now, 1, 0)
    act(now, bet(1, 10))


@pytest.mark.rule("CROWN3-7.4.1")
def test_bet_or_fold_is_called_after_the_deal_and_only_then():
    assert refused(anted(), BET_OR_FOLD) == {"CROWN3-7.4.1"}
    assert refused(dealt(), BET_OR_FOLD) == {"CROWN3-7.4.1"}
    assert refused(dealt("NSW3"), BET_OR_FOLD) == {"HOUSE-STEP-1"}


MULTIPLES = [(10, True), (20, True), (30, True), (9, False), (31, False), (40, False)]
STEPS_BETWEEN = [(15, False), (25, False), (11, False), (29, False)]


@pytest.mark.parametrize(
    ("street", "rule"),
    [
        (0, "CROWN3-5.5"),
        (1, "CROWN3-5.5"),
        (2, "CROWN3-5.5"),
        (0, "MASS-1:3rd street wager"),
        (1, "MASS-1:4th street wager"),
        (2, "MASS-1:5th street wager"),
        (0, "NSW3-1.1:3rd Street Wager"),
        (1, "NSW3-1.1:4th Street Wager"),
        (2, "NSW3-1.1:5th Street Wager"),
    ],
)
@pytest.mark.parametrize(("amount", "accepted"), MULTIPLES + STEPS_BETWEEN)
def test_street_bets_are_one_two_or_three_antes(street, amount, accepted, rule):
    now = on_street(street, code_of(rule))
    if accepted:
        assert act(now, bet(1, amount)).box(1).streets[-1] == amount
    else:
        assert refused(now, bet(1, amount)) == {rule}


def on_street(street, code, **more):
    now = dealt(code, **more)
    for _ in range(street):
        now = turn(act(now, *(bet(box.seat, box.ante) for box in now.undecided)))
    return now


@pytest.mark.parametrize(
    ("street", "rule"),
    [
        (0, "STAR4-1.1:3rd Street Wager"),
        (1, "STAR4-1.1:4th Street Wager"),
        (2, "STAR4-1.1:5th Street Wager"),
    ],
)
def test_at_the_star_any_amount_between_one_and_three_antes(street, rule):
    now = on_street(street, "STAR4")
    for amount in (10, 11, 25, 29, 30):
        act(now, bet(1, amount))
    for amount in (9, 31, 1):
        assert refused(now, bet(1, amount)) == {rule}
    stepped = on_street(street, "STAR4", street_step=5)
    for amount in (10, 15, 25, 30):
        act(stepped, bet(1, amount))
    for amount in (5, 12, 35):
        assert refused(stepped, bet(1, amount)) == {rule}


@pytest.mark.rule("CROWN3-5.5")
def test_crown_may_set_any_amount_and_nobody_else_may_change_theirs():
    now = dealt(sizes=Sizes.ANY_AMOUNT)
    act(now, bet(1, 25))
    assert refused(now, bet(1, 35)) == {"CROWN3-5.5"}
    for code, wish in (("NSW3", Sizes.ANY_AMOUNT), ("STAR4", Sizes.WHOLE_MULTIPLES)):
        rules = mississippi_rules(code)
        verdict = open_round(a_setup(code, SHOE, sizes=wish))
        assert isinstance(verdict, Refused)
        assert verdict.cites == (rules.streets[0].sizes.cite,)


@pytest.mark.parametrize(
    ("street", "rule"),
    [
        (0, "CROWN3-7.4.3"),
        (1, "CROWN3-7.4.4(a)"),
        (2, "CROWN3-7.4.5(a)"),
        (0, "MASS-10(a)"),
        (1, "MASS-10(e)"),
        (2, "MASS-10(g)"),
        (0, "NSW3-9.1.2"),
        (1, "NSW3-9.2.2"),
        (2, "NSW3-9.3.2"),
        (0, "STAR4-9.1.2"),
        (1, "STAR4-9.2.2"),
        (2, "STAR4-9.3.2"),
    ],
)
def test_each_street_is_bet_in_its_turn(street, rule):
    now = on_street(street, code_of(rule))
    [amounts] = [o.amounts for o in offered(now) if o.act == "bet" and o.seat == 1]
    assert amounts.least == 10
    for amount in (10, 30):
        assert len(act(now, bet(1, amount)).box(1).streets) == street + 1
    assert refused(now, bet(1, 40))
    assert {o.cite.id for o in offered(now) if o.act == "bet"} == {rule}


@pytest.mark.rule("CROWN3-5.5.1", "MASS-1:Bet wager")
@pytest.mark.parametrize("code", CODES)
def test_each_street_is_sized_on_its_own(code):
    now = dealt(code, seats=(1,))
    for amount in (30, 10, 20):
        [bets] = [option for option in offered(now) if option.act == "bet"]
        assert (bets.amounts.least, bets.amounts.most) == (10, 30)
        assert bets.amounts.cite == now.table.rules.streets[now.shown].times.cite
        now = turn(act(now, bet(1, amount)))
    assert now.box(1).streets == (30, 10, 20)


@pytest.mark.parametrize(
    ("street", "rule"),
    [
        (0, "NSW3-9.1"),
        (1, "NSW3-9.2"),
        (2, "NSW3-9.3"),
        (0, "STAR4-9.1"),
        (1, "STAR4-9.2"),
        (2, "STAR4-9.3"),
        (0, "MASS-6(c)"),
        (1, "CROWN3-7.4.4"),
        (2, "CROWN3-7.4.5"),
    ],
)
def test_there_is_only_bet_or_fold(street, rule):
    now = on_street(street, code_of(rule))
    assert {o.act for o in offered(now, seat=1)} == {"bet", "fold"}
    assert refused(now, bet(1, 0)) == {"HOUSE-STUD-2"}
    assert now.table.rules.streets[street].decide.id == rule


@pytest.mark.parametrize(
    ("device", "street", "rule"),
    [
        (SHOE, 0, "CROWN3-7.4.4"),
        (SHOE, 1, "CROWN3-7.4.5"),
        (SHOE, 2, "CROWN3-7.4.6"),
        (SHOE, 0, "MASS-10(d)"),
        (SHOE, 1, "MASS-10(f)"),
        (SHOE, 2, "MASS-10(h)"),
        (SHOE, 0, "NSW3-7.2.4"),
        (SHOE, 1, "NSW3-7.2.5"),
        (SHOE, 2, "NSW3-7.2.6"),
        (SHUFFLER, 0, "NSW3-7.3.5"),
        (SHUFFLER, 1, "NSW3-7.3.6"),
        (SHUFFLER, 2, "NSW3-7.3.7"),
        (SHOE, 0, "STAR4-7.2.4"),
        (SHOE, 1, "STAR4-7.2.5"),
        (SHOE, 2, "STAR4-7.2.6"),
        (SHUFFLER, 0, "STAR4-7.3.5"),
        (SHUFFLER, 1, "STAR4-7.3.6"),
        (SHUFFLER, 2, "STAR4-7.3.7"),
    ],
)
def test_a_community_card_waits_for_every_decision(device, street, rule):
    now = act(on_street(street, code_of(rule), device=device), bet(1, 10))
    if now.table.dealing.call_before_reveal:
        now = act(now, NO_MORE_BETS)
    face_up = now.next_place is not None
    action = deal(DECK[51]) if face_up else REVEAL
    assert refused(now, action) == {rule}
    after = act(now, fold(3), action)
    assert after.shown == street + 1


@pytest.mark.rule("MASS-7(b)", "MASS-6(b)")
def test_in_massachusetts_each_stage_is_closed_by_the_call():
    now = act(dealt("MASS"), bet(1, 10), bet(3, 10))
    assert refused(now, REVEAL) == {"MASS-7(b)"}
    early = act(dealt("MASS"), bet(1, 10), NO_MORE_BETS)
    assert refused(early, bet(3, 10)) == {"MASS-6(b)"}
    assert not offered(early, "bet")
    assert refused(early, NO_MORE_BETS) == {"HOUSE-STEP-1"}
    act(early, fold(3), REVEAL)
    assert refused(dealt("CROWN3"), NO_MORE_BETS) == {"CROWN3-7.2"}


@pytest.mark.rule("MASS-6(c)", "MASS-1:Fold")
def test_streets_come_in_their_order():
    now = dealt("MASS", seats=(1,))
    now = act(now, bet(1, 10))
    assert refused(now, bet(1, 10)) == {"MASS-6(b)"}
    assert refused(now, fold(1)) == {"MASS-6(b)"}
    assert {o.act for o in offered(turn(now), seat=1)} == {"bet", "fold"}


@pytest.mark.parametrize(
    "rule", ["CROWN3-1.1:Fold", "MASS-1:Fold", "NSW3-9.5", "STAR4-9.5"]
)
def test_a_folded_hand_never_plays_again(rule):
    now = act(dealt(code_of(rule)), fold(1))
    assert refused(now, bet(1, 10)) == {rule}
    assert refused(now, fold(1)) == {rule}
    assert 1 not in [option.seat for option in offered(now)]
    now = turn(act(now, bet(3, 10)))
    assert refused(now, bet(1, 10)) == {rule}


@pytest.mark.rule("CROWN3-7.4.6", "CROWN3-1.1:Street", "NSW3-1.1:5th Street")
@pytest.mark.parametrize(("code", "device"), DEVICES)
def test_three_streets_then_settlement(code, device):
    now = played(code, device)
    assert now.phase is Phase.SETTLING
    assert [len(box.streets) for box in now.boxes] == [3, 3]
    assert all(place["card"] for place in seen(now)["board"])
    assert len(now.community) == 3
    assert refused(now, bet(1, 10))
    assert refused(now, REVEAL)


@pytest.mark.rule(
    "CROWN3-1.1:Street",
    "NSW3-1.1:3rd Street",
    "NSW3-1.1:4th Street",
    "NSW3-1.1:5th Street",
    "STAR4-1.1:3rd Street",
    "STAR4-1.1:4th Street",
    "STAR4-1.1:5th Street",
)
@pytest.mark.parametrize("code", CODES)
def test_streets_are_called_by_their_names(code):
    streets = mississippi_rules(code).streets
    assert [s.name for s in streets] == ["3rd", "4th", "5th"]
    defined = {
        "CROWN3": ["1.1:Street"] * 3,
        "MASS": ["1:Bet wager"] * 3,
    }.get(code, ["1.1:3rd Street", "1.1:4th Street", "1.1:5th Street"])
    assert [s.called.cite.id for s in streets] == [f"{code}-{each}" for each in defined]
    wagers = {line.wager for line in settle(played(code))}
    assert wagers == {"ante", "3rd", "4th", "5th"}
