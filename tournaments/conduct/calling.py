"""A table calls the Director; the call stands on the desk until it is answered."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from house.audit.plain import fitted
from house.floor.acts import Act
from house.floor.models import TableRow
from house.floor.rounds import book as books
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments import queries
from tournaments.conduct import acting
from tournaments.conduct.models import Answer, CallAnswerRow, CallRow
from tournaments.models import TournamentRow
from tournaments.path import steps
from tournaments.play.play import TournamentPlay

CALLED: Cite = HOUSE.at("TOURN-264")


@dataclass(frozen=True, slots=True)
class Call:
    """A call, and what came of it."""

    row: CallRow
    answers: dict[Answer, CallAnswerRow] = field(default_factory=dict)

    @property
    def is_open(self) -> bool:
        """Whether nobody has said what was done about it."""
        return Answer.DONE not in self.answers


def calls(
    session: Session,
    tournament_id: int,
    table_id: int | None = None,
    *,
    only_open: bool = False,
) -> Sequence[Call]:
    """The calls of a tournament, or of one table, the oldest first."""
    mine = (
        select(CallRow, CallAnswerRow)
        .join(CallAnswerRow, col(CallAnswerRow.call_id) == CallRow.id, isouter=True)
        .where(col(CallRow.tournament_id) == tournament_id)
        .order_by(col(CallRow.id), col(CallAnswerRow.id))
    )
    if table_id is not None:
        mine = mine.where(col(CallRow.table_id) == table_id)
    found: dict[int, Call] = {}
    for row, answer in session.exec(mine):
        one = found.setdefault(row.pk, Call(row))
        if answer is not None:
            one.answers[answer.answer] = answer
    return [one for one in found.values() if one.is_open or not only_open]


def against(
    session: Session, tournament: TournamentRow, table: TableRow
) -> tuple[Refusal, ...]:
    """Why a table does not call now: it is none of the tournament's, or it waits."""
    mine = {one.pk for one in queries.tables(session, tournament)}
    if table.pk not in mine:
        wrong = f"Table {table.number} is no table of {tournament.name}."
        return (Refusal(CALLED, wrong, "Call from a table of the tournament."),)
    waiting = calls(session, tournament.pk, table.pk, only_open=True)
    if not waiting:
        return ()
    wrong = f"Table {table.number} has called already."
    return (Refusal(CALLED, wrong, "The Director sees the call on the desk."),)


def call(
    session: Session, tournament: TournamentRow, table: TableRow, what: str, act: Act
) -> CallRow | Refused:
    """Call the Director to a table; while a call is open there is no second one."""
    found = against(session, tournament, table)
    last = books.last(session, books.REAL, table)
    play = TournamentPlay(session, table, act.now, queries.subject(tournament))
    row = CallRow(
        tournament_id=tournament.pk,
        table_id=table.pk,
        table_number=table.number,
        round=last.number if last else 0,
        hand=play.hand.says,
        what=fitted(what.strip(), 400),
        **steps.signed(act),
    )
    verdict: CallRow | Refused = Refused(found) if found else row
    if not found:
        session.add(row)
        session.flush()
    after = {"table": table.number, "hand": row.hand, "what": row.what}
    name = "call the director"
    steps.note(session, tournament, name, act, verdict, (CALLED,), None, after)
    return verdict


def answer(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    called: CallRow,
    how: Answer,
    note: str,
    act: Act,
) -> CallAnswerRow | Refused:
    """Say that somebody comes, or what was done; each is said once."""
    found = [*acting.not_in_charge(session, tournament, act)]
    if how is Answer.DONE and not note.strip():
        wrong = "Nothing says what was done about the call."
        found.append(Refusal(CALLED, wrong, "Write it down.", "note"))
    row = CallAnswerRow(
        call_id=called.pk,
        answer=how,
        note=fitted(note.strip(), 400),
        **steps.signed(act),
    )
    verdict: CallAnswerRow | Refused = Refused(tuple(found)) if found else row
    if not found:
        try:
            with session.begin_nested():
                session.add(row)
        except IntegrityError:  # another was first
            wrong = f"The call of table {called.table_number} was answered already."
            verdict = Refused((Refusal(CALLED, wrong, "Nothing is to be done."),))
    after = {"table": called.table_number, "answer": how.value, "note": row.note}
    name = "answer a call"
    steps.note(session, tournament, name, act, verdict, (CALLED,), None, after)
    return verdict
