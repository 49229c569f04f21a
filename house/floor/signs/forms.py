"""The forms of limits, closings, markers, signs and editions."""

from datetime import datetime
from typing import Any

from wtforms import (
    BooleanField,
    RadioField,
    SelectField,
    StringField,
)
from wtforms.validators import InputRequired, Length, Optional

from house.floor.editions.services import UNDATED, Undated
from house.floor.limits.rules import LimitsRequest, SeatedPatron
from house.floor.models import TableRow
from house.floor.tables.forms import AMOUNT, FEW
from house.floor.tables.standing import Figures
from house.forms import CentsField, HouseForm, VenueTimeField, WholeField
from house.venue import Venue

AT_ONCE, ANNOUNCE = "at once", "announce"
SEAT = "seat_"
NAME = Length(max=80, message="At most 80 letters.")


class LimitsForm(HouseForm):
    """What the table shall take, from when, and who keeps the old minimum."""

    minimum_cents = CentsField("Minimum, dollars", AMOUNT)
    maximum_cents = CentsField("Maximum, dollars", AMOUNT)
    unit_cents = CentsField("In steps of, dollars", AMOUNT)
    how = RadioField(
        "How",
        choices={
            ANNOUNCE: "On a sign first, then for everyone",
            AT_ONCE: "Now; the players seated keep the old minimum",
        },
        default=ANNOUNCE,
    )
    at: VenueTimeField

    def by_seat(self) -> dict[int, Any]:
        """The field of each seat's player."""
        named = (name for name in self._fields if name.startswith(SEAT))
        return {int(name.removeprefix(SEAT)): self[name] for name in named}

    def wanted(self) -> LimitsRequest:
        """What was typed; a time or names that do not belong are not used."""
        at_once = self.how.data == AT_ONCE
        fields = self.by_seat().items()
        seated = (
            SeatedPatron(seat, field.data) for seat, field in fields if field.data
        )
        return LimitsRequest(
            self.figures(),
            self.at.data,
            at_once=at_once,
            seated=tuple(seated) if at_once else (),
        )

    def figures(self) -> Figures:
        """The figures that were typed."""
        return Figures(
            self.minimum_cents.data or 0,
            self.maximum_cents.data or 0,
            self.unit_cents.data or 0,
        )


class TimeForm(HouseForm):
    """When something happens, if not as soon as it may."""

    at: VenueTimeField


class ClosingForm(TimeForm):
    """When a table closes, or whether a hand is being played at the notice."""

    hand_under_way = BooleanField("A hand is being played now")


class DownForm(HouseForm):
    """Why a sign is down."""

    why = StringField(
        "What happened",
        [Optional(), Length(max=200, message="At most 200 letters.")],
    )


class PersonalForm(HouseForm):
    """Limits of one player's own."""

    seat = WholeField("Seat", [InputRequired("Say which seat."), FEW])
    player = StringField("Player", [InputRequired("Give a name."), NAME])
    minimum_cents = CentsField("Minimum, dollars", AMOUNT)
    maximum_cents = CentsField("Maximum, dollars", AMOUNT)

    def seated(self) -> SeatedPatron:
        """Who sits where."""
        return SeatedPatron(self.seat.data or 0, self.player.data or "")

    def figures(self, unit: int) -> Figures:
        """The limits agreed, in the steps of the table."""
        return Figures(self.minimum_cents.data or 0, self.maximum_cents.data or 0, unit)


class EditionForm(HouseForm):
    """Since when an edition holds, and the instrument that says so."""

    edition = SelectField(
        "Edition", choices={e.code: f"{e.code}, {e.name}" for e in UNDATED}
    )
    since: VenueTimeField
    instrument = StringField(
        "Order or notice", [Length(max=200, message="At most 200 letters.")]
    )

    def which(self) -> Undated:
        """The edition chosen."""
        return next(e for e in UNDATED if e.code == self.edition.data)

    def instant(self) -> datetime | None:
        """The instant entered."""
        since: datetime | None = self.since.data
        return since


def limits_form(venue: Venue, table: TableRow, sent: Any = None) -> LimitsForm:
    """The form of limits, filled with what holds now unless something was sent."""

    class OnTheWall(LimitsForm):
        at = VenueTimeField("From", [Optional()], venue=venue, ahead=True)

    for seat in range(1, table.seats + 1):
        player = StringField(f"Seat {seat}", [Optional(), NAME])
        setattr(OnTheWall, f"{SEAT}{seat}", player)
    now = {
        "minimum_cents": table.minimum_cents,
        "maximum_cents": table.maximum_cents,
        "unit_cents": table.unit_cents,
    }
    return OnTheWall(sent, data=now)


def closing_form(venue: Venue, sent: Any = None) -> ClosingForm:
    """The form of a closing, its time on this venue's clock."""

    class OnTheWall(ClosingForm):
        at = VenueTimeField("At", [Optional()], venue=venue, ahead=True)

    return OnTheWall(sent)


def time_form(venue: Venue, sent: Any = None) -> TimeForm:
    """A time alone, on this venue's clock."""

    class OnTheWall(TimeForm):
        at = VenueTimeField("From", [Optional()], venue=venue, ahead=True)

    return OnTheWall(sent)


def edition_form(venue: Venue, sent: Any = None) -> EditionForm:
    """The form of an edition, its instant on this venue's clock."""

    class OnTheWall(EditionForm):
        since = VenueTimeField("In force from", [Optional()], venue=venue)

    return OnTheWall(sent)
