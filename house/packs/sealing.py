"""The end of a pack: its list goes on the record, is signed for, and all is zipped."""

import json
import shutil
import zipfile
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from sqlmodel import Session

from house import audit, clock
from house.audit import SYSTEM, Subject
from house.audit.checkpoints.checkpoint import Checkpoint
from house.audit.checkpoints.proving import NoProof, prove_entry
from house.audit.checkpoints.signing import CannotSign, Signer
from house.audit.checkpoints.telling import tell
from house.audit.plain import fitted, instant
from house.audit.verification import chunks
from house.notices import deadlines, kinds
from house.notices.deadlines import Effect
from house.notices.models import DeadlineRow
from house.packs import queries
from house.packs.models import PackFileRow, PackManifestRow, PackRow
from house.packs.writing import Folder, Written
from house.people.roles import Role
from house.web.request import config, venue
from proof.canonical import canonical, sha256
from rulebook import HOUSE, Cited

KIND, DROP = "pack.seal", "pack.drop"
PROTOCOL = "HR-PACK-1"
LISTED = HOUSE.at("PACK-2")
LIES = Cited(timedelta(days=30), HOUSE.at("PACK-4"))
kinds.describe(KIND, "A pack is signed for and zipped", Role.DIRECTOR)
kinds.describe(DROP, "The files of a pack are deleted", Role.DIRECTOR)


def subject_of(pack: PackRow) -> Subject:
    """The event that a pack is about."""
    return Subject(pack.subject_kind, str(pack.subject_id), pack.subject_name)


def home_of(pack: PackRow) -> Path:
    """The folder of a pack's files."""
    return config().packs / str(pack.pk)


def zip_of(pack: PackRow) -> Path:
    """Where the file that is given out lies."""
    return config().packs / f"pack-{pack.pk}.zip"


def list_files(session: Session, pack: PackRow, now: datetime) -> None:
    """Put the hash of the list of files on the record, and plan what comes next."""
    content = canonical(_manifest(session, pack, now))
    digest = sha256(content)
    after = {"pack": pack.pk, "manifest_sha256": digest}
    subject = subject_of(pack)
    link = audit.record(
        session, SYSTEM, "make a pack", subject, now=now, rules=(LISTED,), after=after
    )
    row = PackManifestRow(
        pack_id=pack.pk, content=content, sha256=digest, entry=link.number, at=now
    )
    session.add(row)
    _plan(session, KIND, pack, f"Sign for the pack of {pack.subject_name}", now)


def _plan(
    session: Session, kind: str, pack: PackRow, title: str, due_at: datetime
) -> None:
    deadlines.plan(
        session,
        kind,
        key=f"{kind}:{pack.pk}",
        subject=Subject("pack", str(pack.pk), pack.subject_name),
        title=title,
        due_at=due_at,
        cite=LIES.cite if kind == DROP else LISTED,
    )


def _manifest(session: Session, pack: PackRow, now: datetime) -> dict[str, Any]:
    """Every file with its hash, and how far the record was when it was read."""
    found = queries.parts_of(session, pack)
    named = ("name", "title", "rows", "read_at")
    return {
        "protocol": PROTOCOL,
        "house": venue().name,
        "pack": pack.pk,
        "about": {
            "kind": pack.subject_kind,
            "id": str(pack.subject_id),
            "name": pack.subject_name,
        },
        "asked": {"at": instant(pack.at), "by": pack.by_name},
        "made_at": instant(now),
        "parts": [
            {name: getattr(part, name) for name in named} | {"rule": part.rule_id}
            for part in found
        ],
        "files": [file for part in found for file in part.files],
    }


@deadlines.on_studied(KIND)
def seal(session: Session, deadline: DeadlineRow) -> Effect:
    """Sign for the record as it stands with the list on it, and zip everything."""
    pack = session.get_one(PackRow, deadline.subject_id)
    manifest = queries.manifest_of(session, pack)
    assert manifest is not None  # this deadline comes after it
    signer = Signer.of(config())
    mark, unsigned = _checkpoint(session, signer, manifest.entry)
    file = zipped(pack, manifest, _proof(session, manifest.entry, mark, unsigned))

    def keep(writing: Session, due: DeadlineRow) -> None:
        now = due.fired_at or due.due_at
        row = PackFileRow(
            pack_id=pack.pk,
            bytes=file.bytes,
            sha256=file.sha256,
            checkpoint=mark.number if mark else 0,
            unsigned=fitted(unsigned, 400),
            at=now,
            lies_until=now + LIES.value,
        )
        writing.add(row)
        tell(writing, signer.book.read(), config(), now)
        title = f"Delete the files of the pack of {pack.subject_name}"
        _plan(writing, DROP, pack, title, row.lies_until)
        shutil.rmtree(home_of(pack), ignore_errors=True)

    return keep


def _checkpoint(
    session: Session, signer: Signer, entry: int
) -> tuple[Checkpoint | None, str]:
    """A checkpoint that stands for an entry: one there is, or one signed now."""
    last = signer.book.newest()
    if last is not None and last.size >= entry:
        return last, ""
    try:
        return signer.sign(session, clock.now()), ""
    except CannotSign as why:
        return None, f"The record was not signed: {why}"


def _proof(
    session: Session, entry: int, mark: Checkpoint | None, unsigned: str
) -> dict[str, Any]:
    """The entry with the path to what was signed, or with why there is none."""
    try:
        proof = prove_entry(session, entry, mark)
        # Nothing is in it that a stranger could not check.
        return {name: proof[name] for name in ("entry", "path", "checkpoint")}
    except NoProof as why:
        [[found]] = chunks(session, entry - 1, entry)
        return {"entry": found, "unsigned": unsigned or str(why)}


def zipped(pack: PackRow, manifest: PackManifestRow, proof: dict[str, Any]) -> Written:
    """The file that is given out, whole or not there."""
    home, path = home_of(pack), zip_of(pack)
    if home.exists():  # or it was zipped before, and only not noted
        folder = Folder(home)
        folder.file("manifest.json", [manifest.content])
        folder.file("proof.json", [canonical(proof)])
        half = path.with_suffix(".half")
        with zipfile.ZipFile(half, "w", zipfile.ZIP_DEFLATED) as archive:
            for name in ("manifest.json", "proof.json", *listed(manifest)):
                archive.write(home / name, name)
        half.replace(path)
    return Folder.hashed(path)


def listed(manifest: PackManifestRow) -> list[str]:
    """The names of a pack's files."""
    return [file["name"] for file in json.loads(manifest.content)["files"]]


@deadlines.on(DROP)
def drop(session: Session, deadline: DeadlineRow) -> None:
    """Delete the files of a pack that has lain long enough."""
    pack = session.get_one(PackRow, deadline.subject_id)
    zip_of(pack).unlink(missing_ok=True)
    shutil.rmtree(home_of(pack), ignore_errors=True)
