"""How the terms say amounts, times, shares and lists, so that all of them agree."""

import re
from collections.abc import Iterable
from datetime import datetime
from fractions import Fraction
from functools import cache
from zoneinfo import ZoneInfo

BLANK = "[not yet entered]"
NUMBERS = (
    "no one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905
)
ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth".split()  # noqa: SIM905
)


@cache
def zone_named(name: str) -> ZoneInfo | None:
    """The time zone of this name, where there is one."""
    try:
        return ZoneInfo(name)
    except (LookupError, ValueError, OSError):
        return None


def dollars(cents: int | None) -> str:
    """$1,250.50, or $1,250 when no cents are left over."""
    if cents is None:
        return BLANK
    whole, rest = divmod(abs(cents), 100)
    sign = "−" if cents < 0 else ""
    return f"{sign}${whole:,}.{rest:02}" if rest else f"{sign}${whole:,}"


def chips(count: int | None) -> str:
    """10,000 chips."""
    if count is None:
        return f"{BLANK} chips"
    return "1 chip" if count == 1 else f"{count:,} chips"


def number(count: int | None) -> str:
    """Small numbers in words, others in figures."""
    if count is None:
        return BLANK
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else f"{count:,}"


def many(count: int | None, noun: str, plural: str = "") -> str:
    """Two hands, one hand, no hands, 18 hands."""
    return f"{number(count)} {noun if count == 1 else plural or noun + 's'}"


def figure(count: int, noun: str, plural: str = "") -> str:
    """72 players, 1 player: always in figures, for reckonings."""
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"


def ordinal(place: int) -> str:
    """First to tenth in words, then 11th."""
    if 1 <= place <= len(ORDINALS):
        return ORDINALS[place - 1]
    teen = 10 <= place % 100 <= 20
    return (
        f"{place}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(place % 10, 'th')}"
    )


def per_cent(share: Fraction | None) -> str:
    """50%, 12.5%, or 1/3 where no short decimal says it."""
    if share is None:
        return BLANK
    points = share * 10_000
    if points.denominator != 1:
        return f"{share.numerator}/{share.denominator}"
    whole, rest = divmod(points.numerator, 100)
    return f"{whole}.{rest:02}".rstrip("0").rstrip(".") + "%"


def day(instant: datetime, zone: ZoneInfo) -> str:
    """Saturday 21 November 2026."""
    local = instant.astimezone(zone)
    return f"{local:%A} {local.day} {local:%B %Y}"


def clock(instant: datetime, zone: ZoneInfo) -> str:
    """14:00, with the name of the zone in an hour that the clocks repeat."""
    local = instant.astimezone(zone)
    twice = local.utcoffset() != local.replace(fold=1 - local.fold).utcoffset()
    return f"{local:%H:%M %Z}" if twice else f"{local:%H:%M}"


def when(instant: datetime | None, zone: ZoneInfo) -> str:
    """Saturday 21 November 2026, 14:00."""
    if instant is None:
        return BLANK
    return f"{day(instant, zone)}, {clock(instant, zone)}"


def moments(
    instants: Iterable[datetime], zone: ZoneInfo, after: datetime | None = None
) -> str:
    """14:00 and 15:20; the day is said where it differs from the one before."""
    said, last = [], day(after, zone) if after else ""
    for instant in instants:
        today = day(instant, zone)
        same = today == last
        said.append(clock(instant, zone) if same else when(instant, zone))
        last = today
    return listed(said)


def length(minutes: int) -> str:
    """45 minutes, two hours, two hours and 30 minutes."""
    hours, rest = divmod(minutes, 60)
    said = [many(hours, "hour")] if hours else []
    return " and ".join([*said, many(rest, "minute")] if rest or not hours else said)


def listed(parts: Iterable[str], last: str = "and") -> str:
    """A, b and c."""
    *others, end = [*parts] or [BLANK]
    return f"{', '.join(others)} {last} {end}" if others else end


PLURALS = {"has": "have", "is": "are"}


def does(subject: str, verb: str) -> str:
    """The final seats, the heats seat: a stage's name and its verb agree."""
    plural = subject.startswith("the ") and re.search(r"[^s]s$", subject)
    return f"{subject} {PLURALS.get(verb, verb[:-1]) if plural else verb}"


def capital(sentence: str) -> str:
    """The sentence with its first letter large."""
    return sentence[:1].upper() + sentence[1:]


def ended(text: str) -> str:
    """What somebody typed, closed with a full stop; a blank where nothing was typed."""
    words = " ".join(text.split()) or BLANK
    return words if words[-1] in ".!?" else f"{words}."


def phrase(text: str) -> str:
    """What somebody typed, as a part of a sentence."""
    return " ".join(text.split()).rstrip(".") or BLANK
