"""Pages of a list of tickets: send it, see what would become of it, take it."""

from itertools import islice
from pathlib import Path, PurePath
from shutil import copyfileobj
from typing import Any

from flask import abort, after_this_request, flash, g, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from house import uploads
from house.uploads import LARGEST
from house.web import acts, config, go_to, reads, refuse
from house.web.bodies import takes_file
from promotions.models import PromotionRow
from promotions.pages import SEE, WRITE, act, allowed, bp, found, here
from promotions.path import steps
from promotions.tickets import importing, lists, sorting
from promotions.tickets.lists import LISTED, Block, Unreadable
from promotions.tickets.models import ListRow
from promotions.tickets.sorting import Fate, Taking
from rulebook import HOUSE, Cite, Refusal, Refused

LOOKED_AT: Cite = HOUSE.at("PROMOTION-65")
SEND, SHOW = "promotions/tickets/send.html", "promotions/tickets/list.html"
PROGRESS = "promotions/tickets/_progress.html"
ROWS = 1_000  # that are looked at for the page
BATCH = 5_000  # rows that a page takes at once: nobody at a table waits for them
NO_FILE = Refused((Refusal(LISTED, "No list was sent.", "Choose a CSV.", "file"),))


def _place(sha256: str) -> Path:
    return config().imports / f"{sha256}.tickets"


def _read_through(slug: str) -> None:  # noqa: ARG001 (its promotion is found later)
    """Read a list that was sent to its end, before anything is held for it."""
    file = request.files.get("file")
    if file is None or not file.filename:
        return
    try:
        for _ in lists.Reading(file.stream):
            pass
    except Unreadable as broken:
        g.sent = broken.refused
        return
    file.stream.seek(0)
    g.sent = uploads.fingerprint(file.stream)
    with uploads.keeping(_place(g.sent)) as part:
        copyfileobj(file.stream, part)


def _about(row: PromotionRow) -> dict[str, Any]:
    return {"row": row, "rule": LOOKED_AT, "may": allowed, "largest": LARGEST // 2**20}


@bp.route("/<slug>/tickets/send", methods=["GET", "POST"])
@takes_file(LARGEST)
@acts(*WRITE, before=_read_through)
def send_tickets(slug: str) -> ResponseReturnValue:
    """Send a list of tickets or play; nothing is taken yet."""
    row = found(slug)
    if request.method == "GET":
        return render_template(SEND, refused=None, **_about(row))
    sent: str | Refused = g.get("sent") or NO_FILE
    if isinstance(sent, Refused):
        steps.note(here(), row, "send a list", act(), sent)
        return refuse(SEND, sent, **_about(row))
    name = PurePath(request.files["file"].filename or "").name
    taking = importing.begin(here(), row, name, sent, act())
    if isinstance(taking, Refused):
        return refuse(SEND, taking, **_about(row))
    return go_to(url_for(".list_of_tickets", slug=slug, list_id=taking.list.pk))


def _taking(slug: str, list_id: int) -> Taking:
    row = found(slug)
    kept = here().get(ListRow, list_id)
    if kept is None or kept.promotion_id != row.pk:
        abort(404, "There is no such list.")
    return importing.taking_of(here(), row, kept)


def _fates(taking: Taking) -> list[Fate]:
    """What would become of the next rows, as far as a page shows them."""
    place = _place(taking.list.sha256)
    if taking.is_over or not place.exists():
        return []
    with place.open("rb") as file:
        some = Block.of(islice(importing.from_where(taking, file), ROWS))
    return [*sorting.sort(here(), taking, some, act().now).fates()]


def _shown(taking: Taking) -> dict[str, Any]:
    fates, place = _fates(taking), _place(taking.list.sha256)
    asked = request.args.get("show", "")
    only = asked if asked in set(sorting.Outcome) else ""
    return _about(taking.row) | {
        "taking": taking,
        "list": taking.list,
        "batch": taking.so_far,
        "here": place.exists(),
        "bytes": place.stat().st_size if place.exists() else 0,
        "counts": {o: sum(f.outcome is o for f in fates) for o in sorting.Outcome},
        "looked_at": len(fates),
        "tickets": sum(fate.tickets for fate in fates),
        "fates": [f for f in fates if only in {"", f.outcome.value}][:100],
        "only": only,
        "refusals_kept": importing.refused_of(here(), taking.list, 100),
    }


@bp.get("/<slug>/tickets/lists/<int:list_id>")
@reads(*SEE)
def list_of_tickets(slug: str, list_id: int) -> ResponseReturnValue:
    """See what would become of each row of a list, or what became of it."""
    return render_template(SHOW, refused=None, **_shown(_taking(slug, list_id)))


@bp.post("/<slug>/tickets/lists/<int:list_id>/take")
@acts(*WRITE)
def take_tickets(slug: str, list_id: int) -> ResponseReturnValue:
    """Take the next rows of a list."""
    taking = _taking(slug, list_id)
    there = url_for(".list_of_tickets", slug=slug, list_id=list_id)
    place = _place(taking.list.sha256)
    if not taking.is_over:
        if not place.exists():
            wrong, right = "The file is no longer here.", "Send it again: it goes on."
            gone = Refused((Refusal(LISTED, wrong, right, "file"),))
            return refuse(SHOW, gone, **_shown(taking))
        with place.open("rb") as file:
            reading = importing.from_where(taking, file)
            importing.take_next(here(), taking, reading, BATCH, act())
        taking = _taking(slug, list_id)
    if taking.is_over:
        _drop(place)
        flash("The list is taken.")
    if taking.is_over or "HX-Request" not in request.headers:
        return go_to(there)
    return render_template(PROGRESS, **_shown(taking))


def _drop(place: Path) -> None:
    """Delete the rows of a list that is done, once that is certain."""

    @after_this_request
    def drop(response: Response) -> Response:
        place.unlink(missing_ok=True)
        return response
