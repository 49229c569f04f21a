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
from house.ledger import services
from house.ledger.postings import Cause
from house.payments import loss_limits, wagers
from house.payments.accounts import AT_RISK
from house.payments.acts import Act
from house.payments.loss_limits import LimitRequest
from house.payments.models import LimitAct, LossLimitRow
from house.payments.wagers import Wager, against
from house.people.patrons.models import (
    ExcludedBy,
    ExclusionRow,
    PatronRow,
    PlayerCardRow,
)
from house.venue import Venue
from rulebook import Refused
from tests.house.ledger_cast import post

SYDNEY = Venue("Harbour House", ZoneInfo("Australia/Sydney"))
NOON = datetime(2026, 11, 20, 1, 0, tzinfo=UTC)
TICK = timedelta(microseconds=1)
WEEK = timedelta(days=7)
DAN = Actor("dan", "Dan Dealer", "dealer")
PRIYA = Actor("priya", "Priya", "supervisor")
DAY = timedelta(days=1)
ANTE = Wager(20_00, card="AB1234")


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


def place(db, wager=ANTE, now=NOON, table=7, patron=1, round_="round 1"):
    """Stake something, unless it is refused; say what it was checked against."""
    with db.writing() as session:
        where = session.exec(select(TableRow).where(TableRow.number == table)).one()
        who = session.get_one(PatronRow, patron)
        found = tuple(against(session, where, who, wager, Act(DAN, now, SYDNEY)))
        if found:
            return Refused(found)
        limited = wagers.checked_against(session, where, who, now).value
        kept = wagers.kept_with("ante", wager.card, limited)
        lies = services.posted(session, Cause("test", round_)).due
        lies = sum(n for account, n in lies.items() if account.kind == AT_RISK)
        post(session, patron, round_, now, (0, lies + wager.cents), kept)
        return kept


def settled(db, net, round_="round 1", now=NOON, patron=1):
    """Let a round come to something for a patron; what lay there is decided."""
    with db.writing() as session:
        post(session, patron, round_, now, (net, 0), {"wager": "result"})


def limit(db, cents=100_00, days=7, duties=tuple(Duty), now=NOON):
    wanted = LimitRequest(cents, days, frozenset(duties))
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
        mine = wagers.latest(session, session.get_one(PatronRow, 1))
    assert [kept.staked for kept in mine] == ([] if refused else [20_00])


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
    assert cites(place(db, bare, begins - TICK)) == []
    assert cites(place(db, bare, begins)) == ["STAR4-13.1"]


@pytest.mark.rule("HOUSE-PAY-8", "HOUSE-PATRON-9")
def test_a_wager_is_recorded_once_of_an_amount_for_somebody_who_may_play(db):
    assert cites(place(db, replace(ANTE, cents=0))) == ["HOUSE-PAY-8"]
    assert cites(place(db, replace(ANTE, cents=10**14))) == ["HOUSE-PAY-8"]
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
        out = place(db, ANTE, table=table)
        assert cites(out) == ["HOUSE-PATRON-9"]
    assert cites(place(db, ANTE, NOON + WEEK)) == []


@pytest.mark.rule("STAR4-13.3", "STAR4-1.1:Loss Limit")
def test_all_at_risk_counts_to_the_limit_and_not_a_cent_beyond(db):
    limit(db)
    assert cites(place(db, replace(ANTE, cents=60_00))) == []
    third = replace(ANTE, cents=40_01)
    refused = place(db, third)
    assert cites(refused) == ["STAR4-13.3"]
    assert refused.refusals[0].wrong == "$40.01 would take Wen Wu past the loss limit."
    assert refused.refusals[0].right == "At most $40 may be staked."
    assert cites(place(db, replace(third, cents=40_00))) == []
    assert cites(place(db, replace(ANTE, cents=1))) == ["STAR4-13.3"]
    other = replace(ANTE, card="CD5678")
    assert cites(place(db, other, patron=2, round_="round 2")) == []


@pytest.mark.rule("STAR4-1.1:Loss Limit", "STAR4-13.3")
def test_what_was_won_makes_room_again(db):
    limit(db)
    place(db, replace(ANTE, cents=100_00))
    settled(db, -100_00)
    assert cites(place(db, round_="round 2")) == ["STAR4-13.3"]
    settled(db, 30_00, "round 0")
    assert cites(place(db, replace(ANTE, cents=30_00), round_="round 2")) == []
    one = replace(ANTE, cents=1)
    assert cites(place(db, one, round_="round 2")) == ["STAR4-13.3"]


@pytest.mark.rule("HOUSE-PAY-9")
@pytest.mark.parametrize(
    ("now", "fits"), [(NOON + WEEK - TICK, False), (NOON + WEEK, True)]
)
def test_a_new_period_counts_from_nothing(db, now, fits):
    limit(db)
    place(db, replace(ANTE, cents=100_00))
    settled(db, -100_00)
    verdict = place(db, ANTE, now, round_="round 2")
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
    refused = place(db, replace(ANTE, card="CD5678"), patron=2)
    assert cites(refused) == ["STAR4-13.3"]
    assert cites(place(db, ANTE, patron=1))[0] == "HOUSE-PATRON-14"
    with db.reading() as session:
        assert len(wagers.latest(session, session.get_one(PatronRow, 2))) == 1


def test_limits_are_only_ever_added(db):
    limit(db)

    def tamper(verb):
        with db.writing() as session:
            session.execute(text(verb))

    for verb in ("UPDATE loss_limit SET patron_id = 2", "DELETE FROM loss_limit"):
        with pytest.raises(DBAPIError, match="append-only"):
            tamper(verb)


@pytest.mark.rule("HOUSE-LOSS-1", "STAR4-1.1:Loss Limit")
@pytest.mark.parametrize(("cents", "days"), [(80_00, 7), (100_00, 14), (60_00, 30)])
def test_a_limit_that_binds_more_holds_at_once_and_forgets_nothing(db, cents, days):
    limit(db)
    place(db, replace(ANTE, cents=50_00))
    settled(db, -50_00)
    assert limit(db, cents, days, now=NOON + DAY).from_at == NOON
    second = replace(ANTE, cents=cents - 50_00 + 1)
    later = {"now": NOON + DAY, "round_": "round 2"}
    assert cites(place(db, second, **later)) == ["STAR4-13.3"]
    assert cites(place(db, replace(second, cents=second.cents - 1), **later)) == []
    longer = replace(ANTE, cents=cents)
    begins = NOON + days * DAY
    settled(db, 0, "round 2", begins)
    assert cites(place(db, longer, begins - TICK, round_="3")) == ["STAR4-13.3"]
    assert cites(place(db, longer, begins, round_="3")) == []


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
    much = replace(ANTE, cents=900_00)
    assert cites(place(db, much, NOON + WEEK)) == ["STAR4-13.3"]
    assert on_limit(db, end, now=NOON + WEEK).from_at == NOON + 2 * WEEK
    assert cites(place(db, much, NOON + 2 * WEEK - TICK)) == ["STAR4-13.3"]
    assert cites(place(db, much, NOON + 2 * WEEK)) == []
    again = limit(db, 500_00, 1, now=NOON + 2 * WEEK)
    assert again.from_at == NOON + 2 * WEEK  # nothing held any more


@pytest.mark.rule("HOUSE-LOSS-2")
def test_a_wager_keeps_what_it_was_checked_against(db):
    free = {"wager": "ante", "card": "AB1234"}
    assert place(db, round_="round 0") == free
    settled(db, 0, "round 0")
    limit(db)
    place(db, replace(ANTE, cents=60_00))
    place(db, replace(ANTE, cents=40_00))
    with db.reading() as session:
        last = wagers.latest(session, session.get_one(PatronRow, 1))[0]
    assert last.facts == free | {"limit_cents": 100_00, "room_cents": 40_00}
    assert last.staked == 40_00
    refused = place(db, replace(ANTE, cents=1))
    assert [r.right for r in refused.refusals] == ["At most $0 may be staked."]
