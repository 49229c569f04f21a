"""Events that key no cards: stacks after each hand or at counts, the same closing."""

import pytest

from rulebook import Refused
from tests.house.money_cast import ledger_holds
from tests.tournaments.cast import SLUG, STARTS, at, cites, clock, do
from tests.tournaments.play_cast import (
    DEALT,
    FLOOR,
    TESS,
    asked,
    begun,
    seated,
    tablet,
)
from tests.tournaments.test_path_pages import as_, sent  # noqa: F401
from tests.tournaments.test_play_pages import HOME, TABLE
from tests.tournaments.test_table_close import (
    LATER,
    SAID,
    at_table,
    both,
    expected,
)
from tournaments import queries
from tournaments.path import presence
from tournaments.play import closing, keying, marker, sessions, verification
from tournaments.play.keying import Stacks
from tournaments.play.models import KeyedHandsRow, TableClosedRow
from tournaments.rules.session_plan import Keyed

BANK = 10_000


def quick(db, keyed=Keyed.HANDS):
    """A session at whose tables stacks alone are keyed."""
    begun(db)
    with db.writing() as session:
        tournament = queries.get(session, SLUG, lock=True)
        slot = sessions.find(session, tournament, 0, 1)
        verdict = sessions.start(session, tournament, slot, at(STARTS), FLOOR, keyed)
        assert not isinstance(verdict, Refused), verdict


def key(db, stacks, hands=1, reason="", minutes=LATER):
    """Key the stacks of table 1."""
    said = Stacks(stacks, hands, reason)
    return at_table(db, keying.key, said, at(minutes, TESS))


def won(db, *chips):
    """The stacks of table 1 once each has won so much, in the order of their seats."""
    has = expected(db).stacks
    return {
        entry: n + more for (entry, n), more in zip(has.items(), chips, strict=True)
    }


def rebuilt(db):
    """Everything agrees with the ledger; the hands that were played."""
    with db.reading() as session:
        ledger_holds(session)
        found = verification.rebuild(session, queries.get(session, SLUG), FLOOR.seal)
        assert found.wrong == []
        return found.hands


@pytest.mark.rule("HOUSE-TOURN-201", "HOUSE-TOURN-163", "HOUSE-TOURN-165")
def test_stacks_keyed_after_each_hand_move_chips_the_marker_and_the_count(db):
    quick(db)
    console, tray = tablet(db), expected(db).rack_chips
    taken = sorted(seated(console))
    assert asked(console, lambda play: play.first_to_bet()) == taken[0]
    done = key(db, won(db, 300, -100, -100, 0))
    assert isinstance(done, KeyedHandsRow), done
    assert expected(db).rack_chips == tray - 100
    assert asked(console, lambda play: play.hand.says) == "Hand 2 of 6"
    assert asked(console, lambda play: play.first_to_bet()) == taken[1]
    assert done.first_bets == {str(taken[0]): 1}
    assert rebuilt(db) == 1


@pytest.mark.rule("HOUSE-TOURN-201")
def test_what_was_keyed_by_mistake_is_put_right_or_taken_back_with_a_reason(db):
    quick(db)
    console, before = tablet(db), expected(db)
    key(db, won(db, 300, 0, 0, 0))
    key(db, won(db, 0, 300, 0, 0))
    assert cites(key(db, won(db, 0, -100, 0, 0), 0)) == ["HOUSE-TOURN-201"]
    assert not isinstance(key(db, won(db, 0, -100, 0, 0), 0, "Misread"), Refused)
    assert asked(console, lambda play: play.hand.number) == 3
    first = asked(console, lambda play: play.first_to_bet())
    refused = at_table(db, keying.take_back, " ", at(LATER))
    assert cites(refused) == ["HOUSE-TOURN-201"]
    for _ in range(3):
        back = at_table(db, keying.take_back, "Another table's", at(LATER))
        assert not isinstance(back, Refused), back
    assert expected(db) == before
    assert asked(console, lambda play: play.hand.number) == 1
    assert asked(console, lambda play: play.first_to_bet()) != first
    assert isinstance(at_table(db, keying.take_back, "Again", at(LATER)), Refused)
    assert rebuilt(db) == 0


@pytest.mark.rule("HOUSE-TOURN-201")
def test_stacks_that_cannot_be_are_refused_each_with_its_reason(db):
    quick(db)
    some = dict(list(won(db, 0, 0, 0, 0).items())[:3])
    assert isinstance(key(db, some), Refused)  # one is missing
    assert isinstance(key(db, won(db, 0, 0, 0, 0), 2), Refused)  # two at once
    tray = expected(db).rack_chips
    beyond = key(db, won(db, tray + 25, 0, 0, 0))
    assert "fill the tray" in beyond.refusals[0].right
    assert isinstance(key(db, won(db, -BANK - 25, 0, 0, 0)), Refused)  # below nothing
    strange = won(db, 0, 0, 0, 0) | {999: 100}
    assert cites(key(db, strange)) == ["HOUSE-TOURN-201"]
    assert rebuilt(db) == 0


@pytest.mark.rule("HOUSE-TOURN-201", "CROWN3-12.2.3", "HOUSE-TOURN-161")
def test_stacks_are_keyed_under_the_gates_of_a_hand(db):
    quick(db)
    assert cites(tablet(db).open(options=DEALT)) == ["HOUSE-TOURN-201"]
    do(db, presence.check, at(STARTS), coming=False)
    assert cites(key(db, won(db, 0, 0, 0, 0))) == ["CROWN3-12.2.3"]
    do(db, presence.check, at(STARTS), coming=True)
    for _ in range(6):
        assert not isinstance(key(db, won(db, 0, 0, 0, 0)), Refused)
    assert "HOUSE-TOURN-161" in cites(key(db, won(db, 0, 0, 0, 0)))


@pytest.mark.rule("HOUSE-TOURN-201", "HOUSE-TOURN-163")
def test_at_counts_several_hands_are_keyed_at_once_and_the_marker_goes_on(db):
    quick(db, Keyed.COUNTS)
    console = tablet(db)
    taken = sorted(seated(console))
    done = key(db, won(db, 500, -200, 0, -100), 5)
    assert done.first_bets == {str(taken[0]): 2} | {str(s): 1 for s in taken[1:]}
    assert asked(console, lambda play: play.first_to_bet()) == taken[1]
    at_table(db, marker.put_right, taken[3], "It lay there", at(LATER + 1))
    assert asked(console, lambda play: play.first_to_bet()) == taken[3]
    assert isinstance(key(db, won(db, 0, 0, 0, 0), 2), Refused)  # one is left
    assert not isinstance(key(db, won(db, 0, 0, 0, 0), 1, minutes=LATER + 2), Refused)
    assert rebuilt(db) == 6


@pytest.mark.rule("HOUSE-TOURN-201", "HOUSE-TOURN-17")
def test_such_a_table_is_counted_and_closed_like_any_other(db):
    quick(db, Keyed.COUNTS)
    key(db, won(db, 500, -200, 0, -100), 6)
    both(db, expected(db))
    assert isinstance(at_table(db, closing.close, SAID, at(LATER)), TableClosedRow)
    refused = key(db, won(db, 0, 0, 0, 0))
    assert "closed" in refused.refusals[0].wrong
    assert rebuilt(db) == 6


@pytest.mark.rule("HOUSE-TOURN-201")
def test_stacks_are_keyed_from_the_pages(db, as_):  # noqa: F811
    begun(db)
    with clock(STARTS):
        ruth = as_("ruth", at(STARTS).now)
        assert "The stacks after each hand" in ruth.get(HOME).text
        ruth.post(f"{HOME}/0/1/start", data=sent(keyed="hands"))
    with clock(STARTS + 40):
        tess = as_("tess", at(STARTS + 40).now)
        assert "Stacks after the hand" in tess.get(TABLE).text
        typed = {f"stack-{e}": f"{n:,}" for e, n in won(db, 0, 0, 75, 0).items()}
        blank = tess.post(f"{TABLE}/stacks", data=sent(**dict(list(typed.items())[1:])))
        assert "A stack is missing" in blank.text
        form = sent(**typed, hands="1")
        for _ in range(2):  # sent twice, it is done once
            assert tess.post(f"{TABLE}/stacks", data=form).status_code == 303
        assert "Hand 2 of 6" in tess.get(TABLE).text
        back = tess.post(f"{TABLE}/stacks/take-back", data=sent(reason="Misread"))
        assert back.status_code == 303
        assert "Hand 1 of 6" in tess.get(TABLE).text
