"""Mississippi Stud as a whole: nothing leaks, nothing is lost, nothing unheard of."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.cards import DECK, replayed
from game.line import net
from game.mississippi.round import (
    Announce,
    Ante,
    Bet,
    BetBlind,
    Close,
    Concede,
    Deal,
    Fold,
    OrderBurn,
    Phase,
    Reveal,
    Round,
    SettleHand,
    TakeBack,
)
from game.mississippi_stud import (
    apply,
    legal,
    play,
    seen_by,
    settle,
)
from game.ranks import Rank
from game.rulebooks import MISSISSIPPI_STUD, mississippi_rules
from rulebook import Refused
from tests.game.stud import (
    BET_OR_FOLD,
    NO_MORE_BETS,
    a_table,
    act,
    anted,
    dealt,
    played,
)

CODES = MISSISSIPPI_STUD
DEVICES = [
    (code, device) for code in CODES for device in mississippi_rules(code).devices
]


@pytest.mark.rule("NSW3-1.1:Hole Cards", "STAR4-1.1:Hole Cards", "MASS-7(d)(3)")
@settings(max_examples=60, deadline=None)
@given(st.sampled_from(DEVICES), st.integers(0, 10**6), st.sampled_from([None, 1]))
def test_nothing_leaks_replay_equals_record_and_nobody_loses_more_than_staked(
    played_by, seed, price
):
    table = a_table(*played_by, jackpot_price=price)
    now, deck, choice = Round(table), replayed(seed), Random(seed)
    while now.phase is not Phase.CLOSED:
        now = act(now, choice.choice(actions(now, deck)))
        assert_no_leak(now)
    assert play(table, now.record) == now
    lines = settle(now)
    for box in now.boxes:
        own = [line for line in lines if line.seat == box.seat]
        assert net(own) >= -(box.staked + box.jackpot)
        assert all(line.net >= -line.stake for line in own)
        assert sum(line.stake for line in own if line.wager != "jackpot") == box.staked


def actions(now, deck):
    """Something to do with every option offered, stopping the antes at four boxes."""
    made = [made_of(now, option, deck) for option in legal(now)]
    if len(now.boxes) >= 4:
        made = [action for action in made if not isinstance(action, Ante | TakeBack)]
    elif not now.boxes:
        made = [action for action in made if isinstance(action, Ante)]
    return made


def made_of(now, option, deck):
    jackpot = now.table.jackpot_price or 0
    player, seat = f"p{option.seat}", option.seat
    if option.action is Ante and now.table.rules.blind and now.boxes:
        player = now.boxes[0].player if seat % 2 else player
    blind = any(box.player == player for box in now.boxes)
    ante = now.box(seat).ante if now.box(seat) else 0
    makers = {
        Ante: lambda: Ante(seat, 10 * seat, player, jackpot, blind=blind),
        TakeBack: lambda: TakeBack(seat),
        Announce: lambda: Announce(option.call),
        OrderBurn: lambda: OrderBurn(Rank.CASINO_MANAGER),
        Deal: lambda: Deal(deck[now.cards_out]),
        Bet: lambda: Bet(seat, option.amounts.value[-1]),
        BetBlind: lambda: BetBlind(seat, (ante, 2 * ante, 3 * ante)),
        Fold: lambda: Fold(seat),
        Reveal: Reveal,
        SettleHand: lambda: SettleHand(seat),
        Concede: lambda: Concede(seat),
        Close: Close,
    }
    return makers[option.action]()


def assert_no_leak(now):
    """A seat sees its own open hand, shown streets and settled hands, and no more."""
    for viewer in (None, *(box.seat for box in now.boxes)):
        view = seen_by(now, viewer)
        assert view.community[now.shown :] == (None,) * (len(now.community) - now.shown)
        for box, seen in zip(now.boxes, view.boxes, strict=True):
            mine = box.seat == viewer and not box.blind
            early = now.phase in (Phase.BETTING, Phase.DEALING)
            if box.seat not in now.settled and (early or not mine):
                assert set(seen.cards) <= {None}


@pytest.mark.parametrize(("code", "device"), DEVICES)
def test_what_is_not_offered_is_refused_with_a_reason_and_a_remedy(code, device):
    """At every stage of a round, every action that is not legal is Refused."""
    stages = [Round(a_table(code, device)), anted(code, device), dealt(code, device)]
    stages += [played(code, device), act(played(code, device), SettleHand(3))]
    tries = [Ante(1, 10), Deal(DECK[50]), Bet(1, 10), Fold(1), Reveal(), Close()]
    tries += [SettleHand(1), SettleHand(3), Concede(1), NO_MORE_BETS, BET_OR_FOLD]
    for now in stages:
        offered = {(o.action, o.seat) for o in legal(now)}
        for action in tries:
            verdict = apply(now, action)
            key = (type(action), getattr(action, "seat", None))
            listed = key in offered or (type(action), None) in offered
            dealing = isinstance(action, Deal) and any(o is Deal for o, _ in offered)
            calling = isinstance(action, Announce)
            if isinstance(verdict, Refused):
                assert all(r.wrong and r.right for r in verdict.refusals)
                assert not listed or calling
            else:
                assert listed or dealing, f"{action} was not offered"
