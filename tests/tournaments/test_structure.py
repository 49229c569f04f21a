"""Does the structure add up? Seats, second chances, hands, chips, prizes, timetable."""

from dataclasses import replace
from datetime import datetime, timedelta
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook import Cite
from tests.tournaments.examples import MELBOURNE, MINUTE, START, complete, ready, with_
from tournaments.rules.clauses.chances import Qualifies
from tournaments.rules.clauses.details import PlayersClause
from tournaments.rules.clauses.format import Stacks
from tournaments.rules.clauses.prizes import (
    PrizeExample,
    PrizeTable,
    Remainder,
    SplitBy,
)
from tournaments.rules.clauses.seating import FirstBets, ShortTable
from tournaments.rules.lifecycle import Action, Status, transition
from tournaments.rules.prizes import prizes_cents, shared_out
from tournaments.rules.seats import chances, first_bets, run, table_sizes
from tournaments.rules.stages import GoesOn, Stage, StageKind
from tournaments.rules.structure import check, plan
from tournaments.rules.timetable import timetable_notes, timetable_refusals
from tournaments.rules.tokens import ChipCount, made_up, worth

STAGES = "format.stages.stages"
FEW = settings(max_examples=50)


def said(structure):
    """The sentences of everything that does not add up."""
    return [refusal.wrong for refusal in structure.refusals]


def vpfree_example():
    """Four sessions of 36, three of six go on, one rebuy session of 36 seats."""
    one = Stage(
        "Round one",
        starts=tuple(START + 80 * at * MINUTE for at in range(4)),
        minutes=75,
        tables=6,
        seats=6,
        hands=18,
        goes_on=GoesOn(top_per_table=3),
    )
    rebuy = Stage(
        "Repechage",
        StageKind.REPECHAGE,
        starts=(START + 350 * MINUTE,),
        minutes=75,
        tables=6,
        seats=6,
        hands=18,
        goes_on=GoesOn(top_per_table=3),
    )
    two = replace(rebuy, name="Round two", kind=StageKind.MAIN, tables=15)
    two = replace(two, starts=(START + 450 * MINUTE,), goes_on=GoesOn(best_others=6))
    final = replace(two, name="Final", tables=1, goes_on=GoesOn())
    final = replace(final, starts=(START + 600 * MINUTE,))
    return with_(
        complete("second-chance"),
        (STAGES, (one, rebuy, two, final)),
        ("details.players", PlayersClause(36, 144, 144)),
        ("details.dates.ends_at", START + 700 * MINUTE),
        ("format.repechage.qualifies", Qualifies.EVERYONE),
    )


@pytest.mark.rule("CROWN3-12.4.3(a)(v)", "HOUSE-TOURN-10")
def test_the_published_example_with_72_losers_for_36_seats_is_found():
    terms = vpfree_example()
    [refusal] = plan(terms, 144).refusals
    assert refusal.wrong == "72 players lose round one; the repechage seats 36."
    assert refusal.right.startswith("Plan two sessions of 36 seats, or let only the 36")
    assert refusal.cite == Cite("CROWN3-12.4.3(a)(v)")
    assert refusal.field == "format.stages.stages.1.tables"
    assert said(check(terms)) == [f"With 144 players: {refusal.wrong}"]
    assert plan(terms, 72).adds_up  # 36 losers for 36 seats
    assert plan(terms, 75).adds_up  # 39 go on from 13 tables, 36 lose
    assert not plan(terms, 76).adds_up
    published = transition(Status.DRAFT, Action.PUBLISH, ready(terms))
    assert refusal.cite in published.cites


@pytest.mark.rule("CROWN3-12.4.3(a)(v)")
@pytest.mark.parametrize("way", [Qualifies.HIGHEST_STACKS, Qualifies.FIRST_TO_ENTER])
def test_a_repechage_for_as_many_as_there_are_seats_adds_up(way):
    terms = with_(vpfree_example(), ("format.repechage.qualifies", way))
    assert not check(terms).refusals
    assert [r.players for r in plan(terms, 144).stages] == [144, 36, 90, 6]


@pytest.mark.rule("HOUSE-TOURN-12", "CROWN3-12.5.2(c)")
def test_the_published_prize_table_with_43_74_for_three_per_cent_is_found():
    """63 entries of 25, of which 23 go into the pool: 3% of 1,449 is 43.47."""
    shares = (40, 25, 14, 8, 6, 4, 3)
    printed = (579_60, 362_25, 202_86, 115_92, 86_94, 57_96, 43_74)
    terms = with_(
        complete(),
        ("details.fees.entry_fee_cents", 25_00),
        ("details.fees.buy_in_cents", 0),
        ("winners.pool.shares.entry_fee", Fraction(23, 25)),
        ("winners.pool.shares.buy_in", Fraction(0)),
        (
            "winners.split.tables",
            (PrizeTable(1, tuple(Fraction(share, 100) for share in shares)),),
        ),
        ("winners.split.examples", (PrizeExample(63, printed),)),
    )
    [refusal] = check(terms).refusals
    assert refusal.wrong == (
        "Seventh place with 63 players: 3% of $1,449 is $43.47; the terms print $43.74."
    )
    assert refusal.cite == Cite("HOUSE-TOURN-12")
    assert refusal.field == "winners.split.examples.0.amounts_cents.6"
    right = with_(terms, (refusal.field, 43_47))
    assert not check(right).refusals
    assert "With 63 players: $579.60," in right.winners.split.text(right)
    short = with_(terms, ("winners.split.examples.0.amounts_cents", printed[:6]))
    assert "$43.47; the terms print $0." in said(check(short))[0]


@pytest.mark.rule("HOUSE-TOURN-5")
@pytest.mark.parametrize(
    ("players", "seats", "sizes"),
    [
        (13, 6, (5, 4, 4)),
        (12, 6, (6, 6)),
        (1, 6, (1,)),
        (6, 6, (6,)),
        (7, 6, (4, 3)),
        (0, 6, ()),
        (5, 0, ()),
    ],
)
def test_tables_are_few_and_differ_by_one_player_at_most(players, seats, sizes):
    assert table_sizes(players, seats) == sizes


@FEW
@given(st.integers(1, 2_000), st.integers(1, 14))
def test_tables_seat_everybody_evenly(players, seats):
    sizes = table_sizes(players, seats)
    assert sum(sizes) == players
    assert max(sizes) - min(sizes) <= 1
    assert max(sizes) <= seats
    assert (len(sizes) - 1) * seats < players


ways = st.builds(
    GoesOn,
    st.integers(0, 4),
    st.integers(0, 10),
    st.sampled_from([Fraction(0), Fraction(1, 10), Fraction(1, 3)]),
    st.integers(0, 3),
)
stages_ = st.builds(
    Stage,
    st.text("abc", min_size=1, max_size=3),
    st.sampled_from(StageKind),
    st.just((START,)),
    st.just(60),
    st.integers(1, 20),
    st.integers(1, 9),
    st.integers(1, 30),
    goes_on=ways,
)


@FEW
@given(
    st.lists(stages_, min_size=1, max_size=5),
    st.integers(1, 300),
    st.sampled_from(ShortTable),
    st.booleans(),
)
def test_players_are_conserved(stages, players, short, take_up):
    """In every stage who comes in goes on or is out; nobody is made or lost."""
    terms = with_(
        complete(), (STAGES, tuple(stages)), ("house.short_tables.rule", short)
    )
    coming, losers = players, 0
    for r in run(terms, players, take_up=take_up):
        assert r.players == r.through + r.out
        assert 0 <= r.through <= r.players
        assert sum(size.seated * size.tables for size in r.sizes) == r.players
        assert r.through == r.by_place + r.best + r.drawn
        if r.is_second_chance:
            assert r.players <= max(losers, 0)
            coming, losers = coming + r.through, losers - r.through
        else:
            assert r.players == coming
            coming, losers = r.through, r.out
        assert coming + losers <= players


@pytest.mark.rule("HOUSE-TOURN-10", "CROWN3-12.4.3(a)(ii)")
@pytest.mark.parametrize(("tables", "adds_up"), [(4, True), (3, False)])
def test_the_semi_final_has_a_seat_for_everybody_who_comes(tables, adds_up):
    terms = with_(complete(), (f"{STAGES}.1.tables", tables))
    structure = check(terms)
    assert (not structure.refusals) is adds_up
    if not adds_up:
        assert said(structure) == [
            "With 72 players: The semi-final seats 18; 24 players come to it."
        ]
        assert structure.refusals[0].right == "Plan two sessions of 18 seats."


@pytest.mark.rule("CROWN3-12.4.3(a)(ii)")
def test_round_one_has_a_seat_for_every_entrant():
    terms = with_(complete(), ("details.players.maximum", 73))
    assert "With 73 players: The heats seat 72; 73 players enter." in said(check(terms))


@pytest.mark.rule("CROWN3-12.4.3(a)(ii)")
def test_tables_set_by_a_basis_are_as_many_as_needed():
    terms = with_(
        complete(),
        (f"{STAGES}.0.tables", None),
        ("format.tables.basis", "The Director opens as many tables as are needed."),
    )
    assert not check(terms).refusals
    assert plan(terms, 72).stages[0].tables == 12


@pytest.mark.rule("HOUSE-TOURN-5")
def test_a_table_that_is_too_small_is_named_with_the_figures():
    terms = with_(
        complete(),
        ("house.short_tables.fewest_seated", 5),
        ("details.players.minimum", 13),
        ("winners.split.tables.0.from_players", 1),
    )
    found = said(check(terms))
    assert (
        "With 13 players: The heats have 13 players at 3 tables: the smallest seats 4."
        in found
    )
    four = plan(with_(terms, ("house.short_tables.fewest_seated", 4)), 13)
    assert f"{STAGES}.0.seats" not in {r.field for r in four.refusals}


@pytest.mark.rule("CROWN3-12.4.3(a)(iii)")
def test_a_table_where_nobody_can_lose_is_found():
    terms = with_(complete(), (f"{STAGES}.0.goes_on", GoesOn(top_per_table=6)))
    assert any("somebody cannot lose" in wrong for wrong in said(check(terms)))
    many = with_(complete(), (f"{STAGES}.1.goes_on", GoesOn(1, best_others=11)))
    assert any("go on" in wrong for wrong in said(check(many)))
    none = with_(complete(), (f"{STAGES}.1.goes_on", GoesOn()))
    assert "With 36 players: Nobody reaches the final." in said(check(none))


@pytest.mark.rule("CROWN3-12.5(a)")
def test_elimination_hands_leave_enough_to_go_on():
    path = f"{STAGES}.0.goes_on"
    fits = with_(complete("elimination"), (path, GoesOn(2)), (f"{STAGES}.1.tables", 2))
    some = with_(complete("elimination"), (path, GoesOn(3)), (f"{STAGES}.1.tables", 3))
    bad = with_(complete("elimination"), (path, GoesOn(top_per_table=4)))
    cite = Cite("CROWN3-12.5(a)")
    assert not check(fits).refusals
    assert said(check(some)) == [
        (
            "With 25 players: 3 elimination hands leave 2 of 5 players at a table of "
            "round one; 3 go on."
        )
    ]
    [first, *_] = [r for r in check(bad).refusals if r.cite == cite]
    assert "3 elimination hands leave 3 of 6 players" in first.wrong


@pytest.mark.rule("CROWN3-12.5(a)")
@pytest.mark.parametrize(("fewest", "stands"), [(19, True), (18, False)])
def test_elimination_hands_leave_somebody_to_win_the_final(fewest, stands):
    terms = with_(
        complete("elimination"),
        ("details.players.minimum", fewest),
        ("winners.split.tables.0.from_players", 1),
    )
    assert check(terms).refusals is not stands
    if not stands:
        assert (
            "leave 0 of 3 players at a table of the final; one has to win."
            in (said(check(terms))[0])
        )


@pytest.mark.rule("CROWN3-12.4.3(a)(v)")
def test_a_repechage_before_anybody_lost_is_refused():
    stages = complete("second-chance").format.stages.stages
    terms = with_(complete("second-chance"), (STAGES, (stages[1], *stages[2:])))
    assert any("nobody is eliminated yet" in wrong for wrong in said(check(terms)))


@pytest.mark.rule("CROWN3-12.4.3(a)(v)")
def test_the_stages_add_up_as_well_when_nobody_takes_the_second_chance():
    terms = with_(
        complete("second-chance"),
        (f"{STAGES}.2.goes_on", GoesOn(best_others=12)),
        (f"{STAGES}.3.tables", 2),
    )
    found = said(check(terms))
    assert any("go on 12 of 12 players" in wrong for wrong in found)


@pytest.mark.rule("HOUSE-TOURN-6")
@pytest.mark.parametrize(
    ("hands", "stands"), [(18, True), (24, True), (17, False), (20, False), (4, False)]
)
def test_hands_are_a_multiple_of_seats(hands, stands):
    terms = with_(
        complete(), (f"{STAGES}.0.hands", hands), ("wagers.secret.per_session", 1)
    )
    assert check(terms).refusals is not stands
    if hands == 20:
        [refusal] = check(terms).refusals
        assert refusal.wrong == (
            "The heats have 20 hands for 6 seats: 2 players would bet first 4 times, "
            "the others 3."
        )
        assert refusal.right == "Play 18 or 24 hands."
    loose = with_(terms, ("house.first_bets.rule", FirstBets.AS_IT_FALLS))
    assert not check(loose).refusals


@pytest.mark.rule("HOUSE-TOURN-6")
def test_first_bets_are_counted_for_every_size_of_table():
    heats = plan(complete(), 41).stages[0]
    counts = {c.seated: (c.least, c.once_more) for c in first_bets(heats, 18)}
    assert counts == {6: (3, 0), 5: (3, 3)}
    notes = [note.wrong for note in check(complete()).notes]
    assert (
        "With 54 players: At a table of 5 in the final, 3 players bet first 4 times, "
        "the others 3." in notes
    )


@pytest.mark.rule("HOUSE-TOURN-21")
def test_chances_of_going_on_are_exact_by_size_of_table():
    heats = plan(complete(), 41).stages[0]
    found = {c.seated: c.chance for c in chances(heats)}
    assert found == {6: Fraction(1, 3), 5: Fraction(2, 5)}
    assert all(c.staff_only for c in chances(heats))
    semi = plan(complete(), 72).stages[1]
    [chance] = chances(semi)
    assert chance.chance == Fraction(6, 24)  # 4 by table, 2 of the 20 others


@FEW
@given(st.integers(36, 72))
def test_chances_add_up_to_those_who_go_on(players):
    for r in run(complete(), players):
        if r.is_final:
            continue
        sizes = {size.seated: size.tables for size in r.sizes}
        total = sum(c.chance * c.seated * sizes[c.seated] for c in chances(r))
        # Sizes differ, so the chance over all is exact only at equal tables.
        if len(sizes) == 1:
            assert total == r.through


@pytest.mark.rule("HOUSE-TOURN-11")
def test_chips_needed_are_reckoned_by_denomination_against_the_stock():
    needed = plan(complete(), 72).chips
    assert needed == (
        ChipCount(25, 36 * 20 + 6 * 100),
        ChipCount(100, 36 * 25 + 6 * 100),
        ChipCount(500, 36 * 8 + 6 * 60),
        ChipCount(1_000, 36 * 3 + 6 * 60),
    )
    assert not check(complete(), stock=needed).refusals
    less = (*needed[:3], ChipCount(1_000, needed[3].count - 1))
    [refusal] = check(complete(), stock=less).refusals
    assert refusal.wrong == (
        "With 72 players: 468 chips of 1,000 are needed and the house has 467."
    )


@pytest.mark.rule("HOUSE-TOURN-11")
def test_banks_and_antes_can_be_made_of_the_chips():
    odd = with_(complete(), (f"{STAGES}.2.bank_chips", 20_010))
    assert any("20,010 chips, cannot be made" in wrong for wrong in said(check(odd)))
    assert not check(with_(complete(), (f"{STAGES}.2.bank_chips", 20_025))).refusals
    ante = with_(
        complete(),
        ("wagers.compulsory.levels.0.least_chips", 30),
        ("wagers.compulsory.levels.0.step_chips", 0),
    )
    assert any("The least Ante, 30 chips," in wrong for wrong in said(check(ante)))
    assert made_up(1_275, (25, 1_000, 100)) == (
        ChipCount(1_000, 1),
        ChipCount(100, 2),
        ChipCount(25, 3),
    )
    assert made_up(1_010, (25, 100)) is None
    assert worth((ChipCount(25, 4), ChipCount(100, 1))) == 200


@pytest.mark.rule("CROWN3-12.4.3(b)")
def test_stacks_that_carry_over_have_no_second_bank():
    carry = with_(complete(), ("format.progression.stacks", Stacks.CARRY_OVER))
    assert not check(carry).refusals
    assert plan(carry, 72).chips[0].count == 72 * 20 + 600
    both = with_(carry, (f"{STAGES}.2.bank_chips", 20_000))
    assert check(both).refusals[0].field == f"{STAGES}.2.bank_chips"


shares_ = st.lists(st.integers(1, 1_000), min_size=1, max_size=30).map(
    lambda parts: tuple(Fraction(part, sum(parts)) for part in parts)
)


@FEW
@given(
    st.integers(0, 10**9),
    shares_,
    st.sampled_from([1, 5, 100, 2500]),
    st.sampled_from(Remainder),
)
def test_prizes_always_add_up_to_the_pool(pool, shares, step, remainder):
    prizes = shared_out(pool, shares, step, remainder)
    assert sum(prizes) == pool
    assert len(prizes) == len(shares)
    assert all(prize >= 0 for prize in prizes)
    if remainder is Remainder.LARGEST:
        for prize, share in list(zip(prizes, shares, strict=True))[1:]:
            assert abs(prize - pool * share) < step
            assert prize % step == 0


@FEW
@given(st.integers(0, 10**7), st.integers(1, 10**6), st.integers(1, 60))
def test_seats_won_add_up_to_the_pool(pool, seat, players):
    terms = with_(complete("satellite"), ("winners.split.seat_cents", seat))
    prizes = prizes_cents(terms, pool, players)
    assert sum(prizes) == pool
    assert len(prizes) <= players


@pytest.mark.rule("HOUSE-TOURN-12")
def test_what_is_left_goes_where_the_terms_say():
    thirds = (Fraction(1, 3),) * 3
    assert shared_out(100_00, thirds, 1, Remainder.LARGEST) == (33_34, 33_33, 33_33)
    assert shared_out(100_00, thirds, 1, Remainder.FIRST_PLACE) == (33_34, 33_33, 33_33)
    parts = (Fraction(1, 2), Fraction(3, 10), Fraction(1, 5))
    assert shared_out(101_00, parts, 500, Remainder.LARGEST) == (51_00, 30_00, 20_00)
    assert shared_out(99_00, parts, 500, Remainder.LARGEST) == (49_00, 30_00, 20_00)
    assert shared_out(99_00, parts, 500, Remainder.FIRST_PLACE) == (
        59_00, 25_00, 15_00,
    )  # fmt: skip


@pytest.mark.rule("CROWN3-12.5.2(c)")
def test_amounts_that_are_not_the_pool_are_named():
    terms = with_(
        complete(),
        ("winners.split.by", SplitBy.AMOUNTS),
        ("winners.split.tables", (PrizeTable(36, (), (5000_00, 2200_00)),)),
    )
    found = said(check(terms))
    assert found == [
        "With 54 players: The prizes add up to $7,200; the pool is $10,800.",
        "With 72 players: The prizes add up to $7,200; the pool is $14,400.",
    ]
    empty = with_(terms, ("winners.split.tables.0.amounts_cents", ()))
    assert not check(empty).refusals or empty.winners.split.refusals(empty)


@pytest.mark.rule("CROWN3-12.5.2(c)")
def test_more_prizes_than_players_and_a_pool_below_one_seat_are_named():
    many = with_(
        complete(),
        ("winners.split.tables.0.shares", (Fraction(1, 40),) * 40),
    )
    assert "With 36 players: 40 places win a prize and 36 players take part." in said(
        check(many)
    )
    poor = with_(complete("satellite"), ("winners.split.seat_cents", 2400_01))
    assert any("does not buy one seat" in wrong for wrong in said(check(poor)))
    exact = with_(complete("satellite"), ("winners.split.seat_cents", 2400_00))
    assert not check(exact).refusals


@pytest.mark.rule("HOUSE-TOURN-9")
@pytest.mark.parametrize(("gap", "stands"), [(75, True), (74, False), (0, False)])
def test_sessions_of_a_stage_do_not_overlap(gap, stands):
    starts = (START, START + gap * MINUTE)
    terms = with_(complete(), (f"{STAGES}.0.starts", starts))
    assert (not timetable_refusals(terms)) is stands
    if gap == 74:
        [refusal] = timetable_refusals(terms)
        assert refusal.field == f"{STAGES}.0.starts.1"
        assert "21 November 2026, 15:14; session 1 takes until" in refusal.wrong


@pytest.mark.rule("HOUSE-TOURN-9")
@pytest.mark.parametrize(
    ("after", "words"),
    [
        (165, None),  # heats are over after 155 minutes, the break is ten
        (164, "lie nine minutes"),
        (155, "lie no minutes"),
        (154, "the heats are over"),
    ],
)
def test_a_stage_waits_for_the_one_before_and_for_the_break(after, words):
    terms = with_(complete(), (f"{STAGES}.1.starts", (START + after * MINUTE,)))
    found = " ".join(r.wrong for r in timetable_refusals(terms))
    assert (words in found) if words else not found


@pytest.mark.rule("HOUSE-TOURN-9")
@pytest.mark.parametrize(("within", "stands"), [(295, True), (294, False), (0, True)])
def test_a_meal_comes_in_time(within, stands):
    terms = with_(
        complete(),
        ("house.breaks.meal_within_minutes", within),
        ("house.breaks.meal_minutes", 60),
    )
    assert (not timetable_refusals(terms)) is stands


@pytest.mark.rule("CROWN3-12.4.1(a)(i)", "HOUSE-TOURN-9")
def test_all_sessions_lie_within_the_dates_printed():
    ends = START + 375 * MINUTE
    assert not check(with_(complete(), ("details.dates.ends_at", ends))).refusals
    early = with_(complete(), ("details.dates.ends_at", ends - MINUTE))
    assert "The final takes until" in said(check(early))[0]
    late = with_(complete(), ("details.dates.starts_at", START + MINUTE))
    assert "before the tournament does" in said(check(late))[0]


@pytest.mark.rule("CROWN3-12.4.2(c)", "CROWN3-12.4.2(d)")
@pytest.mark.parametrize(
    "field", ["entry.method.closes_at", "entry.withdrawal.free_until"]
)
def test_entries_and_withdrawals_end_with_the_last_start_of_round_one(field):
    last = START + 80 * MINUTE
    assert not check(with_(complete(), (field, last))).refusals
    [refusal] = check(with_(complete(), (field, last + MINUTE))).refusals
    assert refusal.field == field


@pytest.mark.rule("HOUSE-TOURN-9")
def test_a_session_past_midnight_is_noted_and_one_until_midnight_is_not():
    def notes(hour, minute):
        start = datetime(2026, 11, 21, hour, minute, tzinfo=MELBOURNE)
        return [n.wrong for n in timetable_notes(complete("elimination", start))]

    assert notes(19, 40) == []  # the final ends at midnight
    assert notes(19, 41) == [
        "The final runs past midnight, until Sunday 22 November 2026, 00:01."
    ]


@pytest.mark.rule("HOUSE-TOURN-9")
@pytest.mark.parametrize(
    ("day", "words"),
    [
        (datetime(2027, 4, 4, 0, 0), "The clocks go back during the final: it ends"),
        (datetime(2026, 10, 4, 0, 0), "The clocks go forward during"),
    ],
)
def test_a_change_of_the_clocks_is_noted_and_length_is_kept(day, words):
    start = day.replace(tzinfo=MELBOURNE)
    terms = complete("elimination", start)
    notes = [n.wrong for n in timetable_notes(terms)]
    assert any(note.startswith(words) for note in notes)
    one = terms.format.stages.stages[0]
    assert one.ends()[0] - one.starts[0] == timedelta(minutes=110)


def test_a_repeated_hour_is_printed_with_its_zone():
    twice = datetime(2027, 4, 4, 2, 30, tzinfo=MELBOURNE)
    terms = complete("satellite", twice)
    assert "02:30 AEDT" in terms.details.dates.text(terms)
    assert "AEDT" not in complete().details.dates.text(complete())


def test_a_tournament_over_two_days_prints_both():
    terms = with_(complete(), (f"{STAGES}.2.starts", (START + timedelta(days=1),)))
    text = terms.details.dates.text(terms)
    assert (
        "the heats at 14:00 and 15:20; the semi-final at 17:00; the final at Sunday"
        in text
    )


@pytest.mark.rule("HOUSE-TOURN-10")
def test_nothing_is_reckoned_before_the_figures_are_there():
    terms = with_(
        complete(),
        (f"{STAGES}.0.seats", None),
        (f"{STAGES}.1.tables", None),
        (f"{STAGES}.2.starts", ()),
        ("details.players", PlayersClause()),
    )
    structure = check(terms)
    assert structure.plans == ()
    assert {r.field for r in structure.refusals} == {
        f"{STAGES}.0.seats",
        f"{STAGES}.1.tables",
        f"{STAGES}.2.starts",
        "details.players.minimum",
    }
    nothing = check(with_(complete(), (STAGES, ())))
    assert [r.field for r in nothing.refusals] == [STAGES]


def test_an_empty_session_is_noted():
    terms = with_(
        complete("accumulation"),
        ("details.players.minimum", 12),
        ("winners.split.tables.0.from_players", 1),
    )
    notes = [n.wrong for n in check(terms).notes]
    assert (
        "With 12 players: The qualifying round needs 2 tables for 4 sessions: "
        "some stay empty." in notes
    )


def test_a_session_without_a_length_is_named():
    terms = with_(complete(), (f"{STAGES}.0.minutes", None))
    assert "No minutes are set aside for a session of the heats." in said(check(terms))


@pytest.mark.rule("HOUSE-TOURN-10")
def test_a_shortfall_between_the_three_counts_is_found_at_its_first():
    """36 and 72 players add up; 37 make a seventh table and 14 semi-finalists."""
    terms = with_(
        complete(),
        ("details.players", PlayersClause(30, 36, 36)),
        ("winners.split.tables.0.from_players", 1),
        (f"{STAGES}.0.goes_on", GoesOn(top_per_table=5)),
        (f"{STAGES}.1.tables", 6),
        (f"{STAGES}.1.goes_on", GoesOn(best_others=6)),
    )
    assert all(p.adds_up for p in check(terms).plans)
    [refusal] = check(terms).refusals
    assert refusal.wrong.startswith("With 31 players: From the heats go on")
