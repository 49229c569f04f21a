"""From a frozen list to winners: the gates of the room, and one result a number."""

import json
from dataclasses import replace

import pytest
from sqlmodel import select

from house.audit.models import AuditRow
from house.people.kin import services as kin
from house.people.kin.models import Relation
from house.people.staff.changes import ChangeRequest
from promotions import verify
from promotions.drawing import again, certificates, presence, setting_up, winners
from promotions.drawing.models import (
    CertificateRow,
    DrawRow,
    PresenceRow,
    SelectionRow,
)
from promotions.drawing.setting_up import People
from promotions.freezing import headers, promises, reading
from promotions.path import scrutineers
from promotions.rules.clauses.beacon import PublicValue
from promotions.rules.formats import Occasion, car_draw
from promotions.rules.lifecycle import Status
from promotions.rules.room import STAYS
from tests.promotions import draw_cast as cast
from tests.promotions.draw_cast import KEY, SHOW, come, hold, mine, reserve, set_up
from tests.promotions.frozen_cast import CLOSES, frozen, run_due, status
from tests.promotions.promo_cast import (
    ANA,
    DAY,
    DRAWN,
    EDITH,
    HOUR,
    JONAH,
    MIRIAM,
    NOW,
    TICK,
    act,
    done,
    reasons,
)


@pytest.fixture
def house(app, db, tmp_path):
    """A car to be drawn before Edith, everything frozen and promised."""
    return cast.frozen_house(app, db, tmp_path)


def certificate(db, row, draw=1):
    with db.reading() as session:
        held = winners.held(session, row, draw)
        return json.loads(winners.certificate(session, held).content)


def listed(db, draw=1):
    with db.reading() as session:
        text = "".join(reading.entries(session, frozen(session, draw)))
        return text.splitlines()


@pytest.mark.rule("HOUSE-PROMOTION-100", "HOUSE-PROMOTION-101", "HOUSE-PROMOTION-45")
def test_a_draw_is_held_once_and_comes_out_the_same_for_a_stranger(app, db, house):
    row, people = house
    cast.drawn(app, db, row)
    first = cast.won(db, row)
    assert len(first) == 11
    assert [prize for prize, _, _ in first] == ["1"] + ["2"] * 10
    assert len({patron for _, _, patron in first}) == 11
    assert {patron for _, _, patron in first} <= {one.pk for one in people.values()}
    assert [*verify.faults(certificate(db, row), listed(db))] == []
    assert certificate(db, row)["screened"] == "checked, none"
    assert status(db, row) is Status.DRAWN
    with db.writing() as session:
        assert hold(app, session, row, at=SHOW + DAY).draw == 1
    assert cast.won(db, row) == first
    with db.reading() as session:
        assert len(session.exec(select(DrawRow)).all()) == 1
        assert certificates.is_sound(session, winners.held(session, row, 1))


@pytest.mark.rule("STAR4-14.2", "HOUSE-PROMOTION-102")
def test_over_the_threshold_nothing_is_drawn_without_the_scrutineer(app, db, house):
    row, _ = house
    with db.writing() as session:
        done(set_up(session, row))
        assert reasons(hold(app, session, row)) == ["STAR4-14.2"]
        assert not session.exec(select(DrawRow)).all()


@pytest.mark.rule("HOUSE-PROMOTION-102")
def test_a_wrong_phrase_is_refused_and_nothing_of_it_is_kept(app, db, house):
    row, _ = house
    wrong = "four green herons cross at dusk"
    with db.writing() as session:
        done(set_up(session, row))
        refused = come(app, session, row, phrase=wrong)
        assert reasons(refused) == ["HOUSE-PROMOTION-102"]
        assert refused.refusals[0].field == "phrase"
        assert not session.exec(select(PresenceRow)).all()
        assert reasons(hold(app, session, row)) == ["STAR4-14.2"]
        said = [repr((one.before, one.after)) for one in session.exec(select(AuditRow))]
        assert not [each for each in said if "herons" in each]


@pytest.mark.rule("HOUSE-PROMOTION-102")
def test_the_scrutineer_is_there_in_person_and_draws_nothing(app, db, house):
    row, _ = house
    with db.writing() as session:
        done(set_up(session, row))
        assert "HOUSE-PROMOTION-102" in reasons(come(app, session, row, by=ANA))
        done(come(app, session, row))
        assert "HOUSE-PROMOTION-102" in reasons(hold(app, session, row, by=EDITH))
        assert reasons(hold(app, session, row, by=JONAH)) == ["HOUSE-PROMOTION-100"]
        edith = People("ana", "edith")
        refused = setting_up.set_up(
            session, mine(session, row), 1, edith, act(JONAH, SHOW)
        )
        assert reasons(refused) == ["HOUSE-PROMOTION-102"]


@pytest.mark.rule("HOUSE-PROMOTION-102")
def test_being_there_lasts_for_half_an_hour(app, db, house):
    row, _ = house
    with db.writing() as session:
        done(set_up(session, row))
        done(come(app, session, row))
        late = SHOW + STAYS.value
        assert reasons(hold(app, session, row, at=late)) == ["STAR4-14.2"]
        done(hold(app, session, row, at=late - TICK))


@pytest.mark.rule("HOUSE-PROMOTION-100", "STAR4-14.8.2")
def test_nothing_is_drawn_before_its_time(app, db, house):
    row, _ = house
    with db.writing() as session:
        done(set_up(session, row))
        early = DRAWN - TICK
        assert "STAR4-14.8.2" in reasons(come(app, session, row, at=early))
        done(come(app, session, row, at=DRAWN))
        assert "STAR4-14.8.2" in reasons(hold(app, session, row, at=early))
        done(hold(app, session, row, at=DRAWN))


@pytest.mark.rule("HOUSE-PROMOTION-100")
def test_before_closing_there_is_nothing_to_draw_from(app, db, tmp_path):
    with db.writing() as session:
        cast.reach(session)
        cast.add_staff(session, JONAH, ANA, MIRIAM, EDITH)
        row, _ = cast.running(session, "Una")
        refused = set_up(session, row, at=CLOSES - HOUR)
        assert reasons(refused) == ["HOUSE-PROMOTION-100"]
        found = reasons(hold(app, session, row, at=CLOSES - HOUR))
        assert "HOUSE-PROMOTION-100" in found
        assert "STAR4-14.2" in found


@pytest.mark.rule("NSW3-14.2", "STAR4-14.2")
@pytest.mark.parametrize("regime", ["NSW3", "STAR4"])
@pytest.mark.parametrize(("worth", "alone"), [(10_000_00, True), (10_000_01, False)])
def test_ten_thousand_dollars_may_be_drawn_alone(
    app, db, tmp_path, regime, worth, alone
):
    prizes = (replace(_car(), value_cents=worth),)
    row, _ = cast.frozen_house(
        app,
        db,
        tmp_path,
        watched=False,
        regime=regime,
        changes=[("prizes.prizes", {"prizes": prizes})],
    )
    with db.writing() as session:
        done(set_up(session, row))
        verdict = hold(app, session, row)
        if alone:
            done(verdict)
        else:
            assert f"{regime}-14.2" in reasons(verdict)
            assert not session.exec(select(DrawRow)).all()


def _car():
    occasion = Occasion("x", NOW, DRAWN, "x", "x")
    return car_draw(occasion).each_prize[0]


@pytest.mark.rule("HOUSE-PROMOTION-104")
def test_a_reserve_is_opened_only_after_two_signatures(app, db, house):
    row, _ = house
    cast.drawn(app, db, row)
    before = cast.won(db, row)
    with db.writing() as session:
        assert "HOUSE-PROMOTION-104" in reasons(
            come(app, session, row, selection=cast.selection(session))
        )
        cast.vacate(session, row, by=(JONAH,))
        assert "HOUSE-PROMOTION-104" in reasons(reserve(app, session, row))
        cast.vacate(session, row, by=(MIRIAM,))
        assert reasons(reserve(app, session, row)) == ["STAR4-14.2"]
        done(come(app, session, row, selection=cast.selection(session)))
        made = done(reserve(app, session, row))
        assert (made.round, made.position, made.replaces) == (1, 11, 0)
        assert done(reserve(app, session, row)).pk == made.pk
    after = cast.won(db, row)
    assert after[1:] == before[1:]
    assert after[0][2] not in {patron for _, _, patron in before}
    said = certificate(db, row)
    assert [*verify.faults(said, listed(db))] == []
    assert said["transcript"][-1]["reason"] == "nobody claimed it in time"
    with db.reading() as session:
        one, two = session.exec(select(CertificateRow).order_by(CertificateRow.id))
        assert said["previous"] == one.sha256
        assert two.round == 1


@pytest.mark.rule("HOUSE-PROMOTION-104")
def test_reserves_come_to_an_end(app, db, house):
    row, _ = house
    cast.drawn(app, db, row)
    with db.writing() as session:
        at = 0
        for _ in range(3):
            cast.vacate(session, row, at)
            chosen = cast.selection(session, at)
            done(come(app, session, row, selection=chosen))
            at = done(reserve(app, session, row, at)).position
        cast.vacate(session, row, at)
        chosen = cast.selection(session, at)
        assert "HOUSE-PROMOTION-104" in reasons(
            come(app, session, row, selection=chosen)
        )
        assert "HOUSE-PROMOTION-104" in reasons(reserve(app, session, row, at))
        assert len(session.exec(select(SelectionRow)).all()) == 14
    assert [*verify.faults(certificate(db, row), listed(db))] == []


def test_more_prizes_than_holders_leaves_prizes_undrawn(app, db, tmp_path):
    row, _ = cast.frozen_house(app, db, tmp_path, tickets={"Una": 3, "Ben": 1})
    cast.drawn(app, db, row)
    assert [prize for prize, _, _ in cast.won(db, row)] == ["1", "2"]
    assert [*verify.faults(certificate(db, row), listed(db))] == []
    with db.writing() as session:
        cast.vacate(session, row)
        one = cast.selection(session)
        assert "HOUSE-PROMOTION-104" in reasons(come(app, session, row, selection=one))


def test_one_holder_with_all_tickets_wins_once(app, db, tmp_path):
    row, people = cast.frozen_house(app, db, tmp_path, tickets={"Una": 40})
    cast.drawn(app, db, row)
    assert [(p, who) for p, _, who in cast.won(db, row)] == [("1", people["Una"].pk)]
    assert [*verify.faults(certificate(db, row), listed(db))] == []


def test_nobody_in_the_list_is_no_draw(app, db, tmp_path):
    row, _ = cast.frozen_house(app, db, tmp_path, tickets={})
    with db.writing() as session:
        done(set_up(session, row))
        assert "HOUSE-PROMOTION-100" in reasons(hold(app, session, row))
        done(
            again.give_up(
                session, mine(session, row), 1, "Nobody took part.", KEY, act(ANA, SHOW)
            )
        )
    assert certificate(db, row)["aborted"] == "Nobody took part."


@pytest.mark.rule("HOUSE-PROMOTION-103", "HOUSE-PROMOTION-62")
def test_dice_thrown_in_the_room_join_the_draw(app, db, tmp_path):
    dice = [("award.beacon", {"value": PublicValue.DICE, "dice": 3})]
    row, _ = cast.frozen_house(app, db, tmp_path, changes=dice)
    with db.writing() as session:
        done(set_up(session, row))
        assert "HOUSE-PROMOTION-103" in reasons(come(app, session, row))
        enter = presence.enter_value
        throw = act(ANA, SHOW)
        assert "HOUSE-PROMOTION-62" in reasons(
            enter(session, mine(session, row), 1, "1 2", throw)
        )
        done(enter(session, mine(session, row), 1, "6 2 5", throw))
        done(enter(session, mine(session, row), 1, "6,2,5", throw))
        assert reasons(enter(session, mine(session, row), 1, "6 2 4", throw))
        assert reasons(come(app, session, row, saw="6 2 4")) == ["HOUSE-PROMOTION-103"]
        done(come(app, session, row, saw="6 2 5"))
        done(hold(app, session, row))
    said = certificate(db, row)
    assert said["beacon_value"] == "6 2 5"
    assert said["header"]["beacon"] == "3 dice thrown in the room"
    assert [*verify.faults(said, listed(db))] == []
    assert [*verify.faults(said | {"beacon_value": "6 2 4"}, listed(db))]


@pytest.mark.rule("HOUSE-PROMOTION-106")
def test_a_draw_given_up_keeps_its_number_and_is_drawn_under_the_next(app, db, house):
    row, _ = house
    seal = app.extensions["seal"]
    with db.writing() as session:
        done(set_up(session, row))
        gave = again.give_up(session, mine(session, row), 1, " ", KEY, act(ANA, SHOW))
        assert reasons(gave) == ["HOUSE-PROMOTION-106"]
        why = "The phrase is lost."
        done(again.give_up(session, mine(session, row), 1, why, KEY, act(ANA, SHOW)))
        assert reasons(hold(app, session, row)) == ["HOUSE-PROMOTION-101"]
        gave = again.give_up(session, mine(session, row), 1, why, KEY, act(ANA, SHOW))
        assert reasons(gave) == ["HOUSE-PROMOTION-106"]
        made = done(
            again.prepare(session, mine(session, row), 1, why, seal, act(ANA, SHOW))
        )
        assert (made.draw, made.holders) == (2, len(cast.TICKETS))
        assert headers.of(session, made) is None
        done(
            promises.give(
                session, mine(session, row), cast.promise(2), act(EDITH, SHOW)
            )
        )
    assert [*verify.faults(certificate(db, row), listed(db))] == []
    assert status(db, row) is Status.CLOSED
    with db.writing() as session:
        done(set_up(session, row, 2))
        done(come(app, session, row, draw=2))
        done(hold(app, session, row, 2))
    said = certificate(db, row, 2)
    assert len(said["transcript"]) == 11
    assert [*verify.faults(said, listed(db, 2))] == []
    assert status(db, row) is Status.DRAWN


@pytest.mark.rule("HOUSE-PROMOTION-106")
def test_a_vacated_prize_is_drawn_again_before_another_scrutineer(app, db, house):
    row, _ = house
    cast.drawn(app, db, row)
    before = cast.won(db, row)
    seal, olga = app.extensions["seal"], replace(EDITH, id="olga", name="Olga Ruiz")
    with db.writing() as session:
        cast.add_staff(session, olga)
        done(
            scrutineers.withdraw(
                session, mine(session, row), "Left.", act(MIRIAM, SHOW)
            )
        )
        done(
            scrutineers.nominate(session, mine(session, row), "olga", act(MIRIAM, SHOW))
        )
        cast.vacate(session, row)
        done(set_up(session, row))
        one = cast.selection(session)
        refused = come(app, session, row, by=olga, selection=one)
        assert "HOUSE-PROMOTION-100" in reasons(refused)
        made = done(
            again.prepare(
                session, mine(session, row), 1, "She left.", seal, act(ANA, SHOW)
            )
        )
        assert made.holders == len(cast.TICKETS) - 11
        again_ = again.prepare(
            session, mine(session, row), 1, "She left.", seal, act(ANA, SHOW)
        )
        assert reasons(again_) == ["HOUSE-PROMOTION-106"]
        words = "nine blue kettles sing at noon"
        done(
            promises.give(
                session, mine(session, row), cast.promise(2, words), act(olga, SHOW)
            )
        )
        done(set_up(session, row, 2))
        done(come(app, session, row, by=olga, draw=2, phrase=words))
        done(hold(app, session, row, 2))
    (won,) = cast.won(db, row, 2)
    assert won[0] == "1"
    assert won[2] not in {patron for _, _, patron in before}
    said = certificate(db, row, 2)
    assert said["header"]["prizes"] == [{"id": "1", "quantity": 1}]
    assert [*verify.faults(said, listed(db, 2))] == []


@pytest.mark.rule("HOUSE-PROMOTION-105")
def test_people_in_the_room_are_held_against_the_list(app, db, tmp_path):
    may = [("entry.eligibility", {"staff_may": True})]
    row, people = cast.frozen_house(app, db, tmp_path, changes=may)
    with db.writing() as session:
        ana = cast.queries.staff_named(session, "ana")
        said = ChangeRequest(MIRIAM, CLOSES + HOUR)
        done(kin.declare(session, ana, people["Ben"], Relation.SIBLING, said))
        made = done(set_up(session, row))
        assert len(made.bonds) == 1
        assert "HOUSE-PROMOTION-105" in reasons(come(app, session, row))
        waive = setting_up.waive
        assert reasons(waive(session, mine(session, row), 1, "Known.", act(ANA, SHOW)))
        assert reasons(waive(session, mine(session, row), 1, "", act(MIRIAM, SHOW)))
        done(waive(session, mine(session, row), 1, "Known to all.", act(MIRIAM, SHOW)))
        done(come(app, session, row))
        done(hold(app, session, row))
    assert certificate(db, row)["screened"] == "waived by Miriam Sato"


def test_a_series_is_drawn_number_by_number(app, db, tmp_path):
    series = [
        ("award.series", {"times": 2, "entries_stay": True}),
        ("promotion.held", {"ends_at": DRAWN + 40 * DAY}),
    ]
    prizes = (replace(_car(), value_cents=9_000_00),)
    changes = [*series, ("prizes.prizes", {"prizes": prizes})]
    row, _ = cast.frozen_house(app, db, tmp_path, watched=False, changes=changes)
    with db.writing() as session:
        done(set_up(session, row))
        done(hold(app, session, row))
        assert mine(session, row).status is Status.RUNNING
    run_due(app, db, CLOSES + 7 * DAY)
    assert status(db, row) is Status.CLOSED
    with db.writing() as session:
        done(set_up(session, row, 2))
        assert reasons(hold(app, session, row, 2))
        done(hold(app, session, row, 2, at=SHOW + 7 * DAY))
    assert status(db, row) is Status.DRAWN
    first, second = certificate(db, row, 1), certificate(db, row, 2)
    assert first["previous"] == ""
    assert second["previous"]
