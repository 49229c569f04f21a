"""A second chance is a stage of its own: who plays it, what it costs, who decides."""

from dataclasses import replace

import pytest

from rulebook import Refused
from tests.tournaments.cast import DESK, MINUTE, SLUG, at, cites, clock, do, look
from tests.tournaments.examples import with_
from tests.tournaments.play_cast import in_session, short_terms, start
from tests.tournaments.stages_cast import close_tables, draw_next, starts, state
from tests.tournaments.test_path_pages import as_, sent  # noqa: F401
from tests.tournaments.test_stages import by_number
from tests.tournaments.test_table_close import LATER
from tournaments import queries
from tournaments.models import EntryState
from tournaments.money import buying
from tournaments.money.buying import Buy
from tournaments.path import ledgers
from tournaments.rules.clauses.chances import (
    Qualifies,
    RepechageClause,
    RepechageOffer,
)
from tournaments.rules.clauses.house import TieBreak
from tournaments.rules.payments import PaidFor
from tournaments.rules.stages import GoesOn, StageKind
from tournaments.stages import closing, next_draw

HEATS, AGAIN, FINAL = 0, 1, 2


def second_chance(offer, qualifies=None, price_cents=0, seats=6, **rule):
    """Heats whose best two go on, a repechage for one more, and a final."""
    made = short_terms()
    heats, final = made.format.stages.stages
    heats = replace(heats, goes_on=GoesOn(best_others=2), minutes=30)
    begins = heats.ends()[0] + 30 * MINUTE
    again = replace(
        heats,
        name="Repechage",
        kind=StageKind.REPECHAGE,
        starts=(begins,),
        tables=1,
        seats=seats,
        hands=seats,
        goes_on=GoesOn(best_others=1),
    )
    return with_(
        made,
        ("format.stages.stages", (heats, again, final)),
        ("format.repechage", RepechageClause(offer, qualifies, price_cents)),
        ("house.ties.order", (TieBreak.LOT,)),
        *rule.items(),
    )


def heats_closed(db, made):
    """The heats are over: entries 7 and 8 go on, six are out."""
    in_session(db, made)
    close_tables(db, LATER, by_number)
    row = do(db, closing.close, HEATS, at(LATER))
    assert not isinstance(row, Refused), row
    assert row.through == [7, 8]


def played_to_the_end(db, made, numbers):
    """The repechage and the final are drawn, played and closed."""
    again = starts(made, AGAIN)
    drawn = draw_next(db, again - 5)
    assert drawn.header["entries"] == numbers
    assert {state(db, n) for n in numbers} == {EntryState.ENTERED}
    begun = start(db, at(again), AGAIN)
    assert not isinstance(begun, Refused), begun
    close_tables(db, again + 1, by_number)
    row = do(db, closing.close, AGAIN, at(again + 2))
    assert not isinstance(row, Refused), row
    assert row.through == numbers[-1:]
    last = draw_next(db, starts(made, FINAL) - 5)
    assert last.header["entries"] == sorted([*row.through, 7, 8])


@pytest.mark.rule("CROWN3-12.4.3(a)(v)")
def test_the_highest_of_the_eliminated_play_for_one_more_place(db):
    made = second_chance(RepechageOffer.PLANNED, Qualifies.HIGHEST_STACKS, seats=4)
    heats_closed(db, made)
    assert look(db, next_draw.due).numbers == (3, 4, 5, 6)  # as many as have seats
    played_to_the_end(db, made, [3, 4, 5, 6])


@pytest.mark.rule("CROWN3-12.4.3(a)(v)", "CROWN3-12.4.1(a)(ii)")
def test_a_price_is_paid_by_the_eliminated_before_the_repechage_begins(db):
    made = second_chance(RepechageOffer.PLANNED, Qualifies.FIRST_TO_ENTER, 50_00)
    in_session(db, made)
    assert isinstance(bought(db, 2, LATER - 1), Refused)  # nobody is out yet
    close_tables(db, LATER, by_number)
    do(db, closing.close, HEATS, at(LATER))
    for number in (5, 2):
        receipt = bought(db, number, LATER + 1)
        assert not isinstance(receipt, Refused), receipt
    assert isinstance(bought(db, 2, LATER + 2), Refused)  # once is enough
    assert isinstance(bought(db, 8, LATER + 2), Refused)  # goes on anyway
    assert isinstance(bought(db, 3, starts(made, AGAIN)), Refused)  # it begins
    played_to_the_end(db, made, [2, 5])


def bought(db, number, minutes):
    """An entrant buys a place in the repechage."""
    with db.writing() as session:
        tournament = queries.get(session, SLUG, lock=True)
        entry = ledgers.entry(session, tournament, number, lock=True)
        wanted = Buy(PaidFor.REPECHAGE, 50_00)
        return buying.buy(session, tournament, entry, wanted, at(minutes, DESK))


@pytest.mark.rule("CROWN3-12.4.3(a)(v)")
def test_the_director_decides_once_with_a_reason_whether_there_is_one(db, as_):  # noqa: F811
    made = second_chance(RepechageOffer.DIRECTOR, Qualifies.EVERYONE)
    heats_closed(db, made)
    undecided = look(db, next_draw.due)
    assert [r.cite.id for r in undecided.refusals] == ["CROWN3-12.4.3(a)(v)"]
    silent = do(db, closing.decide_chance, AGAIN, " ", at(LATER), held=True)
    assert cites(silent) == ["CROWN3-12.4.3(a)(v)"]
    home = f"/desk/tournaments/{SLUG}/stages"
    with clock(LATER):
        ruth = as_("ruth", at(LATER).now)
        assert "decide" in ruth.get(home).text.lower()
        form = sent(held="yes", reason="Twelve asked for it.")
        for _ in range(2):  # sent twice, it is decided once
            assert ruth.post(f"{home}/1/chance", data=form).status_code == 303
        assert ruth.post(f"{home}/1/chance", data=sent(reason="No.")).status_code == 409
    assert look(db, next_draw.due).numbers == (1, 2, 3, 4, 5, 6)


@pytest.mark.rule("CROWN3-12.4.3(a)(v)")
def test_a_repechage_that_is_not_held_is_closed_with_nobody(db):
    made = second_chance(RepechageOffer.DIRECTOR, Qualifies.EVERYONE)
    heats_closed(db, made)
    no = do(db, closing.decide_chance, AGAIN, "It is late.", at(LATER), held=False)
    assert not isinstance(no, Refused), no
    row = do(db, closing.close, AGAIN, at(LATER))
    assert (row.through, row.says) == ([], ["The repechage is not played."])
    assert look(db, next_draw.due).numbers == (7, 8)


@pytest.mark.rule("CROWN3-12.4.3(a)(v)", "HOUSE-TOURN-2")
def test_level_stacks_for_the_last_seat_of_a_repechage_are_a_tie(db):
    made = second_chance(RepechageOffer.PLANNED, Qualifies.HIGHEST_STACKS, seats=4)
    in_session(db, made)
    close_tables(db, LATER, lambda n, _has: 9_000 if n > 6 else 500 + 100 * (n > 3))
    do(db, closing.close, HEATS, at(LATER))
    due = look(db, next_draw.due)
    assert due.tie.tie.players == ("entry 1", "entry 2", "entry 3")
    assert [r.cite.id for r in due.refusals] == ["HOUSE-TOURN-2"]


@pytest.mark.rule("CROWN3-12.4.3(a)(v)", "HOUSE-TOURN-173")
def test_a_place_is_sold_once_the_director_has_decided_and_until_seats_are_drawn(db):
    made = second_chance(RepechageOffer.DIRECTOR, Qualifies.FIRST_TO_ENTER, 50_00)
    heats_closed(db, made)
    undecided = bought(db, 5, LATER + 1)
    assert cites(undecided) == ["CROWN3-12.4.3(a)(v)"]
    assert "not decided" in undecided.refusals[0].wrong
    do(db, closing.decide_chance, AGAIN, "Six asked.", at(LATER + 1), held=True)
    for number in (5, 2):
        assert not isinstance(bought(db, number, LATER + 2), Refused)
    draw_next(db, starts(made, AGAIN) - 5)
    late = bought(db, 3, starts(made, AGAIN) - 4)
    assert cites(late) == ["HOUSE-TOURN-173"]
    assert "seats are drawn" in late.refusals[0].wrong
