"""Every round that counted, played again from its actions to the lines it paid."""

from collections.abc import Iterator

from flask import current_app
from sqlmodel import Session, col, select

from house.checks import Check, Outcome, Progress
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds import history
from house.floor.rounds.models import RoundRow
from house.sealing import BrokenSeal, Seal

OFTEN = 100  # rounds, after which what was read is let go


def look(session: Session, progress: Progress) -> Outcome:
    """Replay all rounds; those that came to other lines are named."""
    ids = session.exec(select(RoundRow.id).order_by(col(RoundRow.id))).all()
    seal: Seal = current_app.extensions["seal"]
    wrong = list[str]()
    for done, id_ in enumerate(ids):
        progress(done, len(ids))
        wrong += _wrong(session, session.get_one(RoundRow, id_), seal)
        if done % OFTEN == 0:
            session.expunge_all()
    return Outcome(len(ids), f"{len(ids):,} played again", tuple(wrong))


def _wrong(session: Session, row: RoundRow, seal: Seal) -> Iterator[str]:
    """Why a round is not what was kept of it, if it is not."""
    table = session.get_one(TableRow, row.table_id)
    name = f"Round {row.number} at table {table.number}"
    try:
        found = history.replay(session, books.REAL, row, seal)
    except BrokenSeal:
        yield f"{name} is sealed with a key that the house does not have."
        return
    except Exception as error:
        yield f"{name} cannot be played again: {error}"
        return
    if found.position.over and not found.agrees:
        yield f"{name} came to other lines than are kept."


CHECK = Check("rounds", look)
