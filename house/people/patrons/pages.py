"""What every page of patrons shares: who may look, who may change, which row."""

from typing import Any

from flask import Blueprint, abort, current_app, flash, render_template, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session
from wtforms import Form

from house.people.patrons import queries
from house.people.patrons.models import PatronRow
from house.people.patrons.services import Moment
from house.people.roles import Role
from house.web import actor, go_to, now, refuse, venue
from house.web.access import may
from rulebook import HOUSE, Refused

bp = Blueprint("patrons", __name__, url_prefix="/desk/patrons")
SEE = (
    Role.ENTRIES_DESK,
    Role.CASHIER,
    Role.SUPERVISOR,
    Role.DIRECTOR,
    Role.DEPUTY,
    Role.MARKETING,
)
PRIVATE = HOUSE.at("PATRON-17")
# A supervisor at a table needs a name, a card and an exclusion, and nothing else.
SEE_DETAILS = tuple(role for role in SEE if role is not Role.SUPERVISOR)
EDIT = (Role.ENTRIES_DESK, Role.DIRECTOR)
GIVE_CARDS = (Role.ENTRIES_DESK, Role.CASHIER, Role.DIRECTOR)
EXCLUDE = (
    Role.DIRECTOR,
    Role.DEPUTY,
    Role.SUPERVISOR,
    Role.ENTRIES_DESK,
)
LIFT = (Role.DIRECTOR,)


def moment() -> Moment:
    """Who acts now, on which day of the venue."""
    return Moment(actor(), now(), venue().local(now()).date())


def patron_or_404(session: Session, patron_id: int, *, lock: bool = False) -> PatronRow:
    """The patron a page is about."""
    patron = queries.get(session, patron_id, lock=lock)
    if patron is None:
        abort(404, f"There is no patron {patron_id}.")
    return patron


def allowed(endpoint: str) -> bool:
    """Whether whoever is signed in may use one of these pages."""
    return may(f"{bp.name}.{endpoint}", current_app)


def show_form(
    template: str, form: Form, status: int = 200, **context: Any
) -> ResponseReturnValue:
    """A form, for the first time or with what is wrong with it."""
    return render_template(template, form=form, refused=None, **context), status


def settled(
    verdict: object, done: str, patron_id: int, template: str, **context: Any
) -> ResponseReturnValue:
    """Go on to the patron after an act, or show every reason against it."""
    if isinstance(verdict, Refused):
        return refuse(template, verdict, **context)
    flash(done)
    return go_to(url_for("patrons.show", patron_id=patron_id))
