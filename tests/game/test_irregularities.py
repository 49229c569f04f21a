"""What holds for every ruling of every document, and rulings on rounds in play."""

import pytest

from game.caribbean.view import facts as caribbean_facts
from game.fates import Fate
from game.irregularities import kinds
from game.irregularities.facts import SeenAtTable, Wager, named
from game.irregularities.kinds import (
    CannotBetEnough,
    CommunityShownEarly,
    WrongHandCount,
)
from game.irregularities.rule_on import RULINGS, rule_on
from game.mississippi.round import Status
from game.mississippi.view import facts as facts_of
from game.play.moves import Move
from rulebook import Cite
from tests.game import caribbean, stud
from tests.game.rulings import facts, ruled, ruled_round

CODES = list(RULINGS)


EVERY = [
    each
    for each in vars(kinds).values()
    if isinstance(each, type)
    and issubclass(each, kinds.Irregularity)
    and each is not kinds.Irregularity
]


@pytest.mark.parametrize("code", CODES)
def test_every_document_answers_every_irregularity(code: str) -> None:
    covered = {kind for table in RULINGS.values() for kind in table}
    by_nobody = {kinds.RuleBroken, kinds.NotCovered}
    missing = set(EVERY) - covered - by_nobody
    assert not missing
    for kind in covered - set(RULINGS[code]):
        values = {"seat": 1, "amount": 5, "wager": "ante", "least": 1, "most": 9}
        fields = kind.__dataclass_fields__
        needed = {k: v for k, v in values.items() if k in fields}
        rest = {
            k: 1
            for k in ("cards", "box", "street", "count", "table", "seated_at")
            if k in fields
        }
        tuples = {k: (1,) for k in ("viewed", "seats") if k in fields}
        more = {"order_known": True} if "order_known" in fields else {}
        more |= {"ground": kinds.Ground.FIRE} if "ground" in fields else {}
        ruling = ruled(facts(code), kind(**needed, **rest, **tuples, **more))
        assert ruling.choices  # somebody decides what the rules leave open


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        ([], "nobody"),
        ([2], "seat 2"),
        ([2, 4], "seats 2 and 4"),
        ([1, 2, 4], "seats 1, 2 and 4"),
    ],
)
def test_seats_are_named_as_people_say_them(seats: list[int], said: str) -> None:
    assert named(seats) == said


def test_a_seat_without_a_hand_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="Seat 9"):
        rule_on(facts("CROWN3"), CannotBetEnough(9, 5))


# On rounds in play ---------------------------------------------------------------


@pytest.mark.parametrize("code", ["CROWN3", "NSW3", "STAR4", "MASS"])
def test_a_stud_round_tells_its_facts(code: str) -> None:
    now = stud.dealt(code)
    seat = now.undecided[0].seat
    bet = stud.act(now, stud.bet(seat, 20))
    seen = SeenAtTable(looked={seat}, session="s", number=7)
    told = facts_of(bet, seen)
    assert (told.code, told.number, told.session) == (code, 7, "s")
    assert told.hand(seat).wagers == (Wager("ante", 10), Wager("3rd", 20))
    assert told.hand(seat).looked
    assert told.hand(seat).decided
    other = now.undecided[1].seat
    assert [hand.seat for hand in told.undecided] == [other]
    assert sum(wager.amount for _, wager in told.stakes()) == 40
    assert told.called is (code != "MASS")  # there the call closes each street
    folded = facts_of(stud.act(bet, stud.fold(other)))
    assert folded.hand(other).folded


def test_in_massachusetts_the_call_closes_each_street() -> None:
    now = stud.dealt("MASS")
    bets = stud.act(now, *(stud.bet(box.seat, 10) for box in now.undecided))
    assert not facts_of(bets).called
    early = rule_on(facts_of(bets), CommunityShownEarly(3))
    assert early.cite.id == "MASS-14(a)"
    closed = facts_of(stud.act(bets, stud.NO_MORE_BETS))
    assert closed.called
    assert rule_on(closed, CommunityShownEarly(3)).cite.id == "HOUSE-RULING-1"
    assert not facts_of(stud.anted("MASS")).called


def test_a_ruling_on_a_stud_round() -> None:
    now = stud.act(
        stud.dealt("STAR4"), stud.bet(stud.dealt("STAR4").undecided[0].seat, 20)
    )
    ruling = ruled_round(now, CommunityShownEarly(3))
    assert ruling.cite.id == "STAR4-11.4"
    assert ruling.back() == 10
    before = stud.anted("CROWN3")
    assert not facts_of(before).called
    misdeal = ruled_round(before, WrongHandCount(1, 3))
    assert misdeal.back() == 20


def test_a_ruling_is_carried_out_on_the_round() -> None:
    now = stud.dealt("STAR4")
    first, second = (box.seat for box in now.undecided)
    now = stud.act(now, stud.bet(first, 20))
    ruling = ruled_round(now, CommunityShownEarly(3))
    after = stud.act(now, *ruling.moves)
    box = after.box(second)
    assert box
    assert (box.status, box.ruled) == (Status.VOID, ruling.cite)
    again = ruled_round(after, WrongHandCount(first, 3))
    assert (again.back(first), again.back(second)) == (30, 0)  # nothing goes back twice
    other = after.box(first)
    assert other
    assert other.status is Status.PLAYING
    misdeal = ruled_round(now, WrongHandCount(first, 3))
    assert misdeal.moves == (stud.void_round(misdeal.cite), Move("close"))
    stud.act(now, *misdeal.moves)


def test_a_ruling_on_a_caribbean_round() -> None:
    early = caribbean_facts(caribbean.dealt())
    assert not early.called
    assert not any(hand.decided for hand in early.hands)
    now = caribbean.decided(folds=(1,))
    told = caribbean_facts(now, SeenAtTable(looked={1}))
    assert [hand.looked for hand in told.hands] == [True, False]
    assert told.called
    assert told.hand(1).folded
    assert all(hand.decided for hand in told.hands)
    assert told.hand(2).wagers == (Wager("ante", 5_00), Wager("bet", 10_00))
    void = caribbean.act(now, stud.void_hand(2, Cite("VIC99-N25-14.5.2")))
    assert [hand.seat for hand in caribbean_facts(void).hands] == [1]
    ruling = ruled_round(now, WrongHandCount(None, 6, deck_count=52))
    assert ruling.total(Fate.RETURNED) == 10_00  # the Bet; every ante is paid
    assert sum(effect.won for effect in ruling.effects) == 10_00
