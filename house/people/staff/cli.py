"""Staff from the command line: the first administrator of a house comes from here."""

import getpass
import sys

import click
from flask.cli import AppGroup, with_appcontext
from sqlmodel import Session

from house import clock
from house.audit import Actor
from house.people.accounts.passwords import objections, one_time, passwords
from house.people.accounts.sign_in import USERNAME, find, folded
from house.people.models import StaffRow
from house.people.roles import Role
from house.people.staff import queries as staff_queries
from house.people.staff import services as staff_services
from house.people.staff.changes import ChangeRequest
from house.people.staff.queries import Search, State
from house.people.staff.services import Newcomer
from house.web.health import require_current
from house.web.request import config, database
from rulebook import Refused

staff = AppGroup("staff", help="Who works here, and how they sign in.")
ROLES = click.Choice([role.value.replace(" ", "-") for role in Role])


@staff.command("add")
@click.argument("username")
@click.argument("name")
@click.option("--role", "roles", type=ROLES, multiple=True, help="May be repeated.")
@click.option(
    "--password-stdin",
    is_flag=True,
    help="Read the password they chose; without it a one-time password is printed.",
)
@with_appcontext
def add(
    username: str, name: str, roles: tuple[str, ...], *, password_stdin: bool
) -> None:
    """Add a member of staff, such as the first administrator of a house."""
    require_current(database())
    username, name = folded(username), name.strip()
    _require_plain(username, name)
    password, hashed = _password((username, name), chosen=password_stdin)
    newcomer = Newcomer(
        username,
        name,
        frozenset(Role(role.replace("-", " ")) for role in roles),
        hashed,
        must_change_password=not password_stdin,
    )
    with database().writing() as session:
        verdict = staff_services.add(session, newcomer, _request())
    _stop_if(verdict)
    click.echo(f"{name} can sign in as {username}.")
    _tell(password, chosen=password_stdin)


@staff.command("list")
@click.option("--all", "everybody", is_flag=True, help="Those who have left, too.")
@with_appcontext
def list_(*, everybody: bool) -> None:
    """List who works here and in which roles."""
    require_current(database())
    state = State.ALL if everybody else State.WORKING
    page, shown = 1, 0
    with database().reading() as session:
        while True:
            wanted = Search(state=state, page=page)
            people, total = staff_queries.search(session, wanted)
            for person in people:
                left = ", left" if person.row.left_at else ""
                titles = person.titles or "no role"
                click.echo(f"{person.row.username}\t{person.row.name}\t{titles}{left}")
            shown, page = shown + len(people), page + 1
            if shown >= total or not people:
                break
    if not shown:
        click.echo("Nobody works here yet: flask staff add USERNAME NAME --role admin")


@staff.command("reset-password")
@click.argument("username")
@click.option("--password-stdin", is_flag=True, help="Read the new password.")
@click.option("--second-factor", is_flag=True, help="Reset the second factor, too.")
@with_appcontext
def reset_password(username: str, *, password_stdin: bool, second_factor: bool) -> None:
    """Give somebody who cannot sign in a one-time password."""
    require_current(database())
    with database().reading() as session:
        row = _find(session, username)
    password, hashed = _password((row.username, row.name), chosen=password_stdin)
    with database().writing() as session:
        verdict = staff_services.reset_password(session, row.pk, hashed, _request())
        if not verdict and second_factor and row.totp_confirmed_at:
            staff_services.reset_second_factor(session, row.pk, _request())
    _stop_if(verdict)
    click.echo(f"{row.name} is signed out everywhere.")
    _tell(password, chosen=password_stdin)


def _request() -> ChangeRequest:
    """Whoever sits at the machine itself."""
    try:
        login = getpass.getuser()
    except (KeyError, OSError):  # a container may run as somebody without a name
        login = "unknown"
    return ChangeRequest(
        Actor("command line", f"{login} at the machine"[:120], "operator"), clock.now()
    )


def _find(session: Session, username: str) -> StaffRow:
    row = find(session, folded(username))
    if row is None:
        raise click.ClickException(f"Nobody has the user name “{username}”.")
    return row


def _require_plain(username: str, name: str) -> None:
    if not USERNAME.fullmatch(username):
        raise click.ClickException(
            f"“{username}” is no user name: use small letters, digits, dots, - or _, "
            "at most 64, beginning with a letter or digit."
        )
    if not name or len(name) > 120 or not name.isprintable():
        raise click.ClickException("The name has 1 to 120 readable characters.")


def _password(names: tuple[str, ...], *, chosen: bool) -> tuple[str, str]:
    """The password to begin with, and its hash."""
    password = one_time()
    if chosen:
        password = sys.stdin.readline().rstrip("\r\n")
        if wrongs := objections(password, (*names, config().house_name)):
            raise click.ClickException(str(Refused(wrongs)))
    return password, passwords(config()).hash(password)


def _stop_if(verdict: object) -> None:
    if isinstance(verdict, Refused):
        raise click.ClickException(str(verdict))


def _tell(password: str, *, chosen: bool) -> None:
    if not chosen:
        click.echo(f"One-time password, shown only now: {password}")
