"""Screens of the house: an address that nobody can guess, until it is withdrawn."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from house.audit import Subject
from house.floor.acts import Act, record
from house.floor.models import TableRow
from house.floor.signs.models import DisplayRow
from rulebook import HOUSE, Cite, Refusal, Refused

SCREEN = HOUSE.at("SIGNS-10")
TABLE = "table"
SEEN_EVERY = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Displays:
    """The screens or kiosks of one thing: what they show, and under which rule."""

    shows: str
    of: TableRow | Subject
    rule: Cite
    noun: str = "screen"

    @property
    def subject_id(self) -> int:
        """Of what they show something."""
        return self.of.pk if isinstance(self.of, TableRow) else int(self.of.id)

    def give(
        self, session: Session, name: str, act: Act, /, *, said: str = "", **facts: str
    ) -> DisplayRow:
        """Give one more: a new address for it."""
        row = DisplayRow(
            token=secrets.token_urlsafe(24),
            shows=self.shows,
            subject_id=self.subject_id,
            name=name,
            made_at=act.now,
            made_by=act.by.name,
        )
        session.add(row)
        session.flush()
        # The address itself is a secret and stays off the record.
        after = {self.noun: row.pk, **facts}
        given = f"give {said or self.noun}"
        record(session, act, given, self.of, rules=(self.rule,), after=after)
        return row

    def in_use(self, session: Session) -> Sequence[DisplayRow]:
        """Those that nobody withdrew."""
        query = select(DisplayRow).where(
            col(DisplayRow.shows) == self.shows,
            col(DisplayRow.subject_id) == self.subject_id,
            col(DisplayRow.withdrawn_at).is_(None),
        )
        return session.exec(query.order_by(col(DisplayRow.id))).all()

    def find(self, session: Session, screen_id: int) -> DisplayRow | None:
        """One of them, if it is in use."""
        return next((r for r in self.in_use(session) if r.pk == screen_id), None)

    def withdraw(
        self, session: Session, screen_id: int, act: Act
    ) -> DisplayRow | Refused:
        """Withdraw an address: whoever asks for it finds nothing there."""
        gone, row = f"withdraw {self.noun}", self.find(session, screen_id)
        if row is None:
            table = self.of if isinstance(self.of, TableRow) else None
            there = f"Table {table.number} has" if table else "There is"
            wrong = f"{there} no such {self.noun}."
            right = "It may be withdrawn already."
            refused = Refused((Refusal(self.rule, wrong, right),))
            record(session, act, gone, self.of, refused)
            return refused
        row.withdrawn_at = act.now
        after = {self.noun: row.pk}
        record(session, act, gone, self.of, rules=(self.rule,), after=after)
        return row


def limits(table: TableRow) -> Displays:
    """The screens that show a table's limits."""
    return Displays(TABLE, table, SCREEN)


def give(session: Session, table: TableRow, act: Act) -> DisplayRow:
    """Give a table's sign a screen."""
    return limits(table).give(session, f"Table {table.number}, limits", act)


def seen_lately(screen: DisplayRow, now: datetime) -> bool:
    """Whether it is noted already that the screen asked: once a minute is enough."""
    return screen.seen_at is not None and now - screen.seen_at < SEEN_EVERY


def note(session: Session, screen: DisplayRow, now: datetime) -> None:
    """Note that a screen asked."""
    session.get_one(DisplayRow, screen.pk).seen_at = now
