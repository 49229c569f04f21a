"""Pages of notices: worded, sent, acknowledged, and who reads them."""

import hashlib

import pytest

from house.notices import pdf
from house.people.roles import Role
from tests.house.notices_cast import drafted_in, key, notice


@pytest.mark.rule("HOUSE-NOTICE-5", "HOUSE-NOTICE-9")
def test_compliance_words_sends_and_acknowledges_a_notice(db, sign_in):
    client = sign_in(Role.COMPLIANCE)
    pk = drafted_in(client, db)
    there = f"/desk/notices/{pk}"
    assert "One notice waits to be sent." in client.get("/desk/notices/").text
    assert "Enter the contact" in client.get(there).text
    entered = client.post(
        "/desk/notices/contacts/inspectorate/STAR4",
        data={"name": "Inspectors", "email": "inspect@example.com", "_key": key()},
    )
    assert entered.status_code == 303
    assert "Inspectors" in client.get("/desk/notices/contacts").text
    words = {"title": "It failed", "body": "Grand\r\nwent dark.", "version": 1}
    saved = client.post(f"{there}/reword", data={**words, "_key": key()})
    assert saved.status_code == 303
    assert notice(db, pk).body == "Grand\nwent dark.\n"
    told = client.get(f"{there}/text")
    assert told.text == "It failed\n\nGrand\nwent dark.\n"
    assert client.get(f"{there}/pdf").data.startswith(b"%PDF-")
    bare = client.post(f"{there}/send", data={"channel": "telephone", "_key": key()})
    assert (bare.status_code, "There is no reference." in bare.text) == (409, True)
    odd = client.post(f"{there}/send", data={"channel": "pigeon", "_key": key()})
    assert odd.status_code == 422
    sent = client.post(
        f"{there}/send",
        data={"channel": "hand delivery", "reference": "Ms Oduya", "_key": key()},
    )
    assert sent.status_code == 303
    row = notice(db, pk)
    assert client.get(f"{there}/pdf").data == row.pdf
    assert hashlib.sha256(row.pdf).hexdigest() == row.pdf_sha256
    with client.application.test_request_context():
        assert pdf.of(row, to=row.recipient, at=row.posted_at) == row.pdf
    reworded = client.post(f"{there}/reword", data={**words, "_key": key()})
    assert reworded.status_code == 409
    answer = {"acknowledgement": "By letter", "_key": key()}
    assert client.post(f"{there}/acknowledge", data=answer).status_code == 303
    assert "This notice is acknowledged." in client.get(there).text
    corrected = client.post(f"{there}/correct", data={"_key": key()})
    assert corrected.status_code == 303
    assert "Corrected by" in client.get(there).text
    for asked in ("draft", "in the post", "sent", "acknowledged", "nonsense"):
        page = client.get("/desk/notices/", query_string={"state": asked})
        assert page.status_code == 200


@pytest.mark.parametrize(
    ("role", "status"),
    [
        (Role.INSPECTOR, 200),
        (Role.COMPLIANCE, 200),
        (Role.DEALER, 403),
        (Role.CASHIER, 403),
        (Role.MARKETING, 403),
    ],
)
def test_who_reads_notices(sign_in, role, status):
    client = sign_in(role)
    for path in ("/desk/notices/", "/desk/notices/contacts"):
        assert client.get(path).status_code == status
    sends = client.post("/desk/notices/1/send", data={"_key": key()})
    some = {Role.COMPLIANCE, Role.MARKETING}  # who may send all, or some of them
    assert sends.status_code == (404 if role in some else 403)


@pytest.mark.parametrize(
    "path",
    [
        "/desk/notices/1",
        "/desk/notices/99999999999999999999",
        "/desk/notices/contacts/winners/STAR4",
        "/desk/notices/contacts/regulator/NOPE",
        "/desk/notices/1/pdf",
    ],
)
def test_what_is_not_there_is_not_there(sign_in, path):
    assert sign_in(Role.COMPLIANCE).get(path).status_code == 404


def test_a_contact_form_keeps_what_was_typed(sign_in):
    client = sign_in(Role.COMPLIANCE)
    answer = client.post(
        "/desk/notices/contacts/regulator/STAR4",
        data={"name": "NICC", "email": "not an address", "_key": key()},
    )
    assert answer.status_code == 409
    assert "not an address" in answer.text
    assert "is no e-mail address" in answer.text
    long = client.post(
        "/desk/notices/contacts/regulator/STAR4",
        data={"name": "N" * 121, "_key": key()},
    )
    assert long.status_code == 422
