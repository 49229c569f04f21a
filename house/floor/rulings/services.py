"""Applying a ruling: the round, the book, what follows and who is told, all at once."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy import func
from sqlmodel import Session, col, select

from game.conduct import ONE_TABLE
from game.fates import Fate
from game.irregularities.answers import plain
from game.irregularities.effects import applied
from game.irregularities.ruling import Effect, MustBeTold, Ruling
from game.ranks import LADDERS, Rank
from house.audit import Actor, Subject
from house.audit.plain import fitted
from house.floor.acts import Act, record
from house.floor.at_table import jackpots
from house.floor.at_table.jackpot_wagers import has_jackpot
from house.floor.models import TableRow
from house.floor.ranks import rank_of
from house.floor.rounds import book as books
from house.floor.rounds import services as rounds
from house.floor.rounds.models import RoundRow
from house.floor.rounds.play import Floor, Play
from house.floor.rounds.replay import Position
from house.floor.rounds.taps import TableAct, Tap
from house.floor.rulings import following, making
from house.floor.rulings.making import RulingRequest
from house.floor.rulings.models import RulingRow
from house.floor.rulings.scenes import AtTable, at_table
from house.sealing import Seal
from house.venue import Venue
from rulebook import HOUSE, Cite, Refusal, Refused

KEPT = HOUSE.at("RULING-5")
DECIDES = HOUSE.at("RULING-6")
AS_SHOWN = HOUSE.at("RULING-7")


@dataclass(frozen=True, slots=True)
class Bench:
    """Who rules: whoever is signed in calls it, and the same or another decides."""

    act: Act
    decider: Actor
    venue: Venue
    floor: Floor
    key: str

    @property
    def seal(self) -> Seal:
        """What seals the decks that the house deals from."""
        return self.floor.seal

    def play(self, session: Session, table: TableRow) -> Play:
        """What is played for at a table."""
        return self.floor.play_at(session, table, self.act.now)

    @property
    def rank(self) -> Rank:
        """The rank in which it is decided."""
        return rank_of(self.decider)


def subject(row: RulingRow) -> Subject:
    """The ruling as the record names it."""
    return Subject("ruling", str(row.pk), named(row))


def named(row: RulingRow) -> str:
    """The ruling as it is spoken of: its table, day and number."""
    return f"Ruling {row.table_number}-{row.day:%y%m%d}-{row.number}"


def apply(
    session: Session, table: TableRow, asked: RulingRequest, bench: Bench
) -> RulingRow | Refused | None:
    """Rule on what happened at a table that is held; in practice nothing is kept."""
    mine = select(RulingRow).where(col(RulingRow.key) == bench.key[:80])
    if (before := session.exec(mine).first()) is not None:
        return before
    at = at_table(session, table, bench.seal, bench.play(session, table))
    return carry_out(session, table, at, asked, _decided(at, asked, bench), bench)


def carry_out(  # noqa: PLR0913, PLR0917
    session: Session,
    table: TableRow,
    at: AtTable,
    asked: RulingRequest,
    ruling: Ruling | Refused,
    bench: Bench,
) -> RulingRow | Refused | None:
    """Carry a ruling out and keep it; a refusal goes on the record as well."""
    verdict: RulingRow | Refused | None
    if isinstance(ruling, Refused):
        verdict = ruling
    else:
        verdict = _carried_out(session, table, at, asked, ruling, bench)
    if isinstance(verdict, Refused):
        _note_refusal(session, table, asked, verdict, bench)
    return verdict


def _decided(at: AtTable, asked: RulingRequest, bench: Bench) -> Ruling | Refused:
    if (asked.round, asked.expected) != (at.round, at.seq):
        wrong = (
            f"It was shown for action {asked.expected} of round {asked.round}; the "
            f"table is at action {at.seq} of round {at.round}."
        )
        right = "Look at the ruling as it would be now."
        return Refused((Refusal(AS_SHOWN, wrong, right),))
    proposed = making.propose(at, asked.what, asked.given)
    if isinstance(proposed, Refused):
        return proposed
    return making.decide(at, asked, proposed.ruling, bench.rank)


def _carried_out(  # noqa: PLR0913, PLR0917
    session: Session,
    table: TableRow,
    at: AtTable,
    asked: RulingRequest,
    ruling: Ruling,
    bench: Bench,
) -> RulingRow | Refused | None:
    """Do it all, or nothing of it: a move that is refused undoes those before."""
    nested = session.begin_nested()
    if ruling.moves:
        tap = Tap(bench.key[:64], at.round, at.seq, {})
        where = TableAct(session, table, bench.act, bench.floor)
        done = rounds.rule(session, table, tap, ruling.moves, where)
        if isinstance(done, Refused):
            nested.rollback()
            return done
        _as_said(at, ruling, done.position)
    if at.here.book.practice:
        nested.commit()
        return None
    row = _row(session, table, at, asked, ruling, bench)
    session.add(row)
    session.flush()
    following.write(session, at, row, ruling, bench.act, bench.decider)
    following.tell(session, row, ruling, bench.act, bench.venue)
    _meter(session, table, at, ruling, bench)
    _note(session, at, row, ruling, bench)
    nested.commit()
    return row


def _as_said(at: AtTable, ruling: Ruling, after: Position) -> None:
    """What was said of each wager was read off these moves: the round must show it."""
    now = at.position
    if now is None or applied(now.game, now.state, ruling.moves) != after.state:
        raise TypeError(f"The round is not what was ruled: {ruling.read_aloud()}")


def _meter(
    session: Session, table: TableRow, at: AtTable, ruling: Ruling, bench: Bench
) -> None:
    """The meter follows what the ruling says of jackpot wagers, now that it stands."""
    held = at.here.round
    if ruling.effects and isinstance(held, RoundRow):
        now = books.position(session, at.here.book, held, bench.seal)
        if has_jackpot(now.state):
            jackpots.follow(session, table, held, now.state, bench.act)


def _row(  # noqa: PLR0913, PLR0917
    session: Session,
    table: TableRow,
    at: AtTable,
    asked: RulingRequest,
    ruling: Ruling,
    bench: Bench,
) -> RulingRow:
    day = bench.venue.local(bench.act.now).date()
    held = at.here.round if at.position else None
    game = at.position.game if at.position else None
    under = ruling.decided_under or ruling.cite
    return RulingRow(
        key=bench.key[:80],
        table_id=table.pk,
        table_number=table.number,
        day=day,
        number=_next_number(session, table, day),
        round_id=held.pk if isinstance(held, RoundRow) else None,
        round=at.round or None,
        seq=at.seq,
        unit=at.unit,
        document=ruling.code,
        what=asked.what,
        answers=plain(asked.given),
        rule_id=ruling.cite.id,
        spoken=fitted(ruling.spoken, 1000),
        fate=ruling.round,
        effects=[kept(effect) for effect in ruling.effects],
        told=[_told(told, ruling.code) for told in ruling.tell],
        moves=[game.write(move) for move in ruling.moves] if game else [],
        chosen=list(asked.chosen),
        retracted=list(asked.retracted),
        returned=ruling.total(Fate.RETURNED),
        rank=LADDERS[ruling.code].title(ruling.decided_by),
        decided_under=under.id,
        called_by=bench.act.by.id,
        called_by_name=bench.act.by.name[:120],
        decided_by=bench.decider.id,
        decided_by_name=bench.decider.name[:120],
        at=bench.act.now,
        lent_kind=at.lent_to.kind if at.lent_to else "",
        lent_id=at.lent_to.id if at.lent_to else "",
        lent_name=at.lent_to.name[:160] if at.lent_to else "",
    )


def _next_number(session: Session, table: TableRow, day: date) -> int:
    """The next number of the table's day; the table is held, so nobody takes it."""
    mine = select(func.max(RulingRow.number)).where(
        col(RulingRow.table_id) == table.pk, col(RulingRow.day) == day
    )
    return (session.exec(mine).one() or 0) + 1


def kept(effect: Effect) -> dict[str, object]:
    """An effect as it is kept."""
    return {
        "seat": effect.seat,
        "wager": effect.wager,
        "amount": effect.amount,
        "fate": effect.fate.value,
        "rule": effect.cite.id,
        "won": effect.won,
    }


def _told(told: MustBeTold, code: str) -> dict[str, str]:
    if isinstance(told.who, Rank):
        who, rank = LADDERS[code].title(told.who), told.who.name
    else:
        who, rank = str(told.who), ""
    return {"who": who, "rule": told.cite.id, "rank": rank}


def _blamed(at: AtTable, row: RulingRow) -> list[str]:
    """Whoever is named for a fraud: the players of the seats, and others by name."""
    seats = (int(seat) for seat in row.answers.get("fraudsters") or ())
    sits = (at.seats.get(seat) for seat in seats)
    others = str(row.answers.get("others") or "").strip()
    return [one.player for one in sits if one] + ([others] if others else [])


def _note(
    session: Session, at: AtTable, row: RulingRow, ruling: Ruling, bench: Bench
) -> None:
    cites = (KEPT, DECIDES, ruling.cite, *(effect.cite for effect in ruling.effects))
    under: tuple[Cite, ...] = (ruling.decided_under,) if ruling.decided_under else ()
    if row.document in ONE_TABLE:
        under = (*under, ONE_TABLE[row.document])
    after = {
        "table": row.table_number,
        "round": row.round,
        "seq": row.seq,
        "what": row.what,
        "answers": row.answers,
        "spoken": row.spoken,
        "fate": row.fate.value,
        "returned": row.returned,
        "chosen": row.chosen,
        "retracted": row.retracted,
        "decided by": bench.decider.id,
        "rank": row.rank,
    }
    if blamed := _blamed(at, row):
        after["blamed"] = blamed
    rules = tuple(dict.fromkeys((*cites, *under)))
    record(session, bench.act, "apply ruling", subject(row), rules=rules, after=after)


def _note_refusal(
    session: Session,
    table: TableRow,
    asked: RulingRequest,
    refused: Refused,
    bench: Bench,
) -> None:
    after = {
        "what": asked.what[:32],
        "round": asked.round,
        "expected": asked.expected,
        "decided by": bench.decider.id,
    }
    record(session, bench.act, "apply ruling", table, refused, after=after)
