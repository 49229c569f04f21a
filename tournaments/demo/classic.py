"""The Spring Stud Classic: played last weekend, every prize handed out, settled."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from fractions import Fraction

from house.demo.load import DemoHouse
from house.demo.patrons import done
from house.demo.staff import GRACE, LEO, PRIYA
from tournaments import queries
from tournaments.conduct import acting
from tournaments.demo import leading, sessions
from tournaments.demo.hands import Console
from tournaments.demo.leading import DAY, HOUR, MINUTE, Led
from tournaments.demo.sessions import AREA
from tournaments.money import shifts
from tournaments.money.taking import Tender
from tournaments.path import playing
from tournaments.prizes import awarding, paying
from tournaments.prizes.paying import HandOut
from tournaments.rules.clauses.prizes import PrizeSplitClause, PrizeTable
from tournaments.rules.conducting import Deed, Verb
from tournaments.rules.payments import Method
from tournaments.rules.play_offs import numbered
from tournaments.rules.session_plan import Keyed
from tournaments.rules.stages import GoesOn

SATURDAY = 5
ENTRANTS, HEAT_HANDS, FINAL_HANDS, PLAY_OFF_HANDS = 18, 12, 6, 3
HEATS, FINAL = 0, 1
PLAYED_OFF = 22  # the table where two are level for the last place
ANTE = 200
SECRET = {1: {2: 400}, 4: {1: 500, 5: 300}}  # antes by seat, by hand of the final
SHARES = (Fraction(1, 2), Fraction(3, 10), Fraction(1, 5))
PAPERS = ("Passport", "Driver licence")


def lead(demo: DemoHouse) -> None:
    """From its terms to its last prize."""
    last = demo.now - 10 * DAY
    starts = leading.on_weekday(demo, last, SATURDAY, 14)
    led = leading.begun(demo, "Spring Stud Classic", "heats", starts, starts - 22 * DAY)
    _written(led, starts)
    leading.published(led, starts - 20 * DAY)
    leading.opened(led, starts - 19 * DAY, "Letter 118")
    leading.officers(led, starts - 18 * DAY)
    leading.entered(led, leading.guests(demo)[-ENTRANTS:], starts - 17 * DAY)
    leading.shift_counted(led, GRACE, starts - 12 * DAY)
    sessions.designated(led, starts - DAY, AREA)
    sessions.seats_drawn(led, starts - 50 * MINUTE, "harbour")
    sessions.begun(led, starts)
    _heats(led, starts)
    _final(led, starts + 3 * HOUR)
    _paid(led, starts + 5 * HOUR)


def _written(led: Led, starts: datetime) -> None:
    """Three tables of six, two of each table to the final, prizes for three."""
    terms = queries.draft_of(led.row)
    heats, *_, final = terms.format.stages.stages
    heats = replace(
        heats,
        starts=heats.starts[:1],
        tables=len(AREA),
        hands=HEAT_HANDS,
        goes_on=GoesOn(top_per_table=2),
    )
    final = replace(final, starts=(starts + 3 * HOUR,), hands=FINAL_HANDS)
    players = replace(terms.details.players, minimum=12, expected=18, maximum=18)
    ties = replace(terms.house.ties, play_off_hands=PLAY_OFF_HANDS)
    leading.written(
        led,
        starts - 21 * DAY,
        ("format.stages", replace(terms.format.stages, stages=(heats, final))),
        ("details.players", players),
        ("winners.split", PrizeSplitClause(tables=(PrizeTable(12, SHARES),))),
        ("house.ties", ties),
    )


def _heats(led: Led, starts: datetime) -> None:
    """Three tables; at one of them a play-off decides who else goes on."""
    heats = sessions.started(led, HEATS, starts)
    for number in heats.numbers:
        heats.keyed(number, HEAT_HANDS, starts + 5 * MINUTE, _level_at_last)
    heats.closed(starts + 50 * MINUTE)
    sessions.seats_drawn(led, starts + 60 * MINUTE, "anchor")
    at = starts + 65 * MINUTE
    play_off = sessions.started(led, numbered(HEATS, 1), at)
    [table] = play_off.numbers
    play_off.keyed(table, PLAY_OFF_HANDS, at + MINUTE, sessions.usual)
    play_off.closed(at + 15 * MINUTE)
    sessions.stage_closed(led, HEATS, at + 20 * MINUTE)


def _level_at_last(number: int, hand: int, has: Mapping[int, int]) -> Mapping[int, int]:
    """As usual, but the last hand of one table leaves its second and third level."""
    if number != PLAYED_OFF or hand < HEAT_HANDS - 1:
        return sessions.usual(number, hand, has)
    _first, second, third, *_ = sorted(has, key=lambda entry: -has[entry])
    won = dict.fromkeys(has, 0)
    won[third] = has[second] - has[third]
    return won


def _final(led: Led, starts: datetime) -> None:
    """Six hands with their cards; secret wagers, and chips taken for advice."""
    sessions.seats_drawn(led, starts - 30 * MINUTE, "lantern")
    sessions.arrived(led, starts - 10 * MINUTE)
    final = sessions.started(led, FINAL, starts, Keyed.CARDS)
    [number] = final.numbers
    console = Console(led, number)
    for hand in range(FINAL_HANDS):
        at = starts + (5 + 8 * hand) * MINUTE
        console.hand(at, ANTE, SECRET.get(hand, {}))
        if hand == 2:
            _ruled(led, console, at + 4 * MINUTE)
    final.closed(starts + 60 * MINUTE)
    sessions.stage_closed(led, FINAL, starts + 65 * MINUTE)


def _ruled(led: Led, console: Console, when: datetime) -> None:
    """Somebody advised another player: the terms take 500 chips for it."""
    session, act = led.demo.session, led.at(when)
    seat, entry_id = max(console.play(when).entries.items())
    entry = next(
        row for row in queries.entrants(session, led.row) if row.pk == entry_id
    )
    ground = "advising another player"
    reason = f"Seat {seat} told a neighbour to fold, and had been asked not to."
    deed = Deed(Verb.CHIPS, ground, 500, reason)
    done(acting.do(session, led.row, entry, deed, act, led.demo.floor))


def _paid(led: Led, when: datetime) -> None:
    """Prizes are handed out at the cage, each with a second signature."""
    session, row = led.demo.session, led.row
    done(playing.finish(session, row, led.at(when)))
    prizes = awarding.of(session, row)
    float_cents = sum(prize.row.cents for prize in prizes)
    done(shifts.open_shift(session, float_cents, led.at(when, LEO)))
    for at, prize in enumerate(prizes):
        said = HandOut(Tender(Method.CASH), PAPERS[at % 2], PRIYA.actor)
        act = led.at(when + (at + 1) * 10 * MINUTE, LEO)
        done(paying.pay(session, row, prize.row.pk, said, act))
    leading.shift_counted(led, LEO, when + HOUR)
    done(playing.settle(session, row, led.at(when + 2 * HOUR)))
