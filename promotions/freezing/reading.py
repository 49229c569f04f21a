"""What is kept of frozen lists: which there are, and one holder's receipt."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from promotions.drawing.models import AgainRow
from promotions.freezing.models import FreezeRow, FrozenPartRow
from promotions.models import PromotionRow
from promotions.rules.series import PlannedDraw
from promotions.rules.terms import Terms
from proof import frozen
from proof.frozen import Holder, Part, Receipt


def lists(session: Session, row: PromotionRow) -> Sequence[FreezeRow]:
    """Every list of a promotion that is fixed, the first draw's first."""
    mine = select(FreezeRow).where(col(FreezeRow.promotion_id) == row.pk)
    return session.exec(mine.order_by(col(FreezeRow.draw))).all()


def frozen_up_to(session: Session, promotion_id: int) -> int:
    """The highest draw whose list is fixed; nought before there is any."""
    mine = select(FreezeRow.draw).where(col(FreezeRow.promotion_id) == promotion_id)
    return session.exec(mine.order_by(col(FreezeRow.draw).desc())).first() or 0


def receipt(session: Session, freeze: FreezeRow, ref: str) -> Receipt | None:
    """What proves to one holder that they are in a list; nothing if they are not."""
    mine = _parts(freeze).where(col(FrozenPartRow.first_ref) <= ref)
    kept = session.exec(mine.order_by(col(FrozenPartRow.number).desc())).first()
    part = _part(kept) if kept else None
    at = part.find(ref) if part else None
    if part is None or at is None:
        return None
    roots = select(FrozenPartRow.root).where(*_of(freeze))
    every = session.exec(roots.order_by(col(FrozenPartRow.number))).all()
    return frozen.receipt(part, at, every, freeze.holders)


def entries(session: Session, freeze: FreezeRow) -> Iterator[str]:
    """The published rows of a list, part by part: index, first, count, leaf."""
    every = _parts(freeze).order_by(col(FrozenPartRow.number))
    for kept in session.exec(every.execution_options(yield_per=1)):
        session.expunge(kept)
        yield "\n".join(_part(kept).lines()) + "\n"


def holders(session: Session, freeze: FreezeRow) -> Iterator[Holder]:
    """Everybody in a list with their tickets, part by part."""
    every = _parts(freeze).order_by(col(FrozenPartRow.number))
    for kept in session.exec(every.execution_options(yield_per=1)):
        session.expunge(kept)
        part = _part(kept)
        counts = (after - first for first, after in pairwise(part.tickets()))
        yield from zip(part.refs.decode().split("\n"), counts, strict=True)


def later(session: Session, freeze: FreezeRow) -> Sequence[AgainRow]:
    """What was made from this list to draw again."""
    mine = select(AgainRow).where(col(AgainRow.of_id) == freeze.pk)
    return session.exec(mine.order_by(col(AgainRow.id))).all()


def made_from(session: Session, freeze: FreezeRow) -> AgainRow | None:
    """What a list was made from, and for which prizes, where it is drawn again."""
    mine = select(AgainRow).where(col(AgainRow.freeze_id) == freeze.pk)
    return session.exec(mine).first()


def origin(session: Session, freeze: FreezeRow) -> FreezeRow:
    """The list that was frozen when entries closed, however often it is drawn again."""
    made = made_from(session, freeze)
    return origin(session, session.get_one(FreezeRow, made.of_id)) if made else freeze


def numbers(session: Session, row: PromotionRow, terms: Terms) -> list[PlannedDraw]:
    """Every draw by its number: those of the terms, and those drawn again."""
    again = (
        PlannedDraw(freeze.draw, freeze.closed_at, made.at)
        for freeze in lists(session, row)
        if (made := made_from(session, freeze)) is not None
    )
    return [*terms.draws, *again]


def _of(freeze: FreezeRow) -> tuple[ColumnElement[bool], ...]:
    return (
        col(FrozenPartRow.promotion_id) == freeze.promotion_id,
        col(FrozenPartRow.draw) == freeze.draw,
    )


def _parts(freeze: FreezeRow) -> SelectOfScalar[FrozenPartRow]:
    return select(FrozenPartRow).where(*_of(freeze))


def _part(kept: FrozenPartRow) -> Part:
    return Part(kept.number, kept.refs, kept.bounds, kept.salts, kept.leaves)
