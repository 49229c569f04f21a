"""Any field reaches one order: all through or out once, prizes sum to the pool."""

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.examples import complete
from tournaments.rules import lots, progress, tie_steps
from tournaments.rules.awarding import won
from tournaments.rules.clauses.house import TieBreak
from tournaments.rules.clauses.seating import ShortTable, ShortTablesClause
from tournaments.rules.formats import TEMPLATES
from tournaments.rules.lots import Lot
from tournaments.rules.prizes import prizes_cents
from tournaments.rules.ranking import placings
from tournaments.rules.seat_draw import Occasion
from tournaments.rules.seats import table_sizes
from tournaments.rules.stages import GoesOn, Stage
from tournaments.rules.tie_steps import Step, stands

SAME = ShortTablesClause(ShortTable.SAME_PLACES)
KEYS = [template.key for template in TEMPLATES]


def by_lot(numbers, seed):
    """An order nobody chose, as a step."""
    shuffled = sorted(numbers)
    random.Random(seed).shuffle(shuffled)
    return Step(TieBreak.LOT, {name: -at for at, name in enumerate(shuffled)})


def decided(tables, stage, short, seed):
    """The outcome of a stage with every tie decided by lot."""
    won_by = {}
    while True:
        found = progress.who_goes_on(tables, stage, short, won_by)
        if not found.ties:
            return found
        for tie in found.ties:
            step = by_lot(tie.players, seed)
            won_by[tie] = stands(tie.players, tie.places, [TieBreak.LOT], [step]).won


@pytest.mark.rule("CROWN3-12.4.3(a)(iii)", "HOUSE-TOURN-302", "CROWN3-12.5.2(c)")
@given(
    key=st.sampled_from(KEYS),
    players=st.integers(2, 500),
    seed=st.integers(0, 2**16),
    kinds=st.integers(1, 40),
)
def test_any_field_ends_with_one_winner_and_everybody_through_or_out_once(
    key, players, seed, kinds
):
    terms, chance = complete(key), random.Random(seed)
    field = [f"entry {n}" for n in range(1, players + 1)]
    out = []
    main = terms.format.stages.main
    for stage in main[:-1]:
        sizes = table_sizes(len(field), stage.seats or 6)
        ahead = iter(field)
        tables = {
            f"table {n}": {next(ahead): chance.randrange(kinds) for _ in range(size)}
            for n, size in enumerate(sizes, start=1)
        }
        short = terms.house.short_tables
        found = decided(tables, stage, short, seed)
        again = decided(shuffled(tables, chance), stage, short, seed)
        assert sorted(found.through) == sorted(again.through)  # storage never matters
        drawn = list(found.left)[: found.to_draw]
        through = [*found.through, *drawn]
        left = [name for name in found.left if name not in drawn]
        assert sorted(through + left) == sorted(field)
        assert len(set(through)) == len(through)
        out, field = [*left, *out], through or field
    final = {name: chance.randrange(kinds) for name in field}
    groups = []
    for group in placings(final):
        standing = stands(
            group, len(group), [TieBreak.LOT], [by_lot(group, seed)], every_place=True
        )
        assert not standing.open
        groups += standing.groups
    assert len(groups[0]) == 1  # one winner
    groups += [(name,) for name in out if name not in field]
    pool = chance.randrange(1, 10_000_00)
    prizes = prizes_cents(terms, pool, players)
    if prizes and sum(prizes) == pool and len(prizes) <= players:
        assert sum(each.cents for each in won(groups, prizes)) == pool


def shuffled(tables, chance):
    """The same tables with their rows in another order."""
    names = list(tables)
    chance.shuffle(names)
    found = {}
    for name in names:
        rows = list(tables[name].items())
        chance.shuffle(rows)
        found[name] = dict(rows)
    return found


@pytest.mark.rule("HOUSE-TOURN-302")
def test_a_step_that_leaves_some_equal_hands_these_to_the_next():
    order = [TieBreak.PLAY_OFF, TieBreak.LOT]
    three = ("entry 1", "entry 2", "entry 3")
    off = Step(TieBreak.PLAY_OFF, {"entry 1": 800, "entry 2": 900, "entry 3": 800})
    found = stands(three, 2, order, [off])
    assert found.won == ("entry 2",)
    [still] = found.open
    assert (still.players, still.places) == (("entry 1", "entry 3"), 1)
    assert still.by is TieBreak.LOT
    other = Step(TieBreak.LOT, {"entry 1": 0, "entry 9": 1})  # of another tie
    assert stands(three, 2, order, [off, other]).open == found.open
    lot = Step(TieBreak.LOT, {"entry 1": 0, "entry 3": 1})
    assert stands(three, 2, order, [off, lot]).won == ("entry 2", "entry 3")
    assert stands(three, 2, [], []).open[0].by is None  # a tie without a rule


@pytest.mark.rule("HOUSE-TOURN-302")
def test_the_highest_card_counts_suits_from_spades_down():
    worth = [tie_steps.high_card(card) for card in ("2c", "2S", "10h", "KS", "as")]
    assert worth == sorted(worth)
    assert [tie_steps.high_card(no) for no in ("", "1s", "KX", "♠", "ACE")] == [
        None
    ] * 5


@pytest.mark.rule("CROWN3-12.4.2(a)(v)", "HOUSE-TOURN-310")
def test_employees_are_passed_over_and_equals_share_to_the_cent():
    order = [("entry 1",), ("entry 2",), ("entry 3",), ("entry 4",)]
    prizes = (1000_00, 500_00, 250_00)
    found = won(order, prizes, barred={"entry 1"})
    assert [(w.player, w.cents) for w in found] == [
        ("entry 2", 1000_00),
        ("entry 3", 500_00),
        ("entry 4", 250_00),
    ]
    assert {w.cite.id for w in found} == {"CROWN3-12.4.2(a)(v)"}
    shared = won([("entry 12", "entry 3"), ("entry 7",)], (1_01, 1_00, 5))
    assert [(w.player, w.cents) for w in shared] == [
        ("entry 3", 1_01),
        ("entry 12", 1_00),
        ("entry 7", 5),
    ]
    assert won([("entry 1", "entry 2")], (1,)) == won([("entry 2", "entry 1")], (1,))
    assert won(order, prizes, barred={f"entry {n}" for n in range(1, 5)}) == ()


@pytest.mark.rule("CROWN3-12.4.3(a)(iii)")
def test_a_table_from_which_somebody_was_knocked_out_is_not_short():
    stage = Stage("Heat", seats=6, goes_on=GoesOn(top_per_table=2))
    short = ShortTablesClause(ShortTable.ONE_FEWER)
    tables = {"table 1": {"entry 1": 5, "entry 2": 4, "entry 3": 3}}
    six = progress.Field({"table 1": 6})
    assert progress.who_goes_on(tables, stage, short, None, six).through == (
        "entry 1",
        "entry 2",
    )
    assert progress.who_goes_on(tables, stage, short).through == ("entry 1",)
    half = Stage("All", seats=6, goes_on=GoesOn(best_share=Fraction(1, 2)))
    assert len(progress.who_goes_on(tables, half, SAME, None, six).through) == 3
    nobody = progress.who_goes_on({"table 1": {}}, stage, SAME)
    assert (nobody.through, nobody.ties, nobody.to_draw) == ((), (), 0)


@pytest.mark.rule("HOUSE-TOURN-303")
@given(st.sets(st.integers(1, 500), min_size=1, max_size=60), st.text(max_size=20))
def test_a_lot_is_repeated_whatever_the_order_of_its_list(entries, word):
    secret, occasion = b"s" * 32, Occasion("a", 1, 0, "0" * 64)
    one = lots.header(occasion, Lot("tie", tuple(entries), 1), secret)
    two = lots.header(occasion, Lot("tie", tuple(sorted(entries)[::-1]), 1), secret)
    assert one == two
    order = lots.drawn(one, secret, word)
    assert sorted(order) == sorted(entries)
    file = {"header": one, "secret": secret.hex(), "word": word, "order": list(order)}
    assert not [*lots.differences(file)]
