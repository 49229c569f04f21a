"""Watching over meters: their equipment, their displays, alarms, their screens."""

from sqlmodel import Session

from game.jackpots.meter import integrity_alarm
from house.floor.acts import Act
from house.floor.meters.ledger import WRITTEN, link_of, note, ring, state
from house.floor.meters.linking import OWN_DOCUMENT
from house.floor.meters.models import MeterRow
from house.floor.meters.opening import Linked
from house.floor.meters.services import ADDRESS, new_token
from house.floor.models import TableRow
from house.money import dollars
from rulebook import CROWN3, Refusal, Refused

WORKS = CROWN3.at("9.2.1")


def report_equipment(
    session: Session, meter: MeterRow, table: TableRow, report: Linked, act: Act
) -> MeterRow | Refused:
    """Say how a linked table's equipment does, and what covers for it by hand."""
    link = link_of(session, meter, table.pk)
    refused = None
    if link is None:
        wrong = f"Table {table.number} is not on {meter.name}."
        refused = Refused((Refusal(OWN_DOCUMENT, wrong, "Choose one that is."),))
    else:
        link.display_works = report.display_works
        link.recorder_works = report.recorder_works
        link.manual_cover = report.manual_cover.strip()[:200]
        session.flush()
    after = {
        "table": table.number,
        "display works": report.display_works,
        "recorder works": report.recorder_works,
        "covered by hand": report.manual_cover,
    }
    name = "report meter equipment"
    note(session, meter, act, name, refused, rules=(WORKS,), after=after)
    return refused or meter


def check_display(
    session: Session, meter: MeterRow, shown_cents: int, act: Act
) -> MeterRow | Refused:
    """Compare what a display shows with the meter; too little rings an alarm."""
    mine = state(meter)
    alarm = integrity_alarm(mine, shown_cents)
    refused = None
    if alarm is not None:
        wrong = f"The display shows {dollars(shown_cents)}."
        right = f"It may show no less than {dollars(int(mine.floor_cents))}."
        alarm = Refusal(alarm.cite, wrong, right, "shown_cents")
        ring(meter, alarm, act.now)
        session.flush()
        refused = Refused((alarm,))
    after = {"shown_cents": shown_cents, "meter_cents": meter.value_cents}
    name = "raise alarm on meter" if alarm else "check meter display"
    note(session, meter, act, name, None, rules=(mine.rules.floor,), after=after)
    return refused or meter


def end_alarm(
    session: Session, meter: MeterRow, finding: str, act: Act
) -> MeterRow | Refused:
    """End the alarm on a meter that is held, with what was found."""
    refusals = []
    if meter.alarm_at is None:
        refusals.append(Refusal(WRITTEN, "No alarm stands on this meter."))
    if not finding.strip():
        wrong = "An alarm ends with a written finding."
        refusals.append(Refusal(WRITTEN, wrong, "Say what was found.", "finding"))
    refused = Refused(tuple(refusals)) if refusals else None
    before = {"alarm": meter.alarm_text}
    if not refused:
        meter.alarm_at, meter.alarm_rule, meter.alarm_text = None, "", ""
        session.flush()
    after = {"finding": finding}
    name = "end meter alarm"
    note(
        session, meter, act, name, refused, rules=(WRITTEN,), before=before, after=after
    )
    return refused or meter


def new_address(session: Session, meter: MeterRow, act: Act) -> MeterRow:
    """Give the meter's screen another address; the old one is dead at once."""
    meter.token = new_token()
    session.flush()
    note(session, meter, act, "give meter screen new address", None, rules=(ADDRESS,))
    return meter
