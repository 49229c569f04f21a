"""Cancelling and deadlines: one act, nothing half-done, everything as of its time."""

from datetime import timedelta
from fractions import Fraction

import pytest
from sqlmodel import select

from house.documents import services as documents
from house.floor.acts import Act
from house.floor.models import Designation, TableStatus
from house.floor.tables import services as floor
from house.notices import deadlines
from house.notices.models import DeadlineRow
from house.notices.states import State, state
from house.terms.amending import Amend
from rulebook import Refused
from tests.tournaments import cast
from tests.tournaments.cast import TICK, at, cites, do, look, recorded, row
from tests.tournaments.examples import START
from tournaments import queries
from tournaments.models import EntryState
from tournaments.path import advice, cancelling, duties, ledgers, notices, playing
from tournaments.printing.document import KIND as TERMS
from tournaments.printing.document import document_of
from tournaments.rules.clauses.conduct import RefundShare
from tournaments.rules.lifecycle import Status
from tournaments.rules.refunds import Cause

WHY = "The room is flooded."


def rows(db):
    """Every deadline of the tournament by its kind."""
    with db.reading() as session:
        mine = select(DeadlineRow).where(DeadlineRow.subject_kind == "tournament")
        return {d.kind: d for d in session.exec(mine.order_by(DeadlineRow.id))}


@pytest.mark.rule("HOUSE-TOURN-16", "HOUSE-TOURN-66", "CROWN3-12.5.3(a)(iv)")
def test_cancelling_lists_refunds_drafts_notices_frees_tables_and_calls_off(db):
    half = RefundShare(Fraction(1, 2), Fraction(1))
    cast.seated(db, 5, cast.terms(("conduct.refunds.cancelled", half)))
    cast.end(db, Cause.VOID, "double", number=5)
    assert cites(do(db, cancelling.cancel, "  ", at(8))) == ["HOUSE-TOURN-16"]
    assert cites(do(db, cancelling.cancel, "x" * 401, at(8))) == ["HOUSE-TOURN-16"]
    assert row(db).status is Status.SEATED
    assert do(db, cancelling.cancel, WHY, at(8)) is Status.CANCELLED
    owed = look(db, ledgers.unpaid)
    assert [r.cents for r in owed] == [220_00] * 4 + [240_00]
    assert {r.entry.state for r in owed} == {EntryState.CANCELLED, EntryState.VOID}
    about = {n.kind: n for n in look(db, notices.every)}
    assert WHY in about[notices.CANCELLED].body
    assert "$880" in about[notices.CANCELLED].body
    assert WHY in about[notices.CALLED_OFF].body
    assert about[notices.CALLED_OFF].recipient == "All entrants of Harbour Stud Open"
    with db.reading() as session:
        assert floor.get(session, 1).designation is Designation.OPEN_PLAY
    assert look(db, queries.tables) == []
    left = [d for d in rows(db).values() if d.met_at is None]
    assert left
    assert all(d.called_off_at == at(8).now for d in left)
    assert recorded(db, "wind up")[0].after["refunds"] == 4
    again = do(db, cancelling.cancel, WHY, at(9))
    assert cites(again) == ["HOUSE-TOURN-15"]
    assert len(look(db, ledgers.unpaid)) == 5


@pytest.mark.rule("HOUSE-TOURN-66", "CROWN3-12.4.1(c)")
def test_a_notice_that_was_due_need_not_be_sent_any_more(db):
    cast.published(db)
    with db.writing() as session:
        tournament = queries.get(session, cast.SLUG, lock=True)
        facts = {
            "tournament": "X",
            "house": "Y",
            "starts": "",
            "sentence": "Z",
            "changes": [],
            "version": 2,
            "sha256": "",
        }
        notices.draft(
            session,
            tournament,
            notices.CHANGED,
            facts,
            cancelling.TOLD,
            at(),
            key="0",
            due_at=at(60).now,
        )
    do(db, cancelling.cancel, WHY, at(1))
    with db.reading() as session:
        sends = select(DeadlineRow).where(DeadlineRow.subject_kind == "notice")
        assert [d.called_off_at for d in session.exec(sends)] == [at(1).now]


@pytest.mark.rule("HOUSE-TOURN-66")
def test_nothing_happens_while_a_table_is_in_play(db):
    cast.ready_to_seat(db, 4)
    with db.writing() as session:
        floor.get(session, 1, lock=True).status = TableStatus.OPEN
        floor.get(session, 1, lock=True).kept_from = at(8).now
    verdict = do(db, cancelling.cancel, WHY, at(8))
    assert cites(verdict) == ["HOUSE-TOURN-66"]
    assert look(db, ledgers.refunds) == ()
    assert notices.CANCELLED not in {n.kind for n in look(db, notices.every)}
    assert len(look(db, queries.tables)) == 2
    assert row(db).status is Status.ENTRIES_OPEN


@pytest.mark.rule("HOUSE-TOURN-16")
def test_a_draft_is_cancelled_without_telling_anybody(db):
    cast.draft(db)
    assert do(db, cancelling.cancel, WHY, at()) is Status.CANCELLED
    assert look(db, notices.every) == []


@pytest.mark.rule("HOUSE-TOURN-16", "HOUSE-TOURN-15")
def test_what_is_settled_or_cancelled_is_not_cancelled(db):
    cast.draft(db)
    for status in (Status.SETTLED, Status.CANCELLED):
        with db.writing() as session:
            queries.get(session, cast.SLUG).status = status
        assert cites(do(db, cancelling.cancel, WHY, at())) == ["HOUSE-TOURN-15"]


@pytest.mark.rule("HOUSE-TOURN-66")
def test_a_failure_on_the_way_leaves_everything_as_it_was(db, monkeypatch):
    cast.with_entries(db, 4)

    def breaks(*_args):
        raise RuntimeError("the house loses power")

    monkeypatch.setattr(duties, "call_off", breaks)
    with pytest.raises(RuntimeError):
        do(db, cancelling.cancel, WHY, at(8))
    assert row(db).status is Status.ENTRIES_OPEN
    assert look(db, ledgers.refunds) == ()
    assert {e.state for e in look(db, ledgers.entries)} == {EntryState.ENTERED}
    assert recorded(db, "cancel") == []


def planned(db, opens=timedelta(hours=2)):
    """Published terms whose entries open and close in a while."""
    made = cast.terms(
        ("entry.method.opens_at", cast.NOW + opens),
        ("entry.method.closes_at", cast.NOW + timedelta(days=3)),
    )
    cast.published(db, made)
    return cast.NOW + opens


@pytest.mark.rule("HOUSE-TOURN-68", "CROWN3-12.2.2(b)")
def test_the_inspectorate_is_due_before_entries_and_overdue_an_instant_later(db):
    opens = planned(db)
    mine = rows(db)[duties.ADVISE]
    assert (mine.due_at, mine.duty) == (opens, True)
    assert mine.rule_id == "CROWN3-12.2.2(b)"
    assert deadlines.run_due(db, opens - TICK).fired == 0
    assert state(mine, opens) is State.DUE
    assert deadlines.run_due(db, opens).fired == 0  # at its very time still in time
    assert deadlines.run_due(db, opens + TICK).fired == 2  # opening was due as well
    assert recorded(db, "deadline passed")[0].at == opens
    cast.advise(db, Act(cast.RUTH, opens + 2 * TICK))
    assert rows(db)[duties.ADVISE].met_at == opens + 2 * TICK  # late, and says so


@pytest.mark.rule("HOUSE-TOURN-68")
def test_done_in_time_nothing_is_overdue(db):
    opens = planned(db)
    do(db, advice.make_available, "the cage", at(5))
    cast.advise(db, at(10))
    early = do(db, playing.open_entries, at(20))
    assert not isinstance(early, Refused)
    met = rows(db)
    assert met[duties.ADVISE].met_at == at(10).now
    assert "Letter 2026-118" in met[duties.ADVISE].proof
    assert met[duties.OPEN].met_at == at(20).now
    assert deadlines.run_due(db, opens + TICK).fired == 0


@pytest.mark.rule("HOUSE-TOURN-68", "CROWN3-12.4.2(c)")
def test_entries_close_by_themselves_as_of_their_time_and_once(db):
    planned(db)
    closes = rows(db)[duties.CLOSE].due_at
    before = deadlines.run_due(db, closes - TICK).fired
    assert recorded(db, "entries close") == []
    assert deadlines.run_due(db, closes + timedelta(hours=9)).fired == 1
    assert deadlines.run_due(db, closes + timedelta(days=1)).fired == 0
    [entry] = recorded(db, "entries close")
    assert entry.at == closes
    assert before == 2  # nobody had advised the inspectorate nor opened entries


@pytest.mark.rule("HOUSE-TOURN-68")
def test_new_terms_plan_anew_what_is_not_done_yet(db):
    planned(db)
    cast.advise(db, at(5))
    later = cast.NOW + timedelta(days=4)
    with db.writing() as session:
        tournament = queries.get(session, cast.SLUG, lock=True)
        terms = cast.terms(
            ("entry.method.opens_at", cast.NOW + timedelta(hours=3)),
            ("entry.method.closes_at", later),
        )
        version = documents.publish(
            session,
            TERMS,
            queries.subject(tournament),
            document_of(terms, "https://house.example/t/x"),
            seen=1,
            by=cast.RUTH,
            now=at(6).now,
            note="Entries stay open longer",
        )
        tournament.document_id = version.pk
        duties.plan(session, tournament, terms, at(6))
    with db.reading() as session:
        every = session.exec(select(DeadlineRow)).all()
    waiting = {
        d.kind: d.due_at for d in every if d.met_at is None and not d.called_off_at
    }
    assert waiting[duties.CLOSE] == later
    assert waiting[duties.OPEN] == cast.NOW + timedelta(hours=3)
    assert duties.ADVISE not in waiting  # the inspectorate knows
    assert sum(d.called_off_at is not None for d in every) == 3


@pytest.mark.rule("CROWN3-12.4.1(b)", "HOUSE-TOURN-68")
def test_entrants_are_told_of_a_moved_start_in_time_or_it_is_overdue(db):
    cast.with_entries(db, 4)
    later = START + timedelta(minutes=10)
    with db.writing() as session:
        tournament = queries.get(session, cast.SLUG, lock=True)
        tournament.draft = cast.terms(
            ("format.stages.stages.0.starts", (later,)),
            ("details.dates.starts_at", later),
        ).to_data()
        session.flush()
        command = Amend(tournament.version, 1, "The room opens later", "https://x.y/t")
        amended = cast.amend(session, tournament, command, at(5))
        assert not isinstance(amended, Refused), amended
    tell_by = later - timedelta(minutes=30)  # the notice of the terms
    with db.reading() as session:
        sends = select(DeadlineRow).where(DeadlineRow.kind == "notice.send")
        due = sorted(d.due_at for d in session.exec(sends))
        assert tell_by in due
    deadlines.run_due(db, tell_by)
    passed = [e.at for e in recorded(db, "deadline passed")]
    assert tell_by not in passed
    deadlines.run_due(db, tell_by + TICK)
    assert tell_by in [e.at for e in recorded(db, "deadline passed")]
    assert rows(db)[duties.START].due_at == later
