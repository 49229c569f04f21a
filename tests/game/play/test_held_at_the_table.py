"""Rules that a round holds through its moves, as the console plays it."""

from dataclasses import replace

import pytest

from game.cards import parse
from game.games import GAMES
from game.ranks import Rank
from game.rulebooks.limits import CapScope
from rulebook import Cite
from tests.game.play_rounds import a_setup, do, done, opened, refused

STUD, CARIBBEAN = GAMES["mississippi_stud"], GAMES["caribbean_stud"]
BOARD = parse("AsKsQs")  # with three of a suit in a row the 3 Card Bonus pays


def to_the_first_decision(state, hands):
    """A Mississippi Stud round with these hole cards, dealt box by box."""
    state = do(state, "no_more_bets")
    if state.table.dealing.at_once.value == 2:
        dealt = [card for hole in hands for card in parse(hole)]
    else:
        dealt = [parse(hole)[n] for n in (0, 1) for hole in hands]
    down = () if any(place.face_up for place in state.places) else BOARD
    state = do(state, "deal", cards=(*dealt, *down))
    return do(state, "bet_or_fold") if state.table.rules.bet_or_fold else state


def turned(state):
    """The round with its next community card showing."""
    if state.next_place is None:
        return do(state, "reveal")
    return do(state, "deal", cards=(BOARD[state.shown],))


def played_out(state):
    """The round with everybody still in staying in to the end."""
    while state.shown < 3:
        for box in state.undecided:
            state = do(state, "bet", box.seat, amount=box.ante)
        if state.table.dealing.call_before_reveal:
            state = do(state, "no_more_bets")
        state = turned(state)
    return state


# Massachusetts: what is forfeited.


@pytest.mark.rule("MASS-10(c)")
def test_a_forfeited_hand_loses_its_side_bets_with_it():
    state = opened(a_setup("MASS", cards="dealt", jackpot=None))
    bets = (("three_card_bonus", 5), ("cover_all", 5))
    state = do(state, "ante", 1, amount=10, player="Ann", also=bets)
    state = do(state, "ante", 2, amount=10, player="Bob", also=bets)
    state = to_the_first_decision(state, ("JsTs", "2c7d"))
    state = do(state, "forfeit", 2, by=Rank.CASINO_MANAGER)
    lines = done(STUD.settle(played_out(state)))
    lost = {x.wager: (x.net, x.cite.id) for x in lines if x.seat == 2}
    assert lost == {
        "ante": (-10, "MASS-10(c)"),
        "three_card_bonus": (-5, "MASS-10(c)"),
        "cover_all": (-5, "MASS-10(c)"),
    }
    won = {x.wager: x.net for x in lines if x.seat == 1}
    assert won["three_card_bonus"] > 0
    assert won["cover_all"] > 0


@pytest.mark.rule("MASS-10(c)")
def test_a_folded_hand_keeps_its_side_bets():
    state = opened(a_setup("MASS", cards="dealt", jackpot=None))
    bets = (("three_card_bonus", 5),)
    state = do(state, "ante", 1, amount=10, player="Ann", also=bets)
    state = do(state, "ante", 2, amount=10, player="Bob")
    state = do(to_the_first_decision(state, ("2c7d", "JsTs")), "fold", 1)
    lines = done(STUD.settle(played_out(state)))
    assert [x.net > 0 for x in lines if x.wager == "three_card_bonus"] == [True]


def with_cover_all():
    """Two hands up for settlement, a flush at seat 2 and less at seat 1."""
    state = opened(a_setup("MASS", cards="dealt", jackpot=None))
    bets = (("cover_all", 5),)
    state = do(state, "ante", 1, amount=10, player="Ann", also=bets)
    state = do(state, "ante", 2, amount=10, player="Bob")
    return played_out(to_the_first_decision(state, ("JhTh", "2s7s")))


@pytest.mark.rule("MASS-12(j)")
def test_cover_all_waits_until_every_ordinary_wager_is_settled():
    state = do(with_cover_all(), "settle", 2)
    assert "MASS-12(j)" in refused(state, "close")
    assert "cover_all" not in {line.wager for line in STUD.so_far(state)}
    state = do(do(state, "settle", 1), "close")
    assert "cover_all" in {line.wager for line in STUD.so_far(state)}


@pytest.mark.rule("MASS-12(h)a", "MASS-12(i)")
def test_the_best_hand_so_far_is_left_exposed_for_cover_all():
    state = with_cover_all()
    state = do(state, "settle", 2)
    assert exposed(state) == {2: "MASS-12(h)a"}
    assert exposed(do(state, "settle", 1)) == {2: "MASS-12(h)a"}


@pytest.mark.rule("MASS-10(i)(3)", "MASS-5(b)(6)")
def test_the_console_says_what_is_done_with_a_settled_hand():
    state = do(do(with_cover_all(), "settle", 2), "settle", 1)
    one, two = (seat["dealer"] for seat in STUD.seen(state)["seats"])
    assert [(each["does"], each["rule"]) for each in one] == [
        ("Announced: Straight", "MASS-5(b)(6)"),
        ("Wagers paid", "MASS-10(i)(3)"),
        ("Cards left face up on the layout", "MASS-10(i)(3)"),
    ]
    assert [each["does"] for each in two][1:] == [
        "Wagers paid",
        "Hand left exposed for Cover All",
    ]


def exposed(state):
    """The seats whose hand the dealer leaves exposed, and under which rule."""
    seats = STUD.seen(state)["seats"]
    said = [(seat["seat"], doing) for seat in seats for doing in seat["dealer"]]
    return {seat: d["rule"] for seat, d in said if "exposed" in d["does"]}


# Crown: the maximum payout.


@pytest.mark.rule("CROWN3-8.2:Table1-note")
@pytest.mark.parametrize(
    ("scope", "ann"),
    [(CapScope.HAND, 4_000), (CapScope.PLAYER, 2_000)],
)
def test_a_maximum_for_a_player_holds_over_all_the_hands_of_that_player(scope, ann):
    setup = a_setup("CROWN3", cards="dealt", jackpot=None, maximum_payout=2_000)
    state = opened(replace(setup, payout_scope=scope))
    state = do(state, "ante", 1, amount=50, player="Ann")
    state = do(state, "ante", 2, amount=50, player="Ann", blind=True)
    state = do(state, "ante", 3, amount=100, player="Bob")
    state = to_the_first_decision(state, ("2s3s", "6s5s", "9s8s"))  # three flushes
    state = do(state, "bet_blind", 2, amounts=(100, 150, 150))
    for street in (150, 150, 150):
        state = do(do(state, "bet", 1, amount=street), "bet", 3, amount=100)
        state = do(state, "reveal")
    lines = done(STUD.settle(state))
    # Uncut: hand 1 wins 3,000, hand 2 wins 2,700, hand 3 wins 2,400.
    won = {seat: sum(x.net for x in lines if x.seat == seat) for seat in (1, 2, 3)}
    assert won[1] + won[2] == pytest.approx(
        ann, abs=1 if scope is CapScope.TABLE else 0
    )
    assert sum(won.values()) == {4_000: 6_000, 2_000: 4_000}.get(ann, 2_000)


# The order of turns.


@pytest.mark.rule("STAR4-11.10.1", "NSW3-11.10.1")
@pytest.mark.parametrize("code", ["STAR4", "NSW3"])
def test_whoever_is_directed_to_act_first_decides_before_the_others(code):
    rule = Cite(f"{code}-11.10.1")
    state = opened(a_setup(code, cards="dealt", jackpot=None))
    for seat in (1, 2, 5):
        state = do(state, "ante", seat, amount=10, player=f"P{seat}")
    assert refused(state, "act_first", 4, cite=rule)
    state = do(state, "act_first", 5, cite=rule)
    assert refused(state, "act_first", 5, cite=rule) == {rule.id}
    state = to_the_first_decision(state, ("2c7d", "3c8d", "4c9d"))
    for _ in range(3):
        assert STUD.turn(state) == 5
        assert deciders(state) == {5}
        assert refused(state, "bet", 1, amount=10) == {rule.id}
        assert refused(state, "fold", 2) == {rule.id}
        state = do(state, "bet", 5, amount=10)
        assert (STUD.turn(state), deciders(state)) == (1, {1, 2})
        state = do(do(state, "bet", 1, amount=10), "bet", 2, amount=10)
        state = turned(state)
    assert refused(state, "act_first", 1, cite=rule) == {rule.id}
    assert done(STUD.replay(state.setup, state.moves)) == state


def deciders(state):
    """The seats that are offered a decision now."""
    acts = ("bet", "fold", "deem_folded")
    return {offer.seat for offer in STUD.offers(state) if offer.act in acts}


# Victoria: jackpot hands.


def a_caribbean_round(*hands, dealer="4c4dKh9s2c"):
    """Every seat with a jackpot wager, dealt by a shoe, at its first decision."""
    state = opened(a_setup("VIC99", "caribbean_stud", cards="keyed"))
    for seat, _ in enumerate(hands, start=1):
        also = (("jackpot", 5),)
        state = do(state, "ante", seat, amount=10, player=f"P{seat}", also=also)
        state = do(state, "register_jackpot", seat)
    state = do(do(state, "offer_jackpot"), "no_more_bets")
    state = do(do(state, "deal"), "deal", cards=parse(dealer)[4:])
    return do(state, "bet_or_fold")


@pytest.mark.rule("VIC99-N25-14.6.2.2")
def test_a_round_without_a_dealers_hand_waits_for_every_folded_jackpot_hand():
    state = a_caribbean_round("2d3d4h5s7c", "QhJh9h5h2h")
    state = do(do(state, "bet", 1, amount=20), "fold", 2)
    state = do(do(state, "no_hand"), "settle", 1, cards=parse("2d3d4h5s7c"))
    assert refused(state, "close") == {"VIC99-N25-14.6.2.2"}
    assert "close" not in {offer.act for offer in CARIBBEAN.offers(state)}
    state = do(state, "show", 2, cards=parse("QhJh9h5h2h"))
    assert [claim.seat for claim in CARIBBEAN.claims(state)] == [2, 1]
    assert CARIBBEAN.over(do(state, "close"))


@pytest.mark.rule("VIC99-N25-12.2")
def test_a_straight_flush_is_keyed_before_anything_else_happens():
    state = a_caribbean_round("2d3d4h5s7c", "9h8h7h6h5h")
    state = do(do(state, "bet", 1, amount=20), "bet", 2, amount=20)
    state = do(state, "reveal", cards=parse("4c4dKh9s"))
    assert refused(state, "key_jackpot", 2) == {"VIC99-N25-12.2"}
    state = do(state, "settle", 2, cards=parse("9h8h7h6h5h"))
    assert refused(state, "settle", 1, cards=parse("2d3d4h5s7c")) == {"VIC99-N25-12.2"}
    assert [(o.act, o.seat) for o in CARIBBEAN.offers(state)] == [("key_jackpot", 2)]
    state = do(state, "key_jackpot", 2)
    assert refused(state, "key_jackpot", 2) == {"VIC99-N25-12.2"}
    state = do(state, "settle", 1, cards=parse("2d3d4h5s7c"))
    assert CARIBBEAN.over(do(state, "close"))
