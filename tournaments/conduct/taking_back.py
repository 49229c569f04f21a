"""What was done to a player is taken back: chips, state and seat as before."""

from collections.abc import Iterator
from datetime import datetime

from sqlmodel import Session, col, select

from house.audit.plain import fitted
from house.floor.acts import Act
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds.play import Floor
from house.floor.tables import services as floor_tables
from rulebook import Refusal, Refused
from tournaments.conduct import acting, chips, finding, standing
from tournaments.conduct.acting import TAKEN_BACK
from tournaments.conduct.models import ConductBackRow, ConductRow
from tournaments.models import EntryRow, TournamentRow
from tournaments.path import steps
from tournaments.play import counting, places
from tournaments.play.models import SessionTableRow
from tournaments.rules.conducting import AWAY_BY, Verb


def against_taking_back(
    session: Session, tournament: TournamentRow, row: ConductRow, act: Act
) -> Iterator[Refusal]:
    """Why what was done is not taken back any more."""
    yield from acting.not_in_charge(session, tournament, act)
    if taken_back(session, row) is not None:
        wrong = f"Number {row.number} was taken back already."
        yield Refusal(TAKEN_BACK, wrong, "Nothing is to be done.")
    if row.session_table_id is None:
        return
    of = session.get_one(SessionTableRow, row.session_table_id)
    if row.verb is not Verb.WARNING and counting.closed_row(session, of) is not None:
        wrong = f"Table {row.table_number} was counted and closed since."
        right = "What was counted holds; the Director rules on it."
        yield Refusal(TAKEN_BACK, wrong, right)
    later = _later(session, row)
    if later is not None:
        wrong = f"Number {later.number}, {later.verb.value}, came after it."
        yield Refusal(TAKEN_BACK, wrong, "Take that back first.")
    table = session.get_one(TableRow, of.table_id)
    dealt = books.under_way(session, table) if row.verb is not Verb.WARNING else None
    if dealt is not None and dealt.first_card_at is not None:
        wrong = "A hand is under way at the table."
        yield Refusal(TAKEN_BACK, wrong, "Settle it first.")


def _later(session: Session, row: ConductRow) -> ConductRow | None:
    """A later act on the same player that rests on this one."""
    rows = standing.of_entry(session, row.entry_id)
    ends = row.was is not row.becomes or row.verb in (*AWAY_BY, Verb.BACK)
    after = [r for r in rows if r.pk > row.pk and r.verb is not Verb.WARNING]
    return after[0] if ends and after else None


def taken_back(session: Session, row: ConductRow) -> ConductBackRow | None:
    """How an act was taken back, once it was."""
    mine = select(ConductBackRow).where(col(ConductBackRow.conduct_id) == row.pk)
    return session.exec(mine).first()


def take_back(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    row: ConductRow,
    reason: str,
    act: Act,
    floor: Floor,
) -> ConductBackRow | Refused:
    """Take back what was done to a player: chips, state and seat as before."""
    found = [*against_taking_back(session, tournament, row, act)]
    if not reason.strip():
        wrong = "Nothing says why it is taken back."
        found.append(Refusal(TAKEN_BACK, wrong, "Give a reason.", "reason"))
    verdict: ConductBackRow | Refused
    if found:
        verdict = Refused(tuple(found))
    else:
        with session.begin_nested() as all_or_none:
            verdict = _undone(session, tournament, row, reason, act, floor)
            if isinstance(verdict, Refused):
                all_or_none.rollback()
    after = {"number": row.number, "verb": row.verb.value, "reason": reason}
    rules = (TAKEN_BACK,)
    steps.note(session, tournament, "take back conduct", act, verdict, rules, {}, after)
    return verdict


def _undone(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    row: ConductRow,
    reason: str,
    act: Act,
    floor: Floor,
) -> ConductBackRow | Refused:
    back = ConductBackRow(
        conduct_id=row.pk, reason=fitted(reason.strip(), 400), **steps.signed(act)
    )
    session.add(back)
    session.flush()
    entry = session.get_one(EntryRow, row.entry_id, with_for_update=True)
    if row.was is not row.becomes:
        entry.state, entry.changed_at, entry.reason = row.was, act.now, ""
    acting.post(session, tournament, row, act, stands=False)
    if row.session_table_id is None:
        return back
    refused = _seat_again(session, row, entry, act, floor)
    if refused is not None:
        return refused
    there = finding.where(session, tournament, entry, lock=True)
    if there is not None:
        chips.follow_since(session, there.at, there.table, row.after_round, act)
    return back


def _seat_again(
    session: Session,
    row: ConductRow,
    entry: EntryRow,
    act: Act,
    floor: Floor,
) -> Refused | None:
    """Whoever had to leave the seat sits there again."""
    if row.keeps_seat or row.seat is None or row.table_number is None:
        return None
    table = floor_tables.get(session, row.table_number, lock=True)
    assert table is not None, "A table of a session stays on the floor."
    key = f"conduct-back-{row.pk}"
    mine = {row.seat: entry}
    return places.sit_down(session, table, mine, key, act, floor)


def rows_of(
    session: Session, tournament: TournamentRow, since: datetime | None = None
) -> list[tuple[ConductRow, ConductBackRow | None]]:
    """Everything that was done to players, the latest first."""
    query = (
        select(ConductRow, ConductBackRow)
        .join(
            ConductBackRow,
            col(ConductBackRow.conduct_id) == ConductRow.id,
            isouter=True,
        )
        .where(col(ConductRow.tournament_id) == tournament.pk)
        .order_by(col(ConductRow.id).desc())
    )
    if since is not None:
        query = query.where(col(ConductRow.at) > since)
    return list(session.exec(query).all())


def numbered(
    session: Session, tournament: TournamentRow, number: int
) -> ConductRow | None:
    """The act of this number in the tournament's book."""
    if not 0 < number < 2**31:
        return None
    mine = select(ConductRow).where(
        col(ConductRow.tournament_id) == tournament.pk, col(ConductRow.number) == number
    )
    return session.exec(mine).first()
