"""What is ordered of the cards of a table, counted, and sent away."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from sqlmodel import Session

from game import deck
from game.deck import Pack
from house.floor.acts import Act
from house.floor.decks.models import CardAct, DeckRow
from house.floor.decks.services import Done, by_key, refuse, write
from house.floor.decks.standing import Cards, cards_of
from house.floor.models import TableRow
from house.floor.ranks import rank_of
from house.floor.rounds import book as books
from house.people.roles import Role
from house.sealing import Seal
from rulebook import Cite, Cited, Refused


@dataclass(frozen=True, slots=True)
class Ordered:
    """What somebody orders or reports, under a key of its own."""

    key: str
    act: CardAct
    reason: str = ""
    abnormal: bool = False
    found: int = 0  # cards that were counted
    back: str = ""
    inspector: str = ""  # who demands it, if an inspector in the room does


@dataclass(frozen=True, slots=True)
class CardsAtTable:
    """Where it is ordered, by whom, and how the cards stand there."""

    session: Session
    table: TableRow
    act: Act
    seal: Seal
    cards: Cards


def carry_out(
    session: Session, table: TableRow, ordered: Ordered, act: Act, seal: Seal
) -> DeckRow | Refused:
    """Do to the cards what was ordered, once, or say what stands against it."""
    if (kept := by_key(session, table, ordered.key, ordered.act)) is not None:
        return kept
    at = CardsAtTable(session, table, act, seal, cards_of(session, table))
    done = ORDERS[ordered.act](at, ordered)
    if isinstance(done, Refused):
        return refuse(session, table, ordered.act, done, act)
    return write(session, table, ordered.act, done, act, ordered.key)


def _shuffle(at: CardsAtTable, ordered: Ordered) -> Done | Refused:
    rules = at.cards.pack.rules.shuffle
    cite = rules.abnormal.cite if ordered.abnormal else rules.cause.cite
    after = deck.order_shuffle(
        at.cards.pack,
        rank_of(at.act.by),
        abnormal=ordered.abnormal,
        reason=ordered.reason,
    )
    figures = {"abnormal run": ordered.abnormal}
    return _done(after, cite, at.cards.pack.back, figures, ordered.reason)


def _cut(at: CardsAtTable, ordered: Ordered) -> Done | Refused:
    pack = at.cards.pack
    after = deck.order_cut(pack, rank_of(at.act.by), first_card_dealt=at.cards.in_play)
    return _done(after, pack.rules.cut.again.cite, pack.back, {}, ordered.reason)


def _order_count(at: CardsAtTable, ordered: Ordered) -> Done | Refused:
    pack, by = at.cards.pack, at.act.by
    inspector = by.name if by.role == Role.INSPECTOR.value else ordered.inspector
    after = deck.order_count(pack, rank_of(by), inspector=bool(inspector))
    cite, whose = pack.rules.count_ordered_by.cite, pack.rules.inspector
    figures = {"inspector": inspector} if inspector else {}
    done = _done(after, cite, "", figures, ordered.reason)
    if isinstance(done, Refused) or not (inspector and whose):
        return done
    return replace(done, under=(cite, whose))


def _count(at: CardsAtTable, ordered: Ordered) -> Done | Refused:
    pack, expected = at.cards.pack, expected_now(at)
    due = deck.count_due(pack)
    after = deck.count(pack, ordered.found, expected, ordered.back)
    cite = due.cite if due else expected.cite
    if isinstance(after, Pack) and after.away:
        cite = after.away
    figures = {"counted": ordered.found, "expected": expected.value}
    return _done(after, cite, ordered.back, figures)


def expected_now(at: CardsAtTable) -> Cited[int]:
    """How many cards a count must give: the stub of a round, else the whole deck."""
    rules, row = at.cards.pack.rules, at.cards.last
    if rules.count is None or row is None or row.first_card_at is None:
        return deck.expected_stub(rules, 0)
    now = books.position(at.session, books.REAL, row, at.seal)
    return deck.expected_stub(rules, len(now.game.staked(now.state)))


def _machine_count(at: CardsAtTable, ordered: Ordered) -> Done | Refused:
    pack = at.cards.pack
    after = deck.machine_count(pack, ordered.found)
    cite = after.away if isinstance(after, Pack) and after.away else None
    figures = {"counted": ordered.found, "expected": pack.rules.size.value}
    return _done(after, cite or pack.rules.size.cite, pack.back, figures)


def _replace(at: CardsAtTable, ordered: Ordered) -> Done | Refused:
    pack = at.cards.pack
    by = rank_of(at.act.by)
    after = deck.replace_cards(pack, by, round_open=at.cards.in_play)
    figures = {"decks": list(pack.backs)}
    return _done(after, pack.rules.replace.cite, "", figures, ordered.reason)


def _end_shoe(at: CardsAtTable, ordered: Ordered) -> Done | Refused:
    pack = at.cards.pack
    after = deck.end_shoe(pack, round_open=at.cards.in_play)
    return _done(after, pack.rules.shuffle.before_play, pack.back, {}, ordered.reason)


def _done(
    after: Pack | Refused,
    cite: Cite,
    back: str,
    figures: Mapping[str, object],
    reason: str = "",
) -> Done | Refused:
    if isinstance(after, Refused):
        return after
    return Done(after, cite, back, figures, reason)


ORDERS: dict[CardAct, Callable[[CardsAtTable, Ordered], Done | Refused]] = {
    CardAct.ORDER_SHUFFLE: _shuffle,
    CardAct.ORDER_CUT: _cut,
    CardAct.ORDER_COUNT: _order_count,
    CardAct.COUNT: _count,
    CardAct.MACHINE_COUNT: _machine_count,
    CardAct.REPLACE: _replace,
    CardAct.END_SHOE: _end_shoe,
}
