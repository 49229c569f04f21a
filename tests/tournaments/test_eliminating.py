"""The lowest stack goes after an elimination hand, before the next one is dealt."""

import pytest

from rulebook import Refused
from tests.tournaments.cast import SEAL, SLUG, STARTS, at, cites, clock, do, look
from tests.tournaments.conduct_cast import act_on, deed, must
from tests.tournaments.play_cast import FLOOR, short_terms
from tests.tournaments.stages_cast import numbers
from tests.tournaments.test_keyed_stacks import begun, key, won
from tests.tournaments.test_path_pages import as_, sent  # noqa: F401
from tests.tournaments.test_table_close import (
    LATER,
    SAID,
    at_table,
    both,
    expected,
)
from tournaments import queries
from tournaments.conduct import lowest
from tournaments.models import EntryRow, EntryState
from tournaments.play import closing, sessions
from tournaments.play.models import KeyedHandsRow, TableClosedRow
from tournaments.rules import eliminating
from tournaments.rules.clauses.house import TieBreak
from tournaments.rules.clauses.winners import EliminationClause
from tournaments.rules.conducting import Verb
from tournaments.rules.session_plan import Keyed
from tournaments.stages import ties

OUT = deed(Verb.LOWEST)
AFTER = EliminationClause(not_through=True, broke=True, lowest_after_hands=(2, 6))


def quick(db, *changes):
    """A session whose stacks are keyed, with elimination hands two and six."""
    eight = [(f"details.players.{which}", 8) for which in ("minimum", "expected")]
    eight += [("winners.split.tables.0.from_players", 8)]
    begun(db, short_terms(("elimination.elimination", AFTER), *eight, *changes))
    with db.writing() as session:
        tournament = queries.get(session, SLUG, lock=True)
        slot = sessions.find(session, tournament, 0, 1)
        keyed = Keyed.HANDS
        row = sessions.start(session, tournament, slot, at(STARTS), FLOOR, keyed)
        assert not isinstance(row, Refused), row


def hand(db, *chips):
    """Key a hand of table 1 that nothing stands against."""
    row = key(db, won(db, *chips))
    assert isinstance(row, KeyedHandsRow), row


@pytest.mark.rule("CROWN3-12.5(a)")
def test_the_lowest_stack_is_out_before_the_next_hand_and_before_the_close(db):
    quick(db)
    first, second, *_ = expected(db).stacks
    hand(db, -100, -200, 0, 0)
    assert cites(act_on(db, second, OUT)) == ["CROWN3-12.5(a)"]  # hand one: nobody
    hand(db, 0, -100, 0, 0)
    assert cites(key(db, won(db, 0, 0, 0, 0))) == ["CROWN3-12.5(a)"]
    assert cites(act_on(db, first, OUT)) == ["CROWN3-12.5(a)"]  # not the lowest
    row = must(db, second, OUT)
    assert (row.stack_chips, row.becomes) == (9_700, EntryState.ELIMINATED)
    for _ in range(4):
        hand(db, 0, -75, 75)
    both(db, expected(db))
    stopped = at_table(db, closing.close, SAID, at(LATER))
    assert "CROWN3-12.5(a)" in cites(stopped)
    must(db, [*expected(db).stacks][1], OUT)
    both(db, expected(db))
    closed = at_table(db, closing.close, SAID, at(LATER))
    assert isinstance(closed, TableClosedRow), closed


@pytest.mark.rule("CROWN3-12.5(a)", "HOUSE-TOURN-302")
def test_level_for_the_lowest_stack_is_decided_by_the_terms_at_the_table(db, as_):  # noqa: F811
    quick(db, ("house.ties.order", (TieBreak.PLAY_OFF, TieBreak.HIGH_CARD)))
    one, two, *_ = expected(db).stacks
    hand(db, -300, -300, 0, 0)
    hand(db, 0, 0, 0, 0)
    of = numbers(db)
    assert cites(act_on(db, one, OUT)) == ["CROWN3-12.5(a)"]
    [(stage, state)] = look(db, lowest.open_ties)
    [open_] = state.standing.open
    assert (stage, open_.by, open_.places) == (0, TieBreak.HIGH_CARD, 1)
    drew = dict(zip(open_.players, ("KS", "2C"), strict=True))
    home = f"/desk/tournaments/{SLUG}/stages"
    with clock(LATER):
        ruth = as_("ruth", at(LATER).now)
        page = ruth.get(home)
        assert "after hand 2" in page.text
        form = sent(players=",".join(open_.players), **drew)
        answer = ruth.post(f"{home}/0/tie/high-card", data=form)
        assert answer.status_code == 303, answer.text
    stays, goes = (
        next(entry for entry in (one, two) if of[entry] == int(name.split()[1]))
        for name in open_.players
    )
    assert cites(act_on(db, stays, OUT)) == ["CROWN3-12.5(a)"]
    must(db, goes, OUT)
    with db.reading() as session:
        assert session.get(EntryRow, goes).state is EntryState.ELIMINATED


@pytest.mark.rule("CROWN3-12.5(a)", "HOUSE-TOURN-303")
def test_level_for_the_lowest_stack_by_a_lot(db):
    quick(db, ("house.ties.order", (TieBreak.PLAY_OFF, TieBreak.LOT)))
    one, two, *_ = expected(db).stacks
    hand(db, -300, -300, 0, 0)
    hand(db, 0, 0, 0, 0)
    [(_, state)] = look(db, lowest.open_ties)
    [open_] = state.standing.open
    do(db, ties.by_lot, 0, open_, "", at(LATER), SEAL)
    step = do(db, ties.by_lot, 0, open_, "anchor", at(LATER), SEAL)
    assert not isinstance(step, Refused), step
    verdicts = [act_on(db, entry, OUT) for entry in (one, two)]
    assert sum(isinstance(each, Refused) for each in verdicts) == 1


@pytest.mark.rule("CROWN3-12.5(a)")
def test_nobody_goes_before_an_elimination_hand_or_from_a_table_of_one():
    three = {"entry 1": 5, "entry 2": 7, "entry 3": 5}
    assert eliminating.due(AFTER, 1, 0, three) is None
    found = eliminating.due(AFTER, 2, 0, three)
    assert (found.players, found.is_tied) == (("entry 1", "entry 3"), True)
    assert eliminating.due(AFTER, 5, 1, three) is None
    assert eliminating.due(AFTER, 6, 1, three).hand == 6
    assert eliminating.due(AFTER, 2, 0, {"entry 1": 5}) is None
