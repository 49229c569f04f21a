"""Every rule of conduct at a tournament is held by a test in a house; tables alike."""

import pytest

from house.floor.models import Game
from house.floor.tables import services as floor_tables
from rulebook import proofs
from rulebook.register import rules
from tests.house.test_topics_promise import ROOT, in_a_house
from tests.tournaments.cast import cites
from tests.tournaments.play_cast import asked, begun, start, tablet

TOPIC = "tournament-conduct"


def held():
    """The rules that some test in a house names by its mark."""
    return {
        test.rule_id
        for test in proofs.read(ROOT)
        if test.file.startswith("tests/tournaments/")
        and test.name in in_a_house(ROOT / test.file)
    }


def test_every_rule_of_conduct_goes_through_a_service():
    wanted = {r.id for r in rules().values() if r.topic == TOPIC and r.code != "HOUSE"}
    assert len(wanted) == 20
    assert sorted(wanted - held()) == []


@pytest.mark.rule("CROWN3-12.1", "HOUSE-TOURN-160")
def test_every_table_of_a_session_plays_the_same_game_with_the_same_chances(db):
    begun(db)
    with db.writing() as session:
        table = floor_tables.get(session, 2, lock=True)
        table.rulebook, table.game = "VIC99", Game.CARIBBEAN_STUD
    assert cites(start(db)) == ["CROWN3-12.1"]
    with db.writing() as session:
        table = floor_tables.get(session, 2, lock=True)
        table.rulebook, table.game = "CROWN3", Game.MISSISSIPPI_STUD
    start(db)
    one, two = (asked(tablet(db, n), _chances) for n in (1, 2))
    assert one == two


def _chances(play):
    """What everybody at a table has: bank, hands, limits."""
    return set(play.stacks.values()), play.hand.hands, play.limits(1)
