"""Starting a session: its tables open, its entrants sit down, banks are handed out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from house.audit.plain import fitted
from house.floor.acts import Act
from house.floor.decks.services import WHOLE
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds.play import Floor
from house.floor.tables import services as floor_tables
from house.ledger import services as ledger
from house.ledger.postings import Cause
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments import queries
from tournaments.models import EntryRow, TournamentRow
from tournaments.path import steps
from tournaments.play import accounts, places, standing
from tournaments.play.models import PauseRow, PlaySessionRow, SessionTableRow
from tournaments.rules import gates
from tournaments.rules.lifecycle import Status
from tournaments.rules.session_gates import HANDS, ON_TIME, Start, may_start
from tournaments.rules.session_plan import SessionPlan, first_seat
from tournaments.rules.timetable import Slot, slots
from tournaments.seating import seats as seating

BANKS: Cite = Cite("CROWN3-12.4.3(b)")
DESIGNATED: Cite = Cite("CROWN3-12.2.4")
FIRST_BET: Cite = HOUSE.at("TOURN-163")


@dataclass(frozen=True, slots=True)
class Starting:
    """A session that is to start: its time, its players, what stands against it."""

    slot: Slot
    seated: places.Seated
    refusals: tuple[Refusal, ...]


def find(
    session: Session, tournament: TournamentRow, stage_at: int, number: int
) -> Slot | None:
    """The session of the terms that is meant."""
    every = slots(queries.terms_of(session, tournament))
    wanted = (stage_at, number)
    return next((s for s in every if (s.stage_at, s.session) == wanted), None)


def starting(
    session: Session, tournament: TournamentRow, slot: Slot, now: datetime
) -> Starting:
    """Who would sit where, and every reason why the session cannot start now."""
    known = queries.table_facts(session, tournament, now)
    terms = queries.terms_of(session, tournament)
    seated = places.players(session, tournament, slot.stage_at, slot.session)
    asked = Start(
        slot.called,
        slot.starts,
        now,
        terms.zone,
        tournament.status is Status.RUNNING,
        (slot.stage_at, slot.session) in standing.sessions(session, tournament),
        len(seated),
    )
    mine = {table.number for table in queries.tables(session, tournament)}
    strange = sorted(seated.keys() - mine)
    return Starting(
        slot,
        seated,
        (
            *may_start(asked),
            *gates.director_present(known),
            *(
                Refusal(DESIGNATED, f"Table {n} is not designated.", "Designate it.")
                for n in strange
            ),
        ),
    )


def start(
    session: Session, tournament: TournamentRow, slot: Slot, act: Act, floor: Floor
) -> PlaySessionRow | Refused:
    """Start a session: all of its tables open with everybody seated, or none."""
    wanted = starting(session, tournament, slot, act.now)
    if wanted.refusals:
        verdict: PlaySessionRow | Refused = Refused(wanted.refusals)
    else:
        with session.begin_nested() as all_or_none:
            verdict = _start(session, tournament, wanted, act, floor)
            if isinstance(verdict, Refused):
                all_or_none.rollback()
    after = {"session": slot.called, "tables": list(wanted.seated)}
    rules = (ON_TIME, BANKS, FIRST_BET)
    steps.note(session, tournament, "start session", act, verdict, rules, None, after)
    return verdict


def _start(
    session: Session,
    tournament: TournamentRow,
    wanted: Starting,
    act: Act,
    floor: Floor,
) -> PlaySessionRow | Refused:
    slot = wanted.slot
    terms = queries.terms_of(session, tournament)
    plan = SessionPlan.of(terms, slot.stage_at, slot.called)
    row = PlaySessionRow(
        tournament_id=tournament.pk,
        stage_at=slot.stage_at,
        session=slot.session,
        plan=plan.plain(),
        **steps.signed(act),
    )
    session.add(row)
    session.flush()
    found: list[Refusal] = []
    for number, seated in wanted.seated.items():
        verdict = _open(session, tournament, row, number, seated, act, floor)
        found += verdict.refusals if isinstance(verdict, Refused) else ()
    return Refused(tuple(dict.fromkeys(found))) if found else row


def _open(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    playing: PlaySessionRow,
    number: int,
    seated: Mapping[int, EntryRow],
    act: Act,
    floor: Floor,
) -> SessionTableRow | Refused:
    """Open one table for the session; its cards were checked by whoever starts it."""
    table = floor_tables.get(session, number, lock=True)
    assert table is not None, "A designated table stays on the floor."
    use = queries.subject(tournament)
    opened = floor_tables.open_table(session, table, act, use, cards=WHOLE)
    if isinstance(opened, Refused):
        return opened
    plan, last = SessionPlan.kept(playing.plan), books.last(session, books.REAL, table)
    row = SessionTableRow(
        session_id=playing.pk,
        table_id=table.pk,
        after_round=last.number if last else 0,
        first_seat=first_seat(plan, list(seated), _lot(session, playing, number)),
        **steps.signed(act),
    )
    session.add(row)
    session.flush()
    _hand_out(session, tournament, row, table, plan, seated, act)
    key = f"session-{playing.pk}"
    return places.sit_down(session, table, seated, key, act, floor) or row


def _lot(session: Session, playing: PlaySessionRow, number: int) -> str:
    """What draws the first bettor: the secret of the seats, which all can read now."""
    tournament = session.get_one(TournamentRow, playing.tournament_id)
    draw = seating.released(session, tournament)
    secret = draw.secret if draw else ""
    return f"{secret}:first bet:{playing.stage_at}:{playing.session}:{number}"


def _hand_out(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    row: SessionTableRow,
    table: TableRow,
    plan: SessionPlan,
    seated: Mapping[int, EntryRow],
    act: Act,
) -> None:
    entries = [entry.pk for entry in seated.values()]
    due = accounts.banks(
        tournament.pk, table.number, entries, plan.bank_chips, plan.rack_chips
    )
    kinds = {accounts.STACK, accounts.RACK, accounts.OUT}
    cause, facts = Cause("session table", str(row.pk)), {"table": table.number}
    rules = (BANKS,)
    ledger.reconcile(session, cause, due, act, kinds=kinds, rules=rules, facts=facts)


def pause(
    session: Session,
    tournament: TournamentRow,
    playing: PlaySessionRow,
    reason: str,
    act: Act,
) -> PauseRow | Refused:
    """Pause a session: no further hand is dealt at any of its tables."""
    clock = standing.clock(session, playing, act.now)
    found = []
    if clock.paused:
        found.append(Refusal(HANDS, "The session is paused already."))
    if not reason.strip():
        wrong = "Nothing says why the session is paused."
        found.append(Refusal(HANDS, wrong, "Give a reason.", "reason"))
    return _turn(session, tournament, playing, found, (True, reason.strip()), act)


def go_on(
    session: Session, tournament: TournamentRow, playing: PlaySessionRow, act: Act
) -> PauseRow | Refused:
    """Let a paused session go on; its clock stood still meanwhile."""
    paused = standing.clock(session, playing, act.now).paused
    found = [] if paused else [Refusal(HANDS, "The session is not paused.")]
    return _turn(session, tournament, playing, found, (False, ""), act)


def _turn(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    playing: PlaySessionRow,
    found: Sequence[Refusal],
    to: tuple[bool, str],
    act: Act,
) -> PauseRow | Refused:
    paused, reason = to
    row = PauseRow(
        session_id=playing.pk,
        paused=paused,
        reason=fitted(reason, 400),
        **steps.signed(act),
    )
    verdict: PauseRow | Refused = Refused(tuple(found)) if found else row
    if not found:
        session.add(row)
        session.flush()
    name = "pause session" if paused else "go on with session"
    after = {"session": playing.plan["called"], "reason": reason}
    steps.note(session, tournament, name, act, verdict, (HANDS,), None, after)
    return verdict
