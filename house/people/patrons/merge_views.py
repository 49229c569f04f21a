"""Pages on which two rows of one person become one."""

from typing import Any

from flask import render_template, request
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from house.people.patrons import merge as merging
from house.people.patrons import queries
from house.people.patrons.models import PatronRow
from house.people.patrons.pages import EDIT, bp, moment, patron_or_404, settled
from house.people.patrons.rules import LABELS
from house.people.patrons.services import details_of
from house.typed import read_whole
from house.web import acts, now, reading, refuse, writing
from rulebook import Refused


@bp.get("/<int:patron_id>/merge")
@acts(*EDIT)
def find_twin(patron_id: int) -> ResponseReturnValue:
    """Choose the other row of the same person."""
    patron = patron_or_404(reading(), patron_id)
    text = request.args.get("q", "")[:120]
    likely = queries.likely(reading(), details_of(patron), patron_id)
    page = queries.search(reading(), text, 1, now=now(), private=True)
    rows = tuple(line for line in page.lines if line.patron.pk != patron_id)
    return render_template(
        "patrons/find_twin.html",
        patron=patron,
        q=text,
        likely=queries.with_standing(reading(), likely, now()),
        found=rows if text else (),
    )


@bp.route("/<int:patron_id>/merge/<int:other_id>", methods=["GET", "POST"])
@acts(*EDIT, step_up=True)
def merge(patron_id: int, other_id: int) -> ResponseReturnValue:
    """See two rows side by side and make one patron of them."""
    if request.method == "GET":
        one, other = _pair(reading(), patron_id, other_id)
        refusals = tuple(merging.check_pair(one, other))
        shown = _shown(reading(), one, other)
        if refusals:
            return refuse("patrons/merge.html", Refused(refusals), **shown)
        return render_template("patrons/merge.html", refused=None, **shown)
    one, other = _pair(writing(), patron_id, other_id, lock=True)
    shown = _shown(writing(), one, other)
    verdict = merging.merge(writing(), one, other, _choice(one, other), moment())
    stays = patron_id if isinstance(verdict, Refused) else verdict.pk
    return settled(
        verdict, "Two rows became one.", stays, "patrons/merge.html", **shown
    )


def _pair(
    session: Session, one_id: int, other_id: int, *, lock: bool = False
) -> tuple[PatronRow, PatronRow]:
    """Both rows; always held in the same order, so that two people never block."""
    for patron_id in sorted({one_id, other_id}):
        patron_or_404(session, patron_id, lock=lock)
    return patron_or_404(session, one_id), patron_or_404(session, other_id)


def _choice(one: PatronRow, other: PatronRow) -> merging.Choice:
    """What was chosen on the page."""
    form = request.form
    picks = {name: form.get(f"pick_{name}", 0, type=read_whole) for name in LABELS}
    versions = {
        row.pk: form.get(f"version_{row.pk}", 0, type=read_whole)
        for row in (one, other)
    }
    return merging.Choice(
        survivor_id=form.get("survivor", 0, type=read_whole),
        picks={name: pick for name, pick in picks.items() if pick},
        versions=versions,
        card_of=form.get("card_of", None, type=read_whole),
    )


def _shown(session: Session, one: PatronRow, other: PatronRow) -> dict[str, Any]:
    """Both rows field by field, with what was chosen or is offered."""
    form = request.form
    return {
        "one": merging.side(session, one),
        "other": merging.side(session, other),
        "labels": LABELS,
        "survivor": form.get("survivor", min(one.pk, other.pk), type=read_whole),
        "card_of": form.get("card_of", min(one.pk, other.pk), type=read_whole),
        "picks": {
            name: form.get(
                f"pick_{name}", merging.offered(one, other, name), type=read_whole
            )
            for name in LABELS
        },
    }
