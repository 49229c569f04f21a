"""What seats were really paid, beside what the settlement says."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sqlmodel import Session

from game.media import paid_in
from game.payments import Intent, Kind
from game.player_cards import CARDS_NEEDED, owed
from game.rulebooks.mississippi import Medium
from house.floor.acts import Act, record, signed
from house.floor.at_table.jackpot_wagers import lines_of
from house.floor.at_table.models import JackpotLineRow, PaidRow
from house.floor.at_table.reconciling import reconcile_kept
from house.floor.at_table.round_facts import keyed, settlement_of
from house.floor.at_table.who import money_act
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds.models import LineRow, RoundRow
from house.payments import services as payments
from house.payments.rules import MOST_CENTS, Entry
from house.people.patrons.models import PatronRow
from rulebook import HOUSE, Cite, Cited, Refusal, Refused

KEYED = HOUSE.at("ATTABLE-2")


@dataclass(frozen=True, slots=True)
class SeatDue:
    """What a seat gets after a round: stakes that go back, and winnings."""

    seat: int
    player: str
    patron_id: int | None
    cents: int
    lines: tuple[LineRow, ...]
    jackpots: tuple[JackpotLineRow, ...]
    paid: PaidRow | None = None
    held: Cite | None = None  # why nothing is owed, whatever the settlement says
    staked_in: Medium = Medium.CHIPS
    paid_in: Cited[Medium] | None = None  # where a stake wins something else

    @property
    def why(self) -> tuple[Cite, ...]:
        """The rules by which it is paid otherwise than the lines say."""
        in_chips = (self.paid_in.cite,) if self.paid_in else ()
        return (*((self.held,) if self.held else ()), *in_chips)


def due(session: Session, round_: RoundRow) -> tuple[SeatDue, ...]:
    """What each seat of a settled round is to be paid, and what was keyed."""
    lines = [
        x for x in books.lines(session, books.REAL, round_) if isinstance(x, LineRow)
    ]
    jackpots = lines_of(session, round_)
    paid = {row.seat: row for row in keyed(session, round_)}
    seats = dict.fromkeys([*(x.seat for x in lines), *(j.seat for j in jackpots)])
    found = [_due(seat, lines, jackpots, paid) for seat in seats]
    found = [_in_chips(one, round_, _media(session, round_)) for one in found]
    if round_.setup["document"] not in CARDS_NEEDED:
        return tuple(found)
    return tuple(_held_back(session, one) for one in found)


def _media(session: Session, round_: RoundRow) -> Mapping[int, Medium]:
    """What each seat's ante was put down in, where that was not chips."""
    actions = books.actions(session, books.REAL, round_)
    gone = {action.takes_back for action in actions}
    return {
        action.data["seat"]: Medium(action.data["medium"])
        for action in actions
        if action.kind == "ante" and action.seq not in gone and "medium" in action.data
    }


def _in_chips(one: SeatDue, round_: RoundRow, media: Mapping[int, Medium]) -> SeatDue:
    """What the winnings of a stake are paid in, where it was not chips."""
    medium = media.get(one.seat, Medium.CHIPS)
    won = paid_in(round_.setup["document"], medium)
    return replace(one, staked_in=medium, paid_in=won)


def _held_back(session: Session, one: SeatDue) -> SeatDue:
    """What an employee staked and won against their policy is held."""
    patron = session.get(PatronRow, one.patron_id) if one.patron_id else None
    payable = owed(one.cents, in_breach=patron is not None and patron.is_employee)
    if payable.value == one.cents:
        return one
    return replace(one, cents=payable.value, held=payable.cite)


def _due(
    seat: int,
    lines: Sequence[LineRow],
    jackpots: Sequence[JackpotLineRow],
    paid: Mapping[int, PaidRow],
) -> SeatDue:
    mine = tuple(line for line in lines if line.seat == seat)
    wins = tuple(line for line in jackpots if line.seat == seat)
    back = sum(line.stake + line.net for line in mine)
    prizes = sum(line.award for line in wins if line.claim_id is None)
    first: LineRow | JackpotLineRow = mine[0] if mine else wins[0]
    return SeatDue(
        seat,
        first.player,
        first.patron_id,
        back + prizes,
        mine,
        wins,
        paid.get(seat),
    )


def key_paid(  # noqa: PLR0913, PLR0917
    session: Session,
    table: TableRow,
    round_: RoundRow,
    seat: int,
    paid: int,
    act: Act,
    *,
    against: Iterable[Refusal] = (),  # of whoever runs the round
) -> PaidRow | Refused:
    """Key what a seat was paid; a difference opens an entry of the register."""
    found = {one.seat: one for one in due(session, round_)}.get(seat)
    refusals = (*against, *_against(round_, found, seat, paid))
    refused = Refused(refusals) if refusals else None
    row = None
    if refused is None and found is not None:
        row = PaidRow(
            round_id=round_.pk,
            settlement=settlement_of(session, round_),
            seat=seat,
            patron_id=found.patron_id,
            due=found.cents,
            paid=paid,
            payment_id=_opened(session, table, round_, found, paid, act),
            **signed(act),
        )
        session.add(row)
        session.flush()
        reconcile_kept(session, table, round_, act)
    after = {
        "round": round_.number,
        "seat": seat,
        "paid": min(paid, MOST_CENTS + 1),
        "due": found.cents if found else None,
    }
    rules = (KEYED, *found.why) if found else (KEYED,)
    record(session, act, "key paid", table, refused, rules=rules, after=after)
    return row or refused or Refused(())


def _against(
    round_: RoundRow, found: SeatDue | None, seat: int, paid: int
) -> Iterator[Refusal]:
    if found is None:
        wrong = f"Seat {seat} has no settled wager in round {round_.number}."
        yield Refusal(KEYED, wrong, "Key it once the round is settled.", "seat")
    elif found.paid is not None:
        wrong = f"What seat {seat} was paid is keyed already."
        right = "A mistake in keying is put right in the register."
        yield Refusal(KEYED, wrong, right, "seat")
    if not 0 <= paid <= MOST_CENTS:
        yield Refusal(KEYED, "This is no amount to pay.", "Give dollars.", "paid")


def _opened(  # noqa: PLR0913, PLR0917
    session: Session,
    table: TableRow,
    round_: RoundRow,
    found: SeatDue,
    paid: int,
    act: Act,
) -> int | None:
    if paid == found.cents:
        return None
    note = f"Round {round_.number} at table {table.number}, seat {found.seat}."
    happened = round_.ended_at or act.now
    entry = Entry(
        Kind.WAGER,
        paid,
        found.cents,
        happened,
        max(act.now, happened),
        Intent.UNINTENDED,
        note,
        table.number,
        found.patron_id,
    )
    case = payments.enter(session, entry, money_act(act))
    return None if isinstance(case, Refused) else case.item.pk
