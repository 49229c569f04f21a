"""Stacks keyed after hands whose cards nobody keys: the same gates, the same ledger."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from sqlmodel import Session, col, select

from house.audit.plain import fitted
from house.floor.acts import Act
from house.ledger import services as ledger
from house.ledger.postings import Account, Cause, Posting
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments import queries
from tournaments.models import TournamentRow
from tournaments.path import steps
from tournaments.play import accounts
from tournaments.play.counting import Table
from tournaments.play.models import KeyedHandsRow
from tournaments.play.play import TournamentPlay
from tournaments.rules import keyed_stacks
from tournaments.rules.session_plan import Keyed, next_seat

KEYED: Cite = HOUSE.at("TOURN-201")


@dataclass(frozen=True, slots=True)
class Stacks:
    """What everybody has after so many hands; none puts the last stacks right."""

    stacks: Mapping[int, int]
    hands: int = 1
    reason: str = ""
    takes_back: int | None = None


@dataclass(slots=True)
class _Then:
    """Where a table is after a row: its marker, and who bet first how often."""

    seat: int
    first_bets: dict[int, int] = field(default_factory=dict)


def key(
    session: Session, tournament: TournamentRow, there: Table, said: Stacks, act: Act
) -> KeyedHandsRow | Refused:
    """Key the stacks after a hand, or after those since the last count."""
    play = _play(session, tournament, there, act)
    found = (*_against(there, said, play), *(play.gates() if said.hands > 0 else ()))
    then = _after(play, there, said.hands)
    return _write(session, tournament, there, said, (found, then), act)


def take_back(
    session: Session, tournament: TournamentRow, there: Table, reason: str, act: Act
) -> KeyedHandsRow | Refused:
    """Take back what was keyed last, with a reason: stacks and marker as before."""
    holding = _holding(session, there)
    found = (*_state(there), *keyed_stacks.reason_given(reason))
    if not holding:
        wrong, right = "Nothing is keyed that could be taken back.", "Key the stacks."
        found = (*found, Refusal(KEYED, wrong, right))
        nothing = (found, _Then(there.at.row.first_seat))
        return _write(session, tournament, there, Stacks({}, 0, reason), nothing, act)
    last, before = holding[-1], holding[-2] if len(holding) > 1 else None
    has = there.expected.stacks
    had = {int(e): has.get(int(e), 0) - won for e, won in last.won.items()}
    said = Stacks(had, -last.hands, reason, last.number)
    seat = before.next_seat if before else there.at.row.first_seat
    bets = before.first_bets if before else {}
    then = _Then(seat, {int(s): n for s, n in bets.items()})
    return _write(session, tournament, there, said, (found, then), act)


def _holding(session: Session, there: Table) -> list[KeyedHandsRow]:
    """What was keyed at the table and not taken back, the oldest first."""
    mine = select(KeyedHandsRow).where(
        col(KeyedHandsRow.session_table_id) == there.at.row.pk
    )
    rows = session.exec(mine.order_by(col(KeyedHandsRow.number))).all()
    gone = {row.takes_back for row in rows}
    return [r for r in rows if r.takes_back is None and r.number not in gone]


def _play(
    session: Session, tournament: TournamentRow, there: Table, act: Act
) -> TournamentPlay:
    use = queries.subject(tournament)
    return TournamentPlay(session, there.table, act.now, use)


def _state(there: Table) -> Iterator[Refusal]:
    if there.closed is not None:
        yield Refusal(KEYED, f"Table {there.table.number} is closed.")
    if there.at.plan.keyed is Keyed.CARDS:
        wrong = f"Hands at table {there.table.number} are keyed at its console."
        yield Refusal(KEYED, wrong, "Deal them there.")


def _against(there: Table, said: Stacks, play: TournamentPlay) -> Iterator[Refusal]:
    yield from _state(there)
    hand = play.hand
    asked = keyed_stacks.KeyedTable(
        there.at.plan.keyed,
        said.stacks,
        said.hands,
        said.reason,
        there.names,
        there.expected,
        None if hand.hands is None else hand.hands - hand.played,
    )
    yield from keyed_stacks.against(asked)


def _after(play: TournamentPlay, there: Table, hands: int) -> _Then:
    """The marker moves one taken seat with every hand."""
    seat = play.first_to_bet() or there.at.row.first_seat
    then = _Then(seat, dict(there.tally.first_bets))
    for _ in range(hands):
        then.first_bets[then.seat] = then.first_bets.get(then.seat, 0) + 1
        then.seat = next_seat(then.seat, play.playing, play.plan.moves) or then.seat
    return then


def due(table_number: int, row: KeyedHandsRow) -> Mapping[Account, int]:
    """What keyed stacks are due: between the stacks and the tray."""
    found = {accounts.stack(int(entry)): won for entry, won in row.won.items()}
    found[accounts.rack(table_number)] = -sum(row.won.values())
    return {account: chips for account, chips in found.items() if chips}


def _write(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    there: Table,
    said: Stacks,
    asked: tuple[tuple[Refusal, ...], _Then],
    act: Act,
) -> KeyedHandsRow | Refused:
    (found, then), last = asked, there.tally.keyed
    has = there.expected.stacks
    row = KeyedHandsRow(
        session_table_id=there.at.row.pk,
        number=last.number + 1 if last else 1,
        takes_back=said.takes_back,
        hands=said.hands,
        played=there.tally.played + said.hands,
        stacks={str(entry): chips for entry, chips in said.stacks.items()},
        won={str(e): chips - has.get(e, 0) for e, chips in said.stacks.items()},
        next_seat=then.seat,
        first_bets={str(seat): count for seat, count in then.first_bets.items()},
        reason=fitted(said.reason.strip(), 400),
        **steps.signed(act),
    )
    verdict: KeyedHandsRow | Refused = Refused(found) if found else row
    if not found:
        session.add(row)
        session.flush()
        _post(session, there, row, act)
    after = {"table": there.table.number, "hands": said.hands, "reason": said.reason}
    steps.note(session, tournament, "key stacks", act, verdict, (KEYED,), None, after)
    return verdict


def _post(session: Session, there: Table, row: KeyedHandsRow, act: Act) -> None:
    if moves := tuple(due(there.table.number, row).items()):
        cause = Cause("stacks keyed", str(row.pk))
        facts = {"table": there.table.number, "hands": row.played}
        ledger.post(session, Posting(cause, (KEYED,), moves, facts), act)
