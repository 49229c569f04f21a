"""Clauses of conduct: penalties, absence, early ends, and where the rules prevail."""

import sys
from datetime import timedelta
from inspect import isabstract

import pytest

from rulebook import Cite
from rulebook.terms.base import Clause, StatementClause
from rulebook.terms.checklist import checklist
from tests.tournaments.examples import MINUTE, NOW, START, complete, ready, with_, wrong
from tournaments.editions import rulebook_facts
from tournaments.rules.clauses.chances import Disposal
from tournaments.rules.clauses.conduct import ChipsLeft, LateEffect
from tournaments.rules.clauses.format import Stacks
from tournaments.rules.clauses.names import NamesClause
from tournaments.rules.clauses.penalties import Sanction
from tournaments.rules.clauses.seating import ShortTable, ShortTablesClause
from tournaments.rules.clauses.statements import EarlyGround
from tournaments.rules.contradictions import contradictions, street_most
from tournaments.rules.facts import Play
from tournaments.rules.tokens import ChipCount

CROWN3_STUD = rulebook_facts(NamesClause(rulebook="CROWN3"))
VIC99_BACCARAT = rulebook_facts(NamesClause(rulebook="VIC99", game="Baccarat"))


@pytest.mark.rule("CROWN3-12.5.3(a)(i)")
@pytest.mark.parametrize(
    ("ground", "sanction", "size", "given"),
    [
        ("advising another player", Sanction.CHIPS, 500, True),
        ("advising another player", Sanction.CHIPS, 501, False),
        ("advising another player", Sanction.HANDS, 1, False),
        ("disorderly conduct", Sanction.HANDS, 3, True),
        ("whistling", Sanction.WARNING, 0, False),
    ],
)
def test_only_a_listed_penalty_is_given(ground, sanction, size, given):
    refusal = complete().conduct.penalties.refuse(ground, sanction, size)
    assert (refusal is None) is given


@pytest.mark.rule("CROWN3-12.5.3(a)(i)")
def test_a_penalty_without_ground_or_size_is_missing():
    for path, empty in (("0.ground", ""), ("1.most", 0)):
        terms = with_(complete(), (f"conduct.penalties.penalties.{path}", empty))
        assert [i.path for i in checklist(terms).open] == ["conduct.penalties"]


@pytest.mark.rule("CROWN3-12.5.3(a)(ii)")
def test_disqualification_needs_a_listed_ground():
    clause = complete().conduct.disqualification
    assert clause.refuse("collusion") is None
    assert "is no ground" in clause.refuse("bad luck").wrong


@pytest.mark.rule("CROWN3-12.5.3(a)(iii)")
@pytest.mark.parametrize(
    ("at", "named"), [(START - MINUTE, True), (START, False), (START + MINUTE, False)]
)
def test_a_substitute_is_named_before_round_one_begins(at, named):
    terms = complete()
    assert (terms.conduct.substitutes.refuse(at, terms) is None) is named
    barred = with_(terms, ("conduct.substitutes.allowed", False))
    assert barred.conduct.substitutes.refuse(NOW, barred).field == "allowed"


@pytest.mark.rule("CROWN3-12.5.3(b)(i)")
def test_terms_may_eliminate_the_late():
    out = with_(complete(), ("conduct.late.effect", LateEffect.ELIMINATED))
    assert "is eliminated" in out.conduct.late.text(out)


@pytest.mark.rule("CROWN3-12.5.3(b)(ii)")
def test_an_absent_player_is_eliminated_and_the_chips_follow_the_terms():
    terms = with_(complete(), ("conduct.absence.chips", ChipsLeft.REMOVED))
    assert "not shared out" in terms.conduct.absence.text(terms)


@pytest.mark.rule("CROWN3-12.5.3(b)(iii)")
def test_a_telephone_in_play_has_its_price():
    terms = complete()
    assert "costs up to 200 chips" in terms.conduct.phone.text(terms)
    bare = with_(terms, ("conduct.phone.penalty.most", 0))
    assert [i.path for i in checklist(bare).open] == ["conduct.phone"]


@pytest.mark.rule("CROWN3-12.5.3(b)(iv)")
def test_a_substitute_inherits_what_the_terms_say():
    terms = complete()
    assert terms.conduct.substitution.stack_after(1_000, 10_000) == 1_000
    fresh = with_(terms, ("conduct.substitution.takes_stack", False))
    assert fresh.conduct.substitution.stack_after(1_000, 10_000) == 10_000
    carried = with_(fresh, ("format.progression.stacks", Stacks.CARRY_OVER))
    assert "conduct.substitution.takes_stack" in wrong(carried)
    none = with_(terms, ("conduct.substitutes.allowed", False))
    assert "nothing follows" in none.conduct.substitution.text(none)


@pytest.mark.rule("CROWN3-12.5.3(b)(v)")
def test_a_disqualified_players_chips_are_removed_not_shared():
    terms = complete()
    assert terms.conduct.disqualified.stack_after(700) == 0
    assert "not shared out" in terms.conduct.disqualified.text(terms)
    stay = with_(terms, ("conduct.disqualified.chips", ChipsLeft.STAY_IN_PLAY))
    assert stay.conduct.disqualified.stack_after(700) == 700


@pytest.mark.rule("CROWN3-12.5.3(b)(vi)")
def test_retiring_says_what_becomes_of_chips_and_place():
    terms = complete()
    text = terms.conduct.retirement.text(terms)
    assert "removed and not shared out" in text
    assert "placed by the stack held" in text


@pytest.mark.rule("CROWN3-12.5.3(c)")
def test_terms_of_four_times_the_ante_are_flagged_and_three_prevail():
    terms = with_(complete(), ("wagers.compulsory.street_most", 4))
    [found] = contradictions(terms, CROWN3_STUD)
    assert found.cite == Cite("CROWN3-12.5.3(c)")
    assert found.rule == Cite("CROWN3-5.5.1")
    assert found.field == "wagers.compulsory.street_most"
    assert "four times the Ante. The rules allow 3, and the rules prevail." in (
        found.sentence
    )
    assert street_most(terms, CROWN3_STUD) == 3
    assert contradictions(complete(), CROWN3_STUD) == ()
    low = with_(complete(), ("wagers.compulsory.street_most", 2))
    assert street_most(low, CROWN3_STUD) == 2
    assert street_most(terms, VIC99_BACCARAT) == 4


@pytest.mark.rule("CROWN3-12.5.3(c)")
@pytest.mark.parametrize(
    ("facts", "seats", "clashes"),
    [
        (CROWN3_STUD, 9, 0),
        (CROWN3_STUD, 10, 1),
        (VIC99_BACCARAT, 5, 0),
        (VIC99_BACCARAT, 4, 1),
        (VIC99_BACCARAT, 14, 0),
        (VIC99_BACCARAT, 15, 1),
    ],
)
def test_more_seats_than_the_game_has_are_flagged(facts, seats, clashes):
    terms = with_(complete(), ("format.stages.stages.2.seats", seats))
    assert len(contradictions(terms, facts)) == clashes


@pytest.mark.rule("CROWN3-12.5.3(d)")
def test_a_table_ends_early_only_on_a_ground():
    terms = complete()
    clause = terms.conduct.early_end
    play = Play(decided=True, agreed=6, players=6)
    [refusal] = clause.guard(ready(terms, play=play))
    assert refusal.cite == Cite("CROWN3-12.5.3(d)")


@pytest.mark.rule("CROWN3-12.5.3(d)(i)")
@pytest.mark.parametrize(("decided", "ends"), [(True, True), (False, False)])
def test_a_table_ends_early_when_who_goes_on_is_settled(decided, ends):
    terms = complete()
    play = Play(early_ground=EarlyGround.DECIDED, decided=decided, players=6)
    refusals = terms.conduct.early_end.guard(ready(terms, play=play))
    assert (not [*refusals]) is ends


@pytest.mark.rule("CROWN3-12.5.3(d)(ii)")
@pytest.mark.parametrize(
    ("cashed", "agreed", "ends"), [(True, 6, True), (True, 5, False), (False, 6, False)]
)
def test_a_table_ends_early_when_chips_are_cashed_and_all_agree(cashed, agreed, ends):
    disposal = Disposal.CASHED if cashed else Disposal.NO_CASH_VALUE
    terms = with_(complete(), ("format.disposal.disposal", disposal))
    play = Play("", None, (), EarlyGround.CASHED, True, agreed, 6)
    refusals = terms.conduct.early_end.guard(ready(terms, play=play))
    assert (not [*refusals]) is ends


@pytest.mark.rule("CROWN3-12.5.3(f)")
def test_without_permission_a_winner_has_no_name():
    clause = complete().conduct.publicity
    assert clause.shows("Ann Lee", permitted=True) == "Ann Lee"
    assert clause.shows("Ann Lee", permitted=False) == "A player"


@pytest.mark.rule("HOUSE-TOURN-5")
@pytest.mark.parametrize(
    ("short", "seated", "sends"),
    [
        (ShortTable.SAME_PLACES, 6, 2),
        (ShortTable.SAME_PLACES, 5, 2),
        (ShortTable.ONE_FEWER, 6, 2),
        (ShortTable.ONE_FEWER, 5, 1),
        (ShortTable.SAME_PLACES, 1, 1),
    ],
)
def test_a_short_table_sends_on_what_the_terms_say(short, seated, sends):
    assert ShortTablesClause(short).sends(2, seated, 6) == sends
    assert ShortTablesClause(ShortTable.ONE_FEWER).sends(1, 5, 6) == 1
    assert ShortTablesClause(ShortTable.ONE_FEWER).sends(0, 5, 6) == 0


@pytest.mark.rule("HOUSE-TOURN-5")
@pytest.mark.parametrize(
    ("fewest", "stands"), [(1, True), (6, True), (7, False), (0, False)]
)
def test_the_smallest_table_is_not_larger_than_a_full_one(fewest, stands):
    terms = with_(complete(), ("house.short_tables.fewest_seated", fewest))
    assert ("house.short_tables.fewest_seated" not in wrong(terms)) is stands


@pytest.mark.rule("HOUSE-TOURN-11")
def test_the_chips_of_a_bank_add_up_to_it():
    short = with_(complete(), ("format.bank.made_of", (ChipCount(100, 99),)))
    assert "format.bank.made_of" in wrong(short)
    assert not wrong(with_(complete(), ("format.bank.made_of", (ChipCount(100, 100),))))


def test_stages_have_names_of_their_own_and_end_with_a_main_stage():
    twice = with_(complete(), ("format.stages.stages.1.name", "heats "))
    assert "format.stages.stages.1.name" in wrong(twice)
    stages = complete("second-chance").format.stages.stages
    last = with_(complete("second-chance"), ("format.stages.stages", stages[:2]))
    assert "format.stages.stages.1.kind" in wrong(last)
    nameless = with_(complete(), ("format.stages.stages.1.name", ""))
    fields = {r.field for r in checklist(nameless).refusals}
    assert "format.stages.stages.1.name" in fields


@pytest.mark.rule("CROWN3-12.4.2(d)")
@pytest.mark.parametrize(("late", "free"), [(-1, True), (0, False), (1, False)])
def test_withdrawing_is_free_until_just_before_the_time(late, free):
    clause = complete().entry.withdrawal
    assert clause.is_free(clause.free_until + timedelta(seconds=late)) is free


@pytest.mark.parametrize("silent", [Clause, StatementClause])
def test_a_clause_that_cannot_print_itself_cannot_be_made(silent):
    with pytest.raises(TypeError, match="abstract"):
        silent()
    assert not any(isabstract(clause) for clause in spoken(silent))


def spoken(kind):
    """Every clause below a kind, but for the kinds themselves."""
    for below in kind.__subclasses__():
        # A class with slots is made twice; only the second is the module's own.
        if below is getattr(sys.modules[below.__module__], below.__name__, None):
            yield from spoken(below)
            if below.title:
                yield below
