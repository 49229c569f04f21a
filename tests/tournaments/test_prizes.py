"""From the final to the last prize: finished, paid once, settled."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from threading import Barrier

import pytest
from sqlmodel import select

from house.floor.models import Designation
from house.floor.tables import services as floor
from house.people.accounts.passwords import passwords
from house.people.models import StaffRow
from rulebook import Refused
from tests.house.money_cast import ledger_holds
from tests.tournaments.cast import (
    CASHIER,
    DESK,
    SLUG,
    at,
    cites,
    clock,
    do,
    look,
    recorded,
)
from tests.tournaments.play_cast import SUE, in_session, short_terms, start
from tests.tournaments.stages_cast import close_tables, draw_next, starts
from tests.tournaments.test_path_pages import as_, sent  # noqa: F401
from tests.tournaments.test_stages import ORDER, TOP_ONE, by_number
from tests.tournaments.test_table_close import LATER
from tournaments import queries
from tournaments.money import queries as money
from tournaments.money.taking import CASH, Tender
from tournaments.path import playing
from tournaments.prizes import awarding, paying
from tournaments.prizes.paying import HandOut
from tournaments.rules.clauses.house import TieBreak
from tournaments.rules.lifecycle import Status
from tournaments.rules.payments import Method
from tournaments.stages import closing, placing, ties

SEEN = HandOut(CASH, "passport", SUE)


def final_played(db, made, stack_of=by_number):
    """Every stage is played and closed; when that was, in minutes of the tests."""
    in_session(db, made)
    close_tables(db, LATER, by_number)
    assert not isinstance(do(db, closing.close, 0, at(LATER)), Refused)
    after = starts(made, 1)
    draw_next(db, after - 5)
    assert not isinstance(start(db, at(after), 1), Refused)
    close_tables(db, after + 1, stack_of)
    assert not isinstance(do(db, closing.close, 1, at(after + 1)), Refused)
    return after + 2


def signs(db, config, username="ruth"):
    """What somebody types who signs as second, once they have a password."""
    password = f"a long word of {username}'s own"
    with db.writing() as session:
        mine = select(StaffRow).where(StaffRow.username == username)
        row = session.exec(mine).one()
        row.password_hash = passwords(config).hash(password)
        row.totp_confirmed_at = None
    return {"second": username, "password": password}


def prizes(db):
    """Every prize with its winner's number."""
    return look(db, awarding.of)


@pytest.mark.rule(
    "HOUSE-TOURN-18",
    "HOUSE-TOURN-305",
    "HOUSE-TOURN-310",
    "HOUSE-TOURN-311",
    "HOUSE-TOURN-312",
    "CROWN3-12.5.2(c)",
    "CROWN3-12.4.3(c)",
)
def test_a_tournament_is_finished_and_settled_once_all_is_paid(db, as_, config):  # noqa: F811
    over = final_played(db, short_terms(TOP_ONE))
    assert do(db, playing.finish, at(over)) is Status.FINISHED
    with db.reading() as session:
        assert floor.get(session, 1).designation is Designation.OPEN_PLAY
        tournament = queries.get(session, SLUG)
        terms = queries.terms_of(session, tournament)
        pool = money.pool_cents(session, tournament, terms)
    won = prizes(db)
    assert {p.row.collect_by - at(over).now for p in won} == {timedelta(days=30)}
    [awarded] = recorded(db, "award prizes")
    assert awarded.rules[:2] == ["HOUSE-TOURN-310", "HOUSE-TOURN-312"]
    assert sum(prize.row.cents for prize in won) == pool
    assert won[0].row.finished == 1
    assert "HOUSE-TOURN-18" in cites(do(db, playing.settle, at(over)))
    first = won[0].row.pk
    bad = HandOut(Tender(Method.CARD), "", CASHIER)
    refused = do(db, paying.pay, first, bad, at(over, CASHIER))
    assert cites(refused) == ["HOUSE-TOURN-311"] * 3
    none = do(db, paying.pay, 10**6, SEEN, at(over, CASHIER))
    assert cites(none) == ["HOUSE-TOURN-310"]
    both = Barrier(2)

    def cage(who):
        both.wait()
        return do(db, paying.pay, first, SEEN, at(over, who))

    with ThreadPoolExecutor(2) as two:
        answers = list(two.map(cage, (CASHIER, DESK)))
    assert sum(isinstance(answer, Refused) for answer in answers) == 1
    signed = signs(db, config)
    with clock(over + 1):
        carl = as_("carl", at(over + 1).now)
        home = f"/desk/tournaments/{SLUG}/prizes"
        page = carl.get(home).text
        assert f"{len(won) - 1} of" in page
        for prize in won[1:]:
            form = sent(method="cash", identity="passport", note="", **signed)
            for _ in range(2):  # sent twice, it is done once
                answer = carl.post(f"{home}/{prize.row.pk}/pay", data=form)
                assert answer.status_code == 303, answer.text
        assert "Every prize is" in carl.get(home).text
        assert "passport" in carl.get(f"{home}/{first}/slip").text
        assert carl.get(f"{home}/999999/slip").status_code == 404
    assert do(db, playing.settle, at(over + 2)) is Status.SETTLED
    with db.reading() as session:
        ledger_holds(session)


@pytest.mark.rule("HOUSE-TOURN-311", "HOUSE-TOURN-312")
def test_the_house_sets_from_which_cash_on_and_for_how_long(db):
    over = final_played(db, short_terms(TOP_ONE))
    week = timedelta(days=7)
    assert do(db, playing.finish, at(over), week) is Status.FINISHED
    first, second, *_ = prizes(db)
    assert first.row.collect_by == at(over).now + week
    for prize, mark in ((first, first.row.cents), (second, second.row.cents + 1)):
        said = replace(SEEN, mark_cents=mark)
        paid = do(db, paying.pay, prize.row.pk, said, at(over, CASHIER))
        assert paid.marked is (prize is first)


@pytest.mark.rule("HOUSE-TOURN-2", "CROWN3-12.5.2(a)", "HOUSE-TOURN-310")
def test_a_tie_for_the_first_prize_stands_before_the_finish(db):
    shares = (ORDER, (TieBreak.SHARED, TieBreak.LOT))
    made = short_terms(TOP_ONE, shares)
    over = final_played(db, made, lambda n, _has: 900 if n >= 7 else n)
    assert cites(do(db, playing.finish, at(over))) == ["HOUSE-TOURN-18"]
    [open_] = look(db, placing.placing).open
    assert open_.players == ("entry 7", "entry 8")
    assert not isinstance(do(db, ties.shared, 1, open_, at(over)), Refused)
    assert do(db, playing.finish, at(over)) is Status.FINISHED
    first, second, *_ = prizes(db)
    assert (first.entry.number, second.entry.number) == (7, 8)
    assert first.row.cents - second.row.cents in {0, 1}
    assert (first.row.first_place, first.row.last_place) == (1, 2)
