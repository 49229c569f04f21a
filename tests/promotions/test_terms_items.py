"""Every item of rule 14 of both documents: complete, empty, and at its boundary."""

from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import pytest

from promotions.rules.clauses.details import Chosen
from promotions.rules.clauses.kinds_of_prizes import (
    Appliance,
    Estate,
    Liquor,
    Travel,
    Vehicle,
)
from promotions.rules.clauses.prizes import Prize, prescribed
from promotions.rules.facts import Facts
from promotions.rules.formats import TEMPLATES, Occasion
from promotions.rules.goods import Barred, Given, PrizeKind
from promotions.rules.lifecycle import Action, Status, transition
from promotions.rules.regimes import NSW3_14, REGIMES, STAR4_14
from promotions.rules.terms import Terms
from rulebook.terms.checklist import checklist, printed
from rulebook.terms.limits import bounds
from rulebook.terms.terms import from_data
from tests.promotions.promo_cast import DAY, DRAWN, HOUR, MINUTE, NOW, OPENS

CODES = ("NSW3", "STAR4")
MOST = {"NSW3": "14.7", "STAR4": "14.8"}


def made(code, key="car-draw", **over):
    chosen = next(each for each in TEMPLATES if each.key == key)
    given = {"name": "Harbour Draw", "place": "the stage", "venue": "Southbank House"}
    times = {"opens_at": OPENS, "drawn_at": DRAWN}
    return chosen.terms(Occasion(**(given | times | over), regime=code))


def with_(terms, path, **values):
    clause = dict(terms.clauses())[path]
    return terms.with_clause(path, replace(clause, **values))


def cites(terms):
    return [refusal.cite.id for refusal in checklist(terms).refusals]


def both(number):
    """The rule of each document at a number below the list of items."""
    return [(code, f"{code}-{MOST[code]}{number}") for code in CODES]


def items(*rows):
    return [
        (code, rule, path, change)
        for number, path, change in rows
        for code, rule in both(number)
    ]


PRIZE = Prize(
    title="Something",
    kind=PrizeKind.OTHER,
    value_cents=100_00,
    nature="A thing",
    qualification="none",
    conditions="none",
    given=(Given.HANDED_OVER,),
)


def winning(code, *prizes):
    return with_(made(code), "prizes.prizes", prizes=prizes)


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("key", [each.key for each in TEMPLATES])
def test_each_template_is_complete_and_reads_back(code, key):
    terms = made(code, key)
    assert cites(terms) == []
    assert from_data(Terms, terms.to_data()).terms == terms
    for section in printed(terms):
        for clause in section.clauses:
            assert "[not yet entered]" not in clause.text
            assert {c.code for c in clause.cites} <= {code, "HOUSE"}


@pytest.mark.rule("NSW3-14.7.1")
@pytest.mark.rule("NSW3-14.7.2")
@pytest.mark.rule("NSW3-14.7.3")
@pytest.mark.rule("NSW3-14.7.6")
@pytest.mark.rule("NSW3-14.7.7")
@pytest.mark.rule("NSW3-14.7.8")
@pytest.mark.rule("NSW3-14.7.9")
@pytest.mark.rule("NSW3-14.7.10")
@pytest.mark.rule("STAR4-14.8.1")
@pytest.mark.rule("STAR4-14.8.2")
@pytest.mark.rule("STAR4-14.8.3")
@pytest.mark.rule("STAR4-14.8.6")
@pytest.mark.rule("STAR4-14.8.7")
@pytest.mark.rule("STAR4-14.8.8")
@pytest.mark.rule("STAR4-14.8.9")
@pytest.mark.rule("STAR4-14.8.10")
@pytest.mark.parametrize(
    ("code", "rule", "path", "change"),
    items(
        (".1", "award.manner", {"by": None}),
        (".2", "award.awarded", {"drawn_at": None}),
        (".2", "award.awarded", {"place": " "}),
        (".3", "entry.eligibility", {"who": ""}),
        (".3", "entry.eligibility", {"least_age": 17}),
        (".4", "entry.wager", {"required": None}),
        (".4", "entry.wager", {"required": True, "amount_cents": None}),
        (".4", "entry.wager", {"required": True, "amount_cents": 0}),
        (".6", "entry.closing", {"closes_at": None}),
        (".6", "entry.closing", {"opens_at": None}),
        (".7", "promotion.held", {"place": ""}),
        (".7", "promotion.held", {"starts_at": None}),
        (".7", "promotion.held", {"ends_at": None}),
        (".8", "award.claiming", {"presence_required": None}),
        (".8", "award.claiming", {"how": ""}),
        (".8", "award.claiming", {"within_days": None}),
        (".8", "award.claiming", {"presence_required": True}),
        (".9", "award.notified", {"means": ()}),
        (".10", "award.published", {"how": ""}),
        (".11", "prizes.prizes", {"prizes": ()}),
    ),
)
def test_an_item_left_empty_is_named_with_its_rule(code, rule, path, change):
    assert cites(with_(made(code), path, **change)) == [rule]


@pytest.mark.rule("NSW3-14.7")
@pytest.mark.rule("STAR4-14.8")
@pytest.mark.parametrize(
    ("code", "rule"), [(code, f"{code}-{MOST[code]}") for code in CODES]
)
def test_empty_terms_lack_every_item_of_the_document(code, rule):
    empty = with_(Terms(), "promotion.names", regime=code)
    found = set(cites(empty))
    for number in (1, 2, 3, 4, 6, 7, 8, 9, 10, 11):
        assert f"{rule}.{number}" in found
    assert REGIMES[code].items.all.id == rule


@pytest.mark.parametrize(
    ("code", "rule"), [("NSW3", "NSW3-14.7.4"), ("STAR4", "STAR4-14.8.4")]
)
def test_no_wager_is_an_answer_and_a_compulsory_one_has_its_amount(code, rule):
    free = with_(made(code), "entry.wager", required=False, amount_cents=None)
    assert cites(free) == []
    asked = with_(made(code), "entry.wager", required=True, amount_cents=1)
    assert cites(asked) == []
    assert [c.id for c in dict(asked.clauses())["entry.wager"].cites_in(asked)] == [
        rule
    ]


@pytest.mark.rule("NSW3-14.7.5")
@pytest.mark.rule("NSW3-14.7.11")
@pytest.mark.rule("STAR4-14.8.5")
@pytest.mark.rule("STAR4-14.8.11")
@pytest.mark.parametrize(
    ("code", "rule", "field", "value"),
    [
        (code, rule, field, value)
        for number, field, value in (
            (".5", "nature", " "),
            (".5", "qualification", ""),
            (".11", "title", ""),
            (".11", "kind", None),
            (".11", "value_cents", None),
            (".11", "value_cents", 0),
            (".11", "conditions", ""),
            (".11", "quantity", 0),
        )
        for code, rule in both(number)
    ],
)
def test_each_prize_says_what_it_is_and_is_worth(code, rule, field, value):
    assert cites(winning(code, replace(PRIZE, **{field: value}))) == [rule]
    assert cites(winning(code, PRIZE)) == []


@pytest.mark.rule("HOUSE-PROMOTION-26")
def test_a_value_has_a_currency():
    terms = with_(made("STAR4"), "prizes.prizes", currency="")
    assert cites(terms) == ["HOUSE-PROMOTION-26"]


CAR = Vehicle("Tasman", "Coast", "none", on_road=False)
OVEN = Appliance("Arc", "60", "none")
TRIP = Travel(2, "none", "none", "none", "4 nights", "4 stars", "none", "none", False)
HOME = Estate(
    "A flat", "a" * 64, "b" * 64, "none", "1 Quay St", False, False, False, False
)
DETAILS = [
    ("appliance", PrizeKind.APPLIANCE, OVEN, "make", "", ".11.1(i)"),
    ("appliance", PrizeKind.APPLIANCE, OVEN, "model", "", ".11.1(ii)"),
    ("appliance", PrizeKind.APPLIANCE, OVEN, "accessories", " ", ".11.1(iii)"),
    ("vehicle", PrizeKind.VEHICLE, CAR, "make", "", ".11.2(i)"),
    ("vehicle", PrizeKind.VEHICLE, CAR, "model", "", ".11.2(ii)"),
    ("vehicle", PrizeKind.VEHICLE, CAR, "accessories", "", ".11.2(iii)"),
    ("vehicle", PrizeKind.VEHICLE, CAR, "on_road", None, ".11.2(iv)"),
    ("travel", PrizeKind.TRAVEL, TRIP, "persons", None, ".11.3(i)"),
    *(
        ("travel", PrizeKind.TRAVEL, TRIP, name, "", ".11.3(ii)")
        for name in (
            "flights",
            "transfers",
            "other_transport",
            "length",
            "lodging",
            "meals",
        )
    ),
    ("travel", PrizeKind.TRAVEL, TRIP, "restriction", "", ".11.3(iii)"),
    ("travel", PrizeKind.TRAVEL, TRIP, "spending_money", None, ".11.3(iv)"),
    ("estate", PrizeKind.REAL_ESTATE, HOME, "dwelling", "", ".11.4(i)"),
    ("estate", PrizeKind.REAL_ESTATE, HOME, "plans", "", ".11.4(ii)"),
    ("estate", PrizeKind.REAL_ESTATE, HOME, "contract", "", ".11.4(iii)"),
    ("estate", PrizeKind.REAL_ESTATE, HOME, "easements", "", ".11.4(iv)"),
    ("estate", PrizeKind.REAL_ESTATE, HOME, "address", "", ".11.4(v)"),
    *(
        ("estate", PrizeKind.REAL_ESTATE, HOME, name, None, ".11.4(vi)")
        for name in ("conveyancing", "legal_costs", "fixtures", "furniture")
    ),
]


@pytest.mark.rule("NSW3-14.7.11.1(i)")
@pytest.mark.rule("NSW3-14.7.11.1(ii)")
@pytest.mark.rule("NSW3-14.7.11.1(iii)")
@pytest.mark.rule("NSW3-14.7.11.2(i)")
@pytest.mark.rule("NSW3-14.7.11.2(ii)")
@pytest.mark.rule("NSW3-14.7.11.2(iii)")
@pytest.mark.rule("NSW3-14.7.11.2(iv)")
@pytest.mark.rule("NSW3-14.7.11.3(i)")
@pytest.mark.rule("NSW3-14.7.11.3(ii)")
@pytest.mark.rule("NSW3-14.7.11.3(iii)")
@pytest.mark.rule("NSW3-14.7.11.3(iv)")
@pytest.mark.rule("NSW3-14.7.11.4(i)")
@pytest.mark.rule("NSW3-14.7.11.4(ii)")
@pytest.mark.rule("NSW3-14.7.11.4(iii)")
@pytest.mark.rule("NSW3-14.7.11.4(iv)")
@pytest.mark.rule("NSW3-14.7.11.4(v)")
@pytest.mark.rule("NSW3-14.7.11.4(vi)")
@pytest.mark.rule("STAR4-14.8.11.1(i)")
@pytest.mark.rule("STAR4-14.8.11.1(ii)")
@pytest.mark.rule("STAR4-14.8.11.1(iii)")
@pytest.mark.rule("STAR4-14.8.11.2(i)")
@pytest.mark.rule("STAR4-14.8.11.2(ii)")
@pytest.mark.rule("STAR4-14.8.11.2(iii)")
@pytest.mark.rule("STAR4-14.8.11.2(iv)")
@pytest.mark.rule("STAR4-14.8.11.3(i)")
@pytest.mark.rule("STAR4-14.8.11.3(ii)")
@pytest.mark.rule("STAR4-14.8.11.3(iii)")
@pytest.mark.rule("STAR4-14.8.11.3(iv)")
@pytest.mark.rule("STAR4-14.8.11.4(i)")
@pytest.mark.rule("STAR4-14.8.11.4(ii)")
@pytest.mark.rule("STAR4-14.8.11.4(iii)")
@pytest.mark.rule("STAR4-14.8.11.4(iv)")
@pytest.mark.rule("STAR4-14.8.11.4(v)")
@pytest.mark.rule("STAR4-14.8.11.4(vi)")
@pytest.mark.parametrize(
    ("code", "rule", "group", "kind", "details", "name", "empty"),
    [
        (code, rule, group, kind, details, name, empty)
        for group, kind, details, name, empty, number in DETAILS
        for code, rule in both(number)
    ],
)
def test_a_kind_of_prize_adds_its_details(
    code, rule, group, kind, details, name, empty
):
    prize = replace(PRIZE, kind=kind, **{group: details})
    assert cites(winning(code, prize)) == []  # “none” and no are answers
    short = replace(prize, **{group: replace(details, **{name: empty})})
    assert cites(winning(code, short)) == [rule]


@pytest.mark.rule("NSW3-14.7.11.1")
@pytest.mark.rule("NSW3-14.7.11.2")
@pytest.mark.rule("NSW3-14.7.11.3")
@pytest.mark.rule("NSW3-14.7.11.4")
@pytest.mark.rule("STAR4-14.8.11.1")
@pytest.mark.rule("STAR4-14.8.11.2")
@pytest.mark.rule("STAR4-14.8.11.3")
@pytest.mark.rule("STAR4-14.8.11.4")
@pytest.mark.parametrize(
    ("code", "rule", "kind", "many"),
    [
        (code, rule, kind, many)
        for number, kind, many in (
            (".11.1", PrizeKind.APPLIANCE, 3),
            (".11.2", PrizeKind.VEHICLE, 4),
            (".11.3", PrizeKind.TRAVEL, 9),
            (".11.4", PrizeKind.REAL_ESTATE, 9),
        )
        for code, rule in both(number)
    ],
)
def test_details_are_added_never_instead(code, rule, kind, many):
    found = cites(winning(code, replace(PRIZE, kind=kind, value_cents=None)))
    assert found.count(f"{code}-{MOST[code]}.11") == 1  # the value is still asked for
    assert sum(cite.startswith(rule) for cite in found) == many
    terms = winning(code, replace(PRIZE, kind=kind))
    assert rule in [
        cite.id for cite in dict(terms.clauses())["prizes.prizes"].cites_in(terms)
    ]


BARRED = {
    Barred.TOBACCO: ("14.5.1", "14.6.1"),
    Barred.FIREARM: ("14.5.2", "14.6.2"),
    Barred.WEAPON: ("14.5.3", "14.6.3"),
}


@pytest.mark.rule("NSW3-14.5.1")
@pytest.mark.rule("NSW3-14.5.2")
@pytest.mark.rule("NSW3-14.5.3")
@pytest.mark.rule("STAR4-14.6.1")
@pytest.mark.rule("STAR4-14.6.2")
@pytest.mark.rule("STAR4-14.6.3")
@pytest.mark.parametrize(
    ("code", "rule", "barred"),
    [
        (code, f"{code}-{numbers[at]}", barred)
        for barred, numbers in BARRED.items()
        for at, code in enumerate(CODES)
    ],
)
def test_what_is_barred_is_never_a_prize_whatever_it_is_called(code, rule, barred):
    assert cites(winning(code, replace(PRIZE, contains=(barred,)))) == [rule]
    said = {
        Barred.TOBACCO: "A box of Cigars",
        Barred.FIREARM: "An imitation pistol",
        Barred.WEAPON: "A crossbow",
    }[barred]
    assert cites(winning(code, replace(PRIZE, title=said))) == [rule]
    assert cites(winning(code, replace(PRIZE, title="A begun tour"))) == []


@pytest.mark.parametrize(
    ("code", "rule"), [("NSW3", "NSW3-14.5.4"), ("STAR4", "STAR4-14.6.4")]
)
@pytest.mark.parametrize(
    ("volume", "refused"), [(19_999, False), (20_000, False), (20_100, True)]
)
def test_twenty_litres_of_liquor_are_the_most(code, rule, volume, refused):
    case = replace(PRIZE, kind=PrizeKind.LIQUOR, liquor=Liquor(volume))
    assert cites(winning(code, case)) == ([rule] if refused else [])
    # Liquor in a hamper counts as well.
    hamper = replace(PRIZE, liquor=Liquor(volume))
    assert cites(winning(code, hamper)) == ([rule] if refused else [])
    assert cites(winning(code, replace(case, liquor=Liquor(20_001)))) == [rule]


@pytest.mark.parametrize(
    ("code", "rule"), [("NSW3", "NSW3-14.5.5"), ("STAR4", "STAR4-14.6.5")]
)
def test_what_the_house_lists_as_prescribed_is_refused(code, rule):
    prizes, regime = (replace(PRIZE, title="Garden Fireworks"),), REGIMES[code]
    assert [r.cite.id for r in prescribed(prizes, regime, ("fireworks",))] == [rule]
    assert not [*prescribed(prizes, regime, ("drones", " "))]


@pytest.mark.parametrize(
    ("code", "rule"), [("NSW3", "NSW3-14.5"), ("STAR4", "STAR4-14.6")]
)
def test_the_terms_print_what_no_prize_is(code, rule):
    terms = made(code)
    clause = dict(terms.clauses())["prizes.prizes"]
    assert rule in [cite.id for cite in clause.cites_in(terms)]
    section = "section 66(4)(b)" if code == "STAR4" else "section 66(4) "
    assert section in clause.text(terms)
    assert "20 litres" in clause.text(terms)


@pytest.mark.parametrize(
    ("code", "rule"), [("NSW3", "NSW3-14.3"), ("STAR4", "STAR4-14.3")]
)
def test_money_instead_is_stated_and_never_of_casino_dollars(code, rule):
    def offered(kind, **over):
        ways = (Given.CHEQUE, Given.TRANSFER, Given.HANDED_OVER)
        prize = replace(PRIZE, kind=kind, alternative_cents=90_00, given=ways, **over)
        return cites(winning(code, prize))

    assert offered(PrizeKind.VEHICLE, vehicle=CAR) == []
    assert offered(PrizeKind.CASINO_DOLLARS) == [rule]
    assert offered(PrizeKind.SLOTS_DOLLARS) == ([rule] if code == "NSW3" else [])
    assert offered(PrizeKind.MONEY) == [rule]
    stated = winning(code, replace(PRIZE, alternative_cents=90_00))
    unsaid = "STAR4-14.4" if code == "STAR4" else "HOUSE-PROMOTION-16"
    assert cites(stated) == [unsaid]  # how the money is paid
    assert "may take AUD $90 instead" in stated.prizes.prizes.text(stated)
    plain = winning(code, PRIZE)
    assert "instead" not in plain.prizes.prizes.text(plain)


MONEY = replace(PRIZE, kind=PrizeKind.MONEY, given=(Given.TRANSFER,))


@pytest.mark.rule("NSW3-14.4")
@pytest.mark.parametrize(
    ("cents", "refused"), [(9_999_99, False), (10_000_00, False), (10_000_01, True)]
)
def test_under_nsw3_the_winner_of_more_than_ten_thousand_chooses(cents, refused):
    one = replace(MONEY, value_cents=cents)
    assert cites(winning("NSW3", one)) == (["NSW3-14.4"] if refused else [])
    every = replace(one, given=(Given.CASH, Given.CHEQUE, Given.TRANSFER))
    assert cites(winning("NSW3", every)) == []


@pytest.mark.rule("STAR4-14.5")
@pytest.mark.rule("STAR4-14.4")
@pytest.mark.parametrize(
    ("cents", "refused"), [(9_999_99, False), (10_000_00, False), (10_000_01, True)]
)
def test_under_star4_the_winner_chooses_without_cash(cents, refused):
    one = replace(MONEY, value_cents=cents)
    assert cites(winning("STAR4", one)) == (["STAR4-14.5"] if refused else [])
    both_ways = replace(one, given=(Given.CHEQUE, Given.TRANSFER))
    assert cites(winning("STAR4", both_ways)) == []
    cash = replace(one, given=(Given.CASH, Given.CHEQUE, Given.TRANSFER))
    assert cites(winning("STAR4", cash)) == ["STAR4-14.4"]
    silent = replace(one, given=())
    assert cites(winning("STAR4", silent)) == ["STAR4-14.4"]


@pytest.mark.rule("HOUSE-PROMOTION-16")
def test_under_nsw3_the_terms_say_how_a_prize_is_given_all_the_same():
    assert cites(winning("NSW3", replace(PRIZE, given=()))) == ["HOUSE-PROMOTION-16"]


@pytest.mark.parametrize(
    ("code", "rule"), [("NSW3", "NSW3-14.6"), ("STAR4", "STAR4-14.7")]
)
def test_terms_say_where_they_are_to_be_had(code, rule):
    terms = with_(made(code), "promotion.available", channels=())
    assert cites(terms) == [rule]


@pytest.mark.rule("HOUSE-PROMOTION-10")
@pytest.mark.parametrize(
    ("code", "rule"), [("NSW3", "NSW3-14.1"), ("STAR4", "STAR4-14.1")]
)
def test_the_names_stand_under_the_rule_that_lets_the_casino_hold_it(code, rule):
    terms = made(code)
    clause = dict(terms.clauses())["promotion.names"]
    assert rule in [cite.id for cite in clause.cites_in(terms)]
    assert f"rule 14 of {code}" in clause.text(terms)
    assert cites(with_(terms, "promotion.names", venue="")) == ["HOUSE-PROMOTION-10"]
    assert cites(with_(terms, "promotion.names", regime="MASS")) == [
        "HOUSE-PROMOTION-10"
    ]


@pytest.mark.rule("HOUSE-PROMOTION-14")
@pytest.mark.parametrize(
    ("code", "rule"),
    [
        ("NSW3", "NSW3-1.1:Promotional Prize(s)"),
        ("STAR4", "STAR4-1.1:promotional prize(s)"),
    ],
)
def test_whether_it_is_a_promotional_prize_is_decided(code, rule):
    def scope(**values):
        return cites(with_(made(code), "promotion.scope", **values))

    assert scope(chosen_by=None) == [rule]
    assert scope(with_play=None) == [rule]
    assert scope(brought_in=False) == [rule]  # a draw linked to play is one
    for chosen in (Chosen.SKILL, Chosen.TOURNAMENT):
        assert scope(chosen_by=chosen) == ["HOUSE-PROMOTION-14"]
        assert scope(chosen_by=chosen, brought_in=True) == []
        assert scope(chosen_by=chosen, brought_in=False) == ["HOUSE-PROMOTION-14"]
        exempt = {"brought_in": False, "exempt_because": "Skill alone decides"}
        assert scope(chosen_by=chosen, **exempt) == []
    assert scope(with_play=False) == ["HOUSE-PROMOTION-14"]


@pytest.mark.rule("HOUSE-PROMOTION-12")
def test_times_follow_each_other():
    def closing(**values):
        return cites(with_(made("STAR4"), "entry.closing", **values))

    assert closing(closes_at=DRAWN) == []
    assert closing(closes_at=DRAWN + MINUTE) == ["HOUSE-PROMOTION-12"]
    assert closing(closes_at=OPENS) == ["HOUSE-PROMOTION-12"]
    assert closing(play_counts_from=OPENS - DAY, closes_at=OPENS - HOUR) == []
    held = with_(made("STAR4"), "promotion.held", ends_at=DRAWN)
    assert cites(held) == []
    held = with_(made("STAR4"), "promotion.held", ends_at=DRAWN - MINUTE)
    assert cites(held) == ["HOUSE-PROMOTION-12"]


@pytest.mark.rule("HOUSE-PROMOTION-15")
def test_a_series_keeps_its_time_of_day_over_the_change_of_clocks():
    terms = made(
        "STAR4", "hot-seat", opens_at=OPENS + 120 * DAY, drawn_at=DRAWN + 120 * DAY
    )
    local = [draw.drawn_at.astimezone(terms.zone) for draw in terms.draws]
    assert len({at.time() for at in local}) == 1
    assert len({at.utcoffset() for at in local}) == 2  # summer time ends on the way
    gaps = {(b.date() - a.date()).days for a, b in pairwise(local)}
    assert (len(local), gaps) == (12, {7})
    assert all(d.drawn_at - d.closes_at == timedelta(minutes=30) for d in terms.draws)
    # A first prize of $500 that grows by $250 eleven times.
    assert terms.largest_prize_cents == 500_00 + 11 * 250_00
    assert cites(with_(terms, "award.series", times=0)) == ["HOUSE-PROMOTION-15"]
    assert cites(with_(terms, "award.series", every_days=0)) == ["HOUSE-PROMOTION-15"]


def test_markup_in_a_prize_is_refused():
    bad = winning("STAR4", replace(PRIZE, title="<script>alert(1)</script>"))
    assert [r.cite.id for r in bounds(bad)] == ["HOUSE-TERMS-2"]
    assert "HOUSE-TERMS-2" in cites(bad)


@pytest.mark.rule("NSW3-14.11")
@pytest.mark.rule("STAR4-14.11")
@pytest.mark.parametrize(
    ("regime", "says"),
    [
        (NSW3_14, "only after the Authority has approved it"),
        (STAR4_14, "given to NICC again as soon as possible"),
    ],
)
def test_what_always_holds_is_printed_as_the_document_has_it(regime, says):
    terms = made(regime.code)
    text = " ".join(c.text for s in printed(terms) for c in s.clauses)
    assert says in text
    doubt = "within 48 hours" if regime is STAR4_14 else "is told at once"
    assert doubt in text
    assert "section 33" in text


@pytest.mark.parametrize(
    ("code", "rule"), [("NSW3", "NSW3-14.7"), ("STAR4", "STAR4-14.8")]
)
def test_terms_that_lack_an_item_are_not_lodged_and_the_item_is_named(code, rule):
    short = with_(made(code), "award.manner", by=None)
    facts = Facts(short, NOW, lodged_at=NOW)
    verdict = transition(Status.APPROVED, Action.LODGE, facts)
    assert [(r.cite.id, r.field) for r in verdict.refusals] == [
        (rule, "award.manner.by")
    ]
    whole = replace(facts, terms=made(code))
    assert transition(Status.APPROVED, Action.LODGE, whole) is Status.LODGED
