"""What every page of a meter shares: finding it, showing it, going on after an act."""

from datetime import datetime, timedelta
from typing import Any

from flask import Blueprint, abort, current_app, flash, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from game.ranks import LADDERS
from house.floor.meters import chart, line, queries, services
from house.floor.meters.accounts import MILLIONTHS
from house.floor.meters.ledger import state, terms_of
from house.floor.meters.linking import tables_on
from house.floor.meters.models import MeterRow, MeterStatus
from house.floor.meters.paying_rules import how_it_pays
from house.floor.meters.systems import SYSTEMS
from house.floor.meters.taking_effect import hold_as_of
from house.floor.meters.terms import percent
from house.floor.models import TableRow
from house.floor.tables.queries import floor
from house.floor.tables.services import get
from house.notices.daily import midnight
from house.people.roles import Role
from house.units import written
from house.web import go_to, now, refuse, venue, writing
from house.web.access import may
from rulebook import SOURCES, Refused

bp = Blueprint("meters", __name__, url_prefix="/desk/meters")
RUN = (Role.SUPERVISOR, Role.DIRECTOR, Role.DEPUTY)
SET_UP = (Role.DIRECTOR, Role.DEPUTY)
DAYS = 60


def found(session: Session, meter_id: int) -> MeterRow:
    """The meter to look at, or a page that says there is none."""
    meter = session.get(MeterRow, meter_id) if 0 < meter_id < 2**31 else None
    if meter is None:
        abort(404, "There is no such meter.")
    return meter


def held(meter_id: int) -> MeterRow:
    """The meter to act on, locked, with everything that is due already done."""
    found(writing(), meter_id)
    meter = hold_as_of(writing(), meter_id, now())
    assert meter is not None
    return meter


def table(session: Session, number: int) -> TableRow:
    """The table with this number, or a page that says there is none."""
    row = get(session, number)
    if row is None:
        abort(404, f"There is no table {number}.")
    return row


def allowed(endpoint: str) -> bool:
    """Whether whoever is signed in may use this page of the meters."""
    return may(f"{bp.name}.{endpoint}", current_app)


def shown(
    session: Session, meter: MeterRow, before: int | None = None
) -> dict[str, Any]:
    """What a meter's page shows, and what stands against opening it."""
    waiting = line.open_claims(session, meter)
    draft = meter.status is MeterStatus.DRAFT
    return {
        "meter": meter,
        "terms": terms_of(meter),
        "state": state(meter),
        "system": SYSTEMS[meter.rulebook],
        "source": SOURCES[meter.rulebook],
        "rate": percent(meter.rate_millionths),
        "on": tables_on(session, meter),
        "pending": queries.pending(session, meter),
        "refused_changes": queries.refused_changes(session, meter),
        "waiting": waiting,
        "not_open": tuple(services.against_opening(session, meter)) if draft else (),
        "ledger": queries.ledger(session, meter, before),
        "graph": graph(session, meter),
        "free": free_tables(session, meter),
        "others": [one.meter for one in queries.every_meter(session)],
        "confirms": confirms(meter),
        "how_it_pays": how_it_pays(terms_of(meter)),
        "may": allowed,
        "exact": exact,
    }


def exact(millionths: int) -> str:
    """What a row of the ledger moves, to the last part of a cent."""
    return f"{'' if millionths < 0 else '+'}{written(millionths, MILLIONTHS)}"


def confirms(meter: MeterRow) -> str:
    """Who confirms a prize from this meter, in the document's own words."""
    return LADDERS[meter.rulebook].title(SYSTEMS[meter.rulebook].confirms.value)


def free_tables(session: Session, meter: MeterRow) -> list[TableRow]:
    """Tables of the meter's document and game that are not on it."""
    on = {row.pk for row, _ in tables_on(session, meter)}
    game = SYSTEMS[meter.rulebook].game
    return [
        one.table
        for one in floor(session, now())
        if one.table.rulebook == meter.rulebook
        and one.table.game.value == game
        and one.table.pk not in on
    ]


def graph(session: Session, meter: MeterRow) -> dict[str, Any] | None:
    """The meter over its last days, drawn and said."""
    if meter.opened_at is None:
        return None
    end = meter.closed_at - timedelta(seconds=1) if meter.closed_at else now()
    moments = [*_midnights(end, meter.opened_at), end]
    values = queries.values_at(session, meter, moments)
    drawn = chart.draw(moments, values, meter.reseed_cents)
    if drawn is None:
        return None
    return {"chart": drawn, "finding": chart.finding(drawn, day)}


def _midnights(end: datetime, opened: datetime) -> list[datetime]:
    today = venue().local(end).date()
    days = [midnight(venue(), today - timedelta(days=n)) for n in range(DAYS, -1, -1)]
    first = [max(opened, days[0])]
    return first + [moment for moment in days if first[0] < moment < end]


def day(at: datetime) -> str:
    """A day as the chart says it: 3 October."""
    local = venue().local(at)
    return f"{local.day} {local:%B}"


def settled(
    verdict: object, meter: MeterRow, done: str, page: str = "", /, **context: Any
) -> ResponseReturnValue:
    """Go on to the meter after an act, or show every reason against it."""
    if isinstance(verdict, Refused):
        about = context or shown(writing(), meter)
        return refuse(page or "meters/show.html", verdict, **about)
    flash(done)
    return go_to(url_for("meters.show", meter_id=meter.pk))
