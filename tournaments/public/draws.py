"""The draws of seats for everybody: how to check one, and the file to check."""

from flask import abort, render_template
from flask.typing import ResponseReturnValue

from house.documents import answers
from house.floor.tables.pages import digest, polled
from house.web import anyone, now, reading
from proof.canonical import canonical
from tournaments import queries
from tournaments.entrants import consents
from tournaments.models import TournamentRow
from tournaments.public.views import bp, row_of
from tournaments.seating import moves, published, seats
from tournaments.seating.published import State
from tournaments.stages import lots


def _found(slug: str) -> TournamentRow:
    row = row_of(slug)
    if row is None or row.document_id is None:
        abort(404, "No tournament of this house has this address.")
    return row


@bp.get("/<slug>/draws")
@anyone
def draws(slug: str) -> ResponseReturnValue:
    """Every draw of seats, how anybody can check it, and where entries sit."""
    tournament, session = _found(slug), reading()
    players = {entry.pk: entry for entry in queries.entrants(session, tournament)}
    now = seats.seats_now(session, tournament)
    names = consents.public_names(session, tournament, tuple(players.values()))
    page = render_template(
        "public/draws.html",
        tournament=tournament,
        terms=queries.terms_of(session, tournament),
        lists=published.lists(seats.draws(session, tournament)),
        lots=lots.every(session, tournament),
        replaced=moves.replaced(session, tournament),
        seats=[
            (players[pk].number, names[pk], sits)
            for pk, sits in now.items()
            if pk in players
        ],
    )
    return answers.page(page)


@bp.get("/<slug>/draws/<int:number>.json")
@anyone
def draw_json(slug: str, number: int) -> ResponseReturnValue:
    """One draw of seats as data: what a stranger needs to repeat it."""
    every = published.lists(seats.draws(reading(), _found(slug)))
    listed = next((each for each in every if each.draw.number == number), None)
    if listed is None:
        abort(404, "There is no draw of this number.")
    content = canonical(published.file(reading(), listed))
    released = listed.state is State.RELEASED
    return answers.data(content, f"{slug}-draw-{number}.json", fixed=released)


@bp.get("/<slug>/lots/<int:number>.json")
@anyone
def lot_json(slug: str, number: int) -> ResponseReturnValue:
    """One lot as data: what a stranger needs to repeat it."""
    every = lots.every(reading(), _found(slug))
    row = next((each for each in every if each.number == number), None)
    if row is None:
        abort(404, "There is no lot of this number.")
    return answers.data(canonical(lots.file(row)), f"{slug}-lot-{number}.json")


def _moved(slug: str) -> str:
    """Who was moved in the last ten minutes, by their entries' numbers."""
    since = now() - moves.RECENT
    moved = moves.recent(reading(), _found(slug), since)
    return render_template("public/_moved.html", moved=moved)


@bp.get("/<slug>/moved")
@anyone
def moved(slug: str) -> ResponseReturnValue:
    """Who was moved in the last ten minutes, for a screen."""
    body, tournament = _moved(slug), _found(slug)
    about = {"tournament": tournament, "body": body, "tag": digest(body)}
    return render_template("public/moved.html", **about)


@bp.get("/<slug>/moved/list")
@anyone
def moved_list(slug: str) -> ResponseReturnValue:
    """The list alone, sent only when it reads differently than before."""
    return polled(_moved(slug))
