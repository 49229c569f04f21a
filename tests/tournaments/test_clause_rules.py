"""What a clause says is what it enforces: each at the boundary of its rule."""

from fractions import Fraction

import pytest

from rulebook import Cite
from rulebook.terms.checklist import checklist
from tests.tournaments.examples import MINUTE, START, complete, ready, with_, wrong
from tournaments.rules.awarding import won
from tournaments.rules.clauses.chances import Qualifies, RepechageOffer
from tournaments.rules.clauses.details import BelowMinimum, PlayersClause
from tournaments.rules.clauses.eligibility import Affiliation
from tournaments.rules.clauses.house import TieBreak
from tournaments.rules.clauses.prizes import PrizeTable
from tournaments.rules.clauses.seating import ShortTable, ShortTablesClause
from tournaments.rules.facts import Application, DeskSays, SeatedPlayer
from tournaments.rules.prizes import Takings, planned_pool_cents, prizes_cents
from tournaments.rules.progress import tie_refusals, who_goes_on
from tournaments.rules.ranking import highest, lowest, placings
from tournaments.rules.stages import GoesOn, Stage

HALF = Fraction(1, 2)


@pytest.mark.rule("CROWN3-12.4.1(a)(i)")
def test_a_tournament_ends_after_it_starts():
    same = with_(complete(), ("details.dates.ends_at", START))
    assert "details.dates.ends_at" in wrong(same)
    assert "details.dates.ends_at" not in wrong(
        with_(complete(), ("details.dates.ends_at", START + MINUTE))
    )


@pytest.mark.rule("CROWN3-12.4.1(a)(ii)")
def test_a_rebuy_needs_price_number_and_chips():
    fees = "details.fees"
    free = with_(complete(), (f"{fees}.rebuys_most", 2))
    assert f"{fees}.rebuy_cents" in wrong(free)
    priced = with_(complete(), (f"{fees}.rebuy_cents", 50_00))
    assert f"{fees}.rebuys_most" in wrong(priced)
    numbered = with_(priced, (f"{fees}.rebuys_most", 2))
    assert f"{fees}.rebuy_chips" in wrong(numbered)
    whole = with_(numbered, (f"{fees}.rebuy_chips", 5_000))
    assert not wrong(whole)
    text = whole.details.fees.text(whole)
    assert "the re-buy is $50" in text
    assert "two re-buys at most; each gives 5,000 chips" in text


@pytest.mark.rule("CROWN3-12.4.1(a)(iii)")
def test_minimum_expected_and_maximum_stand_in_order():
    swapped = with_(complete(), ("details.players", PlayersClause(10, 7, 5)))
    assert "details.players.minimum" in wrong(swapped)
    odd = with_(complete(), ("details.players.expected", 73))
    assert "details.players.expected" in wrong(odd)
    assert not wrong(with_(complete(), ("details.players.expected", 72)))


@pytest.mark.rule("CROWN3-12.4.1(a)(iii)")
@pytest.mark.parametrize(("entries", "taken"), [(44, True), (45, False)])
def test_entry_46_of_45_is_refused(entries, taken):
    clause = PlayersClause(10, 30, 45, BelowMinimum.DELAYED)
    asks = ready(entries=entries, application=Application())
    assert (not [*clause.guard(asks)]) is taken
    assert not [*clause.guard(ready(entries=10))]
    [few] = clause.guard(ready(entries=9))
    assert "9 players entered" in few.wrong
    assert "put off" in clause.text(complete())


@pytest.mark.rule("CROWN3-12.4.1(b)")
@pytest.mark.parametrize(
    ("before", "enough"), [(31, True), (30, True), (29, False), (0, False)]
)
def test_a_start_moves_with_thirty_minutes_notice(before, enough):
    clause = complete().details.starts
    refusal = clause.too_late(START - before * MINUTE, START)
    assert (refusal is None) is enough
    assert clause.tell_by(START) == START - 30 * MINUTE


@pytest.mark.rule("CROWN3-12.4.2(a)(ii)")
@pytest.mark.parametrize(
    ("excluded", "age", "reasons"),
    [(False, 18, 0), (False, 17, 1), (True, 40, 1), (True, 17, 2)],
)
def test_an_excluded_or_underage_person_cannot_enter(excluded, age, reasons):
    asks = Application("Ann", age, excluded)
    refusals = [*complete().entry.eligibility.guard(asks)]
    assert len(refusals) == reasons
    assert {r.cite for r in refusals} <= {Cite("CROWN3-12.4.2(a)(ii)")}


@pytest.mark.rule("CROWN3-12.4.2(a)(iii)")
def test_refusing_at_will_needs_the_right_in_the_terms():
    assert not [*complete().entry.refusal.guard(None)]
    without = with_(complete(), ("entry.refusal.reserved", False))
    assert [r.field for r in without.entry.refusal.guard(None)] == ["reserved"]
    assert "is not refused" in without.entry.refusal.text(without)


@pytest.mark.rule("CROWN3-12.4.2(a)(iv)")
def test_selection_criteria_are_set_out_where_they_apply():
    applies = with_(complete(), ("entry.selection.applies", True))
    assert [i.field for i in checklist(applies).open] == ["entry.selection.criteria"]
    said = with_(applies, ("entry.selection.criteria", "The 72 highest of the league"))
    assert not checklist(said).open
    assert said.entry.selection.text(said).endswith("The 72 highest of the league.")


@pytest.mark.rule("CROWN3-12.4.2(a)(v)")
def test_an_employee_wins_nothing_and_every_lower_place_moves_up():
    order = ("staff", "guest 2", "guest 3", "guest 4")
    alone = [(name,) for name in order]
    given = won(alone, (1000_00, 500_00, 250_00), barred={"staff"})
    assert [(a.player, a.finished, a.cents) for a in given] == [
        ("guest 2", 2, 1000_00),
        ("guest 3", 3, 500_00),
        ("guest 4", 4, 250_00),
    ]
    assert {a.cite for a in given} == {Cite("CROWN3-12.4.2(a)(v)")}
    plain = won(alone, (1000_00, 500_00))
    assert [(a.player, a.cents) for a in plain] == [
        ("staff", 1000_00),
        ("guest 2", 500_00),
    ]


@pytest.mark.rule("CROWN3-12.4.2(a)(v)")
@pytest.mark.parametrize(
    ("event", "who", "approved", "enters"),
    [
        (False, Affiliation.GUEST, False, True),
        (False, Affiliation.EMPLOYEE, True, False),
        (True, Affiliation.EMPLOYEE, True, True),
        (True, Affiliation.EMPLOYEE, False, False),
        (True, Affiliation.CONTRACTOR, False, False),
    ],
)
def test_staff_play_only_charity_or_media_events_with_approval(
    event, who, approved, enters
):
    terms = with_(complete(), ("entry.staff.charity_or_media", event))
    desk = DeskSays(0, 0, approved=approved)
    refusals = [*terms.entry.staff.guard(Application(affiliation=who, desk=desk))]
    assert (not refusals) is enters
    if event:
        text = terms.entry.staff.text(terms)
        assert "Chief Operating Officer or Chief Executive Officer" in text
        assert "next eligible place-getter" in text


@pytest.mark.rule("CROWN3-12.4.2(a)(v)")
def test_contractors_win_only_where_the_terms_let_them_and_employees_never():
    staff = complete().entry.staff
    assert [staff.may_win(who) for who in Affiliation] == [True, False, False, False]
    loose = with_(complete(), ("entry.staff.others_may_win", True)).entry.staff
    assert [loose.may_win(who) for who in Affiliation] == [True, False, True, True]


@pytest.mark.rule("CROWN3-12.4.2(b)(iii)")
def test_an_unsigned_entrant_is_not_seated_where_signing_is_demanded():
    clause = complete().entry.signature
    signed = ready(players=(SeatedPlayer("Ann", 1, signed=True),))
    unsigned = ready(players=(SeatedPlayer("Ann", 1),))
    assert ["Ann has not signed" in r.wrong for r in clause.guard(unsigned)] == [True]
    assert not [*clause.guard(signed)]
    free = with_(complete(), ("entry.signature.required", False)).entry.signature
    assert not [*free.guard(unsigned)]


@pytest.mark.rule("CROWN3-12.4.2(c)")
def test_entries_are_taken_from_the_opening_until_just_before_the_close():
    terms = complete()
    method = terms.entry.method
    for now, fields in (
        (method.opens_at - MINUTE, ["opens_at"]),
        (method.opens_at, []),
        (method.closes_at - MINUTE, []),
        (method.closes_at, ["closes_at"]),
    ):
        assert [r.field for r in method.guard(ready(terms, now=now))] == fields
    early = with_(terms, ("entry.method.closes_at", method.opens_at))
    assert "entry.method.closes_at" in wrong(early)


@pytest.mark.rule("CROWN3-12.4.2(d)")
def test_without_free_withdrawal_a_substitute_must_be_possible():
    never = with_(
        complete(),
        ("entry.withdrawal.never_free", True),
        ("entry.withdrawal.free_until", None),
    )
    assert not checklist(never).open
    alone = with_(never, ("conduct.substitutes.allowed", False))
    assert "entry.withdrawal.never_free" in wrong(alone)
    both = with_(complete(), ("entry.withdrawal.never_free", True))
    assert "entry.withdrawal.free_until" in wrong(both)


@pytest.mark.rule("CROWN3-12.4.3(a)(iii)")
def test_top_two_of_a_table_go_on():
    played = Stage("Heat", seats=6, goes_on=GoesOn(top_per_table=2))
    short = ShortTablesClause(ShortTable.SAME_PLACES)
    outcome = who_goes_on({"T1": {"a": 900, "b": 800, "c": 700}}, played, short)
    assert outcome.through == ("a", "b")
    assert outcome.left == ("c",)
    assert (outcome.ties, outcome.to_draw) == ((), 0)


@pytest.mark.rule("CROWN3-12.4.3(a)(iii)", "HOUSE-TOURN-2")
def test_a_tie_at_the_cut_waits_until_it_is_decided():
    played = Stage("Heat", seats=6, goes_on=GoesOn(top_per_table=2, best_others=1))
    short = ShortTablesClause(ShortTable.SAME_PLACES)
    tables = {
        "T1": {"a": 900, "b": 800, "c": 800},
        "T2": {"d": 900, "e": 850, "f": 100},
    }
    waiting = who_goes_on(tables, played, short)
    assert waiting.through == ("a", "d", "e")
    [tie] = waiting.ties
    assert (tie.players, tie.places) == (("b", "c"), 1)
    assert "B and c have equal stacks" in tie_refusals(waiting)[0].wrong
    done = who_goes_on(tables, played, short, decided={tie: ("c",)})
    assert set(done.through) == {"a", "c", "d", "e", "b"}
    assert (done.ties, done.to_draw) == ((), 0)


@pytest.mark.rule("CROWN3-12.4.3(a)(iii)")
def test_best_share_and_lot_go_on_over_the_whole_stage():
    played = Stage("All", seats=6, goes_on=GoesOn(best_share=Fraction(1, 3), drawn=1))
    stacks = {name: 100 * at for at, name in enumerate("abcdefg", start=1)}
    outcome = who_goes_on(
        {"T1": stacks}, played, ShortTablesClause(ShortTable.SAME_PLACES)
    )
    assert outcome.through == ("g", "f", "e")  # a third of seven, rounded up
    assert (outcome.to_draw, outcome.left) == (1, ("a", "b", "c", "d"))


def test_equal_stacks_share_a_place_and_no_name_comes_first_by_accident():
    assert placings({"b": 5, "a": 5, "c": 9}) == (("c",), ("a", "b"))
    assert highest({"a": 1}, 0).chosen == ()
    assert highest({"a": 1}, 3).chosen == ("a",)
    assert lowest({"a": 3, "b": 1, "c": 1}, 2).chosen == ("b", "c")


@pytest.mark.rule("CROWN3-12.4.3(a)(iv)")
def test_buying_back_in_ends_with_its_stage():
    terms = with_(
        complete(),
        ("format.buy_back.offered", True),
        ("format.buy_back.price_cents", 100_00),
        ("format.buy_back.until_stage", "Heats"),
        ("format.buy_back.how", "At the desk."),
    )
    assert not checklist(terms).open
    clause = terms.format.buy_back
    assert not [*clause.refuse("Heats", 0, terms)]
    [late] = clause.refuse("Semi-final", 0, terms)
    assert "until the end of the heats" in late.right
    [twice] = clause.refuse("Heats", 1, terms)
    assert twice.field == "times_each"
    nowhere = with_(terms, ("format.buy_back.until_stage", "Stage nine"))
    assert "format.buy_back.until_stage" in wrong(nowhere)
    bare = with_(complete(), ("format.buy_back.offered", True))
    assert {r.field for r in checklist(bare).refusals} == {
        "format.buy_back.price_cents",
        "format.buy_back.until_stage",
        "format.buy_back.how",
    }
    none = complete().format.buy_back
    assert [r.field for r in none.refuse("Heats", 0, complete())] == ["offered"]


@pytest.mark.rule("CROWN3-12.4.3(a)(v)")
def test_a_repechage_has_a_way_to_qualify_and_a_stage():
    terms = complete("second-chance")
    bare = with_(terms, ("format.repechage.qualifies", None))
    assert [i.field for i in checklist(bare).open] == ["format.repechage.qualifies"]
    none = with_(terms, ("format.repechage.offer", RepechageOffer.NONE))
    assert "format.repechage.offer" in wrong(none)
    planned = with_(
        complete(),
        ("format.repechage.offer", RepechageOffer.PLANNED),
        ("format.repechage.qualifies", Qualifies.EVERYONE),
    )
    assert "format.repechage.offer" in wrong(planned)


@pytest.mark.rule("CROWN3-12.5.2(a)")
def test_the_highest_bank_wins_and_a_tie_needs_the_tie_rule():
    assert placings({"a": 1500, "b": 1400})[0] == ("a",)
    assert placings({"a": 1500, "b": 1500})[0] == ("a", "b")


@pytest.mark.rule("HOUSE-TOURN-2", "CROWN3-12.5.2(a)")
@pytest.mark.parametrize(
    ("order", "stands"),
    [
        ((TieBreak.LOT,), True),
        ((TieBreak.PLAY_OFF, TieBreak.LOT), True),
        ((TieBreak.SHARED, TieBreak.HIGH_CARD), True),
        ((TieBreak.PLAY_OFF,), False),
        ((TieBreak.LOT, TieBreak.SHARED), False),
        ((TieBreak.LOT, TieBreak.LOT), False),
    ],
)
def test_the_last_tie_break_always_decides(order, stands):
    terms = with_(complete(), ("house.ties.order", order))
    assert ("house.ties.order" not in wrong(terms)) is stands
    bare = with_(complete(), ("house.ties.play_off_hands", 0))
    assert "house.ties.play_off_hands" in wrong(bare)


@pytest.mark.rule("CROWN3-12.5.2(b)")
def test_ninety_per_cent_of_forty_entries_of_fifty_make_1800():
    terms = with_(
        complete(),
        ("details.fees.entry_fee_cents", 50_00),
        ("details.fees.buy_in_cents", 0),
        ("winners.pool.shares.entry_fee", Fraction(9, 10)),
        ("winners.pool.shares.buy_in", Fraction(0)),
    )
    assert planned_pool_cents(terms, Takings(40)) == 1800_00
    assert "90% of every entry fee ($45)" in terms.winners.pool.text(terms)
    assert "The operator keeps $5 of every entry fee" in terms.winners.pool.text(terms)
    sure = with_(terms, ("winners.pool.at_least_cents", 1800_01))
    assert planned_pool_cents(sure, Takings(40)) == 1800_01


@pytest.mark.rule("CROWN3-12.5.2(b)")
def test_every_payment_adds_its_share_to_the_pool():
    terms = with_(
        complete(),
        ("details.fees.rebuy_cents", 50_00),
        ("details.fees.add_on_cents", 20_00),
        ("format.buy_back.offered", True),
        ("format.buy_back.price_cents", 100_00),
        ("winners.pool.added_cents", 1000_00),
        ("winners.pool.shares.rebuy", HALF),
        ("winners.pool.shares.add_on", Fraction(1, 3)),
        ("winners.pool.shares.buy_back", Fraction(1)),
    )
    takings = Takings(entries=10, rebuys=4, add_ons=3, buy_backs=2)
    paid_in = 2000_00 + 100_00 + 3 * 6_66 + 200_00
    assert planned_pool_cents(terms, takings) == 1000_00 + paid_in


@pytest.mark.rule("CROWN3-12.5.2(c)")
def test_1800_is_shared_60_30_10_and_120_per_cent_is_refused():
    def split(*shares):
        parts = tuple(Fraction(share, 100) for share in shares)
        return with_(complete(), ("winners.split.tables", (PrizeTable(1, parts),)))

    assert prizes_cents(split(60, 30, 10), 1800_00, 40) == (1080_00, 540_00, 180_00)
    assert not wrong(split(60, 30, 10))
    assert "winners.split.tables.0.shares" in wrong(split(60, 30, 20))
    assert "winners.split.tables.0.shares" in wrong(split(60, 30))


@pytest.mark.rule("CROWN3-12.5.2(c)")
def test_splits_follow_one_another_from_the_fewest_players():
    tables = complete().winners.split.tables
    late = with_(complete(), ("winners.split.tables.0.from_players", 37))
    assert "winners.split.tables.0.from_players" in wrong(late)
    mixed = with_(complete(), ("winners.split.tables", tables[::-1]))
    assert "winners.split.tables" in wrong(mixed)
    split = complete().winners.split
    assert split.table_for(53) == tables[0]
    assert split.table_for(54) == tables[1]
    assert split.table_for(35) is None
