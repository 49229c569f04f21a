"""Seats on paper: cards that are counted, sheets for tables, the list from A to Z."""

from typing import Any

from flask import Response, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house import press
from house.documents.answers import paper_asked
from house.documents.pdf import qr
from house.typed import whole
from house.web import acts, go_to, reads, venue
from house.web.address import on_the_web
from house.web.request import seal
from rulebook import Refused
from tournaments import queries
from tournaments.entrants import passes
from tournaments.models import TournamentRow
from tournaments.pages import DESK, SEE, act, bp, found, here
from tournaments.seating import paper
from tournaments.seating.forms import number
from tournaments.seating.paper import Card
from tournaments.seating.views import answered

LARGEST = 2**53


def _printed(
    template: str,
    tournament: TournamentRow,
    name: str,
    *,
    secret: bool = False,
    **about: Any,
) -> Response:
    """A sheet of seats; what carries somebody's pass is put on no shelf."""
    size = paper_asked()
    page = render_template(
        f"print/{template}.html",
        tournament=tournament,
        terms=queries.terms_of(here(), tournament),
        paper=size,
        place=venue(),
        **about,
    )
    try:
        made = press.alone(lambda: press.as_pdf(page)) if secret else press.sheet(page)
    except press.NoPdf as error:
        abort(503, f"{error} The seats stand on the page itself.")
    return press.sent(made, page, f"{name}-{size.value.lower()}.pdf")


@bp.post("/<slug>/seats/cards")
@acts(*DESK)
def print_cards(slug: str) -> ResponseReturnValue:
    """Print seat cards, for one entry or for everybody; each is counted."""
    tournament, asked = found(slug), request.form.get("entry", "").strip()
    numbers = [number(asked)] if asked else []
    verdict = paper.hand_out(here(), tournament, numbers, seal(), act())
    if isinstance(verdict, Refused):
        return answered(verdict, tournament, "")
    size = "letter" if request.form.get("paper") == "letter" else "a4"
    first, last = verdict[0].pk, verdict[-1].pk
    address = url_for("tournaments.seat_cards", slug=slug, paper=size)
    return go_to(f"{address}&from={first}&to={last}")


@bp.get("/<slug>/seats/cards.pdf")
@reads(*DESK)
def seat_cards(slug: str) -> ResponseReturnValue:
    """The cards that were just counted, on paper."""
    tournament = found(slug)
    first = whole(request.args.get("from", ""), LARGEST) or 0
    last = whole(request.args.get("to", ""), LARGEST) or 0
    cards = paper.cards(here(), tournament, first, last)
    if not cards:
        abort(404, "These cards were not printed here.")
    address = on_the_web(f"/t/{slug}")
    about = {"cards": cards, "code": _code, "address": address}
    name = f"{slug}-seat-cards"
    return _printed("seat_cards", tournament, name, secret=True, **about)


def _code(tournament: TournamentRow, card: Card) -> str:
    """The way to the entrant's pass as a drawing; none once that pass has ended."""
    if card.pass_ is None:
        return ""
    token = passes.token_in(card.pass_, seal())
    return qr(on_the_web(passes.path(tournament, token)))


@bp.get("/<slug>/seats/sheets.pdf")
@reads(*SEE)
def table_sheets(slug: str) -> ResponseReturnValue:
    """A sheet for every table: hands, marker, stacks and signatures."""
    tournament = found(slug)
    sheets = paper.sheets(here(), tournament)
    if not sheets:
        abort(404, "No seats are released yet.")
    return _printed("table_sheets", tournament, f"{slug}-tables", sheets=sheets)


@bp.get("/<slug>/seats/list.pdf")
@reads(*SEE)
def seat_list(slug: str) -> ResponseReturnValue:
    """Every player from A to Z with their seat."""
    tournament = found(slug)
    every = paper.sittings(here(), tournament)
    if not every:
        abort(404, "No seats are released yet.")
    by_name = sorted(every, key=lambda s: (s.entry.name.casefold(), s.entry.number))
    return _printed("seat_list", tournament, f"{slug}-players", sittings=by_name)
