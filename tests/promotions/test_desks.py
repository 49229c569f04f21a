"""What promotions say on the desks of marketing, the approver and the scrutineer."""

import pytest

from house.desk.items import on_the_desk, panels
from house.people.roles import Role
from house.people.sessions import Staff
from promotions.path import scrutineers, starting
from tests.promotions.promo_cast import (
    ANA,
    EDITH,
    HOUR,
    JONAH,
    MIRIAM,
    NOW,
    OPENS,
    act,
    add_staff,
    approve,
    begin,
    change,
    done,
    lodge,
    reach,
)


@pytest.fixture
def desk(app, db):
    """What stands on somebody's desk, in the house's own session."""
    with app.test_request_context(), db.writing() as session:
        reach(session)
        add_staff(session, JONAH, ANA, MIRIAM, EDITH)

        def titles(actor, now=NOW):
            roles = frozenset({Role(actor.role)})
            staff = Staff(1, actor.id, actor.name, roles, 1, None, None)
            items = on_the_desk(session, staff, now)
            return [item.title for item in items if "Harbour" in item.title]

        yield session, titles


@pytest.mark.rule("HOUSE-PROMOTION-13")
@pytest.mark.rule("STAR4-14.2")
def test_each_sees_what_waits_for_them(desk):
    session, titles = desk
    row = begin(session)
    done(change(session, row, "promotion.held", by=ANA, place=""))
    assert titles(JONAH) == ["Complete the terms of Harbour Car Draw"]
    assert titles(MIRIAM) == []
    done(change(session, row, "promotion.held", by=ANA, place="the hall"))
    assert titles(JONAH) == ["Harbour Car Draw waits for approval"]
    assert titles(MIRIAM) == ["Approve the terms of Harbour Car Draw"]
    done(approve(session, row))
    needs = "The draw of Harbour Car Draw needs a scrutineer"
    assert set(titles(JONAH)) == {"Lodge the terms of Harbour Car Draw", needs}
    assert (titles(MIRIAM), titles(EDITH)) == ([needs], [])
    lodge(session, row)
    assert titles(JONAH) == [needs]  # the start comes by itself
    done(scrutineers.nominate(session, row, "edith", act()))
    assert titles(EDITH) == ["You watch over the draw of Harbour Car Draw"]
    assert titles(JONAH) == titles(MIRIAM) == []
    assert titles(JONAH, OPENS) == ["Harbour Car Draw can start"]
    done(starting.start(session, row, act(at=OPENS)))
    later = OPENS + HOUR
    done(change(session, row, "promotion.held", by=ANA, at=later, place="the lobby"))
    assert titles(MIRIAM, later) == [
        "Changed terms of Harbour Car Draw wait for approval"
    ]


def test_what_runs_stands_on_the_desk_with_its_close(desk):
    session, _ = desk
    row = begin(session)
    done(approve(session, row))
    lodge(session, row)
    staff = Staff(1, "jonah", "Jonah", frozenset({Role.MARKETING}), 1, None, None)
    assert panels(session, staff, OPENS) == ()
    done(starting.start(session, row, act(at=OPENS)))
    [panel] = panels(session, staff, OPENS)
    [line] = panel.facts["promotions"]
    assert (line.row.slug, line.closes_at) == (row.slug, row.closes_at)
