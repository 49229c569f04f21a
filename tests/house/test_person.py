"""A person's data: all of it in one file, and gone where no rule keeps it."""

import io
import json
import zipfile
from datetime import date

import pytest
from sqlalchemy import MetaData
from sqlalchemy import select as sa_select
from sqlmodel import select

from game.payments import Intent, Kind
from house import clock
from house.audit.models import AuditRow
from house.audit.verification import verify as verify_record
from house.backup.dumps import sqlite_file
from house.models import metadata
from house.notices.models import OutboxRow
from house.payments.models import PaymentRow
from house.people.patrons import cards
from house.people.patrons.models import ExclusionRow, PatronRow, PlayerCardRow
from house.people.roles import Role
from house.person import erasing
from house.person.parts import ROOMS
from rulebook import Refused
from tests.house.conftest import NOON
from tests.house.test_exclusions import exclude, step_up
from tests.house.test_patrons import DESK, add, details, sent

CONTACT = {
    "email": "kim.nguyen@quietmail.example",
    "phone": "+61412345678",
    "street": "17 Larkspur Terrace",
    "suburb": "Wattlegrove",
    "postcode": "3987",
}


@pytest.fixture
def kim(db):
    """Somebody with a card, a delivered message and everything about them known."""
    [kim] = add(db, details(**CONTACT))
    with db.writing() as session:
        cards.issue(session, session.get_one(PatronRow, kim), "SB1001", DESK)
        session.add(letter(CONTACT["email"].upper(), NOON))
    return kim


def letter(recipient, sent_at):
    return OutboxRow(
        key=f"letter {sent_at}",
        recipient=recipient,
        subject="You won",
        body=f"Dear Kim of {CONTACT['street']}",
        created_at=NOON,
        try_at=NOON,
        sent_at=sent_at,
    )


def erase(db, patron_id):
    with db.writing() as session:
        patron = session.get_one(PatronRow, patron_id)
        return erasing.erase(session, patron, DESK)


def everything(db):
    """Every value of every table, as it is read and, on SQLite, as it lies there."""
    tables = MetaData()
    with db.engine.connect() as connection:
        tables.reflect(connection)
        said = "".join(
            str(tuple(row))
            for table in tables.sorted_tables
            for row in connection.execute(sa_select(table))
        )
    db.engine.dispose()  # the journal goes into the file
    if db.is_sqlite:
        path = sqlite_file(str(db.engine.url))
        said += path.read_bytes().decode("latin-1")
    return said.lower()


@pytest.mark.rule("HOUSE-PERSON-2")
def test_nothing_of_an_erased_persons_contact_is_left_in_any_table(db, kim):
    before = everything(db)
    assert all(value.lower() in before for value in CONTACT.values())
    assert not isinstance(erase(db, kim), Refused)
    after = everything(db)
    assert [value for value in CONTACT.values() if value.lower() in after] == []
    with db.reading() as session:
        patron = session.get_one(PatronRow, kim)
        assert (patron.name, patron.born_on) == (
            f"Erased patron {kim}",
            date(1900, 1, 1),
        )
        [card] = session.exec(select(PlayerCardRow))
        assert (card.number, card.cancelled_at) == ("SB1001", DESK.now)
        assert verify_record(session).holds


@pytest.mark.rule("HOUSE-PERSON-2")
def test_an_exclusion_stays_with_the_name_it_bars(db, kim):
    exclude(db, kim)
    found = erase(db, kim)
    assert "Name" not in found.goes
    with db.reading() as session:
        patron = session.get_one(PatronRow, kim)
        assert patron.given_name == details().given_name
        assert patron.born_on == details().born_on
        assert patron.email == ""
        [kept] = session.exec(select(ExclusionRow))
        assert kept.patron_id == kim


@pytest.mark.rule("HOUSE-PERSON-2")
def test_erasing_twice_is_erasing_once(db, kim):
    erase(db, kim)
    with db.reading() as session:
        before = session.get_one(PatronRow, kim).model_dump()
        entries = session.exec(select(AuditRow.number)).all()
    assert not isinstance(erase(db, kim), Refused)
    with db.reading() as session:
        assert session.get_one(PatronRow, kim).model_dump() == before
        assert session.exec(select(AuditRow.number)).all() == entries


@pytest.mark.rule("HOUSE-PERSON-2")
def test_the_record_says_what_went_and_what_stays_without_it(db, kim):
    erase(db, kim)
    with db.reading() as session:
        *_, entry = session.exec(select(AuditRow).order_by(AuditRow.number))
    assert (entry.act, entry.subject_name) == ("erase a person", f"Erased patron {kim}")
    assert {"what": "Player cards", "rule": "HOUSE-PATRON-6"} in entry.after["kept"]
    assert "E-mail, telephone and address" in entry.after["erased"]


@pytest.mark.rule("HOUSE-PERSON-3")
def test_nobody_is_erased_while_something_with_them_is_open(db, kim):
    with db.writing() as session:
        session.add(letter(CONTACT["email"], None))
        session.add(
            PaymentRow(
                kind=Kind.WAGER,
                patron_id=kim,
                due_cents=50_00,
                paid_cents=60_00,
                happened_at=NOON,
                known_at=NOON,
                intent=Intent.UNINTENDED,
                note="-",
                entered_at=NOON,
                entered_by="ann",
            )
        )
    refused = erase(db, kim)
    assert {refusal.cite.id for refusal in refused.refusals} == {"HOUSE-PERSON-3"}
    assert len(refused.refusals) == 2
    with db.reading() as session:
        assert session.get_one(PatronRow, kim).email == CONTACT["email"]


@pytest.mark.rule("HOUSE-PERSON-4")
def test_the_record_holds_marks_of_contact_and_birth_date_and_nothing_else(
    db, kim, sign_in
):
    with db.reading() as session:
        version = session.get_one(PatronRow, kim).version
    given = vars_of(details(**CONTACT)) | {"email": "other@quietmail.example"}
    sign_in(Role.ENTRIES_DESK).post(
        f"/desk/patrons/{kim}/edit", data=sent(**given, version=version)
    )
    with db.reading() as session:
        mine = select(AuditRow).where(AuditRow.act.in_(("add patron", "change patron")))
        added, changed = session.exec(mine.order_by(AuditRow.number))
    assert added.after["born_on"].startswith("mark ")
    assert changed.before["email"] == added.after["email"]
    assert changed.after["email"].startswith("mark ")
    assert changed.after["email"] != changed.before["email"]
    assert "quietmail" not in str((added.after, changed.before, changed.after))


def vars_of(person):
    plain = {name: getattr(person, name) for name in CONTACT}
    return plain | {
        "given_name": person.given_name,
        "family_name": person.family_name,
        "born_on": person.born_on.isoformat(),
    }


def test_every_table_that_names_a_patron_is_among_what_is_given_out():
    naming = {
        table.name
        for table in metadata.tables.values()
        for column in table.columns
        if column.name.endswith("patron_id")
    }
    assert naming <= {room.model.__tablename__ for room in ROOMS}


@pytest.mark.rule("HOUSE-PERSON-1")
@pytest.mark.parametrize("role", [Role.ADMIN, Role.COMPLIANCE])
def test_everything_is_given_out_as_one_file_and_that_is_noted(db, kim, sign_in, role):
    exclude(db, kim)
    [twin] = add(db, details("Kim T.", "Nguyen", email="kim@old.example"))
    with db.writing() as session:
        session.get_one(PatronRow, twin).merged_into_id = kim
    client = sign_in(role)
    page = client.get(f"/desk/persons/{twin}").text
    assert "with 1 merged rows" in page
    file = zipfile.ZipFile(io.BytesIO(client.get(f"/desk/persons/{kim}/data.zip").data))
    found = json.loads(file.read("data.json"))
    parts = {part["title"]: part["rows"] for part in found["parts"]}
    assert [row["id"] for row in parts["Who they are"]] == [kim, twin]
    assert parts["Player cards"][0]["number"] == "SB1001"
    assert len(parts["Exclusions"]) == 1
    assert CONTACT["street"] in file.read("data.html").decode()
    with db.reading() as session:
        *_, entry = session.exec(select(AuditRow).order_by(AuditRow.number))
    assert entry.act == "give out a person’s data"


@pytest.mark.rule("HOUSE-PERSON-2")
def test_a_person_is_erased_in_two_steps_and_only_by_who_may(db, kim, sign_in):
    address = f"/desk/persons/{kim}/erase"
    assert sign_in(Role.DIRECTOR).post(address, data=sent()).status_code == 403
    client = sign_in(Role.COMPLIANCE)
    assert "It cannot be taken back" in client.get(address).text
    assert client.post(address, data=sent(number=kim)).status_code == 401
    step_up(db, clock.now())
    assert client.post(address, data=sent(number="7777")).status_code == 409
    done = client.post(address, data=sent(number=kim))
    assert done.status_code == 303
    assert "was erased" in client.get(f"/desk/persons/{kim}").text
    assert "Erased where no rule" in client.get(f"/desk/patrons/{kim}").text
