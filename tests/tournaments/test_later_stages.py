"""A session of a later stage is played from its own seats, with its own banks."""

import pytest

from rulebook import Refused
from tests.house.money_cast import ledger_holds
from tests.tournaments.cast import MINUTE, NOW, SLUG, at, cites
from tests.tournaments.play_cast import (
    FLOOR,
    SUE,
    TESS,
    deal,
    in_session,
    seated,
    seats_of,
    short_terms,
    stacks,
    start,
    tablet,
)
from tests.tournaments.test_table_close import LATER, WHOLE_DECK, at_table, expected
from tournaments import queries
from tournaments.play import closing, counting, verification
from tournaments.play.closing import Closing, Early
from tournaments.rules.clauses.format import Stacks
from tournaments.rules.clauses.statements import EarlyGround

FINAL = 1
BANK = 10_000
DECIDED = Closing(WHOLE_DECK, early=Early(EarlyGround.DECIDED, decided=True))


def final_starts(made):
    """When the final starts, in minutes of the tests."""
    return int((made.format.stages.stages[FINAL].starts[0] - NOW) / MINUTE)


def heats_played(db, made):
    """A hand is played at both tables of the heats, and both are closed."""
    in_session(db, made)
    counted = {}
    for number in (1, 2):
        deal(tablet(db, number))
        found = expected(db, number)
        for service, who in ((counting.count, TESS), (counting.confirm, SUE)):
            at_table(db, service, found, at(LATER, who), number=number)
        closed = at_table(db, closing.close, DECIDED, at(LATER), number=number)
        assert not isinstance(closed, Refused), closed
        counted |= found.stacks
    return counted


def rebuilt(db):
    """Everything that was played is rebuilt from the record."""
    with db.reading() as session:
        ledger_holds(session)
        return verification.rebuild(session, queries.get(session, SLUG), FLOOR.seal)


@pytest.mark.rule("HOUSE-TOURN-160", "CROWN3-12.4.3(b)")
def test_the_final_starts_from_its_own_seats_with_a_new_bank_for_each(db):
    made = short_terms()
    counted = heats_played(db, made)
    after = final_starts(made)
    assert cites(start(db, at(after), FINAL)) == ["HOUSE-TOURN-160"]  # nobody seated
    going = sorted(counted)[:3]
    seats_of(db, FINAL, {entry: (1, 2, 5 - n) for n, entry in enumerate(going)})
    early = start(db, at(after - 1), FINAL)
    assert "does not start before" in early.refusals[0].right
    assert not isinstance(start(db, at(after), FINAL), Refused)
    console = tablet(db, 2, after + 1)
    assert seated(console) == {5: going[0], 4: going[1], 3: going[2]}
    bank = made.format.stages.stages[FINAL].bank_chips or BANK
    assert set(stacks(db, console)[0].values()) == {bank}
    deal(console)
    assert rebuilt(db).wrong == []


@pytest.mark.rule("HOUSE-TOURN-160", "CROWN3-12.4.3(a)(iii)")
def test_stacks_that_the_terms_carry_over_are_played_on_with(db):
    made = short_terms(("format.progression.stacks", Stacks.CARRY_OVER))
    counted = heats_played(db, made)
    going = sorted(counted, key=lambda entry: counted[entry])[-3:]
    seats_of(db, FINAL, {entry: (1, 1, 2 + n) for n, entry in enumerate(going)})
    after = final_starts(made)
    assert not isinstance(start(db, at(after), FINAL), Refused)
    console = tablet(db, 1, after + 1)
    has = {2 + n: counted[entry] for n, entry in enumerate(going)}
    assert stacks(db, console)[0] == has
    deal(console)
    assert rebuilt(db).wrong == []
    there = at_table(db, lambda _session, _tournament, there: there)
    assert there.expected.pieces is None  # nobody counted the pieces they brought
