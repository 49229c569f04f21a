"""The meter on a public screen: its value and nothing of the staff."""

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from game.jackpots.equipment import promotional_display
from house.floor.meters.ledger import state
from house.floor.meters.models import MeterRow, MeterStatus
from house.floor.meters.queries import by_token, every_meter
from house.floor.tables.pages import polled
from house.web import anyone, reading

public = Blueprint("meter_screens", __name__, url_prefix="/display/meter")


def _asked(token: str) -> MeterRow:
    meter = by_token(reading(), token) if len(token) <= 64 else None
    if meter is None:
        abort(404, "No screen of this house has this address.")
    return meter


def _values(meter: MeterRow, *, beside: bool) -> str:
    """The meter, alone or beside the others, as a public screen may show it."""
    shown = [meter]
    if beside:
        others = (one.meter for one in every_meter(reading()))
        shown += [m for m in others if m.pk != meter.pk]
    running = [m for m in shown if m.status is MeterStatus.OPEN]
    values = promotional_display({m.name: state(m).value_cents for m in running})
    return render_template("meters/_value.html", meter=meter, values=values)


@public.get("/<token>")
@anyone
def show(token: str) -> ResponseReturnValue:
    """The live value of a meter, filling a screen."""
    return _page(token, beside=False)


@public.get("/<token>/all")
@anyone
def show_all(token: str) -> ResponseReturnValue:
    """The same beside every other open meter of the house."""
    return _page(token, beside=True)


def _page(token: str, *, beside: bool) -> ResponseReturnValue:
    meter = _asked(token)
    body = _values(meter, beside=beside)
    return render_template(
        "meters/display.html", meter=meter, body=body, token=token, beside=beside
    )


@public.get("/<token>/value")
@anyone
def value(token: str) -> ResponseReturnValue:
    """The value alone, sent only when it differs from before."""
    return polled(_values(_asked(token), beside=False))


@public.get("/<token>/all/value")
@anyone
def all_values(token: str) -> ResponseReturnValue:
    """All values, sent only when one differs from before."""
    return polled(_values(_asked(token), beside=True))
