"""Secret wagers from an entrant's own telephone, and the forms of the last hand."""

from flask import Response, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from house.floor import running
from house.floor.tables import services as tables
from house.web import anyone_acts, go_to, now, reading, writing
from house.web.once import request_key
from rulebook import Refused
from tournaments import queries as terms
from tournaments.entrants.pass_views import holder, opened, with_form
from tournaments.models import EntryRow, TournamentRow
from tournaments.play import standing
from tournaments.play.play import TournamentPlay
from tournaments.public.views import bp
from tournaments.rules.session_gates import forms_sealed
from tournaments.seating.seats import seats_now
from tournaments.secret import handing_in, inspecting, queries
from tournaments.secret.fields import wager_form
from tournaments.secret.handing_in import HandingIn
from tournaments.secret.models import Way

PAGE = "public/secret.html"


def _table_of(
    session: Session, tournament: TournamentRow, entry: EntryRow
) -> tuple[TournamentPlay, int] | None:
    """What is played where an entrant sits in the newest session, and the seat."""
    begun = standing.sessions(session, tournament).values()
    for playing in sorted(begun, key=lambda row: row.pk, reverse=True):
        mine = seats_now(session, tournament, playing.stage_at, [entry.pk])
        sits = mine.get(entry.pk)
        if sits is None or sits.session != playing.session:
            continue
        lock = request.method != "GET"
        table = tables.get(session, sits.table_number, lock=lock)
        use = terms.subject(tournament)
        if table is not None:
            play = TournamentPlay(session, table, now(), use)
            return (play, sits.seat) if play.is_open() else None
    return None


@bp.route("/<slug>/pass/<token>/secret", methods=["GET", "POST"])
@anyone_acts
def pass_secret(slug: str, token: str) -> ResponseReturnValue:
    """Write a secret wager for the hand that is open at one’s own table."""
    tournament, entry = opened(slug, token)
    session = reading() if request.method == "GET" else writing()
    there = _table_of(session, tournament, entry)
    if there is None:
        return _page(tournament, entry, token, None)
    play, seat = there
    stops = forms_sealed(play.table.number, on_paper=play.plan.on_paper)
    if on_paper := tuple(stops):
        sent = Refused(on_paper) if request.method == "POST" else None
        return _page(tournament, entry, token, there, sent)
    if play.secret() is None:
        return _page(tournament, entry, token, None)
    if request.method == "GET":
        return _page(tournament, entry, token, there)
    form = wager_form(play.secret() or "", request.form)
    for_round = request.form.get("round", "")
    number = int(for_round) if for_round.isdecimal() and len(for_round) < 7 else 0
    asked = HandingIn(seat, form.written, Way.PASS, request_key(), number)
    verdict = handing_in.hand_in(play, asked, holder(entry), running.floor())
    if isinstance(verdict, Refused):
        return _page(tournament, entry, token, (play, seat), verdict)
    return go_to(url_for(".pass_secret", slug=slug, token=token))


def _page(
    tournament: TournamentRow,
    entry: EntryRow,
    token: str,
    there: tuple[TournamentPlay, int] | None,
    refused: Refused | None = None,
) -> Response:
    """The page, never with what was typed: it may be read over a shoulder."""
    about = {"tournament": tournament, "entry": entry, "token": token}
    about |= {"refused": refused, "form": None, "open_forms": []}
    if there is not None:
        about |= _at_table(*there, entry)
    return with_form(render_template(PAGE, **about), 409 if refused else 200)


def _at_table(play: TournamentPlay, seat: int, entry: EntryRow) -> dict[str, object]:
    floor = running.floor()
    here = queries.look(play, floor.seal)
    found = inspecting.inspect(play, entry.pk, floor)
    about: dict[str, object] = {
        "table": play.table,
        "seat": seat,
        "says": play.hand.says,
        "on_paper": play.plan.on_paper,
        "open_forms": [] if isinstance(found, Refused) else found,
    }
    if here is None:
        return about
    left = queries.allowance(here, entry.pk) - queries.used(here, entry.pk, floor.seal)
    mine = queries.holding(here).get(seat) if not here.is_over else None
    waits = here.is_over or here.round.first_card_at is not None
    may = not (waits or mine or left <= 0)
    return about | {
        "left": max(0, left),
        "handed_in": mine is not None,
        "waits": waits,
        "round": here.round.number,
        "limits": here.state.setup.limits,
        "form": wager_form(play.secret() or "") if may else None,
    }
