"""Pages on which a person's data is seen, given out and erased."""

from typing import Any

from flask import Blueprint, Response, abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from house import audit
from house.people.patrons import queries
from house.people.patrons.models import PatronRow
from house.people.patrons.services import Moment, subject
from house.people.roles import Role
from house.person import erasing, rooms
from house.person.file import written
from house.person.parts import parts_of, same_person
from house.web import actor, acts, go_to, now, reading, reads, venue, writing
from house.web.request import transaction
from rulebook import HOUSE, Refusal, Refused

__all__ = ["rooms"]
bp = Blueprint("person", __name__, url_prefix="/desk/persons")
GIVEN = HOUSE.at("PERSON-1")
MAY_ERASE = (Role.ADMIN, Role.COMPLIANCE)


def _patron(session: Session, patron_id: int) -> PatronRow:
    patron = queries.get(session, patron_id)
    if patron is None:
        abort(404, f"There is no patron {patron_id}.")
    return queries.survivor(session, patron)


@bp.get("/")
@reads(Role.ADMIN)
def find() -> ResponseReturnValue:
    """Find the person whose data is asked for, by their number."""
    number = request.args.get("patron", 0, type=int)
    if number and queries.get(reading(), number) is not None:
        return go_to(url_for(".show", patron_id=number))
    return render_template("person/find.html", number=request.args.get("patron", ""))


@bp.get("/<int:patron_id>")
@reads(Role.ADMIN)
def show(patron_id: int) -> ResponseReturnValue:
    """What the house has on a person, room by room, and which rule keeps it."""
    patron = _patron(reading(), patron_id)
    return _page("person/show.html", reading(), patron)


def _page(template: str, session: Session, patron: PatronRow, **context: Any) -> str:
    people = same_person(session, patron)
    parts = [part for part in parts_of(session, people) if part.rows]
    found = erasing.prepare(session, patron)
    shown = {"patron": patron, "parts": parts, "found": found, "refused": None}
    return render_template(template, **(shown | context))


@bp.get("/<int:patron_id>/data.zip")
@reads(Role.ADMIN)
def give(patron_id: int) -> ResponseReturnValue:
    """Everything the house has on a person as one file; that it was taken is noted."""
    patron = _patron(reading(), patron_id)
    people = same_person(reading(), patron)
    parts = parts_of(reading(), people)
    file = written(people, parts, venue().name, now())
    with transaction() as session:
        rows = {part.room.title: len(part.rows) for part in parts if part.rows}
        audit.record(
            session,
            actor(),
            "give out a person’s data",
            subject(patron),
            now=now(),
            rules=(GIVEN,),
            after={"rows": rows},
        )
    name = f"patron-{patron.pk}.zip"
    headers = {"Content-Disposition": f"attachment; filename={name}"}
    return Response(file, mimetype="application/zip", headers=headers)


@bp.route("/<int:patron_id>/erase", methods=["GET", "POST"])
@acts(*MAY_ERASE, step_up=True)
def erase(patron_id: int) -> ResponseReturnValue:
    """See what goes and what stays, then erase a person where no rule keeps it."""
    if request.method == "GET":
        patron = _patron(reading(), patron_id)
        return _page("person/erase.html", reading(), patron)
    patron = _patron(writing(), patron_id)
    verdict: object = _not_meant(patron)
    if verdict is None:
        moment = Moment(actor(), now(), venue().local(now()).date())
        verdict = erasing.erase(writing(), patron, moment)
    if isinstance(verdict, Refused):
        return _page("person/erase.html", writing(), patron, refused=verdict), 409
    flash("What no rule keeps is erased.")
    return go_to(url_for(".show", patron_id=patron.pk))


def _not_meant(patron: PatronRow) -> Refused | None:
    """Why this is not yet done: whoever erases types the number of the patron."""
    if request.form.get("number", "").strip() == str(patron.pk):
        return None
    wrong = "The number of the patron is not typed."
    right = f"Type {patron.pk} if it is this person. It cannot be taken back."
    return Refused((Refusal(erasing.ERASED, wrong, right, "number"),))
