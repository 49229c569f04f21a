"""Pages of the record: a list that can be searched, and a page for each entry."""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    flash,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from house.audit import desk, nightly  # noqa: F401 (the desk speaks once imported)
from house.audit.chain import Link, fault, line, own_hash_holds
from house.audit.checkpoints.holding import UNREADABLE
from house.audit.checkpoints.proving import NoProof, prove_entry
from house.audit.checkpoints.signing import Signer
from house.audit.checkpoints.telling import RECORD, newest_told
from house.audit.differences import differences
from house.audit.forms import FILTERS, RecordForm
from house.audit.lately import lately
from house.audit.models import AuditRow
from house.audit.plain import LARGEST
from house.audit.queries import Cursor, RecordFilter, RecordPage, every, find
from house.audit.record import record
from house.audit.sentences import sentence, steps, words
from house.audit.spreadsheet import rows_of_a_sheet
from house.audit.standing import Standing, Status, status
from house.audit.verification import as_entry, newest
from house.db import Database
from house.people.roles import Role
from house.press import alone, as_pdf, sent
from house.web import (
    actor,
    acts,
    config,
    database,
    go_to,
    now,
    reading,
    reads,
    venue,
    writing,
)
from house.web.access import may
from proof.canonical import canonical
from rulebook import HOUSE, Cited, rules

bp = Blueprint("audit", __name__, url_prefix="/desk/audit")
ON_PAPER = 500  # entries; whoever needs them all takes the file
# With those who read everything.
READERS = Cited((Role.DIRECTOR, Role.ADMIN), HOUSE.at("RECORD-9"))


@bp.get("/")
@reads(*READERS.value)
def index() -> ResponseReturnValue:
    """The record, newest first, and how it stands."""
    form = RecordForm(request.args, venue=venue())
    good = form.validate()
    form.offer(lately(reading()))
    found = find(reading(), form.wanted(), form.cursor()) if good else RecordPage(())
    standing = status(reading(), now(), Signer.of(config()).book)
    page = render_template(
        "audit/index.html",
        form=form,
        found=found,
        links=links(found),
        query=urlencode({n: request.args[n] for n in FILTERS if n in request.args}),
        standing=standing,
        title=situation(standing),
        filtered=any(form[name].data for name in FILTERS),
        sentence=sentence,
        known=rules(),
        may_act=lambda endpoint: may(endpoint, current_app),
    )
    return page, 200 if good else 422


@bp.get("/<int:number>")
@reads(*READERS.value)
def show(number: int) -> ResponseReturnValue:
    """One entry: what it says, what changed, and how it is chained."""
    session = reading()
    row = entry(session, number)
    previous = entry(session, number - 1) if number > 1 else None
    following = entry(session, number + 1)
    if row is None and number not in range(1, newest(session) + 1):
        abort(404, "The record has no entry with this number.")
    return render_template(
        "audit/show.html",
        number=number,
        row=row,
        previous=previous,
        following=following,
        why=_fault(number, row, previous),
        signed=row is not None and _is_signed(session, number),
        said=sentence(row) if row else None,
        act=words(row)[0] if row else "",
        steps=steps(row) if row else (),
        changes=differences(row.before, row.after, venue()) if row else (),
        known=rules(),
    )


def _is_signed(session: Session, number: int) -> bool:
    """Whether the newest checkpoint stands for this entry too."""
    checkpoint = newest_told(session)
    return checkpoint is not None and number <= checkpoint.size


@bp.get("/<int:number>/proof.json")
@reads(*READERS.value)
def proof(number: int) -> ResponseReturnValue:
    """The proof that an entry is in what the newest checkpoint signed."""
    try:
        found = prove_entry(reading(), number, newest_told(reading()))
    except NoProof as why:
        abort(404, str(why))
    return Response(
        canonical(found) + b"\n",
        mimetype="application/json",
        headers={"Content-Disposition": f"attachment; filename=entry-{number}.json"},
    )


@bp.get("/export.jsonl")
@reads(*READERS.value)
def export() -> ResponseReturnValue:
    """The entries a filter asks for, as JSON lines with their hashes."""
    return Response(
        lines(database(), _filter()),
        mimetype="application/x-ndjson",
        headers={"Content-Disposition": f"attachment; filename={_name()}.jsonl"},
    )


@bp.get("/export.csv")
@reads(*READERS.value)
def export_csv() -> ResponseReturnValue:
    """The entries a filter asks for, in words, for a spreadsheet."""
    return Response(
        rows_of_a_sheet(database(), _filter(), venue()),
        mimetype="text/csv",
        headers={"Content-Disposition": f"attachment; filename={_name()}.csv"},
    )


@bp.get("/export.pdf")
@reads(*READERS.value)
def export_pdf() -> ResponseReturnValue:
    """The newest entries a filter asks for, in words, to be read on paper."""
    found = find(reading(), _filter(), Cursor(), size=ON_PAPER)
    page = render_template("audit/print.html", found=found, sentence=sentence)
    return sent(alone(lambda: as_pdf(page)), page, f"{_name()}.pdf")


def _filter() -> RecordFilter:
    """The filter of an export; one that makes no sense is refused."""
    form = RecordForm(request.args, venue=venue())
    if not form.validate():
        abort(422, " ".join(e for errors in form.errors.values() for e in errors))
    return form.wanted()


def _name() -> str:
    return f"record-{venue().local(now()):%Y-%m-%d-%H%M}"


@bp.post("/verify")
@acts(Role.ADMIN, Role.DIRECTOR)
def verify() -> ResponseReturnValue:
    """Have the whole house verified and the record signed at the next tick."""
    nightly.ask(writing(), now())
    record(writing(), actor(), "ask for verification", RECORD, now=now())
    flash("The house is verified at the next tick. Open this page again soon.")
    return go_to(url_for(".index"))


def entry(session: Session, number: int) -> AuditRow | None:
    """The entry with this number, if there is one and it can be read."""
    try:
        return session.get(AuditRow, number) if 0 < number <= LARGEST else None
    except UNREADABLE:
        return None


def lines(db: Database, wanted: RecordFilter) -> Iterator[bytes]:
    """Each entry as it is exported, from a session that outlives the request.

    A download can be broken off at any time, so nothing of the request is kept open.
    """
    with db.reading() as session:
        for row in every(session, wanted):
            yield line(as_entry(row))


def _fault(number: int, row: AuditRow | None, previous: AuditRow | None) -> str:
    """What is wrong with an entry or its link to the one before, if anything."""
    if row is None:
        return "There is no entry with this number that can be read."
    if number > 1 and previous is None:
        holds = own_hash_holds(as_entry(row))
        return "The entry before it is missing." if holds else "Its hash is wrong."
    last = Link(previous.number, previous.hash) if previous else Link()
    why = fault(as_entry(row), last)
    return f"{why[:1].upper()}{why[1:]}." if why else ""


@dataclass(frozen=True, slots=True)
class Links:
    """The addresses of the neighbouring pages, with the filter kept."""

    older: str
    newer: str


def links(found: RecordPage) -> Links:
    """Where older and newer entries of the same filter are."""
    kept = {name: request.args[name] for name in FILTERS if request.args.get(name)}

    def to(name: str, number: int | None) -> str:
        query = urlencode({**kept, name: number})
        return f"{url_for('.index')}?{query}" if number else ""

    return Links(to("before", found.older_than), to("after", found.newer_than))


def situation(found: Status) -> str:
    """How the record stands, in one sentence."""
    match found.standing:
        case Standing.HOLDS if found.checkpoint:
            return "The record holds."
        case Standing.HOLDS:
            return "The record is whole in itself."
        case Standing.WRONG:
            return "Not everything in the house holds."
        case Standing.NEW:
            return "The record waits for its first night."
        case Standing.STALE:
            return "The record has not been verified lately."
        case _:
            number = found.broken.number if found.broken else 0
            return f"The record does not hold at entry {number:,}."
