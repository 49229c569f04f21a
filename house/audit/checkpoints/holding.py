"""Hold the record against checkpoints: none of them may say anything else."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sqlmodel import Session, col, select

from house.audit.chain import Broken, Link
from house.audit.checkpoints.book import Kept
from house.audit.checkpoints.checkpoint import Checkpoint, leaf_of
from house.audit.models import AuditRow
from house.audit.record import SYSTEM
from proof.growing import Frontier
from rulebook import HOUSE

HELD = HOUSE.at("RECORD-11")
SIGNED = "sign a checkpoint"  # the act by which the record names each of them
UNREADABLE = (LookupError, TypeError, ValueError)


class Marks:
    """The checkpoints along the way of a verification, each met in its turn."""

    def __init__(self, checkpoints: Iterable[Checkpoint]) -> None:
        ordered = sorted(checkpoints, key=lambda one: one.size, reverse=True)
        self._ahead = [one for one in ordered if one.size]
        self._tree = Frontier()
        # The newest one that the record met; of an empty record every one is.
        self.met = next((one for one in ordered if not one.size), None)

    def passed(self, link: Link) -> Broken | None:
        """Go on by one entry; say if a checkpoint that stood there knew another."""
        self._tree = self._tree.grown([leaf_of(link.hash)])
        return self._compared(link)

    def left(self, head: Link) -> Broken | None:
        """The first checkpoint that knew more entries than there are."""
        if broken := self._compared(head):
            return broken
        if not self._ahead:
            return None
        missed = self._ahead[-1]
        ends = f"the record ends at {head.number:,}" if head.number else "it is empty"
        done = "its end was cut off" if head.number else "it was emptied"
        return Broken(head.number + 1, f"{ends}; {_said(missed)}: {done}", HELD)

    def _compared(self, link: Link) -> Broken | None:
        while self._ahead and self._ahead[-1].size == link.number:
            mark = self._ahead.pop()
            if (mark.head, mark.tree) != (link.hash, self._tree):
                since = self.met.size + 1 if self.met else 1
                why = f"{_said(mark)} and another hash here"
                spot = f"what stands from entry {since:,} on was rewritten"
                return Broken(link.number, f"{why}: {spot}", HELD)
            self.met = mark
        return None


def _said(mark: Checkpoint) -> str:
    return f"checkpoint {mark.number} of {mark.at[:16]}Z has {mark.size:,} entries"


def removed(session: Session, kept: Kept) -> Iterator[str]:
    """Checkpoints that the record names and the file has not, or has otherwise."""
    have = {one.number: one.hash for one in kept.checkpoints}
    for number, hash_ in noted(session).items():
        if number not in have:
            yield f"Checkpoint {number} is on the record and not in the file: removed."
        elif have[number] != hash_:
            yield f"Checkpoint {number} is not the one on the record: it was replaced."


def noted(session: Session) -> Mapping[int, str]:
    """The checkpoints that the record names, each with its hash."""
    query = select(AuditRow.after).where(
        AuditRow.act == SIGNED, AuditRow.actor == SYSTEM.id
    )
    try:
        found = session.exec(query.order_by(col(AuditRow.number))).all()
    except UNREADABLE:  # garbage; the verification itself says where
        return {}
    return dict(filter(None, map(_named, found)))


def _named(after: Any) -> tuple[int, str] | None:
    try:
        return int(after["number"]), str(after["sha256"])
    except UNREADABLE:
        return None
