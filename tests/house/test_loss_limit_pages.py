"""Pages of loss limits: found by card, set, lowered at once, raised later, stopped."""

from datetime import timedelta
from secrets import token_hex

import pytest
import time_machine
from sqlmodel import select

from game.loss_limits import Duty
from house.audit import Actor
from house.audit.models import AuditRow
from house.floor.acts import Act
from house.ledger.models import EntryRow
from house.payments import deposits, loss_limits, wagers
from house.payments.loss_limits import LimitRequest
from house.payments.models import LossLimitRow
from house.people.patrons.models import PatronRow, PlayerCardRow
from house.people.roles import Role
from tests.house.conftest import NOON
from tests.house.floor_cast import VENUE, open_table
from tests.house.ledger_cast import post as posted
from tests.house.meters import find

PRIYA = Actor("priya", "Priya", "supervisor")
LIMITS = "/desk/payments/limits"
DUTIES = dict.fromkeys(("purchases", "chips_in", "chips_out", "directions"), "y")
ASKED = {"limit_cents": "300", "period_days": "7", **DUTIES}
DAY = timedelta(days=1)


@pytest.fixture
def wen(db):
    """The number of a patron who holds card AB1234."""
    with db.writing() as session:
        patron = PatronRow(
            given_name="Wen",
            family_name="Wu",
            search_name="wen wu",
            born_on=(NOON - 9999 * DAY).date(),
            created_at=NOON,
        )
        session.add(patron)
        session.flush()
        card = PlayerCardRow(number="AB1234", patron_id=patron.pk, issued_at=NOON)
        session.add(card)
        return patron.pk


def rows(db):
    with db.reading() as session:
        return session.exec(select(LossLimitRow).order_by(LossLimitRow.id)).all()


def post(client, path, sent=()):
    """Send a form once, and follow where it leads."""
    data = {**dict(sent), "_key": token_hex(8)}
    return client.post(path, data=data, follow_redirects=True)


def set_to(db, wen, cents, now=NOON):
    with db.writing() as session:
        patron = session.get_one(PatronRow, wen)
        wanted = LimitRequest(cents, 7, frozenset(Duty))
        return loss_limits.set_limit(session, patron, wanted, Act(PRIYA, now))


@time_machine.travel(NOON, tick=False)
@pytest.mark.rule("STAR4-13.2", "HOUSE-LOSS-1", "STAR4-13.5")
def test_a_limit_is_set_lowered_at_once_and_raised_after_the_period(db, sign_in, wen):
    client = sign_in(Role.CASHIER)
    page = client.get(f"{LIMITS}/{wen}")
    assert "Wen Wu has set no loss limit." in page.text
    change = f"{LIMITS}/{wen}/change"
    form = client.get(change)
    assert "the casino is not liable" in form.text
    done = post(client, change, ASKED)
    assert "The loss limit of Wen Wu holds now." in done.text
    assert "Wen Wu may stake $300 more." in done.text
    post(client, change, ASKED | {"limit_cents": "200"})
    later = post(client, change, ASKED | {"limit_cents": "900"})
    assert "holds from 27 Nov 2026, 12:00" in later.text
    assert "Wen Wu may stake $200 more." in later.text
    assert [row.limit_cents for row in rows(db)] == [300_00, 200_00, 900_00]
    kept = post(client, f"{LIMITS}/{wen}/keep")
    assert "The limit stays as it is." in kept.text
    assert post(client, f"{LIMITS}/{wen}/keep").status_code == 409
    ends = post(client, f"{LIMITS}/{wen}/end")
    assert "No limit from 27 Nov 2026, 12:00" in ends.text.replace("\n", "")


@time_machine.travel(NOON, tick=False)
@pytest.mark.parametrize(
    ("typed", "status", "said"),
    [
        ({"limit_cents": "a lot"}, 422, "Write an amount such as 1,250.50."),
        ({"limit_cents": ""}, 422, "Give an amount."),
        ({"period_days": "week"}, 422, "Not a valid integer value."),
        ({"limit_cents": "0"}, 409, "A limit is more than nothing"),
        ({"period_days": "0"}, 409, "one to 366 days"),
        ({"period_days": "367"}, 409, "one to 366 days"),
        ({"chips_out": ""}, 409, "has not acknowledged every duty"),
    ],
)
def test_what_cannot_be_a_limit_is_said_and_kept(db, sign_in, wen, typed, status, said):
    sent = {k: v for k, v in (ASKED | typed).items() if v or k == "limit_cents"}
    answer = post(sign_in(Role.SUPERVISOR), f"{LIMITS}/{wen}/change", sent)
    assert answer.status_code == status
    assert said in answer.text
    if typed.get("limit_cents") != "":
        assert f'value="{sent["limit_cents"]}"' in answer.text
    assert not rows(db)


@time_machine.travel(NOON, tick=False)
@pytest.mark.rule("STAR4-13.4")
def test_a_supervisor_stops_the_betting_and_lets_it_go_on(db, sign_in, wen):
    set_to(db, wen, 100_00)
    client = sign_in(Role.SUPERVISOR)
    done = post(client, f"{LIMITS}/{wen}/stop")
    assert "Wen Wu is on a break: no wager is taken." in done.text
    assert "still on it" in done.text
    assert post(client, f"{LIMITS}/{wen}/stop").status_code == 409
    assert "One player is on a break." in client.get(LIMITS).text
    done = post(client, f"{LIMITS}/{wen}/go-on")
    assert "Wen Wu may stake $100 more." in done.text
    cashier = sign_in(Role.CASHIER)
    assert post(cashier, f"{LIMITS}/{wen}/stop").status_code == 403
    assert "A supervisor or above stops" in cashier.get(f"{LIMITS}/{wen}").text


@time_machine.travel(NOON, tick=False)
@pytest.mark.rule("HOUSE-LOSS-2", "STAR4-13.3")
def test_a_player_is_found_by_card_from_the_table(db, sign_in, wen):
    open_table(db, "STAR4")
    set_to(db, wen, 100_00, NOON - DAY)
    with db.writing() as session:
        patron = session.get_one(PatronRow, wen)
        limit = wagers.checked_against(session, find(session, 4), patron, NOON).value
        kept = {"table": 4, "round": 1, **wagers.kept_with("ante", "AB1234", limit)}
        posted(session, wen, "round 1", NOON, (0, 60_00), kept)
    client = sign_in(Role.SUPERVISOR)
    assert 'name="q"' in client.get("/desk/tables/4").text
    found = client.get(f"{LIMITS}?q=ab 1234&table=4")
    assert found.status_code == 303
    assert found.location == f"{LIMITS}/{wen}?table=4"
    page = client.get(found.location)
    assert "Wen Wu may stake $40 more." in page.text
    assert "Back to table 4" in page.text
    row = page.text[page.text.index(">Ante") : page.text.index("</tbody>")]
    for said in ("$60", "AB1234", "$100"):
        assert said in row
    missing = client.get(f"{LIMITS}?q=ZZ0000")
    assert missing.status_code == 200
    assert "Nobody holds the card or number “ZZ0000”." in missing.text


@time_machine.travel(NOON, tick=False)
def test_limits_are_not_for_everybody(db, sign_in, wen):
    assert sign_in(Role.DEALER).get(LIMITS).status_code == 403
    reader = sign_in(Role.INSPECTOR)
    assert reader.get(f"{LIMITS}/{wen}").status_code == 200
    assert post(reader, f"{LIMITS}/{wen}/change", ASKED).status_code == 403
    assert reader.get(f"{LIMITS}/99").status_code == 404
    assert f"{LIMITS}/{wen}" in reader.get(f"/desk/patrons/{wen}").text
    assert (
        "payments/limits"
        not in sign_in(Role.MARKETING).get(f"/desk/patrons/{wen}").text
    )
    with db.reading() as session:
        acts = session.exec(select(AuditRow.act)).all()
    assert "set loss limit" not in acts


@time_machine.travel(NOON, tick=False)
def test_a_merged_patron_leads_to_whoever_stands_for_them(db, sign_in, wen):
    with db.writing() as session:
        twin = PatronRow(
            given_name="Wen",
            family_name="Woo",
            search_name="wen woo",
            born_on=(NOON - 9999 * DAY).date(),
            created_at=NOON,
        )
        session.add(twin)
        session.flush()
        row = session.get_one(PatronRow, wen)
        row.merged_into_id, row.merged_at = twin.pk, NOON
        there = twin.pk
    answer = sign_in(Role.SUPERVISOR).get(f"{LIMITS}/{wen}")
    assert (answer.status_code, answer.location) == (303, f"{LIMITS}/{there}")


@time_machine.travel(NOON, tick=False)
@pytest.mark.rule("STAR4-1.1:Deposit Limit", "STAR4-1.1:Gaming Limit")
def test_money_from_outside_keeps_within_the_deposit_limit_of_the_day(db, sign_in, wen):
    client = sign_in(Role.CASHIER)
    page = client.get(f"{LIMITS}/{wen}").text
    assert "No gaming limit is set." in page
    paid, limit = f"{LIMITS}/{wen}/deposits", f"{LIMITS}/{wen}/deposit-limit"
    done = post(client, limit, {"deposit_cents": "500"})
    assert "A gaming limit is set." in done.text
    assert ">STAR4-1.1:Gaming Limit</a>" in done.text
    post(client, paid, {"funds": "EFTPOS", "cents": "300"})
    done = post(client, paid, {"funds": "winnings", "cents": "400"})
    assert '<b class="tnum">$200</b> more today' in done.text
    over = post(client, paid, {"funds": "bank transfer", "cents": "200.01"})
    assert over.status_code == 409
    assert "STAR4-1.1:Deposit Limit" in over.text
    done = post(client, paid, {"funds": "debit card", "cents": "200"})
    assert '<b class="tnum">$0</b> more today' in done.text
    with db.reading() as session:
        patron = session.get_one(PatronRow, wen)
        tomorrow = deposits.standing(session, patron, NOON + DAY, VENUE)
        assert tomorrow.left.value == 500_00  # another day of the calendar
    ended = post(client, limit, {"deposit_cents": ""})
    assert "No gaming limit is set." in ended.text


@time_machine.travel(NOON, tick=False)
@pytest.mark.rule("STAR4-1.1:Deposit Limit")
@pytest.mark.parametrize("cents", ["", "x", "0", "-5", "9" * 20])
def test_what_is_no_deposit_is_not_written_down(db, sign_in, wen, cents):
    client = sign_in(Role.CASHIER)
    sent = {"funds": "EFTPOS", "cents": cents}
    assert post(client, f"{LIMITS}/{wen}/deposits", sent).status_code in {409, 422}
    with db.reading() as session:
        assert not session.exec(select(EntryRow)).all()
