"""Whether money at a table adds up: rounds, meters, carried wagers, limits."""

from collections import Counter

from sqlmodel import select

from game.irregularities.ruling import Fate as Ruled
from house.floor import services as tables
from house.floor.at_table.jackpots import countable, fed, staked_on
from house.floor.at_table.judging import lines_of
from house.floor.meters.ledger import OPEN_CLAIMS
from house.floor.meters.models import MeterClaimRow, MeterEntryRow, MeterRow
from house.floor.rounds import book as books
from house.floor.rounds import history
from house.floor.rounds.models import RoundRow
from house.floor.rulings.models import CarriedEndRow, CarriedRow, Fate
from house.floor.rulings.queries import of_round
from house.payments.models import WagerEvent, WagerRow
from tests.house.rounds_cast import SEAL


def table_adds_up(session, number=4):
    """Everything that is kept of a table is what was played, and adds up."""
    table, waits = tables.get(session, number), open_claims(session)
    for row in session.exec(select(RoundRow).order_by(RoundRow.number)):
        played = history.replay(session, books.REAL, row, SEAL)
        now = books.position(session, books.REAL, row, SEAL)
        assert played.position == now
        assert (row.ended_at is not None) == now.over
        wanted = countable(session, row, now.state)
        assert fed(session, row) == wanted or waits, (row.number, wanted)
        if now.over:
            assert played.agrees
            round_adds_up(session, table, row, now)
        else:
            at_risk_adds_up(session, table, row, now)
    meter_adds_up(session)
    carried_add_up(session)


def open_claims(session):
    """Whether a claim waits: until it is settled, nothing is taken off its meter."""
    waits = select(MeterClaimRow.id).where(MeterClaimRow.state.in_(OPEN_CLAIMS))
    return session.exec(waits).first() is not None


def round_adds_up(session, table, row, now):
    """Stakes in are payouts, the house, the meter's wagers, and what goes on."""
    staked = {
        (seat, wager): stake
        for seat, wagers in now.game.staked(now.state).items()
        for wager, stake in wagers.items()
    }
    lines = books.lines(session, books.REAL, row)
    settled = Counter({(x.seat, x.wager): x.stake for x in lines})
    assert len(settled) == len(lines)
    judged = {(x.seat, "jackpot"): x.stake for x in lines_of(session, row) if x.stake}
    fates = {
        fate: {
            (e["seat"], e["wager"])
            for ruling in of_round(session, row.pk, standing=True)
            for e in ruling.effects
            if e["fate"] == fate.value and e["wager"] == "jackpot"
        }
        for fate in (Ruled.RETURNED, Ruled.CARRIED)
    }
    live = {(seat, "jackpot") for seat in staked_on(now.state)}
    paid = house = meter = carried = back = 0
    for place, stake in staked.items():
        ways = [
            place in settled,
            place in judged,
            *(place in f for f in fates.values()),
        ]
        ways.append(place[1] == "jackpot" and place not in live and not any(ways))
        assert sum(ways) == 1, (place, ways)
        if place in settled:
            assert settled[place] == stake
        meter += stake if place in judged else 0
        carried += stake if place in fates[Ruled.CARRIED] else 0
        back += stake if place in fates[Ruled.RETURNED] or ways[-1] else 0
    assert settled.keys() <= staked.keys()
    paid = sum(x.stake + x.net for x in lines)
    house = -sum(x.net for x in lines)
    assert sum(staked.values()) == paid + house + meter + carried + back
    won = Counter()
    for x in lines:
        won[x.patron_id] += x.net
    for x in lines_of(session, row):
        won[x.patron_id] += (x.award if x.claim_id is None else 0) - x.stake
    ledger = of_wagers(session, table, row, WagerEvent.SETTLED)
    assert (+ledger, -ledger) == (+won, -won), (row.number, ledger, won)


def of_wagers(session, table, row, event):
    """What the ledger of wagers says of a round, for each patron."""
    mine = select(WagerRow).where(
        WagerRow.table_number == table.number,
        WagerRow.round == str(row.number),
        WagerRow.event == event,
    )
    found = Counter()
    for wager in session.exec(mine):
        if wager.key.startswith("round-"):
            found[wager.patron_id] += wager.cents
    return found


def at_risk_adds_up(session, table, row, now):
    """What each patron has at risk is what lies on the table."""
    players = books.players(session, books.REAL, row)
    lies = Counter()
    for seat, wagers in now.game.staked(now.state).items():
        lies[players[seat].patron_id] += sum(wagers.values())
    placed = of_wagers(session, table, row, WagerEvent.PLACED)
    assert +placed == lies, (placed, lies)


def meter_adds_up(session):
    """A meter is the sum of its rows, and no row came twice."""
    for meter in session.exec(select(MeterRow)):
        mine = select(MeterEntryRow).where(MeterEntryRow.meter_id == meter.pk)
        entries = session.exec(mine).all()
        assert meter.balance_millionths == sum(e.amount_millionths for e in entries)
        assert meter.last_entry == len(entries)
        assert all(e.stake_cents == e.wagers * meter.price_cents for e in entries)


def carried_add_up(session):
    """A wager that was carried over is played where it says, or went back."""
    query = select(CarriedRow, CarriedEndRow).join(
        CarriedEndRow, CarriedEndRow.carried_id == CarriedRow.id
    )
    for carried, end in session.exec(query):
        if end.fate is Fate.PLAYED:
            row = session.get_one(RoundRow, end.round_id)
            now = books.position(session, books.REAL, row, SEAL)
            assert carried.seat in staked_on(now.state) or row.first_card_at is None
