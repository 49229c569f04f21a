"""Passes: one secret address for each entry, made at the desk and taken back there."""

import secrets
from collections.abc import Iterable, Mapping
from datetime import datetime

from sqlalchemy import update
from sqlmodel import Session, col, select

from house.floor.acts import Act
from house.people.sessions import fingerprint
from house.sealing import Seal
from rulebook import HOUSE, Cite
from tournaments.entrants.models import PassRow
from tournaments.models import EntryRow, TournamentRow
from tournaments.path import steps

SECRET: Cite = HOUSE.at("TOURN-140")
COUNTED_WITH: Cite = HOUSE.at("TOURN-170")
BYTES = 24  # 192 bits, where 128 could not be guessed either
LONGEST = 64


def of(session: Session, entry: EntryRow) -> PassRow | None:
    """The pass of an entry that is good now."""
    mine = select(PassRow).where(
        col(PassRow.entry_id) == entry.pk, col(PassRow.revoked_at).is_(None)
    )
    return session.exec(mine.order_by(col(PassRow.id).desc())).first()


def of_entries(session: Session, entries: Iterable[int]) -> Mapping[int, PassRow]:
    """The good pass of each of these entries that has one."""
    good = select(PassRow).where(
        col(PassRow.entry_id).in_(list(entries)), col(PassRow.revoked_at).is_(None)
    )
    every = session.exec(good.order_by(col(PassRow.id)))
    return {row.entry_id: row for row in every}


def printed(good: PassRow | None, counted_at: datetime) -> PassRow | None:
    """What a sheet leads to: the pass it was counted with, never one made since."""
    return good if good is not None and good.at <= counted_at else None


def path(tournament: TournamentRow, token: str) -> str:
    """Where a pass is opened."""
    return f"/t/{tournament.slug}/pass/{token}"


def token_in(row: PassRow, seal: Seal) -> str:
    """The secret of a pass, as it is printed again."""
    return seal.open(row.sealed).decode()


def issue(
    session: Session, tournament: TournamentRow, entry: EntryRow, seal: Seal, act: Act
) -> PassRow:
    """Make a pass; one that was good until now ends."""
    ended = _end(session, entry, act.now)
    token = secrets.token_urlsafe(BYTES)
    row = PassRow(
        entry_id=entry.pk,
        token_sha256=fingerprint(token),
        sealed=seal.seal(token.encode()),
        **steps.signed(act),
    )
    session.add(row)
    session.flush()
    after = {"entry": entry.number, "ended": ended}
    steps.note(session, tournament, "issue pass", act, None, (SECRET,), {}, after)
    return row


def standing(
    session: Session, tournament: TournamentRow, entry: EntryRow, seal: Seal, act: Act
) -> PassRow:
    """The pass that is good, or the first one."""
    return of(session, entry) or issue(session, tournament, entry, seal, act)


def hand_out(
    session: Session,
    tournament: TournamentRow,
    entries: Iterable[EntryRow],
    seal: Seal,
    act: Act,
) -> None:
    """See that each of these entries has a pass to be printed."""
    every = list(entries)
    good = of_entries(session, [entry.pk for entry in every])
    for entry in every:
        if entry.pk not in good:
            issue(session, tournament, entry, seal, act)


def revoke(
    session: Session, tournament: TournamentRow, entry: EntryRow, act: Act
) -> bool:
    """Take a pass back; whether there was one."""
    ended = _end(session, entry, act.now)
    if ended:
        after = {"entry": entry.number}
        steps.note(session, tournament, "revoke pass", act, None, (SECRET,), {}, after)
    return bool(ended)


def _end(session: Session, entry: EntryRow, now: datetime) -> int:
    mine = update(PassRow).where(
        col(PassRow.entry_id) == entry.pk, col(PassRow.revoked_at).is_(None)
    )
    done = session.execute(mine.values(revoked_at=now))
    return int(done.rowcount)  # type: ignore[attr-defined]


def opened(
    session: Session, tournament: TournamentRow, token: str, *, lock: bool = False
) -> EntryRow | None:
    """The entry whose pass this is: none for one that is guessed or taken back."""
    if len(token) > LONGEST:
        return None
    query = (
        select(EntryRow)
        .join(PassRow, col(PassRow.entry_id) == EntryRow.id)
        .where(
            col(PassRow.token_sha256) == fingerprint(token),
            col(PassRow.revoked_at).is_(None),
            col(EntryRow.tournament_id) == tournament.pk,
        )
    )
    return session.exec(query.with_for_update(of=EntryRow) if lock else query).first()
