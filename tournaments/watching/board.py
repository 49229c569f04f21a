"""Standings as everybody may see them: places, names as agreed to, stacks, the line."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from rulebook import HOUSE, Cite
from rulebook.terms import wording
from tournaments import queries
from tournaments.entrants import consents
from tournaments.entrants.models import Consent
from tournaments.models import EntryRow, TournamentRow
from tournaments.play import starts
from tournaments.rules.stages import Stage
from tournaments.rules.standings import At, Side, Stands, cut_after, standings
from tournaments.rules.terms import Terms
from tournaments.seating import seats
from tournaments.watching.field import AtPlay, Field, field
from tournaments.watching.spark import Spark
from tournaments.watching.stack_lines import stack_lines

NAMED: Cite = Cite("CROWN3-12.5.3(f)")
PRIVATE: Cite = Cite("CROWN3-12.5.3(e)")
WATCHED: Cite = HOUSE.at("TOURN-340")
PAGE = 50


@dataclass(frozen=True, slots=True)
class StageStandings:
    """A stage worked out: its field, and everybody in order."""

    stage_at: int
    stage: Stage
    field: Field
    order: tuple[Stands, ...]

    def at_table(self, at: At | None) -> tuple[Stands, ...]:
        """Those of one table alone, with their places in the stage."""
        if at is None:
            return self.order
        return tuple(one for one in self.order if one.player.at == at)

    @property
    def hand(self) -> int:
        """The hand that the table furthest behind is at."""
        open_ = [t.hands for t in self.field.tables.values() if t.closed_at is None]
        every = [t.hands for t in self.field.tables.values()]
        return min(open_) + 1 if open_ else max(every, default=0)

    @property
    def hands(self) -> int | None:
        """How many are played at each table."""
        plans = (table.plan.hands for table in self.field.tables.values())
        return next(plans, self.stage.hands)

    @property
    def state(self) -> str:
        """How far the stage is, in a word or two."""
        tables = self.field.tables.values()
        begun = {session for session, _ in self.field.tables}
        if begun and len(begun) == len(self.stage.starts):
            return "closed" if all(table.closed_at for table in tables) else "in play"
        return "in play" if begun else ""


@dataclass(frozen=True, slots=True)
class Shown:
    """One line of the standings, with nothing in it that is not public."""

    place: str
    name: str
    number: int
    table: str
    seat: int
    stack: str
    side: Side
    is_out: bool
    spark: Spark | None
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class Tab:
    """A stage or a table to switch to."""

    name: str
    state: str
    value: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """Which part of the standings somebody looks at."""

    at: At | None = None
    page: int = 1
    own: int | None = None  # the number of an entry


@dataclass(frozen=True, slots=True)
class Board:
    """A page of the standings."""

    stage: str
    situation: str
    lines: tuple[Shown, ...]
    own: Shown | None
    cut_after: int | None
    cut: str
    counting: str
    changed_at: datetime | None
    players: int
    pages: int
    page: int
    tables: tuple[Tab, ...]


def newest_stage(session: Session, tournament: TournamentRow) -> int:
    """The stage whose seats were released last."""
    draw = seats.released(session, tournament)
    return draw.stage_at if draw else 0


def worked(
    session: Session, tournament: TournamentRow, stage_at: int
) -> StageStandings:
    """Work out where everybody stands in a stage."""
    terms = queries.terms_of(session, tournament)
    stage = terms.format.stages.stages[stage_at]
    found = field(session, tournament, stage_at)
    order = standings(found.players, stage, terms.house.short_tables)
    return StageStandings(stage_at, stage, found, order)


def board(
    session: Session,
    tournament: TournamentRow,
    work: StageStandings,
    wanted: StandingsPage,
) -> Board:
    """The lines that somebody looks at, and what is said about all of them."""
    here = work.at_table(wanted.at)
    pages = max(1, -(-len(here) // PAGE))
    first = (min(wanted.page, pages) - 1) * PAGE
    part = here[first : first + PAGE]
    mine = work.order if wanted.own is not None else ()
    own = [one for one in mine if one.player.entry == wanted.own]
    lines = shown(session, tournament, work, [*part, *own], wanted.own)
    straight = cut_after(here)
    cut = straight - first if straight is not None else None
    return Board(
        stage=wording.capital(work.stage.called),
        situation=_situation(work),
        lines=lines[: len(part)],
        own=lines[-1] if own else None,
        cut_after=cut if cut is not None and 0 < cut <= len(part) else None,
        cut=_cut(work.stage),
        counting=_counting(work.field.counting),
        changed_at=work.field.changed_at,
        players=len(work.order),
        pages=pages,
        page=min(wanted.page, pages),
        tables=tuple(_tables(work, wanted.at)),
    )


def _situation(work: StageStandings) -> str:
    if not work.field.tables:
        return "not begun"
    if work.state == "closed":
        return "every table is counted and closed"
    of = f" of {work.hands}" if work.hands else ""
    return f"hand {work.hand}{of}"


def _cut(stage: Stage) -> str:
    """Who goes on, as the terms have it."""
    if not stage.goes_on.is_decided:
        return ""
    return wording.capital(f"{stage.goes_on.text()} go on.")


def _counting(tables: Sequence[AtPlay]) -> str:
    if not tables:
        return ""
    named = wording.listed(f"table {table.at[1]}" for table in tables)
    verb = "is" if len(tables) == 1 else "are"
    return (
        f"{wording.capital(named)} {verb} being counted. Stacks there stay as they "
        "were after the last hand until a second person has confirmed the count."
    )


def table_called(at: At, work: StageStandings) -> str:
    """A table as people look for it: with its session, where there are several."""
    session, number = at
    if len(work.stage.starts) > 1:
        return f"table {number}, session {session}"
    return f"table {number}"


def _tables(work: StageStandings, current: At | None) -> Iterator[Tab]:
    for at in sorted({one.player.at for one in work.order}):
        there = work.field.tables.get(at)
        state = "not begun"
        if there is not None:
            state = "closed" if there.closed_at else f"hand {there.hands + 1}"
            state = "being counted" if there.is_counted else state
        value = f"{at[0]}-{at[1]}"
        name = wording.capital(table_called(at, work))
        yield Tab(name, state, value, at == current)


def shown(
    session: Session,
    tournament: TournamentRow,
    work: StageStandings,
    part: Collection[Stands],
    own: int | None = None,
) -> tuple[Shown, ...]:
    """These lines with names as their owners agreed, and how their stacks went."""
    ids = {one.player.entry: work.field.ids[one.player.entry] for one in part}
    names = public_names(session, tournament, ids.values())
    sparks = stack_lines(session, work.field, part)
    return tuple(
        Shown(
            _place(one),
            names[ids[one.player.entry]],
            one.player.entry,
            table_called(one.player.at, work),
            one.player.seat,
            "" if one.player.stack_chips is None else f"{one.player.stack_chips:,}",
            one.side,
            one.player.is_out,
            sparks.get(one.player.entry),
            one.player.entry == own,
        )
        for one in part
    )


def _place(one: Stands) -> str:
    if one.place is None:
        return ""
    return f"={one.place}" if one.is_shared else str(one.place)


def public_names(
    session: Session, tournament: TournamentRow, ids: Iterable[int]
) -> Mapping[int, str]:
    """Each of these entrants as the public may call them, else by number."""
    terms: Terms = queries.terms_of(session, tournament)
    rows = session.exec(select(EntryRow).where(col(EntryRow.id).in_(list(ids)))).all()
    given = consents.of_entries(session, rows)
    shows = terms.conduct.publicity.shows
    return {
        row.pk: shows(
            row.name,
            permitted=given[row.pk][Consent.NAME],
            number=row.number,
        )
        for row in rows
    }


def stages(
    session: Session, tournament: TournamentRow, current: int, works: Mapping[int, str]
) -> tuple[Tab, ...]:
    """The stages of the terms to switch between, with how far each is."""
    terms = queries.terms_of(session, tournament)
    begin = {
        slot.stage_at: slot.starts
        for slot in reversed(starts.slots_now(session, tournament))
    }
    return tuple(
        Tab(
            wording.phrase(stage.name),
            works.get(at) or _starts(begin.get(at), terms),
            str(at),
            at == current,
        )
        for at, stage in enumerate(terms.format.stages.stages)
    )


def _starts(begins: datetime | None, terms: Terms) -> str:
    return f"{begins.astimezone(terms.names.tz):%H:%M}" if begins else "to come"
