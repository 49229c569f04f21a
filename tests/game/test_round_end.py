"""How a round ends: given up, settled in order, closed."""

import pytest

from game.cards import parse, replayed
from game.hands import StudHand
from game.line import net
from game.mississippi import guards
from game.mississippi.round import (
    Ante,
    Bet,
    Close,
    Concede,
    Deal,
    Fold,
    Forfeit,
    Phase,
    Reveal,
    SettleHand,
    VoidHand,
    VoidRound,
)
from game.mississippi.settlement import result_of
from game.mississippi_stud import (
    claims,
    legal,
    play,
    seen_by,
    settle,
)
from game.ranks import Rank
from game.rulebooks import MISSISSIPPI_STUD
from game.rulebooks.mississippi import Result
from rulebook import Cite
from tests.game.stud import (
    a_table,
    act,
    anted,
    code_of,
    dealt,
    done,
    played,
    refused,
    turn,
)

SUPERVISOR = Rank.SUPERVISOR
CODES = MISSISSIPPI_STUD


@pytest.mark.parametrize("rule", ["NSW3-11.11", "STAR4-11.11", "HOUSE-STUD-3"])
def test_an_absent_player_is_deemed_to_fold(rule):
    code = code_of(rule).replace("HOUSE", "CROWN3")
    now = turn(act(dealt(code), Bet(1, 20), Bet(3, 10)))
    assert refused(now, Fold(1, absent=True, by=Rank.DEALER)) == {rule}
    now = act(now, Fold(1, absent=True, by=SUPERVISOR), Fold(3))
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
    now = turn(act(dealt(code_of(rule)), Bet(1, 20), Bet(3, 10)))
    assert refused(now, Forfeit(1, Rank(rank - 1))) == {rule}
    after = act(now, Forfeit(1, rank), Fold(3))
    lines = [line for line in settle(after) if line.seat == 1]
    assert net(lines) == -30
    assert {line.cite.id for line in lines} == {rule}
    assert refused(after, Forfeit(1, rank)) == {rule}


@pytest.mark.parametrize("rule", ["NSW3-10.5", "STAR4-10.5"])
def test_a_hand_may_be_conceded_at_the_end(rule):
    now = played(code_of(rule))
    assert refused(dealt(code_of(rule)), Concede(1)) == {rule}
    after = act(now, Concede(1))
    assert refused(after, Concede(1)) == {rule}
    assert [o.seat for o in legal(after) if o.action is SettleHand] == [3]
    lines = [line for line in settle(after) if line.seat == 1]
    assert net(lines) == -40
    assert {line.cite.id for line in lines} == {rule}
    assert seen_by(act(after, SettleHand(3)), 3).boxes[0].cards == (None, None)


@pytest.mark.parametrize("code", ["CROWN3", "MASS"])
def test_nobody_concedes_elsewhere(code):
    assert refused(played(code), Concede(1)) == {"HOUSE-STEP-1"}
    assert Concede not in {option.action for option in legal(played(code))}


@pytest.mark.parametrize(
    "rule", ["CROWN3-8.1.1", "MASS-10(i)", "NSW3-10.1", "STAR4-10.1"]
)
def test_hands_are_settled_from_the_dealers_right(rule):
    now = dealt(code_of(rule), seats=(1, 4, 6))
    for _ in range(3):
        now = turn(act(now, *(Bet(box.seat, 10) for box in now.undecided)))
    assert refused(now, SettleHand(4)) == {rule}
    now = act(now, SettleHand(6))
    assert refused(now, SettleHand(1)) == {rule}
    now = act(now, SettleHand(4), SettleHand(1))
    assert now.settled == (6, 4, 1)
    assert [line.seat for line in settle(now)][::4] == [6, 4, 1]


@pytest.mark.parametrize(
    "rule", ["CROWN3-8.1", "MASS-10(i)", "NSW3-10.4", "STAR4-10.4"]
)
def test_one_hand_is_done_before_the_next_is_turned(rule):
    now = played(code_of(rule))
    assert all(set(b.cards) == {None} for b in seen_by(now).boxes)
    now = act(now, SettleHand(3))
    assert seen_by(now).boxes[0].cards == (None, None)
    assert None not in seen_by(now).boxes[1].cards
    assert refused(now, SettleHand(3)) == {rule}


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
    assert refused(now, Close()) == {rule}
    assert refused(dealt(code_of(rule)), SettleHand(1)) == {rule}
    assert [c.id for c in settle(dealt(code_of(rule))).cites] == [rule]
    now = act(now, SettleHand(3), SettleHand(1))
    assert now.phase is Phase.SETTLING
    ended = act(now, Close())
    assert (ended.phase, legal(ended)) == (Phase.CLOSED, ())
    assert refused(ended, Close()) == {rule}
    assert settle(ended) == settle(now)


@pytest.mark.rule("NSW3-10.1", "STAR4-10.1", "STAR4-10.4", "STAR4-10.2.1", "STAR4-9.6")
def test_a_folded_hand_is_turned_only_where_its_jackpot_lives():
    for code, order, alive in (("NSW3", (4, 1), [1]), ("STAR4", (6, 4, 1), [6, 1])):
        antes = [Ante(1, 10, jackpot=1), Ante(4, 10), Ante(6, 10, jackpot=1)]
        start = done(play(a_table(code, jackpot_price=1), antes))
        now = act(dealt(start=start), Fold(6))
        for _ in range(3):
            now = turn(act(now, *(Bet(box.seat, 10) for box in now.undecided)))
        assert tuple(guards.to_settle(now)) == order
        assert [claim.seat for claim in claims(now)] == alive
        folded = [line for line in settle(now) if line.seat == 6]
        assert net(folded) == (-10 if code == "STAR4" else -11)
    [held, _] = claims(now)
    assert held.folded
    assert held.cite.id == "STAR4-10.2.1"


@pytest.mark.parametrize("code", CODES)
def test_when_everybody_folds_the_round_is_over(code):
    now = act(dealt(code), Fold(1), Fold(3))
    assert now.phase is Phase.SETTLING
    assert net(settle(now)) == -20
    assert claims(now) == ()
    assert refused(now, SettleHand(1))
    # The cards left may still be turned, for side bets that live on.
    turned = turn_all(now)
    assert (turned.shown, turned.phase) == (3, Phase.SETTLING)
    assert settle(turned) == settle(now)
    assert act(now, Close()).phase is Phase.CLOSED


def turn_all(now):
    while now.shown < 3:
        face_up = now.next_place is not None
        now = act(now, Deal(replayed(1)[now.cards_out]) if face_up else Reveal())
    return now


@pytest.mark.rule("STAR4-1.1:Fold", "STAR4-9.5")
def test_at_the_star_the_cards_are_completed_for_a_folded_jackpot_hand():
    start = done(play(a_table("STAR4", jackpot_price=1), [Ante(1, 10, jackpot=1)]))
    now = act(dealt(start=start, deck=parse("Ah2h3h4h9h")), Fold(1))
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
    now = turn(act(dealt(code), Bet(1, 20), Bet(3, 10)))
    after = act(now, VoidHand(1, why))
    assert refused(after, VoidHand(1, why)) == {rule}
    assert refused(anted(code), VoidHand(1, why)) == {rule}
    assert refused(after, Bet(1, 10)) == {after.table.rules.folding.final.id}
    for _ in range(2):
        after = turn(act(after, Bet(3, 10)))
    assert guards.to_settle(after) == (3,)
    lines = [line for line in settle(after) if line.seat == 1]
    assert [(line.stake, line.net) for line in lines] == [(10, 0), (20, 0)]
    assert {line.cite for line in lines} == {why}
    assert result_of(now.table.rules, after.box(1), StudHand.FLUSH) is Result.VOID


@pytest.mark.parametrize("rule", ["CROWN3-1.1:Misdeal", "MASS-14(a)"])
def test_a_misdeal_voids_the_whole_round(rule):
    code, why = code_of(rule), Cite("HOUSE-STUD-6")
    assert refused(anted(code), VoidRound(why)) == {rule}
    for now in (dealt(code), act(dealt(code), Fold(1)), played(code)):
        after = act(now, VoidRound(why))
        assert net(settle(after)) == 0
        assert {line.cite for line in settle(after)} == {why}
        assert act(after, Close()).phase is Phase.CLOSED
    assert refused(act(after, Close()), VoidRound(why)) == {rule}


def test_a_void_hand_has_no_claim_on_a_jackpot():
    antes = [Ante(1, 10, jackpot=1), Ante(3, 10, jackpot=1)]
    start = done(play(a_table("STAR4", jackpot_price=1), antes))
    now = act(played(start=start), VoidHand(1, Cite("STAR4-1.1:Void")))
    assert [claim.seat for claim in claims(now)] == [3]
