"""A prize is handed out once, to whom it belongs, with two signatures."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from house.audit import Actor
from house.audit.plain import fitted
from house.documents.models import How
from house.floor.acts import Act
from house.ledger import services as ledger
from house.ledger.postings import Cause, Posting
from rulebook import HOUSE, Cite, Refusal, Refused
from rulebook.terms import wording
from tournaments.models import EntryRow, TournamentRow
from tournaments.money import accounts, drawers, shifts, taking
from tournaments.money.taking import Tender
from tournaments.path import steps
from tournaments.prizes import seats
from tournaments.prizes.awarding import ONCE
from tournaments.prizes.models import PrizePaidRow, PrizeRow
from tournaments.prizes.seats import Taking
from tournaments.rules.payments import Method

SEEN: Cite = HOUSE.at("TOURN-311")
SHARED_OUT: Cite = Cite("CROWN3-12.5.2(c)")
CASH_MARK = 10_000_00  # cents in cash, unless the house sets another mark


@dataclass(frozen=True, slots=True)
class HandOut:
    """What the cage says: how, which paper was seen, who signs as second."""

    tender: Tender
    identity: str = ""
    second: Actor | None = None
    note: str = ""
    mark_cents: int = CASH_MARK  # from which a prize in cash is marked
    how: How = How.SIGNED  # the terms are accepted of the tournament of a seat
    selected: bool = False  # by its criteria, where it has any

    @property
    def is_seat(self) -> bool:
        """Whether the seat itself is given, where a seat was won."""
        return self.tender.method is Method.COMP


@dataclass(frozen=True, slots=True)
class Given:
    """A prize as it is handed out: of whom, and the seat it may be."""

    row: PrizeRow
    entry: EntryRow
    taking: Taking | None
    said: HandOut

    @property
    def parts(self) -> Mapping[Method, int]:
        """What is handed out by which method."""
        worth = self.taking.seat.cents if self.taking and self.said.is_seat else 0
        rest = Method.CASH if self.said.is_seat else self.said.tender.method
        parts = {Method.COMP: worth, rest: self.row.cents - worth}
        return {method: cents for method, cents in parts.items() if cents}


def pay(
    session: Session, tournament: TournamentRow, prize_id: int, said: HandOut, act: Act
) -> PrizePaidRow | Refused:
    """Hand a prize out: once, however many cages try."""
    row = session.get(PrizeRow, prize_id) if 0 < prize_id < 2**63 else None
    if row is None or row.tournament_id != tournament.pk:
        nowhere = [Refusal(ONCE, "There is no such prize.")]
        return _refused(session, tournament, nowhere, act)
    given = _given(session, tournament, row, said)
    if found := [*_against(session, given, act)]:
        return _refused(session, tournament, found, act)
    try:
        with session.begin_nested():
            paid = _handed(session, given, act)
    except IntegrityError:  # handed out already, perhaps in this very moment
        return _refused(session, tournament, [_twice(row)], act)
    after = {
        "prize": row.number,
        "cents": row.cents,
        "how": paid.method.value,
        "second": said.second.id if said.second else "",
        "marked": paid.marked,
        "note": paid.note,
    }
    rules = (ONCE, SEEN, SHARED_OUT)
    steps.note(session, tournament, "pay prize", act, None, rules, None, after)
    return paid


def _given(
    session: Session, tournament: TournamentRow, row: PrizeRow, said: HandOut
) -> Given:
    entry = session.get_one(EntryRow, row.entry_id)
    seat = seats.won(session, tournament, row, lock=True)
    taken = Taking(seat, entry, said.how, said.selected) if seat else None
    return Given(row, entry, taken, said)


def _twice(row: PrizeRow) -> Refusal:
    return Refusal(ONCE, f"Prize {row.number} was handed out already.")


def _against(session: Session, given: Given, act: Act) -> Iterator[Refusal]:
    row, said, method = given.row, given.said, given.said.tender.method
    earlier = select(PrizePaidRow.id).where(col(PrizePaidRow.prize_id) == row.pk)
    if session.exec(earlier).first() is not None:
        yield _twice(row)
        return
    if not said.identity.strip():
        wrong = f"Nothing says which paper of {given.entry.name} was seen."
        yield Refusal(SEEN, wrong, "See it, and write down its kind.", "identity")
    yield from drawers.unsigned(said.second, SEEN, act)
    if method is Method.COMP and given.taking is None:
        wrong, right = "A prize is no comp.", "Give it in cash, chips or by transfer."
        yield Refusal(SEEN, wrong, right, "method")
    if method is Method.CARD and not said.note.strip():
        wrong = "It is not said which transfer it is."
        yield Refusal(SEEN, wrong, "Write the number of the transfer.", "note")
    if given.taking is not None:
        asked = seats.not_given if said.is_seat else seats.not_money
        yield from asked(session, given.taking, act)
    for each in given.parts:
        yield from taking.against(session, Tender(each, said.tender.shift_needed), act)
    yield from drawers.short(session, given.parts, act)


def _handed(session: Session, given: Given, act: Act) -> PrizePaidRow:
    """The row, the entry that a seat is, and what all of it moves."""
    note = given.said.note.strip()
    if given.taking and given.said.is_seat:
        entry = seats.enter(session, given.taking, act)
        note = f"Entry {entry.number} of {given.taking.seat.called}. {note}".strip()
    paid = _row(session, given, note, act)
    session.add(paid)
    session.flush()
    _post(session, given, paid, act)
    return paid


def _row(session: Session, given: Given, note: str, act: Act) -> PrizePaidRow:
    row, said, shift = given.row, given.said, shifts.open_of(session, act)
    return PrizePaidRow(
        prize_id=row.pk,
        method=said.tender.method,
        shift_id=shift.pk if shift else None,
        identity=fitted(said.identity.strip(), 120),
        witness=fitted(said.second.name if said.second else "", 120),
        note=fitted(note, 200),
        marked=given.parts.get(Method.CASH, 0) >= max(said.mark_cents, 1),
        **steps.signed(act),
    )


def _post(session: Session, given: Given, paid: PrizePaidRow, act: Act) -> None:
    """The entry was handed it; the drawers have less, and so much less is held."""
    row = given.row
    out_of = {
        accounts.drawer(paid.shift_id, method): cents
        for method, cents in given.parts.items()
    }
    moves = accounts.prize((row.entry_id, row.tournament_id), out_of)
    known = {"prize": row.number, "entry": row.entry_id}
    cause = Cause(accounts.PRIZE, str(row.pk))
    ledger.post(session, Posting(cause, (ONCE, SHARED_OUT), moves, known), act)


def _refused(
    session: Session, tournament: TournamentRow, found: list[Refusal], act: Act
) -> Refused:
    refused = Refused(tuple(dict.fromkeys(found)))
    steps.note(session, tournament, "pay prize", act, refused)
    return refused


def mark(cents: int) -> str:
    """From which sum in cash a prize is marked, in words."""
    return wording.dollars(cents)
