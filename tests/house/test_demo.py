"""The demo house: the same everywhere, through the services of real work."""

import shutil
from collections import Counter
from contextlib import contextmanager
from dataclasses import replace

import pytest
import time_machine
from sqlmodel import func, select

from app import create_app
from house.audit.models import AuditRow
from house.config import Mode
from house.db import Database
from house.demo.cli import said
from house.demo.load import CannotLoad, Loaded, is_empty, load
from house.demo.staff import DEMO_PASSWORD, DEMO_SECRET, DEMO_STAFF
from house.documents.models import DocumentRow
from house.floor.models import TableRow, TableStatus
from house.notices import deadlines
from house.people.accounts import second_factor
from house.people.accounts.passwords import passwords
from house.people.models import StaffRow
from house.people.patrons.desk import twins
from house.people.patrons.exclusion_rules import in_force
from house.people.patrons.models import ExclusionRow, PatronRow, PlayerCardRow
from house.people.roles import NEED_SECOND_FACTOR, Role
from house.people.sessions import roles_of
from house.sealing import Seal
from tests.house.conftest import NOON
from tests.house.demo_house import (  # noqa: F401
    cheap,
    demo_file,
    demo_rows,
    lay_out,
    one_more,
    told_of,
)
from tests.house.test_patrons import sent
from tournaments.models import EntryRow, TournamentRow

KINDS = (
    PatronRow,
    PlayerCardRow,
    ExclusionRow,
    TableRow,
    TournamentRow,
    EntryRow,
    DocumentRow,
    AuditRow,
)


def content(db):
    """Everything but what is salted on purpose, or signed with a new key."""
    with db.reading() as session:
        return {
            kind.__tablename__: sorted(
                str(row.model_dump(exclude={"salt"}))
                for row in rows
                if getattr(row, "act", "") != "sign a checkpoint"
            )
            for kind in KINDS
            if (rows := session.exec(select(kind)).all())
        }


@pytest.fixture(
    scope="module",
    params=["sqlite", pytest.param("postgres", marks=pytest.mark.database)],
)
def demo(request, compiled_pages, tmp_path_factory):
    """The demo house, loaded once and only looked at."""
    folder = tmp_path_factory.mktemp("demo")
    with laid_out(request, folder) as (url, told):
        app = create_app(cheap(url, folder))
        app.jinja_env.bytecode_cache = compiled_pages
        app.config["WTF_CSRF_ENABLED"] = False
        app.extensions["loaded"] = told
        yield app
        app.extensions["database"].engine.dispose()


@contextmanager
def laid_out(request, folder):
    """A copy of the demo house on either database, and what was said to be in it."""
    if request.param == "sqlite":
        kept = request.getfixturevalue("demo_file")
        shutil.copy(kept, folder / "h.sqlite3")
        yield f"sqlite:///{folder / 'h.sqlite3'}", told_of(kept)
        return
    kept = request.getfixturevalue("demo_rows")
    with one_more(request.getfixturevalue("postgres_server")) as url:
        db = Database(url)
        lay_out(db, kept)
        db.engine.dispose()
        yield url, told_of(kept)


@pytest.fixture(scope="module")
def by_command(sqlite_template, tmp_path_factory):
    """A house that the command has loaded, and what it said."""
    folder = tmp_path_factory.mktemp("by-command")
    path = shutil.copy(sqlite_template, folder / "h.sqlite3")
    app = create_app(cheap(f"sqlite:///{path}", folder))
    with app.extensions["database"].reading() as session:
        assert is_empty(session)
    with time_machine.travel(NOON, tick=False):
        first = app.test_cli_runner().invoke(args=["demo", "load"])
    yield app, first
    app.extensions["database"].engine.dispose()


@pytest.fixture
def db(demo):
    return demo.extensions["database"]


@pytest.fixture
def config(demo):
    return demo.extensions["config"]


@pytest.fixture
def loaded(demo):
    return demo.extensions["loaded"]


def test_it_is_the_same_house_wherever_it_is_loaded(db, loaded, by_command):
    second, first = by_command
    assert said(loaded) in first.output
    assert content(second.extensions["database"]) == content(db)


def test_it_has_everything_a_newcomer_looks_at(db, loaded):
    assert loaded == Loaded(
        staff=14,
        tables=12,
        patrons=300,
        cards=160,
        exclusions=6,
        loss_limits=3,
        meters=2,
        besides=("3 promotions", "3 tournaments"),
    )
    with db.reading() as session:
        tables = session.exec(select(TableRow)).all()
        assert Counter(t.status for t in tables)[TableStatus.OPEN] == 11
        assert sum(t.low_limit for t in tables) == 1
        assert {t.rulebook for t in tables} == {
            "CROWN3",
            "MASS",
            "NSW3",
            "STAR4",
            "VIC99",
        }
        excluded = session.exec(select(ExclusionRow)).all()
        assert sum(in_force(e, NOON) for e in excluded) == 5
        assert len(twins(session, 99)) == 4
        patrons = session.exec(select(PatronRow)).all()
        assert sum(p.is_employee for p in patrons) == 6
        assert 150 < sum(p.may_publish_name for p in patrons) < 210
        refused = select(AuditRow).where(AuditRow.verdict == "refused")
        assert session.exec(refused).all() == []


@pytest.mark.rule("HOUSE-PERSON-4")
def test_nobodys_contact_is_spelt_out_anywhere_in_the_record(db, loaded):
    with db.reading() as session:
        people = session.exec(select(PatronRow)).all()
        entries = session.exec(select(AuditRow)).all()
    record = " ".join(str(dict(row)) for row in entries)
    told = {v for one in people for v in (one.email, one.phone, one.street) if v}
    assert len(told) > 100
    assert not [each for each in told if each in record]


def test_somebody_of_every_role_works_there(db, loaded):
    with db.reading() as session:
        held = {
            person.username: roles_of(
                session,
                session.exec(
                    select(StaffRow).where(StaffRow.username == person.username)
                )
                .one()
                .pk,
            )
            for person in DEMO_STAFF
        }
    assert held == {p.username: frozenset(p.roles) for p in DEMO_STAFF}
    assert frozenset().union(*held.values()) == frozenset(Role)


def test_everybody_can_sign_in_and_three_with_the_code_shown(db, config, loaded):
    seal = Seal.of(config)
    with db.reading() as session:
        for row in session.exec(select(StaffRow)):
            assert passwords(config).fits(row.password_hash, DEMO_PASSWORD)
            assert not row.must_change_password
            needs = bool(roles_of(session, row.pk) & NEED_SECOND_FACTOR)
            assert (row.totp_sealed is not None) is needs
            if needs:
                secret = second_factor.open_secret(seal, row.pk, row.totp_sealed)
                assert secret == DEMO_SECRET
                code = second_factor.code_at(secret, NOON)
                step = second_factor.step_of(secret, code, NOON)
                assert step is not None


@pytest.mark.parametrize("person", ["grace", "ingrid"])
def test_a_visitor_signs_in_and_sees_the_desk(demo, person):
    client = demo.test_client()
    door = client.get("/sign-in")
    assert DEMO_PASSWORD in door.text
    form = sent(username=person, password=DEMO_PASSWORD)
    answer = client.post("/sign-in", data=form, follow_redirects=True)
    assert answer.status_code == 200
    if person == "grace":
        assert "is here twice" in answer.text
    else:
        assert "your app would show" in answer.text


def test_it_is_not_loaded_twice_nor_beside_real_work(db, config, loaded):
    before = content(db)
    with pytest.raises(CannotLoad, match="already holds staff, patrons, tables"):
        load(db, config, NOON)
    assert content(db) == before


def test_it_is_never_loaded_in_production(db, config):
    before = content(db)
    real = replace(config, mode=Mode.PRODUCTION)
    with pytest.raises(CannotLoad, match="production house"):
        load(db, real, NOON)
    assert content(db) == before


def test_the_command_loads_and_says_who_can_sign_in(by_command):
    app, first = by_command
    assert first.exit_code == 0, first.output
    assert "300 patrons" in first.output
    assert "ruth     Ruth Okafor (Tournament director)" in first.output
    again = app.test_cli_runner().invoke(args=["demo", "load"])
    assert again.exit_code == 1
    assert "already holds staff" in again.output
    assert "Traceback" not in again.output


def test_the_command_refuses_in_production(config):
    app = create_app(replace(config, mode=Mode.PRODUCTION, behind_tls=True))
    answer = app.test_cli_runner().invoke(args=["demo", "load"])
    app.extensions["database"].engine.dispose()
    assert answer.exit_code == 1
    assert "production house" in answer.output


def test_its_clocks_run(demo, db, loaded):
    with db.reading() as session:
        ends = session.exec(select(func.max(ExclusionRow.until_at))).one()
    with demo.app_context():
        assert deadlines.run_due(db, ends).failed == 0


@pytest.mark.rule("HOUSE-LEDGER-1")
def test_the_ledger_of_the_demo_house_holds(demo):
    done = demo.test_cli_runner().invoke(args=["ledger", "verify"])
    assert (done.exit_code, "The ledger holds" in done.output) == (0, True)
