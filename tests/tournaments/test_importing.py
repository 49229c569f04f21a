"""Lists of entries: matched, weighed by every guard, taken once a file and row."""

import json
import os
import signal
from datetime import date
from threading import Barrier, Thread

import pytest

from house.db import Database
from house.ledger.verification import verify
from house.people.patrons.models import (
    ExcludedBy,
    ExclusionRow,
    PatronRow,
    PlayerCardRow,
)
from rulebook import Refused
from tests.tournaments import cast
from tests.tournaments.cast import DESK, at, cites, look, recorded
from tests.tournaments.examples import complete
from tests.tournaments.test_waiting_line import full, in_line
from tournaments import queries as tournaments
from tournaments.importing import queries, services, staging, writing
from tournaments.importing.columns import Declaration
from tournaments.importing.files import Encoding
from tournaments.importing.models import Outcome
from tournaments.importing.running import Errand
from tournaments.importing.services import House
from tournaments.money import queries as money
from tournaments.path import ledgers
from tournaments.rules.payments import Method
from tournaments.rules.refunds import Cause

SAID = Declaration(method=Method.CASH, version=1)
HEAD = "Given name,Family name,Born"
NEW, KNOWN, TWICE, REFUSED = Outcome


def people(*numbers, day="1980-01-01"):
    """Lines for so many people whom nobody knows."""
    return [f"Guest,Number {n},{day}" for n in numbers]


def errand(db, tmp_path, said=SAID, act=None):
    """Somebody of the desk with a list."""
    house = House(tmp_path / "lists")
    return Errand(db, cast.SLUG, house, said, lambda: act or at(1, DESK))


def bring(db, tmp_path, *lines, head=HEAD, **changes):
    """A list is sent; the errand and its import."""
    file = tmp_path / "list.csv"
    file.write_text("\n".join((head, *lines)), encoding="utf-8")
    mine = errand(db, tmp_path, **changes)
    staged = mine.stage(file, Encoding.UTF_8)
    return mine, staged if isinstance(staged, Refused) else mine.begin(staged, "list")


def take(db, tmp_path, *lines, **changes):
    """A list is sent and taken: what became of each row."""
    mine, run = bring(db, tmp_path, *lines, **changes)
    assert mine.take(run.pk, lambda _: None) is None
    return marks(db, run)


def marks(db, run):
    """What became of the rows of a list: outcome and the rules against it."""
    with db.reading() as session:
        found = queries.marks(session, run, 0)
        return [(m.outcome, [rule for rule, *_ in m.reasons]) for m, _ in found]


@pytest.mark.rule("HOUSE-TOURN-183", "HOUSE-TOURN-182", "HOUSE-TOURN-65")
def test_a_list_is_entered_paid_and_bound_like_entries_of_the_desk(db, tmp_path):
    cast.open_for_entries(db)
    known, _ = cast.patrons(db, 2)
    with db.writing() as session:
        card = PlayerCardRow(number="SB100", patron_id=known, issued_at=at().now)
        session.add(card)
    lines = ("sb 100,,,,comp", ",Player,02,1/1/1980,", ",Guest,One,1980-01-01,card")
    head = "Card,Given name,Family name,Born,Paid by"
    found = take(db, tmp_path, *lines, head=head)
    assert found == [(KNOWN, []), (KNOWN, []), (NEW, [])]
    entries = look(db, ledgers.entries)
    assert [e.name for e in entries] == ["Player 01", "Player 02", "Guest One"]
    with db.reading() as session:
        tournament = tournaments.get(session, cast.SLUG)
        receipts = money.receipts(session, tournament)
        assert [r.number for r in receipts] == [1, 2, 3]
        assert [r.method for r in receipts] == [Method.COMP, Method.CASH, Method.CARD]
        assert {e.document_id for e in entries} == {tournament.document_id}
        assert money.takings(session, tournament).held_cents == 3 * 240_00
        assert not verify(session).wrong
    assert len(recorded(db, "import entries")) == 1
    assert not list((tmp_path / "lists").iterdir())  # nothing of it stays on disk


@pytest.mark.rule("HOUSE-TOURN-183")
def test_the_same_file_is_the_same_import_and_the_same_person_is_in_once(db, tmp_path):
    cast.open_for_entries(db)
    lines = (*people(1, 2), "Number 1,Guest,1/1/1980")
    found = take(db, tmp_path, *lines)
    assert found == [(NEW, []), (NEW, []), (TWICE, ["CROWN3-12.4.2(d)"])]
    assert take(db, tmp_path, *lines) == found  # sent again: nothing more happens
    assert len(look(db, ledgers.entries)) == 2
    again = take(db, tmp_path, *people(2, 3))  # another file with one of them
    assert again == [(TWICE, ["CROWN3-12.4.2(d)"]), (NEW, [])]


@pytest.mark.rule("HOUSE-TOURN-181")
def test_a_row_means_the_survivor_of_merged_rows(db, tmp_path):
    cast.open_for_entries(db)
    stays, merged, namesake, same = cast.patrons(db, 4)
    with db.writing() as session:
        session.get_one(PatronRow, merged).merged_into_id = stays
        twin = session.get_one(PatronRow, same)
        twin.given_name, twin.family_name = "03", "Player"
        twin.search_name = "03 player"
        session.add(
            PlayerCardRow(
                number="LOST",
                patron_id=stays,
                issued_at=at().now,
                cancelled_at=at().now,
            )
        )
    head = "Card,Given name,Family name,Born"
    lines = (
        ",Player,02,1980-01-01",  # merged into Player 01
        ",Player,01,1980-01-01",
        ",Player,03,1980-01-01",  # two of that name and day
        "NONE1,,,",
        "LOST,,,",
        ",Player,04,",  # no birth date
    )
    found = take(db, tmp_path, *lines, head=head)
    assert [outcome for outcome, _ in found[:2]] == [KNOWN, TWICE]
    assert [entry.patron_id for entry in look(db, ledgers.entries)] == [stays]
    assert [rules[0] for _, rules in found[2:]] == ["HOUSE-TOURN-181"] * 4
    assert namesake


@pytest.mark.rule("HOUSE-TOURN-181", "HOUSE-PATRON-5")
def test_a_card_with_another_name_and_a_shared_telephone_are_refused(db, tmp_path):
    cast.open_for_entries(db)
    [mine] = cast.patrons(db, 1, phone="+61412345678")
    with db.writing() as session:
        card = PlayerCardRow(number="SB100", patron_id=mine, issued_at=at().now)
        session.add(card)
    head = "Card,Given name,Family name,Born,Mobile"
    lines = (
        "SB100,Somebody,Else,1980-01-01,",
        ",Somebody,Else,1980-01-01,0412 345 678",
        ",One,Guest,1980-01-01,0498 765 432",
        ",Another,Guest,1981-01-01,0498765432",
    )
    found = take(db, tmp_path, *lines, head=head)
    assert found == [
        (REFUSED, ["HOUSE-TOURN-181"]),
        (REFUSED, ["HOUSE-PATRON-5"]),
        (NEW, []),
        (REFUSED, ["HOUSE-TOURN-181"]),
    ]


@pytest.mark.rule("HOUSE-TOURN-183", "CROWN3-12.4.2(a)(ii)", "HOUSE-PATRON-1")
def test_the_excluded_and_those_who_are_of_age_tomorrow_stay_out(db, tmp_path):
    cast.open_for_entries(db)
    barred, young = cast.patrons(db, 2)
    with db.writing() as session:
        session.add(
            ExclusionRow(
                patron_id=barred,
                by=ExcludedBy.SELF,
                reason="asked",
                from_at=at(-90).now,
                recorded_by="erin",
            )
        )
        session.get_one(PatronRow, young).born_on = date(2008, 11, 13)
    lines = (
        "Player,01,1980-01-01",
        "Player,02,2008-11-13",  # 18 tomorrow at the venue
        "Guest,A,2008-11-13",
        "Guest,B,2008-11-12",  # 18 today
    )
    found = take(db, tmp_path, *lines)
    assert found == [
        (REFUSED, ["CROWN3-12.4.2(a)(ii)"]),
        (REFUSED, ["CROWN3-12.4.2(a)(ii)"]),
        (REFUSED, ["HOUSE-PATRON-1"]),
        (NEW, []),
    ]


@pytest.mark.rule("HOUSE-TOURN-183", "CROWN3-12.4.1(a)(iii)")
def test_the_row_after_the_last_place_is_refused(db, tmp_path, monkeypatch):
    monkeypatch.setattr(services, "BATCH", 5)
    cast.open_for_entries(db)  # twelve places
    mine, run = bring(db, tmp_path, *people(*range(1, 14)))
    weighed = [each.outcome for each in mine.weigh(staged(run))]
    assert weighed == [NEW] * 12 + [REFUSED]  # before anybody is in
    seen = []
    assert mine.take(run.pk, seen.append) is None
    assert [(p.done, p.entered) for p in seen] == [(5, 5), (10, 10), (13, 12)]
    assert marks(db, run)[-1] == (REFUSED, ["CROWN3-12.4.1(a)(iii)"])


def staged(run):
    """A list as it was read through."""
    return staging.StagedList(run.sha256, run.rows, ())


@pytest.mark.rule("HOUSE-TOURN-182")
def test_the_version_in_force_and_a_way_of_paying_are_said(db, tmp_path):
    cast.open_for_entries(db)
    rows = people(1)
    old = take(db, tmp_path, *rows, said=Declaration(method=Method.CARD, version=7))
    assert old == [(REFUSED, ["HOUSE-TOURN-182"])]
    none = take(db, tmp_path, *people(2), said=Declaration(version=1))
    assert none == [(REFUSED, ["HOUSE-TOURN-182"])]
    head = f"{HEAD},Version,Paid by,Entry fee"
    line, short = f"{people(3)[0]},1,card,40", f"{people(4)[0]},1,card,39.99"
    found = take(db, tmp_path, line, short, head=head, said=Declaration())
    assert found == [(NEW, []), (REFUSED, ["HOUSE-TOURN-65"])]
    cashless = at(1, cast.RUTH)  # she has no drawer
    found = take(db, tmp_path, *people(5), act=cashless)
    assert found == [(REFUSED, ["HOUSE-TOURN-83"])]


@pytest.mark.rule("HOUSE-TOURN-183")
def test_two_who_take_the_same_list_at_once_take_turns(db, tmp_path, monkeypatch):
    monkeypatch.setattr(services, "BATCH", 2)
    cast.open_for_entries(db)
    mine, run = bring(db, tmp_path, *people(*range(1, 12)))
    both = Barrier(2)

    def go():
        both.wait()
        mine.take(run.pk, lambda _: None)

    threads = [Thread(target=go) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [outcome for outcome, _ in marks(db, run)] == [NEW] * 11
    numbers = [entry.number for entry in look(db, ledgers.entries)]
    assert numbers == list(range(1, 12))


def killed(url, tmp_path, run_id, after):
    """Another process takes the list and is killed in the middle of a batch."""
    pid = os.fork()
    if pid:
        _, status = os.waitpid(pid, 0)
        return os.WTERMSIG(status)
    write, left = writing.write, [after]

    def power_cut(*args):
        found = write(*args)
        left[0] -= 1
        if left[0] < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return found

    writing.write = power_cut
    errand(Database(url), tmp_path).take(run_id, lambda _: None)
    os._exit(0)


def loses_nothing(db, url, tmp_path, rows, cuts):
    """However often an import is killed, every row is taken exactly once."""
    _, run = bring(db, tmp_path, *people(*range(1, rows + 1)))
    db.engine.dispose()
    for after in cuts:
        assert killed(url, tmp_path, run.pk, after) == signal.SIGKILL
    assert errand(db, tmp_path).take(run.pk, lambda _: None) is None
    assert [outcome for outcome, _ in marks(db, run)] == [NEW] * rows
    assert [e.number for e in look(db, ledgers.entries)] == [*range(1, rows + 1)]
    with db.reading() as session:
        tournament = tournaments.get(session, cast.SLUG)
        assert money.takings(session, tournament).held_cents == rows * 240_00
        assert not verify(session).wrong


@pytest.mark.rule("HOUSE-TOURN-183")
def test_a_killed_import_goes_on_where_it_stopped(
    db, database_url, tmp_path, monkeypatch
):
    monkeypatch.setattr(services, "BATCH", 3)
    cast.open_for_entries(db)
    loses_nothing(db, database_url, tmp_path, 11, (2, 0))


@pytest.mark.soak
@pytest.mark.rule("HOUSE-TOURN-183")
def test_an_import_that_is_killed_again_and_again_loses_nothing(
    db, database_url, tmp_path, monkeypatch
):
    monkeypatch.setattr(services, "BATCH", 7)
    cast.open_for_entries(db, complete())
    loses_nothing(db, database_url, tmp_path, 72, (0, 1, 2, 3, 0, 1))


@pytest.mark.rule("HOUSE-TOURN-183")
def test_a_list_that_was_begun_is_not_dropped_and_a_lost_one_is_sent_again(
    db, tmp_path, monkeypatch
):
    monkeypatch.setattr(services, "BATCH", 2)
    cast.open_for_entries(db)
    mine, run = bring(db, tmp_path, *people(1, 2, 3))
    with db.writing() as session:
        tournament = tournaments.get(session, cast.SLUG, lock=True)
        services.go_on(session, tournament, run, mine.house, mine.act())
        refused = services.give_up(session, tournament, run, mine.act())
        assert cites(refused) == ["HOUSE-TOURN-183"]
    staging.drop(mine.house.folder, run.sha256)
    assert cites(mine.take(run.pk, lambda _: None)) == ["HOUSE-TOURN-183"]
    assert [o for o, _ in take(db, tmp_path, *people(1, 2, 3))] == [NEW] * 3
    _, other = bring(db, tmp_path, *people(4))
    with db.writing() as session:
        tournament = tournaments.get(session, cast.SLUG, lock=True)
        dropped = queries.get(session, tournament, other.pk)
        assert services.give_up(session, tournament, dropped, mine.act()) is None
        assert queries.get(session, tournament, other.pk) is None


def run(app, *args):
    """The command, at the moment the tests begin."""
    with cast.clock(1):
        command = ["tournaments", "import-entries", *map(str, args)]
        return app.test_cli_runner().invoke(args=command)


@pytest.mark.rule("HOUSE-TOURN-183")
def test_the_command_weighs_and_takes_by_the_same_code(app, db, tmp_path):
    cast.open_for_entries(db)
    file = tmp_path / "list.csv"
    file.write_text("\n".join((HEAD, *people(1, 2, 1))))
    given = (file, "--tournament", cast.SLUG, "--accepted", 1, "--paid-by", "cash")
    desk = (*given, "--by", "erin", "--json")
    weighed = run(app, *desk, "--dry-run")
    told = json.loads(weighed.output)
    assert (told["rows"], told["new"], told["twice"]) == (3, 2, 1)
    assert told["not_entered"][0]["reasons"][0]["rule"] == "CROWN3-12.4.2(d)"
    assert not look(db, ledgers.entries)
    assert not recorded(db, "send a list")
    assert json.loads(run(app, *desk).output) == told | {"dry_run": False}
    again = run(app, *given, "--by", "erin")
    assert "2 of 3 rows entered: 2 new and 0 known; 1 twice, 0 refused." in again.output
    assert [e.entered_by for e in look(db, ledgers.entries)] == ["erin", "erin"]
    assert not list((tmp_path / "imports").iterdir())


@pytest.mark.rule("HOUSE-TOURN-180")
def test_the_command_says_why_a_list_cannot_be_taken(app, db, tmp_path):
    cast.open_for_entries(db)
    file = tmp_path / "list.csv"
    file.write_text("\n".join((HEAD, *people(1))))
    assert "no tournament" in run(app, file, "--tournament", "none").output
    for more in ((), ("--dry-run",)):
        gone = run(app, tmp_path / "gone", "--tournament", cast.SLUG, "--json", *more)
        assert gone.exit_code == 1
        assert json.loads(gone.output)["stopped"][0]["rule"] == "HOUSE-TOURN-180"
    dealer = run(app, file, "--tournament", cast.SLUG, "--by", "amara")
    assert "does not work at the entries desk" in dealer.output


@pytest.mark.rule("HOUSE-TOURN-183", "HOUSE-TOURN-121")
def test_whoever_waits_comes_before_those_on_a_list(db, tmp_path):
    first, second = full(db, waits=2)
    with db.writing() as session:
        for number, patron_id in (("FIRST", first), ("SECOND", second)):
            card = PlayerCardRow(number=number, patron_id=patron_id, issued_at=at().now)
            session.add(card)
    cast.end(db, Cause.WITHDRAWN, number=2)
    head = f"Card,{HEAD}"
    lines = ("SECOND,,,", f",{people(1)[0]}", "FIRST,,,")
    found = take(db, tmp_path, *lines, head=head, act=at(4, DESK))
    no_place = (REFUSED, ["CROWN3-12.4.1(a)(iii)"])
    assert found == [no_place, no_place, (KNOWN, [])]
    assert in_line(db, 5) == ([2], [])  # the first waits no more
