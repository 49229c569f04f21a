"""Sheets on who ran a tournament, who entered it, and who was told what."""

from typing import Any

from sqlalchemy import Select
from sqlalchemy import select as sa_select
from sqlmodel import Session, col

from house.notices.models import NoticeRow
from house.packs.parts import Sheet
from house.people.models import StaffRow
from house.web.request import venue
from rulebook import CROWN3, HOUSE
from tournaments.arrival.models import ArrivalRow
from tournaments.conduct.models import HandoverRow
from tournaments.entrants.models import ConsentRow
from tournaments.exporting import sheets as exported
from tournaments.exporting.sheets import Export
from tournaments.models import (
    KIND,
    AdviceRow,
    AppointmentRow,
    AvailableRow,
    BriefingRow,
    EntryRow,
    PresenceRow,
    StatusChangeRow,
    SubstitutionRow,
    TournamentRow,
)
from tournaments.packing.reading import (
    Rows,
    by_entry,
    columns,
    entrant,
    of,
    sheet,
    signed,
)
from tournaments.path.models import RefundPaidRow, RefundRow


def _steps(id_: int) -> Select[Any]:
    shown = columns(StatusChangeRow, Step="action", Was="was", Became="becomes")
    more = columns(StatusChangeRow, Reason="reason")
    return of(StatusChangeRow, id_, *shown, *more, *signed(StatusChangeRow))


def _notices(id_: int) -> Select[Any]:
    first = columns(NoticeRow, Notice="id", Kind="kind", To="audience", Rule="rule_id")
    then = columns(NoticeRow, Title="title", Drafted="drafted_at", Due="due_at")
    last = columns(
        NoticeRow, Given="posted_at", By="posted_by_name", Delivered="sent_at"
    )
    ends = columns(NoticeRow, Acknowledged="acknowledged_at", SHA_256="text_sha256")
    return (
        sa_select(*first, *then, *last, *ends)
        .where(col(NoticeRow.about_kind) == KIND, col(NoticeRow.about_id) == str(id_))
        .order_by(col(NoticeRow.id))
    )


def _available(id_: int) -> Select[Any]:
    return of(
        AvailableRow, id_, *columns(AvailableRow, Where="places"), *signed(AvailableRow)
    )


def _advice(id_: int) -> Select[Any]:
    shown = columns(AdviceRow, Notice="notice_id", Reference="reference")
    return of(AdviceRow, id_, *shown, *signed(AdviceRow))


def _appointments(id_: int) -> Select[Any]:
    row, who = AppointmentRow, columns(StaffRow, Who="name")
    shown = columns(row, Office="office", Appointed="appointed", Reason="reason")
    found = of(row, id_, *who, *shown, *signed(row))
    return found.join(StaffRow, col(StaffRow.id) == row.staff_id)


def _presence(id_: int) -> Select[Any]:
    row, who = PresenceRow, columns(StaffRow, Who="name")
    found = of(row, id_, *who, *columns(row, There="present"), *signed(row))
    return found.join(StaffRow, col(StaffRow.id) == row.staff_id)


def _handovers(id_: int) -> Select[Any]:
    shown = columns(HandoverRow, To="to_name", Waiting="waiting", Note="note")
    return of(HandoverRow, id_, *shown, *signed(HandoverRow))


def _briefing(id_: int) -> Select[Any]:
    shown = columns(BriefingRow, Understood="understood")
    return by_entry(BriefingRow, id_, *shown, *signed(BriefingRow))


def _consents(id_: int) -> Select[Any]:
    shown = columns(ConsentRow, To="what", Given="given")
    return by_entry(ConsentRow, id_, *shown, *signed(ConsentRow))


def _arrivals(id_: int) -> Select[Any]:
    shown = columns(ArrivalRow, Stage="stage_at", Session="session", Export="what")
    more = columns(ArrivalRow, Identity_seen="identity_seen")
    return by_entry(ArrivalRow, id_, *shown, *more, *signed(ArrivalRow))


def _substitutes(id_: int) -> Select[Any]:
    shown = columns(SubstitutionRow, In_place_of="replaced_name", Plays="name")
    more = columns(SubstitutionRow, Takes_the_stack="takes_stack")
    return by_entry(SubstitutionRow, id_, *shown, *more, *signed(SubstitutionRow))


def _refunds(id_: int) -> Select[Any]:
    row, paid = RefundRow, RefundPaidRow
    shown = columns(row, Cause="cause", Why="why", Rules="rule_ids", Due_since="at")
    handed = columns(paid, How="how", Paid="at", By="by_name")
    found = by_entry(row, id_, *shown, *handed)
    return found.join(paid, col(paid.refund_id) == row.id, isouter=True)


def _accepted(id_: int) -> Select[Any]:
    shown = columns(EntryRow, State="state", Accepted="accepted_at", Signed="signed_at")
    more = columns(
        EntryRow, Reason="reason", Entered="entered_at", By="entered_by_name"
    )
    return of(EntryRow, id_, *entrant(), *shown, *more)


def _exported(what: Export) -> Any:
    """A sheet that staff take away as well, from the same rows."""

    def rows(session: Session, id_: int) -> Rows:
        tournament = session.get_one(TournamentRow, id_)
        return exported.rows(session, tournament, what, venue())

    return rows


SHEETS = (
    Sheet("steps", "Every step of its path", HOUSE.at("TOURN-15"), sheet(_steps)),
    Sheet(
        "notices",
        "Notices, to whom and when",
        CROWN3.at("12.4.1(c)"),
        sheet(_notices),
    ),
    Sheet(
        "available",
        "Where the terms could be had",
        CROWN3.at("12.2.2(a)"),
        sheet(_available),
    ),
    Sheet(
        "advice",
        "The inspectorate advised",
        CROWN3.at("12.2.2(b)"),
        sheet(_advice),
    ),
    Sheet(
        "appointments",
        "Director and deputies appointed",
        CROWN3.at("12.2.3"),
        sheet(_appointments),
    ),
    Sheet("presence", "Who was there", HOUSE.at("TOURN-63"), sheet(_presence)),
    Sheet("handovers", "Handed over", CROWN3.at("12.2.3(a)"), sheet(_handovers)),
    Sheet(
        "accepted",
        "Entries and the terms they accepted",
        CROWN3.at("12.4.2(a)(i)"),
        sheet(_accepted),
    ),
    Sheet(
        "entries",
        "Entries, seats and what they paid",
        CROWN3.at("12.4.2(c)"),
        _exported(Export.ENTRIES),
    ),
    Sheet(
        "receipts",
        "Every receipt",
        HOUSE.at("TOURN-82"),
        _exported(Export.MONEY),
    ),
    Sheet("refunds", "Refunds", CROWN3.at("12.5.3(a)(iv)"), sheet(_refunds)),
    Sheet("consents", "Consents", CROWN3.at("12.5.3(f)"), sheet(_consents)),
    Sheet(
        "substitutes", "Substitutes", CROWN3.at("12.5.3(a)(iii)"), sheet(_substitutes)
    ),
    Sheet("briefing", "Who was briefed", CROWN3.at("12.3.1"), sheet(_briefing)),
    Sheet(
        "arrivals",
        "Who came and who did not",
        CROWN3.at("12.5.3(b)(i)"),
        sheet(_arrivals),
    ),
)
