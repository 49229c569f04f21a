"""A seat won is an entry of the tournament that the terms name, made once."""

from dataclasses import replace

import pytest
from sqlmodel import select

from house.people.patrons.models import PatronRow
from rulebook import Refused
from rulebook.terms.checklist import checklist
from tests.house.money_cast import ledger_holds
from tests.tournaments.cast import CASHIER, advice, at, cites, do, publish, send
from tests.tournaments.examples import SEATS_IN, complete, ready, with_
from tests.tournaments.play_cast import short_terms
from tests.tournaments.test_prizes import SEEN, final_played, prizes
from tests.tournaments.test_stages import TOP_ONE
from tournaments import queries
from tournaments.models import EntryRow
from tournaments.money import queries as money
from tournaments.money.taking import Tender
from tournaments.path import playing
from tournaments.prizes import paying
from tournaments.rules.clauses.prizes import PrizeSplitClause, SplitBy
from tournaments.rules.lifecycle import Action, Status, transition
from tournaments.rules.payments import Method, PaidFor

_, MAIN = SEATS_IN
DAY = 24 * 60
OPENS = 30 * DAY  # a time at which entries of the main event are open
SEAT = replace(SEEN, tender=Tender(Method.COMP))


def satellite(*, or_money=True, worth=240_00):
    """Eight pay 200 each into a pool that buys six seats and leaves 160."""
    split = PrizeSplitClause(
        SplitBy.SEATS, seat_cents=worth, seat_in=MAIN, seat_or_money=or_money
    )
    return short_terms(TOP_ONE, ("winners.split", split))


def there(db, service, *args):
    """Do something in the main event."""
    with db.writing() as session:
        return service(session, queries.get(session, MAIN, lock=True), *args)


def main_event_opens(db, minutes):
    """The main event is published, advised and takes entries."""
    there(db, publish, 1, "https://house.example/t/y", at(minutes))
    there(db, advice.make_available, "the cage", at(minutes))
    notice = there(db, advice.draft, "https://house.example/t/y", at(minutes))
    send(db, notice.pk, at(minutes))
    assert there(db, playing.open_entries, at(OPENS)) is Status.ENTRIES_OPEN


def finished(db, **split):
    """The satellite is played and finished; its prizes."""
    over = final_played(db, satellite(**split))
    assert do(db, playing.finish, at(over)) is Status.FINISHED
    return over, prizes(db)


def entered_there(db):
    """The entries of the main event, and what each paid."""
    with db.reading() as session:
        row = queries.get(session, MAIN)
        mine = select(EntryRow).where(EntryRow.tournament_id == row.pk)
        found = session.exec(mine).all()
        ledger_holds(session)
        return {e.name: money.of_entry(session, e.pk).paid for e in found}


@pytest.mark.rule("HOUSE-TOURN-390", "CROWN3-12.5.2(c)")
def test_a_seat_becomes_an_entry_paid_by_the_prize_once(db):
    over, won = finished(db)
    assert [p.row.cents for p in won] == [240_00] * 6 + [160_00]
    first, *_, left_over = won
    main_event_opens(db, over)
    paid = do(db, paying.pay, first.row.pk, SEAT, at(OPENS, CASHIER))
    assert not isinstance(paid, Refused), paid
    assert paid.note == "Entry 1 of Harbour Main Event."
    paid_there = {PaidFor.ENTRY_FEE: 40_00, PaidFor.BUY_IN: 200_00}
    assert entered_there(db) == {first.entry.name: paid_there}
    again = do(db, paying.pay, first.row.pk, SEAT, at(OPENS, CASHIER))
    assert cites(again) == ["HOUSE-TOURN-310"]
    assert len(entered_there(db)) == 1
    in_money = do(db, paying.pay, won[1].row.pk, SEEN, at(OPENS, CASHIER))
    assert cites(in_money) == ["HOUSE-TOURN-390"]  # it lets the winner in
    no_seat = do(db, paying.pay, left_over.row.pk, SEAT, at(OPENS, CASHIER))
    assert cites(no_seat) == ["HOUSE-TOURN-311"]
    rest = do(db, paying.pay, left_over.row.pk, SEEN, at(OPENS, CASHIER))
    assert rest.method is Method.CASH


@pytest.mark.rule("HOUSE-TOURN-390", "CROWN3-12.4.2(a)(ii)")
def test_the_other_tournament_is_asked_and_its_refusal_leads_to_money(db):
    over, (first, second, *_) = finished(db)
    early = do(db, paying.pay, first.row.pk, SEAT, at(over, CASHIER))
    assert cites(early)[-1] == "HOUSE-TOURN-390"
    assert "or hand out its worth in money" in early.refusals[-1].right
    assert len(early.refusals) > 1  # what that tournament says stands before it
    assert not entered_there(db)
    main_event_opens(db, over)
    with db.writing() as session:
        patron = session.get_one(PatronRow, second.entry.patron_id)
        patron.is_employee = True
    barred = do(db, paying.pay, second.row.pk, SEAT, at(OPENS, CASHIER))
    assert "CROWN3-12.4.2(a)(v)" in cites(barred)
    paid = do(db, paying.pay, second.row.pk, SEEN, at(OPENS, CASHIER))
    assert paid.method is Method.CASH


@pytest.mark.rule("HOUSE-TOURN-390")
def test_where_the_terms_say_so_no_seat_is_exchanged_for_money(db):
    over, (first, *_) = finished(db, or_money=False)
    verdict = do(db, paying.pay, first.row.pk, SEEN, at(over, CASHIER))
    assert cites(verdict) == ["HOUSE-TOURN-390"]
    seat = do(db, paying.pay, first.row.pk, SEAT, at(over, CASHIER))
    assert "money" not in seat.refusals[-1].right


@pytest.mark.rule("HOUSE-TOURN-390")
@pytest.mark.parametrize("costs", [None, 999_99, 1_000_00, 1_000_01])
def test_seats_are_in_a_tournament_that_is_there_at_its_price(costs):
    made = complete("satellite")
    assert f"in the tournament at /t/{MAIN}" in made.winners.split.text(made)
    verdict = transition(Status.DRAFT, Action.PUBLISH, ready(made, seat_costs=costs))
    assert (verdict is Status.PUBLISHED) is (costs == 1_000_00)
    if isinstance(verdict, Refused):
        assert cites(verdict) == ["HOUSE-TOURN-390"]
    unnamed = with_(made, ("winners.split.seat_in", ""))
    assert [i.field for i in checklist(unnamed).open] == ["winners.split.seat_in"]
