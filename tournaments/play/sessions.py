"""Starting a session: its tables open, its entrants sit down, banks are handed out."""

from collections.abc import Iterator, Mapping, Sequence
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
from house.ledger.postings import Cause, Posting
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments import queries
from tournaments.editions import game_of
from tournaments.models import EntryRow, TournamentRow
from tournaments.path import steps
from tournaments.play import accounts, places, standing, starts
from tournaments.play.models import PauseRow, PlaySessionRow, SessionTableRow
from tournaments.rules import gates, play_offs
from tournaments.rules.lifecycle import Status
from tournaments.rules.session_gates import HANDS, ON_TIME, Start, may_start
from tournaments.rules.session_plan import How, Keyed, SessionPlan, first_seat
from tournaments.rules.terms import Terms
from tournaments.rules.timetable import Slot
from tournaments.rules.tokens import pieces_of, pieces_together
from tournaments.seating import seats as seating

BANKS: Cite = Cite("CROWN3-12.4.3(b)")
DESIGNATED: Cite = Cite("CROWN3-12.2.4")
EQUAL: Cite = Cite("CROWN3-12.1")
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
    every, wanted = starts.slots_now(session, tournament), (stage_at, number)
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
    mine = {table.number: table for table in queries.tables(session, tournament)}
    found = (
        *may_start(asked),
        *gates.director_present(known),
        *_against_tables(terms, seated, mine),
    )
    return Starting(slot, seated, found)


def _against_tables(
    terms: Terms, seated: places.Seated, mine: Mapping[int, TableRow]
) -> Iterator[Refusal]:
    """Every table of a session is designated, and laid out for the game of all."""
    wanted = (terms.names.rulebook, game_of(terms.names))
    for number in seated:
        table = mine.get(number)
        if table is None:
            wrong = f"Table {number} is not designated."
            yield Refusal(DESIGNATED, wrong, "Designate it.")
        elif (table.rulebook, table.game) != wanted:
            wrong = f"Table {number} is laid out for another game."
            right = f"All play {terms.names.game} under {terms.names.rulebook}."
            yield Refusal(EQUAL, wrong, right)


def start(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    slot: Slot,
    act: Act,
    floor: Floor,
    keyed: Keyed = Keyed.CARDS,
) -> PlaySessionRow | Refused:
    """Start a session: all of its tables open with everybody seated, or none."""
    wanted = starting(session, tournament, slot, act.now)
    if wanted.refusals:
        verdict: PlaySessionRow | Refused = Refused(wanted.refusals)
    else:
        with session.begin_nested() as all_or_none:
            verdict = _start(session, tournament, wanted, act, floor, keyed)
            if isinstance(verdict, Refused):
                all_or_none.rollback()
    after = {"session": slot.called, "tables": list(wanted.seated), "keyed": keyed}
    rules: tuple[Cite, ...] = (ON_TIME, BANKS, FIRST_BET)
    rules += (play_offs.OWN_SESSION,) if play_offs.is_play_off(slot.stage_at) else ()
    steps.note(session, tournament, "start session", act, verdict, rules, None, after)
    return verdict


def _start(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    wanted: Starting,
    act: Act,
    floor: Floor,
    keyed: Keyed,
) -> PlaySessionRow | Refused:
    slot = wanted.slot
    terms = queries.terms_of(session, tournament)
    how = How(game_of(terms.names).value, keyed)
    plan = play_offs.plan_of(terms, slot.stage_at, slot.called, how)
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
    draw = seating.released(session, tournament, playing.stage_at)
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
    has = standing.stacks(session, (entry.pk for entry in seated.values()))
    handed = {e: 0 if plan.carries else plan.bank_chips - has[e] for e in has}
    due = accounts.banks(tournament.pk, table.number, handed, plan.rack_chips)
    if (bank := plan.begins_with) is not None:
        came = pieces_together((pieces_of(plan.rack_of), *(bank for _ in handed)))
        due |= accounts.brought(tournament.pk, table.number, came)
    if due:
        cause, facts = Cause("session table", str(row.pk)), {"table": table.number}
        moves = tuple(due.items())
        ledger.post(session, Posting(cause, (BANKS,), moves, facts), act)


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
