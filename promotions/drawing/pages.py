"""What the pages of the draw room share: the hands that draw, and the forms."""

from typing import Any

from flask import current_app, request
from sqlmodel import Session

from house.audit.checkpoints.signing import CannotSign, Signer
from house.people.roles import Role
from house.web import config
from promotions.drawing import shown
from promotions.drawing.forms import (
    PaperForm,
    PresentForm,
    RoomForm,
    VacancyForm,
    ValueForm,
    WhyForm,
)
from promotions.drawing.holding import Hands
from promotions.pages import allowed
from promotions.rules.room import ONCE
from rulebook import Refusal, Refused


def hands() -> Hands | Refused:
    """What a draw is held with; without the key nothing can be certified."""
    try:
        key = Signer.of(config()).key()
    except CannotSign as trouble:
        wrong = f"No certificate can be signed: {trouble}"
        return Refused((Refusal(ONCE, wrong, "Put the key of the record right."),))
    return Hands(current_app.extensions["seal"], key)


def forms(session: Session) -> dict[str, Any]:
    """Every form of the room, empty or with what was chosen."""
    people = RoomForm(request.form if request.method == "POST" else None)
    people.drawer.choices = dict(shown.staff(session, Role.MARKETING))
    people.presenter.choices = {"": "Nobody else"} | dict(shown.staff(session))
    return {
        "people": people,
        "value_form": ValueForm(),
        "present": PresentForm(),
        "why": WhyForm(),
        "vacancy": VacancyForm(),
        "paper": PaperForm(),
        "may": allowed,
    }
