"""Screens of a tournament: given, switched from the desk, withdrawn."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from house.audit.plain import fitted
from house.floor.acts import Act
from house.floor.signs.displays import Displays
from house.floor.signs.models import DisplayRow
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments import queries
from tournaments.models import KIND, TournamentRow
from tournaments.path import steps
from tournaments.watching.models import Picture, ScreenRow

SWITCHED: Cite = HOUSE.at("TOURN-343")
LEAST, MOST = 5, 120  # seconds that a picture is shown
LONGEST = 200
USUAL = (Picture.STANDINGS,)


@dataclass(frozen=True, slots=True)
class Set:
    """What a screen is to show: pictures in turn, for so long each, and a message."""

    pictures: tuple[Picture, ...] = USUAL
    seconds: int = 15
    message: str = ""

    def refusals(self) -> Iterator[Refusal]:
        """Why a screen cannot be set so."""
        if not self.pictures:
            right = "Choose at least one picture."
            yield Refusal(SWITCHED, "The screen would show nothing.", right, "pictures")
        if not LEAST <= self.seconds <= MOST:
            wrong = f"A picture would be shown for {self.seconds} seconds."
            right = f"Give {LEAST} to {MOST} seconds."
            yield Refusal(SWITCHED, wrong, right, "seconds")
        if Picture.MESSAGE in self.pictures and not self.message.strip():
            wrong, right = "The message says nothing.", "Write it, or leave it out."
            yield Refusal(SWITCHED, wrong, right, "message")

    def picture(self, now: datetime) -> Picture:
        """Whose turn it is: every screen that is set alike shows the same."""
        turn = int(now.timestamp()) // self.seconds
        return self.pictures[turn % len(self.pictures)]


def of(tournament: TournamentRow) -> Displays:
    """The screens of a tournament."""
    return Displays(KIND, queries.subject(tournament), SWITCHED)


def give(
    session: Session, tournament: TournamentRow, name: str, act: Act
) -> DisplayRow:
    """Give the tournament one more screen."""
    called = fitted(name.strip(), 80) or "Screen"
    return of(tournament).give(session, called, act, name=called)


def setting(session: Session, screen: DisplayRow) -> Set:
    """What a screen is set to."""
    mine = select(ScreenRow).where(col(ScreenRow.display_id) == screen.pk)
    row = session.exec(mine.order_by(col(ScreenRow.id).desc()).limit(1)).first()
    if row is None:
        return Set()
    return Set(tuple(map(Picture, row.pictures)), row.seconds, row.message)


def switch(
    session: Session, tournament: TournamentRow, screen: DisplayRow, to: Set, act: Act
) -> ScreenRow | Refused:
    """Switch a screen to other pictures, or change its message."""
    refusals = tuple(to.refusals())
    row = ScreenRow(
        display_id=screen.pk,
        pictures=[picture.value for picture in to.pictures],
        seconds=to.seconds,
        message=fitted(to.message.strip(), LONGEST),
        **steps.signed(act),
    )
    verdict: ScreenRow | Refused = Refused(refusals) if refusals else row
    if not refusals:
        session.add(row)
        session.flush()
    after = {"screen": screen.pk, "pictures": row.pictures, "message": row.message}
    steps.note(
        session, tournament, "switch screen", act, verdict, (SWITCHED,), {}, after
    )
    return verdict
