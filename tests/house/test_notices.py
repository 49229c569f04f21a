"""Notices: drafted, sent, acknowledged; kept as they were sent; by a real post."""

import email
import email.policy
import hashlib
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlmodel import select

from house.audit import Act, Subject
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
from house.notices.services import draft
from house.notices.states import State as Standing
from house.notices.states import state as standing
from house.people.roles import Role
from house.press import NoPdf, as_pdf
from rulebook import Cite, Refused
from tests.house.notices_cast import (
    ANN,
    FAULT,
    HOUR,
    INSPECTORS,
    METER,
    NOON,
    TICK,
    deadline,
    drafted,
    drafted_in,
    enter,
    entries,
    key,
    notice,
    post,
)


@pytest.fixture
def house(app, db):
    """The house with a contact for the inspectorate under STAR4."""
    with app.app_context(), app.test_request_context():
        enter(db)
        yield db


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
    told = [r.cite.id for r in refused.refusals if wrong in r.wrong]
    assert told == ["HOUSE-NOTICE-7" if "reference" in wrong else "HOUSE-NOTICE-12"]
    assert state(notice(house, pk)) is State.DRAFT
    assert entries(house, "send notice")[-1].verdict == "refused"


@pytest.mark.rule("HOUSE-NOTICE-7", "HOUSE-NOTICE-8")
def test_nobody_is_told_while_no_contact_is_entered(app, db):
    with app.app_context():
        pk = drafted(db)
        refused = post(db, pk)
        assert "No contact is entered" in refused.refusals[0].wrong
        assert refused.refusals[0].cite.id == "HOUSE-NOTICE-7"
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
    assert [r.cite.id for r in refused.refusals] == ["HOUSE-NOTICE-7"] * count
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
    pk = drafted_in(client, db)
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


# --- a real mail server ------------------------------------------------------
