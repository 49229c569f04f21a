"""The room of a draw: who is in it, what it waits for, whom it binds to entrants."""

from typing import Any

from sqlmodel import Session, col, select

from house.documents.models import DocumentRow
from house.floor.acts import Act
from house.people.models import StaffRow
from promotions import queries
from promotions.drawing import lists, vacancies, winners
from promotions.drawing.models import (
    BeaconRow,
    How,
    PresenceRow,
    RoomRow,
    SelectionRow,
    WaiverRow,
)
from promotions.freezing import closing, headers
from promotions.freezing.models import FreezeRow
from promotions.models import PromotionRow
from promotions.rules.clauses.award import Manner
from promotions.rules.room import Presence, Room
from promotions.rules.terms import Terms


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


def held_against(session: Session, row: PromotionRow, draw: int) -> str:
    """What holding the people in the room against the list came to, for everybody."""
    made = newest(session, row, draw)
    if made is None or not made.bonds:
        return "checked, none" if made else ""
    waived = waiver(session, made)
    return f"waived by {waived.by_name}" if waived else ""


def value(session: Session, row: PromotionRow, draw: int) -> str:
    """The public value as it was entered; empty before that."""
    entered = _entered(session, row, draw)
    return entered.value if entered else ""


def _entered(session: Session, row: PromotionRow, draw: int) -> BeaconRow | None:
    mine = select(BeaconRow).where(
        col(BeaconRow.promotion_id) == row.pk, col(BeaconRow.draw) == draw
    )
    return session.exec(mine).first()


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
    watcher = staff(session, made.scrutineer_id if made else None)
    there = presence(session, row, draw, number)
    header = headers.of(session, frozen) if frozen else None
    entered = _entered(session, row, draw)
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
        value=entered.value if entered else "",
        value_by=entered.by if entered else "",
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
    sign, terms = vacancies.of(session, selection), winners.terms_of(session, held)
    drum = lists.drum(session, frozen, winners.selections(session, held))
    open_ = vacancies.is_vacant(sign) and not vacancies.is_replaced(session, selection)
    stays = vacancies.is_forfeited(terms, sign)
    gone = winners.aside(session, held) is not None
    about = {"vacant": open_, "forfeited": stays, "set_aside": gone}
    return {**about, "left": drum.left}


def _promised(session: Session, row: PromotionRow, draw: int, promised: str) -> bool:
    """Whether the header's promise is of whoever is the scrutineer now."""
    promise = headers.promise_of(session, row, draw)
    return (promise.promise if promise else "") == promised


def staff(session: Session, staff_id: int | None) -> StaffRow | None:
    """Somebody on the staff by number, if there is one."""
    return session.get(StaffRow, staff_id) if staff_id else None
