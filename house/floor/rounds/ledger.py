"""Writing an action down: bound to those before it, on the record, never changed."""

from typing import Any

from house.audit import Subject
from house.floor.acts import record
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds import decks
from house.floor.rounds.models import AnyAction, AnyRound
from house.floor.rounds.replay import (
    MEMORY,
    Position,
    advance,
    digest_of,
    names_cards,
)
from house.floor.rounds.taps import Done, TableAct
from rulebook import HOUSE

KEPT = HOUSE.at("ROUNDS-7")
CLOCK = HOUSE.at("ROUNDS-14")
# Cards lie face down until they are turned; the record binds them by the digest.
HIDDEN = frozenset({"cards", "moves"})


def new_action(  # noqa: PLR0913
    at: TableAct,
    done: Done,
    kind: str,
    data: dict[str, Any],
    *,
    key: str,
    takes_back: int | None = None,
    reason: str = "",
) -> AnyAction:
    """The next row of a round; a clock moved back makes it no earlier than the last.

    It is appended as it is and never changed: no session watches over it.
    """
    now = done.position
    row = AnyAction(
        round_id=done.round.pk,
        seq=now.seq + 1,
        kind=kind,
        data=data,
        takes_back=takes_back,
        reason=reason[:400],
        at=max(at.act.now, now.last_at or done.round.opened_at),
        by=at.act.by.id,
        by_name=at.act.by.name[:120],
        key=key,
        digest="",
    )
    row.digest = digest_of(now.digest, row)
    return row


def write(at: TableAct, done: Done, action: AnyAction) -> Position:
    """Append an action that is read back as it is kept, and what follows from it."""
    row = done.round
    deck = decks.cards(row, at.seal) if names_cards(action) else ()
    return append(at, done, action, advance(row, done.position, action, deck))


def append(at: TableAct, done: Done, action: AnyAction, then: Position) -> Position:
    """Append an action, and write down the position that it leads to."""
    book, row = done.book, done.round
    books.append(at.session, book, action)
    ended = (row.ended_at or action.at) if then.over else None
    marks = {"first_card_at": then.first_card_at, "ended_at": ended}
    books.mark(at.session, book, row, **marks)
    if not book.practice:
        _note(at, row, action)
    MEMORY.keep(then)
    return then


def _note(at: TableAct, row: AnyRound, action: AnyAction) -> None:
    """Put an action on the record: bound by its digest, without showing a card."""
    said = {k: v for k, v in action.data.items() if k not in HIDDEN}
    after = {"round": row.number, "seq": action.seq, "digest": action.digest} | said
    if action.takes_back is not None:
        after |= {"takes back": action.takes_back, "reason": action.reason}
    late = (CLOCK,) if action.at > at.act.now else ()
    if at.notes is not None:
        at.notes.append(after | {"act": action.kind})
        at.rules.extend(late)
        return
    rules = (KEPT, *late) if action.takes_back is not None else late
    record(at.session, at.act, action.kind, about(at.table), rules=rules, after=after)


def note_all(at: TableAct) -> None:
    """Put what came together on the record: one entry, each action in it."""
    if not at.notes:
        return
    name, after = "act in round", dict[str, Any](actions=at.notes)
    if len(at.notes) == 1:
        [one] = at.notes
        name, after = one["act"], {k: v for k, v in one.items() if k != "act"}
    rules = tuple(at.rules)
    record(at.session, at.act, name, about(at.table), rules=rules, after=after)


def about(table: TableRow) -> Subject:
    """The rounds of a table as the record names them."""
    return Subject("round", str(table.number), f"Table {table.number}")
