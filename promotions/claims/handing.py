"""A prize is handed over: once, in parts that add up, signed by two of the house."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from house.audit.plain import fitted
from house.floor.acts import Act
from house.ledger import services as ledger
from house.ledger.postings import Account, Cause, Move, Posting
from promotions.claims import standing as standings
from promotions.claims.models import HandedRow, HandingRow
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
SAME = ("by", "instead", "way", "thing", "cents", "parts", "signed_by", "note")


@dataclass(frozen=True, slots=True)
class Over:
    """How a prize goes over: the thing or money, in parts, and who receives it."""

    signed_by: str
    instead: bool = False
    way: Given | None = None  # of a thing
    thing: str = ""  # its mark in the store
    parts: tuple[Part, ...] = ()
    note: str = ""


def prepare(
    session: Session, row: PromotionRow, standing: Standing, over: Over, act: Act
) -> HandingRow | Refused:
    """Sign first how a prize is handed over; it stays here until somebody else signs.

    The same again by the same person is the same; anything else holds instead.
    """
    made, known = _prepared(standing, over, act), standing.handing
    if known is not None and _is_same(known, made):
        return known
    found = (
        *against(session, row, standing, act),
        *_received(over),
        *_given(session, row, standing, over),
    )
    if found:
        return steps.refused(session, row, "prepare prize", found, act)
    session.add(made)
    session.flush()
    after = {"selection": made.selection_id, "cents": made.cents, "thing": made.thing}
    steps.note(session, row, "prepare prize", act, None, (SIGNED,), None, after)
    return made


def hand_over(
    session: Session, row: PromotionRow, standing: Standing, seen: int, act: Act
) -> HandedRow | Refused:
    """Sign second: the prize goes over the counter; once, whoever tries."""
    known, prepared = standing.handed, standing.handing
    if known is not None and known.witness_id == act.by.id:
        return known
    if prepared is not None:
        stock.lock(session, prepared.thing)
    found = (
        *against(session, row, standing, act),
        *against_second(standing, act, seen),
        *(_given(session, row, standing, _over(prepared)) if prepared else ()),
    )
    if found or prepared is None:
        return steps.refused(session, row, "hand over prize", found, act)
    made = _row(standing, prepared, act)
    try:
        with session.begin_nested():
            session.add(made)
    except IntegrityError:  # handed over in this very moment
        return hand_over(session, row, _anew(session, row, standing), seen, act)
    _post(session, row, standing, made, act)
    after = {"selection": made.selection_id, "cents": made.cents, "parts": made.parts}
    after |= {"thing": made.thing, "first": made.by}
    cites = (SIGNED, standing.terms.regime.choice_over_cents.cite)
    steps.note(session, row, "hand over prize", act, None, cites, None, after)
    return made


def against_second(standing: Standing, act: Act, seen: int = 0) -> Iterator[Refusal]:
    """Why this person cannot sign second: the button asks the same."""
    prepared = standing.handing
    if prepared is None:
        wrong = "Nobody of the house has signed how it is handed over."
        yield Refusal(SIGNED, wrong, "The first signs what goes to whom.")
    elif prepared.by == act.by.id:
        wrong = "You signed first."
        right = "Somebody else of the house signs in and signs second."
        yield Refusal(SIGNED, wrong, right)
    elif seen and prepared.pk != seen:
        wrong = f"{prepared.by_name} has changed how it is handed over."
        yield Refusal(SIGNED, wrong, "Look at it again, then sign.")


def _is_same(kept: HandingRow, asked: HandingRow) -> bool:
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
        wrong = "This prize is vacant: it lapsed, or two people signed so."
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


def _received(over: Over) -> Iterator[Refusal]:
    if not over.signed_by.strip():
        wrong = "Nobody signs for the prize."
        yield Refusal(SIGNED, wrong, "Write who received it.", "signed_by")


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
        yield from stock.lacking(session, row, standing, over.thing)


def due_in(standing: Standing, *, instead: bool) -> int:
    """How much money the winner gets."""
    winner = standing.winner
    return rules.money_due(winner.prize, winner.value_cents, instead=instead)


def _prepared(standing: Standing, over: Over, act: Act) -> HandingRow:
    due = due_in(standing, instead=over.instead)
    return HandingRow(
        selection_id=standing.selection.pk,
        instead=over.instead,
        way=over.way.value if over.way and not due else "",
        thing="" if due else over.thing,
        cents=due,
        parts=[asdict(part) for part in over.parts] if due else [],
        signed_by=fitted(over.signed_by.strip(), 160),
        note=fitted(over.note.strip(), 200),
        **steps.signed(act),
    )


def _over(prepared: HandingRow) -> Over:
    """What the first signed, as it is asked again when the second does."""
    return Over(
        prepared.signed_by,
        instead=prepared.instead,
        way=Given(prepared.way) if prepared.way else None,
        thing=prepared.thing,
        parts=tuple(_parts(prepared)),
        note=prepared.note,
    )


def _parts(kept: HandingRow | HandedRow) -> Iterator[Part]:
    for part in kept.parts:
        yield Part(Given(part["given"]), part["cents"], part["reference"])


def _row(standing: Standing, prepared: HandingRow, act: Act) -> HandedRow:
    return HandedRow(
        **{field: getattr(prepared, field) for field in SAME},
        selection_id=standing.selection.pk,
        value_cents=standing.winner.value_cents,
        by_name=prepared.by_name,
        witness=act.by.name,
        witness_id=act.by.id,
        at=act.now,
    )


def _post(
    session: Session, row: PromotionRow, standing: Standing, made: HandedRow, act: Act
) -> None:
    """Money that moves is on the ledger: what the promotion cost, how it was paid."""
    if not made.cents:
        return
    by_way: dict[Given, int] = {}
    for part in _parts(made):
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
