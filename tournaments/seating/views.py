"""Pages of seats: conditions, the list, the draft, the release, who sits where."""

from typing import Any

from flask import flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.web import acts, go_to, reads, refuse
from house.web.request import seal
from rulebook import Refused
from tournaments import queries
from tournaments.models import TournamentRow
from tournaments.pages import RUN, SEE, act, allowed, bp, found, here
from tournaments.path import ledgers
from tournaments.rules.gates import takes_late_entries
from tournaments.rules.lifecycle import Status
from tournaments.seating import conditions as respecting
from tournaments.seating import drawing, published
from tournaments.seating import seats as seating
from tournaments.seating.forms import CONDITIONS, ConditionForm, FixForm, WordForm
from tournaments.seating.late import waiting
from tournaments.seating.respected import conditions as held_conditions
from tournaments.stages import next_draw

PAGE = "tournaments/path/seats.html"


def shown(tournament: TournamentRow, **over: Any) -> dict[str, Any]:
    """What the page of seats shows; a draft is for directors and deputies alone."""
    session = here()
    entries = {e.pk: e for e in ledgers.entries(session, tournament)}
    newest = seating.released(session, tournament)
    stage_at = newest.stage_at if newest else seating.FIRST_STAGE
    now = seating.seats_now(session, tournament, stage_at)
    under_way = seating.prepared(session, tournament)
    late = waiting(session, tournament) if now and not stage_at else []
    due = next_draw.due(session, tournament)
    late = [] if due else late
    is_time = tournament.status is Status.ENTRIES_OPEN or bool(late or due)
    terms = queries.terms_of(session, tournament)
    return {
        "tournament": tournament,
        "draw": under_way,
        "draft": _draft(under_way, entries) if allowed("prepare_draw") else [],
        "lists": published.lists(seating.draws(session, tournament)),
        "seats": [(sits, entries[entry]) for entry, sits in now.items()],
        "late": late,
        "due": due,
        "takes_late": takes_late_entries(terms),
        "stops": drawing.against(session, tournament, act()) if is_time else (),
        "is_time": is_time,
        "terms": terms,
        "held_conditions": held_conditions(session, tournament),
        "names": {e.number: e.name for e in entries.values()},
        "called": CONDITIONS,
        "fix_form": FixForm(),
        "form": WordForm(),
        "condition_form": ConditionForm(),
        "may": allowed,
    } | over


def _draft(draw: Any, entries: dict[int, Any]) -> list[tuple[Any, Any]]:
    """The seats as they are drawn and not yet released."""
    if draw is None or draw.held_at is None:
        return []
    places = seating.drawn(here(), draw)
    return [(place, entries[entry]) for entry, place in places.items()]


def answered(
    verdict: object, tournament: TournamentRow, done: str, **over: Any
) -> ResponseReturnValue:
    """Go on to the seats after an act, or show every reason against it."""
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, **shown(tournament, **over))
    flash(done)
    return go_to(url_for("tournaments.seats", slug=tournament.slug))


@bp.get("/<slug>/seats")
@reads(*SEE)
def seats(slug: str) -> ResponseReturnValue:
    """See who sits where, or what stands before the draw."""
    return render_template(PAGE, refused=None, **shown(found(slug)))


@bp.post("/<slug>/seats/prepare")
@acts(*RUN)
def prepare_draw(slug: str) -> ResponseReturnValue:
    """Fix the list and promise a secret."""
    tournament, form = found(slug), FixForm(request.form)
    if not form.validate():
        page = render_template(PAGE, refused=None, **shown(tournament, fix_form=form))
        return page, 422
    verdict = drawing.fix(here(), tournament, act(), seal(), form.wanted())
    done = "The list is fixed and public. Ask somebody in the room for a word."
    return answered(verdict, tournament, done, fix_form=form)


@bp.post("/<slug>/seats/draw")
@acts(*RUN)
def draw_seats(slug: str) -> ResponseReturnValue:
    """Draw the seats, as a draft."""
    tournament, form = found(slug), WordForm(request.form)
    if not form.validate():
        page = render_template(PAGE, refused=None, **shown(tournament, form=form))
        return page, 422
    word = form.word.data or ""
    verdict = drawing.hold(here(), tournament, word, act(), seal())
    done = "The seats are drawn. Look at every table before you confirm."
    return answered(verdict, tournament, done, form=form)


@bp.post("/<slug>/seats/confirm")
@acts(*RUN)
def confirm_seats(slug: str) -> ResponseReturnValue:
    """Confirm the draft after looking at it."""
    tournament = found(slug)
    verdict = drawing.confirm(here(), tournament, act())
    return answered(verdict, tournament, "The draft is confirmed. Release the seats.")


@bp.post("/<slug>/seats/release")
@acts(*RUN)
def release_seats(slug: str) -> ResponseReturnValue:
    """Release the seats to everybody."""
    tournament = found(slug)
    verdict = drawing.release(here(), tournament, act())
    done = "The seats are released. Anybody can repeat the draw."
    return answered(verdict, tournament, done)


@bp.post("/<slug>/seats/conditions")
@acts(*RUN)
def seat_condition(slug: str) -> ResponseReturnValue:
    """Say what the seats have to respect, or take it back."""
    tournament, form = found(slug), ConditionForm(request.form)
    if not form.validate():
        about = shown(tournament, condition_form=form)
        return render_template(PAGE, refused=None, **about), 422
    holds = request.form.get("holds") != "no"
    verdict = respecting.change(here(), tournament, form.row(holds=holds), act())
    done = "The next list respects it." if holds else "It is taken back."
    return answered(verdict, tournament, done, condition_form=form)
