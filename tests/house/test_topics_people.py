"""People at a live table: who may leave, who is asked to, who is told what."""

import pytest

from rulebook import Refused
from tests.house.topics_cast import proving


@pytest.fixture
def floor(app, db, request):
    with proving(app, db, request.node) as floor:
        yield floor


def cites(verdict):
    """The rules under which something was refused."""
    assert isinstance(verdict, Refused), verdict
    return [refusal.cite.id for refusal in verdict.refusals]


@pytest.mark.rule("MASS-6(e)")
def test_whoever_holds_cards_stays_until_the_round_is_over(floor):
    table = floor.table("MASS", (1, 3, 5))
    table.antes(seats=(1, 3))
    assert not isinstance(table.leave(5), Refused)  # without a wager
    table.deal_out()
    floor.saw(*cites(table.leave(1)))
    assert floor.seen_on_record("leave seat").verdict == "refused"
    table.bet_all({1: "fold", 3: "fold"})
    assert cites(table.leave(1)) == ["MASS-6(e)"]  # a folded player received cards too
    table.must("close")
    assert not isinstance(table.leave(1), Refused)


def test_where_the_document_is_silent_a_player_may_leave_with_cards_out(floor):
    table = floor.table("CROWN3")
    table.antes()
    table.deal_out()
    assert not isinstance(table.leave(1), Refused)
