"""The page of one winner: called, vacated by two signatures, replaced."""

from flask import abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.people.roles import Role
from house.web import acts, go_to, reads, refuse
from promotions.drawing import barrel, calling, holding, shown
from promotions.drawing import winners as drawn
from promotions.drawing.models import Ground, How, SelectionRow
from promotions.drawing.pages import forms, hands
from promotions.drawing.winners import Winner
from promotions.models import PromotionRow
from promotions.pages import APPROVE, SEE, WRITE, act, bp, found, here
from rulebook import Refused

WINNER = "promotions/drawing/winner.html"


def _winner(slug: str, selection: int) -> tuple[PromotionRow, Winner]:
    row = found(slug)
    winner = drawn.one(here(), row, selection) if 0 < selection < 2**63 else None
    if winner is None:
        abort(404, "Nobody holds a prize by this number now.")
    return row, winner


def answer(
    verdict: object, row: PromotionRow, selection: SelectionRow, done: str
) -> ResponseReturnValue:
    """Back to the winner after an act, or every reason against it."""
    if isinstance(verdict, Refused):
        winner = drawn.one(here(), row, selection.pk)
        assert winner is not None
        about = shown.of_winner(here(), row, winner, act()) | forms(here())
        return refuse(WINNER, verdict, **about)
    flash(done)
    return go_to(
        url_for("promotions.drawn_winner", slug=row.slug, selection=selection.pk)
    )


@bp.get("/<slug>/winners/<int:selection>")
@reads(*SEE)
def drawn_winner(slug: str, selection: int) -> ResponseReturnValue:
    """See one winner: called, vacated by two signatures, replaced."""
    row, winner = _winner(slug, selection)
    about = shown.of_winner(here(), row, winner, act()) | forms(here())
    return render_template(WINNER, refused=None, **about)


@bp.post("/<slug>/winners/<int:selection>/call")
@acts(*WRITE)
def call_winner(slug: str, selection: int) -> ResponseReturnValue:
    """Call a winner who has to be there."""
    row, winner = _winner(slug, selection)
    verdict = calling.call(here(), row, winner.selection, act())
    return answer(verdict, row, winner.selection, "The time runs.")


@bp.post("/<slug>/winners/<int:selection>/vacant")
@acts(*WRITE, *APPROVE, Role.SCRUTINEER, step_up=True)
def sign_vacant(slug: str, selection: int) -> ResponseReturnValue:
    """Sign that a prize fell vacant, as the first or as the second."""
    row, winner = _winner(slug, selection)
    said, reason = request.form.get("ground", ""), request.form.get("reason", "")
    if said not in set(Ground):
        abort(422, "There is no such ground.")
    verdict = calling.sign(here(), row, winner.selection, Ground(said), reason, act())
    return answer(verdict, row, winner.selection, "You have signed it.")


@bp.post("/<slug>/winners/<int:selection>/reserve")
@acts(*WRITE, step_up=True)
def open_reserve(slug: str, selection: int) -> ResponseReturnValue:
    """Open the next reserve for a prize that fell vacant."""
    row, winner = _winner(slug, selection)
    verdict = _reserve(row, winner)
    if isinstance(verdict, Refused):
        return answer(verdict, row, winner.selection, "")
    return answer(None, row, verdict, "A reserve is opened.")


def _reserve(row: PromotionRow, winner: Winner) -> SelectionRow | Refused:
    """The next one: drawn from the list, or by hand from the barrel."""
    with_, one = hands(), winner.selection
    if isinstance(with_, Refused):
        return with_
    if winner.draw.how is How.PROVABLE:
        return holding.open_reserve(here(), row, one, with_, act())
    papers = barrel.read(request.form.get("papers", ""))
    if isinstance(papers, Refused):
        return papers
    return barrel.replace(here(), row, one, papers, with_, act())
