"""Jackpot wagers apart from their box: on another's, or carried and given back."""

from collections.abc import Iterator, Mapping

from sqlmodel import Session

from game.jackpots.opening import JackpotWager, may_place_jackpot
from game.jackpots.rules import WageringRules
from game.play import Move
from game.player_cards import CARDS_NEEDED
from game.rulebooks import nsw3_jackpots, star4_jackpots
from house.floor.acts import Act, record
from house.floor.at_table.chips import declared_by, undeclared
from house.floor.at_table.jackpots import count, follow
from house.floor.at_table.models import BackedRow
from house.floor.at_table.reconciling import reconcile
from house.floor.at_table.who import JACKPOT, money_act, patron_of
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds import services as rounds
from house.floor.rounds.models import AnySeat, RoundRow
from house.floor.rounds.taps import TableAct, Tap
from house.floor.rulings import carrying
from house.floor.rulings.models import CarriedEndRow, CarriedRow, RulingRow
from house.floor.rulings.scenes import AtTable, at_table
from house.floor.rulings.services import Bench
from house.payments import wagers
from house.payments.wagers import Wager
from house.people.patrons.models import PatronRow
from house.sealing import Seal
from rulebook import STAR4, Refusal, Refused

WAGERING: Mapping[str, WageringRules] = {
    "NSW3": nsw3_jackpots.WAGERING,
    "STAR4": star4_jackpots.WAGERING,
}
ALLOWED = STAR4.at("15.2.1.1")


def back(
    session: Session, table: TableRow, seat: int, backer_seat: int, bench: Bench
) -> BackedRow | Refused:
    """Place one player's jackpot wager on the box of another before the first card."""
    at = at_table(session, table, bench.seal, bench.play(session, table))
    found = tuple(_against(session, table, at, seat, backer_seat, bench))
    verdict = (
        Refused(found)
        if found
        else _placed(session, table, at, seat, backer_seat, bench)
    )
    refused = verdict if isinstance(verdict, Refused) else None
    after = {"seat": seat, "backer": backer_seat, "allowed by": bench.decider.id}
    name = "back jackpot on another box"
    record(session, bench.act, name, table, refused, rules=(ALLOWED,), after=after)
    return verdict


def _against(  # noqa: PLR0913, PLR0917
    session: Session,
    table: TableRow,
    at: AtTable,
    seat: int,
    backer_seat: int,
    bench: Bench,
) -> Iterator[Refusal]:
    rules, now = WAGERING.get(table.rulebook), at.position
    price = now.state.setup.jackpot if now else None
    backer, owner = at.seats.get(backer_seat), at.seats.get(seat)
    if rules is None or now is None or price is None or backer is None or owner is None:
        wrong = "No jackpot wager can be placed on that box now."
        yield Refusal(ALLOWED, wrong, "It takes a round, a jackpot and two players.")
        return
    staked = now.game.staked(now.state)
    wager = JackpotWager(
        bettor=backer.player,
        box_owner=owner.player,
        cents=price,
        box_has_stake=seat in staked,
        owner_has_jackpot_wager=bool(staked.get(seat, {}).get(JACKPOT)),
        first_card_dealt=now.game.started(now.state),
        approved_by=bench.rank,
    )
    refused = may_place_jackpot(table.rulebook, rules, price, wager)
    yield from refused.refusals if refused else ()
    patron = patron_of(session, backer)
    if patron is not None:
        yield from _own_limit(session, table, patron, backer, price, bench)


def _own_limit(  # noqa: PLR0913, PLR0917
    session: Session,
    table: TableRow,
    patron: PatronRow,
    backer: AnySeat,
    price: int,
    bench: Bench,
) -> Iterator[Refusal]:
    """A guest bets with their own card, within their own limit, chips declared."""
    chips = declared_by(session, backer.pk)
    mine = Wager(price, card=backer.card, chips=chips)
    yield from wagers.against(session, table, patron, mine, money_act(bench.act))
    if table.rulebook in CARDS_NEEDED:
        yield from undeclared(session, patron, backer, bench.act)


def _placed(  # noqa: PLR0913, PLR0917
    session: Session,
    table: TableRow,
    at: AtTable,
    seat: int,
    backer_seat: int,
    bench: Bench,
) -> BackedRow | Refused:
    now, held = at.position, at.here.round
    assert now is not None
    assert isinstance(held, RoundRow)
    price, backer = now.state.setup.jackpot or 0, at.seats[backer_seat]
    nested = session.begin_nested()
    row = BackedRow(
        round_id=held.pk,
        seat=seat,
        backer_seat=backer_seat,
        backer_patron_id=backer.patron_id,
        backer=backer.player,
        amount=price,
        rule_id=ALLOWED.id,
        allowed_by=bench.decider.id,
        allowed_by_name=bench.decider.name[:120],
        at=bench.act.now,
    )
    session.add(row)
    session.flush()
    tap = Tap(bench.key[:64], at.round, at.seq, {})
    where = TableAct(session, table, bench.act, bench.floor)
    moves = tuple(_again(at, seat, price))
    done = rounds.rule(session, table, tap, moves, where)
    if isinstance(done, Refused):
        nested.rollback()
        return done
    nested.commit()
    return row


def _again(at: AtTable, seat: int, price: int) -> Iterator[Move]:
    """The same ante once more, now with the jackpot wager on it."""
    now = at.position
    if now is None:
        return
    staked = dict(now.game.staked(now.state)[seat])
    ante = staked.pop("ante")
    yield Move("take_back", seat=seat)
    also = (*staked.items(), (JACKPOT, price))
    yield Move("ante", seat=seat, amount=ante, also=also)


def return_carried(  # noqa: PLR0913, PLR0917
    session: Session,
    table: TableRow,
    row: CarriedRow,
    notification: str,
    act: Act,
    seal: Seal,
) -> CarriedEndRow | Refused:
    """Give a carried jackpot wager back, and take it off the meter that counts it.

    After two misdeals it was paid and counted in the first of the rounds, not the last.
    """
    end = carrying.give_back(session, table, row, notification, act)
    if isinstance(end, Refused):
        return end
    ruling = session.get_one(RulingRow, row.ruling_id)
    held = session.get(RoundRow, ruling.round_id) if ruling.round_id else None
    for round_, adjust in ((held, follow), (books.under_way(session, table), count)):
        if round_ is not None:
            now = books.position(session, books.REAL, round_, seal)
            adjust(session, table, round_, now.state, act)
            reconcile(session, table, round_, now.state, act)
    return end
