"""Whether money at a table adds up: rounds, meters, carried wagers, limits."""

from collections import Counter

from sqlmodel import select

from game.fates import Fate as Ruled
from house.audit.verification import verify
from house.floor.at_table.jackpots import countable, fed, in_play, staked_on
from house.floor.at_table.judging import lines_of
from house.floor.at_table.who import backers
from house.floor.meters.models import MeterEntryRow, MeterRow
from house.floor.rounds import book as books
from house.floor.rounds import history
from house.floor.rounds.models import RoundRow
from house.floor.rulings import carrying
from house.floor.rulings.models import CarriedEndRow, CarriedRow, Fate, RulingRow
from house.floor.rulings.queries import of_round
from house.floor.tables import services as tables
from house.payments.models import WagerEvent, WagerRow
from tests.house.rounds_cast import SEAL

JACKPOT = "jackpot"


def table_adds_up(session, number=4):
    """Everything that is kept of a table is what was played, and adds up."""
    table, rest = tables.get(session, number), 0
    for row in session.exec(select(RoundRow).order_by(RoundRow.number)):
        played = history.replay(session, books.REAL, row, SEAL)
        now = books.position(session, books.REAL, row, SEAL)
        assert played.position == now
        assert (row.ended_at is not None) == now.over
        assert row.first_card_at == now.first_card_at
        assert fed(session, row) == countable(session, row, now.state), row.number
        if now.over:
            assert played.agrees
            rest += round_adds_up(session, table, row, now)
        else:
            at_risk_adds_up(session, table, row, now)
            rest += len(in_play(now.state).keys() - moved_on(session, row))
    meter_adds_up(session, rest + len(carrying.waiting(session, table.pk)))
    carried_add_up(session)
    assert verify(session).holds


def fated(session, row, *fates):
    """The stakes of a round that met one of these fates by a ruling that stands."""
    words = {fate.value for fate in fates}
    return {
        (effect["seat"], effect["wager"])
        for ruling in of_round(session, row.pk, standing=True)
        if _dealt(session, row, ruling.seq)
        for effect in ruling.effects
        if effect["fate"] in words and effect["wager"] == JACKPOT
    }


def _dealt(session, row, seq):
    """Whether the first card was out: until then a stake is just taken off."""
    then = books.after(session, books.REAL, row, SEAL, seq) if seq else None
    return then is not None and then.game.started(then.state)


def moved_on(session, row):
    """The seats whose jackpot wager left a round: given back, or carried over."""
    return {seat for seat, _ in fated(session, row, Ruled.RETURNED, Ruled.CARRIED)}


def round_adds_up(session, table, row, now):
    """Stakes in are payouts, the house, the meter's wagers, and what goes on.

    Says how many jackpot wagers came to rest in the round.
    """
    staked = {
        (seat, wager): stake
        for seat, wagers in now.game.staked(now.state).items()
        for wager, stake in wagers.items()
    }
    lines = books.lines(session, books.REAL, row)
    settled = Counter({(x.seat, x.wager): x.stake for x in lines})
    assert len(settled) == len(lines)
    assert settled.keys() <= staked.keys()
    judged = {(x.seat, JACKPOT): x.stake for x in lines_of(session, row) if x.stake}
    returned = fated(session, row, Ruled.RETURNED)
    carried = fated(session, row, Ruled.CARRIED)
    seen = now.game.seen(now.state, None)["seats"]
    void = {box["seat"] for box in seen if box["status"] == "void"}
    live = {(seat, JACKPOT) for seat in staked_on(now.state) if seat not in void}
    sums = Counter()
    for place, stake in staked.items():
        ways = {
            "settled": place in settled,
            "meter": place in judged,
            "back": place in returned and place not in settled,  # else it has a line
            "carried": place in carried,
        }
        if place[1] == JACKPOT and place not in live and not any(ways.values()):
            ways["back"] = True  # never registered, or put on a void hand afterwards
        [way] = [way for way, true in ways.items() if true] or ["nowhere"]
        assert way != "nowhere", (row.number, place)
        sums[way] += stake
        assert settled.get(place, stake) == stake
        assert judged.get(place, stake) == stake
    paid = sum(x.stake + x.net for x in lines)
    house = -sum(x.net for x in lines)
    assert paid >= 0
    assert sums["settled"] == paid + house
    assert sum(staked.values()) == paid + house + sums.total() - sums["settled"]
    assert all(x.net >= -x.stake for x in lines)
    _limits_add_up(session, table, row, lines)
    jackpots = {place for place in (*settled, *judged) if place[1] == JACKPOT}
    return len(jackpots - returned)


def _limits_add_up(session, table, row, lines):
    """What a round came to is what the ledger of wagers says, for each patron."""
    won = Counter()
    for x in lines:
        won[x.patron_id] += x.net
    for x in lines_of(session, row):
        won[x.patron_id] += (x.award if x.claim_id is None else 0) - x.stake
    del won[None]
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
    backed = backers(session, row)
    lies = Counter()
    for seat, wagers in now.game.staked(now.state).items():
        for wager, stake in wagers.items():
            mine = backed[seat].backer_patron_id if _is(backed, seat, wager) else None
            lies[mine or players[seat].patron_id] += stake
    del lies[None]
    placed = of_wagers(session, table, row, WagerEvent.PLACED)
    assert +placed == lies, (placed, lies)


def _is(backed, seat, wager):
    return wager == JACKPOT and seat in backed


def meter_adds_up(session, wagers):
    """A meter is the sum of its rows; they count each wager that came in and stayed."""
    for meter in session.exec(select(MeterRow)):
        mine = select(MeterEntryRow).where(MeterEntryRow.meter_id == meter.pk)
        entries = session.exec(mine).all()
        assert meter.balance_millionths == sum(e.amount_millionths for e in entries)
        assert meter.last_entry == len(entries)
        assert all(e.stake_cents == e.wagers * meter.price_cents for e in entries)
        assert sum(e.wagers for e in entries) == wagers
        assert meter.alarm_at is None, meter.alarm_text
        assert meter.balance_millionths >= meter.reseed_cents * 1_000_000


def carried_add_up(session):
    """A carried wager waits, is played or went back: one of them, and once."""
    held = {row.pk for row in session.exec(select(CarriedRow))}
    waits = {row.pk for row in carrying.waiting(session, tables.get(session, 4).pk)}
    ends = {pk: [] for pk in held}
    for end in session.exec(select(CarriedEndRow).order_by(CarriedEndRow.id)):
        ends[end.carried_id].append(end)
    for pk, mine in ends.items():
        carried = session.get_one(CarriedRow, pk)
        ruling = session.get_one(RulingRow, carried.ruling_id)
        stands = ruling in of_round(session, ruling.round_id, standing=True)
        fates = [end.fate for end in mine]
        over = bool(fates) and fates[-1] is not Fate.WAITING
        assert (pk in waits) == (stands and not over)
        assert Fate.RETURNED not in fates[:-1]
        for one, next_ in zip([None, *fates], fates, strict=False):
            again = one in {Fate.PLAYED, Fate.NEVER}
            assert (next_ is Fate.WAITING) == again
        if fates and fates[-1] is Fate.PLAYED:
            row = session.get_one(RoundRow, mine[-1].round_id)
            now = books.position(session, books.REAL, row, SEAL)
            assert row.pk > ruling.round_id
            back = {seat for seat, _ in fated(session, row, Ruled.RETURNED)}
            assert carried.seat in in_play(now.state).keys() | back
