"""What makes a patron's details good: pure checks, each under its rule."""

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields, replace
from datetime import date
from functools import lru_cache
from typing import Any

from email_validator import EmailNotValidError, validate_email

from rulebook import HOUSE, Refusal

OF_AGE = 18
AGE = HOUSE.at("PATRON-1")
BIRTH = HOUSE.at("PATRON-2")
NAME = HOUSE.at("PATRON-3")
REACH = HOUSE.at("PATRON-4")
EARLIEST = date(1900, 1, 1)
SEPARATORS = re.compile(r"[\s().\-/]+")
PHONE = re.compile(r"\+?[0-9]{6,15}")
AUSTRALIAN = re.compile(r"0[2-578][0-9]{8}")
LABELS: Mapping[str, str] = {
    "given_name": "Given names",
    "family_name": "Family name",
    "born_on": "Birth date",
    "email": "E-mail",
    "phone": "Telephone",
    "street": "Street",
    "suburb": "Suburb",
    "state": "State",
    "postcode": "Postcode",
    "country": "Country",
    "may_publish_name": "Name may be published",
    "is_employee": "Employee",
    "is_contractor": "Contractor",
    "is_associate": "Associate",
}
# What the record never spells out, and what goes when a person is erased.
CONTACT = ("born_on", "email", "phone", "street", "suburb", "state", "postcode")
MARKED = HOUSE.at("PERSON-4")
LONGEST: Mapping[str, int] = {
    "given_name": 80,
    "family_name": 80,
    "email": 254,
    "phone": 32,
    "street": 160,
    "suburb": 80,
    "state": 40,
    "postcode": 16,
    "country": 60,
}


@dataclass(frozen=True, slots=True)
class PatronDetails:
    """Everything a patron tells the house about themselves."""

    given_name: str
    family_name: str
    born_on: date
    email: str = ""
    phone: str = ""
    street: str = ""
    suburb: str = ""
    state: str = ""
    postcode: str = ""
    country: str = "Australia"
    may_publish_name: bool = False
    is_employee: bool = False
    is_contractor: bool = False
    is_associate: bool = False

    @property
    def name(self) -> str:
        """The name as it is read out."""
        return f"{self.given_name} {self.family_name}".strip()

    def plain(self, salt: str) -> dict[str, Any]:
        """The details as the record keeps them: contact and birth date as marks."""
        marks = {name: _mark(salt, name, getattr(self, name)) for name in CONTACT}
        return asdict(self) | marks


def _mark(salt: str, name: str, value: object) -> str:
    """Tells one value from another; what it was, only to who knows it and the salt."""
    if not value:
        return ""
    return f"mark {hashlib.sha256(f'{salt} {name} {value}'.encode()).hexdigest()[:12]}"


FIELDS = tuple(field.name for field in fields(PatronDetails))


def tidy(details: PatronDetails) -> PatronDetails:
    """The details as they are kept: no stray marks, one spelling of each contact."""
    texts: dict[str, Any] = {
        name: tidy_text(value)
        for name in FIELDS
        if isinstance(value := getattr(details, name), str)
    }
    clean = replace(details, **texts)
    return replace(clean, email=_spelled(clean.email)[0], phone=tidy_phone(clean.phone))


def tidy_text(text: str) -> str:
    """Text in its usual form, without control marks or doubled spaces."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    usual = unicodedata.normalize("NFC", text)
    return " ".join("".join(_visible(mark) for mark in usual).split())


def _visible(mark: str) -> str:
    # Marks that turn the direction of text could make one name look like another.
    turns = "\u202a" <= mark <= "\u202e" or "\u2066" <= mark <= "\u2069"
    if turns or unicodedata.category(mark) in {"Cs", "Co"}:
        return ""
    return " " if unicodedata.category(mark) == "Cc" else mark


def tidy_phone(text: str) -> str:
    """A telephone number in one spelling, Australian ones with their country."""
    digits = SEPARATORS.sub("", text)
    if digits.startswith("00"):
        digits = f"+{digits[2:]}"
    if digits.startswith("+610"):
        digits = f"+61{digits[4:]}"
    return f"+61{digits[1:]}" if AUSTRALIAN.fullmatch(digits) else digits


@lru_cache(maxsize=1_000)  # a list of people asks for each address several times
def _spelled(text: str) -> tuple[str, str]:
    """An e-mail address in its one spelling, and what is wrong with it."""
    try:
        return validate_email(text, check_deliverability=False).normalized, ""
    except EmailNotValidError as error:
        return text, str(error)


def turns(born: date, years: int) -> date:
    """The day somebody reaches an age: 1 March for a leap day that is missing."""
    try:
        return born.replace(year=born.year + years)
    except ValueError:
        return date(born.year + years, 3, 1)


def of_age(born: date, today: date) -> bool:
    """Whether somebody may be here on this day of the venue."""
    return born <= today and turns(born, OF_AGE) <= today


def check(details: PatronDetails, today: date) -> Iterator[Refusal]:
    """Every reason why these details cannot be kept."""
    if not details.name:
        yield Refusal(NAME, "No name is given.", "One name is enough.", "family_name")
    yield from check_birth(details.born_on, today)
    yield from check_reach(details)
    for name, longest in LONGEST.items():
        if len(getattr(details, name)) > longest:
            wrong = f"{LABELS[name]} has more than {longest} letters."
            cite = NAME if name in {"given_name", "family_name"} else REACH
            yield Refusal(cite, wrong, "Shorten it.", name)


def check_birth(born: date, today: date) -> Iterator[Refusal]:
    """Whether the birth date can be, and makes somebody old enough."""
    if born > today:
        yield Refusal(
            BIRTH, "The birth date is in the future.", "Give a day that was.", "born_on"
        )
    elif born < EARLIEST:
        wrong = f"Nobody here was born on {born.isoformat()}."
        yield Refusal(BIRTH, wrong, "Give a day since 1 January 1900.", "born_on")
    elif not of_age(born, today):
        day = turns(born, OF_AGE)
        right = f"They may come from {day.day} {day:%B %Y}."
        yield Refusal(AGE, "They are not yet 18.", right, "born_on")


def check_reach(details: PatronDetails) -> Iterator[Refusal]:
    """Whether somebody can be reached under what they gave."""
    if details.email and (wrong := _spelled(details.email)[1]):
        yield Refusal(REACH, "The e-mail address is wrong.", wrong, "email")
    if details.phone and not PHONE.fullmatch(details.phone):
        right = "Six to 15 digits, such as 0412 345 678 or +64 21 123 456."
        yield Refusal(REACH, "The telephone number is wrong.", right, "phone")


def differences(
    before: PatronDetails, after: PatronDetails, salt: str
) -> tuple[dict[str, Any], dict[str, Any]]:
    """What changes, as it was and as it becomes, in the record's spelling."""
    was, becomes = before.plain(salt), after.plain(salt)
    changed = [name for name in FIELDS if was[name] != becomes[name]]
    return {n: was[n] for n in changed}, {n: becomes[n] for n in changed}
