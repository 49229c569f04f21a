"""Two rows that are one person: the survivor takes all, the other row leads there."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from house import audit
from house.people.patrons import queries
from house.people.patrons.models import ExclusionRow, PatronRow, PlayerCardRow
from house.people.patrons.rules import FIELDS, PatronDetails, check, tidy
from house.people.patrons.services import (
    MERGED,
    Moment,
    details_of,
    fresh,
    live,
    subject,
    write,
)
from rulebook import HOUSE, Refusal, Refused

MOVES = HOUSE.at("PATRON-15")
# Where the rows differ, the careful answer is offered first.
CAREFUL = {
    "may_publish_name": False,
    "is_employee": True,
    "is_contractor": True,
    "is_associate": True,
}


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two rows, with all that hangs on it."""

    patron: PatronRow
    cards: Sequence[PlayerCardRow]
    exclusions: Sequence[ExclusionRow]

    @property
    def valid(self) -> PlayerCardRow | None:
        """The card of this side that still works."""
        return next((c for c in self.cards if c.cancelled_at is None), None)

    def plain(self) -> dict[str, Any]:
        """The side as the record keeps it."""
        return {
            "patron": self.patron.pk,
            "details": details_of(self.patron).plain(self.patron.salt),
            "cards": [card.number for card in self.cards],
            "exclusions": [exclusion.pk for exclusion in self.exclusions],
        }


@dataclass(frozen=True, slots=True)
class Choice:
    """Which row survives, whose value counts for each field, which card stays."""

    survivor_id: int
    picks: Mapping[str, int]  # field → the row whose value is kept
    versions: Mapping[int, int]  # row → the version that was looked at
    card_of: int | None = None  # the row whose valid card stays, when both have one


def side(session: Session, patron: PatronRow) -> Side:
    """A row with its cards and exclusions."""
    cards = queries.cards_of(session, patron.pk)
    return Side(patron, cards, queries.exclusions_of(session, patron.pk))


def offered(one: PatronRow, other: PatronRow, name: str) -> int:
    """Whose value is offered first: one that says something, and the careful one."""
    mine, theirs = getattr(one, name), getattr(other, name)
    if mine == theirs:
        return one.pk
    if name in CAREFUL:
        return one.pk if mine == CAREFUL[name] else other.pk
    return one.pk if mine or not theirs else other.pk


def chosen(sides: Mapping[int, Side], choice: Choice) -> PatronDetails:
    """The details that the survivor will have."""
    values = {name: getattr(sides[choice.picks[name]].patron, name) for name in FIELDS}
    return tidy(PatronDetails(**values))


def check_pair(one: PatronRow, other: PatronRow) -> Iterator[Refusal]:
    """Why these two rows cannot be merged at all."""
    if one.pk == other.pk:
        right = "Choose the other row of the same person."
        yield Refusal(MERGED, "A row cannot be merged into itself.", right)
        return
    yield from live(one)
    yield from live(other)


def check_choice(
    sides: Mapping[int, Side], choice: Choice, moment: Moment
) -> Iterator[Refusal]:
    """Why the choice made cannot be carried out."""
    if choice.survivor_id not in sides or set(choice.picks) != set(FIELDS):
        right = "Choose the survivor and one value for every field."
        yield Refusal(MERGED, "The choice is not complete.", right, "survivor")
    elif not set(choice.picks.values()) <= set(sides):
        wrong = "A value is chosen from a row that is not shown."
        yield Refusal(MERGED, wrong, "Choose from the two rows shown.")
    else:
        yield from check(chosen(sides, choice), moment.today)
    for number, one in sides.items():
        yield from fresh(one.patron, choice.versions.get(number, 0))


def merge(
    session: Session,
    one: PatronRow,
    other: PatronRow,
    choice: Choice,
    moment: Moment,
) -> PatronRow | Refused:
    """Make one patron of two rows, or say everything that stands against it."""
    sides = {row.pk: side(session, row) for row in (one, other)}
    refusals = [*check_pair(one, other)]
    if not refusals:
        refusals += check_choice(sides, choice, moment)
    if refusals:
        refused = Refused(tuple(refusals))
        _record(session, one, moment, verdict=refused)
        return refused
    gone_id = next(number for number in sides if number != choice.survivor_id)
    return _unite(session, sides[choice.survivor_id], sides[gone_id], choice, moment)


def _unite(
    session: Session, stays: Side, gone: Side, choice: Choice, moment: Moment
) -> PatronRow:
    before = {"survivor": stays.plain(), "merged": gone.plain()}
    details = chosen({s.patron.pk: s for s in (stays, gone)}, choice)
    _one_card(stays, gone, choice, moment)
    for thing in (*gone.cards, *gone.exclusions):
        thing.patron_id = stays.patron.pk
    write(stays.patron, details)
    gone.patron.merged_into_id = stays.patron.pk
    gone.patron.merged_at = moment.now
    session.flush()
    after = side(session, stays.patron).plain()
    _record(session, stays.patron, moment, before=before, after={"survivor": after})
    leads = {"merged_into": stays.patron.pk}
    _record(session, gone.patron, moment, before=before["merged"], after=leads)
    return stays.patron


def _one_card(stays: Side, gone: Side, choice: Choice, moment: Moment) -> None:
    """Cancel the valid card that was not chosen, when both rows have one."""
    if stays.valid is None or gone.valid is None:
        return
    kept, dropped = stays.valid, gone.valid
    if choice.card_of == gone.patron.pk:
        kept, dropped = dropped, kept
    dropped.cancelled_at = moment.now
    dropped.cancelled_why = f"Rows of one patron merged; card {kept.number} stays."


def _record(session: Session, patron: PatronRow, moment: Moment, **facts: Any) -> None:
    audit.record(
        session,
        moment.by,
        "merge patrons",
        subject(patron),
        now=moment.now,
        rules=(MERGED, MOVES),
        **facts,
    )
