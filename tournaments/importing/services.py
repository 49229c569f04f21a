"""Imports: begun with a staged list, taken batch by batch, given up before the first.

Each batch is a transaction with the marks of its rows, under the tournament's lock:
whoever is killed goes on behind the last batch, and two who go on take turns.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from sqlmodel import Session

from house.audit.plain import fitted
from house.floor.acts import Act
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments.importing import queries, staging, writing
from tournaments.importing.columns import Declaration
from tournaments.importing.models import ImportBatchRow, ImportRow
from tournaments.importing.staging import NumberedEntry, StagedList
from tournaments.importing.weighing import CheckedEntry, Scales
from tournaments.models import TournamentRow
from tournaments.path import steps
from tournaments.path.entries import ACCEPTED, ENTERED, IN_FULL

BATCH = 500
ROW_ONCE: Cite = HOUSE.at("TOURN-183")
RULES = (ROW_ONCE, ENTERED, ACCEPTED, IN_FULL)


@dataclass(frozen=True, slots=True)
class House:
    """What of the house an import needs: where lists lie, and how cash is taken."""

    folder: Path
    cash_needs_shift: bool = True


@dataclass(frozen=True, slots=True)
class Weighing:
    """Who weighs rows where, and what is said about all of them."""

    house: House
    said: Declaration
    act: Act


@dataclass(frozen=True, slots=True)
class Send:
    """A list that was read through, its file's name, and what is said about it."""

    staged: StagedList
    name: str
    said: Declaration


def begin(
    session: Session, tournament: TournamentRow, command: Send, act: Act
) -> ImportRow:
    """Note a list that is to be taken; the same list again is the same import."""
    staged = command.staged
    before = queries.by_fingerprint(session, tournament, staged.sha256)
    if before is not None:
        return before
    row = ImportRow(
        tournament_id=tournament.pk,
        sha256=staged.sha256,
        name=fitted(command.name, 160),
        rows=staged.rows,
        unread=[fitted(each, 80) for each in staged.unread],
        said=command.said.plain(),
        **steps.signed(act),
    )
    session.add(row)
    session.flush()
    after = {"import": row.pk, "rows": row.rows, "sha256": row.sha256} | row.said
    steps.note(session, tournament, "send a list", act, None, (ROW_ONCE,), {}, after)
    return row


def weighed(
    session: Session,
    tournament: TournamentRow,
    rows: Iterator[NumberedEntry],
    weighing: Weighing,
) -> Iterator[CheckedEntry]:
    """What would become of rows if they were taken now; nothing is written."""
    shift = weighing.house.cash_needs_shift
    scales = Scales(session, tournament, weighing.act, cash_needs_shift=shift)
    while batch := list(islice(rows, BATCH)):
        yield from scales.weigh(batch, weighing.said)


def ahead(session: Session, run: ImportRow, house: House) -> Iterator[NumberedEntry]:
    """The rows of a list that are still to be taken."""
    offset = queries.progress(session, run).offset
    return staging.rows_from(house.folder, run.sha256, offset)


def go_on(
    session: Session, tournament: TournamentRow, run: ImportRow, house: House, act: Act
) -> queries.Progress | Refused:
    """Take the next batch of a list, each row once; whoever calls holds the tournament.

    What became of a row is marked with it, in the same transaction.
    """
    before = queries.progress(session, run)
    if before.is_over:
        return before
    if not staging.is_here(house.folder, run.sha256):
        refused = Refused((_gone(before),))
        steps.note(session, tournament, "import entries", act, refused)
        return refused
    batch = list(islice(ahead(session, run, house), BATCH))
    scales = Scales(session, tournament, act, cash_needs_shift=house.cash_needs_shift)
    found = scales.weigh(batch, Declaration.of(run.said))
    marks = writing.write(scales, run.pk, found)
    counts = Counter(before.counts) + Counter(each.outcome.value for each in found)
    row = ImportBatchRow(
        import_id=run.pk,
        number=before.batches + 1,
        done=before.done + len(batch),
        offset=batch[-1].after,
        counts=dict(counts),
        **steps.signed(act),
    )
    session.add(row)
    session.flush()
    after = {
        "import": run.pk,
        "lines": [batch[0].line, batch[-1].line],
        "outcomes": dict(Counter(each.outcome.value for each in found)),
        "marks_sha256": marks,
    }
    steps.note(session, tournament, "import entries", act, None, RULES, {}, after)
    return queries.progress(session, run)


def _gone(before: "queries.Progress") -> Refusal:
    wrong = "The rows of this list are no longer here."
    right = f"Send the same file again: it goes on after {before.done:,} rows."
    return Refusal(HOUSE.at("TOURN-183"), wrong, right, "file")


def give_up(
    session: Session, tournament: TournamentRow, run: ImportRow, act: Act
) -> Refused | None:
    """Forget a list of which nothing was taken; the caller deletes its rows."""
    done = queries.progress(session, run).done
    refused = None
    if done:
        wrong = f"{done:,} rows of this list are taken already."
        refused = Refused((Refusal(ROW_ONCE, wrong, "Take the others, too."),))
    after = {"import": run.pk, "sha256": run.sha256}
    steps.note(session, tournament, "drop a list", act, refused, (), {}, after)
    if refused is None:
        session.delete(run)
        session.flush()
    return refused
