"""Messages: written with the act, delivered after it, once however often tried."""

import email
import email.policy
from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import col, select

from house.db import Database
from house.notices import outbox
from house.notices.deadlines import Round
from house.notices.models import OutboxRow
from house.notices.outbox import Letter, announce, send_due, to_folder

NOON = datetime(2026, 11, 20, 1, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
TICK = timedelta(microseconds=1)


@pytest.fixture
def folder(tmp_path):
    """Where letters go."""
    return tmp_path / "deep" / "outbox"


@pytest.fixture
def db(database_url):
    """The database alone: messages need no application."""
    db = Database(database_url)
    yield db
    db.engine.dispose()


def written(db, key="winner:1", to="ann@example.com", subject="You won", body="A car."):
    with db.writing() as session:
        announce(session, key, to, subject, body, now=NOON)


def rows(db):
    with db.reading() as session:
        return list(session.exec(select(OutboxRow).order_by(col(OutboxRow.id))))


def letters(folder):
    return {
        path.name: email.message_from_bytes(
            path.read_bytes(), policy=email.policy.default
        )
        for path in sorted(folder.iterdir())
    }


@pytest.mark.rule("HOUSE-CLOCK-3")
def test_a_message_goes_into_the_folder_as_mail(db, folder):
    written(db, subject="Zoë, you won ♠", body="A car.\nCome and fetch it – soon.")
    assert send_due(db, to_folder(folder, "house@example.com"), NOON) == Round(fired=1)
    [(name, mail)] = letters(folder).items()
    assert name.startswith("winner-1-")
    assert name.endswith(".eml")
    assert (mail["From"], mail["To"]) == ("house@example.com", "ann@example.com")
    assert mail["Subject"] == "Zoë, you won ♠"
    assert mail["Date"].datetime == NOON
    assert mail.get_content() == "A car.\nCome and fetch it – soon.\n"
    [row] = rows(db)
    assert (row.sent_at, row.attempts) == (NOON, 1)


@pytest.mark.rule("HOUSE-CLOCK-3")
def test_an_act_that_is_undone_announces_nothing(db, folder):
    def act():
        with db.writing() as session:
            announce(session, "k", "ann@example.com", "s", "b", now=NOON)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        act()
    assert send_due(db, to_folder(folder, "h@example.com"), NOON) == Round()


@pytest.mark.rule("HOUSE-CLOCK-3")
def test_the_same_key_is_one_message(db):
    written(db)
    written(db, body="Another car.")
    assert [row.body for row in rows(db)] == ["A car."]


@pytest.mark.rule("HOUSE-CLOCK-3")
def test_a_message_delivered_but_not_marked_is_delivered_over_itself(db, folder):
    written(db)
    post = to_folder(folder, "house@example.com")

    def dies_after_delivery(letter):
        post(letter)
        raise KeyboardInterrupt  # as if the process ended here

    with pytest.raises(KeyboardInterrupt):
        send_due(db, dies_after_delivery, NOON)
    [first] = [path.read_bytes() for path in folder.iterdir()]
    lapsed = NOON + outbox.LEASE
    assert send_due(db, post, lapsed - TICK) == Round()
    assert send_due(db, post, lapsed) == Round(fired=1)
    assert [path.read_bytes() for path in folder.iterdir()] == [first]


@pytest.mark.rule("HOUSE-CLOCK-3")
def test_a_failed_delivery_waits_longer_each_time_and_holds_up_nobody(db):
    def post(letter):
        if letter.key == "bad":
            raise OSError("The disk is full.")

    written(db, "bad")
    written(db, "good")
    assert send_due(db, post, NOON) == Round(fired=1, failed=1)
    bad, good = rows(db)
    assert (bad.sent_at, good.sent_at) == (None, NOON)
    assert (bad.attempts, bad.last_error) == (1, "The disk is full.")
    assert bad.try_at == NOON + MINUTE
    assert send_due(db, post, NOON + MINUTE - TICK) == Round()
    assert send_due(db, post, NOON + MINUTE) == Round(failed=1)
    assert rows(db)[0].try_at == NOON + 3 * MINUTE
    assert send_due(db, lambda _: None, NOON + 3 * MINUTE) == Round(fired=1)
    assert (rows(db)[0].sent_at, rows(db)[0].last_error) == (NOON + 3 * MINUTE, "")


def test_while_one_process_delivers_another_leaves_the_message_alone(db):
    written(db)
    meanwhile = []

    def post(_letter):
        meanwhile.append(send_due(db, lambda _: pytest.fail("twice"), NOON))

    assert send_due(db, post, NOON) == Round(fired=1)
    assert meanwhile == [Round()]


def test_a_break_in_a_header_is_no_way_to_another_header(db, folder):
    written(
        db,
        to="ann@example.com\r\nBcc: eve@example.com",
        subject="Hello\nBcc: eve@example.com\x00",
        body="Text\x00\ud800",
    )
    send_due(db, to_folder(folder, "house@example.com"), NOON)
    [mail] = letters(folder).values()
    assert mail["Bcc"] is None
    assert mail["Subject"] == "Hello Bcc: eve@example.com�"
    assert mail.get_content() == "Text��\n"


@pytest.mark.parametrize("key", ["../../etc/passwd", "a/b", "", "x" * 120, "é: ♠", "."])
def test_a_key_makes_a_safe_file_name_of_its_own(key):
    name = outbox.file_name(Letter(key, "a@b.c", "s", "b", NOON))
    other = outbox.file_name(Letter(f"{key}!", "a@b.c", "s", "b", NOON))
    assert name != other
    assert name.isascii()
    assert "/" not in name
    assert not name.startswith(("-.", "."))
    assert len(name) < 100
    assert name.endswith(".eml")


def test_no_more_than_asked_are_delivered_at_once(db):
    for n in range(5):
        written(db, str(n))
    assert send_due(db, lambda _: None, NOON, limit=3) == Round(fired=3)
    assert send_due(db, lambda _: None, NOON, limit=3) == Round(fired=2)
