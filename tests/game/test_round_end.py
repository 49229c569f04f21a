"""How a round ends: given up, settled in order, closed."""

import pytest

from game.cards import parse
from game.hands import StudHand
from game.line import net
from game.mississippi.settlement import claims, result_of, settle
from game.play.phases import Phase
from game.ranks import Rank
from game.rulebooks import MISSISSIPPI_STUD
from game.rulebooks.mississippi import Result
from rulebook import Cite
from tests.game.shuffles import replayed
from tests.game.stud import (
    CLOSE,
    REVEAL,
    act,
    ante,
    anted,
    bet,
    cards_seen,
    code_of,
    concede,
    deal,
    dealt,
    deem_folded,
    empty,
    fold,
    forfeit,
    hand_seen,
    offered,
    played,
    refused,
    settle_hand,
    turn,
    void_hand,
    void_round,
)

SUPERVISOR = Rank.SUPERVISOR
CODES = MISSISSIPPI_STUD


@pytest.mark.parametrize("rule", ["NSW3-11.11", "STAR4-11.11", "HOUSE-STUD-3"])
def test_an_absent_player_is_deemed_to_fold(rule):
    code = code_of(rule).replace("HOUSE", "CROWN3")
    now = turn(act(dealt(code), bet(1, 20), bet(3, 10)))
    assert refused(now, deem_folded(1, Rank.DEALER)) == {rule}
    now = act(now, deem_folded(1, SUPERVISOR), fold(3))
    lines = [line for line in settle(now) if line.seat == 1]
    assert net(lines) == -30
    assert {line.cite.id for line in lines} == {rule}


@pytest.mark.parametrize(
    ("rank", "rule"),
    [
        (Rank.ASSISTANT_CASINO_MANAGER, "CROWN3-7.4.1(a)"),
        (SUPERVISOR, "MASS-10(c)"),
        (SUPERVISOR, "NSW3-9.8"),
        (SUPERVISOR, "STAR4-9.8"),
    ],
)
def test_sharing_information_costs_the_stakes_only_by_a_ruling(rank, rule):
    now = turn(act(dealt(code_of(rule)), bet(1, 20), bet(3, 10)))
    assert refused(now, forfeit(1, Rank(rank - 1))) == {rule}
    after = act(now, forfeit(1, rank), fold(3))
    lines = [line for line in settle(after) if line.seat == 1]
    assert net(lines) == -30
    assert {line.cite.id for line in lines} == {rule}
    assert refused(after, forfeit(1, rank)) == {rule}


@pytest.mark.parametrize("rule", ["NSW3-10.5", "STAR4-10.5"])
def test_a_hand_may_be_conceded_at_the_end(rule):
    now = played(code_of(rule))
    assert refused(dealt(code_of(rule)), concede(1)) == {rule}
    after = act(now, concede(1))
    assert refused(after, concede(1)) == {rule}
    assert [o.seat for o in offered(after) if o.act == "settle"] == [3]
    lines = [line for line in settle(after) if line.seat == 1]
    assert net(lines) == -40
    assert {line.cite.id for line in lines} == {rule}
    assert hand_seen(act(after, settle_hand(3)), 3, 0) in ([], [None, None])


@pytest.mark.parametrize("code", ["CROWN3", "MASS"])
def test_nobody_concedes_elsewhere(code):
    assert refused(played(code), concede(1)) == {"HOUSE-STEP-1"}
    assert not offered(played(code), "concede")


@pytest.mark.parametrize(
    "rule", ["CROWN3-8.1.1", "MASS-10(i)", "NSW3-10.1", "STAR4-10.1"]
)
def test_hands_are_settled_from_the_dealers_right(rule):
    now = dealt(code_of(rule), seats=(1, 4, 6))
    for _ in range(3):
        now = turn(act(now, *(bet(box.seat, 10) for box in now.undecided)))
    assert refused(now, settle_hand(4)) == {rule}
    now = act(now, settle_hand(6))
    assert refused(now, settle_hand(1)) == {rule}
    now = act(now, settle_hand(4), settle_hand(1))
    assert now.settled == (6, 4, 1)
    assert [line.seat for line in settle(now)][::4] == [6, 4, 1]


@pytest.mark.parametrize(
    "rule", ["CROWN3-8.1", "MASS-10(i)", "NSW3-10.4", "STAR4-10.4"]
)
def test_one_hand_is_done_before_the_next_is_turned(rule):
    now = played(code_of(rule))
    assert all(set(each) == {None} for each in cards_seen(now).values())
    now = act(now, settle_hand(3))
    assert hand_seen(now, None, 0) == [None, None]
    assert None not in hand_seen(now, None, 1)
    assert refused(now, settle_hand(3)) == {rule}


@pytest.mark.parametrize(
    "rule",
    [
        "CROWN3-1.1:Round-of-Play",
        "MASS-1:Round of play",
        "NSW3-1.1:Round Of Play",
        "STAR4-1.1:Round Of Play",
    ],
)
def test_a_round_ends_when_all_is_settled_and_cleared(rule):
    now = played(code_of(rule))
    assert refused(now, CLOSE) == {rule}
    assert refused(dealt(code_of(rule)), settle_hand(1)) == {rule}
    assert [c.id for c in settle(dealt(code_of(rule))).cites] == [rule]
    now = act(now, settle_hand(3), settle_hand(1))
    assert now.phase is Phase.SETTLING
    ended = act(now, CLOSE)
    assert (ended.phase, offered(ended)) == (Phase.CLOSED, [])
    assert refused(ended, CLOSE) == {rule}
    assert settle(ended) == settle(now)


@pytest.mark.rule("NSW3-10.1", "STAR4-10.1", "STAR4-10.4", "STAR4-10.2.1", "STAR4-9.6")
def test_a_folded_hand_is_turned_only_where_its_jackpot_lives():
    for code, order, alive in (("NSW3", (4, 1), [1]), ("STAR4", (6, 4, 1), [6, 1])):
        antes = [ante(1, 10, jackpot=1), ante(4, 10), ante(6, 10, jackpot=1)]
        start = act(empty(code, jackpot=1), *antes)
        now = act(dealt(start=start), fold(6))
        for _ in range(3):
            now = turn(act(now, *(bet(box.seat, 10) for box in now.undecided)))
        assert now.to_settle == order
        assert [claim.seat for claim in claims(now)] == alive
        folded = [line for line in settle(now) if line.seat == 6]
        assert net(folded) == (-10 if code == "STAR4" else -11)
    [held, _] = claims(now)
    assert held.folded
    assert held.cite.id == "STAR4-10.2.1"


@pytest.mark.parametrize("code", CODES)
def test_when_everybody_folds_the_round_is_over(code):
    now = act(dealt(code), fold(1), fold(3))
    assert now.phase is Phase.SETTLING
    assert net(settle(now)) == -20
    assert claims(now) == ()
    assert refused(now, settle_hand(1))
    # The cards left may still be turned, for side bets that live on.
    turned = turn_all(now)
    assert (turned.shown, turned.phase) == (3, Phase.SETTLING)
    assert settle(turned) == settle(now)
    assert act(now, CLOSE).phase is Phase.CLOSED


def turn_all(now):
    while now.shown < 3:
        face_up = now.next_place is not None
        now = act(now, deal(replayed(1)[now.cards_out]) if face_up else REVEAL)
    return now


@pytest.mark.rule("STAR4-1.1:Fold", "STAR4-9.5")
def test_at_the_star_the_cards_are_completed_for_a_folded_jackpot_hand():
    start = act(empty("STAR4", jackpot=1), *[ante(1, 10, jackpot=1)])
    now = act(dealt(start=start, deck=parse("Ah2h3h4h9h")), fold(1))
    assert now.phase is Phase.DECIDING
    for _ in range(3):
        now = turn(now, parse("Ah2h3h4h9h"))
    [claim] = claims(now)
    assert (claim.folded, claim.stake) == (True, 1)
    assert net(settle(now)) == -10


# What is void


@pytest.mark.parametrize(
    "rule", ["CROWN3-1.1:Void", "MASS-14(d)", "NSW3-1.1:Void", "STAR4-1.1:Void"]
)
def test_a_void_hand_has_no_result_and_gets_its_stakes_back(rule):
    code, why = code_of(rule), Cite("HOUSE-STUD-6")
    now = turn(act(dealt(code), bet(1, 20), bet(3, 10)))
    after = act(now, void_hand(1, why))
    assert refused(after, void_hand(1, why)) == {rule}
    assert refused(anted(code), void_hand(1, why)) == {rule}
    assert refused(after, bet(1, 10)) == {after.table.rules.folding.final.id}
    for _ in range(2):
        after = turn(act(after, bet(3, 10)))
    assert after.to_settle == (3,)
    lines = [line for line in settle(after) if line.seat == 1]
    assert [(line.stake, line.net) for line in lines] == [(10, 0), (20, 0)]
    assert {line.cite for line in lines} == {why}
    assert result_of(now.table.rules, after.box(1), StudHand.FLUSH) is Result.VOID


@pytest.mark.parametrize("rule", ["CROWN3-1.1:Misdeal", "MASS-14(a)"])
def test_a_misdeal_voids_the_whole_round(rule):
    code, why = code_of(rule), Cite("HOUSE-STUD-6")
    assert refused(empty(code), void_round(why)) == {rule}
    folded = act(dealt(code), fold(1))
    for now in (anted(code), dealt(code), folded, played(code)):
        after = act(now, void_round(why))
        assert net(settle(after)) == 0
        assert {line.cite for line in settle(after)} == {why}
        assert act(after, CLOSE).phase is Phase.CLOSED
    assert refused(act(after, CLOSE), void_round(why)) == {rule}


def test_a_void_hand_has_no_claim_on_a_jackpot():
    antes = [ante(1, 10, jackpot=1), ante(3, 10, jackpot=1)]
    start = act(empty("STAR4", jackpot=1), *antes)
    now = act(played(start=start), void_hand(1, Cite("STAR4-1.1:Void")))
    assert [claim.seat for claim in claims(now)] == [3]
