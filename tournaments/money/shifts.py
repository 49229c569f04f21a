"""Shifts of cashiers: a drawer opened with a float, counted and handed in."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sqlmodel import Session, col, select

from house import audit
from house.audit import Subject, take_turn
from house.floor.acts import Act, signed
from house.ledger import queries as balances
from house.ledger import services as ledger
from house.ledger.postings import Account, Cause, Move, Posting
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments.money import accounts
from tournaments.money.models import ShiftClosedRow, ShiftRow
from tournaments.rules.payments import Method

OPEN: Cite = HOUSE.at("TOURN-83")
CLOSED: Cite = HOUSE.at("TOURN-84")
MOST_CENTS = 10_000_000_000
LONGEST = 400


def open_of(session: Session, act: Act) -> ShiftRow | None:
    """The shift that whoever acts has open."""
    closed = select(ShiftClosedRow.shift_id)
    mine = select(ShiftRow).where(
        col(ShiftRow.by) == act.by.id, col(ShiftRow.id).not_in(closed)
    )
    return session.exec(mine.order_by(col(ShiftRow.id))).first()


def none_open(session: Session, method: Method, act: Act) -> Iterator[Refusal]:
    """Cash and chips go through a drawer that somebody answers for."""
    if open_of(session, act) is None:
        wrong = f"{act.by.name} has no shift open, and {method} lies in a drawer."
        yield Refusal(
            HOUSE.at("TOURN-83"), wrong, "Open a shift at the cage.", "method"
        )


def open_shift(session: Session, float_cents: int, act: Act) -> ShiftRow | Refused:
    """Open a drawer with the float that was counted into it."""
    take_turn(session)  # or the same person could open two at once
    if refusals := tuple(_against_open(session, float_cents, act)):
        return refused(session, "open shift", refusals, act)
    row = ShiftRow(**signed(act))
    session.add(row)
    session.flush()
    whose = accounts.shift_owner(row.pk)
    float_ = Account(accounts.FLOAT, whose, accounts.CENTS)
    _post(session, row, ((float_, float_cents), (cage(), -float_cents)), act)
    after = {"float_cents": float_cents}
    audit.record(
        session,
        act.by,
        "open shift",
        subject(row),
        now=act.now,
        rules=(OPEN,),
        after=after,
    )
    return row


def _against_open(session: Session, cents: int, act: Act) -> Iterator[Refusal]:
    if open_of(session, act) is not None:
        wrong = f"{act.by.name} has a shift open."
        yield Refusal(OPEN, wrong, "Count and close it first.")
    if not 0 <= cents <= MOST_CENTS:
        yield Refusal(OPEN, "No drawer holds that much.", "Count again.", "float_cents")


@dataclass(frozen=True, slots=True)
class ShiftCount:
    """What was counted: the drawer with its float, chips, slips and vouchers."""

    cents: Mapping[Method, int]
    note: str = ""


def close(
    session: Session, shift: ShiftRow, counted: ShiftCount, act: Act
) -> ShiftClosedRow | Refused:
    """Count a drawer, post what it is off by, hand it in, and sign for it."""
    take_turn(session)
    expected = totals(session, shift).expected
    # Slips and vouchers that nobody counts apart agree with their receipts.
    unsaid = {m: 0 if m.is_counted else expected[m] for m in Method}
    off = {m: counted.cents.get(m, unsaid[m]) - expected[m] for m in Method}
    if refusals := tuple(_against_close(session, shift, counted, off, act)):
        return refused(session, "close shift", refusals, act, shift)
    row = ShiftClosedRow(
        shift_id=shift.pk,
        note=counted.note.strip(),
        **signed(act),
    )
    session.add(row)
    session.flush()
    handed = Account(accounts.HANDED_IN, accounts.shift_owner(shift.pk), accounts.CENTS)
    whole = sum(expected.values()) + sum(off.values())
    moves = [(accounts.off(shift.pk, method), cents) for method, cents in off.items()]
    moves += [(handed, -whole), (cage(), whole), (over(), -sum(off.values()))]
    _post(session, shift, tuple(moves), act)
    after = {
        "counted_cents": whole,
        "off_cents": {method.value: cents for method, cents in off.items() if cents},
    }
    audit.record(
        session,
        act.by,
        "close shift",
        subject(shift),
        now=act.now,
        rules=(CLOSED,),
        after=after,
    )
    return row


def _against_close(
    session: Session,
    shift: ShiftRow,
    counted: ShiftCount,
    off: Mapping[Method, int],
    act: Act,
) -> Iterator[Refusal]:
    mine = open_of(session, act)
    if mine is None or mine.pk != shift.pk:
        wrong = "This is not an open shift of yours."
        yield Refusal(CLOSED, wrong, "Whoever opened a shift counts and closes it.")
        return
    for method, cents in counted.cents.items():
        if not 0 <= cents <= MOST_CENTS:
            yield Refusal(CLOSED, "No drawer holds that much.", "Count again.", method)
    if any(off.values()) and not counted.note.strip():
        wrong = "The count differs from what the receipts come to."
        right = "Count again; if it stays so, say what is known about it."
        yield Refusal(CLOSED, wrong, right, "note")
    if len(counted.note.strip()) > LONGEST:
        yield Refusal(CLOSED, "The note is too long.", f"Say it in {LONGEST}.", "note")


@dataclass(frozen=True, slots=True)
class Totals:
    """What a shift was brought, took by each method, and was off by when counted."""

    float_cents: int
    filled: Mapping[Method, int]
    taken: Mapping[Method, int]
    off: Mapping[Method, int]
    handed_in_cents: int

    @property
    def expected(self) -> Mapping[Method, int]:
        """What should be counted; the float lies among the cash."""
        return {m: self.brought(m) + self.taken[m] for m in Method}

    def brought(self, method: Method) -> int:
        """What the cage put into the drawer: the float, and fills less drops."""
        begun = self.float_cents if method is Method.CASH else 0
        return begun + self.filled[method]

    @property
    def off_cents(self) -> int:
        """What all counts were off by."""
        return sum(self.off.values())


def totals(session: Session, shift: ShiftRow) -> Totals:
    """What the ledger has of a shift."""
    whose = accounts.shift_owner(shift.pk)
    float_ = Account(accounts.FLOAT, whose, accounts.CENTS)
    handed = Account(accounts.HANDED_IN, whose, accounts.CENTS)
    filled = {m: accounts.filled(shift.pk, m) for m in Method}
    taken = {m: accounts.drawer(shift.pk, m) for m in Method}
    off = {m: accounts.off(shift.pk, m) for m in Method}
    every = [float_, handed, *filled.values(), *taken.values(), *off.values()]
    found = balances.balances(session, every)

    def by_method(of: Mapping[Method, Account]) -> Mapping[Method, int]:
        return {method: found.get(account, 0) for method, account in of.items()}

    brought = (found.get(float_, 0), by_method(filled))
    return Totals(*brought, by_method(taken), by_method(off), -found.get(handed, 0))


def cage() -> Account:
    """Where floats come from and drawers are handed in."""
    return Account(accounts.CAGE, "tournaments", accounts.CENTS)


def over() -> Account:
    """What drawers were over, below nothing; above it, what they were short."""
    return Account("over and short", "tournaments", accounts.CENTS)


def subject(shift: ShiftRow) -> Subject:
    """A shift as the record names it."""
    return Subject("shift", str(shift.pk), f"Shift {shift.pk} of {shift.by_name}"[:160])


def _post(session: Session, shift: ShiftRow, moves: tuple[Move, ...], act: Act) -> None:
    moved = tuple(move for move in moves if move[1])
    if moved:
        cause = Cause("shift", str(shift.pk))
        ledger.post(session, Posting(cause, (OPEN, CLOSED), moved), act)


def refused(
    session: Session,
    name: str,
    refusals: tuple[Refusal, ...],
    act: Act,
    shift: ShiftRow | None = None,
) -> Refused:
    """Put a refusal on the record and give it back."""
    verdict = Refused(refusals)
    about = subject(shift) if shift else Subject("shift", "new", "A shift")
    audit.record(session, act.by, name, about, now=act.now, verdict=verdict)
    return verdict
