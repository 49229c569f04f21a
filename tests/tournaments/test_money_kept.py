"""What an earlier release kept in columns is on the ledger after the migration."""

import json

import pytest
from sqlalchemy import text

from house import migrate
from house.db import Database
from house.ledger.verification import verify
from tests.tournaments.examples import complete
from tournaments.models import TournamentRow
from tournaments.money import queries as money
from tournaments.rules.payments import PaidFor

AT = "2026-11-12 01:00:00.000000"
ENTRIES = (  # number, refund due, handed out
    (1, None, False),
    (2, 240_00, True),
    (3, 120_00, False),
)


def _insert(connection, table, **values):
    names = ", ".join(f'"{name}"' for name in values)
    places = ", ".join(f":{name}" for name in values)
    connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({places})"), values)


def _kept(connection):
    """Three entries of 240 dollars: one stands, one got it back, one waits for half."""
    data = {**complete().to_data(), "schema": "tournament-terms/1"}
    by = {"by": "erin", "by_name": "Erin"}
    document = {"kind": "terms", "subject_id": 1, "number": 1, "title": "T", "note": ""}
    _insert(
        connection,
        "document",
        id=1,
        **document,
        content=json.dumps({"data": data}).encode(),
        sha256="0" * 64,
        published_at=AT,
        published_by="ruth",
        published_by_name="Ruth",
    )
    _insert(
        connection,
        "tournament",
        id=1,
        version=1,
        slug="t",
        name="T",
        status="entries_open",
        draft="{}",
        rulebook="CROWN3",
        edition="3",
        template="",
        created_at=AT,
        created_by="ruth",
        created_by_name="Ruth",
        saved_at=AT,
        saved_by="ruth",
        saved_by_name="Ruth",
    )
    for number, due, handed_out in ENTRIES:
        _insert(
            connection,
            "tournament_entry",
            id=number,
            version=1,
            tournament_id=1,
            number=number,
            name=f"Player {number}",
            state="withdrawn" if due else "entered",
            document_id=1,
            accepted_at=AT,
            entry_fee_cents=40_00,
            buy_in_cents=200_00,
            refund_due_cents=due or 0,
            refunded_cents=due if handed_out else 0,
            reason="",
            entered_at=AT,
            entered_by="erin",
            entered_by_name="Erin",
        )
        if due is None:
            continue
        refund = {"cause": "withdrawn", "cents": due, "why": "x", "rule_ids": "[]"}
        _insert(
            connection,
            "tournament_refund",
            id=number,
            entry_id=number,
            at=AT,
            **refund,
            **by,
        )
        if handed_out:
            handed = {"refund_id": number, "how": "cash", "at": AT, **by}
            _insert(connection, "tournament_refund_paid", id=number, **handed)


@pytest.mark.rule("HOUSE-TOURN-80")
def test_kept_payments_and_refunds_move_onto_the_ledger(tmp_path):
    url = f"sqlite:///{tmp_path}/house.sqlite3"
    migrate.upgrade(url, "0003")
    with migrate.connection_to(url) as connection:
        _kept(connection)
    migrate.upgrade(url)
    db = Database(url)
    with db.reading() as session:
        assert verify(session).wrong == ()
        mine = money.of_entries(session, [1, 2, 3])
        taken = money.takings(session, TournamentRow(id=1))
    db.engine.dispose()
    assert mine[1].paid == {PaidFor.ENTRY_FEE: 40_00, PaidFor.BUY_IN: 200_00}
    assert (mine[2].due_cents, mine[2].refunded_cents) == (0, 240_00)
    assert (mine[3].due_cents, mine[3].refunded_cents) == (120_00, 0)
    # The whole buy-in is the pool's: of entry 3, 80 dollars of it stay there.
    assert taken == money.Takings(280_00, 0, 80_00, 480_00)
