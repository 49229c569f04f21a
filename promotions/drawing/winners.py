"""Who has won what, as the draws of a promotion stand now.

`draws` and `held` give the draws, `of_draw` the winners of one: each place of a prize
once, with whoever was drawn for it last; `of_promotion` those of all draws, `standing`
only those whose prize is theirs. `aside` says why a result does not stand,
`certificate` is the newest of a draw, `one` a winner by the number of the selection,
`value_cents` what a prize was worth in a draw.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from house.documents.models import DocumentRow
from house.floor.acts import Act
from promotions import queries
from promotions.drawing import vacancies
from promotions.drawing.models import (
    CertificateRow,
    DrawRow,
    SelectionRow,
    SetAsideRow,
    VacancyRow,
)
from promotions.freezing import reading
from promotions.freezing.models import FreezeRow
from promotions.models import PromotionRow
from promotions.rules import series
from promotions.rules.clauses.prizes import Prize, worth_cents
from promotions.rules.terms import Terms

Heard = Callable[[Session, PromotionRow, Sequence[SelectionRow], Act], None]
_HEARD: list[Heard] = []


def on_drawn(heard: Heard) -> Heard:
    """Let a room hear, in the same step, who was drawn."""
    _HEARD.append(heard)
    return heard


def say_drawn(
    session: Session, row: PromotionRow, drawn: Sequence[SelectionRow], act: Act
) -> None:
    """Say who was drawn to every room that asked: winners are told from here."""
    for heard in _HEARD:
        heard(session, row, drawn, act)


@dataclass(frozen=True, slots=True)
class Winner:
    """Whoever was drawn last for one place of a prize, and how it stands."""

    draw: DrawRow
    selection: SelectionRow
    prize: Prize
    value_cents: int
    place: int  # the position it was first drawn at
    vacancy: VacancyRow | None  # the newest signature, if there is any
    replaced: tuple[SelectionRow, ...] = ()  # who was drawn for it before, in order

    @property
    def is_vacant(self) -> bool:
        """Whether the prize is nobody's: by two signatures, or lapsed by itself."""
        return vacancies.is_vacant(self.vacancy)


def draws(session: Session, row: PromotionRow) -> Sequence[DrawRow]:
    """Every draw that was held or given up, by its number."""
    mine = select(DrawRow).where(col(DrawRow.promotion_id) == row.pk)
    return session.exec(mine.order_by(col(DrawRow.draw))).all()


def held(session: Session, row: PromotionRow, draw: int) -> DrawRow | None:
    """The draw of this number, if it was held or given up."""
    mine = select(DrawRow).where(
        col(DrawRow.promotion_id) == row.pk, col(DrawRow.draw) == draw
    )
    return session.exec(mine).first()


def aside(session: Session, draw: DrawRow) -> SetAsideRow | None:
    """Who set the result of a draw aside and why, if anybody did."""
    mine = select(SetAsideRow).where(col(SetAsideRow.draw_id) == draw.pk)
    return session.exec(mine).first()


def selections(session: Session, draw: DrawRow) -> Sequence[SelectionRow]:
    """Everything that was drawn, in the order of drawing."""
    mine = select(SelectionRow).where(col(SelectionRow.draw_id) == draw.pk)
    return session.exec(mine.order_by(col(SelectionRow.position))).all()


def terms_of(session: Session, draw: DrawRow) -> Terms:
    """The terms that a draw was held under: those in force when entries closed."""
    freeze = session.get_one(FreezeRow, draw.freeze_id)
    return queries.terms_in(session.get_one(DocumentRow, freeze.document_id))


def of_draw(session: Session, row: PromotionRow, draw: DrawRow) -> tuple[Winner, ...]:
    """The winners of a draw, each place once, in the order of the prizes."""
    terms, signs = terms_of(session, draw), vacancies.newest(session, draw)
    chains: dict[int, list[SelectionRow]] = {}
    place_of: dict[int, int] = {}
    for each in selections(session, draw):
        first = each.position if each.replaces is None else place_of[each.replaces]
        place_of[each.position] = first
        chains.setdefault(first, []).append(each)
    worth: dict[str, int] = {}
    for prize in {chain[0].prize for chain in chains.values()}:
        worth[prize] = value_cents(session, row, terms, draw.draw, prize)
    return tuple(
        Winner(
            draw,
            last,
            terms.each_prize[int(last.prize) - 1],
            worth[last.prize],
            place,
            signs.get(last.pk),
            tuple(before),
        )
        for place, (*before, last) in chains.items()
    )


def of_promotion(session: Session, row: PromotionRow) -> tuple[Winner, ...]:
    """The winners of every draw, the first draw's first."""
    every = draws(session, row)
    return tuple(one for draw in every for one in of_draw(session, row, draw))


def standing(session: Session, row: PromotionRow, draw: DrawRow) -> tuple[Winner, ...]:
    """The winners of a draw whose prize is theirs."""
    return tuple(one for one in of_draw(session, row, draw) if not one.is_vacant)


def one(session: Session, row: PromotionRow, selection_id: int) -> Winner | None:
    """The winner by the number of a selection, while nobody replaced them."""
    mine = session.get(SelectionRow, selection_id)
    draw = session.get_one(DrawRow, mine.draw_id) if mine else None
    if mine is None or draw is None or draw.promotion_id != row.pk:
        return None
    every = of_draw(session, row, draw)
    return next((w for w in every if w.selection.pk == selection_id), None)


def certificate(session: Session, draw: DrawRow) -> CertificateRow | None:
    """The newest certificate of a draw: it has every round."""
    mine = select(CertificateRow).where(col(CertificateRow.draw_id) == draw.pk)
    return session.exec(mine.order_by(col(CertificateRow.round).desc())).first()


def value_cents(
    session: Session, row: PromotionRow, terms: Terms, draw: int, prize: str
) -> int:
    """What a prize is worth in a draw; the first one grows while nobody wins it."""
    declared = worth_cents(terms.each_prize[int(prize) - 1])
    grows = terms.award.series.grows_cents
    if prize != "1" or not grows:
        return declared
    return series.grown_cents(declared, grows, _unwon(session, row, draw))


def _unwon(session: Session, row: PromotionRow, draw: int) -> int:
    """In how many draws just before this one nobody has the first prize.

    What is drawn again under a later number counts where it was first to be drawn.
    """
    first = {
        one.draw: reading.origin(session, one).draw
        for one in reading.lists(session, row)
    }
    won: dict[int, bool] = {}
    for each in draws(session, row):
        at = first.get(each.draw, each.draw)
        won[at] = won.get(at, False) or _first_is_won(session, each)
    count = 0
    for at in sorted((n for n in won if n < first.get(draw, draw)), reverse=True):
        if won[at]:
            break
        count += 1
    return count


def _first_is_won(session: Session, draw: DrawRow) -> bool:
    signs = vacancies.newest(session, draw)
    firsts = [s for s in selections(session, draw) if s.prize == "1"]
    return bool(firsts) and not vacancies.is_vacant(signs.get(firsts[-1].pk))
