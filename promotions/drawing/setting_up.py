"""Setting up the room of a draw: who is in it, and whom that binds to entrants."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sqlmodel import Session, col, select

from house.audit.plain import fitted
from house.floor.acts import Act
from house.people.kin import queries as kin
from house.people.models import StaffRow
from house.people.roles import Role
from house.people.sessions import roles_of
from promotions import nominees, queries
from promotions.drawing import room as rooms
from promotions.drawing import winners
from promotions.drawing.models import RoomRow, WaiverRow
from promotions.freezing import closing, reading
from promotions.freezing.models import FreezeRow
from promotions.freezing.screening import references
from promotions.models import PromotionRow
from promotions.path import steps
from promotions.rules.facts import Nominee
from promotions.rules.room import ONCE, READY, SCREENED, THERE
from rulebook import Refusal, Refused
from rulebook.terms import wording


@dataclass(frozen=True, slots=True)
class People:
    """Who draws and who presents, by username; nobody presents where it is empty."""

    drawer: str
    presenter: str = ""


def set_up(
    session: Session, row: PromotionRow, draw: int, people: People, act: Act
) -> RoomRow | Refused:
    """Say who draws and presents, and hold everybody in the room against the list."""
    drawer = queries.staff_named(session, people.drawer)
    presenter = queries.staff_named(session, people.presenter)
    frozen, current = closing.of(session, row, draw), nominees.current(session, row)
    watcher = rooms.staff(session, current.staff_id if current else None)
    reasons = [*_people(session, people, drawer, presenter, watcher)]
    if frozen is None:
        wrong = f"The list of draw {draw} is not frozen."
        reasons.append(Refusal(READY, wrong, "Set up the room once it is."))
    if winners.held(session, row, draw) is not None and not reasons:
        reasons += _after(session, row, draw)
    if reasons or drawer is None or frozen is None:
        return steps.refused(session, row, "set up room", reasons, act)
    there = [one for one in (drawer, presenter, watcher) if one is not None]
    made = RoomRow(
        promotion_id=row.pk,
        draw=draw,
        drawer_id=drawer.pk,
        presenter_id=presenter.pk if presenter else None,
        scrutineer_id=watcher.pk if watcher else None,
        bonds=[*dict.fromkeys(bonds(session, frozen, there))],
        **steps.signed(act),
    )
    session.add(made)
    session.flush()
    after = {
        "draw": draw,
        "drawer": drawer.username,
        "presenter": presenter.username if presenter else "",
        "scrutineer": watcher.username if watcher else "",
        "bonds": len(made.bonds),
    }
    rules_ = (READY, SCREENED)
    steps.note(session, row, "set up room", act, None, rules_, None, after)
    return made


def _after(session: Session, row: PromotionRow, draw: int) -> Iterator[Refusal]:
    held = winners.held(session, row, draw)
    if held is not None and held.aborted:
        wrong = f"Draw {draw} was given up."
        yield Refusal(ONCE, wrong, "Set up the room of the next number.")


def _people(
    session: Session,
    people: People,
    drawer: StaffRow | None,
    presenter: StaffRow | None,
    watcher: StaffRow | None,
) -> Iterator[Refusal]:
    """Why these people cannot be in the room as they were named."""
    if drawer is None or Role.MARKETING not in roles_of(session, drawer.pk):
        wrong = "Nobody of marketing is named to draw."
        yield Refusal(READY, wrong, "Choose who draws.", "drawer")
    if people.presenter and presenter is None:
        wrong = "Nobody of that name works here."
        yield Refusal(READY, wrong, "Choose who presents.", "presenter")
    for field, one in (("drawer", drawer), ("presenter", presenter)):
        if one is not None and watcher is not None and one.pk == watcher.pk:
            wrong = f"{one.name} is the scrutineer."
            right = "Who watches neither draws nor presents."
            yield Refusal(THERE, wrong, right, field)


def bonds(
    session: Session, frozen: FreezeRow, people: Sequence[StaffRow]
) -> Iterator[str]:
    """Everybody in the list who belongs to somebody in the room, and how."""
    every = kin.declared(session, [one.pk for one in people])
    refs = references(session, [one.patron_id for one in every])
    for one in every:
        if reading.receipt(session, frozen, refs[one.patron_id]) is not None:
            yield wording.capital(one.says)


def waive(
    session: Session, row: PromotionRow, draw: int, reason: str, act: Act
) -> WaiverRow | Refused:
    """Let the draw be held in spite of bonds; somebody who has none in it does."""
    made = rooms.newest(session, row, draw)
    reasons = []
    if made is None or not made.bonds:
        wrong = "There is nothing to waive."
        reasons.append(Refusal(SCREENED, wrong, "The draw can be held without it."))
    elif act.by.id in {one.username for one in _in(session, made)}:
        wrong = "You are in the room of this draw."
        reasons.append(Refusal(SCREENED, wrong, "Somebody else waives it."))
    elif rooms.waiver(session, made) is not None:
        wrong = "It is waived already."
        reasons.append(Refusal(SCREENED, wrong, "The draw can be held."))
    if not reason.strip():
        wrong = "No reason is given."
        reasons.append(Refusal(SCREENED, wrong, "Write it down.", "reason"))
    if reasons or made is None:
        return steps.refused(session, row, "waive bonds", reasons, act)
    waived = WaiverRow(
        room_id=made.pk, reason=fitted(reason.strip(), 400), **steps.signed(act)
    )
    session.add(waived)
    session.flush()
    after = {"draw": draw, "reason": waived.reason}
    steps.note(session, row, "waive bonds", act, None, (SCREENED,), None, after)
    return waived


def _in(session: Session, made: RoomRow) -> Iterator[StaffRow]:
    for id_ in (made.drawer_id, made.presenter_id, made.scrutineer_id):
        if id_ is not None:
            yield session.get_one(StaffRow, id_)


@nominees.knows
def draws(
    session: Session, row: PromotionRow, staff: StaffRow, nominee: Nominee
) -> Nominee:
    """Whoever draws or presents in a room of the promotion cannot watch over it."""
    mine = select(RoomRow).where(col(RoomRow.promotion_id) == row.pk)
    latest = {one.draw: one for one in session.exec(mine.order_by(col(RoomRow.id)))}
    there = {
        id_ for one in latest.values() for id_ in (one.drawer_id, one.presenter_id)
    }
    return replace(nominee, draws=staff.pk in there)
