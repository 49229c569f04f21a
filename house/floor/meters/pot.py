"""The prize meter as it stands on a table's sign: value, price, prizes, what comes."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from sqlmodel import Session, col, select

from game.hands import Category
from game.jackpots.prizes import FixedPrize, MeterShare, Prize, PrizeTable
from game.rulebooks.mass_side_bets import PROGRESSIVES
from house.floor.meters.changes import notice
from house.floor.meters.ledger import link_of, terms_of
from house.floor.meters.models import (
    ChangeKind,
    ChangeState,
    MeterChangeRow,
    MeterRow,
    MeterSignRow,
    MeterStatus,
    MeterTableRow,
)
from house.floor.meters.queries import meter_of
from house.floor.meters.systems import SYSTEMS
from house.floor.meters.terms import Terms, prize_table
from house.floor.models import TableRow
from house.money import dollars
from rulebook import MASS, Cite

SAYS = {
    ChangeKind.JOIN: "From then this table plays for {meter}.",
    ChangeKind.LEAVE: "From then this table has no jackpot.",
    ChangeKind.TRANSFER: "From then this table plays for {to}.",
    ChangeKind.CLOSE: "From then {meter} is closed.",
    ChangeKind.OPTION: "From then the jackpot pays by {option}.",
}
ENVY = MASS.at("11P(h)")


@dataclass(frozen=True, slots=True)
class Line:
    """One prize on the sign: the hand, how it is reckoned, what it comes to now."""

    hand: str
    cents: int
    how: str = ""


@dataclass(frozen=True, slots=True)
class Pot:
    """The jackpot of one table as its sign shows it."""

    name: str
    value_cents: int
    price_cents: int
    shown: Cite
    price: Cite
    pays: Cite
    lines: tuple[Line, ...]
    extra: tuple[Line, ...] = ()  # bonus or envy, paid to others
    extra_cite: Cite | None = None
    folded: Cite | None = None  # the sign must say that folded hands may qualify
    works: bool = True


@dataclass(frozen=True, slots=True)
class Coming:
    """A change of the meter whose sign is up at the table."""

    at: datetime | None
    says: str
    since: datetime
    cite: Cite


def pot_of(session: Session, table: TableRow) -> Pot | None:
    """What a table's sign says about its jackpot, if it has an open one."""
    meter = meter_of(session, table)
    if meter is None or meter.status is not MeterStatus.OPEN:
        return None
    link = link_of(session, meter, table.pk)
    return _pot(meter, works=link is None or _works(link))


def _works(link: MeterTableRow) -> bool:
    return (link.display_works and link.recorder_works) or bool(link.manual_cover)


def _pot(meter: MeterRow, *, works: bool) -> Pot:
    terms, system = terms_of(meter), SYSTEMS[meter.rulebook]
    opening, pays = system.opening, prize_table(terms)
    progressive = PROGRESSIVES.get(terms.pay_table)
    cite = pays.cite if isinstance(pays, PrizeTable) else system.links.pay_table
    return Pot(
        name=meter.name,
        value_cents=meter.value_cents,
        price_cents=meter.price_cents,
        shown=system.display,
        price=opening.price_sign if opening else system.links.price,
        pays=progressive.cite if progressive else cite,
        lines=tuple(_lines(terms, meter.value_cents)),
        extra=tuple(_extra(terms)),
        extra_cite=ENVY if progressive else opening.bonus_sign if opening else None,
        folded=opening.folded_sign if opening and terms.says_folded else None,
        works=works,
    )


def _lines(terms: Terms, value: int) -> Iterator[Line]:
    """Every prize, from the royal flush down."""
    pays = prize_table(terms)
    if isinstance(pays, PrizeTable):
        for hand, cited in pays.prizes.items():
            yield _line(terms, hand, cited.value, value)
        return
    progressive = PROGRESSIVES.get(terms.pay_table)
    if progressive is not None:
        for hand, share in progressive.meter_share.items():
            yield Line(spoken(hand), int(share * value), _share(share))
        for hand, odds in progressive.for_one.items():
            how = f"{odds:,} for 1"
            yield Line(spoken(hand), odds * progressive.stake_cents, how)


def _line(terms: Terms, hand: Category, prize: Prize, value: int) -> Line:
    promised = terms.sign_cents.get(str(hand), 0)
    if isinstance(prize, FixedPrize):
        return Line(spoken(hand), max(promised, prize.for_stake(terms.price_cents)))
    least = max(promised, prize.at_least_cents)
    how = _share(prize.share) + (f", at least {dollars(least)}" if least else "")
    return Line(spoken(hand), int(MeterShare(prize.share, least).of(value)), how)


def _share(share: Fraction) -> str:
    return f"{share.numerator * 100 // share.denominator}% of the meter"


def _extra(terms: Terms) -> Iterator[Line]:
    progressive = PROGRESSIVES.get(terms.pay_table)
    if progressive is not None:
        for hand, cents in progressive.envy_cents.items():
            yield Line(f"Another’s {spoken(hand).lower()}", cents)
    known = {str(hand): hand for hand in Category}
    for name, cents in terms.bonus_cents.items():
        if cents:
            yield Line(f"Another’s {spoken(known[name]).lower()}", cents)


def spoken(hand: Category) -> str:
    """A hand as it stands on a sign."""
    return hand.value.replace("_", " ").capitalize()


def coming(session: Session, table: TableRow) -> tuple[Coming, ...]:
    """What the signs at this table announce about its meter, the soonest first."""
    query = (
        select(MeterChangeRow, MeterSignRow)
        .join(MeterSignRow, col(MeterSignRow.change_id) == MeterChangeRow.id)
        .where(
            MeterSignRow.table_id == table.pk,
            col(MeterSignRow.taken_down_at).is_(None),
            MeterChangeRow.state == ChangeState.ANNOUNCED,
        )
        .order_by(col(MeterChangeRow.due_at), col(MeterChangeRow.id))
    )
    return tuple(_coming(session, *row) for row in session.exec(query))


def _coming(session: Session, change: MeterChangeRow, sign: MeterSignRow) -> Coming:
    meter = session.get_one(MeterRow, change.meter_id)
    to = session.get(MeterRow, change.to_meter_id) if change.to_meter_id else None
    says = SAYS[change.kind].format(
        meter=meter.name,
        to=to.name if to else "",
        option=str(change.details.get("option", "")).replace("-", " "),
    )
    cite = notice(meter, change.kind).cite
    return Coming(change.due_at, says, sign.displayed_at, cite)
