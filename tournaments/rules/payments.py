"""What is paid for, how, and how each payment is shared: pool, staff, house. Pure."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class PaidFor(StrEnum):
    """What an entrant pays for."""

    ENTRY_FEE = "entry fee"
    BUY_IN = "buy-in"
    REBUY = "re-buy"
    ADD_ON = "add-on"
    BUY_BACK = "buy-back"
    REPECHAGE = "repechage fee"


class Method(StrEnum):
    """How somebody pays."""

    CASH = "cash"
    CARD = "card"
    CHIPS = "chips"  # of the casino, worth money
    COMP = "comp"  # the house gives it

    @property
    def is_counted(self) -> bool:
        """Whether it lies in a drawer and is money."""
        return self in {Method.CASH, Method.CHIPS}


@dataclass(frozen=True, slots=True)
class Shares:
    """What of a payment goes where; the three together are the payment."""

    pool_cents: int = 0
    staff_cents: int = 0
    house_cents: int = 0

    @property
    def cents(self) -> int:
        """All of it."""
        return self.pool_cents + self.staff_cents + self.house_cents


@dataclass(frozen=True, slots=True)
class Part:
    """One kind of payment: its amount, and which parts go to the pool and the staff."""

    what: PaidFor
    cents: int
    pool: Fraction
    staff: Fraction

    def shared(self, cents: int) -> Shares:
        """An amount shared out in whole cents; what is left over is the house's."""
        pool, staff = _floor(cents * self.pool), _floor(cents * self.staff)
        return Shares(pool, staff, cents - pool - staff)

    def back(self, posted: Shares, cents: int) -> Shares:
        """Where a refund comes from: what is kept is shared like a payment of its size.

        The shares that were posted may come from several payments of this kind.
        """
        kept = self.shared(posted.cents - cents)
        pool = min(max(posted.pool_cents - kept.pool_cents, 0), cents)
        staff = min(max(posted.staff_cents - kept.staff_cents, 0), cents - pool)
        return Shares(pool, staff, cents - pool - staff)


def _floor(cents: Fraction) -> int:
    return cents.numerator // cents.denominator
