"""The documents: who issued them, which editions there are and from when they hold."""

from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from rulebook.cite import Cite

MELBOURNE = ZoneInfo("Australia/Melbourne")
SYDNEY = ZoneInfo("Australia/Sydney")
BOSTON = ZoneInfo("America/New_York")


@dataclass(frozen=True, slots=True)
class Instrument:
    """What approved an edition: its kind, the day it was signed, the text annexed."""

    kind: str
    signed: date
    annexure: str
    cite: Cite


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition of a document; without a date it holds once a house enters one."""

    name: str
    in_force_from: datetime | None
    cite: Cite | None = None  # the rule that says when it takes effect
    instrument: Instrument | None = None

    def holds_at(self, instant: datetime) -> bool:
        """Whether the edition had come into force by this instant."""
        return self.in_force_from is not None and self.in_force_from <= instant


@dataclass(frozen=True, slots=True)
class Source:
    """A document that rules are cited from, as its regulator and zone know it."""

    code: str
    title: str
    short: str
    operator: str
    regulator: str
    zone: ZoneInfo
    editions: tuple[Edition, ...]

    def at(self, clause: str) -> Cite:
        """Cite a clause of this document."""
        return Cite(f"{self.code}-{clause}")


CROWN3 = Source(
    code="CROWN3",
    title="Mississippi Stud Poker Rules, version 3.0",
    short="Crown Melbourne, version 3.0",
    operator="Crown Melbourne Limited",
    regulator="Victorian Commission for Gambling and Liquor Regulation",
    zone=MELBOURNE,
    editions=(Edition("3.0", None, Cite("CROWN3-cover:version")),),
)
MASS = Source(
    code="MASS",
    title="Mississippi Stud, rules of the game",
    short="Massachusetts",
    operator="Licensed casinos in Massachusetts",
    regulator="Massachusetts Gaming Commission",
    zone=BOSTON,
    editions=(Edition("undated", None),),
)
NSW3 = Source(
    code="NSW3",
    title="Mississippi Stud Poker, earlier rules",
    short="New South Wales, earlier rules",
    operator="The Sydney casino",
    regulator="The Authority, New South Wales",
    zone=SYDNEY,
    editions=(Edition("before version 4", None),),
)
STAR4 = Source(
    code="STAR4",
    title="Mississippi Stud Poker, version 4",
    short="The Star Sydney, version 4",
    operator="The Star Pty Limited",
    regulator="NSW Independent Casino Commission",
    zone=SYDNEY,
    # Signed 15 August 2025; it takes effect on publication, a date the text lacks.
    editions=(
        Edition(
            "4",
            None,
            Cite("STAR4-Order:Effect"),
            Instrument("Order", date(2025, 8, 15), "A", Cite("STAR4-Order(1)")),
        ),
    ),
)
VIC99 = Source(
    code="VIC99",
    title="Victoria Government Gazette S 161, Casino Rules Notices 24 to 26 of 1999",
    short="Victoria, gazette S 161 of 1999",
    operator="The Melbourne casino",
    regulator="Victorian Casino and Gaming Authority",
    zone=MELBOURNE,
    editions=(
        Edition(
            "Notice 24",
            datetime(1999, 11, 8, 4, tzinfo=MELBOURNE),
            Cite("VIC99-N24-effect"),
        ),
        Edition(
            "Notice 26",
            datetime(1999, 11, 8, 4, tzinfo=MELBOURNE),
            Cite("VIC99-N26-effect"),
        ),
        Edition(
            "Notice 25",
            datetime(1999, 12, 1, 4, tzinfo=MELBOURNE),
            Cite("VIC99-N25-effect"),
        ),
    ),
)
HOUSE = Source(
    code="HOUSE",
    title="House policy",
    short="What no document says and the house decides",
    operator="The house",
    regulator="The house itself",
    zone=MELBOURNE,
    editions=(Edition("1", datetime(2026, 11, 16, tzinfo=MELBOURNE)),),
)

DOCUMENTS = (CROWN3, MASS, VIC99, NSW3, STAR4)
SOURCES = {source.code: source for source in (*DOCUMENTS, HOUSE)}
