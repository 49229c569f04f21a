"""Notices: drafted, sent, acknowledged; kept as they were sent; by a real post."""

import email
import email.policy
import hashlib
import itertools
import socketserver
import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlmodel import col, select

from house.audit import Actor, Subject
from house.audit.models import AuditRow
from house.config import Config, Incomplete, Smtp
from house.notices import answers, contacts, letters, pdf, rewording, services
from house.notices.contacts import Contact
from house.notices.deadlines import Round, run_due
from house.notices.letters import Letter
from house.notices.models import (
    Audience,
    Channel,
    ContactRow,
    DeadlineRow,
    NoticeRow,
    OutboxRow,
)
from house.notices.notice_rules import State, state
from house.notices.outbox import Letter as Mail
from house.notices.outbox import as_email, send_due, to_folder
from house.notices.services import Act, Posting, draft
from house.notices.smtp import Unsafe, to_server
from house.notices.states import State as Standing
from house.notices.states import state as standing
from house.notices.ticking import Ticker
from house.people.roles import Role
from house.press import NoPdf, as_pdf
from rulebook import Cite, Refused

NOON = datetime(2026, 11, 20, 1, 0, tzinfo=UTC)
TICK = timedelta(microseconds=1)
HOUR = timedelta(hours=1)
ANN = Actor("ann", "Ann Archer", "compliance")
METER = Subject("table", "7", "Table 7")
FAULT = {"meter": "Grand", "at": "20 November", "table": 7, "what": "It went dark."}
INSPECTORS = Contact("Inspectors on site", "inspect@example.com", "+61390000000")
numbers = itertools.count()


def key():
    return f"a-key-of-a-test-{next(numbers):04}"


@pytest.fixture
def house(app, db):
    """The house with a contact for the inspectorate under STAR4."""
    with app.app_context(), app.test_request_context():
        enter(db)
        yield db


def enter(db, contact=INSPECTORS, body=Audience.INSPECTORATE, document="STAR4"):
    with db.writing() as session:
        return contacts.enter(session, body, document, contact, by=ANN, now=NOON)


def drafted(db, now=NOON, **over):
    given = {"due_at": NOON + HOUR, "key": "fault:1"} | over
    with db.writing() as session:
        return draft(
            session,
            "meter.fault",
            about=METER,
            facts=FAULT,
            cite=Cite("STAR4-11.12"),
            now=now,
            **given,
        ).pk


def post(db, pk, now=NOON, made=b"%PDF", **how):
    posting = Posting(**({"channel": Channel.EMAIL} | how))
    with db.writing() as session:
        row = session.get_one(NoticeRow, pk)
        return services.post(session, row, posting, Act(ANN, now), made)


def notice(db, pk):
    with db.reading() as session:
        return session.get_one(NoticeRow, pk)


def deadline(db, pk):
    with db.reading() as session:
        mine = select(DeadlineRow).where(DeadlineRow.key == f"notice:{pk}")
        return session.exec(mine).first()


def entries(db, act):
    with db.reading() as session:
        query = select(AuditRow).where(AuditRow.act == act)
        return session.exec(query.order_by(col(AuditRow.number))).all()


# --- by mail ------------------------------------------------------------------


@pytest.mark.rule("HOUSE-NOTICE-7")
@pytest.mark.rule("HOUSE-NOTICE-12")
def test_a_letter_counts_from_its_posting_and_needs_an_address(house):
    pk = drafted(house)
    refused = post(house, pk, channel=Channel.MAIL, at=NOON)
    assert [r.field for r in refused.refusals] == ["channel"]
    enter(house, replace(INSPECTORS, address="1 Quay Street, Sydney"))
    late = post(house, pk, channel=Channel.MAIL, at=NOON + TICK)
    assert [r.field for r in late.refusals] == ["at"]
    post(house, pk, now=NOON + 2 * HOUR, channel=Channel.MAIL, at=NOON + HOUR)
    row = notice(house, pk)
    assert (row.sent_at, row.address) == (NOON + HOUR, "1 Quay Street, Sydney")
    assert deadline(house, pk).met_at == NOON + HOUR  # in time, noted an hour later
    with pytest.raises(DBAPIError, match="append-only"), house.writing() as session:
        session.execute(text("UPDATE notice SET address = 'elsewhere'"))


# --- drafting ----------------------------------------------------------------


def test_every_kind_has_its_words_and_says_what_is_missing():
    for kind in letters.every():
        assert (letters.FOLDER / kind.template).exists(), kind
        with pytest.raises(letters.MissingFact, match=kind.label):
            letters.write(kind, {})
    with pytest.raises(ValueError, match="already known"):
        letters.kind("meter.fault", "x", Audience.REGULATOR)
    with pytest.raises(LookupError, match="no kind of notice"):
        letters.known("smoke-signal")
    assert letters.label_of("smoke-signal") == "smoke-signal"


@pytest.mark.rule("HOUSE-CLOCK-1")
def test_a_step_drafts_its_notice_once_and_plans_its_sending(house):
    pk = drafted(house)
    assert drafted(house, now=NOON + HOUR) == pk
    row = notice(house, pk)
    assert row.title == "The prize meter Grand failed"
    assert "at table 7" in row.body
    assert (row.audience, row.document) == (Audience.INSPECTORATE, "STAR4")
    assert (row.rule_id, row.drafted_at, state(row)) == (
        "STAR4-11.12",
        NOON,
        State.DRAFT,
    )
    planned = deadline(house, pk)
    assert (planned.due_at, planned.rule_id, planned.duty) == (
        NOON + HOUR,
        "STAR4-11.12",
        True,
    )
    assert len(entries(house, "draft notice")) == 1


def test_a_notice_of_an_act_that_is_undone_was_never_drafted(house):
    def act():
        with house.writing() as session:
            draft(
                session,
                "meter.fault",
                about=METER,
                facts=FAULT,
                cite=Cite("STAR4-11.12"),
                now=NOON,
                due_at=NOON,
            )
            raise RuntimeError

    with pytest.raises(RuntimeError):
        act()
    with house.reading() as session:
        assert session.exec(select(NoticeRow)).all() == []
        assert session.exec(select(DeadlineRow)).all() == []


@pytest.mark.parametrize(
    ("kind", "cited", "after"),
    [
        ("promotion.integrity", "STAR4-14.12", timedelta(hours=48)),
        ("promotion.terms", "NSW3-14.9", timedelta(hours=24)),
        ("promotion.terms", "STAR4-14.13", timedelta(hours=24)),
    ],
)
@pytest.mark.rule("HOUSE-NOTICE-2", "HOUSE-NOTICE-12")
@pytest.mark.parametrize("late", [-TICK, timedelta(0), TICK])
def test_a_notice_sent_at_its_time_is_in_time_and_an_instant_later_is_not(
    house, kind, cited, after, late
):
    facts = dict.fromkeys(
        (
            *("name", "prize", "draw", "drawn", "how_to_claim", "house", "at", "what"),
            *("decision", "promotion", "starts", "terms"),
        ),
        "x",
    )
    due = NOON + after
    with house.writing() as session:
        row = draft(
            session,
            kind,
            about=Subject("draw", "1"),
            facts=facts,
            cite=Cite(cited),
            now=NOON,
            due_at=due,
            to=Contact("Wen Wu", "wen@example.com"),
        )
        pk, audience = row.pk, row.audience
    if audience.is_body:
        enter(house, body=audience, document=cited.partition("-")[0])
    assert run_due(house, due) == Round()
    assert run_due(house, due + TICK if late > timedelta(0) else due).fired == (
        1 if late > timedelta(0) else 0
    )
    sent = post(house, pk, due + late, channel=Channel.PHONE, reference="call 7")
    assert not isinstance(sent, Refused)
    met = deadline(house, pk)
    assert met.met_at == due + late
    assert (met.met_at > met.due_at) is (late > timedelta(0))
    assert run_due(house, due + timedelta(days=9)) == Round()


# --- sending -----------------------------------------------------------------


@pytest.mark.rule("HOUSE-NOTICE-12", "HOUSE-NOTICE-5", "HOUSE-NOTICE-9")
def test_by_e_mail_it_is_sent_when_the_post_has_taken_it(house, tmp_path):
    pk = drafted(house)
    assert not isinstance(post(house, pk, NOON), Refused)
    row = notice(house, pk)
    assert (state(row), row.posted_at, row.sent_at) == (State.POSTED, NOON, None)
    assert deadline(house, pk).met_at is None
    assert row.pdf_sha256 == hashlib.sha256(b"%PDF").hexdigest()
    whole = f"{row.title}\n\n{row.body}".encode()
    assert row.text_sha256 == hashlib.sha256(whole).hexdigest()

    def full(_letter):
        raise OSError("The disk is full.")

    assert send_due(house, full, NOON).failed == 1
    assert notice(house, pk).sent_at is None
    later = NOON + timedelta(minutes=2)
    send_due(house, to_folder(tmp_path, "house@example.com"), later)
    row, met = notice(house, pk), deadline(house, pk)
    assert (state(row), row.sent_at) == (State.SENT, later)
    assert (met.met_at, met.met_by, met.proof_kind, met.proof_id) == (
        later,
        "ann",
        "notice",
        pk,
    )
    assert f"Notice {pk} by e-mail to Inspectors on site" in met.proof
    assert len(entries(house, "notice sent")) == 1
    [file] = tmp_path.glob("*.eml")
    mail = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
    assert (mail["To"], mail["Subject"]) == (
        "inspect@example.com",
        "The prize meter Grand failed",
    )
    [attached] = mail.iter_attachments()
    assert (attached.get_filename(), attached.get_content()) == (
        f"notice-{pk}.pdf",
        b"%PDF",
    )


def test_a_message_delivered_twice_sends_its_notice_once(house):
    pk = drafted(house)
    post(house, pk)
    with house.writing() as session:
        services.delivered(session, f"notice:{pk}", NOON)
        services.delivered(session, f"notice:{pk}", NOON + HOUR)
        services.delivered(session, "notice:999", NOON)
    assert notice(house, pk).sent_at == NOON
    assert len(entries(house, "notice sent")) == 1


def test_the_same_letter_is_the_same_bytes_with_its_attachment(house):
    from house.notices.outbox import Attachment  # noqa: PLC0415

    mail = Mail("k", "a@example.com", "s", "b", NOON, Attachment("n.pdf", b"%PDF" * 99))
    made = {as_email(mail, "house@example.com").as_bytes() for _ in range(3)}
    assert len(made) == 1


@pytest.mark.rule("HOUSE-NOTICE-7", "HOUSE-NOTICE-12")
@pytest.mark.parametrize("channel", [Channel.HAND, Channel.PHONE])
def test_what_is_handed_over_or_told_counts_from_when_it_was_done(house, channel):
    pk = drafted(house)
    done = NOON + HOUR
    how = {"channel": channel, "reference": "taken by Ms Oduya", "at": done}
    assert not isinstance(post(house, pk, NOON + 2 * HOUR, **how), Refused)
    row, met = notice(house, pk), deadline(house, pk)
    assert (row.sent_at, row.posted_at) == (done, NOON + 2 * HOUR)
    assert standing(met, NOON + 3 * HOUR) is Standing.MET
    assert "taken by Ms Oduya" in met.proof
    with house.reading() as session:
        assert session.exec(select(OutboxRow)).all() == []


@pytest.mark.rule("HOUSE-NOTICE-12")
def test_a_time_written_to_the_minute_is_never_before_its_drafting(house):
    at = NOON + timedelta(seconds=42)
    pk = drafted(house, now=at, key="to the minute")
    how = {"channel": Channel.HAND, "reference": "x", "at": NOON}
    assert not isinstance(post(house, pk, at + timedelta(seconds=9), **how), Refused)
    assert notice(house, pk).sent_at == at
    with house.writing() as session:
        row = session.get_one(NoticeRow, pk)
        answers.acknowledge(session, row, "Seen", NOON, Act(ANN, at + HOUR))
    assert notice(house, pk).acknowledged_at == at


@pytest.mark.rule("HOUSE-NOTICE-7")
@pytest.mark.parametrize(
    ("how", "wrong"),
    [
        ({"channel": Channel.PHONE}, "There is no reference."),
        ({"channel": Channel.HAND, "reference": "  "}, "There is no reference."),
        (
            {"channel": Channel.HAND, "reference": "x", "at": NOON + TICK},
            "handed over then",
        ),
        (
            {"channel": Channel.HAND, "reference": "x", "at": NOON - HOUR},
            "handed over then",
        ),
    ],
)
def test_what_cannot_be_sent_so_is_refused_and_stays_a_draft(house, how, wrong):
    pk = drafted(house)
    refused = post(house, pk, **how)
    assert isinstance(refused, Refused)
    assert wrong in str([r.wrong for r in refused.refusals])
    assert state(notice(house, pk)) is State.DRAFT
    assert entries(house, "send notice")[-1].verdict == "refused"


@pytest.mark.rule("HOUSE-NOTICE-7", "HOUSE-NOTICE-8")
def test_nobody_is_told_while_no_contact_is_entered(app, db):
    with app.app_context():
        pk = drafted(db)
        refused = post(db, pk)
        assert "No contact is entered" in refused.refusals[0].wrong
        enter(db, Contact("Inspectors", phone="123"))
        refused = post(db, pk)
        assert "no e-mail address that works" in refused.refusals[0].wrong


@pytest.mark.rule("HOUSE-NOTICE-8")
def test_a_new_contact_is_told_from_then_on_and_the_old_one_is_kept(house):
    pk = drafted(house)
    enter(house, replace(INSPECTORS, name="New office", email="new@example.com"))
    post(house, pk)
    assert notice(house, pk).email == "new@example.com"
    enter(house, replace(INSPECTORS, name="Newer office"))
    with house.reading() as session:
        assert services.recipient_of(session, notice(house, pk)).name == "New office"
        past = contacts.history(session, Audience.INSPECTORATE, "STAR4")
        held = contacts.current(session)[("inspectorate", "STAR4")]
    assert [c.name for c in past] == [
        "Newer office",
        "New office",
        "Inspectors on site",
    ]
    assert held.name == "Newer office"


@pytest.mark.rule("HOUSE-NOTICE-8", "HOUSE-NOTICE-7")
@pytest.mark.parametrize(
    ("contact", "count"),
    [(Contact(""), 2), (Contact("A"), 1), (Contact("A", email="nobody"), 1)],
)
def test_a_contact_that_reaches_nobody_is_refused(house, contact, count):
    refused = enter(house, contact)
    assert len(refused.refusals) == count
    assert isinstance(enter(house, INSPECTORS, Audience.WINNERS), Refused)
    with house.reading() as session:
        assert len(session.exec(select(ContactRow)).all()) == 1


# --- what was sent stands ----------------------------------------------------


@pytest.mark.rule("HOUSE-NOTICE-5")
def test_a_draft_is_reworded_and_what_was_sent_never(house):
    pk = drafted(house)

    def reword(words, seen=None):
        with house.writing() as session:
            row = session.get_one(NoticeRow, pk)
            version = row.version if seen is None else seen
            return rewording.reword(session, row, version, words, Act(ANN, NOON))

    assert not isinstance(reword(Letter("New", "Words\n")), Refused)
    stale = reword(Letter("Newer", "Words\n"), seen=1)
    assert [r.cite.id for r in stale.refusals] == ["HOUSE-STALE-1"]
    assert len(reword(Letter(" ", " ")).refusals) == 2
    post(house, pk)
    refused = reword(Letter("Other", "Words\n"))
    assert refused.refusals[0].cite.id == "HOUSE-NOTICE-5"
    assert notice(house, pk).title == "New"
    again = post(house, pk)
    assert again.refusals[0].cite.id == "HOUSE-NOTICE-5"


@pytest.mark.rule("HOUSE-NOTICE-5")
@pytest.mark.parametrize(
    "change",
    [
        "UPDATE notice SET body = 'x'",
        "UPDATE notice SET pdf = NULL",
        "UPDATE notice SET posted_at = NULL",
        "UPDATE notice SET email = 'x'",
        "UPDATE notice SET sent_at = NULL",
        "UPDATE notice SET acknowledged_at = NULL",
        "DELETE FROM notice",
        "UPDATE contact SET name = 'x'",
        "DELETE FROM contact",
    ],
)
def test_the_database_itself_refuses_to_change_what_was_sent(house, change):
    pk = drafted(house)
    with house.writing() as session:  # a draft may still change
        session.execute(text("UPDATE notice SET body = 'y'"))
    post(house, pk, channel=Channel.HAND, reference="r")
    with house.writing() as session:
        row = session.get_one(NoticeRow, pk)
        answers.acknowledge(session, row, "Seen", None, Act(ANN, NOON))

    def tamper():
        with house.writing() as session:
            session.execute(text(change))

    with pytest.raises(DBAPIError, match="append-only"):
        tamper()


@pytest.mark.rule("HOUSE-NOTICE-13")
@pytest.mark.parametrize(
    ("words", "at", "fine"),
    [
        ("Seen", NOON, True),
        ("Seen", NOON + HOUR, True),
        ("Seen", NOON - TICK, False),
        ("Seen", NOON + HOUR + TICK, False),
        (" ", NOON, False),
    ],
)
def test_an_acknowledgement_follows_the_sending(house, words, at, fine):
    pk = drafted(house)

    def acknowledge():
        with house.writing() as session:
            row = session.get_one(NoticeRow, pk)
            return answers.acknowledge(session, row, words, at, Act(ANN, NOON + HOUR))

    early = acknowledge()
    assert early.refusals[0].wrong == "It has not been sent yet."
    post(house, pk, channel=Channel.HAND, reference="r")
    assert isinstance(acknowledge(), NoticeRow if fine else Refused)
    assert isinstance(acknowledge(), Refused)
    assert state(notice(house, pk)) is (State.ACKNOWLEDGED if fine else State.SENT)


@pytest.mark.rule("HOUSE-NOTICE-6")
def test_a_correction_is_a_new_notice_that_names_the_old_one(house):
    pk = drafted(house)

    def correct():
        with house.writing() as session:
            row = session.get_one(NoticeRow, pk)
            return answers.correct(session, row, "today", Act(ANN, NOON + HOUR))

    assert correct().refusals[0].cite.id == "HOUSE-NOTICE-6"
    post(house, pk, channel=Channel.HAND, reference="r")
    new = correct()
    assert (new.corrects_id, new.audience, new.document) == (
        pk,
        Audience.INSPECTORATE,
        "STAR4",
    )
    assert new.title.startswith(f"Correction of our notice {pk}:")
    assert (state(new), state(notice(house, pk))) == (State.DRAFT, State.SENT)


# --- on paper ----------------------------------------------------------------


@pytest.mark.rule("HOUSE-NOTICE-9")
def test_the_same_notice_makes_the_same_pdf(house, monkeypatch):
    pk = drafted(house)
    row = notice(house, pk)
    row.title = 'Quotes " and <b>marks</b> & “ünïcode”'
    one = pdf.of(row, to="Inspectors", at=NOON)
    assert one.startswith(b"%PDF-")
    assert pdf.of(row, to="Inspectors", at=NOON) == one
    assert pdf.of(row, to="Others", at=NOON) != one


@pytest.mark.rule("HOUSE-NOTICE-9")
def test_without_the_libraries_for_a_pdf_the_text_is_sent(db, sign_in, monkeypatch):
    def lacking(_html):
        raise NoPdf("cannot load library 'pango'")

    enter(db)
    client = sign_in(Role.COMPLIANCE)
    pk = _drafted_in(client, db)
    monkeypatch.setattr(pdf, "as_pdf", lacking)
    there = f"/desk/notices/{pk}"
    answer = client.get(f"{there}/pdf")
    assert answer.status_code == 503
    assert "No PDF can be made on this machine: cannot load library" in answer.text
    sent = client.post(
        f"{there}/send",
        data={"channel": "hand delivery", "reference": "x", "_key": key()},
        follow_redirects=True,
    )
    assert "This notice is sent." in sent.text
    assert "No PDF was made" in sent.text


def test_a_missing_library_is_said_in_a_sentence(monkeypatch):
    import builtins  # noqa: PLC0415

    real = builtins.__import__

    def importing(name, *args, **kwargs):
        if name == "weasyprint":
            raise OSError("cannot load library 'pango'\nmore")
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", importing)
    with pytest.raises(NoPdf, match=r"on this machine: cannot load library 'pango'$"):
        as_pdf("<p>x")


# --- pages -------------------------------------------------------------------


def _drafted_in(client, db):
    with client.application.app_context():
        return drafted(db, now=datetime.now(UTC) - HOUR, due_at=None)


@pytest.mark.rule("HOUSE-NOTICE-5", "HOUSE-NOTICE-9")
def test_compliance_words_sends_and_acknowledges_a_notice(db, sign_in):
    client = sign_in(Role.COMPLIANCE)
    pk = _drafted_in(client, db)
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


# --- a real mail server ------------------------------------------------------


class Server(socketserver.ThreadingTCPServer):
    """A mail server that knows just enough of RFC 5321 to take a letter."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, *, refuses=""):
        super().__init__(("127.0.0.1", 0), Talk)
        self.refuses = refuses
        self.taken = []


class Talk(socketserver.StreamRequestHandler):
    def say(self, line):
        self.wfile.write(f"{line}\r\n".encode())

    def handle(self):
        self.say("220 test ready")
        envelope = {}
        while line := self.rfile.readline().decode().rstrip("\r\n"):
            verb = line[:4].upper()
            if verb in {"EHLO", "HELO"}:
                self.say("250-test")
                self.say("250 AUTH PLAIN LOGIN")
            elif verb == "AUTH":
                envelope["auth"] = line
                self.say("235 in")
            elif verb == "RCPT" and self.server.refuses:
                self.say(self.server.refuses)
            elif verb == "DATA":
                self.say("354 go on")
                envelope["data"] = self.letter()
                self.server.taken.append(envelope)
                self.say("250 taken")
            elif verb == "QUIT":
                self.say("221 bye")
                return
            else:
                envelope[verb] = line
                self.say("250 ok")

    def letter(self):
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line[1:] if line.startswith(b"..") else line)
        return b"".join(lines)


@pytest.fixture
def mail_server(request):
    with Server(refuses=getattr(request, "param", "")) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def settings_for(server, **over):
    host, port = server.server_address
    return replace(Smtp(host, port, "house@example.com"), **over)


@pytest.mark.network
def test_a_notice_goes_through_a_real_mail_server(
    config, open_house, db, mail_server, tmp_path
):
    app = open_house(replace(config, smtp=settings_for(mail_server)))
    with app.app_context():
        enter(db)
        pk = drafted(db)
        post(db, pk)
        with time_machine.travel(NOON + HOUR, tick=False):
            assert Ticker(app).tick()
    [letter] = mail_server.taken
    assert letter["MAIL"].upper().startswith("MAIL FROM:<HOUSE@EXAMPLE.COM>")
    assert letter["RCPT"].upper().startswith("RCPT TO:<INSPECT@EXAMPLE.COM>")
    mail = email.message_from_bytes(letter["data"], policy=email.policy.default)
    assert mail["Subject"] == "The prize meter Grand failed"
    assert [a.get_content_type() for a in mail.iter_attachments()] == [
        "application/pdf"
    ]
    assert notice(db, pk).sent_at == NOON + HOUR
    assert not (tmp_path / "outbox").exists()


@pytest.mark.network
@pytest.mark.parametrize("mail_server", ["550 no such user"], indirect=True)
def test_a_letter_the_server_will_not_take_waits_and_is_tried_again(db, mail_server):
    enter(db)
    with db.writing() as session:
        from house.notices.outbox import announce  # noqa: PLC0415

        announce(session, "k", "a@example.com", "s", "b", now=NOON)
    deliver = to_server(settings_for(mail_server))
    assert send_due(db, deliver, NOON).failed == 1
    with db.reading() as session:
        row = session.exec(select(OutboxRow)).one()
    assert (row.sent_at, row.attempts) == (None, 1)
    assert "no such user" in row.last_error


@pytest.mark.network
def test_a_password_is_given_only_to_this_machine_or_encrypted(mail_server):
    mail = Mail("k", "a@example.com", "s", ".line\n.", NOON)
    server = settings_for(mail_server, user="u", password="p")
    to_server(server)(mail)
    assert mail_server.taken[0]["auth"].startswith("AUTH PLAIN")
    assert b"\r\n.line\r\n.\r\n" in mail_server.taken[0]["data"]
    from house.notices import smtp  # noqa: PLC0415

    assert smtp._here("localhost")
    assert smtp._here("::1")
    with pytest.raises(Unsafe, match="no encryption"):
        smtp._require_safe(replace(server, host="mail.example.com"))
    with pytest.raises(OSError):  # noqa: PT011
        to_server(replace(server, port=1))(mail)


MAIL = {"SMTP_HOST": "mail.example.com", "SMTP_FROM": "house@example.com"}


def test_the_mail_server_is_read_from_the_settings(tmp_path):
    assert Config.from_env({}, tmp_path).smtp is None
    made = Config.from_env(
        {**MAIL, "SMTP_USER": "u", "SMTP_PASSWORD": "secret-word"}, tmp_path
    )
    assert made.smtp == Smtp(
        "mail.example.com", 587, "house@example.com", "u", "secret-word"
    )
    assert "secret-word" not in repr(made)


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("SMTP_FROM", ""),
        ("SMTP_FROM", "a b@c"),
        ("SMTP_PORT", "0"),
        ("SMTP_PORT", "x"),
        ("SMTP_PORT", "65536"),
        ("SMTP_USER", "u"),
    ],
)
def test_a_wrong_mail_setting_is_named(tmp_path, setting, value):
    with pytest.raises(Incomplete, match=setting):
        Config.from_env({**MAIL, setting: value}, tmp_path)
