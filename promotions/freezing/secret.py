"""The house's secret of each draw: its chain and every salt come from it."""

import secrets
from collections.abc import Callable, Iterator
from hashlib import shake_256

from sqlmodel import Session, col, select

from house.backup.keys import keeps_sealed
from house.floor.acts import Act
from house.sealing import Seal
from promotions.freezing.models import DrawSecretRow
from promotions.models import PromotionRow
from promotions.path import steps
from promotions.rules.terms import Terms
from proof import chains
from rulebook import HOUSE, Cite

FIXED: Cite = HOUSE.at("PROMOTION-50")
# Long enough for whatever number of reserves the terms come to name.
LENGTH = chains.length_for(Terms.most["reserves"])
CHAIN, SALTS = b"HR-DRAW-1 house chain", b"HR-DRAW-1 salts"


def of(session: Session, row: PromotionRow, draw: int) -> DrawSecretRow | None:
    """The secret of a draw, once it is made."""
    mine = select(DrawSecretRow).where(
        col(DrawSecretRow.promotion_id) == row.pk, col(DrawSecretRow.draw) == draw
    )
    return session.exec(mine).first()


def make(  # noqa: PLR0913
    session: Session,
    row: PromotionRow,
    draw: int,
    seal: Seal,
    act: Act,
    *,
    own: bytes = b"",
) -> DrawSecretRow:
    """The secret of a draw; made once, and the same ever after."""
    known = of(session, row, draw)
    if known is not None:
        return known
    sealed = seal.seal(own or secrets.token_bytes(chains.BYTES))
    made = DrawSecretRow(promotion_id=row.pk, draw=draw, sealed=sealed, at=act.now)
    session.add(made)
    session.flush()
    steps.note(session, row, "seal secret", act, None, (FIXED,), None, {"draw": draw})
    return made


def chain(secret: bytes) -> tuple[bytes, ...]:
    """The house's chain: its first value is the promise."""
    return chains.chain(shake_256(CHAIN + secret).digest(chains.BYTES), LENGTH)


def salts(secret: bytes) -> Callable[[int], bytes]:
    """The salts of part after part: never the clock's nor chance's, so always alike."""
    number = iter(range(2**32))

    def salted(length: int) -> bytes:
        return shake_256(SALTS + secret + next(number).to_bytes(4, "big")).digest(
            length
        )

    return salted


@keeps_sealed("secrets of draws: these draws cannot be held as they were promised")
def sealed_secrets(session: Session) -> Iterator[bytes]:
    """The secrets of draws whose lists are not yet frozen, and of those that are."""
    yield from session.exec(select(DrawSecretRow.sealed))
