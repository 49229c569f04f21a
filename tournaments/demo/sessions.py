"""Stages of the demo house's tournaments: seats, sessions, hands, counts, closings."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from house.demo.load import DemoHouse
from house.demo.patrons import done
from house.demo.staff import GRACE, OSCAR, PRIYA, RUTH
from house.floor.acts import Act
from house.floor.models import Device, Game, TableRow
from house.floor.tables import services as floor_tables
from house.floor.tables.rules import Layout
from tournaments import queries
from tournaments.arrival import arriving, roster
from tournaments.arrival.arriving import Door
from tournaments.demo.leading import DAY, MINUTE, Led
from tournaments.path import briefing, playing, presence, tables
from tournaments.play import closing, counting, keying, sessions, standing
from tournaments.play.closing import Closing
from tournaments.play.counting import Table
from tournaments.play.keying import Stacks
from tournaments.rules.session_plan import Keyed
from tournaments.rules.table_count import Counted
from tournaments.seating import drawing
from tournaments.seating.drawing import Fixing
from tournaments.stages import closing as stage_closing

AREA = (21, 22, 23)  # tables that stand in the tournament area
ALL_CARDS = 52
# What players win of a hand keyed by its stacks, in chips, round and round.
WINS = (-300, 225, -100, 475, -200, -150, 350, -300, 125)
Wins = Callable[[int, int, Mapping[int, int]], Mapping[int, int]]


def set_up_area(demo: DemoHouse) -> None:
    """The tables of the tournament area, each with its supervisor, closed."""
    act = Act(RUTH.actor, demo.now - 60 * DAY)
    for number in AREA:
        layout = Layout(
            number,
            Game.MISSISSIPPI_STUD.value,
            "CROWN3",
            6,
            Device.SHUFFLER,
            25_00,
            1_000_00,
            5_00,
        )
        table = done(floor_tables.set_up(demo.session, layout, act))
        watches = demo.staff[PRIYA.username]
        done(floor_tables.assign(demo.session, table, watches, act))


def seats_drawn(led: Led, when: datetime, word: str) -> None:
    """The seats of what comes next are drawn, looked at and released."""
    session, row = led.demo.session, led.row
    named = f"{row.slug} {len(row.slug)} {word}"  # nobody's secret: a demo
    secret = Fixing(secret=sha256(named.encode()).digest())
    done(drawing.fix(session, row, led.at(when), led.demo.seal, secret))
    held = led.at(when + MINUTE)
    done(drawing.hold(session, row, word, held, led.demo.seal))
    done(drawing.confirm(session, row, led.at(when + 2 * MINUTE)))
    done(drawing.release(session, row, led.at(when + 3 * MINUTE)))


def designated(led: Led, when: datetime, numbers: Sequence[int]) -> None:
    """The tables are kept for the tournament."""
    for number in numbers:
        table = _table(led, number)
        done(tables.designate(led.demo.session, led.row, table, led.at(when)))


def begun(led: Led, when: datetime) -> None:
    """Everybody is briefed, the Director is there, play starts."""
    session, row = led.demo.session, led.row
    arrived(led, when - 25 * MINUTE)
    briefed = led.at(when - 20 * MINUTE)
    done(presence.check(session, row, led.at(when - 30 * MINUTE), coming=True))
    done(briefing.tick(session, row, queries.entrants(session, row), briefed))
    done(playing.start_play(session, row, led.at(when)))


def arrived(led: Led, when: datetime) -> None:
    """Everybody with a seat comes to the door, their documents are looked at."""
    session, row, desk = led.demo.session, led.row, led.at(when, GRACE)
    for player in roster.players(session, row):
        door = Door(player.sits.session)
        done(arriving.arrive(session, row, player.entry, door, desk, seen=True))


def _table(led: Led, number: int) -> TableRow:
    table = floor_tables.get(led.demo.session, number, lock=True)
    assert table is not None
    return table


@dataclass(frozen=True, slots=True)
class Playing:
    """A session that is under way, and the tables it is played at."""

    led: Led
    numbers: tuple[int, ...]

    def there(self, number: int) -> Table:
        """A table as its closing finds it."""
        session, row = self.led.demo.session, self.led.row
        table = _table(self.led, number)
        at = standing.at_table(session, table.pk, row.pk)
        assert at is not None
        return counting.look(session, at.row, table)

    def keyed(self, number: int, hands: int, when: datetime, wins: Wins) -> None:
        """Stacks are keyed after each hand: what it won comes on top."""
        for hand in range(hands):
            there = self.there(number)
            has = there.expected.stacks
            won = wins(number, hand, has)
            said = Stacks({entry: n + won[entry] for entry, n in has.items()})
            act = self.led.at(when + hand * 3 * MINUTE, PRIYA)
            done(keying.key(self.led.demo.session, self.led.row, there, said, act))

    def closed(self, when: datetime) -> None:
        """Every table is counted by one, confirmed by another, and closed."""
        session, row = self.led.demo.session, self.led.row
        for number in self.numbers:
            expected = self.there(number).expected
            found = Counted(expected.rack_chips, expected.stacks)
            for service, who, later in (
                (counting.count, PRIYA, 0),
                (counting.confirm, OSCAR, 1),
            ):
                act = self.led.at(when + later * MINUTE, who)
                done(service(session, row, self.there(number), found, act))
            shut = self.led.at(when + 2 * MINUTE)
            said = Closing(ALL_CARDS)
            done(closing.close(session, row, self.there(number), said, shut))


def started(
    led: Led, stage_at: int, when: datetime, keyed: Keyed = Keyed.HANDS
) -> Playing:
    """A session starts with its tables open and everybody seated."""
    session, row = led.demo.session, led.row
    slot = sessions.find(session, row, stage_at, 1)
    assert slot is not None
    floor = led.demo.floor
    playing_ = done(sessions.start(session, row, slot, led.at(when), floor, keyed))
    mine = standing.tables_of(session, playing_)
    return Playing(led, tuple(sorted(table.number for _, table in mine)))


def usual(number: int, hand: int, has: Mapping[int, int]) -> Mapping[int, int]:
    """What a hand wins for everybody at a table, the same wherever it is loaded."""
    return {
        entry: WINS[(at * 4 + hand * 5 + number) % len(WINS)]
        for at, entry in enumerate(has)
    }


def stage_closed(led: Led, stage_at: int, when: datetime) -> None:
    """A stage is closed: who goes on is kept."""
    done(stage_closing.close(led.demo.session, led.row, stage_at, led.at(when)))
