"""Promotions as owners of accounts, for the pages of the ledger."""

from sqlmodel import Session

from house.ledger.owners import Owner
from promotions.models import PromotionRow


def owner(session: Session, promotion_id: int) -> Owner | None:
    """A promotion as the owner of accounts."""
    row = session.get(PromotionRow, promotion_id)
    if row is None:
        return None
    return Owner(row.name, "promotions.winners", {"slug": row.slug})
