"""Chips bought at a table and chips swapped for others, as the dealer enters them."""

import pytest
from sqlmodel import col, select

from game.payments import Kind
from house.audit.models import AuditRow
from house.payments.models import PaymentRow
from house.people.roles import Role
from tests.house.at_table_cast import rows, table_of
from tests.house.floor_cast import clock_shows
from tests.house.rounds_cast import key

CASH, COLOUR = "STAR4-1.1:Cash Change", "STAR4-1.1:Colour Change"


def send(client, seat=2, _key=None, **form):
    """Enter a change at a seat."""
    form = {"kind": Kind.CASH_CHANGE.value, "given": "200", "chips": "200"} | form
    data = form | {"_key": _key or key()}
    return client.post(f"/desk/tables/4/seats/{seat}/change", data=data)


@pytest.fixture
def client(db, sign_in):
    """A dealer at a table of The Star with two players."""
    with clock_shows(1):
        table_of(db)
        yield sign_in(Role.DEALER)


def recorded(db, act):
    """What the record says of the changes of one kind."""
    with db.reading() as session:
        query = select(AuditRow).where(AuditRow.act == act)
        return session.exec(query.order_by(col(AuditRow.number))).all()


@pytest.mark.rule("STAR4-1.1:Cash Change")
def test_chips_bought_are_a_cash_change_with_the_means_on_record(db, client):
    once = key()
    for _ in range(2):  # sent twice, written once
        assert send(client, means="EFTPOS", _key=once).status_code == 303
    [entry] = recorded(db, "cash change")
    assert (entry.rules, entry.after["means"]) == ([CASH], "EFTPOS")
    assert not rows(db, PaymentRow)
    assert f">{CASH}</a>" in client.get("/desk/tables/4/seats").text


@pytest.mark.rule("STAR4-1.1:Cash Change")
def test_chips_bought_by_no_means_are_refused(db, client):
    answer = send(client)
    assert answer.status_code == 409
    assert "The means of payment is not recorded." in answer.text
    [entry] = recorded(db, "cash change")
    assert (entry.verdict, entry.rules[0]) == ("refused", CASH)


@pytest.mark.rule("STAR4-1.1:Colour Change")
@pytest.mark.parametrize(("chips", "over"), [("100", None), ("125", 25_00)])
def test_chips_for_chips_have_no_net_value(db, client, chips, over):
    change = {"kind": Kind.COLOUR_CHANGE.value, "given": "100", "chips": chips}
    assert send(client, **change).status_code == 303
    [entry] = recorded(db, "colour change")
    assert entry.rules == [COLOUR]
    found = [(row.kind, row.paid_cents - row.due_cents) for row in rows(db, PaymentRow)]
    assert found == ([] if over is None else [(Kind.COLOUR_CHANGE, over)])


@pytest.mark.rule("STAR4-1.1:Colour Change")
def test_other_documents_know_no_changes_at_the_table(db, sign_in):
    with clock_shows(1):
        table_of(db, "CROWN3")
        client = sign_in(Role.DEALER)
        assert "Chips bought or changed" not in client.get("/desk/tables/4/seats").text
        assert send(client, kind=Kind.COLOUR_CHANGE.value).status_code == 409
