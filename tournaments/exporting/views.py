"""Sheets of a tournament, sent as they are made."""

from collections.abc import Iterator

from flask import Response, abort
from flask.typing import ResponseReturnValue

from house.db import Database
from house.sheets import MIMETYPES, written
from house.venue import Venue
from house.web import database, now, reads, venue
from house.web.request import let_go
from tournaments import queries
from tournaments.exporting import sheets
from tournaments.exporting.sheets import Export, Row
from tournaments.pages import CAGE, DESK, bp, looked_at


@bp.get("/<slug>/sheets/<what>.<ending>")
@reads(*DESK, *CAGE)
def sheet(slug: str, what: str, ending: str) -> ResponseReturnValue:
    """Take entries, seats or money away as a spreadsheet."""
    if what not in set(Export) or ending not in MIMETYPES:
        abort(404, "There is no such sheet.")
    tournament = looked_at(slug)
    name = f"{tournament.slug}-{what}-{venue().local(now()):%Y-%m-%d-%H%M}.{ending}"
    let_go()  # the sheet is read while it is sent, on a connection of its own
    return Response(
        written(_rows(database(), slug, Export(what), venue()), ending),
        mimetype=MIMETYPES[ending],
        headers={"Content-Disposition": f"attachment; filename={name}"},
    )


def _rows(db: Database, slug: str, what: Export, here: Venue) -> Iterator[Row]:
    """The rows from a session that outlives the request."""
    with db.reading() as session:
        tournament = queries.get(session, slug)
        if tournament is not None:
            yield from sheets.rows(session, tournament, what, here)
