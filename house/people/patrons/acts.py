"""Acts on one patron: player cards and exclusions, each a page of its own."""

from typing import Any

from flask import abort, request
from flask.typing import ResponseReturnValue
from wtforms import Form

from house.people.patrons import cards, exclusions
from house.people.patrons.forms import CancelForm, CardForm, LiftForm, exclusion_form
from house.people.patrons.models import ExclusionRow, PatronRow, PlayerCardRow
from house.people.patrons.pages import (
    EXCLUDE,
    GIVE_CARDS,
    LIFT,
    bp,
    moment,
    patron_or_404,
    settled,
    show_form,
)
from house.people.patrons.queries import LARGEST_ID
from house.web import acts, here, now, reading, venue, writing


def _patron(patron_id: int) -> PatronRow:
    """The patron of the page; held against others while something is done."""
    if request.method == "GET":
        return patron_or_404(reading(), patron_id)
    return patron_or_404(writing(), patron_id, lock=True)


def _unready(template: str, form: Form, **context: Any) -> ResponseReturnValue | None:
    """The form itself, until it has been filled in."""
    if request.method == "GET":
        return show_form(template, form, **context)
    return None if form.validate() else show_form(template, form, 422, **context)


@bp.route("/<int:patron_id>/cards/new", methods=["GET", "POST"])
@acts(*GIVE_CARDS)
def issue_card(patron_id: int) -> ResponseReturnValue:
    """Give a patron a player card of their own."""
    patron = _patron(patron_id)
    form = CardForm(request.form)
    page = "patrons/card.html"
    if (unready := _unready(page, form, patron=patron)) is not None:
        return unready
    verdict = cards.issue(writing(), patron, form.number.data, moment())
    done = f"{patron.name} has a player card."
    return settled(verdict, done, patron_id, page, patron=patron, form=form)


@bp.route("/<int:patron_id>/cards/<int:card_id>/cancel", methods=["GET", "POST"])
@acts(*GIVE_CARDS)
def cancel_card(patron_id: int, card_id: int) -> ResponseReturnValue:
    """Cancel a player card, with the reason."""
    patron = _patron(patron_id)
    card = _of(patron, PlayerCardRow, card_id)
    form, page = CancelForm(request.form), "patrons/cancel.html"
    shown = {"patron": patron, "card": card}
    if (unready := _unready(page, form, **shown)) is not None:
        return unready
    why = form.cancelled_why.data
    verdict = cards.cancel(writing(), patron, card, why, moment())
    done = f"Card {card.number} is cancelled."
    return settled(verdict, done, patron_id, page, form=form, **shown)


def _of(patron: PatronRow, kind: type[Any], row_id: int) -> Any:
    """A card or exclusion, provided that it is this patron's."""
    session = here()
    row = session.get(kind, row_id) if 0 < row_id <= LARGEST_ID else None
    if row is None or row.patron_id != patron.pk:
        abort(404)
    return row


@bp.route("/<int:patron_id>/exclusions/new", methods=["GET", "POST"])
@acts(*EXCLUDE)
def exclude(patron_id: int) -> ResponseReturnValue:
    """Exclude a patron: at their own wish, by the house or by the regulator."""
    patron = _patron(patron_id)
    form = exclusion_form(venue())(request.form, data={"from_at": now()})
    page = "patrons/exclude.html"
    if (unready := _unready(page, form, patron=patron)) is not None:
        return unready
    verdict = exclusions.exclude(writing(), patron, form.command(), moment())
    done = f"The exclusion of {patron.name} is recorded."
    return settled(verdict, done, patron_id, page, patron=patron, form=form)


@bp.route(
    "/<int:patron_id>/exclusions/<int:exclusion_id>/lift", methods=["GET", "POST"]
)
@acts(*LIFT, step_up=True)
def lift_exclusion(patron_id: int, exclusion_id: int) -> ResponseReturnValue:
    """Let an excluded patron come back; the exclusion stays on file."""
    patron = _patron(patron_id)
    exclusion = _of(patron, ExclusionRow, exclusion_id)
    form, page = LiftForm(request.form), "patrons/lift.html"
    shown = {"patron": patron, "exclusion": exclusion}
    if (unready := _unready(page, form, **shown)) is not None:
        return unready
    verdict = exclusions.lift(writing(), patron, exclusion, form.grounds(), moment())
    done = "The exclusion is lifted; it stays on file."
    return settled(verdict, done, patron_id, page, form=form, **shown)
