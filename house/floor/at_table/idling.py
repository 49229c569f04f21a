"""Players who sit out while every other seat is taken: counted, and asked to go."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import func
from sqlmodel import Session, col, select

from game.conduct import CONDUCT, ConductRules, may_ask_to_vacate
from house.floor.acts import Act, record, signed
from house.floor.at_table.models import VacateRow
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds.models import ActionRow, AnySeat, LineRow, RoundRow
from rulebook import HOUSE, Cite, Refusal, Refused

SEATED = HOUSE.at("ROUNDS-5")
STAKES = ("ante", "bet")


@dataclass(frozen=True, slots=True)
class Idle:
    """Somebody who sat out so many rounds in a row, and when they were asked to go."""

    sits: AnySeat
    rounds: int
    asked: VacateRow | None = None


def rule_of(table: TableRow) -> Cite | None:
    """The rule on players who sit out, where the document has one."""
    rules = CONDUCT.get(table.rulebook)
    return rules.idle_rounds.cite if rules else None


def idle(
    session: Session, table: TableRow, sitting: Mapping[int, AnySeat]
) -> Mapping[int, Idle]:
    """Whoever may be asked for their seat now; none while a seat is free."""
    rules = CONDUCT.get(table.rulebook)
    if rules is None or len(sitting) < table.seats:
        return {}
    found = {}
    for seat, sits in sitting.items():
        rounds = rounds_idle(session, table, sits)
        if may_ask_to_vacate(rules, rounds, all_other_seats_taken=True) is None:
            found[seat] = Idle(sits, rounds, _asked(session, sits))
    return found


def rounds_idle(session: Session, table: TableRow, sits: AnySeat) -> int:
    """How many rounds in a row somebody has sat out since they sat down."""
    here = col(RoundRow.table_id) == table.pk
    played = (
        select(func.max(RoundRow.number))
        .join(ActionRow, col(ActionRow.round_id) == RoundRow.id)
        .where(here, col(ActionRow.seat_id) == sits.pk, col(ActionRow.kind).in_(STAKES))
    )
    since = session.exec(played).one() or 0
    staked = select(LineRow.id).where(col(LineRow.round_id) == RoundRow.id)
    out = select(func.count()).where(
        here,
        col(RoundRow.number) > since,
        col(RoundRow.opened_at) >= sits.at,
        col(RoundRow.ended_at).is_not(None),
        staked.exists(),
    )
    return session.exec(out).one()


def _asked(session: Session, sits: AnySeat) -> VacateRow | None:
    mine = select(VacateRow).where(col(VacateRow.sitting_id) == sits.pk)
    return session.exec(mine.order_by(col(VacateRow.id).desc()).limit(1)).first()


def ask(
    session: Session, table: TableRow, seat: int, key: str, act: Act
) -> VacateRow | Refused:
    """Ask a player who sat out to give up the seat; whether they go is theirs."""
    before = select(VacateRow).where(col(VacateRow.key) == key[:80])
    if (kept := session.exec(before).first()) is not None:
        return kept
    seats = books.seats(session, books.REAL, table)
    rules, sits = CONDUCT.get(table.rulebook), seats.get(seat)
    if rules is None or sits is None:
        refused = Refused((_nobody(table, rules, seat),))
        record(session, act, "ask to vacate", table, refused, after={"seat": seat})
        return refused
    rounds = rounds_idle(session, table, sits)
    full = len(seats) == table.seats
    verdict = may_ask_to_vacate(rules, rounds, all_other_seats_taken=full)
    cite = rules.idle_rounds.cite
    after = {"seat": seat, "player": sits.player, "idle rounds": rounds}
    record(session, act, "ask to vacate", table, verdict, rules=(cite,), after=after)
    return verdict or _written(session, sits, rounds, cite.id, key, act)


def _nobody(table: TableRow, rules: ConductRules | None, seat: int) -> Refusal:
    if rules is None:
        wrong = f"{table.rulebook} has no rule on players who sit out."
        return Refusal(SEATED, wrong, "Leave them their seat.", "seat")
    return Refusal(SEATED, f"Nobody sits at seat {seat}.", "", "seat")


def _written(  # noqa: PLR0913, PLR0917
    session: Session, sits: AnySeat, rounds: int, rule_id: str, key: str, act: Act
) -> VacateRow:
    row = VacateRow(
        sitting_id=sits.pk,
        idle_rounds=rounds,
        rule_id=rule_id,
        key=key[:80],
        **signed(act),
    )
    session.add(row)
    session.flush()
    return row
