"""Cards, decks and shuffles."""

import random

import pytest

from game.cards import DECK, Card, parse, repeated, show
from game.deck import mixed
from game.rulebooks.deck_of import deck_rules


def test_every_card_is_written_and_read_back():
    assert parse(show(DECK)) == DECK
    assert parse("2c2sAcAs") == (0, 3, 48, 51)  # by rank, then by suit


@pytest.mark.parametrize(
    "text", ["A", "AcK", "1c", "10h", "Ax", "ac", "aC", "A c", "🂡"]
)
def test_anything_else_is_no_card(text):
    with pytest.raises(ValueError, match="is no card: write a rank of"):
        parse(text)


def test_no_text_is_no_cards():
    assert parse("") == ()


def test_repeated_cards_are_named_once_each():
    assert repeated(parse("AcKdAcKdAc2h")) == parse("AcKd")
    assert repeated(DECK) == ()


def a_shuffle(code, by):
    rules = deck_rules("mississippi_stud", code)
    device, method = next(iter(rules.needs_cut))
    return mixed(rules, device, method, by).cards


@pytest.mark.rule("CROWN3-4.1.1", "NSW3-4.1", "STAR4-4.1", "MASS-4(a)")
@pytest.mark.parametrize("code", ["CROWN3", "MASS", "NSW3", "STAR4"])
def test_a_shuffle_mixes_one_whole_deck_and_comes_out_differently_each_time(code):
    decks = {a_shuffle(code, random.SystemRandom()) for _ in range(20)}
    assert len(decks) == 20
    assert all(sorted(deck) == list(DECK) for deck in decks)


def test_a_shuffle_puts_every_card_everywhere():
    """Each card is first about once in 52 decks: 6 standard deviations either way."""
    by, times = random.SystemRandom(), 5_200
    first = [a_shuffle("CROWN3", by)[0] for _ in range(times)]
    assert all(40 < first.count(Card(card)) < 160 for card in DECK)
