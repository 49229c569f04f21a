"""What must be done for a tournament by a time, as rows on the list of deadlines."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from sqlmodel import Session, col, select

from house import audit
from house.audit import SYSTEM
from house.floor.acts import Act
from house.notices import deadlines, duties, kinds
from house.notices.duties import Proof
from house.notices.models import DeadlineRow
from house.notices.services import key_of as key_of_notice
from house.people.roles import Role
from rulebook import HOUSE, Cite
from tournaments import queries
from tournaments.models import KIND, TournamentRow
from tournaments.path import notices
from tournaments.rules.terms import Terms

ADVISE = "tournament.advise"
OPEN = "tournament.open-entries"
CLOSE = "tournament.entries-close"
START = "tournament.start"
PLANNED: Cite = HOUSE.at("TOURN-68")
RUN = (Role.DIRECTOR, Role.DEPUTY)

duties.declare(ADVISE, "The inspectorate must be advised", *RUN)
duties.declare(OPEN, "Entries must be opened", *RUN, Role.ENTRIES_DESK)
duties.declare(START, "Play must be started", *RUN)
kinds.describe(CLOSE, "Entries close", *RUN, Role.ENTRIES_DESK)


class TimedDuty(NamedTuple):
    """Something with its time."""

    kind: str
    title: str
    at: datetime | None
    cite: Cite
    is_duty: bool = True


def due(name: str, terms: Terms) -> Iterator[TimedDuty]:
    """What the terms bring, each with the rule that asks for it."""
    method = terms.entry.method
    starts = [s for r in terms.format.stages.stages[:1] for s in r.starts]
    advise = f"Advise the inspectorate of {name}"
    yield TimedDuty(ADVISE, advise, method.opens_at, Cite("CROWN3-12.2.2(b)"))
    opens = f"Open the entries of {name}"
    yield TimedDuty(OPEN, opens, method.opens_at, Cite("CROWN3-12.4.2(c)"))
    closes = f"Entries of {name} close"
    yield TimedDuty(
        CLOSE, closes, method.closes_at, Cite("CROWN3-12.4.2(c)"), is_duty=False
    )
    first = min(starts, default=terms.details.dates.starts_at)
    begin = f"Start play of {name}"
    yield TimedDuty(START, begin, first, Cite("CROWN3-12.4.1(a)(i)"))


def key_of(tournament: TournamentRow, kind: str) -> str:
    """The key of a tournament's deadline of one kind, in the version in force."""
    return f"{kind}:{tournament.pk}:{tournament.document_id}"


def plan(session: Session, tournament: TournamentRow, terms: Terms, act: Act) -> None:
    """Plan what the terms in force ask for; what older terms asked is called off.

    What was met under older terms stays met and is not asked for again; for a time
    that has passed nothing is planned, the gates still ask for it.
    """
    met = {row.kind for row in _rows(session, tournament) if row.met_at is not None}
    wanted = {key_of(tournament, each): each for each in (ADVISE, OPEN, CLOSE, START)}
    for row in _rows(session, tournament):
        if row.key not in wanted:
            deadlines.call_off(session, row.key, now=act.now)
    for each in due(tournament.name, terms):
        if each.at is None or each.at <= act.now:
            continue
        if each.is_duty and each.kind in met:
            continue
        deadlines.plan(
            session,
            each.kind,
            key=key_of(tournament, each.kind),
            subject=queries.subject(tournament),
            title=each.title,
            due_at=each.at,
            cite=each.cite,
            duty=each.is_duty,
        )


def _rows(session: Session, tournament: TournamentRow) -> list[DeadlineRow]:
    mine = select(DeadlineRow).where(
        col(DeadlineRow.subject_kind) == KIND,
        col(DeadlineRow.subject_id) == tournament.pk,
        col(DeadlineRow.kind).in_((ADVISE, OPEN, CLOSE, START)),
    )
    return list(session.exec(mine))


def meet(
    session: Session, tournament: TournamentRow, kind: str, words: str, act: Act
) -> None:
    """Note that one of these duties was met, whatever version asked for it."""
    for row in _rows(session, tournament):
        if row.kind == kind:
            duties.meet(session, row.key, by=act.by, now=act.now, proof=Proof(words))


def call_off(session: Session, tournament: TournamentRow, act: Act) -> int:
    """Call off everything that still waits for a tournament; say how much it was.

    Notices drafted for it and not sent yet need not be sent any more either.
    """
    mine = select(DeadlineRow.key).where(
        col(DeadlineRow.subject_kind) == KIND,
        col(DeadlineRow.subject_id) == tournament.pk,
    )
    drafts = (n for n in notices.every(session, tournament) if n.sent_at is None)
    keys = [*session.exec(mine), *map(key_of_notice, drafts)]
    return sum(deadlines.call_off(session, key, now=act.now) for key in keys)


@deadlines.on(CLOSE)
def entries_closed(session: Session, deadline: DeadlineRow) -> None:
    """Say on the record that entries closed, as of the time the terms give."""
    tournament = session.get(TournamentRow, deadline.subject_id)
    if tournament is None:
        return
    audit.record(
        session,
        SYSTEM,
        "entries close",
        queries.subject(tournament),
        now=deadline.due_at,
        rules=(Cite("CROWN3-12.4.2(c)"), PLANNED),
        after={"entries": queries.entries_count(session, tournament)},
    )
