"""Who has paid for a place in a second chance and not had a seat in one for it."""

from collections.abc import Sequence

from sqlalchemy import func
from sqlmodel import Session, col, select

from tournaments.models import TournamentRow
from tournaments.money.models import ReceiptKind, ReceiptRow
from tournaments.rules import second_chances
from tournaments.rules.payments import PaidFor
from tournaments.rules.terms import Terms
from tournaments.seating import seats as seating

KINDS = {
    PaidFor.BUY_BACK: ReceiptKind.BUY_BACK,
    PaidFor.REPECHAGE: ReceiptKind.REPECHAGE,
}


def who_paid(
    session: Session,
    tournament: TournamentRow,
    terms: Terms,
    what: PaidFor,
    before: int,
) -> Sequence[int]:
    """The entries that paid more often than they sat in stages before this one.

    Whoever paid first comes first, by the receipts; what was given back is none.
    """
    back = select(ReceiptRow.corrects_id).where(
        col(ReceiptRow.tournament_id) == tournament.pk,
        col(ReceiptRow.kind) == ReceiptKind.GIVEN_BACK,
    )
    mine = (
        select(ReceiptRow.entry_id, func.count(), func.max(ReceiptRow.number))
        .where(
            col(ReceiptRow.tournament_id) == tournament.pk,
            col(ReceiptRow.kind) == KINDS[what],
            col(ReceiptRow.id).not_in(back),
        )
        .group_by(col(ReceiptRow.entry_id))
        .order_by(func.max(ReceiptRow.number))
    )
    earlier = [c.at for c in second_chances.every(terms, what) if c.at < before]
    sat = [seating.seats_now(session, tournament, at) for at in earlier]
    return [
        entry
        for entry, bought, _ in session.exec(mine)
        if bought > sum(entry in seats for seats in sat)
    ]
