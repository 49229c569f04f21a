"""Too few at the close: put off with everybody told, or cancelled."""

from datetime import timedelta

import pytest
from sqlmodel import select

from house.documents.models import DocumentRow
from house.notices.models import NoticeRow
from tests.tournaments import cast
from tests.tournaments.cast import at, cites, clock, do, enter, look
from tests.tournaments.examples import START
from tests.tournaments.test_path_pages import HOME, as_, sent
from tournaments import desk, postponing, queries
from tournaments.postponing import Postpone
from tournaments.rules.clauses.details import BelowMinimum

__all__ = ["as_"]
WEEK = timedelta(days=7)
DELAYED = ("details.players.below_minimum", BelowMinimum.DELAYED)
CLOSES = cast.NOW + cast.CLOSED * cast.MINUTE
PUT_OFF = Postpone(START + WEEK, CLOSES + WEEK, "Too few", "https://house.example/t/x")


def put_off(db, command=PUT_OFF, minutes=cast.CLOSED):
    """The director puts the tournament off."""
    return do(db, postponing.postpone, command, at(minutes))


@pytest.mark.rule("HOUSE-TOURN-126", "CROWN3-12.4.1(a)(iii)")
def test_a_week_later_everything_is_a_week_later_and_everybody_told(db):
    cast.with_entries(db, 3, cast.terms(DELAYED))
    assert cites(put_off(db, minutes=cast.CLOSED - 1)) == ["HOUSE-TOURN-126"]
    before = look(db, queries.terms_of)
    sooner = Postpone(START, at(cast.CLOSED).now, "x", "https://house.example/t/x")
    assert cites(put_off(db, sooner)) == ["HOUSE-TOURN-126", "HOUSE-TOURN-126"]
    version = put_off(db)
    assert isinstance(version, DocumentRow), version
    after = look(db, queries.terms_of)
    assert after.first_start - before.first_start == WEEK
    assert after.details.dates.starts_at == START + WEEK
    assert after.conduct.substitutes.until - before.conduct.substitutes.until == WEEK
    with db.reading() as session:
        changed = select(NoticeRow.kind).where(
            NoticeRow.kind.like("tournament.changed%")
        )
        assert len(set(session.exec(changed))) == 2  # regulator and entrants
    [one] = cast.patrons(db, 1)
    late = at(cast.CLOSED + 60, cast.DESK)
    assert enter(db, one, act=late).number == 4  # entries are open again
    assert cites(put_off(db, minutes=cast.CLOSED + 61)) == ["HOUSE-TOURN-126"]


@pytest.mark.rule("CROWN3-12.4.1(a)(iii)")
def test_terms_that_cancel_are_not_put_off(db):
    cast.with_entries(db, 3)
    assert cites(put_off(db)) == ["CROWN3-12.4.1(a)(iii)"]
    cast.enter(db, cast.patrons(db, 1)[0])
    assert "HOUSE-TOURN-126" in cites(put_off(db))  # enough have entered


@clock(9)
@pytest.mark.rule("HOUSE-TOURN-126")
def test_both_ways_stand_on_one_page(db, as_, app):
    shut = ("entry.method.closes_at", cast.NOW + 5 * cast.MINUTE)
    cast.with_entries(db, 3, cast.terms(DELAYED, shut))
    ruth, page = as_("ruth"), f"{HOME}/too-few"
    with app.test_request_context(), db.reading() as session:
        [item] = desk.too_few(session, None, at(9).now)
        assert (item.href, item.cite.id) == (page, "CROWN3-12.4.1(a)(iii)")
    assert "Put it off or cancel it" in ruth.get(HOME).text
    shown = ruth.get(page).text
    assert "3 have entered" in shown
    assert f"{HOME}/cancel" in shown
    assert ruth.post(page, data=sent(starts_at="x")).status_code == 422
    later = {"starts_at": "2026-11-28T14:00", "closes_at": "2026-11-19T12:05"}
    done = ruth.post(page, data=sent(why="Too few", **later))
    assert (done.status_code, done.location.endswith(HOME)) == (303, True)
    assert "There is nothing to decide here" in ruth.get(page).text
    assert as_("erin").get(page).status_code == 403
