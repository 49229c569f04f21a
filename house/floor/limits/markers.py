"""Markers at seats: limits agreed with one player, until that player leaves."""

from collections.abc import Iterator
from dataclasses import replace

from sqlmodel import Session

from game.limits import agree_personal
from game.play.setup import Limits
from house.floor.acts import Act, record
from house.floor.limits.changes import catch_up
from house.floor.limits.rules import SEATED, SeatedPatron, fits_seat
from house.floor.models import TableRow, TableStatus
from house.floor.ranks import rank_of
from house.floor.signs.models import MarkerKind, MarkerRow
from house.floor.tables.documents import limit_rules
from house.floor.tables.rules import LIMITS, check_limits, layout_of
from house.floor.tables.standing import Figures, Standing
from rulebook import HOUSE, Refusal, Refused

STEP = HOUSE.at("STEP-1")


def agree(
    session: Session, table: TableRow, player: SeatedPatron, figures: Figures, act: Act
) -> MarkerRow | Refused:
    """Agree limits of a player's own; the seat carries a marker from now on."""
    stands = catch_up(session, table, act.now)
    rules = limit_rules(table)
    limits = Limits(figures.minimum, figures.maximum, figures.unit)
    agreed = agree_personal(rules, player.seat, player.player, limits, rank_of(act.by))
    others = agreed.refusals if isinstance(agreed, Refused) else ()
    found = (*_agreeable(stands, player, figures), *others)
    refused = Refused(found) if found else None
    record(
        session,
        act,
        "agree personal limits",
        table,
        refused,
        rules=(rules.personal.cite, rules.personal_marker.cite),
        after=figures.plain() | {"seat": player.seat, "player": player.player},
    )
    if refused:
        return refused
    marker = MarkerRow(
        table_id=table.pk,
        seat=player.seat,
        player=player.player,
        kind=MarkerKind.PERSONAL,
        minimum_cents=figures.minimum,
        maximum_cents=figures.maximum,
        rule_id=rules.personal.cite.id,
        since=act.now,
        agreed_by=act.by.name,
    )
    session.add(marker)
    session.flush()
    return marker


def _agreeable(
    stands: Standing, player: SeatedPatron, figures: Figures
) -> Iterator[Refusal]:
    """Whether such a marker can stand at the seat."""
    table = stands.table
    if table.status is not TableStatus.OPEN:
        yield Refusal(STEP, f"Table {table.number} is closed.", "Open it first.")
    yield from fits_seat(player, table.seats, "seat")
    layout = replace(layout_of(table), **figures.plain())
    offer = layout.offer
    yield from check_limits(layout, offer.limits if offer else LIMITS)
    for marker in stands.personal:
        if marker.seat == player.seat:
            wrong = f"{marker.player} at seat {marker.seat} has a marker already."
            yield Refusal(SEATED, wrong, "End it first.", "seat")


def leave(
    session: Session, table: TableRow, seat: int, act: Act
) -> tuple[MarkerRow, ...] | Refused:
    """Take away every marker of a seat, because its player has left."""
    stands = catch_up(session, table, act.now)
    gone = tuple(marker for marker in stands.markers if marker.seat == seat)
    if not gone:
        wrong = f"There is no marker at seat {seat}."
        refused = Refused((Refusal(SEATED, wrong),))
        record(session, act, "end markers", table, refused)
        return refused
    end(gone, "The player left", act)
    kept = limit_rules(table).kept_minimum
    rules = (SEATED, kept.ends_on_leaving) if kept else (SEATED,)
    before = {"markers": [f"seat {m.seat}: {m.player}, {m.kind.value}" for m in gone]}
    record(session, act, "end markers", table, rules=rules, before=before)
    return gone


def end(markers: tuple[MarkerRow, ...], why: str, act: Act) -> None:
    """Write down that these markers are gone."""
    for marker in markers:
        marker.ended_at, marker.ended_by = act.now, act.by.name
        marker.ended_why = why
