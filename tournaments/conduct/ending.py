"""A table of a session closes: whoever stayed away is out, and their chips go."""

from collections.abc import Iterator

from sqlmodel import Session

from house.floor.acts import Act
from tournaments.conduct import standing
from tournaments.conduct.models import ConductRow
from tournaments.models import EntryRow, EntryState
from tournaments.money import refunding
from tournaments.play.standing import AtTable
from tournaments.rules.conducting import Verb
from tournaments.rules.refunds import Cause

FOR_GOOD = frozenset({Verb.DISQUALIFIED, Verb.ABSENT})


def gone(session: Session, at: AtTable) -> frozenset[int]:
    """The entries at a table whose chips do not go on to the next stage."""
    away = standing.away_now(standing.at_table(session, at))
    return frozenset(e for e, row in away.items() if row.verb in FOR_GOOD)


def _absent(session: Session, at: AtTable) -> Iterator[ConductRow]:
    """Whoever stayed away from the session, and was not back before its end."""
    rows = standing.at_table(session, at)
    away = standing.away_now(rows)
    for row in rows:
        stayed = row.becomes is EntryState.ABSENT or away.get(row.entry_id) is row
        if row.verb is Verb.ABSENT and stayed:
            yield row


def at_close(session: Session, at: AtTable, act: Act) -> None:
    """Whoever stayed away from the session is absent for good; what then comes back."""
    for row in _absent(session, at):
        entry = session.get_one(EntryRow, row.entry_id, with_for_update=True)
        entry.state, entry.changed_at = EntryState.ABSENT, act.now
        refunding.due(session, entry, Cause.ABSENT, act)
    session.flush()
