"""The casino rules notices of 1999: what each changed, and from which instant.

A notice bites at its hour, not when it is printed. The text in force at the first
card governs the whole round. A rule that a notice deletes leaves a gap: its number
is never given to another rule.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime

from rulebook import VIC99, Cite, Cited, Refusal, Refused, refusing


@dataclass(frozen=True, slots=True, order=True)
class Instrument:
    """A notice in the gazette: its day and its number there."""

    published: date
    gazette: str


@dataclass(frozen=True, slots=True)
class Notice:
    """One notice: what it is based on, when it takes effect, and what it changes."""

    number: int
    game: str
    gazette: Cited[Instrument | None]
    history: Cited[tuple[Instrument, ...]]  # earlier instruments, oldest first
    effect: Cited[datetime]
    dated: Cited[date | None]
    signed_by: str
    schedule: Cite  # what it puts in place of the earlier text
    inserts: tuple[str, ...] = ()
    deletes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The notice as an edition is called."""
        return f"Notice {self.number}"


def _effect(notice: str) -> Cited[datetime]:
    for edition in VIC99.editions:
        if edition.name == notice and edition.in_force_from and edition.cite:
            return Cited(edition.in_force_from, edition.cite)
    raise LookupError(f"There is no edition “{notice}”.")


_S161 = Cited(Instrument(date(1999, 11, 4), "S161"), VIC99.at("masthead"))
_BASE = Instrument(date(1997, 4, 24), "S44")
_DIRECTOR = "Director of Gaming and Betting, Director of Casino Surveillance"
_SIGNED = date(1999, 11, 4)

SUPERBUCKS = "superbucks_blackjack"

NOTICE_24 = Notice(
    number=24,
    game="Blackjack",
    gazette=_S161,
    history=Cited(
        (
            _BASE,
            Instrument(date(1998, 4, 30), "G17"),
            Instrument(date(1999, 3, 18), "S39"),
            Instrument(date(1999, 8, 13), "S121"),
            Instrument(date(1999, 10, 22), "S156"),
        ),
        VIC99.at("N24-preamble"),
    ),
    effect=_effect("Notice 24"),
    dated=Cited(_SIGNED, VIC99.at("N24-dated")),
    signed_by=_DIRECTOR,
    schedule=VIC99.at("N24-sch-21"),
    deletes=("21",),
)
NOTICE_25 = Notice(
    number=25,
    game="Caribbean Stud Poker",
    gazette=_S161,
    history=Cited((_BASE,), VIC99.at("N25-preamble")),
    effect=_effect("Notice 25"),
    dated=Cited(_SIGNED, VIC99.at("N25-dated")),
    signed_by=_DIRECTOR,
    schedule=VIC99.at("N25-sch"),
    inserts=tuple(str(rule) for rule in range(1, 15)),
)
NOTICE_26 = Notice(
    number=26,
    game="Baccarat",
    gazette=_S161,
    history=Cited(
        (
            _BASE,
            Instrument(date(1997, 10, 9), "G40"),
            Instrument(date(1999, 8, 4), "S114"),
        ),
        VIC99.at("N26-preamble"),
    ),
    effect=_effect("Notice 26"),
    dated=Cited(_SIGNED, VIC99.at("N26-dated")),
    signed_by=_DIRECTOR,
    schedule=VIC99.at("N26-2.1"),
    inserts=("2.1", "14.2.8", "14.6"),
)


NOTICES = (NOTICE_24, NOTICE_25, NOTICE_26)
WITHDRAWN = {SUPERBUCKS: NOTICE_24}


def may_offer(game: str, at: datetime) -> Refused | None:
    """Whether a game may be offered at this instant; a withdrawn one may not."""
    notice = WITHDRAWN.get(game)
    if notice is None or at < notice.effect.value:
        return None
    since = notice.effect.value
    name = game.replace("_", " ").title()
    wrong = f"{name} was withdrawn on {since.day} {since:%B %Y at %H:%M}."
    right = "Choose a game that is still offered."
    return Refused((Refusal(notice.schedule, wrong, right, "game"),))


@refusing
def may_activate(notice: Notice, earlier: Iterable[Notice] = ()) -> Iterator[Refusal]:
    """Everything a notice lacks before it may change a rule."""
    if notice.gazette.value is None:
        wrong, right = "No gazette is named.", "Give its number and its date."
        yield Refusal(notice.gazette.cite, wrong, right, "gazette")
    if notice.dated.value is None or not notice.signed_by.strip():
        wrong = "The notice is not dated, or nobody has signed it."
        yield Refusal(notice.dated.cite, wrong, "Enter both.", "dated")
    history = notice.history.value
    if not history or list(history) != sorted(history):
        wrong = "The earlier instruments are missing or out of order."
        right = "List them by date, the oldest first."
        yield Refusal(notice.history.cite, wrong, right, "history")
    for before in earlier:
        reused = set(before.deletes) & set(notice.inserts)
        if before.game == notice.game and reused:
            wrong = f"Rule {', '.join(sorted(reused))} was deleted for good."
            right = "Leave the gap; use a new number."
            yield Refusal(before.schedule, wrong, right, "inserts")
