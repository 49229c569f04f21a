"""Calendars as RFC 5545 writes them: escaped, folded, in UTC, ended by CRLF."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

LONGEST_LINE = 75  # octets, without the line break
UNPRINTABLE = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 127))


@dataclass(frozen=True, slots=True)
class Event:
    """One deadline as a calendar shows it."""

    uid: str
    at: datetime
    summary: str
    description: str = ""
    url: str = ""
    called_off: bool = False


def calendar(name: str, events: Iterable[Event], stamp: datetime) -> bytes:
    """A whole calendar, ready to be read by any program that keeps one."""
    lines = (
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//House Rules//Deadlines//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{escaped(name)}",
        *(line for event in events for line in _event(event, stamp)),
        "END:VCALENDAR",
    )
    return b"".join(folded(line) for line in lines)


def _event(event: Event, stamp: datetime) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{escaped(event.uid)}"
    yield f"DTSTAMP:{instant(stamp)}"
    yield f"DTSTART:{instant(event.at)}"
    yield f"SUMMARY:{escaped(event.summary)}"
    if event.description:
        yield f"DESCRIPTION:{escaped(event.description)}"
    if event.url:
        yield f"URL:{event.url}"
    yield f"STATUS:{'CANCELLED' if event.called_off else 'CONFIRMED'}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def instant(at: datetime) -> str:
    """An instant in UTC, to the second."""
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def escaped(text: str) -> str:
    """Text whose commas, semicolons and breaks mean themselves."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n").translate(UNPRINTABLE)
    for char in ("\\", ";", ","):
        plain = plain.replace(char, f"\\{char}")
    return plain.replace("\n", "\\n")


def folded(line: str) -> bytes:
    """The line in pieces of at most 75 octets, no letter torn apart."""
    pieces: list[bytes] = []
    piece = b""
    for char in line:
        letter = char.encode()
        if len(piece) + len(letter) > LONGEST_LINE:
            pieces.append(piece)
            piece = b" "
        piece += letter
    return b"\r\n".join([*pieces, piece]) + b"\r\n"
