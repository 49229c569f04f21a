"""Amounts, times, shares and lists as the terms say them."""

from datetime import datetime
from fractions import Fraction

import pytest

from rulebook.terms import wording
from tests.tournaments.examples import MELBOURNE
from tournaments.rules.stages import GoesOn, Stage


@pytest.mark.parametrize(
    ("said", "right"),
    [
        (wording.dollars(125050), "$1,250.50"),
        (wording.dollars(125000), "$1,250"),
        (wording.dollars(-5), "−$0.05"),
        (wording.dollars(None), wording.BLANK),
        (wording.chips(1), "1 chip"),
        (wording.chips(10_000), "10,000 chips"),
        (wording.many(0, "hand"), "no hands"),
        (wording.many(1, "hand"), "one hand"),
        (wording.many(12, "hand"), "twelve hands"),
        (wording.many(13, "hand"), "13 hands"),
        (wording.figure(1, "entry", "entries"), "1 entry"),
        (wording.figure(1_000, "player"), "1,000 players"),
        (wording.ordinal(1), "first"),
        (wording.ordinal(10), "tenth"),
        (wording.ordinal(11), "11th"),
        (wording.ordinal(22), "22nd"),
        (wording.ordinal(103), "103rd"),
        (wording.ordinal(112), "112th"),
        (wording.per_cent(Fraction(1, 2)), "50%"),
        (wording.per_cent(Fraction(1, 8)), "12.5%"),
        (wording.per_cent(Fraction(3)), "300%"),
        (wording.per_cent(Fraction(1, 3)), "1/3"),
        (wording.per_cent(Fraction(0)), "0%"),
        (wording.length(0), "no minutes"),
        (wording.length(45), "45 minutes"),
        (wording.length(60), "one hour"),
        (wording.length(150), "two hours and 30 minutes"),
        (wording.listed(()), wording.BLANK),
        (wording.listed(["a"]), "a"),
        (wording.listed("abc", "or"), "a, b or c"),
        (wording.ended("  Two   words "), "Two words."),
        (wording.ended("Really?"), "Really?"),
        (wording.ended(" "), f"{wording.BLANK}."),
        (wording.phrase("at the desk."), "at the desk"),
        (wording.does("the heats", "has"), "the heats have"),
        (wording.does("the final", "has"), "the final has"),
        (
            wording.does("session 2 of the heats", "starts"),
            "session 2 of the heats starts",
        ),
    ],
)
def test_the_terms_say(said, right):
    assert said == right


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("Round one", "round one"),
        ("Final", "the final"),
        ("Semi-final", "the semi-final"),
        ("Super Rebuy", "the Super Rebuy"),
        ("", f"the {wording.BLANK}"),
    ],
)
def test_a_stage_is_called(name, called):
    assert Stage(name).called == called


def test_who_goes_on_is_said_in_full():
    way = GoesOn(2, 1, Fraction(1, 10), 1)
    assert way.text() == (
        "the two highest stacks of each table, the highest stack of the other players, "
        "so many of the highest stacks that 10% of the stage go on and one player "
        "drawn by lot from the rest"
    )
    assert GoesOn().text() == "nobody"
    assert GoesOn(best_others=6).text() == "the six highest stacks of the stage"


@pytest.mark.parametrize(
    ("hands", "minutes", "said"),
    [
        (18, 75, "18 hands (75 minutes set aside)"),
        (18, None, "18 hands"),
        (None, 45, "45 minutes"),
        (None, None, wording.BLANK),
    ],
)
def test_how_long_a_session_is(hands, minutes, said):
    assert Stage("x", hands=hands, minutes=minutes).length() == said


def test_days_are_said_once():
    noon = datetime(2026, 11, 21, 12, tzinfo=MELBOURNE)
    later = datetime(2026, 11, 22, 9, 30, tzinfo=MELBOURNE)
    assert wording.moments([noon, later], MELBOURNE) == (
        "Saturday 21 November 2026, 12:00 and Sunday 22 November 2026, 09:30"
    )
    assert wording.moments([noon, noon], MELBOURNE, after=noon) == "12:00 and 12:00"
