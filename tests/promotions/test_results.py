"""Results for everybody: as the terms publish them, and nothing private."""

from datetime import timedelta

import pytest
import time_machine

from house.people.patrons.names import public_name
from promotions.packing.room import PACKED, named
from promotions.results import published
from promotions.rules.clauses.award import Shown
from promotions.rules.goods import Given
from promotions.telling import attempts
from tests.house.statements import statements
from tests.promotions.drawn_cast import LATER, claimed, drawn, hand_over, over, stands
from tests.promotions.promo_cast import (
    DRAWN,
    JONAH,
    MIRIAM,
    TICK,
    act,
    add_staff,
    done,
    reach,
)
from tests.promotions.test_claims import NAMED, refusing, terms_with, tried


@pytest.fixture
def house(db):
    """A house with its people."""
    with db.writing() as session:
        add_staff(session, JONAH, MIRIAM)
        reach(session)
    return db


@pytest.mark.rule("HOUSE-PROMOTION-81", "HOUSE-PATRON-16")
@pytest.mark.parametrize(
    ("shown", "consents", "reads"),
    [
        (Shown.INITIALS, True, "W. L., Sydney"),
        (Shown.NAME, False, "W. L., Sydney"),
        (Shown.NAME, True, "Wen Lee"),
    ],
)
def test_winners_are_named_only_where_terms_and_consent_say_so(
    house, shown, consents, reads
):
    changes = (("award.published", {"shown": shown}),)
    with house.writing() as session:
        row, people, _ = drawn(session, "Wen", changes=changes)
        people["Wen"].may_publish_name = consents
        session.flush()
        (draw,) = published.of(session, row, LATER).draws
        cite = public_name(people["Wen"], "W. L.").cite
    assert [one.winner for one in draw.results] == [reads]
    assert cite.id == "HOUSE-PATRON-16"


@pytest.mark.rule("HOUSE-PROMOTION-81")
def test_results_ask_as_little_of_the_database_however_many_have_won(house):
    counted = []
    for number, winners in enumerate((["Wen"], ["Ada", "Bo", "Cleo", "Dov"])):
        with house.writing() as session:
            row, _, _ = drawn(session, *winners, name=f"Draw {number}")
        with house.reading() as session, statements(house) as asked:
            (draw,) = published.of(session, session.merge(row, load=False), LATER).draws
        assert len(draw.results) == len(winners)
        counted.append(len(asked))
    few, many = counted
    assert few == many


@pytest.mark.rule("HOUSE-PROMOTION-81")
def test_results_are_public_until_the_terms_take_them_down(app, house):
    with house.writing() as session:
        thing = terms_with(session, "STAR4", given=(Given.HANDED_OVER,))
        changes = (*thing, ("award.published", {"for_days": 30}))
        row, people, (one, two) = drawn(session, "Wen", "Zoe", changes=changes)
        done(attempts.note(session, row, one, tried(), act(at=LATER)))
        handed = over(way=Given.HANDED_OVER)
        known = claimed(session, row, one)
        done(hand_over(session, row, known, handed))
        known = claimed(session, row, two)
        done(refusing.begin(session, row, known, NAMED, act(at=LATER)))
        known = stands(session, row, two)
        done(refusing.confirm(session, row, known, act(MIRIAM, LATER)))
        private = [
            *("Wen Lee", "Zoe", "+61400000001", "wen@example.com", "Quay", "2000"),
            *("Licence", NAMED.reason, NAMED.evidence, *(s.ref for s in (one, two))),
        ]
        at, slug = f"/p/{row.slug}/results", row.slug
        assert people
    anyone, last = app.test_client(), DRAWN + timedelta(days=30)
    with time_machine.travel(last, tick=False):
        page = anyone.get(at)
        assert page.status_code == 200
        assert "W. L., Sydney" in page.text
        assert "Claims refused: 1" in page.text
        assert "handed over" in page.text
        for public in (page, anyone.get("/"), anyone.get(f"/p/{slug}")):
            assert [secret for secret in private if secret in public.text] == []
    with time_machine.travel(last + TICK, tick=False):
        assert anyone.get(at).status_code == 410
    with time_machine.travel(DRAWN, tick=False):
        assert anyone.get("/p/nothing-here/results").status_code == 404


@pytest.mark.rule("HOUSE-PROMOTION-82")
def test_a_pack_has_draws_attempts_and_refusals_of_a_promotion(app, house):
    with house.writing() as session:
        row, _, (one,) = drawn(session, "Wen")
        done(attempts.note(session, row, one, tried(), act(at=LATER)))
        known = claimed(session, row, one)
        done(refusing.begin(session, row, known, NAMED, act(at=LATER)))
    with app.test_request_context(), house.reading() as session:
        assert named(session, row.pk).name == row.name
        assert PACKED.page(session, row.pk).endswith(row.slug)
        sheets = {
            part.name: [*part.rows(session, row.pk)]
            for part in PACKED.parts
            if hasattr(part, "rows")
        }
        (paper, *_), certificates = (
            [*part.files(session, row.pk)] for part in PACKED.parts[:2]
        )
    assert paper[0] == "terms/version-1.json"
    assert certificates == []  # these rows were written without a certificate
    assert {name: len(rows) - 1 for name, rows in sheets.items()} == {
        "draws": 1,
        "prizes": 1,
        "notices": 2,  # the terms lodged, and the winner told
        "attempts": 1,
        "refusals": 1,
        "doubts": 0,
    }
    assert sheets["refusals"][1][2:4] == (NAMED.reason, NAMED.evidence)
    for rows in sheets.values():
        assert {len(each) for each in rows} == {len(rows[0])}
