"""What the store holds for a promotion; a thing comes in, or goes out."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from house.audit.plain import fitted
from house.floor.acts import Act
from promotions import queries
from promotions.claims import standing
from promotions.claims.models import HandedRow
from promotions.claims.standing import Standing
from promotions.drawing.models import DrawRow, SelectionRow
from promotions.models import PromotionRow
from promotions.path import steps
from promotions.rules import store as rules
from promotions.rules.clauses.prizes import Prize
from promotions.rules.store import ONCE, STAYS, Count
from promotions.store.models import StockMove, StoreRow
from rulebook import Refusal, Refused


@dataclass(frozen=True, slots=True)
class Bought:
    """Things of one kind that were bought: their marks, what each cost, from whom."""

    prize: int
    things: tuple[str, ...]
    cost_cents: int
    note: str


def counts(session: Session, row: PromotionRow, now: datetime) -> Sequence[Count]:
    """How every prize of the terms stands in the store."""
    terms, every = queries.terms_of(session, row), standing.of(session, row, now)
    inside, draws = held(session, row), max(len(terms.draws), 1)
    return [
        _count(at, prize, prize.quantity * draws, inside, every)
        for at, prize in enumerate(terms.each_prize, 1)
    ]


def _count(
    number: int,
    prize: Prize,
    planned: int,
    inside: Sequence[StoreRow],
    every: Sequence[Standing],
) -> Count:
    here = [one for one in inside if one.prize == number]
    mine = [one for one in every if one.selection.prize == str(number)]
    over = [one.handed for one in mine if one.handed is not None]
    return Count(
        number,
        prize,
        planned,
        bought=len(here),
        cost_cents=sum(one.cost_cents for one in here),
        promised=sum(not one.handed and not one.winner.is_vacant for one in mine),
        handed=sum(not one.cents for one in over),
        paid=sum(bool(one.cents) for one in over),
        unclaimed=sum(one.is_forfeited for one in mine),
    )


def held(session: Session, row: PromotionRow) -> Sequence[StoreRow]:
    """Everything that came in for a promotion and was not taken out, in order."""
    mine = select(StoreRow).where(
        col(StoreRow.promotion_id) == row.pk,
        col(StoreRow.moved) == StockMove.IN,
        col(StoreRow.id).in_(_newest()),
    )
    return session.exec(mine.order_by(col(StoreRow.id))).all()


def taken_out(session: Session, row: PromotionRow) -> Sequence[StoreRow]:
    """Everything that was taken out of a promotion's store again, and why."""
    mine = select(StoreRow).where(
        col(StoreRow.promotion_id) == row.pk, col(StoreRow.moved) == StockMove.OUT
    )
    return session.exec(mine.order_by(col(StoreRow.id))).all()


def take_in(
    session: Session, row: PromotionRow, bought: Bought, act: Act
) -> Sequence[StoreRow] | Refused:
    """Enter things for one prize, all of them or none; each is promised once."""
    every = queries.terms_of(session, row).each_prize
    prize = every[bought.prize - 1] if 0 < bought.prize <= len(every) else None
    last = _last(session, bought.things[: rules.MOST])
    found = (
        *rules.enterable(prize, bought.things, bought.cost_cents, bought.note),
        *_promised(session, last.values()),
    )
    if found:
        return steps.refused(session, row, "enter prizes", found, act)
    made = [_in(row, bought, thing, last.get(thing), act) for thing in bought.things]
    try:
        with session.begin_nested():
            session.add_all(made)
    except IntegrityError:  # entered for some prize in this very moment
        now = _last(session, bought.things)
        again = tuple(_promised(session, now.values()))
        return steps.refused(session, row, "enter prizes", again, act)
    after = {"prize": bought.prize, "things": [*bought.things]}
    steps.note(session, row, "enter prizes", act, None, (ONCE,), None, after)
    return made


def _in(
    row: PromotionRow, bought: Bought, thing: str, last: StoreRow | None, act: Act
) -> StoreRow:
    return StoreRow(
        thing=thing,
        number=last.number + 1 if last else 1,
        moved=StockMove.IN,
        promotion_id=row.pk,
        prize=bought.prize,
        cost_cents=bought.cost_cents,
        note=fitted(bought.note.strip(), 200),
        **steps.signed(act),
    )


def take_out(
    session: Session, row: PromotionRow, thing: str, why: str, act: Act
) -> StoreRow | Refused:
    """Take a thing out that nobody waits for: it may be promised elsewhere."""
    kept = next((one for one in held(session, row) if one.thing == thing), None)
    if kept is None:
        wrong = f"{thing or 'Nothing'} is not in the store of this promotion."
        reason = Refusal(STAYS, wrong, "Choose what is held.", "thing")
        return steps.refused(session, row, "take prize out", (reason,), act)
    if thing in (gone := gone_to(session, row)):
        wrong = f"{thing} was handed over to {gone[thing]}."
        reason = Refusal(STAYS, wrong, "Choose what is held.", "thing")
        return steps.refused(session, row, "take prize out", (reason,), act)
    count = counts(session, row, act.now)[kept.prize - 1]
    if found := tuple(rules.removable(count, thing, why)):
        return steps.refused(session, row, "take prize out", found, act)
    made = StoreRow(
        thing=thing,
        number=kept.number + 1,
        moved=StockMove.OUT,
        promotion_id=row.pk,
        prize=kept.prize,
        cost_cents=kept.cost_cents,
        note=fitted(why.strip(), 200),
        **steps.signed(act),
    )
    session.add(made)
    session.flush()
    after = {"prize": kept.prize, "thing": thing, "why": made.note}
    steps.note(session, row, "take prize out", act, None, (STAYS,), None, after)
    return made


def lacking(
    session: Session, row: PromotionRow, one: Standing, thing: str
) -> Iterator[Refusal]:
    """Why this thing cannot be handed over as the prize, where the store keeps it."""
    every, number = counts(session, row, one.now), int(one.selection.prize)
    if number <= len(every):
        yield from rules.in_store(every[number - 1])
        yield from rules.which(every[number - 1], thing, free(session, row, number))


def free(session: Session, row: PromotionRow, prize: int) -> Sequence[str]:
    """The marks of what is still there of a prize, in the order it came in."""
    over = gone_to(session, row)
    every = (one.thing for one in held(session, row) if one.prize == prize)
    return [thing for thing in every if thing not in over]


def gone_to(session: Session, row: PromotionRow) -> dict[str, str]:
    """Each thing that was handed over, and who received it."""
    mine = (
        select(HandedRow)
        .join(SelectionRow, col(SelectionRow.id) == col(HandedRow.selection_id))
        .join(DrawRow, col(DrawRow.id) == col(SelectionRow.draw_id))
        .where(col(DrawRow.promotion_id) == row.pk, col(HandedRow.thing) != "")
    )
    return {one.thing: one.signed_by for one in session.exec(mine)}


def lock(session: Session, thing: str) -> None:
    """Let nobody else hand this thing over until it is written down."""
    mine = select(StoreRow).where(col(StoreRow.thing) == thing)
    session.exec(mine.order_by(col(StoreRow.id).desc()).with_for_update()).first()


def _newest() -> SelectOfScalar[int | None]:
    return select(func.max(StoreRow.id)).group_by(col(StoreRow.thing))


def _last(session: Session, things: Sequence[str]) -> dict[str, StoreRow]:
    """The newest row of each thing."""
    mine = select(StoreRow).where(
        col(StoreRow.thing).in_(things), col(StoreRow.id).in_(_newest())
    )
    return {one.thing: one for one in session.exec(mine)}


def _promised(session: Session, last: Iterable[StoreRow]) -> Iterator[Refusal]:
    for one in last:
        if one.moved is StockMove.IN:
            other = session.get_one(PromotionRow, one.promotion_id)
            wrong = f"{one.thing} is promised: prize {one.prize} of “{other.name}”."
            yield Refusal(ONCE, wrong, "Each thing is one prize.", "things")
