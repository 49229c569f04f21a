"""The draw of seats: the list is fixed with a promise, drawn, looked at, released."""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace

from sqlalchemy import insert
from sqlmodel import Session, col, select

from house import collector
from house.audit.plain import fitted, text
from house.backup.keys import keeps_sealed
from house.floor.acts import Act
from house.sealing import Seal
from house.terms import versions
from proof.commitments import commitment
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments.models import TournamentRow
from tournaments.path import steps
from tournaments.reminding import planning
from tournaments.rules import seat_draw
from tournaments.rules.lifecycle import Action, Status, transition
from tournaments.rules.seat_draw import FAIR, RESPECTED, ROOM, Drawn, Lists, Occasion
from tournaments.seating import seats
from tournaments.seating.late import LATE
from tournaments.seating.lists import lists, tables_gone
from tournaments.seating.models import SeatDrawRow, SeatRow
from tournaments.stages import field, next_draw

RELEASED: Cite = HOUSE.at("TOURN-103")
LONGEST_WORD = 120
SEATS = SeatRow.__table__  # type: ignore[attr-defined]
LATE_IN = frozenset({Status.SEATED, Status.RUNNING})
NONE_PREPARED = Refusal(FAIR, "No draw is prepared.", "Fix the list first.")


@dataclass(frozen=True, slots=True)
class Fixing:
    """What the director says when the list is fixed."""

    kept: int = 0  # places for late entries
    why: str = ""  # it is fixed again
    secret: bytes | None = None


def against(
    session: Session, tournament: TournamentRow, act: Act, kept: int | None = None
) -> tuple[Refusal, ...]:
    """Everything that stands before the draw: the gates, room, and what is asked."""
    gates = _gates(session, tournament, act, kept)
    found = lists(session, tournament, act.now, kept or 0)
    return (*gates, *(() if isinstance(found, Lists) else found))


def _gates(
    session: Session, tournament: TournamentRow, act: Act, kept: int | None
) -> tuple[Refusal, ...]:
    """The gates of the path; late entries are drawn once the others are seated."""
    if tournament.status in LATE_IN:
        return ()
    facts = steps.facts_of(session, tournament, act)
    if kept is not None:
        facts = replace(facts, late_places=kept)
    verdict = transition(tournament.status, Action.SEAT, facts)
    return verdict.refusals if isinstance(verdict, Refused) else ()


@collector.paused()
def fix(
    session: Session,
    tournament: TournamentRow,
    act: Act,
    seal: Seal,
    wanted: Fixing = Fixing(),  # noqa: B008 (frozen)
) -> SeatDrawRow | Refused:
    """Fix who is drawn to which places, and promise a secret before it is told."""
    refusals = [*_gates(session, tournament, act, wanted.kept)]
    found = lists(session, tournament, act.now, wanted.kept)
    refusals += [] if isinstance(found, Lists) else found
    refusals += _again(session, tournament, wanted)
    if refusals or not isinstance(found, Lists):
        return _refused(session, tournament, "prepare draw", act, refusals)
    own = wanted.secret or secrets.token_bytes(seat_draw.SECRET_BYTES)
    row = _prepared(session, tournament, act, found, own)
    cannot = seat_draw.impossible(row.header)
    if cannot is not None:
        return _refused(session, tournament, "prepare draw", act, [cannot])
    row.sealed, row.why = seal.seal(own), fitted(wanted.why.strip(), 400)
    session.add(row)
    session.flush()
    after = {"draw": row.number, "commitment": row.commitment, "why": row.why}
    rules = (FAIR, ROOM, RESPECTED, LATE) if row.late else (FAIR, ROOM, RESPECTED)
    steps.note(session, tournament, "prepare draw", act, None, rules, {}, after)
    return row


def _refused(
    session: Session,
    tournament: TournamentRow,
    name: str,
    act: Act,
    refusals: list[Refusal],
) -> Refused:
    refused = Refused(tuple(dict.fromkeys(refusals)))
    steps.note(session, tournament, name, act, refused)
    return refused


def _again(
    session: Session, tournament: TournamentRow, wanted: Fixing
) -> list[Refusal]:
    """A list that was fixed is fixed again with a reason that everybody reads."""
    if seats.prepared(session, tournament) is None or wanted.why.strip():
        return []
    right = "Say why it is fixed again: the reason is published."
    return [Refusal(RELEASED, "The list is fixed already.", right, "why")]


def _prepared(
    session: Session, tournament: TournamentRow, act: Act, found: Lists, secret: bytes
) -> SeatDrawRow:
    number = len(seats.draws(session, tournament)) + 1
    document = versions.document_of(session, tournament)
    sha256 = document.sha256 if document else ""
    due = next_draw.due(session, tournament)
    stage_at = due.stage_at if due else seats.FIRST_STAGE
    occasion = Occasion(tournament.slug, number, stage_at, sha256)
    return SeatDrawRow(
        tournament_id=tournament.pk,
        number=number,
        stage_at=occasion.stage,
        late=due is None and tournament.status in LATE_IN,
        header=seat_draw.header(occasion, found, secret),
        commitment=commitment(secret),
        sealed=b"",
        fixed_at=act.now,
        fixed_by=act.by.id,
        fixed_by_name=fitted(act.by.name, 120),
    )


@collector.paused()
def hold(
    session: Session, tournament: TournamentRow, word: str, act: Act, seal: Seal
) -> SeatDrawRow | Refused:
    """Draw the seats from the list that was fixed, as a draft for the director."""
    row = seats.prepared(session, tournament)
    refusals = [*_changed(session, tournament, row, word, act)]
    if row is None or refusals:
        return _refused(session, tournament, "draw seats", act, refusals)
    drawn = draw(session, tournament, row, seal.open(row.sealed), text(word.strip()))
    if isinstance(drawn, Refusal):
        return _refused(session, tournament, "draw seats", act, [drawn])
    row.held_at, row.held_by = act.now, act.by.id
    row.held_by_name = fitted(act.by.name, 120)
    session.flush()
    after = {"draw": row.number, "seats": len(drawn.seats), "swaps": len(drawn.swaps)}
    steps.note(session, tournament, "draw seats", act, None, (FAIR,), {}, after)
    return row


def draw(
    session: Session,
    tournament: TournamentRow,
    row: SeatDrawRow,
    secret: bytes,
    word: str,
) -> Drawn | Refusal:
    """Write down the seats that the list, the secret and the word give."""
    drawn = seat_draw.drawn(row.header, secret, word)
    if isinstance(drawn, Refusal):
        return drawn
    session.execute(insert(SEATS), _rows(session, tournament, row, drawn))
    row.secret, row.beacon = secret.hex(), word
    row.swaps = [swap.to_data() for swap in drawn.swaps]
    return drawn


def _rows(
    session: Session, tournament: TournamentRow, row: SeatDrawRow, drawn: Drawn
) -> list[dict[str, int]]:
    draw_id = row.pk
    entry_ids = seats.numbered(session, tournament, row.header["entries"])
    return [
        {
            "draw_id": draw_id,
            "entry_id": entry_ids[each.entry],
            "session": each.place.session,
            "table_number": each.place.table,
            "seat": each.place.seat,
        }
        for each in drawn.seats
    ]


@keeps_sealed("seat draws that are prepared: prepare these again")
def sealed(session: Session) -> Iterator[bytes]:
    """The secrets of draws that are not held yet."""
    waiting = col(SeatDrawRow.held_at).is_(None)
    return iter(session.exec(select(SeatDrawRow.sealed).where(waiting)))


def _changed(
    session: Session,
    tournament: TournamentRow,
    row: SeatDrawRow | None,
    word: str,
    act: Act,
) -> list[Refusal]:
    """Why this draw cannot be held: none is prepared, or the list is not its list."""
    found = []
    if len(word) > LONGEST_WORD:
        wrong = f"The word has {len(word):,} characters."
        found.append(Refusal(FAIR, wrong, f"At most {LONGEST_WORD} fit.", "word"))
    if row is None or row.held_at is not None:
        drawn = Refusal(FAIR, "The seats are drawn already.", "Look at the draft.")
        return [*found, drawn if row else NONE_PREPARED]
    kept, last = len(row.header.get("kept", [])), row.header["entries"][-1]
    found += _gates(session, tournament, act, kept)
    now = lists(session, tournament, act.now, kept, last if kept else None)
    if not isinstance(now, Lists):
        return [*found, *now]
    if any(row.header.get(name) != value for name, value in now.to_data().items()):
        wrong = "Entries, tables or conditions have changed since the list was fixed."
        found.append(Refusal(FAIR, wrong, "Fix the list again, then draw."))
    return found


def confirm(
    session: Session, tournament: TournamentRow, act: Act
) -> SeatDrawRow | Refused:
    """Somebody has looked at every table of the draft, and finds it right."""
    row = seats.prepared(session, tournament)
    if row is None or row.held_at is None or row.confirmed_at is not None:
        wrong = "There is no draft to be looked at."
        refusal = Refusal(RELEASED, wrong, "Draw the seats first.")
        return _refused(session, tournament, "confirm seats", act, [refusal])
    row.confirmed_at, row.confirmed_by = act.now, act.by.id
    row.confirmed_by_name = fitted(act.by.name, 120)
    session.flush()
    after = {"draw": row.number}
    steps.note(session, tournament, "confirm seats", act, None, (RELEASED,), {}, after)
    return row


def _others(
    session: Session, tournament: TournamentRow, row: SeatDrawRow
) -> Iterator[Refusal]:
    """A correction since the list was fixed lets others play the stage."""
    due = next_draw.due(session, tournament)
    if due is not None and {*due.numbers} != {*row.header["entries"]}:
        wrong = "Others play this stage than when the list was fixed."
        yield Refusal(FAIR, wrong, "Fix the list again, then draw.")


@collector.paused()
def release(
    session: Session, tournament: TournamentRow, act: Act
) -> SeatDrawRow | Refused:
    """Show the seats to everybody, with all that is needed to repeat the draw."""
    row = seats.prepared(session, tournament)
    if row is None or row.confirmed_at is None:
        wrong = "No draft has been looked at and confirmed."
        refusal = Refusal(RELEASED, wrong, "Confirm it first.")
        return _refused(session, tournament, "release seats", act, [refusal])
    gone = (*tables_gone(session, tournament, row), *_others(session, tournament, row))
    if not row.late and row.stage_at == seats.FIRST_STAGE:
        verdict = steps.take(session, tournament, Action.SEAT, act, besides=gone)
        if isinstance(verdict, Refused):
            return verdict
    elif gone:
        return _refused(session, tournament, "release seats", act, [*gone])
    row.released_at, row.released_by = act.now, act.by.id
    row.released_by_name = fitted(act.by.name, 120)
    session.flush()
    field.on_release(session, tournament, row, act)
    planning.of_stage(session, tournament, row, act.now)
    after = {"draw": row.number, "secret": row.secret, "word": row.beacon}
    rules = (FAIR, RELEASED)
    steps.note(session, tournament, "release seats", act, None, rules, {}, after)
    return row
