"""Pages of staff: who works here, in which roles, and changes to either."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, flash, g, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session
from werkzeug.exceptions import NotFound

from house.people import sessions
from house.people.accounts import browsers, codes
from house.people.accounts.forms import (
    AddForm,
    LeaveForm,
    NameForm,
    RolesForm,
    VersionForm,
)
from house.people.accounts.passwords import one_time, passwords
from house.people.kin import queries as kin
from house.people.roles import Role, titles
from house.people.sessions import Limits
from house.people.staff import desk as desk_items
from house.people.staff import queries, rules, services
from house.people.staff.changes import ChangeRequest
from house.people.staff.queries import ListedStaff, Search, State
from house.people.staff.rules import Facts
from house.people.staff.services import Newcomer
from house.typed import whole
from house.web import (
    actor,
    acts,
    config,
    go_to,
    now,
    reading,
    reads,
    refuse,
    signed_in,
    writing,
)
from rulebook import Refused

__all__ = ["bp", "desk_items"]  # the desk items register by being imported

bp = Blueprint("staff", __name__, url_prefix="/desk/staff")


@bp.get("/")
@reads(Role.ADMIN)
def index() -> ResponseReturnValue:
    """Everybody who works here, to be found by name, role and state."""
    wanted = _search()
    people, total = queries.search(reading(), wanted)
    return render_template(
        "staff/index.html",
        people=people,
        total=total,
        wanted=wanted,
        older=total > wanted.page * queries.PAGE,
        without=queries.without_second_factor(reading()),
        roles=Role,
        states=State,
        may_change=Role.ADMIN in signed_in().roles,
    )


def _search() -> Search:
    """What was asked for; anything that makes no sense is left out."""
    asked = request.args
    role = asked.get("role", "")
    state = asked.get("state", "")
    page = asked.get("page", "1")
    words = "".join(c for c in asked.get("q", "") if c.isprintable())[:100]
    return Search(
        words.strip(),
        Role(role) if role in list(Role) else None,
        State(state) if state in list(State) else State.WORKING,
        whole(page, 999_999) or 1,
    )


@bp.get("/new")
@reads(Role.ADMIN)
def new() -> ResponseReturnValue:
    """A form for somebody who begins to work here."""
    return render_template("staff/new.html", form=AddForm(), refused=None)


def _make_one_time(**_kwargs: Any) -> None:
    """Make and hash a one-time password before the transaction opens."""
    password = one_time()
    g.one_time = (password, passwords(config()).hash(password))


@bp.post("/")
@acts(Role.ADMIN, step_up=True, before=_make_one_time)
def add() -> ResponseReturnValue:
    """Add a member of staff and show their one-time password once."""
    form = AddForm(request.form)
    if not form.validate():
        return render_template("staff/new.html", form=form, refused=None), 422
    newcomer = Newcomer(
        form.username.data, form.name.data, form.roles.roles, g.one_time[1]
    )
    verdict = services.add(writing(), newcomer, _request())
    if isinstance(verdict, Refused):
        return refuse("staff/new.html", verdict, form=form)
    return _show_once(verdict.pk)


def _request(version: int | None = None) -> ChangeRequest:
    return ChangeRequest(actor(), now(), signed_in().id, version)


def _show_once(staff_id: int) -> ResponseReturnValue:
    """The page with a one-time password; nothing keeps it readable afterwards."""
    person = _found(writing(), staff_id)
    return render_template("staff/one_time.html", person=person, password=g.one_time[0])


@bp.get("/<int:staff_id>")
@reads(Role.ADMIN)
def show(staff_id: int) -> ResponseReturnValue:
    """One member of staff: roles, sign-ins, history, and what can be changed."""
    return _page(reading(), staff_id)


def _page(session: Session, staff_id: int, **context: Any) -> str:
    person = _found(session, staff_id)
    row, who = person.row, services.person_of(session, person.row)
    facts = Facts(signed_in().id, services.working_admins(session))
    forms = {
        "name_form": NameForm(data={"name": row.name, "version": row.version}),
        "roles_form": RolesForm(
            data={"roles": [r.value for r in person.roles], "version": row.version}
        ),
        "leave_form": LeaveForm(data={"version": row.version}),
    }
    return render_template(
        "staff/show.html",
        person=person,
        row=row,
        against_change=tuple(rules.against_change(who, facts)),
        against_leaving=tuple(rules.against_leaving(who, facts)),
        may_change=Role.ADMIN in signed_in().roles,
        sign_ins=sessions.living(session, row, Limits.of(config()), now()),
        codes_left=codes.left(session, row.pk),
        history=queries.history(session, row.pk),
        kin=kin.declared(session, [row.pk]),
        named=browsers.named,
        **{"refused": None, "theirs": (), **forms, **context},
    )


@bp.post("/<int:staff_id>/name")
@acts(Role.ADMIN)
def rename(staff_id: int) -> ResponseReturnValue:
    """Correct somebody's name."""
    form = NameForm(request.form)
    if not form.validate():
        return _page(writing(), staff_id, name_form=form), 422
    asked = _request(form.version.data)
    verdict = services.rename(writing(), staff_id, form.name.data, asked)
    return _answer(staff_id, verdict, "The name is changed.", name_form=form)


@bp.post("/<int:staff_id>/roles")
@acts(Role.ADMIN, step_up=True)
def set_roles(staff_id: int) -> ResponseReturnValue:
    """Give and take somebody's roles; it takes effect at once."""
    form = RolesForm(request.form)
    if not form.validate():
        return _page(writing(), staff_id, roles_form=form), 422
    asked = _request(form.version.data)
    verdict = services.set_roles(writing(), staff_id, form.roles.roles, asked)
    return _answer(staff_id, verdict, "The roles are changed.", roles_form=form)


@bp.post("/<int:staff_id>/password")
@acts(Role.ADMIN, step_up=True, before=_make_one_time)
def reset_password(staff_id: int) -> ResponseReturnValue:
    """Give somebody a one-time password, shown once, and sign them out everywhere."""
    verdict = services.reset_password(writing(), staff_id, g.one_time[1], _request())
    return _answer(staff_id, verdict, "") if verdict else _show_once(staff_id)


@bp.post("/<int:staff_id>/second-factor")
@acts(Role.ADMIN, step_up=True)
def reset_second_factor(staff_id: int) -> ResponseReturnValue:
    """Let somebody who lost their telephone set up a new second factor."""
    verdict = services.reset_second_factor(writing(), staff_id, _request())
    return _answer(staff_id, verdict, "The second factor is reset.")


@bp.post("/<int:staff_id>/leave")
@acts(Role.ADMIN, step_up=True)
def leave(staff_id: int) -> ResponseReturnValue:
    """End somebody's employment: the account closes and every browser is signed out."""
    form = LeaveForm(request.form)
    if not form.validate():
        return _page(writing(), staff_id, leave_form=form), 422
    asked = _request(form.version.data)
    verdict = services.end_employment(writing(), staff_id, asked)
    return _answer(staff_id, verdict, "The employment has ended.", leave_form=form)


@bp.post("/<int:staff_id>/return")
@acts(Role.ADMIN, step_up=True, before=_make_one_time)
def take_back(staff_id: int) -> ResponseReturnValue:
    """Take back somebody who left, without roles and with a one-time password."""
    verdict = services.take_back(writing(), staff_id, g.one_time[1], _request())
    return _answer(staff_id, verdict, "") if verdict else _show_once(staff_id)


def _answer(
    staff_id: int, verdict: Refused | None, done: str, **forms: VersionForm
) -> ResponseReturnValue:
    """On to the person's page, or the same page with every reason on it."""
    if verdict is None:
        flash(done)
        return go_to(url_for(".show", staff_id=staff_id))
    theirs = _differences(_found(writing(), staff_id), forms)
    return _page(writing(), staff_id, refused=verdict, theirs=theirs, **forms), 409


def _differences(
    person: ListedStaff, forms: Mapping[str, VersionForm]
) -> list[tuple[str, str, str]]:
    """What is saved beside what was typed; saving again is then a choice."""
    found = []
    for form in forms.values():
        if form.version.data == person.row.version:
            continue
        form.version.data, form.version.raw_data = person.row.version, None
        if isinstance(form, NameForm) and form.name.data != person.row.name:
            found.append(("Full name", person.row.name, form.name.data))
        if isinstance(form, RolesForm) and form.roles.roles != person.roles:
            found.append(("Roles", person.titles, titles(form.roles.roles)))
    return found


def _found(session: Session, staff_id: int) -> ListedStaff:
    person = queries.one(session, staff_id)
    if person is None:
        raise NotFound(f"There is no member of staff number {staff_id}.")
    return person
