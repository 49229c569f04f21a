"""A prize is handed over: once, in parts that add up, against a signature."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from house.audit.plain import fitted
from house.floor.acts import Act
from house.ledger import services as ledger
from house.ledger.postings import Account, Cause, Move, Posting
from promotions.claims import standing as standings
from promotions.claims.claiming import refused
from promotions.claims.models import HandedRow
from promotions.claims.standing import Standing
from promotions.incidents.queries import doubts
from promotions.models import PromotionRow
from promotions.path import steps
from promotions.rules import claims as rules
from promotions.rules import gates
from promotions.rules.claims import Part
from promotions.rules.goods import Given
from promotions.store import stock
from rulebook import HOUSE, Cite, Refusal, Refused

SIGNED: Cite = HOUSE.at("PROMOTION-76")
MONEY: Cite = HOUSE.at("PROMOTION-77")
CAUSE = "promotion prize"
PRIZES, PAID = "prizes given", "prizes by"  # the way follows
UNIT = "cents"
SAME = ("by", "instead", "way", "cents", "parts", "signed_by", "witness", "note")


@dataclass(frozen=True, slots=True)
class Over:
    """How a prize goes over: the thing or money, in parts, and who signs."""

    signed_by: str
    witness: str
    instead: bool = False
    way: Given | None = None  # of a thing
    parts: tuple[Part, ...] = ()
    note: str = ""


def hand_over(
    session: Session, row: PromotionRow, standing: Standing, over: Over, act: Act
) -> HandedRow | Refused:
    """Hand a prize over, or say every reason against it; once, whoever tries."""
    known = standing.handed
    if known is not None and _is_same(known, _row(standing, over, act)):
        return known
    found = (
        *against(session, row, standing, act),
        *_signed(over, act),
        *_given(session, row, standing, over),
    )
    if found:
        return refused(session, row, "hand over prize", found, act)
    made = _row(standing, over, act)
    try:
        with session.begin_nested():
            session.add(made)
    except IntegrityError:  # handed over in this very moment
        return hand_over(session, row, _anew(session, row, standing), over, act)
    _post(session, row, standing, made, over, act)
    after = {"selection": made.selection_id, "cents": made.cents, "parts": made.parts}
    cites = (SIGNED, standing.terms.regime.choice_over_cents.cite)
    steps.note(session, row, "hand over prize", act, None, cites, None, after)
    return made


def _is_same(kept: HandedRow, asked: HandedRow) -> bool:
    """Whether somebody asks, in another tab, for what they did already."""
    return all(getattr(kept, field) == getattr(asked, field) for field in SAME)


def _anew(session: Session, row: PromotionRow, standing: Standing) -> Standing:
    now = standings.one(session, row, standing.selection.pk, standing.now)
    if now is None or now.handed is None:
        raise ValueError("The prize is neither here nor handed over.")
    return now


def against(
    session: Session, row: PromotionRow, standing: Standing, act: Act
) -> Iterator[Refusal]:
    """Why a prize stays where it is, however it would be given."""
    regime = standing.terms.regime
    if standing.handed is not None:
        yield _once()
        return
    if standing.winner.is_vacant:
        wrong = "Two people signed that this prize is vacant."
        yield Refusal(SIGNED, wrong, "It goes to whoever replaces the winner.")
    if standing.claim is None:
        wrong = "The winner has not claimed it."
        yield Refusal(SIGNED, wrong, "Enter the claim first.")
    yield from rules.eligible(
        regime, standings.grounds(session, row, standing, act.now)
    )
    yield from gates.check_draw(regime, doubts(session, row))


def _once() -> Refusal:
    wrong = "The prize was handed over already."
    return Refusal(SIGNED, wrong, "Print its receipt.")


def _signed(over: Over, act: Act) -> Iterator[Refusal]:
    if not over.signed_by.strip():
        wrong = "Nobody signs for the prize."
        yield Refusal(SIGNED, wrong, "Write who received it.", "signed_by")
    witness = over.witness.strip()
    if not witness or witness.casefold() in {act.by.name.casefold(), act.by.id}:
        wrong = "Nobody else of the house signs the receipt."
        yield Refusal(SIGNED, wrong, "A second person signs it.", "witness")


def _given(
    session: Session, row: PromotionRow, standing: Standing, over: Over
) -> Iterator[Refusal]:
    prize, regime = standing.winner.prize, standing.terms.regime
    if over.instead:
        yield from rules.offered(prize, regime)
    due = due_in(standing, instead=over.instead)
    if due:
        yield from rules.payable(prize, regime, due, over.parts)
    elif not over.instead:
        yield from rules.handed(prize, over.way)
        yield from stock.lacking(session, row, standing)


def due_in(standing: Standing, *, instead: bool) -> int:
    """How much money the winner gets."""
    winner = standing.winner
    return rules.money_due(winner.prize, winner.value_cents, instead=instead)


def _row(standing: Standing, over: Over, act: Act) -> HandedRow:
    due = due_in(standing, instead=over.instead)
    way = over.way.value if over.way and not due else ""
    return HandedRow(
        selection_id=standing.selection.pk,
        instead=over.instead,
        way=way,
        cents=due,
        parts=[asdict(part) for part in over.parts] if due else [],
        value_cents=standing.winner.value_cents,
        signed_by=fitted(over.signed_by.strip(), 160),
        witness=fitted(over.witness.strip(), 120),
        note=fitted(over.note.strip(), 200),
        **steps.signed(act),
    )


def _post(  # noqa: PLR0913, PLR0917
    session: Session,
    row: PromotionRow,
    standing: Standing,
    made: HandedRow,
    over: Over,
    act: Act,
) -> None:
    """Money that moves is on the ledger: what the promotion cost, how it was paid."""
    if not made.cents:
        return
    by_way: dict[Given, int] = {}
    for part in over.parts:
        by_way[part.given] = by_way.get(part.given, 0) + part.cents
    moves: list[Move] = [(Account(PRIZES, f"promotion {row.pk}", UNIT), -made.cents)]
    for way, cents in by_way.items():
        moves.append(
            (Account(f"{PAID} {way.value}", f"promotion {row.pk}", UNIT), cents)
        )
    cites = (MONEY, standing.terms.regime.choice_over_cents.cite)
    facts = {"selection": made.selection_id}
    cause = Cause(CAUSE, str(made.selection_id))
    ledger.post(session, Posting(cause, cites, tuple(moves), facts), act)
