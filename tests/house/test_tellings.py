"""Whoever a ruling or a failure says must be told has a notice drafted with it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from sqlmodel import col, select

from game.irregularities.ruling import MustBeTold
from game.ranks import Party, Rank
from house.audit import Act, Actor, Subject
from house.audit.models import AuditRow
from house.floor.meters import faults
from house.floor.meters.opening import Linked
from house.notices import contacts, services
from house.notices.contacts import Contact
from house.notices.models import Audience, Channel, DeadlineRow, NoticeRow
from house.notices.services import Posting
from house.notices.states import State, state
from house.notices.tellings import tell
from house.notices.ticking import Ticker
from house.people.roles import Role
from house.venue import Venue
from rulebook import CROWN3, NSW3, STAR4, VIC99, Cite, Refused
from tests.house.meters import CROWN, NSW, STAR, act, find, opened

NOON = datetime(2026, 11, 20, 1, 0, tzinfo=UTC)
TICK = timedelta(microseconds=1)
PRIYA = Actor("priya", "Priya", "supervisor")
HOUSE = Venue("Southbank House", ZoneInfo("Australia/Sydney"))
TABLE = Subject("table", "7", "Table 7")
RULE = NSW3.at("11.9.4")
BOTH = (MustBeTold(Party.SURVEILLANCE, RULE), MustBeTold(Party.INSPECTOR, RULE))


def told(db, parties=BOTH, key="round-12:ruling-3", **over):
    given = {"about": TABLE, "what": "A card is missing.", "house": HOUSE} | over
    with db.writing() as session:
        return tell(session, parties, key=key, by=PRIYA, now=NOON, **given)


def kept(db):
    with db.reading() as session:
        return session.exec(select(NoticeRow).order_by(col(NoticeRow.id))).all()


def deadlines(db):
    with db.reading() as session:
        return session.exec(select(DeadlineRow).order_by(col(DeadlineRow.id))).all()


def missed(app, db, now):
    """What the record says was missed, after a look at the clock."""
    with time_machine.travel(now, tick=False):
        assert Ticker(app).tick()
    with db.reading() as session:
        passed = select(AuditRow).where(AuditRow.act == "deadline passed")
        return [(row.at, row.rules[1]) for row in session.exec(passed)]


@pytest.mark.rule("NSW3-11.9.4", "HOUSE-NOTICE-15")
def test_surveillance_and_the_inspector_are_told_at_once(app, db):
    drafts = told(db)
    assert [n.pk for n in told(db)] == [n.pk for n in drafts]
    rows = kept(db)
    assert [(n.audience, n.document, n.rule_id) for n in rows] == [
        (Audience.SURVEILLANCE, "NSW3", "NSW3-11.9.4"),
        (Audience.INSPECTORATE, "NSW3", "NSW3-11.9.4"),
    ]
    assert {n.title for n in rows} == {"An irregularity at Table 7"}
    assert all("A card is missing." in n.body for n in rows)
    assert all("20 November 2026, 12:00" in n.body for n in rows)
    assert [(d.due_at, d.rule_id) for d in deadlines(db)] == [(NOON, RULE.id)] * 2
    assert missed(app, db, NOON - TICK) == []
    assert missed(app, db, NOON) == []
    assert missed(app, db, NOON + TICK) == [(NOON, RULE.id)] * 2


@pytest.mark.rule("NSW3-11.9.4", "HOUSE-NOTICE-12")
def test_the_telling_is_kept_with_its_time(db):
    first, _ = told(db)
    with db.writing() as session:
        body, who = Audience.SURVEILLANCE, Contact("Surveillance room", phone="77")
        contacts.enter(session, body, "NSW3", who, by=PRIYA, now=NOON)
        row = session.get_one(NoticeRow, first.pk)
        how = Posting(Channel.PHONE, "Taken by Ira", NOON)
        later = Act(PRIYA, NOON + timedelta(minutes=3))
        assert not isinstance(services.post(session, row, how, later), Refused)
    mine, other = deadlines(db)
    assert (mine.met_at, state(mine, later.now)) == (NOON, State.MET)
    assert "Taken by Ira" in mine.proof
    assert state(other, later.now) is State.OVERDUE


CROWN_RULE = CROWN3.at("11.2")


@pytest.mark.rule("CROWN3-11.2", "HOUSE-NOTICE-16")
@pytest.mark.parametrize(
    ("present", "names"),
    [
        (Rank.PLAYER, ["TG Higher Duties Dealer", "TG Area Manager"]),
        (Rank.DEALER, ["TG Higher Duties Dealer", "TG Area Manager"]),
        (Rank.SUPERVISOR, ["TG Area Manager"]),
        (Rank.AREA_MANAGER, []),
        (Rank.CASINO_MANAGER, []),
    ],
)
def test_ranks_that_are_not_there_are_told_by_word(db, present, names):
    parties = [MustBeTold(r, CROWN_RULE) for r in (Rank.SUPERVISOR, Rank.AREA_MANAGER)]
    told(db, parties, present=present)
    assert [(n.audience, n.recipient) for n in kept(db)] == [
        (Audience.FLOOR, name) for name in names
    ]
    assert deadlines(db) == []


@pytest.mark.rule("HOUSE-NOTICE-16")
def test_everybody_who_can_be_named_can_be_told(db):
    rule = VIC99.at("N25-14.5.1")
    parties = [MustBeTold(party, rule) for party in Party]
    parties += [MustBeTold(rank, rule) for rank in Rank if rank > Rank.PLAYER]
    notices = told(db, parties)
    assert len({n.pk for n in notices}) == len({n.recipient for n in notices}) + 1
    house_rule = Cite("HOUSE-NOTICE-16")
    [by_house] = told(db, [MustBeTold(Rank.CASINO_MANAGER, house_rule)], key="other")
    assert by_house.recipient == "Casino manager"


def test_two_rulings_of_one_round_are_told_apart(db):
    told(db, key="round-12:ruling-3")
    told(db, key="round-12:ruling-4", about=replace(TABLE, name=""))
    assert len(kept(db)) == 4
    assert kept(db)[-1].title == "An irregularity at table 7"


def test_a_key_that_would_be_cut_is_a_mistake(db):
    assert len(told(db, key="k" * 64)) == 2
    with pytest.raises(ValueError, match="more than 64"):
        told(db, key="k" * 65)


# --- meters ------------------------------------------------------------------


def report(db, meter, minutes=0, **found):
    with db.writing() as session:
        row = session.merge(meter)
        seven = find(session, 7)
        at = act(minutes=minutes)
        return faults.report(session, row, seven, Linked("7", **found), at, HOUSE)


def meter(db, terms):
    with db.writing() as session:
        return opened(session, terms, (7,), "Grand")


@pytest.mark.rule("STAR4-11.12", "HOUSE-NOTICE-15")
@pytest.mark.parametrize("part", ["display", "recorder"])
def test_equipment_that_fails_is_told_to_the_inspectors(app, db, part):
    report(db, meter(db, STAR), **{f"{part}_works": False})
    [notice] = kept(db)
    assert (notice.kind, notice.rule_id) == ("meter.fault", STAR4.at("11.12").id)
    assert (notice.about_kind, notice.due_at) == ("meter", NOON)
    assert f"The {part} fails. Nothing covers for it." in notice.body
    assert "at table 7" in notice.body
    assert missed(app, db, NOON - TICK) == []
    assert missed(app, db, NOON) == []
    assert missed(app, db, NOON + TICK) == [(NOON, "STAR4-11.12")]


@pytest.mark.rule("HOUSE-NOTICE-17")
def test_each_failure_is_told_once(db):
    grand = meter(db, STAR)
    report(db, grand)
    assert kept(db) == []
    report(db, grand, 1, display_works=False)
    report(db, grand, 2, display_works=False, manual_cover="A card")
    assert len(kept(db)) == 1
    both = {"display_works": False, "recorder_works": False}
    report(db, grand, 3, **both, manual_cover="A card")
    assert "The recorder fails. Covered by hand: A card" in kept(db)[1].body
    report(db, grand, 4)
    report(db, grand, 5, **both)
    assert len(kept(db)) == 4


@pytest.mark.rule("STAR4-11.12")
@pytest.mark.parametrize("terms", [CROWN, NSW])
def test_elsewhere_nobody_has_to_be_told(db, terms):
    report(db, meter(db, terms), display_works=False)
    assert kept(db) == []


def test_a_report_that_is_refused_tells_nobody(db):
    grand = meter(db, STAR)
    with db.writing() as session:
        other = opened(session, replace(STAR, price_cents=10_00), (8,), "Mini")
        row = find(session, 8)
        mine = session.merge(grand)
        dark = Linked("8", display_works=False)
        verdict = faults.report(session, mine, row, dark, act(), HOUSE)
        assert isinstance(verdict, Refused)
        assert other.pk != mine.pk
    assert kept(db) == []


@pytest.mark.rule("STAR4-11.12")
def test_on_the_page_the_report_drafts_the_notice(db, sign_in):
    pk = meter(db, STAR).pk
    client = sign_in(Role.DIRECTOR)
    form = {"recorder_works": "y", "_key": "a-key-of-a-fault-01"}
    there = f"/desk/meters/{pk}/tables/7/equipment"
    assert client.post(there, data=form).status_code == 303
    [notice] = kept(db)
    assert "The display fails." in notice.body
    assert notice.title in client.get("/desk/notices/").text
