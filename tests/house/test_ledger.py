"""The ledger: postings that balance, differences posted once, locks in one order."""

import html
import json
import re
import threading
from dataclasses import dataclass
from datetime import datetime, timedelta

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from house.audit import Actor
from house.ledger import queries, services
from house.ledger.models import AccountRow
from house.ledger.postings import Account, Cause, Posting, difference
from house.ledger.verification import verify
from house.people.roles import Role
from house.web.access import access_of
from rulebook import HOUSE
from tests.house import workers
from tests.house.at_table_cast import carded, patron
from tests.house.conftest import NOON
from tests.processes import processes

POSTED = HOUSE.at("LEDGER-1")
PURSE = Account("purse", "patron 1", "cents")
OTHER = Account("purse", "patron 2", "cents")
FLOAT = Account("float", "table 4", "cents")
STACK = Account("stack", "entry 7", "chips")
ROUND = Cause("round", "812")
DAN = Actor("dan", "Dan Dealer", "dealer")
KINDS = ("purse", "float", "stack")


@dataclass(frozen=True)
class Act:
    """Who acts, and when."""

    now: datetime = NOON
    by: Actor = DAN


def reconcile(db, due, cause=ROUND, now=NOON, facts=None):
    """Let a cause come to what it is due."""
    with db.writing() as session:
        asked = {"kinds": KINDS, "rules": (POSTED,), "facts": facts}
        return services.reconcile(session, cause, due, Act(now), **asked)


def balance(db, account):
    """What an account comes to."""
    with db.reading() as session:
        return queries.balances(session, (account,)).get(account, 0)


@pytest.mark.rule("HOUSE-LEDGER-1")
@pytest.mark.parametrize(
    ("moves", "error"),
    [
        (((PURSE, 10), (FLOAT, -9)), ArithmeticError),
        (((PURSE, 10), (STACK, -10)), ArithmeticError),
        (((PURSE, 10), (PURSE, -10)), ValueError),
        ((), ValueError),
    ],
)
def test_a_posting_that_does_not_balance_cannot_be_made(moves, error):
    with pytest.raises(error):
        Posting(ROUND, (POSTED,), moves)
    with pytest.raises(ValueError, match="under no rule"):
        Posting(ROUND, (), ((PURSE, 1), (FLOAT, -1)))


def test_a_difference_speaks_only_for_the_kinds_it_was_asked_about():
    posted = {PURSE: 10, FLOAT: -10, STACK: 3}
    due = {PURSE: 12, FLOAT: -12}
    assert difference(due, posted, ("purse", "float")) == ((FLOAT, -2), (PURSE, 2))
    assert difference({}, posted, ("stack",)) == ((STACK, -3),)
    with pytest.raises(ValueError, match="stack"):
        difference({STACK: 1}, {}, ("purse",))


@pytest.mark.rule("HOUSE-LEDGER-2")
def test_a_cause_comes_to_what_it_is_due_and_nothing_is_posted_twice(db):
    assert reconcile(db, {PURSE: 10, FLOAT: -10}) is not None
    assert reconcile(db, {PURSE: 10, FLOAT: -10}) is None
    assert reconcile(db, {OTHER: 4, FLOAT: -4}) is not None
    assert reconcile(db, {PURSE: 5, FLOAT: -5}, Cause("round", "813")) is not None
    assert [balance(db, one) for one in (PURSE, OTHER, FLOAT)] == [5, 4, -9]
    assert reconcile(db, {}) is not None
    assert [balance(db, one) for one in (PURSE, OTHER, FLOAT)] == [5, 0, -5]
    with db.reading() as session:
        assert services.posted(session, ROUND).number == 3
        found = verify(session)
    assert (found.holds, found.postings, found.accounts) == (True, 4, 3)


@pytest.mark.rule("HOUSE-LEDGER-1")
def test_an_account_is_explained_posting_by_posting(db):
    reconcile(db, {PURSE: 10, FLOAT: -10})
    reconcile(db, {PURSE: 7, FLOAT: -7}, now=NOON + timedelta(hours=1))
    with db.reading() as session:
        [row] = queries.of_owner(session, PURSE.owner)
        last, first = queries.explained(session, row)
        [older] = queries.explained(session, row, last.entry.pk)
    assert [(x.entry.amount, x.entry.balance) for x in (first, last)] == [
        (10, 10),
        (-3, 7),
    ]
    assert older.entry.pk == first.entry.pk
    assert (last.posting.cause, last.rules) == (ROUND, (POSTED,))
    assert list(last.beside) == [(FLOAT, 3)]


def test_what_an_account_came_to_is_known_at_any_instant(db):
    hour = timedelta(hours=1)
    reconcile(db, {PURSE: 10, FLOAT: -10})
    reconcile(db, {PURSE: 7, FLOAT: -7}, now=NOON + hour)
    reconcile(db, {PURSE: 9, FLOAT: -9}, now=NOON - hour)  # a clock moved back
    with db.reading() as session:
        for at, came_to in ((NOON, 0), (NOON + hour, 10), (NOON + 2 * hour, 9)):
            assert queries.before(session, (PURSE,), at) == {PURSE: came_to}


@pytest.mark.rule("HOUSE-LEDGER-1")
@pytest.mark.parametrize("table", ["ledger_posting", "ledger_entry"])
def test_postings_are_only_ever_added(db, table):
    reconcile(db, {PURSE: 10, FLOAT: -10})

    def tamper(verb):
        with db.writing() as session:
            session.execute(text(verb))

    for verb in (f"UPDATE {table} SET id = id", f"DELETE FROM {table}"):
        with pytest.raises(DBAPIError, match="append-only"):
            tamper(verb)


@pytest.mark.rule("HOUSE-LEDGER-1")
def test_whatever_was_tampered_with_is_named(db):
    reconcile(db, {PURSE: 10, FLOAT: -10})
    at = "'2026-11-20 01:00:00'"
    who = "rules, facts, at, by, by_name"
    eve = f"'[]', '{{}}', {at}, 'eve', 'Eve'"
    with db.writing() as session:
        session.execute(text("UPDATE ledger_account SET balance = 11 WHERE id = 1"))
        into = f"ledger_posting (cause_kind, cause_id, number, {who})"
        session.execute(text(f"INSERT INTO {into} VALUES ('round', '812', 3, {eve})"))
        into = "ledger_entry (posting_id, account_id, amount, balance, at)"
        session.execute(text(f"INSERT INTO {into} VALUES (2, 1, 5, 99, {at})"))
    with db.reading() as session:
        wrong = verify(session, [lambda _: ["A room says so."]]).wrong
    assert wrong == (
        "Posting 2 does not balance: 5 cents are left.",
        "Of 3 postings of round 812 there are 2.",
        "Entry 3 of account 1 says 99; it comes to -5.",
        "The float of table 4 in cents says 11; its entries come to -5.",
        "A room says so.",
    )


@pytest.mark.rule("HOUSE-LEDGER-3")
def test_two_acts_that_want_two_accounts_in_two_orders_are_both_kept(db):
    reconcile(db, {PURSE: 1, OTHER: 1, FLOAT: -2})
    together, failed = threading.Barrier(2), []

    def move(number, first, second):
        try:
            for turn in range(10):
                cause = Cause("desk", f"{number}-{turn}")
                together.wait()
                reconcile(db, {first: 1, second: -1}, cause)
        except Exception as error:
            failed.append(error)
            together.abort()

    pairs = [(1, PURSE, OTHER), (2, OTHER, PURSE)]
    threads = [threading.Thread(target=move, args=pair) for pair in pairs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert (balance(db, PURSE), balance(db, OTHER)) == (1, 1)
    with db.reading() as session:
        assert verify(session).holds
        assert session.get_one(AccountRow, 1).balance == -2


@pytest.mark.rule("HOUSE-LEDGER-2")
def test_an_act_that_is_cut_short_leaves_nothing(db):
    def cut_short():
        with db.writing() as session:
            due, asked = {PURSE: 10, FLOAT: -10}, {"kinds": KINDS, "rules": (POSTED,)}
            services.reconcile(session, ROUND, due, Act(), **asked)
            raise RuntimeError("the plug was pulled")

    with pytest.raises(RuntimeError, match="pulled"):
        cut_short()
    assert balance(db, PURSE) == 0
    assert reconcile(db, {PURSE: 10, FLOAT: -10}) is not None
    assert balance(db, PURSE) == 10


@pytest.mark.rule("HOUSE-LEDGER-2", "HOUSE-LEDGER-3")
def test_a_process_killed_inside_a_reconcile_leaves_nothing_and_holds_nothing(
    database_url, db
):
    reconcile(db, {PURSE: 5, FLOAT: -5}, Cause("round", "811"))
    told, telling = processes.Pipe(duplex=False)
    process = processes.Process(
        target=workers.hang_inside_reconcile, args=(database_url, telling, NOON)
    )
    process.start()
    assert told.recv() == "posted, not committed"
    process.kill()
    process.join()
    due = {PURSE: -10_00, FLOAT: 10_00}
    assert reconcile(db, due) is not None  # nobody is left holding the accounts
    assert reconcile(db, due) is None
    assert balance(db, PURSE) == 5 - 10_00
    with db.reading() as session:
        assert verify(session).holds


@pytest.mark.rule("HOUSE-LEDGER-1")
def test_the_command_adds_everything_up_and_names_what_is_wrong(app, db):
    def run(*args):
        return app.test_cli_runner().invoke(args=["ledger", "verify", *args])

    reconcile(db, {PURSE: 10, FLOAT: -10})
    done = run()
    assert (done.exit_code, done.output) == (
        0,
        "The ledger holds: 1 postings, 2 accounts.\n",
    )
    with db.writing() as session:
        session.execute(text("UPDATE ledger_account SET balance = 7 WHERE id = 1"))
    done = run()
    assert done.exit_code == 1
    assert "The float of table 4 in cents says 7; its entries come to -10." in (
        done.output
    )
    found = json.loads(run("--json").output)
    assert (found["holds"], len(found["wrong"])) == (False, 1)


@pytest.mark.rule("HOUSE-LEDGER-1", "HOUSE-ACCESS-1")
def test_an_account_is_unfolded_on_a_page(db, sign_in):
    for number in range(30):
        reconcile(db, {PURSE: 1_00, FLOAT: -1_00}, Cause("round", str(number)))
    client = sign_in(Role.CASHIER)
    page = client.get("/desk/ledger/patron 1").text
    assert "Purse of patron 1: $30." in page
    assert "HOUSE-LEDGER-1" in page
    assert "float of table 4" in page
    [older] = re.findall(r'href="([^"]+until=[^"]+)"', page)
    assert client.get(html.unescape(older)).text.count("<td") == 5 * 5
    nothing = client.get("/desk/ledger/patron 2").text
    assert "Nothing was ever posted to patron 2." in nothing
    assert sign_in(Role.MARKETING).get("/desk/ledger/patron 1").status_code == 403


@pytest.mark.rule("HOUSE-LEDGER-1")
def test_an_account_is_named_as_people_name_its_owner_and_leads_there(db, sign_in):
    carded(db, "Mia Reyes")
    with db.reading() as session:
        who = patron(session, "Mia Reyes")
    own = Account("purse", f"patron {who.pk}", "cents")
    reconcile(db, {own: 5_00, FLOAT: -5_00}, Cause("round", "1"))
    page = sign_in(Role.CASHIER).get(f"/desk/ledger/patron {who.pk}").text
    assert f"Purse of {who.name}: $5." in page
    assert f'href="/desk/patrons/{who.pk}"' in page


@pytest.mark.rule("HOUSE-LEDGER-1", "HOUSE-ACCESS-1")
@pytest.mark.parametrize(
    ("role", "leads_to"),
    [
        (Role.CASHIER, "/desk/tables/4/rounds/3/paid"),
        (Role.DIRECTOR, "/desk/tables/4/rounds/3/paid"),
        (Role.COMPLIANCE, "/desk/tables/4/console/rounds/3"),
        (Role.INSPECTOR, "/desk/tables/4/console/rounds/3"),
    ],
)
def test_a_posting_leads_to_the_page_of_its_round_that_opens(
    app, db, sign_in, role, leads_to
):
    reconcile(db, {PURSE: 5_00, FLOAT: -5_00}, facts={"table": 4, "round": 3})
    page = sign_in(role).get("/desk/ledger/patron 1").text
    [link] = re.findall(r'href="([^"]+)">Table 4, round 3<', page)
    assert link == leads_to
    endpoint, _ = app.url_map.bind("").match(link)
    assert role in access_of(app.view_functions[endpoint]).roles
