"""The house's list of things that regulations prescribe: entered, struck out, kept."""

from collections.abc import Sequence

from sqlmodel import Session, col, select

from house import audit
from house.audit import Subject
from house.audit.plain import fitted
from house.floor.acts import Act, signed
from promotions.models import PrescribedRow
from rulebook import HOUSE, Cite, Refusal, Refused

LIST: Cite = HOUSE.at("PROMOTION-27")
ABOUT = Subject("prescribed", "list", "Prescribed things")


def listed(session: Session) -> Sequence[PrescribedRow]:
    """What is on the list now, in the order it was entered."""
    newest: dict[str, PrescribedRow] = {}
    for row in session.exec(select(PrescribedRow).order_by(col(PrescribedRow.id))):
        newest.pop(row.thing, None)
        newest[row.thing] = row
    return tuple(row for row in newest.values() if row.listed)


def enter(
    session: Session, thing: str, reference: str, act: Act, *, strike: bool = False
) -> PrescribedRow | Refused:
    """Put a thing on the list, or strike it out."""
    name, on_it = " ".join(thing.split()).lower(), {r.thing for r in listed(session)}
    wrong = ""
    if not name:
        wrong = "No thing is named."
    elif strike and name not in on_it:
        wrong = f"“{name}” is not on the list."
    elif not strike and name in on_it:
        wrong = f"“{name}” is on the list already."
    refused = Refused((Refusal(LIST, wrong, "", "thing"),)) if wrong else None
    row = PrescribedRow(
        thing=fitted(name, 120),
        listed=not strike,
        reference=fitted(reference.strip(), 200),
        **signed(act),
    )
    if refused is None:
        session.add(row)
        session.flush()
    audit.record(
        session,
        act.by,
        "strike prescribed thing" if strike else "enter prescribed thing",
        ABOUT,
        now=act.now,
        verdict=refused,
        rules=(LIST,),
        after={"thing": row.thing, "reference": row.reference},
    )
    return refused or row
