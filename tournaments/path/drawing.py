"""The draw of seats: the list is fixed with a promise, then the seats are drawn."""

import secrets
from collections.abc import Iterator, Sequence
from typing import Any

from sqlmodel import Session, col, select

from house.audit.plain import fitted, text
from house.backup.keys import keeps_sealed
from house.floor.acts import Act
from house.sealing import Seal
from house.terms import versions
from proof.commitments import commitment
from rulebook import Refusal, Refused
from tournaments import queries
from tournaments.models import EntryRow, TournamentRow
from tournaments.path import ledgers, steps
from tournaments.path.models import SeatDrawRow, SeatRow
from tournaments.rules import seat_draw
from tournaments.rules.lifecycle import Action, transition
from tournaments.rules.seat_draw import FAIR, ROOM, Place, Table

LONGEST_WORD = 120


def against(
    session: Session, tournament: TournamentRow, act: Act
) -> tuple[Refusal, ...]:
    """Everything that stands before the draw: the gates, and room for everybody."""
    facts = steps.facts_of(session, tournament, act)
    verdict = transition(tournament.status, Action.SEAT, facts)
    gates = verdict.refusals if isinstance(verdict, Refused) else ()
    room = lists(session, tournament)[1]
    return (*gates, *(each for each in room if isinstance(each, Refusal)))


def lists(
    session: Session, tournament: TournamentRow
) -> tuple[list[int], Sequence[Place | Refusal]]:
    """The entries and the places they are drawn to, or why there are too few."""
    terms = queries.terms_of(session, tournament)
    entries = [entry.number for entry in queries.entrants(session, tournament)]
    tables = [Table(t.number, t.seats) for t in queries.tables(session, tournament)]
    stages = terms.format.stages.stages
    if not stages or not tables or not entries:
        return entries, ()
    return entries, seat_draw.places(len(entries), stages[0], tables)


def fix(
    session: Session,
    tournament: TournamentRow,
    act: Act,
    seal: Seal,
    secret: bytes | None = None,
) -> SeatDrawRow | Refused:
    """Fix who is drawn to which places, and promise a secret before it is told."""
    refusals = against(session, tournament, act)
    if refusals:
        refused = Refused(refusals)
        steps.note(session, tournament, "prepare draw", act, refused)
        return refused
    own = secret or secrets.token_bytes(seat_draw.SECRET_BYTES)
    number = len(ledgers.draws(session, tournament)) + 1
    row = SeatDrawRow(
        tournament_id=tournament.pk,
        number=number,
        header=_header(session, tournament, number, own),
        commitment=commitment(own),
        sealed=seal.seal(own),
        fixed_at=act.now,
        fixed_by=act.by.id,
        fixed_by_name=fitted(act.by.name, 120),
    )
    session.add(row)
    session.flush()
    after = {"draw": number, "commitment": row.commitment}
    steps.note(session, tournament, "prepare draw", act, None, (FAIR, ROOM), {}, after)
    return row


def _header(
    session: Session, tournament: TournamentRow, number: int, secret: bytes
) -> dict[str, Any]:
    document = versions.document_of(session, tournament)
    sha256 = document.sha256 if document else ""
    return seat_draw.header(
        tournament.slug, number, sha256, lists(session, tournament), secret
    )


def hold(
    session: Session, tournament: TournamentRow, word: str, act: Act, seal: Seal
) -> SeatDrawRow | Refused:
    """Draw the seats from the list that was fixed; every gate is asked again."""
    row = next(iter(ledgers.draws(session, tournament)), None)
    besides = _changed(session, tournament, row, word)
    verdict = steps.take(session, tournament, Action.SEAT, act, besides=besides)
    if isinstance(verdict, Refused) or row is None:
        return verdict if isinstance(verdict, Refused) else Refused(besides)
    secret, said = seal.open(row.sealed), text(word.strip())
    drawn = seat_draw.seats(row.header, secret, said)
    numbers = {e.number: e for e in queries.entrants(session, tournament)}
    session.add_all(_seat(row, numbers[s.entry], s.place) for s in drawn)
    row.secret, row.beacon = secret.hex(), said
    row.held_at, row.held_by = act.now, act.by.id
    row.held_by_name = fitted(act.by.name, 120)
    session.flush()
    after = {
        "draw": row.number,
        "secret": row.secret,
        "word": row.beacon,
        "seats": len(drawn),
    }
    steps.note(session, tournament, "seats drawn", act, None, (FAIR,), {}, after)
    return row


def _seat(row: SeatDrawRow, entry: EntryRow, place: Place) -> SeatRow:
    return SeatRow(
        draw_id=row.pk,
        entry_id=entry.pk,
        session=place.session,
        table_number=place.table,
        seat=place.seat,
    )


@keeps_sealed("seat draws that are prepared: prepare these again")
def prepared(session: Session) -> Iterator[bytes]:
    """The secrets of draws that are not held yet."""
    waiting = col(SeatDrawRow.held_at).is_(None)
    return iter(session.exec(select(SeatDrawRow.sealed).where(waiting)))


def _changed(
    session: Session, tournament: TournamentRow, row: SeatDrawRow | None, word: str
) -> tuple[Refusal, ...]:
    """Why this draw cannot be held: none is prepared, or the list is not its list."""
    found = []
    if len(word) > LONGEST_WORD:
        wrong = f"The word has {len(word):,} characters."
        found.append(Refusal(FAIR, wrong, f"At most {LONGEST_WORD} fit.", "word"))
    if row is None or row.held_at is not None:
        wrong = "No draw is prepared."
        found.append(Refusal(FAIR, wrong, "Fix the list first."))
        return tuple(found)
    entries, open_places = lists(session, tournament)
    places = [[p.session, p.table, p.seat] for p in open_places if isinstance(p, Place)]
    if row.header["entries"] != sorted(entries) or row.header["places"] != places:
        wrong = "Entries or tables have changed since the list was fixed."
        found.append(Refusal(FAIR, wrong, "Fix the list again, then draw."))
    return tuple(found)


def replay(row: SeatDrawRow) -> bool:
    """Whether the secret and the word on record give the promised draw again."""
    secret = bytes.fromhex(row.secret)
    return bool(seat_draw.seats(row.header, secret, row.beacon))
