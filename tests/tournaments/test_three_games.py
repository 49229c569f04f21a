"""Hands of every game at tournament tables: the marker, limits, stacks, the ledger."""

from random import Random

import pytest

from house.floor.rounds import book as books
from house.floor.rounds.taps import Done
from rulebook import Refused
from tests.house.money_cast import ledger_holds
from tests.house.night_chance import chosen
from tests.tournaments.cast import SLUG, cites
from tests.tournaments.play_cast import (
    FLOOR,
    GAMES,
    asked,
    game_begins,
    stacks,
    tablet,
)
from tournaments import queries
from tournaments.play import verification

EVERY = pytest.mark.parametrize("game", GAMES)
FIRST_WAGER = {"mississippi": "ante", "caribbean": "ante", "baccarat": "bet"}


def now(console):
    """The round under way, and where it is."""

    def work(session, table):
        here = books.here(session, table)
        return here.round, books.position(session, here.book, here.round, FLOOR.seal)

    return console.read(work)


def stake(console, game, seat, amount=100):
    """The first wager of a seat."""
    spot = {"spot": "player"} if game == "baccarat" else {}
    return console.tap(FIRST_WAGER[game], seat=seat, amount=amount, **spot)


def hand(console, game, options, chance):
    """A whole hand at random, once everybody who takes part has staked."""
    row = console.open(options=options)
    assert not isinstance(row, Refused), row
    first = asked(console, lambda play: play.first_to_bet())
    others = sorted(asked(console, lambda play: play.playing) - {first})
    for seat in (first, *others):
        done = stake(console, game, seat)
        assert isinstance(done, Done), done
    for _ in range(400):
        row, position = now(console)
        if row.ended_at is not None:
            return first
        back = ("take_back", "ante", "bet_blind")
        fields = chosen(chance, position, without=back, seats=(first, *others))
        console.tap(**fields, round_=row.number, expected=position.seq)
    raise AssertionError("The hand does not end.")


@EVERY
@pytest.mark.rule("HOUSE-TOURN-162", "HOUSE-TOURN-163", "HOUSE-TOURN-165")
def test_hands_of_every_game_are_played_in_chips_and_rebuilt(db, game):
    options = game_begins(db, game)
    console, chance = tablet(db), Random(7)
    has, tray = stacks(db, console)
    total = sum(has.values()) + tray
    firsts = [hand(console, game, options, chance) for _ in range(4)]
    assert firsts == sorted(has)[:4]
    after, left = stacks(db, console)
    assert sum(after.values()) + left == total
    assert after != has
    with db.reading() as session:
        ledger_holds(session)
        found = verification.rebuild(session, queries.get(session, SLUG), FLOOR.seal)
        assert (found.wrong, found.hands) == ([], 4)


@EVERY
@pytest.mark.rule("HOUSE-TOURN-162", "HOUSE-ROUNDS-19", "CROWN3-12.4.4(b)")
def test_over_bets_and_wrong_turns_are_refused_in_every_game(db, game):
    options = game_begins(db, game)
    console = tablet(db)
    has = stacks(db, console)[0]
    assert not isinstance(console.open(options=options), Refused)
    first = asked(console, lambda play: play.first_to_bet())
    other = next(seat for seat in has if seat != first)
    assert "HOUSE-ROUNDS-19" in cites(stake(console, game, other))
    assert isinstance(stake(console, game, first, has[first] + 25), Refused)
    assert isinstance(stake(console, game, first, 75), Refused)  # below the least
    assert isinstance(stake(console, game, first, 110), Refused)  # not on the step
    assert isinstance(stake(console, game, first, has[first]), Done)
