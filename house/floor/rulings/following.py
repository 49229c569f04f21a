"""What follows from a ruling: tasks, warnings, carried wagers, directions, notices."""

import re
from collections.abc import Sequence

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from game.conduct import BARS
from game.fates import Fate
from game.irregularities.ruling import Effect, Ruling
from game.ranks import Rank
from house.audit import Actor, Subject
from house.audit.plain import fitted
from house.floor.acts import Act, record, signed
from house.floor.ranks import rank_of
from house.floor.rulings.models import (
    CarriedRow,
    CautionRow,
    Direction,
    DirectionRow,
    RulingEvent,
    RulingEventRow,
    RulingRow,
    RulingTaskRow,
)
from house.floor.rulings.scenes import AtTable
from house.notices import tellings
from house.venue import Venue
from rulebook import HOUSE, Refusal, Refused

FIRST = HOUSE.at("RULING-8")
TOLD = HOUSE.at("RULING-9")
JACKPOT = "jackpot"
DIRECTIONS = {
    "act first": Direction.FIRST,
    "English only": Direction.ENGLISH,
    "keep apart": Direction.APART,
    "exclude from the game": Direction.GAME,
    "exclude from the casino": Direction.CASINO,
}
# A direction by the name of the rule that a document has for it.
BAR_OF = {
    Direction.FIRST: "first",
    Direction.ENGLISH: "english",
    Direction.APART: "pairs",
}


def write(  # noqa: PLR0913, PLR0917
    session: Session,
    at: AtTable,
    row: RulingRow,
    ruling: Ruling,
    act: Act,
    decider: Actor,
) -> None:
    """Append everything that follows from a ruling."""
    _tasks(session, row, ruling)
    _cautions(session, at, row, ruling)
    _carried(session, at, row, ruling)
    _directions(session, at, row)
    _already_told(session, row, ruling, act, decider)
    session.flush()


def _tasks(session: Session, row: RulingRow, ruling: Ruling) -> None:
    for place, task in enumerate(ruling.tasks, 1):
        session.add(
            RulingTaskRow(
                ruling_id=row.pk,
                table_id=row.table_id,
                place=place,
                what=fitted(task.what, 200),
                rule_id=task.cite.id,
                before_next_deal=task.before_next_deal,
                counted=task.counted,
            )
        )


def _cautions(session: Session, at: AtTable, row: RulingRow, ruling: Ruling) -> None:
    for caution in ruling.cautions:
        seat = _seat_of(at, caution.player)
        sits = at.seats.get(seat)
        session.add(
            CautionRow(
                ruling_id=row.pk,
                table_id=row.table_id,
                seat=seat,
                sitting_id=sits.pk if sits else None,
                player=caution.player[:80],
                fault=caution.fault.value,
                rule_id=caution.cite.id,
                at=row.at,
            )
        )


def _seat_of(at: AtTable, player: str) -> int:
    hands = at.scene.facts.hands
    return next(h.seat for h in hands if player in {h.player, f"seat {h.seat}"})


def _carried(session: Session, at: AtTable, row: RulingRow, ruling: Ruling) -> None:
    """Before the first card a jackpot wager is taken off with the ante: none waits."""
    now = at.position
    if now is None or not now.game.started(now.state):
        return
    for effect in jackpots(ruling.effects, Fate.CARRIED):
        sits = at.seats.get(effect.seat)
        session.add(
            CarriedRow(
                ruling_id=row.pk,
                table_id=row.table_id,
                seat=effect.seat,
                sitting_id=sits.pk if sits else None,
                player=sits.player if sits else "",
                amount=effect.amount,
                rule_id=effect.cite.id,
                at=row.at,
            )
        )


def jackpots(effects: Sequence[Effect], fate: Fate) -> tuple[Effect, ...]:
    """The jackpot wagers that meet this fate."""
    return tuple(e for e in effects if e.wager == JACKPOT and e.fate is fate)


def _directions(session: Session, at: AtTable, row: RulingRow) -> None:
    chosen = [DIRECTIONS[name] for name in row.chosen if name in DIRECTIONS]
    asked = row.answers.get("seats", [row.answers.get("seat")])
    for direction in chosen:
        for seat in (int(seat) for seat in asked if seat is not None):
            sits = at.seats.get(seat)
            if sits is None:
                continue
            session.add(
                DirectionRow(
                    ruling_id=row.pk,
                    direction=direction,
                    patron_id=sits.patron_id,
                    player=sits.player,
                    rule_id=_under(row, direction),
                    at=row.at,
                )
            )


def _under(row: RulingRow, direction: Direction) -> str:
    """The rule of a direction: several may be given in one ruling."""
    rules = BARS.get(row.document, {})
    cite = rules.get(BAR_OF.get(direction, ""))
    return cite.id if cite else row.rule_id


def _already_told(
    session: Session, row: RulingRow, ruling: Ruling, act: Act, decider: Actor
) -> None:
    """Whoever calls or decides knows of it."""
    for place, told in enumerate(ruling.tell, 1):
        for who in (act.by, decider):
            if isinstance(told.who, Rank) and rank_of(who) >= told.who:
                there = Act(who, act.now)
                _event(session, row, RulingEvent.TOLD, place, "Was there.", there)
                break


def _event(  # noqa: PLR0913, PLR0917
    session: Session, row: RulingRow, what: RulingEvent, place: int, note: str, act: Act
) -> RulingEventRow:
    event = RulingEventRow(
        ruling_id=row.pk,
        happened=what,
        place=place,
        note=fitted(note.strip(), 400),
        **signed(act),
    )
    session.add(event)
    return event


def tell(
    session: Session, row: RulingRow, ruling: Ruling, act: Act, venue: Venue
) -> None:
    """Draft the notices to those away from the floor who must be told."""
    tellings.tell(
        session,
        [told for told in ruling.tell if told.who in tellings.AWAY.value],
        about=Subject("ruling", str(row.pk), f"Table {row.table_number}"),
        what=f"{row.spoken} (rule {row.rule_id}; round {row.round or 'not begun'})",
        key=f"ruling:{row.pk}",
        by=act.by,
        now=act.now,
        house=venue,
    )


def events_of(session: Session, row: RulingRow) -> Sequence[RulingEventRow]:
    """What was done about a ruling, in order."""
    mine = select(RulingEventRow).where(col(RulingEventRow.ruling_id) == row.pk)
    return session.exec(mine.order_by(col(RulingEventRow.id))).all()


def tasks_of(session: Session, row: RulingRow) -> Sequence[RulingTaskRow]:
    """What a ruling asks for, in order."""
    mine = select(RulingTaskRow).where(col(RulingTaskRow.ruling_id) == row.pk)
    return session.exec(mine.order_by(col(RulingTaskRow.place))).all()


_DONE = select(RulingEventRow.id).where(
    col(RulingEventRow.ruling_id) == RulingTaskRow.ruling_id,
    col(RulingEventRow.place) == RulingTaskRow.place,
    col(RulingEventRow.happened) == RulingEvent.DONE,
)
# Every deal asks this: it is put together once.
_WAITING = (
    select(RulingTaskRow)
    .where(
        col(RulingTaskRow.table_id) == bindparam("table"),
        col(RulingTaskRow.before_next_deal).is_(True),
        ~_DONE.exists(),
    )
    .order_by(col(RulingTaskRow.id))
)


def waiting(session: Session, table_id: int) -> Sequence[RulingTaskRow]:
    """What must still be done before the next deal at a table."""
    return session.exec(_WAITING, params={"table": table_id}).all()


def add(  # noqa: PLR0913, PLR0917
    session: Session, row: RulingRow, what: RulingEvent, place: int, note: str, act: Act
) -> RulingEventRow | Refused:
    """Say that a task was done or that somebody was told; each is said once."""
    refused = _against(session, row, what, place, note)
    event = None if refused else _event(session, row, what, place, note, act)
    session.flush()
    about = Subject("ruling", str(row.pk), f"Table {row.table_number}")
    after = {"place": place, "note": note[:400]}
    rules = (FIRST,) if what is RulingEvent.DONE else (TOLD,)
    record(session, act, f"ruling: {what}", about, refused, rules=rules, after=after)
    return event or refused or Refused(())


def _against(
    session: Session, row: RulingRow, what: RulingEvent, place: int, note: str
) -> Refused | None:
    tasks = tasks_of(session, row) if what is RulingEvent.DONE else ()
    said = {(e.happened, e.place) for e in events_of(session, row)}
    if not 1 <= place <= (len(tasks) if what is RulingEvent.DONE else len(row.told)):
        wrong = f"This ruling has no {place}. to be {what}."
        return Refused((Refusal(FIRST, wrong, "Choose one from its page."),))
    if (what, place) in said:
        wrong = f"This was said to be {what} already."
        return Refused((Refusal(FIRST, wrong, "It is said once."),))
    if tasks and tasks[place - 1].counted and not re.search(r"\d", note):
        wrong = "It does not say what was counted."
        return Refused((Refusal(FIRST, wrong, "Write the number found.", "note"),))
    return None
