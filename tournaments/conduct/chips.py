"""Antes of those who are away: from the stack to the tray, with every hand."""

from collections.abc import Mapping

from sqlmodel import Session, col, select

from game.games import GAMES
from house.floor.acts import Act
from house.floor.models import TableRow
from house.floor.rounds.hooks import Room, Settled, TakenBack
from house.floor.rounds.models import RoundRow
from house.floor.rounds.settling import counts
from house.ledger import services as ledger
from house.ledger.postings import Account, Cause
from tournaments.conduct import standing as conduct
from tournaments.models import KIND
from tournaments.play import accounts, standing
from tournaments.play.standing import AtTable
from tournaments.rules.conducting import AWAY

KINDS = frozenset({accounts.STACK, accounts.RACK})


def cause(round_: RoundRow) -> Cause:
    """A round, as what antes of the away come from."""
    return Cause("antes of the away", str(round_.pk))


def settled(at: Settled) -> None:
    """Take the antes of a hand that counts; a correction takes the difference."""
    of: AtTable | None = at.play.there_in(at.round)
    if of is not None:
        is_hand = counts(at.state, at.lines)
        follow(at.session, of, at.table, at.round, at.act, is_hand=is_hand)


def taken_back(at: TakenBack) -> None:
    """A round that is no longer over has taken no ante."""
    of = _table_of(at.session, at.round)
    if of is not None and not GAMES[at.state.setup.game].over(at.state):
        follow(at.session, of, at.table, at.round, at.act, is_hand=False)


def _table_of(session: Session, round_: RoundRow) -> AtTable | None:
    lent = round_.lent_to
    if lent is None:
        return None
    return standing.at_table(session, round_.table_id, int(lent.id), round_.number)


def follow(  # noqa: PLR0913
    session: Session,
    at: AtTable,
    table: TableRow,
    round_: RoundRow,
    act: Act,
    *,
    is_hand: bool,
) -> None:
    """Post what a round is due of the antes of those who were away in it."""
    antes = antes_in(session, at, round_.number) if is_hand else {}
    before = ledger.posted(session, cause(round_)).due
    if not antes and not before:
        return
    has = {
        entry: chips - before.get(accounts.stack(entry), 0)
        for entry, chips in standing.stacks(session, antes).items()
    }
    ledger.reconcile(
        session,
        cause(round_),
        due(table.number, antes, has),
        act,
        kinds=KINDS,
        rules=(AWAY,),
        facts={"table": table.number, "round": round_.number},
    )


def due(
    table_number: int, antes: Mapping[int, int], has: Mapping[int, int]
) -> dict[Account, int]:
    """What a hand takes from those who are away, never more than they have."""
    found = {accounts.stack(e): -min(ante, has[e]) for e, ante in antes.items()}
    found[accounts.rack(table_number)] = -sum(found.values())
    return {account: chips for account, chips in found.items() if chips}


def antes_in(session: Session, at: AtTable, round_number: int) -> Mapping[int, int]:
    """What each entrant who was away in a round loses in it."""
    every = conduct.spells(conduct.at_table(session, at))
    away = [s for s in every if s.row.takes_antes and s.covers(round_number)]
    if not away:
        return {}
    hands = standing.hands(session, at)
    before = sum(h.counts for h in hands if h.round_number < round_number)
    least = at.plan.level(before + 1).least_chips
    return {spell.row.entry_id: max(least, 1) for spell in away}


def follow_since(
    session: Session, at: AtTable, table: TableRow, after_round: int, act: Act
) -> None:
    """Go through the rounds since an act once more: it was taken back, or came late."""
    hands = {h.round_number: h for h in standing.hands(session, at)}
    mine = select(RoundRow).where(
        col(RoundRow.table_id) == table.pk,
        col(RoundRow.number) > after_round,
        col(RoundRow.number).in_(list(hands)),
        col(RoundRow.lent_kind) == KIND,
    )
    for round_ in session.exec(mine.order_by(col(RoundRow.number))).all():
        is_hand = hands[round_.number].counts
        follow(session, at, table, round_, act, is_hand=is_hand)


ROOM = Room(after_settlement=(settled,), after_taking_back=(taken_back,))
