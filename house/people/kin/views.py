"""One's own relatives: every member of staff declares them for themselves."""

from flask import Blueprint, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session, select
from werkzeug.exceptions import NotFound
from wtforms import SelectField, StringField
from wtforms.validators import InputRequired, Length

from house.forms import HouseForm
from house.people.kin import queries, services
from house.people.kin.models import WORDS, Relation
from house.people.models import StaffRow
from house.people.patrons import queries as patrons
from house.people.patrons.models import PatronRow, PlayerCardRow
from house.people.staff.changes import ChangeRequest
from house.web import actor, go_to, hurdles, now, reading, signed_in, writing
from rulebook import Refused

bp = Blueprint("kin", __name__, url_prefix="/desk/account/relatives")


class KinForm(HouseForm):
    """Whose card it is, and how they belong to one."""

    card = StringField(
        "Number of their player card", [InputRequired("Enter it."), Length(max=32)]
    )
    relation = SelectField(
        "Who it is", choices={each.value: said for each, said in WORDS.items()}
    )


@bp.get("/")
@hurdles()
def index() -> ResponseReturnValue:
    """Everybody whom one has declared, and a form for the next."""
    return _page(reading(), KinForm())


def _page(session: Session, form: KinForm, refused: Refused | None = None) -> str:
    return render_template(
        "kin/index.html",
        declared=queries.declared(session, [signed_in().id]),
        form=form,
        words=WORDS,
        refused=refused,
    )


@bp.post("/")
@hurdles()
def declare() -> ResponseReturnValue:
    """Declare one's own record, or a relative."""
    form, session = KinForm(request.form), writing()
    patron = _holder(session, form) if form.validate() else None
    if patron is None:
        return _page(session, form), 422
    me = session.get_one(StaffRow, signed_in().id)
    relation = Relation(form.relation.data)
    verdict = services.declare(session, me, patron, relation, _request())
    if isinstance(verdict, Refused):
        return _page(session, form, verdict), 409
    flash("It is declared.")
    return go_to(url_for(".index"))


@bp.post("/<int:patron_id>/back")
@hurdles()
def take_back(patron_id: int) -> ResponseReturnValue:
    """Take a declaration back."""
    session = writing()
    patron = patrons.get(session, patron_id)
    if patron is None:
        raise NotFound("There is no such patron.")
    me = session.get_one(StaffRow, signed_in().id)
    verdict = services.take_back(session, me, patron, _request())
    if isinstance(verdict, Refused):
        return _page(session, KinForm(), verdict), 409
    flash("It is taken back.")
    return go_to(url_for(".index"))


def _request() -> ChangeRequest:
    return ChangeRequest(actor(), now(), signed_in().id)


def _holder(session: Session, form: KinForm) -> PatronRow | None:
    number = patrons.card_number(form.card.data)
    card = select(PlayerCardRow).where(PlayerCardRow.number == number)
    found = session.exec(card).first()
    if found is None:
        form.card.errors = ["There is no card of this number."]
        return None
    return session.get_one(PatronRow, found.patron_id)
