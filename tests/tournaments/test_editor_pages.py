"""The editor over HTTP: begin, write, check, save, publish; nothing half-saved."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlmodel import select

from house.audit.models import AuditRow
from house.documents.models import DocumentRow
from house.floor.editions import services as editions
from house.floor.editions.services import UNDATED
from house.people.roles import Role
from house.terms.editor import flat, merging
from house.terms.editor.labels import Switch
from rulebook import SOURCES
from rulebook.terms.checklist import checklist
from tests.tournaments import cast
from tests.tournaments.cast import NOW, SLUG, at
from tests.tournaments.examples import MELBOURNE, complete, with_
from tournaments import beginnings, queries
from tournaments.labels import LABELS
from tournaments.models import StatusChangeRow, TournamentRow
from tournaments.rules.formats import TEMPLATES
from tournaments.rules.lifecycle import Status
from tournaments.terms import TERMS

PAGE = f"/desk/tournaments/{SLUG}/terms"
PUBLISH = f"/desk/tournaments/{SLUG}/publish"
_keys = iter(f"editor-key-{n:08}" for n in range(10**6))


@pytest.fixture
def clock():
    """Everything happens at one moment."""
    with cast.clock():
        yield


@pytest.fixture
def ruth(clock, db, sign_in):
    """The director before a complete draft."""
    cast.draft(db, complete())
    return sign_in(Role.DIRECTOR, username="ann", now=NOW)


def send(client, url, form):
    return client.post(url, data={"_key": next(_keys), **form})


def form_of(db, **changes):
    """The form as the page has it, with something typed over it."""
    draft = queries.draft_of(cast.row(db))
    texts = flat.flat(draft)
    posted = {name: text for name, text in texts.items() if name not in LABELS.fixed}
    typed = {name.replace("__", "."): text for name, text in changes.items()}
    version = {"version": str(cast.row(db).version), "marks": merging.marks(draft)}
    return posted | version | typed


def kept(db):
    return queries.draft_of(cast.row(db))


def test_the_page_shows_every_item_with_its_rule(ruth):
    page = ruth.get(PAGE)
    assert page.status_code == 200
    text = page.get_data(as_text=True)
    assert "The terms are complete." in text
    items = checklist(complete()).total
    assert re.search(rf'big-n">{items}</b> <span class="soft">of {items}', text)
    for rule in ("CROWN3-12.4.1(a)(i)", "CROWN3-12.5.3(j)", "HOUSE-TOURN-2"):
        assert f">{rule}</a>" in text
    assert 'aria-disabled="true"' not in text


def test_an_empty_draft_says_what_is_missing_and_leads_there(clock, db, sign_in):
    bare = with_(complete(), ("conduct.phone.penalty", None))
    cast.draft(db, with_(bare, ("wagers.secret.per_session", None)))
    text = sign_in(Role.DIRECTOR, now=NOW).get(PAGE).get_data(as_text=True)
    assert "2 items are not complete." in text
    assert 'href="#wagers.secret.per_session"' in text
    assert 'id="wagers.secret.per_session"' in text
    assert 'href="#conduct.phone.penalty"' in text
    assert 'aria-disabled="true"' in text


def test_what_is_typed_is_saved_and_recorded(ruth, db):
    answer = send(ruth, PAGE, form_of(db, details__players__minimum="40"))
    assert (answer.status_code, answer.location) == (303, PAGE)
    assert kept(db) == with_(complete(), ("details.players.minimum", 40))
    [entry] = cast.recorded(db, "save terms")
    assert entry.before == {"details.players.minimum": 36}
    assert entry.after == {"details.players.minimum": 40}
    assert (cast.row(db).saved_by, cast.row(db).version) == ("ann", 2)


def test_saving_what_is_saved_changes_nothing(ruth, db):
    assert send(ruth, PAGE, form_of(db)).status_code == 303
    assert cast.row(db).version == 1
    assert cast.recorded(db, "save terms") == []


@pytest.mark.rule("HOUSE-TERMS-4")
@pytest.mark.parametrize(
    ("field", "text", "says", "rule"),
    [
        ("details.players.minimum", "forty", "is no whole number", "HOUSE-TERMS-4"),
        ("details.players.minimum", "-3", "The figure is -3.", "HOUSE-TERMS-2"),
        ("details.players.maximum", "9" * 30, "far too large", "HOUSE-TERMS-2"),
        ("details.fees.buy_in_cents", "lots", "is no amount", "HOUSE-TERMS-4"),
        ("details.fees.buy_in_cents", "-200", "below 0", "HOUSE-TERMS-2"),
        (
            "details.fees.buy_in_cents",
            "999999999999",
            "is accepted",
            "HOUSE-TERMS-2",
        ),
        ("details.names.tournament", "<b>Open</b>", "markup", "HOUSE-TERMS-2"),
        ("details.names.tournament", "x" * 121, "121 characters", "HOUSE-TERMS-2"),
        ("entry.method.how", "y" * 4001, "4,001 characters", "HOUSE-TERMS-2"),
        ("winners.pool.shares.buy_in", "150%", "0 to 100%", "HOUSE-TERMS-2"),
        ("details.dates.starts_at", "2026-10-04T02:30", "no 02:30", "HOUSE-TERMS-5"),
        ("details.dates.starts_at", "2027-04-04T02:30", "twice", "HOUSE-TERMS-5"),
        ("details.players.colour", "red", "There is no field", "HOUSE-TERMS-3"),
        ("format.stages.stages", "500", "has 500 lines", "HOUSE-TERMS-4"),
    ],
)
def test_what_no_terms_can_hold_is_refused_whole(ruth, db, field, text, says, rule):
    form = form_of(db, details__location__place="the river room") | {field: text}
    answer = send(ruth, PAGE, form)
    page = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert says in page
    assert f">{rule}</a>" in page
    assert "<b>Open</b>" not in page
    assert kept(db) == complete()
    assert "the river room" in page  # what was typed beside it is still there


@pytest.mark.rule("HOUSE-TERMS-2")
def test_a_clause_of_five_megabytes_is_too_large(ruth, db):
    form = form_of(db) | {"entry.method.how": "z" * 5_000_000}
    answer = send(ruth, PAGE, form)
    assert answer.status_code == 413
    assert "too large" in answer.get_data(as_text=True)
    assert kept(db) == complete()


WRONG = [
    ("CROWN3-12.4.1(a)(iii)", {"details.players.minimum": "80"}, "more than the most"),
    ("CROWN3-12.4.1(a)(ii)", {"details.fees.entry_fee_cents": ""}, "entry fee"),
    (
        "CROWN3-12.4.1(a)(ii)",
        {"details.fees.rebuy_cents": "", "details.fees.rebuys_most": "2"},
        "re-buy",
    ),
    (
        "CROWN3-12.5.2(c)",
        {"winners.split.tables.0.shares.0": "40%"},
        "The shares add up to 90%",
    ),
    (
        "HOUSE-TOURN-9",
        {"format.stages.stages.0.starts.1": "2026-11-21T14:30"},
        "session 1 takes until",
    ),
    ("HOUSE-TOURN-13", {"entry.method.closes_at": "2026-11-01T14:00"}, "has passed"),
    ("HOUSE-TOURN-14", {"details.names.edition": "4.0"}, "is not in force"),
    ("HOUSE-TOURN-2", {"house.ties.order": "0"}, "tie"),
    ("HOUSE-TOURN-12", {"winners.split.step_cents": "0"}, "rounded to nothing"),
]


@pytest.mark.rule("HOUSE-TERMS-4")
@pytest.mark.parametrize(("rule", "typed", "says"), WRONG, ids=lambda v: str(v)[:40])
def test_a_draft_that_contradicts_itself_is_kept_and_not_published(
    ruth, db, rule, typed, says
):
    assert send(ruth, PAGE, form_of(db) | typed).status_code == 303
    page = ruth.get(PAGE).get_data(as_text=True)
    assert says.lower() in page.lower()
    assert f">{rule}</a>" in page
    assert 'aria-disabled="true"' in page
    answer = send(ruth, PUBLISH, {"version": cast.row(db).version})
    assert answer.status_code == 409
    assert f">{rule}</a>" in answer.get_data(as_text=True)
    assert cast.row(db).status is Status.DRAFT
    with db.reading() as session:
        assert session.exec(select(DocumentRow)).all() == []
        refused = session.exec(select(AuditRow).where(AuditRow.act == "publish")).all()
    assert rule in refused[-1].rules


@pytest.mark.rule("HOUSE-TOURN-12")
def test_printed_prizes_that_miss_the_pool_are_refused(ruth, db):
    """36 players pay 200 each: half of 7,200 is 3,600, not 3,500."""
    example = {
        "winners.split.examples": "1",
        "winners.split.examples.0.players": "36",
        "winners.split.examples.0.amounts_cents": "3",
        "winners.split.examples.0.amounts_cents.0": "3,500",
        "winners.split.examples.0.amounts_cents.1": "2,160",
        "winners.split.examples.0.amounts_cents.2": "1,440",
    }
    assert send(ruth, PAGE, form_of(db) | example).status_code == 303
    answer = send(ruth, PUBLISH, {"version": cast.row(db).version})
    page = answer.get_data(as_text=True)
    assert answer.status_code == 409
    assert ">HOUSE-TOURN-12</a>" in page
    assert "3,600" in page


def test_checking_while_typing_writes_nothing(ruth, db):
    before = db_state(db)
    form = form_of(db, details__players__minimum="80", details__location__place="")
    answer = ruth.post(f"{PAGE}/check", data=form)
    page = answer.get_data(as_text=True)
    assert answer.status_code == 200
    assert "2 items are not complete." in page
    assert 'href="#details.location.place"' in page
    assert "At least 80 and at most 72 players" in page
    assert db_state(db) == before


def db_state(db):
    with db.reading() as session:
        entries = session.exec(select(AuditRow.number)).all()
        row = session.exec(select(TournamentRow)).one()
        return len(entries), row.version, row.draft


def test_a_row_is_added_without_saving(ruth, db):
    form = form_of(db, details__location__place="the river room")
    form["_do"] = "add:format.stages.stages"
    answer = ruth.post(f"{PAGE}/rows", data=form)
    page = answer.get_data(as_text=True)
    assert answer.status_code == 200
    assert 'name="format.stages.stages" value="4"' in page
    assert 'name="format.stages.stages.3.name"' in page
    assert 'value="the river room"' in page
    assert kept(db) == complete()


@pytest.mark.parametrize(
    "wish", ["", "add:", "burn:format.stages.stages.0", "open:", "open:details.nothing"]
)
def test_another_wish_for_rows_is_a_bad_request(ruth, db, wish):
    answer = ruth.post(f"{PAGE}/rows", data=form_of(db) | {"_do": wish})
    assert answer.status_code == 400


@pytest.mark.rule("HOUSE-STALE-1", "HOUSE-TERMS-6")
def test_two_directors_at_once_see_both_and_take_either(ruth, db, sign_in):
    bob = sign_in(Role.DEPUTY, username="bob", now=NOW)
    old = form_of(db)
    assert send(ruth, PAGE, old | {"details.players.minimum": "40"}).status_code == 303
    mine = {"details.fees.entry_fee_cents": "55", "details.location.place": "here"}
    answer = send(bob, PAGE, old | mine)
    page = answer.get_data(as_text=True)
    assert answer.status_code == 409
    assert ">HOUSE-STALE-1</a>" in page
    assert ">HOUSE-TERMS-6</a>" in page
    assert "Ann saved these terms while you were writing." in page
    assert "The entry fee is $55" in page
    assert "The entry fee is $40" in page
    assert kept(db).details.fees.entry_fee_cents == 40_00
    # Untouched clauses offer what was saved; touched ones what was typed.
    chosen = set(re.findall(r'name="_take\.([\w.]+)" value="(\w+)" checked', page))
    assert chosen == {
        ("details.players", "theirs"),
        ("details.fees", "mine"),
        ("details.location", "mine"),
    }
    version = re.search(
        r'name="version" value="(\d+)"><input type="hidden" name="m', page
    )
    takes = {f"_take.{path}": take for path, take in chosen}
    takes["_take.details.location"] = "theirs"
    again = old | mine | takes | {"version": version[1]}
    assert send(bob, PAGE, again).status_code == 303
    assert kept(db) == with_(
        complete(),
        ("details.players.minimum", 40),
        ("details.fees.entry_fee_cents", 55_00),
    )


@pytest.mark.parametrize("version", ["", "x", "0", "99", "9" * 30])
def test_a_version_nobody_saw_is_stale(ruth, db, version):
    form = form_of(db, details__players__minimum="40", marks="")
    answer = send(ruth, PAGE, form | {"version": version})
    assert answer.status_code == 409
    assert kept(db) == complete()
    # What the page then shows is a form that can be saved.
    latest = re.search(r'name="marks" value="([^"]+)"', answer.get_data(as_text=True))
    again = form | {"marks": latest[1], "version": "1"}
    assert send(ruth, PAGE, again).status_code == 303


def test_a_step_in_between_is_no_other_version_of_the_terms(ruth, db):
    form = form_of(db, details__players__minimum="40")
    assert send(ruth, PUBLISH, {"version": "1"}).status_code == 303
    assert cast.row(db).version > int(form["version"])
    assert send(ruth, PAGE, form).status_code == 303
    assert kept(db).details.players.minimum == 40
    with db.reading() as session:
        in_force = queries.terms_of(session, cast.row(db))
    assert in_force.details.players.minimum == 36
    assert "See what changes" in ruth.get(PAGE).get_data(as_text=True)


def test_publishing_keeps_the_document_the_step_and_the_record(ruth, db):
    answer = send(ruth, PUBLISH, {"version": "1"})
    assert answer.status_code == 303
    tournament = cast.row(db)
    assert tournament.status is Status.PUBLISHED
    with db.reading() as session:
        document = session.get_one(DocumentRow, tournament.document_id)
        [step] = session.exec(select(StatusChangeRow)).all()
        terms = queries.terms_of(session, tournament)
    assert (document.number, len(document.sha256)) == (1, 64)
    assert b"/t/harbour-stud-open" in document.content
    assert (step.was, step.becomes, step.by) == ("draft", "published", "ann")
    assert terms == complete()
    [entry] = cast.recorded(db, "publish")
    assert entry.verdict == "done"
    public = ruth.get(f"/t/{SLUG}")
    assert public.status_code == 200
    assert "Harbour Stud Open" in public.get_data(as_text=True)


@pytest.mark.rule("HOUSE-TERMS-9")
def test_before_publishing_the_page_says_what_follows(ruth, db):
    page = ruth.get(PUBLISH).get_data(as_text=True)
    assert "They cannot be taken back." in page
    assert "Publish version 1" in page
    assert cast.row(db).status is Status.DRAFT


@pytest.mark.rule("HOUSE-TERMS-9")
def test_where_two_publish_whoever_saved_last_does_not(ruth, app, db, sign_in):
    app.extensions["config"] = replace(app.extensions["config"], publish_by_two=True)
    send(ruth, PAGE, form_of(db, details__players__minimum="40"))
    mine = ruth.get(PUBLISH).get_data(as_text=True)
    assert "You saved these terms last." in mine
    assert "Publish version 1" not in mine
    version = {"version": cast.row(db).version}
    refused = send(ruth, PUBLISH, version)
    assert refused.status_code == 409
    assert ">HOUSE-TERMS-9</a>" in refused.get_data(as_text=True)
    other = sign_in(Role.DEPUTY, username="dora")
    assert send(other, PUBLISH, version).status_code == 303


@pytest.mark.rule("HOUSE-STALE-1")
def test_what_is_published_is_what_was_seen(ruth, db):
    send(ruth, PAGE, form_of(db, details__players__minimum="40"))
    answer = send(ruth, PUBLISH, {"version": "1"})
    assert answer.status_code == 409
    assert ">HOUSE-STALE-1</a>" in answer.get_data(as_text=True)
    assert cast.row(db).status is Status.DRAFT


@pytest.mark.rule("HOUSE-TOURN-15")
def test_terms_are_published_once(ruth, db):
    send(ruth, PUBLISH, {"version": "1"})
    answer = send(ruth, PUBLISH, {"version": cast.row(db).version})
    assert answer.status_code == 409
    assert ">HOUSE-TOURN-15</a>" in answer.get_data(as_text=True)


@pytest.mark.rule("HOUSE-TOURN-15")
def test_terms_of_a_cancelled_tournament_are_not_written(ruth, db):
    with db.writing() as session:
        queries.get(session, SLUG).status = Status.CANCELLED
    form = form_of(db, details__players__minimum="40")
    answer = send(ruth, PAGE, form)
    assert answer.status_code == 422
    assert "can no longer be changed" in answer.get_data(as_text=True)
    assert kept(db) == complete()


@pytest.mark.parametrize("role", [Role.INSPECTOR, Role.COMPLIANCE])
def test_readers_see_the_terms_and_change_nothing(ruth, db, sign_in, role):
    reader = sign_in(role, now=NOW)
    page = reader.get(PAGE)
    assert page.status_code == 200
    assert "Save the terms</button><span" not in page.get_data(as_text=True)
    assert send(reader, PAGE, form_of(db)).status_code == 403
    assert send(reader, PUBLISH, {"version": "1"}).status_code == 403
    assert reader.post(f"{PAGE}/check", data=form_of(db)).status_code == 403
    assert reader.get(f"{PAGE}/preview").status_code == 200


def test_the_preview_prints_every_clause(ruth):
    page = ruth.get(f"{PAGE}/preview").get_data(as_text=True)
    assert "This is what would be printed." in page
    assert page.count('class="printed-clause"') >= 56


def test_there_is_no_such_tournament(ruth):
    for path in ("terms", "terms/preview"):
        assert ruth.get(f"/desk/tournaments/none/{path}").status_code == 404
    assert ruth.post("/desk/tournaments/none/terms/check").status_code == 404


@pytest.mark.parametrize("key", ["heats", "second-chance"])
def test_a_rulebook_that_says_otherwise_prevails(ruth, db, key):
    send(ruth, PAGE, form_of(db, wagers__compulsory__street_most="4"))
    page = ruth.get(PAGE).get_data(as_text=True)
    assert "Reads against the rules" in page
    assert "The rules allow 3, and the rules prevail." in page
    assert ">CROWN3-12.5.3(c)</a>" in page


# -- beginning ---------------------------------------------------------------------


@pytest.fixture
def ann(clock, db, sign_in):
    """A director in a house whose documents are in force, without tournaments."""
    with db.writing() as session:
        for which in UNDATED:
            since = NOW - timedelta(days=90)
            editions.enter(session, which, since, "An order", at(-60))
    return sign_in(Role.DIRECTOR, username="ann", now=NOW)


def begin(client, **changes):
    form = {
        "from": "heats",
        "name": "Harbour Stud Open",
        "starts_at": "2026-11-21T14:00",
        "place": "level 1",
    }
    return send(client, "/desk/tournaments/new", form | changes)


@pytest.mark.rule("HOUSE-TOURN-30")
@pytest.mark.parametrize("key", [template.key for template in TEMPLATES])
def test_from_a_template_to_published_in_two_steps(ann, db, key):
    answer = begin(ann, **{"from": key})
    assert (answer.status_code, answer.location) == (303, PAGE)
    page = ann.get(PAGE).get_data(as_text=True)
    named = key != "satellite"  # which tournament its seats are in nobody can guess
    assert ("The terms are complete." in page) is named
    published = send(ann, PUBLISH, {"version": "1"})
    assert published.status_code == (303 if named else 409)
    assert cast.row(db).template == key
    assert kept(db).details.location.place == "level 1"


@pytest.mark.rule("HOUSE-TOURN-30")
def test_a_blank_start_asks_for_everything(ann, db):
    assert begin(ann, **{"from": "blank"}).location == PAGE
    page = ann.get(PAGE).get_data(as_text=True)
    assert "items are not complete." in page
    assert kept(db).format.stages.stages == ()
    assert kept(db).details.dates.starts_at is not None


@pytest.mark.rule("HOUSE-TOURN-30")
@pytest.mark.parametrize("code", ["MASS", "NSW3", "STAR4"])
def test_a_template_is_written_under_another_document(ann, db, code):
    assert begin(ann, rulebook=code).location == PAGE
    names = kept(db).names
    assert (names.rulebook, names.operator) == (code, SOURCES[code].operator)
    assert "Crown" not in names.promoted
    open_ = {refusal.field for refusal in checklist(kept(db)).refusals}
    acts = {"details.names.fair_trading_act", "details.names.consumer_act"}
    assert open_ == (acts if code == "MASS" else set())


@pytest.mark.rule("HOUSE-TOURN-30")
@pytest.mark.parametrize(
    ("field", "text", "status", "says"),
    [
        ("name", " ", 409, "has no name"),
        ("place", "", 409, "not said where"),
        ("starts_at", "", 409, "not said when"),
        ("starts_at", "2026-11-12T12:00", 409, "has passed"),
        ("starts_at", "2026-10-04T02:30", 422, "clocks go forward"),
        ("starts_at", "soon", 422, "Give a day and time"),
        ("name", "<script>alert(1)</script>", 409, "markup"),
        ("name", "n" * 121, 409, "121 characters"),
        ("from", "roulette", 422, "no such template"),
        ("rulebook", "VIC99", 422, "Not a valid choice"),
    ],
)
def test_nothing_is_begun_with_this(ann, db, field, text, status, says):
    answer = begin(ann, **{field: text})
    page = answer.get_data(as_text=True)
    assert answer.status_code == status
    assert says in page
    assert "<script>alert" not in page
    with db.reading() as session:
        assert session.exec(select(TournamentRow)).all() == []


def test_a_start_one_minute_ahead_is_ahead(ann, db):
    assert begin(ann, starts_at="2026-11-12T12:01").status_code == 303


@pytest.mark.rule("HOUSE-TOURN-31")
def test_two_of_one_name_have_two_addresses_and_keep_them(ann, db):
    begin(ann)
    assert begin(ann).location == "/desk/tournaments/harbour-stud-open-2/terms"
    send(ann, PAGE, form_of(db, details__names__tournament="Another Name"))
    assert cast.row(db).name == "Another Name"
    assert cast.row(db).slug == SLUG


@pytest.mark.rule("HOUSE-TOURN-31")
@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("Spring Stud Classic", "spring-stud-classic"),
        ("  Été à l’Île!  ", "ete-a-lile"),
        ("春", "tournament"),
        ("New", "new-tournament"),
        ("Heats", "heats-tournament"),
        ("x" * 120, "x" * 56),
    ],
)
def test_an_address_is_made_from_the_name(name, address):
    assert beginnings.address(name) == address


@pytest.mark.rule("HOUSE-TOURN-30")
def test_a_past_tournament_is_used_again_with_every_time_moved(ruth, db):
    """From summer time in November to winter time in June the wall clock stays."""
    answer = begin(ruth, **{"from": SLUG, "starts_at": "2027-06-19T19:00"})
    assert answer.location == "/desk/tournaments/harbour-stud-open-2/terms"
    with db.reading() as session:
        copy = queries.get(session, "harbour-stud-open-2")
        terms = queries.draft_of(copy)
        assert copy.copied_from_id == queries.get(session, SLUG).id
    walls = [
        start.astimezone(MELBOURNE).strftime("%d %H:%M")
        for r in terms.format.stages.stages
        for start in r.starts
    ]
    assert walls == ["19 19:00", "19 20:20", "19 22:00", "20 00:00"]
    assert terms.entry.method.opens_at == NOW
    assert terms.winners == complete().winners


def test_the_list_shows_each_state_and_the_next_step(ruth, db, sign_in):
    page = ruth.get("/desk/tournaments/").get_data(as_text=True)
    assert "One tournament is planned or under way." in page
    assert "Publish the terms" in page
    send(ruth, PUBLISH, {"version": "1"})
    page = ruth.get("/desk/tournaments/").get_data(as_text=True)
    assert "Open entries" in page
    assert ">CROWN3-12.2.2(a)</a>" in page
    dealer = sign_in(Role.DEALER, now=NOW).get("/desk/tournaments/")
    assert "Begin a tournament" not in dealer.get_data(as_text=True)


def test_an_empty_house_says_so(ann):
    page = ann.get("/desk/tournaments/").get_data(as_text=True)
    assert "There is no tournament yet." in page
    assert 'href="/desk/tournaments/new"' in page
    assert ann.get("/desk/tournaments/new").status_code == 200


def test_drafts_lead_the_desk_to_their_next_step(ruth):
    page = ruth.get("/desk/").get_data(as_text=True)
    assert "Harbour Stud Open" in page
    assert f'href="{PAGE}"' in page


def test_the_preview_prints_what_is_typed_and_saves_nothing(db, ruth):
    was, seen = kept(db), cast.row(db).version
    page = send(
        ruth, f"{PAGE}/preview", form_of(db, details__location__place="a barge")
    )
    assert page.status_code == 200
    assert "a barge" in page.text
    assert "looking saves nothing" in page.text
    assert kept(db) == was
    assert cast.row(db).version == seen
    assert "a barge" not in ruth.get(f"{PAGE}/preview").text


def test_the_preview_says_what_it_cannot_read(db, ruth):
    typed = form_of(db, details__fees__buy_in_cents="plenty")
    page = send(ruth, f"{PAGE}/preview", typed)
    assert page.status_code == 200
    assert "One field cannot be read and is left open here" in page.text


def test_every_switch_and_what_it_turns_off_is_a_field_of_the_terms():
    for place, switch in LABELS.switches.items():
        shown = place.replace(".tables.", ".tables.0.")
        assert flat.shape_at(TERMS, shown) is not None, place
        assert flat.shape_at(TERMS, switch.place) is not None, switch.place
    shares = LABELS.switch("winners.split.tables.3.shares")
    assert shares == Switch("winners.split.by", ("shares",))
    assert LABELS.switch("details.fees.rebuy_cents") is None


def test_what_a_switch_turns_off_stays_in_the_form(db, ruth):
    page = ruth.get(f"{PAGE}?open=format.buy_back").text
    assert 'data-switch="format.buy_back.offered" data-on="yes"' in page
    off = {"format__buy_back__offered": "no", "format__buy_back__price_cents": "75"}
    send(ruth, PAGE, form_of(db, **off))
    assert kept(db).format.buy_back.price_cents == 75_00
    again = ruth.get(f"{PAGE}?open=format.buy_back").text
    assert 'name="format.buy_back.price_cents"' in again


def test_a_switch_in_a_clause_that_is_not_open_says_what_it_says(db, ruth):
    elsewhere = [
        (place, switch.place)
        for place, switch in LABELS.switches.items()
        if place.split(".")[:2] != switch.place.split(".")[:2]
    ]
    texts = flat.flat(kept(db))
    for place, switch in elsewhere:
        clause = ".".join(place.split(".")[:2])
        page = ruth.get(f"{PAGE}?open={clause}").text
        assert f'name="{switch}"' not in page
        said = re.search(
            rf'data-switch="{switch}" data-on="[^"]+"\s+data-says="(.*?)"', page
        )
        assert said[1] == texts[switch]


def test_fields_come_with_the_clause_that_is_asked_for(db, ruth):
    page = ruth.get(PAGE).text
    assert 'name="details.players.minimum"' not in page
    assert 'value="open:details.players"' in page
    typed = {"_do": "open:details.players", "details.location.place": "the river room"}
    page = ruth.post(f"{PAGE}/rows", data=typed).text
    assert 'name="details.players.minimum"' in page
    assert 'value="the river room"' in page  # what was typed elsewhere is kept
    assert 'name="details.fees.buy_in_cents"' not in page
    assert kept(db) == complete()


def test_what_is_not_in_the_form_stays_as_it_was(db, ruth):
    whole = form_of(db, details__players__minimum="40")
    names = ("details.players.", "version", "marks", "_key")
    answer = send(ruth, PAGE, {n: t for n, t in whole.items() if n.startswith(names)})
    assert answer.status_code == 303
    assert kept(db) == with_(complete(), ("details.players.minimum", 40))
