"""A held draw in doubt: its result stands, or is set aside and drawn again."""

import json
import subprocess
import sys
from dataclasses import replace
from types import SimpleNamespace

import pytest
import time_machine
from sqlmodel import col, select

from house.notices.models import Channel, NoticeRow
from house.people.patrons.models import PatronRow
from promotions import queries, verify
from promotions.claims import claiming, completing, refusing, standing
from promotions.drawing import again, certificates, staging, vacancies, winners
from promotions.drawing.models import CertificateRow, SetAsideRow
from promotions.freezing import closing, promises, reading
from promotions.incidents import services, setting_aside
from promotions.incidents.queries import incidents
from promotions.incidents.services import Finding
from promotions.incidents.setting_aside import Aside
from promotions.packing.room import PACKED
from promotions.path import ending, steps
from promotions.results import published
from promotions.rules.gates import Decision
from promotions.rules.lifecycle import Action, Status
from promotions.telling import attempts
from promotions.telling import winners as telling
from promotions.telling.retracting import RETRACTED
from tests.promotions import draw_cast as cast
from tests.promotions.draw_cast import KEY, SHOW, come, hold, mine, set_up
from tests.promotions.drawn_cast import hand_over, over
from tests.promotions.promo_cast import (
    ANA,
    DAY,
    EDITH,
    HOUR,
    JONAH,
    MINUTE,
    MIRIAM,
    act,
    done,
    reasons,
    send,
)
from tests.promotions.test_claims import tried
from tests.promotions.test_draw_pages import post, signed
from tests.promotions.test_draw_room import _car

LATER = SHOW + HOUR
WHY = "A page of the list was printed before entries closed."
SAID = Aside(1, "The record was read beside the print.", WHY)


@pytest.fixture
def held(app, db, tmp_path):
    """A draw with eleven winners, from a list of seventeen."""
    row, people = cast.frozen_house(app, db, tmp_path)
    with db.writing() as session:
        for patron in session.exec(select(PatronRow)):
            patron.email, patron.phone = "somebody@example.com", "+61400000001"
    cast.drawn(app, db, row)
    return row, people


def doubted(session, row, by=JONAH, at=LATER, *, told=True):
    """A doubt is on file, and the inspectors know."""
    found = Finding(at, "Edith Calloway", WHY, Decision.POSTPONED)
    filed = done(services.report(session, mine(session, row), found, act(by, at)))
    if told:
        send(session, SimpleNamespace(pk=filed.notice_id), at + MINUTE)
    return incidents(session, mine(session, row))[-1]


def aside(session, row, one, said=SAID, by=MIRIAM, at=LATER + HOUR):
    row = mine(session, row)
    return setting_aside.set_aside(session, row, one, said, KEY, act(by, at))


def drawn_again(app, db, row, number=2, at=LATER + 2 * HOUR):
    """The list of the next number, promised, watched and drawn."""
    seal = app.extensions["seal"]
    with db.writing() as session:
        asked = (session, mine(session, row))
        done(again.prepare(*asked, number - 1, WHY, seal, act(ANA, at)))
        done(promises.give(*asked, cast.promise(number), act(EDITH, at)))
        done(set_up(session, row, number, at=at))
        done(come(app, session, row, at, draw=number))
    with db.writing() as session:
        done(hold(app, session, row, number, at=at))


def said(db, row, draw=1):
    with db.reading() as session:
        return json.loads(
            winners.certificate(session, winners.held(session, row, draw)).content
        )


def listed(db, row, draw=1):
    with db.reading() as session:
        some = reading.entries(session, closing.of(session, row, draw))
        return [line for part in some for line in part.splitlines()]


@pytest.mark.rule("HOUSE-PROMOTION-112", "STAR4-14.12", "HOUSE-PROMOTION-70")
def test_a_result_is_set_aside_by_somebody_else_once_the_inspectors_know(db, held):
    row, _ = held
    with db.writing() as session:
        one = doubted(session, row, told=False)
        assert reasons(aside(session, row, one)) == ["STAR4-14.12"]
        send(session, SimpleNamespace(pk=one.row.notice_id), LATER + MINUTE)
        own = aside(session, row, one, by=JONAH)
        assert reasons(own) == ["HOUSE-PROMOTION-70"]
        for wrong in (Aside(1, "Read.", " "), Aside(1, "Read.", "x" * 401)):
            assert reasons(aside(session, row, one, wrong)) == ["HOUSE-PROMOTION-112"]
        silent = aside(session, row, one, Aside(1, " ", WHY))
        assert reasons(silent) == ["HOUSE-PROMOTION-70"]
        other = aside(session, row, one, Aside(2, "Read.", WHY))
        assert reasons(other) == ["HOUSE-PROMOTION-112"]
        done(aside(session, row, one, Aside(1, "Read.", "x" * 400)))
        one = incidents(session, mine(session, row))[-1]
        twice = aside(session, row, one)
        assert reasons(twice) == ["HOUSE-PROMOTION-70", "HOUSE-PROMOTION-112"]


@pytest.mark.rule("HOUSE-PROMOTION-112", "HOUSE-PROMOTION-106", "HOUSE-PROMOTION-109")
def test_both_results_are_public_and_the_second_is_drawn_from_the_same_list(
    app, db, held
):
    row, _ = held
    before = said(db, row)
    with db.writing() as session:
        done(aside(session, row, doubted(session, row)))
    first = said(db, row)
    assert first["set_aside"] == WHY
    assert first["transcript"] == before["transcript"]
    assert [*verify.faults(first, listed(db, row))] == []
    assert [*verify.faults(first | {"set_aside": "-"}, listed(db, row))] == [
        "the signature is not of this certificate"
    ]
    drawn_again(app, db, row)
    second = said(db, row, 2)
    assert second["again"] == {"of": 1, "reason": WHY}
    assert [*verify.faults(second, listed(db, row, 2))] == []
    with db.reading() as session:
        kept = [*session.exec(select(CertificateRow).order_by(col(CertificateRow.id)))]
        assert [one.round for one in kept] == [0, 1, 0]
        assert json.loads(kept[0].content) == before
        chained = [json.loads(one.content)["previous"] for one in kept]
        assert chained == ["", kept[0].sha256, kept[1].sha256]
        for draw in winners.draws(session, row):
            assert certificates.is_sound(session, draw)
        results = published.of(session, mine(session, row), LATER + 2 * HOUR)
    assert [draw.set_aside for draw in results.draws] == [WHY, ""]
    assert {one.stands for one in results.draws[0].results} == {"set aside"}
    # Everybody is in again, with as many tickets; only the salts are new.
    rows = [[line.split(",")[:3] for line in listed(db, row, n)] for n in (1, 2)]
    assert rows[0] == rows[1]
    assert [p["quantity"] for p in second["header"]["prizes"]] == [
        p["quantity"] for p in first["header"]["prizes"]
    ]


@pytest.mark.rule("HOUSE-PROMOTION-112")
def test_nothing_of_a_result_that_was_set_aside_goes_on(app, db, held):
    row, _ = held
    with db.writing() as session:
        cast.vacate(session, row, 3)
        done(aside(session, row, doubted(session, row)))
        assert session.exec(select(SetAsideRow)).one().reason == WHY
        row = mine(session, row)
        held_ = winners.held(session, row, 1)
        refused = cast.reserve(app, session, row, 3, when=LATER + HOUR)
        assert "HOUSE-PROMOTION-112" in reasons(refused)
        assert "HOUSE-PROMOTION-112" in reasons(
            staging.show_next(session, row, held_, 1, act(ANA, LATER + HOUR))
        )
        back = vacancies.reopen(
            session, row, cast.selection(session), "It was fine.", act(MIRIAM, LATER)
        )
        assert reasons(back) == ["HOUSE-PROMOTION-112"]
        one = standing.one(session, row, cast.selection(session).pk, LATER + HOUR)
        late = act(JONAH, LATER + HOUR)
        assert reasons(claiming.claim(session, row, one, "Licence", late))
        over_ = refusing.lapse(session, row, one, "Nobody came.", late)
        assert reasons(over_)
        assert [e.prize for e in winners.selections(session, held_)] == [
            *again.to_draw(session, row, 1).values()
        ]
        assert not again.is_settled(session, row, 1)
        end = completing.complete(session, row, act(MIRIAM, LATER + HOUR))
        assert "HOUSE-PROMOTION-79" in reasons(end)
    drawn_again(app, db, row)
    with db.writing() as session:
        row = mine(session, row)
        assert again.is_settled(session, row, 1)
        assert again.to_draw(session, row, 1) == {}
        left = completing.left_to_do(session, row, LATER + 3 * HOUR).prizes
        assert len(left) == 11  # those of the second draw, which nobody has yet
        assert not [one for one in left if "drawn again" in one]


@pytest.mark.rule("HOUSE-PROMOTION-112")
def test_what_was_handed_over_stays_and_its_winner_is_not_drawn_again(app, db, held):
    row, _ = held
    with db.writing() as session:
        row = mine(session, row)
        voucher = cast.selection(session, 1)
        one = standing.one(session, row, voucher.pk, SHOW + MINUTE)
        at = SHOW + MINUTE
        done(claiming.claim(session, row, one, "Licence", act(JONAH, at)))
        one = standing.one(session, row, voucher.pk, at)
        given = one.winner.prize.given[0]
        done(hand_over(session, row, one, over(way=given), at=at))
        kept = voucher.ref
        done(aside(session, row, doubted(session, row)))
        assert winners.held(session, row, 1) is not None
        (stays,) = winners.standing(session, row, winners.held(session, row, 1))
        assert stays.selection.pk == voucher.pk
    drawn_again(app, db, row)
    with db.reading() as session:
        row = mine(session, row)
        assert reading.receipt(session, closing.of(session, row, 2), kept) is None
        second = winners.selections(session, winners.held(session, row, 2))
        assert len(second) == 10
        assert kept not in {one.ref for one in second}


@pytest.mark.rule("HOUSE-PROMOTION-112", "HOUSE-PROMOTION-87")
def test_winners_who_were_told_are_written_to_and_others_are_told_nothing(db, held):
    row, _ = held
    with db.writing() as session:
        row = mine(session, row)
        first = cast.selection(session)
        tell = (session, row, first, tried(at=SHOW))
        done(attempts.note(*tell, act(at=SHOW + MINUTE)))
        done(aside(session, row, doubted(session, row)))
        letter = session.exec(select(NoticeRow).where(NoticeRow.kind == RETRACTED))
        assert WHY in letter.one().body
        silent = telling.told(session, cast.selection(session, 1)).notice
        assert (silent.channel, silent.sent_at) == (Channel.NONE, None)


@pytest.mark.rule("HOUSE-PROMOTION-70", "HOUSE-PROMOTION-4")
def test_a_result_that_is_validated_stands_and_goes_on(app, db, held):
    row, _ = held
    before = said(db, row)
    with db.writing() as session:
        cast.vacate(session, row)
        one = doubted(session, row)
        done(set_up(session, row, at=LATER))
        shut = come(app, session, row, LATER, selection=cast.selection(session))
        assert "STAR4-14.12" in reasons(shut)
        shut = cast.reserve(app, session, mine(session, row), when=LATER)
        assert "STAR4-14.12" in reasons(shut)
        read = act(MIRIAM, LATER + HOUR)
        done(services.validate(session, mine(session, row), one, "Read.", read))
    with db.writing() as session:
        chosen = cast.selection(session)
        done(come(app, session, row, LATER + HOUR, selection=chosen))
        done(cast.reserve(app, session, mine(session, row), when=LATER + HOUR))
    assert said(db, row)["transcript"][:11] == before["transcript"]
    assert "set_aside" not in said(db, row)


@pytest.mark.rule("HOUSE-PROMOTION-106")
def test_a_promotion_is_not_complete_while_a_number_waits_to_be_drawn(app, db, held):
    row, _ = held
    with db.writing() as session:
        row = mine(session, row)
        cast.vacate(session, row)
        seal = app.extensions["seal"]
        done(
            again.prepare(session, row, 1, "The phrase is lost.", seal, act(ANA, SHOW))
        )
        assert row.status is Status.DRAWN
        left = completing.left_to_do(session, row, SHOW).prizes
        assert "Draw 2 is not held." in left
        assert "HOUSE-PROMOTION-79" in reasons(
            steps.take(session, row, Action.COMPLETE, act(MIRIAM, SHOW))
        )


@pytest.mark.rule("HOUSE-PROMOTION-112", "HOUSE-PROMOTION-15")
def test_a_prize_that_grows_is_worth_as_much_when_it_is_drawn_again(app, db, tmp_path):
    prizes = (replace(_car(), value_cents=9_000_00),)
    changes = [
        ("award.series", {"times": 2, "entries_stay": True, "grows_cents": 500_00}),
        ("promotion.held", {"ends_at": SHOW + 40 * DAY}),
        ("prizes.prizes", {"prizes": prizes}),
    ]
    row, _ = cast.frozen_house(app, db, tmp_path, watched=False, changes=changes)

    def worth(session, draw):
        terms = queries.terms_of(session, mine(session, row))
        return winners.value_cents(session, mine(session, row), terms, draw, "1")

    with db.writing() as session:
        done(set_up(session, row))
        done(hold(app, session, row))
        assert (worth(session, 1), worth(session, 2)) == (9_000_00, 9_000_00)
        done(aside(session, row, doubted(session, row)))
        assert worth(session, 2) == 9_500_00  # nobody has the first one any more
        go_on = act(MIRIAM, LATER + HOUR)
        done(ending.go_on(session, mine(session, row), "It is drawn again.", go_on))
        seal = app.extensions["seal"]
        made = done(again.prepare(session, mine(session, row), 1, WHY, seal, go_on))
        assert made.draw == 3  # the second is planned
        done(set_up(session, row, 3, at=LATER + HOUR))
        done(hold(app, session, row, 3, at=LATER + HOUR))
        assert [worth(session, n) for n in (1, 2, 3)] == [9_000_00] * 3


@pytest.mark.rule("HOUSE-PROMOTION-82")
def test_a_pack_has_both_results_and_what_checks_them(app, db, held, tmp_path):
    row, _ = held
    with db.writing() as session:
        done(aside(session, row, doubted(session, row)))
    drawn_again(app, db, row)
    with db.reading() as session:
        files = dict(
            file
            for part in PACKED.parts
            if hasattr(part, "files")
            for file in part.files(session, row.pk)
        )
    names = ("draw-1-round-0", "draw-1", "draw-2")
    assert {f"certificates/{name}.json" for name in names} < set(files)
    for name, content in files.items():
        path = tmp_path / "pack" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    for name in names:
        entries = f"entries/{name[:6]}.csv"
        asked = ["certificates/verify.py", f"certificates/{name}.json", entries]
        ran = subprocess.run(
            [sys.executable, "-I", *asked],
            cwd=tmp_path / "pack",
            capture_output=True,
            text=True,
            check=False,
        )
        assert (ran.returncode, "is sound" in ran.stdout) == (0, True), ran.stderr


@pytest.mark.rule("HOUSE-PROMOTION-112")
def test_the_pages_set_a_result_aside_and_everybody_reads_why(app, db, held):
    row, _ = held
    desk, public = f"/desk/promotions/{row.slug}", f"/p/{row.slug}"
    at = LATER + HOUR
    with db.writing() as session:
        one = doubted(session, row, told=False)
        number, notice = one.row.pk, one.row.notice_id
    with time_machine.travel(at, tick=False):
        jonah, miriam = signed(app, db, JONAH, at), signed(app, db, MIRIAM, at)
        assert (
            "The inspectors were not told of this doubt."
            in miriam.get(f"{desk}/incidents").text
        )
        act_at = f"{desk}/incidents/{number}/set-aside"
        fields = {"draw": "1", "how": "Read.", "reason": WHY}
        assert post(miriam, act_at, **fields).status_code == 409
        with db.writing() as session:
            send(session, SimpleNamespace(pk=notice), at)
        assert post(jonah, act_at, **fields).status_code == 403
        assert "Set the result aside" in miriam.get(f"{desk}/incidents").text
        bare = post(miriam, act_at, **fields | {"reason": " "})
        assert (bare.status_code, "everybody reads it" in bare.text) == (409, True)
        assert post(miriam, act_at, **fields).status_code == 303
        room = jonah.get(f"{desk}/draws/1").text
        assert "its result was set aside" in room
        assert "Show name" not in room
        assert "draw it again" in jonah.get("/desk/").text
        anonymous = app.test_client()
        for page in ("/results", "/check"):
            assert WHY in anonymous.get(public + page).text
        cert = anonymous.get(f"{public}/certificate.json").get_json()
        assert cert["set_aside"] == WHY
        once = anonymous.get(f"{public}/certificate.json?draw=1&round=0").get_json()
        assert "set_aside" not in once
        assert anonymous.get(f"{public}/certificate.pdf").status_code == 200
        made = post(jonah, f"{desk}/draws/1/again", reason=WHY)
        assert made.status_code == 303
        assert "draws/2" in made.headers["Location"]
