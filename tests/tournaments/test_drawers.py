"""A drawer hands out no more than lies in it; the cage fills it and takes back."""

from dataclasses import replace

import pytest

from house.audit import Actor
from rulebook import Refused
from tests.house.money_cast import ledger_holds
from tests.tournaments.cast import CASHIER, SLUG, at, cites, clock, do
from tests.tournaments.play_cast import SUE, short_terms
from tests.tournaments.test_path_pages import as_, sent  # noqa: F401
from tests.tournaments.test_prizes import SEEN, final_played, prizes, signs
from tests.tournaments.test_stages import TOP_ONE
from tournaments.money import drawers, shifts
from tournaments.money.drawers import Fill
from tournaments.money.shifts import ShiftCount
from tournaments.money.taking import Tender
from tournaments.path import playing
from tournaments.prizes import paying
from tournaments.rules.payments import Method

OTHER = Actor("cora", "Cora", "cashier")


@pytest.fixture
def first(db):
    """A finished tournament, the minute it was, and its first prize."""
    over = final_played(db, short_terms(TOP_ONE))
    do(db, playing.finish, at(over))
    return over, prizes(db)[0]


def opened(db, minutes, cents):
    """Cora opens a drawer."""
    with db.writing() as session:
        return shifts.open_shift(session, cents, at(minutes, OTHER)).pk


def at_drawer(db, service, shift_id, *args):
    """Do something with a drawer."""
    with db.writing() as session:
        return service(session, session.get_one(shifts.ShiftRow, shift_id), *args)


@pytest.mark.rule("HOUSE-TOURN-388", "HOUSE-TOURN-389")
def test_a_drawer_one_cent_short_hands_nothing_out_until_it_is_filled(db, first):
    over, prize = first
    act = at(over, OTHER)
    shift = opened(db, over, prize.row.cents - 1)
    refused = do(db, paying.pay, prize.row.pk, SEEN, act)
    assert cites(refused) == ["HOUSE-TOURN-388"]
    assert "fill it with $0.01" in refused.refusals[0].right
    chips = replace(SEEN, tender=Tender(Method.CHIPS))
    assert cites(do(db, paying.pay, prize.row.pk, chips, act)) == ["HOUSE-TOURN-388"]
    one = Fill(Method.CASH, 1, SUE)
    assert at_drawer(db, drawers.fill, shift, one, act) is None
    assert not isinstance(do(db, paying.pay, prize.row.pk, SEEN, act), Refused)
    closed = at_drawer(db, shifts.close, shift, ShiftCount({Method.CASH: 0}), act)
    assert not isinstance(closed, Refused), closed  # empty, and off by nothing
    with db.reading() as session:
        ledger_holds(session)


@pytest.mark.rule("HOUSE-TOURN-388")
def test_a_transfer_needs_no_drawer(db, first):
    over, prize = first
    opened(db, over, 0)
    transfer = replace(SEEN, tender=Tender(Method.CARD), note="TT 4711")
    paid = do(db, paying.pay, prize.row.pk, transfer, at(over, OTHER))
    assert not isinstance(paid, Refused), paid


@pytest.mark.rule("HOUSE-TOURN-389")
def test_fills_and_drops_are_signed_by_two_and_counted_at_the_end(db, first):
    over, _ = first
    act, shift = at(over, OTHER), opened(db, over, 100_00)
    for second in (None, OTHER):
        verdict = at_drawer(db, drawers.fill, shift, Fill(Method.CASH, 5, second), act)
        assert cites(verdict) == ["HOUSE-TOURN-389"]
    stranger = at_drawer(
        db, drawers.fill, shift, Fill(Method.CASH, 5, SUE), at(over, CASHIER)
    )
    assert cites(stranger) == ["HOUSE-TOURN-389"]
    for method, cents in ((Method.CARD, 5), (Method.CASH, 0)):
        verdict = at_drawer(db, drawers.fill, shift, Fill(method, cents, SUE), act)
        assert cites(verdict) == ["HOUSE-TOURN-389"]
    for method, cents in ((Method.CASH, 500_00), (Method.CHIPS, 50_00)):
        assert at_drawer(db, drawers.fill, shift, Fill(method, cents, SUE), act) is None
    too_much = at_drawer(db, drawers.fill, shift, Fill(Method.CASH, -600_01, SUE), act)
    assert cites(too_much) == ["HOUSE-TOURN-388"]
    drop = Fill(Method.CASH, -200_00, SUE)
    assert at_drawer(db, drawers.fill, shift, drop, act) is None
    counted = ShiftCount({Method.CASH: 400_00, Method.CHIPS: 50_00})
    assert not isinstance(at_drawer(db, shifts.close, shift, counted, act), Refused)
    with db.reading() as session:
        ledger_holds(session)
        moved = drawers.moved(session, session.get_one(shifts.ShiftRow, shift))
        assert [m.cents for m in moved] == [500_00, 50_00, -200_00]
        assert {(m.by, m.second) for m in moved} == {("Cora", "Sue")}


@pytest.mark.rule("HOUSE-TOURN-388", "HOUSE-ACCESS-22")
def test_the_refusal_leads_to_the_fill_and_back(db, first, as_, config):  # noqa: F811
    over, prize = first
    with db.writing() as session:
        held = shifts.totals(session, shifts.open_of(session, at(over, CASHIER)))
    carls = shifts_of(db, over)
    everything = Fill(Method.CASH, -held.expected[Method.CASH], SUE)
    assert at_drawer(db, drawers.fill, carls, everything, at(over, CASHIER)) is None
    signed = signs(db, config)
    with clock(over + 1):
        carl = as_("carl", at(over + 1).now)
        home = f"/desk/tournaments/{SLUG}/prizes"
        form = {"method": "cash", "identity": "passport"}
        pay = f"{home}/{prize.row.pk}/pay"
        alone = carl.post(pay, data=sent(**form))
        assert "Nobody else has signed." in alone.text
        wrong = carl.post(pay, data=sent(**form, second="ruth", password="guess"))
        assert wrong.status_code == 409
        assert "second person is wrong" in wrong.text
        short = carl.post(pay, data=sent(**form, **signed))
        assert f"/desk/cage/fill?back={home}" in short.text
        fill = {
            "way": "fill",
            "method": "cash",
            "cents": f"{prize.row.cents / 100:.2f}",
        }
        page = carl.get(f"/desk/cage/fill?back={home}")
        assert "What moves between the cage and your drawer?" in page.text
        filled = sent(**fill, back=home, **signed)
        for _ in range(2):  # sent twice, it is filled once
            answer = carl.post("/desk/cage/fill", data=filled)
            assert (answer.status_code, answer.location) == (303, home)
        assert carl.post(pay, data=sent(**form, **signed)).status_code == 303
        assert "Filled from the cage" in carl.get(f"/desk/cage/{carls}").text


def shifts_of(db, minutes):
    """The shift that Carl has open."""
    with db.reading() as session:
        return shifts.open_of(session, at(minutes, CASHIER)).pk
