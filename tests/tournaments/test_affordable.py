"""The console offers a wager only to a stack that can pay it."""

import pytest

from game.play import Offer
from game.play.offers import between
from game.ranks import Rank
from house.floor.console import screen
from rulebook import CROWN3, Refused
from tests.tournaments.cast import at
from tests.tournaments.play_cast import DEALT, FLOOR, asked, in_session, tablet
from tests.tournaments.test_table_close import LATER, at_table, expected
from tournaments.play import moving_chips
from tournaments.play.models import Moved
from tournaments.play.moving_chips import Moving
from tournaments.rules.affordable import affordable

BET = Offer("bet", CROWN3.at("5.8.2"), 2, between(100, 300, 100, (100, 200, 300)))
FOLD = Offer("fold", CROWN3.at("5.8.2"), 2)


@pytest.mark.rule("HOUSE-TOURN-162")
@pytest.mark.parametrize(
    ("stack", "most", "taps"),
    [
        (400, 300, (100, 200, 300)),
        (399, 200, (100, 200)),
        (300, 200, (100, 200)),
        (200, 100, (100,)),
    ],
)
def test_a_bet_goes_as_far_as_the_stack(stack, most, taps):
    found = [*affordable([BET, FOLD], {2: stack}, {2: {"ante": 100}}, 3)]
    amounts = found[0].amounts
    assert (amounts.least, amounts.most, amounts.taps) == (100, most, taps)
    assert found[1] is FOLD


@pytest.mark.rule("HOUSE-TOURN-162")
def test_who_cannot_pay_the_least_bet_may_only_fold():
    assert [*affordable([BET, FOLD], {2: 199}, {2: {"ante": 100}}, 3)] == [FOLD]


@pytest.mark.rule("HOUSE-TOURN-162")
def test_a_bet_goes_as_far_as_the_terms():
    [bet] = affordable([BET], {2: 9_000}, {2: {"ante": 100}}, 2)
    assert bet.amounts.most == 200


@pytest.mark.rule("HOUSE-TOURN-162")
def test_the_console_of_a_table_offers_what_stacks_can_pay(db):
    in_session(db)
    console = tablet(db)
    entries = asked(console, lambda play: play.entries)
    seat, has = min(entries), expected(db).stacks
    short = has[entries[seat]] - 250
    gone = Moving(Moved.CORRECTION, -short, entries[seat], reason="Paid twice")
    assert not isinstance(at_table(db, moving_chips.move, gone, at(LATER)), Refused)
    console.open(options=DEALT)
    first = asked(console, lambda play: play.first_to_bet())
    order = [s for s in sorted(entries) if s >= first]
    for each in (*order, *(s for s in sorted(entries) if s < first)):
        assert not isinstance(console.tap("ante", seat=each, amount=100), Refused)
    for act in ("no_more_bets", "deal", "bet_or_fold"):
        assert not isinstance(console.tap(act), Refused)

    def taps(session, table):
        play = FLOOR.play_at(session, table, console.act.now)
        there = screen.read(session, table, FLOOR.seal, Rank.SUPERVISOR, play)
        mine = next(p for p in there.asks if p.seat == seat)
        return [b.move["amount"] for b in mine.buttons if b.move["act"] == "bet"]

    assert console.read(taps) == [100]
    assert isinstance(console.tap("bet", seat=seat, amount=200), Refused)
    assert not isinstance(console.tap("bet", seat=seat, amount=100), Refused)
