"""Who goes on as the terms say: short tables, and all sessions ranked together."""

from dataclasses import replace

import pytest

from rulebook import Refused
from tests.tournaments.cast import MINUTE, STARTS, at, cites, do, look
from tests.tournaments.examples import with_
from tests.tournaments.play_cast import in_session, short_terms, start
from tests.tournaments.stages_cast import close_tables, draw_next, numbers, starts
from tests.tournaments.test_stages import by_number
from tests.tournaments.test_table_close import LATER
from tournaments.rules.clauses.house import TieBreak
from tournaments.rules.clauses.seating import ShortTable
from tournaments.rules.stages import GoesOn
from tournaments.seating import seats as seating
from tournaments.stages import closing

LOT = ("house.ties.order", (TieBreak.LOT,))


def at_tables(db):
    """Who sits at each table of each session of the heats, by number."""
    of, found = numbers(db), {}
    for entry, sits in look(db, seating.seats_now, 0).items():
        found.setdefault((sits.session, sits.table_number), []).append(of[entry])
    return {where: sorted(those) for where, those in found.items()}


@pytest.mark.rule("HOUSE-TOURN-5", "CROWN3-12.4.3(a)(iii)")
@pytest.mark.parametrize(
    ("short", "seats", "each"),
    [
        (ShortTable.SAME_PLACES, 4, (2, 2)),
        (ShortTable.ONE_FEWER, 4, (2, 1)),  # one table of four, one of three
        (ShortTable.ONE_FEWER, 6, (1, 1)),  # both are short
    ],
)
def test_short_tables_send_on_as_many_as_the_terms_say(db, short, seats, each):
    made = short_terms(
        ("format.stages.stages.0.goes_on", GoesOn(top_per_table=2)),
        ("format.stages.stages.0.seats", seats),
        ("format.stages.stages.0.hands", 12),
        ("house.short_tables.rule", short),
        ("details.players.minimum", 7),
        ("details.players.expected", 7),
        ("details.players.maximum", 8),
        ("winners.split.tables.0.from_players", 7),
        LOT,
    )
    in_session(db, made, count=7)
    tables = sorted(at_tables(db).values(), key=len, reverse=True)
    assert [len(those) for those in tables] == [4, 3]
    close_tables(db, LATER, by_number)
    row = do(db, closing.close, 0, at(LATER))
    assert not isinstance(row, Refused), row
    going = [n for those, k in zip(tables, each, strict=True) for n in those[-k:]]
    assert row.through == sorted(going)
    assert {*row.through, *map(int, row.out)} == set(range(1, 8))


@pytest.mark.rule("CROWN3-12.4.3(a)(iii)", "HOUSE-TOURN-300")
def test_accumulation_ranks_the_stacks_of_all_sessions_together(db):
    made = short_terms()
    heats, final = made.format.stages.stages
    second = heats.starts[0] + 90 * MINUTE
    heats = replace(
        heats,
        starts=(heats.starts[0], second),
        minutes=75,
        tables=1,
        goes_on=GoesOn(best_others=3),
    )
    last = replace(final, starts=(second + 120 * MINUTE,))
    made = with_(made, ("format.stages.stages", (heats, last)), LOT)
    in_session(db, made)
    one, two = (those for _, those in sorted(at_tables(db).items()))
    stacks = {n: 1_000 * at_ for at_, n in enumerate([*one, *two], start=1)}
    close_tables(db, LATER, lambda n, _has: stacks[n])
    early = do(db, closing.close, 0, at(LATER))  # half of the stage is to come
    assert cites(early) == ["HOUSE-TOURN-300"]
    assert "session 2" in early.refusals[0].wrong.lower()
    begun = start(db, at(STARTS + 90), 0, number=2)
    assert not isinstance(begun, Refused), begun
    close_tables(db, STARTS + 95, lambda n, _has: stacks[n])
    row = do(db, closing.close, 0, at(STARTS + 100))
    assert not isinstance(row, Refused), row
    assert row.through == sorted(stacks, key=stacks.__getitem__)[-3:] == two[-3:]
    assert [int(n) for n in row.out] == sorted([*one, *two[:-3]])
    drawn = draw_next(db, starts(made, 1) - 5)
    assert drawn.header["entries"] == row.through
