"""What may have gone wrong now, what is asked about it, and how answers are read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.irregularities import kinds
from game.irregularities.answers import Answer
from game.irregularities.catalogue import CATALOGUE
from game.irregularities.facts import Stage
from game.irregularities.possible import facts_of, possible, read
from game.irregularities.rule_on import rule_on
from game.irregularities.scene import Scene
from rulebook import Refused
from tests.game.rulings import facts, hand, ruled

CODES = ("CROWN3", "MASS", "NSW3", "STAR4", "VIC99")
STREETS = {"third": 10, "fourth": 10, "fifth": 10}


def dealing(code, *hands, **more):
    return scene(code, *hands, cards_out=7, **more)


def deciding(code, *hands, **more):
    return dealing(code, *hands, stage=Stage.DECIDING, called=True, **more)


def settling(code, **more):
    bet = {"bet": 20} if code == "VIC99" else STREETS
    hands = [hand(seat, jackpot=1, **bet) for seat in (1, 2, 3)]
    return dealing(code, *hands, stage=Stage.SETTLING, called=True, shown=3, **more)


def scene(code, *hands, shown=0, **more):
    return Scene(facts(code, *hands, **more), 6, shown, "7", jackpot=True)


def offered(at):
    return {one.name for one in possible(at)}


def refused(verdict):
    assert isinstance(verdict, Refused), verdict
    return {(r.cite.id, r.field) for r in verdict.refusals}


@pytest.mark.rule("HOUSE-RULING-3")
@pytest.mark.parametrize(
    ("code", "names"),
    [
        (
            "CROWN3",
            (
                "cards-exposed wrong-hand-count wrong-community-count stray-hand "
                "community-shown-early deck-fault device-fault jackpot-game "
                "talk rule-broken outcome-invalid not-covered"
            ),
        ),
        (
            "MASS",
            (
                "cards-exposed wrong-hand-count wrong-community-count "
                "boxed-cards card-drawn "
                "community-shown-early deck-fault device-fault talk not-covered"
            ),
        ),
        (
            "NSW3",
            (
                "cards-exposed wrong-hand-count wrong-community-count stray-hand "
                "community-shown-early community-spread-wrongly deck-fault "
                "device-fault cards-dropped talk collusion rule-broken "
                "outcome-invalid not-covered"
            ),
        ),
        (
            "STAR4",
            (
                "cards-exposed wrong-hand-count wrong-community-count stray-hand "
                "community-shown-early community-spread-wrongly deck-fault "
                "device-fault cards-dropped jackpot-equipment talk collusion "
                "rule-broken outcome-invalid not-covered"
            ),
        ),
        (
            "VIC99",
            (
                "cards-exposed wrong-hand-count stray-hand deck-fault device-fault "
                "jackpot-game not-covered"
            ),
        ),
    ],
)
def test_during_the_deal_each_document_has_its_own_list(code, names):
    assert offered(dealing(code)) == set(names.split())


@pytest.mark.rule("HOUSE-RULING-3")
@pytest.mark.parametrize("code", CODES)
def test_before_any_card_only_the_cards_themselves_can_be_wrong(code):
    names = offered(scene(code))
    assert not names & {"cards-exposed", "wrong-hand-count", "stray-hand", "talk"}
    assert {"deck-fault", "device-fault", "not-covered"} <= names


@pytest.mark.rule("HOUSE-RULING-3")
@pytest.mark.parametrize("code", CODES)
def test_nobody_at_the_table_leaves_equipment_and_the_last_resort(code):
    empty = Scene(facts(code).__class__(code, ()), 6, table="7")
    assert offered(empty) <= {
        "deck-fault",
        "device-fault",
        "cards-dropped",
        "not-covered",
    }


@pytest.mark.rule("HOUSE-RULING-3")
@pytest.mark.parametrize(
    ("code", "name", "there"),
    [
        ("CROWN3", "cannot-bet-enough", True),
        ("CROWN3", "cards-swept", True),
        ("VIC99", "cannot-bet-enough", True),
        ("STAR4", "absent", True),
        ("NSW3", "absent", True),
        ("MASS", "absent", False),
        ("NSW3", "cards-exposed", False),
        ("CROWN3", "bet-found-wrong", False),
    ],
)
def test_while_players_decide(code, name, there):
    assert (name in offered(deciding(code))) is there


@pytest.mark.rule("HOUSE-RULING-3")
@pytest.mark.parametrize(
    ("code", "there"),
    [("CROWN3", True), ("VIC99", True), ("MASS", False), ("STAR4", False)],
)
def test_a_bet_is_found_wrong_at_settlement(code, there):
    names = offered(settling(code))
    assert ("bet-found-wrong" in names) is there
    assert not names & {"community-shown-early", "stray-hand", "absent", "talk"}


@pytest.mark.rule("HOUSE-RULING-3")
def test_only_cards_still_face_down_can_be_shown_early():
    at = deciding("CROWN3", shown=1)
    early = next(o for o in possible(at) if o.name == "community-shown-early")
    [asked] = early.questions
    assert [value for value, _ in asked.options] == ["4", "5"]
    assert refused(read(at, "community-shown-early", {"street": "3"})) == {
        ("HOUSE-RULING-4", "street")
    }
    assert "community-shown-early" not in offered(deciding("CROWN3", shown=3))


@pytest.mark.rule("HOUSE-RULING-3")
def test_a_full_table_has_no_box_without_a_hand():
    hands = [hand(seat) for seat in range(1, 7)]
    assert "stray-hand" not in offered(dealing("STAR4", *hands))
    assert "stray-hand" in offered(dealing("STAR4", *hands[:5]))


@pytest.mark.rule("HOUSE-RULING-3")
def test_looking_at_hands_needs_a_player_of_several():
    mine = [hand(1), hand(2)]
    both = [mine[0], hand(2).__class__(2, mine[1].wagers, "P1")]
    assert "hands-viewed" not in offered(deciding("CROWN3", *mine))
    at = deciding("CROWN3", *both)
    assert "hands-viewed" in offered(at)
    found = read(at, "hands-viewed", {"seated_at": "1", "viewed": ["2"]})
    assert found == kinds.HandsViewed(1, (2,))


@pytest.mark.rule("HOUSE-RULING-3")
def test_what_cannot_have_happened_is_refused():
    assert refused(read(scene("STAR4"), "cards-exposed", {"cards": 1})) == {
        ("HOUSE-RULING-3", "what")
    }
    assert refused(read(scene("STAR4"), "no such thing", {})) == {
        ("HOUSE-RULING-3", "what")
    }


@pytest.mark.rule("HOUSE-RULING-3")
def test_a_game_without_irregularity_rules_has_the_last_resort_only():
    at = Scene(facts("VIC99", cards_out=4), 9, covered=False)
    assert offered(at) == {"not-covered"}
    found = read(at, "not-covered", {"what": "  A card\nfell. "})
    assert found == kinds.NotCovered("A card fell.")
    assert rule_on(at.facts, found).cite.id == "HOUSE-RULING-1"


@pytest.mark.parametrize(
    ("at", "name", "given", "made"),
    [
        (
            dealing("CROWN3"),
            "wrong-hand-count",
            {"seat": "3", "cards": "3", "deck_count": ""},
            kinds.WrongHandCount(3, 3),
        ),
        (
            dealing("VIC99"),
            "wrong-hand-count",
            {"seat": "dealer", "cards": 6, "deck_count": 52},
            kinds.WrongHandCount(None, 6, 52),
        ),
        (
            dealing("VIC99"),
            "cards-exposed",
            {"cards": "3", "by_dealer": "no"},
            kinds.CardsExposed(3, by_dealer=False),
        ),
        (
            deciding("CROWN3"),
            "cards-swept",
            {"seat": 2, "named": "As Kd", "discards": "KdAs"},
            kinds.CardsSwept(2, (51, 45), (45, 51)),
        ),
        (
            scene("NSW3"),
            "deck-fault",
            {"count": "52", "foreign": "blue 7c, joker"},
            kinds.DeckFault(52, ("blue 7c", "joker")),
        ),
        (
            scene("CROWN3"),
            "device-fault",
            {"trouble": "unverified", "count": "51"},
            kinds.DeviceFault(kinds.DeviceTrouble.UNVERIFIED, 51),
        ),
        (
            deciding("CROWN3"),
            "cannot-bet-enough",
            {"seat": "1", "amount": "5"},
            kinds.CannotBetEnough(1, 5),
        ),
        (
            settling("CROWN3"),
            "bet-found-wrong",
            {"seat": "1", "wager": "4th"},
            kinds.BetFoundWrong(1, "4th", 10, 30),
        ),
        (
            settling("VIC99"),
            "bet-found-wrong",
            {"seat": "1", "wager": "bet"},
            kinds.BetFoundWrong(1, "bet", 20, 20),
        ),
        (
            dealing("STAR4"),
            "outcome-invalid",
            {"ground": "fraud", "fraudsters": "2, 3"},
            kinds.OutcomeInvalid(kinds.Ground.FRAUD, (2, 3)),
        ),
        (
            dealing("STAR4"),
            "outcome-invalid",
            {"ground": "fire", "fraudsters": "2"},
            kinds.OutcomeInvalid(kinds.Ground.FIRE),
        ),
        (
            dealing("STAR4"),
            "rule-broken",
            {"seat": "2", "with_device": "on"},
            kinds.RuleBroken(2, with_device=True),
        ),
        (
            dealing("STAR4"),
            "jackpot-equipment",
            {},
            kinds.JackpotEquipmentFails("7"),
        ),
    ],
)
@pytest.mark.rule("HOUSE-RULING-4")
def test_answers_make_the_irregularity(at, name, given, made):
    assert read(at, name, given) == made
    ruled(at.facts, made)


@pytest.mark.parametrize(
    ("given", "fields"),
    [
        ({}, {"seat", "cards"}),
        ({"seat": "9", "cards": "2"}, {"seat"}),
        ({"seat": "2", "cards": "53"}, {"cards"}),
        ({"seat": "2", "cards": "-1"}, {"cards"}),
        ({"seat": "2", "cards": "٣"}, {"cards"}),
        ({"seat": "2", "cards": True}, {"cards"}),
        ({"seat": "2", "cards": "9" * 40}, {"cards"}),
        ({"seat": "2", "cards": "3", "deck_count": "many"}, {"deck_count"}),
        ({"seat": [2], "cards": {"a": 1}}, {"seat", "cards"}),
        ({"seat": "2", "cards": "3", "mood": "bad"}, {""}),
    ],
)
@pytest.mark.rule("HOUSE-RULING-4")
def test_all_that_is_wrong_with_the_answers_is_said_at_once(given, fields):
    verdict = read(dealing("CROWN3"), "wrong-hand-count", given)
    assert refused(verdict) == {("HOUSE-RULING-4", field) for field in fields}


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("cards-swept", {"seat": "1", "discards": "AsAs"}),
        ("cards-swept", {"seat": "1", "discards": "Zz"}),
        ("cards-swept", {"seat": "1", "discards": "AsKd", "named": "As"}),
        ("cards-swept", {"seat": "1", "discards": 7}),
        ("not-covered", {"what": " "}),
        ("not-covered", {"what": "x" * 401}),
        ("not-covered", {"what": "a\0b"}),
        ("device-fault", {"trouble": "jam it"}),
        ("rule-broken", {"seat": "1", "with_device": "perhaps"}),
        ("rule-broken", {"seat": "1", "with_device": 3}),
    ],
)
@pytest.mark.rule("HOUSE-RULING-4")
def test_odd_answers_are_refused(name, given):
    assert {rule for rule, _ in refused(read(deciding("CROWN3"), name, given))} == {
        "HOUSE-RULING-4"
    }


@pytest.mark.rule("STAR4-11.7", "STAR4-11.8")
def test_who_has_looked_decides_on_a_stray_hand():
    at, given = dealing("STAR4"), {"box": "5", "looked": ["2"]}
    found = read(at, "stray-hand", given)
    assert found == kinds.StrayHand(5)
    assert rule_on(facts_of(at, "stray-hand", given), found).cite.id == "STAR4-11.8"
    unseen = facts_of(at, "stray-hand", {"box": "5"})
    assert rule_on(unseen, found).cite.id == "STAR4-11.7"
    assert facts_of(at, "nothing", {}) == at.facts


@pytest.mark.rule("HOUSE-RULING-4")
def test_a_bet_that_is_not_there_cannot_be_wrong():
    hands = hand(1, **STREETS), hand(2, third=10, folded=True)
    at = dealing("CROWN3", *hands, stage=Stage.SETTLING, called=True, shown=3)
    verdict = read(at, "bet-found-wrong", {"seat": "2", "wager": "4th"})
    assert refused(verdict) == {("HOUSE-RULING-4", "seat")}  # a folded hand is lost
    hands = hand(1, **STREETS), hand(2, third=10, fifth=10)
    at = dealing("CROWN3", *hands, stage=Stage.SETTLING, called=True, shown=3)
    verdict = read(at, "bet-found-wrong", {"seat": "2", "wager": "4th"})
    assert refused(verdict) == {("HOUSE-RULING-4", "wager")}


def _answer(draw, question):
    match question.answer:
        case Answer.NUMBER | Answer.AMOUNT:
            return draw(st.integers(question.least, min(question.most, 60)))
        case Answer.YES_OR_NO:
            return draw(st.booleans())
        case Answer.CARDS:
            return "AsKd"
        case Answer.WORDS:
            return "Something odd."
        case Answer.SEATS:
            return [question.options[0][0]]
        case _:
            return draw(st.sampled_from([value for value, _ in question.options]))


@st.composite
def answered(draw):
    code = draw(st.sampled_from(CODES))
    at = draw(st.sampled_from([scene, dealing, deciding]))(code)
    if draw(st.booleans()):
        at = settling(code)
    one = draw(st.sampled_from(possible(at)))
    return at, one, {q.name: _answer(draw, q) for q in one.questions}


@given(answered())
def test_whatever_is_offered_and_answered_gets_a_sound_ruling(asked):
    at, one, answers = asked
    found = read(at, one.name, answers)
    assert not isinstance(found, Refused)
    assert isinstance(found, next(s.kind for s in CATALOGUE if s.name == one.name))
    ruled(at.facts, found)
