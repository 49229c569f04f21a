"""A draw in doubt: put off at once, told in time, validated by somebody else."""

import pytest
import time_machine
from sqlmodel import col, select

from house.notices.models import DeadlineRow, NoticeRow
from house.people.roles import Role
from promotions import queries
from promotions.incidents import services
from promotions.incidents.queries import incidents
from promotions.incidents.services import Finding
from promotions.path import ending
from promotions.rules.gates import Decision
from promotions.rules.lifecycle import Action, Status, transition
from tests.house.test_patrons import sent
from tests.promotions.frozen_cast import running
from tests.promotions.promo_cast import (
    HOUR,
    HOUSE,
    JONAH,
    MINUTE,
    MIRIAM,
    OPENS,
    TICK,
    act,
    add_staff,
    again,
    done,
    reach,
    reasons,
)

FOUND = Finding(
    OPENS + HOUR, "A cashier", "A box of tickets was open.", Decision.POSTPONED
)
AT = OPENS + HOUR + MINUTE
RULES = [("NSW3", "NSW3-14.12", 0), ("STAR4", "STAR4-14.12", 48)]


@pytest.fixture
def house(db):
    """A house whose inspectors can be reached."""
    with db.writing() as session:
        add_staff(session, JONAH, MIRIAM)
        reach(session)
    return db


def reported(session, row, found=FOUND, by=JONAH, at=AT):
    return services.report(session, row, found, act(by, at))


@pytest.mark.parametrize(("regime", "rule", "hours"), RULES)
def test_a_doubt_stops_the_draw_and_tells_the_inspectors_in_time(
    house, regime, rule, hours
):
    with house.writing() as session:
        row, _ = running(session, regime=regime)
        incident = done(reported(session, row))
        assert again(session, row).status is Status.POSTPONED
        notice = session.get_one(NoticeRow, incident.notice_id)
        assert (notice.rule_id, notice.due_at) == (rule, FOUND.found_at + hours * HOUR)
        assert notice.audience.value == "inspectorate"
        duty = select(DeadlineRow).where(col(DeadlineRow.title).contains("in doubt"))
        assert session.exec(duty).one().due_at == notice.due_at
        facts = queries.facts_of(session, row, AT)
        shut = transition(Status.CLOSED, Action.DRAW, facts)
        assert rule in reasons(shut)


@pytest.mark.rule("HOUSE-PROMOTION-70", "HOUSE-PROMOTION-4")
def test_somebody_else_validates_the_draw_in_writing_and_it_goes_on(house):
    with house.writing() as session:
        row, _ = running(session)
        done(reported(session, row))
        (one,) = incidents(session, row)
        mine = services.validate(session, row, one, "Counted.", act(JONAH, AT))
        bare = services.validate(session, row, one, "  ", act(MIRIAM, AT))
        assert reasons(mine) == reasons(bare) == ["HOUSE-PROMOTION-70"]
        done(services.validate(session, row, one, "Counted.", act(MIRIAM, AT)))
        (one,) = incidents(session, row)
        twice = services.validate(session, row, one, "Again.", act(MIRIAM, AT))
        assert reasons(twice) == ["HOUSE-PROMOTION-70"]
        done(ending.go_on(session, row, "It is validated.", act(MIRIAM, AT)))
        facts = queries.facts_of(session, row, AT)
        shut = transition(Status.CLOSED, Action.DRAW, facts)
        assert "STAR4-14.12" not in [r.cite.id for r in getattr(shut, "refusals", ())]


@pytest.mark.parametrize(("regime", "rule", "hours"), RULES)
def test_a_cancelled_draw_is_never_held(house, regime, rule, hours):
    with house.writing() as session:
        row, _ = running(session, regime=regime)
        gone = Finding(
            FOUND.found_at, "A cashier", "The list leaked.", Decision.CANCELLED
        )
        done(reported(session, row, gone))
        assert again(session, row).status is Status.CANCELLED
        facts = queries.facts_of(session, row, AT)
        assert rule in reasons(transition(Status.CLOSED, Action.DRAW, facts))
        (one,) = incidents(session, row)
        late = services.validate(session, row, one, "It was fine.", act(MIRIAM, AT))
        assert reasons(late) == ["HOUSE-PROMOTION-70"]
        assert hours >= 0


@pytest.mark.rule("HOUSE-PROMOTION-70", "STAR4-14.12")
def test_a_doubt_says_who_found_what_and_not_in_the_future(house):
    with house.writing() as session:
        row, _ = running(session)
        nobody = Finding(AT, " ", "Something.", Decision.POSTPONED)
        assert reasons(reported(session, row, nobody)) == ["HOUSE-PROMOTION-70"]
        nothing = Finding(AT, "A cashier", " ", Decision.POSTPONED)
        assert reasons(reported(session, row, nothing)) == ["STAR4-14.12"]
        ahead = Finding(AT + TICK, "A cashier", "Something.", Decision.POSTPONED)
        assert reasons(reported(session, row, ahead)) == ["STAR4-14.12"]
        assert again(session, row).status is Status.RUNNING
        assert incidents(session, row) == []
        row.status = Status.COMPLETED
        assert reasons(reported(session, row)) == ["HOUSE-PROMOTION-70"]


def test_the_page_puts_a_doubt_on_file_and_another_validates_it(house, sign_in):
    with house.writing() as session:
        row, _ = running(session)
        slug = row.slug
    at = f"/desk/promotions/{slug}/incidents"
    with time_machine.travel(AT, tick=False):
        jonah, miriam = sign_in(Role.MARKETING), sign_in(Role.APPROVER)
        assert "Nothing puts the draw in doubt." in jonah.get(at).text
        found = {"found_by": "A cashier", "what": "A box was open."}
        when = {"found_at": HOUSE.local(FOUND.found_at).strftime("%Y-%m-%dT%H:%M")}
        sent_off = jonah.post(at, data=sent(**found, **when, decision="postponed"))
        assert sent_off.status_code == 303, sent_off.text
        assert "The draw waits" in jonah.get(at).text
        assert "You put this doubt on file." in jonah.get(at).text
        assert "Validate the draw" in miriam.get(at).text
        asked = miriam.post(f"{at}/1/validate", data=sent(how="Counted."))
        assert asked.status_code == 401  # one of the gravest acts: confirmed first
        assert sign_in(Role.DEALER).get(at).status_code == 403
