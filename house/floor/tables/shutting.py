"""Shutting a table: after its notice, or at once where nobody plays."""

from collections.abc import Iterator

from sqlmodel import Session

from game.conduct import NO_SIGN, Closing, may_close_table
from house.audit import Subject
from house.floor.acts import Act, record
from house.floor.decks import services as decks
from house.floor.decks.models import CardAct
from house.floor.models import TableRow, TableStatus
from house.floor.ranks import rank_of
from house.floor.rounds import book as rounds
from house.floor.signs import services as signs
from house.floor.signs.models import SignKind
from house.floor.tables.closing import (
    NOBODY,
    PLAYING,
    STEP,
    against_lent,
    catch_up,
    cite_of,
    reasons_of,
    shut,
)
from house.floor.tables.documents import conduct_rules
from house.floor.tables.standing import Standing
from rulebook import Refusal, Refused


def check_close(stands: Standing, act: Act, *, nobody: bool) -> Iterator[Refusal]:
    """Every reason why a table cannot close now."""
    table, closing = stands.table, stands.closing
    if table.status is TableStatus.CLOSED:
        yield Refusal(STEP, f"Table {table.number} is closed already.")
        return
    if nobody:
        for marker in stands.markers:
            wrong = f"{marker.player} has a marker at seat {marker.seat}."
            yield Refusal(NOBODY, wrong, "Say that the player has left first.")
        return
    up = stands.sign(SignKind.CLOSING)
    asked = Closing(
        occupied=True,
        by=rank_of(act.by),
        sign=signs.as_rule(up) if up and closing else NO_SIGN,
        hands_since_notice=closing.hands_played if closing else None,
    )
    early = may_close_table(conduct_rules(table), asked, act.now)
    yield from reasons_of(early)


def close(  # noqa: PLR0913
    session: Session,
    table: TableRow,
    act: Act,
    *,
    nobody: bool,
    counted: int | None = None,
    use: Subject | None = None,
) -> TableRow | Refused:
    """Close a table: at once when nobody plays, else once its notice has run.

    A table that is lent is closed for whoever has it, without any notice.
    """
    stands = catch_up(session, table, act.now)
    cards = decks.end_with(session, table, counted)
    found = (
        *against_lent(table, act.now, use),
        *check_close(stands, act, nobody=nobody),
        *_round_under_way(session, table),
        *(cards.refusals if isinstance(cards, Refused) else ()),
    )
    if found:
        refused = Refused(found)
        record(session, act, "close table", table, refused)
        return refused
    if isinstance(cards, decks.Done):
        key = f"closing-count-{act.now.timestamp():.6f}"
        decks.write(session, table, CardAct.COUNT, cards, act, key)
    said = {"nobody plays": f"said {act.by.name}"} if nobody else {}
    shut(session, stands, act, NOBODY if nobody else cite_of(table), said)
    return table


def _round_under_way(session: Session, table: TableRow) -> Iterator[Refusal]:
    """Stakes on the table stay until the round is over, whoever says nobody plays."""
    found = rounds.under_way(session, table)
    if found is None or table.status is TableStatus.CLOSED:
        return
    if found.first_card_at is not None or rounds.newest(session, rounds.REAL, found)[0]:
        wrong = f"Round {found.number} is under way."
        yield Refusal(PLAYING, wrong, "Play it to its end first.")
