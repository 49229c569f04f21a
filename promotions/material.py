"""Marketing material on file: put there and taken off, each piece once."""

from collections.abc import Sequence
from typing import Any

from sqlmodel import Session, col, func, select

from house import audit
from house.audit import Subject
from house.audit.plain import fitted, text
from house.floor.acts import Act
from house.terms import versions
from promotions.models import KIND, PieceRow, PromotionRow
from promotions.rules import material as rules
from promotions.rules.material import LONGEST, ON_FILE, Piece
from promotions.rules.terms import Terms
from rulebook import Refusal, Refused


def on_file(session: Session, row: PromotionRow) -> Sequence[PieceRow]:
    """Every piece on file, in the order it came there."""
    mine = select(PieceRow).where(col(PieceRow.promotion_id) == row.pk)
    found: dict[int, PieceRow] = {}
    for piece in session.exec(mine.order_by(col(PieceRow.id))):
        found.pop(piece.number, None)
        if piece.on_file:
            found[piece.number] = piece
    return tuple(found.values())


def pieces(session: Session, row: PromotionRow) -> tuple[Piece, ...]:
    """What is on file, as the gates read it."""
    return tuple(
        Piece(each.title, each.medium, each.text, each.channel)
        for each in on_file(session, row)
    )


def put(
    session: Session, row: PromotionRow, piece: Piece, act: Act
) -> PieceRow | Refused:
    """Put a piece on file, or say everything that is wrong with it."""
    terms = versions.draft_of(Terms, row)
    channels = terms.promotion.available.channels
    reasons = [*rules.against(piece, channels, terms.regime)]
    if len(piece.words) > LONGEST:
        wrong = f"The words have {len(piece.words):,} characters."
        reasons.append(Refusal(ON_FILE, wrong, f"At most {LONGEST:,} fit.", "words"))
    if reasons or piece.channel is None:
        refused = Refused(tuple(reasons))
        _note(session, row, "put on file", act, refused, {"title": piece.title[:120]})
        return refused
    kept = PieceRow(
        promotion_id=row.pk,
        number=_next(session, row),
        title=fitted(piece.title, 120),
        medium=piece.medium,
        text=text(piece.words),
        channel=piece.channel,
        **_signed(act),
    )
    session.add(kept)
    session.flush()
    after = {"piece": kept.number, "title": kept.title, "medium": kept.medium.value}
    _note(session, row, "put on file", act, None, after)
    return kept


def take_off(
    session: Session, row: PromotionRow, number: int, act: Act
) -> PieceRow | Refused:
    """Take a piece off file; what it said stays on the record."""
    piece = next((p for p in on_file(session, row) if p.number == number), None)
    if piece is None:
        wrong = f"Piece {number} is not on file."
        refused = Refused((Refusal(ON_FILE, wrong, "Look at the list again."),))
        _note(session, row, "take off file", act, refused, {"piece": number})
        return refused
    gone = PieceRow(
        **piece.model_dump(exclude={"id", "on_file", "at", "by", "by_name"}),
        on_file=False,
        **_signed(act),
    )
    session.add(gone)
    session.flush()
    _note(session, row, "take off file", act, None, {"piece": number})
    return gone


def _next(session: Session, row: PromotionRow) -> int:
    mine = select(func.max(PieceRow.number)).where(col(PieceRow.promotion_id) == row.pk)
    return (session.exec(mine).one() or 0) + 1


def _signed(act: Act) -> dict[str, Any]:
    return {"at": act.now, "by": act.by.id, "by_name": fitted(act.by.name, 120)}


def _note(  # noqa: PLR0913, PLR0917
    session: Session,
    row: PromotionRow,
    name: str,
    act: Act,
    verdict: object,
    after: dict[str, Any],
) -> None:
    audit.record(
        session,
        act.by,
        name,
        Subject(KIND, str(row.pk), row.name),
        now=act.now,
        verdict=verdict,
        rules=(ON_FILE,),
        after=after,
    )
