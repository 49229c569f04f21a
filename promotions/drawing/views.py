"""The draw room: what is there, what is missing, and the acts that settle it."""

from typing import Any

from flask import abort, current_app, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.audit.checkpoints.signing import CannotSign, Signer
from house.people.roles import Role
from house.web import acts, config, go_to, reads, refuse
from promotions.drawing import (
    again,
    calling,
    holding,
    presence,
    setting_up,
    shown,
    staging,
)
from promotions.drawing import winners as drawn
from promotions.drawing.forms import (
    PresentForm,
    RoomForm,
    VacancyForm,
    ValueForm,
    WhyForm,
)
from promotions.drawing.holding import Hands
from promotions.drawing.models import DrawRow, Ground, SelectionRow
from promotions.drawing.presence import Consent
from promotions.drawing.setting_up import People
from promotions.drawing.winners import Winner
from promotions.models import PromotionRow
from promotions.pages import APPROVE, SEE, WRITE, act, allowed, bp, found, here
from promotions.rules.room import ONCE
from rulebook import Refusal, Refused

PAGE = "promotions/drawing/room.html"
WINNER = "promotions/drawing/winner.html"
ROOM = "/<slug>/draws/<int:number>"


def hands() -> Hands | Refused:
    """What a draw is held with; without the key nothing can be certified."""
    try:
        key = Signer.of(config()).key()
    except CannotSign as trouble:
        wrong = f"No certificate can be signed: {trouble}"
        return Refused((Refusal(ONCE, wrong, "Put the key of the record right."),))
    return Hands(current_app.extensions["seal"], key)


def _forms(session: Any) -> dict[str, Any]:
    people = RoomForm(request.form if request.method == "POST" else None)
    people.drawer.choices = shown.staff(session, Role.MARKETING)
    people.presenter.choices = [("", "Nobody else"), *shown.staff(session)]
    return {
        "people": people,
        "value_form": ValueForm(),
        "present": PresentForm(),
        "why": WhyForm(),
        "vacancy": VacancyForm(),
        "may": allowed,
    }


def _about(row: PromotionRow, number: int) -> dict[str, Any]:
    if number not in shown.numbers(here(), row):
        abort(404, "There is no draw of this number.")
    return shown.of_room(here(), row, number, act()) | _forms(here())


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
    return _of_winner(verdict, row, chosen, done)


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


def _winner(slug: str, selection: int) -> tuple[PromotionRow, Winner]:
    row = found(slug)
    winner = drawn.one(here(), row, selection) if 0 < selection < 2**63 else None
    if winner is None:
        abort(404, "Nobody holds a prize by this number now.")
    return row, winner


def _of_winner(
    verdict: object, row: PromotionRow, selection: SelectionRow, done: str
) -> ResponseReturnValue:
    if isinstance(verdict, Refused):
        winner = drawn.one(here(), row, selection.pk)
        assert winner is not None
        about = shown.of_winner(here(), row, winner, act()) | _forms(here())
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
    about = shown.of_winner(here(), row, winner, act()) | _forms(here())
    return render_template(WINNER, refused=None, **about)


@bp.post("/<slug>/winners/<int:selection>/call")
@acts(*WRITE)
def call_winner(slug: str, selection: int) -> ResponseReturnValue:
    """Call a winner who has to be there."""
    row, winner = _winner(slug, selection)
    verdict = calling.call(here(), row, winner.selection, act())
    return _of_winner(verdict, row, winner.selection, "The time runs.")


@bp.post("/<slug>/winners/<int:selection>/vacant")
@acts(*WRITE, *APPROVE, Role.SCRUTINEER, step_up=True)
def sign_vacant(slug: str, selection: int) -> ResponseReturnValue:
    """Sign that a prize fell vacant, as the first or as the second."""
    row, winner = _winner(slug, selection)
    said, reason = request.form.get("ground", ""), request.form.get("reason", "")
    if said not in set(Ground):
        abort(422, "There is no such ground.")
    verdict = calling.sign(here(), row, winner.selection, Ground(said), reason, act())
    return _of_winner(verdict, row, winner.selection, "You have signed it.")


@bp.post("/<slug>/winners/<int:selection>/reserve")
@acts(*WRITE, step_up=True)
def open_reserve(slug: str, selection: int) -> ResponseReturnValue:
    """Open the next reserve for a prize that fell vacant."""
    row, winner = _winner(slug, selection)
    with_ = hands()
    verdict: SelectionRow | Refused = (
        with_
        if isinstance(with_, Refused)
        else holding.open_reserve(here(), row, winner.selection, with_, act())
    )
    if isinstance(verdict, Refused):
        return _of_winner(verdict, row, winner.selection, "")
    return _of_winner(None, row, verdict, "A reserve is opened.")
