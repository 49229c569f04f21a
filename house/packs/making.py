"""A pack is asked for, then made by the ticking process: a few seconds at a time."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from time import monotonic

from sqlmodel import Session

from house import audit
from house.audit import Actor, Subject
from house.audit.verification import newest
from house.notices import deadlines, kinds
from house.notices.deadlines import Effect
from house.notices.models import DeadlineRow
from house.packs import house_parts, parts, queries, sealing
from house.packs.models import PackPartRow, PackRow
from house.packs.parts import Packed, Part
from house.packs.writing import Folder
from house.people.roles import Role
from rulebook import HOUSE, Cite

KIND = "pack.make"
ASKED: Cite = HOUSE.at("PACK-1")
BY_PARTS: Cite = HOUSE.at("PACK-3")
SLICE = 4.0  # seconds of parts at a time: other deadlines come in between
kinds.describe(KIND, "A pack is made", Role.DIRECTOR)


class NoRoom(LookupError):
    """No room of this release has events of this kind."""


def ask(session: Session, subject: Subject, *, by: Actor, now: datetime) -> PackRow:
    """Have everything about an event put together; one under way will do."""
    found = queries.under_way(session, subject.kind, int(subject.id))
    if found is not None and not queries.standing(session, found).trouble:
        return found
    pack = PackRow(
        subject_kind=subject.kind,
        subject_id=int(subject.id),
        subject_name=subject.name,
        at=now,
        by=by.id,
        by_name=by.name,
    )
    session.add(pack)
    session.flush()
    after = {"pack": pack.pk}
    audit.record(
        session, by, "ask for a pack", subject, now=now, rules=(ASKED,), after=after
    )
    _plan(session, pack, 0, now)
    return pack


def _plan(session: Session, pack: PackRow, done: int, now: datetime) -> None:
    deadlines.plan(
        session,
        KIND,
        key=f"{KIND}:{pack.pk}:{done}",
        subject=Subject("pack", str(pack.pk), pack.subject_name),
        title=f"Make the pack of {pack.subject_name}",
        due_at=now,
        cite=BY_PARTS,
    )


def room_of(pack: PackRow) -> Packed:
    """The room that has the event."""
    room = parts.of(pack.subject_kind)
    if room is None:
        raise NoRoom(f"No room puts a {pack.subject_kind} into packs.")
    return room


def all_parts(pack: PackRow, made: Sequence[PackPartRow] = ()) -> tuple[Part, ...]:
    """Every part of a pack, in order: the room's, then those every pack has."""
    room = room_of(pack)
    return (*room.parts, *house_parts.of(pack, room, made))


@deadlines.on_studied(KIND)
def make(session: Session, deadline: DeadlineRow) -> Effect:
    """Write the next parts while nothing is locked; then note them and go on."""
    pack = session.get_one(PackRow, deadline.subject_id)
    made = [*queries.parts_of(session, pack)]
    done, wanted = len(made), all_parts(pack, made)
    # One by one: the last part prints what the parts before it have.
    for row in _some(session, pack, wanted[done:], done):
        made.append(row)  # noqa: PERF402

    def keep(writing: Session, due: DeadlineRow) -> None:
        now = due.fired_at or due.due_at
        for row in made[done:]:
            row.at = now
        writing.add_all(made[done:])
        writing.flush()
        if len(made) < len(wanted):
            _plan(writing, pack, len(made), now)
        else:
            sealing.list_files(writing, pack, now)

    return keep


def _some(
    session: Session, pack: PackRow, ahead: Iterable[Part], done: int
) -> Iterator[PackPartRow]:
    """The next part, and those after it that begin within a slice of time."""
    folder, until = Folder(sealing.home_of(pack)), monotonic() + SLICE
    for number, part in enumerate(ahead, start=done + 1):
        read_at = newest(session)
        written = part.write(session, pack.subject_id, folder)
        yield PackPartRow(
            pack_id=pack.pk,
            number=number,
            name=part.name,
            title=part.title,
            rule_id=part.cite.id,
            rows=written.rows,
            files=[file.plain() for file in written.files],
            read_at=read_at,
            at=pack.at,
        )
        session.expunge_all()
        if monotonic() >= until:
            return
