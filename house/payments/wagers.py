"""Wagers at money tables: the card and the loss limit are checked before they stand."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from sqlmodel import Session, col, select

from game import loss_limits as limits
from game import player_cards as cards
from game.loss_limits import LIMITED, Declarations
from game.player_cards import CARDS_NEEDED, Bettor, Claim, PlayerCard
from house.audit import Actor
from house.floor.models import TableRow
from house.money import dollars
from house.payments.loss_limits import Standing, rows_of, standing
from house.payments.models import WagerEvent, WagerRow
from house.people.patrons import queries as patron_queries
from house.people.patrons.exclusion_rules import EXCLUDED, in_force
from house.people.patrons.models import PatronRow, PlayerCardRow
from house.people.patrons.services import live
from house.venue import Venue
from rulebook import HOUSE, STAR4, Cited, Refusal

ONCE = HOUSE.at("PAY-8")
CHECKED = HOUSE.at("LOSS-2")
PAST_LIMIT = STAR4.at("13.3")
MOST_CENTS = 100_000_000_000


@dataclass(frozen=True, slots=True)
class Wager:
    """A wager as it is placed: where, in which round, on what, how much, whose card."""

    key: str
    round: str
    wager: str
    cents: int
    card: str = ""
    on_behalf_of: str = ""
    principal_at_table: bool = False
    physical_help_only: bool = False
    claims: tuple[Claim, ...] = ()
    chips: Declarations = field(default=Declarations())


@dataclass(frozen=True, slots=True)
class Act:
    """Who records it, when and where."""

    by: Actor
    now: datetime
    venue: Venue


def adjust(
    session: Session, table: TableRow, patron: PatronRow, wager: Wager, act: Act
) -> WagerRow:
    """Append what a patron has at risk in a round more, or below nothing less.

    Whoever places a wager is checked by `against` first; what is taken back, cut or
    found to be wrong goes the other way without being asked.
    """
    taken = select(WagerRow).where(col(WagerRow.key) == wager.key[:120])
    if (before := session.exec(taken).first()) is not None:
        return before
    row = _row(WagerEvent.PLACED, table, patron, wager, act)
    limit = checked_against(session, table, patron, act.now).value
    if limit is not None and wager.cents > 0:
        row.limit_cents, row.room_cents = limit.limit.limit_cents, limit.room_cents
    session.add(row)
    session.flush()
    return row


def against(
    session: Session, table: TableRow, patron: PatronRow, wager: Wager, act: Act
) -> Iterator[Refusal]:
    """Every reason why this wager cannot stand.

    Where a limit holds the patron's row is held by this transaction, so that two
    tables cannot both use up what is left of it.
    """
    limit = checked_against(session, table, patron, act.now).value
    if limit is not None:
        patron = patron_queries.get(session, patron.pk, lock=True) or patron
        limit = checked_against(session, table, patron, act.now).value
    yield from _against(session, table, patron, wager, act, limit)


def checked_against(
    session: Session, table: TableRow, patron: PatronRow, now: datetime
) -> Cited[Standing | None]:
    """The loss limit that a wager is checked against, and that is kept with it."""
    holds = table.rulebook in LIMITED
    return Cited(standing(session, patron, now) if holds else None, CHECKED)


def _against(  # noqa: PLR0913, PLR0917
    session: Session,
    table: TableRow,
    patron: PatronRow,
    wager: Wager,
    act: Act,
    limit: Standing | None,
) -> Iterator[Refusal]:
    yield from live(patron)
    if not 0 < wager.cents <= MOST_CENTS:
        yield Refusal(ONCE, "This is no amount to wager.", "Give more than nothing.")
    excluded = patron_queries.exclusions_of(session, patron.pk)
    if any(in_force(one, act.now) for one in excluded):
        wrong = f"{patron.name} is excluded."
        yield Refusal(EXCLUDED, wrong, "They may not play until it is over.")
    if table.rulebook in CARDS_NEEDED:
        yield from _card(session, patron, wager, act)
    if limit is not None:
        yield from _limit(patron, wager, limit)


def _card(
    session: Session, patron: PatronRow, wager: Wager, act: Act
) -> Iterator[Refusal]:
    bettor = Bettor(
        _person(patron),
        _presented(session, wager.card),
        on_behalf_of=wager.on_behalf_of,
        principal_at_table=wager.principal_at_table,
        physical_help_only=wager.physical_help_only,
        claims=wager.claims,
    )
    refused = cards.invalid(bettor, act.venue.local(act.now).date())
    yield from refused.refusals if refused else ()


def _person(patron: PatronRow) -> str:
    """The name with the number: two people may share a name, never a card."""
    return f"{patron.name} (patron {patron.pk})"


def _presented(session: Session, number: str) -> PlayerCard | None:
    spelled = patron_queries.card_number(number)
    query = select(PlayerCardRow).where(col(PlayerCardRow.number) == spelled)
    card = session.exec(query).first() if spelled else None
    if card is None:
        return None
    holder = session.get_one(PatronRow, card.patron_id)
    return PlayerCard(_person(holder), valid=card.cancelled_at is None)


def _limit(patron: PatronRow, wager: Wager, found: Standing) -> Iterator[Refusal]:
    entering = limits.may_enter_round(found.limit, wager.chips)
    yield from entering.refusals if entering else ()
    if found.limit.paused:
        return  # already said on entering
    if limits.may_wager(found.limit, found.at_risk, wager.cents) is not None:
        wrong = f"{dollars(wager.cents)} would take {patron.name} past the loss limit."
        right = f"At most {dollars(found.room_cents)} may be staked."
        yield Refusal(PAST_LIMIT, wrong, right)


def settle(
    session: Session, table: TableRow, patron: PatronRow, wager: Wager, act: Act
) -> WagerRow:
    """Append what a round came to for a patron: won, or below nothing lost."""
    taken = select(WagerRow).where(col(WagerRow.key) == wager.key[:120])
    if (before := session.exec(taken).first()) is not None:
        return before
    row = _row(WagerEvent.SETTLED, table, patron, wager, act)
    session.add(row)
    session.flush()
    return row


def _row(
    event: WagerEvent, table: TableRow, patron: PatronRow, wager: Wager, act: Act
) -> WagerRow:
    return WagerRow(
        key=wager.key[:120],
        event=event,
        patron_id=patron.pk,
        table_number=table.number,
        round=wager.round[:64],
        wager=wager.wager[:64],
        cents=wager.cents,
        card=patron_queries.card_number(wager.card)[:32],
        at=act.now,
        by=act.by.id,
    )


def latest(session: Session, patron: PatronRow, limit: int = 20) -> list[WagerRow]:
    """What was last recorded for a patron, the newest first."""
    mine = select(WagerRow).where(
        col(WagerRow.patron_id).in_(rows_of(session, patron.pk))
    )
    return list(session.exec(mine.order_by(col(WagerRow.id).desc()).limit(limit)))
