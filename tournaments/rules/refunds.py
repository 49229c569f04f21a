"""What an entrant gets back, by cause, as the terms say."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from fractions import Fraction

from rulebook import HOUSE, Cite
from rulebook.terms import wording
from tournaments.rules.clauses.conduct import FULL, RefundShare
from tournaments.rules.payments import PaidFor
from tournaments.rules.terms import Terms

NOTHING = RefundShare()
FEE = PaidFor.ENTRY_FEE


class Cause(StrEnum):
    """Why an entry ends, each a different verb with its own effect on money."""

    CANCELLED = "cancelled"
    WITHDRAWN = "withdrawn"
    REFUSED = "refused"
    VOID = "void"
    TERMS_DECLINED = "terms-declined"
    ABSENT = "absent"
    SUBSTITUTED = "substituted"
    RETIRED = "retired"
    DISQUALIFIED = "disqualified"
    ELIMINATED = "eliminated"


Paid = Mapping[PaidFor, int]  # what one entrant has paid, in cents


@dataclass(frozen=True, slots=True)
class Refund:
    """What comes back to one entrant, under which rules."""

    cause: Cause
    parts: Mapping[PaidFor, int]
    cites: tuple[Cite, ...]
    why: str

    @property
    def cents(self) -> int:
        """All that comes back."""
        return sum(self.parts.values())


def refund(terms: Terms, paid: Paid, cause: Cause, at: datetime) -> Refund:
    """Work out one entrant's refund; a part of a cent is rounded up.

    What was paid beyond the entry fee comes back like the buy-in.
    """
    share, cites, why = _share(terms, cause, at)
    parts = {
        what: _part(cents, share.entry_fee if what is FEE else share.buy_in)
        for what, cents in paid.items()
    }
    return Refund(cause, parts, cites, why)


def _part(cents: int, share: Fraction) -> int:
    return -(-cents * share.numerator // share.denominator)


Ground = tuple[RefundShare, tuple[Cite, ...], str]


def _share(terms: Terms, cause: Cause, at: datetime) -> Ground:
    clause = terms.conduct.refunds
    by_terms = (Cite("CROWN3-12.5.3(a)(iv)"),)
    match cause:
        case Cause.WITHDRAWN:
            return _withdrawn(terms, at)
        case Cause.REFUSED | Cause.VOID | Cause.TERMS_DECLINED:
            why = "Everything paid comes back."
            return FULL, (HOUSE.at("TOURN-20"), *by_terms), why
        case Cause.CANCELLED:
            share = clause.cancelled or FULL
            why = f"The tournament is cancelled: {share.text()}."
            return share, (*by_terms, HOUSE.at("TOURN-16")), why
        case Cause.ABSENT:
            why = f"The entrant did not appear: {clause.absent.text()}."
            return clause.absent, (*by_terms, Cite("CROWN3-12.5.3(b)(ii)")), why
        case _:
            why, cites = GONE[cause]
            return NOTHING, cites, why


GONE: Mapping[Cause, tuple[str, tuple[Cite, ...]]] = {
    Cause.SUBSTITUTED: (
        "The substitute has taken over the entry; nothing is refunded.",
        (Cite("CROWN3-12.5.3(b)(iv)"),),
    ),
    Cause.DISQUALIFIED: (
        "A disqualified player gets nothing back.",
        (Cite("CROWN3-12.5.3(a)(iv)"), Cite("CROWN3-12.5.3(b)(v)")),
    ),
    Cause.RETIRED: (
        "A player who retires gets nothing back.",
        (Cite("CROWN3-12.5.3(a)(iv)"), Cite("CROWN3-12.5.3(b)(vi)")),
    ),
    Cause.ELIMINATED: (
        "An eliminated player gets nothing back.",
        (Cite("CROWN3-12.5.3(a)(iv)"),),
    ),
}


def _withdrawn(terms: Terms, at: datetime) -> Ground:
    clause = terms.entry.withdrawal
    if clause.is_free(at):
        until = wording.when(clause.free_until, terms.names.tz)
        why = f"Withdrawn before {until}: without penalty."
        return FULL, (Cite("CROWN3-12.4.2(d)"),), why
    share = terms.conduct.refunds.late_withdrawal or NOTHING
    why = f"Withdrawn after the time for it: {share.text()}."
    return share, (Cite("CROWN3-12.5.3(a)(iv)"), Cite("CROWN3-12.4.2(d)")), why
