"""Antes: who may stake what, where and until when."""

import pytest

from game.cards import DECK
from game.mississippi.ending import may_leave
from game.play.phases import Phase
from game.ranks import Rank
from game.rulebooks import MISSISSIPPI_STUD
from game.rulebooks.devices import Device
from game.rulebooks.mississippi import Medium
from tests.game.stud import (
    CLOSE,
    NO_MORE_BETS,
    act,
    ante,
    anted,
    bet,
    code_of,
    deal,
    dealt,
    empty,
    fold,
    offered,
    played,
    refuse_wager,
    refused,
    settle_hand,
    take_back,
)

SHOE, SHUFFLER = Device.SHOE, Device.SHUFFLER
SUPERVISOR = Rank.SUPERVISOR
CODES = MISSISSIPPI_STUD


@pytest.mark.parametrize(
    ("most", "rule"),
    [(9, "CROWN3-2.1"), (7, "MASS-11P(c)"), (9, "HOUSE-STUD-1")],
)
def test_a_table_has_so_many_seats(most, rule):
    now = empty(code_of(rule).replace("HOUSE", "NSW3"))
    act(now, ante(1, 10), ante(most, 10))
    for seat in (0, most + 1, -1, True, "1"):
        assert refused(now, ante(seat, 10)) == {rule}


@pytest.mark.rule("HOUSE-STUD-2")
@pytest.mark.parametrize("code", CODES)
def test_an_ante_is_a_whole_amount_above_nothing(code):
    assert act(empty(code), ante(1, 1)).boxes[0].ante == 1
    for amount in (0, -5, 2.5, 2.0, True, "10", None):
        assert refused(empty(code), ante(1, amount)) == {"HOUSE-STUD-2"}


@pytest.mark.parametrize(
    ("taken", "rule"),
    [
        ({Medium.CHIPS}, "CROWN3-5.1"),
        ({Medium.CHIPS, Medium.PLAQUES, Medium.COUPON}, "MASS-6(a)"),
        ({Medium.CHIPS, Medium.TOKENS}, "NSW3-5.1"),
        ({Medium.CHIPS, Medium.TOKENS}, "STAR4-5.2"),
    ],
)
def test_stakes_are_put_down_in_what_the_document_takes(taken, rule):
    now = empty(code_of(rule))
    for medium in Medium:
        action = ante(1, 10, medium=medium)
        if medium in taken:
            assert act(now, action).boxes[0].medium is medium
        elif (medium, code_of(rule)) != (Medium.SPOKEN, "CROWN3"):
            assert refused(now, action) == {rule}


@pytest.mark.rule("CROWN3-5.3")
def test_a_spoken_ante_counts_once_changed_into_chips():
    spoken = ante(1, 25, medium=Medium.SPOKEN)
    assert refused(empty(), spoken) == {"CROWN3-5.3"}
    changed = ante(1, 25, medium=Medium.SPOKEN, changed=True)
    act(empty(), changed)
    assert "CROWN3-7.2" in refused(anted(seats=(3,)), changed)


@pytest.mark.parametrize("rule", ["CROWN3-5.2", "MASS-6(b)", "NSW3-5.2", "STAR4-5.3"])
def test_no_ante_after_the_first_card(rule):
    now = act(anted(code_of(rule)), deal(DECK[0]))
    assert refused(now, ante(5, 10)) == {rule}


@pytest.mark.parametrize("rule", ["CROWN3-5.6", "MASS-6(b)", "NSW3-5.3", "STAR4-5.4"])
def test_a_stake_is_not_touched_from_the_first_card_on(rule):
    now = anted(code_of(rule))
    assert [box.seat for box in act(now, take_back(1)).boxes] == [3]
    now = act(now, deal(DECK[0]))
    assert refused(now, take_back(1)) == {rule}
    now = dealt(code_of(rule))
    assert refused(act(now, bet(1, 10)), bet(1, 20)) == {rule}
    assert refused(act(now, bet(1, 10)), fold(1)) == {rule}


@pytest.mark.parametrize(
    ("device", "rule"),
    [
        (SHOE, "CROWN3-7.2"),
        (SHOE, "MASS-7(b)"),
        (Device.HAND, "MASS-8(b)(3)"),
        (Device.AUTOMATED_SHOE, "MASS-9(b)(2)"),
    ],
)
def test_the_first_card_waits_for_no_more_bets(device, rule):
    now = act(empty(code_of(rule), device), ante(1, 10))
    assert refused(now, deal(DECK[0])) == {rule}
    closed = act(now, NO_MORE_BETS)
    assert act(closed, deal(DECK[0])).cards_out == 1
    assert refused(closed, ante(2, 10)) == {rule}


@pytest.mark.rule("NSW3-7.1", "STAR4-7.1")
@pytest.mark.parametrize("code", ["NSW3", "STAR4"])
def test_in_new_south_wales_the_call_may_be_left_out(code):
    now = act(empty(code), ante(1, 10), deal(DECK[0]))
    assert now.phase is Phase.DEALING


@pytest.mark.rule("CROWN3-5.4", "CROWN3-1.1:Ante", "MASS-1:Ante wager")
@pytest.mark.parametrize("code", CODES)
def test_nothing_is_dealt_before_somebody_has_anted(code):
    now = empty(code)
    window = now.table.rules.wagers.window.id
    assert window in refused(now, deal(DECK[0]))
    assert refused(now, NO_MORE_BETS) == {window}
    gone = act(now, ante(1, 10), NO_MORE_BETS, take_back(1))
    assert act(gone, ante(1, 10)).boxes
    started = act(anted(code), deal(DECK[0]))
    assert refused(started, take_back(5)) >= {now.table.rules.wagers.buys_cards.id}


@pytest.mark.rule("CROWN3-5.4.1", "NSW3-1.1:Ante Wager", "STAR4-1.1:Ante Wager")
@pytest.mark.parametrize("code", CODES)
def test_an_ante_is_offered_on_every_seat(code):
    now = empty(code)
    offers = [o for o in offered(now) if o.act == "ante"]
    assert [o.seat for o in offers] == list(range(1, now.table.rules.seats.value + 1))
    assert {o.cite for o in offers} == {now.table.rules.wagers.ante_offered}


@pytest.mark.parametrize(
    "rule",
    [
        "CROWN3-5.4.2",
        "MASS-11P(c)",
        "NSW3-1.1:Jackpot Wager",
        "STAR4-1.1:jackpot wager",
    ],
)
def test_a_jackpot_wager_only_where_one_is_offered(rule):
    code = code_of(rule)
    assert refused(empty(code), ante(1, 10, jackpot=1)) == {rule}
    act(empty(code, jackpot=1), ante(1, 10, jackpot=1))
    act(empty(code), ante(1, 10))


@pytest.mark.rule("CROWN3-9.2.3")
@pytest.mark.parametrize("stake", [1, 3, -2, True])
def test_a_jackpot_wager_costs_its_posted_price(stake):
    now = empty(jackpot=2)
    assert refused(now, ante(1, 10, jackpot=stake)) == {"CROWN3-9.2.3"}
    act(now, ante(1, 10, jackpot=2))


@pytest.mark.parametrize("rule", ["CROWN3-9.2.2", "MASS-6(d)", "NSW3-5.5", "STAR4-5.6"])
def test_one_stake_to_an_area(rule):
    now = act(empty(code_of(rule), jackpot=1), ante(3, 10, "ann", jackpot=1))
    assert refused(now, ante(3, 10, "bob", jackpot=1)) == {rule}


@pytest.mark.parametrize("rule", ["MASS-6(d)", "NSW3-5.4", "STAR4-5.5"])
def test_one_hand_to_a_player(rule):
    now = act(empty(code_of(rule)), ante(1, 10, "ann"))
    assert refused(now, ante(2, 10, "ann")) == {rule}
    assert refused(now, ante(2, 10, "ann", blind=True)) == {rule}
    act(now, ante(2, 10, "bob"))


@pytest.mark.rule("MASS-6(e)")
def test_only_seated_players_bet_and_they_stay_while_they_hold_cards():
    assert refused(empty("MASS"), ante(1, 10, standing=True)) == {"MASS-6(e)"}
    now = dealt("MASS")
    assert [r.cite.id for r in may_leave(now, 1)] == ["MASS-6(e)"]
    assert not list(may_leave(now, 2))
    ended = act(played("MASS"), settle_hand(3), settle_hand(1))
    assert list(may_leave(ended, 1))
    assert not list(may_leave(act(ended, CLOSE), 1))
    assert not list(may_leave(dealt("CROWN3"), 1))


@pytest.mark.parametrize("rule", ["NSW3-13.11", "STAR4-13.16", "HOUSE-STUD-5"])
def test_a_supervisor_may_refuse_a_stake_before_the_first_card(rule):
    code = code_of(rule).replace("HOUSE", "MASS")
    now = act(empty(code), ante(1, 10), ante(3, 10))
    assert [b.seat for b in act(now, refuse_wager(1, SUPERVISOR, "proxy")).boxes] == [3]
    assert refused(now, refuse_wager(1, Rank.DEALER, "proxy")) == {rule}
    assert refused(now, refuse_wager(1, SUPERVISOR, "  ")) == {rule}
    now = act(now, NO_MORE_BETS, deal(DECK[0]))
    assert refused(now, refuse_wager(1, SUPERVISOR, "proxy")) == {rule}
