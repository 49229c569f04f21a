"""A batch of weighed rows becomes patrons, entries, acceptances, receipts and marks."""

from collections.abc import Mapping, Sequence
from hashlib import sha256

from sqlalchemy import insert

from house.audit import Subject
from house.documents import acceptance
from house.documents.models import DocumentRow, How
from house.people.patrons import services as patrons
from house.people.patrons.models import PatronRow
from house.people.patrons.services import Moment
from proof.canonical import canonical
from rulebook import Refused
from tournaments import queries
from tournaments.importing.matching import Someone
from tournaments.importing.models import ImportedRow
from tournaments.importing.weighing import CheckedEntry, Scales
from tournaments.models import EntryRow
from tournaments.money import taking
from tournaments.money.taking import Payment
from tournaments.path import entries, steps
from tournaments.waiting import offers


def write(scales: Scales, import_id: int, batch: Sequence[CheckedEntry]) -> str:
    """Enter whoever may enter; say what became of each row. The marks' fingerprint."""
    taken = [each for each in batch if each.outcome.is_entered]
    _add(scales, taken)
    entered = _enter(scales, taken) if taken else {}
    marks = [
        {
            "import_id": import_id,
            "line": each.line,
            "outcome": each.outcome,
            "entry_id": entered.get(each.line),
            "reasons": each.why,
        }
        for each in batch
    ]
    scales.session.execute(insert(ImportedRow), marks)
    plain = [[e.line, e.outcome.value, entered.get(e.line), e.why] for e in batch]
    return sha256(canonical(plain)).hexdigest()


def _add(scales: Scales, taken: Sequence[CheckedEntry]) -> None:
    """Add those who are not on file, each once."""
    new: dict[Someone, None] = dict.fromkeys(
        each.someone for each in taken if each.someone and not each.someone.patron
    )
    if not new:
        return
    moment = Moment(scales.act.by, scales.act.now, scales.today)
    details = [someone.details for someone in new if someone.details]
    rows = patrons.add_many(scales.session, details, moment)
    assert not isinstance(rows, Refused), "What was weighed was checked."
    for someone, row in zip(new, rows, strict=True):
        someone.patron = row


def _patron(each: CheckedEntry) -> PatronRow:
    assert each.someone is not None
    assert each.someone.patron is not None
    return each.someone.patron


def _enter(scales: Scales, taken: Sequence[CheckedEntry]) -> Mapping[int, int]:
    """The entries of these rows, by line: bound to the terms, and paid."""
    session, tournament, act = scales.session, scales.tournament, scales.act
    document = scales.document
    assert document is not None
    number = entries.next_number(session, tournament)
    rows = [
        entries.new_entry(
            tournament, number + at, document, _patron(each), each.listed.command, act
        )
        for at, each in enumerate(taken)
    ]
    session.add_all(rows)
    session.flush()
    _accept(scales, document, taken, rows)
    payments = [
        Payment(row, each.listed.command.amounts, method)
        for row, each in zip(rows, taken, strict=True)
        if (method := each.listed.said.method)
    ]
    taking.take_entries(session, scales.terms, payments, act)
    for row in rows:
        if row.patron_id in scales.waited:
            offers.entered(session, tournament, row, act)
    return {each.line: row.pk for each, row in zip(taken, rows, strict=True)}


def _accept(
    scales: Scales,
    document: DocumentRow,
    taken: Sequence[CheckedEntry],
    rows: Sequence[EntryRow],
) -> None:
    people: dict[How, list[Subject]] = {}
    for each, row in zip(taken, rows, strict=True):
        people.setdefault(each.listed.said.how, []).append(steps.entry_subject(row))
    acceptance.accept_many(
        scales.session,
        document,
        people,
        about=queries.subject(scales.tournament),
        by=scales.act.by,
        now=scales.act.now,
    )
