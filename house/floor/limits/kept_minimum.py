"""A minimum raised at once: the players already seated keep the old one."""

from sqlmodel import Session

from house.floor.acts import Act, record
from house.floor.limits.rules import SeatedPatron
from house.floor.signs.models import MarkerKind, MarkerRow
from house.floor.tables.documents import limit_rules
from house.floor.tables.standing import Standing


def mark(
    session: Session, stands: Standing, seated: tuple[SeatedPatron, ...], act: Act
) -> None:
    """Give each player seated a marker for the minimum they keep."""
    table = stands.table
    kept = limit_rules(table).kept_minimum
    assert kept is not None  # decided before
    for player in seated:
        session.add(
            MarkerRow(
                table_id=table.pk,
                seat=player.seat,
                player=player.player,
                kind=MarkerKind.KEPT_MINIMUM,
                minimum_cents=table.minimum_cents,
                maximum_cents=table.maximum_cents,
                rule_id=kept.marker.id,
                since=act.now,
                agreed_by=act.by.name,
            )
        )
    record(
        session,
        act,
        "mark seats",
        table,
        rules=(kept.marker, kept.both_on_sign, kept.newcomers),
        after={
            "minimum_cents": table.minimum_cents,
            "seats": [f"{p.seat}: {p.player}" for p in seated],
        },
    )
