"""What lies in a drawer: no more is handed out; the cage fills it and takes back."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from house import audit
from house.audit import Actor
from house.floor.acts import Act
from house.ledger import services as ledger
from house.ledger.models import PostingRow
from house.ledger.postings import Cause, Posting
from rulebook import HOUSE, Cite, Refusal, Refused
from rulebook.terms import wording
from tournaments.money import accounts, shifts
from tournaments.money.models import ShiftRow
from tournaments.rules.payments import Method

ENOUGH: Cite = HOUSE.at("TOURN-388")
FILLED: Cite = HOUSE.at("TOURN-389")
FILL = "drawer filled"  # what a posting of a fill or a drop comes from
COUNTED = tuple(method for method in Method if method.is_counted)


def short(
    session: Session, amounts: Mapping[Method, int], act: Act
) -> Iterator[Refusal]:
    """Why the drawer of whoever acts cannot hand this out."""
    shift = shifts.open_of(session, act)
    if shift is None:  # there is no drawer, or its lack is refused on its own
        return
    for method, holds, cents in _beyond(session, shift, amounts):
        wrong = (
            f"The drawer of shift {shift.pk} holds {wording.dollars(holds)} in {method}"
            f", and {wording.dollars(cents)} would be handed out."
        )
        missing = wording.dollars(cents - holds)
        right = f"Have the cage fill it with {missing}, or hand it out another way."
        yield Refusal(HOUSE.at("TOURN-388"), wrong, right, "method")


def _beyond(
    session: Session, shift: ShiftRow, amounts: Mapping[Method, int]
) -> Iterator[tuple[Method, int, int]]:
    """What a drawer lacks; held against others, or two could empty it at once."""
    session.get(ShiftRow, shift.pk, with_for_update=True)
    holds = shifts.totals(session, shift).expected
    for method, cents in amounts.items():
        if method.is_counted and cents > holds[method]:
            yield method, holds[method], cents


@dataclass(frozen=True, slots=True)
class Fill:
    """What the cage puts into a drawer, below nothing takes out, and who signs."""

    method: Method
    cents: int
    second: Actor | None


def fill(session: Session, shift: ShiftRow, wanted: Fill, act: Act) -> Refused | None:
    """Move cash or chips between the cage and a drawer, signed by two."""
    name = "fill drawer" if wanted.cents > 0 else "drop from drawer"
    refusals = tuple(_against(session, shift, wanted, act))
    if refusals:
        return shifts.refused(session, name, refusals, act, shift)
    assert wanted.second is not None
    into = accounts.filled(shift.pk, wanted.method)
    moves = ((into, wanted.cents), (shifts.cage(), -wanted.cents))
    known = {
        "method": wanted.method.value,
        "cents": wanted.cents,
        "second": wanted.second.id,
        "second_name": wanted.second.name[:120],
    }
    cause = Cause(FILL, str(shift.pk))
    ledger.post(session, Posting(cause, (FILLED,), moves, known), act)
    about, rules = shifts.subject(shift), (FILLED,)
    audit.record(session, act.by, name, about, now=act.now, rules=rules, after=known)
    return None


def _against(
    session: Session, shift: ShiftRow, wanted: Fill, act: Act
) -> Iterator[Refusal]:
    mine = shifts.open_of(session, act)
    if mine is None or mine.pk != shift.pk:
        wrong = "This is not an open shift of yours."
        yield Refusal(FILLED, wrong, "Whoever opened a shift answers for its drawer.")
        return
    if wanted.method not in COUNTED or not 0 < abs(wanted.cents) <= shifts.MOST_CENTS:
        wrong = "It is not said how much cash or how many chips are moved."
        yield Refusal(FILLED, wrong, "Count it and enter the amount.", "cents")
    yield from unsigned(wanted.second, FILLED, act)
    for method, holds, _ in _beyond(session, shift, {wanted.method: -wanted.cents}):
        wrong = f"The drawer holds {wording.dollars(holds)} in {method}."
        yield Refusal(ENOUGH, wrong, "Drop no more than lies in it.", "cents")


def unsigned(second: Actor | None, cite: Cite, act: Act) -> Iterator[Refusal]:
    """Why two have not signed: nobody else did, or somebody did twice."""
    if second is None or second.id == act.by.id:
        wrong = "Nobody else has signed."
        right = "A second person signs with their own user name and password."
        yield Refusal(cite, wrong, right, "second")


@dataclass(frozen=True, slots=True)
class DrawerMove:
    """One fill or drop, as the ledger has it."""

    at: datetime
    method: Method
    cents: int
    by: str
    second: str


def moved(session: Session, shift: ShiftRow) -> Sequence[DrawerMove]:
    """Every fill of a drawer and every drop from it, in their order."""
    mine = select(PostingRow).where(
        col(PostingRow.cause_kind) == FILL, col(PostingRow.cause_id) == str(shift.pk)
    )
    rows = session.exec(mine.order_by(col(PostingRow.number)))
    return [
        DrawerMove(
            row.at,
            Method(row.facts["method"]),
            row.facts["cents"],
            row.by_name,
            row.facts["second_name"],
        )
        for row in rows
    ]
