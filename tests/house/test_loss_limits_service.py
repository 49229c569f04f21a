"""Wagers at money tables: the player's own card, and no further than the limit."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlmodel import select

from game.loss_limits import Declarations, Duty
from game.player_cards import Claim
from house.audit import Actor
from house.db import Database
from house.floor import acts
from house.floor.models import Device, Game, TableRow
from house.payments import loss_limits, wagers
from house.payments.loss_limits import Wanted
from house.payments.models import LimitAct, LossLimitRow, WagerRow
from house.payments.wagers import Act, Wager, adjust, against, settle
from house.people.patrons.models import (
    ExcludedBy,
    ExclusionRow,
    PatronRow,
    PlayerCardRow,
)
from house.venue import Venue
from rulebook import Refused

SYDNEY = Venue("Harbour House", ZoneInfo("Australia/Sydney"))
NOON = datetime(2026, 11, 20, 1, 0, tzinfo=UTC)
TICK = timedelta(microseconds=1)
WEEK = timedelta(days=7)
DAN = Actor("dan", "Dan Dealer", "dealer")
PRIYA = Actor("priya", "Priya", "supervisor")
DAY = timedelta(days=1)
ANTE = Wager("k1", "round 1", "ante", 20_00, card="AB1234")


@pytest.fixture
def db(database_url):
    """The database alone, with a table and two players who share a name."""
    db = Database(database_url)
    with db.writing() as session:
        session.add(a_table(7, "STAR4"))
        session.add(a_table(8, "CROWN3"))
        for number in ("AB1234", "CD5678"):
            patron = PatronRow(
                given_name="Wen",
                family_name="Wu",
                search_name="wen wu",
                born_on=date(1980, 1, 1),
                created_at=NOON,
            )
            session.add(patron)
            session.flush()
            card = PlayerCardRow(number=number, patron_id=patron.pk, issued_at=NOON)
            session.add(card)
    yield db
    db.engine.dispose()


def a_table(number, rulebook):
    return TableRow(
        number=number,
        game=Game.MISSISSIPPI_STUD,
        rulebook=rulebook,
        seats=6,
        device=Device.SHOE,
        minimum_cents=10_00,
        maximum_cents=100_00,
        unit_cents=5_00,
    )


def place(db, wager=ANTE, now=NOON, table=7, patron=1):
    with db.writing() as session:
        where = session.exec(select(TableRow).where(TableRow.number == table)).one()
        who = session.get_one(PatronRow, patron)
        act = Act(DAN, now, SYDNEY)
        found = tuple(against(session, where, who, wager, act))
        return Refused(found) if found else adjust(session, where, who, wager, act)


def settled(db, net, round_="round 1", now=NOON, patron=1):
    with db.writing() as session:
        where = session.exec(select(TableRow).where(TableRow.number == 7)).one()
        who = session.get_one(PatronRow, patron)
        result = Wager(f"settled {round_} {patron}", round_, "", net)
        return settle(session, where, who, result, Act(DAN, now, SYDNEY)).pk


def limit(db, cents=100_00, days=7, duties=tuple(Duty), now=NOON):
    wanted = Wanted(cents, days, frozenset(duties))
    return on_limit(db, loss_limits.set_limit, wanted, now=now)


def on_limit(db, service, *args, now=NOON, by=PRIYA, **given):
    with db.writing() as session:
        who = session.get_one(PatronRow, 1)
        return service(session, who, *args, acts.Act(by, now), **given)


def pause(db, now=NOON, by=PRIYA):
    return on_limit(db, loss_limits.pause, now=now, by=by, on=True)


def resume(db, now=NOON, by=PRIYA):
    return on_limit(db, loss_limits.pause, now=now, by=by, on=False)


def cites(verdict):
    return [r.cite.id for r in verdict.refusals] if isinstance(verdict, Refused) else []


@pytest.mark.rule("STAR4-5.1", "STAR4-13.1")
@pytest.mark.parametrize(
    ("wager", "refused"),
    [
        (ANTE, []),
        (replace(ANTE, card="ab 1234"), []),
        (replace(ANTE, card=""), ["STAR4-13.1"]),
        (replace(ANTE, card="ZZ0000"), ["STAR4-13.1"]),
        (replace(ANTE, card="CD5678"), ["STAR4-13.1"]),
        (
            replace(ANTE, card="CD5678", claims=(Claim.AGENT, Claim.OWN_MONEY)),
            ["STAR4-13.1", "STAR4-13.1.1", "STAR4-13.1.2"],
        ),
        (replace(ANTE, on_behalf_of="Somebody"), ["STAR4-13.21"]),
    ],
)
def test_a_wager_needs_the_players_own_valid_card(db, wager, refused):
    assert cites(place(db, wager)) == refused
    with db.reading() as session:
        assert len(session.exec(select(WagerRow)).all()) == (0 if refused else 1)


@pytest.mark.rule("STAR4-13.1")
def test_a_cancelled_card_is_none_and_other_documents_ask_for_none(db):
    with db.writing() as session:
        session.exec(select(PlayerCardRow)).first().cancelled_at = NOON
    assert cites(place(db)) == ["STAR4-13.1"]
    assert cites(place(db, table=8)) == []


@pytest.mark.rule("STAR4-13.1")
def test_cards_are_needed_from_the_day_the_rule_began_in_sydney(db):
    begins = datetime(2024, 8, 18, 14, 0, tzinfo=UTC)
    bare = replace(ANTE, card="")
    assert cites(place(db, replace(bare, key="a"), begins - TICK)) == []
    assert cites(place(db, replace(bare, key="b"), begins)) == ["STAR4-13.1"]


@pytest.mark.rule("HOUSE-PAY-8", "HOUSE-PATRON-9")
def test_a_wager_is_recorded_once_of_an_amount_for_somebody_who_may_play(db):
    first = place(db)
    assert place(db).pk == first.pk
    assert cites(place(db, replace(ANTE, key="z", cents=0))) == ["HOUSE-PAY-8"]
    assert cites(place(db, replace(ANTE, key="y", cents=10**14))) == ["HOUSE-PAY-8"]
    with db.writing() as session:
        session.add(
            ExclusionRow(
                patron_id=1,
                by=ExcludedBy.SELF,
                reason="x",
                from_at=NOON,
                until_at=NOON + WEEK,
                recorded_by="dan",
            )
        )
    for table in (7, 8):
        out = place(db, replace(ANTE, key=f"t{table}"), table=table)
        assert cites(out) == ["HOUSE-PATRON-9"]
    assert cites(place(db, replace(ANTE, key="back"), NOON + WEEK)) == []


@pytest.mark.rule("STAR4-13.3", "STAR4-1.1:Loss Limit")
def test_all_at_risk_counts_to_the_limit_and_not_a_cent_beyond(db):
    limit(db)
    assert cites(place(db, replace(ANTE, cents=60_00))) == []
    third = replace(ANTE, key="k2", wager="3rd street", cents=40_01)
    refused = place(db, third)
    assert cites(refused) == ["STAR4-13.3"]
    assert refused.refusals[0].wrong == "$40.01 would take Wen Wu past the loss limit."
    assert refused.refusals[0].right == "At most $40 may be staked."
    assert cites(place(db, replace(third, cents=40_00))) == []
    assert cites(place(db, replace(ANTE, key="k3", cents=1))) == ["STAR4-13.3"]
    assert cites(place(db, replace(ANTE, key="k4", card="CD5678"), patron=2)) == []


@pytest.mark.rule("STAR4-1.1:Loss Limit", "STAR4-13.3")
def test_what_was_won_makes_room_again(db):
    limit(db)
    place(db, replace(ANTE, cents=100_00))
    settled(db, -100_00)
    second = replace(ANTE, key="k2", round="round 2")
    assert cites(place(db, second)) == ["STAR4-13.3"]
    settled(db, 30_00, "round 0")
    assert cites(place(db, replace(second, cents=30_00))) == []
    assert cites(place(db, replace(second, key="k3", cents=1))) == ["STAR4-13.3"]


@pytest.mark.rule("HOUSE-PAY-9")
@pytest.mark.parametrize(
    ("now", "fits"), [(NOON + WEEK - TICK, False), (NOON + WEEK, True)]
)
def test_a_new_period_counts_from_nothing(db, now, fits):
    limit(db)
    place(db, replace(ANTE, cents=100_00))
    settled(db, -100_00)
    verdict = place(db, replace(ANTE, key="k2", round="round 2"), now)
    assert cites(verdict) == ([] if fits else ["STAR4-13.3"])


@pytest.mark.rule("STAR4-13.2", "HOUSE-PAY-9")
@pytest.mark.parametrize(
    ("given", "against"),
    [
        ({}, []),
        ({"duties": ()}, ["STAR4-13.2"]),
        ({"duties": tuple(Duty)[1:]}, ["STAR4-13.2"]),
        ({"cents": 0}, ["HOUSE-PAY-9"]),
        ({"days": 0}, ["HOUSE-PAY-9"]),
        ({"days": 366}, []),
        ({"days": 367}, ["HOUSE-PAY-9"]),
        ({"cents": -1, "duties": ()}, ["HOUSE-PAY-9", "STAR4-13.2"]),
    ],
)
def test_a_limit_is_set_once_its_duties_are_acknowledged(db, given, against):
    assert cites(limit(db, **given)) == against
    with db.reading() as session:
        assert len(session.exec(select(LossLimitRow)).all()) == (0 if against else 1)


@pytest.mark.rule("STAR4-13.4", "STAR4-13.2.1", "STAR4-13.2.2")
def test_a_pause_stops_and_undeclared_chips_stop(db):
    assert cites(pause(db)) == ["STAR4-1.1:Loss Limit"]
    limit(db)
    assert cites(pause(db, by=DAN)) == ["STAR4-13.4"]
    assert pause(db).act is LimitAct.PAUSED
    assert cites(pause(db)) == ["STAR4-1.1:Loss Limit"]
    assert cites(place(db)) == ["STAR4-13.4"]
    limit(db, 90_00)  # only a supervisor's word ends the break, no change of the limit
    assert cites(place(db)) == ["STAR4-13.4"]
    assert cites(resume(db, by=DAN)) == ["STAR4-13.4"]
    assert resume(db).act is LimitAct.RESUMED
    assert cites(resume(db)) == ["STAR4-1.1:Loss Limit"]
    chips = Declarations(purchases_seen=100_00, chips_in_seen=300_00)
    held_back = place(db, replace(ANTE, chips=chips))
    assert cites(held_back) == ["STAR4-13.2.1", "STAR4-13.2.2"]
    declared = replace(chips, purchases_declared=100_00, chips_in_declared=300_00)
    assert cites(place(db, replace(ANTE, chips=declared))) == []


def test_a_limit_follows_its_patron_into_another_row(db):
    limit(db)
    place(db, replace(ANTE, cents=90_00))
    with db.writing() as session:
        gone = session.get_one(PatronRow, 1)
        gone.merged_into_id, gone.merged_at = 2, NOON
    refused = place(db, replace(ANTE, key="k2", card="CD5678"), patron=2)
    assert cites(refused) == ["STAR4-13.3"]
    assert cites(place(db, replace(ANTE, key="k3"), patron=1))[0] == "HOUSE-PATRON-14"
    with db.reading() as session:
        assert len(wagers.latest(session, session.get_one(PatronRow, 2))) == 1


@pytest.mark.parametrize("table", ["loss_limit", "wager"])
def test_limits_and_wagers_are_only_ever_added(db, table):
    limit(db)
    place(db)
    settled(db, -20_00)
    assert settled(db, -20_00) == settled(db, -99_00)

    def tamper(verb):
        with db.writing() as session:
            session.execute(text(verb))

    for verb in (f"UPDATE {table} SET patron_id = 2", f"DELETE FROM {table}"):
        with pytest.raises(DBAPIError, match="append-only"):
            tamper(verb)


@pytest.mark.rule("HOUSE-LOSS-1", "STAR4-1.1:Loss Limit")
@pytest.mark.parametrize(("cents", "days"), [(80_00, 7), (100_00, 14), (60_00, 30)])
def test_a_limit_that_binds_more_holds_at_once_and_forgets_nothing(db, cents, days):
    limit(db)
    place(db, replace(ANTE, cents=50_00))
    settled(db, -50_00)
    assert limit(db, cents, days, now=NOON + DAY).from_at == NOON
    second = replace(ANTE, key="k2", round="round 2", cents=cents - 50_00 + 1)
    assert cites(place(db, second, NOON + DAY)) == ["STAR4-13.3"]
    assert cites(place(db, replace(second, cents=second.cents - 1), NOON + DAY)) == []
    longer = replace(ANTE, key="k3", round="round 3", cents=cents)
    begins = NOON + days * DAY
    settled(db, 0, "round 2", begins)
    assert cites(place(db, longer, begins - TICK)) == ["STAR4-13.3"]
    assert cites(place(db, longer, begins)) == []


@pytest.mark.rule("HOUSE-LOSS-1")
@pytest.mark.parametrize(("cents", "days"), [(100_01, 7), (100_00, 6), (50_00, 1)])
@pytest.mark.parametrize(
    ("asked", "holds"),
    [
        (NOON, NOON + WEEK),
        (NOON + WEEK - DAY, NOON + WEEK),
        (NOON + WEEK - DAY + TICK, NOON + 2 * WEEK),
        (NOON + WEEK, NOON + 2 * WEEK),
    ],
)
def test_a_limit_that_binds_less_waits_for_the_end_of_a_period(
    db, cents, days, asked, holds
):
    limit(db)
    assert limit(db, cents, days, now=asked).from_at == holds
    for now, row in ((holds - TICK, (100_00, 7)), (holds, (cents, days))):
        with db.reading() as session:
            found = loss_limits.standing(session, session.get_one(PatronRow, 1), now)
        assert (found.row.limit_cents, found.row.period_days) == row


@pytest.mark.rule("HOUSE-LOSS-1")
def test_a_limit_ends_with_its_period_and_what_waits_can_be_called_off(db):
    end = loss_limits.end
    assert cites(on_limit(db, end)) == ["STAR4-1.1:Loss Limit"]
    assert cites(on_limit(db, loss_limits.keep)) == ["STAR4-1.1:Loss Limit"]
    limit(db)
    assert cites(limit(db)) == ["HOUSE-LOSS-1"]  # it is this already
    assert on_limit(db, end).from_at == NOON + WEEK
    assert on_limit(db, loss_limits.keep, now=NOON + DAY).from_at == NOON
    much = replace(ANTE, key="k2", cents=900_00)
    assert cites(place(db, much, NOON + WEEK)) == ["STAR4-13.3"]
    assert on_limit(db, end, now=NOON + WEEK).from_at == NOON + 2 * WEEK
    assert cites(place(db, much, NOON + 2 * WEEK - TICK)) == ["STAR4-13.3"]
    assert cites(place(db, much, NOON + 2 * WEEK)) == []
    again = limit(db, 500_00, 1, now=NOON + 2 * WEEK)
    assert again.from_at == NOON + 2 * WEEK  # nothing held any more


@pytest.mark.rule("HOUSE-LOSS-2")
def test_a_wager_keeps_what_it_was_checked_against(db):
    free = place(db, replace(ANTE, key="k0", round="round 0"))
    assert (free.limit_cents, free.room_cents) == (None, None)
    settled(db, 0, "round 0")
    limit(db)
    place(db, replace(ANTE, cents=60_00))
    second = place(db, replace(ANTE, key="k2", cents=40_00))
    assert (second.limit_cents, second.room_cents) == (100_00, 40_00)
    assert (second.card, second.cents) == ("AB1234", 40_00)
    refused = place(db, replace(ANTE, key="k3", cents=1))
    assert [r.right for r in refused.refusals] == ["At most $0 may be staked."]


@pytest.mark.rule("STAR4-13.3")
def test_two_tables_cannot_both_use_up_what_is_left(db):
    if db.engine.dialect.name == "sqlite":
        pytest.skip("SQLite has one writer at a time: the second waits for the first.")
    limit(db)
    eighty = replace(ANTE, cents=80_00)

    def asked(session, wager=eighty):
        table = session.exec(select(TableRow).where(TableRow.number == 7)).one()
        who = session.get_one(PatronRow, 1)
        found = tuple(against(session, table, who, wager, Act(DAN, NOON, SYDNEY)))
        assert found == ()
        adjust(session, table, who, wager, Act(DAN, NOON, SYDNEY))

    def meanwhile():
        with db.writing() as session:
            session.execute(text("SET LOCAL lock_timeout = 1"))
            asked(session, replace(eighty, key="k2"))

    with db.writing() as first:
        asked(first)
        with pytest.raises(DBAPIError, match="lock timeout"):
            meanwhile()
    assert cites(place(db, replace(eighty, key="k2"))) == ["STAR4-13.3"]
