"""Prizes and places where there is next to nothing, or nobody, to give them to."""

from fractions import Fraction

import pytest

from tests.tournaments.examples import complete, with_
from tournaments.rules.awarding import won
from tournaments.rules.clauses.prizes import PrizeTable, Remainder, SplitBy
from tournaments.rules.clauses.seating import ShortTable, ShortTablesClause
from tournaments.rules.prizes import prize_refusals, shared_out
from tournaments.rules.progress import who_goes_on
from tournaments.rules.stages import GoesOn, Stage

SHARES = (Fraction(1, 2), Fraction(3, 10), Fraction(1, 5))
SAME = ShortTablesClause(ShortTable.SAME_PLACES)
FOUR = [("entry 1",), ("entry 2",), ("entry 3",), ("entry 10",)]


@pytest.mark.rule("CROWN3-12.5.2(c)", "HOUSE-TOURN-310")
@pytest.mark.parametrize("remainder", Remainder)
def test_a_pool_of_one_cent_goes_to_the_winner_alone(remainder):
    prizes = shared_out(1, SHARES, 1, remainder)
    assert prizes == (1, 0, 0)
    [only] = won(FOUR, prizes)
    assert (only.player, only.cents) == ("entry 1", 1)
    [shared] = won([("entry 10", "entry 9")], prizes)  # equals: the lowest number
    assert (shared.player, shared.cents) == ("entry 9", 1)


@pytest.mark.rule("CROWN3-12.4.2(a)(v)")
def test_employees_in_every_paid_place_pass_all_prizes_down():
    barred = {"entry 1", "entry 2", "entry 3"}
    [only] = won(FOUR, (600, 300, 100), barred)
    assert (only.player, only.finished, only.first, only.cents) == (
        "entry 10",
        4,
        1,
        600,
    )
    assert won(FOUR, (600, 300), {name for group in FOUR for name in group}) == ()


@pytest.mark.rule("CROWN3-12.5.2(c)")
@pytest.mark.parametrize(
    ("amounts", "agrees"), [((900, 99), False), ((900, 100), True)]
)
def test_a_table_of_prizes_adds_up_to_the_pool(amounts, agrees):
    split = "winners.split"
    table = PrizeTable(1, amounts_cents=amounts)
    made = with_(
        complete(), (f"{split}.by", SplitBy.AMOUNTS), (f"{split}.tables", (table,))
    )
    found = [refusal.cite.id for refusal in prize_refusals(made, 8, 1000)]
    assert found == ([] if agrees else ["CROWN3-12.5.2(c)"])


@pytest.mark.rule("CROWN3-12.5.2(c)")
def test_fewer_players_than_paid_places_are_said():
    made = with_(complete(), ("winners.split.tables", (PrizeTable(1, SHARES),)))
    [refusal] = prize_refusals(made, 2, 1000)
    assert "3 places win a prize and 2 players take part" in refusal.wrong
    assert not [*prize_refusals(made, 3, 1000)]


@pytest.mark.rule("CROWN3-12.4.3(a)(iii)", "HOUSE-TOURN-303")
@pytest.mark.parametrize(("players", "to_draw"), [(0, 0), (2, 0), (3, 1), (5, 2)])
def test_a_wild_card_is_drawn_among_those_left_and_among_none_is_none(players, to_draw):
    stage = Stage("Heat", seats=6, goes_on=GoesOn(top_per_table=2, drawn=2))
    stacks = {f"entry {n}": 100 * n for n in range(1, players + 1)}
    outcome = who_goes_on({"table 1": stacks}, stage, SAME)
    assert (outcome.to_draw, outcome.ties) == (to_draw, ())
    assert len(outcome.through) == min(players, 2)
