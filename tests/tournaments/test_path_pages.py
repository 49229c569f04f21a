"""The path over HTTP: buttons and their reasons, once each, for the right people."""

import io
import re
from concurrent.futures import ThreadPoolExecutor

import pypdf
import pytest
from sqlmodel import func, select

from house.floor.models import Designation
from house.floor.tables import services as floor
from house.people import sessions
from house.people.models import StaffRow
from house.people.patrons.models import PatronRow
from house.people.roles import Role
from tests.tournaments import cast
from tests.tournaments.cast import PAID, SLUG, at, clock, look, recorded, row
from tournaments import queries
from tournaments.models import EntryRow, PresenceRow
from tournaments.path import entries, ledgers
from tournaments.rules.lifecycle import Status
from tournaments.rules.seat_replay import differences
from tournaments.seating.seats import seats_now

HOME = f"/desk/tournaments/{SLUG}"
KEYS = iter(f"a-key-of-a-test-{n:05}" for n in range(10_000))


def sent(**data):
    """A form with its key."""
    return {"_key": next(KEYS), **data}


@pytest.fixture
def as_(app, db):
    """A browser of one of the cast, who is on the staff already."""

    def enter(username, now=cast.NOW):
        with db.writing() as session:
            staff = session.exec(
                select(StaffRow).where(StaffRow.username == username)
            ).one()
            token, mine = sessions.begin(
                session,
                staff,
                key=next(KEYS),
                address="127.0.0.1",
                agent="test",
                now=now,
            )
            mine.second_factor_at = mine.stepped_up_at = now
        client = app.test_client()
        client.set_cookie("session", token)
        return client

    return enter


@pytest.mark.rule("CROWN3-12.2.2(a)", "CROWN3-12.2.2(b)")
@clock()
def test_from_published_to_open_entries_by_the_buttons_of_the_page(db, as_):
    cast.published(db)
    cast.contact(db)
    ruth = as_("ruth")
    page = ruth.get(HOME).text
    assert "Two things stand before the first entry." in page
    assert "CROWN3-12.2.2(a)" in page
    assert re.search(r'aria-disabled="true"[^>]*>Open entries', page)
    refused = ruth.post(f"{HOME}/open-entries", data=sent())
    assert refused.status_code == 409
    assert "The inspectorate has not been advised" in refused.text
    assert ruth.get(f"{HOME}/available").status_code == 200
    empty = ruth.post(f"{HOME}/available", data=sent(places=""))
    assert (empty.status_code, "It is not said where." in empty.text) == (409, True)
    long = ruth.post(f"{HOME}/available", data=sent(places="x" * 401))
    assert long.status_code == 422
    done = ruth.post(f"{HOME}/available", data=sent(places="the cage"))
    assert done.status_code == 303
    drafted = ruth.post(f"{HOME}/advise", data=sent())
    notice = drafted.headers["Location"]
    assert re.fullmatch(r"/desk/notices/\d+", notice)
    assert "Send the notice" in ruth.get(HOME).text
    form = sent(channel="telephone", reference="Call 17", at="")
    assert ruth.post(f"{notice}/send", data=form).status_code == 303
    assert HOME in ruth.get(notice).text  # the way back
    assert "Entries can open." in ruth.get(HOME).text
    once = sent()
    for _ in range(2):  # the same form twice acts once
        assert ruth.post(f"{HOME}/open-entries", data=once).status_code == 303
    assert len(recorded(db, "open entries")) == 2
    assert row(db).status is Status.ENTRIES_OPEN
    assert ruth.post(f"{HOME}/open-entries", data=sent()).status_code == 409


@clock()
def test_officers_tables_and_presence_by_their_pages(db, as_):
    cast.published(db)
    cast.set_up_tables(db, 1, 2)
    ruth, daniel = as_("ruth"), as_("daniel")
    with db.reading() as session:
        ids = {n: cast.who(session, n) for n in ("ruth", "daniel", "amara")}
    wrong = ruth.post(f"{HOME}/officials/director", data=sent(who=ids["amara"]))
    assert (wrong.status_code, "HOUSE-TOURN-62" in wrong.text) == (409, True)
    nobody = ruth.post(f"{HOME}/officials/director", data=sent(who="x"))
    assert nobody.status_code == 409
    assert ruth.post(f"{HOME}/officials/king", data=sent(who=1)).status_code == 404
    form = sent(who=ids["ruth"])
    assert ruth.post(f"{HOME}/officials/director", data=form).status_code == 303
    assert "Ruth directs Harbour Stud Open." in ruth.get(f"{HOME}/officials").text
    deputy = sent(who=ids["daniel"])
    assert daniel.post(f"{HOME}/officials/deputy", data=deputy).status_code == 403
    assert ruth.post(f"{HOME}/officials/deputy", data=deputy).status_code == 303
    assert "The terms play at 2 tables at once." in ruth.get(f"{HOME}/tables").text
    table = ruth.post(f"{HOME}/tables/1", data=sent())
    assert table.status_code == 303
    again = ruth.post(f"{HOME}/tables/1", data=sent())
    assert (again.status_code, "is designated already" in again.text) == (409, True)
    assert ruth.post(f"{HOME}/tables/77", data=sent()).status_code == 404
    assert "1 table is kept for" in ruth.get(f"{HOME}/tables").text
    assert ruth.post(f"{HOME}/tables", data=sent()).status_code == 303
    assert "2 tables are kept for" in ruth.get(f"{HOME}/tables").text
    assert ruth.post(f"{HOME}/tables/2/release", data=sent()).status_code == 303
    there = sent()
    for _ in range(2):
        assert daniel.post(f"{HOME}/presence/in", data=there).status_code == 303
    with db.reading() as session:
        assert session.exec(select(func.count()).select_from(PresenceRow)).one() == 1
    assert daniel.post(f"{HOME}/presence/in", data=sent()).status_code == 409
    assert daniel.post(f"{HOME}/presence/by", data=sent()).status_code == 404
    assert "Daniel is there" in ruth.get(f"{HOME}/presence").text
    ended = ruth.post(
        f"{HOME}/officials/deputy/{ids['daniel']}/end", data=sent(reason="ill")
    )
    assert ended.status_code == 303
    assert "neither Director nor deputy any more" in ruth.get(f"{HOME}/presence").text


@clock(1)
@pytest.mark.rule("CROWN3-12.4.2(a)(v)")
def test_the_desk_sees_before_the_form_that_the_operators_own_people_cannot_enter(
    db, as_
):
    cast.open_for_entries(db)
    [dealer] = cast.patrons(db, 1, is_employee=True)
    erin = as_("erin")
    found = erin.get(f"{HOME}/entries?q=player").text
    assert "They play only in charity or media events." in found
    assert f"{HOME}/entries/new?patron={dealer}" not in found
    page = erin.get(f"{HOME}/entries/new?patron={dealer}").text
    assert "cannot enter." in page
    assert "The entrant is an employee." in page


@clock(1)
def test_an_entry_is_taken_found_ended_and_refunded_by_the_desk_and_the_cage(db, as_):
    cast.open_for_entries(db)
    [patron] = cast.patrons(db, 1)
    erin, carl = as_("erin"), as_("carl")
    desk = erin.get("/desk/").text
    assert f'href="{HOME}/entries"' in desk  # what is open stands on the desk
    found = erin.get(f"{HOME}/entries?q=player").text
    assert f"{HOME}/entries/new?patron={patron}" in found
    with db.reading() as session:
        born = str(session.get_one(PatronRow, patron).born_on)
    assert born in found  # namesakes are told apart before one is chosen
    new = f"{HOME}/entries/new"
    assert born in erin.get(f"{new}?patron={patron}").text
    assert erin.get(f"{new}?patron={patron}").status_code == 200
    assert erin.get(f"{new}?patron=999").status_code == 404
    assert erin.get(f"{new}?patron=" + "9" * 30).status_code == 404
    money = {"patron": patron, "how": "signed", "entry_fee_cents": "40"}
    money["method"] = "cash"
    bad = erin.post(new, data=sent(**money, buy_in_cents="a lot"))
    assert (bad.status_code, 'value="a lot"' in bad.text) == (422, True)
    short = erin.post(new, data=sent(**money, buy_in_cents="199.99"))
    assert (short.status_code, "$199.99 was paid" in short.text) == (409, True)
    form = sent(**money, buy_in_cents="200")
    for _ in range(2):
        assert erin.post(new, data=form).status_code == 303
    assert look(db, queries.entries_count) == 1
    assert erin.post(new, data=sent(**money, buy_in_cents="200")).status_code == 409
    assert carl.post(new, data=form).status_code == 403
    assert erin.get(f"{HOME}/entries/1/end").status_code == 200
    assert erin.get(f"{HOME}/entries/9/end").status_code == 404
    gone = erin.post(f"{HOME}/entries/1/end", data=sent(cause="void", reason=""))
    assert (gone.status_code, "No reason is given." in gone.text) == (409, True)
    odd = erin.post(f"{HOME}/entries/1/end", data=sent(cause="eaten"))
    assert odd.status_code == 422
    left = erin.post(f"{HOME}/entries/1/end", data=sent(cause="withdrawn"))
    assert left.status_code == 303
    [owed] = look(db, ledgers.unpaid)
    pay = f"{HOME}/refunds/{owed.row.pk}/pay"
    assert "1 of 1 refunds waits: $240." in carl.get(f"{HOME}/refunds").text
    assert erin.post(pay, data=sent(method="cash")).status_code == 403
    assert carl.post(pay, data=sent(method="beads")).status_code == 422
    assert carl.post(pay, data=sent(method="card")).status_code == 409
    assert carl.post(pay, data=sent(method="cash")).status_code == 303
    assert carl.post(pay, data=sent(method="cash")).status_code == 409
    assert "Every refund is handed out." in carl.get(f"{HOME}/refunds").text


@clock(cast.STARTS)
def test_seats_briefing_and_start_by_their_pages(db, as_):
    cast.ready_to_seat(db, 5)
    ruth = as_("ruth", at(cast.STARTS).now)
    assert "The seats can be drawn." in ruth.get(HOME).text
    draw = f"{HOME}/seats/draw"
    assert ruth.post(draw, data=sent(word="x")).status_code == 409
    assert ruth.post(f"{HOME}/seats/prepare", data=sent()).status_code == 303
    assert "The list is fixed" in ruth.get(f"{HOME}/seats").text
    assert ruth.post(draw, data=sent(word="w" * 121)).status_code == 422
    apart = sent(kind="apart", entry="1", other="2", why="Sisters")
    assert ruth.post(f"{HOME}/seats/conditions", data=apart).status_code == 303
    assert ruth.post(draw, data=sent(word="harbour")).status_code == 409
    assert "Sisters" in ruth.get(f"{HOME}/seats").text
    back = sent(kind="apart", entry="1", other="2", holds="no")
    assert ruth.post(f"{HOME}/seats/conditions", data=back).status_code == 303
    form = sent(word="harbour")
    for _ in range(2):  # the same form twice draws once
        assert ruth.post(draw, data=form).status_code == 303
    assert "The draft waits for a second look." in ruth.get(f"{HOME}/seats").text
    amara = as_("amara", at(cast.STARTS).now)
    assert "Player 05" not in amara.get(f"{HOME}/seats").text
    assert "Table" not in amara.get(f"{HOME}/briefing").text.split("<tbody>")[1]
    public = f"/t/{cast.SLUG}/draws"
    fixed = amara.get(f"{public}/1.json")
    assert "secret" not in fixed.get_json()
    assert fixed.headers["Cache-Control"] == "public, no-cache"
    assert ruth.post(f"{HOME}/seats/release", data=sent()).status_code == 409
    assert ruth.post(f"{HOME}/seats/confirm", data=sent()).status_code == 303
    assert ruth.post(f"{HOME}/seats/release", data=sent()).status_code == 303
    assert "5 seats were drawn by lot." in amara.get(f"{HOME}/seats").text
    assert differences(amara.get(f"{public}/1.json").get_json()) == ()
    assert "5 seats were drawn by lot, and anybody" in amara.get(public).text
    assert amara.get(f"{public}/2.json").status_code == 404
    assert amara.get("/t/none/draws").status_code == 404
    page = ruth.get(HOME).text
    assert "Two things stand before the start of play." in page
    assert ruth.post(f"{HOME}/start", data=sent()).status_code == 409
    assert ruth.post(f"{HOME}/briefing", data=sent()).status_code == 409
    some = sent(entry=["1", "2", "x", "99"])
    assert ruth.post(f"{HOME}/briefing", data=some).status_code == 303
    assert "2 of 5 players are briefed." in ruth.get(f"{HOME}/briefing").text
    assert ruth.post(f"{HOME}/briefing", data=sent(who="all")).status_code == 303
    back = sent(entry="1", tick="back")
    assert ruth.post(f"{HOME}/briefing", data=back).status_code == 303
    assert "4 of 5 players are briefed." in ruth.get(f"{HOME}/briefing").text
    ruth.post(f"{HOME}/briefing", data=sent(who="all"))
    ruth.post(f"{HOME}/presence/in", data=sent())
    assert "Play can start." in ruth.get(HOME).text
    assert ruth.post(f"{HOME}/start", data=sent()).status_code == 303
    assert "Play goes on." in ruth.get(HOME).text
    ruth.post(f"{HOME}/presence/out", data=sent())
    assert (
        "Play stops: neither the Director nor a deputy is there." in ruth.get(HOME).text
    )
    assert "The next hand is refused" in ruth.get(f"{HOME}/presence").text
    assert "Play of Harbour Stud Open stops" in ruth.get("/desk/").text
    assert ruth.post(f"{HOME}/finish", data=sent()).status_code == 409


@pytest.mark.rule("HOUSE-TOURN-16", "HOUSE-TOURN-66")
@clock(4)
def test_cancelling_by_its_page_asks_who_it_is_and_why(db, as_):
    cast.with_entries(db, 4)
    ruth, daniel, carl = as_("ruth"), as_("daniel"), as_("carl")
    assert daniel.get(f"{HOME}/cancel").status_code == 403
    assert "Refunds to 4 entrants" in ruth.get(f"{HOME}/cancel").text
    none = ruth.post(f"{HOME}/cancel", data=sent(reason=" "))
    assert (none.status_code, "No reason is given" in none.text) == (409, True)
    form = sent(reason="<b>The room</b> is flooded.")
    for _ in range(2):
        assert ruth.post(f"{HOME}/cancel", data=form).status_code == 303
    page = ruth.get(HOME).text
    assert "The tournament is cancelled. Four refunds wait." in page
    assert "<b>The room</b>" not in page
    assert "&lt;b&gt;The room" in page
    assert "Four refunds of Harbour Stud Open" in carl.get("/desk/").text
    assert ruth.post(f"{HOME}/cancel", data=sent(reason="x")).status_code == 409


@clock()
def test_everybody_on_the_staff_sees_the_path_and_few_change_it(db, as_, sign_in):
    cast.published(db)
    amara = as_("amara")
    page = amara.get(HOME).text
    assert "not in your role" in page
    assert "Cancel the tournament" not in page
    for act in ("open-entries", "advise", "start", "seats/prepare", "presence/in"):
        assert amara.post(f"{HOME}/{act}", data=sent()).status_code == 403, act
    reader = sign_in(Role.INSPECTOR, username="watch")
    for part in ("", "/entries", "/officials", "/tables", "/seats", "/briefing"):
        assert reader.get(HOME + part).status_code == 200, part
    assert reader.post(f"{HOME}/open-entries", data=sent()).status_code == 403
    for slug in ("nowhere", "x" * 300, "%F0%9F%82%A1"):
        assert amara.get(f"/desk/tournaments/{slug}").status_code == 404


STRANGE = "ab\u202e <i>\U0001f0a1"


@clock(4)
def test_strange_letters_are_kept_without_harm(db, as_):
    cast.published(db)
    cast.contact(db)
    ruth = as_("ruth")
    for path, field in (
        ("available", "places"),
        ("officials/director", "who"),
        ("briefing", "entry"),
        ("cancel", "reason"),
    ):
        answer = ruth.post(f"{HOME}/{path}", data=sent(**{field: STRANGE}))
        assert answer.status_code in {303, 409, 422}, path
        assert "<i>" not in answer.text
    assert "<i>" not in ruth.get(HOME).text
    assert row(db).status is Status.CANCELLED


@pytest.mark.database
def test_two_desks_take_the_last_place_at_once_and_one_gets_it(db):
    cast.with_entries(db, 11)
    last = cast.patrons(db, 4)

    def enter(patron_id):
        with db.writing() as session:
            tournament = queries.get(session, SLUG, lock=True)
            patron = session.get(PatronRow, patron_id)
            return entries.take(session, tournament, patron, PAID, at(2, cast.DESK))

    with ThreadPoolExecutor(4) as pool:
        verdicts = list(pool.map(enter, last))
    taken = [v for v in verdicts if isinstance(v, EntryRow)]
    assert [e.number for e in taken] == [12]
    assert look(db, queries.entries_count) == 12


def test_the_desk_says_when_nothing_stands_before_the_next_step(db, sign_in):
    cast.ready_to_seat(db)
    with cast.clock(cast.CLOSED):
        ruth = sign_in(Role.DIRECTOR, username="rosa")
        page = ruth.get("/desk/").text
    assert "Harbour Stud Open: the seats can be drawn" in page
    assert "Everything before its next step is done." in page


@clock(1)
def test_the_path_says_nothing_that_the_entries_beside_it_contradict(db, as_):
    cast.with_entries(db, 4)
    page = as_("ruth").get(HOME).text
    assert "0 of 4" in page  # to be briefed, seated or not yet
    assert "Tables free of other use" not in page  # there is none to be free
    cast.set_up_tables(db, 1)
    cast.designate(db, 1)
    assert "Tables free of other use" in as_("ruth").get(HOME).text


@clock(8)
@pytest.mark.rule("CROWN3-12.2.5")
@pytest.mark.parametrize("to", ["open play", "closed"])
def test_the_floor_takes_no_table_from_a_tournament_that_is_played(db, as_, to):
    cast.running(db)
    form = sent(designation=to)
    refused = as_("ruth").post("/desk/tables/1/designation", data=form)
    assert refused.status_code == 409
    assert "Players are seated at tables of Harbour Stud Open." in refused.text
    with db.reading() as session:
        assert floor.get(session, 1).designation is Designation.TOURNAMENT
        tournament = queries.get(session, cast.SLUG)
        assert [t.number for t in queries.tables(session, tournament)] == [1, 2]


@clock(3)
@pytest.mark.rule("CROWN3-12.2.4")
@pytest.mark.parametrize("to", ["open play", "closed"])
def test_a_tournament_knows_that_the_floor_took_a_table_back(db, as_, to):
    cast.ready_to_seat(db)
    form = sent(designation=to)
    done = as_("ruth").post("/desk/tables/1/designation", data=form)
    assert done.status_code == 303
    with db.reading() as session:
        assert floor.get(session, 1).designation is Designation(to)
        tournament = queries.get(session, cast.SLUG)
        assert [t.number for t in queries.tables(session, tournament)] == [2]


@pytest.mark.rule("HOUSE-TOURN-106", "HOUSE-TOURN-107")
@clock(cast.CLOSED + 5)
def test_players_are_moved_and_printed_by_their_pages(db, as_):
    cast.seated(db, 8)
    ruth, amara = (as_(name, at(cast.CLOSED).now) for name in ("ruth", "amara"))
    moves = f"{HOME}/moves"
    assert "Nobody was moved since the seats were released." in amara.get(moves).text
    with db.reading() as session:
        tournament = queries.get(session, cast.SLUG)
        mine = ledgers.entry(session, tournament, 1).pk
        table = seats_now(session, tournament)[mine].table_number
    given = {"entry": "1", "kind": "wrong-seat", "session": "1", "why": "Misread"}
    form = sent(**given, table_number=str(table), seat="6")
    for _ in range(2):  # the same form twice moves once
        assert ruth.post(moves, data=form).status_code == 303
    assert ruth.post(moves, data=sent(entry="x")).status_code == 422
    assert ruth.post(moves, data=sent(**given, other="2")).status_code == 303
    assert ruth.post(moves, data=sent(**given, other="99")).status_code == 409
    assert amara.post(moves, data=sent(**given)).status_code == 403
    assert ruth.post(f"{moves}/balance", data=sent(session="1")).status_code == 409
    broken = sent(session="1", table_number="9")
    assert ruth.post(f"{moves}/break", data=broken).status_code == 409
    assert "3 players were moved in the last ten minutes." in ruth.get(moves).text
    assert ruth.post(f"{moves}/99/undo", data=sent()).status_code == 409
    screen = amara.get(f"/t/{cast.SLUG}/moved")
    assert "Player" not in screen.text
    assert "Moved in the last ten minutes" in screen.text
    part = amara.get(f"/t/{cast.SLUG}/moved/list")
    seen = {"If-None-Match": part.headers["ETag"]}
    assert amara.get(f"/t/{cast.SLUG}/moved/list", headers=seen).status_code == 304
    cards = ruth.post(f"{HOME}/seats/cards", data=sent(entry="3", paper="letter"))
    printed = ruth.get(cards.location)
    assert printed.data.startswith(b"%PDF")
    words = pypdf.PdfReader(io.BytesIO(printed.data)).pages[0].extract_text()
    assert "Scan the code for your" in words
    assert amara.get(cards.location).status_code == 403
    assert ruth.get(f"{HOME}/seats/cards.pdf?from=7&to=x").status_code == 404
    for name in ("list", "sheets"):
        made = amara.get(f"{HOME}/seats/{name}.pdf?paper=A4")
        assert made.content_type == "application/pdf"
