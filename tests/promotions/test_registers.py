"""Registers for staff, and winners beside what chance leads one to expect."""

from fractions import Fraction

import pytest
import time_machine

from house.people.roles import Role
from promotions.claims import refusing
from promotions.packing import sheets
from promotions.results import sanity
from promotions.rules.sanity import band, groups
from promotions.telling import attempts
from tests.promotions import draw_cast as cast
from tests.promotions.drawn_cast import LATER, claimed, drawn
from tests.promotions.promo_cast import DRAWN, act, done
from tests.promotions.test_claims import NAMED, house, tried  # noqa: F401

SHEETS = ("draws", "prizes", "notices", "attempts", "refusals", "doubts")


@pytest.mark.rule("HOUSE-PROMOTION-86")
def test_groups_win_as_their_share_of_tickets_leads_one_to_expect():
    tickets = {"play": 30, "free": 10}
    play, free = groups(tickets, [{"play": 1, "free": 1}, {"play": 3}])
    assert (play.won, play.expected) == (Fraction(3, 2), Fraction(3, 2))
    assert (free.won, free.expected) == (Fraction(1, 2), Fraction(1, 2))
    assert groups({}, []) == []
    edges = (1, 2, 5, 6, 20, 21, 100, 101)
    assert [band(count) for count in edges] == [
        "1 ticket",
        "2 to 5",
        "2 to 5",
        "6 to 20",
        "6 to 20",
        "21 to 100",
        "21 to 100",
        "over 100",
    ]


@pytest.mark.rule("HOUSE-PROMOTION-85")
def test_registers_are_read_taken_away_and_printed(app, house, sign_in):  # noqa: F811
    with house.writing() as session:
        row, _, (one,) = drawn(session, "Wen")
        done(attempts.note(session, row, one, tried(), act(at=LATER)))
        known = claimed(session, row, one)
        done(refusing.begin(session, row, known, NAMED, act(at=LATER)))
    at = f"/desk/promotions/{row.slug}"
    with time_machine.travel(LATER, tick=False):
        jonah = sign_in(Role.MARKETING)
        path, page = jonah.get(at).text, jonah.get(f"{at}/registers").text
        assert all(f"{at}/{page}" in path for page in ("registers", "sanity"))
        assert NAMED.evidence in page
        for what in SHEETS:
            taken = jonah.get(f"{at}/registers/{what}.csv")
            with app.test_request_context(), house.reading() as session:
                headings, *rows = getattr(sheets, what)(session, row.pk)
            lines = taken.data.decode("utf-8-sig").splitlines()
            assert lines[0] == ",".join(headings)
            assert len(lines) == 1 + len(rows)
        assert jonah.get(f"{at}/registers/draws.xlsx").data.startswith(b"PK")
        assert jonah.get(f"{at}/registers.pdf").data.startswith(b"%PDF")
        for no in ("nothing.csv", "draws.exe"):
            assert jonah.get(f"{at}/registers/{no}").status_code == 404
        dealer = sign_in(Role.DEALER)
        for shut in ("registers", "registers/draws.csv", "registers.pdf", "sanity"):
            assert dealer.get(f"{at}/{shut}").status_code == 403


@pytest.mark.rule("HOUSE-PROMOTION-86")
def test_winners_lie_beside_expectation_and_nothing_can_be_pressed(
    app, db, tmp_path, sign_in
):
    row, _ = cast.frozen_house(app, db, tmp_path)
    cast.drawn(app, db, row)
    with db.reading() as session:
        (one,) = sanity.of(session, cast.mine(session, row))
        total = sum(cast.TICKETS.values())
        for some in (one.days, one.channels, one.holdings):
            assert sum(group.tickets for group in some) == total
            assert sum(group.won for group in some) == one.winners
            assert sum(group.expected for group in some) == one.winners
        assert [group.label for group in one.channels] == ["list"]
        assert not one.tiers
        large = next(group for group in one.holdings if group.label == "21 to 100")
        assert large.expected == Fraction(30 * one.winners, total)
    with time_machine.travel(DRAWN, tick=False):
        page = sign_in(Role.APPROVER).get(f"/desk/promotions/{row.slug}/sanity").text
    inside = page.partition("<main")[2].partition("</main>")[0]
    assert "Information only" in inside
    assert "<form" not in inside


@pytest.mark.rule("HOUSE-PROMOTION-86")
def test_winners_lie_by_the_tier_of_their_card_for_staff_alone(
    app, db, tmp_path, sign_in
):
    tiers = {"Cal": "Gold", "Eli": "Gold", "Una": "Silver"}
    row, _ = cast.frozen_house(app, db, tmp_path, tiers=tiers)
    cast.drawn(app, db, row)
    with db.reading() as session:
        (one,) = sanity.of(session, cast.mine(session, row))
    assert [(group.label, group.tickets) for group in one.tiers] == [
        ("Gold", 39),
        ("Silver", 5),
        ("not said", 15),
    ]
    assert sum(group.won for group in one.tiers) == one.winners
    assert one.tiers[0].expected == Fraction(39 * one.winners, 59)
    with time_machine.travel(DRAWN, tick=False):
        page = sign_in(Role.APPROVER).get(f"/desk/promotions/{row.slug}/sanity").text
        shown = app.test_client().get(f"/promotions/{row.slug}/results").text
    assert "Tier of the card" in page
    assert "Gold" in page
    assert "Gold" not in shown
