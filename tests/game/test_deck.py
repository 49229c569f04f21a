"""The deck on its way to the table, by document."""

from dataclasses import replace
from random import Random

import pytest

from game import deck
from game.cards import DECK, parse
from game.ranks import Rank
from game.rulebooks import MISSISSIPPI_STUD, mississippi_rules
from game.rulebooks.devices import Device, Method
from rulebook import Refused

SHOE, SHUFFLER = Device.SHOE, Device.SHUFFLER
MANUAL, MACHINE, CONTINUOUS = Method.MANUAL, Method.MACHINE, Method.CONTINUOUS
DEALER, SUPERVISOR = Rank.DEALER, Rank.SUPERVISOR


def rules_of(code):
    return mississippi_rules(code).deck


def a_pack(code="CROWN3", device=SHOE, method=MANUAL, backs=("red",)):
    pack = deck.assemble(rules_of(code), device, method, backs)
    assert isinstance(pack, deck.Pack), str(pack)
    return pack


def ready_pack(code="CROWN3", device=SHOE, method=MANUAL, **more):
    pack = deck.shuffle_by_hand(a_pack(code, device, method, **more))
    pack = deck.shuffle(deck.check(pack, DECK))
    if deck.cut_needed(pack).value:
        pack = deck.cut(pack, DEALER)
    assert deck.ready(pack) is None
    return pack


def cites(verdict):
    assert isinstance(verdict, Refused), f"{verdict} is no refusal"
    return {cite.id for cite in verdict.cites}


@pytest.mark.parametrize("rule", ["CROWN3-3.1", "MASS-2(a)", "NSW3-3.1", "STAR4-3.1"])
def test_a_deck_is_52_different_cards(rule):
    rules = rules_of(rule.partition("-")[0])
    assert deck.complete(rules, DECK) is None
    for wrong in (DECK[:51], (*DECK, DECK[0]), (*DECK[:51], DECK[0]), (*DECK, 52)):
        assert cites(deck.complete(rules, wrong)) == {rule}


@pytest.mark.parametrize(
    ("device", "method", "rule"),
    [
        (SHOE, MANUAL, "CROWN3-3.1.1"),
        (SHOE, MANUAL, "MASS-2(b)"),
        (SHOE, MANUAL, "NSW3-3.2"),
        (SHOE, MANUAL, "STAR4-3.2"),
    ],
)
def test_two_decks_need_a_shuffler(device, method, rule):
    rules = rules_of(rule.partition("-")[0])
    two = ("red", "blue")
    assert cites(deck.assemble(rules, device, method, two)) == {rule}
    machine = next(
        (d, m) for d, m in rules.needs_cut if m in rules.second.methods.value
    )
    assert isinstance(deck.assemble(rules, *machine, two), deck.Pack)


@pytest.mark.parametrize(
    ("device", "method", "rule"),
    [
        (SHUFFLER, CONTINUOUS, "CROWN3-3.1.1"),
        (SHOE, MACHINE, "MASS-2(b)(2)"),
        (SHUFFLER, MACHINE, "NSW3-3.2.2"),
        (SHUFFLER, MACHINE, "STAR4-3.2.2"),
    ],
)
def test_two_decks_differ_in_colour(device, method, rule):
    rules = rules_of(rule.partition("-")[0])
    assert cites(deck.assemble(rules, device, method, ("red", "red"))) == {rule}
    assert isinstance(deck.assemble(rules, device, method, ("red", "blue")), deck.Pack)


@pytest.mark.rule("MASS-2(b)(1)")
def test_each_of_two_decks_meets_the_standard_of_one():
    rules, method = rules_of("MASS"), MACHINE
    assert cites(deck.assemble(rules, SHOE, method, ())) == {"MASS-2(b)(1)"}
    three = ("red", "blue", "green")
    assert "MASS-2(b)(1)" in cites(deck.assemble(rules, SHOE, method, three))
    pack = a_pack("MASS", SHOE, method, backs=("red", "blue"))
    assert cites(deck.check(pack, DECK[:51])) == {"MASS-2(a)"}


@pytest.mark.rule("MASS-2(b)(4)", "NSW3-3.2.1", "STAR4-3.2.1", "CROWN3-3.1.1")
def test_two_decks_alternate_and_one_stays_alone():
    pack = a_pack("MASS", SHOE, MACHINE, backs=("red", "blue"))
    used = []
    for _ in range(4):
        used.append(pack.backs[pack.in_play])
        pack = deck.dealt(pack)
    assert used == ["red", "blue", "red", "blue"]
    assert deck.dealt(a_pack("MASS")).in_play == 0


@pytest.mark.parametrize("rule", ["MASS-2(b)(3)", "NSW3-3.2.1", "STAR4-3.2.1"])
def test_the_shuffler_works_on_the_deck_that_is_not_in_play(rule):
    code = rule.partition("-")[0]
    device = SHOE if code == "MASS" else SHUFFLER
    pack = a_pack(code, device, MACHINE, backs=("red", "blue"))
    assert cites(deck.may_load(pack, 0)) == {rule}
    assert deck.may_load(pack, 1) is None
    assert cites(deck.may_load(deck.dealt(pack), 1)) == {rule}


@pytest.mark.rule("MASS-2(b)(5)")
def test_the_rack_holds_one_deck_at_a_time():
    pack = a_pack("MASS", SHOE, MACHINE, backs=("red", "blue"))
    assert deck.discard(pack, "red") is None
    assert cites(deck.discard(pack, "blue")) == {"MASS-2(b)(5)"}
    assert deck.discard(deck.dealt(pack), "blue") is None


@pytest.mark.parametrize("rule", ["CROWN3-3.2", "NSW3-3.4", "STAR4-3.4"])
def test_a_deck_is_checked_before_it_is_used(rule):
    code = rule.partition("-")[0]
    assert cites(deck.ready(replace(ready_pack(code), checked=False))) == {rule}
    assert cites(deck.check(a_pack(code), DECK[1:])) == {rules_of(code).size.cite.id}


@pytest.mark.parametrize(
    ("rounds", "rule"),
    [
        (0, "CROWN3-4.1.1(a)"),
        (1, "CROWN3-4.1.1(a)"),
        (0, "MASS-4(a)"),
        (1, "MASS-4(a)"),
        (0, "NSW3-4.1.1"),
        (1, "NSW3-4.1.2"),
        (0, "STAR4-4.1.1"),
        (1, "STAR4-4.1.2"),
    ],
)
def test_each_round_waits_for_a_shuffle(rounds, rule):
    pack = ready_pack(rule.partition("-")[0])
    for _ in range(rounds):
        pack = deck.dealt(pack)
    assert cites(deck.ready(replace(pack, shuffled=False, cut=True))) == {rule}


@pytest.mark.parametrize("rule", ["NSW3-4.1.3", "STAR4-4.1.3"])
def test_a_table_that_stood_empty_shuffles_before_it_goes_on(rule):
    pack = deck.vacate(ready_pack(rule.partition("-")[0]))
    assert cites(deck.ready(pack)) == {rule}
    assert deck.ready(deck.cut(deck.shuffle(pack), DEALER)) is None


@pytest.mark.rule("CROWN3-4.1.1", "NSW3-4.1", "STAR4-4.1", "MASS-4(a)")
@pytest.mark.parametrize("code", MISSISSIPPI_STUD)
def test_an_engine_dealt_deck_is_mixed_at_random(code):
    rules = rules_of(code)
    first, second = deck.mixed(rules), deck.mixed(rules)
    assert first.value != second.value
    assert deck.complete(rules, first.value) is None
    assert first.cite == rules.shuffle.random
    assert deck.mixed(rules, Random(1)) == deck.mixed(rules, Random(1))


@pytest.mark.rule("CROWN3-4.1.3", "NSW3-4.4", "STAR4-4.4", "MASS-4(a)")
def test_only_known_ways_of_shuffling_are_used():
    assert rules_of("CROWN3").shuffle.methods.value == set(Method)
    for code, rule in (("MASS", "4(a)"), ("NSW3", "4.4"), ("STAR4", "4.4")):
        verdict = deck.assemble(rules_of(code), SHOE, CONTINUOUS)
        assert cites(verdict) == {f"{code}-{rule}"}


@pytest.mark.parametrize(
    ("device", "method", "rule"),
    [
        (Device.HAND, MANUAL, "MASS-8(b)(1)"),
        (SHUFFLER, MANUAL, "NSW3-4.4.4"),
        (SHUFFLER, MANUAL, "STAR4-4.4.4"),
        (SHUFFLER, MANUAL, "CROWN3-4.2.2"),
    ],
)
def test_a_device_takes_only_its_own_way_of_shuffling(device, method, rule):
    rules = rules_of(rule.partition("-")[0])
    assert cites(deck.assemble(rules, device, method)) == {rule}


@pytest.mark.parametrize(
    ("method", "rule"),
    [
        (MANUAL, "CROWN3-4.2.1"),
        (MANUAL, "MASS-4(b)(2)"),
        (MANUAL, "NSW3-4.2"),
        (MANUAL, "STAR4-4.2"),
    ],
)
def test_a_shoe_waits_for_the_cut(method, rule):
    pack = replace(ready_pack(rule.partition("-")[0]), cut=False)
    assert cites(deck.ready(pack)) == {rule}
    assert deck.ready(deck.cut(pack, DEALER)) is None


@pytest.mark.parametrize(
    ("device", "method", "rule"),
    [
        (SHUFFLER, CONTINUOUS, "CROWN3-4.2.2"),
        (SHOE, MACHINE, "MASS-4(b)(1)"),
        (SHUFFLER, MACHINE, "NSW3-4.4.3"),
        (SHUFFLER, MACHINE, "STAR4-4.4.3"),
    ],
)
def test_a_shuffler_is_not_cut(device, method, rule):
    pack = ready_pack(rule.partition("-")[0], device, method)
    assert cites(deck.cut(pack, DEALER)) == {rule}


@pytest.mark.parametrize("rule", ["CROWN3-4.2.1", "NSW3-4.3", "STAR4-4.3"])
def test_only_the_dealer_cuts(rule):
    pack = replace(ready_pack(rule.partition("-")[0]), cut=False)
    for by in (Rank.PLAYER, SUPERVISOR):
        assert cites(deck.cut(pack, by)) == {rule}


@pytest.mark.rule("CROWN3-4.2.1")
def test_the_dealer_cuts_once():
    assert cites(deck.cut(ready_pack(), DEALER)) == {"CROWN3-4.2.1"}


@pytest.mark.rule("MASS-4(c)(1)(ii)")
@pytest.mark.parametrize(("depth", "accepted"), [(9, False), (10, True), (51, True)])
def test_a_cut_lifts_at_least_ten_cards(depth, accepted):
    pack = replace(ready_pack("MASS"), cut=False)
    verdict = deck.cut(pack, DEALER, depth)
    assert isinstance(verdict, deck.Pack) is accepted
    if not accepted:
        assert cites(verdict) == {"MASS-4(c)(1)(ii)"}


@pytest.mark.rule("MASS-4(c)(1)(iii)")
def test_the_rest_goes_on_top_of_the_lifted_packet():
    after = deck.cut_cards(rules_of("MASS"), DECK, 10)
    assert after == (*DECK[10:], *DECK[:10])


@pytest.mark.rule("MASS-4(d)")
def test_a_fresh_cut_comes_from_a_supervisor_before_the_first_card():
    pack = ready_pack("MASS")
    refused = deck.cut_again(pack, SUPERVISOR, first_card_dealt=True)
    assert cites(refused) == {"MASS-4(d)"}
    refused = deck.cut_again(pack, DEALER, first_card_dealt=False)
    assert cites(refused) == {"MASS-4(d)"}
    again = deck.cut_again(pack, SUPERVISOR, first_card_dealt=False)
    assert cites(deck.ready(again)) == {"MASS-4(b)(2)"}


@pytest.mark.parametrize("rule", ["NSW3-4.4.1", "STAR4-4.4.1"])
def test_a_device_is_first_loaded_with_cards_shuffled_by_hand(rule):
    pack = ready_pack(rule.partition("-")[0], SHUFFLER, MACHINE)
    pack = replace(pack, by_hand_first=False)
    assert cites(deck.ready(pack)) == {rule}
    assert deck.ready(deck.shuffle_by_hand(pack)) is None


@pytest.mark.parametrize(
    ("abnormal", "rule"),
    [
        (True, "CROWN3-4.1.1(b)"),
        (False, "CROWN3-4.1.1(c)"),
        (False, "NSW3-4.4.5"),
        (False, "STAR4-4.4.5"),
    ],
)
def test_a_supervisor_may_order_a_shuffle(abnormal, rule):
    pack, why = ready_pack(rule.partition("-")[0]), "cards stuck together"
    below = deck.order_shuffle(pack, DEALER, abnormal=abnormal, reason=why)
    assert cites(below) == {rule}
    after = deck.order_shuffle(pack, SUPERVISOR, abnormal=abnormal, reason=why)
    assert not after.shuffled


@pytest.mark.rule("CROWN3-4.1.1(c)")
def test_a_shuffle_for_cause_names_the_cause():
    verdict = deck.order_shuffle(ready_pack(), SUPERVISOR, abnormal=False, reason=" ")
    assert cites(verdict) == {"CROWN3-4.1.1(c)"}
    assert not deck.order_shuffle(ready_pack(), SUPERVISOR, abnormal=True).shuffled


@pytest.mark.parametrize("rule", ["CROWN3-3.3", "NSW3-3.8", "STAR4-3.8"])
def test_a_supervisor_may_order_a_count(rule):
    pack = a_pack(rule.partition("-")[0])
    assert cites(deck.order_count(pack, DEALER)) == {rule}
    assert deck.order_count(pack, SUPERVISOR) is None


@pytest.mark.parametrize(
    "rule", ["CROWN3-3.4", "NSW3-3.7", "STAR4-3.7", "HOUSE-STUD-5"]
)
def test_cards_are_replaced_between_rounds_by_a_supervisor(rule):
    code = rule.partition("-")[0].replace("HOUSE", "MASS")
    pack = ready_pack(code)
    assert cites(deck.replace_cards(pack, DEALER, round_open=False)) == {rule}
    assert cites(deck.replace_cards(pack, SUPERVISOR, round_open=True)) == {rule}
    anew = deck.replace_cards(pack, SUPERVISOR, round_open=False)
    assert (anew.checked, anew.shuffled, anew.cut) == (False, False, False)


@pytest.mark.parametrize(
    ("device", "rule"),
    [
        (SHOE, "MASS-7(f)"),
        (Device.HAND, "MASS-8(e)"),
        (Device.AUTOMATED_SHOE, "MASS-9(e)"),
    ],
)
def test_the_stub_is_counted_once_in_five_rounds(device, rule):
    pack = ready_pack("MASS", device, MACHINE)
    assert deck.ready(replace(pack, uncounted=4)) is None
    assert cites(deck.ready(replace(pack, uncounted=5))) == {rule}
    counted = deck.count_stub(replace(pack, uncounted=5), 37, players=6)
    assert deck.ready(counted) is None
    assert deck.dealt(pack).uncounted == 1


@pytest.mark.rule("MASS-7(f)(1)", "MASS-1:Stub")
def test_stub_and_dealt_cards_make_a_whole_deck():
    pack = ready_pack("MASS")
    assert deck.expected_stub(pack.rules, 6).value == 37
    assert deck.expected_stub(pack.rules, 6).cite.id == "MASS-1:Stub"
    assert isinstance(deck.count_stub(pack, 37, players=6), deck.Pack)
    assert isinstance(deck.count_stub(pack, 36, players=6, boxed=1), deck.Pack)
    for stub in (36, 38):
        assert cites(deck.count_stub(pack, stub, players=6)) == {"MASS-7(f)(1)"}


@pytest.mark.rule("MASS-9(f)")
def test_a_shuffler_that_counts_spares_the_manual_count():
    pack = replace(ready_pack("MASS", Device.AUTOMATED_SHOE, MACHINE), uncounted=5)
    assert cites(deck.machine_count(pack, 51)) == {"MASS-9(f)"}
    assert deck.ready(deck.dealt(deck.machine_count(pack, 52))) is not None
    again = replace(deck.machine_count(pack, 52), uncounted=9)
    assert deck.ready(again) is None


def test_the_cards_named_in_a_refusal_can_be_read_aloud():
    verdict = deck.complete(rules_of("CROWN3"), (*DECK[1:], *parse("As")))
    reasons = [refusal.reason for refusal in verdict.refusals]
    assert reasons[0].startswith("As is there more than once.")
    assert reasons[1].startswith("2c is missing.")
