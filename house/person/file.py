"""Everything the house has on a person as one file: JSON for programs, HTML to read."""

import io
import json
import zipfile
from collections.abc import Sequence
from datetime import datetime

from flask import render_template

from house.people.patrons.models import PatronRow
from house.person.parts import Part


def written(
    people: Sequence[PatronRow], parts: Sequence[Part], house: str, now: datetime
) -> bytes:
    """The file that is given out."""
    found = {
        "house": house,
        "given_at": now.isoformat(timespec="seconds"),
        "patron": people[0].pk,
        "merged": [row.pk for row in people[1:]],
        "parts": [_plain(part) for part in parts],
    }
    page = render_template("person/file.html", found=found)
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("data.json", json.dumps(found, indent=2, ensure_ascii=False))
        archive.writestr("data.html", page)
    return kept.getvalue()


def _plain(part: Part) -> dict[str, object]:
    keeps = part.room.keeps
    return {
        "title": part.room.title,
        "kept": {"rule": keeps.cite.id, "why": keeps.why, "until": keeps.until}
        if keeps
        else None,
        "rows": part.plain(),
    }
