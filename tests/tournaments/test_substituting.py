"""Substitutes: in time, eligible like any entrant, and with the whole entry."""

from datetime import date, timedelta

import pytest

from house.documents.models import How
from house.floor.acts import Act
from house.people.patrons.models import PatronRow
from rulebook import Refused
from tests.tournaments import cast
from tests.tournaments.cast import at, cites, do, end, enter, look, recorded
from tests.tournaments.conduct_cast import chips_of
from tests.tournaments.examples import START
from tests.tournaments.play_cast import deal, in_session, seated, short_terms, tablet
from tests.tournaments.test_conduct import all_agrees
from tournaments import queries
from tournaments.entrants import passes
from tournaments.models import EntryRow, SubstitutionRow
from tournaments.money import queries as money
from tournaments.path import cancelling, ledgers, substituting
from tournaments.path.substituting import Substitute
from tournaments.rules.refunds import Cause
from tournaments.seating.seats import seats_now

BANK = 10_000
UNTIL = START - timedelta(hours=1)
TERMS = (
    ("conduct.substitutes.allowed", True),
    ("conduct.substitutes.until", UNTIL),
    ("conduct.substitution.takes_stack", True),
)


def replace_with(db, patron_id, number=1, act=None, **said):
    """A substitute takes over an entry."""
    with db.writing() as session:
        tournament = queries.get(session, cast.SLUG, lock=True)
        entry = ledgers.entry(session, tournament, number, lock=True)
        named = Substitute(session.get(PatronRow, patron_id), **said)
        act = act or at(5, cast.DESK)
        return substituting.substitute(session, tournament, entry, named, act)


@pytest.mark.rule("CROWN3-12.5.3(a)(iii)", "CROWN3-12.5.3(b)(iv)", "HOUSE-TOURN-122")
def test_a_substitute_takes_the_entry_with_its_seat_and_money(db):
    cast.seated(db, 5, cast.terms(*TERMS))
    cast.brief_all(db, at(cast.CLOSED - 20))
    [new] = cast.patrons(db, 1)
    old = look(db, ledgers.entry, 1)
    where = look(db, seats_now)[old.pk]
    with db.writing() as session:
        mine = session.get_one(EntryRow, old.pk)
        held = queries.get(session, cast.SLUG)
        passes.issue(session, held, mine, cast.SEAL, at(cast.CLOSED))
    last = Act(cast.DESK, UNTIL - cast.TICK)
    row = replace_with(db, new, act=last, how=How.SPOKEN)
    assert isinstance(row, SubstitutionRow), row
    assert (row.replaced_id, row.takes_stack) == (old.patron_id, True)
    entry = look(db, ledgers.entry, 1)
    assert (entry.patron_id, entry.accepted_at) == (new, last.now)
    assert entry.signed_at is None
    assert look(db, seats_now)[entry.pk] == where
    with db.reading() as session:
        assert money.of_entry(session, entry.pk).paid_cents == 240_00
        assert entry.pk not in queries.briefings(session, [entry.pk])  # anew
        assert passes.of(session, entry) is None  # it was the other's secret
        held = substituting.name_at(session, entry, at(5).now)
        assert (held, entry.name) == (old.name, row.name)
    assert look(db, queries.entries_count) == 5
    assert recorded(db, "substitute")[-1].before["state"] == "substituted"
    do(db, cancelling.cancel, "Storm", Act(cast.RUTH, UNTIL))
    assert cast.back(db) == 240_00  # to whoever holds the entry


@pytest.mark.rule("CROWN3-12.5.3(a)(iii)")
@pytest.mark.parametrize("allowed", [True, False])
def test_nobody_is_named_too_late_or_where_the_terms_allow_none(db, allowed):
    changes = (("conduct.substitutes.allowed", allowed), *TERMS[1:])
    cast.with_entries(db, 4, cast.terms(*changes))
    [new] = cast.patrons(db, 1)
    late = replace_with(db, new, act=Act(cast.DESK, UNTIL))
    assert cites(late) == ["CROWN3-12.5.3(a)(iii)"]
    in_time = replace_with(db, new)
    assert isinstance(in_time, Refused) is not allowed
    if not allowed:
        assert in_time.refusals[0].wrong == "The terms allow no substitute."


@pytest.mark.rule("CROWN3-12.4.2(a)(ii)", "CROWN3-12.5.3(b)(iv)", "HOUSE-TOURN-122")
def test_a_substitute_meets_the_conditions_and_nobody_returns(db):
    cast.with_entries(db, 5, cast.terms(*TERMS))
    young, new, other = cast.patrons(db, 3)
    with db.writing() as session:
        session.get_one(PatronRow, young).born_on = date(2008, 11, 13)
    first, second = (look(db, ledgers.entry, n).patron_id for n in (1, 2))
    assert cites(replace_with(db, young)) == ["CROWN3-12.4.2(a)(ii)"]
    assert cites(replace_with(db, second)) == ["CROWN3-12.4.2(d)"]  # has an entry
    assert cites(replace_with(db, first)) == ["HOUSE-TOURN-122"]
    assert cites(replace_with(db, 0)) == ["HOUSE-TOURN-65"]
    assert not isinstance(replace_with(db, new), Refused)
    assert cites(enter(db, first)) == ["CROWN3-12.5.3(b)(iv)"]
    assert cites(replace_with(db, first, number=2)) == ["CROWN3-12.5.3(b)(iv)"]
    end(db, Cause.WITHDRAWN)
    assert cites(replace_with(db, other)) == ["HOUSE-STEP-1"]


@pytest.mark.rule("CROWN3-12.5.3(b)(iv)")
@pytest.mark.parametrize("takes_stack", [True, False])
def test_a_substitute_plays_on_with_the_stack_or_with_a_bank(db, takes_stack):
    until = ("conduct.substitutes.until", START + timedelta(hours=2))
    stack = ("conduct.substitution.takes_stack", takes_stack)
    in_session(db, short_terms(TERMS[0], until, stack))
    console = tablet(db)
    for _ in range(2):
        deal(console)
    stacks = {entry: chips_of(db, entry) for entry in seated(console).values()}
    entry, has = next((e, n) for e, n in stacks.items() if n != BANK)
    with db.reading() as session:
        number = session.get_one(EntryRow, entry).number
    [new] = cast.patrons(db, 1)
    console.undo()  # the hand is under way again
    now = at(cast.STARTS + 3, cast.DESK)
    during = replace_with(db, new, number, now)
    assert isinstance(during, Refused) is not takes_stack
    console.must("close")
    if not takes_stack:
        assert cites(during) == ["HOUSE-TOURN-164"]  # a hand was under way
        assert not isinstance(replace_with(db, new, number, now), Refused)
    assert chips_of(db, entry) == (has if takes_stack else BANK)
    all_agrees(db)
