"""The prize store: each thing is one prize, and stays while a winner waits for it."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier

import pytest
import time_machine
from sqlalchemy import text
from sqlalchemy.exc import DatabaseError
from sqlmodel import select

from house.people.roles import Role
from promotions import queries
from promotions.claims import handing
from promotions.rules.clauses.prizes import Prize
from promotions.rules.goods import Given, PrizeKind
from promotions.rules.store import Count, enterable, listed
from promotions.store import stock
from promotions.store.models import StoreRow
from promotions.store.stock import Bought
from rulebook import Refused
from tests.house.test_patrons import sent
from tests.promotions.drawn_cast import (
    LATER,
    claimed,
    drawn,
    hand_over,
    money,
    over,
    stands,
)
from tests.promotions.frozen_cast import running
from tests.promotions.promo_cast import MIRIAM, act, done, reasons
from tests.promotions.test_claims import house, terms_with  # noqa: F401
from tests.promotions.test_completing import prove

CAR = Bought(1, ("VIN 1",), 41_000_00, "Quay Motors, invoice 7")
THING = over(way=Given.HANDED_OVER, thing="VIN 1")
AS_THINGS = {"given": (Given.HANDED_OVER,), "alternative_cents": None}


def with_winners(session, *names, **made):
    changes = terms_with(session, "STAR4", **AS_THINGS)
    return drawn(session, *names, changes=changes, **made)


def first(session, row):
    return stock.counts(session, row, LATER)[0]


@pytest.mark.rule("HOUSE-PROMOTION-83")
def test_what_is_entered_is_a_thing_of_the_terms_with_its_own_mark():
    prize = Prize(title="Car", kind=PrizeKind.VEHICLE)
    assert listed(" vin  1 \n\nVIN 2") == ("VIN 1", "VIN 2")
    assert not [*enterable(prize, ("A",), 0, "Quay")]
    fine = {"prize": prize, "things": ("A",), "cost_cents": 1, "note": "Quay"}
    for bad, field in (
        ({"prize": None}, "prize"),
        ({"prize": replace(prize, kind=PrizeKind.MONEY)}, "prize"),
        ({"things": ()}, "things"),
        ({"things": tuple(f"T{n}" for n in range(501))}, "things"),
        ({"things": ("A", "A")}, "things"),
        ({"things": ("A" * 65,)}, "things"),
        ({"cost_cents": -1}, "cost"),
        ({"note": " "}, "note"),
    ):
        (found,) = enterable(**fine | bad)
        assert (found.cite.id, found.field) == ("HOUSE-PROMOTION-83", field)


def test_a_count_says_what_is_held_free_and_still_to_be_bought():
    one = Count(1, Prize(kind=PrizeKind.VEHICLE), planned=5, bought=3, promised=1)
    assert (one.held, one.free, one.short) == (3, 2, 2)
    later = replace(one, handed=1, paid=1, unclaimed=1)
    assert (later.held, later.free, later.short) == (2, 1, 0)
    paid = replace(one, prize=Prize(kind=PrizeKind.MONEY), bought=0)
    assert (paid.is_money, paid.short) == (True, 0)


@pytest.mark.rule("HOUSE-PROMOTION-83", "HOUSE-PROMOTION-84")
def test_a_thing_is_held_promised_and_handed_over_once(house):  # noqa: F811
    with house.writing() as session:
        row, _, (one, two) = with_winners(session, "Wen", "Zoe")
        before = first(session, row)
        assert (before.bought, before.promised, before.handed) == (0, 2, 0)
        done(stock.take_in(session, row, CAR, act(at=LATER)))
        again = stock.take_in(session, row, CAR, act(at=LATER))
        assert reasons(again) == ["HOUSE-PROMOTION-83"]
        other, _ = running(session, name="Another")
        elsewhere = stock.take_in(session, other, CAR, act(at=LATER))
        assert reasons(elsewhere) == ["HOUSE-PROMOTION-83"]
        stays = stock.take_out(session, row, "VIN 1", "Sold", act(at=LATER))
        assert reasons(stays) == ["HOUSE-PROMOTION-84"]
        known = claimed(session, row, one)
        done(hand_over(session, row, known, THING))
        after = first(session, row)
        assert (after.bought, after.held, after.promised, after.handed) == (1, 0, 1, 1)
        assert after.cost_cents == 41_000_00
        known = claimed(session, row, two)
        none = hand_over(session, row, known, THING)
        assert reasons(none) == ["HOUSE-PROMOTION-84"]
        done(stock.take_in(session, row, replace(CAR, things=("VIN 2",)), act()))
        for other in ("VIN 1", "", "VIN 3"):  # gone, not said, never there
            wrong = hand_over(session, row, known, replace(THING, thing=other))
            assert reasons(wrong) == ["HOUSE-PROMOTION-84"]
        done(hand_over(session, row, known, replace(THING, thing="VIN 2")))
        assert stock.gone_to(session, row) == {"VIN 1": "Wen Lee", "VIN 2": "Wen Lee"}
        went = stock.take_out(session, row, "VIN 1", "Sold", act(at=LATER))
        assert reasons(went) == ["HOUSE-PROMOTION-84"]


@pytest.mark.rule("HOUSE-PROMOTION-76", "HOUSE-PROMOTION-84")
def test_the_second_signs_what_the_first_signed_last(house):  # noqa: F811
    with house.writing() as session:
        row, _, (one,) = with_winners(session, "Wen")
        both = replace(CAR, things=("VIN 1", "VIN 2"))
        done(stock.take_in(session, row, both, act(at=LATER)))
        known, second = claimed(session, row, one), act(MIRIAM, LATER)
        nothing = handing.hand_over(session, row, known, 0, second)
        assert reasons(nothing) == ["HOUSE-PROMOTION-76"]
        first = done(handing.prepare(session, row, known, THING, act(at=LATER)))
        known = stands(session, row, one)
        twice = done(handing.prepare(session, row, known, THING, act(at=LATER)))
        assert twice.pk == first.pk
        other = replace(THING, thing="VIN 2")
        later = done(handing.prepare(session, row, known, other, act(at=LATER)))
        known = stands(session, row, one)
        changed = handing.hand_over(session, row, known, first.pk, second)
        assert reasons(changed) == ["HOUSE-PROMOTION-76"]
        over_ = done(handing.hand_over(session, row, known, later.pk, second))
        assert (over_.thing, over_.by, over_.witness_id) == ("VIN 2", "jonah", "miriam")


@pytest.mark.rule("HOUSE-PROMOTION-84")
def test_what_nobody_waits_for_leaves_with_a_reason_and_is_free(house):  # noqa: F811
    with house.writing() as session:
        row, _ = running(session)
        other, _ = running(session, name="Another")
        done(stock.take_in(session, row, CAR, act()))
        silent = stock.take_out(session, row, "VIN 1", " ", act())
        absent = stock.take_out(session, other, "VIN 1", "Sold", act())
        assert reasons(silent) == reasons(absent) == ["HOUSE-PROMOTION-84"]
        done(stock.take_out(session, row, "VIN 1", "Not as ordered.", act()))
        assert (first(session, row).bought, stock.held(session, row)) == (0, [])
        done(stock.take_in(session, other, CAR, act()))
        every = session.exec(select(StoreRow).order_by(StoreRow.number)).all()
        assert [(r.number, r.moved.value) for r in every] == [
            (1, "in"),
            (2, "out"),
            (3, "in"),
        ]
    with pytest.raises(DatabaseError), house.writing() as session:
        session.exec(text("UPDATE promotion_store SET note = 'x'"))


@pytest.mark.rule("HOUSE-PROMOTION-83")
def test_two_promotions_race_for_one_thing_and_one_has_it(house):  # noqa: F811
    with house.writing() as session:
        slugs = [running(session, name=name)[0].slug for name in ("One", "Two")]
    together = Barrier(2)

    def enters(slug):
        together.wait()
        with house.writing() as session:
            row = queries.get(session, slug, lock=True)
            return stock.take_in(session, row, CAR, act())

    with ThreadPoolExecutor(2) as desks:
        answers = [*desks.map(enters, slugs)]
    (lost,) = [answer for answer in answers if isinstance(answer, Refused)]
    assert reasons(lost) == ["HOUSE-PROMOTION-83"]
    with house.reading() as session:
        assert [one.thing for one in session.exec(select(StoreRow))] == ["VIN 1"]


def test_the_page_of_the_store_enters_and_takes_out(house, sign_in):  # noqa: F811
    with house.writing() as session:
        row, _ = running(session)
        slug = row.slug
        paid = terms_with(session, "STAR4", **money(2_000_00, regime="STAR4"))
        cash = running(session, changes=paid, name="Paid")[0].slug
    at = f"/desk/promotions/{slug}"
    with time_machine.travel(LATER, tick=False):
        jonah = sign_in(Role.MARKETING)
        assert f"{at}/store" in jonah.get(at).text
        assert "still to be" in jonah.get(f"{at}/store").text
        said = {"prize": "1", "cost": "41,000", "note": "Quay Motors"}
        bare = jonah.post(f"{at}/store", data=sent(things="", **said))
        assert bare.status_code == 409
        twice = jonah.post(f"{at}/store", data=sent(things="A\na", **said))
        assert twice.status_code == 409
        odd = jonah.post(f"{at}/store", data=sent(things="A", **said | {"prize": "x"}))
        assert odd.status_code == 422
        into = jonah.post(f"{at}/store", data=sent(things="vin 1\nvin 2", **said))
        assert into.status_code == 303
        page = jonah.get(f"{at}/store").text
        assert "VIN 2" in page
        assert "$82,000" in page
        out = {"thing": "VIN 2", "why": "Not as ordered."}
        asked = jonah.post(f"{at}/store/out", data=sent(**out))
        assert asked.status_code == 401
        prove(house)
        assert jonah.post(f"{at}/store/out", data=sent(**out)).status_code == 303
        assert "Taken out: Not as ordered." in jonah.get(f"{at}/store").text
        unknown = jonah.post(f"{at}/store/out", data=sent(thing="X", why="-"))
        assert unknown.status_code == 422
        assert (
            "paid from the ledger" in jonah.get(f"/desk/promotions/{cash}/store").text
        )
        assert sign_in(Role.DEALER).get(f"{at}/store").status_code == 403
