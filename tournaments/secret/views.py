"""Secret wagers at a table: written, examined, announced, looked at, on paper."""

from collections.abc import Mapping
from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    flash,
    make_response,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from game.play import Move
from game.play.sealed import waiting
from house import press
from house.floor import running
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds.views import KEEP, at_the_table
from house.floor.tables import services as tables
from house.floor.tables.pages import find
from house.people.roles import Role
from house.people.sessions import Staff
from house.web import act, acts, go_to, now, reading, reads, refuse, staff, writing
from house.web.once import request_key
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments.play.play import TournamentPlay
from tournaments.rules.session_gates import forms_sealed
from tournaments.secret import announcing, examining, handing_in, inspecting, queries
from tournaments.secret.fields import wager_form
from tournaments.secret.handing_in import HandingIn
from tournaments.secret.kept import is_examined
from tournaments.secret.models import SecretFormRow, Way
from tournaments.secret.queries import SessionRound

bp = Blueprint("secret", __name__, url_prefix="/desk/tables/<int:number>/secret")
ITS_OWN: Cite = HOUSE.at("TOURN-234")
PAGE, WRITE = "tournaments/secret/show.html", "tournaments/secret/write.html"
EXAMINE, WRONG_FORM = (
    "tournaments/secret/examine.html",
    "tournaments/secret/wrong_form.html",
)


def watches(
    session: Session, person: Staff, kwargs: Mapping[str, Any]
) -> Refusal | None:
    """Turn away everybody but whoever watches over the table."""
    table = tables.get(session, kwargs["number"])
    if table is None or table.supervisor_id == person.id:
        return None
    wrong = f"You do not watch over table {table.number}."
    return Refusal(ITS_OWN, wrong, "The supervisor of the table opens its forms.")


def _session() -> Session:
    return reading() if request.method == "GET" else writing()


def _play(number: int) -> TournamentPlay:
    """What is played at the table, held against others while something is done."""
    table = find(_session(), number, lock=request.method != "GET")
    play = running.floor().play_at(_session(), table, now())
    if not isinstance(play, TournamentPlay) or not play.is_open():
        abort(404, f"No session of a tournament is played at table {number}.")
    return play


def _here(number: int) -> SessionRound:
    here = queries.look(_play(number), running.floor().seal)
    if here is None:
        abort(404, f"No hand was opened at table {number} in this session.")
    return here


def _form_of(number: int, form_id: int) -> tuple[SessionRound, SecretFormRow]:
    here, form = _here(number), _session().get(SecretFormRow, form_id)
    if form is None or form.session_id != here.at.session.pk:
        abort(404, "There is no such form at this table.")
    then = here.session.get_one(type(here.round), form.round_id)
    if then.table_id != here.table.pk:
        abort(404, "There is no such form at this table.")
    known = queries.look(here.play, running.floor().seal, then.number)
    return known or here, form


def _unseen(answer: Any, status: int = 200) -> Response:
    """An answer that no browser keeps: what it shows is under seal."""
    response = make_response(answer, status)
    response.headers["Cache-Control"] = "no-store"
    return response


def _to_table(number: int, done: str) -> ResponseReturnValue:
    flash(done)
    return go_to(url_for("secret.show", number=number))


def _shown(play: TournamentPlay) -> dict[str, Any]:
    """The table for everybody who works there: marks, never what was written."""
    floor, table = running.floor(), play.table
    here = queries.look(play, floor.seal)
    last = inspecting.last_hand(play, floor)
    under_way = here is not None and not here.is_over
    return {
        "table": table,
        "play": play,
        "on_paper": tuple(forms_sealed(table.number, on_paper=play.plan.on_paper)),
        "under_way": under_way,
        "takes": under_way and here is not None and _takes(here),
        "marks": _marks(here) if under_way and here is not None else [],
        "lie_open": inspecting.lying_open(last, floor) if last else [],
        "names": _names(play),
        "is_supervisor": _watched(table),
        "may_announce": under_way and here is not None and _may_announce(here),
    }


def _watched(table: TableRow) -> bool:
    signed = staff()
    return signed is not None and table.supervisor_id == signed.id


def _takes(here: SessionRound) -> bool:
    """Whether forms are still taken for the hand, as the round itself says."""
    nobody = max(seat for seat in (0, *here.play.entries)) + 1
    trial = Move("seal", nobody, promise="0" * 64)
    return not [*here.now.game.acts["seal"].may(here.state, trial)]


def _may_announce(here: SessionRound) -> bool:
    """Whether the round would take an announcement now, of whoever is signed in."""
    waits = waiting(here.state)
    if not waits or [*announcing.may_announce(here, act())]:
        return False
    trial = Move("deduct", waits[0].seat, 0, promise=waits[0].promise)
    return not [*here.now.game.acts["deduct"].may(here.state, trial)]


def _marks(here: SessionRound) -> list[dict[str, Any]]:
    return [
        {
            "form": form,
            "examined": is_examined(here.session, form, here.state),
            "dealt": here.round.first_card_at is not None,
        }
        for form in sorted(queries.holding(here).values(), key=lambda f: f.seat)
    ]


def _names(play: TournamentPlay) -> dict[int, str]:
    sitting = books.seats(play.session, books.REAL, play.table)
    return {seat: sits.player for seat, sits in sorted(sitting.items())}


@bp.get("")
@reads(*KEEP)
def show(number: int) -> ResponseReturnValue:
    """See who wagers in secret in this hand, and the forms of the last one."""
    return render_template(PAGE, refused=None, **_shown(_play(number)))


@bp.route("/seats/<int:seat>", methods=["GET", "POST"])
@acts(*KEEP, row=at_the_table)
def write(number: int, seat: int) -> ResponseReturnValue:
    """Let a player write a secret wager on the tablet of the table."""
    return _written(number, seat, Way.TABLET)


@bp.route("/seats/<int:seat>/paper", methods=["GET", "POST"])
@acts(Role.SUPERVISOR, row=watches)
def key_paper(number: int, seat: int) -> ResponseReturnValue:
    """Key a form that was written on paper, as it reads."""
    return _written(number, seat, Way.PAPER)


def _written(number: int, seat: int, way: Way) -> ResponseReturnValue:
    play = _play(number)
    if on_paper := tuple(forms_sealed(number, on_paper=play.plan.on_paper)):
        return refuse(PAGE, Refused(on_paper), **_shown(play))
    here = _here(number)
    name, on = _names(play).get(seat), play.secret()
    if name is None or on is None:
        abort(404, f"No secret wager is taken from seat {seat}.")
    about = {"table": play.table, "seat": seat, "name": name, "way": way.value}
    about |= {"limits": here.state.setup.limits}
    if request.method == "GET":
        form = wager_form(on)
        return _unseen(render_template(WRITE, form=form, refused=None, **about))
    form = wager_form(on, request.form)
    asked = HandingIn(seat, form.written, way, request_key())
    verdict = handing_in.hand_in(play, asked, act(), running.floor())
    if isinstance(verdict, Refused):
        return _unseen(refuse(WRITE, verdict, form=wager_form(on), **about))
    return _to_table(number, f"A mark lies at seat {seat}: its secret wager is sealed.")


@bp.route("/forms/<int:form_id>", methods=["GET", "POST"])
@acts(Role.SUPERVISOR, row=watches)
def examine(number: int, form_id: int) -> ResponseReturnValue:
    """Examine a form before its hand: in order, or back to its player."""
    (here, form), floor = _form_of(number, form_id), running.floor()
    written = examining.read(here, form, act(), floor)
    if isinstance(written, Refused):
        return refuse(PAGE, written, **_shown(here.play))
    faults = examining.wrong_with(here, form, written)
    name = _names(here.play).get(form.seat, "")
    about = {"table": here.table, "form": form, "written": written, "name": name}
    if request.method == "GET":
        return _unseen(render_template(EXAMINE, faults=faults, **about))
    if request.form.get("what") == "back":
        back = examining.give_back(here, form, request_key(), act(), floor)
        if isinstance(back, Refused):
            return refuse(PAGE, back, **_shown(here.play))
        return _to_table(number, f"The form of seat {form.seat} is given back.")
    verdict = examining.examine(here, form, act(), floor)
    if isinstance(verdict, Refused):
        return _unseen(render_template(EXAMINE, faults=verdict.refusals, **about), 409)
    return _to_table(number, f"The form of seat {form.seat} is in order.")


@bp.post("/announce")
@acts(Role.SUPERVISOR, row=watches)
def announce(number: int) -> ResponseReturnValue:
    """Open and announce every secret wager of the hand."""
    here = _here(number)
    verdict = announcing.announce(here, request_key(), act(), running.floor())
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, **_shown(here.play))
    return _to_table(number, "The secret wagers of this hand are announced.")


@bp.route("/forms/<int:form_id>/found", methods=["GET", "POST"])
@acts(Role.SUPERVISOR, row=watches)
def found_wrong(number: int, form_id: int) -> ResponseReturnValue:
    """Settle a paper form as it is found to read."""
    (here, form), on = _form_of(number, form_id), _play(number).secret()
    if on is None or not here.is_over:
        abort(404, "This hand is not over.")
    name = _names(here.play).get(form.seat, "")
    about = {"table": here.table, "row": form, "name": name}
    if request.method == "GET":
        return render_template(WRONG_FORM, form=wager_form(on), refused=None, **about)
    typed = wager_form(on, request.form)
    parts = (here, form, typed.written, request_key(), act(), running.floor())
    verdict = announcing.find_wrong(*parts)
    if isinstance(verdict, Refused):
        return refuse(WRONG_FORM, verdict, form=typed, **about)
    return _to_table(number, f"Seat {form.seat} is settled as its paper reads.")


@bp.get("/form.pdf")
@reads(*KEEP)
def blank_form(number: int) -> ResponseReturnValue:
    """Print blank forms for the table, four to a sheet."""
    play = _play(number)
    on = play.plan.in_secret(play.table.game.value)
    if on is None:
        abort(404, "No secret wagers are taken at this table.")
    kinds = [label for _, label in wager_form(on).kind.choices]
    about = {"tournament": play.tournament, "table": play.table, "kinds": kinds}
    page = render_template("print/secret_form.html", **about)
    try:
        made = press.sheet(page)
    except press.NoPdf as error:
        abort(503, f"{error} Write the form by hand.")
    return press.sent(made, page, f"secret-wager-table-{number}.pdf")
