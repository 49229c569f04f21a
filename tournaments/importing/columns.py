"""What the columns of a list mean, and what one row of it says about an entry."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from house import money
from house.audit.plain import fitted
from house.documents.models import How
from house.people.patrons.names import fold
from house.people.patrons.queries import as_day, card_number
from house.people.patrons.rules import PatronDetails, tidy
from house.typed import whole
from rulebook import HOUSE, Cite, Refusal
from tournaments.path.entries import TakeEntry
from tournaments.rules.payments import Method
from tournaments.rules.terms import Terms

LISTED: Cite = HOUSE.at("TOURN-180")
# What each heading means, however it is capitalised, spaced or hyphenated.
HEADINGS: Mapping[str, str] = {
    name: meaning
    for meaning, names in {
        "card": ("card", "card number", "player card"),
        "given_name": ("given name", "given names", "first name"),
        "family_name": ("family name", "last name", "surname", "name"),
        "born_on": ("birth date", "born", "born on", "date of birth", "dob"),
        "email": ("e mail", "email", "e mail address", "email address"),
        "phone": ("phone", "telephone", "mobile"),
        "street": ("street", "address"),
        "suburb": ("suburb", "city", "town"),
        "state": ("state",),
        "postcode": ("postcode", "post code", "zip"),
        "country": ("country",),
        "method": ("paid by", "method", "payment"),
        "entry_fee": ("entry fee",),
        "buy_in": ("buy in",),
        "how": ("accepted", "terms accepted"),
        "version": ("version", "terms version"),
        "selected": ("selected", "criteria met"),
        "approval": ("approval", "prior approval"),
    }.items()
    for name in names
}
NAMES = ("given_name", "family_name")
PERSON = (*NAMES, "email", "phone", "street", "suburb", "state", "postcode")
YES, NO = frozenset({"yes", "y", "true", "1", "x"}), frozenset({"", "no", "n", "0"})
Row = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Declaration:
    """What whoever sends the list says about everybody on it."""

    how: How = How.SPOKEN
    method: Method | None = None  # of paying
    version: int = 0  # of the terms, that they accepted
    selected: bool = False
    approval: str = ""

    def plain(self) -> dict[str, Any]:
        """As it is kept."""
        return {
            "how": self.how.value,
            "method": self.method.value if self.method else "",
            "version": self.version,
            "selected": self.selected,
            "approval": self.approval,
        }

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> "Declaration":
        """What was kept."""
        how = How(kept["how"])
        method = Method(kept["method"]) if kept["method"] else None
        return cls(how, method, kept["version"], kept["selected"], kept["approval"])


@dataclass(frozen=True, slots=True)
class ListedEntry:
    """One row read: who is meant, what is paid, and what cannot be understood."""

    card: str
    details: PatronDetails | None  # none without a name and a birth date
    born_on: date | None
    entry_fee_cents: int
    buy_in_cents: int
    said: Declaration
    wrong: tuple[Refusal, ...] = field(default=())

    @property
    def command(self) -> TakeEntry:
        """What the desk would say about this entry."""
        said = self.said
        paid = self.entry_fee_cents, self.buy_in_cents
        return TakeEntry(said.how, *paid, said.selected, said.approval)


def meanings(headings: Sequence[str]) -> tuple[Mapping[int, str], tuple[str, ...]]:
    """Which column means what, and the columns that nobody reads."""
    known: dict[int, str] = {}
    unread = []
    for at, heading in enumerate(headings):
        meaning = HEADINGS.get(fold(heading))
        if meaning is None or meaning in known.values():
            unread += [heading.strip()] if heading.strip() else []
        else:
            known[at] = meaning
    return known, tuple(unread)


def missing(known: Sequence[str]) -> Iterator[Refusal]:
    """Whether the list can say at all who is meant."""
    if "card" not in known and not {"family_name", "born_on"} <= set(known):
        wrong = "No heading is for a card, nor are there two for name and birth date."
        right = "Begin with headings such as Card, or Given name, Family name, Born."
        yield Refusal(LISTED, wrong, right, "file")


def read(row: Row, terms: Terms, said: Declaration) -> ListedEntry:
    """What a row says; what it leaves out is as the terms and the whole list say."""
    wrong: list[Refusal] = []
    born = _day(row.get("born_on", ""), wrong)
    fees = terms.details.fees
    return ListedEntry(
        card_number(row.get("card", "")),
        _details(row, born),
        born,
        _cents(row.get("entry_fee", ""), fees.entry_fee_cents or 0, wrong),
        _cents(row.get("buy_in", ""), fees.buy_in_cents or 0, wrong),
        _said(row, said, wrong),
        tuple(wrong),
    )


def _details(row: Row, born: date | None) -> PatronDetails | None:
    told: dict[str, Any] = {name: row.get(name, "") for name in PERSON}
    if born is None or not f"{told['given_name']}{told['family_name']}".strip():
        return None
    country = row.get("country", "").strip() or "Australia"
    return tidy(PatronDetails(born_on=born, country=country, **told))


def _said(row: Row, said: Declaration, wrong: list[Refusal]) -> Declaration:
    return Declaration(
        _one(How, row.get("how", ""), said.how, wrong),
        _one(Method, row.get("method", ""), said.method, wrong),
        _version(row.get("version", ""), said.version, wrong),
        _flag(row.get("selected", ""), wrong) or said.selected,
        row.get("approval", "").strip()[:300] or said.approval,
    )


def _unclear(text: str, right: str, wrong: list[Refusal]) -> None:
    said = fitted(text, 60)
    wrong.append(Refusal(LISTED, f"“{said}” cannot be understood.", right))


def _day(text: str, wrong: list[Refusal]) -> date | None:
    day = as_day(text.strip())
    if day is None and text.strip():
        _unclear(text, "Write a birth date as 1980-02-28 or 28/2/1980.", wrong)
    return day


def _cents(text: str, usual: int, wrong: list[Refusal]) -> int:
    if not text.strip():
        return usual
    try:
        return money.cents(text)
    except ValueError as error:
        _unclear(text, str(error), wrong)
        return usual


def _one(words: Any, text: str, usual: Any, wrong: list[Refusal]) -> Any:
    if not text.strip():
        return usual
    try:
        return words(text.strip().lower())
    except ValueError:
        _unclear(text, f"Write one of {', '.join(words)}.", wrong)
        return usual


def _version(text: str, usual: int, wrong: list[Refusal]) -> int:
    if not text.strip():
        return usual
    number = whole(text.strip())
    if number is None:
        _unclear(text, "Write the number of the version that was accepted.", wrong)
    return number or usual


def _flag(text: str, wrong: list[Refusal]) -> bool:
    said = text.strip().lower()
    if said not in YES | NO:
        _unclear(text, "Write yes or no.", wrong)
    return said in YES
