"""Wagers at money tables: the card and the loss limit are checked before they stand."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import case, func
from sqlalchemy import select as sa_select
from sqlmodel import Session, col, select

from game import loss_limits as limits
from game import player_cards as cards
from game.loss_limits import LIMITED, Declarations
from game.player_cards import CARDS_NEEDED, Bettor, Claim, PlayerCard
from house.floor.models import TableRow
from house.ledger import services as ledger
from house.ledger.models import AccountRow, EntryRow, PostingRow
from house.money import dollars
from house.payments import accounts
from house.payments.acts import Act
from house.payments.loss_limits import Standing, rows_of, standing
from house.people.patrons import queries as patron_queries
from house.people.patrons.exclusion_rules import EXCLUDED, in_force
from house.people.patrons.models import PatronRow, PlayerCardRow
from house.people.patrons.services import live
from rulebook import HOUSE, STAR4, Cited, Refusal

ONCE = HOUSE.at("PAY-8")
CHECKED = HOUSE.at("LOSS-2")
PAST_LIMIT = STAR4.at("13.3")
MOST_CENTS = 100_000_000_000


@dataclass(frozen=True, slots=True)
class Wager:
    """A wager as it is placed: how much, with whose card, for whom."""

    cents: int
    card: str = ""
    on_behalf_of: str = ""
    principal_at_table: bool = False
    physical_help_only: bool = False
    claims: tuple[Claim, ...] = ()
    chips: Declarations = field(default=Declarations())


def against(
    session: Session, table: TableRow, patron: PatronRow, wager: Wager, act: Act
) -> Iterator[Refusal]:
    """Every reason why this wager cannot stand.

    Where a limit holds, the patron's accounts are held by this transaction, so that
    two tables cannot both use up what is left of it.
    """
    limit = checked_against(session, table, patron, act.now).value
    if limit is not None:
        ledger.hold(session, accounts.result(rows_of(session, patron.pk)))
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


def kept_with(wager: str, card: str, limit: Standing | None) -> Mapping[str, Any]:
    """What a wager was checked against, as its posting keeps it."""
    found: dict[str, Any] = {
        "wager": wager,
        "card": patron_queries.card_number(card)[:32],
    }
    if limit is not None:
        found["limit_cents"] = limit.limit.limit_cents
        found["room_cents"] = limit.room_cents
    return found


@dataclass(frozen=True, slots=True)
class Kept:
    """What a round did to a patron: staked, or below nothing taken off; won or lost."""

    at: datetime
    staked: int
    net: int
    facts: Mapping[str, Any]


def latest(session: Session, patron: PatronRow, limit: int = 20) -> Sequence[Kept]:
    """What was last posted about a patron's wagers, the newest first."""
    risked = case((col(AccountRow.kind) == accounts.AT_RISK, EntryRow.amount), else_=0)
    owners = [accounts.owner(id_) for id_ in rows_of(session, patron.pk)]
    query = (
        sa_select(
            col(PostingRow.at),
            func.sum(risked),
            func.sum(EntryRow.amount),
            PostingRow,
        )
        .join(EntryRow, col(EntryRow.posting_id) == PostingRow.id)
        .join(AccountRow, col(AccountRow.id) == EntryRow.account_id)
        .where(
            col(AccountRow.owner).in_(owners),
            col(AccountRow.kind).in_(accounts.RESULT),
        )
        .group_by(col(PostingRow.id))
        .order_by(col(PostingRow.id).desc())
        .limit(limit)
    )
    rows = session.execute(query)
    return [Kept(at, int(n), int(net), row.facts) for at, n, net, row in rows]
