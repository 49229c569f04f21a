"""The addresses of the editor: writing the terms, checking, publishing, changing."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic

from flask import Blueprint, current_app
from flask.typing import ResponseReturnValue

from house.people.roles import Role
from house.terms import change_pages, pages
from house.terms.kind import Kind, R, T
from house.terms.pages import May
from house.web import acts, reads, tries
from house.web.access import may


@dataclass(frozen=True, slots=True)
class Written(Generic[T, R]):
    """Terms that a desk writes: where, what for, and who may do what."""

    bp: Blueprint
    kind: Kind[T, R]
    found: Callable[[str], R]  # held against others while something is done
    looked_at: Callable[[str], R]  # while something is only tried out
    see: tuple[Role, ...]
    write: tuple[Role, ...]
    publish: tuple[Role, ...]
    step_up: bool = False  # whoever publishes proves who they are
    publishing: str = "publish"  # what the address calls it

    def may(self, endpoint: str) -> bool:
        """Whether whoever is signed in may use this page."""
        return may(f"{self.bp.name}.{endpoint}", current_app)

    @property
    def signed_in(self) -> May:
        """What whoever is signed in may do with the terms."""
        return May(self.may("save"), self.may("publish"))


def add_pages(terms: Written[Any, Any]) -> None:
    """Give terms the pages on which they are written, published and changed."""
    _add_writing(terms)
    _add_publishing(terms)
    _add_changing(terms)


def _add_writing(t: Written[Any, Any]) -> None:
    @t.bp.get("/<slug>/terms")
    @reads(*t.see)
    def terms(slug: str) -> ResponseReturnValue:
        """The terms as they are being written."""
        return pages.show(t.kind, t.found(slug), t.signed_in)

    @t.bp.post("/<slug>/terms")
    @acts(*t.write)
    def save(slug: str) -> ResponseReturnValue:
        """Keep the terms as they are written now."""
        return pages.save(t.kind, t.found(slug), t.signed_in)

    @t.bp.post("/<slug>/terms/check")
    @tries(*t.write)
    def check(slug: str) -> ResponseReturnValue:
        """What the checklist says to the terms as they are typed, saved or not."""
        return pages.check(t.kind, t.looked_at(slug))

    @t.bp.post("/<slug>/terms/rows")
    @tries(*t.write)
    def change_rows(slug: str) -> ResponseReturnValue:
        """The page with a row more or less, or a clause opened; nothing is saved."""
        return pages.change_rows(t.kind, t.looked_at(slug), t.signed_in)

    @t.bp.get("/<slug>/terms/preview")
    @reads(*t.see)
    def preview(slug: str) -> ResponseReturnValue:
        """The draft as it would be printed."""
        return pages.preview(t.kind, t.found(slug))

    @t.bp.post("/<slug>/terms/preview")
    @tries(*t.write)
    def preview_typed(slug: str) -> ResponseReturnValue:
        """What is typed as it would be printed; nothing is saved by looking."""
        return pages.preview(t.kind, t.looked_at(slug))


def _add_publishing(t: Written[Any, Any]) -> None:
    @t.bp.get(f"/<slug>/{t.publishing}")
    @reads(*t.see)
    def before_publishing(slug: str) -> ResponseReturnValue:
        """Say what follows from publishing, before it is done."""
        return pages.before_publishing(t.kind, t.found(slug), t.signed_in)

    @t.bp.post(f"/<slug>/{t.publishing}")
    @acts(*t.publish, step_up=t.step_up)
    def publish(slug: str) -> ResponseReturnValue:
        """Publish the first version of the terms: from then on they bind."""
        return pages.publish(t.kind, t.found(slug), t.signed_in)


def _add_changing(t: Written[Any, Any]) -> None:
    @t.bp.get("/<slug>/changes")
    @reads(*t.see)
    def changes(slug: str) -> ResponseReturnValue:
        """What the draft changes in the terms in force, and who must be told."""
        return change_pages.show(t.kind, t.found(slug), may=t.may("amend"))

    @t.bp.post("/<slug>/amend")
    @acts(*t.publish, step_up=t.step_up)
    def amend(slug: str) -> ResponseReturnValue:
        """Publish the draft as the next version of the terms."""
        return change_pages.amend(t.kind, t.found(slug), may=t.may("amend"))

    @t.bp.post("/<slug>/changes/discard")
    @acts(*t.write)
    def discard(slug: str) -> ResponseReturnValue:
        """Throw the draft of changes away; the version in force stays."""
        return change_pages.discard(t.kind, t.found(slug), may=t.may("discard"))
