"""Play that was, counted as the terms would, before a promotion opens."""

import io
import re
from uuid import uuid4

import pytest
import time_machine
from sqlmodel import func, select

from house.people.roles import Role
from promotions.rules.earning import Played, Rate, Source, Times, Weekday
from promotions.rules.rehearsal import findings, rehearse
from promotions.tickets.models import GrantRow
from tests.promotions.frozen_cast import CLOSES, NOON, running
from tests.promotions.promo_cast import DAY, HOUR, NOW, OPENS, TICK, begin, reach
from tests.promotions.test_terms_items import made, with_


def earning(**over):
    rates = (Rate(Source.PLAY, 10_00, 1),)
    terms = made("STAR4", "cash-weekend")
    return with_(terms, "entry.earning", **({"rates": rates} | over))


def wager(cents, at=NOON):
    return Played(Source.PLAY, cents, at)


def said(found):
    return " ".join(each.said for each in findings(found))


@pytest.mark.rule("HOUSE-PROMOTION-63")
def test_hours_and_limits_stand_beside_the_bare_rate():
    terms = earning(times=(Times(),), most_each=30)
    found = rehearse(terms, {"ada": [wager(200_00)], "ben": [wager(9_99)]})
    ada, ben = found.lines
    assert (ada.who, ada.bare, ada.more, ada.cut, ada.tickets) == (
        "ada",
        20,
        20,
        10,
        30,
    )
    assert (ben.bare, ben.tickets) == (0, 1)  # twice 9.99 is a whole ticket
    assert found.tickets == 31
    told = said(found)
    assert "Limits take 10 tickets from 1 patron." in told
    assert "add 21 tickets" in told
    assert "One patron would hold 96% of all tickets." in told


@pytest.mark.rule("HOUSE-PROMOTION-63")
@pytest.mark.parametrize(
    ("at", "tickets", "why"),
    [
        (OPENS - TICK, 0, "It was before the start."),
        (OPENS, 1, ""),
        (CLOSES - TICK, 1, ""),
        (CLOSES, 0, "It was after the closing time."),
    ],
)
def test_play_outside_the_times_earns_nothing_and_is_said(at, tickets, why):
    plays = {"ada": [wager(10_00, OPENS + HOUR), wager(10_00, at)]}
    line = rehearse(earning(), plays).lines[0]
    each = next(one for one in line.plays if one.played.at == at)
    assert each.tickets == tickets
    assert why in each.why[0][0]
    assert line.outside == (not tickets)


@pytest.mark.rule("HOUSE-PROMOTION-63")
def test_old_play_is_moved_by_whole_weeks_and_keeps_its_weekday():
    fridays = Times(days=(Weekday.FRIDAY,), times=3)
    early = NOON - 21 * DAY  # the start is a Friday, and so is this
    found = rehearse(earning(times=(fridays,)), {"ada": [wager(10_00, early)]})
    assert found.weeks == 3
    assert found.lines[0].plays[0].played.at == NOON
    assert found.lines[0].tickets == 3


@pytest.mark.rule("HOUSE-PROMOTION-63")
def test_who_would_have_other_tickets_than_by_the_terms_in_force_is_said():
    before, plays = earning(), {"ada": [wager(40_00)], "ben": [wager(10_00)]}
    after = earning(rates=(Rate(Source.PLAY, 20_00, 1),))
    found = rehearse(after, plays, before)
    assert [(line.now, line.tickets) for line in found.lines] == [(4, 2), (1, 0)]
    assert "2 patrons would have another number" in said(found)
    assert "1 patron played and would have no ticket." in said(found)
    assert "another number" not in said(rehearse(before, plays, before))


def send(client, path, **data):
    page = client.get(path).text
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)[1]
    form = {"csrf_token": token, "_key": uuid4().hex, **data}
    return client.post(path, data=form, content_type="multipart/form-data")


def sample(*rows, column="play"):
    text = f"reference,card,at,{column}\n" + "".join(f"{row}\n" for row in rows)
    return (io.BytesIO(text.encode()), "sample.csv")


@pytest.mark.rule("HOUSE-PROMOTION-63")
def test_marketing_rehearses_a_list_on_the_page_and_nothing_is_kept(db, sign_in):
    with db.writing() as session:
        row = begin(session)
    path = f"/desk/promotions/{row.slug}/rehearsal"
    with time_machine.travel(NOW, tick=False):
        client = sign_in(Role.MARKETING, now=NOW)
        rows = ("a,SB1,2026-10-02T20:00+10:00,2500", "a,SB1,2026-10-02T20:00+10:00,9")
        found = send(client, path, file=sample(*rows, "b,SB2,yesterday,5"))
        assert found.status_code == 200
        assert "1 patron would have 2 tickets" in found.text
        assert "moved by 5 weeks" in found.text
        assert "“yesterday” is no time." in found.text
        assert send(client, path).status_code == 409
        good = "a,SB1,2026-10-02T20:00+10:00,1"
        bad = send(client, path, file=sample(good, column="tickets"))
        assert bad.status_code == 409
        assert "nothing to count" in bad.text
        assert sign_in(Role.DEALER, now=NOW).get(path).status_code == 403
    with db.reading() as session:
        assert session.exec(select(func.count()).select_from(GrantRow)).one() == 0


@pytest.mark.rule("HOUSE-PROMOTION-63")
def test_the_last_week_is_what_the_house_has(db, sign_in):
    with db.writing() as session:
        reach(session)
        row, people = running(session, "ada")
        for at, name in ((NOON - 8 * DAY, "old"), (NOON, "new")):
            session.add(
                GrantRow(
                    promotion_id=row.pk,
                    draw=1,
                    holder="h",
                    patron_id=people["ada"].pk,
                    reference=name,
                    came="play",
                    amount=30_00,
                    counted=30_00,
                    tickets=3,
                    at=at,
                )
            )
    path = f"/desk/promotions/{row.slug}/rehearsal"
    with time_machine.travel(NOON, tick=False):
        found = send(sign_in(Role.MARKETING, now=NOON), path, week="1")
    assert "1 patron would have 3 tickets" in found.text
