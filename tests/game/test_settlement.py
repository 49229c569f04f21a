"""What each hand does to each wager, under which rule, and where its cards go."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.cards import parse
from game.hands import StudHand
from game.line import net
from game.media import paid_in
from game.mississippi.handling import FACE_UP, JACKPOT_AREA, RACK, handle
from game.mississippi.round import Status
from game.mississippi.settlement import claim_of, hand_of, lines_of, result_of
from game.rulebooks import MISSISSIPPI_STUD, mississippi_rules
from game.rulebooks.mississippi import Medium, Result
from rulebook import Cite, Cited
from tests.game.stud import a_box, code_of

STREETS = ("3rd", "4th", "5th")


def lines(code, hand, streets=(10, 20, 30), **more):
    return lines_of(mississippi_rules(code), a_box(streets, **more), hand)


def by_wager(found):
    return {line.wager: (line.net, line.cite.id) for line in found}


@pytest.mark.parametrize(
    ("hole", "community", "hand", "rule"),
    [
        ("JsJd", "2c7h9s", StudHand.PAIR_J_A, "CROWN3-1.1:Community-cards"),
        ("Ah2h", "3s4d5c", StudHand.STRAIGHT, "CROWN3-8.1.1"),
        ("KhKd", "6c6d2s", StudHand.TWO_PAIR, "MASS-1:Community card"),
        ("Ac2d", "3h4s5c", StudHand.STRAIGHT, "NSW3-1.1:Player’s Hand"),
        ("Ac2d", "3h4s5c", StudHand.STRAIGHT, "STAR4-1.1:Player’s Hand"),
    ],
)
def test_both_hole_cards_and_all_three_community_cards_make_the_hand(
    hole, community, hand, rule
):
    assert hand_of(parse(hole), parse(community)) is hand
    hands = mississippi_rules(code_of(rule)).hands
    assert hands.hole.value + hands.community.value == hands.combined.value == 5


@pytest.mark.parametrize(
    ("hole", "community", "result"),
    [
        ("5c5d", "9h3sKc", Result.LOSE),
        ("6c6d", "9h3sKc", Result.PUSH),
        ("TcTd", "9h3sKc", Result.PUSH),
        ("JcJd", "9h3sKc", Result.WIN),
        ("2c2d", "3h3sKc", Result.WIN),
        ("AcKd", "QhJs9c", Result.LOSE),
        ("Ac2d", "3h4s5c", Result.WIN),
        ("QcKd", "Ah2s3c", Result.LOSE),
        ("2c2d", "2h9sKc", Result.WIN),
    ],
)
@pytest.mark.parametrize("code", MISSISSIPPI_STUD)
def test_the_boundaries_are_the_same_everywhere(code, hole, community, result):
    rules, hand = mississippi_rules(code), hand_of(parse(hole), parse(community))
    assert result_of(rules, a_box(), hand) is result
    folded = a_box((), status=Status.FOLDED)
    assert result_of(rules, folded, hand) is Result.FOLD


@pytest.mark.parametrize(
    ("hand", "wager", "won", "rule"),
    [
        (StudHand.PAIR_6_10, "ante", 0, "CROWN3-5.7.1"),
        (StudHand.PAIR_2_5, "ante", -10, "CROWN3-5.7.3(b)"),
        (StudHand.HIGH_CARD, "ante", -10, "CROWN3-5.7.3(b)"),
        (StudHand.PAIR_6_10, "3rd", 0, "CROWN3-5.8:unnumbered"),
        (StudHand.PAIR_6_10, "5th", 0, "CROWN3-5.8:unnumbered"),
        (StudHand.PAIR_2_5, "4th", -20, "CROWN3-5.8.2"),
        (StudHand.HIGH_CARD, "5th", -30, "CROWN3-5.8.2"),
        (StudHand.PAIR_J_A, "4th", 20, "CROWN3-8.2:Table1"),
        (StudHand.PAIR_6_10, "ante", 0, "MASS-10(i)(2)"),
        (StudHand.PAIR_2_5, "ante", -10, "MASS-10(i)(1)"),
        (StudHand.HIGH_CARD, "5th", -30, "MASS-10(i)(1)"),
        (StudHand.FLUSH, "5th", 180, "MASS-11(b):table"),
        (StudHand.PAIR_6_10, "ante", 0, "NSW3-1.1:Stand off"),
        (StudHand.PAIR_2_5, "ante", -10, "NSW3-10.3:Note"),
        (StudHand.HIGH_CARD, "ante", -10, "NSW3-10.2"),
        (StudHand.FULL_HOUSE, "3rd", 100, "NSW3-10.3:Payout Table"),
        (StudHand.PAIR_6_10, "ante", 0, "STAR4-1.1:Stand-off"),
        (StudHand.PAIR_2_5, "ante", -10, "STAR4-10.3:Note"),
        (StudHand.HIGH_CARD, "ante", -10, "STAR4-10.2"),
        (StudHand.FULL_HOUSE, "3rd", 100, "STAR4-10.3:Payout Table"),
    ],
)
def test_a_wager_is_settled_under_its_own_rule(hand, wager, won, rule):
    assert by_wager(lines(code_of(rule), hand))[wager] == (won, rule)


@pytest.mark.parametrize(
    "rule",
    [
        "CROWN3-8.2:Table1",
        "MASS-11(b):table",
        "NSW3-10.3:Payout Table",
        "STAR4-10.3:Payout Table",
    ],
)
def test_every_class_pays_its_odds_to_one(rule):
    totals = [
        net(lines(code_of(rule), hand, (10, 10, 10)))
        for hand in StudHand
        if hand not in (StudHand.PAIR_2_5, StudHand.HIGH_CARD)
    ]
    assert totals == [20_000, 4_000, 1_600, 400, 240, 160, 120, 80, 40, 0]
    assert mississippi_rules(code_of(rule)).settlement.pays.cite.id == rule


@pytest.mark.rule("CROWN3-5.7.2", "CROWN3-5.8.1")
def test_at_crown_ante_and_streets_win_from_jacks_up():
    for hand, each in ((StudHand.PAIR_J_A, 1), (StudHand.TWO_PAIR, 2)):
        won = by_wager(lines("CROWN3", hand))
        assert won["ante"][0] == 10 * each
        assert [won[street][0] for street in STREETS] == [
            10 * each,
            20 * each,
            30 * each,
        ]
    assert net(lines("CROWN3", StudHand.PAIR_6_10)) == 0


@pytest.mark.parametrize("rule", ["MASS-11(b)", "NSW3-10.3", "STAR4-10.3"])
def test_all_four_wagers_win_at_the_same_odds(rule):
    found = lines(code_of(rule), StudHand.FULL_HOUSE, (30, 30, 30))
    assert [line.net for line in found] == [100, 300, 300, 300]
    found = lines(code_of(rule), StudHand.TWO_PAIR, (5, 10, 15), ante=5)
    assert net(found) == 70
    assert net(lines(code_of(rule), StudHand.PAIR_J_A)) == 70


@pytest.mark.parametrize(
    ("streets", "lost", "rule"),
    [
        ((), 10, "CROWN3-7.4.2(b)"),
        ((20,), 30, "CROWN3-7.4.4(b)"),
        ((20, 30), 60, "CROWN3-7.4.5(b)"),
        ((), 10, "MASS-10(a)"),
        ((30,), 40, "MASS-10(e)"),
        ((10, 20), 40, "MASS-10(g)"),
        ((), 10, "NSW3-9.1.1"),
        ((20,), 30, "NSW3-9.2.1"),
        ((20, 30), 60, "NSW3-9.3.1"),
        ((), 10, "STAR4-9.1.1"),
        ((20,), 30, "STAR4-9.2.1"),
        ((20, 30), 60, "STAR4-9.3.1"),
    ],
)
def test_a_fold_costs_what_is_staked_so_far(streets, lost, rule):
    rules = mississippi_rules(code_of(rule))
    found = lines(code_of(rule), StudHand.ROYAL_FLUSH, streets, status=Status.FOLDED)
    assert net(found) == -lost
    assert rules.streets[len(streets)].fold.id == rule
    for line in found[1:]:
        assert line.cite.id == rule


@pytest.mark.rule("CROWN3-5.7.3(a)")
def test_at_crown_a_folded_ante_has_a_rule_of_its_own():
    found = lines("CROWN3", StudHand.FLUSH, (20,), status=Status.FOLDED)
    assert by_wager(found)["ante"] == (-10, "CROWN3-5.7.3(a)")


@pytest.mark.parametrize(
    ("lost", "rule"),
    [
        (True, "CROWN3-1.1:Fold"),
        (True, "MASS-1:Fold"),
        (True, "NSW3-1.1:Fold"),
        (False, "STAR4-1.1:Fold"),
    ],
)
def test_what_a_fold_does_to_a_jackpot_wager(lost, rule):
    rules = mississippi_rules(code_of(rule))
    hole, community = parse("AhKh"), parse("QhJhTh")
    box = a_box((10,), jackpot=5, status=Status.FOLDED, hole=hole)
    found = by_wager(lines_of(rules, box, hand_of(hole, community)))
    claim = claim_of(rules, box, community)
    if lost:
        assert found["jackpot"] == (-5, rule)
        assert claim is None
    else:
        assert "jackpot" not in found
        assert (claim.rank, claim.folded) == (1, True)


@pytest.mark.parametrize("code", MISSISSIPPI_STUD)
def test_a_jackpot_wager_that_lives_is_left_to_the_jackpot(code):
    rules = mississippi_rules(code)
    box = a_box(jackpot=5, hole=parse("2c7d"))
    assert net(lines_of(rules, box, StudHand.HIGH_CARD)) == -40
    assert claim_of(rules, box, parse("9hJsQd")).stake == 5
    assert claim_of(rules, a_box(hole=parse("2c7d")), parse("9hJsQd")) is None


@pytest.mark.parametrize(
    ("hand", "rule"),
    [
        (StudHand.PAIR_6_10, "CROWN3-8.1.1(a)"),
        (StudHand.THREE_OF_A_KIND, "CROWN3-8.1.1(a)"),
        (StudHand.PAIR_2_5, "CROWN3-8.1.1(b)"),
        (StudHand.PAIR_2_5, "MASS-10(i)(1)"),
        (StudHand.PAIR_6_10, "MASS-1:Push"),
        (StudHand.FLUSH, "MASS-10(i)(3)"),
        (StudHand.PAIR_2_5, "NSW3-10.2"),
        (StudHand.PAIR_2_5, "STAR4-10.2"),
    ],
)
def test_the_dealer_pays_returns_or_collects_under_the_rule(hand, rule):
    rules = mississippi_rules(code_of(rule))
    stakes, _ = handle(rules, a_box(), hand)
    assert stakes.cite.id == rule
    won = net(lines_of(rules, a_box(), hand))
    assert (won < 0) is (hand is StudHand.PAIR_2_5)


@pytest.mark.rule("CROWN3-8.1.1(c)")
def test_a_jackpot_hand_stays_face_up_until_all_are_checked():
    rules, hand = mississippi_rules("CROWN3"), StudHand.FLUSH
    _, cards = handle(rules, a_box(jackpot=1), hand)
    assert (cards.value, cards.cite.id) == (FACE_UP, "CROWN3-8.1.1(c)")
    assert handle(rules, a_box(), hand)[1].value == RACK


@pytest.mark.rule("MASS-10(i)(3)")
def test_in_massachusetts_winners_stay_face_up_until_paid():
    rules = mississippi_rules("MASS")
    assert handle(rules, a_box(), StudHand.PAIR_J_A)[1].value == FACE_UP
    assert handle(rules, a_box(), StudHand.PAIR_6_10)[1].value == RACK


@pytest.mark.parametrize(
    ("jackpot", "where", "rule"),
    [
        (0, RACK, "NSW3-9.6"),
        (5, RACK, "NSW3-9.6"),
        (0, RACK, "STAR4-9.6.1"),
        (5, JACKPOT_AREA, "STAR4-9.6.2"),
        (5, RACK, "CROWN3-1.1:Fold"),
        (5, RACK, "MASS-10(a)"),
    ],
)
def test_where_folded_cards_go(jackpot, where, rule):
    rules = mississippi_rules(code_of(rule))
    box = a_box((), jackpot=jackpot, status=Status.FOLDED)
    _, cards = handle(rules, box, None)
    assert (cards.value, cards.cite.id) == (where, rule)


@pytest.mark.rule("STAR4-9.6", "STAR4-10.5")
def test_at_the_star_a_conceded_hand_is_handled_like_a_fold():
    rules = mississippi_rules("STAR4")
    box = a_box(jackpot=5, status=Status.CONCEDED, hole=parse("2c7d"))
    stakes, cards = handle(rules, box, None)
    assert (cards.value, stakes.cite.id) == (JACKPOT_AREA, "STAR4-9.6")
    assert net(lines_of(rules, box, StudHand.FLUSH)) == -40


@pytest.mark.parametrize(
    "rule", ["NSW3-1.1:Casino Promotional Token", "STAR4-1.1:Casino Promotional Token"]
)
def test_tokens_win_chips_of_the_same_value(rule):
    rules = mississippi_rules(code_of(rule))
    box = a_box((50, 50, 50), ante=50, medium=Medium.TOKENS)
    assert [line.net for line in lines_of(rules, box, StudHand.PAIR_J_A)] == [50] * 4
    assert paid_in(rules.code, Medium.TOKENS) == Cited(Medium.CHIPS, Cite(rule))
    assert paid_in(rules.code, Medium.CHIPS) is None


@pytest.mark.rule("CROWN3-1.4.1", "CROWN3-1.1:Street")
def test_there_are_five_bets_at_crown_and_no_others():
    wagers = mississippi_rules("CROWN3").wagers
    assert wagers.kinds.value == {"ante", "3rd", "4th", "5th", "jackpot"}


hands = st.sampled_from(StudHand)
amounts = st.integers(1, 10**9)
codes = st.sampled_from(MISSISSIPPI_STUD)


@given(codes, hands, amounts, st.lists(amounts, min_size=3, max_size=3))
def test_nobody_loses_more_than_staked_and_odds_scale(code, hand, ante, streets):
    found = lines(code, hand, tuple(streets), ante=ante)
    assert sum(line.stake for line in found) == ante + sum(streets)
    assert all(line.net >= -line.stake for line in found)
    doubled = lines(code, hand, tuple(2 * s for s in streets), ante=2 * ante)
    assert net(doubled) == 2 * net(found)
