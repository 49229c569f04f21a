"""A tournament in short: when, what it costs, what is won, how to enter."""

from collections.abc import Iterator

from flask import render_template
from flask.typing import ResponseReturnValue

from house.documents import answers
from house.documents.content import Fact
from house.terms import public
from house.web import anyone, now, reading
from rulebook import HOUSE, Cite
from rulebook.terms import wording
from tournaments import queries
from tournaments.public.announcing import costs, takes_entries
from tournaments.public.views import bp, row_of, situation_of
from tournaments.results.outcome import OVER
from tournaments.rules.prizes import Takings, planned_pool_cents, prizes_cents
from tournaments.rules.terms import Terms
from tournaments.rules.timetable import slots
from tournaments.seating import seats
from tournaments.terms import TERMS

SHORT: Cite = HOUSE.at("TOURN-142")


@bp.get("/<slug>")
@anyone
def front(slug: str) -> ResponseReturnValue:
    """A tournament in short, for everybody."""
    row, document = public.version_of(TERMS, row_of(slug))
    terms = queries.terms_in(document)
    taken = queries.entries_count(reading(), row)
    page = render_template(
        "public/front.html",
        tournament=row,
        terms=terms,
        document=document,
        situation=situation_of(row),
        takes_entries=takes_entries(row.status, terms, now()),
        is_full=taken >= (terms.details.players.maximum or taken + 1),
        facts=tuple(facts(terms)),
        how=wording.ended(terms.entry.method.how),
        rule=SHORT,
        is_over=row.status in OVER.value,
        is_drawn=seats.released(reading(), row) is not None,
    )
    return answers.page(page)


def facts(terms: Terms) -> Iterator[Fact]:
    """What people ask first."""
    zone, names, players = terms.names.tz, terms.names, terms.details.players
    first = min((slot.starts for slot in slots(terms)), default=None)
    starts = first or terms.details.dates.starts_at
    ends = wording.when(terms.details.dates.ends_at, zone)
    yield Fact("When", f"{wording.when(starts, zone)}; over by {ends}")
    place = wording.phrase(terms.details.location.place)
    yield Fact("Where", f"{wording.phrase(names.venue)}, {place}")
    yield Fact("Game", wording.phrase(names.game))
    yield Fact("Costs", costs(terms))
    if won := winnings(terms):
        yield Fact("Won", won)
    yield Fact("Players", f"{players.minimum} to {players.maximum}")


def winnings(terms: Terms) -> str:
    """The prizes of a full tournament, in a sentence."""
    most = terms.details.players.maximum or 0
    pool = planned_pool_cents(terms, Takings(most))
    prizes = prizes_cents(terms, pool, most)
    if not most or not prizes:
        return ""
    said = f"With {most:,} entries {wording.dollars(sum(prizes))}"
    if len(prizes) == 1:
        return f"{said} for the winner"
    places = wording.many(len(prizes), "place")
    return f"{said} for {places}, {wording.dollars(prizes[0])} for the first"
