"""A prize is handed out once, to whom it belongs, with two signatures."""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from house.audit.plain import fitted
from house.floor.acts import Act
from house.ledger import services as ledger
from house.ledger.postings import Cause, Posting
from rulebook import HOUSE, Cite, Refusal, Refused
from rulebook.terms import wording
from tournaments.models import EntryRow, TournamentRow
from tournaments.money import accounts, shifts, taking
from tournaments.money.taking import Tender
from tournaments.path import steps
from tournaments.prizes.awarding import ONCE
from tournaments.prizes.models import PrizePaidRow, PrizeRow
from tournaments.rules.payments import Method

SEEN: Cite = HOUSE.at("TOURN-311")
SHARED_OUT: Cite = Cite("CROWN3-12.5.2(c)")
CASH_MARK = 10_000_00  # cents in cash, unless the house sets another mark


@dataclass(frozen=True, slots=True)
class HandOut:
    """What the cage says: how, which paper was seen, who signs as second."""

    tender: Tender
    identity: str = ""
    witness: str = ""
    note: str = ""
    mark_cents: int = CASH_MARK  # from which a prize in cash is marked


def pay(
    session: Session, tournament: TournamentRow, prize_id: int, said: HandOut, act: Act
) -> PrizePaidRow | Refused:
    """Hand a prize out: once, however many cages try."""
    row = session.get(PrizeRow, prize_id) if 0 < prize_id < 2**63 else None
    if row is None or row.tournament_id != tournament.pk:
        return _refused(
            session, tournament, [Refusal(ONCE, "There is no such prize.")], act
        )
    if found := [*_against(session, row, said, act)]:
        return _refused(session, tournament, found, act)
    paid = _row(session, row, said, act)
    try:
        with session.begin_nested():
            session.add(paid)
    except IntegrityError:  # handed out already, perhaps in this very moment
        wrong = f"Prize {row.number} was handed out already."
        return _refused(session, tournament, [Refusal(ONCE, wrong)], act)
    _post(session, row, paid, act)
    after = {
        "prize": row.number,
        "cents": row.cents,
        "how": paid.method.value,
        "marked": paid.marked,
    }
    rules = (ONCE, SEEN, SHARED_OUT)
    steps.note(session, tournament, "pay prize", act, None, rules, None, after)
    return paid


def _against(
    session: Session, row: PrizeRow, said: HandOut, act: Act
) -> Iterator[Refusal]:
    entry = session.get_one(EntryRow, row.entry_id)
    if not said.identity.strip():
        wrong = f"Nothing says which paper of {entry.name} was seen."
        yield Refusal(SEEN, wrong, "See it, and write down its kind.", "identity")
    witness = said.witness.strip()
    if not witness or witness.casefold() in {act.by.name.casefold(), act.by.id}:
        wrong = "Nobody else signs the slip."
        yield Refusal(SEEN, wrong, "A second person signs it.", "witness")
    if said.tender.method is Method.COMP:
        wrong = "A prize is no comp."
        yield Refusal(
            SEEN, wrong, "Hand it out in cash, chips or by transfer.", "method"
        )
    if said.tender.method is Method.CARD and not said.note.strip():
        wrong = "It is not said which transfer it is."
        yield Refusal(SEEN, wrong, "Write the number of the transfer.", "note")
    yield from taking.against(session, said.tender, act)


def _row(session: Session, row: PrizeRow, said: HandOut, act: Act) -> PrizePaidRow:
    shift = shifts.open_of(session, act)
    cash = said.tender.method is Method.CASH
    return PrizePaidRow(
        prize_id=row.pk,
        method=said.tender.method,
        shift_id=shift.pk if shift else None,
        identity=fitted(said.identity.strip(), 120),
        witness=fitted(said.witness.strip(), 120),
        note=fitted(said.note.strip(), 200),
        marked=cash and row.cents >= said.mark_cents,
        **steps.signed(act),
    )


def _post(session: Session, row: PrizeRow, paid: PrizePaidRow, act: Act) -> None:
    """The entry was handed it; the drawer has less, and so much less is held."""
    whose = (row.entry_id, row.tournament_id)
    drawer = accounts.drawer(paid.shift_id, paid.method)
    moves = accounts.prize(whose, row.cents, drawer)
    known = {"prize": row.number, "entry": row.entry_id}
    cause = Cause(accounts.PRIZE, str(row.pk))
    ledger.post(session, Posting(cause, (ONCE, SHARED_OUT), moves, known), act)


def _refused(
    session: Session, tournament: TournamentRow, found: list[Refusal], act: Act
) -> Refused:
    refused = Refused(tuple(found))
    steps.note(session, tournament, "pay prize", act, refused)
    return refused


def mark(cents: int) -> str:
    """From which sum in cash a prize is marked, in words."""
    return wording.dollars(cents)
