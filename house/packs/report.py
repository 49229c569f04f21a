"""A pack on paper: what is in it, with the first rows of every sheet."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from flask import render_template
from sqlmodel import Session

from house.audit.verification import newest
from house.packs.models import PackPartRow, PackRow
from house.packs.writing import Folder
from house.press import as_pdf
from house.web.request import venue

ON_PAPER = 25  # rows of each sheet; all of them are in the sheet itself
WIDEST = 8  # columns beyond these do not fit on paper
LONGEST = 60  # signs of a cell


@dataclass(frozen=True, slots=True)
class Extract:
    """A part with those of its rows that are printed."""

    part: PackPartRow
    headings: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether nothing of it is left for the sheet alone."""
        return len(self.rows) == self.part.rows and len(self.headings) < WIDEST


def printed(
    session: Session, pack: PackRow, parts: Sequence[PackPartRow], folder: Folder
) -> bytes:
    """The pack as a PDF, from the files that were written before."""
    extracts = [_extract(part, folder) for part in parts]
    page = render_template(
        "packs/report.html",
        pack=pack,
        extracts=extracts,
        newest=newest(session),
        house=house(),
    )
    return as_pdf(page, f"pack-{pack.pk}", "pack-print.css")


def house() -> str:
    """Whose pack it is."""
    return venue().name


def _extract(part: PackPartRow, folder: Folder) -> Extract:
    name = next((f["name"] for f in part.files if f["name"].endswith(".csv")), "")
    if not name:
        return Extract(part)
    with (folder.path / name).open(encoding="utf-8-sig", newline="") as file:
        found = csv.reader(file)
        headings = next(found)[:WIDEST]
        rows = tuple(
            tuple(map(_short, row[:WIDEST])) for row in islice(found, ON_PAPER)
        )
    return Extract(part, tuple(headings), rows)


def _short(cell: str) -> str:
    return cell if len(cell) <= LONGEST else f"{cell[: LONGEST - 1]}…"
