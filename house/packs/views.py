"""Pages of packs: ask for one, see how far it is, take it away."""

from typing import Any

from flask import Blueprint, abort, render_template, send_file, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from house import audit
from house.audit import Subject
from house.notices import kinds
from house.packs import making, parts, queries, sealing
from house.packs.models import PackFileRow, PackRow
from house.packs.parts import Packed
from house.people.roles import Role
from house.web import actor, acts, go_to, now, reading, reads, transaction, writing
from rulebook import HOUSE, Cited

bp = Blueprint("packs", __name__, url_prefix="/desk/packs")
# Those who read everything are let in by `reads`; asking for a pack is theirs as well.
MAY = Cited((Role.DIRECTOR, Role.COMPLIANCE, Role.INSPECTOR), HOUSE.at("PACK-1"))


@kinds.leads("pack")
def _page_of(_session: Session, pack_id: int) -> str:
    return url_for("packs.show", pack_id=pack_id)


@bp.get("/")
@reads(Role.DIRECTOR)
def index() -> ResponseReturnValue:
    """The packs that were asked for, newest first."""
    return render_template("packs/index.html", packs=queries.newest_packs(reading()))


def _event(session: Session, kind: str, subject_id: int) -> tuple[Packed, Subject]:
    room = parts.of(kind)
    subject = room.named(session, subject_id) if room else None
    if room is None or subject is None:
        abort(404, "There is nothing of that kind and number.")
    return room, subject


@bp.get("/<kind>/<int:subject_id>")
@reads(Role.DIRECTOR)
def event(kind: str, subject_id: int) -> ResponseReturnValue:
    """What goes into the pack of an event, and the packs made of it."""
    room, subject = _event(reading(), kind, subject_id)
    return render_template(
        "packs/event.html",
        subject=subject,
        kind=kind,
        parts=room.parts,
        whole=room.whole,
        page=room.page(reading(), subject_id),
        packs=queries.packs_of(reading(), kind, subject_id),
    )


@bp.post("/<kind>/<int:subject_id>")
@acts(*MAY.value)
def ask(kind: str, subject_id: int) -> ResponseReturnValue:
    """Have everything about an event put together."""
    _, subject = _event(writing(), kind, subject_id)
    pack = making.ask(writing(), subject, by=actor(), now=now())
    return go_to(url_for(".show", pack_id=pack.pk))


def _pack(pack_id: int) -> PackRow:
    pack = queries.get(reading(), pack_id)
    if pack is None:
        abort(404, f"There is no pack {pack_id}.")
    return pack


@bp.get("/<int:pack_id>")
@reads(Role.DIRECTOR)
def show(pack_id: int) -> ResponseReturnValue:
    """How far a pack is, part by part, and what it came to."""
    pack = _pack(pack_id)
    return render_template("packs/show.html", **_shown(pack))


def _shown(pack: PackRow) -> dict[str, Any]:
    room = parts.of(pack.subject_kind)
    standing = queries.standing(reading(), pack)
    return {
        "pack": pack,
        "standing": standing,
        "wanted": making.all_parts(pack) if room else (),
        "page": room.page(reading(), pack.subject_id) if room else "",
        "lies": standing.file is not None and sealing.zip_of(pack).exists(),
    }


@bp.get("/<int:pack_id>/pack.zip")
@reads(Role.DIRECTOR)
def take(pack_id: int) -> ResponseReturnValue:
    """Take a pack away; who did is on the record."""
    pack = _pack(pack_id)
    file, path = queries.file_of(reading(), pack), sealing.zip_of(pack)
    if file is None or not path.exists():
        abort(404, "Its file does not lie here: it is being made, or was deleted.")
    _note(pack, file)
    name = f"{pack.subject_kind}-{pack.subject_id}-pack-{pack.pk}.zip"
    return send_file(path, "application/zip", as_attachment=True, download_name=name)


def _note(pack: PackRow, file: PackFileRow) -> None:
    with transaction() as session:
        audit.record(
            session,
            actor(),
            "take a pack",
            sealing.subject_of(pack),
            now=now(),
            rules=(MAY.cite,),
            after={"pack": pack.pk, "sha256": file.sha256},
        )
