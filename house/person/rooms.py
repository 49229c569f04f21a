"""What the rooms of the house have on a person, and what is open with them."""

from collections.abc import Iterator, Sequence

from sqlalchemy import func
from sqlmodel import Session, SQLModel, col, select

from house.audit.models import AuditRow
from house.documents.models import DocumentAcceptanceRow
from house.floor.at_table.models import BackedRow, DeclaredRow, JackpotLineRow, PaidRow
from house.floor.disputes.models import DisputeEventRow, DisputeRow
from house.floor.disputes.rules import ENDED
from house.floor.models import TableRow
from house.floor.rounds.models import (
    LineRow,
    PracticeLineRow,
    PracticeSeatRow,
    Seating,
    SeatRow,
)
from house.floor.rulings.models import DirectionRow
from house.ledger.models import AccountRow
from house.notices.models import OutboxRow
from house.payments.accounts import owner
from house.payments.models import (
    DepositLimitRow,
    LossLimitRow,
    PaymentEvent,
    PaymentEventRow,
    PaymentRow,
)
from house.people.kin.models import KinRow
from house.people.patrons.models import ExclusionRow, PatronRow, PlayerCardRow
from house.person.parts import Keeps, Room, by, has, holds_up
from rulebook import HOUSE, STAR4, Refusal

OPEN = HOUSE.at("PERSON-3")
KIN = Keeps(HOUSE.at("KIN-1"), "Whoever belongs to the staff is kept out of its draws.")
PLAY = Keeps(
    HOUSE.at("LEDGER-2"), "What was staked, won and paid adds up only if it is whole."
)


def their_record(session: Session, ids: Sequence[int]) -> Sequence[SQLModel]:
    """The entries of the record that are about them."""
    mine = select(AuditRow).where(
        AuditRow.subject_kind == "patron",
        col(AuditRow.subject_id).in_([str(id_) for id_ in ids]),
    )
    return session.exec(mine.order_by(col(AuditRow.number))).all()


def their_accounts(session: Session, ids: Sequence[int]) -> Sequence[SQLModel]:
    """Their accounts in the ledger."""
    mine = select(AccountRow).where(col(AccountRow.owner).in_([*map(owner, ids)]))
    return session.exec(mine.order_by(col(AccountRow.id))).all()


def accepted(session: Session, ids: Sequence[int]) -> Sequence[SQLModel]:
    """What they accepted as patrons."""
    row = DocumentAcceptanceRow
    mine = select(row).where(row.who_kind == "patron", col(row.who_id).in_(ids))
    return session.exec(mine.order_by(col(row.id))).all()


def letters(session: Session, ids: Sequence[int]) -> Sequence[OutboxRow]:
    """Messages to an e-mail address of theirs."""
    theirs = select(PatronRow.email).where(col(PatronRow.id).in_(ids))
    addresses = [email.lower() for email in session.exec(theirs) if email]
    mine = select(OutboxRow).where(func.lower(OutboxRow.recipient).in_(addresses))
    return session.exec(mine.order_by(col(OutboxRow.id))).all()


EXCLUDED = Keeps(
    HOUSE.at("PATRON-11"),
    "Somebody who is barred must be recognised: the name and birth date stay too.",
)
CARDS = Keeps(HOUSE.at("PATRON-6"), "A number is never given to anybody else.")
LIMITS = Keeps(HOUSE.at("LOSS-2"), "Wagers were checked against it.")
WRONG_PAY = Keeps(STAR4.at("11.13"), "The register answers for what was paid wrongly.")
ACCEPTED = Keeps(HOUSE.at("DOC-1"), "What somebody is bound to can be shown.")
RECORDED = Keeps(
    HOUSE.at("RECORD-2"),
    "Nobody can change the record. It has marks in place of contact; "
    "entries of release 0.2.0 spell it out.",
)
DISPUTED = Keeps(HOUSE.at("RECORD-1"), "What was decided can be looked into again.")
for _room in (
    Room("Who they are", PatronRow, by(PatronRow, "id")),
    Room("Messages to them", OutboxRow, letters),
    Room("Player cards", PlayerCardRow, by(PlayerCardRow), CARDS),
    Room("Exclusions", ExclusionRow, by(ExclusionRow), EXCLUDED),
    Room("Loss limits", LossLimitRow, by(LossLimitRow), LIMITS),
    Room("Daily limits of deposits", DepositLimitRow, by(DepositLimitRow), LIMITS),
    Room("Relatives on the staff", KinRow, by(KinRow), KIN),
    Room("Accounts", AccountRow, their_accounts, PLAY),
    Room("Seats taken", SeatRow, by(SeatRow), PLAY),
    Room("Wagers settled", LineRow, by(LineRow), PLAY),
    Room("Jackpots", JackpotLineRow, by(JackpotLineRow), PLAY),
    Room("Wagers on others’ boxes", BackedRow, by(BackedRow, "backer_patron_id"), PLAY),
    Room("Chips declared", DeclaredRow, by(DeclaredRow), PLAY),
    Room("Payments keyed", PaidRow, by(PaidRow), PLAY),
    Room("Seats in practice", PracticeSeatRow, by(PracticeSeatRow), PLAY),
    Room("Wagers in practice", PracticeLineRow, by(PracticeLineRow), PLAY),
    Room("Over- and underpayments", PaymentRow, by(PaymentRow), WRONG_PAY),
    Room("What was done about them", PaymentEventRow, by(PaymentEventRow), WRONG_PAY),
    Room("Disputes", DisputeRow, by(DisputeRow), DISPUTED),
    Room("Directions of rulings", DirectionRow, by(DirectionRow), DISPUTED),
    Room("Documents accepted", DocumentAcceptanceRow, accepted, ACCEPTED),
    Room("The record", AuditRow, their_record, RECORDED),
):
    has(_room)


@holds_up
def seated(session: Session, ids: Sequence[int]) -> Iterator[Refusal]:
    """A seat they have taken and not left."""
    for kind in (SeatRow, PracticeSeatRow):
        newest = select(func.max(kind.id)).group_by(col(kind.table_id), col(kind.seat))
        mine = select(kind).where(
            col(kind.id).in_(newest),
            col(kind.patron_id).in_(ids),
            col(kind.happened) != Seating.LEAVE,
        )
        for row in session.exec(mine):
            number = session.get_one(TableRow, row.table_id).number
            wrong = f"They sit at table {number}, seat {row.seat}."
            yield Refusal(OPEN, wrong, "Let them leave the table first.")


@holds_up
def paid_wrongly(session: Session, ids: Sequence[int]) -> Iterator[Refusal]:
    """An over- or underpayment that is not closed."""
    event = PaymentEventRow
    closed = select(event.id).where(
        col(event.payment_id) == PaymentRow.id,
        col(event.happened) == PaymentEvent.CLOSED,
    )
    found = select(event.payment_id).where(col(event.patron_id).in_(ids))
    theirs = col(PaymentRow.patron_id).in_(ids) | col(PaymentRow.id).in_(found)
    for row in session.exec(select(PaymentRow).where(theirs, ~closed.exists())):
        wrong = f"Over- or underpayment {row.pk} with them is open."
        yield Refusal(OPEN, wrong, "Close it first: they may have to be reached.")


@holds_up
def disputed(session: Session, ids: Sequence[int]) -> Iterator[Refusal]:
    """A dispute that has not ended."""
    ended = select(DisputeEventRow.id).where(
        col(DisputeEventRow.dispute_id) == DisputeRow.id,
        col(DisputeEventRow.happened).in_(ENDED),
    )
    mine = select(DisputeRow).where(col(DisputeRow.patron_id).in_(ids))
    for row in session.exec(mine.where(~ended.exists())):
        wrong = f"Dispute {row.pk} that they raised is open."
        yield Refusal(OPEN, wrong, "Bring it to its end first.")


@holds_up
def waiting(session: Session, ids: Sequence[int]) -> Iterator[Refusal]:
    """A message to them that is not delivered."""
    if any(row.sent_at is None for row in letters(session, ids)):
        wrong = "A message to them has not been delivered."
        yield Refusal(OPEN, wrong, "Wait until it is, or set it aside.")
