"""Whose seat is kept: whoever plays, and disqualified players whose chips stay."""

from sqlalchemy import ColumnElement
from sqlmodel import col, or_, select

from tournaments.conduct.models import ConductBackRow, ConductRow
from tournaments.models import EntryRow, EntryState
from tournaments.rules.conducting import Verb


def keeps_seat() -> ColumnElement[bool]:
    """Whether an entry has its seat, as a condition."""
    back = select(ConductBackRow.id).where(
        col(ConductBackRow.conduct_id) == ConductRow.id
    )
    stays = select(ConductRow.id).where(
        col(ConductRow.entry_id) == EntryRow.id,
        col(ConductRow.verb) == Verb.DISQUALIFIED,
        col(ConductRow.keeps_seat).is_(True),
        ~back.exists(),
    )
    return or_(col(EntryRow.state) == EntryState.ENTERED, stays.exists())
