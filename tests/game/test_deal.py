"""Where each card goes, by document and device."""

import pytest

from game.cards import parse
from game.mississippi.round import places
from game.mississippi.table import open_round
from game.ranks import Rank
from game.rulebooks import mississippi_rules
from game.rulebooks.devices import Device
from rulebook import Refused
from tests.game.recorded import a_round, a_seat, told
from tests.game.stud import (
    a_setup,
    act,
    anted,
    deal,
    dealt,
    empty,
    order_burn,
    refused,
)

SHOE, SHUFFLER = Device.SHOE, Device.SHUFFLER
HAND, AUTOMATED = Device.HAND, Device.AUTOMATED_SHOE


def order(dealing, seats=(1, 3), burn=None):
    """The places in short: a seat's number, a street as c1 to c3, a burn as x."""
    return " ".join(
        "x" if p.burn else str(p.seat) if p.seat else f"c{p.street + 1}"
        for p in places(dealing, seats, burn)
    )


@pytest.mark.parametrize(
    ("device", "expected", "rule"),
    [
        (SHOE, "1 3 1 3 c1 c2 c3", "CROWN3-7.3.2(b)"),
        (SHUFFLER, "c1 c2 c3 1 1 3 3", "CROWN3-7.3.2(a)"),
        (SHOE, "1 1 3 3 c1 c2 c3", "MASS-7(d)(1)"),
        (SHOE, "1 1 3 3 c1 c2 c3", "MASS-7(d)(2)"),
        (HAND, "1 1 3 3 c1 c2 c3", "MASS-8(c)(1)"),
        (HAND, "1 1 3 3 c1 c2 c3", "MASS-8(c)(2)"),
        (AUTOMATED, "1 1 3 3 c1 c2 c3", "MASS-9(c)"),
        (AUTOMATED, "1 1 3 3 c1 c2 c3", "MASS-9(d)"),
        (SHOE, "1 3 1 3 c1 c2 c3", "NSW3-7.2"),
        (SHOE, "1 3 1 3 c1 c2 c3", "NSW3-7.2.1"),
        (SHOE, "1 3 1 3 c1 c2 c3", "NSW3-7.2.2"),
        (SHUFFLER, "c1 c2 c3 1 1 3 3", "NSW3-7.3"),
        (SHUFFLER, "c1 c2 c3 1 1 3 3", "NSW3-7.3.1"),
        (SHUFFLER, "c1 c2 c3 1 1 3 3", "NSW3-7.3.3"),
        (SHOE, "1 3 1 3 c1 c2 c3", "STAR4-7.2"),
        (SHOE, "1 3 1 3 c1 c2 c3", "STAR4-7.2.1"),
        (SHOE, "1 3 1 3 c1 c2 c3", "STAR4-7.2.2"),
        (SHUFFLER, "c1 c2 c3 1 1 3 3", "STAR4-7.3"),
        (SHUFFLER, "c1 c2 c3 1 1 3 3", "STAR4-7.3.1"),
        (SHUFFLER, "c1 c2 c3 1 1 3 3", "STAR4-7.3.3"),
    ],
)
def test_cards_go_where_the_document_and_the_device_send_them(device, expected, rule):
    dealing = mississippi_rules(rule.partition("-")[0]).devices[device]
    assert order(dealing) == expected
    cited = {dealing.procedure, *(place.cite for place in places(dealing, (1, 3)))}
    assert rule in {cite.id for cite in cited}


@pytest.mark.parametrize(
    ("device", "rule"),
    [
        (SHOE, "CROWN3-7.3.2"),
        (SHOE, "MASS-7(d)"),
        (HAND, "MASS-8(c)"),
        (AUTOMATED, "MASS-9(c)"),
        (SHOE, "NSW3-7.1"),
        (SHOE, "STAR4-7.1"),
    ],
)
def test_the_deal_runs_clockwise_from_the_dealers_left_to_anted_boxes(device, rule):
    dealing = mississippi_rules(rule.partition("-")[0]).devices[device]
    first = [p.seat for p in places(dealing, (5, 2, 4)) if p.seat]
    assert list(dict.fromkeys(first)) == [2, 4, 5]
    [left, *_] = (p for p in places(dealing, (5, 2, 4)) if p.seat)
    assert (left.seat, left.cite.id) == (2, rule)


@pytest.mark.rule("CROWN3-7.3.1", "CROWN3-7.3.2(a)")
def test_at_crown_the_table_sets_what_its_device_does():
    def dealing(**settings):
        return empty("CROWN3", SHOE, **settings).table.dealing

    assert order(dealing(community_first=True)) == "c1 c2 c3 1 3 1 3"
    assert order(dealing(community_first=False)) == "1 3 1 3 c1 c2 c3"
    assert order(dealing(at_once=2)) == "1 1 3 3 c1 c2 c3"


@pytest.mark.parametrize("code", ["MASS", "NSW3", "STAR4"])
def test_elsewhere_the_order_is_fixed(code):
    rules = mississippi_rules(code)
    for settings in ({"community_first": True}, {"at_once": 1}):
        verdict = open_round(a_setup(code, SHOE, **settings))
        assert isinstance(verdict, Refused)
        assert verdict.cites == (rules.devices[SHOE].procedure,)


@pytest.mark.rule("CROWN3-7.3.1(a)", "CROWN3-1.1:Burn")
@pytest.mark.parametrize("community_first", [True, False])
def test_a_burn_is_ordered_by_rank_and_goes_unseen_before_the_community(
    community_first,
):
    now = anted(community_first=community_first)
    low, high = Rank.AREA_MANAGER, Rank.ASSISTANT_CASINO_MANAGER
    assert refused(now, order_burn(low)) == {"CROWN3-7.3.1(a)"}
    now = act(now, order_burn(high))
    burnt = order(now.table.dealing, (1, 3), now.burn)
    assert burnt == ("x c1 c2 c3 1 3 1 3" if community_first else "1 3 1 3 x c1 c2 c3")
    deck = parse("2c3c4c5c6c7c8c9c")
    now = dealt(start=now, deck=deck)
    assert now.burnt == ((deck[0],) if community_first else (deck[4],))
    assert now.community == (deck[1:4] if community_first else deck[5:8])
    assert refused(now, order_burn(high)) == {"CROWN3-7.3.1(a)"}
    assert now.burn.id == "CROWN3-1.1:Burn"


@pytest.mark.parametrize("code", ["MASS", "NSW3", "STAR4"])
def test_nobody_burns_a_card_elsewhere(code):
    assert refused(anted(code), order_burn(Rank.CASINO_MANAGER))


@pytest.mark.rule("NSW3-7.3.2", "STAR4-7.3.2")
def test_the_top_of_the_stack_is_5th_street():
    top, middle, bottom = parse("2c3c4c")
    # Cards that leave the device singly come bottom first.
    for code in ("NSW3", "STAR4"):
        now = dealt(code, SHUFFLER, deck=parse("4c3c2c5d6d7d8d"))
        assert now.community == (bottom, middle, top)
        laid = [place.cite.id for place in now.places if place.street is not None]
        assert laid == [f"{code}-7.3.1", f"{code}-7.3.2", f"{code}-7.3.2"]


@pytest.mark.rule(
    "CROWN3-1.1:Hole-Cards",
    "CROWN3-1.1:Ante",
    "NSW3-1.1:Community Cards",
    "STAR4-1.1:Community Cards",
    "MASS-1:Ante wager",
    "MASS-4(c)(2)",
)
@pytest.mark.parametrize(
    ("code", "device"),
    [(c, d) for c in ("CROWN3", "MASS", "NSW3", "STAR4") for d in (SHOE, SHUFFLER)]
    + [("MASS", HAND), ("MASS", AUTOMATED)],
)
def test_every_anted_box_gets_two_cards_and_no_other_box_any(code, device):
    rules = mississippi_rules(code)
    if device not in rules.devices and code != "MASS":  # a shuffler is its own shoe
        verdict = open_round(a_setup(rules.code, device))
        assert isinstance(verdict, Refused)
        assert verdict.cites == (rules.device_is_known,)
        return
    now = dealt(code, device, seats=(2, 5))
    assert [(box.seat, len(box.hole)) for box in now.boxes] == [(2, 2), (5, 2)]
    assert len(now.community) == (0 if now.next_place else 3)


@pytest.mark.parametrize(
    ("part", "rule"),
    [
        ("hole", "CROWN3-1.1:Hole-Cards"),
        ("community", "CROWN3-1.1:Community-cards"),
        ("hole", "MASS-7(d)(1)"),
        ("community", "MASS-1:Community card"),
        ("hole", "NSW3-1.1:Hole Cards"),
        ("community", "NSW3-1.1:Community Cards"),
        ("hole", "STAR4-1.1:Hole Cards"),
        ("community", "STAR4-1.1:Community Cards"),
    ],
)
def test_two_cards_are_the_players_and_three_are_everybodys(part, rule):
    code = rule.partition("-")[0]
    hands = mississippi_rules(code).hands
    assert {"hole": hands.hole, "community": hands.community}[part].cite.id == rule
    cards = {"hole": "Ac2d", "community": "3h4s5c"}
    for text, counts in ((cards[part], True), (cards[part][2:], False)):
        lie = cards | {part: text}
        seat = a_seat(hole=lie["hole"], streets=["fold"])
        answer = told(a_round(code, [seat], community=lie["community"]))
        assert ("seats" in answer) is counts


@pytest.mark.parametrize(
    ("device", "rule"),
    [
        (HAND, "CROWN3-7.1"),
        (HAND, "NSW3-3.6"),
        (HAND, "STAR4-3.6"),
    ],
)
def test_cards_come_only_from_a_device_the_document_names(device, rule):
    rules = mississippi_rules(rule.partition("-")[0])
    verdict = open_round(a_setup(rules.code, device))
    assert isinstance(verdict, Refused)
    assert [cite.id for cite in verdict.cites] == [rule]


@pytest.mark.parametrize("rule", ["NSW3-6.6.2", "STAR4-6.7.2"])
def test_a_low_limit_table_deals_from_a_shuffling_device(rule):
    rules = mississippi_rules(rule.partition("-")[0])
    verdict = open_round(a_setup(rules.code, SHOE, low_limit=True))
    assert isinstance(verdict, Refused)
    assert [cite.id for cite in verdict.cites] == [rule]
    assert not isinstance(
        open_round(a_setup(rules.code, SHUFFLER, low_limit=True)), Refused
    )
    assert not isinstance(open_round(a_setup(rules.code, SHOE)), Refused)


@pytest.mark.rule("MASS-8(a)")
def test_the_operator_may_choose_not_to_deal_from_the_hand():
    rules = mississippi_rules("MASS")
    barred = (HAND, SHOE)
    verdict = open_round(a_setup(rules.code, HAND, not_used=barred))
    assert isinstance(verdict, Refused)
    assert [cite.id for cite in verdict.cites] == ["MASS-8(a)"]
    assert not isinstance(open_round(a_setup(rules.code, HAND)), Refused)


@pytest.mark.rule("CROWN3-3.1", "MASS-2(a)", "NSW3-3.1", "STAR4-3.1")
@pytest.mark.parametrize("code", ["CROWN3", "MASS", "NSW3", "STAR4"])
def test_no_card_is_dealt_twice(code):
    card = parse("Ac")[0]
    now = act(anted(code), deal(card))
    assert refused(now, deal(card)) == {now.table.rules.deck.size.cite.id}
