"""The tables of the printed terms: what it costs, when, how, and the prizes."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from house.documents.content import Column, Table
from rulebook.terms import wording
from tournaments.rules.clauses.prizes import SplitBy
from tournaments.rules.prizes import Takings, planned_pool_cents, prizes_cents
from tournaments.rules.stages import Stage
from tournaments.rules.terms import Terms
from tournaments.rules.timetable import slots

MOST_FIELDS = 4  # numbers of players side by side
MOST_PLACES = 30
FIGURES = True


def timetable(terms: Terms) -> Iterator[Table]:
    """When each session starts, and until when its time is set aside."""
    zone = terms.names.tz
    rows = tuple(
        (
            wording.capital(slot.called.removeprefix("the ")),
            _day(slot.starts, terms),
            wording.clock(slot.starts, zone),
            wording.clock(slot.ends, zone),
        )
        for slot in sorted(slots(terms), key=lambda slot: slot.starts)
    )
    columns = (
        Column("Session"),
        Column("Day"),
        Column("Starts", FIGURES),
        Column("Over by", FIGURES),
    )
    if rows:
        yield Table("Timetable", columns, rows)


def _day(instant: datetime, terms: Terms) -> str:
    local = instant.astimezone(terms.names.tz)
    return f"{local:%A} {local.day} {local:%B}"


def stages(terms: Terms) -> Iterator[Table]:
    """Every stage in one line."""
    planned = terms.format.stages.stages
    columns = (
        Column("Stage"),
        Column("Sessions", FIGURES),
        Column("Tables", FIGURES),
        Column("Seats", FIGURES),
        Column("Hands", FIGURES),
        Column("Who goes on"),
    )
    last = len(planned) - 1
    rows = tuple(_stage(r, is_last=at == last) for at, r in enumerate(planned))
    if rows:
        yield Table("Stages", columns, rows)


def _stage(r: Stage, *, is_last: bool) -> tuple[str, ...]:
    goes_on = wording.capital(r.goes_on.text()) if r.goes_on.is_decided else "Nobody"
    return (
        wording.phrase(r.name),
        _figure(len(r.starts)),
        _figure(r.tables),
        _figure(r.seats),
        _figure(r.hands) if r.hands else "by time",
        "Decides the places" if is_last else goes_on,
    )


def _figure(count: int | None) -> str:
    return wording.BLANK if count is None else f"{count:,}"


def fees(terms: Terms) -> Iterator[Table]:
    """Every payment, and how much of it goes into the prize pool."""
    paid = [part for part in terms.winners.pool.parts(terms) if part.cents]
    shared = [(part, part.shared(part.cents)) for part in paid]
    to_staff = any(shares.staff_cents for _, shares in shared)
    rows = tuple(
        (
            wording.capital(part.what),
            wording.dollars(part.cents),
            wording.dollars(shares.pool_cents),
            *((wording.dollars(shares.staff_cents),) if to_staff else ()),
            wording.dollars(shares.house_cents),
        )
        for part, shares in shared
    )
    columns = (
        Column("Payment"),
        Column("Amount", FIGURES),
        Column("To the pool", FIGURES),
        *((Column("To the staff", FIGURES),) if to_staff else ()),
        Column("To the operator", FIGURES),
    )
    if rows:
        yield Table("What it costs", columns, rows)


def prizes(terms: Terms) -> Iterator[Table]:
    """The prize of each place, to the cent, for some numbers of entries."""
    counts = fields_shown(terms)
    pools = [planned_pool_cents(terms, Takings(n)) for n in counts]
    each = [prizes_cents(terms, p, n) for p, n in zip(pools, counts, strict=True)]
    longest = max(map(len, each), default=0)
    if not longest or wording.BLANK in terms.winners.split.text(terms):
        return
    places = [[_at(prizes, place) for prizes in each] for place in range(longest)]
    rows = [*_lines(places[:MOST_PLACES])]
    rows.append(("Prize pool", *(wording.dollars(pool) for pool in pools)))
    heads = (Column(f"{n:,} entries", FIGURES) for n in counts)
    note = _note(terms, longest)
    columns = (Column("Place"), *heads)
    yield Table("Prizes", columns, tuple(rows), note, total=True)


def fields_shown(terms: Terms) -> tuple[int, ...]:
    """The fewest and the most players, and where another split begins between."""
    players = terms.details.players
    ends = [n for n in (players.minimum, players.maximum) if n]
    if not ends:
        return ()
    between = [
        table.from_players
        for table in terms.winners.split.tables
        if ends[0] < table.from_players < ends[-1]
    ]
    return tuple(dict.fromkeys((*ends[:1], *between[: MOST_FIELDS - 2], *ends[1:])))


def _at(prizes: Sequence[int], place: int) -> int:
    return prizes[place] if place < len(prizes) else 0


def _lines(places: list[list[int]]) -> Iterator[tuple[str, ...]]:
    """One line for each place, or for several places with the same prizes."""
    start = 0
    for at in range(1, len(places) + 1):
        if at < len(places) and places[at] == places[start]:
            continue
        name = wording.capital(wording.ordinal(start + 1))
        if at - start > 1:
            name = f"{name} to {wording.ordinal(at)}"
        yield (name, *(wording.dollars(c) if c else "–" for c in places[start]))
        start = at


def _note(terms: Terms, places: int) -> str:
    said = ["Reckoned for one entry fee and one buy-in from every entrant"]
    if any(part.cents for part in terms.winners.pool.parts(terms)[2:]):
        said.append("; further payments add to the pool")
    if places > MOST_PLACES:
        said.append(f"; {places - MOST_PLACES} further places win")
    if terms.winners.split.by is SplitBy.SEATS:
        said.append("; a seat is shown by its worth")
    return "".join(said) + "."
