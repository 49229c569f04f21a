"""A public value that two people look at; and the way on where it is not published."""

import json
from dataclasses import replace

import pytest

from promotions import queries, verify
from promotions.drawing import again, presence, winners
from promotions.drawing import room as rooms
from promotions.freezing import closing, headers, reading
from promotions.rules import room as rules
from promotions.rules.clauses.beacon import NOT_PUBLISHED, PublicValue
from promotions.rules.room import Remedy
from tests.promotions import draw_cast as cast
from tests.promotions.draw_cast import KEY, SHOW, hold, mine, set_up
from tests.promotions.promo_cast import ANA, HOUR, JONAH, act, done, reasons
from tests.promotions.test_draw_room import _car

ROUND = {"value": PublicValue.ROUND, "source": "drand quicknet"}
VALUE = "9f86d081884c7d65"


@pytest.fixture
def house(app, db, tmp_path):
    """A car of $10,000 and a published value; nobody needs to watch."""
    prizes = (replace(_car(), value_cents=10_000_00),)
    changes = [("prizes.prizes", {"prizes": prizes}), ("award.beacon", ROUND)]
    row, _ = cast.frozen_house(app, db, tmp_path, watched=False, changes=changes)
    return row


def entered(session, row, by, draw=1, at=SHOW):
    asked = (session, mine(session, row), draw, VALUE)
    return done(presence.enter_value(*asked, act(by, at)))


@pytest.mark.rule("HOUSE-PROMOTION-103")
def test_without_a_scrutineer_whoever_draws_is_not_who_entered_the_value(
    app, db, house
):
    with db.writing() as session:
        done(set_up(session, house))
        entered(session, house, ANA)
        assert reasons(hold(app, session, house)) == ["HOUSE-PROMOTION-103"]
        done(set_up(session, house, drawer="jonah"))
        done(hold(app, session, house, by=JONAH))


@pytest.mark.rule("HOUSE-PROMOTION-103", "HOUSE-PROMOTION-106", "HOUSE-PROMOTION-61")
def test_a_value_that_is_not_published_leads_to_the_next_number(app, db, house):
    later, seal = SHOW + HOUR, app.extensions["seal"]
    with db.writing() as session:
        done(set_up(session, house))
        row = mine(session, house)
        assert NOT_PUBLISHED in queries.terms_of(session, row).award.beacon.text(
            queries.terms_of(session, row)
        )
        stands = rooms.stands(session, row, 1, act(ANA, SHOW))
        (shut,) = [tick for tick in rules.ticks(stands) if not tick.is_done]
        assert shut.remedy is Remedy.VALUE
        assert "give the draw up" in shut.refusals[0].right
        why = "The beacon has not published for an hour."
        done(again.give_up(session, row, 1, why, KEY, act(ANA, later)))
        made = done(again.prepare(session, row, 1, why, seal, act(ANA, later)))
        promised = json.loads(headers.of(session, made).content)["beacon"]
        assert promised.startswith("drand quicknet: the first round at or after ")
        assert promised.endswith(f"{later:%Y-%m-%dT%H:%M:%SZ}")
        done(set_up(session, row, 2, drawer="jonah", at=later))
        entered(session, row, ANA, 2, later)
        done(hold(app, session, row, 2, by=JONAH, at=later))
    with db.reading() as session:
        kept = winners.certificate(session, winners.held(session, house, 2))
        text = "".join(reading.entries(session, closing.of(session, house, 2)))
    cert = json.loads(kept.content)
    assert cert["beacon_value"] == VALUE
    assert cert["again"] == {"of": 1, "reason": why}
    assert [*verify.faults(cert, text.splitlines())] == []
