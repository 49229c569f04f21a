"""The results of a tournament as everybody may read them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from rulebook import HOUSE, Cite, Cited
from tournaments.models import EntryRow, TournamentRow
from tournaments.path import ledgers
from tournaments.prizes import awarding
from tournaments.results.chart import Chart, chart
from tournaments.results.chips import moved
from tournaments.rules.lifecycle import Status
from tournaments.stages.placing import Placing, placing
from tournaments.watching.board import public_names

OVER = Cited((Status.FINISHED, Status.SETTLED), HOUSE.at("TOURN-380"))
SHOWN: Cite = OVER.cite
CHARTED = 6  # players whose chips are drawn; more could not be told apart


@dataclass(frozen=True, slots=True)
class ResultLine:
    """One line of the results, with nothing in it that is not public."""

    place: str
    first: int  # the place as a number
    number: int
    name: str
    cents: int = 0


@dataclass(frozen=True, slots=True)
class Results:
    """What a tournament came to."""

    lines: tuple[ResultLine, ...]
    pool_cents: int
    finished_at: datetime | None
    chart: Chart | None

    @property
    def winners(self) -> tuple[ResultLine, ...]:
        """Who is first, alone or together."""
        return tuple(one for one in self.lines if one.first == 1)


def is_over(tournament: TournamentRow) -> bool:
    """Whether there are results."""
    return tournament.status in OVER.value


def results(session: Session, tournament: TournamentRow) -> Results:
    """The results, with names as their owners agreed."""
    places = placing(session, tournament)
    ids = {name: row.pk for name, row in places.entries.items()}
    names = public_names(session, tournament, ids.values())
    lines = tuple(_lines(session, tournament, places, names))
    step = ledgers.steps(session, tournament).get(Status.FINISHED)
    first = {line.number: _told_apart(line) for line in lines[:CHARTED]}
    return Results(
        lines,
        places.pool_cents,
        step.at if step else None,
        _chart(session, places, first),
    )


def _lines(
    session: Session,
    tournament: TournamentRow,
    places: Placing,
    names: Mapping[int, str],
) -> Iterator[ResultLine]:
    won = {each.entry.pk: each.row.cents for each in awarding.of(session, tournament)}
    place = 1
    for group in places.groups:
        rows = sorted((places.entries[name] for name in group), key=_number)
        for row in rows:
            said = f"={place}" if len(rows) > 1 else str(place)
            cents = won.get(row.pk, 0)
            yield ResultLine(said, place, row.number, names[row.pk], cents)
        place += len(rows)


def _told_apart(line: ResultLine) -> str:
    """A name that two of one name do not share."""
    own = f"Entry {line.number}"
    return line.name if line.name == own else f"{line.name} (entry {line.number})"


def _number(row: EntryRow) -> int:
    return row.number


def _chart(session: Session, places: Placing, first: Mapping[int, str]) -> Chart | None:
    ids = {row.number: row.pk for row in places.entries.values() if row.number in first}
    found = moved(session, ids.values())
    return chart(
        {
            name: [(one.at, one.has) for one in found[ids[number]] if one.is_drawn]
            for number, name in first.items()
        }
    )
