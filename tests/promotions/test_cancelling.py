"""A cancelled promotion tells the regulator, and everybody with a ticket, once each."""

import pytest
from sqlmodel import select

from house.notices.models import NoticeRow, OutboxRow
from promotions import queries
from promotions.path import ending
from tests.promotions.frozen_cast import NOON, give, run_due, running
from tests.promotions.promo_cast import HOUR, act, done, reach


@pytest.mark.rule("HOUSE-PROMOTION-21")
def test_everybody_with_a_ticket_is_written_to_by_the_ticking_process(
    app, db, tmp_path
):
    with db.writing() as session:
        reach(session)
        row, people = running(session, "ada", "ben", "cleo", "dee")
        for name in ("ada", "cleo"):
            people[name].email = f"{name}@example.com"
        people["dee"].merged_into_id, people["dee"].merged_at = people["ada"].pk, NOON
    give(db, row, tmp_path, ada=3, ben=4, dee=1)
    with db.writing() as session:
        mine = queries.get(session, row.slug, lock=True)
        later = act(at=NOON + HOUR)
        done(ending.cancel(session, mine, "The car is not built", later))
        kinds = {notice.kind for notice in session.exec(select(NoticeRow))}
        assert {"promotion.cancelled", "promotion.entrants"} <= kinds
        assert session.exec(select(OutboxRow)).all() == []
    for at in (HOUR, 2 * HOUR):
        run_due(app, db, NOON + at)
    with db.reading() as session:
        (letter,) = session.exec(select(OutboxRow)).all()
    assert letter.recipient == "ada@example.com"  # ben has no address, cleo no ticket
    assert "The reason: The car is not built." in letter.body
