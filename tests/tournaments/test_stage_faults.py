"""Stages and prizes under bad input and faults: refused with a rule, or exact."""

from fractions import Fraction

import pytest
from sqlmodel import select

from house.people.patrons.models import PatronRow
from rulebook import Refused
from tests.house.money_cast import ledger_holds
from tests.processes import killed
from tests.tournaments import cast, stage_worker
from tests.tournaments.cast import SEAL, SLUG, at, cites, do, look, recorded
from tests.tournaments.conduct_cast import ADVICE, deed, must
from tests.tournaments.play_cast import FLOOR, in_session, short_terms
from tests.tournaments.stages_cast import close_tables, draw_next, starts, state
from tests.tournaments.test_prizes import SEEN, final_played, prizes
from tests.tournaments.test_stages import TOP_ONE, by_number, equal, result
from tests.tournaments.test_table_close import LATER
from tournaments import queries
from tournaments.models import EntryRow, EntryState
from tournaments.path import ledgers, playing
from tournaments.prizes import paying
from tournaments.rules.clauses.house import TieBreak
from tournaments.rules.clauses.prizes import PrizeTable, SplitBy
from tournaments.rules.conducting import Verb
from tournaments.rules.lifecycle import Status
from tournaments.rules.stages import GoesOn
from tournaments.seating import drawing, seats
from tournaments.stages import closing, correcting, lots, next_draw, ties
from tournaments.stages.correcting import Correction

ORDER = "house.ties.order"
SPLIT = "winners.split"
LOTS = (ORDER, (TieBreak.LOT,))
FEW = ("conduct.penalties.penalties.2.most", 10_000)


def knocked_out(db, *numbers):
    """These lose their chips at the table and are out."""
    for number in numbers:
        entry = look(db, ledgers.entry, number).pk
        must(db, entry, deed(Verb.CHIPS, ADVICE, 9_901))
        must(db, entry, deed(Verb.BROKE))


@pytest.mark.rule("HOUSE-TOURN-2", "HOUSE-TOURN-302")
def test_a_tie_without_a_rule_is_not_published_and_no_step_is_made_up(db):
    for order in ((), (TieBreak.EARLIER_STACK,)):
        refused = cast.terms((ORDER, order)).house.ties
        found = [*refused.missing(None), *refused.refusals(None)]
        assert [r.cite.id for r in found] == ["HOUSE-TOURN-2"]
    in_session(db, short_terms(TOP_ONE, LOTS))
    close_tables(db, LATER, equal)
    [first, *_] = [o for t in result(db).ties for o in t.standing.open]
    nothing = type(first)(first.players, first.places, first.first_place, None)
    for step in (
        (ties.by_earlier_stack, nothing),
        (ties.shared, nothing),
        (ties.by_cards, nothing, dict.fromkeys(nothing.players, "AS")),
    ):
        service, *given = step
        assert "HOUSE-TOURN-302" in cites(do(db, service, 0, *given, at(LATER)))
    assert "HOUSE-TOURN-2" in cites(do(db, closing.close, 0, at(LATER)))


@pytest.mark.rule("CROWN3-12.4.3(a)(iii)", "HOUSE-TOURN-303")
def test_a_field_smaller_than_the_places_all_goes_on_and_draws_no_wild_card(db):
    wide = ("format.stages.stages.0.goes_on", GoesOn(best_others=2, drawn=1))
    in_session(db, short_terms(wide, LOTS, FEW))
    knocked_out(db, 1, 2, 3, 4, 5, 6)
    close_tables(db, LATER, by_number)
    assert result(db).lot is None
    row = do(db, closing.close, 0, at(LATER))
    assert not isinstance(row, Refused), row
    assert (row.through, row.out) == ([7, 8], {})
    assert look(db, lots.every) == []
    assert {state(db, n) for n in range(1, 7)} == {EntryState.ELIMINATED}


@pytest.mark.rule("HOUSE-TOURN-301")
def test_where_nobody_is_left_no_seats_are_drawn(db):
    made = short_terms(TOP_ONE, LOTS)
    in_session(db, made)
    close_tables(db, LATER, by_number)
    for number in do(db, closing.close, 0, at(LATER)).through:
        entry = look(db, ledgers.entry, number).pk
        must(db, entry, deed(Verb.RETIRED), at(LATER))
    due = look(db, next_draw.due)
    assert (due.numbers, [r.cite.id for r in due.refusals]) == ((), ["HOUSE-TOURN-301"])
    refused = do(db, drawing.fix, at(starts(made, 1) - 5), SEAL)
    assert "HOUSE-TOURN-301" in cites(refused)


@pytest.mark.rule("CROWN3-12.5.2(c)")
def test_a_prize_table_that_does_not_sum_is_not_published(db):
    table = PrizeTable(4, amounts_cents=(500_00, 300_00))
    made = cast.terms((f"{SPLIT}.by", SplitBy.AMOUNTS), (f"{SPLIT}.tables", (table,)))
    cast.draft(db, made)
    refused = do(db, cast.publish, 1, "https://house.example/t/x", at(-30))
    assert "CROWN3-12.5.2(c)" in cites(refused)
    half = PrizeTable(4, (Fraction(1, 2), Fraction(1, 4)))
    with db.reading() as session:
        assert queries.get(session, SLUG).status is Status.DRAFT
    short = cast.terms((f"{SPLIT}.tables", (half,))).winners.split
    assert [r.cite.id for r in short.refusals(made)]


@pytest.mark.rule("CROWN3-12.5.2(c)", "HOUSE-TOURN-310", "HOUSE-TOURN-311")
def test_a_pool_of_one_cent_is_one_prize_of_one_cent(db):
    one = (
        ("winners.pool.added_cents", 1),
        ("winners.pool.shares.buy_in", Fraction(0)),
        ("winners.pool.shares.entry_fee", Fraction(0)),
    )
    over = final_played(db, short_terms(TOP_ONE, *one))
    assert do(db, playing.finish, at(over)) is Status.FINISHED
    [prize] = prizes(db)
    assert (prize.row.cents, prize.row.finished) == (1, 1)
    paid = do(db, paying.pay, prize.row.pk, SEEN, at(over, cast.CASHIER))
    assert not isinstance(paid, Refused), paid
    assert do(db, playing.settle, at(over + 1)) is Status.SETTLED
    with db.reading() as session:
        ledger_holds(session)


def employed(db, *numbers):
    """These entrants are employees of the operator by the end."""
    with db.writing() as session:
        mine = select(EntryRow).where(EntryRow.number.in_(numbers))
        for entry in session.exec(mine).all():
            session.get_one(PatronRow, entry.patron_id).is_employee = True


@pytest.mark.rule("CROWN3-12.4.2(a)(v)", "HOUSE-TOURN-310")
@pytest.mark.parametrize("everybody", [False, True])
def test_an_employee_in_every_paid_place_wins_nothing(db, everybody):
    over = final_played(db, short_terms(TOP_ONE))
    with db.reading() as session:
        tournament = queries.get(session, SLUG)
        placed = len(
            queries.terms_of(session, tournament).winners.split.tables[0].shares
        )
    paid = range(9 - placed, 9)  # the higher the number the better the place
    employed(db, *(range(1, 9) if everybody else paid))
    assert do(db, playing.finish, at(over)) is Status.FINISHED
    won = prizes(db)
    with db.reading() as session:
        who = [session.get_one(EntryRow, p.row.entry_id).number for p in won]
    assert not {*who} & {*paid}
    assert bool(won) is not everybody
    if won:
        assert won[0].row.finished == placed + 1


@pytest.mark.rule("HOUSE-TOURN-306")
def test_a_stack_is_not_put_right_once_prizes_are_given(db):
    over = final_played(db, short_terms(TOP_ONE))
    assert do(db, playing.finish, at(over)) is Status.FINISHED
    first = prizes(db)[0].row
    do(db, paying.pay, first.pk, SEEN, at(over, cast.CASHIER))
    wanted = Correction(1, 99_000, "Miscounted.")
    for stage_at in (0, 1):
        late = do(db, correcting.correct, stage_at, wanted, at(over), FLOOR)
        assert "HOUSE-TOURN-306" in cites(late)
    assert next(p.row.entry_id for p in prizes(db)) == first.entry_id


def dies(db, what, when):
    """A process closes the stage, or fixes the next draw, and is killed."""
    url = db.engine.url.render_as_string(hide_password=False)
    killed(stage_worker.work, url, what, when, LATER)


@pytest.mark.rule("HOUSE-TOURN-300", "HOUSE-TOURN-301", "HOUSE-ONCE-1")
def test_a_kill_between_close_and_draw_leaves_both_whole_or_not_done(db):
    made = short_terms(TOP_ONE, LOTS)
    in_session(db, made)
    close_tables(db, LATER, by_number)
    dies(db, "close", "before")
    assert {state(db, n) for n in range(1, 9)} == {EntryState.ENTERED}
    assert recorded(db, "close stage") == []
    assert look(db, next_draw.due) is None
    dies(db, "close", "after")
    assert cites(do(db, closing.close, 0, at(LATER))) == ["HOUSE-TOURN-300"]
    due = look(db, next_draw.due)
    assert len(due.numbers) == 4
    dies(db, "draw", "before")
    assert look(db, seats.prepared) is None
    drawn = draw_next(db, starts(made, 1) - 5)
    assert tuple(drawn.header["entries"]) == due.numbers
    with db.reading() as session:
        ledger_holds(session)
