"""Entering disputes and adding to them; each act and each refusal is recorded."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC

from sqlmodel import Session, col, select

from house import audit
from house.audit import Subject
from house.audit.plain import text
from house.floor.acts import Act, signed
from house.floor.disputes import rules
from house.floor.disputes.models import DisputeEvent, DisputeEventRow, DisputeRow
from house.floor.disputes.rules import ENTRY, Case, Entry
from house.floor.rulings.models import RulingRow
from house.floor.tables import services as tables
from rulebook import Refusal, Refused


@dataclass(frozen=True, slots=True)
class Addition:
    """Something to add: what happened, in words, and how a person was told."""

    happened: DisputeEvent
    note: str
    how: str = ""


def subject(case: Case) -> Subject:
    """The dispute as the record names it."""
    return Subject("dispute", str(case.item.pk), case.name)


def enter(session: Session, entry: Entry, key: str, act: Act) -> Case | Refused:
    """Enter a dispute; the same key enters it once."""
    taken = select(DisputeRow).where(col(DisputeRow.key) == key[:80])
    if (before := session.exec(taken).first()) is not None:
        return Case(before, ())
    refusals = (*rules.check_entry(entry, act.now), *_known(session, entry))
    refused = Refused(refusals) if refusals else None
    case = None if refused else _insert(session, entry, key, act)
    audit.record(
        session,
        act.by,
        "enter dispute",
        subject(case) if case else Subject("dispute", "new"),
        now=act.now,
        verdict=refused,
        rules=(ENTRY,),
        after={
            "what": text(entry.what)[:1000],
            "raised_by": text(entry.raised_by)[:120],
            "raised_at": entry.raised_at.astimezone(UTC),
            "table": entry.table_number,
            "round": entry.round,
            "for": entry.lent_to.name if entry.lent_to else "",
            "hand": entry.hand,
        },
    )
    return case or refused or Refused(())


def _known(session: Session, entry: Entry) -> Iterator[Refusal]:
    number = entry.table_number
    if number is not None and tables.get(session, number) is None:
        wrong = f"There is no table {number}."
        yield Refusal(ENTRY, wrong, "Leave it empty if it was no table.", "table")
    if entry.round is not None and number is None:
        wrong = "A round is one of a table."
        yield Refusal(ENTRY, wrong, "Give the table as well.", "table")
    ruling = entry.ruling_id
    if ruling is not None and session.get(RulingRow, ruling) is None:
        wrong = f"There is no ruling {ruling}."
        yield Refusal(ENTRY, wrong, "Open the dispute from the page of its ruling.")


def _insert(session: Session, entry: Entry, key: str, act: Act) -> Case:
    row = DisputeRow(
        key=key[:80],
        document=entry.document,
        table_number=entry.table_number,
        round=entry.round,
        ruling_id=entry.ruling_id,
        raised_by=text(entry.raised_by.strip())[:120],
        patron_id=entry.patron_id,
        what=text(entry.what.strip())[:1000],
        raised_at=entry.raised_at,
        entered_at=act.now,
        entered_by=act.by.id,
        entered_by_name=act.by.name[:120],
        lent_kind=entry.lent_to.kind if entry.lent_to else "",
        lent_id=entry.lent_to.id if entry.lent_to else "",
        lent_name=entry.lent_to.name[:160] if entry.lent_to else "",
        hand=entry.hand[:80],
    )
    session.add(row)
    session.flush()
    return Case(row, ())


def add(session: Session, case: Case, new: Addition, act: Act) -> Case | Refused:
    """Add a decision, a review, what was told or the end to a dispute that is held."""
    refusals = tuple(rules.against(case, new.happened, act.by, new.note, new.how))
    refused = Refused(refusals) if refusals else None
    cite = rules.cite_of(case, new.happened)
    event = DisputeEventRow(
        dispute_id=case.item.pk,
        happened=new.happened,
        note=text(new.note.strip())[:1000],
        how=new.how if new.happened is DisputeEvent.TOLD else "",
        rule_id=cite.id,
        **signed(act),
        by_role=act.by.role,
    )
    if refused is None:
        session.add(event)
        session.flush()
    audit.record(
        session,
        act.by,
        f"dispute: {new.happened}",
        subject(case),
        now=act.now,
        verdict=refused,
        rules=(cite,),
        after={"note": event.note, "how": event.how},
    )
    return refused or Case(case.item, [*case.events, event], case.umpire)
