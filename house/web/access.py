"""Every endpoint says who may use it; one that does not keeps the house shut."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import partial, wraps
from typing import Any, TypeVar
from urllib.parse import urlsplit

from flask import Flask, current_app, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from house import audit
from house.audit import Subject
from house.people.roles import EVERYONE, READERS, Role
from house.people.sessions import Hurdle, Staff
from house.web.once import once
from house.web.request import (
    actor,
    config,
    let_go,
    now,
    staff,
    transaction,
    writing,
)
from rulebook import HOUSE, Refusal, Refused

View = TypeVar("View", bound=Callable[..., Any])
RowGuard = Callable[[Session, Staff, Mapping[str, Any]], Refusal | None]
Proof = Callable[[Staff], ResponseReturnValue | None]
# Each row guard cites the rule of its own room; this one says that there are such.
OWN_ROW = HOUSE.at("ACCESS-21")
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
HURDLES = {
    Hurdle.SECOND_FACTOR: "accounts.second_factor",
    Hurdle.ENROL: "accounts.enrol",
    Hurdle.PASSWORD: "accounts.password",
}


@dataclass(frozen=True, slots=True)
class Access:
    """Who may use an endpoint, and what more it asks of them."""

    roles: frozenset[Role]
    public: bool = False
    changes: bool = False
    once: bool = True
    step_up: bool = False
    hurdle: Hurdle | None = None
    always: bool = False
    row: RowGuard | None = None
    by_itself: bool = False
    before: Callable[..., None] | None = None


class Undeclared(Exception):
    """An endpoint does not say who may use it."""


def anyone(view: View) -> View:
    """Open to everybody, signed in or not."""
    return _declare(view, Access(frozenset(), public=True, changes=True, once=False))


def anyone_acts(view: View) -> View:
    """A change that everybody may make, signed in or not: once for each key."""
    return _declare(view, Access(frozenset(), public=True, changes=True))


def reads(*roles: Role) -> Callable[[View], View]:
    """A page for these roles (all, when none is named) and for those who read all."""
    allowed = frozenset(roles) | READERS if roles else EVERYONE
    return partial(_declare, access=Access(allowed))


def acts(
    *roles: Role,
    step_up: bool = False,
    row: RowGuard | None = None,
    before: Callable[..., None] | None = None,
    once: bool = True,
) -> Callable[[View], View]:
    """A change that these roles may make; the gravest ask who it is once more.

    Slow work, such as hashing, is done `before` the transaction opens. What keeps its
    key with its own row, and gives the same answer to it for ever, needs no `once`.
    """
    access = Access(
        frozenset(roles),
        changes=True,
        once=once,
        step_up=step_up,
        row=row,
        before=before,
    )
    return partial(_declare, access=access)


def hurdles(
    hurdle: Hurdle | None = None,
    *,
    always: bool = False,
    step_up: bool = False,
    before: Callable[..., None] | None = None,
) -> Callable[[View], View]:
    """Where anyone signed in clears a hurdle or minds their own account."""
    access = Access(
        EVERYONE,
        changes=True,
        hurdle=hurdle,
        always=always,
        step_up=step_up,
        before=before,
    )
    return partial(_declare, access=access)


def lets_in(hurdle: Hurdle | None = None) -> Callable[[View], View]:
    """A way in: it opens its own transaction, after the slow work of weighing."""
    access = Access(
        EVERYONE if hurdle else frozenset(),
        public=hurdle is None,
        changes=True,
        hurdle=hurdle,
        by_itself=True,
    )
    return partial(_declare, access=access)


def tries(*roles: Role) -> Callable[[View], View]:
    """A form that is only looked at: it takes what was typed and changes nothing."""
    access = Access(frozenset(roles), changes=True, by_itself=True)
    return partial(_declare, access=access)


def _declare(view: View, access: Access) -> View:
    view.access = access  # type: ignore[attr-defined]
    return view


def access_of(view: Callable[..., Any]) -> Access | None:
    """What an endpoint declared, if it did."""
    declared: Access | None = getattr(view, "access", None)
    return declared


def may(endpoint: str, app: Flask) -> bool:
    """Whether whoever is signed in may use this endpoint."""
    access = access_of(app.view_functions[endpoint])
    signed = staff()
    if access is None or access.public:
        return access is not None
    return signed is not None and bool(signed.roles & access.roles)


def opens(endpoint: str) -> bool:
    """Whether a link to this endpoint would open for whoever reads the page."""
    return may(endpoint, current_app)


def leads_in(address: str) -> bool:
    """Whether whoever is signed in may open this page of ours."""
    routes = current_app.url_map.bind("")
    endpoint, _ = routes.match(urlsplit(address).path)
    return opens(str(endpoint))


def seal(app: Flask) -> None:
    """Refuse to start while an endpoint is undeclared; guard each that is declared."""
    for rule in app.url_map.iter_rules():
        access = access_of(app.view_functions[rule.endpoint])
        if access is None:
            raise Undeclared(f"{rule.endpoint} ({rule.rule}) declares no role.")
        if not access.changes and (rule.methods or set()) - SAFE:
            raise Undeclared(f"{rule.endpoint} takes {rule.methods} but only reads.")
    for endpoint, view in app.view_functions.items():
        app.view_functions[endpoint] = _guarded(view)


def _guarded(view: Callable[..., Any]) -> Callable[..., Any]:
    access: Access = view.access  # type: ignore[attr-defined]

    @wraps(view)
    def guarded(**kwargs: Any) -> Any:
        if (turned_away := _turn_away(access)) is not None:
            return turned_away
        g.admitted_as = access.roles
        if request.method in SAFE or access.by_itself:
            return view(**kwargs)
        if access.before is not None:
            let_go()
            access.before(**kwargs)
        if not access.once:
            with transaction():
                return _act(access, view, kwargs)
        return once(partial(_act, access, view, kwargs))

    return guarded


def _act(
    access: Access, view: Callable[..., ResponseReturnValue], kwargs: dict[str, Any]
) -> ResponseReturnValue:
    """Do what was asked, unless this very row is somebody else's."""
    signed = staff()
    if access.row is not None and signed is not None:
        refusal = access.row(writing(), signed, kwargs)
        if refusal is not None:
            return _deny(writing(), Refused((refusal,)))
    return view(**kwargs)


def _turn_away(access: Access) -> ResponseReturnValue | None:
    """Where somebody is sent who may not use this endpoint now, if anywhere."""
    if access.public:
        return None
    signed = staff()
    if signed is None:
        return redirect(url_for("accounts.sign_in", next=_return_to()), 303)
    if signed.hurdle not in (None, access.hurdle) and not access.always:
        return redirect(url_for(HURDLES[signed.hurdle]), 303)
    if access.always:
        return None
    return _admission(access, signed)


def _admission(access: Access, signed: Staff) -> ResponseReturnValue | None:
    """What keeps somebody signed in from this endpoint, if anything."""
    if not signed.roles & access.roles:
        with transaction() as session:
            return _deny(session, Refused((_role_refusal(access, signed),)))
    if access.step_up and request.method not in SAFE and not _proved(signed):
        return ask_again(signed)
    return None


def ask_again(signed: Staff) -> ResponseReturnValue | None:
    """Ask who it is once more, in the way the house was wired with; None is proved."""
    prove: Proof = current_app.extensions["proof"]
    return prove(signed)


def _return_to() -> str:
    """The page to come back to after signing in: only ever one of ours."""
    safe = request.method in SAFE
    return request.full_path.rstrip("?") if safe else url_for("desk.home")


def _proved(signed: Staff) -> bool:
    """Whether they have shown only just now that it is really them."""
    fresh = timedelta(minutes=config().step_up_minutes)
    return signed.stepped_up_at is not None and now() - signed.stepped_up_at < fresh


def _role_refusal(access: Access, signed: Staff) -> Refusal:
    needed = " or ".join(r.label.lower() for r in Role if r in access.roles)
    return Refusal(
        HOUSE.at("ACCESS-1"),
        f"You are signed in as {signed.titles.lower() or 'staff without a role'}.",
        f"This is for: {needed}.",
    )


def _deny(session: Session, refused: Refused) -> ResponseReturnValue:
    """Turn somebody away, on the record."""
    audit.record(
        session,
        actor(),
        f"{request.method} {request.endpoint}"[:64],
        Subject("page", request.path[:64]),
        now=now(),
        verdict=refused,
    )
    return render_template("denied.html", refused=refused), 403
