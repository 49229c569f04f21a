"""What a request knows: its database sessions, its member of staff, its house."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from flask import Flask, current_app, g, request
from sqlalchemy import Connection, update
from sqlmodel import Session, col

from house import clock
from house.audit import Act, Actor
from house.config import Config
from house.db import Database
from house.people import sessions
from house.people.models import StaffSessionRow
from house.people.roles import Role
from house.people.sessions import SEEN_EVERY, Limits, Staff
from house.sealing import Seal
from house.venue import Venue
from rulebook import HOUSE

ONE_CONNECTION = HOUSE.at("CROWD-1")
LOOKS = frozenset({"GET", "HEAD"})  # what goes on to read with the same connection


def config() -> Config:
    """The settings of this house."""
    settings: Config = current_app.extensions["config"]
    return settings


def database() -> Database:
    """The database of this house."""
    kept: Database = current_app.extensions["database"]
    return kept


def seal() -> Seal:
    """The seal of this house."""
    kept: Seal = current_app.extensions["seal"]
    return kept


def venue() -> Venue:
    """The building and its wall clock."""
    return Venue(config().house_name, config().zone)


def reading() -> Session:
    """The request's session for looking: its transaction, while one is open."""
    if "writing" in g:
        return writing()
    if "reading" not in g:
        g.reading = database().reading()
    session: Session = g.reading
    return session


def writing() -> Session:
    """The request's one transaction; it exists only while something is being done."""
    session: Session | None = g.get("writing")
    if session is None:
        raise RuntimeError(
            f"Only a request that changes something may write ({ONE_CONNECTION})."
        )
    return session


def here() -> Session:
    """The request's session: for looking, or for the one change it makes."""
    return reading() if request.method == "GET" else writing()


@contextmanager
def transaction() -> Iterator[Session]:
    """The request's transaction: the one that is open, or else one of its own.

    What was only looked at is let go first: a request holds one connection at a time,
    or as many requests as there are connections would wait for each other for ever.
    """
    if "writing" in g:
        yield writing()
        return
    let_go()
    with database().writing() as session:
        g.writing = session
        try:
            yield session
        finally:
            g.pop("writing", None)


def now() -> datetime:
    """The instant of this request, the same from its first line to its last."""
    if "now" not in g:
        g.now = clock.now()
    instant: datetime = g.now
    return instant


def cookie_name(name: str) -> str:
    """A cookie's name: bound to this very host once the house is behind TLS."""
    return f"__Host-{name}" if config().behind_tls else name


def staff() -> Staff | None:
    """The member of staff behind the request, if one is signed in."""
    if "staff" not in g:
        g.staff = _find_staff()
    found: Staff | None = g.staff
    return found


def signed_in() -> Staff:
    """The member of staff behind a request that only staff can make."""
    signed = staff()
    if signed is None:
        raise RuntimeError("This page is open to people who are not signed in.")
    return signed


def _find_staff() -> Staff | None:
    token = request.cookies.get(cookie_name("session"))
    if not token:
        return None
    with _looking() as connection:
        found = sessions.find(connection, token, Limits.of(config()), now())
    if found is None:
        return None
    signed, holder = found
    # A page that asks by itself is no sign that somebody sits before it.
    if "X-Poll" not in request.headers and now() - holder.seen_at >= SEEN_EVERY:
        _seen(holder.id, now())
    return signed


@contextmanager
def _looking() -> Iterator[Connection]:
    """A connection for one look: that of a page, or before an act one by itself."""
    if request.method in LOOKS or "writing" in g or "reading" in g:
        yield reading().connection()
        return
    with database().engine.connect() as connection:
        yield connection


def _seen(session_id: int, at: datetime) -> None:
    """Note that the session is in use, at most once a minute."""
    mine = update(StaffSessionRow).where(col(StaffSessionRow.id) == session_id)
    with transaction() as session:
        session.execute(mine.values(seen_at=at))


def actor() -> Actor:
    """Who acts in this request, in the role that let them."""
    signed = staff()
    if signed is None:
        return Actor("nobody", request.remote_addr or "unknown address", "nobody")
    allowed: frozenset[Role] = g.get("admitted_as", signed.roles)
    role = next((r for r in Role if r in allowed & signed.roles), None)
    return Actor(signed.username, signed.name, role.value if role else "none")


def act() -> Act:
    """Who acts in this request, now."""
    return Act(actor(), now())


def let_go(_error: BaseException | None = None) -> None:
    """Give the connection for looking back: what follows takes long, or writes."""
    session: Session | None = g.pop("reading", None)
    if session is not None:
        session.close()


def init_app(app: Flask, settings: Config) -> None:
    """Give every request its house."""
    app.extensions["config"] = settings
    app.extensions["seal"] = Seal.of(settings)
    app.extensions["database"] = Database(settings.database_url, settings.threads)
    app.teardown_appcontext(let_go)
