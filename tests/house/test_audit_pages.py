"""The pages of the record: who reads them, what they find, what they say."""

import csv
import json
from datetime import UTC, date, datetime, timedelta
from io import StringIO
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlmodel import select

from game.games import GAMES
from house import audit
from house.audit import Actor, Subject, chain, queries
from house.audit.acts_in_words import PLAYED
from house.audit.differences import differences
from house.audit.models import AuditRow, Verdict
from house.audit.queries import Cursor, RecordFilter
from house.audit.sentences import past, sentence, steps
from house.floor.rounds.replay import TAKE_BACK
from house.notices.models import DeadlineRow
from house.people.roles import Role
from house.venue import Venue
from rulebook import HOUSE, Cite, Refusal, Refused

NOON = datetime(2026, 11, 20, 1, 0, tzinfo=UTC)  # Friday noon in Melbourne
HOUR = timedelta(hours=1)
RUTH = Actor("ruth", "Ruth Okafor", "director")
OSCAR = Actor("oscar", "Oscar Lindgren", "dealer")
ANTE = Cite("CROWN3-5.5")
ADVISED = Cite("CROWN3-12.2.2(b)")
MELBOURNE = Venue("Southbank House", ZoneInfo("Australia/Melbourne"))


def write(db, act="add patron", subject="1", *, by=RUTH, at=NOON, **kwargs):
    with db.writing() as session:
        about = Subject("patron", subject, kwargs.pop("name", f"Patron {subject}"))
        return audit.record(session, by, act, about, now=at, **kwargs).number


REFUSED = Refused((Refusal(ADVISED, "The inspectorate has not been advised."),))


def numbers(db, wanted=None, at=None, size=50):
    with db.reading() as session:
        found = queries.find(session, wanted or RecordFilter(), at or Cursor(), size)
        return [row.number for row in found.rows], found.older_than, found.newer_than


# --- finding -----------------------------------------------------------------


def test_pages_follow_one_another_both_ways(db):
    for n in range(7):
        write(db, subject=str(n))
    assert numbers(db, size=3) == ([7, 6, 5], 5, None)
    assert numbers(db, at=Cursor(before=5), size=3) == ([4, 3, 2], 2, 4)
    assert numbers(db, at=Cursor(before=2), size=3) == ([1], None, 1)
    assert numbers(db, at=Cursor(after=1), size=3) == ([4, 3, 2], 2, 4)
    assert numbers(db, at=Cursor(after=4), size=3) == ([7, 6, 5], 5, None)
    assert numbers(db, at=Cursor(before=1), size=3)[0] == []
    assert numbers(db, at=Cursor(after=7), size=3)[0] == []
    assert numbers(db, at=Cursor(before=8), size=7) == (
        [7, 6, 5, 4, 3, 2, 1],
        None,
        None,
    )


def test_every_filter_finds_its_own_and_nothing_else(db):
    write(db, name="Margaret Liu", after={"email": "m.liu@example.com"})
    write(db, "open entries", "2", verdict=REFUSED)
    write(db, by=OSCAR, at=NOON + HOUR, rules=(ANTE, HOUSE.at("ACCESS-1")))
    write(db, "raise minimum", "4", rules=(ANTE,), at=NOON + 24 * HOUR)
    cases = [
        (RecordFilter(actor="oscar"), [3]),
        (RecordFilter(act="raise minimum"), [4]),
        (RecordFilter(subject_kind="patron"), [4, 3, 2, 1]),
        (RecordFilter(subject_kind="patron", subject_id="2"), [2]),
        (RecordFilter(subject_kind="table"), []),
        (RecordFilter(verdict=Verdict.REFUSED), [2]),
        (RecordFilter(verdict=Verdict.DONE), [4, 3, 1]),
        (RecordFilter(rule="CROWN3-5.5"), [4, 3]),
        (RecordFilter(rule="CROWN3-12.2.2(b)"), [2]),
        (RecordFilter(rule="CROWN3-5.5", actor="oscar"), [3]),
        (RecordFilter(since=NOON + HOUR), [4, 3]),
        (RecordFilter(since=NOON + HOUR + timedelta(microseconds=1)), [4]),
        (RecordFilter(until=NOON + HOUR), [2, 1]),
        (RecordFilter(since=NOON + HOUR, until=NOON + 2 * HOUR), [3]),
        (RecordFilter(since=NOON + 48 * HOUR), []),
        (RecordFilter(words="margaret"), [1]),
        (RecordFilter(words="M.LIU@example"), [1]),
        (RecordFilter(words="inspectorate advised"), [2]),
        (RecordFilter(words="inspectorate margaret"), []),
        (RecordFilter(words="100%"), []),
        (RecordFilter(words="p_tron"), []),
    ]
    for wanted, expected in cases:
        assert numbers(db, wanted)[0] == expected, wanted


def test_words_are_found_however_the_database_spells_them(db):
    write(db, after={"note": "Zoë’s “ace” ♠"}, name="Zoë Ångström")
    for words in ("Zoë’s", "“ace”", "♠", "Ångström"):
        assert numbers(db, RecordFilter(words=words))[0] == [1], words


def test_an_entry_as_of_an_earlier_time_is_found_by_its_day(db):
    write(db, at=NOON)
    write(db, at=NOON + 48 * HOUR)
    write(db, at=NOON + HOUR)  # a deadline that was looked at two days late
    day = RecordFilter(since=NOON, until=NOON + 24 * HOUR)
    assert numbers(db, day) == ([3, 1], None, None)


def test_words_are_looked_for_a_stretch_at_a_time(db, monkeypatch):
    monkeypatch.setattr(queries, "DEPTH", 3)
    write(db, name="Margaret Liu")
    for n in range(2, 9):
        write(db, subject=str(n))
    wanted = RecordFilter(words="margaret")
    with db.reading() as session:
        first = queries.find(session, wanted, Cursor())
        assert (list(first.rows), first.older_than, first.searched_to) == ([], 6, 6)
        second = queries.find(session, wanted, Cursor(before=6))
        assert (list(second.rows), second.older_than) == ([], 3)
        third = queries.find(session, wanted, Cursor(before=3))
        assert ([r.number for r in third.rows], third.older_than) == ([1], None)


def test_everything_a_filter_asks_for_comes_in_order(db, monkeypatch):
    monkeypatch.setattr(queries, "CHUNK", 2)
    for n in range(5):
        write(db, by=OSCAR if n % 2 else RUTH, subject=str(n))
    with db.reading() as session:
        everything = [row.number for row in queries.every(session, RecordFilter())]
        ruths = [
            row.number for row in queries.every(session, RecordFilter(actor="ruth"))
        ]
    assert everything == [1, 2, 3, 4, 5]
    assert ruths == [1, 3, 5]


# --- in words ----------------------------------------------------------------


def row(act="merge patrons", verdict=Verdict.DONE, **kwargs):
    values = {
        "actor": "ruth",
        "actor_name": "Ruth Okafor",
        "role": "director",
        "subject_kind": "patron",
        "subject_id": "7",
        "subject_name": "Margaret Liu",
        "after": {},
        **kwargs,
    }
    return AuditRow(act=act, verdict=verdict, **values)


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (row(), "Ruth Okafor, tournament director, merged patrons: Margaret Liu."),
        (
            row("open entries", Verdict.REFUSED, subject_name="Liu"),
            "Ruth Okafor, tournament director, was refused leave to open entries: Liu.",
        ),
        (
            row("GET staff.index", Verdict.REFUSED, subject_id="/desk/staff/"),
            "Ruth Okafor, tournament director, was turned away from /desk/staff/.",
        ),
        (
            row("verify the record", actor_name="House Rules", role="system",
                subject_kind="record"),
            "House Rules verified the record.",
        ),
        (
            row("verify the record", actor_name="House Rules", role="system",
                subject_kind="record", after={"holds": False, "first_bad": 3}),
            "House Rules found that the record does not hold at entry 3.",
        ),
        (
            row("sign in", Verdict.REFUSED, actor_name="203.0.113.9", role="nobody",
                subject_name=""),
            "203.0.113.9, not signed in, was refused leave to sign in: patron 7.",
        ),
        (row(role="croupier"), "Ruth Okafor, croupier, merged patrons: Margaret Liu."),
        (
            row(actor_name="", subject_name="Liu"),
            "ruth, tournament director, merged patrons: Liu.",
        ),
    ],
)  # fmt: skip
def test_an_entry_reads_as_a_sentence(entry, said):
    assert str(sentence(entry)) == said


@pytest.mark.parametrize(
    ("act", "done"),
    [
        ("add patron", "added patron"),
        ("sign in", "signed in"),
        ("set up second factor", "set up second factor"),
        ("merge patrons", "merged patrons"),
        ("cancel player card", "cancelled player card"),
        ("verify", "verified"),
        ("play", "played"),
        ("draw", "drew"),
        ("leave", "left"),
    ],
)
def test_an_act_is_told_in_the_past(act, done):
    assert past(act) == done


def test_an_act_without_a_verb_gets_one_done_or_refused():
    assert sentence(row("exclusion ends")).did == "ended an exclusion"
    refused = sentence(row("ruling: told", Verdict.REFUSED))
    assert refused.did == "was refused leave to tell somebody of a ruling"


ACTS = sorted({act for game in GAMES.values() for act in game.acts})


def played(act="act in round", verdict=Verdict.DONE, **after):
    about = {"subject_kind": "round", "subject_id": "7", "subject_name": "Table 7"}
    return row(act, verdict, after=after, **about)


@pytest.mark.rule("HOUSE-RECORD-1")
@pytest.mark.parametrize("act", [*ACTS, TAKE_BACK])
def test_every_act_of_a_round_is_told_in_words(act):
    assert act in PLAYED
    did = sentence(played(act)).did
    assert "_" not in did
    first, *rest = did.split()
    infinitive = PLAYED[act].split()
    assert rest == infinitive[1:]
    assert first != infinitive[0] or first == "cut"
    assert first in PAST_TENSES


# Every verb that acts of a round are told with, as a reader of English knows it.
PAST_TENSES = {
    *(
        "announced",
        "called",
        "carried",
        "closed",
        "collected",
        "cut",
        "dealt",
        "declared",
        "deducted",
        "deemed",
        "gave",
    ),
    *(
        "had",
        "keyed",
        "looked",
        "offered",
        "played",
        "refused",
        "registered",
        "settled",
    ),
    *("took", "turned"),
}


def test_acts_of_a_round_say_where_and_refusals_what():
    assert sentence(played("ante", seat=3)).did == "took an ante at seat 3"
    refused = played(verdict=Verdict.REFUSED)
    refused.after = {"round": 4, "act": "bet_blind"}
    assert sentence(refused).did == "was refused leave to take blind bets"
    made_up = played(verdict=Verdict.REFUSED)
    made_up.after = {"round": 4, "act": "<script>"}
    assert sentence(made_up).did == "was refused leave to act in round"


def test_several_actions_in_one_entry_are_told_together():
    said = [{"act": "ante", "seat": n} for n in (1, 2, 5)]
    entry = played(actions=[*said, {"act": "no_more_bets"}, {"act": "deal"}])
    assert sentence(entry).did == (
        "took an ante at seats 1, 2 and 5, called “no more bets” and dealt the cards"
    )
    assert steps(entry)[0] == "Took an ante at seat 1"
    assert len(steps(entry)) == 5
    many = played(actions=[{"act": "bet", "seat": 1}, {"act": "fold", "seat": 2}] * 3)
    assert sentence(many).did.endswith("took a bet at seat 1 and did 3 things more")


@pytest.mark.parametrize(
    "after", [[1], {"actions": [1, None]}, {"actions": [{"seat": []}]}, {"actions": 7}]
)
def test_actions_that_were_written_over_are_no_traceback(after):
    entry = played()
    entry.after = after
    assert sentence(entry).about == "Table 7"
    assert len(steps(entry)) <= 1


def test_an_entry_of_several_actions_lists_them_on_its_page(sign_in, db):
    after = {"actions": [{"act": "ante", "seat": 2, "seq": 1}, {"act": "deal"}]}
    with db.writing() as session:
        about = Subject("round", "7", "Table 7")
        audit.record(session, OSCAR, "act in round", about, now=NOON, after=after)
    page = sign_in(Role.INSPECTOR).get("/desk/audit/1").text
    assert "took an ante at seat 2 and dealt the cards: Table 7." in page
    assert "<li>Took an ante at seat 2</li>" in page
    assert "<li>Dealt the cards</li>" in page
    assert "<ins>take an ante</ins>" in page


def test_before_and_after_are_told_field_by_field():
    before = {"minimum_cents": 25_00, "sign": None, "open": True, "cards": ["1", "2"]}
    after = {
        "minimum_cents": 50_00,
        "sign": {"displayed_at": "2026-11-20T01:00:00.000000Z", "by": "P. Nair"},
        "open": True,
        "cards": [],
        "lines": [{"net": -1_500}],
    }
    told = [
        (d.field, d.old, d.new, d.changed)
        for d in differences(before, after, MELBOURNE)
    ]
    assert told == [
        ("Minimum", "$25", "$50", True),
        ("Open", "yes", "yes", False),
        ("Cards", "1, 2", "nothing", True),
        ("Sign › displayed", None, "20 Nov 2026, 12:00:00", True),
        ("Sign › by", None, "P. Nair", True),
        ("Lines 1 › net", None, "−1,500", True),
    ]


# --- the pages ---------------------------------------------------------------


@pytest.mark.rule("HOUSE-RECORD-9")
def test_four_roles_read_the_record_and_nobody_else(sign_in, db):
    readers = {Role.DIRECTOR, Role.ADMIN, Role.COMPLIANCE, Role.INSPECTOR}
    write(db)
    for role in Role:
        client = sign_in(role)
        expected = 200 if role in readers else 403
        for page in ("", "1", "export.jsonl"):
            answer = client.get(f"/desk/audit/{page}")
            assert answer.status_code == expected, (role, page)


def test_the_list_shows_sentences_rules_and_reasons(sign_in, db):
    write(db, "open entries", verdict=REFUSED, name="<b>Sunday</b>")
    page = sign_in(Role.COMPLIANCE).get("/desk/audit/").text
    assert "Ruth Okafor</a>, tournament director, was refused leave to open" in page
    assert "The inspectorate has not been advised." in page
    assert 'href="/desk/rules/CROWN3-12.2.2(b)"' in page
    assert "&lt;b&gt;Sunday" in page
    assert "Verify and sign now" not in page
    assert "The record waits for its first night." in page


def test_a_filter_keeps_what_was_typed_and_its_pages(sign_in, db):
    for n in range(55):
        write(db, subject=str(n))
    page = (
        sign_in(Role.DIRECTOR).get("/desk/audit/?actor=RUTH&subject=patron&q=add").text
    )
    assert page.count("Entry ") >= 50
    assert '<option selected value="ruth">' in page
    assert '<option selected value="patron">Every patron' in page
    assert "?q=add&amp;actor=RUTH&amp;subject=patron&amp;before=6" in page
    empty = sign_in(Role.DIRECTOR, username="d2").get("/desk/audit/?actor=nobody-here")
    assert "No entry fits." in empty.text


def test_the_record_goes_on_paper(sign_in, db):
    write(db)
    client = sign_in(Role.DIRECTOR)
    answer = client.get("/desk/audit/export.pdf?subject=patron")
    assert answer.mimetype == "application/pdf"
    assert answer.data.startswith(b"%PDF")
    assert client.get("/desk/audit/export.pdf?verdict=maybe").status_code == 422


BAD = {
    "rule=CROWN3-99.99": "There is no rule “CROWN3-99.99”.",
    "verdict=maybe": "An outcome is either done or refused.",
    "since=2026-02-30": "Give a day that exists",
    "until=yesterday": "Give a day that exists",
    "since=0001-01-01": "Give a year from 1900 to 2199.",
    "until=9999-12-31": "Give a year from 1900 to 2199.",
    "since=2026-11-20&until=2026-11-19": "The last day comes before the first.",
    "before=x": "Not a valid integer value",
    "before=0": "Entries are numbered from 1",
    f"after={10**30}": "Entries are numbered from 1",
    f"actor={'x' * 65}": "longer than anything the record holds",
    f"q={'x' * 201}": "longer than anything the record holds",
}


def test_a_filter_that_makes_no_sense_is_answered_with_a_sentence(sign_in, db):
    write(db)
    client = sign_in(Role.DIRECTOR)
    for query, said in BAD.items():
        answer = client.get(f"/desk/audit/?{query}")
        assert answer.status_code == 422, query
        assert said in answer.text, query
        assert client.get(f"/desk/audit/export.jsonl?{query}").status_code == 422, query
    for odd in (
        "subject=:::",
        "rule=",
        "_external=1&actor=x",
    ):
        assert client.get(f"/desk/audit/?{odd}").status_code == 200, odd


@pytest.mark.parametrize("number", [0, 2, 3, 2**53, 10**30])
def test_an_entry_that_is_not_there_is_not_there(sign_in, db, number):
    write(db)
    assert sign_in(Role.ADMIN).get(f"/desk/audit/{number}").status_code == 404


def test_days_are_days_of_the_venue(sign_in, db):
    midnight = MELBOURNE.instant(datetime(2026, 11, 20))
    write(db, "first", at=midnight - timedelta(microseconds=1))
    write(db, "second", at=midnight)
    write(db, "third", at=midnight + 24 * HOUR - timedelta(microseconds=1))
    write(db, "fourth", at=midnight + 24 * HOUR)
    client = sign_in(Role.INSPECTOR)
    lines = client.get(
        "/desk/audit/export.jsonl?since=2026-11-20&until=2026-11-20"
    ).text
    assert [json.loads(line)["act"] for line in lines.splitlines()] == [
        "second",
        "third",
    ]


def test_a_day_on_which_the_clocks_change_is_whole(sign_in, db):
    for day, hours in ((date(2026, 10, 4), 23), (date(2026, 4, 5), 25)):
        begins = MELBOURNE.instant(datetime.combine(day, datetime.min.time()))
        for n in range(-1, hours + 1):
            write(db, f"{day} {n}", at=begins + n * HOUR)
    client = sign_in(Role.INSPECTOR)
    for day, hours in (("2026-10-04", 23), ("2026-04-05", 25)):
        lines = client.get(f"/desk/audit/export.jsonl?since={day}&until={day}").text
        acts = [json.loads(line)["act"] for line in lines.splitlines()]
        assert acts == [f"{day} {n}" for n in range(hours)]


@pytest.mark.rule("HOUSE-RECORD-8")
def test_the_download_can_be_verified(sign_in, db):
    write(db)
    write(db, "open entries", verdict=REFUSED, name="Zoë’s ♠")
    answer = sign_in(Role.INSPECTOR).get(
        "/desk/audit/export.jsonl?rule=CROWN3-12.2.2(b)"
    )
    assert answer.mimetype == "application/x-ndjson"
    assert "attachment" in answer.headers["Content-Disposition"]
    [entry] = map(json.loads, answer.text.splitlines())
    assert entry["hash"] == chain.digest(entry)


def test_a_page_shows_what_changed_and_how_it_is_chained(sign_in, db):
    write(db)
    write(
        db,
        "raise minimum",
        before={"minimum_cents": 25_00},
        after={"minimum_cents": 50_00},
    )
    write(db)
    page = sign_in(Role.DIRECTOR).get("/desk/audit/2").text
    assert "<del>$25</del>" in page
    assert "<ins>$50</ins>" in page
    assert "1 of 1 differ" in page
    assert 'href="/desk/audit/1"' in page
    assert 'href="/desk/audit/3"' in page
    assert "Its hash fits its content and the entry before it." in page


def tamper(db, *statements):
    with db.engine.connect() as connection:
        if db.is_sqlite:
            connection.execute(text("DROP TRIGGER audit_no_update"))
            connection.execute(text("DROP TRIGGER audit_no_delete"))
        else:
            connection.execute(text("SET session_replication_role = replica"))
        for statement in statements:
            connection.execute(text(statement))
        connection.commit()


@pytest.mark.rule("HOUSE-RECORD-6")
def test_what_was_tampered_with_is_said_on_every_page(sign_in, db):
    for n in range(4):
        write(db, subject=str(n))
    tamper(
        db,
        "UPDATE audit SET actor_name = 'Eve' WHERE number = 2",
        "UPDATE audit SET rules = '[\"GONE-1\"]' WHERE number = 3",
        "DELETE FROM audit WHERE number = 1",
    )
    client = sign_in(Role.COMPLIANCE)
    assert "The record does not hold at entry 1." in client.get("/desk/audit/").text
    assert "The entry before it is missing." not in client.get("/desk/audit/3").text
    assert "Its content does not match its hash." in client.get("/desk/audit/3").text
    assert "Do not rely on this entry" in client.get("/desk/audit/3").text
    assert "Its hash is wrong." in client.get("/desk/audit/2").text
    missing = client.get("/desk/audit/1")
    assert (missing.status_code, "There is no entry 1." in missing.text) == (200, True)
    desk = sign_in(Role.DIRECTOR).get("/desk/").text
    assert "The record cannot be relied on" in desk


@pytest.mark.rule("HOUSE-RECORD-6")
def test_garbage_in_the_database_is_no_traceback(sign_in, db):
    write(db)
    write(db)
    garbage = "UPDATE audit SET before = '{' WHERE number = 2"
    if not db.is_sqlite:  # it refuses by itself what is not JSON
        with pytest.raises(DBAPIError, match="invalid input syntax for type json"):
            tamper(db, garbage)
        return
    tamper(db, garbage)
    client = sign_in(Role.DIRECTOR)
    assert "does not hold at entry 2" in client.get("/desk/audit/").text
    assert client.get("/desk/audit/2").status_code == 200
    assert client.get("/desk/").status_code == 200


@pytest.mark.rule("HOUSE-RECORD-5")
def test_an_administrator_asks_for_a_verification(sign_in, db, app):
    client = sign_in(Role.ADMIN)
    assert "Verify and sign now" in client.get("/desk/audit/").text
    answer = client.post("/desk/audit/verify", data={"_key": "k" * 16})
    assert (answer.status_code, answer.location) == (303, "/desk/audit/")
    client.post("/desk/audit/verify", data={"_key": "k" * 16})
    with db.reading() as session:
        [deadline] = session.exec(select(DeadlineRow)).all()
    assert (deadline.kind, deadline.rule_id) == ("record.verify", "HOUSE-RECORD-5")
    assert app.test_cli_runner().invoke(args=["tick", "--once"]).exit_code == 0
    page = client.get("/desk/audit/").text
    assert "The record is whole in itself." in page
    assert "Held against nothing" in page
    assert "asked for verification" in page
    assert "Verify and sign now" in sign_in(Role.DIRECTOR).get("/desk/audit/").text
    for role in (Role.COMPLIANCE, Role.INSPECTOR):
        other = sign_in(role).post("/desk/audit/verify", data={"_key": "j" * 16})
        assert other.status_code == 403


# --- deadlines ---------------------------------------------------------------


@pytest.mark.rule("HOUSE-CLOCK-2", "HOUSE-CLOCK-3")
def test_the_page_of_deadlines_says_what_fails_and_what_comes(sign_in, db):
    from house.notices import deadlines, outbox  # noqa: PLC0415

    client = sign_in(Role.COMPLIANCE)
    assert "Every deadline is in hand." in client.get("/desk/deadlines/").text
    now = datetime.now(UTC)
    with db.writing() as session:
        for key, due in (("late", now - HOUR), ("next", now + HOUR)):
            deadlines.plan(
                session,
                "test.unknown-to-all",
                key=key,
                subject=Subject("table", "7"),
                title=f"Table 7 closes, {key}",
                due_at=due,
                cite=Cite("CROWN3-13.7"),
            )
        outbox.announce(session, "k", "ann@example.com", "You won", "b", now=now)
    assert "Nothing looks at the clock" in client.get("/desk/deadlines/").text
    deadlines.run_due(db, now)

    def full(_letter):
        raise OSError("The disk is full.")

    outbox.send_due(db, full, now)
    page = client.get("/desk/deadlines/").text
    assert "One deadline fails and one message is undelivered." in page
    assert "No part of this release handles" in page
    assert "Table 7 closes, next" in page
    assert 'href="/desk/rules/CROWN3-13.7"' in page
    assert "The disk is full." in page
    assert sign_in(Role.DEALER).get("/desk/deadlines/").status_code == 403


@pytest.mark.rule("HOUSE-RECORD-8")
def test_the_record_as_a_spreadsheet_says_what_the_page_says(sign_in, db):
    write(db, name="=cmd|' /C calc'!A0")
    write(db, "open entries", verdict=REFUSED, name="Zoë’s ♠")
    answer = sign_in(Role.INSPECTOR).get("/desk/audit/export.csv?verdict=refused")
    assert answer.mimetype == "text/csv"
    headings, row = csv.reader(StringIO(answer.text.removeprefix("\ufeff")))
    said = dict(zip(headings, row, strict=True))
    assert (said["Entry"], said["Outcome"], said["About"]) == (
        "2",
        "refused",
        "Zoë’s ♠",
    )
    assert said["What"] == "was refused leave to open entries"
    assert len(said["SHA-256"]) == 64
    director = sign_in(Role.DIRECTOR)
    every = director.get("/desk/audit/export.csv").text
    assert "'=cmd" in every  # a cell is read, never run
    wrong = director.get("/desk/audit/export.csv?rule=NONE")
    assert wrong.status_code == 422
