"""What must be right before a table plays: its device, its meter, its players."""

import re
from dataclasses import replace
from html import unescape

import pytest
from sqlalchemy.exc import IntegrityError

from game.loss_limits import Duty
from house.floor.meters import linking, services
from house.floor.meters.models import MeterStatus, MeterTableRow
from house.floor.meters.paying_rules import how_it_pays
from house.floor.models import Device, TableRow
from house.floor.tables import services as tables
from house.payments import loss_limits
from house.payments.models import LossLimitRow
from house.people.roles import Role
from rulebook import Refused
from tests.house import meters
from tests.house.at_table_cast import PRIYA, carded, patron, rows
from tests.house.floor_cast import at, clock_shows
from tests.house.test_tables import PLAIN
from tests.house.topics_cast import named, proving

CROWN, NSW, STAR, MASS = meters.CROWN, meters.NSW, meters.STAR, meters.MASS


@pytest.fixture
def floor(app, db, request):
    with proving(app, db, request.node) as floor:
        yield floor


def refused(floor, verdict, *rules):
    """A refusal under these rules and no others."""
    assert isinstance(verdict, Refused), verdict
    assert {refusal.cite.id for refusal in verdict.refusals} == set(rules)
    floor.saw(*rules)


@pytest.mark.parametrize(
    ("rule", "terms"),
    [
        ("CROWN3-9.3:Table2", replace(CROWN, reseed_cents=15_000_00)),
        ("CROWN3-9.3:Table2", replace(CROWN, rate_millionths=325_100)),
        ("CROWN3-9.3:Table2", replace(CROWN, pay_table="Table 5")),
        (
            "CROWN3-9.3:Table3",
            replace(CROWN, option="option-2", rate_millionths=310_200),
        ),
        ("NSW3-1.1:Jackpot Meter System", replace(NSW, approval=" ")),
        ("STAR4-1.1:jackpot system", replace(STAR, approval="")),
        ("NSW3-15.2.11", replace(NSW, bonus_cents={"royal_flush": 1_000_00})),
        ("STAR4-15.2.11", replace(STAR, bonus_cents={"royal_flush": 1_000_00})),
        ("STAR4-15.1.4", replace(STAR, says_folded=False)),
        ("MASS-11P(i)", replace(MASS, multi_game=True)),
    ],
)
def test_a_meter_stays_closed_until_its_terms_are_the_documents(floor, rule, terms):
    with floor.db.writing() as session:
        meter = meters.drafted(session, terms)
        refused(floor, services.open_meter(session, meter, meters.act()), rule)
        assert meter.status is not MeterStatus.OPEN
    entry = floor.seen_on_record("open meter")
    assert (entry.verdict, rule in entry.rules) == ("refused", True)


@pytest.mark.parametrize(
    ("rule", "terms", "seen"),
    [
        ("NSW3-15.1.3", NSW, {"shown_cents": None}),
        ("NSW3-15.1.3", NSW, {"shown_cents": 49_999_00}),
        ("STAR4-2.4.3", STAR, {"shown_cents": None}),
        ("STAR4-15.1.3", STAR, {"shown_cents": 49_999_00}),
        ("STAR4-2.2.4", STAR, {"has_spots": False}),
        ("CROWN3-2.5", CROWN, {"has_spots": False}),
    ],
)
def test_a_meter_stays_closed_until_its_tables_were_looked_at(floor, rule, terms, seen):
    with floor.db.writing() as session:
        meter = meters.drafted(session, terms)
        seven = meters.find(session, 7)
        meters.look(session, meter, seven, **seen)
        refused(floor, services.open_meter(session, meter, meters.act()), rule)
        meters.look(session, meter, seven)
        assert services.open_meter(session, meter, meters.act()) is meter


@pytest.mark.parametrize(
    ("rule", "terms", "grown"),
    [
        (
            "CROWN3-9.3:Table2",
            replace(CROWN, reseed_cents=40_000_00, rate_millionths=293_600),
            293_60,
        ),
        (
            "CROWN3-9.3:Table3",
            replace(
                CROWN,
                option="option-2",
                pay_table="Table 5",
                reseed_cents=75_000_00,
                rate_millionths=202_800,
            ),
            202_80,
        ),
    ],
)
def test_the_meter_grows_at_the_rate_of_its_seed(floor, rule, terms, grown):
    with floor.db.writing() as session:
        meter = meters.opened(session, terms)
        meters.feed(session, meter, 1_000)
        floor.holds(meter.value_cents == terms.reseed_cents + grown, rule)


@pytest.mark.rule("CROWN3-9.1.1", "CROWN3-9.1.1(e)", "CROWN3-9.1.1(f)")
def test_crown_runs_several_meters_at_different_prices_under_one_option(floor):
    option_2 = replace(
        CROWN,
        option="option-2",
        pay_table="Table 5",
        price_cents=5_00,
        reseed_cents=50_000_00,
        rate_millionths=310_200,
    )
    with floor.db.writing() as session:
        meters.opened(session, CROWN, (7,), "First")
        for terms, number, rule in (
            (CROWN, 8, "CROWN3-9.1.1(e)"),
            (option_2, 9, "CROWN3-9.1.1(f)"),
        ):
            meter = meters.drafted(session, terms, (number,), f"Like {number}")
            verdict = services.open_meter(session, meter, meters.act())
            refused(floor, verdict, rule)
        second = meters.opened(session, meters.CROWN_2, (10,), "Second")
        floor.holds(second.status is MeterStatus.OPEN, "CROWN3-9.1.1")


@pytest.mark.parametrize(
    ("rule", "one_pool", "terms"),
    [
        ("NSW3-15.1.2", "NSW3-15.1.2.2", NSW),
        ("STAR4-15.1.2", "STAR4-15.1.2.2", STAR),
    ],
)
def test_with_several_pools_every_link_is_checked(floor, rule, one_pool, terms):
    with floor.db.writing() as session:
        meters.opened(session, terms, (7,), "First")
        second = meters.drafted(session, terms, (8,), "Second")
        seven = meters.find(session, 7)
        verdict = linking.link_draft(session, second, seven, meters.act())
        refused(floor, verdict, one_pool)
        twice = MeterTableRow(
            meter_id=second.pk, table_id=seven.pk, since_at=meters.NOON
        )
        with pytest.raises(IntegrityError), session.begin_nested():
            session.add(twice)  # nor does the database take what no service asked
        opened = services.open_meter(session, second, meters.act())
        floor.holds(opened is second, rule)


@pytest.mark.parametrize(
    ("rule", "code"), [("NSW3-6.6.2", "NSW3"), ("STAR4-6.7.2", "STAR4")]
)
def test_a_low_limit_table_deals_from_a_shuffler_alone(floor, rule, code):
    layout = replace(PLAIN, rulebook=code, low_limit=True, device=Device.SHOE)
    with floor.db.writing() as session:
        refused(floor, tables.set_up(session, layout, at()), rule)
        layout = replace(layout, device=Device.SHUFFLER)
        assert isinstance(tables.set_up(session, layout, at()), TableRow)


@pytest.mark.rule("STAR4-13.2", "STAR4-13.2.4")
def test_a_limit_player_undertakes_to_follow_directions(floor):
    name = "Mei-Lin Zhao"
    carded(floor.db, name)
    with floor.db.writing() as session:
        person, act = patron(session, name), at(by=PRIYA)
        others = frozenset(Duty) - {Duty.DIRECTIONS}
        wanted = loss_limits.LimitRequest(500_00, 7, others)
        verdict = loss_limits.set_limit(session, person, wanted, act)
        refused(floor, verdict, "STAR4-13.2")
        wanted = loss_limits.LimitRequest(500_00, 7, frozenset(Duty))
        loss_limits.set_limit(session, person, wanted, act)
    [row] = rows(floor.db, LossLimitRow)
    floor.holds(Duty.DIRECTIONS.value in row.acknowledged, "STAR4-13.2.4")


@pytest.mark.parametrize(
    "terms",
    [
        pytest.param(CROWN, marks=pytest.mark.rule("CROWN3-5.9.1")),
        pytest.param(MASS, marks=pytest.mark.rule("MASS-11P(d)")),
        pytest.param(
            NSW,
            marks=pytest.mark.rule(
                "NSW3-15.2.6",
                "NSW3-15.2.7",
                "NSW3-1.1:Progressive Jackpot",
                "NSW3-1.1:Fixed Jackpot",
            ),
        ),
        pytest.param(
            STAR,
            marks=pytest.mark.rule(
                "STAR4-15.2.6",
                "STAR4-15.2.7",
                "STAR4-1.1:progressive jackpot",
                "STAR4-1.1:fixed jackpot",
            ),
        ),
    ],
)
def test_a_meters_page_says_how_it_pays(floor, sign_in, terms, request):
    with floor.db.writing() as session:
        meter = meters.opened(session, terms).pk
    with clock_shows(1):
        page = sign_in(Role.DIRECTOR).get(f"/desk/meters/{meter}").text
    cards = "the player&#39;s two cards and the three community cards"
    assert f"A hand is {cards}." in page
    floor.saw(*(rule for rule in named(request.node) if f">{rule}<" in page))


@pytest.mark.rule("MASS-11P(j)")
def test_a_link_of_several_games_says_which_cards_count(floor):
    linked = replace(MASS, multi_game=True)
    [said] = how_it_pays(linked)
    floor.saw(said.cite.id)


READ = {
    "CROWN3": ("CROWN3-3.5", "CROWN3-3.5.1"),
    "MASS": ("MASS-1:Rank", "MASS-1:Suit", "MASS-5(a)"),
    "NSW3": ("NSW3-3.3", "NSW3-1.1:Player’s Hand"),
    "STAR4": ("STAR4-3.3", "STAR4-1.1:Player’s Hand"),
}


@pytest.mark.parametrize(
    "code",
    [pytest.param(c, marks=pytest.mark.rule(*rules)) for c, rules in READ.items()],
)
def test_the_console_says_how_a_hand_is_read(floor, sign_in, code):
    floor.table(code)
    with clock_shows(1):
        page = unescape(sign_in(Role.DEALER).get("/desk/tables/4/console").text)
    at = page.index('class="reading"')
    told = page[at : page.index("</details>", at)]
    assert "A K Q J 10 9 8 7 6 5 4 3 2" in told
    floor.saw(*re.findall(r">([A-Z0-9]+-[^<]+)</a>", told))
