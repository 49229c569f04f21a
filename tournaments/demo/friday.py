"""Friday Night Stud: round two is played now, with the clock running."""

from dataclasses import replace
from datetime import datetime, timedelta
from fractions import Fraction

from house.demo.load import DemoHouse
from house.demo.staff import GRACE
from tournaments import queries
from tournaments.demo import leading, sessions
from tournaments.demo.hands import Console
from tournaments.demo.leading import DAY, HOUR, MINUTE, Led
from tournaments.demo.sessions import AREA
from tournaments.rules.clauses.prizes import PrizeSplitClause, PrizeTable
from tournaments.rules.session_plan import Keyed
from tournaments.rules.stages import GoesOn

ENTRANTS, ROUND_HANDS = 16, 12
ONE, TWO = 0, 1
PLAYED = 3  # hands of round two, at each table
AGO = timedelta(minutes=20)  # since round two began
AFTER = timedelta(minutes=100)  # of the start
SHARES = (Fraction(1, 2), Fraction(3, 10), Fraction(1, 5))


def lead(demo: DemoHouse) -> None:
    """From its terms to the hands that are played now."""
    minute = demo.now.replace(second=0, microsecond=0)
    starts = minute - AGO - AFTER
    led = leading.begun(
        demo, "Friday Night Stud", "accumulation", starts, starts - 12 * DAY
    )
    _written(led, starts)
    leading.published(led, starts - 10 * DAY)
    leading.opened(led, starts - 9 * DAY, "Letter 120")
    leading.officers(led, starts - 8 * DAY)
    leading.entered(led, leading.guests(demo)[:ENTRANTS], starts - 7 * DAY)
    leading.shift_counted(led, GRACE, starts - 2 * DAY)
    sessions.designated(led, starts - DAY, AREA)
    sessions.seats_drawn(led, starts - 50 * MINUTE, "lighthouse")
    sessions.begun(led, starts)
    one = sessions.started(led, ONE, starts)
    for number in one.numbers:
        one.keyed(number, ROUND_HANDS, starts + 5 * MINUTE, sessions.usual)
    one.closed(starts + 60 * MINUTE)
    sessions.stage_closed(led, ONE, starts + 65 * MINUTE)
    _round_two(led, starts + AFTER)


def _written(led: Led, starts: datetime) -> None:
    """Three stages; it costs less than the Classic."""
    terms = queries.draft_of(led.row)
    first, final = terms.format.stages.stages
    one = replace(
        first,
        name="Round one",
        starts=(starts,),
        tables=3,
        hands=ROUND_HANDS,
        goes_on=GoesOn(top_per_table=2, best_others=2),
    )
    two = replace(one, name="Round two", starts=(starts + AFTER,), tables=2, hands=18)
    two = replace(two, goes_on=GoesOn(top_per_table=2))
    final = replace(final, starts=(starts + AFTER + 2 * HOUR,))
    stages = replace(terms.format.stages, stages=(one, two, final))
    players = replace(terms.details.players, minimum=12, expected=16, maximum=18)
    leading.written(
        led,
        starts - 11 * DAY,
        leading.costs(led, 20_00, 100_00),
        ("format.stages", stages),
        ("details.players", players),
        ("winners.split", PrizeSplitClause(tables=(PrizeTable(12, SHARES),))),
    )


def _round_two(led: Led, starts: datetime) -> None:
    """Two tables; some hands of each are played."""
    sessions.seats_drawn(led, starts - 20 * MINUTE, "ferry")
    sessions.arrived(led, starts - 10 * MINUTE)
    two = sessions.started(led, TWO, starts, Keyed.CARDS)
    for number in two.numbers:
        console = Console(led, number)
        for hand in range(PLAYED):
            console.hand(starts + (3 + 5 * hand) * MINUTE, 100)
