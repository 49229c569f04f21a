"""Meter equipment that fails is told to the inspectors where a rule says so."""

from sqlmodel import Session

from house.floor.acts import Act
from house.floor.meters.ledger import link_of, subject
from house.floor.meters.models import MeterRow
from house.floor.meters.opening import Linked
from house.floor.meters.systems import SYSTEMS
from house.floor.meters.watching import report_equipment
from house.floor.models import TableRow
from house.notices import services as notices
from house.venue import Venue
from rulebook import HOUSE, Cite, Cited, Refused

# Each part is told of once, when it begins to fail.
PARTS = Cited(
    {"display_works": "display", "recorder_works": "recorder"}, HOUSE.at("NOTICE-17")
)


def report(  # noqa: PLR0913, PLR0917
    session: Session,
    meter: MeterRow,
    table: TableRow,
    found: Linked,
    act: Act,
    house: Venue,
) -> MeterRow | Refused:
    """Say how a table's equipment does; what newly fails is drafted to be told."""
    link = link_of(session, meter, table.pk)
    worked = [p for p in PARTS.value if link is not None and getattr(link, p)]
    verdict = report_equipment(session, meter, table, found, act)
    told = SYSTEMS[meter.rulebook].faults_told
    if isinstance(verdict, Refused) or told is None:
        return verdict
    for part in worked:
        if not getattr(found, part):
            cover = found.manual_cover.strip()
            _tell(session, meter, table, part, cover, told, act, house)
    return verdict


def _tell(  # noqa: PLR0913, PLR0917
    session: Session,
    meter: MeterRow,
    table: TableRow,
    part: str,
    cover: str,
    cite: Cite,
    act: Act,
    house: Venue,
) -> None:
    covered = f"Covered by hand: {cover}" if cover else "Nothing covers for it."
    facts = {
        "meter": meter.name,
        "table": table.number,
        "at": house.long(act.now),
        "what": f"The {PARTS.value[part]} fails. {covered}",
    }
    notices.draft(
        session,
        "meter.fault",
        about=subject(meter),
        facts=facts,
        cite=cite,
        now=act.now,
        by=act.by,
        due_at=act.now,
        key=f"meter.fault:{meter.pk}:{table.number}:{part}:{act.now.isoformat()}",
    )
