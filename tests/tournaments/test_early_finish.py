"""Whether it is settled who goes on: proved from bounds, compared with brute force."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.rulebooks.vic99 import CARIBBEAN_STUD as STUD
from tests.tournaments.cast import SLUG, at, clock
from tests.tournaments.examples import complete
from tests.tournaments.play_cast import in_session, short_terms
from tests.tournaments.test_path_pages import as_  # noqa: F401
from tests.tournaments.test_table_close import LATER, at_table
from tournaments.play import early
from tournaments.rules import early_finish
from tournaments.rules.clauses.wagers import BetLevel
from tournaments.rules.early_finish import AtTable, Stakes
from tournaments.rules.ranking import highest
from tournaments.rules.session_plan import How, SessionPlan
from tournaments.rules.stages import GoesOn

hands_left = st.lists(
    st.builds(
        lambda least, more, odds: Stakes(least, more and least + more - 1, odds),
        st.integers(1, 3),
        st.sampled_from((None, 1, 2, 3)),
        st.integers(1, 3),
    ),
    max_size=2,
)
tables = st.lists(st.integers(0, 7), min_size=1, max_size=3)


def reached(stack, ahead):
    """Every stack that somebody can end with, stake by stake."""
    if not ahead:
        return {stack}
    first, *rest = ahead
    after = {stack}
    for stake in range(first.least, first.taken(stack) + 1):
        after |= {stack - stake, stack + stake * first.odds}
    return set().union(*(reached(one, rest) for one in after))


def brute(found, ends_of=reached):
    """Whether the same go on, none of them level, whatever everybody ends with."""
    names = sorted(found.stacks)
    ends = [sorted(ends_of(found.stacks[name], list(found.ahead))) for name in names]
    who = None
    for stacks in product(*ends):
        cut = highest(dict(zip(names, stacks, strict=True)), found.places)
        who = who if who is not None else set(cut.chosen)
        if cut.tied or set(cut.chosen) != who:
            return False
    return True


@pytest.mark.rule("CROWN3-12.5.3(d)(i)")
@given(tables, st.integers(0, 3), hands_left)
def test_what_is_called_settled_nothing_can_change(stacks, places, ahead):
    named = {f"entry {n}": has for n, has in enumerate(stacks, start=1)}
    found = AtTable(named, places, tuple(ahead))
    settled = early_finish.finding(found).settled
    if all(hand.least == 1 for hand in ahead):
        assert settled is brute(found)
    else:  # chips that cannot be staked any more are not reckoned with
        assert not settled or brute(found)


@pytest.mark.rule("CROWN3-12.5.3(d)(i)")
def test_at_the_edge_one_chip_decides():
    one = (Stakes(1, 10, 1),)
    behind = AtTable({"entry 1": 121, "entry 2": 100}, 1, one)
    assert early_finish.finding(behind).settled
    level = AtTable({"entry 1": 120, "entry 2": 100}, 1, one)
    found = early_finish.finding(level)
    assert not found.settled
    assert found.says == (
        "One place, 1 hand left.",
        "Entry 1 has 120 and ends with 110 at least.",
        "Entry 2 has 100 and ends with 110 at most.",
    )
    everything = AtTable({"entry 1": 120, "entry 2": 100}, 1, (Stakes(1, None, 500),))
    last = early_finish.finding(everything).says[-1]
    assert last == "Entry 2 has 100 and could end far above everybody."
    tied = AtTable({"entry 1": 5, "entry 2": 5}, 1, ())
    assert "level" in early_finish.finding(tied).says[0]


def finding_of(db):
    """What is found about table 1."""
    return at_table(db, early.finding)


@pytest.mark.rule("CROWN3-12.5.3(d)(i)", "CROWN3-13.1")
def test_the_director_reads_the_proof_and_players_read_nothing_of_it(db, as_):  # noqa: F811
    small = ("wagers.compulsory.levels", (BetLevel(1, 25, 50, 25),))
    top = ("format.stages.stages.0.goes_on", GoesOn(top_per_table=2))
    in_session(db, short_terms(top, small))
    found = finding_of(db)
    assert not found.settled
    page = f"/desk/tournaments/{SLUG}/play/0/1/table/1"
    with clock(LATER):
        ruth = as_("ruth", at(LATER).now)
        staff = ruth.get(page)
        assert "It is not settled who goes on" in staff.text, staff.status_code
        for address in (f"/t/{SLUG}", f"/t/{SLUG}/standings"):
            said = ruth.get(address).text
            assert "settled who goes on" not in said
            assert not [each for each in found.says if each in said]


@pytest.mark.rule("CROWN3-12.5.3(d)(i)")
def test_places_over_all_tables_and_chips_to_buy_keep_it_open(db):
    others = ("format.stages.stages.0.goes_on", GoesOn(best_others=3))
    in_session(db, short_terms(others))
    assert "over all tables" in finding_of(db).says[0]


def coups(most, *, tie):
    """Every stack after a coup of Baccarat, by what lies on Banker, Player and Tie."""

    def after(stack, ahead):
        if not ahead:
            return {stack}
        chips, ends = range(most + 1), {stack}
        for banker, player, on_tie in product(chips, chips, chips if tie else (0,)):
            if (left := stack - banker - player - on_tie) < 0:
                continue
            earned = 2 * banker - -(-banker // 20)  # less the commission, rounded up
            ends |= {
                left + earned,
                left + 2 * player,
                left + banker + player + 9 * on_tie,
            }
        return set().union(*(after(end, ahead[1:]) for end in ends))

    return after


def rounds(most):
    """Every stack after a round of Caribbean Stud: folded, raised and lost, or won."""

    def after(stack, ahead):
        if not ahead:
            return {stack}
        ends = {stack}
        for ante in range(1, min(stack, most) + 1):
            ends |= {stack - ante}
            if 3 * ante <= stack:
                bets = STUD.settlement.bet_pays.value.values()
                ends |= {stack - 3 * ante, stack, stack + ante}
                ends |= {stack + ante + 2 * ante * pays for pays in bets}
        return set().union(*(after(end, ahead[1:]) for end in ends))

    return after


def plan_of(game, most, *, tie=True):
    """A session of two hands, from one chip to a few."""
    made = SessionPlan.of(complete(), 0, "round one", How(game))
    levels = (BetLevel(1, 1, most, 1),)
    return replace(made, hands=2, levels=levels, tie=tie)


@pytest.mark.rule("CROWN3-12.5.3(d)(i)")
@settings(deadline=None)
@given(tables, st.integers(0, 3), st.integers(1, 2), st.integers(0, 2), st.booleans())
def test_at_baccarat_it_agrees_with_every_coup(stacks, places, most, played, tie):
    ahead = early_finish.stakes(plan_of("baccarat", most, tie=tie), played)
    named = {f"entry {n}": has for n, has in enumerate(stacks, start=1)}
    found = AtTable(named, places, ahead)
    assert early_finish.finding(found).settled is brute(found, coups(most, tie=tie))


@pytest.mark.rule("CROWN3-12.5.3(d)(i)")
@settings(deadline=None)
@given(
    st.lists(st.integers(0, 900), min_size=1, max_size=2),  # each may end anyhow
    st.integers(0, 3),
    st.integers(1, 2),
    st.integers(0, 2),
)
def test_at_caribbean_stud_nothing_settled_is_changed(stacks, places, most, played):
    ahead = early_finish.stakes(plan_of("caribbean_stud", most), played)
    named = {f"entry {n}": has for n, has in enumerate(stacks, start=1)}
    found = AtTable(named, places, ahead)
    settled = early_finish.finding(found).settled
    assert not settled or brute(found, rounds(most))
    if min(stacks) >= 6 * most:  # everybody can pay Ante and Bet of both hands
        assert settled is brute(found, rounds(most))
