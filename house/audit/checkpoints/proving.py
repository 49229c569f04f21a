"""Proofs for a stranger: an entry is in the record, and the record only grew."""

from collections.abc import Sequence
from typing import Any

from sqlmodel import Session, col, select

from house.audit.checkpoints.book import Kept
from house.audit.checkpoints.checkpoint import Checkpoint, leaf_of
from house.audit.checkpoints.holding import UNREADABLE
from house.audit.models import AuditRow
from house.audit.verification import Unreadable, chunks
from proof.growing import growth, only_grew
from proof.tree import Level, Tree
from rulebook import HOUSE

PROVEN = HOUSE.at("RECORD-12")
BATCH = 10_000


class NoProof(Exception):
    """Why something cannot be proven."""


def prove_entry(
    session: Session, number: int, checkpoint: Checkpoint | None
) -> dict[str, Any]:
    """An entry with the path that leads from it to the root of a checkpoint."""
    if checkpoint is None:
        raise NoProof("There is no checkpoint yet: sign the first one.")
    if not 1 <= number <= checkpoint.size:
        wrong = f"Checkpoint {checkpoint.number} has entries 1 to {checkpoint.size:,}"
        raise NoProof(f"{wrong}, not {number:,}. Sign another once it is there.")
    try:
        [[entry]] = chunks(session, number - 1, number)
    except (Unreadable, *UNREADABLE):
        raise NoProof(f"Entry {number:,} cannot be read.") from None
    tree = Tree.over(_leaves(session, checkpoint))
    return {
        "rule": PROVEN.id,
        "entry": entry,
        "path": _hexes(tree.path(number - 1)),
        "checkpoint": checkpoint.to_data(),
    }


def prove_growth(
    session: Session, kept: Kept, first: int, second: int
) -> dict[str, Any]:
    """Two checkpoints with the path that shows the second only added to the first."""
    found = {one.number: one for one in kept.checkpoints}
    if first not in found or second not in found or first > second:
        last = max(found, default=0)
        raise NoProof(f"Give two of the checkpoints 1 to {last}, the earlier first.")
    earlier, later = found[first], found[second]
    path = growth(_leaves(session, later), earlier.size)
    before, after = ((one.size, one.tree.root) for one in (earlier, later))
    if not only_grew(before, after, path):
        wrong = f"The record did not only grow from checkpoint {first} to {second}"
        raise NoProof(f"{wrong}: run “flask audit verify”.")
    return {
        "rule": PROVEN.id,
        "from": earlier.to_data(),
        "path": _hexes(path),
        "checkpoint": later.to_data(),
    }


def _leaves(session: Session, checkpoint: Checkpoint) -> Sequence[bytes]:
    """The leaves of a checkpoint's tree, if the record still comes to its root."""
    query = select(AuditRow.hash).where(col(AuditRow.number) <= checkpoint.size)
    ordered = query.order_by(col(AuditRow.number)).execution_options(yield_per=BATCH)
    leaves = [leaf_of(hash_) for hash_ in session.exec(ordered)]
    if Tree.over(leaves).root != checkpoint.tree.root:
        raise NoProof(
            f"The record does not come to what checkpoint {checkpoint.number} signed: "
            "run “flask audit verify”."
        )
    return leaves


def _hexes(path: Level) -> list[str]:
    return [node.hex() for node in path]
