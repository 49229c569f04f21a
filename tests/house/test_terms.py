"""The room of terms with a kind of its own, and terms that grow after publication."""

import json
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from uuid import uuid4

import pytest

import app as house_app
from house.audit import Actor
from house.documents import queries as documents
from house.documents.content import Document
from house.documents.models import DocumentRow
from house.documents.verification import verify
from house.floor.acts import Act
from house.people.roles import Role
from house.terms import amending, versions, writing
from house.terms.amending import Amend
from house.terms.kind import Kind
from proof.canonical import sha256
from rulebook import Refused
from rulebook.terms.base import since
from rulebook.terms.checklist import checklist
from rulebook.terms.terms import Kept, from_data
from tests.house import raffles
from tests.house.raffles import LATER, RAFFLES, FirstTerms, LaterTerms, RaffleRow

NOW = datetime(2026, 11, 12, 1, 0, tzinfo=UTC)
ANN, BOB = Actor("ann", "Ann", "marketing"), Actor("bob", "Bob", "marketing")
DRAW = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)
DESK, SITE = "/desk/raffles/car", "/r/car"


def at(minutes=0, by=ANN):
    return Act(by, NOW.replace(minute=minutes))


def terms(kind=FirstTerms, name="Car raffle", **prize):
    """Terms that are complete but for what the test changes."""
    made = kind()
    worth = replace(made.details.prize, worth_cents=30_000_00, **prize)
    worth = replace(worth, draws=(DRAW,))
    named = replace(made.details.name, name=name)
    return made.with_clause("details.prize", worth).with_clause("details.name", named)


@pytest.fixture
def app(config, open_house, monkeypatch):
    """The whole application with raffles beside its own features."""
    mine = (*house_app.BLUEPRINTS, raffles.bp, raffles.site)
    monkeypatch.setattr(house_app, "BLUEPRINTS", mine)
    return open_house(config)


@pytest.fixture
def raffle(db):
    """A draft of a raffle's terms."""
    raffles.TABLE.create(db.engine)
    with db.writing() as session:
        row = RaffleRow(slug="car", **writing.begun(RAFFLES, terms(), at()))
        session.add(row)


def do(db, service, *args, kind=RAFFLES, **kwargs):
    with db.writing() as session:
        row = session.get_one(RaffleRow, 1, with_for_update=True)
        return service(kind, session, row, *args, **kwargs)


def published(db):
    row = do(db, writing.publish, 1, "https://house.example/r/car", at(1))
    assert isinstance(row, RaffleRow), row


def form(db, **typed):
    """What a browser sends: every field, and what the page was made from."""
    with db.reading() as session:
        row = session.get_one(RaffleRow, 1)
        draft = versions.draft_of(FirstTerms, row)
        seen = {
            "version": str(row.version),
            "marks": raffles.pages.merging.marks(draft),
        }
    return {
        "_key": uuid4().hex,
        **seen,
        **{name.replace("__", "."): text for name, text in typed.items()},
    }


@pytest.mark.rule("HOUSE-TERMS-4", "HOUSE-TERMS-9")
def test_a_kind_of_its_own_is_written_checked_and_published(db, raffle, sign_in):
    ann = sign_in(Role.MARKETING, username="ann")
    page = ann.get(f"{DESK}/terms?open=details.prize").text
    assert "Raffles" in page
    assert "The terms are complete." in page
    assert "Worth" in page  # by its label, and the others by their own names
    assert "Tournament" not in page.partition("<main")[2]
    live = ann.post(f"{DESK}/terms/check", data=form(db, details__name__name="")).text
    assert "The raffle has no name." in live
    one = form(db, details__prize__draws="1") | {"_do": "add:details.prize.draws"}
    rows = ann.post(f"{DESK}/terms/rows", data=one)
    assert "details.prize.draws.1" in rows.text
    saved = ann.post(
        f"{DESK}/terms", data=form(db, details__prize__worth_cents="25,000")
    )
    assert saved.status_code == 303
    assert "worth $25,000" in ann.get(f"{DESK}/terms/preview").text
    typed = form(db, details__name__name="Another")
    assert "called Another" in ann.post(f"{DESK}/terms/preview", data=typed).text
    assert "Publish the terms of" in ann.get(f"{DESK}/publish").text
    assert ann.post(f"{DESK}/publish", data=form(db)).status_code == 303
    assert "worth $25,000" in everybody(ann).get(f"{SITE}/terms").text


def everybody(signed_in):
    """Somebody who is not signed in."""
    return signed_in.application.test_client()


@pytest.mark.rule("HOUSE-TERMS-6")
def test_two_people_at_once_choose_clause_by_clause(db, raffle, sign_in):
    ann, bob = (sign_in(Role.MARKETING, username=name) for name in ("ann", "bob"))
    seen = form(db)
    ann.post(f"{DESK}/terms", data={**seen, "details.name.name": "Boat raffle"})
    both = bob.post(
        f"{DESK}/terms",
        data={**seen, "_key": "b" * 32, "details.prize.worth_cents": "1"},
    )
    assert both.status_code == 409
    assert "called Boat raffle" in both.text


@pytest.mark.rule("HOUSE-TERMS-7", "HOUSE-TERMS-8")
def test_published_terms_are_changed_or_the_changes_dropped(db, raffle, sign_in):
    published(db)
    ann = sign_in(Role.MARKETING, username="ann")
    ann.post(f"{DESK}/terms", data=form(db, details__name__name="Boat raffle"))
    page = ann.get(f"{DESK}/changes").text
    assert "Version 2 would change one thing." in page
    assert "Nobody has a ticket." in page
    drop = form(db) | {"reason": "A slip"}
    assert ann.post(f"{DESK}/drop", data=drop).status_code == 303
    assert "Nothing is changed" in ann.get(f"{DESK}/changes").text
    ann.post(f"{DESK}/terms", data=form(db, details__name__name="Boat raffle"))
    sent = form(db) | {"seen": "1", "note": "It is a boat."}
    assert ann.post(f"{DESK}/amend", data=sent).status_code == 303
    anyone = everybody(ann)
    assert "Boat raffle" in anyone.get(f"{SITE}/terms").text
    assert "This version was replaced" in anyone.get(f"{SITE}/v/1").text
    assert "<ins>Boat</ins>" in anyone.get(f"{SITE}/v/2/changes").text
    data = anyone.get(f"{SITE}/v/2/terms.json").data
    with db.reading() as session:
        assert documents.latest(session, "raffle.terms", 1).sha256 == sha256(data)
        assert verify(session).faults == ()


@pytest.mark.rule("HOUSE-TERMS-8")
def test_what_is_over_is_not_written_any_more(db, raffle):
    with db.writing() as session:
        session.get_one(RaffleRow, 1).is_over = True
    refused = do(db, writing.save, 2, terms(name="Late"), at(2))
    assert [r.wrong for r in refused.refusals] == ["The raffle is over."]


def test_what_is_for_the_house_alone_is_in_no_version(db, raffle):
    do(db, writing.save, 1, terms(cost_cents=21_000_00), at())
    do(db, writing.publish, 2, "https://x.y", at(1))
    with db.reading() as session:
        row = session.get_one(RaffleRow, 1)
        document = versions.document_of(session, row)
        assert b"2100000" not in document.content
        held = versions.terms_of(FirstTerms, session, row)
        assert held.details.prize.cost_cents == 21_000_00
        assert amending.proposed(RAFFLES, session, row).changes == ()


# --- terms that grow ---


@pytest.mark.rule("HOUSE-TERMS-10")
def test_a_kept_draft_opens_with_defaults_and_asks_for_what_has_none(db, raffle):
    with db.reading() as session:
        kept = versions.kept_draft(LaterTerms, session.get_one(RaffleRow, 1))
    assert kept.terms == terms(LaterTerms)
    assert kept.absent == {
        "details.prize.sent",
        "details.prize.supplier",
        "details.payment",
    }
    [asked] = checklist(kept.terms).refusals
    assert (asked.field, asked.wrong) == (
        "details.prize.supplier",
        "The supplier of the prize is not named.",
    )
    refused = do(db, writing.publish, 1, "https://x.y", at(1), kind=LATER)
    assert isinstance(refused, Refused)
    named = terms(LaterTerms, supplier="A dealer")
    do(db, writing.save, 1, named, at(), kind=LATER)
    assert do(db, writing.publish, 2, "https://x.y", at(1), kind=LATER).document_id
    with db.reading() as session:
        row = session.get_one(RaffleRow, 1)
        assert row.draft["schema"] == "raffle-terms/2"
        assert versions.kept_draft(LaterTerms, row) == Kept(named)


@pytest.mark.rule("HOUSE-TERMS-10")
def test_a_published_version_verifies_and_prints_as_before(
    db, raffle, sign_in, monkeypatch
):
    published(db)
    client = sign_in(Role.MARKETING).application.test_client()
    before = [
        client.get(f"{SITE}{file}").data for file in ("/terms", "/v/1/terms.json")
    ]
    monkeypatch.setattr(raffles, "RAFFLES", LATER)
    assert [
        client.get(f"{SITE}{f}").data for f in ("/terms", "/v/1/terms.json")
    ] == before
    assert b"How tickets are paid" not in before[0]
    with db.reading() as session:
        assert verify(session).faults == ()
        row = session.get_one(RaffleRow, 1)
        document = session.get_one(DocumentRow, row.document_id)
        assert versions.terms_in(LaterTerms, document) == terms(LaterTerms)


@pytest.mark.rule("HOUSE-TERMS-10")
def test_a_clause_that_came_later_is_a_change_of_the_next_version(db, raffle):
    published(db)
    named = terms(LaterTerms, supplier="A dealer")
    do(db, writing.save, 2, named, at(2), kind=LATER)
    with db.reading() as session:
        row = session.get_one(RaffleRow, 1)
        proposal = amending.proposed(LATER, session, row)
    assert {c.path: (c.old[:9], c.new[:9], c.binding) for c in proposal.changes} == {
        "details.prize": ("The prize", "The prize", True),
        "details.payment": ("", "Tickets a", True),
    }
    command = Amend(row.version, 1, "A clause on payment", "https://x.y")
    assert do(db, amending.amend, command, at(3), kind=LATER).number == 2
    with db.reading() as session:
        row = session.get_one(RaffleRow, 1)
        assert amending.proposed(LATER, session, row).changes == ()
        assert verify(session).faults == ()


@pytest.mark.rule("HOUSE-TERMS-10", "HOUSE-TERMS-3")
def test_what_is_newer_lost_or_without_a_default_is_refused_with_words():
    newer = from_data(FirstTerms, terms(LaterTerms).to_data())
    assert [r.wrong for r in newer.refusals] == [
        "These terms have shape 2; this house knows 1."
    ]
    damaged = terms(LaterTerms).to_data()
    del damaged["details"]["prize"]["sent"]  # its own shape had it
    assert [r.field for r in from_data(LaterTerms, damaged).refusals] == [
        "details.prize.sent"
    ]

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Hasty(FirstTerms):
        version = 3
        extra: raffles.Details = field(metadata={"since": 3})

    kept = from_data(Hasty, terms().to_data())
    assert [r.wrong for r in kept.refusals] == [
        "“extra” came with shape 3, without a default."
    ]


@dataclass(frozen=True, slots=True)
class BareClause(raffles.NameClause):
    colour: str = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class BarePart:
    title = "Part"

    name: BareClause = field(default=None)


@dataclass(frozen=True, slots=True)
class BareTerms(FirstTerms):
    details: BarePart = field(default_factory=BarePart)


def test_a_kind_whose_clauses_lack_a_default_is_refused_at_the_start():
    class BareKind(raffles.Raffles):
        terms = BareTerms

    with pytest.raises(TypeError, match="name has a field without a default"):
        BareKind()


def test_a_field_of_a_later_shape_says_when_it_came_and_what_it_asks():
    made = since(4, asks="Say it.")
    assert (made.default, dict(made.metadata)) == (
        None,
        {"since": 4, "asks": "Say it."},
    )
    assert since(2, factory=dict).default_factory is dict


def test_a_clause_guards_what_it_says():
    clause = terms().details.prize
    assert [r.field for r in clause.guard(0)] == ["draws"]
    assert not [*clause.guard(1)]
    assert isinstance(RAFFLES.document_of(terms(), "x"), Document)
    assert json.loads(json.dumps(terms().to_data()))["schema"] == "raffle-terms/1"
    assert issubclass(raffles.Raffles, Kind)
