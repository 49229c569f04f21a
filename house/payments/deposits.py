"""What a patron lets themselves pay in from outside in a day, and what was paid in."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from game.loss_limits import DepositLimit, Funds
from house import audit
from house.floor.acts import Act
from house.ledger import queries
from house.ledger import services as ledger
from house.ledger.postings import Cause, Posting
from house.money import dollars
from house.notices.daily import midnight
from house.payments import accounts
from house.payments.loss_limits import MOST_CENTS, rows_of
from house.payments.models import DepositLimitRow
from house.people.patrons.models import PatronRow
from house.people.patrons.services import live, subject
from house.venue import Venue
from rulebook import STAR4, Cited, Refusal, Refused

SET = STAR4.at("1.1:Deposit Limit")


@dataclass(frozen=True, slots=True)
class Standing:
    """A patron's deposit limit today, and what may still be paid in."""

    limit: DepositLimit
    left: Cited[int]


def standing(
    session: Session, patron: PatronRow, now: datetime, house: Venue
) -> Standing | None:
    """How the limit stands on this day of the venue's calendar, if one is set."""
    mine = rows_of(session, patron.pk)
    row = DepositLimitRow
    last = session.exec(
        select(row).where(col(row.patron_id).in_(mine)).order_by(col(row.id).desc())
    ).first()
    if last is None or last.limit_cents is None:
        return None
    limit = DepositLimit(patron.name, last.limit_cents)
    begins = midnight(house, house.local(now).date())
    today = [(funds, _paid_in(session, mine, funds, begins)) for funds in Funds]
    return Standing(limit, limit.remaining(today))


def _paid_in(
    session: Session, patron_ids: Sequence[int], funds: Funds, since: datetime
) -> int:
    """What was paid in from such funds since an instant."""
    mine = [accounts.paid_in(id_, funds) for id_ in patron_ids]
    now = sum(queries.balances(session, mine).values())
    return now - sum(queries.before(session, mine, since).values())


def set_limit(
    session: Session, patron: PatronRow, cents: int | None, act: Act
) -> DepositLimitRow | Refused:
    """Set what a patron may pay in from outside in a day, or end the limit."""
    refusals = [*live(patron)]
    if cents is not None and not 0 < cents <= MOST_CENTS:
        wrong = "A limit is more than nothing and at most $1 billion."
        refusals.append(Refusal(SET, wrong, "Give an amount.", "deposit_cents"))
    refused = Refused(tuple(refusals)) if refusals else None
    row = DepositLimitRow(
        patron_id=patron.pk, limit_cents=cents, at=act.now, by=act.by.id
    )
    _note(session, patron, "set deposit limit", refused, act)
    if refused is None:
        session.add(row)
        session.flush()
    return refused or row


def pay_in(
    session: Session,
    patron: PatronRow,
    deposit: tuple[Funds, int],
    act: Act,
    house: Venue,
) -> int | Refused:
    """Write down money paid in; from outside no more than the limit leaves today."""
    funds, cents = deposit
    mine = accounts.paid_in(patron.pk, funds)
    ledger.hold(session, (mine,))
    refusals = (*live(patron), *_against(session, patron, deposit, act, house))
    refused = Refused(refusals) if refusals else None
    _note(session, patron, "pay in", refused, act)
    if refused is not None:
        return refused
    moves = ((mine, cents), (accounts.cage(), -cents))
    posting = Posting(Cause("deposits", mine.owner), (SET,), moves)
    return ledger.post(session, posting, act)


def _against(
    session: Session,
    patron: PatronRow,
    deposit: tuple[Funds, int],
    act: Act,
    house: Venue,
) -> Iterator[Refusal]:
    funds, cents = deposit
    if not 0 < cents <= MOST_CENTS:
        yield Refusal(SET, "This is no amount.", "Give an amount in dollars.", "cents")
    found = standing(session, patron, act.now, house)
    if found and funds is not Funds.WINNINGS and cents > found.left.value:
        wrong = f"{patron.name} would pay in more than the deposit limit of the day."
        right = f"At most {dollars(found.left.value)} more today."
        yield Refusal(found.left.cite, wrong, right, "cents")


def _note(
    session: Session, patron: PatronRow, name: str, refused: Refused | None, act: Act
) -> None:
    about = subject(patron)
    now, rules = act.now, (SET,)
    audit.record(session, act.by, name, about, now=now, verdict=refused, rules=rules)
