"""Whether money at a table adds up: rounds, meters, carried wagers, limits."""

from collections import Counter

from sqlmodel import select

from game.fates import Fate as Ruled
from house.audit.verification import verify
from house.cli import LEDGER_CHECKS
from house.floor.at_table.jackpot_wagers import in_play, lines_of, staked_on
from house.floor.at_table.jackpots import countable, fed
from house.floor.at_table.round_facts import facts_of
from house.floor.meters.models import MeterEntryRow, MeterRow
from house.floor.rounds import book as books
from house.floor.rounds import history
from house.floor.rounds.models import RoundRow
from house.floor.rulings import carrying
from house.floor.rulings.models import CarriedEndRow, CarriedRow, Fate, RulingRow
from house.floor.rulings.upheld import taken_back
from house.floor.tables import services as tables
from house.ledger import verification
from house.ledger.models import AccountRow
from house.payments.accounts import CARRIED
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
            rest += round_adds_up(session, row, now)
        else:
            rest += len(in_play(now.state).keys() - moved_on(session, row))
    meter_adds_up(session, rest + len(carrying.waiting(session, table.pk)))
    carried_add_up(session)
    laid = _laid_again(session, table)
    waits = (w for w in carrying.waiting(session, table.pk) if w.seat not in laid)
    assert balances(session, CARRIED) == sum(wager.amount for wager in waits)
    assert verify(session).holds
    ledger_holds(session)


def _laid_again(session, table):
    """The seats before whose player a wager that waits lies for the next deal."""
    row = books.under_way(session, table)
    if row is None or row.first_card_at is not None:
        return ()
    now = books.position(session, books.REAL, row, SEAL)
    return facts_of(session, table, row, now.state).carried_in


def ledger_holds(session):
    """Balances equal postings, postings balance, rounds are posted as they are due."""
    wrong = verification.verify(session, LEDGER_CHECKS).wrong
    assert wrong == (), wrong


def balances(session, kind):
    """What all accounts of a kind come to."""
    mine = select(AccountRow.balance).where(AccountRow.kind == kind)
    return sum(session.exec(mine))


def standing(session, round_id):
    """The rulings of a round that were not taken back."""
    mine = select(RulingRow).where(RulingRow.round_id == round_id)
    return session.exec(mine.where(~taken_back(RulingRow.id))).all()


def fated(session, row, *fates):
    """The stakes of a round that met one of these fates by a ruling that stands."""
    words = {fate.value for fate in fates}
    return {
        (effect["seat"], effect["wager"])
        for ruling in standing(session, row.pk)
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


def round_adds_up(session, row, now):
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
    jackpots = {place for place in (*settled, *judged) if place[1] == JACKPOT}
    return len(jackpots - returned)


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
        stands = ruling in standing(session, ruling.round_id)
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
