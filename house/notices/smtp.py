"""The post as a mail server takes it."""

import smtplib
import ssl
from ipaddress import ip_address

from house.config import Smtp
from house.notices.outbox import Letter, Post, as_email

PATIENCE = 20  # seconds; the lease of a message is far longer
TLS_FROM_THE_START = 465


class Unsafe(OSError):
    """A password would have to be sent for anybody to read."""


def to_server(server: Smtp) -> Post:
    """A post that hands each letter to the mail server, encrypted where it can be."""

    def deliver(letter: Letter) -> None:
        with _connected(server) as connection:
            if server.user:
                connection.login(server.user, server.password)
            connection.send_message(as_email(letter, server.sender))

    return deliver


def _connected(server: Smtp) -> smtplib.SMTP:
    context = ssl.create_default_context()
    if server.port == TLS_FROM_THE_START:
        return smtplib.SMTP_SSL(
            server.host, server.port, timeout=PATIENCE, context=context
        )
    connection = smtplib.SMTP(server.host, server.port, timeout=PATIENCE)
    try:
        connection.ehlo()
        if connection.has_extn("starttls"):
            connection.starttls(context=context)
            connection.ehlo()
        else:
            _require_safe(server)
    except BaseException:
        connection.close()
        raise
    return connection


def _require_safe(server: Smtp) -> None:
    if server.user and not _here(server.host):
        raise Unsafe(f"{server.host} offers no encryption for the password.")


def _here(host: str) -> bool:
    """Whether the mail server is this very machine."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
