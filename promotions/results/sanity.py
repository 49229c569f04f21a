"""How the winners of a draw lie against its tickets: by day, channel, tier, holding."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, func, select

from promotions.drawing import winners
from promotions.drawing.models import DrawRow
from promotions.freezing import listing, reading
from promotions.freezing.models import FreezeRow, ScreenedRow
from promotions.freezing.screening import Screened
from promotions.models import PromotionRow
from promotions.rules import sanity as rules
from promotions.rules.sanity import Group
from promotions.tickets.models import Came, GrantRow

Mine = tuple[ColumnElement[bool], ...]
Split = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class DrawChances:
    """One draw: how many won, and every group beside its expectation."""

    draw: DrawRow
    winners: int
    days: Sequence[Group]
    channels: Sequence[Group]
    tiers: Sequence[Group]  # none where no list said any
    holdings: Sequence[Group]


def of(session: Session, row: PromotionRow) -> Iterator[DrawChances]:
    """Every draw that gave winners, in order."""
    for draw in winners.draws(session, row):
        drawn = [one.ref for one in winners.selections(session, draw)]
        if drawn:
            yield _looked(session, row, draw, drawn)


def _looked(
    session: Session, row: PromotionRow, draw: DrawRow, drawn: Sequence[str]
) -> DrawChances:
    mine = _counting(session, row, draw)
    zone = winners.terms_of(session, draw).zone
    theirs = [(*mine, col(GrantRow.holder) == ref) for ref in drawn]
    days = [_by_day(session, one, zone) for one in theirs]
    channels = [_by_channel(session, one) for one in theirs]
    tiers = [_by_tier(session, one) for one in theirs]
    held = [sum(_held(session, one).values()) for one in theirs]
    return DrawChances(
        draw,
        len(drawn),
        rules.groups(_by_day(session, mine, zone), days),
        rules.groups(_by_channel(session, mine), channels),
        rules.said(rules.groups(_by_tier(session, mine), tiers)),
        rules.groups(_held(session, mine), [{rules.band(n): n} for n in held if n]),
    )


def _counting(session: Session, row: PromotionRow, draw: DrawRow) -> Mine:
    """What tells the tickets that were in the list from all others."""
    freeze = reading.origin(session, session.get_one(FreezeRow, draw.freeze_id))
    terms = winners.terms_of(session, draw)
    drum = listing.drum(session, row.pk, freeze.draw, terms, Screened())
    out = select(ScreenedRow.holder).where(col(ScreenedRow.freeze_id) == freeze.pk)
    return (*drum.counting(), col(GrantRow.holder).not_in(out))


def _by_channel(session: Session, mine: Mine) -> Split:
    """Tickets that came, by what gave them; what was taken back again is left out."""
    total = func.sum(col(GrantRow.tickets))
    by = select(GrantRow.came, total).where(*mine, col(GrantRow.tickets) > 0)
    found = session.exec(by.group_by(col(GrantRow.came)))
    return dict(sorted((Came(came).value, int(count)) for came, count in found))


def _by_tier(session: Session, mine: Mine) -> Split:
    """Tickets that came, by the tier of the card; most lists say none."""
    total = func.sum(col(GrantRow.tickets))
    by = select(GrantRow.tier, total).where(*mine, col(GrantRow.tickets) > 0)
    found = session.exec(by.group_by(col(GrantRow.tier)))
    return dict(sorted((tier or rules.UNSAID, int(count)) for tier, count in found))


def _by_day(session: Session, mine: Mine, zone: ZoneInfo) -> Split:
    """Tickets that came, by the day on the venue's clock."""
    total = func.sum(col(GrantRow.tickets))
    by = select(GrantRow.at, total).where(*mine, col(GrantRow.tickets) > 0)
    found: dict[date, int] = {}
    for at, count in session.exec(by.group_by(col(GrantRow.at))):
        day = at.astimezone(zone).date()
        found[day] = found.get(day, 0) + int(count)
    return {f"{day.day} {day:%b %Y}": n for day, n in sorted(found.items())}


def _held(session: Session, mine: Mine) -> Split:
    """Tickets by how many their holder has."""
    total = func.sum(col(GrantRow.tickets))
    by = select(total).where(*mine).group_by(col(GrantRow.holder)).having(total > 0)
    found = {label: 0 for _, label in rules.BANDS} | {rules.ABOVE: 0}
    for count in session.exec(by):
        found[rules.band(int(count))] += int(count)
    return {label: count for label, count in found.items() if count}
