"""Mississippi Stud as a whole: nothing leaks, nothing is lost, nothing unheard of."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.cards import DECK
from game.line import net
from game.mississippi.settlement import settle
from game.mississippi.view import seen
from game.play import Move
from game.play.phases import Phase
from game.ranks import Rank
from game.rulebooks import MISSISSIPPI_STUD, mississippi_rules
from rulebook import Refused
from tests.game.shuffles import replayed
from tests.game.stud import (
    BET_OR_FOLD,
    CLOSE,
    NO_MORE_BETS,
    REVEAL,
    act,
    ante,
    anted,
    apply,
    bet,
    concede,
    deal,
    dealt,
    empty,
    fold,
    offered,
    played,
    replayed_of,
    settle_hand,
)

CODES = MISSISSIPPI_STUD
DEVICES = [
    (code, device) for code in CODES for device in mississippi_rules(code).devices
]


@pytest.mark.rule("NSW3-1.1:Hole Cards", "STAR4-1.1:Hole Cards", "MASS-7(d)(3)")
@settings(max_examples=60)
@given(st.sampled_from(DEVICES), st.integers(0, 10**6), st.sampled_from([None, 1]))
def test_nothing_leaks_replay_equals_record_and_nobody_loses_more_than_staked(
    played_by, seed, price
):
    now, deck, choice = empty(*played_by, jackpot=price), replayed(seed), Random(seed)
    while now.phase is not Phase.CLOSED:
        now = act(now, choice.choice(moves(now, deck)))
        assert_no_leak(now)
    assert replayed_of(now) == now
    lines = settle(now)
    for box in now.boxes:
        own = [line for line in lines if line.seat == box.seat]
        staked = box.ante + sum(box.streets)
        assert net(own) >= -(staked + box.jackpot)
        assert all(line.net >= -line.stake for line in own)
        assert sum(line.stake for line in own if line.wager != "jackpot") == staked


def moves(now, deck):
    """Something to do with every offer, stopping the antes at four boxes."""
    made = [move_of(now, offer, deck) for offer in offered(now)]
    if len(now.boxes) >= 4:
        return [move for move in made if move.act not in ("ante", "take_back")]
    return made if now.boxes else [move for move in made if move.act == "ante"]


def move_of(now, offer, deck):
    seat, player = offer.seat, f"p{offer.seat}"
    if offer.act == "ante":
        if now.table.rules.blind and now.boxes:
            player = now.boxes[0].player if seat % 2 else player
        blind = any(box.player == player for box in now.boxes)
        return ante(seat, 10 * seat, player, now.setup.jackpot or 0, blind=blind)
    three = tuple(offer.amounts.taps) if offer.act == "bet_blind" else ()
    return Move(
        offer.act,
        seat,
        offer.amounts.most if offer.act == "bet" else None,
        amounts=(*three, *three, *three)[:3],
        cards=(deck[now.cards_out],) if offer.act == "deal" else (),
        by=Rank.CASINO_MANAGER if "by" in offer.needs else None,
    )


def assert_no_leak(now):
    """A seat sees its own open hand, shown streets and settled hands, and no more."""
    for viewer in (None, *(box.seat for box in now.boxes)):
        view = seen(now, viewer)
        assert not any(place["card"] for place in view["board"][now.shown :])
        for box, its in zip(now.boxes, view["seats"], strict=True):
            mine = box.seat == viewer and not box.blind
            early = now.phase in (Phase.BETTING, Phase.DEALING)
            if box.seat not in now.settled and (early or not mine):
                assert set(its["cards"]) <= {None}


@pytest.mark.parametrize(("code", "device"), DEVICES)
def test_what_is_not_offered_is_refused_with_a_reason_and_a_remedy(code, device):
    """At every stage of a round, every move that is not offered is refused."""
    stages = [empty(code, device), anted(code, device), dealt(code, device)]
    stages += [played(code, device), act(played(code, device), settle_hand(3))]
    tries = [ante(1, 10), deal(DECK[50]), bet(1, 10), fold(1), REVEAL, CLOSE]
    tries += [settle_hand(1), settle_hand(3), concede(1), NO_MORE_BETS, BET_OR_FOLD]
    for now in stages:
        listed = {(offer.act, offer.seat) for offer in offered(now)}
        for move in tries:
            verdict = apply(now, move)
            if isinstance(verdict, Refused):
                assert all(r.wrong and r.right for r in verdict.refusals)
                assert (move.act, move.seat) not in listed
            else:
                assert (move.act, move.seat) in listed, f"{move} was not offered"
