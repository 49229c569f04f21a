"""Minding one's own account: password, second factor, the browsers signed in."""

from flask import flash, g, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session
from werkzeug.exceptions import NotFound

from house import audit
from house.audit import Subject
from house.people import sessions
from house.people.accounts import browsers, codes, second_factor
from house.people.accounts import services as account_services
from house.people.accounts.attempts import CountedTry
from house.people.accounts.demo_sign_ins import demo_secret_code
from house.people.accounts.door_views import bp
from house.people.accounts.forms import EnrolForm, PasswordForm
from house.people.accounts.passwords import LONGEST, passwords
from house.people.accounts.proof import knock, porter, too_many
from house.people.accounts.throttle import Wait
from house.people.models import StaffRow
from house.people.roles import NEED_SECOND_FACTOR
from house.people.sessions import Hurdle, Limits
from house.sealing import BrokenSeal
from house.web import (
    actor,
    config,
    go_to,
    hurdles,
    now,
    reading,
    refuse,
    signed_in,
    venue,
    writing,
)
from house.web.request import seal
from rulebook import Refused

__all__ = ["bp"]


@bp.get("/desk/account")
@hurdles()
def account() -> ResponseReturnValue:
    """One's own account: who the house thinks one is, and every browser signed in."""
    return _account_page(reading())


def _account_page(session: Session, refused: Refused | None = None) -> str:
    signed = signed_in()
    row = session.get_one(StaffRow, signed.id)
    return render_template(
        "accounts/account.html",
        row=row,
        codes_left=codes.left(session, signed.id),
        few=second_factor.FEW,
        sign_ins=sessions.living(session, row, Limits.of(config()), now()),
        needs_second_factor=bool(signed.roles & NEED_SECOND_FACTOR),
        named=browsers.named,
        refused=refused,
    )


@bp.post("/desk/account/sign-ins/<int:session_id>/end")
@hurdles()
def end_sign_in(session_id: int) -> ResponseReturnValue:
    """Sign one other browser of one's own out."""
    signed = signed_in()
    if not sessions.end(writing(), signed.id, session_id, now()):
        raise NotFound("You are not signed in there any more.")
    about = Subject("staff", str(signed.id), signed.name)
    audit.record(writing(), actor(), "sign out a browser", about, now=now())
    flash("That browser is signed out.")
    return go_to(url_for(".account"))


@bp.post("/desk/account/sign-ins/end-others")
@hurdles()
def end_other_sign_ins() -> ResponseReturnValue:
    """Sign every other browser of one's own out."""
    signed = signed_in()
    sessions.revoke_all(writing(), signed.id, now(), keep=signed.session_id)
    about = Subject("staff", str(signed.id), signed.name)
    audit.record(writing(), actor(), "sign out everywhere else", about, now=now())
    flash("You are signed in on this browser only.")
    return go_to(url_for(".account"))


@bp.get("/desk/account/password")
@hurdles(Hurdle.PASSWORD)
def password() -> ResponseReturnValue:
    """Ask for a new password."""
    return render_template("accounts/password.html", form=PasswordForm(), refused=None)


def _weigh_passwords() -> None:
    """Check the old password and hash the new one before the transaction opens."""
    form = PasswordForm(request.form)
    g.weighed, g.hashed = None, ""
    if form.validate():
        g.weighed = _weigh(form.current.data)
        if len(form.password.data) <= 2 * LONGEST:  # longer is refused anyway
            g.hashed = passwords(config()).hash(form.password.data)


def _weigh(current: str) -> CountedTry | Wait:
    row = reading().get_one(StaffRow, signed_in().id)
    caller = porter().known_caller(signed_in(), knock())
    return porter().weigh(caller, row.password_hash, current, now())


@bp.post("/desk/account/password")
@hurdles(Hurdle.PASSWORD, before=_weigh_passwords)
def change_password() -> ResponseReturnValue:
    """Replace one's own password; every other browser is signed out."""
    form = PasswordForm(request.form)
    page = "accounts/password.html"
    if not form.validate():
        return render_template(page, form=form, refused=None), 422
    if isinstance(g.weighed, Wait):
        held = Refused((g.weighed.refusal(now()),))
        again = render_template(page, form=form, refused=held)
        return too_many(g.weighed, (again, 429))
    verdict = account_services.change_password(
        writing(),
        signed_in(),
        g.weighed,
        form.password.data,
        g.hashed,
        house=config().house_name,
        now=now(),
    )
    if verdict is not None:
        return refuse(page, verdict, form=form)
    flash("Your password is changed. Every other browser is signed out.")
    return go_to(url_for(".account"))


@bp.get("/desk/account/second-factor")
@hurdles(Hurdle.ENROL)
def enrol() -> ResponseReturnValue:
    """Show the picture from which a telephone learns one's second factor."""
    return _enrol_page(EnrolForm(), None)


def _enrol_page(form: EnrolForm, refused: Refused | None) -> str:
    """A picture that stays the same while somebody corrects a mistyped code."""
    signed = signed_in()
    try:
        secret = second_factor.open_secret(
            seal(),
            signed.id,
            form.sealed.data or "",
            seconds=second_factor.ENROL_SECONDS,
        )
    except BrokenSeal:
        secret = second_factor.new_secret()
        form.sealed.data = second_factor.seal_secret(seal(), signed.id, secret)
    uri = second_factor.address(secret, signed.username, venue().name)
    return render_template(
        "accounts/enrol.html",
        form=form,
        refused=refused,
        secret=secret,
        picture=second_factor.picture(uri),
        shown=demo_secret_code(config(), signed.username, secret, now()),
    )


def _weigh_enrolment() -> None:
    form = EnrolForm(request.form)
    g.weighed = _weigh(form.current.data) if form.validate() else None


@bp.post("/desk/account/second-factor")
@hurdles(Hurdle.ENROL, before=_weigh_enrolment)
def begin_second_factor() -> ResponseReturnValue:
    """Begin to use a second factor, and show its recovery codes once."""
    form = EnrolForm(request.form)
    if not form.validate():
        return _enrol_page(form, None), 422
    if isinstance(g.weighed, Wait):
        held = Refused((g.weighed.refusal(now()),))
        return too_many(g.weighed, (_enrol_page(form, held), 429))
    answer = account_services.enrol(
        writing(),
        seal(),
        signed_in(),
        g.weighed,
        sealed=form.sealed.data,
        code=form.code.data,
        now=now(),
    )
    if isinstance(answer, Refused):
        return _enrol_page(form, answer), 409
    return render_template("accounts/codes.html", codes=answer)


@bp.post("/desk/account/second-factor/codes")
@hurdles(step_up=True)
def renew_codes() -> ResponseReturnValue:
    """Make ten new recovery codes and show them once; the old ones stop working."""
    answer = account_services.renew_codes(writing(), signed_in(), actor(), now())
    if isinstance(answer, Refused):
        return _account_page(writing(), answer), 409
    return render_template("accounts/codes.html", codes=answer)


@bp.post("/desk/account/second-factor/off")
@hurdles(step_up=True)
def turn_off_second_factor() -> ResponseReturnValue:
    """Stop using a second factor, where no role of one's own needs it."""
    verdict = account_services.turn_off(writing(), signed_in(), actor(), now())
    if verdict is not None:
        return _account_page(writing(), verdict), 409
    flash("Your second factor is off. The password alone signs you in.")
    return go_to(url_for(".account"))
