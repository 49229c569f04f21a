"""Setting meters up, linking their tables, opening them, minding their equipment."""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from house import audit
from house.audit import Subject
from house.floor.acts import Act
from house.floor.meters.ledger import (
    Entry,
    add,
    become,
    millionths,
    note,
    state,
    terms_of,
)
from house.floor.meters.linking import OWN_DOCUMENT, links, others
from house.floor.meters.models import (
    EntryKind,
    MeterRow,
    MeterStatus,
)
from house.floor.meters.opening import check_opening
from house.floor.meters.systems import SYSTEMS
from house.floor.meters.terms import NAMED, Terms
from house.ledger.postings import Cause
from rulebook import HOUSE, Refusal, Refused

STALE = HOUSE.at("STALE-1")
ADDRESS = HOUSE.at("METERS-10")
LONGEST_NAME = 80


def new_token() -> str:
    """An address that nobody can guess."""
    return secrets.token_urlsafe(24)


def set_up(session: Session, name: str, terms: Terms, act: Act) -> MeterRow | Refused:
    """Draft a meter; it may lack anything but a name and a document until it opens."""
    refusals = (*_named(session, name), *_document(terms))
    verdict = (
        Refused(refusals) if refusals else _insert(session, name.strip(), terms, act)
    )
    refused = verdict if isinstance(verdict, Refused) else None
    id_ = "" if isinstance(verdict, Refused) else str(verdict.pk)
    audit.record(
        session,
        act.by,
        "set up meter",
        Subject("meter", id_, name),
        now=act.now,
        verdict=refused,
        after={"name": name, **terms.plain()},
    )
    return verdict


def _insert(session: Session, name: str, terms: Terms, act: Act) -> MeterRow | Refused:
    meter = MeterRow(
        name=name, rulebook=terms.rulebook, token=new_token(), created_at=act.now
    )
    _take(meter, terms)
    try:
        with session.begin_nested():
            session.add(meter)
    except IntegrityError:  # somebody took the name in this very moment
        return Refused((_taken(name),))
    return meter


def _take(meter: MeterRow, terms: Terms) -> None:
    meter.option = terms.option
    meter.pay_table = terms.pay_table
    meter.price_cents = terms.price_cents
    meter.reseed_cents = terms.reseed_cents
    meter.rate_millionths = terms.rate_millionths
    meter.approval = terms.approval
    meter.sharing = terms.sharing
    meter.sign_cents = dict(terms.sign_cents)
    meter.bonus_cents = dict(terms.bonus_cents)
    meter.says_folded = terms.says_folded
    meter.multi_game = terms.multi_game


def _document(terms: Terms) -> Iterator[Refusal]:
    if terms.rulebook not in SYSTEMS:
        wrong = f"“{terms.rulebook}” has no meters."
        right = f"Choose {', '.join(SYSTEMS)}."
        yield Refusal(OWN_DOCUMENT, wrong, right, "rulebook")


def _named(session: Session, name: str, besides: int = 0) -> Iterator[Refusal]:
    stripped = name.strip()
    if not 1 <= len(stripped) <= LONGEST_NAME:
        right = f"Give it one of at most {LONGEST_NAME} characters."
        yield Refusal(NAMED, "The meter has no name that fits a sign.", right, "name")
    taken = session.exec(select(MeterRow).where(col(MeterRow.name) == stripped)).first()
    if taken is not None and taken.pk != besides:
        yield _taken(stripped)


def _taken(name: str) -> Refusal:
    wrong = f"There is a meter “{name}” already."
    return Refusal(NAMED, wrong, "Give it another name.", "name")


@dataclass(frozen=True, slots=True)
class Draft:
    """What somebody wants a meter to be, and the version they had before them."""

    name: str
    terms: Terms
    version: int


def change_terms(
    session: Session, meter: MeterRow, draft: Draft, act: Act
) -> MeterRow | Refused:
    """Change the terms of a meter that is held and has not opened."""
    refusals = [*_named(session, draft.name, meter.pk)]
    if meter.version != draft.version:
        wrong = "Somebody else changed this meter while you were writing."
        refusals.append(Refusal(STALE, wrong, "Look at it again, then save."))
    if meter.status is not MeterStatus.DRAFT:
        wrong = f"{meter.name} is {meter.status.value}."
        right = "Only a draft changes; an open meter changes by an announced change."
        refusals.append(Refusal(NAMED, wrong, right))
    refused = Refused(tuple(refusals)) if refusals else None
    before = terms_of(meter).plain()
    terms = replace(draft.terms, rulebook=meter.rulebook)
    if not refused:
        meter.name = draft.name.strip()
        _take(meter, terms)
        session.flush()
    after = terms.plain()
    note(session, meter, act, "change meter", refused, before=before, after=after)
    return refused or meter


def against_opening(session: Session, meter: MeterRow) -> Iterator[Refusal]:
    """Everything that keeps the meter shut."""
    if meter.status is not MeterStatus.DRAFT:
        wrong = f"{meter.name} is {meter.status.value}."
        yield Refusal(NAMED, wrong, "Only a draft opens.")
        return
    on = links(session, meter)
    yield from check_opening(meter.name, terms_of(meter), on, others(session, meter))


def open_meter(session: Session, meter: MeterRow, act: Act) -> MeterRow | Refused:
    """Open a meter that is held: from now on it shows its seed and takes wagers."""
    refusals = tuple(against_opening(session, meter))
    refused = Refused(refusals) if refusals else None
    cite = SYSTEMS[meter.rulebook].meter.seed
    if not refused:
        meter.status = MeterStatus.OPEN
        meter.opened_at = act.now
        start = state(meter)
        entry = Entry(
            EntryKind.SEED,
            f"meter-{meter.pk}-seed",
            millionths(start.value_cents),
            cite,
            act,
            Cause("meter", str(meter.pk)),
        )
        add(session, meter, entry)
        become(meter, start)
        session.flush()
    after = {"meter_cents": meter.value_cents}
    note(session, meter, act, "open meter", refused, rules=(cite,), after=after)
    return refused or meter
