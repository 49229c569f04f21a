"""Betting at a live table: what each street offers, takes and refuses, and its rule."""

import pytest

from tests.house.at_table_cast import DEPUTY, RUTH
from tests.house.floor_cast import at
from tests.house.topics_cast import proving

TENS = (10_00, 20_00, 30_00)


@pytest.fixture
def floor(app, db, request):
    with proving(app, db, request.node) as floor:
        yield floor


# By document: what a street is bet and folded under, what refuses a wrong size, what
# keeps its card back, and what keeps a stake and a folded hand as they are.
BETS = {
    "CROWN3": ("CROWN3-7.4.3", "CROWN3-7.4.4(a)", "CROWN3-7.4.5(a)"),
    "MASS": ("MASS-10(a)", "MASS-10(e)", "MASS-10(g)"),
    "NSW3": ("NSW3-9.1.2", "NSW3-9.2.2", "NSW3-9.3.2"),
    "STAR4": ("STAR4-9.1.2", "STAR4-9.2.2", "STAR4-9.3.2"),
}
FOLDS = {
    "CROWN3": ("CROWN3-7.4.2(b)", "CROWN3-7.4.4(b)", "CROWN3-7.4.5(b)"),
    "MASS": ("MASS-10(a)", "MASS-10(e)", "MASS-10(g)"),
    "NSW3": ("NSW3-9.1.1", "NSW3-9.2.1", "NSW3-9.3.1"),
    "STAR4": ("STAR4-9.1.1", "STAR4-9.2.1", "STAR4-9.3.1"),
}
SIZES = {
    "CROWN3": ("CROWN3-5.5",) * 3,
    "MASS": tuple(f"MASS-1:{n} street wager" for n in ("3rd", "4th", "5th")),
    "NSW3": tuple(f"NSW3-1.1:{n} Street Wager" for n in ("3rd", "4th", "5th")),
    "STAR4": tuple(f"STAR4-1.1:{n} Street Wager" for n in ("3rd", "4th", "5th")),
}
TURNS = {
    "CROWN3": ("CROWN3-7.4.4", "CROWN3-7.4.5", "CROWN3-7.4.6"),
    "MASS": ("MASS-10(d)", "MASS-10(f)", "MASS-10(h)"),
    "NSW3": ("NSW3-7.3.5", "NSW3-7.3.6", "NSW3-7.3.7"),
    "STAR4": ("STAR4-7.3.5", "STAR4-7.3.6", "STAR4-7.3.7"),
}
# Fold or bet, nothing else: what each street asks of a player.
DECIDE = {
    "CROWN3": ("CROWN3-5.5",),
    "MASS": ("MASS-6(c)",),
    "NSW3": ("NSW3-9.1", "NSW3-9.2", "NSW3-9.3"),
    "STAR4": ("STAR4-9.1", "STAR4-9.2", "STAR4-9.3"),
}
TOO_LATE = {
    "CROWN3": "CROWN3-7.4.5",
    "MASS": "MASS-6(c)",
    "NSW3": "NSW3-9.3",
    "STAR4": "STAR4-9.3",
}
UNTOUCHED = {
    "CROWN3": "CROWN3-5.6",
    "MASS": "MASS-6(b)",
    "NSW3": "NSW3-5.3",
    "STAR4": "STAR4-5.4",
}
OUT = {
    "CROWN3": "CROWN3-1.1:Fold",
    "MASS": "MASS-1:Fold",
    "NSW3": "NSW3-9.5",
    "STAR4": "STAR4-9.5",
}
BOARD = ("2c", "7d", "9h")
LOW = {1: ["4s", "Jc"], 3: ["5s", "Qc"], 5: ["6s", "Kc"]}  # nothing with this board


@pytest.mark.parametrize(
    "code",
    [
        pytest.param(
            "CROWN3",
            marks=pytest.mark.rule(
                "CROWN3-5.5",
                "CROWN3-5.5.1",
                "CROWN3-5.6",
                "CROWN3-7.4.2(b)",
                "CROWN3-7.4.3",
                "CROWN3-7.4.4",
                "CROWN3-7.4.4(a)",
                "CROWN3-7.4.4(b)",
                "CROWN3-7.4.5",
                "CROWN3-7.4.5(a)",
                "CROWN3-7.4.5(b)",
                "CROWN3-7.4.6",
            ),
        ),
        pytest.param(
            "MASS",
            marks=pytest.mark.rule(
                "MASS-6(c)",
                "MASS-10(a)",
                "MASS-10(d)",
                "MASS-10(e)",
                "MASS-10(f)",
                "MASS-10(g)",
                "MASS-10(h)",
            ),
        ),
        pytest.param(
            "NSW3",
            marks=pytest.mark.rule(
                "NSW3-7.3.5",
                "NSW3-7.3.6",
                "NSW3-7.3.7",
                "NSW3-9.1",
                "NSW3-9.1.1",
                "NSW3-9.1.2",
                "NSW3-9.2",
                "NSW3-9.2.1",
                "NSW3-9.2.2",
                "NSW3-9.3",
                "NSW3-9.3.1",
                "NSW3-9.3.2",
                "NSW3-9.5",
            ),
        ),
        pytest.param(
            "STAR4",
            marks=pytest.mark.rule(
                "STAR4-7.3.5",
                "STAR4-7.3.6",
                "STAR4-7.3.7",
                "STAR4-9.1",
                "STAR4-9.1.1",
                "STAR4-9.1.2",
                "STAR4-9.2",
                "STAR4-9.2.1",
                "STAR4-9.2.2",
                "STAR4-9.3",
                "STAR4-9.3.1",
                "STAR4-9.3.2",
                "STAR4-9.5",
            ),
        ),
    ],
)
def test_each_street_is_bet_or_folded_in_its_time_and_size(floor, code):
    table = floor.table(code, (1, 3, 5))
    table.antes()
    table.deal_out()
    table.refused("take_back", UNTOUCHED[code], seat=1)
    for street, card in enumerate(BOARD):
        only_bet_or_fold(table, code)
        table.refused(turning(table), TURNS[code][street], cards=[card])
        bet, fold = table.offer("bet", 1), table.offer("fold", 1)
        assert (bet.cite.id, fold.cite.id) == (BETS[code][street], FOLDS[code][street])
        assert (bet.amounts.least, bet.amounts.most) == (10_00, 30_00)
        for wrong in (9_99, 30_01, 40_00):
            table.refused("bet", SIZES[code][street], seat=1, amount=wrong)
        # Each street is sized on its own: three times, once, twice the ante.
        table.must("bet", seat=1, amount=(30_00, 10_00, 20_00)[street])
        table.refused("bet", UNTOUCHED[code], seat=1, amount=10_00)
        if street == 0:
            table.must("bet", seat=3, amount=10_00)
            table.must("fold", seat=5)
            table.refused("bet", OUT[code], seat=5, amount=10_00)
        elif street == 1:
            table.must("fold", seat=3)
        table.turn(card)
    table.refused("bet", TOO_LATE[code], seat=1, amount=10_00)
    came = table.finish(LOW)
    own_size = [came[1, wager][0] for wager in ("ante", "3rd", "4th", "5th")]
    floor.holds(own_size == [10_00, 30_00, 10_00, 20_00], f"{BETS[code][2]}")
    if code == "CROWN3":
        floor.holds(sum(own_size) == 70_00, "CROWN3-5.5.1")
    lost = {seat: sum(v[1] for k, v in came.items() if k[0] == seat) for seat in LOW}
    assert lost == {1: -70_00, 3: -20_00, 5: -10_00}


def turning(table):
    """How the next community card would be turned."""
    return "deal" if table.state.next_place else "reveal"


def only_bet_or_fold(table, code):
    """A player still to decide may bet or fold and nothing else."""
    by_rank = {"deem_folded", "forfeit"}  # what somebody else may rule
    acts = {o.act for o in table.offers if o.seat == 1} - by_rank
    table.floor.holds(acts == {"bet", "fold"}, *DECIDE[code])
    for act in ("check", "raise", "call"):
        table.refused(act, "HOUSE-CONSOLE-1", seat=1)


@pytest.mark.parametrize(
    ("rule", "code", "amount", "taken"),
    [
        ("NSW3-9.1.2", "NSW3", 25_00, False),
        ("STAR4-9.1.2", "STAR4", 25_00, True),
        ("CROWN3-7.4.3", "CROWN3", 25_00, False),
        ("MASS-10(a)", "MASS", 25_00, False),
    ],
)
def test_whether_a_street_bet_may_lie_between_two_multiples(
    floor, rule, code, amount, taken
):
    table = floor.table(code)
    table.antes()
    table.deal_out()
    steps = table.offer("bet", 1).amounts
    if taken:
        table.must("bet", seat=1, amount=amount)
    else:
        table.refused("bet", SIZES[code][0], seat=1, amount=amount)
    floor.holds(steps.takes(amount) is taken, rule)


@pytest.mark.parametrize(
    ("code", "lie", "lost"),
    [
        pytest.param(
            "NSW3",
            {5},
            {(1, "ante"): -10_00, (1, "jackpot"): -5_00, (3, "ante"): -10_00},
            marks=pytest.mark.rule("NSW3-9.5", "NSW3-9.6"),
        ),
        pytest.param(
            "STAR4",
            {1, 5},  # the hand with a jackpot wager is kept for it
            {(1, "ante"): -10_00, (3, "ante"): -10_00},
            marks=pytest.mark.rule("STAR4-9.6", "STAR4-9.6.1", "STAR4-9.6.2"),
        ),
    ],
)
def test_where_the_cards_of_a_folded_hand_go(floor, code, lie, lost):
    table = floor.table(code, (1, 3, 5), jackpot=True)
    table.must("ante", seat=1, amount=10_00, also={"jackpot": 5_00})
    table.antes(seats=(3, 5))
    table.deal_out()
    for seat in (1, 3):
        table.must("fold", seat=seat)
        table.refused("bet", OUT[code], seat=seat, amount=10_00)
    for card in BOARD:
        table.street(card, {5: 10_00})
    lying = {s["seat"] for s in table.shown()["seats"] if s["cards"]}
    came = table.finish(LOW)
    collected = {key: net for key, (_, net, _) in came.items() if key[0] != 5}
    assert lying == lie
    floor.holds(collected == lost, f"{code}-9.6")
    if code == "STAR4":
        floor.holds(lying == lie, "STAR4-9.6.1", "STAR4-9.6.2")


@pytest.mark.rule("CROWN3-5.10.2(a)", "CROWN3-5.10.2(b)")
def test_a_second_hand_is_played_blind(floor):
    table = floor.table("CROWN3", (1, 5), cards="dealt")
    mine = {"player": "Mei-Lin Zhao", "blind": True}
    table.antes()
    assert table.offer("ante", 2).cite.id
    table.must("ante", seat=2, amount=10_00, **mine)
    table.deal_out()
    hidden = [None, None]
    for viewer in (1, 2, None):
        shown = {s["seat"]: s["cards"] for s in table.shown(viewer)["seats"]}
        floor.holds(shown[2] == hidden, "CROWN3-5.10.2(a)")
    assert {s["seat"]: s["cards"] for s in table.shown(1)["seats"]}[1] != hidden
    table.refused("bet", "CROWN3-5.10.2(a)", seat=2, amount=10_00)
    table.refused("fold", "CROWN3-5.10.2(b)", seat=2)
    for seat in (1, 5):
        table.must("bet", seat=seat, amount=10_00)
    table.refused("reveal", "CROWN3-5.10.2(b)")
    table.must("bet_blind", seat=2, amounts=[10_00, 20_00, 30_00])
    table.must("reveal")
    table.refused("bet_blind", "CROWN3-5.10.2(b)", seat=2, amounts=[*TENS])


@pytest.mark.rule("CROWN3-7.4.1(a)")
def test_a_player_who_shares_a_hand_may_forfeit_ante_and_street_bets(floor):
    table = floor.table("CROWN3")
    table.antes()
    table.deal_out()
    table.must("bet", seat=1, amount=20_00)
    table.refused("forfeit", "CROWN3-7.4.1(a)", seat=1, by=at(by=DEPUTY))
    table.must("forfeit", seat=1, by=at(by=RUTH))
    for card in BOARD:
        table.street(card, {3: 10_00})
    came = table.finish(LOW)
    assert [came[1, wager][1:] for wager in ("ante", "3rd")] == [
        (-10_00, "CROWN3-7.4.1(a)"),
        (-20_00, "CROWN3-7.4.1(a)"),
    ]


@pytest.mark.rule(
    "VIC99-N25-5.3",
    "VIC99-N25-5.3.1",
    "VIC99-N25-5.3.2",
    "VIC99-N25-8.1",
    "VIC99-N25-8.3",
    "VIC99-N25-8.4",
    "VIC99-N25-8.5",
)
def test_caribbean_players_fold_or_bet_twice_the_ante_once_the_up_card_shows(floor):
    table = floor.table("VIC99", (1, 3, 5))
    table.antes()
    table.must("no_more_bets")
    table.must("deal")
    table.refused("bet", "VIC99-N25-8.1", seat=1, amount=20_00)
    table.refused("bet_or_fold", "VIC99-N25-8.1")
    table.must("turn_up", cards=["2c"])
    table.refused("fold", "VIC99-N25-8.1", seat=1)
    assert table.offer("bet_or_fold").cite.id == "VIC99-N25-8.1"
    table.must("bet_or_fold")
    acts = {offer.act for offer in table.offers if offer.seat == 1}
    floor.holds(acts == {"bet", "fold"}, "VIC99-N25-5.3")
    for act in ("check", "raise"):
        table.refused(act, "HOUSE-CONSOLE-1", seat=1)
    for wrong in (19_99, 20_01, 30_00):
        table.refused("bet", "VIC99-N25-5.3.1", seat=1, amount=wrong)
    offer = table.offer("bet", 1)
    assert (offer.cite.id, offer.amounts.taps) == ("VIC99-N25-8.3", (20_00,))
    table.must("bet", seat=1, amount=20_00)
    table.refused("fold", "VIC99-N25-5.3", seat=1)
    table.must("bet", seat=3, amount=20_00)
    table.refused("reveal", "VIC99-N25-8.5", cards=["3d", "4h", "5s", "7c"])
    assert table.offer("fold", 5).cite.id == "VIC99-N25-5.3.2"
    table.must("fold", seat=5)
    table.must("reveal", cards=["3d", "4h", "5s", "7c"])
    shown = {s["seat"]: s["cards"] for s in table.shown()["seats"]}
    assert shown[1] == [None] * 5  # hidden until it is settled
    hands = {
        1: ["9s", "Jc", "Qh", "Kd", "6c"],
        3: ["9d", "Js", "Qc", "Kh", "6d"],
    }
    came = table.finish(hands)
    assert came[5, "ante"] == (10_00, -10_00, "VIC99-N25-5.3.2")
    folded = table.state.box(5).cards
    floor.holds(len(folded) == 5 and (5, "bet") not in came, "VIC99-N25-8.4")


@pytest.mark.parametrize("rule", ["CROWN3-13.12", "NSW3-13.10", "STAR4-13.15"])
def test_players_make_no_bets_of_their_own(floor, rule):
    table = floor.table(rule.partition("-")[0])
    bet = {"also": {"seat 3 to win": 5_00}}
    told = table.refused("ante", rule, seat=1, amount=10_00, **bet)
    assert [refusal.cite.id for refusal in told.refusals] == [rule]


@pytest.mark.rule("CROWN3-1.4.1")
def test_a_bet_of_another_document_is_none_of_this_one(floor):
    table = floor.table("CROWN3")
    bet = {"also": {"three_card_bonus": 5_00}}
    told = table.refused("ante", "CROWN3-1.4.1", seat=1, amount=10_00, **bet)
    assert [refusal.cite.id for refusal in told.refusals] == ["CROWN3-1.4.1"]
    table.must("ante", seat=1, amount=10_00)
    table.must("take_back", seat=1)
