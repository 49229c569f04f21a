"""Pages of the people and tables of a tournament: officers, presence, tables."""

from datetime import timedelta
from functools import partial
from typing import Any

from flask import abort, current_app, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.floor.models import Designation, TableRow, TableStatus
from house.floor.tables import services as floor
from house.floor.tables.designation import kept_for
from house.people.roles import Role
from house.typed import read_whole
from house.web import acts, config, go_to, now, reads, refuse
from house.web.access import may
from rulebook import Refused
from rulebook.terms import wording
from tournaments import queries, staffing
from tournaments.models import Office, TournamentRow
from tournaments.pages import RUN, SEE, act, allowed, bp, found, here
from tournaments.path import officials as offices
from tournaments.path import presence as being_there
from tournaments.path import tables as designated
from tournaments.path.tables import Choice

OFFICIALS = "tournaments/path/officials.html"
PRESENCE = "tournaments/path/presence.html"
TABLES = "tournaments/path/tables.html"


def _back(endpoint: str, slug: str, done: str) -> ResponseReturnValue:
    flash(done)
    return go_to(url_for(f"tournaments.{endpoint}", slug=slug))


def _officers(tournament: TournamentRow) -> dict[str, Any]:
    session = here()
    people = staffing.People(staffing.staff_names(session))
    facts = queries.facts_of(session, tournament, now(), by=act().by)
    return {
        "tournament": tournament,
        "held": staffing.appointments(session, tournament),
        "Office": Office,
        "name_of": people.name,
        "facts": facts,
        "may_direct": offices.candidates(session, Office.DIRECTOR),
        "may_deputise": offices.candidates(session, Office.DEPUTY),
        "may": allowed,
    }


@bp.get("/<slug>/officials")
@reads(*SEE)
def officials(slug: str) -> ResponseReturnValue:
    """See who runs the tournament: the Director and the deputies."""
    return render_template(OFFICIALS, refused=None, **_officers(found(slug)))


@bp.post("/<slug>/officials/<office>")
@acts(Role.DIRECTOR)
def appoint(slug: str, office: str) -> ResponseReturnValue:
    """Appoint the Director, or a deputy."""
    if office not in set(Office):
        abort(404, "There is no such office.")
    tournament = found(slug)
    who = request.form.get("who", 0, type=read_whole)
    verdict = offices.appoint(here(), tournament, Office(office), who, act())
    if isinstance(verdict, Refused):
        return refuse(OFFICIALS, verdict, **_officers(tournament))
    return _back("officials", slug, "The appointment is recorded.")


@bp.post("/<slug>/officials/deputy/<int:who>/end")
@acts(Role.DIRECTOR)
def end_deputy(slug: str, who: int) -> ResponseReturnValue:
    """End the appointment of a deputy."""
    tournament = found(slug)
    reason = request.form.get("reason", "").strip()[:400]
    verdict = offices.revoke(here(), tournament, who, reason, act())
    if isinstance(verdict, Refused):
        return refuse(OFFICIALS, verdict, **_officers(tournament))
    return _back("officials", slug, "The appointment has ended.")


def _there(tournament: TournamentRow) -> dict[str, Any]:
    session, who = here(), act()
    facts = queries.facts_of(session, tournament, now(), by=who.by)
    against = partial(being_there.against, session, tournament, who, known=facts)
    return {
        "tournament": tournament,
        "there": being_there.there(session, tournament, now(), facts),
        "history": being_there.history(session, tournament),
        "not_in": against(coming=True),
        "not_out": against(coming=False),
        "facts": facts,
        "stops": being_there.stops_play(session, tournament, now(), facts),
        "may": allowed,
    }


@bp.get("/<slug>/presence")
@reads(*SEE)
def presence(slug: str) -> ResponseReturnValue:
    """See who is there for the tournament, and who came and left."""
    return render_template(PRESENCE, refused=None, **_there(found(slug)))


@bp.post("/<slug>/presence/<way>")
@acts(*RUN)
def check_presence(slug: str, way: str) -> ResponseReturnValue:
    """Check in or out as the Director or a deputy."""
    if way not in {"in", "out"}:
        abort(404, "One checks in or out.")
    tournament, coming = found(slug), way == "in"
    verdict = being_there.check(here(), tournament, act(), coming=coming)
    if isinstance(verdict, Refused):
        return refuse(PRESENCE, verdict, **_there(tournament))
    done = "You are checked in." if coming else "You are checked out."
    return _back("presence", slug, done)


def _floor(tournament: TournamentRow) -> dict[str, Any]:
    session, at, ahead = here(), now(), _ahead()
    terms = queries.terms_of(session, tournament)
    choices = designated.choices(session, tournament, at, ahead)
    return {
        "tournament": tournament,
        "mine": [c.table for c in choices if c.mine],
        "fit": [c.table for c in choices if not c.mine and not c.reasons],
        "others": [c for c in choices if not c.mine and c.reasons],
        "needed": max((r.tables or 0 for r in terms.format.stages.stages), default=0),
        "kept_from": designated.kept_from(terms, at, ahead),
        "against_release": lambda table: tuple(
            designated.against_release(session, tournament, table, at)
        ),
        "settles": partial(_settles, tournament),
        "may": allowed,
        "may_set_up": may("tables.new", current_app),
    }


def _ahead() -> timedelta:
    return timedelta(minutes=config().tables_kept_minutes)


def _settles(tournament: TournamentRow, choice: Choice) -> tuple[str, str]:
    """The page where what stands against a table is put right: its name, its place."""
    table = choice.table
    kept = kept_for(table)
    other = here().get(TournamentRow, int(kept.id)) if kept else None
    if other is not None and other.pk != tournament.pk:
        there = url_for("tournaments.tables", slug=other.slug)
        return f"Tables of {other.name}", there
    number = table.number
    if table.designation is Designation.CLOSED:
        return f"Release table {number}", url_for("tables.show", number=number)
    if any(reason.cite == designated.ONLY_FOR for reason in choice.reasons):
        return f"Close table {number}", url_for("tables.show", number=number)
    if table.status is TableStatus.CLOSED and may("tables.edit", current_app):
        return f"Change table {number}", url_for("tables.edit", number=number)
    return f"See table {number}", url_for("tables.show", number=number)


@bp.get("/<slug>/tables")
@reads(*SEE)
def tables(slug: str) -> ResponseReturnValue:
    """See the tables of the tournament, and those it could have."""
    return render_template(TABLES, refused=None, **_floor(found(slug)))


def _table(number: int) -> TableRow:
    row = floor.get(here(), number, lock=True)
    if row is None:
        abort(404, f"There is no table {number}.")
    return row


@bp.post("/<slug>/tables/<int:number>")
@acts(*RUN)
def designate(slug: str, number: int) -> ResponseReturnValue:
    """Keep a table for this tournament alone."""
    tournament, table = found(slug), _table(number)
    verdict = designated.designate(here(), tournament, table, act(), _ahead())
    if isinstance(verdict, Refused):
        return refuse(TABLES, verdict, **_floor(tournament))
    return _back("tables", slug, f"Table {number} is designated.")


@bp.post("/<slug>/tables")
@acts(*RUN)
def designate_all(slug: str) -> ResponseReturnValue:
    """Keep as many more tables as the tournament still needs."""
    tournament = found(slug)
    page = _floor(tournament)
    for table in page["fit"][: max(0, page["needed"] - len(page["mine"]))]:
        locked = _table(table.number)
        verdict = designated.designate(here(), tournament, locked, act(), _ahead())
        if isinstance(verdict, Refused):
            return refuse(TABLES, verdict, **_floor(tournament))
    count = len(queries.tables(here(), tournament))
    return _back("tables", slug, f"{wording.figure(count, 'table')} designated.")


@bp.post("/<slug>/tables/<int:number>/release")
@acts(*RUN)
def release_table(slug: str, number: int) -> ResponseReturnValue:
    """Give a table back to open play."""
    tournament, table = found(slug), _table(number)
    verdict = designated.release(here(), tournament, table, act())
    if isinstance(verdict, Refused):
        return refuse(TABLES, verdict, **_floor(tournament))
    return _back("tables", slug, f"Table {number} is released.")
