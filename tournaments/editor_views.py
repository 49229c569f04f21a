"""Routes of the editor: writing the terms, checking them as one types, publishing."""

from flask.typing import ResponseReturnValue

from house.terms import change_pages, pages
from house.terms.pages import May
from house.web import acts, reads, tries
from tournaments.pages import RUN, allowed, bp, found, looked_at
from tournaments.terms import TERMS


def _may() -> May:
    return May(allowed("save"), allowed("publish"))


@bp.get("/<slug>/terms")
@reads(*RUN)
def terms(slug: str) -> ResponseReturnValue:
    """The terms of a tournament as they are being written."""
    return pages.show(TERMS, found(slug), _may())


@bp.post("/<slug>/terms")
@acts(*RUN)
def save(slug: str) -> ResponseReturnValue:
    """Keep the terms as they are written now."""
    return pages.save(TERMS, found(slug), _may())


@bp.post("/<slug>/terms/check")
@tries(*RUN)
def check(slug: str) -> ResponseReturnValue:
    """What the checklist says to the terms as they are typed, saved or not."""
    return pages.check(TERMS, looked_at(slug))


@bp.post("/<slug>/terms/rows")
@tries(*RUN)
def change_rows(slug: str) -> ResponseReturnValue:
    """The page with one row more or less in a list; nothing is saved by it."""
    return pages.change_rows(TERMS, looked_at(slug), _may())


@bp.get("/<slug>/terms/preview")
@reads(*RUN)
def preview(slug: str) -> ResponseReturnValue:
    """The draft as it would be printed."""
    return pages.preview(TERMS, found(slug))


@bp.post("/<slug>/terms/preview")
@tries(*RUN)
def preview_typed(slug: str) -> ResponseReturnValue:
    """What is typed as it would be printed; nothing is saved by looking."""
    return pages.preview(TERMS, looked_at(slug))


@bp.get("/<slug>/publish")
@reads(*RUN)
def before_publishing(slug: str) -> ResponseReturnValue:
    """Say what follows from publishing, before it is done."""
    return pages.before_publishing(TERMS, found(slug), _may())


@bp.post("/<slug>/publish")
@acts(*RUN)
def publish(slug: str) -> ResponseReturnValue:
    """Publish the first version of the terms: from then on they bind."""
    return pages.publish(TERMS, found(slug), _may())


@bp.get("/<slug>/changes")
@reads(*RUN)
def changes(slug: str) -> ResponseReturnValue:
    """What the draft changes in the terms in force, and who must be told."""
    return change_pages.show(TERMS, found(slug), may=allowed("amend"))


@bp.post("/<slug>/amend")
@acts(*RUN)
def amend(slug: str) -> ResponseReturnValue:
    """Publish the draft as the next version of the terms."""
    return change_pages.amend(TERMS, found(slug), may=allowed("amend"))


@bp.post("/<slug>/changes/discard")
@acts(*RUN)
def discard(slug: str) -> ResponseReturnValue:
    """Throw the draft of changes away; the version in force stays."""
    return change_pages.discard(TERMS, found(slug), may=allowed("amend"))
