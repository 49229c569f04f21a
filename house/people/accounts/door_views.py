"""The door: signing in by password and second factor, and signing out."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house import audit
from house.audit import Subject
from house.people import sessions
from house.people.accounts import browsers
from house.people.accounts.browsers import carry, ours
from house.people.accounts.demo_sign_ins import demo_code, demo_sign_ins
from house.people.accounts.forms import CodeForm, SignInForm
from house.people.accounts.proof import knock, porter, too_many
from house.people.accounts.sign_in import Admitted
from house.people.accounts.throttle import Wait
from house.people.models import StaffRow
from house.people.sessions import SIGNED_OUT, Hurdle, Limits
from house.web import (
    actor,
    config,
    hurdles,
    lets_in,
    now,
    reading,
    signed_in,
    staff,
    writing,
)
from house.web.once import request_key
from house.web.request import cookie_name, seal
from rulebook import Refused

bp = Blueprint("accounts", __name__)


@bp.get("/sign-in")
@lets_in()
def sign_in() -> ResponseReturnValue:
    """Ask for a user name and a password."""
    form = SignInForm(next=ours(request.args.get("next")) or "")
    signed = staff()
    if signed is not None:
        return redirect(form.next.data or url_for("desk.home"), 303)
    return _sign_in_page(form)


@bp.post("/sign-in")
@lets_in()
def enter() -> ResponseReturnValue:
    """Let somebody in by user name and password, or say why not."""
    form = SignInForm(request.form)
    key = request_key()
    if not form.validate():
        return _sign_in_page(form), 422
    answer = porter().by_password(
        form.username.data, form.password.data, knock(key), now()
    )
    if isinstance(answer, Wait):
        held = Refused((answer.refusal(now()),))
        return too_many(answer, (_sign_in_page(form, held), 429))
    if isinstance(answer, Refused):
        return _sign_in_page(form, answer), 401
    return _onward(answer, form.next.data)


def _sign_in_page(form: SignInForm, refused: Refused | None = None) -> str:
    return render_template(
        "accounts/sign_in.html",
        form=form,
        refused=refused,
        people=demo_sign_ins(config()),
        was_in=bool(request.cookies.get(cookie_name("session"))),
        limits=Limits.of(config()),
        rule=SIGNED_OUT,
    )


def _onward(admitted: Admitted, target: str | None) -> ResponseReturnValue:
    """Send a browser on with its new token: to its page, or to the second factor."""
    page = ours(target)
    if admitted.half:
        url = url_for(".second_factor", next=page)
    else:
        url = page or url_for("desk.home")
    return carry(redirect(url, 303), admitted.token, admitted.browser)


@bp.get("/sign-in/second-factor", endpoint="second_factor")
@hurdles(Hurdle.SECOND_FACTOR)
def ask_second_factor() -> ResponseReturnValue:
    """Ask for a code of the second factor."""
    form = CodeForm(next=ours(request.args.get("next")) or "")
    if signed_in().hurdle is not Hurdle.SECOND_FACTOR:
        return redirect(form.next.data or url_for("desk.home"), 303)
    return _code_page(form)


@bp.post("/sign-in/second-factor")
@lets_in(Hurdle.SECOND_FACTOR)
def pass_second_factor() -> ResponseReturnValue:
    """Let somebody who gave their password in by a code, each code once."""
    form = CodeForm(request.form)
    key = request_key()
    if signed_in().hurdle is not Hurdle.SECOND_FACTOR:
        return redirect(ours(form.next.data) or url_for("desk.home"), 303)
    if not form.validate():
        return _code_page(form), 422
    answer = porter().by_code(signed_in(), form.code.data, knock(key), now())
    if isinstance(answer, Wait):
        held = Refused((answer.refusal(now()),))
        return too_many(answer, (_code_page(form, held), 429))
    if isinstance(answer, Refused):
        return _code_page(form, answer), 401
    return _onward(answer, form.next.data)


def _code_page(form: CodeForm, refused: Refused | None = None) -> str:
    row = reading().get_one(StaffRow, signed_in().id)
    return render_template(
        "accounts/second_factor.html",
        form=form,
        refused=refused,
        shown=demo_code(config(), seal(), row, now()),
    )


@bp.post("/sign-out")
@hurdles(always=True)
def sign_out() -> ResponseReturnValue:
    """Sign this browser out."""
    signed = signed_in()
    sessions.end(writing(), signed.id, signed.session_id, now())
    about = Subject("staff", str(signed.id), signed.name)
    audit.record(writing(), actor(), "sign out", about, now=now())
    return browsers.drop_token(redirect(url_for(".sign_in"), 303))
