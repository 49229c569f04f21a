"""Every item the tournament code demands: left out, it keeps the terms a draft."""

from dataclasses import fields

import pytest

from rulebook import HOUSE, Cite, Refused, rules
from rulebook.terms.base import StatementClause
from rulebook.terms.checklist import checklist, printed
from rulebook.terms.free import FreeText
from rulebook.terms.terms import from_data
from rulebook.terms.wording import BLANK
from tests.tournaments.examples import START, complete, ready, with_
from tournaments.rules.clauses.chances import RepechageOffer
from tournaments.rules.clauses.conduct import RefundsClause
from tournaments.rules.clauses.names import NamesClause
from tournaments.rules.clauses.prizes import PoolShares
from tournaments.rules.clauses.winners import EliminationClause
from tournaments.rules.formats import TEMPLATES
from tournaments.rules.lifecycle import Action, Status, transition
from tournaments.rules.occasion import Occasion
from tournaments.rules.stages import GoesOn
from tournaments.rules.structure import check
from tournaments.rules.terms import Terms

# What only the director knows; a template leaves these fields open.
OPEN_FIELDS = {
    "details.names.tournament",
    "details.location.place",
    "entry.method.opens_at",
}
# One field of each item, emptied.
ITEMS = [
    ("CROWN3-12.4.1(a)(i)", "details.dates.starts_at", None),
    ("CROWN3-12.4.1(a)(i)", "details.dates.ends_at", None),
    ("CROWN3-12.4.1(a)(ii)", "details.fees.entry_fee_cents", None),
    ("CROWN3-12.4.1(a)(ii)", "details.fees.buy_in_cents", None),
    ("CROWN3-12.4.1(a)(ii)", "details.fees.rebuy_cents", None),
    ("CROWN3-12.4.1(a)(ii)", "details.fees.add_on_cents", None),
    ("CROWN3-12.4.1(a)(iii)", "details.players.minimum", None),
    ("CROWN3-12.4.1(a)(iii)", "details.players.maximum", None),
    ("CROWN3-12.4.1(a)(iv)", "details.location.place", " "),
    ("CROWN3-12.4.1(b)", "details.starts.notice_minutes", None),
    ("CROWN3-12.4.1(b)", "details.starts.told_how", ""),
    ("CROWN3-12.4.1(c)", "details.changes.stated", False),
    ("CROWN3-12.4.2(a)(i)", "entry.acceptance.stated", False),
    ("CROWN3-12.4.2(a)(ii)", "entry.eligibility.stated", False),
    ("CROWN3-12.4.2(a)(iii)", "entry.refusal.reserved", None),
    ("CROWN3-12.4.2(a)(iv)", "entry.selection.applies", None),
    ("CROWN3-12.4.2(a)(v)", "entry.staff.charity_or_media", None),
    ("CROWN3-12.4.2(b)(i)", "entry.obedience.stated", False),
    ("CROWN3-12.4.2(b)(ii)", "entry.copies.how", ""),
    ("CROWN3-12.4.2(b)(iii)", "entry.signature.required", None),
    ("CROWN3-12.4.2(c)", "entry.method.how", ""),
    ("CROWN3-12.4.2(c)", "entry.method.opens_at", None),
    ("CROWN3-12.4.2(c)", "entry.method.closes_at", None),
    ("CROWN3-12.4.2(d)", "entry.withdrawal.free_until", None),
    ("CROWN3-12.4.3(a)(i)", "format.stages.stages.0.starts", ()),
    ("CROWN3-12.4.3(a)(ii)", "format.stages.stages.0.tables", None),
    ("CROWN3-12.4.3(a)(iv)", "format.buy_back.offered", None),
    ("CROWN3-12.4.3(a)(v)", "format.repechage.offer", None),
    ("CROWN3-12.4.3(b)", "format.bank.bank_chips", None),
    ("CROWN3-12.4.3(c)", "format.disposal.disposal", None),
    ("CROWN3-12.4.4(a)", "wagers.chips.kind", None),
    ("CROWN3-12.4.4(a)", "wagers.chips.described", ""),
    ("CROWN3-12.4.4(b)", "wagers.compulsory.compulsory", None),
    ("CROWN3-12.4.4(b)", "wagers.compulsory.levels", ()),
    ("CROWN3-12.4.4(c)", "wagers.secret.allowed", None),
    ("CROWN3-12.4.4(c)", "wagers.secret.per_session", None),
    ("VIC99-N26-14.2.8", "wagers.secret.per_session", None),
    ("CROWN3-12.5.2(a)", "winners.winner.by", None),
    ("CROWN3-12.5.2(a)", "house.ties.order", ()),
    ("CROWN3-12.5.2(b)", "winners.pool.added_cents", None),
    ("CROWN3-12.5.2(c)", "winners.split.tables", ()),
    ("CROWN3-12.5.3(a)(i)", "conduct.penalties.penalties", ()),
    ("CROWN3-12.5.3(a)(ii)", "conduct.disqualification.grounds", ()),
    ("CROWN3-12.5.3(a)(iii)", "conduct.substitutes.allowed", None),
    ("CROWN3-12.5.3(a)(iii)", "conduct.substitutes.until", None),
    ("CROWN3-12.5.3(a)(iv)", "conduct.refunds.late_withdrawal", None),
    ("CROWN3-12.5.3(a)(iv)", "conduct.refunds.cancelled", None),
    ("CROWN3-12.5.3(b)(i)", "conduct.late.effect", None),
    ("CROWN3-12.5.3(b)(ii)", "conduct.absence.chips", None),
    ("CROWN3-12.5.3(b)(iii)", "conduct.phone.penalty", None),
    ("CROWN3-12.5.3(b)(iv)", "conduct.substitution.takes_stack", None),
    ("CROWN3-12.5.3(b)(v)", "conduct.disqualified.chips", None),
    ("CROWN3-12.5.3(b)(vi)", "conduct.retirement.place", None),
    ("CROWN3-12.5.3(c)", "conduct.rules.stated", False),
    ("CROWN3-12.5.3(d)", "conduct.early_end.stated", False),
    ("CROWN3-12.5.3(e)", "conduct.privacy.stated", False),
    ("CROWN3-12.5.3(f)", "conduct.publicity.stated", False),
    ("CROWN3-12.5.3(g)", "conduct.conducted.stated", False),
    ("CROWN3-12.5.3(h)", "conduct.disputes.stated", False),
    ("CROWN3-12.5.3(i)", "conduct.liability.stated", False),
    ("CROWN3-12.5.3(i)", "details.names.fair_trading_act", ""),
    ("CROWN3-12.5.3(i)", "details.names.consumer_act", " "),
    ("CROWN3-12.5.3(j)", "conduct.complaints.stated", False),
    ("HOUSE-TOURN-1", "details.names.tournament", ""),
    ("HOUSE-TOURN-1", "details.names.regulator", ""),
    ("HOUSE-TOURN-2", "house.ties.order", ()),
    ("HOUSE-TOURN-3", "wagers.short_stack.rule", None),
    ("HOUSE-TOURN-4", "house.bet_order.first", None),
    ("HOUSE-TOURN-5", "house.short_tables.rule", None),
]


@pytest.mark.parametrize(("rule", "field", "empty"), ITEMS)
def test_an_item_left_out_blocks_publishing_and_names_its_rule_and_field(
    rule, field, empty
):
    verdict = transition(
        Status.DRAFT, Action.PUBLISH, ready(with_(complete(), (field, empty)))
    )
    assert isinstance(verdict, Refused)
    assert (rule, field) in {(r.cite.id, r.field) for r in verdict.refusals}
    assert all(r.wrong.endswith(".") and r.right for r in verdict.refusals)


@pytest.mark.rule("CROWN3-12.4", "CROWN3-12.2.1")
def test_complete_terms_are_published_and_missing_terms_are_not():
    assert transition(Status.DRAFT, Action.PUBLISH, ready()) is Status.PUBLISHED
    none = ready()
    without = type(none)(terms=None, now=none.now)
    verdict = transition(Status.DRAFT, Action.PUBLISH, without)
    assert isinstance(verdict, Refused)
    assert verdict.cites == (Cite("CROWN3-12.2.1"),)


@pytest.mark.rule("CROWN3-12.4")
def test_the_items_above_are_all_that_the_code_demands():
    demanded = {
        id_
        for id_ in rules()
        if id_.startswith(("CROWN3-12.4.", "CROWN3-12.5"))
        and not id_.startswith("CROWN3-12.5.3(d)(")
    }
    printed_ = {c.id for p in complete().clauses() for c in p.clause.cites}
    assert demanded <= printed_
    tested = {rule for rule, _, _ in ITEMS}
    elsewhere = {"CROWN3-12.4.3(a)(iii)", "CROWN3-12.5(a)"}
    assert demanded - tested == elsewhere


@pytest.mark.rule("CROWN3-12.4.3(a)(iii)", "CROWN3-12.5(a)", "CROWN3-12.4.3(a)(i)")
def test_progress_elimination_and_length_left_out():
    terms = with_(
        complete(),
        ("format.stages.stages.0.goes_on", GoesOn()),
        ("format.stages.stages.0.hands", None),
        ("format.stages.stages.0.minutes", None),
        ("elimination.elimination", EliminationClause()),
    )
    found = {(r.cite.id, r.field) for r in checklist(terms).refusals}
    assert found >= {
        ("CROWN3-12.4.3(a)(iii)", "format.stages.stages.0.goes_on"),
        ("CROWN3-12.4.3(a)(i)", "format.stages.stages.0.hands"),
        ("CROWN3-12.5(a)", "elimination.elimination.not_through"),
    }
    said = with_(terms, ("format.stages.basis", "Sessions last until the cut card."))
    hands = "format.stages.stages.0.hands"
    assert hands not in {r.field for r in checklist(said).refusals}


def test_the_checklist_counts_every_item_once_in_sections():
    done = checklist(complete())
    clauses = [placed.section for placed in complete().clauses()]
    assert (done.done, done.total, done.open) == (len(clauses), len(clauses), ())
    for section in Terms.sections():
        items = done.of(section.name).items
        assert len(items) == clauses.count(section.name)
    empty = checklist(Terms())
    assert empty.total == len(clauses)
    assert empty.done < 25
    assert all(
        item.field.startswith(item.path[:4]) or "." in item.field for item in empty.open
    )


@pytest.mark.parametrize("key", [t.key for t in TEMPLATES])
def test_a_template_lacks_only_what_the_director_knows(key):
    template = next(t for t in TEMPLATES if t.key == key)
    terms = template.terms(Occasion(START, "Southbank House"))
    own = {"winners.split.seat_in"} if key == "satellite" else set()
    assert {r.field for r in checklist(terms).refusals} == OPEN_FIELDS | own
    assert not check(terms).refusals
    assert len(check(terms).plans) == 3
    publish = transition(Status.DRAFT, Action.PUBLISH, ready(complete(key)))
    assert publish is Status.PUBLISHED


@pytest.mark.parametrize("key", [t.key for t in TEMPLATES])
def test_complete_terms_print_without_a_blank(key):
    sections = printed(complete(key))
    assert [s.number for s in sections] == list(range(1, 9))
    for section in sections:
        for clause in section.clauses:
            assert BLANK not in clause.text, clause
            assert clause.text[0].isupper()
            assert clause.text.endswith(".")
            assert "  " not in clause.text
            assert clause.number.startswith(f"{section.number}.")


def test_an_empty_draft_prints_its_blanks():
    texts = [c.text for s in printed(Terms()) for c in s.clauses]
    assert sum(BLANK in text for text in texts) > 25


SUBSTANCE = [
    ("CROWN3-12.4.1(a)(i)", "details.dates", "Saturday 21 November 2026, 14:00"),
    ("CROWN3-12.4.1(a)(ii)", "details.fees", "no re-buy and no add-on"),
    ("CROWN3-12.4.1(a)(iii)", "details.players", "At least 36 and at most 72 players"),
    (
        "CROWN3-12.4.1(a)(iv)",
        "details.location",
        "Southbank House, the tournament area",
    ),
    ("CROWN3-12.4.1(b)", "details.starts", "reasonable notice: at least 30 minutes"),
    ("CROWN3-12.4.1(c)", "details.changes", "told of any change"),
    ("CROWN3-12.4.2(a)(i)", "entry.acceptance", "accepts these terms"),
    ("CROWN3-12.4.2(a)(ii)", "entry.eligibility", "entitled to enter and stay"),
    ("CROWN3-12.4.2(a)(iii)", "entry.refusal", "may refuse any application"),
    ("CROWN3-12.4.2(b)(i)", "entry.obedience", "disqualification"),
    ("CROWN3-12.4.2(b)(iii)", "entry.signature", "sign a copy"),
    ("CROWN3-12.4.2(d)", "entry.withdrawal", "until Friday 20 November 2026, 18:00"),
    ("CROWN3-12.4.3(a)(i)", "format.stages", "two sessions of 18 hands"),
    ("CROWN3-12.4.3(a)(ii)", "format.tables", "up to six tables of six seats"),
    ("CROWN3-12.4.3(a)(iii)", "format.progression", "two highest stacks of each table"),
    ("CROWN3-12.4.3(b)", "format.bank", "same starting bank"),
    ("CROWN3-12.4.4(b)", "wagers.compulsory", "at least 100 chips"),
    ("CROWN3-12.4.4(c)", "wagers.secret", "two secret wagers in a session"),
    ("VIC99-N26-14.2.8", "wagers.secret", "two secret wagers in a session"),
    ("CROWN3-12.5(a)", "elimination.elimination", "A player is eliminated when"),
    ("CROWN3-12.5.2(a)", "winners.winner", "highest stack after the last hand"),
    ("CROWN3-12.5.2(b)", "winners.pool", "the whole of every buy-in ($200)"),
    ("CROWN3-12.5.2(c)", "winners.split", "50%, 25%, 15% and 10%"),
    ("CROWN3-12.5.3(a)(i)", "conduct.penalties", "up to 500 chips"),
    ("CROWN3-12.5.3(a)(ii)", "conduct.disqualification", "collusion"),
    ("CROWN3-12.5.3(c)", "conduct.rules", "played prevail"),
    ("CROWN3-12.5.3(d)", "conduct.early_end", "There is no other ground"),
    ("CROWN3-12.5.3(d)(i)", "conduct.early_end", "settled which of its players go on"),
    ("CROWN3-12.5.3(d)(ii)", "conduct.early_end", "all players at the table agree"),
    ("CROWN3-12.5.3(e)", "conduct.privacy", "on request or on its website"),
    ("CROWN3-12.5.3(f)", "conduct.publicity", "With an entrant’s permission"),
    ("CROWN3-12.5.3(g)", "conduct.conducted", "in accordance with these terms"),
    ("CROWN3-12.5.3(h)", "conduct.disputes", "is final"),
    ("CROWN3-12.5.3(i)", "conduct.liability", "Fair Trading Act 1999 (Vic)"),
    ("CROWN3-12.5.3(i)", "conduct.liability", "Competition and Consumer Act 2010"),
    ("CROWN3-12.5.3(j)", "conduct.complaints", "entitled to have it investigated"),
]


@pytest.mark.parametrize(("rule", "path", "words"), SUBSTANCE)
def test_a_clause_prints_the_substance_of_its_rule(rule, path, words):
    terms = complete()
    clause = dict(terms.clauses())[path]
    assert rule in {c.id for c in clause.cites}
    assert words in clause.text(terms)


@pytest.mark.rule("HOUSE-TOURN-1")
def test_names_of_bodies_and_acts_can_be_changed_and_are_printed():
    terms = with_(
        complete(),
        ("details.names.regulator", "Victorian Gambling and Casino Control Commission"),
        ("details.names.fair_trading_act", "Australian Consumer Law (Victoria)"),
    )
    text = " ".join(c.text for s in printed(terms) for c in s.clauses)
    assert "the Victorian Gambling and Casino Control Commission" in text
    assert "Australian Consumer Law (Victoria)" in text
    assert "Fair Trading Act 1999" not in text
    zone = with_(complete(), ("details.names.zone", "Australia/Nowhere"))
    assert "details.names.zone" in {r.field for r in checklist(zone).refusals}
    book = with_(complete(), ("details.names.rulebook", "CROWN9"))
    assert "details.names.rulebook" in {r.field for r in checklist(book).refusals}
    assert NamesClause().regulator.startswith("Victorian Commission")


@pytest.mark.rule("HOUSE-TERMS-1", "CROWN3-12.4")
def test_free_clauses_are_printed_each_and_marked_as_not_enforced():
    free = (FreeText("Dress", "Smart dress is asked for."), FreeText("Photos", "None."))
    sections = printed(with_(complete(), ("house.free.clauses", free)))
    own = [c for c in sections[-1].clauses if not c.enforced]
    assert [(c.title, c.text) for c in own] == [
        ("Dress", "Smart dress is asked for."),
        ("Photos", "None."),
    ]
    assert {c.cites for c in own} == {(HOUSE.at("TERMS-1"),)}
    empty = with_(complete(), ("house.free.clauses", (FreeText("Dress", ""),)))
    assert "house.free.clauses.0.words" in {r.field for r in checklist(empty).refusals}


@pytest.mark.rule("CROWN3-12.4.3(a)(v)")
def test_the_director_may_be_left_to_decide_on_a_repechage():
    terms = with_(complete(), ("format.repechage.offer", RepechageOffer.DIRECTOR))
    assert checklist(terms).open == ()
    assert "may decide" in terms.format.repechage.text(terms)


@pytest.mark.rule("CROWN3-12.5.2(b)")
def test_a_pool_of_nothing_is_missing():
    terms = with_(complete(), ("winners.pool.shares", PoolShares()))
    [item] = checklist(terms).open
    assert item.field == "winners.pool.shares"


def test_statements_are_the_only_clauses_that_can_be_left_out():
    statements = [p for p in Terms().clauses() if isinstance(p.clause, StatementClause)]
    assert len(statements) == 12
    for placed in statements:
        assert "stated" in {f.name for f in fields(placed.clause)}


def test_terms_of_every_template_read_back():
    for template in TEMPLATES:
        terms = complete(template.key)
        assert from_data(Terms, terms.to_data()).terms == terms


@pytest.mark.rule("CROWN3-12.5.3(a)(iv)")
def test_the_refund_clause_says_every_case():
    terms = complete()
    text = terms.conduct.refunds.text(terms)
    assert "nothing of the entry fee and 50% of the buy-in is refunded" in text
    assert "When the tournament is cancelled, the entry fee and the buy-in" in text
    assert RefundsClause().late_withdrawal is None
