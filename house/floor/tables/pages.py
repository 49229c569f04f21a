"""What every page of a table shares: finding it, showing it, going on after an act."""

import hashlib
from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    flash,
    make_response,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from sqlmodel import Session
from wtforms import Form

from house.floor.clock import wall_clock
from house.floor.decks.panel import panel
from house.floor.editions import services as editions
from house.floor.meters.pot import coming
from house.floor.meters.queries import meter_of
from house.floor.models import TableRow
from house.floor.ranks import rank_of
from house.floor.rulings import directions
from house.floor.signs import displays
from house.floor.signs import services as signs
from house.floor.tables import queries, services
from house.floor.tables.acts_now import offered
from house.floor.tables.documents import (
    conduct_rules,
    limit_rules,
    own_card,
    rules_shown,
)
from house.floor.tables.rules import for_tournament, layout_of, low_limit_game
from house.floor.tables.shutting import check_close
from house.floor.tables.standing import standing
from house.people.roles import Role
from house.web import act, actor, go_to, now, reading, refuse, signed_in, venue, writing
from house.web.access import may
from rulebook import SOURCES, Refused

bp = Blueprint("tables", __name__, url_prefix="/desk/tables")
RUN = (Role.SUPERVISOR, Role.DIRECTOR, Role.DEPUTY)


def find(session: Session, number: int, *, lock: bool = False) -> TableRow:
    """The table with this number, or a page that says there is none."""
    table = services.get(session, number, lock=lock)
    if table is None:
        abort(404, f"There is no table {number}.")
    return table


def allowed(endpoint: str) -> bool:
    """Whether whoever is signed in may use this page of the tables."""
    return may(f"{bp.name}.{endpoint}", current_app)


def shown(session: Session, table: TableRow) -> dict[str, Any]:
    """What a table's page shows, and what stands against each act."""
    people, entered = services.supervisors(session), editions.entries(session)
    one = queries.one(session, table, now())
    not_open = services.check_open(table, people, now(), entered)
    back = wall_clock.moved_back(session, table, now(), venue())
    edition = editions.edition_at(table.rulebook, table.game, now(), entered)
    return {
        "one": one,
        "table": table,
        "stands": one.stands,
        "source": SOURCES[table.rulebook],
        "offer": layout_of(table).offer,
        "limit_rules": limit_rules(table),
        "conduct": conduct_rules(table),
        "edition": None if isinstance(edition, Refused) else edition,
        "people": people,
        "acts": tuple(offered(one, not_open, act(), back)),
        "back": back,
        "cards": panel(session, table, rank_of(actor())),
        "not_mine": services.own_table(session, signed_in(), {"number": table.number}),
        "low_limit_game": low_limit_game(table),
        "no_tournament": tuple(for_tournament(table)),
        "signs": signs.history(session, table),
        "screens": displays.limits(table).in_use(session),
        "meter": meter_of(session, table),
        "coming": coming(session, table),
        "directed": directions.holding(session, table),
        "runs": bool(signed_in().roles & set(RUN)),
        "own_card": own_card(table),
        "rules_shown": rules_shown(table),
        "may_see_limits": may("payments.limits", current_app),
        "may": allowed,
        "seen": digest(one.signature),
    }


def settled(
    verdict: object, table: TableRow, done: str, page: str = "", /, **context: Any
) -> ResponseReturnValue:
    """Go on to the table after an act, or show every reason against it."""
    if isinstance(verdict, Refused):
        about = context or shown(writing(), table)
        return refuse(page or "tables/show.html", verdict, **about)
    flash(done)
    return go_to(url_for("tables.show", number=table.number))


def before_closing(number: int, *, nobody: bool) -> ResponseReturnValue:
    """Say what follows from closing a table, before it is done."""
    table = find(reading(), number)
    stands = standing(reading(), table)
    found = tuple(check_close(stands, act(), nobody=nobody))
    about = {"table": table, "stands": stands, "nobody": nobody, "waits": found}
    return render_template("signs/close.html", refused=None, **about)


def form_page(
    page: str, form: Form, table: TableRow, **context: Any
) -> ResponseReturnValue:
    """A form about a table, empty or with what cannot be read."""
    status = 422 if request.method == "POST" else 200
    about = {"table": table, "form": form, "refused": None} | context
    return render_template(page, **about), status


def digest(text: str) -> str:
    """A short name for what a page shows, new whenever that is."""
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def polled(body: str, seen: str = "") -> Response:
    """An answer that is sent only when it differs from the one the browser has."""
    response = make_response(body)
    response.headers["Cache-Control"] = "private, no-cache"
    response.set_etag(digest(body + seen))
    response.make_conditional(request)
    return response
