"""Players with cards and limits at a table that feeds a meter, and rulings there."""

from datetime import date

from sqlmodel import select

from game.loss_limits import Duty
from house.audit import Actor
from house.floor.acts import Act
from house.floor.rounds import book as books
from house.floor.rulings import services
from house.floor.rulings.making import RulingRequest
from house.floor.rulings.models import RulingRow
from house.floor.rulings.services import Bench
from house.floor.tables import services as tables
from house.payments import loss_limits
from house.people.patrons.models import PatronRow, PlayerCardRow
from rulebook import Refused
from tests.house import meters
from tests.house.floor_cast import NOON, VENUE, at, open_table
from tests.house.rounds_cast import FLOOR, NAMES, SEAL, Console, key

DEALER = Actor("tess", "Tess", "dealer")
PRIYA = Actor("priya", "Priya", "supervisor")
RUTH = Actor("ruth", "Ruth", "director")
DEPUTY = Actor("dan", "Dan", "deputy")
POSTED = {"CROWN3", "VIC99"}  # a maximum payout is on the sign
TERMS = {
    "STAR4": meters.STAR,
    "NSW3": meters.NSW,
    "CROWN3": meters.CROWN,
    "VIC99": meters.VIC,
}


def carded(db, *names):
    """Patrons with a player card each."""
    with db.writing() as session:
        for name in names:
            if session.exec(select(PlayerCardRow).where(_card(name))).first():
                continue
            given, _, family = name.partition(" ")
            patron = PatronRow(
                given_name=given,
                family_name=family,
                search_name=name.lower(),
                born_on=date(1980, 1, 1),
                created_at=NOON,
            )
            session.add(patron)
            session.flush()
            session.add(
                PlayerCardRow(
                    number=number_of(name), patron_id=patron.pk, issued_at=NOON
                )
            )


def number_of(name):
    """The number of somebody's player card."""
    return "".join(c for c in name.upper() if c.isascii() and c.isalnum())[:12]


def _card(name):
    return PlayerCardRow.number == number_of(name)


def patron(session, name):
    """The patron of this name."""
    card = session.exec(select(PlayerCardRow).where(_card(name))).one()
    return session.get_one(PatronRow, card.patron_id)


def limited(db, name, cents, days=1, minutes=-5):
    """Set a loss limit for somebody."""
    with db.writing() as session:
        wanted = loss_limits.LimitRequest(cents, days, frozenset(Duty))
        act = at(minutes, by=PRIYA)
        row = loss_limits.set_limit(session, patron(session, name), wanted, act)
        assert not isinstance(row, Refused), row


def table_of(db, code="STAR4", seats=(2, 3), *, cards="dealt", jackpot=False, **more):
    """A table with players and an open round."""
    open_table(db, code, **more)
    if jackpot:
        with db.writing() as session:
            meters.opened(session, TERMS[code], (4,), at=at(-30))
    console = Console(db, act=at(by=DEALER))
    seat_all(console, seats)
    opened = console.open(options=options_of(code, cards))
    assert not isinstance(opened, Refused), opened
    return console


def seat_all(console, seats, names=NAMES):
    """Let players sit down with their cards."""
    carded(console.db, *names[: len(seats)])
    for seat, name in zip(seats, names, strict=False):
        done = console.sit(seat, names=[name], card=number_of(name))
        assert not isinstance(done, Refused), done


def options_of(code, cards="dealt"):
    """A maximum payout is posted where the document wants one."""
    return {"cards": cards} | ({"maximum_payout": 50_000_00} if code in POSTED else {})


def dealt(db, code="STAR4", seats=(2, 3), amount=10_00, also=None, **more):
    """A round at its first decision."""
    console = table_of(db, code, seats, **more)
    ante_all(console, seats, amount, also)
    return console


def ante_all(console, seats, amount=10_00, also=None):
    """Everybody antes and the cards come out."""
    for seat in seats:
        extra = {"also": also} if also else {}
        console.must("ante", seat=seat, amount=amount, **extra)
    while not step(console):
        pass


def offers(console):
    """What may happen now."""

    def work(session, table):
        here = books.here(session, table)
        position = books.position(session, here.book, here.round, SEAL)
        return {o.act for o in position.game.offers(position.state)}

    return console.read(work)


def step(console):
    """Bring a round on to its first decision."""
    found = offers(console)
    if "bet" in found:
        return True
    for act in ("deal", "turn_up", "bet_or_fold", "no_more_bets"):
        if act in found:
            console.must(act)
            return False
    raise AssertionError(found)


def rule(console, sort, by=PRIYA, /, *, caller=DEALER, minutes=1, **asked):
    """Rule on something at the table of a console."""
    chosen = asked.pop("chosen", ())
    retracted = asked.pop("retracted", ())
    round_ = asked.pop("round_", console.round)
    expected = asked.pop("expected", console.seq)
    key_ = asked.pop("key_", None) or key()
    made = RulingRequest(sort, asked, round_, expected, tuple(chosen), tuple(retracted))
    seated = bench(by, caller, minutes, key_)
    with console.db.writing() as session:
        table = tables.get(session, console.number, lock=True)
        return services.apply(session, table, made, seated)


def bench(by=PRIYA, caller=DEALER, minutes=1, key_=None):
    """Who calls and who decides."""
    act = Act(caller, at(minutes).now)
    return Bench(act, by, VENUE, FLOOR, key_ or key())


def done(verdict):
    """The ruling that was made; a refusal would be a surprise."""
    assert isinstance(verdict, RulingRow), verdict
    return verdict


def rows(db, kind, **where):
    """Rows of a table, in order."""
    with db.reading() as session:
        query = select(kind)
        for name, value in where.items():
            query = query.where(getattr(kind, name) == value)
        return session.exec(query.order_by(kind.id)).all()


def at_table(console, work):
    """Do something at the console's table in a transaction of its own."""
    with console.db.writing() as session:
        return work(session, tables.get(session, console.number, lock=True))
