"""The room of a draw: who is in it, what it waits for, whom it binds to entrants."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlmodel import Session, col, select

from house.audit.plain import fitted
from house.documents.models import DocumentRow
from house.floor.acts import Act
from house.people.kin import queries as kin
from house.people.models import StaffRow
from house.people.roles import Role
from house.people.sessions import roles_of
from promotions import nominees, queries
from promotions.drawing import lists, vacancies, winners
from promotions.drawing.models import (
    BeaconRow,
    How,
    PresenceRow,
    RoomRow,
    SelectionRow,
    WaiverRow,
)
from promotions.freezing import closing, headers, reading
from promotions.freezing.models import FreezeRow
from promotions.freezing.screening import references
from promotions.models import PromotionRow
from promotions.path import steps
from promotions.rules import room as rules
from promotions.rules.clauses.award import Manner
from promotions.rules.facts import Nominee
from promotions.rules.room import READY, SCREENED, Presence, Room
from promotions.rules.terms import Terms
from rulebook import Refusal, Refused
from rulebook.terms import wording


@dataclass(frozen=True, slots=True)
class People:
    """Who draws and who presents, by username; nobody presents where it is empty."""

    drawer: str
    presenter: str = ""


def newest(session: Session, row: PromotionRow, draw: int) -> RoomRow | None:
    """The room as it was set up last."""
    mine = select(RoomRow).where(
        col(RoomRow.promotion_id) == row.pk, col(RoomRow.draw) == draw
    )
    return session.exec(mine.order_by(col(RoomRow.id).desc())).first()


def waiver(session: Session, room: RoomRow) -> WaiverRow | None:
    """Who let the draw be held in spite of bonds, if anybody did."""
    mine = select(WaiverRow).where(col(WaiverRow.room_id) == room.pk)
    return session.exec(mine).first()


def value(session: Session, row: PromotionRow, draw: int) -> str:
    """The public value as it was entered; empty before that."""
    mine = select(BeaconRow.value).where(
        col(BeaconRow.promotion_id) == row.pk, col(BeaconRow.draw) == draw
    )
    return session.exec(mine).first() or ""


def presence(
    session: Session, row: PromotionRow, draw: int, number: int
) -> PresenceRow | None:
    """When the scrutineer was last there for a round."""
    mine = select(PresenceRow).where(
        col(PresenceRow.promotion_id) == row.pk,
        col(PresenceRow.draw) == draw,
        col(PresenceRow.round) == number,
    )
    return session.exec(mine.order_by(col(PresenceRow.id).desc())).first()


def terms_for(session: Session, row: PromotionRow, draw: int) -> Terms:
    """The terms of a draw: those its list was frozen under, or those in force."""
    frozen = closing.of(session, row, draw)
    if frozen is None:
        return queries.terms_of(session, row)
    return queries.terms_in(session.get_one(DocumentRow, frozen.document_id))


def how(terms: Terms) -> How:
    """How the terms have winners found: by what anybody can repeat, or by hand."""
    return How.BARREL if terms.award.manner.by is Manner.BARREL else How.PROVABLE


def stands(
    session: Session,
    row: PromotionRow,
    draw: int,
    act: Act,
    selection: SelectionRow | None = None,
) -> Room:
    """A draw as it stands, or a replacement round for one selection of it."""
    terms = terms_for(session, row, draw)
    frozen = closing.of(session, row, draw)
    planned = next((d for d in terms.draws if d.number == draw), None)
    made, number = newest(session, row, draw), _round(session, row, draw, selection)
    drawer = session.get_one(StaffRow, made.drawer_id) if made else None
    watcher = _staff(session, made.scrutineer_id if made else None)
    there = presence(session, row, draw, number)
    header = headers.of(session, frozen) if frozen else None
    return Room(
        facts=queries.facts_of(session, row, act.now, by=act.by, terms=terms),
        status=row.status,
        draw=draw,
        drawn_at=planned.drawn_at if planned else None,
        round=number,
        frozen=frozen is not None,
        header=header is not None,
        holders=frozen.holders if frozen else 0,
        watched=bool(lists.scrutineer_in(header)),
        promised=_promised(session, row, draw, lists.scrutineer_in(header)),
        drawer=drawer.username if drawer else "",
        drawer_name=drawer.name if drawer else "",
        watcher=watcher.username if watcher else "",
        bonds=tuple(made.bonds) if made else (),
        waived=made is not None and waiver(session, made) is not None,
        value_named=lists.value_in(header) != "none",
        value=value(session, row, draw),
        presence=Presence(there.at, there.by, there.beacon) if there else None,
        reserves=lists.reserves_in(header),
        **_vacated(session, row, frozen, draw, selection),
    )


def _round(
    session: Session, row: PromotionRow, draw: int, selection: SelectionRow | None
) -> int:
    """Nought before the draw; afterwards the number of the next replacement."""
    held = winners.held(session, row, draw)
    if held is None or selection is None:
        return 0
    return max((one.round for one in winners.selections(session, held)), default=0) + 1


def _vacated(
    session: Session,
    row: PromotionRow,
    frozen: FreezeRow | None,
    draw: int,
    selection: SelectionRow | None,
) -> dict[str, Any]:
    held = winners.held(session, row, draw)
    if selection is None or held is None or frozen is None:
        return {}
    vacant = vacancies.is_vacant(vacancies.of(session, selection))
    drum = lists.drum(session, frozen, winners.selections(session, held))
    open_ = vacant and not vacancies.is_replaced(session, selection)
    return {"vacant": open_, "left": drum.left}


def _promised(session: Session, row: PromotionRow, draw: int, promised: str) -> bool:
    """Whether the header's promise is of whoever is the scrutineer now."""
    promise = headers.promise_of(session, row, draw)
    return (promise.promise if promise else "") == promised


def _staff(session: Session, staff_id: int | None) -> StaffRow | None:
    return session.get(StaffRow, staff_id) if staff_id else None


def set_up(
    session: Session, row: PromotionRow, draw: int, people: People, act: Act
) -> RoomRow | Refused:
    """Say who draws and presents, and hold everybody in the room against the list."""
    drawer = queries.staff_named(session, people.drawer)
    presenter = queries.staff_named(session, people.presenter)
    frozen, current = closing.of(session, row, draw), nominees.current(session, row)
    watcher = _staff(session, current.staff_id if current else None)
    reasons = [*_people(session, people, drawer, presenter, watcher)]
    if frozen is None:
        wrong = f"The list of draw {draw} is not frozen."
        reasons.append(Refusal(READY, wrong, "Set up the room once it is."))
    if winners.held(session, row, draw) is not None and not reasons:
        reasons += _after(session, row, draw)
    if reasons or drawer is None or frozen is None:
        return refused(session, row, "set up room", tuple(reasons), act)
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
        yield Refusal(rules.ONCE, wrong, "Set up the room of the next number.")


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
            yield Refusal(rules.THERE, wrong, right, field)


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
    made = newest(session, row, draw)
    reasons = []
    if made is None or not made.bonds:
        wrong = "There is nothing to waive."
        reasons.append(Refusal(SCREENED, wrong, "The draw can be held without it."))
    elif act.by.id in {one.username for one in _in(session, made)}:
        wrong = "You are in the room of this draw."
        reasons.append(Refusal(SCREENED, wrong, "Somebody else waives it."))
    elif waiver(session, made) is not None:
        wrong = "It is waived already."
        reasons.append(Refusal(SCREENED, wrong, "The draw can be held."))
    if not reason.strip():
        wrong = "No reason is given."
        reasons.append(Refusal(SCREENED, wrong, "Write it down.", "reason"))
    if reasons or made is None:
        return refused(session, row, "waive bonds", tuple(reasons), act)
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


def refused(
    session: Session,
    row: PromotionRow,
    name: str,
    reasons: tuple[Refusal, ...],
    act: Act,
) -> Refused:
    """Every reason against an act in the room, on the record."""
    verdict = Refused(reasons)
    steps.note(session, row, name, act, verdict)
    return verdict
