"""The tournament's book: rulings, acts on players, calls and disputes, in order."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from house.floor.disputes.models import DisputeRow
from house.floor.rulings.models import RulingRow
from house.floor.rulings.services import named
from rulebook import HOUSE, Cite
from tournaments.conduct import calling, taking_back
from tournaments.conduct.models import Answer
from tournaments.models import KIND, TournamentRow

KEPT: Cite = HOUSE.at("TOURN-265")


@dataclass(frozen=True, slots=True)
class BookNote:
    """One thing in the book: when, what, by whom, under which rule."""

    at: datetime
    what: str
    says: str
    by: str
    rule_id: str
    table: int | None = None
    hand: str = ""
    kind: str = ""  # ruling, conduct, call or dispute
    id: int = 0
    number: int | None = None
    taken_back: str = ""

    def plain(self) -> dict[str, object]:
        """As it is kept with a handover."""
        return {
            "at": self.at.isoformat(),
            "what": self.what,
            "says": self.says,
            "by": self.by,
            "rule": self.rule_id,
        }


def read(
    session: Session, tournament: TournamentRow, since: datetime | None = None
) -> list[BookNote]:
    """Everything in the book, or what came since, the latest first."""
    every = (
        *_rulings(session, tournament),
        *_conduct(session, tournament),
        *_calls(session, tournament),
        *_disputes(session, tournament),
    )
    new = (one for one in every if since is None or one.at > since)
    return sorted(new, key=lambda one: (one.at, one.kind, one.id), reverse=True)


def _rulings(session: Session, tournament: TournamentRow) -> Iterator[BookNote]:
    mine = select(RulingRow).where(
        col(RulingRow.lent_kind) == KIND, col(RulingRow.lent_id) == str(tournament.pk)
    )
    for row in session.exec(mine):
        yield BookNote(
            row.at,
            named(row),
            row.spoken,
            row.decided_by_name,
            row.rule_id,
            row.table_number,
            f"round {row.round}" if row.round else "",
            "ruling",
            row.pk,
        )


def _conduct(session: Session, tournament: TournamentRow) -> Iterator[BookNote]:
    for row, back in taking_back.rows_of(session, tournament):
        ground = f" for {row.ground}" if row.ground else ""
        yield BookNote(
            row.at,
            f"{row.player}: {row.verb.value}{ground}",
            " ".join((row.reason, *row.says)).strip(),
            row.by_name,
            row.rule_id,
            row.table_number,
            f"hand {row.hand}" if row.hand else "",
            "conduct",
            row.pk,
            row.number,
            back.reason if back else "",
        )


def _calls(session: Session, tournament: TournamentRow) -> Iterator[BookNote]:
    for call in calling.calls(session, tournament.pk):
        row, done = call.row, call.answers.get(Answer.DONE)
        said = f"{row.what or 'No words were given.'}"
        came = f" {done.by_name}: {done.note}" if done else " Not answered yet."
        yield BookNote(
            row.at,
            f"Table {row.table_number} called the Director",
            said + came,
            row.by_name,
            calling.CALLED.id,
            row.table_number,
            row.hand,
            "call",
            row.pk,
        )


def _disputes(session: Session, tournament: TournamentRow) -> Iterator[BookNote]:
    mine = select(DisputeRow).where(
        col(DisputeRow.lent_kind) == KIND,
        col(DisputeRow.lent_id) == str(tournament.pk),
    )
    for row in session.exec(mine):
        yield BookNote(
            row.entered_at,
            f"Dispute {row.pk}, raised by {row.raised_by}",
            row.what,
            row.entered_by_name,
            KEPT.id,
            row.table_number,
            row.hand,
            "dispute",
            row.pk,
        )
