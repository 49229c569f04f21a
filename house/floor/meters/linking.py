"""Which tables are on which meter, and linking them while a meter is a draft."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from game.jackpots.links import MeterSystem, TableTerms, may_join
from house.floor.acts import Act
from house.floor.meters.ledger import link_of, linked, note, terms_of
from house.floor.meters.models import MeterRow, MeterStatus, MeterTableRow
from house.floor.meters.opening import Linked, group
from house.floor.meters.systems import SYSTEMS
from house.floor.meters.terms import MOST_CENTS
from house.floor.models import TableRow
from rulebook import HOUSE, Refusal, Refused

OWN_DOCUMENT = HOUSE.at("METERS-4")


@dataclass(frozen=True, slots=True)
class TableChecked:
    """What somebody saw at a table: its display, and places for jackpot wagers."""

    shown_cents: int | None
    has_spots: bool


def tables_on(
    session: Session, meter: MeterRow
) -> Sequence[tuple[TableRow, MeterTableRow]]:
    """The tables linked to a meter now, in the order of their numbers."""
    query = (
        select(TableRow, MeterTableRow)
        .join(MeterTableRow, col(MeterTableRow.table_id) == TableRow.id)
        .where(
            col(MeterTableRow.meter_id) == meter.pk,
            col(MeterTableRow.until_at).is_(None),
        )
        .order_by(col(TableRow.number))
    )
    return session.exec(query).all()


def links(session: Session, meter: MeterRow) -> list[Linked]:
    """The linked tables as the rules see them."""
    return [linked(table, link) for table, link in tables_on(session, meter)]


def system_of(session: Session, meter: MeterRow) -> MeterSystem:
    """The meter with its tables as the link rules see it."""
    on = [str(table.number) for table, _ in tables_on(session, meter)]
    return group(meter.name, terms_of(meter), on)


def others(session: Session, meter: MeterRow) -> list[MeterSystem]:
    """The other open meters of the same document."""
    query = select(MeterRow).where(
        col(MeterRow.rulebook) == meter.rulebook,
        col(MeterRow.status) == MeterStatus.OPEN,
        col(MeterRow.id) != meter.pk,
    )
    found = session.exec(query.order_by(col(MeterRow.id))).all()
    return [system_of(session, other) for other in found]


def check_join(
    session: Session,
    meter: MeterRow,
    table: TableRow,
    terms: TableTerms | None = None,
) -> Iterator[Refusal]:
    """Every reason why a table may not be on the meter."""
    system = SYSTEMS[meter.rulebook]
    if table.rulebook != meter.rulebook or table.game.value != system.game:
        wrong = f"Table {table.number} plays {table.game.label} under {table.rulebook}."
        right = f"{meter.name} is a meter of {meter.rulebook}."
        yield Refusal(OWN_DOCUMENT, wrong, right, "table")
        return
    own = terms_of(meter)
    mine = system_of(session, meter)
    if not mine.tables:  # the first table joins the meter's own terms as well
        mine = group(meter.name, own, ["meter"])
    newcomer = terms or own.at_table(str(table.number))
    refused = may_join(system.links, mine, newcomer, _elsewhere(session, meter))
    yield from refused.refusals if refused else ()
    if not refused:
        yield from _on_any(session, meter, table)


def _elsewhere(session: Session, meter: MeterRow) -> list[MeterSystem]:
    query = select(MeterRow).where(
        col(MeterRow.status) != MeterStatus.CLOSED, col(MeterRow.id) != meter.pk
    )
    return [system_of(session, other) for other in session.exec(query)]


def _on_any(session: Session, meter: MeterRow, table: TableRow) -> Iterator[Refusal]:
    """Where the document is silent, a table is still on no more than one meter."""
    query = select(MeterTableRow, MeterRow).where(
        col(MeterTableRow.table_id) == table.pk,
        col(MeterTableRow.until_at).is_(None),
        col(MeterRow.id) == col(MeterTableRow.meter_id),
    )
    for _link, on in session.exec(query):
        wrong = f"Table {table.number} is on {on.name}."
        cite = SYSTEMS[meter.rulebook].links.one_meter or OWN_DOCUMENT
        yield Refusal(cite, wrong, "Remove or transfer it first.", "table")


def link_draft(
    session: Session,
    meter: MeterRow,
    table: TableRow,
    act: Act,
    terms: TableTerms | None = None,
) -> MeterRow | Refused:
    """Link a table to a meter that is held and has not opened yet."""
    refusals = [*check_join(session, meter, table, terms), *_drafted(meter)]
    refused = Refused(tuple(refusals)) if refusals else None
    if not refused:
        link = MeterTableRow(meter_id=meter.pk, table_id=table.pk, since_at=act.now)
        session.add(link)
        session.flush()
    after = {"table": table.number}
    note(session, meter, act, "link table to meter", refused, after=after)
    return refused or meter


def unlink_draft(
    session: Session, meter: MeterRow, table: TableRow, act: Act
) -> MeterRow | Refused:
    """Take a table off a meter that is held and has not opened yet."""
    link = link_of(session, meter, table.pk)
    refusals = [*_drafted(meter)]
    if link is None:
        wrong = f"Table {table.number} is not on {meter.name}."
        refusals.append(Refusal(OWN_DOCUMENT, wrong, "Choose one that is.", "table"))
    refused = Refused(tuple(refusals)) if refusals else None
    if link is not None and not refused:
        link.until_at = act.now
        session.flush()
    before = {"table": table.number}
    note(session, meter, act, "unlink table from meter", refused, before=before)
    return refused or meter


def look(
    session: Session, meter: MeterRow, table: TableRow, seen: TableChecked, act: Act
) -> MeterRow | Refused:
    """Note what somebody saw at a table of a meter that is held and not open yet."""
    link = link_of(session, meter, table.pk)
    refusals = [*_drafted(meter)]
    if link is None:
        wrong = f"Table {table.number} is not on {meter.name}."
        refusals.append(Refusal(OWN_DOCUMENT, wrong, "Choose one that is.", "table"))
    if seen.shown_cents is not None and not 0 <= seen.shown_cents <= MOST_CENTS:
        wrong, right = "No display shows that.", "Give what it shows, in dollars."
        refusals.append(Refusal(OWN_DOCUMENT, wrong, right, "shown"))
    refused = Refused(tuple(refusals)) if refusals else None
    if link is not None and not refused:
        link.shown_cents, link.has_spots = seen.shown_cents, seen.has_spots
        session.flush()
    after = {
        "table": table.number,
        "shown_cents": seen.shown_cents,
        "places for wagers": seen.has_spots,
    }
    note(session, meter, act, "look at meter table", refused, after=after)
    return refused or meter


def _drafted(meter: MeterRow) -> Iterator[Refusal]:
    if meter.status is not MeterStatus.DRAFT:
        wrong = f"{meter.name} is {meter.status.value}."
        right = "Tables of an open meter change by an announced change."
        yield Refusal(SYSTEMS[meter.rulebook].table_notice.cite, wrong, right)
