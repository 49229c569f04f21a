"""Registers of a promotion for staff: to read, as a sheet, and on paper."""

from itertools import islice
from typing import Any

from flask import Response, abort, render_template
from flask.typing import ResponseReturnValue

from house.money import dollars
from house.packs.parts import Sheet
from house.press import alone, as_pdf, sent
from house.sheets import MIMETYPES, Cell, Cents, written
from house.web import now, reads, venue
from promotions.models import PromotionRow
from promotions.packing.room import PACKED
from promotions.pages import APPROVE, WRITE, bp, here, looked_at
from rulebook import HOUSE, Cite

READ: Cite = HOUSE.at("PROMOTION-85")
REGISTERS = tuple(part for part in PACKED.parts if isinstance(part, Sheet))
ON_PAPER = 200  # rows of each; all of them are in the sheet itself
ON_SCREEN = 50
ENDINGS = ("csv", "xlsx")


def _extracts(row: PromotionRow, most: int) -> list[dict[str, Any]]:
    """The first rows of each register, and whether there are more."""
    every = []
    for part in REGISTERS:
        headings, *rows = islice(part.rows(here(), row.pk), most + 2)
        shown = {"headings": headings, "rows": rows[:most], "more": len(rows) > most}
        every.append({"part": part} | shown)
    return every


def _said(cell: Cell) -> str:
    """What a cell says on the page: money as people write it."""
    return dollars(cell) if isinstance(cell, Cents) else str(cell or "")


@bp.get("/<slug>/registers")
@reads(*WRITE, *APPROVE)
def registers(slug: str) -> ResponseReturnValue:
    """See draws, prizes, notices, attempts, refusals and doubts, to take away."""
    row = looked_at(slug)
    page, every = "promotions/registers/show.html", _extracts(row, ON_SCREEN)
    about = {"row": row, "every": every, "most": ON_SCREEN, "endings": ENDINGS}
    return render_template(page, rule=READ, refused=None, said=_said, **about)


@bp.get("/<slug>/registers/<what>.<ending>")
@reads(*WRITE, *APPROVE)
def register(slug: str, what: str, ending: str) -> ResponseReturnValue:
    """Take one register away as a spreadsheet."""
    row = looked_at(slug)
    part = next((part for part in REGISTERS if part.name == what), None)
    if part is None or ending not in ENDINGS:
        abort(404, "There is no such register.")
    name = f"{row.slug}-{what}-{venue().local(now()):%Y-%m-%d-%H%M}.{ending}"
    return Response(
        b"".join(written(part.rows(here(), row.pk), ending)),
        mimetype=MIMETYPES[ending],
        headers={"Content-Disposition": f"attachment; filename={name}"},
    )


@bp.get("/<slug>/registers.pdf")
@reads(*WRITE, *APPROVE)
def registers_on_paper(slug: str) -> ResponseReturnValue:
    """Print every register."""
    row = looked_at(slug)
    page, every = "promotions/registers/paper.html", _extracts(row, ON_PAPER)
    html = render_template(page, row=row, every=every, most=ON_PAPER)
    name = f"{row.slug}-registers"
    made = alone(lambda: as_pdf(html, name, "pack-print.css"))
    return sent(made, html, f"{name}.pdf")
