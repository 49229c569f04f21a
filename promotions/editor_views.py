"""Routes of the editor: writing the terms, checking them as one types, approving."""

from flask.typing import ResponseReturnValue

from house.terms import change_pages, pages
from house.terms.pages import May
from house.web import acts, reads, tries
from promotions.pages import APPROVE, SEE, WRITE, allowed, bp, found, looked_at
from promotions.terms import TERMS


def _may() -> May:
    return May(allowed("save"), allowed("publish"))


@bp.get("/<slug>/terms")
@reads(*SEE)
def terms(slug: str) -> ResponseReturnValue:
    """The terms of a promotion as they are being written."""
    return pages.show(TERMS, found(slug), _may())


@bp.post("/<slug>/terms")
@acts(*WRITE)
def save(slug: str) -> ResponseReturnValue:
    """Keep the terms as they are written now."""
    return pages.save(TERMS, found(slug), _may())


@bp.post("/<slug>/terms/check")
@tries(*WRITE)
def check(slug: str) -> ResponseReturnValue:
    """What the checklist says to the terms as they are typed, saved or not."""
    return pages.check(TERMS, looked_at(slug))


@bp.post("/<slug>/terms/rows")
@tries(*WRITE)
def change_rows(slug: str) -> ResponseReturnValue:
    """The page with one row more or less in a list; nothing is saved by it."""
    return pages.change_rows(TERMS, looked_at(slug), _may())


@bp.get("/<slug>/terms/preview")
@reads(*SEE)
def preview(slug: str) -> ResponseReturnValue:
    """The draft as it would be printed."""
    return pages.preview(TERMS, found(slug))


@bp.post("/<slug>/terms/preview")
@tries(*WRITE)
def preview_typed(slug: str) -> ResponseReturnValue:
    """What is typed as it would be printed; nothing is saved by looking."""
    return pages.preview(TERMS, looked_at(slug))


@bp.get("/<slug>/approve")
@reads(*SEE)
def before_publishing(slug: str) -> ResponseReturnValue:
    """Say what follows from approving, before it is done."""
    return pages.before_publishing(TERMS, found(slug), _may())


@bp.post("/<slug>/approve")
@acts(*APPROVE, step_up=True)
def publish(slug: str) -> ResponseReturnValue:
    """Approve the first version of the terms: from then on they bind."""
    return pages.publish(TERMS, found(slug), _may())


@bp.get("/<slug>/changes")
@reads(*SEE)
def changes(slug: str) -> ResponseReturnValue:
    """What the draft changes in the terms in force, and who must be told."""
    return change_pages.show(TERMS, found(slug), may=allowed("amend"))


@bp.post("/<slug>/amend")
@acts(*APPROVE, step_up=True)
def amend(slug: str) -> ResponseReturnValue:
    """Approve the draft as the next version of the terms."""
    return change_pages.amend(TERMS, found(slug), may=allowed("amend"))


@bp.post("/<slug>/changes/discard")
@acts(*WRITE)
def discard(slug: str) -> ResponseReturnValue:
    """Throw the draft of changes away; the version in force stays."""
    return change_pages.discard(TERMS, found(slug), may=allowed("discard"))
