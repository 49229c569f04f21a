"""Notices by a real mail server, and its settings."""

import email
import email.policy
import socketserver
import threading
from dataclasses import replace

import pytest
import time_machine
from sqlmodel import select

from house.config import Config, Incomplete, Smtp
from house.notices.models import (
    OutboxRow,
)
from house.notices.outbox import Letter as Mail
from house.notices.outbox import send_due
from house.notices.smtp import Unsafe, to_server
from house.notices.ticking import Ticker
from tests.house.notices_cast import (
    HOUR,
    NOON,
    drafted,
    enter,
    notice,
    post,
)


class Server(socketserver.ThreadingTCPServer):
    """A mail server that knows just enough of RFC 5321 to take a letter."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, *, refuses=""):
        super().__init__(("127.0.0.1", 0), Talk)
        self.refuses = refuses
        self.taken = []


class Talk(socketserver.StreamRequestHandler):
    def say(self, line):
        self.wfile.write(f"{line}\r\n".encode())

    def handle(self):
        self.say("220 test ready")
        envelope = {}
        while line := self.rfile.readline().decode().rstrip("\r\n"):
            verb = line[:4].upper()
            if verb in {"EHLO", "HELO"}:
                self.say("250-test")
                self.say("250 AUTH PLAIN LOGIN")
            elif verb == "AUTH":
                envelope["auth"] = line
                self.say("235 in")
            elif verb == "RCPT" and self.server.refuses:
                self.say(self.server.refuses)
            elif verb == "DATA":
                self.say("354 go on")
                envelope["data"] = self.letter()
                self.server.taken.append(envelope)
                self.say("250 taken")
            elif verb == "QUIT":
                self.say("221 bye")
                return
            else:
                envelope[verb] = line
                self.say("250 ok")

    def letter(self):
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line[1:] if line.startswith(b"..") else line)
        return b"".join(lines)


@pytest.fixture
def mail_server(request):
    with Server(refuses=getattr(request, "param", "")) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def settings_for(server, **over):
    host, port = server.server_address
    return replace(Smtp(host, port, "house@example.com"), **over)


@pytest.mark.network
def test_a_notice_goes_through_a_real_mail_server(
    config, open_house, db, mail_server, tmp_path
):
    app = open_house(replace(config, smtp=settings_for(mail_server)))
    with app.app_context():
        enter(db)
        pk = drafted(db)
        post(db, pk)
        with time_machine.travel(NOON + HOUR, tick=False):
            assert Ticker(app).tick()
    [letter] = mail_server.taken
    assert letter["MAIL"].upper().startswith("MAIL FROM:<HOUSE@EXAMPLE.COM>")
    assert letter["RCPT"].upper().startswith("RCPT TO:<INSPECT@EXAMPLE.COM>")
    mail = email.message_from_bytes(letter["data"], policy=email.policy.default)
    assert mail["Subject"] == "The prize meter Grand failed"
    assert [a.get_content_type() for a in mail.iter_attachments()] == [
        "application/pdf"
    ]
    assert notice(db, pk).sent_at == NOON + HOUR
    assert not (tmp_path / "outbox").exists()


@pytest.mark.network
@pytest.mark.parametrize("mail_server", ["550 no such user"], indirect=True)
def test_a_letter_the_server_will_not_take_waits_and_is_tried_again(db, mail_server):
    enter(db)
    with db.writing() as session:
        from house.notices.outbox import announce  # noqa: PLC0415

        announce(session, "k", "a@example.com", "s", "b", now=NOON)
    deliver = to_server(settings_for(mail_server))
    assert send_due(db, deliver, NOON).failed == 1
    with db.reading() as session:
        row = session.exec(select(OutboxRow)).one()
    assert (row.sent_at, row.attempts) == (None, 1)
    assert "no such user" in row.last_error


@pytest.mark.network
def test_a_password_is_given_only_to_this_machine_or_encrypted(mail_server):
    mail = Mail("k", "a@example.com", "s", ".line\n.", NOON)
    server = settings_for(mail_server, user="u", password="p")
    to_server(server)(mail)
    assert mail_server.taken[0]["auth"].startswith("AUTH PLAIN")
    assert b"\r\n.line\r\n.\r\n" in mail_server.taken[0]["data"]
    from house.notices import smtp  # noqa: PLC0415

    assert smtp._here("localhost")
    assert smtp._here("::1")
    with pytest.raises(Unsafe, match="no encryption"):
        smtp._require_safe(replace(server, host="mail.example.com"))
    with pytest.raises(OSError):  # noqa: PT011
        to_server(replace(server, port=1))(mail)


MAIL = {"SMTP_HOST": "mail.example.com", "SMTP_FROM": "house@example.com"}


def test_the_mail_server_is_read_from_the_settings(tmp_path):
    assert Config.from_env({}, tmp_path).smtp is None
    made = Config.from_env(
        {**MAIL, "SMTP_USER": "u", "SMTP_PASSWORD": "secret-word"}, tmp_path
    )
    assert made.smtp == Smtp(
        "mail.example.com", 587, "house@example.com", "u", "secret-word"
    )
    assert "secret-word" not in repr(made)


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("SMTP_FROM", ""),
        ("SMTP_FROM", "a b@c"),
        ("SMTP_PORT", "0"),
        ("SMTP_PORT", "x"),
        ("SMTP_PORT", "65536"),
        ("SMTP_USER", "u"),
    ],
)
def test_a_wrong_mail_setting_is_named(tmp_path, setting, value):
    with pytest.raises(Incomplete, match=setting):
        Config.from_env({**MAIL, setting: value}, tmp_path)
