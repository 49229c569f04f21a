"""Secret wagers over HTTP, and everything that anybody could fetch of a sealed one."""

import json
import re

import pytest
from sqlalchemy import inspect as look_into
from sqlalchemy import text
from sqlmodel import select

from house.people.roles import Role
from tests.house.conftest import add_staff
from tests.tournaments import cast
from tests.tournaments.cast import SLUG, STARTS, at, cites, clock
from tests.tournaments.examples import with_
from tests.tournaments.secret_cast import BANKER_WINS, Secret, at_table, secret_terms
from tests.tournaments.test_path_pages import as_, sent
from tournaments.entrants import passes
from tournaments.rules.clauses.wagers import BetLevel
from tournaments.rules.session_plan import Keyed
from tournaments.secret.models import SecretFormRow, Way

__all__ = ["as_"]
AMOUNT, WORDS = "8,761", "eight thousand seven hundred and sixty-one"
SAID = re.compile(r"8,761\b|(?<![0-9a-f.])8761(?![0-9a-f])|sixty-one", re.I)
HOME = "/desk/tables/1/secret"
NOW = at(STARTS + 1).now
WRITTEN = {"kind": "banker", "figures": AMOUNT, "words": WORDS}


@pytest.fixture
def table(db):
    """A table where much may be wagered, so that an amount is like no other."""
    made = secret_terms(bank=9_990)
    levels = ("wagers.compulsory.levels", (BetLevel(1, 10, 9_990),))
    return at_table(db, with_(made, levels))


def pass_of(app, db, entry_id):
    """The address of an entrant's pass."""

    def service(session, tournament):
        from tournaments.models import EntryRow  # noqa: PLC0415

        entry = session.get_one(EntryRow, entry_id)
        seal = app.extensions["seal"]
        row = passes.issue(session, tournament, entry, seal, at(2, cast.DESK))
        return passes.path(tournament, passes.token_in(row, seal))

    return cast.do(db, service)


def browsers(app, db, as_, roles):
    """A browser of each of these roles, and one of another table's supervisor."""
    found = {"of another table": as_("sue", NOW)}
    with db.writing() as session:
        for role in sorted(roles):
            add_staff(session, f"role-{role.name.lower()}", role, at=at(-60).now)
    for role in sorted(roles):
        found[role.value] = as_(f"role-{role.name.lower()}", NOW)
    return found


def addresses(app, blanks):
    """Every page of the house that can be asked for with these blanks filled in."""
    with app.test_request_context():
        for rule in app.url_map.iter_rules():
            fits = "GET" in rule.methods and rule.arguments <= blanks.keys()
            if fits and not rule.rule.endswith((".pdf", ".zip")):
                yield rule.build(blanks, append_unknown=False)[1]


def in_database(db):
    """Every value of every row, as text; the file itself where there is one."""
    with db.reading() as session:
        connection = session.connection()
        for name in look_into(connection).get_table_names():
            for row in connection.execute(text(f'SELECT * FROM "{name}"')):
                yield (
                    name,
                    " ".join(
                        v.decode("latin-1") if isinstance(v, bytes) else str(v)
                        for v in row
                    ),
                )


def sealed_by_phone(app, db, table):
    """A secret wager handed in from a telephone."""
    table.open()
    seat, entry_id = min(table.entries.items())
    phone, address = app.test_client(), pass_of(app, db, entry_id)
    page = phone.get(f"{address}/secret")
    assert "Write your secret wager." in page.text
    assert page.headers["Cache-Control"] == "no-store"
    number = table.console.round
    answer = phone.post(f"{address}/secret", data=sent(round=str(number), **WRITTEN))
    assert answer.status_code == 303, answer.text
    table.follow()
    assert "Your secret wager is sealed." in phone.get(f"{address}/secret").text
    return seat, phone, address


MOST_SEE = {Role.DIRECTOR, Role.DEALER, Role.INSPECTOR}


@pytest.mark.rule("HOUSE-TOURN-233", "HOUSE-TOURN-234", "VIC99-N26-14.6.6")
@pytest.mark.parametrize(
    "roles",
    [MOST_SEE, pytest.param(set(Role) - MOST_SEE, marks=pytest.mark.soak)],
    ids=["those who see most", "all others"],
)
def test_nobody_but_the_supervisor_of_the_table_can_fetch_what_was_sealed(
    app, db, as_, table, roles
):
    with clock(STARTS + 1):
        seat, phone, address = sealed_by_phone(app, db, table)
        table.console.must("no_more_bets")
        number = table.console.round
        blanks = {
            "number": 1,
            "slug": SLUG,
            "seat": seat,
            "which": number,
            "round": number,
            "round_number": number,
            "form_id": 1,
            "stage_at": 0,
            "table_number": 1,
            "token": address.rpartition("/")[2],
            "entry_id": 1,
            "entry": 1,
            "page": 1,
        }
        asked = sorted(set(addresses(app, blanks)))
        people = browsers(app, db, as_, roles)
        read = 0
        for who, browser in people.items():
            for path in asked:
                answer = browser.get(path)
                read += answer.status_code == 200
                assert not SAID.search(answer.text), (who, path)
        for path in (path for path in asked if not path.startswith("/desk")):
            for guest in (phone, app.test_client()):
                assert not SAID.search(guest.get(path).text), path
        assert read > 50
        dealer = as_("amara", NOW)
        state = json.loads(dealer.get("/desk/tables/1/rounds/state").text)
        assert state["seen"]["secret"] == {"seats": [seat], "told": []}
        for name, row in in_database(db):
            assert not SAID.search(row), name
        assert SAID.search(as_("tess", NOW).get(f"{HOME}/forms/1").text)


@pytest.mark.rule("HOUSE-TOURN-233")
def test_a_form_that_is_refused_comes_back_empty_and_leaves_nothing(app, db, table):
    table.open()
    _seat, entry_id = min(table.entries.items())
    with clock(STARTS + 1):
        phone, address = app.test_client(), pass_of(app, db, entry_id)
        number = str(table.console.round)
        for wrong in ({"words": "ten"}, {"kind": "dragon"}, {"round": "1"}):
            form = sent(round=number, **WRITTEN) | wrong
            if wrong == {"round": "1"}:
                form["round"] = str(table.console.round + 1)
            answer = phone.post(f"{address}/secret", data=form)
            assert answer.status_code == 409
            assert not SAID.search(answer.text)
    for name, row in in_database(db):
        assert not SAID.search(row), name
    assert not table.console.read(_sealed)


def _sealed(session, board):
    from house.floor.rounds import book as books  # noqa: PLC0415
    from tests.tournaments.play_cast import FLOOR  # noqa: PLC0415

    here = books.here(session, board)
    return books.position(session, books.REAL, here.round, FLOOR.seal).state.sealed


@pytest.mark.rule("VIC99-N26-14.6.7", "VIC99-N26-14.6.8", "VIC99-N26-14.6.9")
def test_a_supervisor_examines_and_announces_from_the_pages(app, db, as_, table):
    with clock(STARTS + 1):
        seat, _phone, _address = sealed_by_phone(app, db, table)
        tess, sue, ruth = (as_(name, NOW) for name in ("tess", "sue", "ruth"))
        console = tess.get("/desk/tables/1/console").text
        assert "Secret wager" in console
        assert f"examine seat {seat}" in console
        assert f'href="{HOME}"' in console
        others = as_("carl", NOW).get("/desk/tables/1/console").text
        assert "Secret wager" in others
        assert f'href="{HOME}"' not in others
        table.console.must("no_more_bets")
        for other in (sue, ruth):
            for answer in (
                other.get(f"{HOME}/forms/1"),
                other.post(f"{HOME}/forms/1", data=sent()),
                other.post(f"{HOME}/announce", data=sent()),
            ):
                assert answer.status_code in {403, 409}
                assert not SAID.search(answer.text)
        page = tess.get(HOME).text
        assert "Examine" in page
        assert tess.get(f"{HOME}/forms/1").headers["Cache-Control"] == "no-store"
        done = tess.post(f"{HOME}/forms/1", data=sent(what="examine"))
        assert done.status_code == 303, done.text
        early = tess.post(f"{HOME}/announce", data=sent())
        assert early.status_code == 409
        table.deal(BANKER_WINS)
        assert "Announce them" in tess.get(HOME).text
        assert tess.post(f"{HOME}/announce", data=sent()).status_code == 303
        table.follow()
        table.console.must("close")
        other_seat, entry_id = max(table.entries.items())
        neighbour = pass_of(app, db, entry_id)
        assert SAID.search(app.test_client().get(f"{neighbour}/secret").text)
        stranger = pass_of(app, db, next(iter(Secret(db, 2).entries.values())))
        assert not SAID.search(app.test_client().get(f"{stranger}/secret").text)
        assert other_seat != seat


@pytest.mark.rule("VIC99-N26-14.6.2", "HOUSE-TOURN-235")
def test_a_form_is_written_on_the_tablet_or_keyed_from_paper(app, db, as_, table):
    table.open()
    one, two = sorted(table.entries)[:2]
    with clock(STARTS + 1):
        tess, amara = as_("tess", NOW), as_("amara", NOW)
        assert amara.get(f"{HOME}/seats/{one}/paper").status_code == 403
        wrote = amara.post(f"{HOME}/seats/{one}", data=sent(**WRITTEN))
        assert wrote.status_code == 303, wrote.text
        keyed = sent(kind="banker", figures="5", words="five")
        assert tess.post(f"{HOME}/seats/{two}/paper", data=keyed).status_code == 303
        page = tess.get(f"{HOME}/forms/2").text
        assert "is not in order" in page
        assert "below the minimum" in page
        assert tess.post(f"{HOME}/forms/2", data=sent(what="back")).status_code == 303
        pdf = amara.get(f"{HOME}/form.pdf")
        assert pdf.data.startswith(b"%PDF")


@pytest.mark.rule("HOUSE-TOURN-238")
def test_where_nobody_keys_cards_forms_stay_on_paper(app, db, as_):
    quick = at_table(db, keyed=Keyed.HANDS)
    seat, entry = min(quick.entries.items())
    for way in Way:
        assert cites(quick.hand_in(seat, way=way)) == ["HOUSE-TOURN-238"]
    with clock(STARTS + 1):
        tess, phone = as_("tess", NOW), app.test_client()
        page = tess.get(HOME).text
        assert "Secret wagers are made on paper at table 1." in page
        assert "No hand is open" not in page
        assert "examines it by hand" in page
        assert tess.get(f"{HOME}/form.pdf").mimetype == "application/pdf"
        for where in (f"seats/{seat}", f"seats/{seat}/paper"):
            answer = tess.post(f"{HOME}/{where}", data=sent(**WRITTEN))
            assert answer.status_code == 409
            assert "HOUSE-TOURN-238" in answer.text
            assert not SAID.search(answer.text)
        mine = pass_of(app, db, entry)
        assert "made on paper at your table" in phone.get(f"{mine}/secret").text
        answer = phone.post(f"{mine}/secret", data=sent(round="1", **WRITTEN))
        assert answer.status_code == 409
        assert not SAID.search(answer.text)
    with db.reading() as session:
        assert session.exec(select(SecretFormRow)).all() == []
