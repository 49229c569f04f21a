"""Tables whose cards are checked, shuffled, cut and dealt in tests."""

from dataclasses import replace

from game.cards import show
from house.audit import Actor
from house.floor.models import Device
from house.floor.rounds import book as books
from house.floor.rounds.models import RoundRow
from house.floor.tables import services, shutting
from rulebook import Refused
from tests.house.at_table_cast import carded, number_of
from tests.house.cards_cast import Cards
from tests.house.floor_cast import at, do, open_table
from tests.house.rounds_cast import NAMES, SEAL, Console, dealer
from tests.house.test_tables import PLAIN

SHOE, SHUFFLER, HAND = Device.SHOE, Device.SHUFFLER, Device.HAND
KEYED = {"cards": "keyed", "maximum_payout": 100_000_00}


TWO = {"backs": "red blue"}


BOSS = at(by=Actor("priya", "Priya", "supervisor"))


INSPECTOR = at(by=Actor("samir", "Samir", "inspector"))


DOCUMENTS = ("CROWN3", "MASS", "NSW3", "STAR4", "VIC99")


def code_of(rule):
    return rule.partition("-")[0].replace("HOUSE", "MASS")


def layout(code, device=SHOE, **more):
    game = "caribbean_stud" if code == "VIC99" else "mississippi_stud"
    return replace(PLAIN, rulebook=code, game=game, device=device, **more)


def set_up(db, code, device=SHOE, *, from_hand=True, **more):
    with db.writing() as session:
        wanted = layout(code, device, **more)
        return services.set_up(session, wanted, at(), from_hand=from_hand)


def closed_table(db, code="CROWN3", device=SHOE, **more):
    open_table(db, code, device=device, **more)
    do(db, 4, shutting.close, at(-30), nobody=True)


def tables(db, code="CROWN3", device=SHOE, number=4, **more):
    """A console and the cards of an open table, with somebody at seat 2."""
    open_table(db, code, number, device=device, **more)
    carded(db, *NAMES)
    console = Console(db, number, act=dealer())
    sit(console, 2)
    return console, Cards(db, number)


def sit(console, seat, name=NAMES[0]):
    """Somebody sits down with a player card, as STAR4 asks of everybody."""
    sat = console.sit(seat, names=[name], card=number_of(name))
    assert not isinstance(sat, Refused), sat


def offers(console):
    def work(session, table):
        here = books.here(session, table)
        position = books.position(session, here.book, here.round, SEAL)
        return {offer.act: offer for offer in position.game.offers(position.state)}

    return console.read(work)


def to_the_deal(console, seat=2):
    console.must("ante", seat=seat, amount=10_00)
    if "no_more_bets" in offers(console):
        console.must("no_more_bets")


def play(console, **wanted):
    """A keyed round in which everybody folds as soon as they may."""
    row = console.open(options=KEYED, **wanted)
    assert isinstance(row, RoundRow), row
    to_the_deal(console)
    finish(console)


def finish(console):
    for _ in range(12):
        found = offers(console)
        if not found:
            return
        for act in ("fold", "deal", "bet_or_fold", "turn_up", "close"):
            if act in found:
                extra = {"seat": 2} if act == "fold" else {}
                wanted = found[act].cards
                if wanted and wanted.count:
                    extra["cards"] = [show(wanted.left[:1])]
                done = console.must(act, **extra)
                break
        else:
            raise AssertionError(found)
        if done.position.over:
            return


def deck_rules(code):
    from game.rulebooks.deck_of import deck_rules as found  # noqa: PLC0415

    game = "caribbean_stud" if code == "VIC99" else "mississippi_stud"
    return found(game, code)
