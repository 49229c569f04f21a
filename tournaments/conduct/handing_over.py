"""The tournament is handed over: what happened since, what waits, who has it now."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sqlmodel import Session, col, select

from house.audit.plain import fitted
from house.floor.acts import Act
from house.floor.disputes import queries as disputes
from house.floor.models import TableStatus
from house.people.models import StaffRow
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments import queries, staffing
from tournaments.conduct import acting, book, calling
from tournaments.conduct.models import HandoverRow, HandoverTakenRow
from tournaments.models import KIND, TournamentRow
from tournaments.path import steps

HANDED: Cite = HOUSE.at("TOURN-267")
DEPUTY: Cite = Cite("CROWN3-12.2.3(a)")
MOST = 200  # what a handover repeats; the book has everything


@dataclass(frozen=True, slots=True)
class Handover:
    """A handover, and when it was taken."""

    row: HandoverRow
    taken: HandoverTakenRow | None = None


def handovers(session: Session, tournament: TournamentRow) -> list[Handover]:
    """Every handover of a tournament, the latest first."""
    mine = (
        select(HandoverRow, HandoverTakenRow)
        .join(
            HandoverTakenRow,
            col(HandoverTakenRow.handover_id) == HandoverRow.id,
            isouter=True,
        )
        .where(col(HandoverRow.tournament_id) == tournament.pk)
        .order_by(col(HandoverRow.id).desc())
    )
    return [Handover(row, taken) for row, taken in session.exec(mine)]


def candidates(
    session: Session, tournament: TournamentRow, act: Act
) -> Mapping[int, str]:
    """Who may take over: the Director and the deputies, but for whoever hands over."""
    facts = queries.table_facts(session, tournament, act.now, by=act.by)
    people = staffing.People(staffing.staff_names(session))
    every = (a.staff_id for a in staffing.appointments(session, tournament))
    named = {staff_id: people.name(staff_id) for staff_id in every}
    able = facts.stand_ins - {facts.actor}
    return {staff_id: name for staff_id, name in named.items() if name in able}


def since(session: Session, tournament: TournamentRow) -> list[book.BookNote]:
    """What happened since the last handover that was taken."""
    last = next((h for h in handovers(session, tournament) if h.taken), None)
    return book.read(session, tournament, last.row.at if last else None)


def waiting(session: Session, tournament: TournamentRow) -> list[str]:
    """What is open: calls, disputes, tables under way."""
    return [*_waiting(session, tournament)]


def _waiting(session: Session, tournament: TournamentRow) -> Iterator[str]:
    for call in calling.calls(session, tournament.pk, only_open=True):
        yield f"Table {call.row.table_number} has called: {call.row.what or 'no words'}"
    for case in disputes.find(session, only_open=True).cases:
        item = case.item
        if (item.lent_kind, item.lent_id) == (KIND, str(tournament.pk)):
            yield f"{case.name} is {case.status}: {item.what[:120]}"
    open_ = (
        str(table.number)
        for table in queries.tables(session, tournament)
        if table.status is TableStatus.OPEN
    )
    if numbers := ", ".join(open_):
        yield f"Tables under way: {numbers}"


def hand_over(
    session: Session, tournament: TournamentRow, to: int, note: str, act: Act
) -> HandoverRow | Refused:
    """Hand the tournament over, with what happened since and what waits."""
    able = candidates(session, tournament, act)
    found = [*acting.not_in_charge(session, tournament, act)]
    if to not in able:
        wrong = "That person is neither the Director nor a deputy of it."
        right = "The Director appoints deputies; one of them takes over."
        found.append(Refusal(DEPUTY, wrong, right, "to"))
    verdict: HandoverRow | Refused
    if found:
        verdict = Refused(tuple(found))
    else:
        verdict = _written(session, tournament, (to, able[to]), note, act)
    after = {"to": able.get(to, ""), "note": note[:1000]}
    rules = (HANDED, DEPUTY)
    steps.note(session, tournament, "hand over", act, verdict, rules, None, after)
    return verdict


def _written(
    session: Session,
    tournament: TournamentRow,
    to: tuple[int, str],
    note: str,
    act: Act,
) -> HandoverRow:
    last = next((h for h in handovers(session, tournament) if h.taken), None)
    row = HandoverRow(
        tournament_id=tournament.pk,
        to_id=to[0],
        to_name=fitted(to[1], 120),
        since=last.row.at if last else None,
        happened=[one.plain() for one in since(session, tournament)[:MOST]],
        waiting=waiting(session, tournament),
        note=fitted(note.strip(), 1000),
        **steps.signed(act),
    )
    session.add(row)
    session.flush()
    return row


def against_taking(session: Session, handover: Handover, act: Act) -> Iterator[Refusal]:
    """Why somebody does not take a handover: it is not theirs, or it was taken."""
    to = session.get_one(StaffRow, handover.row.to_id)
    if to.username != act.by.id:
        wrong = f"It is handed over to {handover.row.to_name}."
        yield Refusal(HANDED, wrong, "They take it themselves.")
    if handover.taken is not None:
        yield Refusal(HANDED, f"{handover.taken.by_name} has taken it already.")


def take(
    session: Session, tournament: TournamentRow, handover: Handover, act: Act
) -> HandoverTakenRow | Refused:
    """Take a handover: whoever it is for has read it."""
    found = tuple(against_taking(session, handover, act))
    row = HandoverTakenRow(handover_id=handover.row.pk, **steps.signed(act))
    verdict: HandoverTakenRow | Refused = Refused(found) if found else row
    if not found:
        session.add(row)
        session.flush()
    after = {"from": handover.row.by_name}
    name = "take handover"
    steps.note(session, tournament, name, act, verdict, (HANDED,), None, after)
    return verdict
