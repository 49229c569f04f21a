"""The draw room: what is there, what is missing, and the acts that settle it."""

from typing import Any

from flask import abort, current_app, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.people.roles import Role
from house.web import acts, go_to, reads, refuse
from promotions.drawing import (
    again,
    barrel,
    holding,
    presence,
    setting_up,
    shown,
    staging,
)
from promotions.drawing import winners as drawn
from promotions.drawing.models import DrawRow, SelectionRow
from promotions.drawing.pages import forms, hands
from promotions.drawing.presence import Consent
from promotions.drawing.setting_up import People
from promotions.drawing.winner_views import answer
from promotions.models import PromotionRow
from promotions.pages import APPROVE, SEE, WRITE, act, bp, found, here
from rulebook import Refused

PAGE = "promotions/drawing/room.html"
ROOM = "/<slug>/draws/<int:number>"


def _about(row: PromotionRow, number: int) -> dict[str, Any]:
    if number not in shown.numbers(here(), row):
        abort(404, "There is no draw of this number.")
    return shown.of_room(here(), row, number, act()) | forms(here())


def _answer(
    verdict: object, row: PromotionRow, number: int, done: str
) -> ResponseReturnValue:
    """Back to the room after an act, or every reason against it."""
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, **_about(row, number))
    flash(done)
    return go_to(url_for("promotions.draw_room", slug=row.slug, number=number))


@bp.get("/<slug>/draws")
@reads(*SEE)
def draws(slug: str) -> ResponseReturnValue:
    """Go to the room of the draw that is held next."""
    number = shown.next_number(here(), found(slug))
    return redirect(url_for("promotions.draw_room", slug=slug, number=number))


@bp.get(ROOM)
@reads(*SEE)
def draw_room(slug: str, number: int) -> ResponseReturnValue:
    """See the room of a draw: what is there, what is missing, who has won."""
    return render_template(PAGE, refused=None, **_about(found(slug), number))


@bp.post(f"{ROOM}/room")
@acts(*WRITE)
def set_up_room(slug: str, number: int) -> ResponseReturnValue:
    """Say who draws and presents, and hold them against the list."""
    row = found(slug)
    people = People(request.form.get("drawer", ""), request.form.get("presenter", ""))
    verdict = setting_up.set_up(here(), row, number, people, act())
    return _answer(verdict, row, number, "The room is set up.")


@bp.post(f"{ROOM}/waive")
@acts(*APPROVE, step_up=True)
def waive_bonds(slug: str, number: int) -> ResponseReturnValue:
    """Let a draw be held in spite of bonds to entrants."""
    row = found(slug)
    reason = request.form.get("reason", "")
    verdict = setting_up.waive(here(), row, number, reason, act())
    return _answer(verdict, row, number, "It is waived, with your reason.")


@bp.post(f"{ROOM}/value")
@acts(*WRITE)
def enter_value(slug: str, number: int) -> ResponseReturnValue:
    """Enter the public value that everybody in the room sees."""
    row = found(slug)
    said = request.form.get("beacon", "")
    verdict = presence.enter_value(here(), row, number, said, act())
    return _answer(verdict, row, number, "The public value is entered.")


@bp.post(f"{ROOM}/present")
@acts(Role.SCRUTINEER, step_up=True)
def be_present(slug: str, number: int) -> ResponseReturnValue:
    """Be there as the scrutineer: give the phrase and consent to the round."""
    row, form = found(slug), request.form
    chosen = _selection(row, form.get("selection", type=int))
    consent = Consent(
        number, form.get("phrase", ""), " ".join(form.get("saw", "").split()), chosen
    )
    seal = current_app.extensions["seal"]
    verdict = presence.come(here(), row, consent, seal, act())
    done = "You are marked as present. The draw may be held within half an hour."
    if chosen is None:
        return _answer(verdict, row, number, done)
    return answer(verdict, row, chosen, done)


@bp.post(f"{ROOM}/hold")
@acts(*WRITE, step_up=True)
def hold_draw(slug: str, number: int) -> ResponseReturnValue:
    """Hold the draw."""
    row, with_ = found(slug), hands()
    verdict: DrawRow | Refused = (
        with_
        if isinstance(with_, Refused)
        else holding.hold(here(), row, number, with_, act())
    )
    return _answer(verdict, row, number, f"Draw {number} is held.")


@bp.post(f"{ROOM}/by-hand")
@acts(*WRITE, step_up=True)
def draw_by_hand(slug: str, number: int) -> ResponseReturnValue:
    """Write down what was drawn by hand from a barrel of paper."""
    row, with_, papers = (
        found(slug),
        hands(),
        barrel.read(request.form.get("papers", "")),
    )
    if isinstance(with_, Refused) or isinstance(papers, Refused):
        refused = with_ if isinstance(with_, Refused) else papers
        return _answer(refused, row, number, "")
    sent = request.files.get("photograph")
    photograph = (sent.filename or "", sent.read()) if sent else ("", b"")
    verdict = barrel.record(here(), row, number, papers, photograph, with_, act())
    return _answer(verdict, row, number, f"Draw {number} is written down.")


@bp.post(f"{ROOM}/give-up")
@acts(*WRITE, step_up=True)
def give_up_draw(slug: str, number: int) -> ResponseReturnValue:
    """Give a draw up, with a reason that everybody reads."""
    row, with_, why = found(slug), hands(), request.form.get("reason", "")
    verdict = (
        with_
        if isinstance(with_, Refused)
        else again.give_up(here(), row, number, why, with_.key, act())
    )
    return _answer(verdict, row, number, f"Draw {number} is given up.")


@bp.post(f"{ROOM}/again")
@acts(*WRITE, step_up=True)
def draw_again(slug: str, number: int) -> ResponseReturnValue:
    """Make the list of the next number from this one, less whoever was drawn."""
    row, why = found(slug), request.form.get("reason", "")
    seal = current_app.extensions["seal"]
    verdict = again.prepare(here(), row, number, why, seal, act())
    next_ = number if isinstance(verdict, Refused) else verdict.draw
    return _answer(verdict, row, next_, f"Draw {next_} is ready to be promised.")


@bp.post(f"{ROOM}/show")
@acts(*WRITE)
def show_name(slug: str, number: int) -> ResponseReturnValue:
    """Show the next name on the stage."""
    row = found(slug)
    held = drawn.held(here(), row, number)
    if held is None:
        abort(404, "This draw was not held.")
    wanted = request.form.get("wanted", 0, type=int)
    verdict = staging.show_next(here(), row, held, wanted, act())
    return _answer(verdict, row, number, "The stage shows the next name.")


@bp.post(f"{ROOM}/stage")
@acts(*WRITE)
def give_stage(slug: str, number: int) -> ResponseReturnValue:
    """Give the draws of the promotion a screen."""
    row = found(slug)
    staging.give(here(), row, act())
    done = "Open the address of the stage on the big screen."
    return _answer(None, row, number, done)


def _selection(row: PromotionRow, number: int | None) -> SelectionRow | None:
    winner = drawn.one(here(), row, number) if number else None
    return winner.selection if winner else None
