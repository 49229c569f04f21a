"""Secret wagers and the wagers of other games in the terms; words against figures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.examples import complete, with_
from tournaments.rules.clauses.secret import SecretOn
from tournaments.rules.secret_wagers import AtStake, Written, deemed, faults
from tournaments.rules.structure import check
from tournaments.rules.words_and_figures import in_words, read_figures, read_words


@pytest.mark.rule("HOUSE-TOURN-236")
def test_terms_of_baccarat_say_what_is_bet_on_and_take_the_commission_in_chips():
    terms = complete("baccarat")
    assert not check(terms).refusals
    text = terms.wagers.baccarat.text(terms)
    assert "a commission of 5%" in text
    assert "a broken chip counts as a whole one" in text
    assert "street" not in terms.wagers.compulsory.text(terms)
    assert "Ante" not in terms.wagers.compulsory.text(terms)
    assert "on Banker, Player or Tie" in terms.wagers.secret.text(terms)
    undecided = with_(terms, ("wagers.baccarat.tie", None))
    assert [r.cite.id for r in undecided.wagers.baccarat.missing(undecided)] == [
        "HOUSE-TOURN-236"
    ]
    no_tie = with_(terms, ("wagers.baccarat.tie", False))
    assert [*no_tie.wagers.secret.refusals(no_tie)]


@pytest.mark.rule("HOUSE-TOURN-237")
def test_terms_of_caribbean_stud_say_what_follows_the_ante():
    terms = complete("caribbean")
    assert not check(terms).refusals
    assert "two times the Ante" in terms.wagers.caribbean.text(terms)
    assert "street" not in terms.wagers.compulsory.text(terms)
    silent = with_(terms, ("wagers.caribbean.stated", False))
    assert [r.cite.id for r in silent.wagers.caribbean.missing(silent)] == [
        "HOUSE-TOURN-237"
    ]
    both = with_(terms, ("wagers.secret.on", SecretOn.ANTE_AND_STREETS))
    assert "the Bet after it" in both.wagers.secret.text(both)


@pytest.mark.rule("HOUSE-TOURN-232")
def test_the_terms_print_how_a_secret_ante_is_played_on():
    terms = complete()
    assert "nothing more is bet on it" in terms.wagers.secret.text(terms)
    streets = with_(terms, ("wagers.secret.on", SecretOn.ANTE_AND_STREETS))
    assert "as many times over" in streets.wagers.secret.text(streets)
    silent = with_(terms, ("wagers.secret.stated", False))
    assert [r.cite.id for r in silent.wagers.secret.missing(silent)] == [
        "HOUSE-TOURN-232"
    ]
    assert "plays the same hand" not in silent.wagers.secret.text(silent)


@pytest.mark.rule("HOUSE-TOURN-230")
@pytest.mark.parametrize(
    ("key", "on", "fits"),
    [
        ("baccarat", SecretOn.ANTE, False),
        ("baccarat", SecretOn.SIDES, True),
        ("caribbean", SecretOn.AREAS, False),
        ("heats", SecretOn.SIDES, False),
    ],
)
def test_a_secret_wager_is_one_of_the_game_played(key, on, fits):
    terms = with_(complete(key), ("wagers.secret.on", on))
    assert (not [*terms.wagers.secret.refusals(terms)]) is fits


@given(st.integers(1, 1_000_000))
def test_an_amount_reads_back_from_its_words_and_from_its_figures(amount):
    assert read_words(in_words(amount)) == amount
    assert read_words(in_words(amount).title() + " chips only.") == amount
    assert read_figures(str(amount)) == read_figures(f"{amount:,} chips") == amount


@pytest.mark.parametrize(
    ("typed", "amount"),
    [
        ("Two hundred fifty", 250),
        ("fifteen hundred", 1500),
        ("a thousand", 1000),
        ("one hundred thousand and five", 100_005),
        ("one million", 1_000_000),
        ("one million and one", None),
        ("ten five", None),
        ("hundred", None),
        ("twenty ten", None),
        ("one hundred and", None),
        ("zero", None),
        ("deux cents", None),
        ("100", None),
        ("", None),
    ],
)
def test_words_are_read_strictly(typed, amount):
    assert read_words(typed) == amount


@pytest.mark.parametrize(
    "typed", ["", "0", "1,00", "1.5", "-5", "1e3", "١٠", "1 000 00"]
)
def test_figures_that_are_no_whole_amount_are_none(typed):
    assert read_figures(typed) is None


WRITTEN = st.builds(
    Written,
    st.sampled_from(["banker", "player", "tie", "", "dragon"]),
    st.one_of(st.integers(0, 2_000).map(str), st.text(max_size=8)),
    st.one_of(st.integers(1, 2_000).map(in_words), st.text(max_size=8)),
)
LAYOUT = st.dictionaries(
    st.sampled_from(["banker", "player", "tie"]), st.integers(10, 500), max_size=2
)


@given(WRITTEN, LAYOUT, st.integers(0, 3_000))
def test_whatever_a_form_says_it_counts_for_no_more_than_chips_and_maximum(
    written, layout, stack
):
    at = AtStake(SecretOn.AREAS, 10, 500, 0, stack, layout)
    counts = deemed(written, at, lambda amount: (amount,))
    assert 0 <= counts.amount <= at.free
    assert counts.amount + sum(layout.values()) <= max(500, sum(layout.values()) + 10)
    if not faults(written, at):
        assert counts.cite.id == "VIC99-N26-14.6.8"
        assert not counts.deducted


@given(WRITTEN, LAYOUT, st.integers(0, 3_000))
def test_no_refusal_of_a_form_repeats_what_was_written(written, layout, stack):
    at = AtStake(SecretOn.AREAS, 10, 500, 0, stack, layout)
    known = {str(n) for n in (10, 500, at.free)}
    for refusal in faults(written, at):
        said = f"{refusal.wrong} {refusal.right}".replace(",", "").split()
        plain = {word.strip(".") for word in said}
        if len(written.figures) > 2 and written.figures not in known:
            assert written.figures not in plain
